/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/atspi-decode.h"

#include "tests/unit/message-damage.h"

#include <string.h>

#define NEW_ITEMS "a((so)(so)(so)iiassusau)"
#define OLD_ITEMS "a((so)(so)(so)a(so)assusau)"

/* Each decoder in the same dress: what it would write is untouched where it refuses. */

#define SENTINEL 0x5a

#define DEFINE_RUN(name, Type)                                              \
  static gboolean run_##name (sd_bus_message *message)                      \
  {                                                                         \
    Type     value;                                                         \
    Type     before;                                                        \
    gboolean is_good;                                                       \
    memset (&value, SENTINEL, sizeof value);                                \
    memset (&before, SENTINEL, sizeof before);                              \
    is_good = pel_atspi_decode_##name (message, &value);                    \
    g_assert_true (is_good || memcmp (&value, &before, sizeof value) == 0); \
    return is_good;                                                         \
  }

DEFINE_RUN (text_property, const char *)
DEFINE_RUN (int_property, int)
DEFINE_RUN (double_property, double)
DEFINE_RUN (text, const char *)
DEFINE_RUN (int, int)
DEFINE_RUN (uint, guint)
DEFINE_RUN (states, PelStates)
DEFINE_RUN (interfaces, PelInterfaces)
DEFINE_RUN (extents, PelToolkitRect)
DEFINE_RUN (ref, PelAtspiRef)

static gboolean
run_attribute (sd_bus_message *message)
{
  const char *value = "before";
  gboolean    is_good = pel_atspi_decode_attribute (message, "a", &value);

  g_assert_true (is_good || g_str_equal (value, "before"));
  return is_good;
}

static gboolean
run_refs (sd_bus_message *message)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PelAtspiRef));
  guint              n = 99;
  gboolean           is_good = pel_atspi_decode_refs (message, refs, 10, &n);

  g_assert_true (is_good || (n == 99 && refs->len == 0));
  return is_good;
}

static gboolean
run_items (sd_bus_message *message)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (PelAtspiItem));
  gboolean           is_good = pel_atspi_decode_items (message, items, 10);

  g_assert_true (is_good || items->len == 0);
  return is_good;
}

/* clang-format off */
static const struct { const char *name, *accepted; gboolean (*run) (sd_bus_message *message); } decoders[] = {
  { "text-property",   "<s>",     run_text_property   },
  { "int-property",    "<i>",     run_int_property    },
  { "double-property", "<d>",     run_double_property },
  { "text",            "s",       run_text            },
  { "int",             "i",       run_int             },
  { "uint",            "u",       run_uint            },
  { "states",          "au",      run_states          },
  { "interfaces",      "as",      run_interfaces      },
  { "extents",         "(iiii)",  run_extents         },
  { "ref",             "(so)",    run_ref             },
  { "attribute",       "a{ss}",   run_attribute       },
  { "refs",            "a(so)",   run_refs            },
  { "items",           NEW_ITEMS, run_items           },
  { "items",           OLD_ITEMS, run_items           },
};
/* clang-format on */

/* One message of each kind that a program might send, with something in it. */
static SealedMessage *
make (const char *kind)
{
  if (g_str_equal (kind, ""))
    return sealed_message_new ("");
  if (g_str_equal (kind, "s") || g_str_equal (kind, "o") || g_str_equal (kind, "g"))
    return sealed_message_new (kind, *kind == 'g' ? "i" : "/a");
  if (strlen (kind) == 1 && *kind != 'd')
    return sealed_message_new (kind, 7);
  if (g_str_equal (kind, "d"))
    return sealed_message_new (kind, 7.0);
  if (g_str_equal (kind, "ss"))
    return sealed_message_new (kind, "a", "b");
  if (g_str_equal (kind, "si"))
    return sealed_message_new (kind, "a", 1);
  if (g_str_equal (kind, "<s>"))
    return sealed_message_new ("v", "s", "a");
  if (g_str_equal (kind, "<o>"))
    return sealed_message_new ("v", "o", "/a");
  if (g_str_equal (kind, "<i>"))
    return sealed_message_new ("v", "i", 1);
  if (g_str_equal (kind, "<u>"))
    return sealed_message_new ("v", "u", 1);
  if (g_str_equal (kind, "<d>"))
    return sealed_message_new ("v", "d", 1.0);
  if (g_str_equal (kind, "<<s>>"))
    return sealed_message_new ("v", "v", "s", "a");
  if (g_str_equal (kind, "<as>"))
    return sealed_message_new ("v", "as", 1, "a");
  if (g_str_equal (kind, "as") || g_str_equal (kind, "ao"))
    return sealed_message_new (kind, 2, "/a", "/b");
  if (g_str_equal (kind, "au") || g_str_equal (kind, "ai"))
    return sealed_message_new (kind, 2, 1, 2);
  if (g_str_equal (kind, "(iiii)") || g_str_equal (kind, "iiii") || g_str_equal (kind, "(uuuu)"))
    return sealed_message_new (kind, 1, 2, 3, 4);
  if (g_str_equal (kind, "(iii)"))
    return sealed_message_new (kind, 1, 2, 3);
  if (g_str_equal (kind, "(so)") || g_str_equal (kind, "so") || g_str_equal (kind, "(ss)"))
    return sealed_message_new (kind, ":1.1", "/a");
  if (g_str_equal (kind, "a(so)") || g_str_equal (kind, "a(ss)") || g_str_equal (kind, "a{ss}"))
    return sealed_message_new (kind, 1, "a", "/a");
  if (g_str_equal (kind, "a{sv}"))
    return sealed_message_new (kind, 1, "a", "s", "b");
  if (g_str_equal (kind, NEW_ITEMS))
    return sealed_message_new (kind,
                               1,
                               "",
                               "/a",
                               "",
                               "/r",
                               "",
                               "/r",
                               0,
                               0,
                               1,
                               "Text",
                               "name",
                               1,
                               "",
                               2,
                               1,
                               2);
  g_assert_cmpstr (kind, ==, OLD_ITEMS);
  return sealed_message_new (kind,
                             1,
                             "",
                             "/a",
                             "",
                             "/r",
                             "",
                             "/r",
                             1,
                             "",
                             "/b",
                             1,
                             "Text",
                             "name",
                             1,
                             "",
                             2,
                             1,
                             2);
}

