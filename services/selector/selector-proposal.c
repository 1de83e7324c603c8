/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector-writer.h"

#include <string.h>

/* Longer texts are told by their beginning. */
#define MAX_CHARS 64
#define CUT_CHARS 48

#define MAX_ID_BYTES 256

/* An id is proposed only where no more elements than this must be read to see whether it is the
 * only one. By size and never by time: the same desktop gives the same selectors. */
#define MAX_ID_READS 2000

/* A text as it is told in a selector: the whole of it, or its beginning. */
typedef struct
{
  const char *text; /* NULL: nothing is told */
  gsize       length;
  gboolean    is_cut;
} Wording;

/* An element as a step of a selector: Button:"Save", or role=Button where it has no name. */
typedef struct
{
  PelRole role;
  Wording name;
} Kind;

/* Where a selector looks. */
typedef enum
{
  EVERYWHERE,
  IN_APP,
  IN_WINDOW,
  IN_ANCESTOR,           /* below what is of the kind of the nearest ancestor that has a name */
  IN_ANCESTOR_OF_APP,    /* the same, in the program */
  IN_ANCESTOR_OF_WINDOW, /* the same, below what is of the kind of the window */
  N_PLACES
} Place;

/* What there is in one place, as a resolver counts it. */
typedef struct
{
  guint        n_anchors;
  PelElementId end; /* what is not behind this is below an anchor */
  guint        n_elements, n_matches;
  guint        position; /* of the element among the matches, from 1; 0: it is not there */
} Count;

typedef struct
{
  PelSnapshot    *snapshot;
  const PelFacts *facts; /* (nullable) */
  PelElement      element;
  Kind            kind, ancestor, window;
  Wording         app;
  const char     *id;     /* (nullable) */
  gboolean       *is_app; /* of each program: whether @app fits it */
  Count           counts[N_PLACES];
  PelElementId    window_end; /* what is not behind this is below one of the kind of the window */
  guint           n_of_id[N_PLACES];           /* how many are known to have its id */
  guint           n_of_role, n_of_role_and_id; /* in the program */
} Writer;

static gboolean
is_in_ancestor (Place place)
{
  return place == IN_ANCESTOR || place == IN_ANCESTOR_OF_APP || place == IN_ANCESTOR_OF_WINDOW;
}

static Wording
word (const char *text)
{
  Wording wording = { NULL };

  if (text == NULL || text[0] == '\0')
    return wording;
  wording.text = text;
  wording.length = strlen (text);
  wording.is_cut = g_utf8_strlen (text, -1) > MAX_CHARS;
  if (wording.is_cut)
    wording.length = g_utf8_offset_to_pointer (text, CUT_CHARS) - text;
  return wording;
}

static gboolean
wording_fits (const Wording *self, const char *text)
{
  if (text == NULL || strncmp (text, self->text, self->length) != 0)
    return FALSE;
  return self->is_cut || text[self->length] == '\0';
}

static Kind
kind_of (const PelElement *element)
{
  return (Kind){ element->role, word (element->name) };
}

static gboolean
kind_fits (const Kind *self, const PelElement *element)
{
  return element->role == self->role &&
         (self->name.text == NULL || wording_fits (&self->name, element->name));
}

/* What it is known by. */

static void
find_app (Writer *writer)
{
  guint n_programs = pel_snapshot_get_n_programs (writer->snapshot);

  writer->app = word (pel_snapshot_get_program (writer->snapshot, writer->element.program)->name);
  writer->is_app = g_new0 (gboolean, n_programs);
  for (guint i = 0; i < n_programs && writer->app.text != NULL; i++)
    writer->is_app[i] =
        wording_fits (&writer->app, pel_snapshot_get_program (writer->snapshot, i)->name);
}

/* The nearest one that has a name; not the root of a program, which says no more than its name. */
static void
find_ancestor (Writer *writer)
{
  PelElementId id = writer->element.parent;

  for (; id != PEL_ELEMENT_NONE; id = pel_snapshot_get_parent (writer->snapshot, id))
    {
      PelElement ancestor = pel_snapshot_get_element (writer->snapshot, id);

      if (ancestor.name[0] == '\0' ||
          (ancestor.parent == PEL_ELEMENT_NONE && writer->app.text != NULL))
        continue;
      writer->ancestor = kind_of (&ancestor);
      return;
    }
}

static void
find_window (Writer *writer)
{
  PelElementId id = writer->element.parent;

  for (; id != PEL_ELEMENT_NONE; id = pel_snapshot_get_parent (writer->snapshot, id))
    {
      PelElement ancestor = pel_snapshot_get_element (writer->snapshot, id);

      if (!pel_role_is_window (ancestor.role))
        continue;
      writer->window = kind_of (&ancestor);
      return;
    }
}

