/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/alternative.h"

#include "services/base/error.h"

#include <glib/gi18n.h>

static gboolean
check_driver (PelSelectorDriver driver, PelSnapshot *snapshot, GError **error)
{
  if (driver == PEL_SELECT_UIA)
    pel_set_error (error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Remove “uia:” to search the programs of this desktop"),
                   _ ("No Windows agent is connected"));
  else if (driver == PEL_SELECT_OCR && !pel_snapshot_has_text (snapshot))
    pel_set_error (error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Remove “ocr:” to search the names of elements"),
                   _ ("Text recognition is not available here"));
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_predicate (const PelSelectorPredicate *predicate, const PelFacts *facts, GError **error)
{
  if (facts != NULL && pel_facts_get_regions (facts) != NULL)
    return TRUE;
  if (predicate->key == PEL_KEY_REGION_NUMBER)
    pel_region_list_find_named (NULL, (guint) predicate->number, NULL, error);
  else if (predicate->key == PEL_KEY_REGION)
    pel_region_list_find_named (NULL, 0, predicate->text, error);
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_step (const PelSelectorStep *step,
            PelSnapshot           *snapshot,
            const PelFacts        *facts,
            GError               **error)
{
  if (step->kind != PEL_STEP_MATCH)
    return TRUE;
  if (!check_driver (step->driver, snapshot, error))
    return FALSE;
  for (guint i = 0; i < step->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (step, i);

      for (guint j = 0; j < term->n_predicates; j++)
        if (!check_predicate (&term->predicates[j], facts, error))
          return FALSE;
    }
  return TRUE;
}

gboolean
pel_alternative_is_available (const PelSelectorAlternative *self,
                              PelSnapshot                  *snapshot,
                              const PelFacts               *facts,
                              GError                      **error)
{
  for (guint i = 0; i < self->steps->len; i++)
    if (!check_step (pel_selector_alternative_get_step (self, i), snapshot, facts, error))
      return FALSE;
  return TRUE;
}

gboolean
pel_alternative_reads_text (const PelSelectorAlternative *self)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const PelSelectorStep *step = pel_selector_alternative_get_step (self, i);

      if (step->kind == PEL_STEP_MATCH && step->driver == PEL_SELECT_OCR)
        return TRUE;
    }
  return FALSE;
}

static const char *
get_app_of_step (const PelSelectorStep *step)
{
  for (guint i = 0; step->kind == PEL_STEP_MATCH && i < step->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (step, i);

      if (!term->is_negated && term->predicates[0].key == PEL_KEY_APP &&
          term->predicates[0].comparison == PEL_OPERATOR_EQUAL)
        return term->predicates[0].text;
    }
  return NULL;
}

const char *
pel_alternative_get_app (const PelSelectorAlternative *self)
{
  const char *app = NULL;

  /* no step leads out of a program, unless two of them claim one window */
  for (guint i = 0; i < self->steps->len && app == NULL; i++)
    app = get_app_of_step (pel_selector_alternative_get_step (self, i));
  return app;
}
