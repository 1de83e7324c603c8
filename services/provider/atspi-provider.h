/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-source.h"
#include "services/provider/a11y-keeper.h"
#include "services/provider/ref-counter.h"

/**
 * PelAtspiProvider:
 *
 * The elements of the whole desktop, over the accessibility bus. Keeps what it has read; while
 * someone watches, and for a while after each look, programs tell it what changes, and what they
 * do not tell is looked up a few times a second. So a second look costs next to nothing.
 */
#define PEL_TYPE_ATSPI_PROVIDER (pel_atspi_provider_get_type ())
G_DECLARE_FINAL_TYPE (PelAtspiProvider, pel_atspi_provider, PEL, ATSPI_PROVIDER, GObject)

PelAtspiProvider *pel_atspi_provider_new (PelWindowSource *windows, GDBusConnection *session_bus);

/* (transfer none): where the numbers of refs and of snapshots come from, for who adds elements of
 * other kinds. */
PelRefCounter *pel_atspi_provider_get_refs (PelAtspiProvider *self);
PelRefCounter *pel_atspi_provider_get_snapshots (PelAtspiProvider *self);

/* From then on looks turn accessibility on. @keeper is borrowed until NULL is set. */
void pel_atspi_provider_set_keeper (PelAtspiProvider *self, PelA11yKeeper *keeper);
