/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/base/purse.h"
#include "services/element/pattern.h"
#include "services/selector/selector-key.h"

#include <gio/gio.h>

/* Longer texts are refused, and more parts than this in one. */
#define PEL_SELECTOR_MAX_BYTES 4096
#define PEL_SELECTOR_MAX_PARTS 64 /* of each: alternatives, steps of one, terms of one */

typedef enum
{
  PEL_OPERATOR_EQUAL,
  PEL_OPERATOR_NOT_EQUAL,
  PEL_OPERATOR_CONTAINS, /* whatever the case */
  PEL_OPERATOR_REGEX,    /* ~= with /…/ */
  PEL_OPERATOR_WILDCARD, /* of ~Save*; whatever the case */
  PEL_OPERATOR_STARTS,
  PEL_OPERATOR_ENDS,
  PEL_OPERATOR_GREATER,
  PEL_OPERATOR_GREATER_EQUAL,
  PEL_OPERATOR_LESS,
  PEL_OPERATOR_LESS_EQUAL,
} PelSelectorOperator;

typedef enum
{
  PEL_CHOICE_FALSE,
  PEL_CHOICE_TRUE,
  PEL_CHOICE_MIXED, /* of “checked” only */
} PelSelectorChoice;

typedef struct
{
  PelSelectorKey      key;
  PelSelectorOperator comparison;
  char               *text; /* the value, never NULL; but of a text, in its usual spelling */
  double            number; /* of a number or ref, and of “value” where it is compared as one */
  PelSelectorChoice choice;
  PelRole           role;    /* of role= and role!= */
  PelPatterns       pattern; /* a single bit */
  GRegex           *regex;   /* of REGEX and WILDCARD, made fit for use once */
  char             *folded;  /* of CONTAINS: g_utf8_casefold() of the text */
  GRegexCompileFlags regex_flags;
} PelSelectorPredicate;

/* Predicates that hold together, or with “!” do not. Only !Role:name has two of them: without “!”
 * they are terms of their own. */
typedef struct
{
  gboolean             is_negated;
  guint                n_predicates; /* 1 or 2 */
  PelSelectorPredicate predicates[2];
} PelSelectorTerm;

typedef enum
{
  PEL_STEP_MATCH, /* elements for which all terms hold */
  PEL_STEP_RIGHT_OF,
  PEL_STEP_LEFT_OF,
  PEL_STEP_ABOVE,
  PEL_STEP_BELOW,
  PEL_STEP_NEAR,
  PEL_STEP_PARENT,
  PEL_STEP_NTH,
  PEL_N_STEP_KINDS
} PelSelectorStepKind;

typedef enum
{
  PEL_SELECT_ANY,
  PEL_SELECT_ATSPI,
  PEL_SELECT_UIA,
  PEL_SELECT_OCR,
  PEL_N_SELECTOR_DRIVERS
} PelSelectorDriver;

typedef struct
{
  PelSelectorStepKind kind;
  PelSelectorDriver   driver; /* of MATCH */
  GArray             *terms;  /* of PelSelectorTerm; of MATCH, never empty; of others NULL */
  int                 number; /* of NTH: 1 is the first, -1 the last; never 0 */
} PelSelectorStep;

typedef struct
{
  GArray *steps; /* of PelSelectorStep, never empty; the first is a MATCH */
} PelSelectorAlternative;

/**
 * PelSelector:
 *
 * One text that names elements, taken apart. Immutable: any thread may read it. Parsing never
 * touches the desktop.
 */
typedef struct
{
  GArray   *alternatives; /* of PelSelectorAlternative, never empty */
  PelPurse *purse;        /* (nullable) what its patterns are paid from */
} PelSelector;

/* Fails with PEL_ERROR_INVALID_SELECTOR: the message says what was expected and at which column
 * (characters, from 1), the details have “column” and “expected”. */
PelSelector *pel_selector_parse (const char *text, GError **error);

/* Before it is used: what its patterns take is paid from @purse (nullable), as all of one client's
 * are. Without one, each search has a time of its own. */
void pel_selector_set_purse (PelSelector *self, PelPurse *purse);

/* (transfer full): in the usual spelling. Parsed again it gives an equal selector. */
char *pel_selector_to_string (const PelSelector *self);

PelSelector *pel_selector_ref (PelSelector *self);
void         pel_selector_unref (PelSelector *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelSelector, pel_selector_unref)

gboolean pel_selector_equal (const PelSelector *a, const PelSelector *b);

/* Whether it holds for a text: = != ~= ^= $= and wildcards. (nullable) @text: there is none, which
 * is equal to nothing and contains nothing. It must be UTF-8. */
gboolean pel_selector_predicate_matches_text (const PelSelectorPredicate *self, const char *text);

/* (transfer full): one predicate as it would be written, for messages: enabled=true. */
char *pel_selector_predicate_to_string (const PelSelectorPredicate *self);

/* (transfer full): @text in quotes, as a value of a selector is written. */
char *pel_selector_quote (const char *text);

/* “ocr” */
const char *pel_selector_driver_to_string (PelSelectorDriver driver);

/* “right-of” */
const char *pel_selector_step_kind_to_string (PelSelectorStepKind kind);

static inline const PelSelectorAlternative *
pel_selector_get_alternative (const PelSelector *self, guint index)
{
  return &g_array_index (self->alternatives, PelSelectorAlternative, index);
}

static inline const PelSelectorStep *
pel_selector_alternative_get_step (const PelSelectorAlternative *self, guint index)
{
  return &g_array_index (self->steps, PelSelectorStep, index);
}

static inline const PelSelectorTerm *
pel_selector_step_get_term (const PelSelectorStep *self, guint index)
{
  return &g_array_index (self->terms, PelSelectorTerm, index);
}
