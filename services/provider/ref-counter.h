/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/**
 * PelRefCounter:
 *
 * Gives the numbers of refs (e1, e2, …) and of snapshots. No number is given twice within a login,
 * also not after the program has been started again: the next free one is kept in a file of the
 * runtime directory. Numbers are set aside there in blocks, so a restart leaves a gap.
 */
typedef struct _PelRefCounter PelRefCounter;

/* @path: the file; its folder is made. Where it cannot be written, numbers are still given. */
PelRefCounter *pel_ref_counter_new (const char *path);
void           pel_ref_counter_free (PelRefCounter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelRefCounter, pel_ref_counter_free)

guint pel_ref_counter_take (PelRefCounter *self);
