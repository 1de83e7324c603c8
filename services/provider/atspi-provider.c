/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-provider.h"

#include "services/base/error.h"
#include "services/base/guard.h"
#include "services/provider/atspi-look.h"
#include "services/provider/atspi-naming.h"
#include "services/provider/atspi-snapshot.h"
#include "services/provider/desktop-keeper.h"
#include "services/provider/placement.h"
#include "services/provider/traffic-ledger.h"

#include <glib/gi18n.h>
#include <unistd.h>

#define POLL_MS       250
#define FRAME_MS      16
#define LEASE_SECONDS 10 /* how long a client counts as recent */

struct _PelAtspiProvider
{
  GObject parent_instance;

  PelDesktopKeeper *desktop;
  PelAtspiBus      *bus;
  PelRefCounter    *refs;
  PelRefCounter    *snapshots;
  PelTrafficLedger *traffic;
  PelA11yKeeper    *keeper; /* (nullable) borrowed */

  GPtrArray   *looks; /* of PelAtspiLook */
  guint        advance_id;
  guint64      generation;    /* of all trees together */
  PelSnapshot *last_snapshot; /* of @last_programs at @last_generation */
  GPtrArray   *last_programs; /* compared only */
  guint64      last_generation;

  guint  n_watchers;
  guint  lease_id, poll_id, tell_id;
  gint64 last_told;
};

static void pel_atspi_provider_source_init (PelElementSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelAtspiProvider,
                               pel_atspi_provider,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_ELEMENT_SOURCE,
                                                      pel_atspi_provider_source_init))

/* Looks */

static gboolean
is_same_programs (GPtrArray *a, GPtrArray *b)
{
  if (a == NULL || a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (a->pdata[i] != b->pdata[i])
      return FALSE;
  return TRUE;
}

static PelSnapshot *
dup_snapshot (PelAtspiProvider *self, GPtrArray *programs)
{
  PelDesktop *desktop = pel_desktop_keeper_get (self->desktop);

  if (self->last_snapshot != NULL && self->last_generation == self->generation &&
      pel_snapshot_get_desktop (self->last_snapshot) == desktop &&
      is_same_programs (self->last_programs, programs))
    return g_object_ref (self->last_snapshot);

  g_clear_object (&self->last_snapshot);
  g_clear_pointer (&self->last_programs, g_ptr_array_unref);
  self->last_snapshot = pel_atspi_snapshot_new (programs,
                                                self->bus,
                                                desktop,
                                                self->refs,
                                                pel_ref_counter_take (self->snapshots));
  self->last_programs = g_ptr_array_copy (programs, NULL, NULL);
  self->last_generation = self->generation;
  return g_object_ref (self->last_snapshot);
}

static gboolean
advance_cb (gpointer data)
{
  PelAtspiProvider *self = data;

  self->advance_id = 0;
  /* from the end: a look that ends leaves the list */
  for (guint i = self->looks->len; i > 0; i--)
    {
      PelAtspiLook *look = self->looks->pdata[i - 1];
      GError       *error = NULL;
      GPtrArray    *programs =
          pel_atspi_look_advance (look, pel_desktop_keeper_get (self->desktop), self->bus, &error);

      if (programs != NULL)
        pel_atspi_look_return (look, dup_snapshot (self, programs));
      else if (error != NULL)
        pel_atspi_look_fail (look, error);
      if (programs != NULL || error != NULL)
        g_ptr_array_remove_index (self->looks, i - 1);
    }
  return G_SOURCE_REMOVE;
}

static void
advance_soon (PelAtspiProvider *self)
{
  if (self->advance_id == 0)
    self->advance_id = g_idle_add_full (PEL_BUS_PRIORITY, advance_cb, self, NULL);
}

static void
woken_cb (PelAtspiLook *look, gpointer data)
{
  advance_soon (data);
}

/* Those that have not begun yet. */
static void
fail_looks (PelAtspiProvider *self, const GError *error)
{
  for (guint i = self->looks->len; i > 0; i--)
    if (!pel_atspi_look_has_begun (self->looks->pdata[i - 1]))
      {
        pel_atspi_look_fail (self->looks->pdata[i - 1], g_error_copy (error));
        g_ptr_array_remove_index (self->looks, i - 1);
      }
}

/* What is told */

static gboolean
tell_cb (gpointer data)
{
  PelAtspiProvider *self = data;

  self->tell_id = 0;
  self->last_told = g_get_monotonic_time ();
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (self));
  return G_SOURCE_REMOVE;
}

