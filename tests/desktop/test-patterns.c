/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What each toolkit really does when its elements are acted on by their own patterns. The fixtures'
 * logs are the witnesses. docs/patterns.md says what was found; it fails here where that is no
 * longer so. With PEL_PATTERNS_OUT=FILE what is found is written there: see tools/patterns. */

#include "action-case.h"

#include "services/base/gate.h"
#include "services/base/guard.h"

#include <signal.h>
#include <string.h>

#define SEEN_MS   15000 /* until the fixture has said what happened */
#define UNSEEN_MS 1500  /* where the page says that nothing happens */
#define MAX_NAMES 3

/* Columns of the page. GTK has other roles since 4.10, and Qt selections since 6.5. */
static const struct
{
  const char *program, *title, *path;
  int         first_minor, last_minor; /* of the version of the toolkit; 0: any */
} toolkits[] = {
  { "fixture-gtk3", "GTK 3", "fixture-gtk3", 0, 0 },
  { "fixture-gtk4", "GTK 4.8", "fixture-gtk4-old", 0, 9 },
  { "fixture-gtk4", "GTK 4.18", "fixture-gtk4", 10, G_MAXINT },
  { "fixture-qt5", "Qt 5", "fixture-qt5", 0, 0 },
  { "fixture-qt6", "Qt 6.4", "fixture-qt6-old", 0, 4 },
  { "fixture-qt6", "Qt 6.8", "fixture-qt6", 5, G_MAXINT },
  { "fixture-web", "Chromium", "fixture-web", 0, 0 },
};

#define N_TOOLKITS G_N_ELEMENTS (toolkits)

/* One thing to try. The element is the first of @roles that is called @name or shows it. */
typedef struct
{
  const char *title;
  PelVerb     verb;
  PelRole     roles[4]; /* PEL_ROLE_CUSTOM ends them */
  const char *names[MAX_NAMES];
  const char *text;
  double      number; /* used where @text is NULL */
  const char *log;    /* what the fixture says of it; NULL: the effect that is seen must do */
} Row;

#define BOX   PEL_ROLE_COMBO_BOX
#define ITEM  PEL_ROLE_LIST_ITEM, PEL_ROLE_MENU_ITEM
#define NODE  PEL_ROLE_TREE_ITEM, PEL_ROLE_CELL, PEL_ROLE_LIST_ITEM
#define LINE  PEL_ROLE_ROW, PEL_ROLE_CELL
#define FIELD PEL_ROLE_EDIT

