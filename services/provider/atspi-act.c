/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-act.h"

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/base/guard.h"
#include "services/base/text.h"
#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-method.h"

#include <atspi/atspi-constants.h>
#include <glib/gi18n.h>
#include <string.h>

/* A program that has not answered an act by then is asked something else: who waits for a dialog of
 * its own answers that. */
#define PROBE_MS 300

/* Who calls off an act that is out waits this long yet for the word whether it was done. */
#define LAST_WORD_MS 500

struct _PelAtspiActor
{
  PelAtspiQueue *queue;
  pid_t          pid;
  GQueue         deeds; /* of Deed, through its link */
};

/* An act under way. */
typedef struct
{
  GList             link;
  PelAtspiActor    *actor;
  GTask            *task;
  PelElementAct    *act;
  const PelToolkit *toolkit;
  guint             n_open; /* questions without a reply yet */
  guint             timeout_id, probe_id;
  gulong            cancelled_id;
  guint             native_role;
  char             *name;
  PelStates         states;
  gboolean          is_there; /* it has answered something */
  gboolean          has_states, is_as_expected, is_sent, is_answered;
  int               child_index;
} Deed;

/* What the arguments of a call are. */
typedef enum
{
  ARG_NONE,
  ARG_INDEX,
  ARG_CHILD,
  ARG_START,
  ARG_END,
  ARG_LENGTH,
  ARG_X,
  ARG_Y,
  ARG_WIDTH,
  ARG_HEIGHT,
  ARG_FIRST,    /* the first selection of a text */
  ARG_ANYWHERE, /* wherever it can be seen */
  ARG_OF_SCREEN,
  ARG_OF_WINDOW,
} Argument;

/* clang-format off */
static const struct
{
  const PelAtspiMethod *method;
  Argument              arguments[PEL_ATSPI_MAX_ARGUMENTS];
} act_table[] = {
  [PEL_ACT_DO_ACTION]       = { &pel_atspi_do_action,       { ARG_INDEX } },
  [PEL_ACT_SET_TEXT]        = { &pel_atspi_set_text,        { ARG_NONE } },
  [PEL_ACT_INSERT_TEXT]     = { &pel_atspi_insert_text,     { ARG_START, ARG_LENGTH } },
  [PEL_ACT_DELETE_TEXT]     = { &pel_atspi_delete_text,     { ARG_START, ARG_END } },
  [PEL_ACT_SET_CARET]       = { &pel_atspi_set_caret,       { ARG_START } },
  [PEL_ACT_SELECT_TEXT]     = { &pel_atspi_set_selection,   { ARG_FIRST, ARG_START, ARG_END } },
  [PEL_ACT_ADD_SELECTION]   = { &pel_atspi_add_selection,   { ARG_START, ARG_END } },
  [PEL_ACT_SET_NUMBER]      = { &pel_atspi_set_number,      { ARG_NONE } },
  [PEL_ACT_SELECT_CHILD]    = { &pel_atspi_select_child,    { ARG_CHILD } },
  [PEL_ACT_DESELECT_CHILD]  = { &pel_atspi_deselect_child,  { ARG_CHILD } },
  [PEL_ACT_SELECT_ALL]      = { &pel_atspi_select_all,      { ARG_NONE } },
  [PEL_ACT_CLEAR_SELECTION] = { &pel_atspi_clear_selection, { ARG_NONE } },
  [PEL_ACT_GRAB_FOCUS]      = { &pel_atspi_grab_focus,      { ARG_NONE } },
  [PEL_ACT_SCROLL_TO]       = { &pel_atspi_scroll_to,       { ARG_ANYWHERE } },
  [PEL_ACT_SCROLL_TO_POINT] = { &pel_atspi_scroll_to_point, { ARG_OF_WINDOW, ARG_X, ARG_Y } },
  [PEL_ACT_SET_EXTENTS]     = { &pel_atspi_set_extents,     { ARG_X, ARG_Y, ARG_WIDTH, ARG_HEIGHT, ARG_OF_SCREEN } },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (act_table) == PEL_N_ACTS);

static gint32
get_length (const Deed *deed)
{
  const char *text = deed->act->text != NULL ? deed->act->text : "";
  gboolean    is_bytes = (deed->toolkit->flags & PEL_TOOLKIT_COUNTS_INSERTS_IN_BYTES) != 0;

  return is_bytes ? (gint32) strlen (text) : (gint32) g_utf8_strlen (text, -1);
}

