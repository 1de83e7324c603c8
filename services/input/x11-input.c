/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/x11-input.h"

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/base/guard.h"
#include "services/input/x11-hand.h"
#include "services/input/x11-refusal.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define LAST_MS 1000 /* for the server, when a gesture has been called off */

struct _PelX11Input
{
  GObject     parent_instance;
  PelX11Hand *hand;
  GQueue      tasks; /* of GTask, owned; the head is under way if is_making */
  gboolean    is_making;
};

/* A gesture that is made, or waits for those before it. */
typedef struct
{
  PelGesture     *gesture; /* NULL: nothing is made … */
  PelAddressee   *addressee;
  PelHandRequest *probe; /* … but this is asked */
  gboolean        is_grabbed;
  gint64          deadline;

  guint     n_strokes; /* that have been made */
  gunichar *text;      /* of the stroke that types; NULL: none does */
  guint     n_text;
  guint     n_typed;
  guint     n_held;
  gboolean  has_point;
  int       x, y;
  gboolean  is_pressing;      /* a button is down */
  int       aside_x, aside_y; /* where it may go up, if it ends early */
  gboolean  is_sent;          /* something has been pressed */
  gboolean  is_asking;        /* the hand owes an answer */
  gboolean  is_waiting;       /* for the gate */
  GError   *failure;          /* what is told when everything has been let go of */

  GCancellable *hearing; /* (nullable): of the witness, as long as it has not answered */

  guint  pause_id, deadline_id, cancel_id;
  gulong cancelled_id;
} Making;

static void input_init (PelInputInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelX11Input,
                               pel_x11_input,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_INPUT, input_init))

static const PelDriver driver = { "xtest", "input", NULL };

static void begin_next (PelX11Input *self);
static void step (GTask *task);

/* It may be a secret. */
static void
forget_text (Making *making)
{
  if (making->text != NULL)
    explicit_bzero (making->text, making->n_text * sizeof *making->text);
  g_clear_pointer (&making->text, g_free);
}

static void
making_free (Making *making)
{
  g_clear_handle_id (&making->pause_id, g_source_remove);
  g_clear_handle_id (&making->deadline_id, g_source_remove);
  g_clear_handle_id (&making->cancel_id, g_source_remove);
  g_clear_pointer (&making->gesture, pel_gesture_unref);
  g_clear_pointer (&making->addressee, pel_addressee_free);
  if (making->probe != NULL)
    explicit_bzero (making->probe, sizeof *making->probe); /* the keys may be a secret */
  g_clear_pointer (&making->probe, g_free);
  g_clear_object (&making->hearing);
  g_clear_error (&making->failure);
  forget_text (making);
  g_free (making);
}

static guint
get_remaining_ms (const Making *making)
{
  gint64 remaining = making->deadline - g_get_monotonic_time ();

  return remaining > 0 ? (guint) ((remaining + 999) / 1000) : 0;
}

/* the end of a gesture */

/* Takes @error; NULL: it was made. */
static void
finish (GTask *task, GError *error)
{
  g_autoptr (PelX11Input) self = g_object_ref (g_task_get_source_object (task));
  g_autoptr (GTask)       owned = task;
  Making                 *making = g_task_get_task_data (task);
  gboolean                was_making = self->is_making && g_queue_peek_head (&self->tasks) == task;

  g_queue_remove (&self->tasks, task);
  g_clear_handle_id (&making->pause_id, g_source_remove);
  g_clear_handle_id (&making->deadline_id, g_source_remove);
  g_clear_handle_id (&making->cancel_id, g_source_remove);
  if (making->cancelled_id != 0)
    g_signal_handler_disconnect (g_task_get_cancellable (task), making->cancelled_id);
  making->cancelled_id = 0;
  if (error == NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, making->is_sent ? pel_x11_refusal_mark_sent (error) : error);
  if (!was_making)
    return;
  self->is_making = FALSE;
  begin_next (self);
}