/* In this order on one window: later ones stand on what the earlier ones have done. */
/* clang-format off */
static const Row rows[] = {
  { "button: invoke",                  PEL_VERB_INVOKE,           { PEL_ROLE_BUTTON }, { "Button" },        .log = "clicked button" },
  { "button: do “click”",              PEL_VERB_DO,               { PEL_ROLE_BUTTON }, { "Button" },        "click", .log = "clicked button" },
  { "button: do “press”",              PEL_VERB_DO,               { PEL_ROLE_BUTTON }, { "Button" },        "press", .log = "clicked button" },
  { "disabled button: invoke",         PEL_VERB_INVOKE,           { PEL_ROLE_BUTTON }, { "Disabled" } },
  { "toggle button: toggle",           PEL_VERB_TOGGLE,           { PEL_ROLE_BUTTON, PEL_ROLE_CHECK_BOX }, { "Toggle" }, .log = "toggled toggle on" },
  { "toggle button: invoke",           PEL_VERB_INVOKE,           { PEL_ROLE_BUTTON, PEL_ROLE_CHECK_BOX }, { "Toggle" }, .log = "toggled toggle o*" },
  { "check box: toggle",               PEL_VERB_TOGGLE,           { PEL_ROLE_CHECK_BOX }, { "Check" },      .log = "toggled check on" },
  { "check box: toggle back",          PEL_VERB_TOGGLE,           { PEL_ROLE_CHECK_BOX }, { "Check" },      .log = "toggled check off" },
  { "radio button: select",            PEL_VERB_SELECT,           { PEL_ROLE_RADIO_BUTTON, PEL_ROLE_CHECK_BOX }, { "Radio two" }, .log = "toggled radio-2 on" },
  { "field: set value",                PEL_VERB_SET_VALUE,        { FIELD }, { "Entry" },                   "Zoë 12", .log = "text entry \"Zoë 12\"" },
  { "field: insert text",              PEL_VERB_INSERT_TEXT,      { FIELD }, { "Entry" },                   "ß€", .log = "text entry \"*ß€*\"" },
  { "field: select text",              PEL_VERB_SELECT_TEXT,      { FIELD }, { "Entry" } },
  { "password: set value",             PEL_VERB_SET_VALUE,        { FIELD }, { "Password" },                "pass", .log = "text password \"pass\"" },
  { "long text: set value",            PEL_VERB_SET_VALUE,        { FIELD, PEL_ROLE_TEXT, PEL_ROLE_DOCUMENT }, { "Multi-line" }, "One\nTwo", .log = "text multiline \"One\\nTwo\"" },
  { "slider: set value",               PEL_VERB_SET_VALUE,        { PEL_ROLE_SLIDER }, { "Slider" },        NULL, 30, "value slider 30" },
  { "spin button: set value",          PEL_VERB_SET_VALUE,        { PEL_ROLE_SPINNER }, { "Spin button" },  NULL, 7, "value spin 7" },
  { "item of a combo box: select",     PEL_VERB_SELECT,           { ITEM }, { "item-2" },                   .log = "selected combo item-2" },
  { "combo box: expand",               PEL_VERB_EXPAND,           { BOX }, { "Combo box", "item-1" } },
  { "combo box: collapse",             PEL_VERB_COLLAPSE,         { BOX }, { "Combo box", "item-1" } },
  { "list: select",                    PEL_VERB_SELECT,           { PEL_ROLE_LIST_ITEM }, { "row-3" },      .log = "selected list row-3" },
  { "list: select another",            PEL_VERB_SELECT,           { PEL_ROLE_LIST_ITEM }, { "row-5" },      .log = "selected list row-5" },
  { "tree: expand",                    PEL_VERB_EXPAND,           { NODE, PEL_ROLE_PANE }, { "node-1" },    .log = "expanded tree node-1" },
  { "tree: collapse",                  PEL_VERB_COLLAPSE,         { NODE, PEL_ROLE_PANE }, { "node-1" },    .log = "collapsed tree node-1" },
  { "tree: select",                    PEL_VERB_SELECT,           { NODE }, { "node-2" },                   .log = "selected tree node-2" },
  { "table: select",                   PEL_VERB_SELECT,           { LINE }, { "line-2 20 green", "line-2" }, .log = "selected table line-2" },
  { "tab: select",                     PEL_VERB_SELECT,           { PEL_ROLE_TAB_ITEM }, { "Tab two" },     .log = "tab tab-2" },
  { "scrolled area: scroll",           PEL_VERB_SCROLL,           { PEL_ROLE_SCROLL_AREA, PEL_ROLE_PANE, PEL_ROLE_GROUP }, { "Scrolled area" }, NULL, 120, "scrolled scroller *" },
  { "far below: scroll into view",     PEL_VERB_SCROLL_INTO_VIEW, { PEL_ROLE_BUTTON }, { "Off-screen" },    .log = "scrolled scroller *" },
  { "button: context menu",            PEL_VERB_CONTEXT_MENU,     { PEL_ROLE_BUTTON }, { "Context menu" },  .log = "context-menu shown" },
  { "field: focus",                    PEL_VERB_FOCUS,            { FIELD }, { "Entry" },                   .log = "focused entry" },
  { "window: transform",               PEL_VERB_TRANSFORM,        { PEL_ROLE_WINDOW }, { "fixture-*" },     .log = "window *" },
  { "button: invoke, opens a popover", PEL_VERB_INVOKE,           { PEL_ROLE_BUTTON }, { "Open popover" },  .log = "popover shown" },
  { "in a popover: invoke",            PEL_VERB_INVOKE,           { PEL_ROLE_BUTTON }, { "Popover item" },  .log = "clicked popover-item" },
  { "menu: expand",                    PEL_VERB_EXPAND,           { PEL_ROLE_MENU, PEL_ROLE_MENU_ITEM }, { "File" }, .log = "file-menu shown" },
  { "in a menu: invoke",               PEL_VERB_INVOKE,           { PEL_ROLE_MENU_ITEM }, { "Open" },       .log = "menu file-open" },
  { "button: invoke, opens a dialog",  PEL_VERB_INVOKE,           { PEL_ROLE_BUTTON }, { "Open dialog" },   .log = "dialog shown" },
  { "behind a dialog: invoke",         PEL_VERB_INVOKE,           { PEL_ROLE_BUTTON }, { "Button" },        .log = "clicked button" },
  { "in a dialog: invoke",             PEL_VERB_INVOKE,           { PEL_ROLE_BUTTON }, { "OK" },            .log = "dialog closed ok" },
};
/* clang-format on */

