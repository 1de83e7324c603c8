/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/naming.h"

#include "services/selector/element-caption.h"

#include <string.h>

/* Longer texts are named by their beginning. */
#define MAX_CHARS 64
#define CUT_CHARS 48

#define MAX_ID_BYTES 256

/* Less says nothing by itself. */
#define MIN_LASTING 4 /* bytes */

/* Of the ancestors with a name, so many are looked at. */
#define MAX_ANCESTORS 16

static PelWording
word (const char *text)
{
  PelWording wording = { NULL };

  if (text == NULL || text[0] == '\0')
    return wording;
  wording.text = text;
  wording.length = strlen (text);
  wording.is_cut = g_utf8_strlen (text, -1) > MAX_CHARS;
  if (wording.is_cut)
    wording.length = g_utf8_offset_to_pointer (text, CUT_CHARS) - text;
  return wording;
}

/* What comes before a number that counts something: “Inbox (3)”, “Memory - 27 MB”. The whole of a
 * text without one. */
static PelWording
word_lasting (const char *text)
{
  static const char *const separators = ":(-–—[·•";
  PelWording               wording = word (text);
  const char              *end = NULL; /* of what has been read but for separators and blanks */
  gboolean                 is_after = FALSE;

  for (const char *p = text; wording.text != NULL && *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isdigit (c) && is_after && end - text >= MIN_LASTING)
        {
          wording.length = MIN (wording.length, (gsize) (end - text));
          wording.is_cut = TRUE;
          return wording;
        }
      if (g_utf8_strchr (separators, -1, c) != NULL)
        is_after = TRUE;
      else if (!g_unichar_isspace (c))
        {
          is_after = FALSE;
          end = g_utf8_next_char (p);
        }
    }
  return wording;
}

static gboolean
wording_fits (const PelWording *self, const char *text)
{
  if (text == NULL || strncmp (text, self->text, self->length) != 0)
    return FALSE;
  return self->is_cut || text[self->length] == '\0';
}

static gboolean
is_visible (PelSnapshot *snapshot, PelElementId id)
{
  return (pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_VISIBLE) != 0;
}

/* A control may be called what stands on it. */
static gboolean
words_fit (const PelElementKind *self, PelSnapshot *snapshot, PelElementId id)
{
  return pel_snapshot_get_role (snapshot, id) == self->role &&
         (self->name.text == NULL ||
          wording_fits (&self->name, pel_snapshot_get_name (snapshot, id)) ||
          wording_fits (&self->name, pel_element_caption_find (snapshot, id)));
}

static gboolean
kind_fits (const PelElementKind *self, PelSnapshot *snapshot, PelElementId id)
{
  return (!self->is_visible || is_visible (snapshot, id)) && words_fit (self, snapshot, id);
}

static guint
count_kind (const PelElementKind *self, PelSnapshot *snapshot)
{
  guint n_elements = pel_snapshot_get_n_elements (snapshot);
  guint n_of_kind = 0;

  for (PelElementId id = 1; id <= n_elements; id++)
    n_of_kind += kind_fits (self, snapshot, id);
  return n_of_kind;
}

static PelElementKind
kind_of (PelSnapshot *snapshot, PelElementId id)
{
  return (PelElementKind){ .role = pel_snapshot_get_role (snapshot, id),
                           .name = word_lasting (pel_snapshot_get_name (snapshot, id)) };
}

/* What it is known by. */

/* Its name, unless there are fewer with what stands on it. */
static void
find_kind (PelNaming *self)
{
  const char    *caption = pel_element_caption_find (self->snapshot, self->element);
  PelElementKind other;

  self->kind = kind_of (self->snapshot, self->element);
  self->kind.is_visible = is_visible (self->snapshot, self->element);
  other = self->kind;
  other.name = word (pel_snapshot_get_name (self->snapshot, self->element));
  if (count_kind (&other, self->snapshot) < count_kind (&self->kind, self->snapshot))
    self->kind = other;
  if (caption == NULL)
    return;
  other = self->kind;
  other.name = word (caption);
  if (self->kind.name.text == NULL ||
      count_kind (&other, self->snapshot) < count_kind (&self->kind, self->snapshot))
    self->kind = other;
}

