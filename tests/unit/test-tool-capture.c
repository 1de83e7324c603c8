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

static void
set_caller (CameraDesk *self, PelCallerKind kind)
{
  g_clear_pointer (&self->desk.identity, pel_caller_unref);
  self->desk.identity =
      pel_caller_new (&(PelCallerInfo){ .kind = kind, .executable = "/usr/bin/test" });
}

static gboolean
was_opened (int watch)
{
  char buffer[4096];

  return read (watch, buffer, sizeof buffer) > 0;
}

static void
test_baselines (CameraDesk *self, gconstpointer unused)
{
  g_autofree char *path = g_build_filename (self->folder, "baseline.png", NULL);
  int              watch = inotify_init1 (IN_NONBLOCK | IN_CLOEXEC);

  set_caller (self, PEL_CALLER_AGENT);
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

/* Files for callers: where, and by whom */

/* clang-format off */
static const struct { const char *variable, *folder; } homes[] = {
  { "HOME",            ""             },
  { "XDG_CONFIG_HOME", ".config"      },
  { "XDG_STATE_HOME",  ".local/state" },
  { "XDG_DATA_HOME",   ".local/share" },
  { "XDG_CACHE_HOME",  ".cache"       },
  { "XDG_RUNTIME_DIR", "run"          },
};

/* What a red team planted, and other ways to the same places. */
static const struct { const char *arguments; gboolean is_own; } plants[] = {
  { "{'file_path': 'HOME/.config/pellucid/policy.json', 'format': 'png'}",             TRUE  },
  { "{'file_path': 'HOME/.config/pellucid/policy.png'}",                               TRUE  },
  { "{'file_path': 'HOME/.local/state/pellucid/audit/audit-00000099.jsonl', 'format': 'png'}", TRUE },
  { "{'file_path': 'HOME/.local/state/pellucid/audit/first-x.key', 'format': 'jpeg'}", TRUE  },
  { "{'file_path': 'HOME/.local/share/pellucid/audit-head', 'format': 'png'}",         TRUE  },
  { "{'file_path': 'HOME/.cache/pellucid/x.png'}",                                     TRUE  },
  { "{'file_path': 'HOME/run/pellucid/x.jpg'}",                                        TRUE  },
  { "{'file_path': 'HOME/Pictures/../.config/./pellucid/x.png'}",                      TRUE  },
  { "{'file_path': 'HOME/Pictures/link/x.png'}",                                       TRUE  },
  { "{'file_path': 'HOME/Pictures/deep/audit/x.png'}",                                 TRUE  },
  { "{'file_path': 'HOME/x.png'}",                                                     FALSE },
  { "{'file_path': 'HOME/.config/x.png'}",                                             FALSE },
  { "{'file_path': 'HOME/Pictures/../x.png'}",                                         FALSE },
  { "{'file_path': 'HOME/Pictures/outside/x.png'}",                                    FALSE },
  { "{'file_path': 'HOME/Pictures2/x.png'}",                                           FALSE },
  { "{'file_path': 'HOME/Pictures/x.json', 'format': 'png'}",                          FALSE },
  { "{'file_path': 'HOME/Pictures/x', 'format': 'png'}",                               FALSE },
  { "{'compare': 'HOME/Pictures/base.png', 'difference_path': 'HOME/.config/pellucid/policy.json'}", TRUE },
  { "{'compare': 'HOME/Pictures/base.png', 'difference_path': 'HOME/Pictures/x.desktop'}", FALSE },
  { "{'compare': 'HOME/Pictures/base.png', 'difference_path': 'HOME/x.png'}",          FALSE },
};

static const char *const own_folders[] = {
  ".config/pellucid", ".local/state/pellucid/audit", ".local/share/pellucid", ".cache/pellucid",
  "run/pellucid", "Pictures/inner", "Pictures2",
};
/* clang-format on */

static void
make_homes (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (own_folders); i++)
    {
      g_autofree char *folder = g_build_filename (g_get_home_dir (), own_folders[i], NULL);

      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
    }
}

static void
link_to (const char *name, const char *target)
{
  g_autofree char *link = g_build_filename (g_get_home_dir (), "Pictures", name, NULL);
  g_autofree char *path = g_build_filename (g_get_home_dir (), target, NULL);

  g_remove (link);
  g_assert_cmpint (symlink (path, link), ==, 0);
}

/* (transfer full): with the home folder in place. */
static char *
fill_in (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "HOME", -1);

  return g_strjoinv (g_get_home_dir (), parts);
}

/* (transfer full): the same of arguments, for a small part of the desktop. */
static char *
fill_in_arguments (const char *arguments)
{
  g_autofree char *text = fill_in (arguments + strlen ("{"));

  return g_strconcat ("{'x': 5, 'y': 6, 'width': 7, 'height': 8, ", text, NULL);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char      *name;
  guint            n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        continue;
      n += g_file_test (path, G_FILE_TEST_IS_DIR) ? count_files (path) : 1;
    }
  return n;
}