static void
ask (GTask *task, PelHandRequest *request, PelX11HandFunc func)
{
  PelX11Input        *self = g_task_get_source_object (task);
  Making             *making = g_task_get_task_data (task);
  const PelAddressee *whose =
      request->verb == PEL_HAND_DROP ? making->addressee->drop : making->addressee;
  g_autoptr (GArray) ours = pel_guard_dup_processes ();

  request->window = whose->window_id != NULL ? g_ascii_strtoull (whose->window_id, NULL, 16) : 0;
  request->pid = whose->pid;
  request->dragging_pid = making->addressee->pid;
  request->n_ours = ours->len; /* more than there is room for make no sense to the hand */
  for (guint i = 0; i < MIN (ours->len, PEL_HAND_MAX_OURS); i++)
    request->ours[i] = g_array_index (ours, pid_t, i);
  making->is_asking = TRUE;
  pel_x11_hand_ask (self->hand, request, func, task);
  explicit_bzero (request->text, sizeof request->text); /* it may be a secret */
}

static void
released_cb (const PelHandAnswer *answer, gpointer user_data)
{
  Making *making = g_task_get_task_data (user_data);

  making->is_asking = FALSE;
  finish (user_data, g_steal_pointer (&making->failure));
}

static void
let_go (GTask *task)
{
  PelHandRequest request = { .verb = PEL_HAND_RELEASE };

  ask (task, &request, released_cb);
}

/* Whether it could go there or not, the button goes up. */
static void
aside_cb (const PelHandAnswer *answer, gpointer user_data)
{
  Making *making = g_task_get_task_data (user_data);

  making->is_asking = FALSE;
  let_go (user_data);
}

/* Lets go of what is held, and tells. */
static void
conclude (GTask *task)
{
  Making        *making = g_task_get_task_data (task);
  PelHandRequest request = { .verb = PEL_HAND_MOVE, .x = making->aside_x, .y = making->aside_y };

  if (making->n_held == 0)
    finish (task, g_steal_pointer (&making->failure));
  else if (making->is_pressing)
    ask (task, &request, aside_cb);
  else
    let_go (task);
}

static void arm (GTask *task);

/* Takes @error. */
static void
fail (GTask *task, GError *error)
{
  PelX11Input *self = g_task_get_source_object (task);
  Making      *making = g_task_get_task_data (task);

  if (making->failure != NULL)
    {
      g_error_free (error);
      return;
    }
  if (!self->is_making || g_queue_peek_head (&self->tasks) != task)
    {
      finish (task, error);
      return;
    }
  making->failure = error;
  g_clear_handle_id (&making->pause_id, g_source_remove);
  making->deadline = g_get_monotonic_time () + LAST_MS * G_TIME_SPAN_MILLISECOND;
  arm (task);
  if (making->hearing != NULL)
    g_cancellable_cancel (making->hearing); /* it answers, and that is the end */
  else if (!making->is_asking)
    conclude (task);
}

/* The hand lets go of everything automatically when it is given up. */
static gboolean
deadline_cb (gpointer data)
{
  GTask       *task = data;
  PelX11Input *self = g_task_get_source_object (task);
  Making      *making = g_task_get_task_data (task);
  GError      *error = NULL;

  making->deadline_id = 0;
  if (making->is_asking)
    {
      making->is_asking = FALSE;
      pel_x11_hand_give_up (self->hand);
      if (making->failure == NULL)
        pel_set_error (&making->failure,
                       PEL_ERROR_APP_UNRESPONSIVE,
                       _ ("Wait until the desktop responds, then try again"),
                       _ ("The X server is not responding"));
      finish (task, g_steal_pointer (&making->failure));
      return G_SOURCE_REMOVE;
    }
  pel_set_error (&error,
                 PEL_ERROR_TIMEOUT,
                 _ ("Allow more time with “timeout_ms”"),
                 _ ("Timed out before all input was sent"));
  fail (task, error);
  return G_SOURCE_REMOVE;
}

static void
arm (GTask *task)
{
  Making *making = g_task_get_task_data (task);

  g_clear_handle_id (&making->deadline_id, g_source_remove);
  making->deadline_id = g_timeout_add (get_remaining_ms (making), deadline_cb, task);
}

static gboolean
cancel_cb (gpointer data)
{
  Making *making = g_task_get_task_data (data);
  GError *error = NULL;

  making->cancel_id = 0;
  if (making->is_waiting)
    return G_SOURCE_REMOVE; /* the gate tells it */
  pel_set_error (&error, PEL_ERROR_CANCELLED, NULL, _ ("The input was cancelled"));
  fail (data, error);
  return G_SOURCE_REMOVE;
}

