/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/desktop-keeper.h"

struct _PelDesktopKeeper
{
  PelWindowSource     *source;
  PelDesktopKeeperFunc looked;
  gpointer             data;
  PelDesktop          *desktop;
  GCancellable        *cancellable; /* while a look is under way */
  gulong               changed_id;
  gboolean             is_stale;
  gboolean             is_awaited; /* someone has asked since the look began */
};

/* A look that is under way: its keeper may be freed before it ends. */
typedef struct
{
  PelDesktopKeeper *keeper;
  GCancellable     *cancellable;
} Look;

static void
finish_look (PelDesktopKeeper *self, PelDesktop *desktop, const GError *error)
{
  gboolean is_different =
      desktop != NULL && (self->desktop == NULL || !pel_desktop_equal (self->desktop, desktop));

  g_clear_object (&self->cancellable);
  if (desktop == NULL && self->is_awaited)
    {
      /* it began, and failed, before someone asked: that one gets a look of its own */
      self->is_awaited = FALSE;
      pel_desktop_keeper_refresh (self);
      return;
    }
  self->is_awaited = FALSE;
  if (is_different)
    g_set_object (&self->desktop, desktop);
  if (self->is_stale && self->changed_id != 0)
    pel_desktop_keeper_refresh (self);
  else if (desktop == NULL)
    self->is_stale = TRUE; /* nothing was seen: the next one who asks makes it look again */
  self->looked (self, is_different, error, self->data);
}

static void
queried_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Look                  *look = data;
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelDesktop) desktop =
      pel_window_source_query_finish (PEL_WINDOW_SOURCE (source), result, &error);

  if (!g_cancellable_is_cancelled (look->cancellable))
    finish_look (look->keeper, desktop, error);
  g_object_unref (look->cancellable);
  g_free (look);
}

void
pel_desktop_keeper_refresh (PelDesktopKeeper *self)
{
  Look *look;

  if (self->cancellable != NULL)
    {
      self->is_awaited = TRUE;
      return;
    }
  self->is_stale = FALSE;
  self->cancellable = g_cancellable_new ();
  look = g_new (Look, 1);
  *look = (Look){ self, g_object_ref (self->cancellable) };
  pel_window_source_query_async (self->source, self->cancellable, queried_cb, look);
}

static void
changed_cb (PelWindowSource *source, gpointer data)
{
  PelDesktopKeeper *self = data;

  self->is_stale = TRUE;
  pel_desktop_keeper_refresh (self);
}

PelDesktopKeeper *
pel_desktop_keeper_new (PelWindowSource *source, PelDesktopKeeperFunc looked, gpointer data)
{
  PelDesktopKeeper *self = g_new0 (PelDesktopKeeper, 1);

  self->source = g_object_ref (source);
  self->looked = looked;
  self->data = data;
  return self;
}

void
pel_desktop_keeper_free (PelDesktopKeeper *self)
{
  if (self == NULL)
    return;
  pel_desktop_keeper_set_live (self, FALSE);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->desktop);
  g_object_unref (self->source);
  g_free (self);
}

PelDesktop *
pel_desktop_keeper_get (PelDesktopKeeper *self)
{
  return self->desktop;
}

gboolean
pel_desktop_keeper_is_fresh (PelDesktopKeeper *self)
{
  return self->changed_id != 0 && self->desktop != NULL && !self->is_stale &&
         self->cancellable == NULL;
}

void
pel_desktop_keeper_set_live (PelDesktopKeeper *self, gboolean is_live)
{
  if (is_live == (self->changed_id != 0))
    return;
  if (is_live)
    {
      self->changed_id = g_signal_connect (self->source, "changed", G_CALLBACK (changed_cb), self);
      self->is_stale = TRUE; /* what happened before is not known */
      pel_window_source_start_watching (self->source);
      return;
    }
  g_clear_signal_handler (&self->changed_id, self->source);
  pel_window_source_stop_watching (self->source);
}
