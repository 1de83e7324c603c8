/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One act: what is asked before it, what goes out, how often, and what becomes of each answer. */

#include "bus-pair.h"

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/base/guard.h"
#include "services/provider/atspi-act.h"

#include <atspi/atspi-constants.h>
#include <string.h>
#include <unistd.h>

#define STRANGER 4000001
#define ROLE     ATSPI_ROLE_PUSH_BUTTON

typedef struct
{
  BusPair       *pair;
  PelAtspiQueue *queue;
  PelAtspiActor *actor;
  GString       *asked; /* “Action.DoAction;” of every call */
  guint          n_acts;
  PelActReply    reply;
  gboolean       is_done;
  GError        *error;
  guint          n_ended;
} Fixture;

/* How the program is, and what it does. */
typedef enum
{
  AGREES,
  SAYS_NO,
  KNOWS_NO_SUCH_METHOD,
  KNOWS_NO_SUCH_OBJECT,
  FAILS,
  STAYS_SILENT,        /* to the act; it answers all else */
  STAYS_WHOLLY_SILENT, /* once the act has come */
  ENDS,
} Manner;

typedef struct
{
  const char *name;   /* of the element */
  const char *action; /* of the first action */
  const char *child;  /* the one that stands at the index */
  gboolean    is_gone, is_disabled;
  Manner      manner;
} Program;

static const Program usual = { "Save", "click", "/child" };

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->pair = bus_pair_new ();
  fixture->queue = pel_atspi_queue_new (fixture->pair->client, NULL);
  fixture->actor = pel_atspi_actor_new (fixture->queue, STRANGER);
  fixture->asked = g_string_new (NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  pel_atspi_actor_free (fixture->actor);
  pel_atspi_queue_free (fixture->queue);
  bus_pair_free (fixture->pair);
  g_string_free (fixture->asked, TRUE);
  g_clear_error (&fixture->error);
}

static void
acted_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->is_done = pel_atspi_actor_act_finish (result, &fixture->reply, &fixture->error);
  fixture->n_ended++;
}

static void
begin (Fixture *fixture, const PelElementAct *act, const char *toolkit, GCancellable *cancellable)
{
  PelElementAct full = *act;

  full.path = "/element";
  full.name = "Save";
  full.native_role = ROLE;
  full.needs_enabled = TRUE;
  if (full.timeout_ms == 0)
    full.timeout_ms = 30000;
  pel_atspi_actor_act_async (fixture->actor,
                             &full,
                             pel_toolkit_find (toolkit, "3"),
                             cancellable,
                             acted_cb,
                             fixture);
}

/* “Action.DoAction” */
static char *
dup_question (sd_bus_message *call, gboolean *ret_sets)
{
  const char *interface = sd_bus_message_get_interface (call);
  const char *member = sd_bus_message_get_member (call);

  *ret_sets = g_str_equal (member, "Set");
  if (g_str_equal (interface, "org.freedesktop.DBus.Properties"))
    g_assert_cmpint (sd_bus_message_read (call, "ss", &interface, &member), >, 0);
  return g_strdup_printf ("%s.%s", interface + strlen ("org.a11y.atspi."), member);
}

static void
answer_act (Fixture *fixture, Manner manner)
{
  static const char *const errors[] = {
    [KNOWS_NO_SUCH_METHOD] = SD_BUS_ERROR_UNKNOWN_METHOD,
    [KNOWS_NO_SUCH_OBJECT] = SD_BUS_ERROR_UNKNOWN_OBJECT,
    [FAILS] = SD_BUS_ERROR_FAILED,
  };

  fixture->n_acts++;
  if (manner == AGREES || manner == SAYS_NO)
    bus_pair_answer (fixture->pair, 0, "b", manner == AGREES);
  else if (manner == ENDS)
    bus_pair_close_server (fixture->pair);
  else if (manner >= STAYS_SILENT)
    g_ptr_array_remove_index (fixture->pair->calls, 0);
  else
    {
      sd_bus_reply_method_errorf (g_ptr_array_index (fixture->pair->calls, 0), errors[manner], "-");
      g_ptr_array_remove_index (fixture->pair->calls, 0);
    }
}

