/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of the whole overlay share: a session and a fixture, as a person has them, and
 * whether what is drawn is where the fixture's own pixels are. */

#pragma once

#include "command.h"
#include "coordinate-case.h"
#include "fixture-hands.h"
#include "sway-ipc.h"

#include "overlay/theme.h"

#define FOLLOW_MS    60000
#define OVERLAY_NAME "Followed" /* the title of the fixture's window */

/* Tags stand beside what they name, a little way out of the window at most. */
#define TAG_REACH 80

typedef struct
{
  PelFixture      *fixture;
  PelTestInput    *input;
  PelWindowSource *windows;
  const char      *program;
  double           scale; /* by which its toolkit makes it larger, on X11 */
} OverlayCase;

static inline gboolean
is_sway (void)
{
  return g_getenv ("WAYLAND_DISPLAY") != NULL;
}

static inline void run (const char *format, ...) G_GNUC_PRINTF (1, 2);

static inline void
run (const char *format, ...)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *line = NULL;
  int                status = 0;
  va_list            args;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  g_test_message ("%s", line);
  g_spawn_command_line_sync (line, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, &error));
}

static inline void
run_pellucid (const char *line)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);

  g_assert_cmpint (command->exit_code, ==, 0);
}

/* regions */

/* (nullable) (transfer full): where the region with that label is, in physical pixels. */
static inline gboolean
find_told (JsonObject *data, const char *label, PelPhysicalRect *ret_rect)
{
  JsonArray *regions = data != NULL ? json_object_get_array_member (data, "regions") : NULL;

  for (guint i = 0; regions != NULL && i < json_array_get_length (regions); i++)
    {
      JsonObject *region = json_array_get_object_element (regions, i);
      JsonObject *r = json_object_get_object_member (region, "bounds");

      if (!g_str_equal (json_object_get_string_member (region, "label"), label))
        continue;
      *ret_rect = (PelPhysicalRect){ json_object_get_int_member (r, "x"),
                                     json_object_get_int_member (r, "y"),
                                     json_object_get_int_member (r, "width"),
                                     json_object_get_int_member (r, "height") };
      return TRUE;
    }
  return FALSE;
}

/* NULL where there is nothing to tell of. (nullable) (transfer full) */
static inline JsonObject *
ask_regions (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "regions --limit 5000 --json");

  return command->exit_code == 0 ? pel_command_parse_data (command) : NULL;
}

/* pixels */

/* The part of the line that is drawn: between the corners, where no tag lies over it. */
static inline gboolean
is_line (const PelOracleImage *image, int x, int y, int dx, int dy, int length, guint32 colour)
{
  int n = 0;

  for (int i = 0; i < length; i++)
    n += pel_oracle_read (image, x + i * dx, y + i * dy) == colour;
  return n > length / 2;
}

/* Whether all four edges of @r have a line of that colour, @inset pixels inside. */
static inline gboolean
is_ring (const PelOracleImage *image, const PelOracleBox *r, int inset, guint32 colour)
{
  PelOracleBox b = { r->x + inset, r->y + inset, r->width - 2 * inset, r->height - 2 * inset };

  return is_line (image, b.x, b.y, 1, 0, b.width, colour) &&
         is_line (image, b.x, b.y + b.height - 1, 1, 0, b.width, colour) &&
         is_line (image, b.x, b.y, 0, 1, b.height, colour) &&
         is_line (image, b.x + b.width - 1, b.y, 0, 1, b.height, colour);
}

static inline gboolean
is_inside_image (const PelOracleImage *image, const PelOracleBox *b)
{
  return b->x >= 1 && b->y >= 1 && b->x + b->width < image->width &&
         b->y + b->height < image->height;
}

/* How far what is seen of the widget's own colour may be from where the outline is: nothing, a
 * pixel inside or outside where somebody has resampled it, or anything around a content box. */
typedef struct
{
  gboolean is_content;
  int      slack;
} Looseness;

static inline gboolean
is_around (const PelOracleBox *seen, const PelOracleBox *inner, int thickness, Looseness looseness)
{
  int most = looseness.slack == 0 ? 0 : thickness + looseness.slack;
  int gaps[] = { inner->x - seen->x,
                 inner->y - seen->y,
                 seen->x + seen->width - inner->x - inner->width,
                 seen->y + seen->height - inner->y - inner->height };

  for (gsize i = 0; i < G_N_ELEMENTS (gaps); i++)
    if (gaps[i] < -looseness.slack || (!looseness.is_content && gaps[i] > most))
      return FALSE;
  return TRUE;
}

