/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/region/region-tracker.h"

#include "services/base/error.h"

#include <unistd.h>

#define FRAME_MS   16
#define RETRY_MS   1000
#define TIMEOUT_MS 1000

/* Programs whose marks are followed in addition to the scope. */
#define MAX_PROGRAMS 16

struct _PelRegionTracker
{
  GObject            parent_instance;
  PelElementSource  *source;
  PelRegionRegistry *registry;
  PelRegionScope     scope; /* its target is our own */
  gboolean           is_showing, is_ready;
  char              *window; /* (nullable) the active window that was not ours, the last time */
  gboolean           is_ours_active;

  /* The round of looks that is under way: first at the scope, then at what else is followed. */
  gboolean      is_looking, is_dirty, is_watching;
  guint         generation; /* counts the scopes: a look for an earlier one is for nothing */
  guint         round_generation;
  gboolean      is_scope_done;
  GHashTable   *done;    /* bus names of the programs that this round has seen */
  char         *program; /* (nullable) the one that is looked at now */
  gint64        round_time;
  GCancellable *cancellable;
  guint         rest_id, retry_id;
  gulong        source_id, registry_id;
};

G_DEFINE_FINAL_TYPE (PelRegionTracker, pel_region_tracker, G_TYPE_OBJECT)

static guint ready_signal;

/* clang-format off */
static const PelLookKind look_kinds[] = {
  [PEL_REGIONS_OF_ACTIVE_WINDOW] = PEL_LOOK_ACTIVE_WINDOW,
  [PEL_REGIONS_OF_WINDOW]        = PEL_LOOK_WINDOW,
  [PEL_REGIONS_OF_APP]           = PEL_LOOK_APP,
  [PEL_REGIONS_OF_DESKTOP]       = PEL_LOOK_DESKTOP,
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (look_kinds) == PEL_N_REGION_SCOPES);

static void look (PelRegionTracker *self);
static void advance (PelRegionTracker *self);

static gboolean
rest_cb (gpointer data)
{
  PelRegionTracker *self = data;

  self->rest_id = 0;
  if (self->is_dirty)
    look (self);
  return G_SOURCE_REMOVE;
}

static gboolean
retry_cb (gpointer data)
{
  PelRegionTracker *self = data;

  self->retry_id = 0;
  look (self);
  return G_SOURCE_REMOVE;
}

/* However large the programs are and however often they change, half of the time is for others. */
static void
end_round (PelRegionTracker *self)
{
  guint took_ms = (g_get_monotonic_time () - self->round_time) / 1000 + 1;

  self->is_looking = FALSE;
  if (!self->is_watching)
    return;
  if (self->round_generation != self->generation)
    look (self);
  else if (self->rest_id == 0)
    self->rest_id = g_timeout_add (MAX (took_ms, FRAME_MS), rest_cb, self);
}

static void
note_programs (PelRegionTracker *self, PelSnapshot *snapshot)
{
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    g_hash_table_add (self->done, g_strdup (pel_snapshot_get_program (snapshot, i)->bus_name));
}

/* Which window counts as the active one. TRUE: it is another one than was looked at. */
static gboolean
note_active (PelRegionTracker *self, PelSnapshot *snapshot)
{
  PelWindow           *active = pel_desktop_find_active (pel_snapshot_get_desktop (snapshot));
  const PelWindowInfo *info = active != NULL ? pel_window_get_info (active) : NULL;
  gboolean             was_ours = self->is_ours_active;

  self->is_ours_active = info != NULL && info->pid == getpid () && self->window != NULL;
  if (info != NULL && info->pid != getpid ())
    {
      g_free (self->window);
      self->window = g_strdup (info->id);
    }
  return was_ours != self->is_ours_active;
}

static void
set_ready (PelRegionTracker *self)
{
  if (self->is_ready)
    return;
  self->is_ready = TRUE;
  g_signal_emit (self, ready_signal, 0);
}

/* What is looked at in place of the scope. */
static PelRegionScope
get_effective_scope (PelRegionTracker *self)
{
  PelRegionScope scope = self->scope;

  if (scope.kind == PEL_REGIONS_OF_ACTIVE_WINDOW && self->is_ours_active)
    {
      scope.kind = PEL_REGIONS_OF_WINDOW;
      scope.target = self->window;
    }
  return scope;
}

