/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/veil.h"

#include "services/base/process.h"

/* States of a bare window: what can be seen of it from afar. */
#define BARE_STATES                                                       \
  (PEL_STATE_BIT (PEL_STATE_ACTIVE) | PEL_STATE_BIT (PEL_STATE_ENABLED) | \
   PEL_STATE_BIT (PEL_STATE_SENSITIVE))
#define BARE_FLAGS (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)

typedef struct
{
  PelVeilTerms terms;
  PelSnapshot *snapshot; /* (nullable) */
  GHashTable  *windows;  /* of PelWindow *: those that are private */
  GHashTable  *pids;     /* of those windows' programs */
  GHashTable  *named;    /* of PelElementId: heads and documents that are private by their names */
} Veil;

static void
veil_clear (Veil *veil)
{
  g_hash_table_unref (veil->windows);
  g_hash_table_unref (veil->pids);
  g_hash_table_unref (veil->named);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Veil, veil_clear)

static void
block (Veil *veil, PelWindow *window)
{
  g_hash_table_add (veil->windows, window);
  g_hash_table_add (veil->pids, GINT_TO_POINTER (pel_window_get_info (window)->pid));
}

/* By which a memory knows a window: its id is given again when its program has ended. */
static char *
dup_key (const PelWindowInfo *info)
{
  return g_strdup_printf ("%s %d", info->id, info->pid);
}

static gboolean
is_remembered (const Veil *veil, const PelWindowInfo *info)
{
  g_autofree char *key = NULL;

  if (veil->terms.memory == NULL || pel_privacy_memory_is_empty (veil->terms.memory))
    return FALSE;
  key = dup_key (info);
  return pel_privacy_memory_has_window (veil->terms.memory, key, veil->terms.now);
}

static gboolean
is_titled_private (const Veil *veil, const PelWindowInfo *info)
{
  PelPolicyWindow window = { info->title, info->app, info->process_name };

  if (is_remembered (veil, info))
    return TRUE;
  return (info->states & PEL_WINDOW_UNMANAGED) == 0 &&
         pel_policy_is_blocked (veil->terms.policy, &window, NULL);
}

static gboolean
has_private_window (const Veil *veil, pid_t pid)
{
  return pid > 0 && g_hash_table_contains (veil->pids, GINT_TO_POINTER (pid));
}

static PelWindow *
find_x_window (PelDesktop *desktop, guint32 x_window)
{
  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    if (pel_window_get_info (pel_desktop_get_window (desktop, i))->x_window == x_window)
      return pel_desktop_get_window (desktop, i);
  return NULL;
}

/* A dialog is as private as its window. One that belongs to no window in particular, as to the
 * root, belongs to all windows of its program. */
static gboolean
is_dialog_private (const Veil *veil, PelDesktop *desktop, const PelWindowInfo *info)
{
  PelWindow *owner;

  if (info->transient_for == 0)
    return FALSE;
  owner = find_x_window (desktop, info->transient_for);
  return owner != NULL ? g_hash_table_contains (veil->windows, owner)
                       : has_private_window (veil, info->pid);
}

/* Dialogs may have dialogs: until there are no more. */
static void
block_dialogs (Veil *veil, PelDesktop *desktop)
{
  guint n = desktop != NULL ? pel_desktop_get_n_windows (desktop) : 0;
  guint n_before;

  do
    {
      n_before = g_hash_table_size (veil->windows);
      for (guint i = 0; i < n && n_before > 0; i++)
        {
          PelWindow *window = pel_desktop_get_window (desktop, i);

          if (is_dialog_private (veil, desktop, pel_window_get_info (window)))
            block (veil, window);
        }
    }
  while (g_hash_table_size (veil->windows) > n_before);
}

/* Names */

static gboolean
is_named_private (const Veil *veil, PelElementId id)
{
  PelElement element = pel_snapshot_get_element (veil->snapshot, id);

  if (veil->terms.memory != NULL &&
      pel_privacy_memory_has_element (veil->terms.memory, element.bus_name, element.path))
    return TRUE;
  return *element.name != '\0' && pel_policy_is_name_blocked (veil->terms.policy, element.name);
}