/* Whether the outline is drawn at @box in that shade, and the widget's own pixels begin where it
 * ends. */
static inline gboolean
is_outlined (const FixtureWidget  *widget,
             const PelMonitor     *monitor,
             const PelOracleImage *image,
             const PelOracleBox   *box,
             PelShade              shade,
             Looseness             looseness)
{
  const PelShadeStyle *style = pel_theme_get_style (shade);
  PelThemeSizes        sizes = pel_theme_get_sizes (monitor->scale);
  int                  line = pel_theme_scale (&sizes, style->width);
  int                  n = pel_theme_get_thickness (&sizes, style);
  PelOracleBox         inner = { box->x + n, box->y + n, box->width - 2 * n, box->height - 2 * n };
  PelOracleBox         seen;

  for (int i = 0; i < n; i++)
    {
      gboolean is_companion = i >= line && i < line + sizes.companion;

      if (!is_ring (image, box, i, is_companion ? style->companion : style->colour))
        return FALSE;
    }
  return pel_oracle_find (image, widget->colour, 0, &seen) &&
         is_around (&seen, &inner, n, looseness);
}

/* The outline of a widget: exactly where it was told, and around the widget's own pixels. NULL if
 * it is so, otherwise what is wrong. (nullable) (transfer full) */
static inline char *
check_outline (OverlayCase           *self,
               const FixtureWidget   *widget,
               const PelMonitor      *monitor,
               const PelOracleImage  *image,
               const PelPhysicalRect *told)
{
  double       ratio = monitor->ratio * self->scale;
  Looseness    looseness = { .is_content = g_str_equal (self->program, "fixture-gtk4"),
                             .slack = ratio == (int) ratio ? 0 : 1 };
  PelOracleBox box = { told->x, told->y, told->width, told->height };
  PelOracleBox seen = { 0 };

  if (is_sway ())
    {
      box.x -= monitor->physical.x;
      box.y -= monitor->physical.y;
    }
  if (!is_inside_image (image, &box))
    return g_strdup_printf ("“%s” is told to be at %d,%d, beyond the screen",
                            widget->id,
                            box.x,
                            box.y);
  if (!looseness.is_content && (ABS (box.width - widget->width * ratio) > looseness.slack ||
                                ABS (box.height - widget->height * ratio) > looseness.slack))
    return g_strdup_printf ("“%s” is told to be %d×%d", widget->id, box.width, box.height);
  if (is_outlined (widget, monitor, image, &box, PEL_SHADE_ACCESSIBILITY, looseness) ||
      is_outlined (widget, monitor, image, &box, PEL_SHADE_FOCUSED, looseness))
    return NULL;
  pel_oracle_find (image, widget->colour, 0, &seen);
  return g_strdup_printf ("“%s” is told to be at %d,%d %d×%d, has no outline there, or not around "
                          "its pixels at %d,%d %d×%d",
                          widget->id,
                          box.x,
                          box.y,
                          box.width,
                          box.height,
                          seen.x,
                          seen.y,
                          seen.width,
                          seen.height);
}

static inline gboolean
is_near (const PelOracleBox *window, int reach, int x, int y)
{
  return x >= window->x - reach && x < window->x + window->width + reach &&
         y >= window->y - reach && y < window->y + window->height + reach;
}

/* How many pixels of our lines are farther from the windows than any tag is. */
static inline guint
count_stray (const PelOracleImage *image, int reach)
{
  const guint32 grounds[] = { FIXTURE_BACKGROUND, fixture_find ("dialog")->colour };
  guint32       colour = pel_theme_get_style (PEL_SHADE_ACCESSIBILITY)->colour;
  PelOracleBox  windows[G_N_ELEMENTS (grounds)];
  guint         n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (grounds); i++)
    if (!pel_oracle_find (image, grounds[i], 0, &windows[i]))
      windows[i] = (PelOracleBox){ -reach, -reach, -reach, -reach };
  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      n += image->pixels[(gsize) y * (gsize) image->width + (gsize) x] == colour &&
           !is_near (&windows[0], reach, x, y) && !is_near (&windows[1], reach, x, y);
  return n;
}

