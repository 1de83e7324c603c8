/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* environ */

#include "config.h"

#include "services/approval/approver-link.h"

#include "services/base/guard.h"
#include "services/base/helper.h"
#include "services/base/json.h"

#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PROGRAM    "pellucid-approver"
#define READY_MS   20000
#define MAX_DEATHS 3 /* one after another, without an answer in between */

/* A process, from its start until it has ended; it may outlive its owner. */
typedef struct
{
  PelApproverLink *owner; /* (nullable) */
  pid_t            pid;
} Child;

struct _PelApproverLink
{
  GObject           parent_instance;
  PelApprovalQueue *queue;
  char             *path;
  gulong            changed_id;
  Child            *child;      /* (nullable) */
  GIOStream        *line;       /* (nullable) to it */
  GDataInputStream *input;      /* (nullable) */
  GCancellable     *hang_up;    /* of what is read and written */
  PelApproval      *shown;      /* (nullable) what was sent to it last */
  gulong            shown_id;   /* of its signal */
  char             *output;     /* (nullable) what is being written */
  gboolean          is_due;     /* send again when that is written */
  gboolean          is_raising; /* with the next word */
  guint             ready_id;
  guint             n_deaths;
};

G_DEFINE_FINAL_TYPE (PelApproverLink, pel_approver_link, G_TYPE_OBJECT)

static void update (PelApproverLink *self);
static void tell (PelApproverLink *self);
static void read_next (PelApproverLink *self);

/* What is sent to it */

/* (nullable) (transfer none): what the dialog has to show. */
static PelApproval *
find_open (PelApproverLink *self)
{
  PelApproval *open = pel_approval_queue_get_open (self->queue);

  return open != NULL && pel_approval_get_info (open)->channel == PEL_CHANNEL_DIALOG ? open : NULL;
}

/* With all that will be shown. */
static guint
count_questions (PelApproverLink *self)
{
  GListModel *model = G_LIST_MODEL (self->queue);
  guint       n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (PelApproval) approval = g_list_model_get_item (model, i);

      n += pel_approval_get_info (approval)->channel == PEL_CHANNEL_DIALOG;
    }
  return n;
}

static char *
make_line (PelApproverLink *self, PelApproval *approval)
{
  JsonObject          *object = json_object_new ();
  g_autoptr (JsonNode) node = pel_json_take_object (object);
  g_autofree char     *text = NULL;

  if (approval != NULL)
    json_object_set_object_member (object,
                                   "question",
                                   pel_approval_queue_describe (self->queue, approval));
  else
    json_object_set_null_member (object, "question");
  json_object_set_int_member (object, "waiting", count_questions (self));
  json_object_set_boolean_member (object, "raise", self->is_raising);
  self->is_raising = FALSE;
  text = pel_json_to_string (node, PEL_JSON_COMPACT);
  return g_strconcat (text, "\n", NULL);
}

static void
approval_changed_cb (PelApproval *approval, PelApproverLink *self)
{
  if (pel_approval_get_state (approval) == PEL_APPROVAL_PENDING)
    tell (self);
}

static void
set_shown (PelApproverLink *self, PelApproval *approval)
{
  if (approval == self->shown)
    return;
  if (self->shown != NULL)
    g_clear_signal_handler (&self->shown_id, self->shown);
  g_set_object (&self->shown, approval);
  if (approval != NULL)
    self->shown_id = g_signal_connect (approval, "changed", G_CALLBACK (approval_changed_cb), self);
}

static void
written_cb (GObject *stream, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelApproverLink) self = user_data;

  /* if it fails, the process has ended, which is reported */
  g_output_stream_write_all_finish (G_OUTPUT_STREAM (stream), result, NULL, NULL);
  g_clear_pointer (&self->output, g_free);
  if (self->is_due && self->line != NULL)
    tell (self);
}

static void
tell (PelApproverLink *self)
{
  PelApproval *open = find_open (self);

  self->is_due = self->output != NULL;
  if (self->is_due || self->line == NULL)
    return;
  set_shown (self, open);
  self->output = make_line (self, open);
  g_output_stream_write_all_async (g_io_stream_get_output_stream (self->line),
                                   self->output,
                                   strlen (self->output),
                                   G_PRIORITY_DEFAULT,
                                   self->hang_up,
                                   written_cb,
                                   g_object_ref (self));
}

/* What it answers */

static void
take_line (PelApproverLink *self, const char *text)
{
  g_autoptr (JsonObject) object = pel_json_parse_object (text, -1, NULL);
  PelAnswer              answer;
  guint                  n_calls;

  if (object == NULL)
    return;
  g_clear_handle_id (&self->ready_id, g_source_remove); /* its first word is that it is there */
  if (!pel_answer_from_string (json_object_get_string_member_with_default (object, "answer", NULL),
                               &answer))
    return;
  self->n_deaths = 0;
  n_calls = CLAMP (json_object_get_int_member_with_default (object, "calls", 1), 0, G_MAXUINT);
  pel_approval_queue_answer_calls (self->queue,
                                   json_object_get_int_member_with_default (object, "id", 0),
                                   answer,
                                   json_object_get_string_member_with_default (object,
                                                                               "reason",
                                                                               NULL),
                                   n_calls);
}

static void
read_cb (GObject *stream, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelApproverLink) self = user_data;
  g_autofree char            *text =
      g_data_input_stream_read_line_finish_utf8 (G_DATA_INPUT_STREAM (stream), result, NULL, NULL);

  if (text == NULL || G_DATA_INPUT_STREAM (stream) != self->input)
    return; /* its end is reported when it has ended */
  take_line (self, text);
  if (G_DATA_INPUT_STREAM (stream) == self->input)
    read_next (self);
}