/* The first call that waits. */
static void
answer_one (Fixture *fixture, const Program *program)
{
  BusPair         *pair = fixture->pair;
  gboolean         sets;
  g_autofree char *question = dup_question (g_ptr_array_index (pair->calls, 0), &sets);

  g_string_append_printf (fixture->asked, "%s;", question);
  if (fixture->n_acts > 0 && program->manner == STAYS_WHOLLY_SILENT)
    g_ptr_array_remove_index (pair->calls, 0);
  else if (program->is_gone)
    bus_pair_refuse (pair, 0);
  else if (g_str_equal (question, "Accessible.GetRole"))
    bus_pair_answer (pair, 0, "u", ROLE);
  else if (g_str_equal (question, "Accessible.Name"))
    bus_pair_answer (pair, 0, "v", "s", program->name);
  else if (g_str_equal (question, "Accessible.GetState"))
    bus_pair_answer (pair,
                     0,
                     "au",
                     2,
                     program->is_disabled ? 0u
                                          : 1u << ATSPI_STATE_ENABLED | 1u << ATSPI_STATE_SENSITIVE,
                     0u);
  else if (g_str_equal (question, "Action.GetName"))
    bus_pair_answer (pair, 0, "s", program->action);
  else if (g_str_equal (question, "Accessible.GetIndexInParent"))
    bus_pair_answer (pair, 0, "i", 4);
  else if (g_str_equal (question, "Accessible.GetChildAtIndex"))
    bus_pair_answer (pair, 0, "(so)", ":1.1", program->child);
  else
    answer_act (fixture, program->manner);
}

static gboolean
set_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
play (Fixture *fixture, const Program *program)
{
  gboolean is_late = FALSE;
  guint    late = g_timeout_add_seconds (60, set_cb, &is_late);

  while (fixture->n_ended == 0 && !is_late)
    {
      if (fixture->pair->server != NULL && fixture->pair->calls->len > 0)
        answer_one (fixture, program);
      else
        g_main_context_iteration (NULL, TRUE);
    }
  g_assert_false (is_late);
  g_source_remove (late);
}

/* Every kind of act, with what it asks and sends. */

#define NATURE "Accessible.GetRole;Accessible.Name;Accessible.GetState;"
#define CHILD  NATURE "Accessible.GetIndexInParent;Accessible.GetChildAtIndex;"

/* clang-format off */
static const struct
{
  PelActKind  kind;
  const char *calls;
} kinds[] = {
  { PEL_ACT_DO_ACTION,       NATURE "Action.GetName;Action.DoAction;"       },
  { PEL_ACT_SET_TEXT,        NATURE "EditableText.SetTextContents;"         },
  { PEL_ACT_INSERT_TEXT,     NATURE "EditableText.InsertText;"              },
  { PEL_ACT_DELETE_TEXT,     NATURE "EditableText.DeleteText;"              },
  { PEL_ACT_SET_CARET,       NATURE "Text.SetCaretOffset;"                  },
  { PEL_ACT_SELECT_TEXT,     NATURE "Text.SetSelection;"                    },
  { PEL_ACT_ADD_SELECTION,   NATURE "Text.AddSelection;"                    },
  { PEL_ACT_SET_NUMBER,      NATURE "Value.CurrentValue;"                   },
  { PEL_ACT_SELECT_CHILD,    CHILD "Selection.SelectChild;"                 },
  { PEL_ACT_DESELECT_CHILD,  CHILD "Selection.DeselectChild;"               },
  { PEL_ACT_SELECT_ALL,      NATURE "Selection.SelectAll;"                  },
  { PEL_ACT_CLEAR_SELECTION, NATURE "Selection.ClearSelection;"             },
  { PEL_ACT_GRAB_FOCUS,      NATURE "Component.GrabFocus;"                  },
  { PEL_ACT_SCROLL_TO,       NATURE "Component.ScrollTo;"                   },
  { PEL_ACT_SCROLL_TO_POINT, NATURE "Component.ScrollToPoint;"              },
  { PEL_ACT_SET_EXTENTS,     NATURE "Component.SetExtents;"                 },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == PEL_N_ACTS);

static void
test_kinds (Fixture *fixture, gconstpointer unused)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const PelElementAct act = {
        .kind = kinds[i].kind, .action = "click", .child_path = "/child", .text = "ß"
      };

      g_test_message ("%s", pel_act_kind_to_string (act.kind));
      g_string_truncate (fixture->asked, 0);
      fixture->n_ended = fixture->n_acts = 0;
      begin (fixture, &act, NULL, NULL);
      play (fixture, &usual);
      g_assert_no_error (fixture->error);
      g_assert_true (fixture->is_done);
      g_assert_cmpint (fixture->reply, ==, PEL_ACT_DONE);
      g_assert_cmpstr (fixture->asked->str, ==, kinds[i].calls);
      g_assert_cmpuint (fixture->n_acts, ==, 1);
    }
}

