/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/wlr-gesture.h"

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/input/addressee.h"
#include "services/input/chord.h"
#include "services/input/key-book.h"

#include <glib/gi18n.h>
#include <string.h>

#define SLICE_MS    50 /* of a pause: how soon it is noticed that all must be let go */
#define CHUNK_CHARS 32 /* that are typed on one look at who has the keyboard */

/* A gesture on its way. At any time it waits for one thing at most: a pause, or something that ends
 * when its cancellable is cancelled. */
typedef struct
{
  PelWlrDevices   *devices;
  PelWindowSource *windows;
  PelGesture      *gesture;
  PelAddressee    *addressee;
  GCancellable    *cancellable;
  GSource         *cancel_source; /* nullable */
  guint            deadline_id;
  gint64           deadline;

  guint          index; /* of the stroke that is next */
  PelDesktop    *desktop;
  gboolean       is_fresh; /* it was asked for after all that was done */
  gboolean       has_point;
  PelNativePoint point;            /* where the pointer is */
  gboolean       is_pressing;      /* a button is down */
  PelNativePoint aside;            /* where it may go up, if it ends early */
  gboolean       is_typing;        /* within a text */
  GArray        *keysyms;          /* of guint32, of that text */
  guint          n_typed, n_known; /* of the keysyms */

  guint    pause_id, pause_left_ms;
  gboolean is_sent; /* something has been pressed */
  gboolean is_late, is_cancelled;
} Making;

static void advance (GTask *task);

static void
making_free (Making *making)
{
  g_object_unref (making->devices);
  g_object_unref (making->windows);
  pel_gesture_unref (making->gesture);
  pel_addressee_free (making->addressee);
  g_object_unref (making->cancellable);
  g_clear_object (&making->desktop);
  if (making->keysyms->len > 0) /* they may be a secret */
    explicit_bzero (making->keysyms->data, making->keysyms->len * sizeof (guint32));
  g_array_unref (making->keysyms);
  g_free (making);
}

/* The end. What is held is let go before anybody hears of it. */

static void
step_aside (Making *making)
{
  if (making->is_pressing && pel_wlr_devices_is_ready (making->devices))
    pel_wlr_devices_move (making->devices, pel_desktop_get_layout (making->desktop), making->aside);
  making->is_pressing = FALSE;
}

static void
let_go (Making *making)
{
  g_clear_handle_id (&making->deadline_id, g_source_remove);
  g_clear_handle_id (&making->pause_id, g_source_remove);
  if (making->cancel_source != NULL)
    g_source_destroy (making->cancel_source);
  g_clear_pointer (&making->cancel_source, g_source_unref);
  if (pel_wlr_devices_is_ready (making->devices))
    pel_wlr_devices_release_all (making->devices);
}

/* Why it ends, if someone else than the one who was asked wanted it to. */
static gboolean
set_interruption (Making *making, GError **error)
{
  if (making->is_cancelled)
    pel_set_error (error, PEL_ERROR_CANCELLED, NULL, _ ("The input was cancelled"));
  else if (making->is_late)
    pel_set_error (error, PEL_ERROR_TIMEOUT, NULL, _ ("The input took too long"));
  return making->is_cancelled || making->is_late;
}

static void
add_sent (GError **error)
{
  JsonObject *old, *details = json_object_new ();
  GError     *told = NULL;

  if ((*error)->domain != PEL_ERROR)
    {
      pel_set_error (&told, pel_error_get_code (*error), NULL, "%s", (*error)->message);
      g_error_free (*error);
      *error = told;
    }
  old = pel_error_get_details (*error);
  if (old != NULL)
    {
      g_autoptr (GList) names = json_object_get_members (old);

      for (GList *link = names; link != NULL; link = link->next)
        json_object_set_member (details, link->data, json_object_dup_member (old, link->data));
    }
  json_object_set_boolean_member (details, "sent", TRUE);
  pel_error_take_details (*error, details);
}

