/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/picking.h"

#include "overlay/pick-choice.h"
#include "overlay/pick-look.h"
#include "overlay/pick-trail.h"
#include "overlay/pick-words.h"
#include "services/base/error.h"

#include <glib/gi18n.h>
#include <math.h>
#include <xkbcommon/xkbcommon-keysyms.h>

#define JITTER     8 /* a hand that types moves the mouse no further */
#define MAX_QUEUED 64

struct _PelPicking
{
  PelPickingTools    tools;
  PelPickInput      *input;
  char              *prompt, *window; /* (nullable) */
  PelPickingDoneFunc done;
  gpointer           user_data;

  PelNativePoint point;
  gboolean       has_point;
  PelPickLook   *look;
  PelPickTyping *typing;
  GPtrArray     *trails; /* of PelPickTrail: the last is where the person is; none: nowhere */
  PelPickChoice *picked;
  GArray        *queued; /* of PelPickEvent: what the person does while something is chosen */
  char          *note;   /* (nullable) instead of how to go on */
  PelNativePoint anchor; /* where the pointer was when the person began to type */
  gboolean       is_anchored;
  gboolean       is_walking;   /* away from what lies under the pointer */
  gboolean       is_choosing;  /* as soon as it is known what lies there … */
  gboolean       is_adding;    /* … and go on */
  gboolean       wants_number; /* as soon as there are regions */
  gboolean       is_below;     /* the banner */
  gboolean       has_shown;    /* numbers that were not there before */
  gboolean       has_selected; /* marks in place of those of others */
  GError        *error;        /* (nullable) why it ends without a choice */
  guint          end_id;       /* it has ended */
  gulong         source_id, registry_id, tracker_id;
};

static void take_event (PelPicking *self, const PelPickEvent *event);

static PelPickTrail *
get_trail (PelPicking *self)
{
  return self->trails->len > 0 ? g_ptr_array_index (self->trails, self->trails->len - 1) : NULL;
}

/* what the person sees */

/* (nullable) */
static PelRegionList *
get_list (PelPicking *self)
{
  return pel_region_tracker_is_ready (self->tools.tracker)
             ? pel_region_registry_get_list (self->tools.registry)
             : NULL;
}

static void
show_guide (PelPicking *self)
{
  const PelPickState    state = { .prompt = self->prompt,
                                  .note = self->note,
                                  .reach = pel_pick_input_get_reach (self->input),
                                  .typing = self->typing,
                                  .list = get_list (self),
                                  .n_picked = self->picked->len };
  g_autofree char      *banner = pel_pick_words_for_banner (&state);
  PelOverlayGuide       guide = { .banner = banner, .is_below = self->is_below };
  g_autoptr (GPtrArray) hints = NULL;

  if (self->end_id != 0)
    return;
  pel_pick_typing_guide (self->typing, &guide);
  hints = guide.hints;
  pel_overlay_set_guide (self->tools.overlay, &guide);
}

/* Takes @note. A guide that stays as it is is not drawn again for each motion. */
static void
set_note (PelPicking *self, char *note)
{
  g_autofree char *before = self->note;

  self->note = note;
  if (g_strcmp0 (before, note) != 0)
    show_guide (self);
}

static void
show_hovered (PelPicking *self)
{
  PelPickTrail  *trail = get_trail (self);
  PelRegionMark *mark = NULL;

  if (trail != NULL)
    {
      mark = pel_region_mark_new (PEL_MARK_HOVERED, trail->snapshot, trail->id);
      mark->label = pel_pick_words_for_patterns (
          pel_snapshot_get_element (trail->snapshot, trail->id).patterns);
    }
  pel_region_registry_set_hovered (self->tools.registry, mark);
}

/* the end */

