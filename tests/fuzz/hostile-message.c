/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/fuzz/hostile-message.h"

#include "tests/fuzz/hostile-wire.h"

#include <string.h>

#define MAX_BODY  (32 * 1024)
#define MAX_DEPTH 80 /* of variants: sd-bus refuses fewer */

#define PIECES_STEP 80 /* by so many a long text grows */

enum
{
  KIND_GOOD,
  KIND_DAMAGED,
  KIND_OTHER,
  KIND_ODD,
  KIND_RAW,
  KIND_ERROR,
  KIND_NONE,
  N_KINDS,
  OTHER_BYTE_ORDER = 0x80
};

/* A value of a byte that stands for something else than itself. */
enum
{
  FIRST_LITERAL = 128,
  FIRST_REPEATED = 192,
  RAW_NUMBER = 255
};

enum
{
  FIELD_PATH = 1,
  FIELD_INTERFACE = 2,
  FIELD_MEMBER = 3,
  FIELD_ERROR_NAME = 4,
  FIELD_REPLY_SERIAL = 5,
  FIELD_SENDER = 7,
  FIELD_SIGNATURE = 8
};

enum
{
  TYPE_REPLY = 2,
  TYPE_ERROR = 3,
  TYPE_SIGNAL = 4
};

/* clang-format off */
static const char *const texts[] = {
  "", ":1.5", ":1.6", "a", "b", "Name", "id", "class", "password", "pwd",
  "org.a11y.atspi.Accessible", "org.a11y.atspi.Action", "org.a11y.atspi.Component",
  "org.a11y.atspi.EditableText", "org.a11y.atspi.Selection", "org.a11y.atspi.Table",
  "org.a11y.atspi.TableCell", "org.a11y.atspi.Text", "org.a11y.atspi.Value", "Text",
  "showing", "visible", "expanded", "selected", "defunct", "focused", "enabled", "nothing",
  "accessible-name", "accessible-value", "accessible-description", "add", "remove", "x\ny\tz",
  "\xe2\x80\xaetxt", "\xf0\x9f\x98\x80", "\xff", "a\xc3", "\xed\xa0\x80", "\xef\xbf\xbf",
};

static const char *const paths[] = {
  "/org/a11y/atspi/null", "/org/a11y/atspi/accessible/root", "/a", "/b", "/c", "/d", "/e", "/f",
  "/g", "/h", "/", "", "a", "/a/", "//", "/a-b",
};

/* What a long text is made of. */
static const char *const pieces[] = { "a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xff", "/a", "\n", "\x80" };

static const char *const signatures[] = {
  "", "s", "i", "u", "b", "d", "o", "v", "as", "au", "ai", "(so)", "a(so)", "(iiii)", "(iii)",
  "iiii", "ii", "(ii)", "a{ss}", "a{sv}", "a{ss}ii", "a(sss)", "a(ua(so))", "a(us)", "so", "aas",
  "a((so)(so)(so)iiassusau)", "a((so)(so)(so)a(so)assusau)", "a((so)(so)(so)iiassusai)", "av",
  "siiv(so)", "siiva{sv}", "sii", "si", "y", "n", "q", "x", "t", "g", "h", "a(sou)", "(v)", "ay",
};

static const gint32 numbers[] = {
  -1, G_MININT32, G_MAXINT32, -2, 32767, -32768, 65536, 4095, 4096, 4097, 10000, 10001, 99999,
  100000, 1000000, 1 << 24, 1 << 25, 1 << 30, G_MININT32 + 1, G_MAXINT32 - 1, 255, 256, 128, 129,
};

static const double doubles[] = {
  0, 1, -1, 0.5, 1e300, -1e300, 5e-324, G_MAXDOUBLE, -G_MAXDOUBLE, 1e6, 100, 123456789,
};

static const char *const interfaces[] = {
  "org.a11y.atspi.Event.Object", "org.a11y.atspi.Event.Window", "org.a11y.atspi.Event.Document",
  "org.a11y.atspi.Cache",
};

static const char *const members[] = {
  "StateChanged", "ChildrenChanged", "PropertyChange", "TextChanged", "BoundsChanged",
  "VisibleDataChanged", "RowInserted", "RowDeleted", "RowReordered", "ModelChanged",
  "LoadComplete", "Reload", "Create", "create", "Destroy", "Activate", "AddAccessible",
};
/* clang-format on */

