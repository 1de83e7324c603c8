/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Menus, popovers, lists and dialogs: on X11 at their pixels, and a click where they are told to be
 * reaches them; on sway, which does not tell where popups are, nowhere, for that reason. */

#include "coordinate-case.h"
#include "fixture-hands.h"

#define TITLE "Popups"

typedef enum
{
  GTK3 = 1 << 0,
  GTK4 = 1 << 1,
  QT = 1 << 2,
  WEB = 1 << 3,
} Family;

typedef struct
{
  const char *program;
  Family      family;
  const char *variable, *scale; /* NULL: as it is */
} Toolkit;

/* clang-format off */
static const Toolkit toolkits[] = {
  { "fixture-gtk3", GTK3, "GDK_SCALE",       "1"   },
  { "fixture-gtk3", GTK3, "GDK_SCALE",       "2"   },
  { "fixture-gtk4", GTK4, "GDK_SCALE",       "1"   },
  { "fixture-gtk4", GTK4, "GDK_SCALE",       "2"   },
  { "fixture-qt5",  QT,   "QT_SCALE_FACTOR", "1"   },
  { "fixture-qt5",  QT,   "QT_SCALE_FACTOR", "1.5" },
  { "fixture-qt6",  QT,   "QT_SCALE_FACTOR", "1"   },
  { "fixture-qt6",  QT,   "QT_SCALE_FACTOR", "1.5" },
  { "fixture-web",  WEB,  NULL,              "1"   },
};

/* What is opened, and what must then be where. Some toolkits show a menu and say nothing of it. */
typedef struct
{
  const char *name;
  Family      families;   /* that tell of it */
  Step        steps[3];
  const char *elements[3];
  const char *colour;     /* id of the box that they fill */
  Family      in_window;  /* families that draw it in the window itself: known everywhere */
  const char *click, *log;
} Popup;

static const Popup popups[] = {
  { "menu", GTK3 | GTK4 | QT | WEB,
    { { CLICK, "menubar", 25, 14, "file-menu shown" } },
    { "Open", "Recent" }, "file-menu", WEB, "Open", "menu file-open" },
  { "submenu", GTK3 | GTK4 | QT | WEB,
    { { CLICK, "menubar", 25, 14, "file-menu shown" }, { CLICK, "file-menu", 40, 36, "recent-menu shown" } },
    { "One", "Two" }, "recent-menu", WEB, "Two", "menu recent-two" },
  { "context-menu", GTK4 | WEB,
    { { RIGHT_CLICK, "context", 0, 0, "context-menu shown" } },
    { "Copy", "Paste" }, "context-menu", WEB, "Copy", "menu context-copy" },
  { "popover", GTK3 | GTK4 | WEB,
    { { CLICK, "popover-button", 0, 0, "popover shown" } },
    { "Popover item" }, "popover-item", WEB, "Popover item", "clicked popover-item" },
  { "list", GTK3 | GTK4 | QT | WEB,
    { { CLICK, "combo", 60, 15, NULL } },
    { "item-2" }, NULL, 0, "item-2", "selected combo item-2" },
  { "dialog", GTK3 | GTK4 | QT | WEB,
    { { CLICK, "open-dialog", 0, 0, "dialog shown" } },
    { "OK" }, "dialog-ok", GTK3 | GTK4 | QT | WEB, "OK", "dialog closed ok" },
};
/* clang-format on */

typedef struct
{
  const Toolkit *toolkit;
  const Popup   *popup;
} Row;

static Subject *
start (const Toolkit *toolkit)
{
  const char *arguments[] = { "--title", TITLE,        "--rows", "5", "--decorations",
                              "server",  "--position", "101,63", NULL };
  Subject    *subject;

  if (toolkit->variable != NULL)
    g_setenv (toolkit->variable, toolkit->scale, TRUE);
  subject = subject_new (toolkit->program, arguments);
  if (toolkit->variable != NULL)
    g_unsetenv (toolkit->variable);
  await_window (subject->windows, TITLE, AGREE_TIMEOUT_MS);
  return subject;
}

/* Positions in the table are those of scale 1. */
static void
open_popup (const Row *row, Subject *subject, PelTestInput *input)
{
  double scale = g_ascii_strtod (row->toolkit->scale, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (row->popup->steps) && row->popup->steps[i].target != NULL;
       i++)
    {
      Step step = row->popup->steps[i];

      step.x = (int) (step.x * scale);
      step.y = (int) (step.y * scale);
      perform (input, subject->fixture, &step);
    }
}

static gboolean
is_shown (PelSnapshot *snapshot, gconstpointer name)
{
  return find_element (snapshot, name, PEL_ELEMENT_IS_VISIBLE).id != PEL_ELEMENT_NONE;
}