static void
cancelled_cb (GCancellable *cancellable, GTask *task)
{
  Making *making = g_task_get_task_data (task);

  if (making->cancel_id == 0)
    making->cancel_id = g_idle_add (cancel_cb, task); /* a handler must not take itself off */
}

/* strokes */

static void
next_stroke (GTask *task)
{
  Making *making = g_task_get_task_data (task);

  forget_text (making);
  making->n_strokes++;
  step (task);
}

static gboolean
paused_cb (gpointer data)
{
  Making *making = g_task_get_task_data (data);

  making->pause_id = 0;
  if (making->text != NULL)
    step (data);
  else
    next_stroke (data);
  return G_SOURCE_REMOVE;
}

static void
pause_for (GTask *task, guint pause_ms)
{
  Making *making = g_task_get_task_data (task);

  making->deadline += pause_ms * G_TIME_SPAN_MILLISECOND;
  arm (task);
  making->pause_id = g_timeout_add (pause_ms, paused_cb, task);
}

static void
take_typed (GTask *task, const PelStroke *stroke)
{
  Making *making = g_task_get_task_data (task);

  if (making->n_typed == making->n_text)
    next_stroke (task);
  else if (stroke->pause_ms > 0)
    pause_for (task, stroke->pause_ms);
  else
    step (task);
}

static gboolean
goes_down (PelStrokeKind kind)
{
  return kind == PEL_STROKE_BUTTON_DOWN || kind == PEL_STROKE_KEY_DOWN;
}

static gboolean
goes_up (PelStrokeKind kind)
{
  return kind == PEL_STROKE_BUTTON_UP || kind == PEL_STROKE_DROP || kind == PEL_STROKE_KEY_UP;
}

/* What the answer says of where things stand, whatever comes next. */
static void
note (Making *making, const PelStroke *stroke, const PelHandAnswer *answer)
{
  guint begin = making->n_typed / PEL_HAND_MAX_TEXT * PEL_HAND_MAX_TEXT;

  if (answer == NULL)
    {
      making->n_held = 0; /* its successor lets go of what it held */
      making->is_pressing = FALSE;
      return;
    }
  making->is_sent = making->is_sent || answer->has_acted;
  if (stroke->kind == PEL_STROKE_TEXT)
    making->n_typed = CLAMP (begin + answer->end, making->n_typed, making->n_text);
  if (answer->outcome != PEL_HAND_DONE)
    return;
  if (goes_down (stroke->kind))
    making->n_held++;
  else if (goes_up (stroke->kind))
    making->n_held -= MIN (making->n_held, 1);
  if (stroke->kind == PEL_STROKE_BUTTON_DOWN)
    {
      making->is_pressing = making->has_point;
      making->aside_x = making->x;
      making->aside_y = making->y;
    }
  else if (goes_up (stroke->kind) && stroke->kind != PEL_STROKE_KEY_UP)
    making->is_pressing = FALSE;
}

static void
answered_cb (const PelHandAnswer *answer, gpointer user_data)
{
  GTask           *task = user_data;
  Making          *making = g_task_get_task_data (task);
  const PelStroke *stroke = pel_gesture_get_stroke (making->gesture, making->n_strokes);

  making->is_asking = FALSE;
  note (making, stroke, answer);
  if (making->failure != NULL)
    conclude (task);
  else if (answer != NULL && answer->outcome == PEL_HAND_DONE && stroke->kind == PEL_STROKE_TEXT)
    take_typed (task, stroke);
  else if (answer != NULL && answer->outcome == PEL_HAND_DONE)
    next_stroke (task);
  else if (answer != NULL && answer->outcome == PEL_HAND_PERSON)
    {
      pel_gate_note_person ();
      step (task);
    }
  else
    fail (task, pel_x11_refusal_new (answer, stroke->kind));
}

static int
to_pixel (double place)
{
  return (int) CLAMP (floor (place), G_MININT16, G_MAXINT16);
}