static gboolean
end_cb (gpointer user_data)
{
  PelPicking           *self = user_data;
  PelPickingDoneFunc    done = self->done;
  gpointer              data = self->user_data;
  g_autoptr (GPtrArray) picked = g_ptr_array_ref (self->picked);
  g_autoptr (GError)    error = g_steal_pointer (&self->error);

  if (error == NULL)
    pel_pick_choice_confirm (self->picked, self->tools.registry);
  done (error == NULL ? g_steal_pointer (&picked) : NULL, error, data);
  return G_SOURCE_REMOVE;
}

/* Takes @error (nullable). From the main loop, because who is told frees this. */
static void
end (PelPicking *self, GError *error)
{
  if (self->end_id != 0)
    {
      g_clear_error (&error);
      return;
    }
  self->error = error;
  self->end_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, end_cb, self, NULL);
}

static void
leave (PelPicking *self)
{
  GError *error = NULL;

  pel_set_error (&error,
                 PEL_ERROR_CANCELLED,
                 _ ("Try again when the person is ready"),
                 _ ("Nothing was picked: the person cancelled"));
  end (self, error);
}

static void
replay (PelPicking *self)
{
  g_autoptr (GArray) events = g_steal_pointer (&self->queued);

  self->queued = g_array_new (FALSE, FALSE, sizeof (PelPickEvent));
  for (guint i = 0; i < events->len; i++)
    take_event (self, &g_array_index (events, PelPickEvent, i));
}

/* Chooses what the person is at. */
static void
choose_now (PelPicking *self)
{
  const PelPickTrail *trail = get_trail (self);

  self->is_choosing = FALSE;
  if (trail != NULL && self->is_adding)
    {
      pel_pick_choice_toggle (self->picked, trail->snapshot, trail->id);
      pel_pick_choice_mark (self->picked, self->tools.registry);
      self->has_selected = TRUE;
      show_guide (self);
    }
  else if (trail != NULL)
    {
      pel_pick_choice_put_last (self->picked, trail->snapshot, trail->id);
      end (self, NULL);
    }
  replay (self);
}

/* What the person sees now is meant; but what the pointer has just moved to, or what has just been
 * typed, if that is not to be seen yet. Whatever the person does meanwhile comes after it. */
static void
choose (PelPicking *self, gboolean is_adding)
{
  self->is_adding = is_adding;
  if (pel_pick_look_is_busy (self->look) || self->wants_number || self->typing->wants_hints)
    self->is_choosing = TRUE;
  else
    choose_now (self);
}

/* looking */

static void
aim_at_pointer (PelPicking *self)
{
  const PelMonitorLayout *layout = pel_region_registry_get_layout (self->tools.registry);
  PelAim                  aim = { .kind = PEL_AIM_POINT, .point = self->point };

  if (!self->has_point || layout == NULL)
    return;
  if (!pel_monitor_layout_to_physical (layout, self->point, &aim.pixel, NULL))
    aim.kind = PEL_AIM_NOTHING;
  pel_pick_look_at (self->look, aim);
}

static void
aim_at_region (PelPicking *self, PelRegion *region)
{
  PelAim aim = { .kind = PEL_AIM_REGION, .region = pel_region_ref (region) };

  aim.point = (region->flags & PEL_REGION_HAS_CLICK_POINT) != 0
                  ? region->click_point
                  : (PelNativePoint){ region->bounds.x + region->bounds.width / 2,
                                      region->bounds.y + region->bounds.height / 2 };
  self->is_walking = TRUE;
  pel_pick_look_at (self->look, aim);
}

/* The next window at the point of @trail, below the one that it is in. */
static gboolean
aim_below (PelPicking *self, const PelPickTrail *trail)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (trail->snapshot);
  PelWindow  *window = pel_snapshot_find_window (trail->snapshot, trail->id);
  guint       i = window != NULL ? pel_desktop_get_window_index (desktop, window) + 1 : G_MAXUINT;

  for (; desktop != NULL && i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      if ((info->states & PEL_WINDOW_VISIBLE) == 0 ||
          !pel_native_rect_contains (&info->bounds, trail->point))
        continue;
      pel_pick_look_at (self->look,
                        (PelAim){ .kind = PEL_AIM_WINDOW,
                                  .point = trail->point,
                                  .window = g_strdup (info->id) });
      return TRUE;
    }
  return FALSE;
}