typedef struct
{
  HostileInput *input;
  GByteArray   *bytes;    /* borrowed */
  gsize         origin;   /* where in them the body begins: alignment counts from there */
  gboolean      is_other; /* byte order */
  const char   *inner;    /* (nullable): what the first variant should hold */
  guint         depth;
} Builder;

static void put_value (Builder *self, const char **type);

guint8
hostile_input_take (HostileInput *self)
{
  return self->at < self->size ? self->data[self->at++] : 0;
}

gboolean
hostile_input_is_over (const HostileInput *self)
{
  return self->at >= self->size;
}

static guint8
take (Builder *self)
{
  return hostile_input_take (self->input);
}

static void
put_bytes (Builder *self, gconstpointer bytes, gsize size)
{
  g_byte_array_append (self->bytes, bytes, size);
}

static void
align (Builder *self, guint to)
{
  while ((self->bytes->len - self->origin) % to != 0)
    put_bytes (self, "", 1);
}

/* Of 1, 2, 4 or 8 bytes. */
static void
put_number (Builder *self, guint64 value, guint size)
{
  gboolean is_little = (G_BYTE_ORDER == G_LITTLE_ENDIAN) != self->is_other;

  align (self, size);
  for (guint i = 0; i < size; i++)
    {
      guint8 byte = value >> 8 * (is_little ? i : size - 1 - i);

      put_bytes (self, &byte, 1);
    }
}

static void
set_length (Builder *self, gsize at, guint32 length)
{
  if (self->is_other)
    length = GUINT32_SWAP_LE_BE (length);
  memcpy (self->bytes->data + at, &length, sizeof length);
}

static gint64
take_number (Builder *self)
{
  guint8 byte = take (self);
  gint64 value = 0;

  if (byte < FIRST_LITERAL)
    return byte;
  if (byte != RAW_NUMBER)
    return numbers[byte % G_N_ELEMENTS (numbers)];
  for (guint i = 0; i < sizeof (gint32); i++)
    value = value << 8 | take (self);
  return (gint32) value;
}

static double
take_double (Builder *self)
{
  guint8 byte = take (self);
  union
  {
    guint64 bits;
    double  value;
  } raw = { 0 };

  if (byte != RAW_NUMBER)
    return doubles[byte % G_N_ELEMENTS (doubles)];
  for (guint i = 0; i < sizeof raw; i++)
    raw.bits = raw.bits << 8 | take (self);
  return raw.value;
}

static gboolean
is_full (const Builder *self)
{
  return self->bytes->len > self->origin + MAX_BODY;
}

/* Made once: a piece many times over. */
static const char *
get_long_text (guint piece)
{
  static char *long_texts[G_N_ELEMENTS (pieces)];

  if (long_texts[piece] == NULL)
    {
      GString *text = g_string_new (NULL);

      for (guint i = 0; i < (256 - FIRST_REPEATED) * PIECES_STEP; i++)
        g_string_append (text, pieces[piece]);
      long_texts[piece] = g_string_free (text, FALSE);
    }
  return long_texts[piece];
}

/* The text itself, without its length. */
static void
put_text_bytes (Builder *self, const char *const *table, guint n_rows)
{
  guint8 byte = take (self);

  if (byte < FIRST_LITERAL)
    {
      put_bytes (self, table[byte % n_rows], strlen (table[byte % n_rows]));
    }
  else if (byte < FIRST_REPEATED)
    {
      for (guint i = FIRST_LITERAL; i < byte; i++)
        put_bytes (self, &(guint8){ take (self) }, 1);
    }
  else
    {
      guint       piece = take (self) % G_N_ELEMENTS (pieces);
      const char *text = get_long_text (piece);

      if (!is_full (self))
        put_bytes (self, text, (byte - FIRST_REPEATED + 1) * PIECES_STEP * strlen (pieces[piece]));
    }
}

static void
put_text (Builder *self, const char *const *table, guint n_rows)
{
  gsize at;

  put_number (self, 0, sizeof (guint32));
  at = self->bytes->len;
  put_text_bytes (self, table, n_rows);
  set_length (self, at - sizeof (guint32), self->bytes->len - at);
  put_bytes (self, "", 1);
}

static void
put_signature (Builder *self, const char *signature)
{
  put_bytes (self, &(guint8){ strlen (signature) }, 1);
  put_bytes (self, signature, strlen (signature) + 1);
}

/* Behind one whole type; of what is none, behind one letter. */
static const char *
skip_type (const char *type)
{
  guint depth = 0;

  while (*type == 'a')
    type++;
  do
    {
      depth += *type == '(' || *type == '{';
      depth -= depth > 0 && (*type == ')' || *type == '}');
      type += *type != '\0';
    }
  while (depth > 0 && *type != '\0');
  return type;
}