/* This is about places, not about what changes: each look begins from nothing. */
static void
await_shown (Subject *subject, const char *name)
{
  gint64 end = g_get_monotonic_time () + AGREE_TIMEOUT_MS * G_TIME_SPAN_MILLISECOND;

  while (g_get_monotonic_time () < end)
    {
      g_autoptr (PelSnapshot) snapshot = NULL;

      g_object_unref (subject->source);
      subject->source = open_provider ();
      snapshot = look_at_program (subject->source, subject->bus_name);
      if (is_shown (snapshot, name))
        return;
    }
  g_error ("“%s” is not shown", name);
}

static gboolean
has_click_point (PelSnapshot *snapshot, gconstpointer name)
{
  PelElement     element = find_element (snapshot, name, PEL_ELEMENT_IS_VISIBLE);
  PelNativePoint point;

  return element.id != PEL_ELEMENT_NONE &&
         pel_snapshot_find_click_point (snapshot, element.id, &point);
}

static void
assert_click (const Popup *popup, Subject *subject, PelTestInput *input)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSnapshot) snapshot = NULL;
  PelElement              element;
  PelNativePoint          point = { 0 };

  g_assert_true (look_until (subject->source, subject->bus_name, has_click_point, popup->click));
  snapshot = look_at_program (subject->source, subject->bus_name);
  element = find_element (snapshot, popup->click, PEL_ELEMENT_IS_VISIBLE);
  g_assert_true (pel_snapshot_find_click_point (snapshot, element.id, &point));
  g_test_message ("%s: click at %g,%g", popup->click, point.x, point.y);
  come_to_item (input, point.x, point.y, element.bounds.height);
  pel_test_input_click (input, 1, &error);
  g_assert_no_error (error);
  pel_fixture_expect (subject->fixture, popup->log);
}

static void
assert_pixels (const Row *row, Subject *subject)
{
  Claim claim = { .tolerance = { { 0, 0 }, { 0, 0 } } };

  if (row->popup->colour == NULL)
    return;
  for (guint i = 0; row->popup->elements[i] != NULL; i++)
    claim.names[i] = row->popup->elements[i];
  claim.colour = fixture_find (row->popup->colour)->colour;
  claim.is_shown = TRUE;
  if ((row->toolkit->family & GTK4) != 0)
    claim.tolerance = (Tolerance){ { 0, G_MAXINT }, { 0, G_MAXINT } };
  if ((row->toolkit->family & WEB) != 0)
    claim.tolerance = (Tolerance){ { 2, 2 }, { 2, 2 } };
  if (g_str_equal (row->toolkit->scale, "1.5"))
    claim.tolerance = (Tolerance){ { 0, 1 }, { 1, 1 } };
  assert_claims (subject, g_getenv ("WAYLAND_DISPLAY") != NULL ? "HEADLESS-1" : NULL, &claim, 1);
}

/* Seen, but without a place, and that is why. */
static gboolean
is_popup (PelSnapshot *snapshot, gconstpointer name)
{
  PelElement element = find_element (snapshot, name, PEL_ELEMENT_IS_VISIBLE);

  return element.id != PEL_ELEMENT_NONE && element.place == PEL_PLACE_POPUP &&
         (element.flags & PEL_ELEMENT_HAS_BOUNDS) == 0;
}

static void
test_popup (gconstpointer data)
{
  const Row               *row = data;
  g_autoptr (Subject)      subject = start (row->toolkit);
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  gboolean                 is_known =
      g_getenv ("WAYLAND_DISPLAY") == NULL || (row->popup->in_window & row->toolkit->family) != 0;

  g_assert_no_error (error);
  open_popup (row, subject, input);
  await_shown (subject, row->popup->elements[0]);
  if (is_known)
    {
      assert_pixels (row, subject);
      assert_click (row->popup, subject, input);
    }
  else
    g_assert_true (
        look_until (subject->source, subject->bus_name, is_popup, row->popup->elements[0]));
}

int
main (int argc, char **argv)
{
  gboolean is_sway = g_getenv ("WAYLAND_DISPLAY") != NULL;
  Row      rows[G_N_ELEMENTS (toolkits) * G_N_ELEMENTS (popups)];
  guint    n = 0;

  g_test_init (&argc, &argv, NULL);
  for (gsize t = 0; t < G_N_ELEMENTS (toolkits); t++)
    for (gsize p = 0; p < G_N_ELEMENTS (popups); p++)
      {
        g_autofree char *path = g_strdup_printf ("/popup-places/%s/scale-%s/%s",
                                                 toolkits[t].program,
                                                 toolkits[t].scale,
                                                 popups[p].name);

        if ((popups[p].families & toolkits[t].family) == 0 ||
            pel_fixture_refuse (toolkits[t].program) != NULL ||
            (is_sway && !g_str_equal (toolkits[t].scale, "1")))
          continue;
        rows[n] = (Row){ &toolkits[t], &popups[p] };
        g_test_add_data_func (path, &rows[n++], test_popup);
      }
  return g_test_run ();
}
