/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "nursery.h"

/**
 * PelStage:
 *
 * A desktop while it is built up: its folder, its processes, and the environment that its next
 * process gets. Each step either leaves its program ready to serve or fails with an error that
 * names the program and shows the end of its log.
 */
typedef struct
{
  PelNursery *nursery;
  char       *dir;
  char      **environment;
  char       *helpers; /* the folder of our own programs */
} PelStage;

typedef int (*PelProbe) (gconstpointer stage);

PelStage *pel_stage_new (PelNursery *nursery, const char *dir);
void      pel_stage_free (PelStage *self);

void        pel_stage_setenv (PelStage *self, const char *name, const char *value);
void        pel_stage_set_pid (PelStage *self, const char *name, PelChild *child);
const char *pel_stage_getenv (const PelStage *self, const char *name);

/* Starts a server, its output going to a log. (transfer none) */
PelChild *pel_stage_start (PelStage *self, const char *const *argv, GError **error);
PelChild *pel_stage_start_full (PelStage *self, PelSpawn spawn, GError **error);

/* Starts a server that writes a line to the descriptor whose number it gets in place of "%FD".
 * Waits for the line. (transfer none) */
PelChild *
pel_stage_start_speaking (PelStage *self, const char *const *argv, char **ret_line, GError **error);

/* Runs @probe in a process of its own, which may block: it ends with 0 once @server is ready. */
gboolean pel_stage_await (
    PelStage *self, PelChild *server, PelProbe probe, const char *what, GError **error);

/* Runs a program to its end. */
gboolean pel_stage_run (PelStage *self, const char *const *argv, GError **error);
