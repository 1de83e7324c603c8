/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/policy.h"

#include "policy-resources.h"
#include "services/policy/policy-parser.h"

#include <glib/gi18n.h>
#include <string.h>

struct _PelPolicy
{
  PelPolicyLayer *layers[PEL_N_POLICY_LAYERS]; /* all but the built-in one may be NULL */
  char          **redact;
};

#define BUILT_IN "/io/github/pellucid/Pellucid/policy.json"

/* A test reads it as well: a build that could not would not be shipped. */
static PelPolicyLayer *
parse_built_in (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
      g_resource_lookup_data (pel_policy_get_resource (), BUILT_IN, 0, &error);
  gsize           length = 0;
  const char     *text = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  PelPolicyLayer *layer = text != NULL ? pel_policy_parse (text, length, NULL, &error) : NULL;

  return layer != NULL ? layer : pel_policy_layer_new_bad (NULL, g_steal_pointer (&error));
}

/* The same in every policy, and owned by none. */
static PelPolicyLayer *
get_built_in (void)
{
  static PelPolicyLayer *layer;

  if (g_once_init_enter (&layer))
    g_once_init_leave (&layer, parse_built_in ());
  return layer;
}

/* Whatever the system's file and the person's name, or else what is built in. */
static char **
join_redact (const PelPolicy *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const PelPolicyLayer *system = self->layers[PEL_POLICY_SYSTEM];
  const PelPolicyLayer *user = self->layers[PEL_POLICY_USER];
  const PelPolicyLayer *built_in = self->layers[PEL_POLICY_BUILT_IN];
  const gboolean        has_own =
      (system != NULL && system->redact != NULL) || (user != NULL && user->redact != NULL);
  const PelPolicyLayer *const from[] = { system, user, has_own ? NULL : built_in };

  for (gsize i = 0; i < G_N_ELEMENTS (from); i++)
    for (guint k = 0; from[i] != NULL && from[i]->redact != NULL && from[i]->redact[k] != NULL; k++)
      if (!g_ptr_array_find_with_equal_func (names, from[i]->redact[k], g_str_equal, NULL))
        g_ptr_array_add (names, from[i]->redact[k]);
  g_ptr_array_add (names, NULL);
  return g_strdupv ((char **) names->pdata);
}

PelPolicy *
pel_policy_new (PelPolicyLayer *system, PelPolicyLayer *user)
{
  PelPolicy *self = g_atomic_rc_box_new0 (PelPolicy);

  self->layers[PEL_POLICY_BUILT_IN] = get_built_in ();
  self->layers[PEL_POLICY_SYSTEM] = system;
  self->layers[PEL_POLICY_USER] = user;
  self->redact = join_redact (self);
  return self;
}

PelPolicy *
pel_policy_new_default (void)
{
  return pel_policy_new (NULL, NULL);
}

static void
policy_clear (PelPolicy *self)
{
  pel_policy_layer_free (self->layers[PEL_POLICY_SYSTEM]);
  pel_policy_layer_free (self->layers[PEL_POLICY_USER]);
  g_strfreev (self->redact);
}

PelPolicy *
pel_policy_ref (PelPolicy *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
pel_policy_unref (PelPolicy *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, (GDestroyNotify) policy_clear);
}

const PelPolicyLayer *
pel_policy_get_layer (const PelPolicy *self, PelPolicyLayerKind kind)
{
  g_return_val_if_fail (self != NULL && kind < PEL_N_POLICY_LAYERS, NULL);

  return self->layers[kind];
}

const GError *
pel_policy_get_error (const PelPolicy *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < PEL_N_POLICY_LAYERS; i++)
    if (self->layers[i] != NULL && self->layers[i]->error != NULL)
      return self->layers[i]->error;
  return NULL;
}

gboolean
pel_policy_is_enabled (const PelPolicy *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < PEL_N_POLICY_LAYERS; i++)
    if (self->layers[i] != NULL && self->layers[i]->enabled == FALSE)
      return FALSE;
  return TRUE;
}

/* (nullable): the first pattern that fits any of what a window is known by. */
static const PelGlob *
find_pattern (const GPtrArray *globs, const PelPolicyWindow *window)
{
  const char       *slash = window->executable != NULL ? strrchr (window->executable, '/') : NULL;
  const char *const texts[] = { window->title != NULL ? window->title : "",
                                window->app,
                                window->executable,
                                slash != NULL ? slash + 1 : NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const PelGlob *glob = pel_globs_find (globs, texts[i]);

      if (glob != NULL)
        return glob;
    }
  return NULL;
}

/* Whose lists count: the person's and the system's together; what is built in only where neither
 * has one. */
