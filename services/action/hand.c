/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/hand.h"

#include "services/action/actionability.h"
#include "services/action/gesture-plan.h"
#include "services/action/press-sight.h"
#include "services/action/press-witness.h"
#include "services/base/error.h"

#include <glib/gi18n.h>

#define AFTER_MS       500 /* for a look at what was hit: it is done, and who waits wants to know */
#define PLACES_MS      1000 /* to ask all that is shown where it is */
#define MAX_FOCUS_WAYS 2    /* by its pattern, then by a click */

struct _PelHand
{
  PelActionContext context;
  gint64           own_since;
  gboolean         is_raised;
  guint            n_focus_ways; /* that were tried */
  gboolean         has_pressed;  /* to get the keyboard */
  PelWindow       *drop;         /* (nullable) */
};

/* A step of a hand: the data of its task. All but the gesture is borrowed. */
typedef struct
{
  PelHand             *hand;
  const PelSighting   *sighting;
  guint                timeout_ms;
  PelGesture          *gesture; /* (nullable) */
  const PelActionPlan *plan;    /* (nullable) */
  PelPressWitness     *witness; /* (nullable) */
} Step;

static void
step_free (Step *step)
{
  g_clear_pointer (&step->gesture, pel_gesture_unref);
  g_clear_pointer (&step->witness, pel_press_witness_free);
  g_free (step);
}

PelHand *
pel_hand_new (const PelActionContext *context, gint64 own_since)
{
  PelHand *self = g_new0 (PelHand, 1);

  g_set_object (&self->context.elements, context->elements);
  g_set_object (&self->context.input, context->input);
  g_set_object (&self->context.window_control, context->window_control);
  self->own_since = own_since;
  return self;
}

void
pel_hand_free (PelHand *self)
{
  g_clear_object (&self->context.elements);
  g_clear_object (&self->context.input);
  g_clear_object (&self->context.window_control);
  g_clear_object (&self->drop);
  g_free (self);
}

void
pel_hand_set_drop (PelHand *self, PelWindow *window)
{
  g_set_object (&self->drop, window);
}

gboolean
pel_hand_has_pressed (const PelHand *self)
{
  return self->has_pressed;
}

GError *
pel_hand_new_missing_error (void)
{
  GError *error = NULL;

  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Run “pellucid capabilities” to see what is missing"),
                 _ ("Real input is not available on this desktop"));
  return error;
}

static GTask *
new_task (gpointer            tag,
          const Step         *step,
          GCancellable       *cancellable,
          GAsyncReadyCallback callback,
          gpointer            user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Step  *data = g_memdup2 (step, sizeof *step);

  g_task_set_source_tag (task, tag);
  g_task_set_check_cancellable (task, FALSE); /* report what was done even if cancelled */
  if (data->gesture != NULL)
    pel_gesture_ref (data->gesture);
  g_task_set_task_data (task, data, (GDestroyNotify) step_free);
  return task;
}

/* All tasks here end with a truth about what they did. */
static gboolean
finish_task (GAsyncResult *result, gboolean *ret_truth, GError **error)
{
  gssize value = g_task_propagate_int (G_TASK (result), error);

  *ret_truth = value > 0;
  return value >= 0;
}

/* Raising */

static void
raised_cb (GObject *control, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)      task = data;
  GError                *error = NULL;
  PelWindowReply         reply;
  g_autoptr (PelDesktop) desktop =
      pel_window_control_run_finish (PEL_WINDOW_CONTROL (control), result, &reply, &error);

  if (desktop != NULL)
    {
      g_task_return_int (task, reply == PEL_WINDOW_DONE);
      return;
    }
  if (g_error_matches (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE))
    {
      g_clear_error (&error);
      g_task_return_int (task, FALSE);
      return;
    }
  g_task_return_error (task, error);
}

void
pel_hand_raise_async (PelHand            *self,
                      PelWindow          *window,
                      guint               timeout_ms,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data)
{
  g_autoptr (GTask) task =
      new_task (pel_hand_raise_async, &(Step){ self }, cancellable, callback, user_data);
  const PelWindowInfo *info = window != NULL ? pel_window_get_info (window) : NULL;

  self->is_raised = TRUE;
  if (info == NULL || self->context.window_control == NULL ||
      (info->states & (PEL_WINDOW_ACTIVE | PEL_WINDOW_UNMANAGED)) != 0)
    {
      g_task_return_int (task, FALSE);
      return;
    }
  pel_window_control_run_async (self->context.window_control,
                                &(PelWindowOrder){ .window_id = info->id,
                                                   .operation = PEL_WINDOW_FOCUS,
                                                   .own_since = self->own_since,
                                                   .timeout_ms = timeout_ms },
                                cancellable,
                                raised_cb,
                                g_object_ref (task));
}

