/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/text-layer.h"

#include <atspi/atspi-constants.h>
#include <string.h>

#define PREFIX ":ocr."

#define TEXT_FLAGS (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)
/* One window on its way into a snapshot. */
typedef struct
{
  PelSnapshot        *snapshot;
  PelSnapshotBuilder *builder;
  const PelTextLeaf  *leaf;
  const PelMonitor   *monitor;
  char               *bus_name;
  PelElementId        root;    /* PEL_ELEMENT_NONE: the window has no element */
  PelElementId        parent;  /* of texts where nothing is: the root, or one that was made */
  guint               program; /* of that */
  GHashTable         *names;   /* (nullable) what is said → GArray of PelElementId */
} Layer;

char *
pel_text_dup_bus_name (const char *window_id)
{
  return g_strconcat (PREFIX, window_id, NULL);
}

const char *
pel_text_get_window_id (const char *bus_name)
{
  return bus_name != NULL && g_str_has_prefix (bus_name, PREFIX) ? bus_name + strlen (PREFIX)
                                                                 : NULL;
}

char *
pel_text_dup_path (guint ref)
{
  return g_strdup_printf ("/e%u", ref);
}

guint
pel_text_get_ref (const char *path)
{
  guint64 ref;

  if (!g_str_has_prefix (path, "/e") ||
      !g_ascii_string_to_unsigned (path + strlen ("/e"), 10, 1, G_MAXUINT, &ref, NULL))
    return 0;
  return (guint) ref;
}

/* What is already there */

/* (transfer full): a space for each stretch of white space, none around it. */
static char *
normalize (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\n\r", -1);
  GString       *normal = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0')
      g_string_append_printf (normal, "%s%s", normal->len > 0 ? " " : "", words[i]);
  return g_string_free (normal, FALSE);
}

static void
add_name (GHashTable *names, PelSnapshot *snapshot, PelElementId id)
{
  g_autofree char *name = normalize (pel_snapshot_get_name (snapshot, id));
  GArray          *ids = g_hash_table_lookup (names, name);

  if (name[0] == '\0')
    return;
  if (ids == NULL)
    {
      ids = g_array_new (FALSE, FALSE, sizeof (PelElementId));
      g_hash_table_insert (names, g_steal_pointer (&name), ids);
    }
  g_array_append_val (ids, id);
}

/* A window is not the text in it, though they may be called alike. */
static GHashTable *
collect_names (PelSnapshot *snapshot, PelElementId root)
{
  GHashTable *names =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  guint needed = PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE;

  for (PelElementId id = root + 1; id <= pel_snapshot_get_last_descendant (snapshot, root); id++)
    if ((pel_snapshot_get_flags (snapshot, id) & needed) == needed &&
        !pel_role_is_window (pel_snapshot_get_role (snapshot, id)))
      add_name (names, snapshot, id);
  return names;
}

static gboolean
is_usable (PelSnapshot *snapshot, PelElementId id)
{
  PelElement element = pel_snapshot_get_element (snapshot, id);

  return pel_is_interactive (element.role, element.states, element.patterns);
}

static double
get_area (PelSnapshot *snapshot, PelElementId id)
{
  PelNativeRect bounds = pel_snapshot_get_bounds (snapshot, id);

  return bounds.width * bounds.height;
}

/* Of things with the same name in the same place, the one that can be used stands for all, or else
 * the smallest. */
static gboolean
is_better (PelSnapshot *snapshot, PelElementId id, PelElementId than)
{
  gboolean is_one_usable;

  if (than == PEL_ELEMENT_NONE)
    return TRUE;
  is_one_usable = is_usable (snapshot, id);
  if (is_one_usable != is_usable (snapshot, than))
    return is_one_usable;
  return get_area (snapshot, id) < get_area (snapshot, than);
}

