/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/event-item.h"
#include "services/element/element-source.h"

#define PEL_EVENT_LOG_MAX_ITEMS   5000
#define PEL_EVENT_LOG_MAX_WAITING 2000
#define PEL_EVENT_LOG_BATCH       250

/**
 * PelEventLog:
 *
 * The last events, the newest at the end: a GListModel of PelEventItem that never grows beyond
 * PEL_EVENT_LOG_MAX_ITEMS. However many come, it takes a batch of them about thirty times a second;
 * those that it has no room for are counted.
 *
 * Signal "updated": a batch was taken, or a count is another.
 */
#define PEL_TYPE_EVENT_LOG (pel_event_log_get_type ())
G_DECLARE_FINAL_TYPE (PelEventLog, pel_event_log, PEL, EVENT_LOG, GObject)

/* @source: (nullable) tells the names of programs. */
PelEventLog *pel_event_log_new (PelElementSource *source);

/* One more, as “pellucid watch” tells it. While it is paused, it is only counted. */
void pel_event_log_add (PelEventLog *self, const char *json);

/* Takes what waits now. */
void pel_event_log_flush (PelEventLog *self);

void     pel_event_log_set_paused (PelEventLog *self, gboolean is_paused);
gboolean pel_event_log_is_paused (PelEventLog *self);
void     pel_event_log_clear (PelEventLog *self);

guint64 pel_event_log_get_n_dropped (PelEventLog *self); /* older ones, for which no room was */
guint64 pel_event_log_get_n_missed (PelEventLog *self);  /* since it was paused */

/* (transfer full): a line of JSON for each. */
GBytes *pel_event_log_dup_lines (PelEventLog *self);

/* What is to be seen of it. A value; NULL and 0 mean all. */
typedef struct
{
  guint       types; /* bits by PelEventType; 0: all */
  const char *app;
  const char *bus_name; /* with @ref: one element */
  guint       ref;
  const char *text; /* a part of what a row says; case-folded */
} PelEventFilter;

gboolean pel_event_filter_matches (const PelEventFilter *self, PelEventItem *item);