/* A document in another is a part of it: it may be an advertisement. */
static gboolean
is_in_document (PelSnapshot *snapshot, PelElementId id)
{
  while ((id = pel_snapshot_get_parent (snapshot, id)) != PEL_ELEMENT_NONE)
    if (pel_snapshot_get_role (snapshot, id) == PEL_ROLE_DOCUMENT)
      return TRUE;
  return FALSE;
}

/* A window is as private as its head, and as the document in front. */
static void
block_named (Veil *veil, PelElementId id, gboolean is_document)
{
  PelWindow *window = pel_snapshot_find_window (veil->snapshot, id);

  g_hash_table_add (veil->named, GUINT_TO_POINTER (id));
  if (window == NULL)
    return;
  if (!is_document ||
      (pel_states_has (pel_snapshot_get_states (veil->snapshot, id), PEL_STATE_SHOWING) &&
       !is_in_document (veil->snapshot, id)))
    block (veil, window);
}

static gboolean
has_names (const Veil *veil)
{
  return veil->snapshot != NULL &&
         (pel_policy_has_private (veil->terms.policy) || veil->terms.memory != NULL);
}

static void
find_named (Veil *veil)
{
  guint n = pel_snapshot_get_n_elements (veil->snapshot);

  for (PelElementId id = 1; id <= n; id++)
    {
      PelRole  role = pel_snapshot_get_role (veil->snapshot, id);
      gboolean is_document = role == PEL_ROLE_DOCUMENT;

      if (role == PEL_ROLE_APPLICATION ||
          (!is_document && pel_snapshot_get_depth (veil->snapshot, id) > 1))
        continue;
      if (is_named_private (veil, id))
        block_named (veil, id, is_document);
    }
}

/* @desktop: (nullable); @snapshot: (nullable) where only windows are asked for. */
static Veil
make_veil_over (const PelVeilTerms *terms, PelDesktop *desktop, PelSnapshot *snapshot)
{
  guint n = desktop != NULL ? pel_desktop_get_n_windows (desktop) : 0;
  Veil  veil = { .terms = *terms,
                 .snapshot = snapshot,
                 .windows = g_hash_table_new (NULL, NULL),
                 .pids = g_hash_table_new (NULL, NULL),
                 .named = g_hash_table_new (NULL, NULL) };

  for (guint i = 0; i < n; i++)
    if (is_titled_private (&veil, pel_window_get_info (pel_desktop_get_window (desktop, i))))
      block (&veil, pel_desktop_get_window (desktop, i));
  if (has_names (&veil))
    find_named (&veil);
  block_dialogs (&veil, desktop);
  for (guint i = 0; i < n; i++)
    {
      PelWindow           *window = pel_desktop_get_window (desktop, i);
      const PelWindowInfo *info = pel_window_get_info (window);

      if ((info->states & PEL_WINDOW_UNMANAGED) != 0 && has_private_window (&veil, info->pid))
        block (&veil, window);
    }
  return veil;
}

static Veil
make_veil (const PelVeilTerms *terms, PelSnapshot *snapshot)
{
  return make_veil_over (terms, pel_snapshot_get_desktop (snapshot), snapshot);
}

static char **
list_windows (const PelVeilTerms *terms, PelDesktop *desktop, char *(*dup) (const PelWindowInfo *) )
{
  g_auto (Veil) veil = make_veil_over (terms, desktop, NULL);
  GPtrArray    *texts = g_ptr_array_new ();

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      PelWindow *window = pel_desktop_get_window (desktop, i);

      if (g_hash_table_contains (veil.windows, window))
        g_ptr_array_add (texts, dup (pel_window_get_info (window)));
    }
  g_ptr_array_add (texts, NULL);
  return (char **) g_ptr_array_free (texts, FALSE);
}

static char *
dup_id (const PelWindowInfo *info)
{
  return g_strdup (info->id);
}

char **
pel_veil_find_windows (const PelVeilTerms *terms, PelDesktop *desktop)
{
  return list_windows (terms, desktop, dup_id);
}

