/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the provider says that widgets are, and where their pixels are: every toolkit, with every
 * kind of decoration, at every scale it has, wherever a monitor may stand. */

#include "coordinate-case.h"
#include "services/provider/toolkit.h"
#include "sway-ipc.h"
#include "test-input.h"
#if HAVE_X11
#include "x11-reply.h"
#endif

#include <stdlib.h>

#define TITLE "Coordinates"

typedef enum
{
  TELLS_CONTENT = 1 << 0,  /* a box inside of the widget: GTK 4 before 4.10 */
  ROUNDS_OUTWARD = 1 << 1, /* by up to two pixels: pages of Chromium */
} Manner;

typedef struct
{
  const char *program;
  Manner      manner;
  const char *combo_name; /* Qt calls a combo box what it shows */
  const char *inside[5];  /* ids that tell only the part which reacts, or holds something */
  const char *variable;   /* that scales it on X11; NULL: the resolution of fonts does */
  const char *scales[6];  /* on X11 */
  const char *decorations[4];
} Toolkit;

/* clang-format off */
static const Toolkit toolkits[] = {
  { "fixture-gtk3", 0,              "Combo box", { NULL },
    "GDK_SCALE",       { "1", "2" },                          { "server", "client", "none" } },
  { "fixture-gtk4", TELLS_CONTENT,  "Combo box", { NULL },
    "GDK_SCALE",       { "1", "2" },                          { "server", "client", "none" } },
  { "fixture-qt5",  0,              "item-1",    { "check" },
    "QT_SCALE_FACTOR", { "1", "1.25", "1.5", "1.75", "2" },   { "server", "none" } },
  { "fixture-qt6",  0,              "item-1",    { "check" },
    "QT_SCALE_FACTOR", { "1", "1.25", "1.5", "1.75", "2" },   { "server", "none" } },
  { "fixture-web",  ROUNDS_OUTWARD, "Combo box", { "table", "check", "radio-1", "radio-2" },
    NULL,              { "1", "1.25", "1.5", "1.75", "2" },   { "server", "client" } },
};

/* Places of windows on X11, by the kind of desktop. */
static const struct { const char *kind, *name, *position; } places[] = {
  { "x11",       "one-monitor", "101,63"   },
  { "x11-xfwm",  "one-monitor", "101,63"   },
  { "x11-multi", "first",       "100,400"  },
  { "x11-multi", "second",      "2100,100" },
  { "x11-multi", "third",       "3301,601" },
};

/* Outputs of sway. */
static const struct { const char *name, *output; double scale; int x, y; } outputs[] = {
  { "1",             "HEADLESS-1", 1,    0,     0    },
  { "1.25-negative", "HEADLESS-2", 1.25, -1536, -120 },
  { "1.5",           "HEADLESS-2", 1.5,  1280,  0    },
  { "1.75-above",    "HEADLESS-2", 1.75, 1280,  -200 },
  { "2-negative",    "HEADLESS-2", 2,    -960,  100  },
};

/* Where the content of a window stands on an output: whole pixels at every scale. */
#define CONTENT_X 40
#define CONTENT_Y 36
/* clang-format on */

static gboolean
is_in (const char *const *list, const char *id)
{
  for (; *list != NULL; list++)
    if (g_str_equal (*list, id))
      return TRUE;
  return FALSE;
}

static Tolerance
get_tolerance (const Toolkit *toolkit, const char *id, gboolean is_resampled)
{
  Tolerance exact = { { 0, 0 }, { 0, 0 } };

  if ((toolkit->manner & ROUNDS_OUTWARD) != 0)
    exact = (Tolerance){ { 2, 2 }, { 2, 2 } };
  else if (is_resampled) /* a pixel at an edge is a mixture where it is covered in part */
    exact = (Tolerance){ { 1, 1 }, { 1, 1 } };
  if ((toolkit->manner & TELLS_CONTENT) != 0 || is_in (toolkit->inside, id))
    exact.first.inside = exact.last.inside = G_MAXINT;
  return exact;
}

/* @toolkit as it is here. */
static Toolkit
get_version (const Toolkit *toolkit, Subject *subject)
{
  g_autoptr (PelSnapshot)   snapshot = look_at_program (subject->source, subject->bus_name);
  const PelSnapshotProgram *program = find_program (snapshot, subject->bus_name);
  Toolkit                   here = *toolkit;

  g_assert_nonnull (program);
  if ((pel_toolkit_find (program->toolkit, program->toolkit_version)->flags &
       PEL_TOOLKIT_LOSES_INSETS) != 0)
    here.manner &= ~TELLS_CONTENT;
  return here;
}

