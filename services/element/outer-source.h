/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-source.h"

/**
 * PelOuterSource:
 *
 * A source around another one. It passes everything on, changes too; those derived from it step in
 * where they have something to add. Looks, readings and acts of theirs are tasks of their own with
 * which the results are passed on; they end in the functions of this one.
 */
#define PEL_TYPE_OUTER_SOURCE (pel_outer_source_get_type ())
G_DECLARE_DERIVABLE_TYPE (PelOuterSource, pel_outer_source, PEL, OUTER_SOURCE, GObject)

struct _PelOuterSourceClass
{
  GObjectClass parent_class;
};

/* Once, for the functions that make those derived. */
void pel_outer_source_set_inner (PelOuterSource *self, PelElementSource *inner);

/* (transfer none): NULL once it is disposed of. */
PelElementSource *pel_outer_source_get_inner (PelOuterSource *self);

/* For the methods of those derived. Both take @task, which then has the result. */
void pel_outer_source_pass_read (PelOuterSource          *self,
                                 const PelReadingRequest *request,
                                 GCancellable            *cancellable,
                                 GTask                   *task);
void pel_outer_source_pass_act (PelOuterSource      *self,
                                const PelElementAct *act,
                                GCancellable        *cancellable,
                                GTask               *task);
