/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the arguments mean arrives at the camera; what is private is hidden, and a picture during
 * which that changed is taken again. */

#include "tests/unit/audit-desk.h"
#include "tests/unit/fake-camera.h"
#include "tests/unit/tool-desk.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <unistd.h>

#define PIXEL 0xff336699u

typedef struct
{
  ToolDesk       desk;
  AuditDesk      audit;
  PelFakeCamera *camera;
  char          *folder, *policy;
} CameraDesk;

static void
write_policy (CameraDesk *self, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (self->policy, text, -1, &error);
  g_assert_no_error (error);
}

static void
set_policy (CameraDesk *self, const char *text)
{
  write_policy (self, text);
  g_clear_object (&self->desk.context.policy);
  self->desk.context.policy = pel_policy_store_new (&(PelPolicyPlaces){ .user = self->policy });
}

static void
set_up (CameraDesk *self, gconstpointer data)
{
  const PelCallerInfo person = { .kind = PEL_CALLER_OPERATOR, .executable = "/usr/bin/test" };
  g_autoptr (GError)  error = NULL;

  tool_desk_set_up (&self->desk, data);
  audit_desk_init (&self->audit);
  self->folder = g_dir_make_tmp ("capture-XXXXXX", &error);
  g_assert_no_error (error);
  self->policy = g_build_filename (self->folder, "policy.json", NULL);
  set_policy (self, "{\"blocked_windows\": []}");
  self->desk.context.audit = pel_audit_log_new (self->audit.place);
  self->desk.context.frames = pel_frame_store_new (NULL);
  self->desk.identity = pel_caller_new (&person);
  self->camera = pel_fake_camera_new (PIXEL);
  self->desk.context.camera = PEL_CAMERA (self->camera);
}

static void
tear_down (CameraDesk *self, gconstpointer data)
{
  g_clear_pointer (&self->desk.identity, pel_caller_unref);
  g_clear_pointer (&self->desk.context.frames, pel_frame_store_free);
  g_clear_object (&self->desk.context.audit);
  g_clear_object (&self->desk.context.policy);
  self->desk.context.camera = NULL;
  tool_desk_tear_down (&self->desk, data);
  audit_desk_clear (&self->audit);
  g_object_unref (self->camera);
  g_remove (self->policy);
  g_rmdir (self->folder);
  g_free (self->policy);
  g_free (self->folder);
}

/* clang-format off */
/* Two monitors of 1000×800, side by side. */
static const struct { const char *arguments, *shot; } shots[] = {
  { "{'mode': 'window'}",                                   "100,50 400×300 window w1" },
  { "{'window_id': 'w2'}",                                  "800,50 400×300 window w2" },
  { "{'window_title': 'bare'}",                             "1300,50 400×300 window w3" },
  { "{'x': 5, 'y': 6, 'width': 7, 'height': 8}",            "5,6 7×8" },
  { "{'target': 'e5'}",                                     "110,110 60×40 window w1" },
  { "{'target': 'Button:7', 'padding': 5}",                 "105,105 70×50 window w1" },
  { "{'target': 'e5', 'padding': 100}",                     "100,50 170×200 window w1" },
  { "{'mode': 'window', 'include_cursor': true}",           "100,50 400×300 window w1 cursor" },
};

static const struct { const char *arguments, *failure; } mistakes[] = {
  { "{'mode': 'region'}",                                   "invalid_argument: “x” is required for the mode" },
  { "{'x': 1}",                                             "invalid_argument: “y” is required for the mode" },
  { "{'mode': 'monitor'}",                                  "invalid_argument: “monitor” is required for the mode" },
  { "{'monitor': 'none'}",                                  "invalid_argument: No monitor matches “none”" },
  { "{'mode': 'fullscreen', 'window_id': 'w1'}",            "invalid_argument: “window_id” cannot be used" },
  { "{'window_id': 'w9'}",                                  "window_not_found: " },
  { "{'x': 90000, 'y': 0, 'width': 1, 'height': 1}",        "out_of_bounds: " },
  { "{'target': 'e8'}",                                     "not_visible: " },
  { "{'target': 'e99'}",                                    "stale_ref: " },
  { "{'tolerance': 3}",                                     "invalid_argument: “tolerance” requires “compare”" },
  { "{'output': 'base64', 'file_path': '/tmp/x.png'}",      "invalid_argument: “file_path” requires" },
  { "{'output': 'file', 'file_path': '/nonexistent/x.png'}", "invalid_argument: " },
  { "{'file_path': '/tmp/x.png', 'format': 'jpeg'}",         "invalid_argument: The format does not match" },
};
/* clang-format on */

