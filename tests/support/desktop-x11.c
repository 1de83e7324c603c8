/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "desktop-x11.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <xcb/xcb.h>
#include <xcb/xfixes.h>

static const char xorg_config[] = "Section \"ServerFlags\"\n"
                                  "  Option \"AutoAddDevices\" \"false\"\n"
                                  "  Option \"AutoEnableDevices\" \"false\"\n"
                                  "  Option \"AutoAddGPU\" \"false\"\n"
                                  "EndSection\n"
                                  "Section \"Device\"\n"
                                  "  Identifier \"card\"\n"
                                  "  Driver \"dummy\"\n"
                                  "  VideoRam 256000\n"
                                  "EndSection\n"
                                  "Section \"Monitor\"\n"
                                  "  Identifier \"monitor\"\n"
                                  "  HorizSync 5.0 - 1000.0\n"
                                  "  VertRefresh 5.0 - 200.0\n"
                                  "  Modeline \"1920x1080\" 148.50 1920 2008 2052 2200"
                                  " 1080 1084 1089 1125\n"
                                  "EndSection\n"
                                  "Section \"Screen\"\n"
                                  "  Identifier \"screen\"\n"
                                  "  Device \"card\"\n"
                                  "  Monitor \"monitor\"\n"
                                  "  DefaultDepth 24\n"
                                  "  SubSection \"Display\"\n"
                                  "    Depth 24\n"
                                  "    Modes \"1920x1080\"\n"
                                  "    Virtual 8192 4320\n"
                                  "  EndSubSection\n"
                                  "EndSection\n";

/* Devices that are not XTest's, for tests that need a person: the server reads their events from
 * sockets. %1$s: where these are. */
#define PERSON_DRIVER "/usr/lib/xorg/modules/input/inputtest_drv.so"
static const char person_config[] = "Section \"InputDevice\"\n"
                                    "  Identifier \"person keyboard\"\n"
                                    "  Driver \"inputtest\"\n"
                                    "  Option \"DeviceType\" \"Keyboard\"\n"
                                    "  Option \"SocketPath\" \"%1$s/person-keyboard\"\n"
                                    "EndSection\n"
                                    "Section \"InputDevice\"\n"
                                    "  Identifier \"person pointer\"\n"
                                    "  Driver \"inputtest\"\n"
                                    "  Option \"DeviceType\" \"Pointer\"\n"
                                    "  Option \"SocketPath\" \"%1$s/person-pointer\"\n"
                                    "EndSection\n"
                                    "Section \"ServerLayout\"\n"
                                    "  Identifier \"layout\"\n"
                                    "  Screen \"screen\"\n"
                                    "  InputDevice \"person keyboard\" \"SendCoreEvents\"\n"
                                    "  InputDevice \"person pointer\" \"SendCoreEvents\"\n"
                                    "EndSection\n";

/* The outputs of the dummy driver but the first know no mode until they are given one. */
/* clang-format off */
static const char *const xorg_layout[][24] = {
  { "xrandr", "--newmode", "b1280", "108.00", "1280", "1328", "1440", "1688",
    "1024", "1025", "1028", "1066", NULL },
  { "xrandr", "--newmode", "c2560", "241.50", "2560", "2608", "2640", "2720",
    "1440", "1443", "1448", "1481", NULL },
  { "xrandr", "--addmode", "DUMMY1", "b1280", NULL },
  { "xrandr", "--addmode", "DUMMY2", "c2560", NULL },
  { "xrandr", "--output", "DUMMY0", "--mode", "1920x1080", "--pos", "0x300", "--primary",
    "--output", "DUMMY1", "--mode", "b1280", "--pos", "1920x0",
    "--output", "DUMMY2", "--mode", "c2560", "--pos", "3200x500", NULL },
};
/* clang-format on */

static xcb_atom_t
intern (xcb_connection_t *connection, const char *name)
{
  xcb_intern_atom_reply_t *reply =
      xcb_intern_atom_reply (connection,
                             xcb_intern_atom (connection, 0, strlen (name), name),
                             NULL);
  xcb_atom_t atom = reply != NULL ? reply->atom : XCB_ATOM_NONE;

  free (reply);
  return atom;
}

