/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "app/cli/error-printer.h"

#include "services/base/json.h"

#include <string.h>

#define B "\033[1m"
#define D "\033[2m"
#define R "\033[0m"

/* clang-format off */
static const PelColumn table_columns[] = {
  { "id", "ID" }, { "bounds", "Bounds" }, { "states", "States" }, { "title", "Title" }, { NULL },
};

static const PelColumn finding_columns[] = {
  { "status", "Status" }, { "title", "Title" }, { "message", "Message" }, { "fix", "Fix" }, { NULL },
};

static const PelColumn field_columns[] = {
  { "x", "X" }, { "monitor", "Monitor" }, { "scale", "Scale" }, { "can", "Can" }, { "cannot", "Cannot" }, { "gone", "Gone" }, { NULL },
};

static const PelView table_views[] = {
  { PEL_VIEW_TABLE, "rows", NULL, table_columns, "No rows." },
  { 0 },
};

static const PelView finding_views[] = {
  { PEL_VIEW_FINDINGS, "findings", NULL,       finding_columns, "" },
  { PEL_VIEW_FINDINGS, "programs", "Programs", finding_columns, "No programs." },
  { 0 },
};

static const PelView field_views[] = {
  { PEL_VIEW_FIELDS, NULL, NULL, field_columns, NULL },
  { 0 },
};

static const PelColumn object_columns[] = {
  { "name", "Name" }, { "at", "At" }, { "states", "States" }, { "absent", "Absent" }, { NULL },
};

static const PelView text_views[] = {
  { PEL_VIEW_TEXT, "text", NULL, NULL, NULL },
  { PEL_VIEW_TEXT, "note", NULL, NULL, NULL, .is_for_people = TRUE },
  { 0 },
};

static const PelView object_views[] = {
  { PEL_VIEW_FIELDS, "thing", NULL, object_columns, NULL },
  { PEL_VIEW_TABLE, "none", "Nothing", object_columns, "" },
  { 0 },
};

#define OBJECT "{'thing':{'name':'a','at':{'x':1,'y':-2},'states':{'enabled':false,'focused':true,'checked':'mixed'}},'none':[]}"
#define ROW(id, title) "{'id':'" id "','bounds':{'x':-10,'y':0,'width':1234567,'height':20.5},'visible':true,'active':true,'minimized':false,'title':'" title "'}"
#define FINDINGS "{'findings':[" \
  "{'status':'ok','title':'Session','message':'Fine','fix':null}," \
  "{'status':'warning','title':'Over\\u202elay','message':'Not\\nhere','fix':'Do \\u001b[31mthis'}," \
  "{'status':'info','title':'Info','message':'So','fix':null}," \
  "{'status':'error','title':'Error','message':'Bad','fix':'Mend'}," \
  "{'status':'new','title':'Later','message':'From a newer session','fix':null}" \
  "],'programs':[]}"
#define FIELDS "{'x':-5,'monitor':'A\\u0007B','scale':1.5,'can':['a','b\\t'],'cannot':[{'what':'c\\u0001'},{}],'gone':null}"

