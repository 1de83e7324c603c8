/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/tool/diagnosis.h"

#include "services/base/error.h"

#include <string.h>

#define ALL     ((PelFeature) -1)
#define X11     PEL_PLATFORM_X11
#define WAYLAND PEL_PLATFORM_WAYLAND
#define OK      PEL_STATUS_OK
#define INFO    PEL_STATUS_INFO
#define WARNING PEL_STATUS_WARNING
#define ERROR   PEL_STATUS_ERROR

/* The facts of one row; what is not said is as good as it can be. */
typedef struct
{
  PelPlatformKind kind;
  PelFeature      lacking;
  const char     *server, *window_manager;
  const char     *session_error, *desktop_error, *a11y_error;
  gboolean        is_a11y_off;
  guint           n_on_bus;
  const char     *overlay_refusal, *overlay_remedy;
  gboolean        has_no_ocr;
  gboolean        is_stopped;
  const char     *ocr_languages; /* "" for none */
  const char     *faults[PEL_N_PROBES];
} Facts;

static PelDesktop *
make_desktop (const Facts *facts)
{
  PelPlatform platform = {
    .kind = facts->kind,
    .server = facts->server != NULL ? facts->server : "Server 1",
    .window_manager = facts->window_manager,
    .features = ALL & ~facts->lacking,
  };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (NULL, 0);

  return pel_desktop_new (&platform, layout, g_ptr_array_new_with_free_func (g_object_unref));
}

static PelExamination *
make_examination (const Facts *facts)
{
  PelExamination *e = g_new0 (PelExamination, 1);
  const char     *languages = facts->ocr_languages != NULL ? facts->ocr_languages : "deu eng";

  if (facts->session_error != NULL)
    pel_set_error (&e->session_error,
                   PEL_ERROR_COMMAND_FAILED,
                   "Mend it",
                   "%s",
                   facts->session_error);
  if (facts->desktop_error != NULL)
    pel_set_error (&e->desktop_error, PEL_ERROR_TIMEOUT, "Wait for it", "%s", facts->desktop_error);
  else
    e->desktop = make_desktop (facts);
  if (facts->a11y_error != NULL)
    pel_set_error (&e->a11y_error, PEL_ERROR_COMMAND_FAILED, "Install it", "%s", facts->a11y_error);
  e->is_a11y_enabled = !facts->is_a11y_off;
  e->n_on_bus = facts->n_on_bus;
  e->overlay_refusal = g_strdup (facts->overlay_refusal);
  e->overlay_remedy = g_strdup (facts->overlay_remedy);
  e->is_stopped = facts->is_stopped;
  e->ocr_version = facts->has_no_ocr ? NULL : g_strdup ("5.3.0");
  e->ocr_languages = g_strsplit (languages, " ", -1);
  for (guint i = 0; i < PEL_N_PROBES; i++)
    if (facts->faults[i] != NULL)
      pel_set_error (&e->faults[i],
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     "Install it",
                     "%s",
                     facts->faults[i]);
  return e;
}