static void
fill_move (Making *making, const PelStroke *stroke, PelHandRequest *request)
{
  making->has_point = TRUE;
  making->x = request->x = to_pixel (stroke->point.x);
  making->y = request->y = to_pixel (stroke->point.y);
}

static void
fill_press (Making *making, const PelStroke *stroke, PelHandRequest *request)
{
  request->code = stroke->button;
  request->has_point = making->has_point;
  request->x = making->x;
  request->y = making->y;
}

/* Where no one is named who must be there, it only goes up. */
static void
fill_drop (Making *making, const PelStroke *stroke, PelHandRequest *request)
{
  fill_press (making, stroke, request);
  if (making->addressee->drop == NULL)
    request->verb = PEL_HAND_BUTTON_UP;
}

static void
fill_wheel (Making *making, const PelStroke *stroke, PelHandRequest *request)
{
  fill_press (making, stroke, request);
  request->right = stroke->x;
  request->down = stroke->y;
}

static void
fill_key (Making *making, const PelStroke *stroke, PelHandRequest *request)
{
  request->code = stroke->keysym;
}

/* The hand sees what comes next as well, and makes its keys ready together. */
static void
fill_text (Making *making, const PelStroke *stroke, PelHandRequest *request)
{
  guint begin = making->n_typed / PEL_HAND_MAX_TEXT * PEL_HAND_MAX_TEXT;

  request->n_text = MIN (making->n_text - begin, PEL_HAND_MAX_TEXT);
  for (guint i = 0; i < request->n_text; i++)
    request->text[i] = making->text[begin + i];
  request->first = making->n_typed - begin;
  request->end = stroke->pause_ms > 0 ? request->first + 1 : request->n_text;
}

/* clang-format off */
static const struct
{
  PelHandVerb verb;
  void (*fill) (Making *making, const PelStroke *stroke, PelHandRequest *request);
} stroke_table[] = {
  [PEL_STROKE_MOVE]        = { PEL_HAND_MOVE,        fill_move  },
  [PEL_STROKE_BUTTON_DOWN] = { PEL_HAND_BUTTON_DOWN, fill_press },
  [PEL_STROKE_BUTTON_UP]   = { PEL_HAND_BUTTON_UP,   fill_press },
  [PEL_STROKE_DROP]        = { PEL_HAND_DROP,        fill_drop  },
  [PEL_STROKE_WITNESS]     = { PEL_N_HAND_VERBS,     NULL       },
  [PEL_STROKE_WHEEL]       = { PEL_HAND_WHEEL,       fill_wheel },
  [PEL_STROKE_KEY_DOWN]    = { PEL_HAND_KEY_DOWN,    fill_key   },
  [PEL_STROKE_KEY_UP]      = { PEL_HAND_KEY_UP,      fill_key   },
  [PEL_STROKE_TEXT]        = { PEL_HAND_TYPE,        fill_text  },
  [PEL_STROKE_PAUSE]       = { PEL_N_HAND_VERBS,     NULL       },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (stroke_table) == PEL_N_STROKES);

/* A line end of two characters is one key. */
static void
open_text (Making *making, const char *text)
{
  glong n_characters;

  making->text = g_utf8_to_ucs4_fast (text, -1, &n_characters);
  making->n_text = making->n_typed = 0;
  for (glong i = 0; i < n_characters; i++)
    if (making->text[i] != '\r' || making->text[i + 1] != '\n')
      making->text[making->n_text++] = making->text[i];
  for (glong i = making->n_text; i < n_characters; i++)
    making->text[i] = 0;
}

static void
testified_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Making           *making = g_task_get_task_data (task);
  GError           *error = NULL;
  gboolean          is_meant = making->addressee->witness->ask_finish (result, &error);

  g_clear_object (&making->hearing);
  if (is_meant)
    {
      making->aside_x = making->x; /* a drag may end where it began */
      making->aside_y = making->y;
    }
  if (making->failure != NULL)
    {
      g_clear_error (&error);
      conclude (task);
    }
  else if (is_meant)
    next_stroke (task);
  else
    fail (task, error);
}