static gboolean
is_list_used (const PelPolicy *self, PelPolicyLayerKind kind, gsize offset)
{
  if (self->layers[kind] == NULL || G_STRUCT_MEMBER (gpointer, self->layers[kind], offset) == NULL)
    return FALSE;
  return kind != PEL_POLICY_BUILT_IN || (!is_list_used (self, PEL_POLICY_SYSTEM, offset) &&
                                         !is_list_used (self, PEL_POLICY_USER, offset));
}

static const char *
get_file (const PelPolicyLayer *layer)
{
  return layer->file != NULL ? layer->file : _ ("the built-in policy");
}

static gboolean
is_blocked_by (const PelPolicy       *self,
               PelPolicyLayerKind     kind,
               const PelPolicyWindow *window,
               char                 **ret_reason)
{
  const PelPolicyLayer *layer = self->layers[kind];
  const PelGlob        *glob = NULL;

  if (is_list_used (self, kind, G_STRUCT_OFFSET (PelPolicyLayer, blocked_windows)))
    glob = find_pattern (layer->blocked_windows, window);
  if (glob != NULL)
    {
      if (ret_reason != NULL)
        *ret_reason = g_strdup_printf (
            _ ("The window is private: it matches “%s” in “blocked_windows” of %s"),
            pel_glob_get_pattern (glob),
            get_file (layer));
      return TRUE;
    }
  if (!is_list_used (self, kind, G_STRUCT_OFFSET (PelPolicyLayer, allowed_windows)) ||
      find_pattern (layer->allowed_windows, window) != NULL)
    return FALSE;
  if (ret_reason != NULL)
    *ret_reason =
        g_strdup_printf (_ ("The window is private: it matches nothing in “allowed_windows” of %s"),
                         get_file (layer));
  return TRUE;
}

gboolean
pel_policy_is_name_blocked (const PelPolicy *self, const char *name)
{
  g_return_val_if_fail (self != NULL, TRUE);

  for (guint kind = 0; kind < PEL_N_POLICY_LAYERS; kind++)
    if (is_list_used (self, kind, G_STRUCT_OFFSET (PelPolicyLayer, blocked_windows)) &&
        pel_globs_find (self->layers[kind]->blocked_windows, name) != NULL)
      return TRUE;
  return FALSE;
}

/* Whether a list names every window there is. */
static gboolean
has_all (GPtrArray *globs)
{
  for (guint i = 0; i < globs->len; i++)
    if (g_str_equal (pel_glob_get_pattern (globs->pdata[i]), "*"))
      return TRUE;
  return FALSE;
}

gboolean
pel_policy_has_private (const PelPolicy *self)
{
  for (guint kind = 0; kind < PEL_N_POLICY_LAYERS; kind++)
    {
      const PelPolicyLayer *layer = self->layers[kind];

      if ((is_list_used (self, kind, G_STRUCT_OFFSET (PelPolicyLayer, blocked_windows)) &&
           layer->blocked_windows->len > 0) ||
          (is_list_used (self, kind, G_STRUCT_OFFSET (PelPolicyLayer, allowed_windows)) &&
           !has_all (layer->allowed_windows)))
        return TRUE;
    }
  return FALSE;
}

/* What the person is asked, and what they type, is private to them, whatever a file says. A
 * program that takes this name only hides itself. Of a process that may not be debugged the kernel
 * reports no more than the first 15 letters. */
static gboolean
is_approver (const PelPolicyWindow *window)
{
  static const char approver[] = "pellucid-approver";
  g_autofree char  *name =
      g_path_get_basename (window->executable != NULL ? window->executable : "");

  return strlen (name) >= 15 && g_str_has_prefix (approver, name);
}

gboolean
pel_policy_is_blocked (const PelPolicy *self, const PelPolicyWindow *window, char **ret_reason)
{
  g_return_val_if_fail (self != NULL && window != NULL, TRUE);

  if (is_approver (window))
    {
      if (ret_reason != NULL)
        *ret_reason = g_strdup (_ ("The window is private: it asks the person a question"));
      return TRUE;
    }
  for (int kind = PEL_N_POLICY_LAYERS - 1; kind >= 0; kind--)
    if (is_blocked_by (self, kind, window, ret_reason))
      return TRUE;
  return FALSE;
}

/* A desktop without such a folder names the home folder itself. */
char *
pel_policy_dup_pictures (void)
{
  const char *pictures = g_get_user_special_dir (G_USER_DIRECTORY_PICTURES);

  return pictures != NULL && !g_str_equal (pictures, g_get_home_dir ())
             ? g_strdup (pictures)
             : g_build_filename (g_get_home_dir (), "Pictures", NULL);
}