static void
find_id (Writer *writer)
{
  const char *id = NULL;

  if (writer->facts != NULL)
    pel_facts_get (writer->facts, writer->element.ref, PEL_FACT_ID, &id);
  if (id != NULL && id[0] != '\0' && strlen (id) <= MAX_ID_BYTES)
    writer->id = id;
}

/* One pass over the snapshot */

static void
add_anchor (Writer *writer, Place place, PelElementId id)
{
  Count *count = &writer->counts[place];

  count->n_anchors++;
  if (id > count->end)
    count->end = pel_snapshot_get_last_descendant (writer->snapshot, id);
}

static gboolean
has_its_id (const Writer *writer, const PelElement *element)
{
  const char *id = NULL;

  return writer->id != NULL && pel_facts_get (writer->facts, element->ref, PEL_FACT_ID, &id) &&
         g_strcmp0 (id, writer->id) == 0;
}

static void
count_in_place (Writer *writer, Place place, const PelElement *element, gboolean has_id)
{
  Count *count = &writer->counts[place];

  if (element->id > count->end)
    return;
  count->n_elements++;
  writer->n_of_id[place] += has_id;
  if (!kind_fits (&writer->kind, element))
    return;
  count->n_matches++;
  if (element->id == writer->element.id)
    count->position = count->n_matches;
}

/* Below an anchor, and not the anchor itself: so it is one only for those that come after it. */
static void
count_element (Writer *writer, const PelElement *element)
{
  gboolean has_id = has_its_id (writer, element);
  gboolean is_in_app = element->id <= writer->counts[IN_APP].end;

  for (guint place = 0; place < N_PLACES; place++)
    count_in_place (writer, place, element, has_id);
  if (writer->is_app[element->program])
    {
      add_anchor (writer, IN_APP, element->id);
      writer->n_of_role += element->role == writer->kind.role;
      writer->n_of_role_and_id += element->role == writer->kind.role && has_id;
    }
  if (writer->window.name.text != NULL && pel_role_is_window (element->role) &&
      wording_fits (&writer->window.name, element->name))
    add_anchor (writer, IN_WINDOW, element->id);
  if (writer->ancestor.name.text != NULL && kind_fits (&writer->ancestor, element))
    {
      add_anchor (writer, IN_ANCESTOR, element->id);
      if (is_in_app)
        add_anchor (writer, IN_ANCESTOR_OF_APP, element->id);
      if (element->id <= writer->window_end)
        add_anchor (writer, IN_ANCESTOR_OF_WINDOW, element->id);
    }
  if (writer->window.name.text != NULL && element->id > writer->window_end &&
      kind_fits (&writer->window, element))
    writer->window_end = pel_snapshot_get_last_descendant (writer->snapshot, element->id);
}

static void
count_all (Writer *writer)
{
  guint n_elements = pel_snapshot_get_n_elements (writer->snapshot);

  writer->counts[EVERYWHERE].end = n_elements;
  for (PelElementId id = 1; id <= n_elements; id++)
    {
      PelElement element = pel_snapshot_get_element (writer->snapshot, id);

      count_element (writer, &element);
    }
}

/* Writing */

static void
append_text (GString *text, const char *key, const Wording *wording)
{
  g_autofree char *told = g_strndup (wording->text, wording->length);
  g_autofree char *quoted = pel_selector_quote (told);

  g_string_append_printf (text, "%s%s%s", key, wording->is_cut ? "^=" : "=", quoted);
}

static void
append_kind (GString *text, const Kind *kind)
{
  g_autofree char *quoted = NULL;

  if (kind->name.text == NULL || kind->name.is_cut)
    {
      g_string_append_printf (text, "role=%s", pel_role_to_string (kind->role));
      if (kind->name.is_cut)
        append_text (text, " && name", &kind->name);
      return;
    }
  quoted = pel_selector_quote (kind->name.text);
  g_string_append_printf (text, "%s:%s", pel_role_to_string (kind->role), quoted);
}

static void
append_place (GString *text, const Writer *writer, Place place)
{
  gsize start = text->len;

  if (place == IN_APP || place == IN_ANCESTOR_OF_APP)
    append_text (text, "app", &writer->app);
  if (place == IN_WINDOW)
    append_text (text, "window", &writer->window.name);
  if (place == IN_ANCESTOR_OF_WINDOW)
    append_kind (text, &writer->window);
  if (place == IN_ANCESTOR_OF_APP || place == IN_ANCESTOR_OF_WINDOW)
    g_string_append (text, " >> ");
  if (is_in_ancestor (place))
    append_kind (text, &writer->ancestor);
  if (text->len > start)
    g_string_append (text, " >> ");
}

