/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/selection.h"

#include "services/base/error.h"
#include "services/base/text.h"
#include "services/selector/alternative.h"
#include "services/selector/confidence.h"
#include "services/selector/near-miss.h"
#include "services/selector/selector-writer.h"
#include "services/tool/element-result.h"
#include "services/tool/look.h"

#include <glib/gi18n.h>

#define MAX_GIVEN 200
#define MAX_SHOWN 5

/* A selection on its way. */
typedef struct
{
  GTask        *tool_task;
  PelSelection *selection;
  gboolean      is_narrow;  /* only one program was looked at */
  gboolean      reads_text; /* on the screen as well */
  GArray       *doubted; /* (nullable) of guint: the refs of what has been asked for its states */
} Opening;

static void look (GTask *task);

static void
opening_free (Opening *opening)
{
  g_object_unref (opening->tool_task);
  g_clear_pointer (&opening->selection, pel_selection_free);
  g_clear_pointer (&opening->doubted, g_array_unref);
  g_free (opening);
}

void
pel_selection_free (PelSelection *self)
{
  g_free (self->text);
  g_clear_pointer (&self->selector, pel_selector_unref);
  g_clear_object (&self->snapshot);
  g_clear_pointer (&self->resolution, pel_resolution_free);
  g_free (self);
}

static JsonArray *
near_misses_to_json (const PelSelection *self, const PelFacts *facts)
{
  g_autoptr (GArray) misses =
      pel_near_misses_find (self->selector, self->snapshot, facts, MAX_SHOWN);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < misses->len; i++)
    {
      const PelNearMiss *miss = &g_array_index (misses, PelNearMiss, i);
      JsonObject        *object = pel_element_to_mention (self->snapshot, miss->id);

      json_object_set_string_member (object, "reason", miss->reason);
      json_array_add_object_element (array, object);
    }
  return array;
}

/* (nullable) (transfer full): why the region that a predicate names is not to be had. */
static GError *
new_region_error (const PelSelection         *self,
                  const PelSelectorPredicate *predicate,
                  const PelRegionList        *regions)
{
  gboolean   is_number = predicate->key == PEL_KEY_REGION_NUMBER;
  PelRegion *region;
  GError    *error = NULL;

  if ((!is_number && predicate->key != PEL_KEY_REGION) ||
      predicate->comparison != PEL_OPERATOR_EQUAL)
    return NULL;
  region = pel_region_list_find_named (regions,
                                       is_number ? (guint) predicate->number : 0,
                                       predicate->text,
                                       &error);
  if (region != NULL &&
      pel_snapshot_find_identity (self->snapshot, region->bus_name, region->path) ==
          PEL_ELEMENT_NONE)
    pel_set_error (&error,
                   PEL_ERROR_STALE_REF,
                   NULL,
                   _ ("The element of region %u is gone"),
                   region->index);
  return error;
}

/* (nullable) (transfer full): the same for the first step of an only alternative. */
static GError *
find_region_error (const PelSelection *self, const PelFacts *facts)
{
  const PelSelectorAlternative *alternative = pel_selector_get_alternative (self->selector, 0);
  const PelSelectorStep        *step = pel_selector_alternative_get_step (alternative, 0);
  GError                       *error = NULL;

  if (self->selector->alternatives->len > 1 || step->kind != PEL_STEP_MATCH)
    return NULL;
  for (guint i = 0; i < step->terms->len && error == NULL; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (step, i);

      if (!term->is_negated)
        error = new_region_error (self, &term->predicates[0], pel_facts_get_regions (facts));
    }
  return error;
}

GError *
pel_selection_new_error (const PelSelection *self, const PelFacts *facts)
{
  guint            gone = pel_selector_find_gone_ref (self->selector, self->snapshot);
  JsonObject      *details;
  JsonArray       *near_misses;
  g_autofree char *hint = NULL;
  GError          *error = NULL;

  if (self->resolution->unavailable != NULL)
    return g_error_copy (self->resolution->unavailable);
  error = find_region_error (self, facts);
  if (error != NULL)
    return error;
  if (gone != 0)
    {
      pel_set_error (&error, PEL_ERROR_STALE_REF, NULL, _ ("The element “e%u” is gone"), gone);
      return error;
    }
  if (self->resolution->n_silent > 0)
    {
      pel_set_error (&error,
                     PEL_ERROR_APP_UNRESPONSIVE,
                     _ ("Wait until the program responds, or search in another one: app=… >> …"),
                     /* Translators: a selector */
                     _ ("Elements that may match “%s” could not be read in time"),
                     self->text);
      return error;
    }
  near_misses = near_misses_to_json (self, facts);
  hint = pel_selector_dup_hint (self->selector);
  pel_set_error (&error,
                 PEL_ERROR_ELEMENT_NOT_FOUND,
                 hint,
                 json_array_get_length (near_misses) > 0
                     ? _ ("No element matches “%s”; similar elements are listed")
                     : _ ("No element matches “%s”"),
                 self->text);
  details = json_object_new ();
  json_object_set_string_member (details, "selector", self->text);
  json_object_set_array_member (details, "near_misses", near_misses);
  pel_error_take_details (error, details);
  return error;
}

