/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/policy/policy-parser.h"
#include "services/policy/policy.h"

#include <string.h>

/* Policies are decided on rows: the person's file, the system's (NULL: none), who asks for what on
 * what, and what must come out. In the files, ' stands for ". */
typedef struct
{
  const char   *user, *system;
  PelCallerKind kind;
  const char   *tool;
  const char   *target; /* name of the target, NULL: none */
  PelDecision   decision;
  PelErrorCode  code;
  const char   *reason; /* a part of the first one */
} Case;

#define ALLOW   PEL_DECISION_ALLOW, 0
#define ASK     PEL_DECISION_ASK, PEL_ERROR_APPROVAL_REQUIRED
#define DENY    PEL_DECISION_DENY, PEL_ERROR_DENIED
#define PRIVATE PEL_DECISION_DENY, PEL_ERROR_BLOCKED_WINDOW
#define A       PEL_CALLER_AGENT
#define T       PEL_CALLER_TERMINAL
#define O       PEL_CALLER_OPERATOR

/* clang-format off */
static const Case cases[] = {
  /* what is built in */
  { NULL, NULL, A, "ui_snapshot",  NULL,   ALLOW, "built-in" },
  { NULL, NULL, A, "ui_highlight", NULL,   ALLOW, "built-in" },
  { NULL, NULL, A, "ui_capture",   NULL,   ASK,   "built-in" },
  { NULL, NULL, A, "ui_click",     "OK",   ASK,   "built-in" },
  { NULL, NULL, A, "ui_click_xy",  NULL,   DENY,  "built-in" },
  { NULL, NULL, T, "ui_click",     "OK",   ALLOW, "built-in" },
  { NULL, NULL, T, "ui_capture",   NULL,   ALLOW, "built-in" },
  { NULL, NULL, T, "ui_click_xy",  NULL,   DENY,  "built-in" },
  { NULL, NULL, O, "ui_click_xy",  NULL,   ALLOW, "inspector" },

  /* the first rule that matches */
  { "{'rules':[{'tools':['ui_click'],'decision':'allow'}]}", NULL, A, "ui_click",  "OK", ALLOW, "rule 1" },
  { "{'rules':[{'tools':['ui_click'],'decision':'allow'}]}", NULL, A, "ui_toggle", "OK", ASK,   "built-in" },
  { "{'rules':[{'target_name':'*delete*','decision':'deny'},{'tools':['ui_*'],'decision':'allow'}]}", NULL, A, "ui_click", "Delete all", DENY, "rule 1" },
  { "{'rules':[{'target_name':'*delete*','decision':'deny'},{'tools':['ui_*'],'decision':'allow'}]}", NULL, A, "ui_click", "Save", ALLOW, "rule 2" },
  { "{'rules':[{'tools':['ui_*'],'decision':'allow'},{'target_name':'*delete*','decision':'deny'}]}", NULL, A, "ui_click", "Delete all", ALLOW, "rule 1" },
  { "{'rules':[{'reason':'Not on my desk','tools':'ui_click','decision':'deny'}]}", NULL, T, "ui_click", "OK", DENY, "Not on my desk" },
  { "{'rules':[{'caller':'terminal','tools':'ui_click_xy','decision':'allow'}]}", NULL, T, "ui_click_xy", NULL, ALLOW, "rule 1" },
  { "{'rules':[{'caller':'terminal','tools':'ui_click_xy','decision':'allow'}]}", NULL, A, "ui_click_xy", NULL, DENY, "built-in" },
  { "{'rules':[{'client':'harness','decision':'allow'}]}",   NULL, A, "ui_click", "OK", ALLOW, "rule 1" },
  { "{'rules':[{'client':'/opt/*','decision':'allow'}]}",    NULL, A, "ui_click", "OK", ALLOW, "rule 1" },
  { "{'rules':[{'client':'/usr/*','decision':'deny'}]}",     NULL, A, "ui_click", "OK", ASK,   "built-in" },
  { "{'rules':[{'app':'calculator','decision':'allow'}]}",   NULL, A, "ui_click", "OK", ALLOW, "rule 1" },
  { "{'rules':[{'window':'*Sums*','target_role':'Button','source':'atspi','decision':'allow'}]}", NULL, A, "ui_click", "OK", ALLOW, "rule 1" },
  { "{'rules':[{'target_selector':'Button:*','decision':'allow'}]}", NULL, A, "ui_click", "OK", ALLOW, "rule 1" },
  { "{'rules':[{'max_confidence':0.6,'decision':'deny'}]}",  NULL, A, "ui_click", "OK", ASK,   "built-in" },
  { "{'rules':[{'max_confidence':0.8,'decision':'deny'}]}",  NULL, A, "ui_click", "OK", DENY,  "rule 1" },
  { "{'rules':[{'min_confidence':0.8,'decision':'allow'}]}", NULL, A, "ui_click", "OK", ALLOW, "rule 1" },
  { "{'rules':[{'min_confidence':0.9,'decision':'deny'}]}",  NULL, A, "ui_click", "OK", ASK,   "built-in" },
  { "{'rules':[{'risk':'high','decision':'deny'}]}",         NULL, A, "ui_click", "Delete", DENY, "rule 1" },
  { "{'rules':[{'risk':['low','high'],'decision':'deny'}]}", NULL, A, "ui_click", "OK", ASK, "built-in" },

  /* shortcuts of the desktop are more than keys for a program */
  { NULL, NULL, A, "ui_key", "super+l", ASK,   "built-in" },
  { NULL, NULL, T, "ui_key", "super+l", ALLOW, "built-in" },
  { NULL, NULL, O, "ui_key", "super+l", ALLOW, "inspector" },
  { "{'default':{'act':'allow'}}",                           NULL, A, "ui_key", "super+l", ASK,   "No rule matches" },
  { "{'rules':[{'app':'calculator','decision':'allow'}]}",   NULL, A, "ui_key", "super+l", ASK,   "rule 1" },
  { "{'rules':[{'tools':'ui_key','risk':'high','decision':'allow'}]}", NULL, A, "ui_key", "super+l", ASK, "rule 1" },
  { "{'rules':[{'app':'calculator','decision':'deny'}]}",    NULL, A, "ui_key", "super+l", DENY,  "rule 1" },
  { "{'rules':[{'desktop_shortcut':true,'decision':'allow'}]}",  NULL, A, "ui_key", "super+l", ALLOW, "rule 1" },
  { "{'rules':[{'desktop_shortcut':true,'decision':'deny'}]}",   NULL, A, "ui_key", "super+l", DENY,  "rule 1" },
  { "{'rules':[{'desktop_shortcut':true,'decision':'allow'}]}",  NULL, A, "ui_key", "OK",      ASK,   "built-in" },
  { "{'rules':[{'desktop_shortcut':false,'decision':'allow'}]}", NULL, A, "ui_key", "super+l", ASK,   "built-in" },
  { "{'rules':[{'desktop_shortcut':false,'decision':'allow'}]}", NULL, A, "ui_key", "OK",      ALLOW, "rule 1" },

  /* names that programs give themselves count against them only */
  { "{'rules':[{'app':'org.example.Sums','decision':'allow'}]}", NULL, A, "ui_click", "OK", ASK,  "built-in" },
  { "{'rules':[{'app':'org.example.Sums','decision':'deny'}]}",  NULL, A, "ui_click", "OK", DENY, "rule 1" },
  { "{'rules':[{'app':'Abacus','decision':'allow'}]}",           NULL, A, "ui_click", "OK", ASK,  "built-in" },
  { "{'rules':[{'client':'Honest Bob','decision':'allow'}]}",    NULL, A, "ui_click", "OK", ASK,  "built-in" },
  { "{'rules':[{'client':'Honest Bob','decision':'deny'}]}",     NULL, A, "ui_click", "OK", DENY, "rule 1" },

  /* private windows */
  { "{'blocked_windows':['*sums*']}",                   NULL, A, "ui_read_text", "OK", PRIVATE, "*sums*" },
  { "{'blocked_windows':['org.example.*']}",            NULL, A, "ui_read_text", "OK", PRIVATE, "org.example" },
  { "{'blocked_windows':['calculator']}",               NULL, A, "ui_read_text", "OK", PRIVATE, "calculator" },
  { "{'blocked_windows':['/usr/bin/*']}",               NULL, T, "ui_click",     "OK", PRIVATE, "/usr/bin" },
  { "{'blocked_windows':['*Sums*']}",                   NULL, O, "ui_click",     "OK", PRIVATE, "*Sums*" },
  { "{'allowed_windows':['*Editor*']}",                 NULL, A, "ui_read_text", "OK", PRIVATE, "allowed_windows" },
  { "{'allowed_windows':['*Sums*']}",                   NULL, A, "ui_read_text", "OK", ALLOW,   "built-in" },
  { "{'blocked_windows':['*Sums*'],'rules':[{'decision':'allow'}]}", NULL, A, "ui_click", "OK", PRIVATE, "*Sums*" },
  { "{'blocked_windows':[]}", "{'blocked_windows':['*Sums*']}", A, "ui_read_text", "OK", PRIVATE, "system" },
  { "{'allowed_windows':['*']}", "{'allowed_windows':['*Ed*']}", A, "ui_read_text", "OK", PRIVATE, "system" },

  /* off */
  { "{'enabled':false}", NULL,                 A, "ui_snapshot",     NULL, DENY,  "disables Pellucid" },
  { "{'enabled':false}", NULL,                 T, "ui_list_windows", NULL, DENY,  "disables Pellucid" },
  { "{'enabled':true}",  "{'enabled':false}",  T, "ui_list_windows", NULL, DENY,  "disables Pellucid" },
  { "{'enabled':false}", NULL,                 A, "ui_capabilities", NULL, ALLOW, "about Pellucid" },
  { "{'enabled':false}", NULL,                 A, "doctor",          NULL, ALLOW, "about Pellucid" },
  { "{'enabled':false}", NULL,                 A, "policy",          NULL, ALLOW, "about Pellucid" },

  /* a file that is wrong */
  { "{'enabled':true,}", NULL,                 A, "ui_click",        "OK", DENY,  "line 1, column 17" },
  { "{'enabled':1}",     NULL,                 T, "ui_click",        "OK", DENY,  "user:1:12" },
  { "{'enabled':1}",     NULL,                 T, "ui_read_text",    "OK", DENY,  "user:1:12" },
  { "{'rules':[{'tools':['ui_click'],'decision':'allow'}]}", "{'rules':[{}]}", T, "ui_click", "OK", DENY, "system:1:11" },
  { "{'enabled':1}",     NULL,                 A, "ui_capabilities", NULL, ALLOW, "about Pellucid" },

  /* what the system denies stays denied, what it does not, the person decides */
  { "{'default':{'act':'allow'}}", "{'default':{'act':'deny'}}", A, "ui_click", "OK", DENY,  "system" },
  { "{'default':{'act':'allow'}}", "{'default':{'act':'ask'}}",  A, "ui_click", "OK", ALLOW, "user" },
  { "{'rules':[{'decision':'allow'}]}", "{'rules':[{'app':'calculator','decision':'deny'}]}", A, "ui_click", "OK", DENY, "system:1, rule 1" },
  { "{'rules':[{'decision':'allow'}]}", "{'rules':[{'app':'editor','decision':'deny'}]}",     A, "ui_click", "OK", ALLOW, "user:1, rule 1" },
  { "{'rules':[{'decision':'allow'}]}", "{'default':{'act':'deny'},'rules':[{'app':'calculator','decision':'ask'}]}", A, "ui_click", "OK", ALLOW, "user:1, rule 1" },
  { "{'default':{'act':'allow'}}", "{'rules':[{'app':'calculator','decision':'ask'}]}", A, "ui_click", "OK", ASK, "system:1, rule 1" },
  { "{'rules':[{'decision':'deny'}]}",  "{'rules':[{'decision':'allow'}]}", A, "ui_click", "OK", DENY, "user" },
  { "{'default':{'act':'deny'}}", NULL, T, "ui_click", "OK", DENY,  "user" },
  { "{'default':{'act':'ask'}}",  NULL, T, "ui_click", "OK", ALLOW, "user" },
  { "{'rules':[{'tools':'ui_click','decision':'ask'}]}", NULL, T, "ui_click", "OK", ASK, "rule 1" },
};

