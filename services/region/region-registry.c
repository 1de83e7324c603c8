/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/region/region-registry.h"

#include "services/region/region-numbering.h"

struct _PelRegionRegistry
{
  GObject             parent_instance;
  PelRegionNumbering *numbering;
  PelRegionList      *list;   /* (nullable) */
  PelMonitorLayout   *layout; /* (nullable) */
  GPtrArray          *marks;  /* of PelRegionMark */
  GPtrArray          *asked;  /* of PelRegionMark: one at most */
  gboolean            is_asking;
  GError             *obstacle;
  gboolean            is_shown;
  guint               end_id; /* when the next highlight ends */
};

G_DEFINE_FINAL_TYPE (PelRegionRegistry, pel_region_registry, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
emit_changed (PelRegionRegistry *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
pel_region_registry_dispose (GObject *object)
{
  PelRegionRegistry *self = PEL_REGION_REGISTRY (object);

  g_clear_handle_id (&self->end_id, g_source_remove);
  G_OBJECT_CLASS (pel_region_registry_parent_class)->dispose (object);
}

static void
pel_region_registry_finalize (GObject *object)
{
  PelRegionRegistry *self = PEL_REGION_REGISTRY (object);

  pel_region_numbering_free (self->numbering);
  pel_region_list_unref (self->list);
  g_clear_pointer (&self->layout, pel_monitor_layout_unref);
  g_ptr_array_unref (self->marks);
  g_ptr_array_unref (self->asked);
  g_clear_error (&self->obstacle);
  G_OBJECT_CLASS (pel_region_registry_parent_class)->finalize (object);
}

static void
pel_region_registry_class_init (PelRegionRegistryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_region_registry_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_region_registry_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed",
                                          G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST,
                                          0,
                                          NULL,
                                          NULL,
                                          NULL,
                                          G_TYPE_NONE,
                                          0);
}

static void
pel_region_registry_init (PelRegionRegistry *self)
{
  self->numbering = pel_region_numbering_new ();
  self->marks = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_mark_free);
  self->asked = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_mark_free);
}

PelRegionRegistry *
pel_region_registry_new (void)
{
  return g_object_new (PEL_TYPE_REGION_REGISTRY, NULL);
}

/* TRUE: it is another one. */
static gboolean
replace_layout (PelRegionRegistry *self, const PelMonitorLayout *layout)
{
  if (self->layout != NULL && pel_monitor_layout_equal (self->layout, layout))
    return FALSE;
  g_clear_pointer (&self->layout, pel_monitor_layout_unref);
  self->layout = pel_monitor_layout_ref ((PelMonitorLayout *) layout);
  return TRUE;
}

void
pel_region_registry_update (PelRegionRegistry *self, PelFoundRegions *found)
{
  g_autoptr (PelFoundRegions) owned = found;
  g_autoptr (PelRegionList)   before = NULL;
  gboolean                    is_other_layout;

  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  pel_region_numbering_apply (self->numbering, owned, g_get_monotonic_time ());
  is_other_layout = replace_layout (self, owned->layout);
  before = self->list;
  self->list = pel_region_list_new (owned->scope,
                                    owned->layout,
                                    g_ptr_array_ref (owned->regions),
                                    owned->n_left_out);
  if (is_other_layout || !pel_region_list_equal (before, self->list))
    emit_changed (self);
}

PelRegionList *
pel_region_registry_get_list (PelRegionRegistry *self)
{
  g_return_val_if_fail (PEL_IS_REGION_REGISTRY (self), NULL);

  return self->list;
}

void
pel_region_registry_set_shown (PelRegionRegistry *self, gboolean is_shown)
{
  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  if (self->is_shown == is_shown)
    return;
  self->is_shown = is_shown;
  emit_changed (self);
}

gboolean
pel_region_registry_is_shown (PelRegionRegistry *self)
{
  g_return_val_if_fail (PEL_IS_REGION_REGISTRY (self), FALSE);

  return self->is_shown;
}

void
pel_region_registry_set_obstacle (PelRegionRegistry *self, const GError *error)
{
  gboolean had_none;

  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  had_none = self->obstacle == NULL;
  g_clear_error (&self->obstacle);
  if (error != NULL)
    self->obstacle = g_error_copy (error);
  if (had_none && error != NULL)
    emit_changed (self);
}

