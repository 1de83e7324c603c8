/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of coordinates share: what the provider says of a widget, in pixels of the image
 * that the oracle takes, and what the oracle sees. */

#pragma once

#include "../fixtures/fixture-ui.h"
#include "fixture.h"
#include "pixel-oracle.h"
#include "provider-case.h"
#include "trace-case.h"

#define AGREE_TIMEOUT_MS 60000

/* clang-format off */
typedef struct { int outside, inside; } Slack; /* in pixels; an inside of G_MAXINT: any */
typedef struct { Slack first, last; } Tolerance; /* left and top, right and bottom */
/* clang-format on */

/* A program that is looked at. */
typedef struct
{
  PelFixture       *fixture;
  PelElementSource *source;
  PelWindowSource  *windows;
  char             *bus_name;
} Subject;

static inline void
subject_free (Subject *self)
{
  pel_fixture_stop (self->fixture);
  g_clear_object (&self->source);
  g_clear_object (&self->windows);
  g_free (self->bus_name);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Subject, subject_free)

static inline Subject *
subject_new (const char *program, const char *const *arguments)
{
  Subject                    *self = g_new0 (Subject, 1);
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);

  g_assert_no_error (error);
  self->fixture = pel_fixture_startv (program, arguments, &error);
  g_assert_no_error (error);
  self->bus_name = pel_a11y_wait_program (bus, pel_fixture_get_pid (self->fixture), 20000);
  g_assert_nonnull (self->bus_name);
  self->source = open_provider ();
  self->windows = open_windows ();
  return self;
}

static inline PelDesktop *
query_desktop (PelWindowSource *windows)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  PelDesktop              *desktop;

  pel_window_source_query_async (windows, NULL, provider_done_cb, &result);
  provider_await (&result, LOOK_TIMEOUT_MS, "A query");
  desktop = pel_window_source_query_finish (windows, result, &error);
  g_assert_no_error (error);
  return desktop;
}

/* (nullable) */
static inline const PelWindowInfo *
find_titled (PelDesktop *desktop, const char *title)
{
  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      if (g_pattern_match_simple (title, info->title))
        return info;
    }
  return NULL;
}

/* A program is ready when it has drawn, which is a little before its window is listed. */
static inline void
await_window (PelWindowSource *windows, const char *title, int timeout_ms)
{
  gint64   end = g_get_monotonic_time () + timeout_ms * G_TIME_SPAN_MILLISECOND;
  gboolean is_listed = FALSE;

  while (!is_listed && g_get_monotonic_time () < end)
    {
      g_autoptr (PelDesktop) desktop = query_desktop (windows);

      is_listed = find_titled (desktop, title) != NULL;
    }
  g_assert_true (is_listed);
}

/* A native rectangle in pixels of the image of @output, NULL on X11. */
static inline PelOracleBox
to_box (PelDesktop *desktop, const char *output, const PelNativeRect *rect)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);
  PelPhysicalRect         physical = { 0 };

  if (output == NULL)
    pel_desktop_to_physical (desktop, rect, &physical);
  for (guint i = 0; output != NULL && i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelMonitor *monitor = pel_monitor_layout_get_monitor (layout, i);

      if (!g_str_equal (monitor->name, output))
        continue;
      physical = pel_monitor_rect_to_physical (monitor, rect);
      physical.x -= monitor->physical.x;
      physical.y -= monitor->physical.y;
    }
  return (PelOracleBox){ physical.x, physical.y, physical.width, physical.height };
}

static inline PelOracleBox
clip_box (PelOracleBox box, const PelOracleImage *image)
{
  int right = CLAMP (box.x + box.width, 0, image->width);
  int bottom = CLAMP (box.y + box.height, 0, image->height);

  box.x = CLAMP (box.x, 0, image->width);
  box.y = CLAMP (box.y, 0, image->height);
  box.width = right - box.x;
  box.height = bottom - box.y;
  return box;
}

/* @out: how far outside of what is seen. */
static inline gboolean
is_edge_right (int out, const Slack *slack)
{
  return out <= slack->outside && (slack->inside == G_MAXINT || -out <= slack->inside);
}

static inline gboolean
is_box_right (const PelOracleBox *told, const PelOracleBox *seen, const Tolerance *t)
{
  return told->width > 0 && told->height > 0 && is_edge_right (seen->x - told->x, &t->first) &&
         is_edge_right (seen->y - told->y, &t->first) &&
         is_edge_right (told->x + told->width - seen->x - seen->width, &t->last) &&
         is_edge_right (told->y + told->height - seen->y - seen->height, &t->last);
}

/* An element of the fixture with all of these flags; with an id of PEL_ELEMENT_NONE where there is
 * none. */
static inline PelElement
find_element (PelSnapshot *snapshot, const char *name, PelElementFlags flags)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      if (g_str_equal (element.name, name) && (element.flags & flags) == flags)
        return element;
    }
  return (PelElement){ .id = PEL_ELEMENT_NONE };
}