/* Before the target is known, only what is certain is refused; what has none is not asked again. */
static const struct { const char *user; const char *system; const char *tool; gboolean has_target; PelDecision decision; } early[] = {
  { NULL, NULL, "ui_click", TRUE, PEL_DECISION_ASK },
  { NULL, NULL, "ui_click_xy", TRUE, PEL_DECISION_DENY },
  { "{'default':{'act':'deny'}}", NULL, "ui_click", TRUE, PEL_DECISION_DENY },
  { "{'default':{'act':'deny'},'rules':[{'app':'x','decision':'allow'}]}", NULL, "ui_click", TRUE, PEL_DECISION_ALLOW },
  { "{'default':{'act':'deny'},'rules':[{'app':'x','decision':'deny'}]}",  NULL, "ui_click", TRUE, PEL_DECISION_DENY },
  { "{'default':{'act':'deny'},'rules':[{'tools':'ui_type','app':'x','decision':'allow'}]}", NULL, "ui_click", TRUE, PEL_DECISION_DENY },
  { "{'rules':[{'app':'x','decision':'deny'}]}", NULL, "ui_snapshot", FALSE, PEL_DECISION_ALLOW },
  { "{'rules':[{'risk':'low','decision':'allow'},{'tools':'ui_click','decision':'deny'}]}", NULL, "ui_click", TRUE, PEL_DECISION_ALLOW },
  { "{'rules':[{'tools':'ui_click','decision':'deny'},{'risk':'low','decision':'allow'}]}", NULL, "ui_click", TRUE, PEL_DECISION_DENY },
  { "{'rules':[{'app':'x','decision':'allow'}]}", "{'default':{'act':'deny'}}", "ui_click", TRUE, PEL_DECISION_DENY },
  { NULL, "{'default':{'act':'deny'},'rules':[{'app':'x','decision':'ask'}]}", "ui_click", TRUE, PEL_DECISION_ALLOW },
  { "{'default':{'read':'deny'},'rules':[{'tools':'ui_*','target_name':'*delete*','decision':'ask'}]}", NULL, "ui_read_text", TRUE, PEL_DECISION_ALLOW },
  { "{'default':{'read':'deny'},'rules':[{'tools':'ui_*','target_name':'*delete*','decision':'ask'}]}", NULL, "ui_snapshot", FALSE, PEL_DECISION_DENY },
  { "{'default':{'read':'deny'},'rules':[{'app':'x','decision':'allow'}]}", NULL, "ui_query", FALSE, PEL_DECISION_DENY },
  { NULL, "{'default':{'read':'deny'},'rules':[{'app':'x','decision':'ask'}]}", "ui_snapshot", FALSE, PEL_DECISION_DENY },
  { "{'default':{'read':'allow'}}", "{'default':{'read':'deny'},'rules':[{'app':'x','decision':'ask'}]}", "ui_snapshot", FALSE, PEL_DECISION_DENY },
};