/* @message and @fix: a part of what is said; @fix NULL: there is nothing to do. */
/* clang-format off */
static const struct {
  Facts facts; const char *id; PelStatus status; const char *message; const char *fix;
} finding_cases[] = {
  { { 0 },                                   "session",       OK,      "Pellucid is running", NULL },
  { { .session_error = "No bus" },           "session",       ERROR,   "No bus", "Mend it" },
  { { .n_on_bus = 0 },                       "accessibility", OK,      "0 programs are on the accessibility bus", NULL },
  { { .n_on_bus = 1 },                       "accessibility", OK,      "1 program is on the accessibility bus", NULL },
  { { .n_on_bus = 12 },                      "accessibility", OK,      "12 programs are on the accessibility bus", NULL },
  { { .n_on_bus = 2, .is_a11y_off = TRUE },  "accessibility", WARNING, "Accessibility is off: browsers and some Qt 6 programs expose nothing (2 programs are on the accessibility bus)", "pellucid doctor --fix" },
  { { .a11y_error = "No service" },          "accessibility", ERROR,   "No service", "Install it" },
  { { .desktop_error = "No answer" },        "display",       ERROR,   "No answer", "Wait for it" },
  { { X11, .server = "X.Org 21.1", .window_manager = "Openbox" }, "display", OK, "X.Org 21.1 with the window manager Openbox", NULL },
  { { X11, .window_manager = NULL },         "display",       WARNING, "No window manager is running", "Start a window manager" },
  { { WAYLAND, .server = "sway 1.7", .window_manager = "sway" }, "display", OK, "sway 1.7", NULL },
  { { WAYLAND, .server = "river 0.2" },      "display",       OK,      "river 0.2", NULL },
  { { X11 },                                 "compositor",    OK,      "transparency works", NULL },
  { { X11, PEL_FEATURE_COMPOSITOR },         "compositor",    INFO,    "outlines only", "picom" },
  { { X11 },                                 "overlay",       OK,      "lets clicks through", NULL },
  { { X11, .overlay_refusal = "No SHAPE" },  "overlay",       WARNING, "No SHAPE", "Everything else works" },
  { { X11, .overlay_refusal = "No SHAPE", .overlay_remedy = "Load it" }, "overlay", WARNING, "No SHAPE", "Load it" },
  { { X11 },                                 "input",         OK,      "can be sent", NULL },
  { { X11, PEL_FEATURE_INJECT_POINTER },     "input",         WARNING, "does not support sending input", "XTEST" },
  { { X11, PEL_FEATURE_INJECT_KEYBOARD },    "input",         WARNING, "does not support sending input", "virtual pointer and keyboard" },
  { { X11, .faults[PEL_PROBE_INPUT] = "No hand" }, "input",   WARNING, "No hand", "Install it" },
  { { X11, PEL_FEATURE_INJECT_POINTER, .faults[PEL_PROBE_INPUT] = "No hand" }, "input", WARNING, "does not support sending input", "XTEST" },
  { { X11, .faults[PEL_PROBE_CAPTURE] = "All is black" }, "capture", WARNING, "All is black", "Install it" },
  { { X11 },                                 "helpers",       OK,      "start", NULL },
  { { X11, .faults[PEL_PROBE_MCP] = "No server" }, "mcp",     WARNING, "No server", "Install it" },
  { { X11 },                                 "pointer",       OK,      "can be read", NULL },
  { { WAYLAND, PEL_FEATURE_POINTER_POSITION }, "pointer",     WARNING, "cannot be read", "layer-shell" },
  { { WAYLAND },                             "capture",       OK,      "can be captured", NULL },
  { { WAYLAND, PEL_FEATURE_CAPTURE_SCREEN }, "capture",       WARNING, "does not let programs capture the screen", "screencopy" },
  { { 0 },                                   "ocr",           OK,      "tesseract 5.3.0 with deu, eng", NULL },
  { { .ocr_languages = "" },                 "ocr",           WARNING, "No language", "tesseract-ocr-eng" },
  { { .is_stopped = TRUE },                  "acting",        WARNING, "All automation has been stopped", "stop --resume" },
  { { .has_no_ocr = TRUE },                  "ocr",           INFO,    "does not support text recognition", "Build Pellucid with tesseract" },
};

static const struct { Facts facts; const char *ids; } order_cases[] = {
  { { 0 },                           "session accessibility display compositor overlay input pointer capture helpers ocr " },
  { { .is_stopped = TRUE },          "session acting accessibility display compositor overlay input pointer capture helpers ocr " },
  { { .desktop_error = "No answer" }, "session accessibility display helpers ocr " },
  { { .faults = { [PEL_PROBE_APPROVALS] = "No", [PEL_PROBE_MCP] = "No" } },
    "session accessibility display compositor overlay input pointer capture approvals mcp ocr " },
  { { .session_error = "No bus" },   "session " },
};