gboolean
pel_hand_raise_finish (GAsyncResult *result, gboolean *ret_has_changed, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_hand_raise_async), FALSE);

  return finish_task (result, ret_has_changed, error);
}

/* Striking: look, where it matters what lies at a point → read → gesture, with a witness of its
 * press → read */

static void
read_place (GTask *task, guint timeout_ms, GCancellable *cancellable, GAsyncReadyCallback callback)
{
  const Step *step = g_task_get_task_data (task);
  PelElement  agent = pel_snapshot_get_element (step->sighting->snapshot, step->sighting->agent);

  pel_element_source_read_async (step->hand->context.elements,
                                 &(PelReadingRequest){ .bus_name = agent.bus_name,
                                                       .path = agent.path,
                                                       .flags = PEL_READ_PLACE,
                                                       .timeout_ms = timeout_ms },
                                 cancellable,
                                 callback,
                                 g_object_ref (task));
}

static gboolean
is_same_place (const PelSighting *sighting, const PelElementReading *reading, GError **error)
{
  return pel_actionability_check (&(PelActionSight){ .snapshot = sighting->snapshot,
                                                     .id = sighting->id,
                                                     .verb = PEL_VERB_CLICK,
                                                     .first = sighting->second,
                                                     .second = reading },
                                  PEL_CHECK_STABLE,
                                  error);
}

static void
read_after_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)             task = data;
  const Step                   *step = g_task_get_task_data (task);
  g_autoptr (PelElementReading) reading =
      pel_element_source_read_finish (PEL_ELEMENT_SOURCE (source), result, NULL);

  g_task_return_int (task,
                     reading == NULL || !is_same_place (step->sighting, reading, NULL) ||
                         (step->witness != NULL && pel_press_witness_is_doubtful (step->witness)));
}

static void
struck_cb (GObject *input, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError           *error = NULL;

  if (!pel_input_make_finish (PEL_INPUT (input), result, &error))
    g_task_return_error (task, error);
  else
    read_place (task, AFTER_MS, NULL, read_after_cb);
}

/* Who has the window that the element is in; of a popup of unknown position, its program
 * alone. The id lives as long as the snapshot. */
static PelAddressee
get_addressee (const PelSighting *sighting)
{
  guint        program = pel_snapshot_get_program_index (sighting->snapshot, sighting->id);
  PelWindow   *window = pel_snapshot_find_window (sighting->snapshot, sighting->id);
  PelAddressee addressee = { .popup = pel_snapshot_get_bounds (sighting->snapshot, sighting->id) };

  if (window != NULL)
    {
      addressee.window_id = pel_window_get_info (window)->id;
      addressee.pid = pel_window_get_info (window)->pid;
    }
  else
    addressee.pid = pel_snapshot_get_program (sighting->snapshot, program)->pid;
  return addressee;
}

/* Of a text that was read there is nobody who could say where it is, or that it is pressed: there
 * are only its pixels, which the press itself may change. They are looked at right before it. */
static gboolean
is_told_by_program (const PelSighting *sighting)
{
  return pel_snapshot_get_origin (sighting->snapshot, sighting->id) == PEL_ORIGIN_ACCESSIBILITY;
}

/* What goes to the keyboard alone needs no witness. */
static gboolean
find_press (const PelGesture *gesture, PelNativePoint *ret_point)
{
  const PelStroke *first = pel_gesture_get_stroke (gesture, 0);

  if (first->kind != PEL_STROKE_MOVE)
    return FALSE;
  *ret_point = first->point;
  return TRUE;
}