static void
end (GTask *task)
{
  Opening        *opening = g_task_get_task_data (task);
  const PelFacts *facts = pel_tool_call_get (opening->tool_task)->context->facts;

  if (opening->selection->resolution->matches->len == 0)
    {
      g_task_return_error (task, pel_selection_new_error (opening->selection, facts));
      return;
    }
  if (opening->is_narrow)
    opening->selection->app = pel_selector_get_app (opening->selection->selector);
  pel_look_keep_for_task (opening->tool_task, opening->selection->snapshot);
  g_task_return_pointer (task,
                         g_steal_pointer (&opening->selection),
                         (GDestroyNotify) pel_selection_free);
}

/* Not every program reports each change of a state, so what is left out because of one is asked
 * once more. TRUE: there is some. */
static gboolean
doubt (Opening *opening)
{
  PelSelection          *selection = opening->selection;
  g_autoptr (GArray)     ids = NULL;
  g_autoptr (GHashTable) matches = g_hash_table_new (NULL, NULL);

  if (opening->doubted != NULL)
    return FALSE;
  ids = pel_selector_find_doubtful (selection->selector,
                                    selection->snapshot,
                                    pel_tool_call_get (opening->tool_task)->context->facts);
  for (guint i = 0; i < selection->resolution->matches->len; i++)
    g_hash_table_add (matches,
                      GUINT_TO_POINTER (
                          g_array_index (selection->resolution->matches, PelElementId, i)));
  for (guint i = ids->len; i > 0; i--)
    if (g_hash_table_contains (matches,
                               GUINT_TO_POINTER (g_array_index (ids, PelElementId, i - 1))))
      g_array_remove_index (ids, i - 1);
  opening->doubted = pel_snapshot_dup_refs (selection->snapshot, ids);
  return ids->len > 0;
}

/* The text on the screen takes long to read: that is done only where what comes before it in the
 * selector matches nothing. */
static void
searched_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Opening          *opening = g_task_get_task_data (task);
  GError           *error = NULL;
  PelResolution    *resolution = pel_search_for_task_finish (result, &error);

  if (resolution == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_pointer (&opening->selection->resolution, pel_resolution_free);
  opening->selection->resolution = resolution;
  if (!opening->reads_text && doubt (opening))
    look (g_steal_pointer (&task));
  else if (resolution->wants_text && !opening->reads_text)
    {
      opening->reads_text = TRUE;
      look (g_steal_pointer (&task));
    }
  else
    end (task);
}

static gboolean
has_matches (const PelSelection *selection)
{
  return selection->resolution != NULL && selection->resolution->matches->len > 0;
}

/* A program that is not there leaves the others, for what comes near; text that cannot be read
 * leaves what else the selector names. */
static void
looked_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  Opening                *opening = g_task_get_task_data (task);
  PelSelection           *selection = opening->selection;
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot = pel_look_for_task_finish (result, &error);

  if (snapshot != NULL)
    {
      g_set_object (&selection->snapshot, snapshot);
      pel_search_for_task_async (opening->tool_task,
                                 selection->snapshot,
                                 selection->selector,
                                 searched_cb,
                                 g_steal_pointer (&task));
    }
  else if (opening->is_narrow && g_error_matches (error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND))
    {
      g_clear_error (&error);
      opening->is_narrow = FALSE;
      look (g_steal_pointer (&task));
    }
  else if ((opening->reads_text || opening->doubted != NULL) && has_matches (selection))
    {
      g_clear_error (&error);
      end (task);
    }
  else
    g_task_return_error (task, error);
}

/* Takes @task. A program that hangs must not hold up a question about another one. */
static void
look (GTask *task)
{
  Opening *opening = g_task_get_task_data (task);
  PelLook  wanted = { .kind = PEL_LOOK_DESKTOP };

  if (opening->is_narrow)
    wanted = (PelLook){ .kind = PEL_LOOK_APP,
                        .target = pel_selector_get_app (opening->selection->selector) };
  if (opening->reads_text)
    wanted.flags |= PEL_LOOK_TEXT;
  else
    wanted.doubted = opening->doubted;
  pel_look_for_task_async (opening->tool_task, &wanted, looked_cb, task);
}

void
pel_selection_open_async (GTask              *task,
                          const char         *selector,
                          GAsyncReadyCallback callback,
                          gpointer            data)
{
  g_autoptr (GTask) own = g_task_new (NULL, g_task_get_cancellable (task), callback, data);
  Opening          *opening = g_new0 (Opening, 1);
  GError           *error = NULL;

  g_task_set_source_tag (own, pel_selection_open_async);
  g_task_set_task_data (own, opening, (GDestroyNotify) opening_free);
  opening->tool_task = g_object_ref (task);
  opening->selection = g_new0 (PelSelection, 1);
  opening->selection->text = pel_text_repair (selector, -1, MAX_GIVEN);
  opening->selection->selector = pel_selector_parse (selector, &error);
  if (opening->selection->selector == NULL)
    {
      g_task_return_error (own, error);
      return;
    }
  pel_selector_set_purse (opening->selection->selector, pel_tool_call_get (task)->caller.purse);
  opening->is_narrow = pel_selector_get_app (opening->selection->selector) != NULL;
  look (g_steal_pointer (&own));
}