static const struct { const PelView *views; const char *data; PelPrintStyle style; guint width; const char *expected; } cases[] = {
  { table_views, "{'rows':[" ROW ("1", "One") "," ROW ("22", "Two") "]}", PEL_STYLE_PLAIN, 0,
    "1\t-10,0 1234567×20.5\tvisible,active\tOne\n"
    "22\t-10,0 1234567×20.5\tvisible,active\tTwo\n" },
  { table_views, "{'rows':[" ROW ("1", "One") "]}", PEL_STYLE_HEADED, 10,
    "id\tbounds\tstates\ttitle\n"
    "1\t-10,0 1234567×20.5\tvisible,active\tOne\n" },
  { table_views, "{'rows':[]}", PEL_STYLE_HEADED, 0, "No rows.\n" },
  { table_views, "{'rows':[" ROW ("1", "One") "," ROW ("22", "Two") "]}", PEL_STYLE_TERMINAL, 0,
    B "ID  Bounds              States          Title" R "\n"
    "1   -10,0 1234567×20.5  visible,active  One\n"
    "22  -10,0 1234567×20.5  visible,active  Two\n" },
  { table_views, "{'rows':[" ROW ("1", "One") "," ROW ("22", "Two") "]}", PEL_STYLE_MONOCHROME, 0,
    "ID  Bounds              States          Title\n"
    "1   -10,0 1234567×20.5  visible,active  One\n"
    "22  -10,0 1234567×20.5  visible,active  Two\n" },
  /* the last column is cut to the width: 40 columns are before it */
  { table_views, "{'rows':[" ROW ("1", "12345") "," ROW ("2", "123456") "," ROW ("3", "漢字漢字") "," ROW ("4", "a漢字漢字") "," ROW ("5", "e\u0301e\u0301e\u0301e\u0301e\u0301") "]}", PEL_STYLE_MONOCHROME, 45,
    "ID  Bounds              States          Title\n"
    "1   -10,0 1234567×20.5  visible,active  12345\n"
    "2   -10,0 1234567×20.5  visible,active  1234…\n"
    "3   -10,0 1234567×20.5  visible,active  漢字…\n"
    "4   -10,0 1234567×20.5  visible,active  a漢…\n"
    "5   -10,0 1234567×20.5  visible,active  e\u0301e\u0301e\u0301e\u0301e\u0301\n" },
  /* narrower than what is before it: nothing but the mark is left */
  { table_views, "{'rows':[" ROW ("1", "One") "]}", PEL_STYLE_MONOCHROME, 10,
    "ID  Bounds              States          …\n"
    "1   -10,0 1234567×20.5  visible,active  …\n" },
  /* what is not for a terminal is not cut */
  { table_views, "{'rows':[" ROW ("1", "123456") "]}", PEL_STYLE_PLAIN, 10,
    "1\t-10,0 1234567×20.5\tvisible,active\t123456\n" },
  /* a title cannot speak to the terminal, begin a row or a cell, or turn the text around */
  { table_views, "{'rows':[" ROW ("1", "a\\nb\\tc\\u001b]0;x\\u0007\\u202e\\u009b1m") "]}", PEL_STYLE_PLAIN, 0,
    "1\t-10,0 1234567×20.5\tvisible,active\ta\\nb\\tc\\u{1B}]0;x\\u{7}\\u{202E}\\u{9B}1m\n" },
  { table_views, "{'rows':[" ROW ("1", "a\\nb\\tc\\u001b[31m") "]}", PEL_STYLE_MONOCHROME, 0,
    "ID  Bounds              States          Title\n"
    "1   -10,0 1234567×20.5  visible,active  a\\nb\\tc\\u{1B}[31m\n" },
  /* what is missing or null */
  { table_views, "{'rows':[{'id':null,'bounds':{},'visible':false}]}", PEL_STYLE_PLAIN, 0, "–\t{…}\t–\t–\n" },
  /* empty lists */
  { table_views, "{'rows':[]}", PEL_STYLE_PLAIN, 0, "" },
  { table_views, "{'rows':[]}", PEL_STYLE_TERMINAL, 0, "No rows.\n" },
  { table_views, "{'rows':[]}", PEL_STYLE_MONOCHROME, 0, "No rows.\n" },
  { finding_views, FINDINGS, PEL_STYLE_PLAIN, 0,
    "ok\tSession\tFine\t\n"
    "warning\tOver\\u{202E}lay\tNot\\nhere\tDo \\u{1B}[31mthis\n"
    "info\tInfo\tSo\t\n"
    "error\tError\tBad\tMend\n"
    "new\tLater\tFrom a newer session\t\n" },
  { finding_views, FINDINGS, PEL_STYLE_TERMINAL, 80,
    "\033[32m✓" R " " B "Session" R "  Fine\n"
    "\033[33m!" R " " B "Over\\u{202E}lay" R "  Not\\nhere\n"
    "    " D "→ Do \\u{1B}[31mthis" R "\n"
    "\033[36m•" R " " B "Info" R "  So\n"
    "\033[31m✗" R " " B "Error" R "  Bad\n"
    "    " D "→ Mend" R "\n"
    "new" R " " B "Later" R "  From a newer session\n"
    "\n" B "Programs" R "\nNo programs.\n" },
  { finding_views, FINDINGS, PEL_STYLE_MONOCHROME, 80,
    "✓ Session  Fine\n"
    "! Over\\u{202E}lay  Not\\nhere\n"
    "    → Do \\u{1B}[31mthis\n"
    "• Info  So\n"
    "✗ Error  Bad\n"
    "    → Mend\n"
    "new Later  From a newer session\n"
    "\nPrograms\nNo programs.\n" },
  { finding_views, "{'findings':[],'programs':[]}", PEL_STYLE_MONOCHROME, 80, "\nPrograms\nNo programs.\n" },
  { finding_views, "{'findings':[],'programs':[]}", PEL_STYLE_PLAIN, 80, "" },
  { field_views, FIELDS, PEL_STYLE_PLAIN, 0,
    "x\t-5\nmonitor\tA\\u{7}B\nscale\t1.5\ncan\ta, b\\t\ncannot\tc\\u{1}, {…}\ngone\t–\n" },
  { field_views, FIELDS, PEL_STYLE_TERMINAL, 0,
    B "X      " R "  -5\n" B "Monitor" R "  A\\u{7}B\n" B "Scale  " R "  1.5\n"
    B "Can    " R "  a, b\\t\n" B "Cannot " R "  c\\u{1}, {…}\n" B "Gone   " R "  –\n" },
  { field_views, FIELDS, PEL_STYLE_MONOCHROME, 0,
    "X        -5\nMonitor  A\\u{7}B\nScale    1.5\nCan      a, b\\t\nCannot   c\\u{1}, {…}\nGone     –\n" },
  /* a text for another program is as it is; on a terminal its lines stay lines and say nothing */
  { text_views, "{'text':'a\\n  b\\u001b[31m\\n','note':'c'}", PEL_STYLE_PLAIN, 0, "a\n  b\033[31m\n" },
  { text_views, "{'text':'a\\n\\n  b\\u001b[31m\\n','note':'c'}", PEL_STYLE_MONOCHROME, 0, "a\n\n  b\\u{1B}[31m\nc\n" },
  { text_views, "{'text':'a'}", PEL_STYLE_PLAIN, 0, "a\n" },
  { text_views, "{'text':''}", PEL_STYLE_PLAIN, 0, "" },
  { text_views, "{'text':''}", PEL_STYLE_MONOCHROME, 0, "" },
  { text_views, "{'note':null}", PEL_STYLE_MONOCHROME, 0, "" },
  /* a member that is an object: what it does not have is passed over, also an empty list */
  { object_views, OBJECT, PEL_STYLE_PLAIN, 0, "name\ta\nat\t1,-2\nstates\tenabled=no, focused, checked=mixed\n" },
  { object_views, OBJECT, PEL_STYLE_MONOCHROME, 0, "Name    a\nAt      1,-2\nStates  enabled=no, focused, checked=mixed\n" },
};