/* One that can stand behind “#” and cannot be taken for anything else. */
static gboolean
is_plain_id (const char *id)
{
  if (!g_ascii_isalpha (id[0]) && id[0] != '_')
    return FALSE;
  for (; *id != '\0'; id++)
    if (!g_ascii_isalnum (*id) && *id != '_' && *id != '-')
      return FALSE;
  return TRUE;
}

static void
append_id (GString *text, const char *id)
{
  g_autofree char *quoted = pel_selector_quote (id);

  if (is_plain_id (id))
    g_string_append_printf (text, "#%s", id);
  else
    g_string_append_printf (text, "id=%s", quoted);
}

static void
propose_ids (GPtrArray *proposals, const Writer *writer)
{
  static const Place places[] = { EVERYWHERE, IN_APP };

  if (writer->id == NULL)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const Count *count = &writer->counts[places[i]];
      GString     *text;

      if (count->position == 0 || count->n_elements > MAX_ID_READS ||
          writer->n_of_id[places[i]] != 1)
        continue;
      text = g_string_new (NULL);
      append_place (text, writer, places[i]);
      append_id (text, writer->id);
      g_ptr_array_add (proposals, g_string_free (text, FALSE));
    }
  if (writer->app.text != NULL && writer->n_of_role <= MAX_ID_READS &&
      writer->n_of_role_and_id == 1)
    {
      GString         *text = g_string_new (NULL);
      g_autofree char *quoted = pel_selector_quote (writer->id);

      append_text (text, "app", &writer->app);
      g_string_append_printf (text,
                              " && role=%s && id=%s",
                              pel_role_to_string (writer->kind.role),
                              quoted);
      g_ptr_array_add (proposals, g_string_free (text, FALSE));
    }
}

typedef enum
{
  BY_NAME,   /* only what has one, and is the only one */
  BY_NUMBER, /* nth(N), unless it is the only one */
} Manner;

/* clang-format off */
/* In the order of preference. Where it is sure, the count is what a resolver finds; the title that
 * the window system knows may be another one. */
static const struct { Place place; Manner manner; gboolean is_sure; } forms[] = {
  { EVERYWHERE,            BY_NAME,   TRUE  },
  { IN_APP,                BY_NAME,   TRUE  },
  { IN_WINDOW,             BY_NAME,   FALSE },
  { IN_ANCESTOR,           BY_NAME,   TRUE  },
  { IN_ANCESTOR_OF_APP,    BY_NAME,   TRUE  },
  { IN_ANCESTOR_OF_WINDOW, BY_NAME,   TRUE  },
  { IN_ANCESTOR,           BY_NUMBER, TRUE  },
  { IN_ANCESTOR_OF_APP,    BY_NUMBER, TRUE  },
  { IN_ANCESTOR_OF_WINDOW, BY_NUMBER, TRUE  },
  { IN_APP,                BY_NUMBER, TRUE  },
  { EVERYWHERE,            BY_NUMBER, TRUE  },
};
/* clang-format on */

static gboolean
is_worth_proposing (const Writer *writer, gsize form)
{
  const Count *count = &writer->counts[forms[form].place];

  if (count->position == 0)
    return FALSE;
  if (forms[form].manner == BY_NAME)
    return writer->kind.name.text != NULL && count->n_matches == 1;
  return !is_in_ancestor (forms[form].place) || count->n_anchors == 1;
}

static void
propose_forms (GPtrArray *proposals, const Writer *writer)
{
  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      const Count *count = &writer->counts[forms[i].place];
      GString     *text;

      if (!is_worth_proposing (writer, i))
        continue;
      text = g_string_new (NULL);
      append_place (text, writer, forms[i].place);
      append_kind (text, &writer->kind);
      if (count->n_matches > 1)
        g_string_append_printf (text, " >> nth(%u)", count->position);
      g_ptr_array_add (proposals, g_string_free (text, FALSE));
      if (forms[i].is_sure)
        return;
    }
  g_assert_not_reached ();
}

GPtrArray *
pel_selector_propose (PelSnapshot *snapshot, PelElementId id, const PelFacts *facts)
{
  GPtrArray *proposals;
  Writer     writer = { .snapshot = snapshot, .facts = facts };

  g_return_val_if_fail (PEL_IS_SNAPSHOT (snapshot), NULL);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= pel_snapshot_get_n_elements (snapshot),
                        NULL);

  proposals = g_ptr_array_new_with_free_func (g_free);
  writer.element = pel_snapshot_get_element (snapshot, id);
  writer.kind = kind_of (&writer.element);
  find_app (&writer);
  find_ancestor (&writer);
  find_window (&writer);
  find_id (&writer);
  count_all (&writer);
  propose_ids (proposals, &writer);
  propose_forms (proposals, &writer);
  g_free (writer.is_app);
  return proposals;
}