/* Takes @error and the task. */
static void
fail (GTask *task, GError *error)
{
  g_autoptr (GTask) owned = task;
  Making           *making = g_task_get_task_data (task);
  GError           *interruption = NULL;

  step_aside (making);
  let_go (making);
  if (set_interruption (making, &interruption))
    {
      g_clear_error (&error);
      error = interruption;
    }
  if (making->is_sent)
    add_sent (&error);
  g_task_return_error (task, error);
}

static void
interrupt (GTask *task)
{
  Making *making = g_task_get_task_data (task);

  g_cancellable_cancel (making->cancellable);
  if (making->pause_id != 0)
    fail (task, NULL);
}

static gboolean
late_cb (gpointer user_data)
{
  Making *making = g_task_get_task_data (user_data);

  making->deadline_id = 0;
  making->is_late = TRUE;
  interrupt (user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  Making *making = g_task_get_task_data (user_data);

  if (!g_cancellable_is_cancelled (cancellable))
    return G_SOURCE_CONTINUE;
  making->is_cancelled = TRUE;
  interrupt (user_data);
  return G_SOURCE_REMOVE;
}

/* Waiting, for each kind of thing. Where it went well the next step is taken; each begins with
 * whether it was interrupted. */

static void
go_on (GTask *task, GError *error)
{
  Making *making = g_task_get_task_data (task);

  if (error != NULL || making->is_late || making->is_cancelled)
    fail (task, error);
  else
    advance (task);
}

static gboolean
paused_cb (gpointer user_data)
{
  GTask  *task = user_data;
  Making *making = g_task_get_task_data (task);
  GError *error = NULL;

  making->pause_left_ms -= MIN (making->pause_left_ms, SLICE_MS);
  if (pel_wlr_devices_has_held (making->devices) &&
      !pel_gate_check (making->addressee->own_since, &error))
    {
      fail (task, error);
      return G_SOURCE_REMOVE;
    }
  if (making->pause_left_ms == 0)
    {
      making->pause_id = 0;
      advance (task);
      return G_SOURCE_REMOVE;
    }
  making->pause_id = g_timeout_add (MIN (making->pause_left_ms, SLICE_MS), paused_cb, task);
  return G_SOURCE_REMOVE;
}

static void
pause_for (GTask *task, guint pause_ms)
{
  Making *making = g_task_get_task_data (task);

  making->is_fresh = FALSE;
  making->pause_left_ms = pause_ms;
  making->pause_id = g_timeout_add (MIN (pause_ms, SLICE_MS), paused_cb, task);
}

static void
gate_open_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  Making *making = g_task_get_task_data (user_data);
  GError *error = NULL;

  pel_gate_wait_finish (result, &error);
  making->is_fresh = FALSE;
  go_on (user_data, error);
}

