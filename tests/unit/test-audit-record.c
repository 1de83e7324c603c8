/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/audit/audit-record.h"
#include "services/base/json.h"

#include <string.h>

static char *
to_text (const PelAuditRecord *record, const PelRedactor *redactor)
{
  g_autoptr (JsonNode) node = pel_json_take_object (pel_audit_record_to_json (record, redactor));

  return pel_json_to_string (node, PEL_JSON_COMPACT);
}

static void
test_members (void)
{
  g_autoptr (JsonObject) arguments = pel_json_parse_object ("{\"target\":\"Button:OK\"}", -1, NULL);
  g_autoptr (JsonObject) target = pel_json_parse_object ("{\"ref\":\"e12\"}", -1, NULL);
  g_autofree char       *intent = to_text (&(PelAuditRecord){ .client = "pellucid",
                                                              .tool = "ui_click",
                                                              .arguments = arguments,
                                                              .selector = "Button:OK",
                                                              .target = target,
                                                              .driver = "atspi",
                                                              .confidence = 0.9,
                                                              .risk = "low",
                                                              .decision = "allow",
                                                              .rule = "default" },
                                     NULL);
  g_autofree char       *outcome =
      to_text (&(PelAuditRecord){ .intent = 12, .method = "pattern", .result = "success" }, NULL);
  g_autofree char *nothing = to_text (&(PelAuditRecord){ 0 }, NULL);

  g_assert_cmpstr (intent,
                   ==,
                   "{\"client\":\"pellucid\",\"tool\":\"ui_click\",\"arguments\":{\"target\":"
                   "\"Button:OK\"},\"selector\":\"Button:OK\",\"target\":{\"ref\":\"e12\"},"
                   "\"driver\":\"atspi\",\"confidence\":0.9,\"risk\":\"low\",\"decision\":"
                   "\"allow\",\"rule\":\"default\"}");
  g_assert_cmpstr (outcome, ==, "{\"intent\":12,\"method\":\"pattern\",\"result\":\"success\"}");
  g_assert_cmpstr (nothing, ==, "{}");
}

/* The secret of a call is in none of its members, not even where a text had to be cut. */
static void
test_secret (void)
{
  const char *const       patterns[] = { "email", NULL };
  g_autoptr (PelRedactor) redactor = pel_redactor_new (patterns, NULL);
  g_autoptr (JsonObject)  arguments = pel_json_parse_object (
      "{\"target\":\"Edit:PIN of ann@example.org\",\"text\":\"hunter2!\",\"redact\":true}",
      -1,
      NULL);
  g_autofree char *filling = g_strnfill (PEL_AUDIT_MAX_TEXT_BYTES - 4, 'x');
  g_autofree char *message = g_strconcat (filling, "hunter2!", NULL);
  g_autofree char *text = to_text (&(PelAuditRecord){ .arguments = arguments,
                                                      .selector = "value='hunter2!'",
                                                      .message = message,
                                                      .secret = "hunter2!" },
                                   redactor);

  g_assert_null (strstr (text, "hun"));
  g_assert_null (strstr (text, "example"));
  g_assert_nonnull (strstr (text, "\"text\":\"[redacted 8 chars]\""));
}

/* However large, odd and deep its parts are, a record stays within its bounds. */
static void
test_bounds (void)
{
  g_autofree char       *long_text = g_strnfill (50000, '\001');
  g_autofree char       *deep = g_strnfill (60, '[');
  g_autofree char       *closing = g_strnfill (60, ']');
  g_autofree char       *json = g_strconcat ("{\"a\":", deep, closing, "}", NULL);
  g_autoptr (JsonObject) arguments = pel_json_parse_object (json, -1, NULL);
  g_autofree char       *text = NULL;
  PelAuditRecord         record = { .client = long_text,
                                    .tool = long_text,
                                    .selector = long_text,
                                    .driver = long_text,
                                    .risk = long_text,
                                    .decision = long_text,
                                    .rule = long_text,
                                    .approval = long_text,
                                    .method = long_text,
                                    .result = long_text,
                                    .message = long_text,
                                    .event = long_text,
                                    .arguments = arguments };

  g_assert_nonnull (arguments);
  json_object_set_string_member (arguments, "text", long_text);
  record.target = record.verification = record.evidence = arguments;
  text = to_text (&record, NULL);
  g_assert_cmpuint (strlen (text), <, PEL_AUDIT_MAX_RECORD_BYTES);
  g_assert_nonnull (strstr (text, "left_out_bytes"));
  g_assert_nonnull (strstr (text, "sha256"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/audit-record/members", test_members);
  g_test_add_func ("/audit-record/secret", test_secret);
  g_test_add_func ("/audit-record/bounds", test_bounds);
  return g_test_run ();
}
