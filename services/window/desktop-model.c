/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/desktop-model.h"

#define LOOK_INTERVAL_MS 50
#define LOOK_TIMEOUT_MS  2000
#define RETRY_MS         1000

struct _PelDesktopModel
{
  GObject          parent_instance;
  PelWindowSource *source;
  PelDesktop      *desktop; /* nullable */
  GError          *error;   /* nullable */
  GPtrArray       *windows; /* of PelWindow */
  GCancellable    *cancellable;
  guint            look_id;    /* a look that is due */
  guint            timeout_id; /* of the look under way */
  gboolean         is_looking;
  gboolean         is_dirty; /* something happened since it began */
};

enum
{
  UPDATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelDesktopModel,
                               pel_desktop_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void schedule_look (PelDesktopModel *self, guint delay_ms);

static GPtrArray *
select_windows (PelDesktop *desktop)
{
  GPtrArray *windows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      PelWindow *window = pel_desktop_get_window (desktop, i);

      if (!(pel_window_get_info (window)->states & PEL_WINDOW_UNMANAGED))
        g_ptr_array_add (windows, g_object_ref (window));
    }
  return windows;
}

static gboolean
has_same (GPtrArray *a, guint i, GPtrArray *b, guint k)
{
  return pel_window_equal (g_ptr_array_index (a, i), g_ptr_array_index (b, k));
}

/* A row that is not announced as changed stays the same object. */
static void
keep_row (GPtrArray *windows, guint i, GPtrArray *old, guint k)
{
  g_set_object ((PelWindow **) &windows->pdata[i], old->pdata[k]);
}

/* One announcement for the rows between an unchanged beginning and an unchanged end. Where the
 * monitors have changed, the pixels of every window have. */
static void
replace_windows (PelDesktopModel *self, GPtrArray *windows, gboolean is_same_layout)
{
  g_autoptr (GPtrArray) old = self->windows;
  guint                 before = 0, after = 0;
  guint                 shorter = is_same_layout ? MIN (old->len, windows->len) : 0;

  while (before < shorter && has_same (old, before, windows, before))
    before++;
  while (after < shorter - before &&
         has_same (old, old->len - 1 - after, windows, windows->len - 1 - after))
    after++;
  for (guint i = 0; i < before; i++)
    keep_row (windows, i, old, i);
  for (guint i = 1; i <= after; i++)
    keep_row (windows, windows->len - i, old, old->len - i);
  self->windows = windows;
  if (old->len - before - after > 0 || windows->len - before - after > 0)
    g_list_model_items_changed (G_LIST_MODEL (self),
                                before,
                                old->len - before - after,
                                windows->len - before - after);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelDesktopModel) self = user_data;
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelDesktop)      desktop =
      pel_window_source_query_finish (PEL_WINDOW_SOURCE (source), result, &error);

  self->is_looking = FALSE;
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  if (self->source == NULL)
    return; /* disposed meanwhile */
  g_clear_error (&self->error);
  self->error = g_steal_pointer (&error);
  if (desktop != NULL)
    {
      gboolean is_same_layout =
          self->desktop != NULL && pel_monitor_layout_equal (pel_desktop_get_layout (self->desktop),
                                                             pel_desktop_get_layout (desktop));

      g_set_object (&self->desktop, desktop);
      replace_windows (self, select_windows (desktop), is_same_layout);
    }
  if (self->is_dirty || desktop == NULL)
    schedule_look (self, desktop == NULL ? RETRY_MS : LOOK_INTERVAL_MS);
  self->is_dirty = FALSE;
  g_signal_emit (self, signals[UPDATED], 0);
}

static gboolean
look_timeout_cb (gpointer user_data)
{
  PelDesktopModel *self = user_data;

  self->timeout_id = 0;
  g_cancellable_cancel (self->cancellable);
  return G_SOURCE_REMOVE;
}

static gboolean
look_cb (gpointer user_data)
{
  PelDesktopModel *self = user_data;

  self->look_id = 0;
  self->is_looking = TRUE;
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->timeout_id = g_timeout_add (LOOK_TIMEOUT_MS, look_timeout_cb, self);
  pel_window_source_query_async (self->source, self->cancellable, looked_cb, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
schedule_look (PelDesktopModel *self, guint delay_ms)
{
  if (self->look_id == 0)
    self->look_id = g_timeout_add (delay_ms, look_cb, self);
}

static void
changed_cb (PelDesktopModel *self)
{
  if (self->is_looking)
    self->is_dirty = TRUE;
  else
    schedule_look (self, LOOK_INTERVAL_MS);
}

static GType
get_item_type (GListModel *model)
{
  return PEL_TYPE_WINDOW;
}

static guint
get_n_items (GListModel *model)
{
  return PEL_DESKTOP_MODEL (model)->windows->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  PelDesktopModel *self = PEL_DESKTOP_MODEL (model);

  return position < self->windows->len ? g_object_ref (self->windows->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
pel_desktop_model_dispose (GObject *object)
{
  PelDesktopModel *self = PEL_DESKTOP_MODEL (object);

  g_clear_handle_id (&self->look_id, g_source_remove);
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  if (self->source != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->source, self);
      pel_window_source_stop_watching (self->source);
    }
  g_clear_object (&self->source);
  G_OBJECT_CLASS (pel_desktop_model_parent_class)->dispose (object);
}

static void
pel_desktop_model_finalize (GObject *object)
{
  PelDesktopModel *self = PEL_DESKTOP_MODEL (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->desktop);
  g_clear_error (&self->error);
  g_ptr_array_unref (self->windows);
  G_OBJECT_CLASS (pel_desktop_model_parent_class)->finalize (object);
}

static void
pel_desktop_model_class_init (PelDesktopModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_desktop_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_desktop_model_finalize;
  signals[UPDATED] = g_signal_new ("updated",
                                   PEL_TYPE_DESKTOP_MODEL,
                                   G_SIGNAL_RUN_LAST,
                                   0,
                                   NULL,
                                   NULL,
                                   NULL,
                                   G_TYPE_NONE,
                                   0);
}

static void
pel_desktop_model_init (PelDesktopModel *self)
{
  self->windows = g_ptr_array_new_with_free_func (g_object_unref);
}

PelDesktopModel *
pel_desktop_model_new (PelWindowSource *source)
{
  PelDesktopModel *self = g_object_new (PEL_TYPE_DESKTOP_MODEL, NULL);

  self->source = g_object_ref (source);
  g_signal_connect_object (source, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  pel_window_source_start_watching (source);
  schedule_look (self, 0);
  return self;
}

PelDesktop *
pel_desktop_model_get_desktop (PelDesktopModel *self)
{
  g_return_val_if_fail (PEL_IS_DESKTOP_MODEL (self), NULL);

  return self->desktop;
}

const GError *
pel_desktop_model_get_error (PelDesktopModel *self)
{
  g_return_val_if_fail (PEL_IS_DESKTOP_MODEL (self), NULL);

  return self->error;
}