static xcb_window_t
read_window (xcb_connection_t *connection, xcb_window_t window, xcb_atom_t property)
{
  xcb_window_t              value = XCB_WINDOW_NONE;
  xcb_get_property_reply_t *reply = xcb_get_property_reply (connection,
                                                            xcb_get_property (connection,
                                                                              0,
                                                                              window,
                                                                              property,
                                                                              XCB_ATOM_WINDOW,
                                                                              0,
                                                                              1),
                                                            NULL);

  if (reply != NULL && xcb_get_property_value_length (reply) == sizeof value)
    memcpy (&value, xcb_get_property_value (reply), sizeof value);
  free (reply);
  return value;
}

static xcb_connection_t *
connect_to_stage (const PelStage *stage, xcb_window_t *ret_root)
{
  xcb_connection_t *connection = xcb_connect (pel_stage_getenv (stage, "DISPLAY"), NULL);

  if (xcb_connection_has_error (connection))
    return NULL;
  *ret_root = xcb_setup_roots_iterator (xcb_get_setup (connection)).data->root;
  return connection;
}

static gboolean
is_managed (xcb_connection_t *connection, xcb_window_t root, xcb_atom_t check)
{
  xcb_window_t window = read_window (connection, root, check);

  return window != XCB_WINDOW_NONE && read_window (connection, window, check) == window;
}

#define MAP_MS   500
#define PAINT_MS 10 /* between two looks */

/* Probes run in a process that ends with them, so nothing is freed. */
static int
await_display (gconstpointer stage)
{
  xcb_window_t root;

  return connect_to_stage (stage, &root) != NULL ? 0 : 1;
}

/* Whether a window that asks to be shown is shown, within a moment. */
static gboolean
maps_windows (xcb_connection_t *connection, xcb_window_t root)
{
  xcb_window_t  window = xcb_generate_id (connection);
  uint32_t      mask = XCB_EVENT_MASK_STRUCTURE_NOTIFY;
  struct pollfd fd = { .fd = xcb_get_file_descriptor (connection), .events = POLLIN };
  gint64        end = g_get_monotonic_time () + MAP_MS * 1000;
  gboolean      is_mapped = FALSE;

  xcb_create_window (connection,
                     XCB_COPY_FROM_PARENT,
                     window,
                     root,
                     0,
                     0,
                     10,
                     10,
                     0,
                     XCB_WINDOW_CLASS_INPUT_OUTPUT,
                     XCB_COPY_FROM_PARENT,
                     XCB_CW_EVENT_MASK,
                     &mask);
  xcb_map_window (connection, window);
  xcb_flush (connection);
  while (!is_mapped && g_get_monotonic_time () < end)
    {
      xcb_generic_event_t *event = xcb_poll_for_event (connection);

      if (event != NULL)
        is_mapped = (event->response_type & 0x7f) == XCB_MAP_NOTIFY;
      else
        poll (&fd, 1, 20);
    }
  xcb_destroy_window (connection, window);
  xcb_flush (connection);
  return is_mapped;
}

/* A window manager announces itself before it works: a window that asks to be shown in between is
 * forgotten (openbox, seen in 2 of some 50 starts). So one is shown until it takes notice. */
static int
await_window_manager (gconstpointer stage)
{
  xcb_window_t      root;
  xcb_connection_t *connection = connect_to_stage (stage, &root);
  uint32_t          mask = XCB_EVENT_MASK_PROPERTY_CHANGE;
  xcb_atom_t        check;

  if (connection == NULL)
    return 1;
  check = intern (connection, "_NET_SUPPORTING_WM_CHECK");
  xcb_change_window_attributes (connection, root, XCB_CW_EVENT_MASK, &mask);
  while (!is_managed (connection, root, check))
    {
      if (xcb_wait_for_event (connection) == NULL)
        return 1;
    }
  while (!maps_windows (connection, root))
    if (xcb_connection_has_error (connection))
      return 1;
  return 0;
}

#define COVER 0x123456