const GError *
pel_region_registry_get_obstacle (PelRegionRegistry *self)
{
  g_return_val_if_fail (PEL_IS_REGION_REGISTRY (self), NULL);

  return self->obstacle;
}

PelMonitorLayout *
pel_region_registry_get_layout (PelRegionRegistry *self)
{
  g_return_val_if_fail (PEL_IS_REGION_REGISTRY (self), NULL);

  return self->layout;
}

void
pel_region_registry_set_layout (PelRegionRegistry *self, const PelMonitorLayout *layout)
{
  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  if (replace_layout (self, layout))
    emit_changed (self);
}

/* Marks that end by themselves */

static PelRegionMark *
get_mark (PelRegionRegistry *self, guint position)
{
  return self->marks->pdata[position];
}

static void schedule_end (PelRegionRegistry *self);

static gboolean
end_cb (gpointer data)
{
  PelRegionRegistry *self = data;
  gint64             now = g_get_monotonic_time ();
  guint              n_before = self->marks->len;

  self->end_id = 0;
  for (guint i = self->marks->len; i > 0; i--)
    if (get_mark (self, i - 1)->until != 0 && get_mark (self, i - 1)->until <= now)
      g_ptr_array_remove_index (self->marks, i - 1);
  schedule_end (self);
  if (self->marks->len != n_before)
    emit_changed (self);
  return G_SOURCE_REMOVE;
}

static void
schedule_end (PelRegionRegistry *self)
{
  gint64 next = G_MAXINT64;
  gint64 left_ms;

  g_clear_handle_id (&self->end_id, g_source_remove);
  for (guint i = 0; i < self->marks->len; i++)
    if (get_mark (self, i)->until != 0)
      next = MIN (next, get_mark (self, i)->until);
  if (next == G_MAXINT64)
    return;
  left_ms = (next - g_get_monotonic_time ()) / 1000 + 1;
  self->end_id = g_timeout_add (CLAMP (left_ms, 0, G_MAXINT), end_cb, self);
}

static guint
remove_kind (PelRegionRegistry *self, PelMarkKind kind)
{
  guint n_before = self->marks->len;

  for (guint i = self->marks->len; i > 0; i--)
    if (get_mark (self, i - 1)->kind == kind)
      g_ptr_array_remove_index (self->marks, i - 1);
  return n_before - self->marks->len;
}

static int
compare_kinds (gconstpointer a, gconstpointer b)
{
  const PelRegionMark *mark_a = *(PelRegionMark *const *) a;
  const PelRegionMark *mark_b = *(PelRegionMark *const *) b;

  return (int) mark_b->kind - (int) mark_a->kind;
}

/* What matches first, then highlights, then what is selected: what the person does now lies on top.
 */
static void
take_mark (PelRegionRegistry *self, PelRegionMark *mark, PelMarkKind kind)
{
  mark->kind = kind;
  g_ptr_array_add (self->marks, mark);
  g_ptr_array_sort (self->marks, compare_kinds);
}

/* (nullable) (transfer full): the last one of a kind. */
static PelRegionMark *
steal_kind (PelRegionRegistry *self, PelMarkKind kind)
{
  for (guint i = self->marks->len; i > 0; i--)
    if (get_mark (self, i - 1)->kind == kind)
      return g_ptr_array_steal_index (self->marks, i - 1);
  return NULL;
}

void
pel_region_registry_set_asked (PelRegionRegistry *self, PelRegionMark *mark)
{
  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  g_ptr_array_set_size (self->asked, 0);
  if (mark != NULL)
    {
      mark->kind = PEL_MARK_ASKED;
      g_ptr_array_add (self->asked, mark);
    }
  self->is_asking = TRUE;
  emit_changed (self);
}

void
pel_region_registry_end_asking (PelRegionRegistry *self)
{
  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  if (!self->is_asking)
    return;
  g_ptr_array_set_size (self->asked, 0);
  self->is_asking = FALSE;
  emit_changed (self);
}

gboolean
pel_region_registry_is_asking (PelRegionRegistry *self)
{
  g_return_val_if_fail (PEL_IS_REGION_REGISTRY (self), FALSE);

  return self->is_asking;
}