/* What must stop an act, or become of it. @sent: it had gone out. */
/* clang-format off */
static const struct
{
  const char  *what;
  PelActKind   kind;
  Program      program;
  guint        n_acts;
  PelErrorCode code;
} failures[] = {
  { "gone",                PEL_ACT_DO_ACTION,    { "Save", "click", "/child", TRUE },                               0, PEL_ERROR_STALE_REF },
  { "another name",        PEL_ACT_DO_ACTION,    { "Delete", "click", "/child" },                                   0, PEL_ERROR_STALE_REF },
  { "another action",      PEL_ACT_DO_ACTION,    { "Save", "delete", "/child" },                                    0, PEL_ERROR_STALE_REF },
  { "another child",       PEL_ACT_SELECT_CHILD, { "Save", "click", "/other" },                                     0, PEL_ERROR_STALE_REF },
  { "disabled",            PEL_ACT_DO_ACTION,    { "Save", "click", "/child", FALSE, TRUE },                        0, PEL_ERROR_NOT_ENABLED },
  { "says no",             PEL_ACT_DO_ACTION,    { "Save", "click", "/child", FALSE, FALSE, SAYS_NO },              1, PEL_ERROR_COMMAND_FAILED },
  { "fails",               PEL_ACT_DO_ACTION,    { "Save", "click", "/child", FALSE, FALSE, FAILS },                1, PEL_ERROR_COMMAND_FAILED },
  { "no such method",      PEL_ACT_GRAB_FOCUS,   { "Save", "click", "/child", FALSE, FALSE, KNOWS_NO_SUCH_METHOD }, 1, PEL_ERROR_PATTERN_UNSUPPORTED },
  { "no such object",      PEL_ACT_GRAB_FOCUS,   { "Save", "click", "/child", FALSE, FALSE, KNOWS_NO_SUCH_OBJECT }, 1, PEL_ERROR_PATTERN_UNSUPPORTED },
  { "silent",              PEL_ACT_DO_ACTION,    { "Save", "click", "/child", FALSE, FALSE, STAYS_WHOLLY_SILENT },  1, PEL_ERROR_APP_UNRESPONSIVE },
  { "ends",                PEL_ACT_DO_ACTION,    { "Save", "click", "/child", FALSE, FALSE, ENDS },                 1, PEL_ERROR_APP_UNRESPONSIVE },
};
/* clang-format on */

static void
test_failure (Fixture *fixture, gconstpointer data)
{
  guint               i = GPOINTER_TO_UINT (data);
  const PelElementAct act = {
    .kind = failures[i].kind, .action = "click", .child_path = "/child", .timeout_ms = 3000
  };

  begin (fixture, &act, NULL, NULL);
  play (fixture, &failures[i].program);
  g_assert_false (fixture->is_done);
  g_assert_error (fixture->error, PEL_ERROR, (int) failures[i].code);
  g_assert_cmpuint (fixture->n_acts, ==, failures[i].n_acts);
  if (failures[i].code == PEL_ERROR_APP_UNRESPONSIVE)
    g_assert_true (json_object_get_boolean_member (pel_error_get_details (fixture->error), "sent"));
}

/* Who waits for a dialog of its own answers everything but the act. */
static void
test_begun (Fixture *fixture, gconstpointer unused)
{
  const PelElementAct act = { .kind = PEL_ACT_DO_ACTION, .action = "click" };
  Program             program = usual;

  program.manner = STAYS_SILENT;
  begin (fixture, &act, NULL, NULL);
  play (fixture, &program);
  g_assert_no_error (fixture->error);
  g_assert_cmpint (fixture->reply, ==, PEL_ACT_BEGUN);
  g_assert_cmpuint (fixture->n_acts, ==, 1);
}

static gboolean
close_gate_cb (gpointer unused)
{
  pel_gate_close (PEL_GATE_STOPPED);
  return G_SOURCE_REMOVE;
}

/* The gate closes while the questions are out: the act does not follow. */
static void
test_gate (Fixture *fixture, gconstpointer unused)
{
  const PelElementAct act = { .kind = PEL_ACT_DO_ACTION, .action = "click" };

  begin (fixture, &act, NULL, NULL);
  close_gate_cb (NULL);
  play (fixture, &usual);
  pel_gate_open (PEL_GATE_STOPPED);
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_DENIED);
  g_assert_cmpuint (fixture->n_acts, ==, 0);
}

