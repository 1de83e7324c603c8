/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-source.h"
#include "tests/unit/fake-window-source.h"

/**
 * PelFakeElementSource:
 *
 * An element source that shows what a test tells it to, when it tells it to. Its looks are all of
 * the same snapshot, whatever they name; it remembers what they named. Only a look at programs that
 * the snapshot does not have fails.
 */
#define PEL_TYPE_FAKE_ELEMENT_SOURCE (pel_fake_element_source_get_type ())
G_DECLARE_FINAL_TYPE (
    PelFakeElementSource, pel_fake_element_source, PEL, FAKE_ELEMENT_SOURCE, GObject)

PelFakeElementSource *pel_fake_element_source_new (void);

/* Takes @snapshot or copies @error: what looks give from now on. Refs are known by the snapshot. */
void pel_fake_element_source_set_snapshot (PelFakeElementSource *self, PelSnapshot *snapshot);
void pel_fake_element_source_set_error (PelFakeElementSource *self, const GError *error);

/* Takes @reading (what the next reading gives) or copies @error. */
void pel_fake_element_source_set_reading (PelFakeElementSource *self, PelElementReading *reading);
void pel_fake_element_source_set_read_error (PelFakeElementSource *self, const GError *error);

/* What is read of an element from now on; NULL: it is gone. */
typedef PelElementReading *(*PelFakeReadFunc) (const PelReadingRequest *request, gpointer data);
void pel_fake_element_source_set_read_func (PelFakeElementSource *self,
                                            PelFakeReadFunc       func,
                                            gpointer              data);

/* Readings wait until this, or until they are cancelled. Answers the first @n_reads. */
void  pel_fake_element_source_set_read_manner (PelFakeElementSource *self, PelFakeManner manner);
void  pel_fake_element_source_answer_reads (PelFakeElementSource *self, guint n_reads);
guint pel_fake_element_source_get_n_waiting_reads (PelFakeElementSource *self);

/* What an act does from now on; NULL: it succeeds. Acts that were let through are counted. */
typedef gboolean (*PelFakeActFunc) (const PelElementAct *act, gpointer data, GError **error);
void  pel_fake_element_source_set_act_func (PelFakeElementSource *self,
                                            PelFakeActFunc        func,
                                            gpointer              data);
guint pel_fake_element_source_get_n_acts (PelFakeElementSource *self);

/* Copies @traffic (of PelTraffic): what the programs cost from now on. */
void pel_fake_element_source_set_traffic (PelFakeElementSource *self, GPtrArray *traffic);

/* Looks wait until this, or until they are cancelled. */
void pel_fake_element_source_set_manner (PelFakeElementSource *self, PelFakeManner manner);
void pel_fake_element_source_answer (PelFakeElementSource *self);

/* “window w1” of the last look, “at once” of one that is; “none” before it. */
const char              *pel_fake_element_source_get_look (PelFakeElementSource *self);
const PelReadingRequest *pel_fake_element_source_get_request (PelFakeElementSource *self);
guint                    pel_fake_element_source_get_n_looks (PelFakeElementSource *self);
guint                    pel_fake_element_source_get_n_reads (PelFakeElementSource *self);
guint                    pel_fake_element_source_get_n_waiting (PelFakeElementSource *self);
int                      pel_fake_element_source_get_n_watching (PelFakeElementSource *self);
