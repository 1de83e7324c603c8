/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/window.h"

#include "services/base/text.h"

struct _PelWindow
{
  GObject       parent_instance;
  PelWindowInfo info;
};

G_DEFINE_FINAL_TYPE (PelWindow, pel_window, G_TYPE_OBJECT)

static void
pel_window_finalize (GObject *object)
{
  PelWindow *self = PEL_WINDOW (object);

  g_free ((char *) self->info.id);
  g_free ((char *) self->info.title);
  g_free ((char *) self->info.app);
  g_free ((char *) self->info.process_name);
  G_OBJECT_CLASS (pel_window_parent_class)->finalize (object);
}

static void
pel_window_class_init (PelWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_window_finalize;
}

static void
pel_window_init (PelWindow *self)
{
}

static char *
keep_text (const char *text)
{
  return text != NULL ? pel_text_repair (text, -1, PEL_TEXT_MAX_BYTES) : NULL;
}

PelWindow *
pel_window_new (const PelWindowInfo *info)
{
  PelWindow *self = g_object_new (PEL_TYPE_WINDOW, NULL);

  self->info = *info;
  self->info.id = g_strdup (info->id);
  self->info.title = keep_text (info->title != NULL ? info->title : "");
  self->info.app = keep_text (info->app);
  self->info.process_name = keep_text (info->process_name);
  return self;
}

const PelWindowInfo *
pel_window_get_info (PelWindow *self)
{
  g_return_val_if_fail (PEL_IS_WINDOW (self), NULL);

  return &self->info;
}

gboolean
pel_window_equal (PelWindow *a, PelWindow *b)
{
  const PelWindowInfo *x = &a->info, *y = &b->info;

  return g_strcmp0 (x->id, y->id) == 0 && g_strcmp0 (x->title, y->title) == 0 &&
         g_strcmp0 (x->app, y->app) == 0 && g_strcmp0 (x->process_name, y->process_name) == 0 &&
         x->pid == y->pid && x->states == y->states && x->frame == y->frame &&
         x->x_window == y->x_window && x->transient_for == y->transient_for &&
         pel_native_rect_equal (&x->bounds, &y->bounds) && x->order == y->order &&
         pel_native_rect_equal (&x->content, &y->content) &&
         pel_native_rect_equal (&x->surface, &y->surface);
}