static void poll_soon (PelAtspiProvider *self);

static void
note_change (PelAtspiProvider *self)
{
  gint64 since_ms = (g_get_monotonic_time () - self->last_told) / G_TIME_SPAN_MILLISECOND;

  self->generation++;
  if (self->n_watchers > 0 && self->tell_id == 0)
    self->tell_id = g_timeout_add (MAX (FRAME_MS - since_ms, 0), tell_cb, self);
  poll_soon (self);
}

static void
desktop_looked_cb (PelDesktopKeeper *keeper,
                   gboolean          is_different,
                   const GError     *error,
                   gpointer          data)
{
  PelAtspiProvider *self = data;

  if (error != NULL)
    {
      fail_looks (self, error);
      return;
    }
  for (guint i = 0; i < self->looks->len; i++)
    pel_atspi_look_set_desktop (self->looks->pdata[i]);
  if (is_different)
    note_change (self);
  advance_soon (self);
}

static void
listed_cb (PelAtspiBus *bus, const GError *error, gpointer data)
{
  PelAtspiProvider *self = data;

  if (error != NULL)
    {
      fail_looks (self, error);
      return;
    }
  for (guint i = 0; i < self->looks->len; i++)
    pel_atspi_look_set_listed (self->looks->pdata[i]);
  advance_soon (self);
}

static void
came_cb (PelAtspiProgram *program, gpointer data)
{
  note_change (data);
}

static void
left_cb (PelAtspiProgram *program, gpointer data)
{
  PelAtspiProvider *self = data;

  for (guint i = 0; i < self->looks->len; i++)
    pel_atspi_look_forget (self->looks->pdata[i], program);
  pel_traffic_ledger_keep (self->traffic,
                           pel_traffic_new_for_program (program),
                           g_get_monotonic_time ());
  g_clear_pointer (&self->last_programs, g_ptr_array_unref);
  note_change (self);
  advance_soon (self);
}

static void
invited_cb (gpointer data)
{
  advance_soon (data);
}

static void
settled_cb (PelAtspiProgram *program, gpointer data)
{
  PelAtspiProvider *self = data;

  pel_atspi_bus_invite (self->bus, program);
  poll_soon (data);
  advance_soon (data);
}

static void
changed_cb (PelAtspiProgram *program, gpointer data)
{
  note_change (data);
}

/* Being live */

static gboolean
is_on_screen (PelDesktop *desktop, pid_t pid)
{
  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      if (info->pid == pid && (info->states & PEL_WINDOW_VISIBLE) != 0)
        return TRUE;
    }
  return FALSE;
}

/* The process whose windows show it. */
static pid_t
get_shower (PelAtspiProgram *program)
{
  while (pel_atspi_program_get_host (program) != NULL)
    program = pel_atspi_program_get_host (program);
  return pel_atspi_program_get_pid (program);
}

/* What cannot be seen need not be looked after. Where all that is seen tells by itself what
 * changes, it ends, until something does. */
static gboolean
poll_cb (gpointer data)
{
  PelAtspiProvider *self = data;
  PelDesktop       *desktop = pel_desktop_keeper_get (self->desktop);
  GPtrArray        *programs = pel_atspi_bus_get_programs (self->bus);
  gboolean          is_needed = desktop == NULL;

  for (guint i = 0; desktop != NULL && i < programs->len; i++)
    if (is_on_screen (desktop, get_shower (programs->pdata[i])))
      {
        pel_atspi_program_poll (programs->pdata[i]);
        is_needed |= pel_atspi_program_needs_poll (programs->pdata[i]);
      }
  if (is_needed)
    return G_SOURCE_CONTINUE;
  self->poll_id = 0;
  return G_SOURCE_REMOVE;
}

static gboolean
is_live (const PelAtspiProvider *self)
{
  return self->n_watchers > 0 || self->lease_id != 0;
}

static void
poll_soon (PelAtspiProvider *self)
{
  if (is_live (self) && self->poll_id == 0)
    self->poll_id = g_timeout_add (POLL_MS, poll_cb, self);
}

static void
update_live (PelAtspiProvider *self)
{
  pel_atspi_bus_set_live (self->bus, is_live (self));
  pel_desktop_keeper_set_live (self->desktop, is_live (self));
  if (is_live (self))
    poll_soon (self);
  else
    g_clear_handle_id (&self->poll_id, g_source_remove);
}

