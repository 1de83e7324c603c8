/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/window.h"
#include "services/window/x11-round.h"

/* Our own windows above all others call themselves so (the first part of WM_CLASS). With an empty
 * input shape as well, they are not there for anybody: not listed, and nothing lies under them. */
#define PEL_X11_OVERLAY_INSTANCE "pellucid-overlay"

/* What is learnt of one X window in the course of a query, until it becomes a PelWindow. */
typedef struct
{
  int left, right, top, bottom;
} PelX11Extents;

typedef struct
{
  PelX11Connection *connection; /* borrowed */
  xcb_window_t      window;
  xcb_window_t      ancestor; /* the way up to the frame: at the end a child of the root */
  guint             climbs_left;
  gboolean          is_managed;
  gboolean          is_input_only;
  gboolean          is_mapped;
  gboolean          is_override_redirect;
  gboolean          is_overlay; /* it says so */
  gboolean          lets_clicks_through;
  int               x, y, width, height;
  PelX11Extents     frame, shadow;
  char             *title, *legacy_title, *class_name;
  guint32           owner;     /* the process that made it; 0: not known */
  guint32           workspace; /* G_MAXUINT32: on all of them */
  guint32           transient_for;
  guint             order; /* among all clients, the oldest first; 0: not known */
  PelWindowState    states;
} PelX11Probe;

typedef enum
{
  PEL_X11_UNMANAGED,
  PEL_X11_MANAGED,
} PelX11Management;

PelX11Probe *
pel_x11_probe_new (PelX11Connection *connection, xcb_window_t window, PelX11Management management);
void pel_x11_probe_free (PelX11Probe *self);

/* Adds what must be asked to @round. */
void pel_x11_probe_ask (PelX11Probe *self, PelX11Round *round);

/* Asks for the next ancestor, unless climbs_left says that the way up has ended. */
void pel_x11_probe_climb (PelX11Probe *self, PelX11Round *round);

PelWindow *
pel_x11_probe_make_window (const PelX11Probe *self, guint32 current_workspace, xcb_window_t active);