static const struct { const char *user; PelCallerKind kind; const char *tool; gboolean has_consent; gboolean is_asked; gboolean is_verified; } consents[] = {
  { NULL,                                                     A, "ui_click",    FALSE, TRUE  },
  { NULL,                                                     A, "ui_capture",  FALSE, TRUE  },
  { NULL,                                                     A, "ui_click",    TRUE,  FALSE },
  { NULL,                                                     A, "ui_snapshot", FALSE, FALSE },
  { NULL,                                                     A, "ui_highlight", FALSE, FALSE },
  { NULL,                                                     A, "ui_click_xy", FALSE, FALSE }, /* denied anyway */
  { NULL,                                                     T, "ui_click",    FALSE, FALSE },
  { NULL,                                                     O, "ui_click",    FALSE, FALSE },
  { "{'default':{'act':'allow'}}",                            A, "ui_click",    FALSE, FALSE },
  { "{'default':{'act':'allow'}}",                            A, "ui_capture",  FALSE, FALSE },
  { "{'default':{'coordinates':'allow'}}",                    A, "ui_click",    FALSE, FALSE },
  { "{'default':{'act':'ask'}}",                              A, "ui_click",    FALSE, TRUE  },
  { "{'default':{'capture':'allow'}}",                        A, "ui_click",    FALSE, TRUE  },
  { "{'default':{'capture':'allow'}}",                        A, "ui_capture",  FALSE, TRUE  },
  { "{'rules':[{'tools':'ui_capture','decision':'allow'}]}",  A, "ui_click",    FALSE, TRUE  },
  { "{'default':{'read':'allow'}}",                           A, "ui_click",    FALSE, TRUE  },
  { "{'rules':[{'tools':'ui_type','decision':'allow'}]}",     A, "ui_click",    FALSE, FALSE },
  { "{'rules':[{'tools':'ui_snapshot','decision':'allow'}]}", A, "ui_click",    FALSE, TRUE  },
  { "{'rules':[{'caller':'terminal','decision':'allow'}]}",   A, "ui_click",    FALSE, TRUE  },
  { "{'rules':[{'tools':'ui_type','decision':'ask'}]}",       A, "ui_click",    FALSE, TRUE  },
  { "{'terminal':'verify'}",                                  T, "ui_click",    FALSE, TRUE  },
  { "{'terminal':'verify'}",                                  T, "ui_capture",  TRUE,  TRUE  },
  { "{'terminal':'verify'}",                                  T, "ui_click",    FALSE, FALSE, TRUE },
  { "{'terminal':'verify'}",                                  T, "ui_snapshot", FALSE, FALSE },
  { "{'terminal':'verify'}",                                  T, "ui_click_xy", FALSE, FALSE }, /* denied anyway */
  { "{'terminal':'verify'}",                                  O, "ui_click",    FALSE, FALSE },
  { "{'terminal':'verify'}",                                  A, "ui_click",    TRUE,  FALSE },
  { "{'terminal':'verify','default':{'act':'allow'}}",        T, "ui_click",    FALSE, TRUE  },
  { "{'terminal':'trust'}",                                   T, "ui_click",    FALSE, FALSE },
};
/* clang-format on */