char **
pel_veil_find_keys (PelPolicy *policy, PelDesktop *desktop)
{
  return list_windows (&(PelVeilTerms){ .policy = policy }, desktop, dup_key);
}

static PelWindow *
find_parent_window (PelSnapshot *snapshot, PelElementId id)
{
  PelElementId parent = pel_snapshot_get_parent (snapshot, id);

  return parent != PEL_ELEMENT_NONE ? pel_snapshot_find_window (snapshot, parent) : NULL;
}

/* A window of its own, or what a program has beside its windows. */
static gboolean
is_head (PelSnapshot *snapshot, PelElementId id)
{
  guint depth = pel_snapshot_get_depth (snapshot, id);

  if (depth == 0)
    return pel_snapshot_get_role (snapshot, id) != PEL_ROLE_APPLICATION;
  return (depth == 1 && pel_snapshot_get_role (snapshot, pel_snapshot_get_parent (snapshot, id)) ==
                            PEL_ROLE_APPLICATION) ||
         pel_snapshot_find_window (snapshot, id) != find_parent_window (snapshot, id);
}

/* Of what is in no window that is known, its own name is all that there is. */
static gboolean
is_loose_private (const Veil *veil, PelElementId id)
{
  const PelSnapshotProgram *program =
      pel_snapshot_get_program (veil->snapshot,
                                pel_snapshot_get_program_index (veil->snapshot, id));
  g_autofree char *executable = pel_process_dup_name (program->pid);
  PelPolicyWindow  window = { pel_snapshot_get_name (veil->snapshot, id),
                              program->name,
                              executable };

  return has_private_window (veil, program->pid) ||
         pel_policy_is_blocked (veil->terms.policy, &window, NULL);
}

static gboolean
is_private (const Veil *veil, PelElementId id)
{
  PelWindow *window;

  if (g_hash_table_contains (veil->named, GUINT_TO_POINTER (id)))
    return TRUE;
  if (!is_head (veil->snapshot, id))
    return FALSE;
  window = pel_snapshot_find_window (veil->snapshot, id);
  return window != NULL ? g_hash_table_contains (veil->windows, window)
                        : is_loose_private (veil, id);
}

/* Only heads are looked at: those below a window have a window. */
static gboolean
has_loose_head (const Veil *veil)
{
  guint n = pel_snapshot_get_n_elements (veil->snapshot);

  for (PelElementId id = 1; id <= n;)
    {
      if (is_private (veil, id))
        return TRUE;
      id = pel_snapshot_get_depth (veil->snapshot, id) == 0 &&
                   pel_snapshot_get_role (veil->snapshot, id) == PEL_ROLE_APPLICATION
               ? id + 1
               : pel_snapshot_get_last_descendant (veil->snapshot, id) + 1;
    }
  return FALSE;
}

static void
make_bare (const Veil *veil, PelElement *element)
{
  PelWindow *window = pel_snapshot_find_window (veil->snapshot, element->id);

  if (window != NULL && element->role != PEL_ROLE_DOCUMENT)
    element->name = pel_window_get_info (window)->title;
  element->value = "";
  element->n_children = 0;
  element->states &= BARE_STATES;
  element->interfaces = 0;
  element->flags = (element->flags & BARE_FLAGS) | PEL_ELEMENT_IS_BLOCKED;
}

/* Adds @id as a child of @parent (the builder's id); FALSE: as a bare window. */
static gboolean
copy_element (const Veil         *veil,
              PelSnapshotBuilder *builder,
              PelElementId        id,
              PelElementId        parent,
              PelElementId       *ret_new)
{
  PelElement element = pel_snapshot_get_element (veil->snapshot, id);
  PelWindow *window = pel_snapshot_find_window (veil->snapshot, id);
  gboolean   is_bare = is_private (veil, id);

  element.parent = parent;
  if (is_bare)
    make_bare (veil, &element);
  *ret_new = pel_snapshot_builder_add (builder, &element);
  if (window != NULL && window != find_parent_window (veil->snapshot, id))
    pel_snapshot_builder_add_surface (builder,
                                      pel_desktop_get_window_index (pel_snapshot_get_desktop (
                                                                        veil->snapshot),
                                                                    window),
                                      *ret_new);
  return !is_bare;
}