static gboolean
lease_over_cb (gpointer data)
{
  PelAtspiProvider *self = data;

  self->lease_id = 0;
  update_live (self);
  return G_SOURCE_REMOVE;
}

static void
renew_lease (PelAtspiProvider *self)
{
  g_clear_handle_id (&self->lease_id, g_source_remove);
  self->lease_id = g_timeout_add_seconds (LEASE_SECONDS, lease_over_cb, self);
  update_live (self);
}

/* The source */

static const PelDriver *
get_driver (PelElementSource *source)
{
  static const PelDriver driver = { "atspi", "accessibility", "2" };

  return &driver;
}

static gboolean
turned_on_cb (gpointer data)
{
  PelAtspiProvider *self = data;

  pel_atspi_bus_list (self->bus);
  return G_SOURCE_REMOVE;
}

static void
look_async (PelElementSource   *source,
            const PelLook      *what,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  PelAtspiProvider *self = PEL_ATSPI_PROVIDER (source);
  PelAtspiLook     *look = pel_atspi_look_new (what,
                                           g_task_new (self, cancellable, callback, user_data),
                                           woken_cb,
                                           self);

  g_ptr_array_add (self->looks, look);
  renew_lease (self);
  if (pel_desktop_keeper_is_fresh (self->desktop))
    pel_atspi_look_set_desktop (look);
  else
    pel_desktop_keeper_refresh (self->desktop);
  if (self->keeper != NULL)
    pel_a11y_keeper_turn_on (self->keeper, turned_on_cb, self);
  else
    pel_atspi_bus_list (self->bus);
}

static PelSnapshot *
look_finish (PelElementSource *source, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static const char *
find_ref (PelElementSource *source, guint ref, const char **ret_path)
{
  PelAtspiProvider *self = PEL_ATSPI_PROVIDER (source);
  GPtrArray        *programs = pel_atspi_bus_get_programs (self->bus);

  for (guint i = 0; i < programs->len; i++)
    {
      PelAtspiTree *tree = pel_atspi_program_get_tree (programs->pdata[i]);

      for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (tree); id++)
        {
          const PelAtspiNode *node = pel_atspi_tree_get (tree, id);

          if (node == NULL || node->ref != ref || ref == 0)
            continue;
          *ret_path = node->path;
          return node->bus_name != NULL ? node->bus_name
                                        : pel_atspi_program_get_bus_name (programs->pdata[i]);
        }
    }
  return NULL;
}

