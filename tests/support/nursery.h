/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <sys/types.h>

/**
 * PelNursery:
 *
 * Every process that a desktop consists of. The owner is a subreaper, so whatever a child starts
 * and leaves behind comes back to it: pel_nursery_empty() leaves nothing alive. The owner has one
 * thread only: PR_SET_PDEATHSIG fires when the forking thread ends, not when its process does.
 */
typedef struct PelNursery PelNursery;

/* A direct child. Lives as long as the nursery. */
typedef struct
{
  char    *name;
  char    *log; /* where its stdout and stderr go, NULL when it has the caller's */
  pid_t    pid;
  gboolean is_running;
  int      status; /* as waitpid() gives it, once it has ended */
} PelChild;

typedef struct
{
  const char        *name;
  const char *const *argv; /* argv[0] is looked up in PATH */
  const char *const *environment;
  const char        *log;          /* NULL: stdin, stdout and stderr of the caller */
  int                keep_fd;      /* one more descriptor for the child, 0 for none */
  int (*become) (gpointer data);   /* in the child before exec; not 0 gives up */
  int (*run) (gconstpointer data); /* instead of argv: in the child, its exit code */
  gconstpointer data;
} PelSpawn;

/* @hangup_fd: reading its end of file counts as a request to stop. */
PelNursery *pel_nursery_new (int hangup_fd);
void        pel_nursery_free (PelNursery *self);

/* (transfer none) */
PelChild *pel_nursery_spawn (PelNursery *self, const PelSpawn *spawn, GError **error);

/* Waits until @child ends, FALSE when the time is up (-1: never), when a stop was asked for, or
 * when @needed (nullable), without which there is nothing to wait for, ends first. */
gboolean pel_nursery_wait (PelNursery *self, PelChild *child, PelChild *needed, int timeout_ms);

/* Waits for the end of @child even though a stop was asked for. */
gboolean pel_nursery_outlast (PelNursery *self, PelChild *child, int timeout_ms);

/* Waits until @fd can be read, with the same deadline, or @child ends: then FALSE. */
gboolean pel_nursery_wait_fd (PelNursery *self, int fd, PelChild *child, int timeout_ms);

/* The signal that asked for the end, 0 while there was none. */
int pel_nursery_get_stop_signal (PelNursery *self);

/* Ends every descendant, politely for @patience_ms, and removes the X locks they left. */
void pel_nursery_empty (PelNursery *self, int patience_ms);

/* The exit code a shell would give for @status. */
int pel_child_exit_code (int status);
