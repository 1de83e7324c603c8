/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/fuzz/fuzz.h"

#include "services/base/error.h"
#include "services/policy/policy-parser.h"
#include "services/policy/policy.h"

#include <string.h>

/* A member of the file comes back in the message, but not all of it. */
#define MAX_MESSAGE 8192

static const struct
{
  const char   *name;
  PelActionKind action;
} tools[] = {
  { "ui_click", PEL_ACTION_CLICK },
  { "ui_capture", PEL_ACTION_NONE },
  { "ui_click_xy", PEL_ACTION_CLICK_XY },
  { "ui_read_text", PEL_ACTION_NONE },
};

static PelCaller *
get_caller (void)
{
  static PelCaller *caller;

  if (caller == NULL)
    caller = pel_caller_new (
        &(PelCallerInfo){ .kind = PEL_CALLER_AGENT, .pid = 7, .executable = "/usr/bin/agent" });
  return caller;
}

static PelPolicyVerdict *
decide (const PelPolicy *policy, const char *tool, PelActionKind action)
{
  PelPolicyTarget   target = { .window = { "Window", "app", "/usr/bin/app" },
                               .role = "Button",
                               .name = "Delete",
                               .confidence = 0.5,
                               .action = action };
  PelPolicyQuestion question = {
    .step = PEL_POLICY_AT_TARGET, .caller = get_caller (), .tool = tool, .target = &target
  };

  pel_access_of_tool (tool, &question.access);
  return pel_policy_decide (policy, &question);
}

/* Whatever a file says, a verdict can be told; and one that is wrong allows nothing. */
static void
check_verdicts (const PelPolicy *policy, gboolean is_bad)
{
  for (gsize i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      g_autoptr (PelPolicyVerdict) verdict = decide (policy, tools[i].name, tools[i].action);
      g_autofree char             *text = pel_policy_verdict_explain (verdict, tools[i].name);

      g_assert_true (g_utf8_validate (text, -1, NULL));
      if (is_bad)
        g_assert_cmpint (verdict->decision, ==, PEL_DECISION_DENY);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  /* a copy of just this size, so that a read beyond it is seen */
  g_autofree char      *text = g_memdup2 (data, size);
  g_autoptr (GError)    error = NULL;
  g_autoptr (PelPolicy) policy = NULL;
  PelPolicyLayer       *layer = pel_policy_parse (text != NULL ? text : "", size, "fuzz", &error);
  gboolean              is_bad = layer == NULL;

  if (is_bad)
    {
      g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
      g_assert_true (g_str_has_prefix (error->message, "fuzz:"));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_cmpuint (strlen (error->message), <, MAX_MESSAGE);
      layer = pel_policy_layer_new_bad ("fuzz", g_steal_pointer (&error));
    }
  policy = pel_policy_new (NULL, layer);
  check_verdicts (policy, is_bad);
  return 0;
}
