/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/provider/atspi-bus.h"
#include "services/provider/ref-counter.h"

/* (transfer full): the picture of @programs (of PelAtspiProgram) as they are known now, each at its
 * place on @desktop. Nodes without a ref get theirs, in depth-first order. @bus knows the programs
 * that foreign objects belong to. */
PelSnapshot *pel_atspi_snapshot_new (GPtrArray     *programs,
                                     PelAtspiBus   *bus,
                                     PelDesktop    *desktop,
                                     PelRefCounter *refs,
                                     guint64        number);