/* TRUE: it is open. What is held stays down for no one. */
static gboolean
pass_gate (GTask *task)
{
  Making *making = g_task_get_task_data (task);
  gint64  left_ms = (making->deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;
  GError *error = NULL;

  if (pel_gate_check (making->addressee->own_since, &error))
    return TRUE;
  if (pel_wlr_devices_has_held (making->devices))
    {
      fail (task, error);
      return FALSE;
    }
  g_clear_error (&error);
  pel_gate_wait_async (making->addressee->own_since,
                       (guint) MAX (left_ms, 1),
                       making->cancellable,
                       gate_open_cb,
                       task);
  return FALSE;
}

static void
told_cb (GObject *windows, GAsyncResult *result, gpointer user_data)
{
  Making                *making = g_task_get_task_data (user_data);
  GError                *error = NULL;
  g_autoptr (PelDesktop) desktop =
      pel_window_source_query_finish (PEL_WINDOW_SOURCE (windows), result, &error);

  g_set_object (&making->desktop, desktop);
  making->is_fresh = desktop != NULL;
  go_on (user_data, error);
}

static void
done_before_cb (GObject *devices, GAsyncResult *result, gpointer user_data)
{
  Making *making = g_task_get_task_data (user_data);
  GError *error = NULL;

  if (!pel_wlr_devices_sync_finish (PEL_WLR_DEVICES (devices), result, &error))
    fail (user_data, error);
  else
    pel_window_source_query_async (making->windows, making->cancellable, told_cb, user_data);
}

/* After all that was done: the movement of a pointer can change who has the keyboard. */
static void
ask (GTask *task)
{
  Making *making = g_task_get_task_data (task);

  pel_wlr_devices_sync_async (making->devices, making->cancellable, done_before_cb, task);
}

static void
located_cb (GObject *windows, GAsyncResult *result, gpointer user_data)
{
  Making *making = g_task_get_task_data (user_data);
  GError *error = NULL;

  making->has_point = pel_window_source_locate_pointer_finish (PEL_WINDOW_SOURCE (windows),
                                                               result,
                                                               &making->point,
                                                               &error);
  making->is_fresh = FALSE;
  go_on (user_data, error);
}

/* Strokes. Each is run when what it needs is known. TRUE: it is done, and the next may follow at
 * once; FALSE: it waits for something, or the gesture has ended. */

typedef enum
{
  NEEDS_NOTHING,
  NEEDS_MONITORS,
  NEEDS_POINT, /* what lies under the pointer, now */
  NEEDS_DROP,  /* the same, if it matters who is dropped on */
  NEEDS_FOCUS, /* who has the keyboard, now */
} Need;

static gboolean
run_move (GTask *task, const PelStroke *stroke)
{
  Making                 *making = g_task_get_task_data (task);
  const PelMonitorLayout *layout = pel_desktop_get_layout (making->desktop);

  if (pel_monitor_layout_find_native (layout, stroke->point) == NULL)
    {
      GError *error = NULL;

      pel_addressee_check_point (making->addressee, making->desktop, stroke->point, &error);
      fail (task, error);
      return FALSE;
    }
  pel_wlr_devices_move (making->devices, layout, stroke->point);
  pel_wlr_devices_flush (making->devices);
  making->point = stroke->point;
  making->has_point = TRUE;
  making->is_fresh = FALSE;
  return TRUE;
}

/* The pointer goes there once more with the press: someone may have moved it since. */
static gboolean
run_button_down (GTask *task, const PelStroke *stroke)
{
  Making *making = g_task_get_task_data (task);
  GError *error = NULL;

  pel_wlr_devices_move (making->devices, pel_desktop_get_layout (making->desktop), making->point);
  if (!pel_wlr_devices_press_button (making->devices, stroke->button, &error))
    {
      fail (task, error);
      return FALSE;
    }
  pel_wlr_devices_flush (making->devices);
  making->is_sent = TRUE;
  making->is_fresh = FALSE;
  making->is_pressing = TRUE;
  making->aside = making->point;
  return TRUE;
}

static gboolean
run_button_up (GTask *task, const PelStroke *stroke)
{
  Making *making = g_task_get_task_data (task);

  pel_wlr_devices_release_button (making->devices, stroke->button);
  making->is_fresh = FALSE;
  making->is_pressing = FALSE;
  return TRUE;
}

static void
testified_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  Making *making = g_task_get_task_data (user_data);
  GError *error = NULL;

  if (making->addressee->witness->ask_finish (result, &error))
    making->aside = making->point; /* it is the right one: a drag of it may end where it began */
  go_on (user_data, error);
}

/* The compositor has passed the press on before the program is asked about it. */
static void
pressed_cb (GObject *devices, GAsyncResult *result, gpointer user_data)
{
  Making           *making = g_task_get_task_data (user_data);
  const PelWitness *witness = making->addressee->witness;
  GError           *error = NULL;

  if (pel_wlr_devices_sync_finish (PEL_WLR_DEVICES (devices), result, &error))
    witness->ask_async (witness->data, making->cancellable, testified_cb, user_data);
  else
    fail (user_data, error);
}

static gboolean
run_witness (GTask *task, const PelStroke *stroke)
{
  Making *making = g_task_get_task_data (task);

  if (making->addressee->witness == NULL)
    return TRUE;
  making->index++;
  making->aside = making->addressee->witness->aside;
  pel_wlr_devices_sync_async (making->devices, making->cancellable, pressed_cb, task);
  return FALSE;
}

