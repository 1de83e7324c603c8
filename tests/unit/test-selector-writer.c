/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The best selector of an element: which one it is, and that it always names this one alone. */

#include "services/selector/selector-writer.h"
#include "tests/unit/fake-element-source.h"
#include "tests/unit/random-tree.h"

#include <atspi/atspi-constants.h>
#include <string.h>

#define N_TREES 60

#define LONG_NAME \
  "Four score and seven years ago our fathers brought forth on this continent a new nation"

typedef struct
{
  guint       level;
  guint       program;
  guint       native_role;
  const char *name;
  const char *id; /* (nullable) */
  const char *selector;
} Row;

/* clang-format off */
static const char *const programs[] = { "gedit", "files", "gedit", "", NULL };

/* Element n of the desktop, in depth-first order, and how it is best named. */
static const Row rows[] = {
  { 0, 0, ATSPI_ROLE_APPLICATION, "gedit",       NULL,       "Application:\"gedit\" >> nth(1)" },
  { 1, 0, ATSPI_ROLE_FRAME,       "Notes",       NULL,       "Window:\"Notes\"" },
  { 2, 0, ATSPI_ROLE_PUSH_BUTTON, "Save",        NULL,       "window=\"Notes\" >> Button:\"Save\"" },
  { 2, 0, ATSPI_ROLE_PUSH_BUTTON, "Open \"x\\\"", NULL,      "Button:\"Open \\\"x\\\\\\\"\"" },
  { 2, 0, ATSPI_ROLE_PUSH_BUTTON, "",            NULL,       "Window:\"Notes\" >> role=Button >> nth(3)" },
  { 2, 0, ATSPI_ROLE_PUSH_BUTTON, "",            "find",     "#find" },
  { 2, 0, ATSPI_ROLE_PUSH_BUTTON, "Find",        "12",       "id=\"12\"" },
  { 2, 0, ATSPI_ROLE_SLIDER,      "",            NULL,       "Window:\"Notes\" >> role=Slider" },
  { 2, 0, ATSPI_ROLE_TEXT,        LONG_NAME,     NULL,       "role=Edit && name^=\"Four score and seven years ago our fathers broug\"" },
  { 2, 0, ATSPI_ROLE_TOOL_BAR,    "Tools",       NULL,       "window=\"Notes\" >> ToolBar:\"Tools\"" },
  { 3, 0, ATSPI_ROLE_PUSH_BUTTON, "Cut",         NULL,       "Button:\"Cut\"" },
  { 3, 0, ATSPI_ROLE_PANEL,       "",            NULL,       "Window:\"Notes\" >> ToolBar:\"Tools\" >> role=Pane" },
  { 4, 0, ATSPI_ROLE_PUSH_BUTTON, "Paste",       NULL,       "Window:\"Notes\" >> ToolBar:\"Tools\" >> Button:\"Paste\" >> nth(1)" },
  { 4, 0, ATSPI_ROLE_PUSH_BUTTON, "Paste",       NULL,       "Window:\"Notes\" >> ToolBar:\"Tools\" >> Button:\"Paste\" >> nth(2)" },
  { 4, 0, ATSPI_ROLE_PUSH_BUTTON, "Copy",        "copy",     "#copy" },
  { 2, 0, ATSPI_ROLE_PAGE_TAB,    "Tab",         NULL,       "Window:\"Notes\" >> TabItem:\"Tab\" >> nth(1)" },
  { 3, 0, ATSPI_ROLE_IMAGE,       "",            NULL,       "Window:\"Notes\" >> role=Image >> nth(1)" },
  { 2, 0, ATSPI_ROLE_PAGE_TAB,    "Tab",         NULL,       "Window:\"Notes\" >> TabItem:\"Tab\" >> nth(2)" },
  { 3, 0, ATSPI_ROLE_IMAGE,       "",            NULL,       "Window:\"Notes\" >> role=Image >> nth(2)" },
  { 2, 0, ATSPI_ROLE_PUSH_BUTTON, "GtkButton",   NULL,       "Button:\"Undo\"" },
  { 3, 0, ATSPI_ROLE_LABEL,       "Undo",        NULL,       "Text:\"Undo\"" },
  { 2, 0, ATSPI_ROLE_PUSH_BUTTON, "GtkButton",   NULL,       "Button:\"Redo\"" },
  { 3, 0, ATSPI_ROLE_LABEL,       "Redo",        NULL,       "Text:\"Redo\"" },
  { 2, 0, ATSPI_ROLE_PUSH_BUTTON, "Leave",       NULL,       "Button:\"Leave\"" },
  { 3, 0, ATSPI_ROLE_LABEL,       "X",           NULL,       "Text:\"X\"" },
  { 0, 1, ATSPI_ROLE_APPLICATION, "files",       "copy.all", "id=\"copy.all\"" },
  { 1, 1, ATSPI_ROLE_FRAME,       "Home",        NULL,       "app=\"files\" >> Window:\"Home\"" },
  { 2, 1, ATSPI_ROLE_PUSH_BUTTON, "Save",        "same",     "app=\"files\" >> #same" },
  { 2, 1, ATSPI_ROLE_CHECK_BOX,   "",            "twice",    "app=\"files\" && role=CheckBox && id=\"twice\"" },
  { 2, 1, ATSPI_ROLE_LABEL,       "Twice",       "twice",    "app=\"files\" && role=Text && id=\"twice\"" },
  { 2, 1, ATSPI_ROLE_PUSH_BUTTON, "OK",          NULL,       "app=\"files\" >> Window:\"Home\" >> Button:\"OK\" >> nth(1)" },
  { 2, 1, ATSPI_ROLE_GROUPING,    "Sort",        NULL,       "Group:\"Sort\"" },
  { 3, 1, ATSPI_ROLE_PUSH_BUTTON, "OK",          NULL,       "Group:\"Sort\" >> Button:\"OK\"" },
  { 3, 1, ATSPI_ROLE_LIST_ITEM,   "row",         NULL,       "Group:\"Sort\" >> ListItem:\"row\" >> nth(1)" },
  { 3, 1, ATSPI_ROLE_LIST_ITEM,   "row",         NULL,       "Group:\"Sort\" >> ListItem:\"row\" >> nth(2)" },
  { 0, 2, ATSPI_ROLE_APPLICATION, "gedit",       NULL,       "Application:\"gedit\" >> nth(2)" },
  { 1, 2, ATSPI_ROLE_FRAME,       "Home",        "same",     "app=\"gedit\" >> #same" },
  { 2, 2, ATSPI_ROLE_PUSH_BUTTON, "Save",        NULL,       "app=\"gedit\" >> Window:\"Home\" >> Button:\"Save\"" },
  { 2, 2, ATSPI_ROLE_TOOL_BAR,    "Tools",       NULL,       "window=\"Home\" >> ToolBar:\"Tools\"" },
  { 0, 3, ATSPI_ROLE_APPLICATION, "",            NULL,       "role=Application >> nth(4)" },
  { 1, 3, ATSPI_ROLE_FRAME,       "\n\xd7\xa9\xd7\x9c", NULL, "Window:\"\\nשל\"" },
  { 0, 4, ATSPI_ROLE_APPLICATION, "nobody",      NULL,       "Application:\"nobody\"" },
  { 1, 4, ATSPI_ROLE_FRAME,       "",            NULL,       "Application:\"nobody\" >> role=Window" },
  { 2, 4, ATSPI_ROLE_PUSH_BUTTON, "Save",        NULL,       "Application:\"nobody\" >> Button:\"Save\"" },
};
/* clang-format on */