static PelPolicyLayer *
read_layer (const char *source, const char *file)
{
  g_autofree char   *text = source != NULL ? g_strdelimit (g_strdup (source), "'", '"') : NULL;
  g_autoptr (GError) error = NULL;
  PelPolicyLayer    *layer;

  if (text == NULL)
    return NULL;
  layer = pel_policy_parse (text, strlen (text), file, &error);
  return layer != NULL ? layer : pel_policy_layer_new_bad (file, g_steal_pointer (&error));
}

static PelPolicy *
read_policy (const char *user, const char *system)
{
  return pel_policy_new (read_layer (system, "system"), read_layer (user, "user"));
}

static PelCaller *
new_caller (PelCallerKind kind)
{
  return pel_caller_new (&(PelCallerInfo){
      .kind = kind,
      .pid = 4711,
      .start_time = 1,
      .executable = "/opt/harness/bin/harness",
      .claimed_name = "Honest Bob",
  });
}

static PelPolicyTarget
make_target (const char *name)
{
  return (PelPolicyTarget){
    .window = { "My Sums", "org.example.Sums", "/usr/bin/calculator" },
    .program = "Abacus",
    .role = "Button",
    .name = name,
    .selector = "Button:OK",
    .source = "atspi",
    .confidence = 0.8,
    .found_by = PEL_FOUND_BY_NAME,
    .action = PEL_ACTION_CLICK,
  };
}