/* A text of the input itself. */
static void
take_letters (Builder *self, char *letters, gsize size)
{
  gsize n = MIN (take (self) % 64u, size - 1);

  for (gsize i = 0; i < n; i++)
    letters[i] = (char) take (self);
  letters[n] = '\0';
}

static void
put_variant (Builder *self)
{
  guint8      byte = take (self);
  char        letters[64];
  const char *contents = signatures[byte % G_N_ELEMENTS (signatures)];

  if (byte == RAW_NUMBER)
    {
      take_letters (self, letters, sizeof letters);
      contents = letters;
    }
  else if (byte == 0)
    {
      contents = self->inner != NULL ? self->inner : "s";
    }
  put_signature (self, contents);
  if (++self->depth < MAX_DEPTH)
    while (*contents != '\0')
      put_value (self, &contents);
  self->depth--;
}

static guint
get_alignment (char type)
{
  static const struct
  {
    guint       size;
    const char *types;
  } alignments[] = { { 1, "ygv" }, { 2, "nq" }, { 8, "xtd({" } };

  for (gsize i = 0; i < G_N_ELEMENTS (alignments); i++)
    if (type != '\0' && strchr (alignments[i].types, type) != NULL)
      return alignments[i].size;
  return 4;
}

/* Few of its own, or many of the same. */
static void
put_elements (Builder *self, const char *type)
{
  guint8   byte = take (self);
  gboolean is_repeated = byte >= FIRST_REPEATED;
  guint    n = is_repeated ? (byte - FIRST_REPEATED + 1) * 5u : byte % 16u;
  gsize    first = self->input->at;

  for (guint i = 0; i < n && !is_full (self); i++)
    {
      const char *next = type;
      gsize       before = self->bytes->len;

      if (is_repeated)
        self->input->at = first;
      put_value (self, &next);
      if (self->bytes->len == before)
        break; /* of nothing there can be any number */
    }
}

static void
put_array (Builder *self, const char *type)
{
  gsize at, first;

  put_number (self, 0, sizeof (guint32));
  at = self->bytes->len - sizeof (guint32);
  align (self, get_alignment (*type));
  first = self->bytes->len;
  if (++self->depth < MAX_DEPTH)
    put_elements (self, type);
  self->depth--;
  set_length (self, at, self->bytes->len - first);
}

/* Up to the bracket that ends it. */
static void
put_struct (Builder *self, const char **type)
{
  align (self, 8);
  while (**type != '\0' && **type != ')' && **type != '}')
    put_value (self, type);
  *type += **type != '\0';
}

/* One value of the type that @type begins with; it is moved behind it. */
static void
put_value (Builder *self, const char **type)
{
  const char *element = *type + 1;
  union
  {
    double  value;
    guint64 bits;
  } number;

  switch (*(*type)++)
    {
    case 'y':
      put_number (self, take (self), 1);
      break;
    case 'n':
    case 'q':
      put_number (self, take_number (self), 2);
      break;
    case 'i':
    case 'u':
    case 'h':
      put_number (self, take_number (self), 4);
      break;
    case 'b':
      put_number (self, take (self), 4);
      break;
    case 'x':
    case 't':
      put_number (self, take_number (self), 8);
      break;
    case 'd':
      number.value = take_double (self);
      put_number (self, number.bits, 8);
      break;
    case 's':
      put_text (self, texts, G_N_ELEMENTS (texts));
      break;
    case 'o':
      put_text (self, paths, G_N_ELEMENTS (paths));
      break;
    case 'g':
      put_signature (self, signatures[take (self) % G_N_ELEMENTS (signatures)]);
      break;
    case 'v':
      put_variant (self);
      break;
    case 'a':
      put_array (self, element);
      *type = skip_type (element);
      break;
    case '(':
    case '{':
      put_struct (self, type);
      break;
    default:
      break;
    }
}

static void
begin_field (Builder *self, guint8 number, const char *type)
{
  align (self, 8);
  put_bytes (self, &number, 1);
  put_signature (self, type);
}

static void
put_text_field (Builder *self, guint8 number, const char *type, const char *text)
{
  begin_field (self, number, type);
  put_number (self, strlen (text), 4);
  put_bytes (self, text, strlen (text) + 1);
}