static PelSnapshot *
new_desktop (void)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  PelElementId        parents[8] = { PEL_ELEMENT_NONE };

  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    pel_snapshot_builder_add_program (builder,
                                      &(PelSnapshotProgram){ .bus_name = ":1.7",
                                                             .name = programs[i],
                                                             .is_answering = TRUE });
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u", (guint) i + 1);
      PelElement       element = { .parent = parents[rows[i].level],
                                   .program = rows[i].program,
                                   .ref = i + 1,
                                   .native_role = rows[i].native_role,
                                   .role = pel_role_from_atspi (rows[i].native_role),
                                   .name = rows[i].name,
                                   .bus_name = ":1.7",
                                   .path = path };

      parents[rows[i].level + 1] = pel_snapshot_builder_add (builder, &element);
    }
  return pel_snapshot_builder_finish (builder);
}

/* What everybody's id is. */
static PelFacts *
new_facts (PelSnapshot *snapshot)
{
  PelFacts *facts = pel_facts_new ();

  pel_facts_begin (facts, snapshot, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    pel_facts_set (facts, i + 1, PEL_FACT_ID, rows[i].id);
  return facts;
}

static void
assert_names (PelSnapshot *snapshot, PelElementId id, const PelFacts *facts, const char *text)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelSelector)   selector = pel_selector_parse (text, &error);
  g_autoptr (PelResolution) resolution = NULL;

  g_assert_no_error (error);
  resolution = pel_selector_resolve (selector, snapshot, facts);
  if (resolution->wanted->len == 0 && resolution->matches->len == 1 &&
      g_array_index (resolution->matches, PelElementId, 0) == id)
    return;
  g_error ("element %u: %s matches %u elements, %u are to be read",
           id,
           text,
           resolution->matches->len,
           resolution->wanted->len);
}