/* Whether the pointer is still over what it was over, so that a step away from there stays. */
static gboolean
is_same_place (PelPicking *self, PelSnapshot *snapshot, PelElementId id)
{
  const PelPickTrail *first = self->trails->len > 0 ? g_ptr_array_index (self->trails, 0) : NULL;
  PelElementId        start;

  if (first == NULL || !self->is_walking)
    return FALSE;
  start = first->left->len > 0 ? g_array_index (first->left, PelElementId, 0) : first->id;
  return pel_snapshot_get_ref (first->snapshot, start) == pel_snapshot_get_ref (snapshot, id);
}

/* The pointer may be on a monitor that was not there before. */
static void
note_layout (PelPicking *self, const PelAim *aim, PelSnapshot *snapshot)
{
  PelDesktop       *desktop = snapshot != NULL ? pel_snapshot_get_desktop (snapshot) : NULL;
  PelMonitorLayout *before = pel_region_registry_get_layout (self->tools.registry);

  if (desktop == NULL)
    return;
  pel_region_registry_set_layout (self->tools.registry, pel_desktop_get_layout (desktop));
  if (aim->kind == PEL_AIM_NOTHING &&
      before != pel_region_registry_get_layout (self->tools.registry))
    aim_at_pointer (self);
}

static void
looked_cb (const PelAim *aim,
           PelSnapshot  *snapshot,
           PelElementId  id,
           const GError *error,
           gpointer      user_data)
{
  PelPicking *self = user_data;

  if (self->end_id != 0)
    return;
  note_layout (self, aim, snapshot);
  if (id != PEL_ELEMENT_NONE && aim->kind == PEL_AIM_POINT && is_same_place (self, snapshot, id))
    id = PEL_ELEMENT_NONE; /* the person stays where they have walked to */
  else if (aim->kind != PEL_AIM_WINDOW)
    {
      g_ptr_array_set_size (self->trails, 0);
      self->is_walking = aim->kind == PEL_AIM_REGION;
    }
  if (id != PEL_ELEMENT_NONE)
    g_ptr_array_add (self->trails, pel_pick_trail_new (snapshot, id, aim->point));
  set_note (self,
            get_trail (self) == NULL ? pel_pick_words_for_nothing (snapshot, aim->point) : NULL);
  show_hovered (self);
  if (self->is_choosing && !pel_pick_look_is_busy (self->look))
    choose_now (self);
}

static void
source_changed_cb (PelElementSource *source, gpointer user_data)
{
  PelPicking *self = user_data;

  if (self->end_id == 0 && !self->is_choosing && !self->is_walking &&
      !pel_pick_typing_is_active (self->typing))
    aim_at_pointer (self);
}

/* typing */

static void
need_numbers (PelPicking *self)
{
  PelRegionScope scope = { .kind = self->window != NULL ? PEL_REGIONS_OF_WINDOW
                                                        : PEL_REGIONS_OF_ACTIVE_WINDOW,
                           .target = self->window };

  if (pel_region_tracker_get_scope (self->tools.tracker) != NULL)
    return;
  self->has_shown = TRUE;
  pel_region_tracker_show (self->tools.tracker, &scope);
}

/* A mouse that is only touched changes nothing. */
static void
drop_anchor (PelPicking *self)
{
  self->anchor = self->point;
  self->is_anchored = TRUE;
}