/* How long the body is comes later. */
static void
begin_header (Builder *self, guint8 type)
{
  const gboolean is_little = (G_BYTE_ORDER == G_LITTLE_ENDIAN) != self->is_other;
  const guint8   first[] = { is_little ? 'l' : 'B', type, 0, 1 };

  g_byte_array_set_size (self->bytes, 0);
  put_bytes (self, first, sizeof first);
  put_number (self, 0, 4); /* of the body */
  put_number (self, 1, 4);
  put_number (self, 0, 4); /* of the fields */
  put_text_field (self, FIELD_SENDER, "s", ":1.5");
}

static void
end_header (Builder *self, const char *signature)
{
  begin_field (self, FIELD_SIGNATURE, "g");
  put_signature (self, signature);
  set_length (self, 12, self->bytes->len - 16);
  align (self, 8);
  self->origin = self->bytes->len;
}

static sd_bus_message *
send (Builder *self)
{
  set_length (self, 4, self->bytes->len - self->origin);
  return hostile_wire_receive (self->bytes);
}

static void
put_body (Builder *self, const char *signature)
{
  while (*signature != '\0')
    put_value (self, &signature);
}

static void
put_raw_body (Builder *self)
{
  guint n = take (self);

  for (guint i = 0; i < n; i++)
    put_bytes (self, &(guint8){ take (self) }, 1);
}

/* Some bytes of the body become others. */
static void
damage_body (Builder *self)
{
  guint n = 1 + take (self) % 4u;
  gsize size = self->bytes->len - self->origin;

  for (guint i = 0; i < n && size > 0; i++)
    {
      gsize at = take (self) << 8;

      at |= take (self);
      self->bytes->data[self->origin + at % size] = take (self);
    }
}

/* What @kind makes of the signature that is expected. */
static const char *
choose_signature (Builder *self, guint kind, const char *expected, char *letters, gsize size)
{
  if (kind == KIND_OTHER)
    return signatures[take (self) % G_N_ELEMENTS (signatures)];
  if (kind == KIND_ODD)
    take_letters (self, letters, size);
  else
    g_strlcpy (letters, expected, size);
  return letters;
}

static sd_bus_message *
finish (Builder *self, guint kind, const char *signature)
{
  end_header (self, signature);
  if (kind == KIND_RAW)
    put_raw_body (self);
  else
    put_body (self, signature);
  if (kind == KIND_DAMAGED)
    damage_body (self);
  return send (self);
}

static GByteArray *
get_bytes (void)
{
  static GByteArray *bytes;

  if (bytes == NULL)
    bytes = g_byte_array_sized_new (MAX_BODY);
  return bytes;
}

sd_bus_message *
hostile_message_take_reply (HostileInput *input, const char *expected)
{
  guint8      first = hostile_input_take (input);
  guint       kind = (first & ~OTHER_BYTE_ORDER) % N_KINDS;
  Builder     self = { input, get_bytes (), .is_other = (first & OTHER_BYTE_ORDER) != 0 };
  char        letters[64];
  const char *signature;

  if (kind == KIND_NONE)
    return NULL;
  if (g_str_has_prefix (expected, "v:"))
    {
      self.inner = expected + 2;
      expected = "v";
    }
  signature = choose_signature (&self, kind, expected, letters, sizeof letters);
  begin_header (&self, kind == KIND_ERROR ? TYPE_ERROR : TYPE_REPLY);
  begin_field (&self, FIELD_REPLY_SERIAL, "u");
  put_number (&self, 1, 4);
  if (kind == KIND_ERROR)
    put_text_field (&self, FIELD_ERROR_NAME, "s", "org.freedesktop.DBus.Error.Failed");
  return finish (&self, kind, signature);
}

sd_bus_message *
hostile_message_take_event (HostileInput *input)
{
  guint8      first = hostile_input_take (input);
  guint       kind = (first & ~OTHER_BYTE_ORDER) % N_KINDS;
  Builder     self = { input, get_bytes (), .is_other = (first & OTHER_BYTE_ORDER) != 0 };
  char        letters[64];
  const char *signature = choose_signature (&self, kind, "siiv(so)", letters, sizeof letters);

  begin_header (&self, TYPE_SIGNAL);
  put_text_field (&self, FIELD_PATH, "o", paths[take (&self) % G_N_ELEMENTS (paths)]);
  put_text_field (&self,
                  FIELD_INTERFACE,
                  "s",
                  interfaces[take (&self) % G_N_ELEMENTS (interfaces)]);
  put_text_field (&self, FIELD_MEMBER, "s", members[take (&self) % G_N_ELEMENTS (members)]);
  return finish (&self, kind, signature);
}