void
pel_region_registry_set_hovered (PelRegionRegistry *self, PelRegionMark *mark)
{
  g_autoptr (PelRegionMark) before = NULL;

  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  before = steal_kind (self, PEL_MARK_HOVERED);
  if (mark != NULL)
    take_mark (self, mark, PEL_MARK_HOVERED);
  if (before != mark && (before == NULL || mark == NULL || !pel_region_mark_equal (before, mark)))
    emit_changed (self);
}

static void
replace_kind (PelRegionRegistry *self, PelMarkKind kind, GPtrArray *marks)
{
  gboolean is_changed = remove_kind (self, kind) > 0 || marks->len > 0;

  while (marks->len > 0)
    take_mark (self, g_ptr_array_steal_index (marks, 0), kind);
  g_ptr_array_unref (marks);
  if (is_changed)
    emit_changed (self);
}

void
pel_region_registry_set_selected (PelRegionRegistry *self, GPtrArray *marks)
{
  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  replace_kind (self, PEL_MARK_SELECTED, marks);
}

void
pel_region_registry_set_matched (PelRegionRegistry *self, GPtrArray *marks)
{
  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  if (marks->len > PEL_MAX_HIGHLIGHTS)
    g_ptr_array_set_size (marks, PEL_MAX_HIGHLIGHTS);
  replace_kind (self, PEL_MARK_MATCHED, marks);
}

void
pel_region_registry_add_highlight (PelRegionRegistry *self, PelRegionMark *mark)
{
  guint n_highlights = 0, oldest = 0;

  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  take_mark (self, mark, PEL_MARK_HIGHLIGHT);
  for (guint i = self->marks->len; i > 0; i--)
    if (get_mark (self, i - 1)->kind == PEL_MARK_HIGHLIGHT)
      {
        n_highlights++;
        oldest = i - 1;
      }
  if (n_highlights > PEL_MAX_HIGHLIGHTS)
    g_ptr_array_remove_index (self->marks, oldest);
  schedule_end (self);
  emit_changed (self);
}

void
pel_region_registry_clear_marks (PelRegionRegistry *self, PelMarkKind kind)
{
  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  if (remove_kind (self, kind) == 0)
    return;
  schedule_end (self);
  emit_changed (self);
}

GPtrArray *
pel_region_registry_get_marks (PelRegionRegistry *self)
{
  g_return_val_if_fail (PEL_IS_REGION_REGISTRY (self), NULL);

  return self->is_asking ? self->asked : self->marks;
}

static gboolean
follow_all (GPtrArray *marks, PelSnapshot *snapshot)
{
  gboolean is_changed = FALSE;

  for (guint i = marks->len; i > 0; i--)
    {
      PelMarkNews news = pel_region_mark_follow (marks->pdata[i - 1], snapshot);

      is_changed |= news == PEL_MARK_IS_CHANGED || news == PEL_MARK_IS_GONE;
      if (news == PEL_MARK_IS_GONE)
        g_ptr_array_remove_index (marks, i - 1);
    }
  return is_changed;
}

static gboolean
forget (GPtrArray *marks, const char *bus_name)
{
  guint n_before = marks->len;

  for (guint i = marks->len; i > 0; i--)
    if (g_str_equal (((const PelRegionMark *) marks->pdata[i - 1])->program, bus_name))
      g_ptr_array_remove_index (marks, i - 1);
  return marks->len != n_before;
}

void
pel_region_registry_follow (PelRegionRegistry *self, PelSnapshot *snapshot)
{
  gboolean is_changed;

  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  is_changed = follow_all (self->marks, snapshot);
  is_changed |= follow_all (self->asked, snapshot);
  if (pel_snapshot_get_desktop (snapshot) != NULL)
    is_changed |=
        replace_layout (self, pel_desktop_get_layout (pel_snapshot_get_desktop (snapshot)));
  if (is_changed)
    emit_changed (self);
}

void
pel_region_registry_forget_program (PelRegionRegistry *self, const char *bus_name)
{
  gboolean is_changed;

  g_return_if_fail (PEL_IS_REGION_REGISTRY (self));

  is_changed = forget (self->marks, bus_name);
  is_changed |= forget (self->asked, bus_name);
  if (is_changed)
    emit_changed (self);
}