static void
details_read_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)  task = data;
  g_autoptr (GError) error = NULL;
  PelElementReading *reading = pel_atspi_details_read_finish (result, &error);

  if (reading != NULL)
    g_task_return_pointer (task, reading, (GDestroyNotify) pel_element_reading_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
read_async (PelElementSource        *source,
            const PelReadingRequest *request,
            GCancellable            *cancellable,
            GAsyncReadyCallback      callback,
            gpointer                 user_data)
{
  PelAtspiProvider *self = PEL_ATSPI_PROVIDER (source);
  PelAtspiProgram *program = pel_atspi_bus_find_owner (self->bus, request->bus_name, request->path);
  GTask           *task = g_task_new (self, cancellable, callback, user_data);
  GError          *error = NULL;

  if (program != NULL)
    {
      pel_atspi_details_read_async (pel_atspi_program_get_details (program),
                                    request,
                                    cancellable,
                                    details_read_cb,
                                    task);
      return;
    }
  pel_set_error (&error, PEL_ERROR_STALE_REF, NULL, "%s", _ ("The element's program has ended"));
  g_task_return_error (task, error);
  g_object_unref (task);
}

static PelElementReading *
read_finish (PelElementSource *source, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static PelPlacement *
make_placement (PelAtspiProvider *self, PelAtspiProgram *program, PelDesktop *desktop)
{
  PelAtspiTree            *tree = pel_atspi_program_get_tree (program);
  const PelToolkit        *toolkit = pel_atspi_program_get_toolkit (program);
  PelAtspiProgram         *host = pel_atspi_program_get_host (program);
  PelNodeId                stub = pel_atspi_bus_get_stub (self->bus, program);
  g_autoptr (PelPlacement) outer = NULL;

  if (host == NULL || stub == PEL_NODE_NONE)
    return pel_placement_new (tree, toolkit, pel_atspi_program_get_pid (program), desktop);
  outer = make_placement (self, host, desktop); /* nested no deeper than guests may be */
  return pel_placement_new_within (tree, toolkit, outer, stub);
}

static PelPlacementTrace *
trace (PelElementSource *source, const char *bus_name, const char *path, PelDesktop *desktop)
{
  PelAtspiProvider        *self = PEL_ATSPI_PROVIDER (source);
  PelAtspiProgram         *program = pel_atspi_bus_find_owner (self->bus, bus_name, path);
  PelAtspiTree            *tree = program != NULL ? pel_atspi_program_get_tree (program) : NULL;
  PelNodeId                id = tree != NULL ? pel_atspi_tree_find (tree, path) : PEL_NODE_NONE;
  g_autoptr (PelPlacement) placement = NULL;

  if (id == PEL_NODE_NONE)
    return NULL;
  placement = make_placement (self, program, desktop);
  return pel_placement_trace (placement, id);
}

static void
acted_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)  task = data;
  g_autoptr (GError) error = NULL;
  PelActReply        reply;

  if (pel_atspi_actor_act_finish (result, &reply, &error))
    g_task_return_int (task, reply);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/* What an element is called may be made of other things: its program is asked for the name that it
 * reports itself. Where that has changed since it was looked at, it is no longer what was meant. */
static const char *
find_reported_name (PelAtspiProgram *program, const PelElementAct *act)
{
  PelAtspiTree       *tree = pel_atspi_program_get_tree (program);
  PelNodeId           id = pel_atspi_tree_find (tree, act->path);
  g_autoptr (GString) scratch = g_string_new (NULL);
  PelNameSource       source;
  const char         *shown;

  if (act->name == NULL || id == PEL_NODE_NONE)
    return act->name;
  shown =
      pel_atspi_naming_find (tree, pel_atspi_program_get_toolkit (program), id, scratch, &source);
  if (source == PEL_NAMED_BY_ITSELF && !g_str_equal (shown, act->name))
    return act->name;
  return pel_atspi_tree_get (tree, id)->name;
}

/* Who owns the bus name of the very object decides, whatever tree it was found in. */
static void
act_async (PelElementSource    *source,
           const PelElementAct *act,
           GCancellable        *cancellable,
           GAsyncReadyCallback  callback,
           gpointer             user_data)
{
  PelAtspiProvider *self = PEL_ATSPI_PROVIDER (source);
  PelAtspiProgram  *program = pel_atspi_bus_find_owner (self->bus, act->bus_name, act->path);
  GTask            *task = g_task_new (self, cancellable, callback, user_data);
  GError           *error = NULL;

  g_task_set_check_cancellable (task, FALSE); /* what was done is told */
  if (program != NULL)
    {
      PelElementAct asked = *act;

      asked.name = find_reported_name (program, act);
      pel_atspi_actor_act_async (pel_atspi_program_get_actor (program),
                                 &asked,
                                 pel_atspi_program_get_toolkit (program),
                                 cancellable,
                                 acted_cb,
                                 task);
      return;
    }
  if (!pel_atspi_bus_is_own (self->bus, act->bus_name) || pel_guard_check (getpid (), &error))
    pel_set_error (&error, PEL_ERROR_STALE_REF, NULL, "%s", _ ("The element's program has ended"));
  g_task_return_error (task, error);
  g_object_unref (task);
}

static gboolean
act_finish (PelElementSource *source, GAsyncResult *result, PelActReply *ret_reply, GError **error)
{
  gssize reply = g_task_propagate_int (G_TASK (result), error);

  if (reply >= 0 && ret_reply != NULL)
    *ret_reply = reply;
  return reply >= 0;
}

static void
start_watching (PelElementSource *source)
{
  PelAtspiProvider *self = PEL_ATSPI_PROVIDER (source);

  self->n_watchers++;
  update_live (self);
}

static void
stop_watching (PelElementSource *source)
{
  PelAtspiProvider *self = PEL_ATSPI_PROVIDER (source);

  g_return_if_fail (self->n_watchers > 0);

  self->n_watchers--;
  if (self->n_watchers == 0)
    g_clear_handle_id (&self->tell_id, g_source_remove);
  update_live (self);
}

static GPtrArray *
dup_traffic (PelElementSource *source)
{
  PelAtspiProvider *self = PEL_ATSPI_PROVIDER (source);

  return pel_traffic_ledger_dup (self->traffic,
                                 pel_atspi_bus_get_programs (self->bus),
                                 g_get_monotonic_time ());
}

static void
reset_traffic (PelElementSource *source)
{
  PelAtspiProvider *self = PEL_ATSPI_PROVIDER (source);

  pel_traffic_ledger_reset (self->traffic, pel_atspi_bus_get_programs (self->bus));
}

static void
pel_atspi_provider_source_init (PelElementSourceInterface *iface)
{
  iface->get_driver = get_driver;
  iface->look_async = look_async;
  iface->look_finish = look_finish;
  iface->find_ref = find_ref;
  iface->read_async = read_async;
  iface->read_finish = read_finish;
  iface->trace = trace;
  iface->act_async = act_async;
  iface->act_finish = act_finish;
  iface->start_watching = start_watching;
  iface->stop_watching = stop_watching;
  iface->dup_traffic = dup_traffic;
  iface->reset_traffic = reset_traffic;
}

static void
pel_atspi_provider_dispose (GObject *object)
{
  PelAtspiProvider *self = PEL_ATSPI_PROVIDER (object);

  pel_atspi_provider_set_keeper (self, NULL);
  g_clear_handle_id (&self->advance_id, g_source_remove);
  g_clear_handle_id (&self->lease_id, g_source_remove);
  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_clear_handle_id (&self->tell_id, g_source_remove);
  g_clear_pointer (&self->bus, pel_atspi_bus_free);
  g_clear_pointer (&self->desktop, pel_desktop_keeper_free);
  g_clear_handle_id (&self->advance_id, g_source_remove);
  g_clear_handle_id (&self->tell_id, g_source_remove);
  g_clear_object (&self->last_snapshot);
  g_clear_pointer (&self->last_programs, g_ptr_array_unref);
  G_OBJECT_CLASS (pel_atspi_provider_parent_class)->dispose (object);
}

static void
pel_atspi_provider_finalize (GObject *object)
{
  PelAtspiProvider *self = PEL_ATSPI_PROVIDER (object);

  g_ptr_array_unref (self->looks);
  pel_traffic_ledger_free (self->traffic);
  pel_ref_counter_free (self->refs);
  pel_ref_counter_free (self->snapshots);
  G_OBJECT_CLASS (pel_atspi_provider_parent_class)->finalize (object);
}

static void
pel_atspi_provider_class_init (PelAtspiProviderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_atspi_provider_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_atspi_provider_finalize;
}

static PelRefCounter *
open_counter (const char *name)
{
  g_autofree char *path = g_build_filename (g_get_user_runtime_dir (), "pellucid", name, NULL);

  return pel_ref_counter_new (path);
}

static void
pel_atspi_provider_init (PelAtspiProvider *self)
{
  self->refs = open_counter ("next-ref");
  self->snapshots = open_counter ("next-snapshot");
  self->traffic = pel_traffic_ledger_new ();
  self->looks = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_atspi_look_free);
}

