/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/diagnosis.h"
#include "services/tool/tool-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField arguments[] = {
  { "fix", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Turn on the desktop's accessibility if it is off") },
  { NULL },
};

static const PelField finding_fields[] = {
  { "id",      PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("What was checked") },
  { "status",  PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("ok, info, warning or error") },
  { "title",   PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Human-readable title") },
  { "message", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("What was found") },
  { "fix",     PEL_FIELD_STRING, PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("How to fix it") },
  { NULL },
};

static const PelField program_fields[] = {
  { "id",      PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Executable") },
  { "status",  PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("ok, info, warning or error") },
  { "title",   PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Human-readable title") },
  { "message", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("What was found") },
  { "fix",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("How to fix it") },
  { "pid",     PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Process id") },
  { "toolkit", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Its toolkit") },
  { "windows", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of its windows on screen") },
  { "on_bus",  PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether it is on the accessibility bus") },
  { NULL },
};

static const PelField result[] = {
  { "findings", PEL_FIELD_LIST, PEL_FIELD_REQUIRED, N_ ("What works here and what does not"), .fields = finding_fields },
  { "programs", PEL_FIELD_LIST, PEL_FIELD_REQUIRED, N_ ("The same for each running program"), .fields = program_fields },
  { NULL },
};

static const PelColumn columns[] = {
  { "status",  N_ ("Status")  },
  { "title",   N_ ("Title")   },
  { "message", N_ ("Message") },
  { "fix",     N_ ("Fix")     },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_FINDINGS, "findings", NULL, columns, "" },
  { PEL_VIEW_FINDINGS, "programs", N_ ("Programs"), columns, N_ ("No program has a window or is on the accessibility bus.") },
  { 0 },
};
/* clang-format on */

#define APPEARING_TIME (2 * G_TIME_SPAN_SECOND) /* for programs, once accessibility is on */
#define PAUSE_MS       200

typedef struct
{
  GTask *task;
  gint64 until; /* when programs that are late are no longer waited for */
} Visit;

static void
visit_free (Visit *visit)
{
  g_object_unref (visit->task);
  g_free (visit);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Visit, visit_free)

static void examine (Visit *visit);

static gboolean
pause_over_cb (gpointer visit)
{
  examine (visit);
  return G_SOURCE_REMOVE;
}

static gboolean
is_any_late (const PelExamination *examination)
{
  for (guint i = 0; i < examination->programs->len; i++)
    if (pel_program_is_late (examination->programs->pdata[i]))
      return TRUE;
  return FALSE;
}

static void
examined_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (Visit)          visit = user_data;
  GTask                     *task = visit->task;
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelExamination) examination = g_task_propagate_pointer (G_TASK (async_result), &error);
  g_autoptr (GPtrArray)      findings = NULL;
  JsonObject                *data;

  if (examination == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (g_get_monotonic_time () < visit->until && is_any_late (examination))
    {
      g_timeout_add (PAUSE_MS, pause_over_cb, g_steal_pointer (&visit));
      return;
    }
  findings = pel_diagnose (examination);
  data = json_object_new ();
  json_object_set_array_member (data, "findings", pel_findings_to_json (findings));
  json_object_set_array_member (data, "programs", pel_programs_to_json (examination));
  g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
}

/* Takes @visit. */
static void
examine (Visit *visit)
{
  PelToolCall      *call = pel_tool_call_get (visit->task);
  g_autoptr (GTask) examining =
      g_task_new (NULL, g_task_get_cancellable (visit->task), examined_cb, visit);

  g_task_set_source_tag (examining, examine);
  pel_tool_call_report (call, 0.3, _ ("Checking programs…"));
  call->context->examine (examining, call->context);
}

static void
start_visit (GTask *task, gint64 patience)
{
  Visit *visit = g_new0 (Visit, 1);

  visit->task = g_object_ref (task);
  visit->until = g_get_monotonic_time () + patience;
  examine (visit);
}

static void
enabled_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  g_autoptr (GError) error = NULL;

  if (g_task_propagate_boolean (G_TASK (async_result), &error))
    start_visit (task, APPEARING_TIME);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
run (GTask *task)
{
  PelToolCall      *call = pel_tool_call_get (task);
  g_autoptr (GTask) enabling = NULL;

  if (!json_object_get_boolean_member_with_default (call->arguments, "fix", FALSE))
    {
      start_visit (task, 0);
      return;
    }
  enabling = g_task_new (NULL, g_task_get_cancellable (task), enabled_cb, g_object_ref (task));
  g_task_set_source_tag (enabling, run);
  pel_tool_call_report (call, 0, _ ("Turning on accessibility…"));
  call->context->enable_accessibility (enabling, call->context);
}

const PelTool pel_tool_doctor = {
  .name = "doctor",
  .summary = N_ ("Check what works on this desktop, what does not, and how to fix it"),
  .tool_class = PEL_TOOL_ADMIN,
  .offers = PEL_OFFER_PEOPLE,
  .timeout_ms = 10000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