static void
test_rows (void)
{
  g_autoptr (PelSnapshot) snapshot = new_desktop ();
  g_autoptr (PelFacts)    facts = new_facts (snapshot);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = pel_selector_write (snapshot, i + 1, facts);

      g_test_message ("row %u", (guint) i);
      g_assert_cmpstr (text, ==, rows[i].selector);
      assert_names (snapshot, i + 1, facts, text);
    }
}

/* Ids that are not known are not counted on. */
static void
test_unknown_ids (void)
{
  g_autoptr (PelSnapshot) snapshot = new_desktop ();
  g_autoptr (PelFacts)    no_facts = pel_facts_new ();
  g_autoptr (PelFacts)    one_fact = pel_facts_new ();

  pel_facts_begin (one_fact, snapshot, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *without = pel_selector_write (snapshot, i + 1, NULL);
      g_autofree char *with = NULL;

      if (rows[i].id != NULL)
        pel_facts_set (one_fact, i + 1, PEL_FACT_ID, rows[i].id);
      with = pel_selector_write (snapshot, i + 1, one_fact);
      g_assert_null (strchr (without, '#'));
      g_assert_null (strstr (without, "id="));
      assert_names (snapshot, i + 1, no_facts, without);
      assert_names (snapshot, i + 1, one_fact, with);
    }
}

/* Two windows of one program; the second has its title from the window system only. */
static PelSnapshot *
new_titled_desktop (const char *second_title)
{
  const PelWindowInfo windows[] = {
    { .id = "1", .title = "Doc", .bounds = { 0, 0, 100, 100 } },
    { .id = "2", .title = second_title, .bounds = { 0, 0, 100, 100 } }
  };
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (1, windows, G_N_ELEMENTS (windows));
  PelSnapshotBuilder    *builder = pel_snapshot_builder_new ();
  PelElement             element = { .role = PEL_ROLE_APPLICATION, .name = "app", .ref = 1 };
  PelElementId           root;

  element.bus_name = ":1.7";
  element.path = "/";
  pel_snapshot_builder_set_desktop (builder, desktop);
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.7", .name = "app" });
  root = pel_snapshot_builder_add (builder, &element);
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      element.parent = root;
      element.role = PEL_ROLE_WINDOW;
      element.name = i == 0 ? "Doc" : "";
      element.ref++;
      element.parent = pel_snapshot_builder_add (builder, &element);
      pel_snapshot_builder_add_surface (builder, i, element.parent);
      element.role = PEL_ROLE_BUTTON;
      element.name = "Save";
      element.ref++;
      pel_snapshot_builder_add (builder, &element);
    }
  return pel_snapshot_builder_finish (builder);
}

/* A proposal that names another one as well is passed over. */
static void
test_seen (void)
{
  g_autoptr (PelSnapshot) same = new_titled_desktop ("Doc");
  g_autoptr (PelSnapshot) other = new_titled_desktop ("Other");
  g_autofree char        *of_same = pel_selector_write (same, 3, NULL);
  g_autofree char        *of_other = pel_selector_write (other, 3, NULL);

  g_assert_cmpstr (of_other, ==, "window=\"Doc\" >> Button:\"Save\"");
  g_assert_cmpstr (of_same, ==, "Window:\"Doc\" >> Button:\"Save\"");
}