static void
test_shots (CameraDesk *self, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (shots); i++)
    {
      g_test_message ("%s", shots[i].arguments);
      tool_desk_call (&self->desk, "ui_capture", shots[i].arguments);
      g_assert_cmpstr (self->camera->shot, ==, shots[i].shot);
    }
}

static void
test_mistakes (CameraDesk *self, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *failure = tool_desk_fail (&self->desk, "ui_capture", mistakes[i].arguments);

      g_test_message ("%s → %s", mistakes[i].arguments, failure);
      g_assert_true (g_str_has_prefix (failure, mistakes[i].failure));
    }
}

/* The answer tells where its pixels are, also when there are fewer. */
static void
test_answer (CameraDesk *self, gconstpointer unused)
{
  JsonObject *data =
      tool_desk_call (&self->desk, "ui_capture", "{'window_id': 'w2', 'max_pixels': 30000}");
  const PelFrame *frame;

  g_assert_cmpint (json_object_get_int_member (data, "width"), ==, 200);
  g_assert_cmpint (json_object_get_int_member (data, "height"), ==, 150);
  g_assert_cmpfloat (json_object_get_double_member (data, "scale"), ==, 0.5);
  g_assert_cmpstr (json_object_get_string_member (data, "window_id"), ==, "w2");
  g_assert_cmpstr (json_object_get_string_member (data, "mime_type"), ==, "image/png");
  frame = pel_frame_store_find (self->desk.context.frames,
                                json_object_get_string_member (data, "frame_id"),
                                NULL);
  g_assert_cmpint (frame->origin.x, ==, 800);
  g_assert_cmpint (frame->origin.y, ==, 50);
}

static void
test_private (CameraDesk *self, gconstpointer unused)
{
  g_autofree char *window = NULL;
  g_autofree char *element = NULL;

  set_policy (self, "{\"blocked_windows\": [\"Calculator\"]}");
  tool_desk_call (&self->desk, "ui_capture", "{'window_id': 'w2'}");
  g_assert_cmpstr (self->camera->shot, ==, "800,50 400×300 window w2 hides w1");
  window = tool_desk_fail (&self->desk, "ui_capture", "{'window_id': 'w1'}");
  g_assert_true (g_str_has_prefix (window, "blocked_window: "));
  g_assert_cmpuint (self->camera->n_taken, ==, 1);
}

/* A picture of more than one window is taken of what may be seen. */
static void
test_only_allowed (CameraDesk *self, gconstpointer unused)
{
  g_autofree char *window = NULL;

  set_policy (self, "{\"allowed_windows\": [\"Calculator\"]}");
  tool_desk_call (&self->desk, "ui_capture", "{'x': 5, 'y': 6, 'width': 7, 'height': 8}");
  g_assert_cmpstr (self->camera->shot, ==, "5,6 7×8 hides w2,w3");
  window = tool_desk_fail (&self->desk, "ui_capture", "{'window_id': 'w2'}");
  g_assert_true (g_str_has_prefix (window, "blocked_window: "));
}

static void
become_private_cb (gpointer data)
{
  CameraDesk                  *self = data;
  const PelPolicyQuestion      question = { .caller = self->desk.identity,
                                            .tool = "ui_capture",
                                            .access = PEL_ACCESS_CAPTURE };
  g_autoptr (PelPolicyVerdict) verdict = NULL;

  if (self->camera->n_taken > 1)
    return;
  write_policy (self, "{\"blocked_windows\": [\"Calculator\"]}");
  verdict = pel_policy_store_explain (self->desk.context.policy, &question); /* it reads it */
}

/* Something became private while the picture was taken: it is taken again. */
static void
test_again (CameraDesk *self, gconstpointer unused)
{
  self->camera->meanwhile = become_private_cb;
  self->camera->data = self;
  set_policy (self, "{\"blocked_windows\": [\"nothing\"]}");
  tool_desk_call (&self->desk, "ui_capture", "{'window_id': 'w2'}");
  g_assert_cmpuint (self->camera->n_taken, ==, 2);
  g_assert_cmpstr (self->camera->shot, ==, "800,50 400×300 window w2 hides w1");
}

static void
read_log_cb (gpointer data)
{
  CameraDesk      *self = data;
  g_autofree char *log = audit_desk_read (&self->audit, "audit-00000001.jsonl", NULL);

  g_assert_nonnull (strstr (log, "\"kind\":\"intent\""));
  g_assert_null (strstr (log, "\"kind\":\"outcome\""));
}

/* When the camera is asked, the log has on disk what it is asked for; what came of it names that.
 */
