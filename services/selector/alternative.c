/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/alternative.h"

#include "services/base/error.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

static gboolean
check_driver (PelSelectorDriver driver, GError **error)
{
  if (driver == PEL_SELECT_UIA)
    pel_set_error (error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Leave “uia:” away to look among the programs of this desktop"),
                   _ ("No Windows agent is connected"));
  else if (driver == PEL_SELECT_OCR)
    pel_set_error (error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Leave “ocr:” away to look among the names of elements"),
                   _ ("Text on the screen cannot be read yet"));
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_predicate (const PelSelectorPredicate *predicate, GError **error)
{
  g_autofree char *region = NULL;

  if (predicate->key == PEL_KEY_REGION_NUMBER)
    region = g_strdup_printf ("%.0f", predicate->number);
  else if (predicate->key == PEL_KEY_REGION)
    region = pel_text_escape (predicate->text);
  else
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Name the element by its ref (@e12) or by a selector"),
                 _ ("Region %s is not known: the overlay numbers regions, and it is not shown"),
                 region);
  return FALSE;
}

static gboolean
check_step (const PelSelectorStep *step, GError **error)
{
  if (step->kind != PEL_STEP_MATCH)
    return TRUE;
  if (!check_driver (step->driver, error))
    return FALSE;
  for (guint i = 0; i < step->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (step, i);

      for (guint j = 0; j < term->n_predicates; j++)
        if (!check_predicate (&term->predicates[j], error))
          return FALSE;
    }
  return TRUE;
}

gboolean
pel_alternative_is_available (const PelSelectorAlternative *self, GError **error)
{
  for (guint i = 0; i < self->steps->len; i++)
    if (!check_step (pel_selector_alternative_get_step (self, i), error))
      return FALSE;
  return TRUE;
}

static const char *
get_app_of_step (const PelSelectorStep *step)
{
  for (guint i = 0; step->kind == PEL_STEP_MATCH && i < step->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (step, i);

      if (!term->is_negated && term->predicates[0].key == PEL_KEY_APP &&
          term->predicates[0].operator== PEL_OPERATOR_EQUAL)
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
