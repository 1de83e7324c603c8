/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-reading.h"
#include "services/provider/atspi-queue.h"

#include <gio/gio.h>

/**
 * PelAtspiDetails:
 *
 * Reads of one program's elements what is read only when someone asks. One for each program; it is
 * freed before the queue that it borrows.
 *
 * First it learns what the element is, unless only ids or descriptions are wanted. Of a place for
 * secrets neither text nor value is asked for then, not even their length.
 */
typedef struct _PelAtspiDetails PelAtspiDetails;

/* What is kept of what a program says of one element. */
#define PEL_DETAILS_MAX_BYTES      4096 /* of a string */
#define PEL_DETAILS_MAX_ATTRIBUTES 64
#define PEL_DETAILS_MAX_ACTIONS    64
#define PEL_DETAILS_MAX_RELATIONS  256
#define PEL_DETAILS_MAX_SELECTIONS 64
#define PEL_DETAILS_MAX_AROUND     64 /* characters on either side of the caret */
#define PEL_DETAILS_MAX_ROWS       5  /* of a table, for a first look at it */
#define PEL_DETAILS_MAX_COLUMNS    5

/* Of a text whose end was asked for. */
#define PEL_DETAILS_MAX_TEXT (1024 * 1024)

PelAtspiDetails *pel_atspi_details_new (PelAtspiQueue *queue);

/* Asks for actions one by one, and never for the list of them. */
void pel_atspi_details_set_counts_actions (PelAtspiDetails *self, gboolean counts_actions);

/* What is under way ends with PEL_ERROR_STALE_REF. */
void pel_atspi_details_free (PelAtspiDetails *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAtspiDetails, pel_atspi_details_free)

/* The bus name of the request only tells whether it is a place for secrets. Fails with
 * PEL_ERROR_STALE_REF where the element is gone and PEL_ERROR_APP_UNRESPONSIVE where its program
 * does not answer. */
void               pel_atspi_details_read_async (PelAtspiDetails         *self,
                                                 const PelReadingRequest *request,
                                                 GCancellable            *cancellable,
                                                 GAsyncReadyCallback      callback,
                                                 gpointer                 user_data);
PelElementReading *pel_atspi_details_read_finish (GAsyncResult *result, GError **error);
