/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool-call.h"
#include "tests/unit/fake-element-source.h"

/* A place to call tools at: a desktop with a calculator (w1, active), an editor (w2) that may be
 * silent and a window (w3) that exposes nothing. */
typedef struct
{
  PelFakeWindowSource  *windows;
  PelFakeElementSource *elements;
  PelSnapshotStore     *snapshots;
  PelToolContext        context;
  GCancellable         *cancellable;
  const char           *caller;   /* its name on the bus */
  PelCaller            *identity; /* (nullable) who that is */
  GPtrArray            *events;   /* of JsonObject, in the order in which they came */
  JsonObject           *question; /* (nullable) the last that the caller was to ask the person */
  JsonObject           *envelope;
  gboolean              is_answered;
} ToolDesk;

void tool_desk_set_up (ToolDesk *self, gconstpointer unused);
void tool_desk_tear_down (ToolDesk *self, gconstpointer unused);

typedef enum
{
  TOOL_DESK_CHECKED = 1 << 0,   /* e6 is checked */
  TOOL_DESK_ADDED = 1 << 1,     /* e20, a button “New”, is there */
  TOOL_DESK_REMOVED = 1 << 2,   /* e5 is not */
  TOOL_DESK_FOCUS_7 = 1 << 3,   /* e5 has the focus instead of e4 */
  TOOL_DESK_UNFOCUSED = 1 << 4, /* nothing has it */
  TOOL_DESK_SILENT = 1 << 5,    /* the editor does not answer, and has more than is known */
  TOOL_DESK_MENU = 1 << 6,      /* the calculator's menu is open, a window of its own */
  TOOL_DESK_SWITCHED = 1 << 7,  /* the editor's window is the active one */
  TOOL_DESK_IDLE = 1 << 8,      /* no window is active */
  TOOL_DESK_CROWDED = 1 << 9,   /* 1,100 more elements */
  TOOL_DESK_TABS = 1 << 10,     /* e41, a tab deep inside, says that it has the focus, as Qt's do */
  TOOL_DESK_REBORN = 1 << 11,   /* e55 at the path of e5 is there instead of it */
  TOOL_DESK_MOVED = 1 << 12,    /* e5 is 20 pixels further down */
} ToolDeskFlags;

/* From now on looks show this, as snapshot s@number, and window queries its windows. */
void tool_desk_show (ToolDesk *self, guint number, ToolDeskFlags flags);

/* Begins a call; it ends in envelope. */
void tool_desk_begin (ToolDesk *self, const char *tool, const char *arguments);
void tool_desk_end (ToolDesk *self);

/* The data of a call that goes well; it keeps what its tool promises. Single quotes in @arguments
 * stand for double ones. */
JsonObject *tool_desk_call (ToolDesk *self, const char *tool, const char *arguments);
const char *tool_desk_call_for_text (ToolDesk *self, const char *tool, const char *arguments);

/* “code: message” of one that does not. (transfer full) */
char *tool_desk_fail (ToolDesk *self, const char *tool, const char *arguments);

/* Waits until there are @n events, then returns the last. */
JsonObject *tool_desk_wait_for_event (ToolDesk *self, guint n);
