/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/error.h"
#include "tests/unit/tool-desk.h"

#include <glib/gstdio.h>

#include <string.h>

/* A person who does what the test says. */
#define TEST_TYPE_PICKER (test_picker_get_type ())
G_DECLARE_FINAL_TYPE (TestPicker, test_picker, TEST, PICKER, GObject)

struct _TestPicker
{
  GObject      parent_instance;
  PelSnapshot *snapshot; /* (nullable) what is seen */
  guint        refs[3];  /* what is pointed at, the last one first; none: the person thinks */
  char        *prompt;
  GTask       *task; /* (nullable) while the person thinks */
};

static void picker_interface_init (PelPickerInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TestPicker,
                               test_picker,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_PICKER, picker_interface_init))

static void
pick_async (PelPicker          *picker,
            const char         *prompt,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  TestPicker       *self = TEST_PICKER (picker);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GPtrArray        *picked;

  self->prompt = g_strdup (prompt);
  if (self->refs[0] == 0)
    {
      self->task = g_steal_pointer (&task);
      return;
    }
  picked = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_picked_free);
  for (gsize i = 0; self->refs[i] != 0; i++)
    g_ptr_array_add (picked,
                     pel_picked_new (self->snapshot,
                                     pel_snapshot_find_ref (self->snapshot, self->refs[i])));
  g_task_return_pointer (task, picked, (GDestroyNotify) g_ptr_array_unref);
}

static GPtrArray *
pick_finish (PelPicker *picker, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
picker_interface_init (PelPickerInterface *interface)
{
  interface->pick_async = pick_async;
  interface->pick_finish = pick_finish;
}

static void
test_picker_finalize (GObject *object)
{
  TestPicker *self = TEST_PICKER (object);

  g_clear_object (&self->snapshot);
  g_free (self->prompt);
  G_OBJECT_CLASS (test_picker_parent_class)->finalize (object);
}

static void
test_picker_class_init (TestPickerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_picker_finalize;
}

static void
test_picker_init (TestPicker *self)
{
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TEST_PICKER (data)->snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, NULL);
}

static TestPicker *
seat_person (ToolDesk *desk)
{
  TestPicker   *self = g_object_new (TEST_TYPE_PICKER, NULL);
  const PelLook look = { .kind = PEL_LOOK_DESKTOP, .flags = PEL_LOOK_VALUES, .timeout_ms = 1000 };

  pel_element_source_look_async (PEL_ELEMENT_SOURCE (desk->elements), &look, NULL, looked_cb, self);
  while (self->snapshot == NULL)
    g_main_context_iteration (NULL, TRUE);
  desk->context.picker = PEL_PICKER (self);
  desk->caller = NULL; /* there is no bus to ask who that is */
  return self;
}

static void
test_picks (ToolDesk *desk, gconstpointer unused)
{
  TestPicker *person = seat_person (desk);
  JsonObject *data;

  person->refs[0] = 5;
  data = tool_desk_call (desk, "ui_pick", "{'prompt': 'Where?'}");
  g_assert_cmpstr (json_object_get_string_member (data, "ref"), ==, "e5");
  g_assert_true (json_object_has_member (data, "selector"));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (data, "others")), ==, 0);
  g_assert_nonnull (strstr (person->prompt, "Where?"));
  g_assert_finalize_object (person);
}

static void
test_several (ToolDesk *desk, gconstpointer unused)
{
  TestPicker *person = seat_person (desk);
  JsonObject *data;
  JsonArray  *others;

  person->refs[0] = 5;
  person->refs[1] = 4;
  data = tool_desk_call (desk, "ui_pick", "{}");
  others = json_object_get_array_member (data, "others");
  g_assert_cmpstr (json_object_get_string_member (data, "ref"), ==, "e5");
  g_assert_cmpuint (json_array_get_length (others), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (others, 0), "ref"),
                   ==,
                   "e4");
  g_assert_finalize_object (person);
}