#define N_ROWS G_N_ELEMENTS (rows)

static char *cells[N_ROWS][N_TOOLKITS];

/* The first role counts most. */
static PelElementId
search (PelSnapshot *snapshot, const Row *row)
{
  static PelElementId (*const finds[]) (PelSnapshot *, PelRole, const char *) = { find_of_role,
                                                                                  find_showing };

  for (guint r = 0; r < G_N_ELEMENTS (row->roles) && row->roles[r] != PEL_ROLE_CUSTOM; r++)
    for (guint f = 0; f < G_N_ELEMENTS (finds); f++)
      for (guint n = 0; n < MAX_NAMES && row->names[n] != NULL; n++)
        {
          PelElementId id = finds[f](snapshot, row->roles[r], row->names[n]);

          if (id != PEL_ELEMENT_NONE)
            return id;
        }
  return PEL_ELEMENT_NONE;
}

static PelElementId
find_target (PelSnapshot *snapshot, const Row *row)
{
  if (row->verb == PEL_VERB_TRANSFORM)
    {
      for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
        if (pel_snapshot_get_role (snapshot, id) == PEL_ROLE_WINDOW &&
            g_pattern_match_simple (row->names[0], pel_snapshot_get_name (snapshot, id)))
          return id;
      return PEL_ELEMENT_NONE;
    }
  return search (snapshot, row);
}

static gboolean
has_target (PelSnapshot *snapshot, gconstpointer row)
{
  return find_target (snapshot, row) != PEL_ELEMENT_NONE;
}

/* What a dialog covers goes a while after the dialog has come. */
static gboolean
lacks_target (PelSnapshot *snapshot, gconstpointer row)
{
  return !has_target (snapshot, row);
}

/* What opens is there before it can be seen. */
static gboolean
has_ready_target (PelSnapshot *snapshot, gconstpointer data)
{
  const Row   *row = data;
  PelElementId id = find_target (snapshot, row);
  PelElement   element;

  if (id == PEL_ELEMENT_NONE || row->verb == PEL_VERB_SCROLL_INTO_VIEW ||
      row->verb == PEL_VERB_SELECT)
    return id != PEL_ELEMENT_NONE;
  element = pel_snapshot_get_element (snapshot, id);
  return (element.flags & PEL_ELEMENT_IS_VISIBLE) != 0 || element.place == PEL_PLACE_POPUP ||
         element.place == PEL_PLACE_AMBIGUOUS;
}

static PelAction
describe (const Row *row, const PelElement *element)
{
  PelAction action = { .bus_name = element->bus_name,
                       .path = element->path,
                       .verb = row->verb,
                       .text = row->text,
                       .has_number = row->text == NULL && row->number != 0,
                       .number = row->number,
                       .timeout_ms = ACTION_TIMEOUT_MS };

  if (row->verb == PEL_VERB_SELECT_TEXT)
    action.range = (PelTextRange){ 1, 3 };
  if (row->verb == PEL_VERB_SCROLL)
    {
      action.has_y = TRUE;
      action.scroll_y = row->number;
    }
  if (row->verb == PEL_VERB_TRANSFORM)
    action.extents = (PelPhysicalRect){ 120, 90, 930, 640 };
  return action;
}

/* Whether the words of the page for this cell promise something. */
static gboolean
is_promised (const char *promise)
{
  return promise == NULL || strchr (promise, '`') == NULL || g_str_has_prefix (promise, "✓");
}