/* What is ours is not even asked, and what becomes ours meanwhile is not acted on. */
static void
test_guard (Fixture *fixture, gconstpointer unused)
{
  const PelElementAct act = { .kind = PEL_ACT_DO_ACTION, .action = "click" };

  begin (fixture, &act, NULL, NULL);
  pel_guard_add_process (STRANGER);
  play (fixture, &usual);
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_DENIED);
  g_assert_cmpuint (fixture->n_acts, ==, 0);
  g_clear_error (&fixture->error);
  g_string_truncate (fixture->asked, 0);
  fixture->n_ended = 0;
  begin (fixture, &act, NULL, NULL);
  play (fixture, &usual);
  pel_guard_remove_process (STRANGER);
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_DENIED);
  g_assert_cmpstr (fixture->asked->str, ==, "");
}

static void
test_cancel (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const PelElementAct      act = { .kind = PEL_ACT_DO_ACTION, .action = "click" };

  begin (fixture, &act, NULL, cancellable);
  bus_pair_settle (fixture->pair);
  g_cancellable_cancel (cancellable);
  bus_pair_wait (&fixture->n_ended, 1);
  g_assert_error (fixture->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* What is out is not called back: its answer is told, or that there was none. */
static void
check_cancelled_late (Fixture *fixture, Manner manner)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const PelElementAct      act = { .kind = PEL_ACT_DO_ACTION, .action = "click" };
  Program                  program = usual;

  program.manner = manner;
  begin (fixture, &act, NULL, cancellable);
  while (fixture->n_acts == 0)
    if (fixture->pair->calls->len > 0)
      answer_one (fixture, &program);
    else
      g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (fixture->n_ended, ==, 0);
  g_cancellable_cancel (cancellable);
  play (fixture, &program);
  g_assert_cmpuint (fixture->n_acts, ==, 1);
}

static void
test_cancel_late (Fixture *fixture, gconstpointer unused)
{
  check_cancelled_late (fixture, AGREES);
  g_assert_no_error (fixture->error);
  g_assert_cmpint (fixture->reply, ==, PEL_ACT_DONE);
}

static void
test_cancel_silent (Fixture *fixture, gconstpointer unused)
{
  check_cancelled_late (fixture, STAYS_WHOLLY_SILENT);
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE);
  g_assert_true (json_object_get_boolean_member (pel_error_get_details (fixture->error), "sent"));
}

/* How long a text is: GTK 3 counts bytes, Qt characters. */
static void
check_length (Fixture *fixture, const char *toolkit, int expected)
{
  const PelElementAct act = { .kind = PEL_ACT_INSERT_TEXT, .text = "ß€", .start = 2 };
  const char         *text;
  int                 start, length;
  sd_bus_message     *call;

  fixture->n_ended = 0;
  begin (fixture, &act, toolkit, NULL);
  for (guint i = 0; i < 3; i++)
    {
      bus_pair_settle (fixture->pair);
      answer_one (fixture, &usual);
    }
  bus_pair_settle (fixture->pair); /* the last answer has arrived */
  bus_pair_settle (fixture->pair); /* and so has what was sent then */
  g_assert_cmpuint (fixture->pair->calls->len, ==, 1);
  call = g_ptr_array_index (fixture->pair->calls, 0);
  g_assert_cmpint (sd_bus_message_read (call, "isi", &start, &text, &length), >, 0);
  g_assert_cmpint (start, ==, 2);
  g_assert_cmpstr (text, ==, "ß€");
  g_assert_cmpint (length, ==, expected);
  bus_pair_answer (fixture->pair, 0, "b", TRUE);
  bus_pair_wait (&fixture->n_ended, 1);
  g_assert_true (fixture->is_done);
}

static void
test_lengths (Fixture *fixture, gconstpointer unused)
{
  check_length (fixture, "gtk", (int) strlen ("ß€"));
  check_length (fixture, "Qt", 2);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/atspi-act/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("kinds", test_kinds);
  ADD ("begun", test_begun);
  ADD ("gate", test_gate);
  ADD ("guard", test_guard);
  ADD ("cancel", test_cancel);
  ADD ("cancel/late", test_cancel_late);
  ADD ("cancel/silent", test_cancel_silent);
  ADD ("lengths", test_lengths);
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autofree char *path = g_strdup_printf ("/atspi-act/failure/%s", failures[i].what);

      g_test_add (path, Fixture, GUINT_TO_POINTER (i), set_up, test_failure, tear_down);
    }
  return g_test_run ();
}