static const struct {
  PelProgram program; gboolean is_a11y_on; PelStatus status; const char *message; const char *fix;
} program_cases[] = {
  /* not on the bus */
  { { .toolkit = "Qt 6", .n_windows = 1 },  FALSE, WARNING, "not on the accessibility bus", "Turn on accessibility (“pellucid doctor --fix”); restart it if that is not enough" },
  { { .toolkit = "Qt 6", .n_windows = 1 },  TRUE,  WARNING, "not on the accessibility bus", "started before accessibility was turned on" },
  { { .toolkit = "Qt 5", .n_windows = 1 },  TRUE,  WARNING, "not on the accessibility bus", "it may be busy" },
  { { .toolkit = "GTK 2", .n_windows = 1 }, TRUE,  WARNING, "not on the accessibility bus", "GTK_MODULES=gail:atk-bridge" },
  { { .toolkit = "Gecko", .n_windows = 1 }, TRUE,  WARNING, "not on the accessibility bus", "started before accessibility was turned on" },
  { { .toolkit = "Java", .n_windows = 1 },  TRUE,  WARNING, "not on the accessibility bus", "java-atk-wrapper" },
  { { .toolkit = "GTK 3", .n_windows = 1, .is_switched_off = TRUE }, TRUE, WARNING, "not on the accessibility bus", "without NO_AT_BRIDGE=1" },
  { { .toolkit = "Qt 6", .is_switched_off = TRUE }, FALSE, WARNING, "not on the accessibility bus", "without NO_AT_BRIDGE=1" },
  { { .hides_web = TRUE, .n_windows = 1 },  FALSE, WARNING, "not on the accessibility bus", "doctor --fix”), then restart it with --force-renderer-accessibility" },
  { { .hides_web = TRUE, .n_windows = 1 },  TRUE,  WARNING, "not on the accessibility bus", "Restart it with --force-renderer-accessibility" },
  { { .toolkit = NULL, .n_windows = 1 },    TRUE,  WARNING, "only its pixels can be read", NULL },
  /* on the bus */
  { { .is_on_bus = TRUE, .is_answering = FALSE, .n_exposed = -1 }, TRUE, ERROR, "is not responding", "Wait for it, or quit it" },
  { { .is_on_bus = TRUE, .is_answering = FALSE, .hides_web = TRUE, .n_windows = 1 }, TRUE, ERROR, "is not responding", "Wait for it, or quit it" },
  { { .is_on_bus = TRUE, .is_answering = TRUE, .n_exposed = 0, .n_windows = 2 }, TRUE, WARNING, "accessibility tree is empty", "Restart it" },
  { { .is_on_bus = TRUE, .is_answering = TRUE, .n_exposed = 0, .n_windows = 0 }, TRUE, OK, "Its elements are exposed", NULL },
  { { .is_on_bus = TRUE, .is_answering = TRUE, .n_exposed = 1, .n_windows = 1, .hides_web = TRUE }, TRUE, WARNING, "the pages in them are not", "--force-renderer-accessibility" },
  { { .is_on_bus = TRUE, .is_answering = TRUE, .n_exposed = 1, .n_windows = 1, .toolkit = "GTK 4" }, FALSE, OK, "Its elements are exposed", NULL },
};
/* clang-format on */

static PelFinding *
find (GPtrArray *findings, const char *id)
{
  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal (pel_finding_get_id (g_ptr_array_index (findings, i)), id))
      return g_ptr_array_index (findings, i);
  g_assert_not_reached ();
}

static void
assert_says (const char *text, const char *part)
{
  if (part == NULL)
    {
      g_assert_null (text);
      return;
    }
  g_assert_nonnull (text);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, part));
}

static void
test_finding_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (finding_cases); i++)
    {
      g_autoptr (PelExamination) e = make_examination (&finding_cases[i].facts);
      g_autoptr (GPtrArray)      findings = pel_diagnose (e);
      PelFinding                *finding = find (findings, finding_cases[i].id);

      g_test_message ("row %" G_GSIZE_FORMAT ": %s", i, finding_cases[i].id);
      g_assert_cmpint (pel_finding_get_status (finding), ==, finding_cases[i].status);
      g_assert_cmpstr (pel_finding_get_title (finding), !=, "");
      assert_says (pel_finding_get_message (finding), finding_cases[i].message);
      assert_says (pel_finding_get_fix (finding), finding_cases[i].fix);
    }
}

