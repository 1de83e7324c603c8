/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib-object.h>

typedef enum
{
  PEL_EVENT_STARTED,
  PEL_EVENT_ADDED,
  PEL_EVENT_REMOVED,
  PEL_EVENT_CHANGED,
  PEL_EVENT_FOCUS,
  PEL_EVENT_WINDOW,
  PEL_EVENT_OVERFLOW,
  PEL_EVENT_ERROR,
  PEL_N_EVENT_TYPES
} PelEventType;

/**
 * PelEventItem:
 *
 * Something that happened on the desktop, as “pellucid watch” tells it. What happens to an element
 * again and again within a moment is one item, with how often it was.
 *
 * Signal "updated": it happened once more.
 */
#define PEL_TYPE_EVENT_ITEM (pel_event_item_get_type ())
G_DECLARE_FINAL_TYPE (PelEventItem, pel_event_item, PEL, EVENT_ITEM, GObject)

/* (nullable): NULL where @json is no event. @now: µs of real time, for events without a time. */
PelEventItem *pel_event_item_new (const char *json, gint64 now);

/* Takes over what @again says, where it is the same that happened once more, soon enough. */
gboolean pel_event_item_merge (PelEventItem *self, PelEventItem *again);

/* The same for all events that can be merged; (nullable). */
const char *pel_event_item_get_key (PelEventItem *self);

PelEventType pel_event_item_get_event_type (PelEventItem *self);
const char  *pel_event_item_get_bus_name (PelEventItem *self); /* (nullable) of its program */
guint        pel_event_item_get_ref (PelEventItem *self);      /* 0: of no element */
guint        pel_event_item_get_count (PelEventItem *self);
const char  *pel_event_item_get_app (PelEventItem *self);    /* never NULL */
const char  *pel_event_item_get_text (PelEventItem *self);   /* what it is about; never NULL */
const char  *pel_event_item_get_detail (PelEventItem *self); /* what is different; never NULL */
void         pel_event_item_set_app (PelEventItem *self, const char *app);

/* (transfer full): “12:04:31.250” */
char *pel_event_item_dup_time (PelEventItem *self);

/* (transfer full): as a line of JSON, with “repeated” where it happened more than once. */
char *pel_event_item_dup_json (PelEventItem *self);

/* For translation: “Added” */
const char *pel_event_type_to_string (PelEventType type);
const char *pel_event_type_get_icon_name (PelEventType type);