#define SHORTCUT "super+l" /* the name of a target that stands for these keys */

static PelPolicyVerdict *
decide (const PelPolicy *policy, const PelCaller *caller, const char *tool, const char *name)
{
  PelPolicyTarget   target = make_target (name);
  PelPolicyQuestion question = {
    .step = PEL_POLICY_AT_TARGET,
    .caller = caller,
    .tool = tool,
    .target = name != NULL ? &target : NULL,
    .has_consent = TRUE,
  };

  if (g_strcmp0 (name, SHORTCUT) == 0)
    target.action = PEL_ACTION_SHORTCUT;
  g_assert_true (pel_access_of_tool (tool, &question.access));
  return pel_policy_decide (policy, &question);
}

static void
test_table (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case                  *row = &cases[i];
      g_autoptr (PelPolicy)        policy = read_policy (row->user, row->system);
      g_autoptr (PelCaller)        caller = new_caller (row->kind);
      g_autoptr (PelPolicyVerdict) verdict = decide (policy, caller, row->tool, row->target);
      g_autoptr (GError)           error = NULL;

      g_test_message ("%s + %s: %s → %s: %s",
                      row->user,
                      row->system,
                      row->tool,
                      pel_decision_to_string (verdict->decision),
                      (char *) verdict->reasons->pdata[0]);
      g_assert_cmpint (verdict->decision, ==, row->decision);
      g_assert_nonnull (strstr (verdict->reasons->pdata[0], row->reason));
      g_assert_true (pel_policy_verdict_check (verdict, row->tool, &error) ==
                     (row->decision == PEL_DECISION_ALLOW));
      if (row->decision != PEL_DECISION_ALLOW)
        g_assert_error (error, PEL_ERROR, (int) row->code);
    }
}