static void
read_before_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)             task = data;
  Step                         *step = g_task_get_task_data (task);
  PelAddressee                  addressee = get_addressee (step->sighting);
  PelAddressee                  drop = { 0 };
  PelWitness                    witness;
  PelNativePoint                point;
  GError                       *error = NULL;
  g_autoptr (PelElementReading) reading =
      pel_element_source_read_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (reading == NULL || !is_same_place (step->sighting, reading, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (step->hand->drop != NULL)
    {
      drop.window_id = pel_window_get_info (step->hand->drop)->id;
      drop.pid = pel_window_get_info (step->hand->drop)->pid;
      addressee.drop = &drop;
    }
  if (is_told_by_program (step->sighting) && find_press (step->gesture, &point))
    {
      step->witness =
          pel_press_witness_new (step->hand->context.elements,
                                 step->sighting,
                                 point,
                                 pel_input_is_checked_at_once (step->hand->context.input));
      witness = pel_press_witness_get (step->witness);
      addressee.witness = &witness;
    }
  addressee.own_since = step->hand->own_since;
  addressee.timeout_ms = step->timeout_ms;
  pel_input_make_async (step->hand->context.input,
                        step->gesture,
                        &addressee,
                        g_task_get_cancellable (task),
                        struck_cb,
                        g_object_ref (task));
}

/* What lies over it now: toolkits do not report everything that moves. */
static void
placed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  const Step       *step = g_task_get_task_data (task);
  PelElement        was = pel_snapshot_get_element (step->sighting->snapshot, step->sighting->id);
  GError           *error = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);
  PelActionSight sight = { .snapshot = snapshot, .verb = PEL_VERB_CLICK };
  PelNativePoint point;

  if (snapshot != NULL)
    sight.id = pel_snapshot_find_identity (snapshot, was.bus_name, was.path);
  if (snapshot == NULL || !pel_actionability_check (&sight, PEL_CHECK_EXISTS, &error) ||
      (find_press (step->gesture, &point) &&
       !pel_press_sight_check_point (snapshot, sight.id, point, &error)))
    g_task_return_error (task, error);
  else
    read_place (task, step->timeout_ms, g_task_get_cancellable (task), read_before_cb);
}

static void
look_at_places (GTask *task)
{
  const Step *step = g_task_get_task_data (task);
  PelElement  element = pel_snapshot_get_element (step->sighting->snapshot, step->sighting->id);

  pel_element_source_look_async (step->hand->context.elements,
                                 &(PelLook){ .kind = PEL_LOOK_PROGRAM,
                                             .target = element.bus_name,
                                             .flags = PEL_LOOK_PLACES,
                                             .timeout_ms = MIN (step->timeout_ms, PLACES_MS) },
                                 g_task_get_cancellable (task),
                                 placed_cb,
                                 g_object_ref (task));
}

void
pel_hand_strike_async (PelHand            *self,
                       const PelSighting  *sighting,
                       PelGesture         *gesture,
                       guint               timeout_ms,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_autoptr (GTask) task = new_task (pel_hand_strike_async,
                                     &(Step){ self, sighting, timeout_ms, .gesture = gesture },
                                     cancellable,
                                     callback,
                                     user_data);
  PelNativePoint    point;

  if (is_told_by_program (sighting) && find_press (gesture, &point))
    look_at_places (task);
  else
    read_place (task, timeout_ms, cancellable, read_before_cb);
}

gboolean
pel_hand_strike_finish (GAsyncResult *result, gboolean *ret_is_unsure, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_hand_strike_async), FALSE);

  return finish_task (result, ret_is_unsure, error);
}

/* Getting ready */

static void
grabbed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;

  /* whether it has the keyboard now is checked again, whatever its program says */
  pel_element_source_act_finish (PEL_ELEMENT_SOURCE (source), result, NULL, NULL);
  g_task_return_int (task, TRUE);
}

static void
pressed_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  gboolean          is_unsure;
  GError           *error = NULL;

  if (pel_hand_strike_finish (result, &is_unsure, &error))
    g_task_return_int (task, TRUE);
  else
    g_task_return_error (task, error);
}

static gboolean
is_focused (PelSnapshot *snapshot, PelElementId id)
{
  return pel_states_has (pel_snapshot_get_states (snapshot, id), PEL_STATE_FOCUSED);
}

static gboolean
is_secret (PelSnapshot *snapshot, PelElementId id)
{
  return (pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_SECRET) != 0;
}

/* It or what is in it, but for a field for secrets that was not named itself; where everything was
 * tried, also what it is in: some lists have the keyboard for their rows. */
static gboolean
has_keyboard (const PelHand *self, const PelSighting *sighting)
{
  PelSnapshot *snapshot = sighting->snapshot;
  PelElementId last = pel_snapshot_get_last_descendant (snapshot, sighting->id);
  PelElementId id;

  for (id = sighting->id; id <= last; id++)
    if (is_focused (snapshot, id) && (id == sighting->id || !is_secret (snapshot, id)))
      return TRUE;
  if (self->n_focus_ways < MAX_FOCUS_WAYS)
    return FALSE;
  for (id = sighting->id;
       id != PEL_ELEMENT_NONE && !pel_role_is_window (pel_snapshot_get_role (snapshot, id));
       id = pel_snapshot_get_parent (snapshot, id))
    if (is_focused (snapshot, id))
      return TRUE;
  return FALSE;
}