static void
follow_typing (PelPicking *self)
{
  PelRegionList *list = get_list (self);
  PelRegion     *region = pel_pick_typing_find (self->typing, list);

  self->wants_number = list == NULL && self->typing->text->len > 0 && !self->typing->wants_hints;
  drop_anchor (self);
  if (region != NULL)
    aim_at_region (self, region);
  else if (list != NULL && self->is_choosing)
    {
      self->is_choosing = FALSE; /* there is no such thing */
      replay (self);
    }
  if (region != NULL && self->typing->hinted != NULL)
    pel_pick_typing_clear (self->typing);
  show_guide (self);
}

static void
start_hints (PelPicking *self)
{
  PelRegionList *list = get_list (self);

  if (list == NULL)
    pel_pick_typing_want_hints (self->typing);
  else
    pel_pick_typing_start_hints (self->typing, list);
  follow_typing (self);
}

/* What was typed or asked for before there were regions; and letters for regions that are new.
 * Where nothing can be shown any more, no one should hold the pointer. */
static void
regions_changed_cb (PelPicking *self)
{
  PelPickTyping *typing = self->typing;
  PelRegionList *list = get_list (self);
  const GError  *obstacle = pel_region_registry_get_obstacle (self->tools.registry);

  if (self->end_id != 0)
    return;
  if (obstacle != NULL)
    {
      end (self, g_error_copy (obstacle));
      return;
    }
  if (list != NULL && (typing->wants_hints || (typing->hinted != NULL && typing->text->len == 0 &&
                                               typing->hinted != list)))
    start_hints (self);
  else if (list != NULL && self->wants_number)
    follow_typing (self);
}

/* what the person does */

static void
stop_typing (PelPicking *self)
{
  self->wants_number = FALSE;
  if (!pel_pick_typing_is_active (self->typing))
    return;
  pel_pick_typing_clear (self->typing);
  show_guide (self);
}

/* It is not the one any more that was typed. */
static void
walk (PelPicking *self)
{
  self->is_walking = TRUE;
  stop_typing (self);
  show_hovered (self);
}

static void
climb (PelPicking *self)
{
  if (get_trail (self) != NULL && pel_pick_trail_climb (get_trail (self)))
    walk (self);
}

static void
descend (PelPicking *self)
{
  if (get_trail (self) != NULL && pel_pick_trail_descend (get_trail (self)))
    walk (self);
}

static void
sink (PelPicking *self)
{
  PelPickTrail *trail = get_trail (self);

  if (trail != NULL && (pel_pick_trail_sink (trail) || aim_below (self, trail)))
    walk (self);
}

static void
rise (PelPicking *self)
{
  PelPickTrail *trail = get_trail (self);

  if (trail == NULL)
    return;
  if (pel_pick_trail_rise (trail))
    walk (self);
  else if (self->trails->len > 1)
    {
      g_ptr_array_set_size (self->trails, self->trails->len - 1);
      walk (self);
    }
}

/* Who has chosen several is done with that; a number that nothing has chooses nothing. */
static void
choose_by_key (PelPicking *self, PelPickModifiers modifiers)
{
  PelRegionList *list = get_list (self);

  if (self->typing->text->len > 0 && list != NULL &&
      pel_pick_typing_find (self->typing, list) == NULL)
    return;
  if ((modifiers & PEL_PICK_SHIFT) != 0)
    choose (self, TRUE);
  else if (self->picked->len > 0)
    end (self, NULL);
  else
    choose (self, FALSE);
}

/* Ctrl is for when a click would go to another program. */
static void
choose_by_control (PelPicking *self, PelPickModifiers modifiers)
{
  if (pel_pick_input_get_reach (self->input) == PEL_PICK_HOVERS)
    choose (self, FALSE);
}

static void
switch_hints (PelPicking *self)
{
  gboolean has_hints = self->typing->hinted != NULL || self->typing->wants_hints;

  pel_pick_typing_clear (self->typing);
  need_numbers (self);
  if (has_hints)
    show_guide (self);
  else
    start_hints (self);
}

