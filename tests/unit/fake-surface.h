/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/surface.h"

/**
 * PelFakeSurface:
 *
 * A surface that only remembers what it is to show.
 */
#define PEL_TYPE_FAKE_SURFACE (pel_fake_surface_get_type ())
G_DECLARE_FINAL_TYPE (PelFakeSurface, pel_fake_surface, PEL, FAKE_SURFACE, PelSurface)

struct _PelFakeSurface
{
  PelSurface parent_instance;
  GPtrArray *scenes; /* (nullable) while it is hidden */
  guint      n_drawn, n_hidden;
};

PelFakeSurface *pel_fake_surface_new (void);

guint pel_fake_surface_get_n_scenes (PelFakeSurface *self);

/* (nullable): the text of the first item of that kind in the first scene, of any shade where that
 * is PEL_N_SHADES. */
const char *pel_fake_surface_find_text (PelFakeSurface *self, PelItemKind kind, PelShade shade);
