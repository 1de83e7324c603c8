/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/x11-connection.h"

/**
 * PelX11Damage:
 *
 * Hears from an X server that something was drawn on its screen, a few times a second at most.
 */
typedef struct _PelX11Damage PelX11Damage;

/* (nullable): the server does not tell. */
PelX11Damage *pel_x11_damage_new (PelX11Connection *connection);
void          pel_x11_damage_free (PelX11Damage *self);

/* Of every event of the connection. */
void pel_x11_damage_hear (PelX11Damage *self, const xcb_generic_event_t *event);

/* Never 0; another number after something was drawn. */
guint pel_x11_damage_get_serial (const PelX11Damage *self);