static void
find_app (PelNaming *self)
{
  guint n_programs = pel_snapshot_get_n_programs (self->snapshot);
  guint own = pel_snapshot_get_program_index (self->snapshot, self->element);

  self->app = word (pel_snapshot_get_program (self->snapshot, own)->name);
  self->is_app = g_new0 (gboolean, n_programs);
  for (guint i = 0; i < n_programs && self->app.text != NULL; i++)
    self->is_app[i] = wording_fits (&self->app, pel_snapshot_get_program (self->snapshot, i)->name);
}

/* Windows and documents are called after what is open in them just now. The only one of a program
 * needs no name. */
static gboolean
is_only_one (const PelNaming *self, PelElementId id)
{
  PelRole role = pel_snapshot_get_role (self->snapshot, id);
  guint   n = 0;

  if (self->app.text == NULL || !is_visible (self->snapshot, id) ||
      (!pel_role_is_window (role) && role != PEL_ROLE_DOCUMENT))
    return FALSE;
  for (PelElementId other = 1; other <= pel_snapshot_get_n_elements (self->snapshot); other++)
    n += self->is_app[pel_snapshot_get_program_index (self->snapshot, other)] &&
         is_visible (self->snapshot, other) &&
         (role == PEL_ROLE_DOCUMENT
              ? pel_snapshot_get_role (self->snapshot, other) == role
              : pel_role_is_window (pel_snapshot_get_role (self->snapshot, other)));
  return n == 1;
}

static void
find_window (PelNaming *self)
{
  PelElementId id = self->element;

  while ((id = pel_snapshot_get_parent (self->snapshot, id)) != PEL_ELEMENT_NONE)
    if (pel_role_is_window (pel_snapshot_get_role (self->snapshot, id)))
      {
        if (is_only_one (self, id))
          return;
        self->window = word (pel_snapshot_get_name (self->snapshot, id));
        return;
      }
}

static void
find_id (PelNaming *self)
{
  const char *id = NULL;
  guint       ref = pel_snapshot_get_ref (self->snapshot, self->element);

  if (self->facts != NULL)
    pel_facts_get (self->facts, ref, PEL_FACT_ID, &id);
  if (id != NULL && id[0] != '\0' && strlen (id) <= MAX_ID_BYTES)
    self->id = id;
}

/* The nearest first. Not the root of a program, nor its only window: they say no more than the
 * program's name. */
static guint
find_ancestors (PelNaming *self, PelElementKind *ancestors)
{
  PelElementId id = self->element;
  guint        n_ancestors = 0;

  while ((id = pel_snapshot_get_parent (self->snapshot, id)) != PEL_ELEMENT_NONE &&
         n_ancestors < MAX_ANCESTORS)
    {
      PelElementKind kind = kind_of (self->snapshot, id);
      gboolean       is_root = pel_snapshot_get_parent (self->snapshot, id) == PEL_ELEMENT_NONE;

      if (is_only_one (self, id))
        {
          if (kind.role != PEL_ROLE_DOCUMENT)
            continue;
          kind = (PelElementKind){ .role = kind.role, .is_visible = TRUE };
        }
      else if (kind.name.text == NULL || (is_root && self->app.text != NULL))
        continue;
      ancestors[n_ancestors++] = kind;
    }
  return n_ancestors;
}

static void
choose_ancestors (PelNaming *self)
{
  PelElementKind ancestors[MAX_ANCESTORS];
  guint          counts[MAX_ANCESTORS] = { 0 };
  guint          n_ancestors = find_ancestors (self, ancestors);
  guint          n_elements = pel_snapshot_get_n_elements (self->snapshot);

  if (n_ancestors == 0)
    return;
  self->has_near = TRUE;
  self->near = ancestors[0];
  for (PelElementId id = 1; id <= n_elements; id++)
    for (guint i = 0; i < n_ancestors; i++)
      counts[i] += kind_fits (&ancestors[i], self->snapshot, id);
  for (guint i = 0; i < n_ancestors; i++)
    if (counts[i] == 1)
      {
        self->has_outer = TRUE;
        self->outer = ancestors[i];
        return;
      }
}

