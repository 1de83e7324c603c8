/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot-diff.h"
#include "services/element/snapshot-filter.h"
#include "services/tool/lens.h"
#include "services/tool/target.h"

/**
 * PelScope:
 *
 * Which part of the desktop a call is about, and what of it is shown. Found once from the call's
 * arguments (the rows of PEL_SCOPE_FIELDS), it then stays with the same window, program or element:
 * “the active window” is the one that was active at that time.
 */
typedef struct _PelScope PelScope;

typedef enum
{
  PEL_SCOPE_DESKTOP,
  PEL_SCOPE_ACTIVE_WINDOW,
  PEL_SCOPE_WINDOW,
  PEL_SCOPE_APP,
  PEL_SCOPE_ELEMENT,
  PEL_N_SCOPES
} PelScopeKind;

extern const char *const pel_scope_names[]; /* NULL-terminated */

/* The selectors that a scope may be given. */
typedef enum
{
  PEL_SCOPE_SELECTOR, /* names the trees that are shown */
  PEL_SCOPE_FILTER,   /* names the elements whose changes are reported */
  PEL_N_SCOPE_LENSES
} PelScopeLens;

/* clang-format off */
#define PEL_SCOPE_FIELDS \
  { "target",      PEL_FIELD_TARGET,  PEL_FIELD_POSITIONAL, N_ ("Window (id or part of the title), program (part of the name) or element (ref or selector)") }, \
  { "selector",    PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Only elements that match this selector, and their descendants"), .short_name = 's' }, \
  PEL_TARGET_FIRST_FIELD, \
  { "scope",       PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("What to look at (default: implied by target; without one, the desktop if a selector is given, else the active window)"), .choices = pel_scope_names }, \
  { "interactive", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Only interactive elements, and their windows"), .short_name = 'i' }, \
  { "compact",     PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Omit containers that carry no information"), .short_name = 'c' }, \
  { "visible",     PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Only visible elements (default: yes)") }, \
  { "max_depth",   PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Number of levels below the scope"), .minimum = 1, .maximum = PEL_ELEMENT_MAX_DEPTH, .short_name = 'd' }
/* clang-format on */

/* Reads the arguments of the call of @task and takes a first look, which it gives as well. */
void      pel_scope_open_async (GTask *task, GAsyncReadyCallback callback, gpointer data);
PelScope *pel_scope_open_finish (GAsyncResult *result, PelSnapshot **ret_snapshot, GError **error);
void      pel_scope_free (PelScope *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelScope, pel_scope_free)

/* Looks again. */
void
pel_scope_look_async (PelScope *self, GTask *task, GAsyncReadyCallback callback, gpointer data);
PelSnapshot *pel_scope_look_finish (GAsyncResult *result, GError **error);

PelScopeKind pel_scope_get_kind (const PelScope *self);

/* (nullable) (transfer none): the window of @snapshot that it is about. */
PelWindow *pel_scope_find_window (const PelScope *self, PelSnapshot *snapshot);

/* (nullable) (transfer none): a selector that it was given. */
const PelLens *pel_scope_get_lens (const PelScope *self, PelScopeLens which);

/* Whether it is about a window that exposes nothing. */
gboolean pel_scope_is_bare (const PelScope *self, PelSnapshot *snapshot);

/* (transfer full): of PelSnapshotFilter, one for each tree of @snapshot that it is about: the
 * window, then the menus and popups of its program that are open; with a selector, what that names
 * in them. None where there is nothing. */
GArray *pel_scope_get_filters (const PelScope *self, PelSnapshot *snapshot);

/* (transfer full): what changed of that which is shown. */
PelSnapshotDiff *pel_scope_diff (const PelScope *self, PelSnapshot *before, PelSnapshot *after);
