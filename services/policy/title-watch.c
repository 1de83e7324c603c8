/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/title-watch.h"

#include "services/policy/policy-store.h"
#include "services/policy/veil.h"

#define LEASE_SECONDS 10

struct _PelTitleWatch
{
  PelPolicyStore   *policy;
  PelPrivacyMemory *memory;

  PelDesktop *desktop;     /* (nullable): the last one that was noted */
  PelPolicy  *desktop_for; /* with which policy */
  char      **keys;        /* of its private windows */

  PelWindowSource *windows; /* (nullable): while it watches */
  gulong           changed_id;
  guint            lease_id;
  gint64           since;
  GCancellable    *cancellable; /* while it looks */
  gboolean         looks_again;
};

static void look (PelTitleWatch *self);

PelTitleWatch *
pel_title_watch_new (PelPolicyStore *policy, PelPrivacyMemory *memory)
{
  PelTitleWatch *self = g_new0 (PelTitleWatch, 1);

  self->policy = policy;
  self->memory = memory;
  return self;
}

static void
stop (PelTitleWatch *self)
{
  if (self->windows == NULL)
    return;
  g_clear_handle_id (&self->lease_id, g_source_remove);
  g_clear_signal_handler (&self->changed_id, self->windows);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  pel_window_source_stop_watching (self->windows);
  g_clear_object (&self->windows);
}

void
pel_title_watch_free (PelTitleWatch *self)
{
  if (self == NULL)
    return;
  stop (self);
  g_clear_object (&self->desktop);
  g_clear_pointer (&self->desktop_for, pel_policy_unref);
  g_strfreev (self->keys);
  g_free (self);
}

/* The same desktop is noted again and again: its titles are compared once. */
static void
judge (PelTitleWatch *self, PelDesktop *desktop)
{
  PelPolicy *policy = pel_policy_store_get_policy (self->policy);

  if (self->desktop == desktop && self->desktop_for == policy)
    return;
  g_set_object (&self->desktop, desktop);
  g_clear_pointer (&self->desktop_for, pel_policy_unref);
  self->desktop_for = pel_policy_ref (policy);
  g_strfreev (self->keys);
  self->keys = pel_veil_find_keys (policy, desktop);
}

void
pel_title_watch_note (PelTitleWatch *self, PelDesktop *desktop, gint64 now)
{
  judge (self, desktop);
  pel_privacy_memory_set_windows (self->memory, (const char *const *) self->keys, now);
}

/* Watching */

/* A look that is under way: its watch may have ended before it does. */
typedef struct
{
  PelTitleWatch *watch;
  GCancellable  *cancellable;
} Look;

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Look                  *ours = data;
  PelTitleWatch         *self = ours->watch;
  g_autoptr (PelDesktop) desktop =
      pel_window_source_query_finish (PEL_WINDOW_SOURCE (source), result, NULL);

  if (!g_cancellable_is_cancelled (ours->cancellable))
    {
      g_clear_object (&self->cancellable);
      if (desktop != NULL)
        pel_title_watch_note (self, desktop, g_get_monotonic_time ());
      if (self->looks_again)
        look (self);
    }
  g_object_unref (ours->cancellable);
  g_free (ours);
}

static void
look (PelTitleWatch *self)
{
  Look *ours;

  self->looks_again = self->cancellable != NULL;
  if (self->looks_again)
    return;
  self->cancellable = g_cancellable_new ();
  ours = g_new (Look, 1);
  *ours = (Look){ self, g_object_ref (self->cancellable) };
  pel_window_source_query_async (self->windows, self->cancellable, looked_cb, ours);
}

static void
changed_cb (PelWindowSource *windows, gpointer data)
{
  look (data);
}

static gboolean
lease_over_cb (gpointer data)
{
  PelTitleWatch *self = data;

  self->lease_id = 0;
  stop (self);
  return G_SOURCE_REMOVE;
}

guint
pel_title_watch_renew (PelTitleWatch *self, PelWindowSource *windows)
{
  gint64 now = g_get_monotonic_time ();

  if (self->windows != windows)
    {
      stop (self);
      self->windows = g_object_ref (windows);
      self->since = now;
      self->changed_id = g_signal_connect (windows, "changed", G_CALLBACK (changed_cb), self);
      pel_window_source_start_watching (windows);
      look (self);
    }
  g_clear_handle_id (&self->lease_id, g_source_remove);
  self->lease_id = g_timeout_add_seconds (LEASE_SECONDS, lease_over_cb, self);
  return (guint) ((now - self->since) / G_TIME_SPAN_MILLISECOND);
}