/* clang-format off */
static const struct { guint keysym; void (*act) (PelPicking *); void (*choose) (PelPicking *, PelPickModifiers); } keys[] = {
  { XKB_KEY_Escape,       .act = leave                },
  { XKB_KEY_Up,           .act = climb                },
  { XKB_KEY_KP_Up,        .act = climb                },
  { XKB_KEY_Down,         .act = descend              },
  { XKB_KEY_KP_Down,      .act = descend              },
  { XKB_KEY_Right,        .act = sink                 },
  { XKB_KEY_KP_Right,     .act = sink                 },
  { XKB_KEY_Left,         .act = rise                 },
  { XKB_KEY_KP_Left,      .act = rise                 },
  { XKB_KEY_Tab,          .act = switch_hints         },
  { XKB_KEY_ISO_Left_Tab, .act = switch_hints         },
  { XKB_KEY_Return,       .choose = choose_by_key     },
  { XKB_KEY_KP_Enter,     .choose = choose_by_key     },
  { XKB_KEY_space,        .choose = choose_by_key     },
  { XKB_KEY_Control_L,    .choose = choose_by_control },
};
/* clang-format on */

/* Who started it in a terminal stops it as anything there. */
static gboolean
is_interrupt (const PelPickEvent *event)
{
  return event->keysym == XKB_KEY_c && (event->modifiers & PEL_PICK_CONTROL) != 0;
}

/* A number that leads nowhere begins again. */
static void
drop_dead_number (PelPicking *self)
{
  PelRegionList *list = get_list (self);

  if (self->typing->text->len > 0 && self->typing->hinted == NULL && list != NULL &&
      !pel_pick_typing_leads_on (self->typing, list))
    pel_pick_typing_clear (self->typing);
}

static void
take_key (PelPicking *self, const PelPickEvent *event)
{
  if (is_interrupt (event))
    {
      leave (self);
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].keysym == event->keysym)
      {
        if (keys[i].act != NULL)
          keys[i].act (self);
        else
          keys[i].choose (self, event->modifiers);
        return;
      }
  drop_dead_number (self);
  if (!pel_pick_typing_take (self->typing, event->keysym))
    return;
  need_numbers (self);
  follow_typing (self);
}

/* The banner goes where the person does not look. */
static void
move_banner (PelPicking *self)
{
  const PelMonitorLayout *layout = pel_region_registry_get_layout (self->tools.registry);
  gboolean                was_below = self->is_below;

  for (guint i = 0; layout != NULL && i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelNativeRect *rect = &pel_monitor_layout_get_monitor (layout, i)->native;
      double               down = (self->point.y - rect->y) / rect->height;

      if (!pel_native_rect_contains (rect, self->point))
        continue;
      if (down < 0.25)
        self->is_below = TRUE;
      else if (down > 0.75)
        self->is_below = FALSE;
    }
  if (self->is_below != was_below)
    show_guide (self);
}

static void
take_motion (PelPicking *self, const PelPickEvent *event)
{
  double distance;

  if (!self->has_point)
    self->anchor = event->point; /* that is no motion yet */
  distance = hypot (event->point.x - self->anchor.x, event->point.y - self->anchor.y);
  self->point = event->point;
  self->has_point = TRUE;
  move_banner (self);
  if (self->is_anchored && distance < JITTER)
    return;
  self->is_anchored = FALSE;
  stop_typing (self);
  aim_at_pointer (self);
}

static void
take_click (PelPicking *self, const PelPickEvent *event)
{
  if (event->button == 1)
    choose (self, (event->modifiers & PEL_PICK_SHIFT) != 0);
}

static void
take_wheel (PelPicking *self, const PelPickEvent *event)
{
  gboolean is_shifted = (event->modifiers & PEL_PICK_SHIFT) != 0;
  void (*step) (PelPicking *) =
      event->steps < 0 ? (is_shifted ? rise : climb) : (is_shifted ? sink : descend);

  for (int i = 0; i < ABS (event->steps); i++)
    step (self);
}