/* What lasts: a program is restarted with another document, in another mode. */

#define SEEN TRUE

/* clang-format off */
static const struct { guint level, native_role; const char *name; gboolean is_visible; const char *selector; } lasting[] = {
  { 0, ATSPI_ROLE_APPLICATION,  "Web",                   SEEN,  "Application:\"Web\"" },
  { 1, ATSPI_ROLE_FRAME,        "Town — Web",            SEEN,  "Window:\"Town — Web\"" },
  { 2, ATSPI_ROLE_PUSH_BUTTON,  "",                      SEEN,  "app=\"Web\" >> role=Button && visible=true >> nth(1)" },
  { 2, ATSPI_ROLE_PUSH_BUTTON,  "Save",                  FALSE, "app=\"Web\" >> Button:\"Save\" >> nth(1)" },
  { 2, ATSPI_ROLE_PUSH_BUTTON,  "Save",                  SEEN,  "Button:\"Save\" && visible=true" },
  { 2, ATSPI_ROLE_PAGE_TAB,     "Town - Memory - 27 MB", SEEN,  "role=TabItem && name^=\"Town - Memory\"" },
  { 3, ATSPI_ROLE_PUSH_BUTTON,  "Close",                 SEEN,  "Button:\"Close\"" },
  { 2, ATSPI_ROLE_PAGE_TAB,     "Inbox (3)",             SEEN,  "role=TabItem && name^=\"Inbox\"" },
  { 2, ATSPI_ROLE_PAGE_TAB,     "Sheet1",                SEEN,  "TabItem:\"Sheet1\"" },
  { 2, ATSPI_ROLE_PAGE_TAB,     "Note: 1",               SEEN,  "TabItem:\"Note: 1\"" },
  { 2, ATSPI_ROLE_PAGE_TAB,     "Note: 2",               SEEN,  "TabItem:\"Note: 2\"" },
  { 2, ATSPI_ROLE_DOCUMENT_WEB, "New",                   FALSE, "Document:\"New\"" },
  { 2, ATSPI_ROLE_DOCUMENT_WEB, "Town",                  SEEN,  "Document:\"Town\"" },
  { 3, ATSPI_ROLE_PUSH_BUTTON,  "",                      FALSE, "role=Document && visible=true >> role=Button >> nth(1)" },
  { 3, ATSPI_ROLE_PUSH_BUTTON,  "",                      SEEN,  "role=Document && visible=true >> role=Button && visible=true >> nth(1)" },
  { 3, ATSPI_ROLE_PUSH_BUTTON,  "",                      SEEN,  "role=Document && visible=true >> role=Button && visible=true >> nth(2)" },
};
/* clang-format on */

static void
test_lasting (void)
{
  PelSnapshotBuilder     *builder = pel_snapshot_builder_new ();
  PelElementId            parents[8] = { PEL_ELEMENT_NONE };
  g_autoptr (PelSnapshot) snapshot = NULL;
  g_autoptr (PelFacts)    facts = pel_facts_new ();

  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.7", .name = "Web" });
  for (gsize i = 0; i < G_N_ELEMENTS (lasting); i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u", (guint) i + 1);
      guint            role = lasting[i].native_role;
      PelElement       element = { .parent = parents[lasting[i].level],
                                   .ref = i + 1,
                                   .native_role = role,
                                   .role = pel_role_from_atspi (role),
                                   .flags = lasting[i].is_visible ? PEL_ELEMENT_IS_VISIBLE : 0,
                                   .name = lasting[i].name,
                                   .bus_name = ":1.7",
                                   .path = path };

      parents[lasting[i].level + 1] = pel_snapshot_builder_add (builder, &element);
    }
  snapshot = pel_snapshot_builder_finish (builder);
  for (gsize i = 0; i < G_N_ELEMENTS (lasting); i++)
    {
      g_autofree char *text = pel_selector_write (snapshot, i + 1, NULL);

      g_test_message ("row %u", (guint) i);
      g_assert_cmpstr (text, ==, lasting[i].selector);
      assert_names (snapshot, i + 1, facts, text);
    }
}

/* Every element of every tree. */