/* Whether the last pixel of the screen is the cover's. */
static gboolean
shows_cover (xcb_connection_t *connection, const xcb_screen_t *screen)
{
  xcb_get_image_reply_t *reply =
      xcb_get_image_reply (connection,
                           xcb_get_image (connection,
                                          XCB_IMAGE_FORMAT_Z_PIXMAP,
                                          screen->root,
                                          (int16_t) (screen->width_in_pixels - 1),
                                          (int16_t) (screen->height_in_pixels - 1),
                                          1,
                                          1,
                                          ~0u),
                           NULL);
  uint32_t pixel = 0;

  if (reply != NULL && xcb_get_image_data_length (reply) >= (int) sizeof pixel)
    memcpy (&pixel, xcb_get_image_data (reply), sizeof pixel);
  free (reply);
  return (pixel & 0xffffff) == COVER;
}

/* A compositor takes the screen over before it paints it. Everything is covered for a moment: once
 * that is seen, and seen to go, all of the screen is painted. */
static int
await_paint (xcb_connection_t *connection)
{
  const xcb_screen_t *screen = xcb_setup_roots_iterator (xcb_get_setup (connection)).data;
  xcb_window_t        window = xcb_generate_id (connection);
  const uint32_t      values[] = { COVER, TRUE };

  xcb_create_window (connection,
                     XCB_COPY_FROM_PARENT,
                     window,
                     screen->root,
                     0,
                     0,
                     screen->width_in_pixels,
                     screen->height_in_pixels,
                     0,
                     XCB_WINDOW_CLASS_INPUT_OUTPUT,
                     XCB_COPY_FROM_PARENT,
                     XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT,
                     values);
  xcb_map_window (connection, window);
  while (!shows_cover (connection, screen))
    if (xcb_connection_has_error (connection) || poll (NULL, 0, PAINT_MS) != 0)
      return 1;
  xcb_destroy_window (connection, window);
  while (shows_cover (connection, screen))
    if (xcb_connection_has_error (connection) || poll (NULL, 0, PAINT_MS) != 0)
      return 1;
  return 0;
}

static int
await_compositor (gconstpointer stage)
{
  xcb_window_t      root;
  xcb_connection_t *connection = connect_to_stage (stage, &root);
  xcb_atom_t        selection;

  if (connection == NULL)
    return 1;
  selection = intern (connection, "_NET_WM_CM_S0");
  free (xcb_xfixes_query_version_reply (connection,
                                        xcb_xfixes_query_version (connection, 4, 0),
                                        NULL));
  xcb_xfixes_select_selection_input (connection,
                                     root,
                                     selection,
                                     XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER);
  while (TRUE)
    {
      xcb_get_selection_owner_reply_t *reply =
          xcb_get_selection_owner_reply (connection,
                                         xcb_get_selection_owner (connection, selection),
                                         NULL);

      if (reply != NULL && reply->owner != XCB_WINDOW_NONE)
        return await_paint (connection);
      if (xcb_wait_for_event (connection) == NULL)
        return 1;
    }
}

static gboolean
start_server (PelStage *stage, const char *const *argv, GError **error)
{
  g_autofree char *note = g_build_filename (stage->dir, "display", NULL);
  g_autofree char *number = NULL;
  g_autofree char *display = NULL;
  PelChild        *server;

  /* A server that is not root cannot make it with the right bits, and some then refuse to run. */
  if (geteuid () == 0 && mkdir ("/tmp/.X11-unix", 01777) == 0)
    chmod ("/tmp/.X11-unix", 01777);

  server = pel_stage_start_speaking (stage, argv, &number, error);
  if (server == NULL)
    return FALSE;
  if (!g_file_set_contents (note, number, -1, error))
    return FALSE;
  display = g_strconcat (":", number, NULL);
  pel_stage_setenv (stage, "DISPLAY", display);
  pel_stage_setenv (stage, "GDK_BACKEND", "x11");
  pel_stage_setenv (stage, "QT_QPA_PLATFORM", "xcb");
  pel_stage_setenv (stage, "XDG_SESSION_TYPE", "x11");
  pel_stage_set_pid (stage, "PEL_DESKTOP_X_PID", server);
  return pel_stage_await (stage, server, await_display, "the display", error);
}

gboolean
pel_desktop_start_xvfb (PelStage *stage, GError **error)
{
  const char *argv[] = { "Xvfb",         "-displayfd", "%FD", "-screen",  "0",
                         "1920x1080x24", "-nolisten",  "tcp", "-noreset", NULL };

  return start_server (stage, argv, error);
}