/* How far tags reach in that image, in its pixels. */
static inline int
get_reach (OverlayCase *self, PelDesktop *desktop, const PelOracleImage *image)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);
  double                  ratio = 1;

  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    if (g_strcmp0 (pel_monitor_layout_get_monitor (layout, i)->name, image->output) == 0)
      ratio = pel_monitor_layout_get_monitor (layout, i)->ratio;
  return (int) (TAG_REACH * ratio * self->scale);
}

static inline const PelOracleImage *
find_image (GPtrArray *images, const PelMonitor *monitor)
{
  for (guint i = 0; i < images->len; i++)
    {
      const PelOracleImage *image = images->pdata[i];

      if (image->output == NULL || g_str_equal (image->output, monitor->name))
        return image;
    }
  return NULL;
}

/* (nullable) (transfer full) */
static inline char *
check_region (
    OverlayCase *self, PelDesktop *desktop, GPtrArray *images, JsonObject *data, const char *id)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);
  const FixtureWidget    *widget = fixture_find (id);
  PelPhysicalRect         told;

  if (!find_told (data, widget->label, &told))
    return g_strdup_printf ("“%s” has no number", id);
  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelMonitor     *monitor = pel_monitor_layout_get_monitor (layout, i);
      const PelOracleImage *image = find_image (images, monitor);
      int                   x = told.x + told.width / 2 - monitor->physical.x;
      int                   y = told.y + told.height / 2 - monitor->physical.y;

      if (image != NULL && x >= 0 && y >= 0 && x < monitor->physical.width &&
          y < monitor->physical.height)
        return check_outline (self, widget, monitor, image, &told);
    }
  return g_strdup_printf ("“%s” is told to be at %d,%d, on no monitor", id, told.x, told.y);
}

/* What is told, what is drawn and what is there: NULL if they agree. @ids ends in NULL; NULL:
 * nothing may be drawn at all. (nullable) (transfer full) */
static inline char *
check_overlay (OverlayCase *self, const char *const *ids)
{
  g_autoptr (JsonObject) data = ids != NULL ? ask_regions () : NULL;
  g_autoptr (PelDesktop) desktop = query_desktop (self->windows);
  g_autoptr (GError)     error = NULL;
  g_autoptr (GPtrArray)  images = pel_oracle_capture_all (&error);
  guint32                colour = pel_theme_get_style (PEL_SHADE_ACCESSIBILITY)->colour;
  char                  *wrong = NULL;

  g_assert_no_error (error);
  for (; ids != NULL && *ids != NULL && wrong == NULL; ids++)
    wrong = check_region (self, desktop, images, data, *ids);
  for (guint i = 0; i < images->len && wrong == NULL; i++)
    {
      const PelOracleImage *image = images->pdata[i];
      guint                 n = ids != NULL ? count_stray (image, get_reach (self, desktop, image))
                                            : pel_oracle_count (image, colour, 0);

      if (n > 0)
        wrong = g_strdup_printf ("%u pixels are drawn where nothing is", n);
    }
  return wrong;
}

static inline void
save_screen (void)
{
  g_autoptr (GPtrArray) images = pel_oracle_capture_all (NULL);

  for (guint i = 0; images != NULL && i < images->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("wrong-overlay-%u.png", i);
      g_autofree char *path = g_test_build_filename (G_TEST_BUILT, name, NULL);

      pel_oracle_save (images->pdata[i], path, NULL);
      g_test_message ("see %s", path);
    }
}

/* Looks until it is so. */
static inline void
assert_overlay (OverlayCase *self, const char *const *ids)
{
  gint64           end = g_get_monotonic_time () + FOLLOW_MS * G_TIME_SPAN_MILLISECOND;
  g_autofree char *wrong = NULL;

  while ((wrong = check_overlay (self, ids)) != NULL && g_get_monotonic_time () < end)
    g_clear_pointer (&wrong, g_free);
  if (wrong == NULL)
    return;
  save_screen ();
  g_error ("%s", wrong);
}

/* the case */

/* Widgets that look the same in every state, where no other ends. */
static const char *const followed[] = { "toggle", "slider", "context", "tip", "open-dialog", NULL };

/* On the first monitor of every desktop; that of x11-multi begins at 0,300. */
static inline int
below_top (int y)
{
  return g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "x11-multi") ? y + 300 : y;
}

