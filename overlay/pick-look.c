/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/pick-look.h"

/* A person does not wait longer for what is under the pointer; what is known by then is shown. */
#define TIMEOUT_MS 1000

struct _PelPickLook
{
  PelElementSource *source;
  PelPickLookFunc   func; /* NULL once it is freed */
  gpointer          user_data;
  GCancellable     *cancellable;
  PelAim            now, next;
  gboolean          is_looking, has_next;
};

static void begin (PelPickLook *self);

void
pel_aim_clear (PelAim *self)
{
  g_clear_pointer (&self->window, g_free);
  g_clear_pointer (&self->region, pel_region_unref);
}

static void
destroy (PelPickLook *self)
{
  pel_aim_clear (&self->now);
  pel_aim_clear (&self->next);
  g_object_unref (self->cancellable);
  g_object_unref (self->source);
  g_free (self);
}

/* What lies at a point of a window, whatever lies over that. */
static PelElementId
find_in_window (PelSnapshot *snapshot, const char *window_id, PelNativePoint point)
{
  PelDesktop  *desktop = pel_snapshot_get_desktop (snapshot);
  PelWindow   *window = desktop != NULL ? pel_desktop_find_window (desktop, window_id) : NULL;
  PelElementId root;

  if (window == NULL)
    return PEL_ELEMENT_NONE;
  root = pel_snapshot_find_window_root (snapshot, pel_desktop_get_window_index (desktop, window));
  return root != PEL_ELEMENT_NONE ? pel_snapshot_hit_test_within (snapshot, root, point)
                                  : PEL_ELEMENT_NONE;
}

static PelElementId
find (const PelAim *aim, PelSnapshot *snapshot)
{
  switch (aim->kind)
    {
    case PEL_AIM_WINDOW:
      return find_in_window (snapshot, aim->window, aim->point);
    case PEL_AIM_REGION:
      return pel_snapshot_find_identity (snapshot, aim->region->bus_name, aim->region->path);
    case PEL_AIM_POINT:
      return pel_snapshot_hit_test (snapshot, aim->point);
    case PEL_AIM_NOTHING:
    default:
      return PEL_ELEMENT_NONE;
    }
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  PelPickLook            *self = user_data;
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  PelAim aim = self->now;

  self->now = (PelAim){ 0 };
  self->is_looking = FALSE;
  if (self->func == NULL)
    destroy (self);
  else
    {
      begin (self); /* first: who is told may free us */
      self->func (&aim,
                  snapshot,
                  snapshot != NULL ? find (&aim, snapshot) : PEL_ELEMENT_NONE,
                  error,
                  self->user_data);
    }
  pel_aim_clear (&aim);
}

static PelLook
make_look (const PelAim *aim)
{
  PelLook look = { .flags = PEL_LOOK_VALUES, .timeout_ms = TIMEOUT_MS };

  if (aim->kind == PEL_AIM_POINT)
    {
      look.kind = PEL_LOOK_POINT;
      look.point = aim->pixel;
    }
  else if (aim->kind == PEL_AIM_NOTHING)
    {
      look.kind = PEL_LOOK_DESKTOP;
      look.flags = PEL_LOOK_AT_ONCE;
    }
  else if (aim->kind == PEL_AIM_REGION && aim->region->window_id == NULL)
    {
      look.kind = PEL_LOOK_PROGRAM;
      look.target = aim->region->bus_name;
    }
  else
    {
      look.kind = PEL_LOOK_WINDOW;
      look.target = aim->kind == PEL_AIM_WINDOW ? aim->window : aim->region->window_id;
    }
  return look;
}

static void
begin (PelPickLook *self)
{
  PelLook look;

  if (!self->has_next)
    return;
  self->has_next = FALSE;
  self->is_looking = TRUE;
  self->now = self->next;
  self->next = (PelAim){ 0 };
  look = make_look (&self->now);
  pel_element_source_look_async (self->source, &look, self->cancellable, looked_cb, self);
}

PelPickLook *
pel_pick_look_new (PelElementSource *source, PelPickLookFunc func, gpointer user_data)
{
  PelPickLook *self = g_new0 (PelPickLook, 1);

  self->source = g_object_ref (source);
  self->func = func;
  self->user_data = user_data;
  self->cancellable = g_cancellable_new ();
  return self;
}

void
pel_pick_look_free (PelPickLook *self)
{
  self->func = NULL;
  if (self->is_looking)
    g_cancellable_cancel (self->cancellable);
  else
    destroy (self);
}

void
pel_pick_look_at (PelPickLook *self, PelAim aim)
{
  pel_aim_clear (&self->next);
  self->next = aim;
  self->has_next = TRUE;
  if (!self->is_looking)
    begin (self);
}

gboolean
pel_pick_look_is_busy (PelPickLook *self)
{
  return self->is_looking;
}
