/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Answers that last: for whom, for what, how long; and rules in the person's own file. */

#include "services/approval/grants.h"
#include "services/base/error.h"
#include "services/base/process.h"
#include "services/policy/policy-writer.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a question is about; of a row what is NULL or 0 is as in the first. */
typedef struct
{
  const char   *executable, *starter, *bus_name;
  pid_t         pid; /* 0: this process */
  PelAccess     access;
  const char   *program;
  PelRisk       risk;
  const char   *rule;
  PelCallerKind kind; /* 0: an agent */
} Row;

static PelApproval *
make (const Row *row)
{
  pid_t                 pid = row->pid != 0 ? row->pid : getpid ();
  g_autoptr (PelCaller) caller = pel_caller_new (&(PelCallerInfo){
      .kind = row->kind != 0 ? row->kind : PEL_CALLER_AGENT,
      .pid = pid,
      .start_time = pel_process_get_start_time (pid),
      .executable = row->executable != NULL ? row->executable : "/usr/bin/pellucid-mcp",
      .starter = row->starter != NULL ? row->starter : "/usr/bin/robot",
      .bus_name = row->bus_name != NULL ? row->bus_name : ":1.5",
  });

  return pel_approval_new (&(PelApprovalInfo){
      .caller = caller,
      .tool = "ui_click",
      .access = row->access != 0 ? row->access : PEL_ACCESS_ACT,
      .words = "Click",
      .program = row->program != NULL ? row->program : "/usr/bin/calc",
      .risk = row->risk != 0 ? row->risk : PEL_RISK_MEDIUM,
      .rule_identity = row->rule,
  });
}

/* clang-format off */
static const struct { const char *what; Row row; gboolean for_client, for_app; } covers[] = {
  { "the same",            { 0 },                                    TRUE,  TRUE  },
  { "another process",     { .pid = 1 },                             FALSE, TRUE  },
  { "connected anew",      { .bus_name = ":1.9" },                   FALSE, TRUE  },
  { "another program",     { .executable = "/usr/bin/pellucid" },    TRUE,  FALSE },
  { "another starter",     { .starter = "/tmp/robot" },              TRUE,  FALSE },
  { "another target",      { .program = "/usr/bin/bank" },           FALSE, FALSE },
  { "another kind",        { .access = PEL_ACCESS_COORDINATES },     FALSE, FALSE },
  { "a higher risk",       { .risk = PEL_RISK_HIGH },                FALSE, FALSE },
  { "asked by another",    { .rule = "policy.json|ask|dialog|x" },   FALSE, FALSE },
  { "typed by a person",   { .kind = PEL_CALLER_TERMINAL },          FALSE, FALSE },
};
/* clang-format on */

static void
test_covers (void)
{
  g_autoptr (PelApproval) asked = make (&(Row){ 0 });
  g_autoptr (PelGrant)    client = pel_grant_new (1, asked, PEL_ANSWER_CLIENT);
  g_autoptr (PelGrant)    app = pel_grant_new (2, asked, PEL_ANSWER_APP);

  for (gsize i = 0; i < G_N_ELEMENTS (covers); i++)
    {
      g_autoptr (PelApproval) approval = make (&covers[i].row);

      g_test_message ("%s", covers[i].what);
      g_assert_cmpint (pel_grant_covers (client, approval), ==, covers[i].for_client);
      g_assert_cmpint (pel_grant_covers (app, approval), ==, covers[i].for_app);
    }
}

static void
test_revoke (void)
{
  g_autoptr (PelGrants)   grants = pel_grants_new (NULL, NULL);
  g_autoptr (PelApproval) approval = make (&(Row){ 0 });

  g_assert_null (pel_grants_find (grants, approval));
  g_assert_cmpuint (pel_grants_add (grants, approval, PEL_ANSWER_APP), ==, 1);
  g_assert_cmpuint (pel_grants_add (grants, approval, PEL_ANSWER_CLIENT), ==, 2);
  g_assert_nonnull (pel_grants_find (grants, approval));
  g_assert_false (pel_grants_revoke (grants, 3));
  g_assert_true (pel_grants_revoke (grants, 1));
  g_assert_nonnull (pel_grants_find (grants, approval));
  g_assert_cmpuint (pel_grants_revoke_all (grants), ==, 1);
  g_assert_null (pel_grants_find (grants, approval));
}

/* A number of a process that has ended may come again. */
static void
test_ended (void)
{
  g_autoptr (PelGrants)   grants = pel_grants_new (NULL, NULL);
  g_autoptr (PelCaller)   caller = pel_caller_new (&(PelCallerInfo){
        .pid = getpid (), .start_time = pel_process_get_start_time (getpid ()) + 1 });
  g_autoptr (PelApproval) approval = pel_approval_new (&(PelApprovalInfo){
      .caller = caller,
      .tool = "ui_click",
      .access = PEL_ACCESS_ACT,
      .words = "Click",
      .program = "/usr/bin/calc",
  });

  pel_grants_add (grants, approval, PEL_ANSWER_CLIENT);
  g_assert_null (pel_grants_find (grants, approval));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (grants)), ==, 0);
}