/* The command of some distributions is a wrapper that only the user of a console may run. */
static const char *
find_xorg (void)
{
  static const char *const places[] = { "/usr/lib/xorg/Xorg", "/usr/libexec/Xorg" };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      if (access (places[i], X_OK) == 0)
        return places[i];
    }
  return "Xorg";
}

gboolean
pel_desktop_start_xorg (PelStage *stage, GError **error)
{
  g_autofree char *config = g_build_filename (stage->dir, "xorg.conf", NULL);
  g_autofree char *log = g_build_filename (stage->dir, "logs", "Xorg.0.log", NULL);
  const char      *argv[] = { find_xorg (), "-displayfd",  "%FD",      "-config",   config,
                              "-logfile",   log,           "-noreset", "-nolisten", "tcp",
                              "-sharevts",  "-novtswitch", NULL };
  g_autofree char *devices = NULL;
  g_autofree char *text = NULL;

  if (access (PERSON_DRIVER, R_OK) == 0)
    {
      devices = g_strdup_printf (person_config, stage->dir);
      pel_stage_setenv (stage, "PEL_DESKTOP_PERSON", stage->dir);
    }
  text = g_strconcat (xorg_config, devices, NULL);
  if (!g_file_set_contents (config, text, -1, error))
    return FALSE;
  if (!start_server (stage, argv, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (xorg_layout); i++)
    {
      if (!pel_stage_run (stage, xorg_layout[i], error))
        return FALSE;
    }
  return TRUE;
}

void
pel_desktop_release_display (const char *dir)
{
  g_autofree char   *note = g_build_filename (dir, "display", NULL);
  g_autofree char   *number = NULL;
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int                fd;

  if (!g_file_get_contents (note, &number, NULL, NULL))
    return;
  g_snprintf (address.sun_path, sizeof address.sun_path, "/tmp/.X11-unix/X%s", number);
  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  /* Another server may have the number by now, and then it answers. */
  if (connect (fd, (struct sockaddr *) &address, sizeof address) != 0 && errno == ECONNREFUSED)
    unlink (address.sun_path);
  close (fd);
}

static gboolean
start_window_manager (PelStage *stage, const char *const *argv, GError **error)
{
  PelChild *manager = pel_stage_start (stage, argv, error);

  if (manager == NULL)
    return FALSE;
  pel_stage_set_pid (stage, "PEL_DESKTOP_WM_PID", manager);
  return pel_stage_await (stage, manager, await_window_manager, "a managed screen", error);
}

gboolean
pel_desktop_start_openbox (PelStage *stage, GError **error)
{
  return start_window_manager (stage, (const char *[]){ "openbox", NULL }, error);
}

/* Its own compositor off: with picom in its place programs draw their shadows themselves, and the
 * compositor can be stopped alone. */
gboolean
pel_desktop_start_xfwm (PelStage *stage, GError **error)
{
  return start_window_manager (stage, (const char *[]){ "xfwm4", "--compositor=off", NULL }, error);
}

/* picom 12 clips the wrong picture when it repaints the ground: on a server that draws in software,
 * it paints over windows between the parts that have changed. So it must repaint everything. */
static gboolean
repaints_too_much (void)
{
  g_autofree char *version = NULL;

  return g_spawn_command_line_sync ("picom --version", &version, NULL, NULL, NULL) &&
         atoi (version + strcspn (version, "0123456789")) >= 12;
}

gboolean
pel_desktop_start_picom (PelStage *stage, GError **error)
{
  gboolean         is_careful = repaints_too_much ();
  g_autofree char *config =
      is_careful ? g_build_filename (stage->dir, "picom.conf", NULL) : g_strdup ("/dev/null");
  const char *argv[] = { "picom", "--backend", "xrender", "--config", config, NULL };
  PelChild   *picom;

  if (is_careful && !g_file_set_contents (config, "use-damage = false;\n", -1, error))
    return FALSE;
  pel_stage_setenv (stage, "PEL_DESKTOP_PICOM_CONFIG", config);
  picom = pel_stage_start (stage, argv, error);
  if (picom == NULL)
    return FALSE;
  pel_stage_set_pid (stage, "PEL_DESKTOP_PICOM_PID", picom);
  return pel_stage_await (stage, picom, await_compositor, "the compositing selection", error);
}