static void
test_intent (CameraDesk *self, gconstpointer unused)
{
  g_autofree char *log = NULL;

  self->camera->meanwhile = read_log_cb;
  self->camera->data = self;
  tool_desk_call (&self->desk, "ui_capture", "{'window_id': 'w2'}");
  g_assert_cmpuint (self->camera->n_taken, ==, 1);
  log = audit_desk_read (&self->audit, "audit-00000001.jsonl", NULL);
  g_assert_nonnull (strstr (log, "\"kind\":\"outcome\""));
  g_assert_nonnull (strstr (log, "\"intent\":"));
}

/* With a full disk nothing is delivered, nor even taken; with room again everything is. */
static void
test_full_disk (CameraDesk *self, gconstpointer unused)
{
  g_autofree char *log = NULL;
  struct rlimit    limit, tight;
  gsize            length;

  tool_desk_call (&self->desk, "ui_capture", "{'window_id': 'w2'}");
  log = audit_desk_read (&self->audit, "audit-00000001.jsonl", &length);
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  tight = limit;
  tight.rlim_cur = length + 40;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &tight), ==, 0);
  for (guint i = 0; i < 7; i++)
    {
      g_autofree char *failure =
          tool_desk_fail (&self->desk, "ui_capture", "{'window_id': 'w2', 'output': 'base64'}");

      g_assert_true (g_str_has_prefix (failure, "denied: "));
    }
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_cmpuint (self->camera->n_taken, ==, 1);
  tool_desk_call (&self->desk, "ui_capture", "{'window_id': 'w2'}");
  g_assert_cmpuint (self->camera->n_taken, ==, 2);
}

/* clang-format off */
/* Who may not capture, or not yet, learns nothing of a file, not even whether it is there. */
static const struct { const char *policy, *failure; gboolean is_read; } baselines[] = {
  { "{\"default\": {\"capture\": \"deny\", \"act\": \"allow\"}}",  "denied: ",              FALSE },
  { "{\"default\": {\"capture\": \"ask\", \"act\": \"allow\"}}",   "approval_required: ",   FALSE },
  { "{\"default\": {\"capture\": \"allow\", \"act\": \"allow\"}}", "invalid_argument: ",    TRUE  },
};

static const struct { const char *tool, *arguments; } readers[] = {
  { "ui_capture", "{'compare': '%s'}" },
  { "ui_wait",    "{'image': '%s', 'timeout_ms': 30000}" },
  { "ui_assert",  "{'condition': {'not': {'image': {'baseline': '%s'}}}}" },
};
/* clang-format on */

static gboolean
was_opened (int watch)
{
  char buffer[4096];

  return read (watch, buffer, sizeof buffer) > 0;
}

static void
test_baselines (CameraDesk *self, gconstpointer unused)
{
  const PelCallerInfo agent = { .kind = PEL_CALLER_AGENT, .executable = "/usr/bin/agent" };
  g_autofree char    *path = g_build_filename (self->folder, "baseline.png", NULL);
  int                 watch = inotify_init1 (IN_NONBLOCK | IN_CLOEXEC);

  g_clear_pointer (&self->desk.identity, pel_caller_unref);
  self->desk.identity = pel_caller_new (&agent);
  g_assert_true (g_file_set_contents (path, "what is in here is no image", -1, NULL));
  g_assert_cmpint (inotify_add_watch (watch, path, IN_OPEN | IN_ACCESS), >, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (baselines); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (readers); k++)
      {
        g_auto (GStrv)   parts = g_strsplit (readers[k].arguments, "%s", 2);
        g_autofree char *arguments = g_strjoinv (path, parts);
        g_autofree char *failure = NULL;

        set_policy (self, baselines[i].policy);
        failure = tool_desk_fail (&self->desk, readers[k].tool, arguments);
        g_test_message ("%s, %s: %s", baselines[i].policy, arguments, failure);
        g_assert_true (g_str_has_prefix (failure, baselines[i].failure));
        g_assert_cmpint (was_opened (watch), ==, baselines[i].is_read);
      }
  close (watch);
  g_remove (path);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add (path, CameraDesk, NULL, set_up, func, tear_down)
  ADD ("/tool-capture/shots", test_shots);
  ADD ("/tool-capture/mistakes", test_mistakes);
  ADD ("/tool-capture/answer", test_answer);
  ADD ("/tool-capture/private", test_private);
  ADD ("/tool-capture/only-allowed", test_only_allowed);
  ADD ("/tool-capture/again", test_again);
  ADD ("/tool-capture/intent", test_intent);
  ADD ("/tool-capture/full-disk", test_full_disk);
  ADD ("/tool-capture/baselines", test_baselines);
#undef ADD
  return g_test_run ();
}