static guint
list_claims (const Toolkit *toolkit, gboolean is_resampled, Claim *claims)
{
  guint n = 0;

  for (int i = 0; i < FIXTURE_N (fixture_widgets); i++)
    {
      const FixtureWidget *info = &fixture_widgets[i];

      if (info->kind == FIXTURE_PART)
        continue;
      claims[n++] = (Claim){
        .names = { g_str_equal (info->id, "combo") ? toolkit->combo_name : info->label },
        .colour = info->colour,
        .tolerance = get_tolerance (toolkit, info->id, is_resampled),
      };
    }
  return n;
}

/* What is told as the point to click at must reach the widget. */
static void
assert_click (Subject *subject, const char *name, const char *log)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelSnapshot)  snapshot = look_at_program (subject->source, subject->bus_name);
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  PelElement               element = find_element (snapshot, name, PEL_ELEMENT_IS_VISIBLE);
  PelNativePoint           point;

  g_assert_no_error (error);
  g_assert_cmpuint (element.id, !=, PEL_ELEMENT_NONE);
  g_assert_true (pel_snapshot_find_click_point (snapshot, element.id, &point));
  pel_fixture_forget (subject->fixture);
  pel_test_input_move (input, point.x - 2, point.y, &error);
  pel_test_input_move (input, point.x, point.y, &error);
  pel_test_input_click (input, 1, &error);
  g_assert_no_error (error);
  pel_fixture_expect (subject->fixture, log);
}

static void
assert_widgets (const Toolkit *toolkit, Subject *subject, const char *output, double scale)
{
  Claim   claims[FIXTURE_N (fixture_widgets)];
  Toolkit here = get_version (toolkit, subject);
  guint   n = list_claims (&here, scale != (int) scale, claims);

  assert_claims (subject, output, claims, n);
}

#if HAVE_X11
/* Programs take the resolution of fonts for a scale when they start. */
static void
set_font_resolution (double scale)
{
  g_autoptr (GError) error = NULL;
  xcb_connection_t  *xcb = pel_x11_connect (&error);
  g_autofree char   *text = g_strdup_printf ("Xft.dpi:\t%g\n", 96 * scale);

  g_assert_no_error (error);
  xcb_change_property (xcb,
                       XCB_PROP_MODE_REPLACE,
                       xcb_setup_roots_iterator (xcb_get_setup (xcb)).data->root,
                       XCB_ATOM_RESOURCE_MANAGER,
                       XCB_ATOM_STRING,
                       8,
                       strlen (text),
                       text);
  pel_x11_sync (xcb, &error);
  g_assert_no_error (error);
  xcb_disconnect (xcb);
}
#endif

static Subject *
start (const Toolkit *toolkit, const char *decorations, const char *position, const char *scale)
{
  const char *arguments[] = { "--title",   TITLE,        "--rows", "40", "--decorations",
                              decorations, "--position", position, NULL };
  Subject    *subject;

  if (position == NULL)
    arguments[6] = NULL;
  if (toolkit->variable != NULL && scale != NULL)
    g_setenv (toolkit->variable, scale, TRUE);
#if HAVE_X11
  else if (scale != NULL)
    set_font_resolution (g_ascii_strtod (scale, NULL));
#endif
  subject = subject_new (toolkit->program, arguments);
  if (toolkit->variable != NULL)
    g_unsetenv (toolkit->variable);
  return subject;
}

/* X11: a program for each row */

typedef struct
{
  const Toolkit *toolkit;
  const char    *decorations, *position, *scale;
} Row;

static void
test_x11 (gconstpointer data)
{
  const Row          *row = data;
  g_autoptr (Subject) subject = start (row->toolkit, row->decorations, row->position, row->scale);

  assert_widgets (row->toolkit, subject, NULL, g_ascii_strtod (row->scale, NULL));
  assert_click (subject, "Button", "clicked button");
}

static void
add_x11 (GPtrArray *rows, const Toolkit *toolkit, guint place, guint scale, guint decorations)
{
  Row             *row = g_new (Row, 1);
  g_autofree char *path = NULL;

  *row = (Row){
    toolkit, toolkit->decorations[decorations], places[place].position, toolkit->scales[scale]
  };
  g_ptr_array_add (rows, row);
  path = g_strdup_printf ("/coordinates/%s/%s/%s/scale-%s",
                          toolkit->program,
                          row->decorations,
                          places[place].name,
                          row->scale);
  g_test_add_data_func (path, row, test_x11);
}

/* All decorations at scale 1, and at others those that depend on it; other monitors change nothing
 * in how decorations count. */
static gboolean
is_worth_it (const Toolkit *toolkit, gboolean has_monitors, guint scale, guint decorations)
{
  if (has_monitors)
    return decorations == 0 && (scale == 0 || scale == 1);
  return scale == 0 || decorations == 0 ||
         (toolkit->scales[2] == NULL && g_str_equal (toolkit->decorations[decorations], "client"));
}