/* The server has passed the press on. */
static void
hear_witness (GTask *task)
{
  Making           *making = g_task_get_task_data (task);
  const PelWitness *witness = making->addressee->witness;

  if (witness == NULL)
    {
      next_stroke (task);
      return;
    }
  making->aside_x = to_pixel (witness->aside.x);
  making->aside_y = to_pixel (witness->aside.y);
  making->hearing = g_cancellable_new ();
  witness->ask_async (witness->data, making->hearing, testified_cb, g_object_ref (task));
}

static void
make_stroke (GTask *task)
{
  Making          *making = g_task_get_task_data (task);
  const PelStroke *stroke = pel_gesture_get_stroke (making->gesture, making->n_strokes);
  PelHandRequest   request = { 0 };

  if (stroke->kind == PEL_STROKE_TEXT && making->text == NULL)
    open_text (making, stroke->text);
  if (stroke->kind == PEL_STROKE_PAUSE)
    pause_for (task, stroke->pause_ms);
  else if (stroke->kind == PEL_STROKE_WITNESS)
    hear_witness (task);
  else if (stroke->kind == PEL_STROKE_TEXT && making->n_text == 0)
    next_stroke (task);
  else
    {
      request.verb = stroke_table[stroke->kind].verb;
      stroke_table[stroke->kind].fill (making, stroke, &request);
      ask (task, &request, answered_cb);
    }
}

static void
waited_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Making           *making = g_task_get_task_data (task);
  GError           *error = NULL;

  making->is_waiting = FALSE;
  arm (task);
  if (pel_gate_wait_finish (result, &error))
    {
      step (task);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_clear_error (&error);
      pel_set_error (&error, PEL_ERROR_CANCELLED, NULL, _ ("The input was cancelled"));
    }
  fail (task, error);
}

/* What is held when the gate closes goes up; what goes up anyway may. */
static gboolean
passes_gate (GTask *task, PelStrokeKind kind)
{
  Making *making = g_task_get_task_data (task);
  GError *error = NULL;

  if (kind == PEL_STROKE_BUTTON_UP || kind == PEL_STROKE_KEY_UP ||
      pel_gate_check (making->addressee->own_since, &error))
    return TRUE;
  if (making->n_held > 0)
    {
      fail (task, error);
      return FALSE;
    }
  g_error_free (error);
  making->is_waiting = TRUE;
  g_clear_handle_id (&making->deadline_id, g_source_remove);
  pel_gate_wait_async (making->addressee->own_since,
                       get_remaining_ms (making),
                       g_task_get_cancellable (task),
                       waited_cb,
                       g_object_ref (task));
  return FALSE;
}

static void
step (GTask *task)
{
  Making *making = g_task_get_task_data (task);

  if (making->n_strokes == pel_gesture_get_n_strokes (making->gesture))
    conclude (task);
  else if (passes_gate (task, pel_gesture_get_stroke (making->gesture, making->n_strokes)->kind))
    make_stroke (task);
}

/* gestures, one after another */

static void
begun_cb (const PelHandAnswer *answer, gpointer user_data)
{
  Making *making = g_task_get_task_data (user_data);

  making->is_asking = FALSE;
  if (making->failure != NULL)
    conclude (user_data);
  else if (answer != NULL && answer->outcome == PEL_HAND_DONE)
    step (user_data);
  else
    fail (user_data, pel_x11_refusal_new (answer, PEL_STROKE_MOVE));
}

static void
probed_cb (const PelHandAnswer *answer, gpointer user_data)
{
  Making *making = g_task_get_task_data (user_data);

  making->is_asking = FALSE;
  making->is_grabbed = answer != NULL && answer->outcome == PEL_HAND_DONE && answer->code != 0;
  conclude (user_data);
}

static void
begin_next (PelX11Input *self)
{
  GTask         *task = g_queue_peek_head (&self->tasks);
  Making        *making;
  PelHandRequest request = { .verb = PEL_HAND_BEGIN };

  if (task == NULL || self->is_making)
    return;
  self->is_making = TRUE;
  making = g_task_get_task_data (task);
  if (making->probe != NULL)
    ask (task, making->probe, probed_cb);
  else
    ask (task, &request, begun_cb);
}

