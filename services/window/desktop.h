/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/monitor-layout.h"
#include "services/window/window.h"

typedef enum
{
  PEL_PLATFORM_X11,
  PEL_PLATFORM_WAYLAND,
} PelPlatformKind;

/* What the window system offers, as far as parts of this program depend on it. */
typedef enum
{
  PEL_FEATURE_COMPOSITOR = 1 << 0,       /* transparency is blended */
  PEL_FEATURE_ALPHA_WINDOWS = 1 << 1,    /* windows may be transparent */
  PEL_FEATURE_INPUT_SHAPE = 1 << 2,      /* windows may let clicks through */
  PEL_FEATURE_LAYER_SHELL = 1 << 3,      /* surfaces above all windows */
  PEL_FEATURE_INJECT_POINTER = 1 << 4,   /* pointer input on behalf of the person */
  PEL_FEATURE_INJECT_KEYBOARD = 1 << 5,  /* keys on behalf of the person */
  PEL_FEATURE_CAPTURE_SCREEN = 1 << 6,   /* pixels of the screen */
  PEL_FEATURE_CAPTURE_WINDOWS = 1 << 7,  /* pixels of covered windows */
  PEL_FEATURE_POINTER_POSITION = 1 << 8, /* where the pointer is */
} PelFeature;

typedef struct
{
  PelPlatformKind kind;
  const char     *server;         /* "X.Org 1.21.1", "sway 1.7" */
  const char     *window_manager; /* NULL where none tells its name */
  PelFeature      features;
} PelPlatform;

/**
 * PelDesktop:
 *
 * Monitors, windows and the platform at one instant. Immutable. Windows are in stacking order, the
 * topmost first.
 */
#define PEL_TYPE_DESKTOP (pel_desktop_get_type ())
G_DECLARE_FINAL_TYPE (PelDesktop, pel_desktop, PEL, DESKTOP, GObject)

/* Takes the windows (a GPtrArray of PelWindow that owns its elements); copies @platform. */
PelDesktop *
pel_desktop_new (const PelPlatform *platform, PelMonitorLayout *layout, GPtrArray *windows);

const PelPlatform      *pel_desktop_get_platform (PelDesktop *self);
const PelMonitorLayout *pel_desktop_get_layout (PelDesktop *self);
guint                   pel_desktop_get_n_windows (PelDesktop *self);
PelWindow              *pel_desktop_get_window (PelDesktop *self, guint index);

/* (nullable) (transfer none): the one that has the keyboard, the one with this id, the topmost one
 * that is seen at @point. */
PelWindow *pel_desktop_find_active (PelDesktop *self);
PelWindow *pel_desktop_find_window (PelDesktop *self, const char *id);
PelWindow *pel_desktop_find_window_at (PelDesktop *self, PelNativePoint point);

/* Where a window of this desktop stands in it. */
guint pel_desktop_get_window_index (PelDesktop *self, PelWindow *window);

/* NULL equals only NULL. */
gboolean pel_desktop_equal (PelDesktop *a, PelDesktop *b);

/* @rect in physical pixels, taken on the monitor that holds most of it, else on the first one.
 * (nullable) return: no monitor shows any of it. */
const PelMonitor *
pel_desktop_to_physical (PelDesktop *self, const PelNativeRect *rect, PelPhysicalRect *ret_rect);