/* An X screen has pixels that no monitor shows. */
static inline gboolean
is_on_monitor (PelDesktop *desktop, const PelOracleBox *box)
{
  PelNativeRect rect = { box->x, box->y, box->width, box->height };

  return pel_desktop_get_platform (desktop)->kind != PEL_PLATFORM_X11 ||
         pel_monitor_layout_find_rect (pel_desktop_get_layout (desktop), &rect) != NULL;
}

/* One comparison: elements, and the colour that their box must have. */
typedef struct
{
  const char *names[4]; /* together they fill it */
  guint32     colour;
  Tolerance   tolerance;
  gboolean    is_shown; /* others of these names that cannot be seen do not count */
} Claim;

/* NULL if it holds, otherwise what is wrong. (transfer full) (nullable) */
static inline char *
check_claim (const Claim          *claim,
             PelSnapshot          *snapshot,
             PelDesktop           *desktop,
             const PelOracleImage *image)
{
  PelNativeRect   all = { 0 };
  PelOracleBox    told, seen;
  gboolean        is_visible = TRUE, is_seen;
  PelElementFlags flags = PEL_ELEMENT_HAS_BOUNDS | (claim->is_shown ? PEL_ELEMENT_IS_VISIBLE : 0);

  for (guint i = 0; i < G_N_ELEMENTS (claim->names) && claim->names[i] != NULL; i++)
    {
      PelElement    element = find_element (snapshot, claim->names[i], flags);
      PelNativeRect r = element.bounds;
      double        right = all.x + all.width, bottom = all.y + all.height;
      PelWindow    *window;

      if (element.id == PEL_ELEMENT_NONE)
        return g_strdup_printf ("“%s” is nowhere", claim->names[i]);
      is_visible = is_visible && (element.flags & PEL_ELEMENT_IS_VISIBLE) != 0;
      pel_snapshot_get_visible_rect (snapshot, element.id, &r);
      window = pel_snapshot_find_window (snapshot, element.id);
      if (window != NULL) /* its decorations hide nothing, but hold nothing either */
        r = pel_native_rect_intersect (&r, &pel_window_get_info (window)->content);
      if (i == 0)
        all = r;
      else
        {
          all.x = MIN (all.x, r.x);
          all.y = MIN (all.y, r.y);
          all.width = MAX (right, r.x + r.width) - all.x;
          all.height = MAX (bottom, r.y + r.height) - all.y;
        }
    }
  told = clip_box (to_box (desktop, image->output, &all), image);
  is_seen = pel_oracle_find (image, claim->colour, 0, &seen) && is_on_monitor (desktop, &seen);
  if (is_seen != is_visible)
    return g_strdup_printf ("“%s” is said to be %s, and is not",
                            claim->names[0],
                            is_visible ? "on the screen" : "hidden");
  if (!is_visible)
    return NULL;
  if (is_box_right (&told, &seen, &claim->tolerance))
    return NULL;
  return g_strdup_printf ("“%s” is told to be at %d,%d %d×%d and is at %d,%d %d×%d",
                          claim->names[0],
                          told.x,
                          told.y,
                          told.width,
                          told.height,
                          seen.x,
                          seen.y,
                          seen.width,
                          seen.height);
}

static inline char *
check_claims (Subject *subject, const char *output, const Claim *claims, guint n_claims)
{
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelSnapshot)    snapshot = look_at_program (subject->source, subject->bus_name);
  g_autoptr (PelDesktop)     desktop = query_desktop (subject->windows);
  g_autoptr (PelOracleImage) image = pel_oracle_capture (output, &error);
  GString                   *wrong = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < n_claims; i++)
    {
      g_autofree char *text = check_claim (&claims[i], snapshot, desktop, image);

      if (text != NULL)
        g_string_append_printf (wrong, "\n  %s", text);
    }
  if (wrong->len == 0)
    {
      g_autofree char *text = check_traces (subject->source, snapshot);

      if (text != NULL)
        g_string_append_printf (wrong, "\n  %s", text);
    }
  return g_string_free (wrong, wrong->len == 0);
}

/* Looks until all claims hold: programs draw, and the provider learns of it, a little later than
 * things happen. */
static inline void
assert_claims (Subject *subject, const char *output, const Claim *claims, guint n_claims)
{
  gint64           end = g_get_monotonic_time () + AGREE_TIMEOUT_MS * G_TIME_SPAN_MILLISECOND;
  g_autofree char *wrong = NULL;

  g_assert_cmpuint (n_claims, >, 0);
  while ((wrong = check_claims (subject, output, claims, n_claims)) != NULL &&
         g_get_monotonic_time () < end)
    g_clear_pointer (&wrong, g_free);
  if (wrong != NULL)
    g_error ("Places do not agree:%s", wrong);
}