/* Takes @task: it waits until it is its turn. */
static void
enqueue (PelX11Input *self, GTask *task, guint timeout_ms)
{
  Making       *making = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);

  making->deadline = g_get_monotonic_time () + timeout_ms * G_TIME_SPAN_MILLISECOND;
  g_queue_push_tail (&self->tasks, task);
  arm (task);
  if (cancellable != NULL)
    making->cancelled_id =
        g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), task);
  if (cancellable != NULL && g_cancellable_is_cancelled (cancellable))
    cancelled_cb (cancellable, task);
  else
    begin_next (self);
}

/* FALSE: there is no room for all of them. */
static gboolean
write_chords (PelHandRequest *request, const PelChord *chords, guint n_chords)
{
  for (guint i = 0; i < n_chords; i++)
    {
      if (request->n_text + chords[i].n_keysyms >= PEL_HAND_MAX_TEXT)
        return FALSE;
      for (guint k = 0; k < chords[i].n_keysyms; k++)
        request->text[request->n_text++] = chords[i].keysyms[k];
      request->text[request->n_text++] = 0;
    }
  return TRUE;
}

static void
probe_async (PelInput           *input,
             const PelChord     *chords,
             guint               n_chords,
             guint               timeout_ms,
             GCancellable       *cancellable,
             GAsyncReadyCallback callback,
             gpointer            user_data)
{
  GTask          *task = g_task_new (input, cancellable, callback, user_data);
  Making         *making = g_new0 (Making, 1);
  PelHandRequest *request = making->probe = g_new0 (PelHandRequest, 1);

  g_task_set_source_tag (task, probe_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, making, (GDestroyNotify) making_free);
  making->addressee = g_new0 (PelAddressee, 1);
  request->verb = PEL_HAND_PROBE;
  making->is_grabbed = !write_chords (request, chords, n_chords); /* what is left out may be */
  if (making->is_grabbed)
    finish (task, NULL);
  else
    enqueue (PEL_X11_INPUT (input), task, timeout_ms);
}

static gboolean
probe_finish (PelInput *input, GAsyncResult *result)
{
  const Making *making = g_task_get_task_data (G_TASK (result));

  return g_task_propagate_boolean (G_TASK (result), NULL) && making->is_grabbed;
}

static void
make_async (PelInput           *input,
            PelGesture         *gesture,
            const PelAddressee *addressee,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  GTask  *task = g_task_new (input, cancellable, callback, user_data);
  Making *making = g_new0 (Making, 1);

  g_task_set_source_tag (task, make_async);
  g_task_set_check_cancellable (task, FALSE); /* its own words tell what has been done */
  g_task_set_task_data (task, making, (GDestroyNotify) making_free);
  making->gesture = pel_gesture_ref (gesture);
  making->addressee = pel_addressee_copy (addressee);
  enqueue (PEL_X11_INPUT (input), task, addressee->timeout_ms);
}

static gboolean
make_finish (PelInput *input, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, input), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static const PelDriver *
get_driver (PelInput *input)
{
  return &driver;
}

static gboolean
is_checked_at_once (PelInput *input)
{
  return TRUE;
}

static void
input_init (PelInputInterface *iface)
{
  iface->get_driver = get_driver;
  iface->is_checked_at_once = is_checked_at_once;
  iface->make_async = make_async;
  iface->make_finish = make_finish;
  iface->probe_async = probe_async;
  iface->probe_finish = probe_finish;
}

/* Each gesture holds the object, so there is none any more. */
static void
pel_x11_input_finalize (GObject *object)
{
  g_clear_pointer (&PEL_X11_INPUT (object)->hand, pel_x11_hand_free);
  G_OBJECT_CLASS (pel_x11_input_parent_class)->finalize (object);
}

static void
pel_x11_input_class_init (PelX11InputClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_x11_input_finalize;
}

static void
pel_x11_input_init (PelX11Input *self)
{
  g_queue_init (&self->tasks);
}

PelInput *
pel_x11_input_new (const char *hand, GError **error)
{
  g_autoptr (PelX11Input) self = g_object_new (PEL_TYPE_X11_INPUT, NULL);

  self->hand = pel_x11_hand_new (hand, error);
  return self->hand != NULL ? PEL_INPUT (g_steal_pointer (&self)) : NULL;
}

pid_t
pel_x11_input_get_hand_pid (PelX11Input *self)
{
  return pel_x11_hand_get_pid (self->hand);
}