static gint32
get_argument (const Deed *deed, Argument argument)
{
  const PelElementAct *act = deed->act;
  const gint32         values[] = {
            [ARG_INDEX] = act->index,
            [ARG_CHILD] = deed->child_index,
            [ARG_START] = act->start,
            [ARG_END] = act->end,
            [ARG_LENGTH] = get_length (deed),
            [ARG_X] = act->x,
            [ARG_Y] = act->y,
            [ARG_WIDTH] = act->width,
            [ARG_HEIGHT] = act->height,
            [ARG_FIRST] = 0,
            [ARG_ANYWHERE] = ATSPI_SCROLL_ANYWHERE,
            [ARG_OF_SCREEN] = PEL_EXTENTS_OF_SCREEN,
            [ARG_OF_WINDOW] = PEL_EXTENTS_OF_WINDOW,
  };

  return values[argument];
}

static void
deed_free (Deed *deed)
{
  pel_atspi_queue_cancel (deed->actor->queue, deed);
  g_queue_unlink (&deed->actor->deeds, &deed->link);
  g_clear_handle_id (&deed->timeout_id, g_source_remove);
  g_clear_handle_id (&deed->probe_id, g_source_remove);
  g_clear_signal_handler (&deed->cancelled_id, g_task_get_cancellable (deed->task));
  pel_element_act_free (deed->act);
  g_object_unref (deed->task);
  g_free (deed->name);
  g_free (deed);
}

/* Ends it; nothing comes after. Who hears of it may free all this. */
static void
end_well (Deed *deed, PelActReply reply)
{
  g_autoptr (GTask) task = g_object_ref (deed->task);

  deed_free (deed);
  g_task_return_int (task, reply);
}

/* Takes @error. */
static void
end_badly (Deed *deed, GError *error)
{
  g_autoptr (GTask) task = g_object_ref (deed->task);

  deed_free (deed);
  g_task_return_error (task, error);
}

static void
end_silent (Deed *deed)
{
  GError     *error = NULL;
  JsonObject *details = json_object_new ();

  if (deed->is_sent)
    pel_set_error (&error,
                   PEL_ERROR_APP_UNRESPONSIVE,
                   _ ("Check whether it was done before you try again"),
                   _ ("The program did not respond, so it is unknown whether the action was done"));
  else
    pel_set_error (&error,
                   PEL_ERROR_APP_UNRESPONSIVE,
                   NULL,
                   _ ("The program is not responding; nothing was done"));
  json_object_set_boolean_member (details, "sent", deed->is_sent);
  pel_error_take_details (error, details);
  end_badly (deed, error);
}

static void
end_stale (Deed *deed, const char *message)
{
  GError *error = NULL;

  pel_set_error (&error, PEL_ERROR_STALE_REF, NULL, "%s", message);
  end_badly (deed, error);
}

/* The act itself */

static void
end_unsupported (Deed *deed)
{
  GError *error = NULL;

  pel_set_error (&error,
                 PEL_ERROR_PATTERN_UNSUPPORTED,
                 NULL,
                 _ ("The program does not support “%s” here"),
                 pel_act_kind_to_string (deed->act->kind));
  end_badly (deed, error);
}

static void
asked_again_cb (sd_bus_message *reply, guint64 tag, gpointer data)
{
  if (reply != NULL)
    end_unsupported (data);
  else
    end_stale (data, _ ("The element is gone"));
}

/* What a program says that does not do it. Qt says that there is no such object where it does not
 * know the method: who still answers is there. */
static void
end_refused (Deed *deed, sd_bus_message *reply)
{
  GError *error = NULL;

  if (sd_bus_message_is_method_error (reply, SD_BUS_ERROR_UNKNOWN_METHOD) ||
      sd_bus_message_is_method_error (reply, SD_BUS_ERROR_UNKNOWN_INTERFACE) ||
      sd_bus_message_is_method_error (reply, SD_BUS_ERROR_NOT_SUPPORTED))
    end_unsupported (deed);
  else if (sd_bus_message_is_method_error (reply, SD_BUS_ERROR_UNKNOWN_OBJECT))
    pel_atspi_queue_call (deed->actor->queue,
                          &(PelAtspiCall){ .method = &pel_atspi_get_role,
                                           .path = deed->act->path,
                                           .take = asked_again_cb,
                                           .data = deed });
  else
    {
      pel_set_error (&error,
                     PEL_ERROR_COMMAND_FAILED,
                     _ ("Run “pellucid describe” to see what the element supports"),
                     _ ("The program refused “%s”"),
                     pel_act_kind_to_string (deed->act->kind));
      end_badly (deed, error);
    }
}

static gboolean
is_lost (sd_bus_message *reply)
{
  return sd_bus_message_is_method_error (reply, SD_BUS_ERROR_NO_REPLY) ||
         sd_bus_message_is_method_error (reply, SD_BUS_ERROR_DISCONNECTED);
}