static void
set_up_homes (CameraDesk *self, gconstpointer data)
{
  set_up (self, data);
  make_homes ();
  link_to ("link", ".config/pellucid");
  link_to ("deep", ".local/state/pellucid");
  link_to ("outside", "");
  set_policy (self,
              "{\"default\": {\"capture\": \"allow\", \"act\": \"allow\"},"
              " \"blocked_windows\": []}");
}

/* Nothing gets into our folders, whoever asks and by whatever name, and what agents write only
 * where the policy lets them, under a name of its format. */
static void
test_planting (CameraDesk *self, gconstpointer unused)
{
  const PelCallerKind kinds[] = { PEL_CALLER_AGENT, PEL_CALLER_TERMINAL, PEL_CALLER_OPERATOR };
  g_autofree char    *baseline =
      fill_in_arguments ("{'file_path': 'HOME/Pictures/base.png', 'overwrite': true}");
  guint n_files;

  tool_desk_call (&self->desk, "ui_capture", baseline);
  n_files = count_files (g_get_home_dir ());
  for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (gsize i = 0; i < G_N_ELEMENTS (plants); i++)
      {
        g_autofree char *arguments = fill_in_arguments (plants[i].arguments);
        g_autofree char *failure = NULL;

        if (kinds[k] != PEL_CALLER_AGENT && !plants[i].is_own)
          continue;
        set_caller (self, kinds[k]);
        failure = tool_desk_fail (&self->desk, "ui_capture", arguments);
        g_test_message ("%s → %s", arguments, failure);
        g_assert_true (g_str_has_prefix (failure, "denied: "));
        g_assert_cmpuint (count_files (g_get_home_dir ()), ==, n_files);
      }
}

/* Not even the log itself is exported there. */
static void
test_exporting (CameraDesk *self, gconstpointer unused)
{
  g_autofree char *plant = fill_in ("{'action': 'export', 'file': 'HOME/.local/state/pellucid/"
                                    "audit/audit-00000099.jsonl'}");
  g_autofree char *beside = fill_in ("{'action': 'export', 'file': 'HOME/log.jsonl'}");
  g_autofree char *written = fill_in ("HOME/log.jsonl");
  g_autofree char *failure = NULL;
  guint            n_files = count_files (g_get_home_dir ());

  set_caller (self, PEL_CALLER_TERMINAL);
  tool_desk_call (&self->desk, "ui_capture", "{'window_id': 'w2', 'output': 'base64'}");
  failure = tool_desk_fail (&self->desk, "audit", plant);
  g_assert_true (g_str_has_prefix (failure, "denied: "));
  g_assert_cmpuint (count_files (g_get_home_dir ()), ==, n_files);
  tool_desk_call (&self->desk, "audit", beside);
  g_assert_cmpint (g_remove (written), ==, 0);
}

static void
capture_to (CameraDesk *self, const char *path)
{
  g_autofree char *form = g_strdup_printf ("{'file_path': '%s'}", path);
  g_autofree char *arguments = fill_in_arguments (form);
  g_autofree char *written = fill_in (path);

  tool_desk_call (&self->desk, "ui_capture", arguments);
  g_assert_cmpint (g_remove (written), ==, 0);
}

static char *
refuse_to (CameraDesk *self, const char *path)
{
  g_autofree char *form = g_strdup_printf ("{'file_path': '%s'}", path);
  g_autofree char *arguments = fill_in_arguments (form);

  return tool_desk_fail (&self->desk, "ui_capture", arguments);
}