static gboolean
run_wheel (GTask *task, const PelStroke *stroke)
{
  Making *making = g_task_get_task_data (task);

  pel_wlr_devices_move (making->devices, pel_desktop_get_layout (making->desktop), making->point);
  pel_wlr_devices_turn_wheel (making->devices, stroke->x, stroke->y);
  pel_wlr_devices_flush (making->devices);
  making->is_sent = TRUE;
  making->is_fresh = FALSE;
  return TRUE;
}

/* All keys are taken: frees them, when programs have read what was typed with them. TRUE: it may be
 * tried again at once. */
static gboolean
make_room (GTask *task)
{
  Making         *making = g_task_get_task_data (task);
  PelWlrKeyboard *keyboard = pel_wlr_devices_get_keyboard (making->devices);
  guint           settle_ms = pel_wlr_keyboard_get_settle_ms (keyboard);
  GError         *error = NULL;

  if (settle_ms > 0)
    {
      pause_for (task, settle_ms);
      return FALSE;
    }
  if (pel_wlr_keyboard_forget (keyboard))
    return TRUE;
  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Set the element's value instead"),
                 _ ("Cannot add another key to the virtual keyboard"));
  fail (task, error);
  return FALSE;
}

/* A modifier and the key that follows it go by the same look. */
static gboolean
run_key_down (GTask *task, const PelStroke *stroke)
{
  Making         *making = g_task_get_task_data (task);
  PelWlrKeyboard *keyboard = pel_wlr_devices_get_keyboard (making->devices);
  GError         *error = NULL;

  while (pel_wlr_keyboard_learn (keyboard, &stroke->keysym, 1) == 0)
    if (!make_room (task))
      return FALSE;
  if (!pel_wlr_devices_press_key (making->devices, stroke->keysym, &error))
    {
      fail (task, error);
      return FALSE;
    }
  pel_wlr_devices_flush (making->devices);
  making->is_sent = TRUE;
  making->is_fresh = making->is_fresh && pel_keysym_is_modifier (stroke->keysym);
  return TRUE;
}

static gboolean
run_key_up (GTask *task, const PelStroke *stroke)
{
  Making *making = g_task_get_task_data (task);

  pel_wlr_devices_release_key (making->devices, stroke->keysym);
  pel_wlr_devices_flush (making->devices);
  return TRUE;
}

static void
read_text (Making *making, const char *text)
{
  g_array_set_size (making->keysyms, 0);
  making->n_typed = making->n_known = 0;
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      guint32 keysym = pel_keysym_from_character (g_utf8_get_char (text));

      g_array_append_val (making->keysyms, keysym);
    }
}

static void
typed_cb (GObject *devices, GAsyncResult *result, gpointer user_data)
{
  GError *error = NULL;

  pel_wlr_devices_sync_finish (PEL_WLR_DEVICES (devices), result, &error);
  go_on (user_data, error);
}

/* The compositor has done it before more is typed: what is not read piles up. */
static void
type_known (GTask *task, guint n_chars, guint pause_ms)
{
  Making *making = g_task_get_task_data (task);

  for (guint i = 0; i < n_chars; i++)
    {
      guint32 keysym = g_array_index (making->keysyms, guint32, making->n_typed);
      GError *error = NULL;

      if (!pel_wlr_devices_press_key (making->devices, keysym, &error))
        {
          fail (task, error);
          return;
        }
      pel_wlr_devices_release_key (making->devices, keysym);
      making->is_sent = TRUE;
      making->n_typed++;
    }
  making->is_fresh = FALSE;
  pel_wlr_devices_flush (making->devices);
  if (pause_ms > 0 && making->n_typed < making->keysyms->len)
    pause_for (task, pause_ms);
  else
    pel_wlr_devices_sync_async (making->devices, making->cancellable, typed_cb, task);
}