static gboolean
look_for (Stage *stage, gboolean (*is_true) (PelSnapshot *, gconstpointer), gint64 timeout_ms)
{
  gint64   deadline = g_get_monotonic_time () + timeout_ms * G_TIME_SPAN_MILLISECOND;
  guint    waker = g_timeout_add (POLL_MS, provider_wake_cb, NULL);
  gboolean done;

  for (;;)
    {
      g_autoptr (PelSnapshot) snapshot = look_at_program (stage->source, stage->bus_name);

      done = is_true (snapshot, NULL);
      if (done || g_get_monotonic_time () > deadline)
        break;
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (waker);
  return done;
}

/* Whether something can be chosen in it. */
static gboolean
is_open (PelSnapshot *snapshot, gconstpointer row)
{
  static const PelRole roles[] = { PEL_ROLE_LIST_ITEM, PEL_ROLE_MENU_ITEM };

  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    {
      PelElementId id = find_of_role (snapshot, roles[i], "item-3");

      if (id == PEL_ELEMENT_NONE)
        id = find_showing (snapshot, roles[i], "item-3");
      if (id != PEL_ELEMENT_NONE &&
          ((pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_VISIBLE) != 0 ||
           pel_snapshot_get_element (snapshot, id).place == PEL_PLACE_POPUP))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_closed (PelSnapshot *snapshot, gconstpointer row)
{
  return !is_open (snapshot, row);
}

static char *
word_outcome (Stage *stage, const Row *row, const PelActionOutcome *outcome, const char *promise)
{
  gboolean is_seen;

  if (outcome->was_already)
    return g_strdup ("already");
  if (row->log != NULL)
    is_seen =
        pel_fixture_wait (stage->fixture, row->log, is_promised (promise) ? SEEN_MS : UNSEEN_MS) !=
        NULL;
  else if (row->verb == PEL_VERB_EXPAND || row->verb == PEL_VERB_COLLAPSE)
    is_seen = look_for (stage,
                        row->verb == PEL_VERB_EXPAND ? is_open : is_closed,
                        is_promised (promise) ? SEEN_MS : UNSEEN_MS);
  else
    is_seen = outcome->effect->verdict != PEL_EFFECT_UNCHANGED;
  return g_strdup_printf ("%s `%s`", is_seen ? "✓" : "nothing happens:", outcome->deed);
}

/* The keyboard and the pointer are where they were. */
static void
assert_quiet (Stage *stage, const Row *row)
{
  /* a browser makes events of its own out of an act */
  if (!g_str_equal (pel_fixture_get_name (stage->fixture), "fixture-web"))
    g_assert_cmpuint (pel_fixture_count (stage->fixture, "pointer *"), ==, 0);
  g_assert_cmpuint (pel_fixture_count (stage->fixture, "key *"), ==, 0);
}

/* Seen by one who has followed the program, or else by one who has not: what is acted on is at
 * stake here, not who missed an event. */
static void
await_target (Stage *stage, const Row *row, const char *promise)
{
  gboolean (*is_as_promised) (PelSnapshot *, gconstpointer) = has_target;

  if (g_strcmp0 (promise, "not there") == 0)
    is_as_promised = lacks_target;
  else if (promise != NULL && g_str_has_prefix (promise, "✓"))
    is_as_promised = has_ready_target;
  for (guint i = 0; promise != NULL && i < 2; i++)
    {
      if (look_until (stage->source, stage->bus_name, is_as_promised, row))
        return;
      g_test_message ("  it is looked at anew");
      g_clear_object (&stage->source);
      stage->source = open_provider ();
    }
}

static char *
try_row (Stage *stage, const Row *row, const char *promise)
{
  g_autoptr (PelSnapshot)      snapshot = NULL;
  g_autoptr (PelActionOutcome) outcome = NULL;
  g_autoptr (GError)           error = NULL;
  PelElement                   element;
  PelAction                    action;

  pel_fixture_forget (stage->fixture);
  await_target (stage, row, promise);
  snapshot = look_at_program (stage->source, stage->bus_name);
  if (!has_target (snapshot, row))
    return g_strdup ("not there");
  element = pel_snapshot_get_element (snapshot, find_target (snapshot, row));
  action = describe (row, &element);
  outcome = run_action (stage, &action, &error);
  assert_quiet (stage, row);
  if (outcome == NULL)
    {
      g_test_message ("  %s", error->message);
      return g_strdup_printf ("`%s`", pel_error_code_to_string (pel_error_get_code (error)));
    }
  g_test_message ("  %s; %s",
                  outcome->words,
                  outcome->effect != NULL ? pel_effect_verdict_to_string (outcome->effect->verdict)
                                          : "");
  return word_outcome (stage, row, outcome, promise);
}

/* The minor number of the version that the program tells. */
static int
read_minor (const Stage *stage)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);
  g_autoptr (GVariant)        version = NULL;
  const char                 *dot;

  g_assert_no_error (error);
  version = pel_a11y_get (bus, stage->bus_name, PEL_A11Y_ROOT, "Application", "Version", &error);
  g_assert_no_error (error);
  dot = strchr (g_variant_get_string (version, NULL), '.');
  return dot != NULL ? atoi (dot + 1) : 0;
}

static gboolean
is_in_column (const Stage *stage, guint toolkit)
{
  int minor;

  if (toolkits[toolkit].last_minor == 0)
    return TRUE;
  minor = read_minor (stage);
  return minor >= toolkits[toolkit].first_minor && minor <= toolkits[toolkit].last_minor;
}

/* The page */

/* (nullable): what the page says; NULL where it says nothing. */
static char *
dup_promise (const char *title, guint toolkit)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "docs", "patterns.md", NULL);
  g_autofree char *page = NULL;
  g_autofree char *beginning = g_strdup_printf ("| %s |", title);
  g_auto (GStrv)   lines = NULL;

  if (!g_file_get_contents (path, &page, NULL, NULL))
    return NULL;
  lines = g_strsplit (page, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], beginning))
        {
          g_auto (GStrv) parts = g_strsplit (lines[i], "|", -1);

          if (g_strv_length (parts) > toolkit + 2)
            return g_strdup (g_strstrip (parts[toolkit + 2]));
        }
    }
  return NULL;
}