/* PEL_ELEMENT_NONE: no element is this text. */
static PelElementId
find_same (const Layer *self, const char *text, PelNativePoint middle)
{
  g_autofree char *name = normalize (text);
  GArray          *ids = self->names != NULL ? g_hash_table_lookup (self->names, name) : NULL;
  PelElementId     best = PEL_ELEMENT_NONE;

  for (guint i = 0; ids != NULL && i < ids->len; i++)
    {
      PelElementId  id = g_array_index (ids, PelElementId, i);
      PelNativeRect rect;

      if (pel_snapshot_get_visible_rect (self->snapshot, id, &rect) &&
          pel_native_rect_contains (&rect, middle) && is_better (self->snapshot, id, best))
        best = id;
    }
  return best;
}

/* Adding */

static PelNativeRect
map_box (const Layer *self, const PelImageRect *box)
{
  PelPhysicalRect rect = {
    self->leaf->rect.x + box->x, self->leaf->rect.y + box->y, box->width, box->height
  };

  return pel_monitor_rect_to_native (self->monitor, &rect);
}

static PelNativePoint
get_middle (const PelNativeRect *rect)
{
  return (PelNativePoint){ rect->x + rect->width / 2, rect->y + rect->height / 2 };
}

/* Below what is drawn there: a text on a button does not cover it, but is a part of it. */
static PelElementId
find_parent (const Layer *self, PelNativePoint middle)
{
  PelElementId hit = PEL_ELEMENT_NONE;

  if (self->root != PEL_ELEMENT_NONE)
    hit = pel_snapshot_hit_test_within (self->snapshot, self->root, middle);
  return hit != PEL_ELEMENT_NONE ? hit : self->parent;
}

static PelElementId
add_text (
    const Layer *self, const PelTextRun *run, guint ref, PelElementId parent, PelNativeRect bounds)
{
  g_autofree char *path = pel_text_dup_path (ref);

  return pel_snapshot_builder_add (self->builder,
                                   &(PelElement){ .parent = parent,
                                                  .program = self->program,
                                                  .ref = ref,
                                                  .role = PEL_ROLE_TEXT,
                                                  .native_role = ATSPI_ROLE_LABEL,
                                                  .states = PEL_TEXT_STATES,
                                                  .flags = TEXT_FLAGS,
                                                  .place = PEL_PLACE_KNOWN,
                                                  .name = run->text,
                                                  .value = "",
                                                  .bus_name = self->bus_name,
                                                  .path = path,
                                                  .bounds = bounds,
                                                  .origin = PEL_ORIGIN_OCR,
                                                  .ocr = run->confidence });
}

/* Which words of a line are elements already; returns how many. */
static guint
note_words (const Layer *self, const PelTextLine *line, gboolean *is_noted)
{
  guint n_noted = 0;

  for (guint i = 0; i < line->n_words; i++)
    {
      const PelTextRun *word =
          pel_text_page_get_word (self->leaf->entry->page, line->first_word + i);
      PelNativeRect bounds = map_box (self, &word->box);
      PelElementId  same = find_same (self, word->text, get_middle (&bounds));

      is_noted[i] = same != PEL_ELEMENT_NONE;
      if (!is_noted[i])
        continue;
      pel_snapshot_builder_note_text (self->builder, same, word->confidence);
      n_noted++;
    }
  return n_noted;
}

static gboolean
is_secret (const Layer *self, PelElementId id)
{
  for (; id != PEL_ELEMENT_NONE && id <= pel_snapshot_get_n_elements (self->snapshot);
       id = pel_snapshot_get_parent (self->snapshot, id))
    if ((pel_snapshot_get_flags (self->snapshot, id) &
         (PEL_ELEMENT_IS_SECRET | PEL_ELEMENT_IS_BLOCKED)) != 0)
      return TRUE;
  return FALSE;
}

static void
add_line (const Layer *self, guint index)
{
  const PelTextEntry  *entry = self->leaf->entry;
  const PelTextLine   *line = pel_text_page_get_line (entry->page, index);
  PelNativeRect        bounds = map_box (self, &line->run.box);
  PelElementId         same = find_same (self, line->run.text, get_middle (&bounds));
  PelElementId         parent = find_parent (self, get_middle (&bounds));
  g_autofree gboolean *is_noted = g_new0 (gboolean, line->n_words);
  PelElementId         id;

  if (is_secret (self, parent))
    return;
  if (same != PEL_ELEMENT_NONE)
    {
      pel_snapshot_builder_note_text (self->builder, same, line->run.confidence);
      return;
    }
  if (note_words (self, line, is_noted) == line->n_words)
    return;
  id = add_text (self, &line->run, entry->line_refs[index], parent, bounds);
  for (guint i = 0; id != PEL_ELEMENT_NONE && line->n_words > 1 && i < line->n_words; i++)
    {
      const PelTextRun *word = pel_text_page_get_word (entry->page, line->first_word + i);

      if (!is_noted[i])
        add_text (self,
                  word,
                  entry->word_refs[line->first_word + i],
                  id,
                  map_box (self, &word->box));
    }
}