PelSelection *
pel_selection_open_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_selection_open_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

gboolean
pel_selection_is_by_text (const PelSelection *self)
{
  return pel_alternative_reads_text (
      pel_selector_get_alternative (self->selector, self->resolution->alternative));
}

static gboolean
is_visible (const PelSelection *self, guint index)
{
  PelElementId id = g_array_index (self->resolution->matches, PelElementId, index);

  return (pel_snapshot_get_flags (self->snapshot, id) & PEL_ELEMENT_IS_VISIBLE) != 0;
}

/* How many of its matches can be seen; @ret_id: the first of them. */
static guint
count_visible (const PelSelection *self, PelElementId *ret_id)
{
  guint n_visible = 0;

  for (guint i = self->resolution->matches->len; i > 0; i--)
    if (is_visible (self, i - 1))
      {
        *ret_id = g_array_index (self->resolution->matches, PelElementId, i - 1);
        n_visible++;
      }
  return n_visible;
}

double
pel_selection_get_confidence (const PelSelection *self,
                              PelElementId        id,
                              gboolean            is_one,
                              guint              *ret_n_hidden,
                              char             ***ret_reasons)
{
  guint        n_matches = self->resolution->matches->len;
  PelElementId first;
  guint        n_visible = is_one ? count_visible (self, &first) : 0;
  gboolean     is_seen = is_one && n_visible > 0 &&
                     (pel_snapshot_get_flags (self->snapshot, id) & PEL_ELEMENT_IS_VISIBLE) != 0;
  PelEvidence evidence = {
    .alternative = pel_selector_get_alternative (self->selector, self->resolution->alternative),
    .n_matches = is_seen  ? n_visible
                 : is_one ? n_matches
                          : 1,
    .n_hidden = is_seen ? n_matches - n_visible : 0,
    .ocr = pel_snapshot_get_ocr (self->snapshot, id),
    .is_text = pel_snapshot_get_origin (self->snapshot, id) == PEL_ORIGIN_OCR,
  };

  if (ret_n_hidden != NULL)
    *ret_n_hidden = evidence.n_hidden;
  return pel_confidence_compute (&evidence, ret_reasons);
}

/* (transfer full): a selector that names it alone, also among the programs that were not looked at.
 */
static char *
write_alone (const PelSelection *self, PelElementId id)
{
  g_autofree char *selector = pel_selector_write (self->snapshot, id, NULL);
  g_autofree char *app = NULL;

  if (self->app == NULL || g_str_has_prefix (selector, "app="))
    return g_steal_pointer (&selector);
  app = pel_selector_quote (self->app);
  return g_strdup_printf ("app=%s >> %s", app, selector);
}

/* The first ones that can be seen, then the first ones that cannot. */
static JsonArray *
candidates_to_json (const PelSelection *self)
{
  JsonArray *array = json_array_new ();

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->resolution->matches->len; i++)
      {
        PelElementId     id = g_array_index (self->resolution->matches, PelElementId, i);
        JsonObject      *object;
        g_autofree char *selector = NULL;

        if (json_array_get_length (array) == MAX_SHOWN)
          return array;
        if (is_visible (self, i) != (pass == 0))
          continue;
        object = pel_element_to_mention (self->snapshot, id);
        selector = write_alone (self, id);
        json_object_set_string_member (object, "selector", selector);
        json_array_add_object_element (array, object);
      }
  return array;
}

/* Programs keep many hidden elements, such as fields of another mode. */
static const char *
get_hint (guint n_visible)
{
  return n_visible == 1 ? _ ("Add “&& visible=true”: only one of them is visible")
                        : _ ("Narrow the selector, add “>> nth(1)”, or use --first");
}

gboolean
pel_selection_get_only (const PelSelection *self,
                        gboolean            is_strict,
                        PelElementId       *ret_id,
                        GError            **error)
{
  guint       n_matches = self->resolution->matches->len;
  guint       n_visible = count_visible (self, ret_id);
  GError     *own = NULL;
  JsonObject *details;

  if (n_matches == 1)
    *ret_id = g_array_index (self->resolution->matches, PelElementId, 0);
  if (n_matches == 1 || (n_visible == 1 && !is_strict))
    return TRUE;
  pel_set_error (&own,
                 PEL_ERROR_AMBIGUOUS,
                 get_hint (n_visible),
                 ngettext ("“%s” matches %u element", "“%s” matches %u elements", n_matches),
                 self->text,
                 n_matches);
  details = json_object_new ();
  json_object_set_string_member (details, "selector", self->text);
  json_object_set_int_member (details, "n_matches", n_matches);
  json_object_set_array_member (details, "candidates", candidates_to_json (self));
  pel_error_take_details (own, details);
  g_propagate_error (error, own);
  return FALSE;
}