/* What there is. */

static void
add_anchor (PelNaming *self, PelNamingPlace place, PelElementId id)
{
  PelNamingCount *count = &self->counts[place];

  count->n_anchors++;
  if (id > count->end)
    count->end = pel_snapshot_get_last_descendant (self->snapshot, id);
}

static gboolean
is_in (const PelNaming *self, PelNamingPlace place, PelElementId id)
{
  return id <= self->counts[place].end;
}

/* What comes after an anchor may be below it, the anchor itself is not: so this is done after @id
 * has been counted, and from the inside to the outside. */
static void
add_anchors (PelNaming *self, PelElementId id)
{
  if (self->has_near && kind_fits (&self->near, self->snapshot, id))
    {
      add_anchor (self, PEL_NAMING_IN_NEAR, id);
      if (is_in (self, PEL_NAMING_IN_APP, id))
        add_anchor (self, PEL_NAMING_IN_NEAR_OF_APP, id);
      if (is_in (self, PEL_NAMING_IN_OUTER, id))
        add_anchor (self, PEL_NAMING_IN_NEAR_OF_OUTER, id);
    }
  if (self->has_outer && kind_fits (&self->outer, self->snapshot, id))
    add_anchor (self, PEL_NAMING_IN_OUTER, id);
  if (self->window.text != NULL &&
      pel_role_is_window (pel_snapshot_get_role (self->snapshot, id)) &&
      wording_fits (&self->window, pel_snapshot_get_name (self->snapshot, id)))
    add_anchor (self, PEL_NAMING_IN_WINDOW, id);
  if (self->is_app[pel_snapshot_get_program_index (self->snapshot, id)])
    add_anchor (self, PEL_NAMING_IN_APP, id);
}

static gboolean
has_its_id (const PelNaming *self, PelElementId id)
{
  const char *other = NULL;

  return self->id != NULL &&
         pel_facts_get (self->facts,
                        pel_snapshot_get_ref (self->snapshot, id),
                        PEL_FACT_ID,
                        &other) &&
         g_strcmp0 (other, self->id) == 0;
}

static void
count_element (PelNaming *self, PelElementId id)
{
  gboolean is_worded = words_fit (&self->kind, self->snapshot, id);
  gboolean is_of_kind = is_worded && kind_fits (&self->kind, self->snapshot, id);
  gboolean has_id = has_its_id (self, id);

  for (guint place = 0; place < PEL_N_NAMING_PLACES; place++)
    {
      PelNamingCount *count = &self->counts[place];

      if (!is_in (self, place, id))
        continue;
      count->n_elements++;
      count->n_of_kind += is_of_kind;
      count->n_hidden += is_worded && !is_of_kind;
      count->n_of_id += has_id;
      if (id == self->element)
        count->position = count->n_of_kind;
    }
  if (pel_snapshot_get_role (self->snapshot, id) == self->kind.role &&
      self->is_app[pel_snapshot_get_program_index (self->snapshot, id)])
    {
      self->n_of_role++;
      self->n_of_role_and_id += has_id;
    }
}

void
pel_naming_init (PelNaming      *self,
                 PelSnapshot    *snapshot,
                 PelElementId    element,
                 const PelFacts *facts)
{
  guint n_elements = pel_snapshot_get_n_elements (snapshot);

  *self = (PelNaming){ .snapshot = snapshot, .facts = facts, .element = element };
  find_kind (self);
  find_app (self);
  find_window (self);
  find_id (self);
  choose_ancestors (self);
  self->counts[PEL_NAMING_EVERYWHERE].end = n_elements;
  for (PelElementId id = 1; id <= n_elements; id++)
    {
      count_element (self, id);
      add_anchors (self, id);
    }
}

void
pel_naming_clear (PelNaming *self)
{
  g_clear_pointer (&self->is_app, g_free);
}