static void
take_snapshot (PelRegionTracker *self, PelSnapshot *snapshot)
{
  PelRegionScope scope;

  if (self->scope.kind == PEL_REGIONS_OF_ACTIVE_WINDOW && note_active (self, snapshot))
    return; /* is_scope_done stays FALSE: the right one is looked at next */
  scope = get_effective_scope (self);
  self->is_scope_done = TRUE;
  pel_region_registry_update (self->registry, pel_region_builder_build (&scope, snapshot));
  note_programs (self, snapshot);
  pel_region_registry_follow (self->registry, snapshot);
  set_ready (self);
}

/* Nothing that can be seen has no regions. Where that is so because there is no such window, a
 * change will tell when there is; else it is tried again. */
static void
take_error (PelRegionTracker *self, const GError *error)
{
  PelMonitorLayout *layout = pel_region_registry_get_layout (self->registry);

  self->is_scope_done = TRUE;
  if (self->is_ours_active)
    g_clear_pointer (&self->window, g_free); /* that was the one which is not found */
  self->is_ours_active = FALSE;
  if (layout != NULL)
    {
      pel_region_registry_update (self->registry, pel_found_regions_new ("none", layout));
      set_ready (self);
    }
  if (!g_error_matches (error, PEL_ERROR, PEL_ERROR_WINDOW_NOT_FOUND) &&
      !g_error_matches (error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND) && self->retry_id == 0)
    self->retry_id = g_timeout_add (RETRY_MS, retry_cb, self);
}

static void
scope_looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PelRegionTracker) self = data;
  g_autoptr (GError)           error = NULL;
  g_autoptr (PelSnapshot)      snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (self->round_generation == self->generation && self->is_watching)
    {
      if (snapshot != NULL)
        take_snapshot (self, snapshot);
      else
        take_error (self, error);
    }
  advance (self);
}

static void
program_looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PelRegionTracker) self = data;
  g_autoptr (GError)           error = NULL;
  g_autoptr (PelSnapshot)      snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (snapshot != NULL)
    pel_region_registry_follow (self->registry, snapshot);
  else if (g_error_matches (error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND))
    pel_region_registry_forget_program (self->registry, self->program);
  advance (self);
}

static void
look_at (PelRegionTracker *self, PelLook look, GAsyncReadyCallback callback)
{
  look.flags = PEL_LOOK_VALUES | PEL_LOOK_KNOWN_TEXT;
  look.timeout_ms = TIMEOUT_MS;
  pel_element_source_look_async (self->source,
                                 &look,
                                 self->cancellable,
                                 callback,
                                 g_object_ref (self));
}

/* (nullable): a program with a mark that this round has not seen. */
static const char *
find_next_program (PelRegionTracker *self)
{
  GPtrArray *marks = pel_region_registry_get_marks (self->registry);

  for (guint i = 0; i < marks->len && g_hash_table_size (self->done) < MAX_PROGRAMS; i++)
    {
      const PelRegionMark *mark = marks->pdata[i];

      if (!g_hash_table_contains (self->done, mark->program))
        return mark->program;
    }
  return NULL;
}

/* The next step of the round. */
static void
advance (PelRegionTracker *self)
{
  PelRegionScope scope;
  const char    *program;

  if (!self->is_watching || self->round_generation != self->generation)
    {
      end_round (self);
      return;
    }
  if (self->is_showing && !self->is_scope_done)
    {
      scope = get_effective_scope (self);
      look_at (self, pel_region_scope_get_look (&scope), scope_looked_cb);
      return;
    }
  program = find_next_program (self);
  if (program == NULL)
    {
      end_round (self);
      return;
    }
  g_hash_table_add (self->done, g_strdup (program));
  g_free (self->program);
  self->program = g_strdup (program);
  look_at (self, (PelLook){ .kind = PEL_LOOK_PROGRAM, .target = self->program }, program_looked_cb);
}

static void
look (PelRegionTracker *self)
{
  if (!self->is_watching || self->is_looking || self->rest_id != 0)
    {
      self->is_dirty = TRUE;
      return;
    }
  self->is_looking = TRUE;
  self->is_dirty = FALSE;
  self->is_scope_done = FALSE;
  self->round_generation = self->generation;
  self->round_time = g_get_monotonic_time ();
  g_hash_table_remove_all (self->done);
  advance (self);
}

static void
changed_cb (PelElementSource *source, gpointer data)
{
  look (data);
}

