/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/condition-private.h"
#include "services/selector/resolver.h"

static const char *const kind_names[] = {
  [PEL_CONDITION_WINDOW] = "window", [PEL_CONDITION_ELEMENT] = "element",
  [PEL_CONDITION_TEXT] = "text",     [PEL_CONDITION_STABLE] = "stable",
  [PEL_CONDITION_IDLE] = "idle",     [PEL_CONDITION_PICTURE] = "image",
  [PEL_CONDITION_ALL] = "all",       [PEL_CONDITION_ANY] = "any",
  [PEL_CONDITION_NOT] = "not",
};
G_STATIC_ASSERT (G_N_ELEMENTS (kind_names) == PEL_N_CONDITION_KINDS);

static void
condition_clear (gpointer data)
{
  PelCondition *self = data;

  g_clear_pointer (&self->given, json_node_unref);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_clear_pointer (&self->purse, pel_purse_unref);
  g_clear_pointer (&self->selector, pel_selector_unref);
  g_clear_pointer (&self->filter, pel_selector_unref);
  g_clear_pointer (&self->texts, pel_selector_unref);
  g_free (self->written);
  g_free (self->title);
  g_free (self->text);
  g_free (self->app);
  g_free (self->baseline);
  g_free (self->monitor);
  g_clear_pointer (&self->masks, json_array_unref);
}

PelCondition *
pel_condition_new (PelConditionKind kind)
{
  PelCondition *self = g_rc_box_new0 (PelCondition);

  self->kind = kind;
  self->count = PEL_CONDITION_ANY_COUNT;
  if (kind >= PEL_CONDITION_ALL)
    self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_condition_unref);
  else
    self->n_leaves = 1;
  return self;
}

PelCondition *
pel_condition_ref (PelCondition *self)
{
  return g_rc_box_acquire (self);
}

void
pel_condition_unref (PelCondition *self)
{
  if (self != NULL)
    g_rc_box_release_full (self, condition_clear);
}

const char *
pel_condition_kind_to_string (PelConditionKind kind)
{
  g_return_val_if_fail (kind < PEL_N_CONDITION_KINDS, NULL);

  return kind_names[kind];
}

guint
pel_condition_get_n_leaves (const PelCondition *self)
{
  return self->n_leaves;
}

/* The programs of one leaf; FALSE: it may be about any. */
static gboolean
get_app_of_leaf (const PelCondition *self, const char **ret_app)
{
  if (self->kind == PEL_CONDITION_IDLE)
    *ret_app = self->app;
  else if (self->selector != NULL)
    *ret_app = pel_selector_get_app (self->selector);
  else
    *ret_app = NULL;
  return *ret_app != NULL;
}

/* FALSE: its leaves are about different programs, or all. *@app is that of the leaves before. */
static gboolean
merge_app (const PelCondition *self, const char **app)
{
  const char *own;

  if (pel_condition_is_leaf (self))
    {
      if (!get_app_of_leaf (self, &own) || (*app != NULL && !g_str_equal (*app, own)))
        return FALSE;
      *app = own;
      return TRUE;
    }
  for (guint i = 0; i < self->children->len; i++)
    if (!merge_app (pel_condition_get_child (self, i), app))
      return FALSE;
  return TRUE;
}

const char *
pel_condition_get_app (const PelCondition *self)
{
  const char *app = NULL;

  return merge_app (self, &app) ? app : NULL;
}

gboolean
pel_condition_relies_on_absence (const PelCondition *self)
{
  if (self->kind == PEL_CONDITION_NOT || self->count != PEL_CONDITION_ANY_COUNT)
    return TRUE;
  for (guint i = 0; self->children != NULL && i < self->children->len; i++)
    if (pel_condition_relies_on_absence (pel_condition_get_child (self, i)))
      return TRUE;
  return FALSE;
}

gboolean
pel_condition_is_about_windows (const PelCondition *self)
{
  if (pel_condition_is_leaf (self))
    return self->kind == PEL_CONDITION_WINDOW ||
           (self->kind == PEL_CONDITION_PICTURE && self->selector == NULL);
  for (guint i = 0; i < self->children->len; i++)
    if (!pel_condition_is_about_windows (pel_condition_get_child (self, i)))
      return FALSE;
  return TRUE;
}

gboolean
pel_condition_has_pictures (const PelCondition *self)
{
  if (self->kind == PEL_CONDITION_PICTURE)
    return TRUE;
  for (guint i = 0; self->children != NULL && i < self->children->len; i++)
    if (pel_condition_has_pictures (pel_condition_get_child (self, i)))
      return TRUE;
  return FALSE;
}

gboolean
pel_condition_reads_text (const PelCondition *self)
{
  if (self->selector != NULL && pel_selector_reads_text (self->selector))
    return TRUE;
  for (guint i = 0; self->children != NULL && i < self->children->len; i++)
    if (pel_condition_reads_text (pel_condition_get_child (self, i)))
      return TRUE;
  return FALSE;
}

guint
pel_condition_get_longest_ms (const PelCondition *self)
{
  guint longest = self->for_ms;

  for (guint i = 0; self->children != NULL && i < self->children->len; i++)
    longest = MAX (longest, pel_condition_get_longest_ms (pel_condition_get_child (self, i)));
  return longest;
}

void
pel_condition_set_purse (PelCondition *self, PelPurse *purse)
{
  g_return_if_fail (self != NULL && self->purse == NULL);

  self->purse = pel_purse_ref (purse);
  if (self->selector != NULL)
    pel_selector_set_purse (self->selector, purse);
  for (guint i = 0; self->children != NULL && i < self->children->len; i++)
    pel_condition_set_purse (self->children->pdata[i], purse);
}