static void
write_table (const char *path)
{
  g_autoptr (GString) table = g_string_new ("| what is tried |");
  g_autoptr (GError)  error = NULL;

  for (guint t = 0; t < N_TOOLKITS; t++)
    g_string_append_printf (table, " %s |", toolkits[t].title);
  g_string_append (table, "\n| --- |");
  for (guint t = 0; t < N_TOOLKITS; t++)
    g_string_append (table, " --- |");
  g_string_append_c (table, '\n');
  for (guint r = 0; r < N_ROWS; r++)
    {
      g_string_append_printf (table, "| %s |", rows[r].title);
      for (guint t = 0; t < N_TOOLKITS; t++)
        {
          g_autofree char *promise = cells[r][t] == NULL ? dup_promise (rows[r].title, t) : NULL;

          g_string_append_printf (table, " %s |", promise != NULL ? promise : cells[r][t]);
        }
      g_string_append_c (table, '\n');
    }
  g_file_set_contents (path, table->str, -1, &error);
  g_assert_no_error (error);
}

static void
test_matrix (gconstpointer data)
{
  guint             toolkit = GPOINTER_TO_UINT (data);
  const char *const arguments[] = { "--rows", "20", NULL };
  Stage             stage = { 0 };
  guint             n_wrong = 0;

  if (pel_fixture_skip (toolkits[toolkit].program))
    return;
  stage_open (&stage, toolkits[toolkit].program, arguments);
  if (!is_in_column (&stage, toolkit))
    {
      stage_close (&stage);
      g_test_skip ("the toolkit has another version here");
      return;
    }
  for (guint i = 0; i < N_ROWS; i++)
    {
      g_autofree char *promise = dup_promise (rows[i].title, toolkit);

      g_test_message ("%s", rows[i].title);
      cells[i][toolkit] = try_row (&stage, &rows[i], promise);
      g_test_message ("  → %s", cells[i][toolkit]);
      if (g_strcmp0 (promise, cells[i][toolkit]) != 0 && g_getenv ("PEL_PATTERNS_OUT") == NULL)
        {
          g_test_message ("docs/patterns.md says of “%s”: %s", rows[i].title, promise);
          n_wrong++;
        }
    }
  stage_close (&stage);
  if (g_getenv ("PEL_PATTERNS_OUT") != NULL)
    write_table (g_getenv ("PEL_PATTERNS_OUT"));
  g_assert_cmpuint (n_wrong, ==, 0);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < N_TOOLKITS; i++)
    {
      g_autofree char *path = g_strdup_printf ("/patterns/matrix/%s", toolkits[i].path);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_matrix);
    }
  status = g_test_run ();
  for (guint r = 0; r < N_ROWS; r++)
    for (guint t = 0; t < N_TOOLKITS; t++)
      g_clear_pointer (&cells[r][t], g_free);
  return status;
}