static void
test_order_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (order_cases); i++)
    {
      g_autoptr (PelExamination) e = make_examination (&order_cases[i].facts);
      g_autoptr (GPtrArray)      findings = pel_diagnose (e);
      g_autoptr (GString)        ids = g_string_new (NULL);

      for (guint k = 0; k < findings->len; k++)
        g_string_append_printf (ids, "%s ", pel_finding_get_id (findings->pdata[k]));
      g_assert_cmpstr (ids->str, ==, order_cases[i].ids);
    }
}

/* What is wrong has a way to mend it; what is right needs none. */
static void
test_fix_where_wrong (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (finding_cases); i++)
    {
      g_autoptr (PelExamination) e = make_examination (&finding_cases[i].facts);
      g_autoptr (GPtrArray)      findings = pel_diagnose (e);

      for (guint k = 0; k < findings->len; k++)
        g_assert_true ((pel_finding_get_status (findings->pdata[k]) == OK) ==
                       (pel_finding_get_fix (findings->pdata[k]) == NULL));
    }
}

static void
test_program_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (program_cases); i++)
    {
      const char *message = NULL, *fix = "unset";
      PelStatus   status = pel_program_judge (&program_cases[i].program,
                                            program_cases[i].is_a11y_on,
                                            &message,
                                            &fix);

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (status, ==, program_cases[i].status);
      assert_says (message, program_cases[i].message);
      assert_says (fix, program_cases[i].fix);
    }
}

static void
test_program_title (void)
{
  PelProgram       known = { .pid = 4711, .name = "gedit", .toolkit = "GTK 3" };
  PelProgram       unknown = { .pid = 4712 };
  g_autofree char *known_title = pel_program_dup_title (&known);
  g_autofree char *unknown_title = pel_program_dup_title (&unknown);

  g_assert_cmpstr (known_title, ==, "gedit (4711, GTK 3)");
  g_assert_cmpstr (unknown_title, ==, "? (4712)");
}

/* clang-format off */
static const struct { const char *id; PelStatus status; const char *title, *message, *fix; } unequal[] = {
  { "b", OK,   "t", "m", NULL  },
  { "a", INFO, "t", "m", NULL  },
  { "a", OK,   "u", "m", NULL  },
  { "a", OK,   "t", "n", NULL  },
  { "a", OK,   "t", "m", "fix" },
};
/* clang-format on */

static void
test_finding_equal (void)
{
  g_autoptr (PelFinding) a = pel_finding_new ("a", OK, "t", "m", NULL);
  g_autoptr (PelFinding) same = pel_finding_new ("a", OK, "t", "m", NULL);

  g_assert_true (pel_finding_equal (a, same));
  for (gsize i = 0; i < G_N_ELEMENTS (unequal); i++)
    {
      g_autoptr (PelFinding) other = pel_finding_new (unequal[i].id,
                                                      unequal[i].status,
                                                      unequal[i].title,
                                                      unequal[i].message,
                                                      unequal[i].fix);

      g_assert_false (pel_finding_equal (a, other));
    }
}

static void
test_status_names (void)
{
  static const char *const names[] = { "ok", "info", "warning", "error" };

  g_assert_cmpuint (G_N_ELEMENTS (names), ==, PEL_N_STATUSES);
  for (PelStatus status = 0; status < PEL_N_STATUSES; status++)
    g_assert_cmpstr (pel_status_to_string (status), ==, names[status]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagnosis/finding/rows", test_finding_rows);
  g_test_add_func ("/diagnosis/finding/equal", test_finding_equal);
  g_test_add_func ("/diagnosis/order/rows", test_order_rows);
  g_test_add_func ("/diagnosis/fix-where-wrong", test_fix_where_wrong);
  g_test_add_func ("/diagnosis/program/rows", test_program_rows);
  g_test_add_func ("/diagnosis/program/title", test_program_title);
  g_test_add_func ("/diagnosis/status-names", test_status_names);
  return g_test_run ();
}