/* clang-format off */
static const char *const names[] = {
  "", "", "OK", "OK", "OK then", "Cancel", "a \"quoted\" one", "back\\slash", "two\nlines", "\t", "\x1b[31m",
  "nth(2)", ">> role=Button", "?? x", "/regex/", "~*", "#12", "@e12", "!no", "\xff",
  "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d", "\xe2\x80\xae" "dlrow", "漢字", LONG_NAME, LONG_NAME " again",
};
static const char *const apps[] = { "gedit", "gedit", "a \"b\"", "", NULL, LONG_NAME, LONG_NAME "!" };
static const char *const ids[] = { NULL, NULL, "save", "12", "a b", "\"", "-x", "_y", "" };
static const guint roles[] = {
  ATSPI_ROLE_PUSH_BUTTON, ATSPI_ROLE_PUSH_BUTTON, ATSPI_ROLE_PANEL, ATSPI_ROLE_FRAME, ATSPI_ROLE_DIALOG,
  ATSPI_ROLE_APPLICATION, ATSPI_ROLE_LIST_ITEM, ATSPI_ROLE_UNKNOWN, ATSPI_ROLE_LABEL, ATSPI_ROLE_LABEL,
};
/* clang-format on */

#define PICK(array) (array)[g_test_rand_int_range (0, G_N_ELEMENTS (array))]

static PelSnapshot *
new_random_desktop (const RandomTree *tree)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  g_autofree char    *huge = g_strnfill (4000, 'x');

  for (guint i = 0; i < tree->n_programs; i++)
    pel_snapshot_builder_add_program (builder,
                                      &(PelSnapshotProgram){ .bus_name = ":1.7",
                                                             .name = PICK (apps),
                                                             .is_answering = TRUE });
  for (guint i = 1; i <= tree->n_elements; i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u", i);
      guint            role = PICK (roles);
      PelElement       element = { .parent = tree->parents[i],
                                   .program = i % tree->n_programs,
                                   .ref = i,
                                   .native_role = role,
                                   .role = pel_role_from_atspi (role),
                                   .flags = g_test_rand_bit () ? PEL_ELEMENT_IS_VISIBLE : 0,
                                   .name = g_test_rand_int_range (0, 20) == 0 ? huge : PICK (names),
                                   .bus_name = ":1.7",
                                   .path = path };

      pel_snapshot_builder_add (builder, &element);
    }
  return pel_snapshot_builder_finish (builder);
}

static void
check_desktop (PelSnapshot *snapshot)
{
  g_autoptr (PelFacts) facts = pel_facts_new ();
  g_autoptr (PelFacts) no_facts = pel_facts_new ();
  guint                n_elements = pel_snapshot_get_n_elements (snapshot);

  pel_facts_begin (facts, snapshot, 0);
  for (guint ref = 1; ref <= n_elements; ref++)
    pel_facts_set (facts, ref, PEL_FACT_ID, PICK (ids));
  for (PelElementId id = 1; id <= n_elements; id++)
    {
      g_autoptr (GPtrArray) proposals = pel_selector_propose (snapshot, id, NULL);
      g_autofree char      *text = pel_selector_write (snapshot, id, facts);
      g_autofree char      *again = pel_selector_write (snapshot, id, facts);

      g_assert_cmpstr (text, ==, again);
      g_assert_cmpuint (strlen (text), <, PEL_SELECTOR_MAX_BYTES);
      assert_names (snapshot, id, facts, text);
      g_assert_cmpuint (proposals->len, <=, 8);
      assert_names (snapshot, id, no_facts, g_ptr_array_index (proposals, proposals->len - 1));
    }
}

static void
test_random (void)
{
  for (guint i = 0; i < N_TREES; i++)
    {
      g_autoptr (RandomTree)  tree = random_tree_new (i % 3 == 0 ? 120 : 30);
      g_autoptr (PelSnapshot) snapshot = new_random_desktop (tree);

      check_desktop (snapshot);
    }
}

/* What is read for it. */

typedef struct
{
  PelFakeElementSource *source;
  PelSnapshot          *snapshot;
  PelFacts             *facts;
  GCancellable         *cancellable;
  char                 *text;
  GError               *error;
  gboolean              is_done;
} Fixture;

