/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

#include <glib-object.h>
#include <sys/types.h>

typedef enum
{
  PEL_WINDOW_VISIBLE = 1 << 0, /* on a workspace that is shown, and not minimized */
  PEL_WINDOW_MINIMIZED = 1 << 1,
  PEL_WINDOW_MAXIMIZED = 1 << 2,
  PEL_WINDOW_FULLSCREEN = 1 << 3,
  PEL_WINDOW_ACTIVE = 1 << 4,
  PEL_WINDOW_UNMANAGED = 1 << 5, /* a menu, a tool tip: no window manager looks after it */
} PelWindowState;

/* A description of a window, as a window source fills it in. */
typedef struct
{
  const char    *id; /* the platform's own: an X window in hexadecimal, a sway container */
  const char    *title;
  const char    *app;           /* application id, or the class that the window claims */
  const char    *process_name;  /* NULL where the owner is not known */
  pid_t          pid;           /* 0 where the owner is not known */
  PelNativeRect  bounds;        /* what a person sees: with its title bar, without its shadow */
  PelNativeRect  content;       /* without a title bar that the window manager draws */
  PelNativeRect  surface;       /* what its program draws on: content, with the shadow it draws */
  guint32        frame;         /* X11: the child of the root that it is in, or is; 0: not known */
  guint32        x_window;      /* its X window; 0: it has none */
  guint32        transient_for; /* the X window that it is a dialog of, or the root; 0: none */
  guint          order; /* among the windows of its program, the oldest first; 0: not known */
  PelWindowState states;
} PelWindowInfo;

/**
 * PelWindow:
 *
 * One top-level window at one instant. Immutable; the strings of its info live as long as it.
 * Two objects with the same id describe the same window at different times.
 */
#define PEL_TYPE_WINDOW (pel_window_get_type ())
G_DECLARE_FINAL_TYPE (PelWindow, pel_window, PEL, WINDOW, GObject)

/* Copies @info; texts of other programs are repaired and cut. */
PelWindow           *pel_window_new (const PelWindowInfo *info);
const PelWindowInfo *pel_window_get_info (PelWindow *self);
gboolean             pel_window_equal (PelWindow *a, PelWindow *b);