static void
acted_cb (sd_bus_message *reply, guint64 tag, gpointer data)
{
  Deed    *deed = data;
  gboolean is_done = TRUE;

  g_clear_handle_id (&deed->probe_id, g_source_remove);
  deed->is_answered = TRUE;
  if (reply == NULL || is_lost (reply))
    end_silent (deed);
  else if (sd_bus_message_is_method_error (reply, NULL) ||
           (pel_atspi_decode_boolean (reply, &is_done) && !is_done))
    end_refused (deed, reply);
  else
    end_well (deed, PEL_ACT_DONE);
}

/* The act has no answer yet, and this has one. */
static void
probed_cb (sd_bus_message *reply, guint64 tag, gpointer data)
{
  Deed *deed = data;

  if (reply != NULL && !deed->is_answered)
    end_well (deed, PEL_ACT_BEGUN);
}

static gboolean
probe_cb (gpointer data)
{
  Deed *deed = data;

  deed->probe_id = 0;
  pel_atspi_queue_call (deed->actor->queue,
                        &(PelAtspiCall){ .method = &pel_atspi_get_role,
                                         .path = deed->act->path,
                                         .take = probed_cb,
                                         .data = deed });
  return G_SOURCE_REMOVE;
}

/* Between the checks and the call nothing else runs. */
static void
send_act (Deed *deed)
{
  const PelElementAct *act = deed->act;
  PelAtspiCall         call = { .method = act_table[act->kind].method,
                                .path = act->path,
                                .text = act->text != NULL ? act->text : "",
                                .number = act->number,
                                .take = acted_cb,
                                .data = deed };
  GError              *error = NULL;

  if (!pel_guard_check (deed->actor->pid, &error) || !pel_gate_check (deed->act->own_since, &error))
    {
      end_badly (deed, error);
      return;
    }
  for (guint i = 0; i < PEL_ATSPI_MAX_ARGUMENTS; i++)
    if (act_table[act->kind].arguments[i] != ARG_NONE)
      call.arguments[i] = get_argument (deed, act_table[act->kind].arguments[i]);
  deed->is_sent = TRUE;
  deed->probe_id = g_timeout_add (PROBE_MS, probe_cb, deed);
  pel_atspi_queue_call (deed->actor->queue, &call);
}

/* Who it is now */

static gboolean
takes_child (const Deed *deed)
{
  return act_table[deed->act->kind].arguments[0] == ARG_CHILD;
}

/* As the tree keeps names. */
static char *
dup_name (const char *told)
{
  if (strnlen (told, PEL_TEXT_MAX_BYTES + 1) > PEL_TEXT_MAX_BYTES)
    return pel_text_repair (told, -1, PEL_TEXT_MAX_BYTES - strlen ("…"));
  return pel_text_repair (told, -1, PEL_TEXT_MAX_BYTES);
}

static gboolean
is_another (const Deed *deed)
{
  const PelElementAct *act = deed->act;

  return act->name != NULL &&
         (deed->native_role != act->native_role || g_strcmp0 (deed->name, act->name) != 0);
}

/* All that was asked is answered. */
static void
judge (Deed *deed)
{
  GError *error = NULL;

  if (pel_atspi_queue_is_silent (deed->actor->queue))
    end_silent (deed);
  else if (!deed->is_there)
    end_stale (deed, _ ("The element is gone"));
  else if (is_another (deed))
    end_stale (deed, _ ("The element has been replaced by another one"));
  else if (!deed->is_as_expected && takes_child (deed))
    end_stale (deed, _ ("The item is no longer at its position"));
  else if (!deed->is_as_expected)
    end_stale (deed, _ ("The action has been replaced by another one"));
  else if (deed->act->needs_enabled && deed->has_states && !pel_states_is_enabled (deed->states))
    {
      pel_set_error (&error, PEL_ERROR_NOT_ENABLED, NULL, _ ("The element is not enabled"));
      end_badly (deed, error);
    }
  else
    send_act (deed);
}

static void
close_question (Deed *deed)
{
  if (--deed->n_open == 0)
    judge (deed);
}

static void
ask (Deed                 *deed,
     const PelAtspiMethod *method,
     const char           *path,
     int                   argument,
     PelAtspiReplyFunc     take)
{
  deed->n_open++;
  pel_atspi_queue_call (deed->actor->queue,
                        &(PelAtspiCall){ .method = method,
                                         .path = path,
                                         .arguments = { argument },
                                         .take = take,
                                         .data = deed });
}

static void
take_role (sd_bus_message *reply, guint64 tag, gpointer data)
{
  Deed *deed = data;

  deed->is_there |= pel_atspi_decode_uint (reply, &deed->native_role);
  close_question (deed);
}

static void
take_name (sd_bus_message *reply, guint64 tag, gpointer data)
{
  Deed       *deed = data;
  const char *name;

  if (pel_atspi_decode_text_property (reply, &name))
    deed->name = dup_name (name);
  close_question (deed);
}