static void
copy_elements (const Veil *veil, PelSnapshotBuilder *builder)
{
  guint                    n = pel_snapshot_get_n_elements (veil->snapshot);
  g_autofree PelElementId *new_ids = g_new0 (PelElementId, n + 1); /* those that are left out: 0 */

  for (PelElementId id = 1; id <= n;)
    {
      PelElementId parent = pel_snapshot_get_parent (veil->snapshot, id);

      if (copy_element (veil, builder, id, new_ids[parent], &new_ids[id]))
        id++;
      else
        id = pel_snapshot_get_last_descendant (veil->snapshot, id) + 1;
    }
}

static PelSnapshot *
copy_snapshot (const Veil *veil)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  const char         *id = pel_snapshot_get_id (veil->snapshot);

  pel_snapshot_builder_set_id (builder, g_ascii_strtoull (id + 1, NULL, 10));
  pel_snapshot_builder_set_desktop (builder, pel_snapshot_get_desktop (veil->snapshot));
  for (guint i = 0; i < pel_snapshot_get_n_programs (veil->snapshot); i++)
    pel_snapshot_builder_add_program (builder, pel_snapshot_get_program (veil->snapshot, i));
  copy_elements (veil, builder);
  return pel_snapshot_builder_finish (builder);
}

static gboolean
is_needed (const Veil *veil)
{
  return g_hash_table_size (veil->windows) > 0 || g_hash_table_size (veil->named) > 0 ||
         has_loose_head (veil);
}

PelSnapshot *
pel_veil_apply (const PelVeilTerms *terms, PelSnapshot *snapshot)
{
  g_auto (Veil) veil = make_veil (terms, snapshot);

  return is_needed (&veil) ? copy_snapshot (&veil) : g_object_ref (snapshot);
}

static void
remember_element (const Veil *veil, PelElementId id)
{
  PelElement       element = pel_snapshot_get_element (veil->snapshot, id);
  PelWindow       *window = pel_snapshot_find_window (veil->snapshot, id);
  g_autofree char *key = window != NULL && g_hash_table_contains (veil->windows, window)
                             ? dup_key (pel_window_get_info (window))
                             : NULL;

  pel_privacy_memory_add_element (veil->terms.memory,
                                  element.bus_name,
                                  element.path,
                                  key,
                                  veil->terms.now);
}

gboolean
pel_veil_remember (const PelVeilTerms *terms, PelSnapshot *snapshot)
{
  g_auto (Veil) veil = make_veil (&(PelVeilTerms){ .policy = terms->policy }, snapshot);
  guint         n = pel_snapshot_get_n_elements (snapshot);

  veil.terms = *terms;
  if (!is_needed (&veil))
    return FALSE;
  for (PelElementId id = 1; id <= n;)
    if (is_private (&veil, id))
      {
        remember_element (&veil, id);
        id = pel_snapshot_get_last_descendant (snapshot, id) + 1;
      }
    else
      id++;
  return TRUE;
}

/* (nullable) */
static const PelSnapshotProgram *
find_program (PelSnapshot *snapshot, const char *bus_name)
{
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    if (g_str_equal (pel_snapshot_get_program (snapshot, i)->bus_name, bus_name))
      return pel_snapshot_get_program (snapshot, i);
  return NULL;
}

gboolean
pel_veil_covers (const PelVeilTerms *terms,
                 PelSnapshot        *snapshot,
                 const char         *bus_name,
                 const char         *path)
{
  g_auto (Veil)             veil = make_veil (terms, snapshot);
  const PelSnapshotProgram *program = find_program (snapshot, bus_name);
  PelElementId              id = pel_snapshot_find_identity (snapshot, bus_name, path);

  if (id == PEL_ELEMENT_NONE)
    return program != NULL && (has_private_window (&veil, program->pid) ||
                               g_hash_table_size (veil.named) > 0 || has_loose_head (&veil));
  for (; id != PEL_ELEMENT_NONE; id = pel_snapshot_get_parent (snapshot, id))
    if (is_private (&veil, id))
      return TRUE;
  return FALSE;
}