/* (transfer full) */
static char *
expand_folder (const char *folder)
{
  if (g_str_has_prefix (folder, "~/"))
    return g_build_filename (g_get_home_dir (), folder + strlen ("~/"), NULL);
  return g_str_equal (folder, PEL_POLICY_PICTURES) ? pel_policy_dup_pictures () : g_strdup (folder);
}

GPtrArray *
pel_policy_dup_folders (const PelPolicy *self)
{
  GPtrArray *lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  g_return_val_if_fail (self != NULL, lists);

  for (int kind = PEL_N_POLICY_LAYERS - 1; kind >= 0; kind--)
    {
      char **folders;

      if (!is_list_used (self, kind, G_STRUCT_OFFSET (PelPolicyLayer, allowed_folders)))
        continue;
      folders = g_strdupv (self->layers[kind]->allowed_folders);
      for (guint i = 0; folders[i] != NULL; i++)
        {
          char *expanded = expand_folder (folders[i]);

          g_free (folders[i]);
          folders[i] = expanded;
        }
      g_ptr_array_add (lists, folders);
    }
  return lists;
}

guint
pel_policy_get_limit (const PelPolicy *self, PelAccess access)
{
  static const PelLimit limits[PEL_N_ACCESSES] = {
    [PEL_ACCESS_CAPTURE] = PEL_LIMIT_CAPTURES,
    [PEL_ACCESS_POINT] = PEL_LIMIT_PICKS,
    [PEL_ACCESS_ACT] = PEL_LIMIT_ACTIONS,
    [PEL_ACCESS_COORDINATES] = PEL_LIMIT_ACTIONS,
  };
  int lowest = PEL_POLICY_UNSET;

  g_return_val_if_fail (self != NULL, 0);

  if (access == PEL_ACCESS_ABOUT || access == PEL_ACCESS_READ)
    return 0;
  for (int kind = PEL_N_POLICY_LAYERS - 1; kind >= 0; kind--)
    {
      const PelPolicyLayer *layer = self->layers[kind];
      int value = layer != NULL ? layer->limits[limits[access]] : PEL_POLICY_UNSET;

      if (kind == PEL_POLICY_BUILT_IN && lowest != PEL_POLICY_UNSET)
        break; /* another one has been chosen */
      if (value != PEL_POLICY_UNSET && (lowest == PEL_POLICY_UNSET || value < lowest))
        lowest = value;
    }
  return MAX (lowest, 0);
}

gboolean
pel_policy_is_consent (const PelPolicy *self)
{
  const PelPolicyLayer *user = self->layers[PEL_POLICY_USER];

  if (user == NULL || user->error != NULL)
    return FALSE;
  for (guint access = 0; access < PEL_N_ACCESSES; access++)
    if (pel_access_is_act (access) && user->defaults[access] == PEL_DECISION_ALLOW)
      return TRUE;
  for (guint i = 0; user->rules != NULL && i < user->rules->len; i++)
    {
      const PelPolicyRule *rule = user->rules->pdata[i];

      if (rule->decision == PEL_DECISION_ALLOW && pel_policy_rule_is_about_acts (rule) &&
          (rule->callers == 0 || rule->callers & (1u << PEL_CALLER_AGENT)))
        return TRUE;
    }
  return FALSE;
}

PelTerminals
pel_policy_get_terminals (const PelPolicy *self)
{
  g_return_val_if_fail (self != NULL, PEL_TERMINALS_VERIFY);

  for (guint i = 0; i < PEL_N_POLICY_LAYERS; i++)
    if (self->layers[i] != NULL && self->layers[i]->terminals == PEL_TERMINALS_VERIFY)
      return PEL_TERMINALS_VERIFY;
  return PEL_TERMINALS_TRUST;
}

gboolean
pel_policy_logs_reads (const PelPolicy *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  for (guint i = 0; i < PEL_N_POLICY_LAYERS; i++)
    if (self->layers[i] != NULL && self->layers[i]->log_reads == TRUE)
      return TRUE;
  return FALSE;
}

PelKeepFrames
pel_policy_keeps_frames (const PelPolicy *self)
{
  g_return_val_if_fail (self != NULL, PEL_KEEP_FRAMES_NONE);

  for (int kind = PEL_N_POLICY_LAYERS - 1; kind >= 0; kind--)
    if (self->layers[kind] != NULL && self->layers[kind]->keep_frames != PEL_POLICY_UNSET)
      return self->layers[kind]->keep_frames;
  return PEL_KEEP_FRAMES_NONE;
}

const char *const *
pel_policy_get_redact (const PelPolicy *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (const char *const *) self->redact;
}