static void
add_x11_tests (GPtrArray *rows, const char *kind)
{
  gboolean has_monitors = g_str_equal (kind, "x11-multi");

  for (gsize t = 0; t < G_N_ELEMENTS (toolkits); t++)
    for (gsize p = 0; p < G_N_ELEMENTS (places); p++)
      for (guint s = 0; toolkits[t].scales[s] != NULL; s++)
        for (guint d = 0; toolkits[t].decorations[d] != NULL; d++)
          if (g_str_equal (places[p].kind, kind) && pel_fixture_is_built (toolkits[t].program) &&
              is_worth_it (&toolkits[t], has_monitors, s, d))
            add_x11 (rows, &toolkits[t], p, s, d);
}

/* Sway: a program goes from output to output */

/* Programs that can be made to go through XWayland. */
typedef struct
{
  const char *program, *variable, *value;
} Backend;

static const Backend backends[] = {
  { "fixture-gtk3", "GDK_BACKEND", "x11" },
  { "fixture-gtk4", "GDK_BACKEND", "x11" },
  { "fixture-qt6", "QT_QPA_PLATFORM", "xcb" },
};

typedef struct
{
  const Toolkit *toolkit;
  const char    *decorations;
  const Backend *backend; /* NULL: Wayland */
} Traveller;

static void command (const char *format, ...) G_GNUC_PRINTF (1, 2);

static void
command (const char *format, ...)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *text = NULL;
  va_list            args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  pel_sway_command (text, &error);
  g_assert_no_error (error);
}

static PelNativePoint
get_border (Subject *subject)
{
  g_autoptr (PelDesktop) desktop = query_desktop (subject->windows);
  const PelWindowInfo   *info = find_titled (desktop, TITLE);

  return (PelNativePoint){ info->content.x - info->bounds.x, info->content.y - info->bounds.y };
}

static void
test_sway (gconstpointer data)
{
  const Traveller    *row = data;
  g_autoptr (Subject) subject = NULL;

  if (row->backend != NULL)
    g_setenv (row->backend->variable, row->backend->value, TRUE);
  subject = start (row->toolkit, row->decorations, NULL, NULL);
  if (row->backend != NULL)
    g_unsetenv (row->backend->variable);
  await_window (subject->windows, TITLE, AGREE_TIMEOUT_MS);
  for (gsize i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      PelNativePoint border = get_border (subject);

      g_test_message ("scale %g at %d,%d", outputs[i].scale, outputs[i].x, outputs[i].y);
      command ("output %s scale %g position %d %d",
               outputs[i].output,
               outputs[i].scale,
               outputs[i].x,
               outputs[i].y);
      command ("[title=\"^" TITLE "$\"] move absolute position %d %d",
               outputs[i].x + CONTENT_X - (int) border.x,
               outputs[i].y + CONTENT_Y - (int) border.y);
      assert_widgets (row->toolkit, subject, outputs[i].output, outputs[i].scale);
      /* X has no pointer left of or above its root */
      if (row->backend == NULL || (outputs[i].x >= 0 && outputs[i].y >= 0))
        assert_click (subject, "Button", "clicked button");
    }
}

static void
add_sway (GPtrArray *rows, const Toolkit *toolkit, const char *decorations, const Backend *backend)
{
  Traveller       *row = g_new (Traveller, 1);
  g_autofree char *path = g_strdup_printf ("/coordinates/%s/%s/%s",
                                           toolkit->program,
                                           decorations,
                                           backend != NULL ? "xwayland" : "outputs");

  *row = (Traveller){ toolkit, decorations, backend };
  g_ptr_array_add (rows, row);
  g_test_add_data_func (path, row, test_sway);
}

static void
add_sway_tests (GPtrArray *rows)
{
  for (gsize t = 0; t < G_N_ELEMENTS (toolkits); t++)
    {
      if (pel_fixture_refuse (toolkits[t].program) != NULL)
        continue;
      for (guint d = 0; toolkits[t].decorations[d] != NULL; d++)
        add_sway (rows, &toolkits[t], toolkits[t].decorations[d], NULL);
      for (gsize b = 0; b < G_N_ELEMENTS (backends); b++)
        if (g_str_equal (backends[b].program, toolkits[t].program))
          add_sway (rows, &toolkits[t], "server", &backends[b]);
    }
}

int
main (int argc, char **argv)
{
  const char           *kind = g_getenv ("PEL_DESKTOP_KIND");
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  if (g_strcmp0 (kind, "sway") == 0)
    add_sway_tests (rows);
  else
    add_x11_tests (rows, kind);
  return g_test_run ();
}