static void
grab_keyboard (GTask *task)
{
  const Step *step = g_task_get_task_data (task);
  PelElement  element = pel_snapshot_get_element (step->sighting->snapshot, step->sighting->id);

  pel_element_source_act_async (step->hand->context.elements,
                                &(PelElementAct){ .bus_name = element.bus_name,
                                                  .path = element.path,
                                                  .kind = PEL_ACT_GRAB_FOCUS,
                                                  .name = element.name,
                                                  .native_role = element.native_role,
                                                  .own_since = step->hand->own_since,
                                                  .timeout_ms = step->timeout_ms },
                                g_task_get_cancellable (task),
                                grabbed_cb,
                                g_object_ref (task));
}

/* By its pattern; where that does not do, a click into a text. On anything else a click is an act
 * of its own. */
static void
take_keyboard (GTask *task)
{
  const Step            *step = g_task_get_task_data (task);
  const PelSighting     *sighting = step->sighting;
  g_autoptr (PelGesture) press = pel_gesture_new ();
  guint                  way = step->hand->n_focus_ways++;
  PelNativePoint         point;
  GError                *error = NULL;

  if (way == 0)
    grab_keyboard (task);
  else if (way < MAX_FOCUS_WAYS && pel_action_takes_text (sighting->snapshot, sighting->id) &&
           pel_snapshot_find_click_point (sighting->snapshot, sighting->id, &point))
    {
      step->hand->has_pressed = TRUE;
      pel_gesture_move (press, point);
      pel_gesture_click (press, PEL_BUTTON_LEFT, 1, 0);
      pel_hand_strike_async (step->hand,
                             sighting,
                             press,
                             step->timeout_ms,
                             g_task_get_cancellable (task),
                             pressed_cb,
                             g_object_ref (task));
    }
  else
    {
      pel_set_error (&error,
                     PEL_ERROR_OBSCURED,
                     _ ("First click an element that accepts focus, or type without a target"),
                     _ ("The element does not accept keyboard focus; nothing was typed"));
      g_task_return_error (task, error);
    }
}

static gboolean
is_reached (const PelSighting *sighting, GError **error)
{
  return pel_actionability_check (&(PelActionSight){ .snapshot = sighting->snapshot,
                                                     .id = sighting->id,
                                                     .verb = PEL_VERB_CLICK },
                                  PEL_CHECK_UNCOVERED,
                                  error);
}

static void
get_ready (GTask *task)
{
  const Step *step = g_task_get_task_data (task);
  GError     *error = NULL;

  if (step->plan->needs_point && !is_reached (step->sighting, &error))
    g_task_return_error (task, error);
  else if (step->plan->needs_focus && !has_keyboard (step->hand, step->sighting))
    take_keyboard (task);
  else
    g_task_return_int (task, FALSE);
}

static void
window_ready_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  gboolean          has_changed;
  GError           *error = NULL;

  if (!pel_hand_raise_finish (result, &has_changed, &error))
    g_task_return_error (task, error);
  else if (has_changed)
    g_task_return_int (task, TRUE);
  else
    get_ready (task);
}

void
pel_hand_ready_async (PelHand             *self,
                      const PelSighting   *sighting,
                      const PelActionPlan *plan,
                      guint                timeout_ms,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  g_autoptr (GTask) task = new_task (pel_hand_ready_async,
                                     &(Step){ self, sighting, timeout_ms, .plan = plan },
                                     cancellable,
                                     callback,
                                     user_data);

  if (self->context.input == NULL)
    g_task_return_error (task, pel_hand_new_missing_error ());
  else if (!self->is_raised)
    pel_hand_raise_async (self,
                          pel_snapshot_find_window (sighting->snapshot, sighting->id),
                          timeout_ms,
                          cancellable,
                          window_ready_cb,
                          g_object_ref (task));
  else
    get_ready (task);
}

gboolean
pel_hand_ready_finish (GAsyncResult *result, gboolean *ret_has_changed, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_hand_ready_async), FALSE);

  return finish_task (result, ret_has_changed, error);
}