static void
read_next (PelApproverLink *self)
{
  g_data_input_stream_read_line_async (self->input,
                                       G_PRIORITY_DEFAULT,
                                       self->hang_up,
                                       read_cb,
                                       g_object_ref (self));
}

/* Its life */

static void
hang_up (PelApproverLink *self)
{
  g_clear_handle_id (&self->ready_id, g_source_remove);
  g_cancellable_cancel (self->hang_up);
  g_clear_object (&self->hang_up);
  set_shown (self, NULL);
  g_clear_object (&self->input);
  if (self->line != NULL)
    g_io_stream_close (self->line, NULL, NULL);
  g_clear_object (&self->line);
}

/* The questions fail; the next one tries again. */
static void
give_up (PelApproverLink *self)
{
  self->n_deaths = 0;
  pel_approval_queue_set_served (self->queue, FALSE);
  pel_approval_queue_set_served (self->queue, TRUE);
}

static void
ended_cb (GPid pid, int status, gpointer user_data)
{
  Child           *child = user_data;
  PelApproverLink *self = child->owner;

  pel_guard_remove_process (child->pid);
  g_spawn_close_pid (pid);
  g_free (child);
  if (self == NULL)
    return;
  if (self->line != NULL) /* it was not asked to */
    self->n_deaths++;
  self->child = NULL;
  hang_up (self);
  if (self->n_deaths >= MAX_DEATHS)
    give_up (self);
  else
    update (self);
}

static gboolean
late_cb (gpointer data)
{
  PelApproverLink *self = data;

  self->ready_id = 0;
  kill (self->child->pid, SIGKILL); /* its end is reported */
  return G_SOURCE_REMOVE;
}

static pid_t
spawn (const char *path, int fd)
{
  char *const                words[] = { (char *) path, NULL };
  posix_spawn_file_actions_t actions;
  pid_t                      pid = 0;

  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, fd, PEL_APPROVER_FD);
  if (posix_spawn (&pid, path, &actions, NULL, words, environ) != 0)
    pid = 0;
  posix_spawn_file_actions_destroy (&actions);
  return pid;
}

/* Takes @fd. */
static void
open_line (PelApproverLink *self, int fd)
{
  g_autoptr (GSocket) socket = g_socket_new_from_fd (fd, NULL);

  self->hang_up = g_cancellable_new ();
  self->line = G_IO_STREAM (g_socket_connection_factory_create_connection (socket));
  self->input = g_data_input_stream_new (g_io_stream_get_input_stream (self->line));
  read_next (self);
}

static gboolean
start (PelApproverLink *self)
{
  int   pair[2];
  pid_t pid;

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    return FALSE;
  pid = spawn (self->path, pair[1]);
  close (pair[1]);
  if (pid == 0)
    {
      close (pair[0]);
      return FALSE;
    }
  pel_guard_add_process (pid);
  self->child = g_new0 (Child, 1);
  *self->child = (Child){ self, pid };
  g_child_watch_add (pid, ended_cb, self->child);
  open_line (self, pair[0]);
  self->ready_id = g_timeout_add (READY_MS, late_cb, self);
  return TRUE;
}

/* One that was asked to end is waited for: there are never two. */
static void
update (PelApproverLink *self)
{
  if (find_open (self) == NULL)
    hang_up (self); /* it ends by that */
  else if (self->child == NULL && !start (self))
    give_up (self);
  else
    tell (self);
}

static void
items_changed_cb (
    GListModel *queue, guint position, guint removed, guint added, PelApproverLink *self)
{
  update (self);
}

static void
pel_approver_link_dispose (GObject *object)
{
  PelApproverLink *self = PEL_APPROVER_LINK (object);

  if (self->queue != NULL)
    g_clear_signal_handler (&self->changed_id, self->queue);
  hang_up (self);
  if (self->child != NULL)
    self->child->owner = NULL;
  self->child = NULL;
  if (self->queue != NULL)
    pel_approval_queue_set_served (self->queue, FALSE);
  g_clear_object (&self->queue);
  G_OBJECT_CLASS (pel_approver_link_parent_class)->dispose (object);
}

static void
pel_approver_link_finalize (GObject *object)
{
  PelApproverLink *self = PEL_APPROVER_LINK (object);

  g_free (self->path);
  g_free (self->output);
  G_OBJECT_CLASS (pel_approver_link_parent_class)->finalize (object);
}

static void
pel_approver_link_class_init (PelApproverLinkClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_approver_link_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_approver_link_finalize;
}

static void
pel_approver_link_init (PelApproverLink *self)
{
}

PelApproverLink *
pel_approver_link_new (PelApprovalQueue *queue, const char *path)
{
  PelApproverLink *self = g_object_new (PEL_TYPE_APPROVER_LINK, NULL);

  self->queue = g_object_ref (queue);
  self->path = path != NULL ? g_strdup (path) : pel_helper_dup_path (PROGRAM);
  self->changed_id = g_signal_connect (queue, "items-changed", G_CALLBACK (items_changed_cb), self);
  pel_approval_queue_set_served (queue, g_file_test (self->path, G_FILE_TEST_IS_EXECUTABLE));
  return self;
}

void
pel_approver_link_raise (PelApproverLink *self)
{
  g_return_if_fail (PEL_IS_APPROVER_LINK (self));

  self->is_raising = TRUE;
  tell (self);
}
