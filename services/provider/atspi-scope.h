/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-source.h"
#include "services/provider/atspi-bus.h"

/* Which programs a look is about: of PelAtspiProgram, in the order in which they are to be asked
 * (the focused one first, small ones before large ones). (transfer container)
 *
 * @ret_is_open: what they call themselves is not known yet; once they have been read,
 * pel_atspi_scope_narrow() leaves those that were meant. */
GPtrArray *pel_atspi_scope_choose (const PelLook *look,
                                   PelDesktop    *desktop,
                                   PelAtspiBus   *bus,
                                   gboolean      *ret_is_open,
                                   GError       **error);
gboolean   pel_atspi_scope_narrow (const PelLook *look, GPtrArray *programs, GError **error);