#define D (1u << PEL_ANSWER_DENY)
#define O (1u << PEL_ANSWER_ONCE)
#define C (1u << PEL_ANSWER_CLIENT)
#define A (1u << PEL_ANSWER_APP)
#define W (1u << PEL_ANSWER_ALWAYS)

/* What cannot be told apart from others later is not offered. */
static void
test_choices (void)
{
  static const struct
  {
    const char *program, *starter;
    PelAccess   access;
    gboolean    is_consent;
    pid_t       pid;
    guint       choices;
  } rows[] = {
    { "/usr/bin/calc", "/usr/bin/robot", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A | W },
    { "/usr/bin/calc", "/usr/bin/robot", PEL_ACCESS_ACT, TRUE, 10, D | O },
    { NULL, "/usr/bin/robot", PEL_ACCESS_ACT, FALSE, 10, D | O },
    { NULL, "/usr/bin/robot", PEL_ACCESS_CAPTURE, FALSE, 10, D | O | C },
    { "/usr/bin/ca*lc", "/usr/bin/robot", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/r?bot", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", NULL, PEL_ACCESS_ACT, FALSE, 0, D | O },
    /* of an interpreter, a rule would be for every script */
    { "/usr/bin/calc", "/usr/bin/python3.11", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/bash", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/opt/node-20/bin/node", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/lua5.4", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/python3", "/usr/bin/robot", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/shutter", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A | W },
    { "/usr/bin/calc", "/usr/bin/gjs-console", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/mono-sgen", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/octave-cli", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/octave-gui", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/swipl", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/emacs-gtk", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/emacs29", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/qmlscene", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/qml6", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/wine64-preloader", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A },
    { "/usr/bin/calc",
      "/usr/lib/erlang/erts-13/bin/beam.smp",
      PEL_ACCESS_ACT,
      FALSE,
      10,
      D | O | C | A },
    { "/usr/bin/calc", "/usr/bin/javascript-studio", PEL_ACCESS_ACT, FALSE, 10, D | O | C | A | W },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (PelCaller) caller = pel_caller_new (
          &(PelCallerInfo){ .pid = rows[i].pid, .starter = rows[i].starter, .bus_name = ":1.5" });
      g_autoptr (PelApproval) approval = pel_approval_new (&(PelApprovalInfo){
          .caller = caller,
          .tool = "ui_click",
          .words = "Click",
          .access = rows[i].access,
          .program = rows[i].program,
          .is_consent = rows[i].is_consent,
      });

      g_test_message ("row %zu", i);
      g_assert_cmphex (pel_grants_get_choices (approval), ==, rows[i].choices);
    }
}

#define RULE "{\"tools\":[\"ui_click\"],\"decision\":\"allow\"}"

/* clang-format off */
static const struct { const char *before; guint at; const char *after; } insertions[] = {
  { "",                                 0, "{\n  \"rules\": [\n    " RULE "\n  ]\n}\n" },
  { "{}",                               0, "{\n  \"rules\": [\n    " RULE "\n  ]\n}" },
  { "{\n  \"enabled\": true\n}\n",      0, "{\n  \"enabled\": true,\n  \"rules\": [\n    " RULE "\n  ]\n}\n" },
  { "{ \"rules\": [ ], \"enabled\": true }", 0, "{ \"rules\": [\n    " RULE "\n  ], \"enabled\": true }" },
  { "{\"rules\": [\n\t{\"decision\": \"deny\"}\n]}", 0, "{\"rules\": [\n\t{\"decision\": \"deny\"},\n\t" RULE "\n]}" },
  { "{\"rules\": [{\"decision\":\"deny\"}]}",        0, "{\"rules\": [{\"decision\":\"deny\"}, " RULE "]}" },
  /* an exception says all that the rule says, and stands before it */
  { "{\"rules\": [\n  {\"window\": \"*x*\", \"tools\": \"ui_*\", \"decision\": \"ask\", \"approver\": \"dialog\"}\n]}", 1,
    "{\"rules\": [\n  {\"tools\":[\"ui_click\"],\"decision\":\"allow\",\"window\":\"*x*\"},\n  {\"window\": \"*x*\", \"tools\": \"ui_*\", \"decision\": \"ask\", \"approver\": \"dialog\"}\n]}" },
  { "{\"rules\": [\n  {\"decision\": \"deny\", \"app\": \"a\"},\n  {\"decision\": \"ask\"}\n]}", 2,
    "{\"rules\": [\n  {\"decision\": \"deny\", \"app\": \"a\"},\n  " RULE ",\n  {\"decision\": \"ask\"}\n]}" },
};
/* clang-format on */

static JsonObject *
new_rule (void)
{
  JsonObject *rule = json_object_new ();
  JsonArray  *tools = json_array_new ();

  json_array_add_string_element (tools, "ui_click");
  json_object_set_array_member (rule, "tools", tools);
  json_object_set_string_member (rule, "decision", "allow");
  return rule;
}

static void
test_insert (void)
{
  g_autoptr (JsonObject) rule = new_rule ();

  for (gsize i = 0; i < G_N_ELEMENTS (insertions); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char   *after =
          pel_policy_writer_insert (insertions[i].before, insertions[i].at, rule, &error);

      g_test_message ("%s", insertions[i].before);
      g_assert_no_error (error);
      g_assert_cmpstr (after, ==, insertions[i].after);
    }
}

/* What is wrong stays as it is: nobody knows what it means. */
static void
test_insert_wrong (void)
{
  static const char *const wrong[] = { "{", "[]", "{\"rule\": []}", "{} {}", "nonsense" };
  g_autoptr (JsonObject)   rule = new_rule ();

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (pel_policy_writer_insert (wrong[i], 0, rule, &error));
      g_assert_nonnull (error);
    }
}

/* The whole way: the question, the file, and what the policy says then. */
static void
test_always (void)
{
  g_autofree char           *folder = g_dir_make_tmp ("pellucid-grants-XXXXXX", NULL);
  g_autofree char           *path = g_build_filename (folder, "policy.json", NULL);
  g_autofree char           *link = g_build_filename (folder, "link.json", NULL);
  g_autofree char           *text = NULL;
  g_autoptr (PelPolicyStore) store = NULL;
  g_autoptr (PelGrants)      grants = NULL;
  g_autoptr (PelApproval)    approval = make (&(Row){ 0 });
  g_autoptr (GError)         error = NULL;
  PelPolicyTarget            target = { .window.executable = "/usr/bin/calc",
                                        .action = PEL_ACTION_CLICK,
                                        .confidence = 1 };
  PelPolicyQuestion          question = { .step = PEL_POLICY_AT_TARGET,
                                          .caller = pel_approval_get_info (approval)->caller,
                                          .tool = "ui_click",
                                          .access = PEL_ACCESS_ACT,
                                          .target = &target,
                                          .has_consent = TRUE };
  struct stat                file;

  g_assert_true (g_file_set_contents_full (path, "{}", -1, 0, 0600, NULL));
  g_assert_cmpint (symlink ("policy.json", link), ==, 0); /* a link to it stays one */
  store = pel_policy_store_new (&(PelPolicyPlaces){ .user = link });
  grants = pel_grants_new (store, NULL);
  g_assert_true (pel_grants_write_rule (grants, approval, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpint (stat (path, &file), ==, 0);
  g_assert_cmphex (file.st_mode & 0777, ==, 0600);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"client\":\"/usr/bin/robot\""));
  g_assert_nonnull (strstr (text, "\"caller\":\"agent\""));
  g_assert_nonnull (strstr (text, "\"risk\":[\"low\",\"medium\"]"));
  {
    g_autoptr (PelPolicyVerdict) verdict = pel_policy_store_explain (store, &question);

    g_assert_cmpint (verdict->decision, ==, PEL_DECISION_ALLOW);
  }
  target.window.executable = "/usr/bin/bank";
  {
    g_autoptr (PelPolicyVerdict) verdict = pel_policy_store_explain (store, &question);

    g_assert_cmpint (verdict->decision, ==, PEL_DECISION_ASK);
  }
  g_remove (path);
  g_remove (link);
  g_rmdir (folder);
}

/* The file has changed while the person thought: nothing is written before another rule. */
static void
test_always_late (void)
{
  g_autofree char           *folder = g_dir_make_tmp ("pellucid-grants-XXXXXX", NULL);
  g_autofree char           *path = g_build_filename (folder, "policy.json", NULL);
  g_autofree char           *text = NULL;
  g_autoptr (PelPolicyStore) store = NULL;
  g_autoptr (PelGrants)      grants = NULL;
  g_autoptr (PelApproval)    asked = make (&(Row){ 0 });
  PelApprovalInfo            info = *pel_approval_get_info (asked);
  g_autoptr (PelApproval)    approval = NULL;
  g_autoptr (GError)         error = NULL;

  info.rule_index = 1;
  info.rule_words = "tools ui_click";
  approval = pel_approval_new (&info);
  g_assert_true (g_file_set_contents (path, "{\"rules\": [{\"decision\": \"deny\"}]}", -1, NULL));
  store = pel_policy_store_new (&(PelPolicyPlaces){ .user = path });
  grants = pel_grants_new (store, NULL);
  g_assert_false (pel_grants_write_rule (grants, approval, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_COMMAND_FAILED);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_null (strstr (text, "allow"));
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/grants/covers", test_covers);
  g_test_add_func ("/grants/revoke", test_revoke);
  g_test_add_func ("/grants/ended", test_ended);
  g_test_add_func ("/grants/choices", test_choices);
  g_test_add_func ("/grants/insert", test_insert);
  g_test_add_func ("/grants/insert-wrong", test_insert_wrong);
  g_test_add_func ("/grants/always", test_always);
  g_test_add_func ("/grants/always-late", test_always_late);

  return g_test_run ();
}