static PelElementReading *
read_element (const PelReadingRequest *request, gpointer unused)
{
  PelElementReading *reading = pel_element_reading_new ();
  guint              number = g_ascii_strtoull (request->path + 1, NULL, 10);

  g_assert_cmpint (request->flags, ==, PEL_READ_ID);
  reading->id = g_strdup (number <= G_N_ELEMENTS (rows) ? rows[number - 1].id : "other");
  return reading;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->source = pel_fake_element_source_new ();
  pel_fake_element_source_set_read_func (fixture->source, read_element, NULL);
  fixture->snapshot = new_desktop ();
  fixture->facts = pel_facts_new ();
  fixture->cancellable = g_cancellable_new ();
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  while (g_main_context_iteration (NULL, FALSE)) /* the ends of what was cancelled */
    ;
  g_assert_finalize_object (fixture->source);
  g_assert_finalize_object (fixture->snapshot);
  g_assert_finalize_object (fixture->cancellable);
  pel_facts_unref (fixture->facts);
  g_clear_pointer (&fixture->text, g_free);
  g_clear_error (&fixture->error);
}

static void
written_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  Fixture *fixture = user_data;

  g_clear_pointer (&fixture->text, g_free);
  fixture->text = pel_selector_write_finish (result, &fixture->error);
  fixture->is_done = TRUE;
}

static void
begin (Fixture *fixture, PelElementId id, guint timeout_ms)
{
  fixture->is_done = FALSE;
  pel_selector_write_async (&(PelSearch){ .source = PEL_ELEMENT_SOURCE (fixture->source),
                                          .snapshot = fixture->snapshot,
                                          .facts = fixture->facts,
                                          .timeout_ms = timeout_ms },
                            id,
                            fixture->cancellable,
                            written_cb,
                            fixture);
}

static void
test_read (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      begin (fixture, i + 1, 60000);
      pel_fake_wait_until (&fixture->is_done);
      g_assert_no_error (fixture->error);
      g_assert_cmpstr (fixture->text, ==, rows[i].selector);
    }
  g_assert_cmpuint (pel_fake_element_source_get_n_reads (fixture->source),
                    ==,
                    G_N_ELEMENTS (rows)); /* each once */
}

/* Of one without an id nothing but that is read. */
static void
test_read_little (Fixture *fixture, gconstpointer unused)
{
  begin (fixture, 3, 60000);
  pel_fake_wait_until (&fixture->is_done);
  g_assert_cmpstr (fixture->text, ==, rows[2].selector);
  g_assert_cmpuint (pel_fake_element_source_get_n_reads (fixture->source), ==, 1);
}

static guint
find_row (const char *id)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_strcmp0 (rows[i].id, id) == 0)
      return i + 1;
  g_assert_not_reached ();
}

/* Others may have the same id: who is out of time does without. */
static void
test_late (Fixture *fixture, gconstpointer unused)
{
  guint id = find_row ("copy");

  pel_facts_begin (fixture->facts, fixture->snapshot, g_get_monotonic_time ());
  pel_facts_set (fixture->facts, id, PEL_FACT_ID, "copy");
  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_STUBBORN);
  begin (fixture, id, 20);
  pel_fake_wait_until (&fixture->is_done);
  g_assert_cmpstr (fixture->text, ==, "Button:\"Copy\"");
  pel_fake_element_source_answer_reads (fixture->source, G_MAXUINT);
  pel_fake_wait_ms (5);
}

static void
test_without_source (Fixture *fixture, gconstpointer unused)
{
  guint id = find_row ("copy");

  pel_facts_begin (fixture->facts, fixture->snapshot, g_get_monotonic_time ());
  pel_facts_set (fixture->facts, id, PEL_FACT_ID, "copy");
  pel_selector_write_async (&(PelSearch){ .snapshot = fixture->snapshot,
                                          .facts = fixture->facts,
                                          .timeout_ms = 1000 },
                            id,
                            NULL,
                            written_cb,
                            fixture);
  pel_fake_wait_until (&fixture->is_done);
  g_assert_cmpstr (fixture->text, ==, "Button:\"Copy\"");
}