static const char *const kinds[] = {
  "",   "s",    "o",     "g",     "i",     "u",      "y",       "b",       "d",
  "ss", "si",   "<s>",   "<o>",   "<i>",   "<u>",    "<d>",     "<<s>>",   "<as>",
  "as", "ao",   "au",    "ai",    "(iii)", "(iiii)", "iiii",    "(uuuu)",  "(so)",
  "so", "(ss)", "a(so)", "a(ss)", "a{ss}", "a{sv}",  NEW_ITEMS, OLD_ITEMS,
};

static void
test_types (void)
{
  for (gsize d = 0; d < G_N_ELEMENTS (decoders); d++)
    {
      g_assert_false (decoders[d].run (NULL));
      for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
        {
          g_autoptr (SealedMessage) message = make (kinds[k]);
          gboolean                  is_wanted = g_str_equal (kinds[k], decoders[d].accepted);

          if (decoders[d].run == run_items)
            is_wanted = g_str_equal (kinds[k], NEW_ITEMS) || g_str_equal (kinds[k], OLD_ITEMS);
          g_test_message ("%s of %s", decoders[d].name, kinds[k]);
          g_assert_cmpint (decoders[d].run (message), ==, is_wanted);
        }
    }
}

/* Contents that are broken, behind a signature that is right. */
static void
test_damaged (void)
{
  static const struct
  {
    const char *kind;
    gboolean (*run) (sd_bus_message *message);
  } rows[] = {
    { "s", run_text },   { "<s>", run_text_property }, { "as", run_interfaces },
    { "(so)", run_ref }, { "a(so)", run_refs },        { "a{ss}", run_attribute },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (Damage kind = 0; kind < N_DAMAGES; kind++)
      {
        g_autoptr (SealedMessage) message = make (rows[i].kind);
        const char               *text =
            strchr (rows[i].kind, '<') != NULL || strchr (rows[i].kind, '{') != NULL ? "a" : "/a";

        g_test_message ("%s, damage %d", rows[i].kind, kind);
        damage (message, text, kind);
        g_assert_false (rows[i].run (message));
      }
}

/* The second of two is broken: the first does not stay behind. */
static void
test_damaged_later (void)
{
  g_autoptr (SealedMessage) message =
      sealed_message_new ("a(so)", 2, ":1.1", "/good", ":1.1", "/bad");

  damage (message, "/bad", NOT_UTF8);
  g_assert_false (run_refs (message));
}

static void
test_values (void)
{
  g_autoptr (SealedMessage) text = sealed_message_new ("s", "Größe");
  g_autoptr (SealedMessage) name = sealed_message_new ("v", "s", "Name");
  g_autoptr (SealedMessage) number = sealed_message_new ("i", G_MININT);
  g_autoptr (SealedMessage) role = sealed_message_new ("u", G_MAXUINT);
  g_autoptr (SealedMessage) count = sealed_message_new ("v", "i", -1);
  g_autoptr (SealedMessage) value = sealed_message_new ("v", "d", 0.25);
  g_autoptr (SealedMessage) rect = sealed_message_new ("(iiii)", G_MININT, -2, G_MAXINT, 4);
  g_autoptr (SealedMessage) object = sealed_message_new ("(so)", ":1.7", "/a");
  const char               *string = NULL;
  int                       integer = 0;
  guint                     unsigned_integer = 0;
  double                    real = 0;
  PelToolkitRect            extents = { 0 };
  PelAtspiRef               ref = { 0 };

  g_assert_true (pel_atspi_decode_text (text, &string));
  g_assert_cmpstr (string, ==, "Größe");
  g_assert_true (pel_atspi_decode_text_property (name, &string));
  g_assert_cmpstr (string, ==, "Name");
  g_assert_true (pel_atspi_decode_int (number, &integer));
  g_assert_cmpint (integer, ==, G_MININT);
  g_assert_true (pel_atspi_decode_uint (role, &unsigned_integer));
  g_assert_cmpuint (unsigned_integer, ==, G_MAXUINT);
  g_assert_true (pel_atspi_decode_int_property (count, &integer));
  g_assert_cmpint (integer, ==, -1);
  g_assert_true (pel_atspi_decode_double_property (value, &real));
  g_assert_cmpfloat (real, ==, 0.25);
  g_assert_true (pel_atspi_decode_extents (rect, &extents));
  g_assert_cmpint (extents.x, ==, G_MININT);
  g_assert_cmpint (extents.y, ==, -2);
  g_assert_cmpint (extents.width, ==, G_MAXINT);
  g_assert_cmpint (extents.height, ==, 4);
  g_assert_true (pel_atspi_decode_ref (object, &ref));
  g_assert_cmpstr (ref.bus_name, ==, ":1.7");
  g_assert_cmpstr (ref.path, ==, "/a");
}

/* Programs send two words; fewer mean that the others are 0, more are not known. */
static void
test_states (void)
{
  static const guint32 words[] = { 0x80000002, 0x00000005, 0xffffffff };
  static const guint64 expected[] = { 0, 0x80000002, 0x580000002, 0x580000002 };

  for (guint n = 0; n < G_N_ELEMENTS (expected); n++)
    {
      g_autoptr (SealedMessage) message = sealed_message_open ();
      PelStates                 states = 77;

      sd_bus_message_append_array (message, 'u', words, n * sizeof *words);
      sealed_message_seal (message);
      g_assert_true (pel_atspi_decode_states (message, &states));
      g_assert_cmpuint (states, ==, expected[n]);
    }
}

static void
test_interfaces (void)
{
  g_autoptr (SealedMessage) none = sealed_message_new ("as", 0);
  g_autoptr (SealedMessage) some = sealed_message_new ("as",
                                                       4,
                                                       "org.a11y.atspi.Text",
                                                       "org.example.Other",
                                                       "",
                                                       "org.a11y.atspi.Value");
  PelInterfaces             interfaces = 77;

  g_assert_true (pel_atspi_decode_interfaces (none, &interfaces));
  g_assert_cmpint (interfaces, ==, 0);
  g_assert_true (pel_atspi_decode_interfaces (some, &interfaces));
  g_assert_cmpint (interfaces, ==, PEL_INTERFACE_TEXT | PEL_INTERFACE_VALUE);
}

static void
test_attribute (void)
{
  /* clang-format off */
  static const struct { const char *name, *expected; } rows[] = {
    { "id", "one" }, { "toolkit", "gtk" }, { "empty", "" }, { "tool", NULL }, { "", NULL },
  };
  /* clang-format on */

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SealedMessage) message =
          sealed_message_new ("a{ss}", 4, "id", "one", "toolkit", "gtk", "empty", "", "id", "two");
      const char *value = NULL;

      g_assert_cmpint (pel_atspi_decode_attribute (message, rows[i].name, &value),
                       ==,
                       rows[i].expected != NULL);
      g_assert_cmpstr (value, ==, rows[i].expected);
    }
}

static void
test_refs (void)
{
  static const guint limits[] = { 0, 1, 3, 4, 100 };

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autoptr (SealedMessage) message =
          sealed_message_new ("a(so)", 3, ":1.1", "/a", ":1.2", "/b", "", "/c");
      g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PelAtspiRef));
      guint              n = 0;

      g_assert_true (pel_atspi_decode_refs (message, refs, limits[i], &n));
      g_assert_cmpuint (n, ==, 3);
      g_assert_cmpuint (refs->len, ==, MIN (limits[i], 3));
      if (refs->len == 3)
        g_assert_cmpstr (g_array_index (refs, PelAtspiRef, 2).path, ==, "/c");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/atspi-decode/types", test_types);
  g_test_add_func ("/atspi-decode/damaged/all", test_damaged);
  g_test_add_func ("/atspi-decode/damaged/later", test_damaged_later);
  g_test_add_func ("/atspi-decode/values", test_values);
  g_test_add_func ("/atspi-decode/states", test_states);
  g_test_add_func ("/atspi-decode/interfaces", test_interfaces);
  g_test_add_func ("/atspi-decode/attribute", test_attribute);
  g_test_add_func ("/atspi-decode/refs", test_refs);
  return g_test_run ();
}