/* What was looked at so far is of no use any more. The look may end while it is cancelled. */
static void
drop_look (PelRegionTracker *self)
{
  g_autoptr (GCancellable) cancellable = self->cancellable;

  self->generation++;
  self->cancellable = g_cancellable_new ();
  g_clear_handle_id (&self->rest_id, g_source_remove);
  g_clear_handle_id (&self->retry_id, g_source_remove);
  g_cancellable_cancel (cancellable);
}

static void
start_watching (PelRegionTracker *self)
{
  self->is_watching = TRUE;
  pel_element_source_start_watching (self->source);
  look (self);
}

static void
stop_watching (PelRegionTracker *self)
{
  self->is_watching = FALSE;
  drop_look (self);
  pel_element_source_stop_watching (self->source);
}

/* Watching costs: no one does it for nothing. */
static void
update_watching (PelRegionTracker *self)
{
  gboolean is_needed = self->is_showing || pel_region_registry_get_marks (self->registry)->len > 0;

  if (is_needed && !self->is_watching)
    start_watching (self);
  else if (!is_needed && self->is_watching)
    stop_watching (self);
}

static void
registry_changed_cb (PelRegionRegistry *registry, gpointer data)
{
  update_watching (data);
}

static void
pel_region_tracker_dispose (GObject *object)
{
  PelRegionTracker *self = PEL_REGION_TRACKER (object);

  g_clear_signal_handler (&self->registry_id, self->registry);
  g_clear_signal_handler (&self->source_id, self->source);
  if (self->is_watching)
    stop_watching (self);
  g_clear_object (&self->source);
  g_clear_object (&self->registry);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (pel_region_tracker_parent_class)->dispose (object);
}

static void
pel_region_tracker_finalize (GObject *object)
{
  PelRegionTracker *self = PEL_REGION_TRACKER (object);

  g_free ((char *) self->scope.target);
  g_free (self->window);
  g_free (self->program);
  g_hash_table_unref (self->done);
  G_OBJECT_CLASS (pel_region_tracker_parent_class)->finalize (object);
}

static void
pel_region_tracker_class_init (PelRegionTrackerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_region_tracker_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_region_tracker_finalize;
  ready_signal = g_signal_new ("ready",
                               PEL_TYPE_REGION_TRACKER,
                               G_SIGNAL_RUN_LAST,
                               0,
                               NULL,
                               NULL,
                               NULL,
                               G_TYPE_NONE,
                               0);
}

static void
pel_region_tracker_init (PelRegionTracker *self)
{
  self->done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->cancellable = g_cancellable_new ();
}

PelLook
pel_region_scope_get_look (const PelRegionScope *scope)
{
  return (PelLook){ .kind = look_kinds[scope->kind], .target = scope->target };
}

PelRegionTracker *
pel_region_tracker_new (PelElementSource *source, PelRegionRegistry *registry)
{
  PelRegionTracker *self = g_object_new (PEL_TYPE_REGION_TRACKER, NULL);

  self->source = g_object_ref (source);
  self->registry = g_object_ref (registry);
  self->source_id = g_signal_connect (source, "changed", G_CALLBACK (changed_cb), self);
  self->registry_id =
      g_signal_connect (registry, "changed", G_CALLBACK (registry_changed_cb), self);
  return self;
}

static void
begin_scope (PelRegionTracker *self, gboolean is_showing)
{
  self->is_showing = is_showing;
  self->is_ready = FALSE;
  drop_look (self);
  update_watching (self);
  if (self->is_watching && self->round_generation != self->generation)
    look (self);
  pel_region_registry_set_shown (self->registry, is_showing);
}

void
pel_region_tracker_show (PelRegionTracker *self, const PelRegionScope *scope)
{
  char *target;

  g_return_if_fail (PEL_IS_REGION_TRACKER (self));

  target = g_strdup (scope->target);
  g_free ((char *) self->scope.target);
  self->scope = *scope;
  self->scope.target = target;
  begin_scope (self, TRUE);
}

void
pel_region_tracker_hide (PelRegionTracker *self)
{
  g_return_if_fail (PEL_IS_REGION_TRACKER (self));

  if (self->is_showing)
    begin_scope (self, FALSE);
}

const PelRegionScope *
pel_region_tracker_get_scope (PelRegionTracker *self)
{
  g_return_val_if_fail (PEL_IS_REGION_TRACKER (self), NULL);

  return self->is_showing ? &self->scope : NULL;
}

gboolean
pel_region_tracker_is_ready (PelRegionTracker *self)
{
  g_return_val_if_fail (PEL_IS_REGION_TRACKER (self), FALSE);

  return self->is_ready;
}