/* How many of the next keysyms can be pressed; 0: none yet. */
static guint
learn_more (GTask *task)
{
  Making         *making = g_task_get_task_data (task);
  PelWlrKeyboard *keyboard = pel_wlr_devices_get_keyboard (making->devices);
  const guint32  *next = (const guint32 *) making->keysyms->data + making->n_typed;
  guint           n_left = making->keysyms->len - making->n_typed;

  if (making->n_known > making->n_typed)
    return making->n_known - making->n_typed;
  do
    making->n_known = making->n_typed + pel_wlr_keyboard_learn (keyboard, next, n_left);
  while (making->n_known == making->n_typed && make_room (task));
  return making->n_known - making->n_typed;
}

static gboolean
run_text (GTask *task, const PelStroke *stroke)
{
  Making *making = g_task_get_task_data (task);
  guint   n_known;

  if (!making->is_typing)
    read_text (making, stroke->text);
  making->is_typing = making->n_typed < making->keysyms->len;
  if (!making->is_typing)
    return TRUE;
  n_known = learn_more (task);
  if (n_known > 0)
    type_known (task, stroke->pause_ms > 0 ? 1 : MIN (n_known, CHUNK_CHARS), stroke->pause_ms);
  return FALSE;
}

static gboolean
run_pause (GTask *task, const PelStroke *stroke)
{
  Making *making = g_task_get_task_data (task);

  making->index++;
  pause_for (task, stroke->pause_ms);
  return FALSE;
}

/* clang-format off */
static const struct
{
  Need need;
  gboolean (*run) (GTask *task, const PelStroke *stroke);
} rows[] = {
  [PEL_STROKE_MOVE]        = { NEEDS_MONITORS, run_move        },
  [PEL_STROKE_BUTTON_DOWN] = { NEEDS_POINT,    run_button_down },
  [PEL_STROKE_BUTTON_UP]   = { NEEDS_NOTHING,  run_button_up   },
  [PEL_STROKE_DROP]        = { NEEDS_DROP,     run_button_up   },
  [PEL_STROKE_WITNESS]     = { NEEDS_NOTHING,  run_witness     },
  [PEL_STROKE_WHEEL]       = { NEEDS_POINT,    run_wheel       },
  [PEL_STROKE_KEY_DOWN]    = { NEEDS_FOCUS,    run_key_down    },
  [PEL_STROKE_KEY_UP]      = { NEEDS_NOTHING,  run_key_up      },
  [PEL_STROKE_TEXT]        = { NEEDS_FOCUS,    run_text        },
  [PEL_STROKE_PAUSE]       = { NEEDS_NOTHING,  run_pause       },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (rows) == PEL_N_STROKES);

static gboolean
check (Making *making, Need need, GError **error)
{
  if (need == NEEDS_POINT)
    return pel_addressee_check_point (making->addressee, making->desktop, making->point, error);
  if (need == NEEDS_DROP)
    return pel_addressee_check_point (making->addressee->drop,
                                      making->desktop,
                                      making->point,
                                      error);
  return need != NEEDS_FOCUS ||
         pel_addressee_check_focus (making->addressee, making->desktop, error);
}

static void
done_cb (GObject *devices, GAsyncResult *result, gpointer user_data)
{
  Making *making = g_task_get_task_data (user_data);
  GError *error = NULL;

  if (!pel_wlr_devices_sync_finish (PEL_WLR_DEVICES (devices), result, &error))
    {
      fail (user_data, error);
      return;
    }
  let_go (making);
  g_task_return_boolean (user_data, TRUE);
  g_object_unref (user_data);
}

/* TRUE: all that the stroke needs is known, and it may be made. Else that is asked for, or the
 * gesture has ended. */
static gboolean
meet_need (GTask *task, Need need)
{
  Making *making = g_task_get_task_data (task);
  GError *error = NULL;

  if (need == NEEDS_NOTHING || (need == NEEDS_DROP && making->addressee->drop == NULL))
    return TRUE;
  if (!pass_gate (task))
    return FALSE;
  if (need == NEEDS_POINT && !making->has_point)
    pel_window_source_locate_pointer_async (making->windows, making->cancellable, located_cb, task);
  else if (need == NEEDS_MONITORS ? making->desktop == NULL : !making->is_fresh)
    ask (task);
  else if (!check (making, need, &error))
    fail (task, error);
  else
    return TRUE;
  return FALSE;
}

