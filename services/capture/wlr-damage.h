/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/wlr-copy.h"
#include "services/capture/wlr-outputs.h"

/**
 * PelWlrDamage:
 *
 * Hears from a compositor that something was drawn on its outputs, a few times a second at most:
 * for each it has a copy asked for that is made when there is something new in it.
 */
typedef struct _PelWlrDamage PelWlrDamage;

/* All is borrowed. */
PelWlrDamage *pel_wlr_damage_new (const PelWlrCopyMaterials *materials, PelWlrOutputs *outputs);
void          pel_wlr_damage_free (PelWlrDamage *self);

/* Never 0; another number after something was drawn. */
guint pel_wlr_damage_get_serial (const PelWlrDamage *self);