static const struct { const char *message; const char *hint; PelPrintStyle style; const char *expected; } error_cases[] = {
  { "It failed",     "Try again", PEL_STYLE_PLAIN,      "pellucid: It failed\n→ Try again\n" },
  { "It failed",     NULL,        PEL_STYLE_PLAIN,      "pellucid: It failed\n" },
  { "It failed",     "Try again", PEL_STYLE_MONOCHROME, "pellucid: It failed\n→ Try again\n" },
  { "It failed",     "Try again", PEL_STYLE_TERMINAL,   "\033[31m" B "pellucid:" R " It failed\n" D "→ Try again" R "\n" },
  { "It failed",     NULL,        PEL_STYLE_TERMINAL,   "\033[31m" B "pellucid:" R " It failed\n" },
  { "a\nb\033[2J",   "c\rd",      PEL_STYLE_PLAIN,      "pellucid: a\\nb\\u{1B}[2J\n→ c\\u{D}d\n" },
  { "\xff",          "\xff",      PEL_STYLE_PLAIN,      "pellucid: \xef\xbf\xbd\n→ \xef\xbf\xbd\n" },
};
/* clang-format on */

/* clang-format off */
static const struct { const char *details; const char *expected; } detail_cases[] = {
  /* where in a selector */
  { "{'selector':'role=','column':6}",      "    role=\n         ^\n" },
  { "{'selector':'名=x','column':2}",        "    名=x\n      ^\n" },
  { "{'selector':'','column':1}",           "    \n    ^\n" },
  /* columns that are not there, and a text that cannot be shown as it is */
  { "{'selector':'role=','column':7}",      "" },
  { "{'selector':'role=','column':0}",      "" },
  { "{'selector':'role='}",                 "" },
  { "{'column':3}",                         "" },
  { "{'selector':'a\\nb','column':2}",      "" },
  /* elements, with what is to be said of them */
  { "{'near_misses':[{'text':'Button \\'OK\\' [e3]','reason':'the name is “OK”'},{'text':'Edit','reason':'it is'}]}",
    "    Button 'OK' [e3]  the name is “OK”\n    Edit              it is\n" },
  { "{'candidates':[{'text':'Button [e3]','selector':'#ok'}]}", "    Button [e3]  #ok\n" },
  { "{'successor':{'text':'Button [e9]','held_by':'id'}}",   "    Button [e9]  now has the same id; it may be the same element\n" },
  { "{'successor':{'text':'Button [e9]','held_by':'path'}}", "    Button [e9]  is now in the same position; it may be the same element\n" },
  { "{'near_misses':[{'text':'a\\u001b[2Jb','reason':'c\\nd'}]}", "    a\\u{1B}[2Jb  c\\nd\n" },
  /* what a newer session might say */
  { "{'near_misses':{},'candidates':[1,null,{}],'successor':[],'selector':5,'column':'x','new':1}", "" },
};
/* clang-format on */