/* Nothing is lost of what comes while a choice is being made, but it must not change what that is
 * about; only that one can leave goes before. */
static void
take_event (PelPicking *self, const PelPickEvent *event)
{
  static void (*const takers[]) (PelPicking *, const PelPickEvent *) = {
    [PEL_PICK_MOVED] = take_motion,
    [PEL_PICK_CLICK] = take_click,
    [PEL_PICK_WHEEL] = take_wheel,
    [PEL_PICK_KEY] = take_key,
  };
  gboolean is_escape =
      event->kind == PEL_PICK_KEY && (event->keysym == XKB_KEY_Escape || is_interrupt (event));

  if (self->end_id != 0)
    return;
  if (!self->is_choosing || is_escape)
    takers[event->kind](self, event);
  else if (self->queued->len < MAX_QUEUED)
    g_array_append_val (self->queued, *event);
}

static void
event_cb (PelPickInput *input, const PelPickEvent *event, gpointer user_data)
{
  take_event (user_data, event);
}

static void
failed_cb (PelPickInput *input, const GError *error, gpointer user_data)
{
  end (user_data, g_error_copy (error));
}

PelPicking *
pel_picking_new (const PelPickingTools *tools,
                 PelPickInput          *input,
                 const char            *prompt,
                 const char            *window,
                 PelPickingDoneFunc     done,
                 gpointer               user_data)
{
  PelPicking *self = g_new0 (PelPicking, 1);

  self->tools = *tools;
  self->input = input;
  self->prompt = g_strdup (prompt);
  self->window = g_strdup (window);
  self->done = done;
  self->user_data = user_data;
  self->look = pel_pick_look_new (tools->source, looked_cb, self);
  self->typing = pel_pick_typing_new ();
  self->trails = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_pick_trail_free);
  self->picked = pel_pick_choice_new ();
  self->queued = g_array_new (FALSE, FALSE, sizeof (PelPickEvent));
  self->source_id =
      g_signal_connect (tools->source, "changed", G_CALLBACK (source_changed_cb), self);
  self->registry_id =
      g_signal_connect_swapped (tools->registry, "changed", G_CALLBACK (regions_changed_cb), self);
  self->tracker_id =
      g_signal_connect_swapped (tools->tracker, "ready", G_CALLBACK (regions_changed_cb), self);
  g_signal_connect (input, "event", G_CALLBACK (event_cb), self);
  g_signal_connect (input, "failed", G_CALLBACK (failed_cb), self);
  g_signal_connect_swapped (input, "notify::reach", G_CALLBACK (show_guide), self);
  pel_element_source_start_watching (tools->source);
  show_guide (self);
  return self;
}

void
pel_picking_free (PelPicking *self, PelPickGoneFunc gone, gpointer user_data)
{
  g_clear_signal_handler (&self->source_id, self->tools.source);
  g_clear_signal_handler (&self->registry_id, self->tools.registry);
  g_clear_signal_handler (&self->tracker_id, self->tools.tracker);
  pel_element_source_stop_watching (self->tools.source);
  g_clear_handle_id (&self->end_id, g_source_remove);
  g_signal_handlers_disconnect_by_data (self->input, self);
  pel_pick_input_let_go (self->input, gone, user_data);
  g_object_unref (self->input);
  pel_overlay_set_guide (self->tools.overlay, NULL);
  pel_region_registry_set_hovered (self->tools.registry, NULL);
  if (self->has_shown)
    pel_region_tracker_hide (self->tools.tracker);
  if (self->has_selected)
    pel_region_registry_clear_marks (self->tools.registry, PEL_MARK_SELECTED);
  pel_pick_look_free (self->look);
  pel_pick_typing_free (self->typing);
  g_ptr_array_unref (self->trails);
  g_ptr_array_unref (self->picked);
  g_array_unref (self->queued);
  g_clear_error (&self->error);
  g_free (self->note);
  g_free (self->prompt);
  g_free (self->window);
  g_free (self);
}