static inline void
start_followed (OverlayCase *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *position = g_strdup_printf ("101,%d", below_top (63));

  self->fixture = pel_fixture_start (&error,
                                     self->program,
                                     "--title",
                                     OVERLAY_NAME,
                                     "--position",
                                     position,
                                     "--decorations",
                                     "server",
                                     "--rows",
                                     "40",
                                     NULL);
  g_assert_no_error (error);
  await_window (self->windows, OVERLAY_NAME, FOLLOW_MS);
}

/* @scale (nullable): of the toolkit, on X11. */
static inline OverlayCase *
overlay_case_new (const char *program, const char *scale)
{
  OverlayCase       *self = g_new0 (OverlayCase, 1);
  g_autoptr (GError) error = NULL;

  self->program = program;
  self->scale = scale != NULL ? g_ascii_strtod (scale, NULL) : 1;
  self->windows = open_windows ();
  self->input = pel_test_input_new (&error);
  g_assert_no_error (error);
  pel_test_input_move (self->input, 2, below_top (2), &error);
  g_assert_no_error (error);
  g_setenv ("GDK_SCALE", scale != NULL ? scale : "1", TRUE);
  g_setenv ("QT_SCALE_FACTOR", scale != NULL ? scale : "1", TRUE);
  start_followed (self);
  run_pellucid ("overlay on");
  return self;
}

static inline void
overlay_case_free (OverlayCase *self)
{
  run_pellucid ("overlay off");
  pel_fixture_stop (self->fixture);
  pel_test_input_free (self->input);
  g_clear_object (&self->windows);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OverlayCase, overlay_case_free)

typedef struct
{
  char         *id;
  PelNativeRect bounds, content;
} Followed;

static inline void
followed_clear (Followed *self)
{
  g_free (self->id);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Followed, followed_clear)

static inline Followed
get_followed (OverlayCase *self)
{
  g_autoptr (PelDesktop) desktop = query_desktop (self->windows);
  const PelWindowInfo   *info = find_titled (desktop, OVERLAY_NAME);

  g_assert_nonnull (info);
  return (Followed){ g_strdup (info->id), info->bounds, info->content };
}

/* Commands to whoever manages windows, about the fixture's. */
static inline void
manage (const char *sway_command, const char *wmctrl_arguments)
{
  if (is_sway ())
    run ("swaymsg -q -- '[title=\"^" OVERLAY_NAME "$\"] %s'", sway_command);
  else
    run ("wmctrl %s", wmctrl_arguments);
}

/* Whoever manages windows takes his time. */
static inline void
await_place (OverlayCase *self, double x, double y, double tolerance)
{
  gint64   end = g_get_monotonic_time () + FOLLOW_MS * G_TIME_SPAN_MILLISECOND;
  gboolean is_there = FALSE;

  while (!is_there)
    {
      g_auto (Followed) window = get_followed (self);

      is_there = ABS (window.bounds.x - x) <= tolerance && ABS (window.bounds.y - y) <= tolerance;
      if (!is_there && g_get_monotonic_time () > end)
        g_error ("The window is at %g,%g, not at %g,%g", window.bounds.x, window.bounds.y, x, y);
    }
}

static inline void
await_width (OverlayCase *self, double min_width)
{
  gint64 end = g_get_monotonic_time () + FOLLOW_MS * G_TIME_SPAN_MILLISECOND;
  double width = 0;

  while (width < min_width)
    {
      g_auto (Followed) window = get_followed (self);

      width = window.bounds.width;
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
}

/* To a native place: on sway exactly, where 40,36 of an output is a whole pixel at every scale; the
 * managers of X11 do not agree what it is that stands there. */
static inline void
move_followed (OverlayCase *self, int x, int y)
{
  g_auto (Followed) window = get_followed (self);
  int               left = (int) (window.content.x - window.bounds.x);
  int               top = (int) (window.content.y - window.bounds.y);
  g_autofree char  *sway = g_strdup_printf ("move absolute position %d %d", x - left, y - top);
  g_autofree char  *wmctrl = g_strdup_printf ("-r " OVERLAY_NAME " -e 0,%d,%d,-1,-1", x, y);

  manage (sway, wmctrl);
  await_place (self, x, y, 30);
}