/* The policy names other folders; a person at a terminal needs none. */
static void
test_folders (CameraDesk *self, gconstpointer unused)
{
  g_autofree char *other = NULL;
  g_autofree char *pictures = NULL;
  g_autofree char *nowhere = NULL;
  JsonObject      *data;

  set_caller (self, PEL_CALLER_AGENT);
  capture_to (self, "HOME/Pictures/x.png");
  capture_to (self, "HOME/Pictures/inner/x.jpg");
  data = tool_desk_call (&self->desk, "ui_capture", "{'output': 'file'}");
  g_assert_nonnull (strstr (json_object_get_string_member (data, "file_path"), "/Pictures/"));
  g_assert_cmpint (g_remove (json_object_get_string_member (data, "file_path")), ==, 0);
  other = refuse_to (self, "HOME/Pictures2/x.png");
  g_assert_true (g_str_has_prefix (other, "denied: "));
  set_policy (self,
              "{\"default\": {\"capture\": \"allow\", \"act\": \"allow\"},"
              " \"blocked_windows\": [], \"allowed_folders\": [\"~/Pictures2\"]}");
  capture_to (self, "HOME/Pictures2/x.png");
  pictures = refuse_to (self, "HOME/Pictures/x.png");
  g_assert_true (g_str_has_prefix (pictures, "denied: "));
  set_policy (self,
              "{\"default\": {\"capture\": \"allow\", \"act\": \"allow\"},"
              " \"blocked_windows\": [], \"allowed_folders\": []}");
  nowhere = refuse_to (self, "HOME/Pictures2/x.png");
  g_assert_true (g_str_has_prefix (nowhere, "denied: "));
  set_caller (self, PEL_CALLER_TERMINAL);
  capture_to (self, "HOME/x.png");
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir =
      g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

#define ALLOWED "\"default\": {\"capture\": \"%s\", \"act\": \"allow\"}, \"blocked_windows\": []"

/* clang-format off */
/* Where an image goes whose caller names no file, with the folder “there”, without one for pictures. */
static const struct { PelCallerKind caller; const char *capture, *folders, *goes; } defaults[] = {
  { PEL_CALLER_AGENT,    "deny",  "[\"@pictures\"]",                       NULL       },
  { PEL_CALLER_AGENT,    "allow", "[\"~/nowhere\"]",                       NULL       },
  { PEL_CALLER_AGENT,    "allow", "[]",                                    NULL       },
  { PEL_CALLER_AGENT,    "allow", "[\"~/nowhere\", \"~/there\"]",          "there"    },
  { PEL_CALLER_AGENT,    "allow", "[\"@pictures\", \"~/there\"]",          "there"    },
  { PEL_CALLER_TERMINAL, "allow", "[\"@pictures\"]",                       ""         },
  { PEL_CALLER_AGENT,    "allow", "[\"@pictures\"]",                       "Pictures" },
};
/* clang-format on */

static void
capture_by_default (CameraDesk *self, const char *folder)
{
  g_autofree char *expected = g_build_filename (g_get_home_dir (), folder, NULL);
  JsonObject      *data = tool_desk_call (&self->desk, "ui_capture", "{'output': 'file'}");
  const char      *path = json_object_get_string_member (data, "file_path");
  g_autofree char *actual = g_path_get_dirname (path);
  g_autofree char *folder_path = g_canonicalize_filename (expected, NULL);

  g_assert_cmpstr (actual, ==, folder_path);
  g_assert_cmpint (g_remove (path), ==, 0);
}

/* The folder for pictures is made for who may write there, and only then. */
static void
test_defaults (CameraDesk *self, gconstpointer unused)
{
  g_autofree char *pictures = g_build_filename (g_get_home_dir (), "Pictures", NULL);
  g_autofree char *there = g_build_filename (g_get_home_dir (), "there", NULL);
  GStatBuf         made;

  remove_tree (pictures);
  g_assert_cmpint (g_mkdir (there, 0700), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (defaults); i++)
    {
      g_autofree char *policy = g_strdup_printf ("{" ALLOWED ", \"allowed_folders\": %s}",
                                                 defaults[i].capture,
                                                 defaults[i].folders);
      g_autofree char *failure = NULL;

      g_test_message ("%s", policy);
      g_assert_false (g_file_test (pictures, G_FILE_TEST_EXISTS));
      set_caller (self, defaults[i].caller);
      set_policy (self, policy);
      if (defaults[i].goes != NULL)
        capture_by_default (self, defaults[i].goes);
      else
        failure = tool_desk_fail (&self->desk, "ui_capture", "{'output': 'file'}");
      g_assert_true (failure == NULL || g_str_has_prefix (failure, "denied: "));
    }
  g_assert_cmpint (g_stat (pictures, &made), ==, 0);
  g_assert_cmphex (made.st_mode & 0777, ==, 0700);
  g_rmdir (there);
}

/* A home of its own, before GLib has looked where it is. */
static char *
move_home (void)
{
  char *root = g_dir_make_tmp ("pellucid-home-XXXXXX", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (homes); i++)
    {
      g_autofree char *path = g_build_filename (root, homes[i].folder, NULL);

      g_setenv (homes[i].variable, path, TRUE);
    }
  return root;
}

int
main (int argc, char *argv[])
{
  g_autofree char *root = move_home ();
  int              result;

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
  g_test_add ("/tool-capture/planting", CameraDesk, NULL, set_up_homes, test_planting, tear_down);
  g_test_add ("/tool-capture/exporting", CameraDesk, NULL, set_up_homes, test_exporting, tear_down);
  g_test_add ("/tool-capture/folders", CameraDesk, NULL, set_up_homes, test_folders, tear_down);
  g_test_add ("/tool-capture/defaults", CameraDesk, NULL, set_up_homes, test_defaults, tear_down);
#undef ADD
  result = g_test_run ();
  remove_tree (root);
  return result;
}