static void
test_cancelled (Fixture *fixture, gconstpointer unused)
{
  pel_fake_element_source_set_read_manner (fixture->source, PEL_FAKE_WAITS);
  begin (fixture, 6, 60000);
  pel_fake_wait_ms (5);
  g_assert_false (fixture->is_done);
  g_cancellable_cancel (fixture->cancellable);
  pel_fake_wait_until (&fixture->is_done);
  g_assert_error (fixture->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (fixture->text);
}

/* clang-format off */
/* How many other buttons there are in the program and elsewhere, and what that makes of “#find”. */
static const struct { guint n_own, n_own_panes, n_others; const char *selector; } sizes[] = {
  { 0,    0,    1900, "#find" },
  { 0,    0,    2000, "app=\"a\" >> #find" },
  { 10,   1900, 2000, "app=\"a\" >> #find" },
  { 10,   2000, 2000, "app=\"a\" && role=Button && id=\"find\"" },
  { 2000, 0,    0,    "app=\"a\" >> role=Button >> nth(1)" },
};
/* clang-format on */

static void
add_many (PelSnapshotBuilder *builder, PelElementId parent, guint program, guint role, guint n)
{
  for (guint i = 0; i < n; i++)
    pel_snapshot_builder_add (builder,
                              &(PelElement){ .parent = parent,
                                             .program = program,
                                             .ref = program * 10000 + role * 20000 + i + 100,
                                             .role = pel_role_from_atspi (role),
                                             .native_role = role,
                                             .name = "",
                                             .bus_name = ":1.7",
                                             .path = "/9999" });
}

static PelSnapshot *
new_large_desktop (gsize row, guint find_number)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  g_autofree char    *path = g_strdup_printf ("/%u", find_number);
  PelElement          element = { .ref = 1, .bus_name = ":1.7", .path = "/9999", .name = "" };
  PelElementId        roots[2];

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      element.program =
          pel_snapshot_builder_add_program (builder,
                                            &(PelSnapshotProgram){ .bus_name = ":1.7",
                                                                   .name = i == 0 ? "a" : "b" });
      element.role = PEL_ROLE_APPLICATION;
      element.ref = i + 1;
      roots[i] = pel_snapshot_builder_add (builder, &element);
    }
  element = (PelElement){ .parent = roots[0],
                          .ref = 3,
                          .role = PEL_ROLE_BUTTON,
                          .native_role = ATSPI_ROLE_PUSH_BUTTON,
                          .bus_name = ":1.7",
                          .path = path,
                          .name = "" };
  pel_snapshot_builder_add (builder, &element);
  add_many (builder, roots[0], 0, ATSPI_ROLE_PUSH_BUTTON, sizes[row].n_own);
  add_many (builder, roots[0], 0, ATSPI_ROLE_PANEL, sizes[row].n_own_panes);
  add_many (builder, roots[1], 1, ATSPI_ROLE_PUSH_BUTTON, sizes[row].n_others);
  return pel_snapshot_builder_finish (builder);
}

/* No more than some are ever read for it. */
static void
test_sizes (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      guint n_before = pel_fake_element_source_get_n_reads (fixture->source);

      g_clear_object (&fixture->snapshot);
      g_clear_pointer (&fixture->facts, pel_facts_unref);
      fixture->facts = pel_facts_new ();
      fixture->snapshot = new_large_desktop (i, find_row ("find"));
      begin (fixture, 2, 60000);
      pel_fake_wait_until (&fixture->is_done);
      g_assert_no_error (fixture->error);
      g_assert_cmpstr (fixture->text, ==, sizes[i].selector);
      g_assert_cmpuint (pel_fake_element_source_get_n_reads (fixture->source) - n_before, <=, 2000);
    }
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/selector-writer/lasting", test_lasting);
  g_test_add_func ("/selector-writer/rows", test_rows);
  g_test_add_func ("/selector-writer/unknown-ids", test_unknown_ids);
  g_test_add_func ("/selector-writer/seen", test_seen);
  g_test_add_func ("/selector-writer/random", test_random);
  ADD ("/selector-writer/read", test_read);
  ADD ("/selector-writer/read-little", test_read_little);
  ADD ("/selector-writer/late", test_late);
  ADD ("/selector-writer/without-source", test_without_source);
  ADD ("/selector-writer/cancelled", test_cancelled);
  ADD ("/selector-writer/sizes", test_sizes);
  return g_test_run ();
}
