/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/condition-report.h"

#include "services/base/text.h"
#include "services/condition/condition-private.h"
#include "services/condition/condition-words.h"
#include "services/selector/near-miss.h"

#include <glib/gi18n.h>

#define MAX_SPOKEN           3 /* leaves in one sentence */
#define MAX_NEAR             5
#define MAX_LEAVES_WITH_NEAR 3 /* each takes a pass over all elements */

typedef struct
{
  const PelConditionView *view;
  PelConditionMemory     *memory;
  guint                   n_near; /* leaves for which something near was looked for */
} Report;

static PelLeaf *
get_leaf (const Report *report, const PelCondition *condition)
{
  return pel_condition_memory_get_leaf (report->memory, condition->leaf);
}

/* (transfer full) (nullable): what comes near to a leaf whose selector matches nothing. */
static GArray *
find_near (Report *report, const PelCondition *condition)
{
  const PelLeaf *leaf = get_leaf (report, condition);

  if (leaf->verdict == PEL_VERDICT_HOLDS || leaf->found->len > 0)
    return NULL;
  if (condition->selector != NULL && report->n_near++ < MAX_LEAVES_WITH_NEAR)
    return pel_near_misses_find (condition->selector,
                                 report->view->snapshot,
                                 report->view->facts,
                                 MAX_NEAR);
  return NULL;
}

/* The sentence about one leaf, with what comes nearest to it. */
static char *
describe (Report *report, const PelCondition *condition)
{
  g_autoptr (GArray) near = find_near (report, condition);
  g_autofree char   *label = pel_condition_dup_label (condition);
  g_autofree char   *seen =
      pel_leaf_dup_words (get_leaf (report, condition), condition, report->view);
  g_autofree char *element = NULL;
  PelNearMiss     *nearest;

  if (near == NULL || near->len == 0)
    return g_strdup_printf ("%s: %s", label, seen);
  nearest = &g_array_index (near, PelNearMiss, 0);
  element = pel_condition_dup_element (report->view->snapshot, nearest->id);
  return g_strdup_printf (/* Translators: a selector, “no element matches”, and the element that
                             comes nearest to it, with what it lacks */
                          _ ("%s: %s; the closest is %s: %s"),
                          label,
                          seen,
                          element,
                          nearest->reason);
}

/* Whether a leaf is known to be as @is_wanted. */
static gboolean
is_as_wanted (const PelLeaf *leaf, gboolean is_wanted)
{
  if (is_wanted)
    return leaf->verdict == PEL_VERDICT_HOLDS;
  return leaf->verdict == PEL_VERDICT_FAILS || leaf->verdict == PEL_VERDICT_LOST;
}

/* The leaves because of which @condition is not as @is_wanted. */
static void
find_culprits (const Report       *report,
               const PelCondition *condition,
               gboolean            is_wanted,
               GPtrArray          *culprits)
{
  if (pel_condition_is_leaf (condition))
    {
      if (!is_as_wanted (get_leaf (report, condition), is_wanted))
        g_ptr_array_add (culprits, (gpointer) condition);
      return;
    }
  for (guint i = 0; i < condition->children->len; i++)
    find_culprits (report,
                   pel_condition_get_child (condition, i),
                   is_wanted != (condition->kind == PEL_CONDITION_NOT),
                   culprits);
}

char *
pel_condition_report_to_text (const PelCondition     *condition,
                              const PelConditionView *view,
                              PelConditionMemory     *memory)
{
  Report                report = { view, memory, 0 };
  g_autoptr (GPtrArray) culprits = g_ptr_array_new ();
  GString              *text = g_string_new (NULL);
  guint                 n_more;

  find_culprits (&report, condition, TRUE, culprits);
  for (guint i = 0; i < MIN (culprits->len, MAX_SPOKEN); i++)
    {
      g_autofree char *sentence = describe (&report, culprits->pdata[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", sentence);
    }
  n_more = culprits->len - MIN (culprits->len, MAX_SPOKEN);
  if (n_more > 0)
    g_string_append_printf (text,
                            /* Translators: parts of a condition that do not hold */
                            ngettext ("; and %u more", "; and %u more", n_more),
                            n_more);
  return g_string_free (text, FALSE);
}

static JsonObject *
near_miss_to_json (const Report *report, const PelNearMiss *miss)
{
  JsonObject *object = pel_condition_element_to_json (report->view->snapshot, miss->id);

  json_object_set_string_member (object, "reason", miss->reason);
  return object;
}

static void
set_near_misses (Report *report, const PelCondition *condition, JsonObject *object)
{
  g_autoptr (GArray) near = find_near (report, condition);
  JsonArray         *array;

  if (near == NULL)
    return;
  array = json_array_new ();
  for (guint i = 0; i < near->len; i++)
    json_array_add_object_element (array,
                                   near_miss_to_json (report,
                                                      &g_array_index (near, PelNearMiss, i)));
  json_object_set_array_member (object, "near_misses", array);
}

static void
add_leaf (Report *report, const PelCondition *condition, JsonArray *array)
{
  PelLeaf         *leaf = get_leaf (report, condition);
  JsonObject      *object = json_object_new ();
  g_autofree char *seen = pel_leaf_dup_words (leaf, condition, report->view);

  json_object_set_member (object, "condition", json_node_copy (condition->given));
  json_object_set_boolean_member (object, "holds", leaf->verdict == PEL_VERDICT_HOLDS);
  json_object_set_string_member (object, "seen", seen);
  if (condition->title != NULL)
    json_object_set_array_member (object, "windows", pel_condition_titles_to_json (report->view));
  else
    json_object_set_int_member (object, "matches", leaf->matches->len);
  pel_leaf_set_elements (leaf, condition, report->view, object);
  pel_leaf_set_likeness (leaf, object);
  set_near_misses (report, condition, object);
  json_array_add_object_element (array, object);
}

static void
add_leaves (Report *report, const PelCondition *condition, JsonArray *array)
{
  if (pel_condition_is_leaf (condition))
    add_leaf (report, condition, array);
  for (guint i = 0; condition->children != NULL && i < condition->children->len; i++)
    add_leaves (report, pel_condition_get_child (condition, i), array);
}

JsonArray *
pel_condition_report_to_json (const PelCondition     *condition,
                              const PelConditionView *view,
                              PelConditionMemory     *memory)
{
  Report     report = { view, memory, 0 };
  JsonArray *array = json_array_new ();

  add_leaves (&report, condition, array);
  return array;
}