static void
test_early (void)
{
  g_autoptr (PelCaller) caller = new_caller (A);

  for (gsize i = 0; i < G_N_ELEMENTS (early); i++)
    {
      g_autoptr (PelPolicy)        policy = read_policy (early[i].user, early[i].system);
      PelPolicyQuestion            question = { .caller = caller,
                                                .tool = early[i].tool,
                                                .has_target = early[i].has_target,
                                                .has_consent = TRUE };
      g_autoptr (PelPolicyVerdict) verdict = NULL;

      pel_access_of_tool (early[i].tool, &question.access);
      verdict = pel_policy_decide (policy, &question);
      g_test_message ("%s + %s: %s", early[i].user, early[i].system, early[i].tool);
      g_assert_cmpint (verdict->decision, ==, early[i].decision);
    }
}

static void
test_consent (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (consents); i++)
    {
      g_autoptr (PelPolicy)        policy = read_policy (consents[i].user, NULL);
      g_autoptr (PelCaller)        caller = new_caller (consents[i].kind);
      PelPolicyQuestion            question = { .step = PEL_POLICY_AT_TARGET,
                                                .caller = caller,
                                                .tool = consents[i].tool,
                                                .has_consent = consents[i].has_consent,
                                                .is_verified = consents[i].is_verified };
      g_autoptr (PelPolicyVerdict) verdict = NULL;

      pel_access_of_tool (consents[i].tool, &question.access);
      verdict = pel_policy_decide (policy, &question);
      g_test_message ("%s: %s", consents[i].user, consents[i].tool);
      g_assert_true (verdict->is_consent == consents[i].is_asked);
      if (verdict->is_consent)
        g_assert_cmpint (verdict->decision, ==, PEL_DECISION_ASK);
    }
}

/* Files put together at random of parts that say something. */
static char *
make_file (GRand *random)
{
  static const char *const decisions[] = { "allow", "ask", "deny" };
  static const char *const conditions[] = {
    "",
    "'tools':['ui_click'],",
    "'tools':['ui_*'],",
    "'app':'calc*',",
    "'app':'editor',",
    "'target_name':'*delete*',",
    "'window':'*sums*',",
    "'risk':['medium','high'],",
    "'caller':'agent',",
    "'client':'harness',",
    "'max_confidence':0.9,",
    "'min_confidence':0.9,",
  };
  GString *text = g_string_new ("{'rules':[");
  guint    n = g_rand_int_range (random, 0, 5);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text,
                            "%s{%s'decision':'%s'}",
                            i > 0 ? "," : "",
                            conditions[g_rand_int_range (random, 0, G_N_ELEMENTS (conditions))],
                            decisions[g_rand_int_range (random, 0, 3)]);
  g_string_append (text, "]");
  if (g_rand_boolean (random))
    g_string_append_printf (text,
                            ",'default':{'act':'%s','capture':'%s'}",
                            decisions[g_rand_int_range (random, 0, 3)],
                            decisions[g_rand_int_range (random, 0, 3)]);
  if (g_rand_int_range (random, 0, 4) == 0)
    g_string_append (text, ",'blocked_windows':['*sums*']");
  if (g_rand_int_range (random, 0, 8) == 0)
    g_string_append (text, ",'enabled':false");
  return g_string_free (g_string_append (text, "}"), FALSE);
}

