/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector.h"

#include "services/selector/selector-parts.h"
#include "services/selector/selector-predicate.h"

static const char *const driver_table[] = {
  [PEL_SELECT_ANY] = "any",
  [PEL_SELECT_ATSPI] = "atspi",
  [PEL_SELECT_UIA] = "uia",
  [PEL_SELECT_OCR] = "ocr",
};
G_STATIC_ASSERT (G_N_ELEMENTS (driver_table) == PEL_N_SELECTOR_DRIVERS);

static const char *const step_table[] = {
  [PEL_STEP_MATCH] = "match",   [PEL_STEP_RIGHT_OF] = "right-of", [PEL_STEP_LEFT_OF] = "left-of",
  [PEL_STEP_ABOVE] = "above",   [PEL_STEP_BELOW] = "below",       [PEL_STEP_NEAR] = "near",
  [PEL_STEP_PARENT] = "parent", [PEL_STEP_NTH] = "nth",
};
G_STATIC_ASSERT (G_N_ELEMENTS (step_table) == PEL_N_STEP_KINDS);

static GArray *
new_parts (gsize size, gpointer clear)
{
  GArray *parts = g_array_new (FALSE, TRUE, size);

  g_array_set_clear_func (parts, clear);
  return parts;
}

void
pel_selector_term_clear (PelSelectorTerm *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->predicates); i++)
    pel_selector_predicate_clear (&self->predicates[i]);
}

void
pel_selector_step_init (PelSelectorStep *self, PelSelectorStepKind kind)
{
  *self = (PelSelectorStep){ .kind = kind };
  if (kind == PEL_STEP_MATCH)
    self->terms = new_parts (sizeof (PelSelectorTerm), pel_selector_term_clear);
}

void
pel_selector_step_clear (PelSelectorStep *self)
{
  g_clear_pointer (&self->terms, g_array_unref);
}

void
pel_selector_alternative_init (PelSelectorAlternative *self)
{
  self->steps = new_parts (sizeof (PelSelectorStep), pel_selector_step_clear);
}

void
pel_selector_alternative_clear (PelSelectorAlternative *self)
{
  g_clear_pointer (&self->steps, g_array_unref);
}

PelSelector *
pel_selector_new (void)
{
  PelSelector *self = g_atomic_rc_box_new0 (PelSelector);

  self->alternatives = new_parts (sizeof (PelSelectorAlternative), pel_selector_alternative_clear);
  return self;
}

static void
release (gpointer data)
{
  PelSelector *self = data;

  g_array_unref (self->alternatives);
  g_clear_pointer (&self->purse, pel_purse_unref);
}

PelSelector *
pel_selector_ref (PelSelector *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_atomic_rc_box_acquire (self);
}

void
pel_selector_set_purse (PelSelector *self, PelPurse *purse)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->purse, pel_purse_unref);
  self->purse = purse != NULL ? pel_purse_ref (purse) : NULL;
}

void
pel_selector_unref (PelSelector *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, release);
}

static gboolean
term_equal (const PelSelectorTerm *a, const PelSelectorTerm *b)
{
  if (a->is_negated != b->is_negated || a->n_predicates != b->n_predicates)
    return FALSE;
  for (guint i = 0; i < a->n_predicates; i++)
    if (!pel_selector_predicate_equal (&a->predicates[i], &b->predicates[i]))
      return FALSE;
  return TRUE;
}

static gboolean
step_equal (const PelSelectorStep *a, const PelSelectorStep *b)
{
  if (a->kind != b->kind || a->driver != b->driver || a->number != b->number)
    return FALSE;
  if (a->kind != PEL_STEP_MATCH)
    return TRUE;
  if (a->terms->len != b->terms->len)
    return FALSE;
  for (guint i = 0; i < a->terms->len; i++)
    if (!term_equal (pel_selector_step_get_term (a, i), pel_selector_step_get_term (b, i)))
      return FALSE;
  return TRUE;
}

static gboolean
alternative_equal (const PelSelectorAlternative *a, const PelSelectorAlternative *b)
{
  if (a->steps->len != b->steps->len)
    return FALSE;
  for (guint i = 0; i < a->steps->len; i++)
    if (!step_equal (pel_selector_alternative_get_step (a, i),
                     pel_selector_alternative_get_step (b, i)))
      return FALSE;
  return TRUE;
}

gboolean
pel_selector_equal (const PelSelector *a, const PelSelector *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (a->alternatives->len != b->alternatives->len)
    return FALSE;
  for (guint i = 0; i < a->alternatives->len; i++)
    if (!alternative_equal (pel_selector_get_alternative (a, i),
                            pel_selector_get_alternative (b, i)))
      return FALSE;
  return TRUE;
}

const char *
pel_selector_driver_to_string (PelSelectorDriver driver)
{
  g_return_val_if_fail ((guint) driver < PEL_N_SELECTOR_DRIVERS, NULL);

  return driver_table[driver];
}

const char *
pel_selector_step_kind_to_string (PelSelectorStepKind kind)
{
  g_return_val_if_fail ((guint) kind < PEL_N_STEP_KINDS, NULL);

  return step_table[kind];
}
