/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/confidence.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOVED_PX      8 /* logical: less is a layout that settles */
#define MOVED_PENALTY 0.15
#define LEAST         0.01

/* What a step asks for, as far as it distinguishes elements. */
typedef enum
{
  HAS_REF = 1 << 0,
  HAS_ID = 1 << 1,
  HAS_ROLE = 1 << 2,
  HAS_NAME = 1 << 3,
  HAS_PART_OF_NAME = 1 << 4,
  HAS_CLASS = 1 << 5,
  HAS_REGION = 1 << 6,
} Marks;

/* The first row of which a step has all counts. */
/* clang-format off */
static const struct { guint marks; double base; const char *reason; } base_table[] = {
  { HAS_REF,                     0.99, N_ ("its ref")                    },
  { HAS_REGION,                  0.99, N_ ("its region")                 },
  { HAS_ID,                      0.99, N_ ("its id")                     },
  { HAS_ROLE | HAS_NAME,         0.90, N_ ("role and exact name")        },
  { HAS_NAME,                    0.75, N_ ("exact name")                 },
  { HAS_ROLE | HAS_PART_OF_NAME, 0.75, N_ ("role and part of the name")  },
  { HAS_PART_OF_NAME,            0.60, N_ ("part of the name")           },
  { HAS_CLASS,                   0.60, N_ ("its class")                  },
  { HAS_ROLE,                    0.60, N_ ("its role")                   },
  { 0,                           0.60, N_ ("its states or position")     },
};
/* clang-format on */

static Marks
get_marks (const PelSelectorPredicate *predicate)
{
  gboolean is_exact = predicate->comparison == PEL_OPERATOR_EQUAL;

  if (predicate->comparison == PEL_OPERATOR_NOT_EQUAL)
    return 0;
  switch (predicate->key)
    {
    case PEL_KEY_REF:
      return HAS_REF;
    case PEL_KEY_REGION_NUMBER:
    case PEL_KEY_REGION:
      return is_exact ? HAS_REGION : 0;
    case PEL_KEY_ID:
      return is_exact ? HAS_ID : 0;
    case PEL_KEY_ROLE:
      return is_exact ? HAS_ROLE : 0;
    case PEL_KEY_NAME:
    case PEL_KEY_TEXT:
      return is_exact ? HAS_NAME : HAS_PART_OF_NAME;
    case PEL_KEY_CLASS:
      return HAS_CLASS;
    default:
      return 0;
    }
}

/* What is said not to be so is no evidence. */
static Marks
get_marks_of_step (const PelSelectorStep *step)
{
  Marks marks = 0;

  for (guint i = 0; i < step->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (step, i);

      for (guint j = 0; !term->is_negated && j < term->n_predicates; j++)
        marks |= get_marks (&term->predicates[j]);
    }
  return marks;
}

static double
get_base_of_text (const PelEvidence *evidence, const char **ret_reason)
{
  *ret_reason = _ ("text on the screen");
  return evidence->ocr > 0 ? 0.45 * MIN (evidence->ocr, 1) : 0;
}

static double
get_base_of_step (const PelEvidence *evidence, const PelSelectorStep *step, const char **ret_reason)
{
  guint marks, row = 0;

  if (step->kind != PEL_STEP_MATCH)
    {
      *ret_reason = _ ("its position among other elements");
      return 0.60;
    }
  if (step->driver == PEL_SELECT_OCR)
    return get_base_of_text (evidence, ret_reason);
  marks = get_marks_of_step (step);
  while ((marks & base_table[row].marks) != base_table[row].marks)
    row++;
  *ret_reason = _ (base_table[row].reason);
  return base_table[row].base;
}

static double
get_base (const PelEvidence *evidence, const char **ret_reason)
{
  const GArray *steps = evidence->alternative != NULL ? evidence->alternative->steps : NULL;

  if (evidence->is_text)
    return get_base_of_text (evidence, ret_reason);
  if (steps == NULL)
    {
      *ret_reason = _ ("its identity");
      return 0.99;
    }
  return get_base_of_step (evidence,
                           pel_selector_alternative_get_step (evidence->alternative,
                                                              steps->len - 1),
                           ret_reason);
}

double
pel_confidence_compute (const PelEvidence *evidence, char ***ret_reasons)
{
  g_autoptr (GStrvBuilder) reasons = g_strv_builder_new ();
  const char              *reason;
  double                   confidence = get_base (evidence, &reason);

  g_strv_builder_add (reasons, reason);
  if (evidence->n_matches > 1)
    {
      g_autofree char *text = g_strdup_printf (ngettext ("%u element matches",
                                                         "%u elements match",
                                                         evidence->n_matches),
                                               evidence->n_matches);

      g_strv_builder_add (reasons, text);
      confidence /= sqrt (evidence->n_matches);
    }
  if (evidence->n_hidden > 0)
    {
      g_autofree char *text = g_strdup_printf (ngettext ("%u other element that matches is hidden",
                                                         "%u other elements that match are hidden",
                                                         evidence->n_hidden),
                                               evidence->n_hidden);

      g_strv_builder_add (reasons, text);
    }
  if (evidence->moved_px > MOVED_PX)
    {
      g_autofree char *text =
          g_strdup_printf (_ ("moved by %.0f px since the snapshot"), evidence->moved_px);

      g_strv_builder_add (reasons, text);
      confidence -= MOVED_PENALTY;
    }
  if (ret_reasons != NULL)
    *ret_reasons = g_strv_builder_end (reasons);
  return CLAMP (confidence, LEAST, 1);
}