static const char *const random_tools[] = { "ui_click", "ui_type", "ui_capture", "ui_read_text" };
static const char *const random_names[] = { NULL, "OK", "Delete everything" };

/* Calls @check for many questions. */
static void
try_many (
    void (*check) (GRand *random, const PelCaller *caller, const char *tool, const char *name))
{
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (PelCaller) caller = new_caller (g_rand_boolean (random) ? A : T);

      check (random,
             caller,
             random_tools[g_rand_int_range (random, 0, G_N_ELEMENTS (random_tools))],
             random_names[g_rand_int_range (random, 0, G_N_ELEMENTS (random_names))]);
    }
}

static void
check_not_lifted (GRand *random, const PelCaller *caller, const char *tool, const char *name)
{
  g_autofree char             *system = make_file (random);
  g_autofree char             *user = make_file (random);
  g_autoptr (PelPolicy)        alone = read_policy (NULL, system);
  g_autoptr (PelPolicy)        both = read_policy (user, system);
  g_autoptr (PelPolicyVerdict) before = decide (alone, caller, tool, name);
  g_autoptr (PelPolicyVerdict) after = decide (both, caller, tool, name);

  /* what is built in may be lifted */
  if (before->decision != PEL_DECISION_DENY || before->file == NULL)
    return;
  if (after->decision != PEL_DECISION_DENY)
    g_error ("%s was lifted by %s for %s on %s", system, user, tool, name);
}

static void
check_closed (GRand *random, const PelCaller *caller, const char *tool, const char *name)
{
  g_autofree char             *good = make_file (random);
  g_autofree char             *bad = make_file (random);
  gboolean                     is_users = g_rand_boolean (random);
  g_autoptr (PelPolicy)        policy = NULL;
  g_autoptr (PelPolicyVerdict) verdict = NULL;

  bad[g_rand_int_range (random, 0, 10)] = '#';
  policy = is_users ? read_policy (bad, good) : read_policy (good, bad);
  verdict = decide (policy, caller, tool, name);
  if (verdict->decision != PEL_DECISION_DENY)
    g_error ("%s and %s allow %s on %s", bad, good, tool, name);
}

static void
check_early_is_kind (GRand *random, const PelCaller *caller, const char *tool, const char *name)
{
  g_autofree char      *user = make_file (random);
  g_autofree char      *system = make_file (random);
  g_autoptr (PelPolicy) policy = read_policy (user, system);
  PelPolicyQuestion     question = {
        .caller = caller, .tool = tool, .has_target = TRUE, .has_consent = TRUE
  };
  g_autoptr (PelPolicyVerdict) verdict = decide (policy, caller, tool, name != NULL ? name : "OK");
  g_autoptr (PelPolicyVerdict) before = NULL;

  pel_access_of_tool (tool, &question.access);
  before = pel_policy_decide (policy, &question);
  if (before->decision == PEL_DECISION_DENY && verdict->decision != PEL_DECISION_DENY)
    g_error ("%s and %s deny %s too early", user, system, tool);
}

static void
test_not_lifted (void)
{
  try_many (check_not_lifted);
}

static void
test_closed (void)
{
  try_many (check_closed);
}

static void
test_early_is_kind (void)
{
  try_many (check_early_is_kind);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/policy/decide/table", test_table);
  g_test_add_func ("/policy/decide/before-target", test_early);
  g_test_add_func ("/policy/decide/consent", test_consent);
  g_test_add_func ("/policy/property/system-denials-stay", test_not_lifted);
  g_test_add_func ("/policy/property/bad-file-denies", test_closed);
  g_test_add_func ("/policy/property/first-step-is-kind", test_early_is_kind);
  return g_test_run ();
}