/* It has gone between the click and the answer. */
static void
test_gone (ToolDesk *desk, gconstpointer unused)
{
  TestPicker      *person = seat_person (desk);
  g_autofree char *failure = NULL;

  person->refs[0] = 5;
  tool_desk_show (desk, 2, TOOL_DESK_REMOVED);
  failure = tool_desk_fail (desk, "ui_pick", "{}");
  g_assert_true (g_str_has_prefix (failure, "stale_ref: "));
  g_assert_finalize_object (person);
}

static void
await_task (TestPicker *person)
{
  while (person->task == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static const char *
get_code (ToolDesk *desk)
{
  return json_object_get_string_member (json_object_get_object_member (desk->envelope, "error"),
                                        "code");
}

static void
test_leaves (ToolDesk *desk, gconstpointer unused)
{
  TestPicker *person = seat_person (desk);

  tool_desk_begin (desk, "ui_pick", "{}");
  await_task (person);
  g_task_return_new_error (person->task, PEL_ERROR, PEL_ERROR_CANCELLED, "Left");
  g_clear_object (&person->task);
  tool_desk_end (desk);
  g_assert_cmpstr (get_code (desk), ==, "cancelled");
  pel_fake_wait_ms (20);
  g_assert_finalize_object (person);
}

/* Who asked goes away, or the time is up: the person has the pointer again. */
static void
assert_let_go (ToolDesk *desk, TestPicker *person, const char *code)
{
  GCancellable *cancellable = g_task_get_cancellable (person->task);

  while (!g_cancellable_is_cancelled (cancellable))
    g_main_context_iteration (NULL, TRUE);
  g_task_return_error_if_cancelled (person->task);
  g_clear_object (&person->task);
  tool_desk_end (desk);
  g_assert_cmpstr (get_code (desk), ==, code);
  pel_fake_wait_ms (20);
  g_assert_finalize_object (person);
}

static void
test_cancelled (ToolDesk *desk, gconstpointer unused)
{
  TestPicker *person = seat_person (desk);

  tool_desk_begin (desk, "ui_pick", "{}");
  await_task (person);
  g_cancellable_cancel (desk->cancellable);
  assert_let_go (desk, person, "cancelled");
}

static void
test_late (ToolDesk *desk, gconstpointer unused)
{
  TestPicker *person = seat_person (desk);

  tool_desk_begin (desk, "ui_pick", "{\"timeout_ms\": 400}");
  await_task (person);
  assert_let_go (desk, person, "timeout");
}

/* What an agent may do with the person's pointer and keys. */

static TestPicker *
seat_limited_person (ToolDesk *desk)
{
  TestPicker *self = seat_person (desk);

  desk->caller = ":1.7";
  desk->context.policy = pel_policy_store_new (&(PelPolicyPlaces){ 0 });
  return self;
}

static void
unseat (ToolDesk *desk, TestPicker *person)
{
  pel_fake_wait_ms (20);
  g_clear_object (&desk->context.policy);
  g_assert_finalize_object (person);
}

static void
assert_refused (ToolDesk *desk, const char *tool, const char *arguments, const char *code)
{
  g_autofree char *failure = tool_desk_fail (desk, tool, arguments);

  g_test_message ("%s", failure);
  g_assert_true (g_str_has_prefix (failure, code));
}

/* The person does not answer, or presses Escape. */
static void
pick_in_vain (ToolDesk *desk, TestPicker *person, PelErrorCode code)
{
  g_clear_pointer (&person->prompt, g_free);
  tool_desk_begin (desk, "ui_pick", "{'prompt': 'System:\\nPress Enter'}");
  await_task (person);
  g_task_return_new_error (person->task, PEL_ERROR, code, "In vain");
  g_clear_object (&person->task);
  tool_desk_end (desk);
}

static void
answer_pick (ToolDesk *desk, TestPicker *person)
{
  person->refs[0] = 5;
  g_clear_pointer (&person->prompt, g_free);
  tool_desk_call (desk, "ui_pick", "{}");
  person->refs[0] = 0;
}

/* In a loop it gets the pointer once a minute; whoever answers wants to be asked. */
static void
test_loop (ToolDesk *desk, gconstpointer unused)
{
  TestPicker *person = seat_limited_person (desk);

  for (guint i = 0; i < 3; i++)
    answer_pick (desk, person);
  for (guint i = 0; i < 2; i++) /* what cannot begin does not count */
    pick_in_vain (desk, person, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  pick_in_vain (desk, person, PEL_ERROR_TIMEOUT);
  g_assert_nonnull (strchr (person->prompt, '\n')); /* who asks is above what it says */
  g_assert_null (strchr (strchr (person->prompt, '\n') + 1, '\n'));
  for (guint i = 0; i < 3; i++)
    assert_refused (desk, "ui_pick", "{}", "rate_limited: ");
  unseat (desk, person);
}

/* Who has cancelled twice is left alone, by this client. */
static void
test_blocked (ToolDesk *desk, gconstpointer unused)
{
  g_autofree char *folder = g_dir_make_tmp ("pellucid-pick-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "policy.json", NULL);
  TestPicker      *person = seat_limited_person (desk);

  g_assert_true (g_file_set_contents (path, "{\"limits\": {\"picks_per_minute\": 100}}", -1, NULL));
  g_clear_object (&desk->context.policy);
  desk->context.policy = pel_policy_store_new (&(PelPolicyPlaces){ .user = path });
  pick_in_vain (desk, person, PEL_ERROR_CANCELLED);
  answer_pick (desk, person);
  for (guint i = 0; i < 2; i++)
    pick_in_vain (desk, person, PEL_ERROR_CANCELLED);
  assert_refused (desk, "ui_pick", "{}", "denied: ");
  assert_refused (desk, "ui_highlight", "{'targets': ['Button:7']}", "denied: ");
  desk->caller = NULL;
  answer_pick (desk, person); /* the person themselves */
  unseat (desk, person);
  g_remove (path);
  g_rmdir (folder);
}

/* The panic key gives the person their pointer back, and it stays theirs. */
static void
test_stopped (ToolDesk *desk, gconstpointer unused)
{
  TestPicker *person = seat_limited_person (desk);

  tool_desk_begin (desk, "ui_pick", "{}");
  await_task (person);
  pel_stopper_stop (desk->context.stopper, "the panic key");
  g_assert_true (g_cancellable_is_cancelled (g_task_get_cancellable (person->task)));
  g_task_return_error_if_cancelled (person->task);
  g_clear_object (&person->task);
  tool_desk_end (desk);
  g_assert_cmpstr (get_code (desk), ==, "denied");
  assert_refused (desk, "ui_pick", "{}", "denied: ");
  assert_refused (desk, "ui_highlight", "{'targets': ['Button:7']}", "denied: ");
  g_assert_true (pel_stopper_resume (desk->context.stopper, "the person", NULL));
  unseat (desk, person);
}

static void
test_nobody (ToolDesk *desk, gconstpointer unused)
{
  g_autofree char *failure = NULL;

  desk->context.picker = NULL;
  desk->context.elements = NULL;
  pel_set_error (&desk->context.elements_error, PEL_ERROR_CAPABILITY_UNAVAILABLE, NULL, "Dark");
  failure = tool_desk_fail (desk, "ui_pick", "{}");
  g_assert_true (g_str_has_prefix (failure, "capability_unavailable: "));
  g_clear_error (&desk->context.elements_error);
}

#define ADD(path, func) \
  g_test_add (path, ToolDesk, NULL, tool_desk_set_up, func, tool_desk_tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/tool-pick/picks", test_picks);
  ADD ("/tool-pick/several", test_several);
  ADD ("/tool-pick/gone", test_gone);
  ADD ("/tool-pick/leaves", test_leaves);
  ADD ("/tool-pick/cancelled", test_cancelled);
  ADD ("/tool-pick/late", test_late);
  ADD ("/tool-pick/nobody", test_nobody);
  ADD ("/tool-pick/loop", test_loop);
  ADD ("/tool-pick/blocked", test_blocked);
  ADD ("/tool-pick/stopped", test_stopped);
  return g_test_run ();
}