static void
take_states (sd_bus_message *reply, guint64 tag, gpointer data)
{
  Deed *deed = data;

  deed->has_states = pel_atspi_decode_states (reply, &deed->states);
  if (deed->has_states && pel_states_has (deed->states, PEL_STATE_DEFUNCT))
    deed->is_there = FALSE;
  close_question (deed);
}

static void
take_action (sd_bus_message *reply, guint64 tag, gpointer data)
{
  Deed       *deed = data;
  const char *name;

  if (pel_atspi_decode_text (reply, &name))
    {
      g_autofree char *repaired = dup_name (name);

      deed->is_as_expected = g_strcmp0 (repaired, deed->act->action) == 0;
    }
  close_question (deed);
}

static void
take_child (sd_bus_message *reply, guint64 tag, gpointer data)
{
  Deed       *deed = data;
  PelAtspiRef ref;

  deed->is_as_expected =
      pel_atspi_decode_ref (reply, &ref) && g_str_equal (ref.path, deed->act->child_path);
  close_question (deed);
}

static void
take_index (sd_bus_message *reply, guint64 tag, gpointer data)
{
  Deed *deed = data;

  if (pel_atspi_decode_int (reply, &deed->child_index) && deed->child_index >= 0)
    ask (deed, &pel_atspi_get_child, deed->act->path, deed->child_index, take_child);
  close_question (deed);
}

static void
ask_all (Deed *deed)
{
  const PelElementAct *act = deed->act;

  ask (deed, &pel_atspi_get_role, act->path, 0, take_role);
  ask (deed, &pel_atspi_get_name, act->path, 0, take_name);
  ask (deed, &pel_atspi_get_states, act->path, 0, take_states);
  if (act->kind == PEL_ACT_DO_ACTION)
    ask (deed, &pel_atspi_get_action_name, act->path, act->index, take_action);
  else if (takes_child (deed))
    ask (deed, &pel_atspi_get_index, act->child_path, 0, take_index);
  else
    deed->is_as_expected = TRUE;
}

static gboolean
timeout_cb (gpointer user_data)
{
  Deed *deed = user_data;

  deed->timeout_id = 0;
  end_silent (deed);
  return G_SOURCE_REMOVE;
}

/* What is out cannot be called back: only the waiting is cut short. */
static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  Deed   *deed = user_data;
  GError *error = NULL;

  if (deed->is_sent)
    {
      g_clear_handle_id (&deed->timeout_id, g_source_remove);
      deed->timeout_id = g_timeout_add (LAST_WORD_MS, timeout_cb, deed);
      return;
    }
  g_cancellable_set_error_if_cancelled (cancellable, &error);
  end_badly (deed, error);
}

PelAtspiActor *
pel_atspi_actor_new (PelAtspiQueue *queue, pid_t pid)
{
  PelAtspiActor *self = g_new0 (PelAtspiActor, 1);

  self->queue = queue;
  self->pid = pid;
  return self;
}

void
pel_atspi_actor_free (PelAtspiActor *self)
{
  if (self == NULL)
    return;
  while (!g_queue_is_empty (&self->deeds))
    {
      Deed *deed = g_queue_peek_head (&self->deeds);

      if (deed->is_sent)
        end_silent (deed);
      else
        end_stale (deed, _ ("The element's program has ended"));
    }
  g_free (self);
}

void
pel_atspi_actor_act_async (PelAtspiActor       *self,
                           const PelElementAct *act,
                           const PelToolkit    *toolkit,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  GError           *error = NULL;
  Deed             *deed;

  g_assert (act->timeout_ms > 0);
  g_task_set_source_tag (task, pel_atspi_actor_act_async);
  g_task_set_check_cancellable (task, FALSE); /* what was done is told */
  if (g_task_return_error_if_cancelled (task))
    return;
  /* what is ours is not even asked */
  if (!pel_guard_check (self->pid, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  deed = g_new0 (Deed, 1);
  deed->actor = self;
  deed->task = g_steal_pointer (&task);
  deed->act = pel_element_act_copy (act);
  deed->toolkit = toolkit;
  deed->link.data = deed;
  g_queue_push_tail_link (&self->deeds, &deed->link);
  deed->timeout_id = g_timeout_add (act->timeout_ms, timeout_cb, deed);
  if (cancellable != NULL)
    deed->cancelled_id =
        g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), deed);
  ask_all (deed);
}

gboolean
pel_atspi_actor_act_finish (GAsyncResult *result, PelActReply *ret_reply, GError **error)
{
  gssize reply;

  g_return_val_if_fail (g_async_result_is_tagged (result, pel_atspi_actor_act_async), FALSE);

  reply = g_task_propagate_int (G_TASK (result), error);
  if (reply < 0)
    return FALSE;
  if (ret_reply != NULL)
    *ret_reply = reply;
  return TRUE;
}
