/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The line to the approver, with programs in its place that answer, say nonsense, die or are not
 * there. */

#include "services/approval/approver-link.h"
#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/base/guard.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  char             *script;
  PelApprovalQueue *queue;
  PelApproverLink  *link;
  char             *words;
  GError           *error;
  gboolean          is_answered;
} Desk;

/* A shell that reads what it is told and says @answer. */
static void
set_up (Desk *self, gconstpointer answer)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *text = g_strdup_printf ("#!/bin/sh\n%s\n", (const char *) answer);
  int                fd = g_file_open_tmp ("pellucid-approver-XXXXXX", &self->script, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (self->script, text, -1, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_chmod (self->script, 0700), ==, 0);
  self->queue = pel_approval_queue_new (NULL, NULL, NULL);
  self->link = pel_approver_link_new (self->queue, self->script);
}

static void
settle (void)
{
  g_autoptr (GArray) ours = NULL;

  do
    {
      g_main_context_iteration (NULL, FALSE);
      g_clear_pointer (&ours, g_array_unref);
      ours = pel_guard_dup_processes ();
    }
  while (ours->len > 1); /* this one alone */
}

static void
tear_down (Desk *self, gconstpointer unused)
{
  settle ();
  while (g_main_context_iteration (NULL, FALSE))
    ; /* what was being written ends */
  g_assert_false (pel_gate_is_closed (PEL_GATE_QUESTION));
  g_assert_finalize_object (self->link);
  g_assert_finalize_object (self->queue);
  g_remove (self->script);
  g_free (self->script);
  g_free (self->words);
  g_clear_error (&self->error);
}

static void
answered_cb (GObject *queue, GAsyncResult *result, gpointer data)
{
  Desk               *self = data;
  g_autoptr (PelTurn) turn = NULL;

  self->is_answered = TRUE;
  pel_approval_queue_ask_finish (self->queue, result, &self->words, &turn, &self->error);
}

static void
ask (Desk *self)
{
  g_autoptr (PelCaller)   caller = pel_caller_new (&(PelCallerInfo){ .bus_name = ":1.5" });
  g_autoptr (PelApproval) approval = pel_approval_new (&(PelApprovalInfo){
      .caller = caller,
      .tool = "ui_click",
      .access = PEL_ACCESS_ACT,
      .words = "Click",
  });

  pel_approval_queue_ask_async (self->queue, approval, NULL, answered_cb, self);
  while (!self->is_answered)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_allowed (Desk *self, gconstpointer unused)
{
  ask (self);
  g_assert_no_error (self->error);
  g_assert_cmpstr (self->words, ==, "once (dialog)");
}

static void
test_denied (Desk *self, gconstpointer unused)
{
  ask (self);
  g_assert_error (self->error, PEL_ERROR, PEL_ERROR_APPROVAL_DENIED);
  g_assert_nonnull (strstr (self->error->message, "no way"));
}

/* It is started a few times, and then nobody can be asked. */
static void
test_dying (Desk *self, gconstpointer unused)
{
  ask (self);
  g_assert_error (self->error, PEL_ERROR, PEL_ERROR_APPROVAL_REQUIRED);
}

static void
test_missing (void)
{
  g_autoptr (PelApprovalQueue) queue = pel_approval_queue_new (NULL, NULL, NULL);
  g_autoptr (PelApproverLink)  link = pel_approver_link_new (queue, "/nowhere/pellucid-approver");
  g_autoptr (PelCaller)        caller = pel_caller_new (&(PelCallerInfo){ .bus_name = ":1.5" });
  g_autoptr (PelApproval)      approval = pel_approval_new (&(PelApprovalInfo){
           .caller = caller, .tool = "ui_click", .access = PEL_ACCESS_ACT, .words = "Click" });
  g_autoptr (GError)           error = NULL;

  g_assert_false (pel_approval_queue_check (queue, approval, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_APPROVAL_REQUIRED);
}

#define ADD(path, script, func) \
  g_test_add ("/approver-link/" path, Desk, script, set_up, func, tear_down)
#define READY "echo '{\"ready\":true}' >&3; read line <&3; "
#define STAY  "; cat <&3 > /dev/null"

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("allowed", READY "echo '{\"id\":1,\"answer\":\"once\"}' >&3" STAY, test_allowed);
  ADD ("denied",
       READY "echo '{\"id\":1,\"answer\":\"deny\",\"reason\":\"no way\"}' >&3" STAY,
       test_denied);
  /* no answer to this question, no answer, no line of JSON; then one */
  ADD ("nonsense",
       READY
       "echo '{\"id\":9,\"answer\":\"once\"}' >&3; echo '{\"id\":1,\"answer\":\"perhaps\"}' >&3; "
       "echo nonsense >&3; echo '{\"id\":1,\"answer\":\"once\"}' >&3" STAY,
       test_allowed);
  ADD ("dying", "exit 1", test_dying);
  g_test_add_func ("/approver-link/missing", test_missing);

  return g_test_run ();
}
