/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/x11-crosshair.h"

#define SIDE   25
#define MIDDLE 12

/* Black with a white edge; open in the middle, so that what is picked can be seen. */
/* clang-format off */
static const xcb_rectangle_t black[] = {
  { MIDDLE, 1, 1, 9 }, { MIDDLE, 15, 1, 9 }, { 1, MIDDLE, 9, 1 }, { 15, MIDDLE, 9, 1 },
  { MIDDLE, MIDDLE, 1, 1 },
};
static const xcb_rectangle_t edge[] = {
  { MIDDLE - 1, 0, 3, 11 }, { MIDDLE - 1, 14, 3, 11 }, { 0, MIDDLE - 1, 11, 3 }, { 14, MIDDLE - 1, 11, 3 },
  { MIDDLE, MIDDLE, 1, 1 },
};
/* clang-format on */

static xcb_pixmap_t
draw (PelX11Connection *connection, const xcb_rectangle_t *rects, guint n_rects)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);
  xcb_pixmap_t      pixmap = xcb_generate_id (xcb);
  xcb_gcontext_t    gc = xcb_generate_id (xcb);
  xcb_rectangle_t   all = { 0, 0, SIDE, SIDE };
  guint32           colour = 0;

  xcb_create_pixmap (xcb, 1, pixmap, pel_x11_connection_get_screen (connection)->root, SIDE, SIDE);
  xcb_create_gc (xcb, gc, pixmap, XCB_GC_FOREGROUND, &colour);
  xcb_poly_fill_rectangle (xcb, pixmap, gc, 1, &all);
  colour = 1;
  xcb_change_gc (xcb, gc, XCB_GC_FOREGROUND, &colour);
  xcb_poly_fill_rectangle (xcb, pixmap, gc, n_rects, rects);
  xcb_free_gc (xcb, gc);
  return pixmap;
}

/* Not from a theme or a font: either may be missing, and a grab without its cursor is refused. */
xcb_cursor_t
pel_x11_crosshair_create (PelX11Connection *connection)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);
  xcb_pixmap_t      source = draw (connection, black, G_N_ELEMENTS (black));
  xcb_pixmap_t      mask = draw (connection, edge, G_N_ELEMENTS (edge));
  xcb_cursor_t      cursor = xcb_generate_id (xcb);

  xcb_create_cursor (xcb,
                     cursor,
                     source,
                     mask,
                     0,
                     0,
                     0,
                     G_MAXUINT16,
                     G_MAXUINT16,
                     G_MAXUINT16,
                     MIDDLE,
                     MIDDLE);
  xcb_free_pixmap (xcb, source);
  xcb_free_pixmap (xcb, mask);
  return cursor;
}