static void
advance (GTask *task)
{
  Making *making = g_task_get_task_data (task);

  while (making->index < pel_gesture_get_n_strokes (making->gesture))
    {
      const PelStroke *stroke = pel_gesture_get_stroke (making->gesture, making->index);

      if (!meet_need (task, rows[stroke->kind].need) || !rows[stroke->kind].run (task, stroke))
        return;
      making->index++;
    }
  pel_wlr_devices_release_all (making->devices);
  pel_wlr_devices_sync_async (making->devices, making->cancellable, done_cb, task);
}

/* The beginning */

static void
prepared_cb (GObject *devices, GAsyncResult *result, gpointer user_data)
{
  GError *error = NULL;

  pel_wlr_devices_prepare_finish (PEL_WLR_DEVICES (devices), result, &error);
  go_on (user_data, error);
}

/* Before anything is pressed, whether all of it can be. */
static gboolean
check_keys (PelGesture *gesture, guint *ret_pause_ms, GError **error)
{
  guint pause_ms = 0;

  for (guint i = 0; i < pel_gesture_get_n_strokes (gesture); i++)
    {
      const PelStroke *stroke = pel_gesture_get_stroke (gesture, i);
      const char      *c = stroke->kind == PEL_STROKE_TEXT ? stroke->text : "";

      pause_ms += stroke->kind == PEL_STROKE_TEXT
                      ? stroke->pause_ms * (guint) g_utf8_strlen (stroke->text, -1)
                      : stroke->pause_ms;
      while (*c != '\0' && pel_keysym_from_character (g_utf8_get_char (c)) != 0)
        c = g_utf8_next_char (c);
      if (*c == '\0' && (stroke->kind != PEL_STROKE_KEY_DOWN || stroke->keysym != 0))
        continue;
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Leave it out, or set the element's value instead"),
                     _ ("No key types the character U+%04X"),
                     g_utf8_get_char (c));
      return FALSE;
    }
  *ret_pause_ms = pause_ms;
  return TRUE;
}

static void
watch_for_the_end (GTask *task, GCancellable *cancellable, guint timeout_ms)
{
  Making *making = g_task_get_task_data (task);

  making->deadline = g_get_monotonic_time () + timeout_ms * G_TIME_SPAN_MILLISECOND;
  making->deadline_id = g_timeout_add (timeout_ms, late_cb, task);
  if (cancellable == NULL)
    return;
  making->cancel_source = g_cancellable_source_new (cancellable);
  g_source_set_callback (making->cancel_source, G_SOURCE_FUNC (cancelled_cb), task, NULL);
  g_source_attach (making->cancel_source, g_main_context_get_thread_default ());
}

void
pel_wlr_gesture_make_async (PelWlrDevices      *devices,
                            PelWindowSource    *windows,
                            PelGesture         *gesture,
                            const PelAddressee *addressee,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  /* without the cancellable: what was pressed is let go before it ends */
  g_autoptr (GTask) task = g_task_new (devices, NULL, callback, user_data);
  guint             pause_ms = 0;
  GError           *error = NULL;
  Making           *making;

  g_task_set_source_tag (task, pel_wlr_gesture_make_async);
  if (!check_keys (gesture, &pause_ms, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  making = g_new0 (Making, 1);
  making->devices = g_object_ref (devices);
  making->windows = g_object_ref (windows);
  making->gesture = pel_gesture_ref (gesture);
  making->addressee = pel_addressee_copy (addressee);
  making->cancellable = g_cancellable_new ();
  making->keysyms = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_task_set_task_data (task, making, (GDestroyNotify) making_free);
  watch_for_the_end (task, cancellable, addressee->timeout_ms + pause_ms);
  pel_wlr_devices_prepare_async (devices,
                                 making->cancellable,
                                 prepared_cb,
                                 g_steal_pointer (&task));
}

gboolean
pel_wlr_gesture_make_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_wlr_gesture_make_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