PelAtspiProvider *
pel_atspi_provider_new (PelWindowSource *windows, GDBusConnection *session_bus)
{
  PelAtspiProvider *self = g_object_new (PEL_TYPE_ATSPI_PROVIDER, NULL);

  self->desktop = pel_desktop_keeper_new (windows, desktop_looked_cb, self);
  self->bus = pel_atspi_bus_new (session_bus,
                                 &(PelAtspiBusEvents){ .listed = listed_cb,
                                                       .came = came_cb,
                                                       .invited = invited_cb,
                                                       .left = left_cb,
                                                       .program = { settled_cb, changed_cb, self },
                                                       .data = self });
  return self;
}

PelRefCounter *
pel_atspi_provider_get_refs (PelAtspiProvider *self)
{
  g_return_val_if_fail (PEL_IS_ATSPI_PROVIDER (self), NULL);

  return self->refs;
}

PelRefCounter *
pel_atspi_provider_get_snapshots (PelAtspiProvider *self)
{
  g_return_val_if_fail (PEL_IS_ATSPI_PROVIDER (self), NULL);

  return self->snapshots;
}

void
pel_atspi_provider_set_keeper (PelAtspiProvider *self, PelA11yKeeper *keeper)
{
  g_return_if_fail (PEL_IS_ATSPI_PROVIDER (self));

  if (self->keeper != NULL)
    pel_a11y_keeper_cancel (self->keeper, self);
  self->keeper = keeper;
}