/* A window that tells nothing of itself is known by its text alone. */
static void
add_window (Layer *self, PelWindow *window)
{
  const PelWindowInfo *info = pel_window_get_info (window);
  PelStates            active = 0;

  if ((info->states & PEL_WINDOW_ACTIVE) != 0)
    active = PEL_STATE_BIT (PEL_STATE_ACTIVE);
  self->program =
      pel_snapshot_builder_add_program (self->builder,
                                        &(PelSnapshotProgram){ .bus_name = self->bus_name,
                                                               .name = info->process_name != NULL
                                                                           ? info->process_name
                                                                           : info->app,
                                                               .pid = info->pid,
                                                               .is_answering = TRUE });
  self->parent = pel_snapshot_builder_add (self->builder,
                                           &(PelElement){ .program = self->program,
                                                          .role = PEL_ROLE_WINDOW,
                                                          .native_role = ATSPI_ROLE_FRAME,
                                                          .states = PEL_TEXT_STATES | active,
                                                          .flags = TEXT_FLAGS,
                                                          .place = PEL_PLACE_KNOWN,
                                                          .name = info->title,
                                                          .value = "",
                                                          .bus_name = self->bus_name,
                                                          .path = "/",
                                                          .bounds = info->content,
                                                          .origin = PEL_ORIGIN_OCR });
  pel_snapshot_builder_add_surface (self->builder, self->leaf->window, self->parent);
}

static const PelMonitor *
find_monitor (PelDesktop *desktop, const PelPhysicalRect *rect)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);
  PelPhysicalPoint        middle = { rect->x + rect->width / 2, rect->y + rect->height / 2 };
  const PelMonitor       *monitor = pel_monitor_layout_find_physical (layout, middle);

  if (monitor == NULL)
    monitor = pel_monitor_layout_find_physical (layout, (PelPhysicalPoint){ rect->x, rect->y });
  return monitor != NULL ? monitor : pel_monitor_layout_get_monitor (layout, 0);
}

static void
add_leaf (PelSnapshot *snapshot, PelSnapshotBuilder *builder, const PelTextLeaf *leaf)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (snapshot);
  PelWindow  *window = pel_desktop_get_window (desktop, leaf->window);
  Layer       self = { snapshot, builder, leaf, find_monitor (desktop, &leaf->rect) };

  self.bus_name = pel_text_dup_bus_name (leaf->entry->window_id);
  self.root = pel_snapshot_find_window_root (snapshot, leaf->window);
  self.parent = self.root;
  if (self.root != PEL_ELEMENT_NONE)
    {
      self.program = pel_snapshot_get_program_index (snapshot, self.root);
      self.names = collect_names (snapshot, self.root);
    }
  else
    add_window (&self, window);
  for (guint i = 0; i < leaf->entry->page->lines->len; i++)
    add_line (&self, i);
  g_clear_pointer (&self.names, g_hash_table_unref);
  g_free (self.bus_name);
}

PelSnapshot *
pel_text_layer_apply (PelSnapshot       *snapshot,
                      const PelTextLeaf *leaves,
                      guint              n_leaves,
                      PelTextExtent      extent,
                      guint64            number)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new_from (snapshot);

  pel_snapshot_builder_set_id (builder, number);
  if (extent == PEL_TEXT_COMPLETE)
    pel_snapshot_builder_set_has_text (builder);
  for (guint i = 0; i < n_leaves; i++)
    add_leaf (snapshot, builder, &leaves[i]);
  return pel_snapshot_builder_finish (builder);
}