static void
test_error_details (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (detail_cases); i++)
    {
      g_autofree char       *json = g_strdelimit (g_strdup (detail_cases[i].details), "'", '"');
      g_autofree char       *wanted = g_strdelimit (g_strdup (detail_cases[i].expected), "'", '"');
      g_autofree char       *expected = g_strdup_printf ("pellucid: m\n%s→ h\n", wanted);
      g_autoptr (GError)     error = NULL;
      g_autoptr (JsonObject) details = pel_json_parse_object (json, -1, &error);
      g_autofree char       *text = NULL;

      g_test_message ("%s", json);
      g_assert_no_error (error);
      text = pel_print_error ("m", "h", details, PEL_STYLE_PLAIN);
      g_assert_cmpstr (text, ==, expected);
    }
}

static void
test_result_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char       *json = g_strdelimit (g_strdup (cases[i].data), "'", '"');
      g_autoptr (GError)     error = NULL;
      g_autoptr (JsonObject) data = pel_json_parse_object (json, -1, &error);
      PelTool                tool = { .views = cases[i].views };
      g_autofree char       *text = NULL;

      g_assert_no_error (error);
      text = pel_print_result (&tool, data, cases[i].style, cases[i].width);
      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

static void
test_error_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (error_cases); i++)
    {
      g_autofree char *text =
          pel_print_error (error_cases[i].message, error_cases[i].hint, NULL, error_cases[i].style);

      g_assert_cmpstr (text, ==, error_cases[i].expected);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/printer/result/rows", test_result_rows);
  g_test_add_func ("/printer/error/rows", test_error_rows);
  g_test_add_func ("/printer/error/details", test_error_details);
  return g_test_run ();
}
