/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/schema.h"
#include "services/window/window-source.h"

typedef struct _PelTool        PelTool;
typedef struct _PelToolContext PelToolContext;

typedef enum
{
  PEL_TOOL_READ,
  PEL_TOOL_ADMIN, /* about this program itself; for people and scripts */
  PEL_N_TOOL_CLASSES
} PelToolClass;

typedef enum
{
  PEL_OFFER_COMMAND_LINE = 1 << 0,
  PEL_OFFER_DBUS = 1 << 1,
  PEL_OFFER_MCP = 1 << 2,
  PEL_OFFER_PEOPLE = PEL_OFFER_COMMAND_LINE | PEL_OFFER_DBUS,
  PEL_OFFER_ALL = PEL_OFFER_PEOPLE | PEL_OFFER_MCP,
} PelToolOffer;

typedef enum
{
  PEL_VIEW_TABLE,    /* a row for each object of a list */
  PEL_VIEW_FINDINGS, /* status, title, message and what to do, as paragraphs */
  PEL_VIEW_FIELDS,   /* a line for each of the result's own members */
} PelViewKind;

typedef struct
{
  const char *key;    /* member of the row, or "states" for the names of all that are true */
  const char *header; /* for translation */
} PelColumn;

/* How a person is shown a part of the result on a terminal. */
typedef struct
{
  PelViewKind      kind;
  const char      *key;     /* the list among the result's members; NULL for PEL_VIEW_FIELDS */
  const char      *heading; /* (nullable) for translation */
  const PelColumn *columns; /* ends with a row without a key */
  const char      *empty;   /* what is said of an empty list; for translation */
} PelView;

/**
 * PelTool:
 *
 * Everything about one tool, as a constant: every front end is made from it. @run is given a task
 * whose task data is the PelToolCall; it returns the result's data as a JsonObject (transfer full).
 */
struct _PelTool
{
  const char     *name;    /* ui_list_windows; the command line drops ui_ */
  const char     *alias;   /* (nullable) a shorter word for the command line */
  const char     *summary; /* for translation */
  PelToolClass    tool_class;
  PelToolOffer    offers;
  guint           timeout_ms; /* unless the call says otherwise */
  const PelField *arguments;  /* (nullable), less the common ones */
  const PelField *result;
  const PelView  *views; /* ends with a row without columns */
  void (*run) (GTask *task);
};

/* What tools work with. Made by the composition root, lent to every call. */
struct _PelToolContext
{
  PelWindowSource *windows;       /* NULL where this desktop has none that we know */
  GError          *windows_error; /* why, then */
  GDBusConnection *session_bus;
  gpointer         inspector_data; /* for open_inspector */
  void (*open_inspector) (gpointer inspector_data);

  /* Returns a PelExamination through @task. */
  void (*examine) (GTask *task, const PelToolContext *context);

  /* Turns on the desktop's accessibility; returns a boolean through @task. */
  void (*enable_accessibility) (GTask *task, const PelToolContext *context);

  /* (nullable) a reason where no overlay is possible on @platform; known to a higher layer */
  const char *(*refuse_overlay) (const PelPlatform *platform);
};

/* What every tool takes beside its own arguments. */
extern const PelField pel_tool_common_arguments[];

const char *pel_tool_class_to_string (PelToolClass tool_class);

/* "list-windows" for ui_list_windows */
char *pel_tool_dup_command (const PelTool *self);

/* Arguments and the common ones; free the array, not what it holds. */
PelField *pel_tool_dup_arguments (const PelTool *self);
