/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <sys/types.h>

typedef enum
{
  PEL_CALLER_OPERATOR, /* the person at the inspector: what is done there is their own act */
  PEL_CALLER_TERMINAL, /* our own command line, where a person types */
  PEL_CALLER_AGENT,    /* everything else */
  PEL_N_CALLER_KINDS
} PelCallerKind;

/* A description of a caller. All but @claimed_name is reported by the kernel and the bus. */
typedef struct
{
  PelCallerKind kind;
  pid_t         pid;          /* 0: not known */
  guint64       start_time;   /* of that process, in ticks since boot; 0: not known */
  const char   *executable;   /* (nullable) path */
  const char   *sandbox;      /* (nullable) application id, from Flatpak */
  const char   *starter;      /* (nullable) of our own command line or bridge: who started it */
  const char   *cgroup;       /* (nullable) the unit that it runs in */
  const char   *terminal;     /* (nullable) of our own command line: where a person types */
  const char   *bus_name;     /* (nullable) on the session bus */
  const char   *claimed_name; /* (nullable) shown to people, never trusted */
  guint         channels;     /* bits of PelChannel: how it can ask the person itself */
} PelCallerInfo;

/**
 * PelCaller:
 *
 * A process that calls a tool. Immutable and counted. Two callers are the same where their keys are
 * equal: a process, with the time of its start, since numbers of processes come again.
 */
typedef struct _PelCaller PelCaller;

PelCaller *pel_caller_new (const PelCallerInfo *info);
PelCaller *pel_caller_ref (PelCaller *self);
void       pel_caller_unref (PelCaller *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelCaller, pel_caller_unref)

/* The person at the inspector, in this process. */
PelCaller *pel_caller_new_operator (void);

/* From /proc; @client (nullable) is the path of our own command line. A process that is gone, or of
 * which nothing can be read, is an agent of which nothing is known. Does not block. */
PelCaller *pel_caller_new_for_process (pid_t pid, const char *bus_name, const char *client);

const PelCallerInfo *pel_caller_get_info (const PelCaller *self);

/* A key that is unique for a caller. */
const char *pel_caller_get_key (const PelCaller *self);

/* Which program it is, for what is counted: every call of a command line is a process of its own.
 */
const char *pel_caller_get_program (const PelCaller *self);

/* Who is behind it: of our own command line or bridge the program that started it, which differ
 * where these are all the same. */
const char *pel_caller_get_origin (const PelCaller *self);

/* “operator”, “terminal”, “agent” */
const char *pel_caller_kind_to_string (PelCallerKind kind);

/* For people: “claude (pid 4711), an agent”, and “claude” alone; where a bridge or our command line
 * was started by it, who did so. One line, fit for a terminal. */
char       *pel_caller_dup_short_words (const PelCaller *self);
char       *pel_caller_dup_words (const PelCaller *self);
JsonObject *pel_caller_to_json (const PelCaller *self);
