/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/selector-search.h"

#include "services/base/error.h"
#include "services/selector/confidence.h"
#include "services/selector/near-miss.h"
#include "services/selector/search.h"

#include <string.h>

#define TYPING_MS  120 /* until the next key, most often */
#define REST_MS    500 /* between two searches for the same text */
#define TIMEOUT_MS 2000

struct _PelSelectorSearch
{
  GObject           parent_instance;
  PelElementSource *source; /* NULL once it is disposed of */
  PelFacts         *facts;
  char             *text;
  PelSelector      *selector;   /* (nullable) */
  GError           *error;      /* (nullable) */
  PelSnapshot      *snapshot;   /* (nullable) that was searched in … */
  PelResolution    *resolution; /* (nullable) … with this result */

  PelSnapshot  *looked;      /* (nullable) that is searched in now */
  GCancellable *cancellable; /* (nullable) unless it is searching */
  gboolean      is_live, is_dirty, is_watching;
  guint         wait_id;
  gulong        source_id;
};

G_DEFINE_FINAL_TYPE (PelSelectorSearch, pel_selector_search, G_TYPE_OBJECT)

static guint changed_signal;

static void begin (PelSelectorSearch *self);

static gboolean
wait_cb (gpointer user_data)
{
  PelSelectorSearch *self = user_data;

  self->wait_id = 0;
  if (self->is_dirty)
    begin (self);
  return G_SOURCE_REMOVE;
}

static void
wait_ms (PelSelectorSearch *self, guint ms)
{
  g_clear_handle_id (&self->wait_id, g_source_remove);
  self->wait_id = g_timeout_add (ms, wait_cb, self);
}

static void
clear_result (PelSelectorSearch *self)
{
  g_clear_error (&self->error);
  g_clear_object (&self->snapshot);
  g_clear_pointer (&self->resolution, pel_resolution_free);
}

/* Takes both of them, or @error. */
static void
take_result (PelSelectorSearch *self,
             PelSnapshot       *snapshot,
             PelResolution     *resolution,
             GError            *error)
{
  g_clear_object (&self->cancellable);
  clear_result (self);
  self->snapshot = snapshot;
  self->resolution = resolution;
  self->error = error;
  wait_ms (self, REST_MS);
  g_signal_emit (self, changed_signal, 0);
}

/* One that was cancelled is followed by another already, or by nothing. */
static void
searched_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelSelectorSearch) self = user_data;
  GError                       *error = NULL;
  PelResolution                *resolution = pel_search_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&error);
  else
    take_result (self,
                 resolution != NULL ? g_steal_pointer (&self->looked) : NULL,
                 resolution,
                 error);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelSelectorSearch) self = user_data;
  GError                       *error = NULL;
  g_autoptr (PelSnapshot)       snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->cancellable == NULL)
    g_clear_error (&error);
  else if (snapshot == NULL)
    take_result (self, NULL, NULL, error);
  else
    {
      g_set_object (&self->looked, snapshot);
      pel_search_async (&(PelSearch){ .source = self->source,
                                      .snapshot = snapshot,
                                      .facts = self->facts,
                                      .selector = self->selector,
                                      .timeout_ms = TIMEOUT_MS },
                        self->cancellable,
                        searched_cb,
                        g_object_ref (self));
    }
}

static void
stop (PelSelectorSearch *self)
{
  g_autoptr (GCancellable) cancellable = g_steal_pointer (&self->cancellable);

  g_clear_handle_id (&self->wait_id, g_source_remove);
  self->is_dirty = FALSE;
  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
}

static void
begin (PelSelectorSearch *self)
{
  const PelLook look = { .kind = PEL_LOOK_DESKTOP,
                         .flags = PEL_LOOK_VALUES,
                         .timeout_ms = TIMEOUT_MS };

  self->is_dirty = FALSE;
  self->cancellable = g_cancellable_new ();
  pel_element_source_look_async (self->source,
                                 &look,
                                 self->cancellable,
                                 looked_cb,
                                 g_object_ref (self));
}

static void
source_changed_cb (PelSelectorSearch *self)
{
  if (!self->is_watching)
    return;
  self->is_dirty = TRUE;
  if (self->cancellable == NULL && self->wait_id == 0)
    begin (self);
}

static void
set_watching (PelSelectorSearch *self, gboolean is_watching)
{
  if (self->is_watching == is_watching)
    return;
  self->is_watching = is_watching;
  if (is_watching)
    pel_element_source_start_watching (self->source);
  else
    pel_element_source_stop_watching (self->source);
}

static void
pel_selector_search_dispose (GObject *object)
{
  PelSelectorSearch *self = PEL_SELECTOR_SEARCH (object);

  stop (self);
  if (self->source != NULL)
    {
      g_clear_signal_handler (&self->source_id, self->source);
      set_watching (self, FALSE);
    }
  g_clear_object (&self->source);
  clear_result (self);
  g_clear_object (&self->looked);
  g_clear_pointer (&self->selector, pel_selector_unref);
  g_clear_pointer (&self->facts, pel_facts_unref);
  G_OBJECT_CLASS (pel_selector_search_parent_class)->dispose (object);
}

static void
pel_selector_search_finalize (GObject *object)
{
  g_free (PEL_SELECTOR_SEARCH (object)->text);
  G_OBJECT_CLASS (pel_selector_search_parent_class)->finalize (object);
}

static void
pel_selector_search_class_init (PelSelectorSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_selector_search_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_selector_search_finalize;
  changed_signal = g_signal_new ("changed",
                                 PEL_TYPE_SELECTOR_SEARCH,
                                 G_SIGNAL_RUN_LAST,
                                 0,
                                 NULL,
                                 NULL,
                                 NULL,
                                 G_TYPE_NONE,
                                 0);
}

static void
pel_selector_search_init (PelSelectorSearch *self)
{
  self->text = g_strdup ("");
  self->is_live = TRUE;
}

PelSelectorSearch *
pel_selector_search_new (PelElementSource *source, PelFacts *facts)
{
  PelSelectorSearch *self = g_object_new (PEL_TYPE_SELECTOR_SEARCH, NULL);

  self->source = g_object_ref (source);
  self->facts = pel_facts_ref (facts);
  self->source_id =
      g_signal_connect_swapped (source, "changed", G_CALLBACK (source_changed_cb), self);
  return self;
}

/* Words without any sign of a selector. */
static gboolean
is_plain (const char *text)
{
  return strpbrk (text, "=~!<>&|?@#:*\"\\/()[]") == NULL;
}

/* They are looked for in names, also in the middle of them; and if no name has them, as a role.
 * (transfer full) */
static char *
from_words (const char *text)
{
  PelRole role;

  if (pel_role_from_string (text, &role))
    return g_strdup_printf ("name~=\"%s\" ?? role=%s", text, pel_role_to_string (role));
  return g_strdup_printf ("name~=\"%s\"", text);
}

static void
search_soon (PelSelectorSearch *self)
{
  gboolean is_wanted = self->is_live && self->selector != NULL;

  set_watching (self, is_wanted);
  if (!is_wanted)
    return;
  self->is_dirty = TRUE;
  wait_ms (self, TYPING_MS);
}

/* What was found for another text is not shown for this one. */
void
pel_selector_search_set_text (PelSelectorSearch *self, const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *selector = NULL;

  g_return_if_fail (PEL_IS_SELECTOR_SEARCH (self));

  if (g_str_equal (self->text, text))
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  stop (self);
  clear_result (self);
  g_clear_pointer (&self->selector, pel_selector_unref);
  if (*stripped != '\0')
    {
      selector = is_plain (stripped) ? from_words (stripped) : g_strdup (text);
      self->selector = pel_selector_parse (selector, &self->error);
    }
  search_soon (self);
  g_signal_emit (self, changed_signal, 0);
}

void
pel_selector_search_set_live (PelSelectorSearch *self, gboolean is_live)
{
  g_return_if_fail (PEL_IS_SELECTOR_SEARCH (self));

  if (self->is_live == is_live || self->source == NULL)
    return;
  self->is_live = is_live;
  stop (self);
  search_soon (self);
}

const char *
pel_selector_search_get_text (PelSelectorSearch *self)
{
  g_return_val_if_fail (PEL_IS_SELECTOR_SEARCH (self), NULL);

  return self->text;
}

gboolean
pel_selector_search_is_busy (PelSelectorSearch *self)
{
  g_return_val_if_fail (PEL_IS_SELECTOR_SEARCH (self), FALSE);

  return self->selector != NULL && self->resolution == NULL && self->error == NULL;
}

const GError *
pel_selector_search_get_error (PelSelectorSearch *self)
{
  g_return_val_if_fail (PEL_IS_SELECTOR_SEARCH (self), NULL);

  return self->error;
}

int
pel_selector_search_get_column (PelSelectorSearch *self)
{
  JsonObject *details;

  g_return_val_if_fail (PEL_IS_SELECTOR_SEARCH (self), -1);

  if (!g_error_matches (self->error, PEL_ERROR, PEL_ERROR_INVALID_SELECTOR))
    return -1;
  details = pel_error_get_details (self->error);
  if (details == NULL)
    return -1;
  return (int) json_object_get_int_member_with_default (details, "column", 0) - 1;
}

guint
pel_selector_search_get_n_matches (PelSelectorSearch *self)
{
  g_return_val_if_fail (PEL_IS_SELECTOR_SEARCH (self), 0);

  return self->resolution != NULL ? self->resolution->matches->len : 0;
}

guint
pel_selector_search_get_n_silent (PelSelectorSearch *self)
{
  g_return_val_if_fail (PEL_IS_SELECTOR_SEARCH (self), 0);

  return self->resolution != NULL ? self->resolution->n_silent : 0;
}

PelSnapshot *
pel_selector_search_get_match (PelSelectorSearch *self, guint position, PelElementId *ret_id)
{
  g_return_val_if_fail (PEL_IS_SELECTOR_SEARCH (self), NULL);

  if (position >= pel_selector_search_get_n_matches (self))
    return NULL;
  *ret_id = g_array_index (self->resolution->matches, PelElementId, position);
  return self->snapshot;
}

double
pel_selector_search_get_confidence (PelSelectorSearch *self, GStrv *ret_reasons)
{
  PelEvidence evidence = { .n_matches = 1, .ocr = 1 };

  g_return_val_if_fail (PEL_IS_SELECTOR_SEARCH (self), 0);
  g_return_val_if_fail (self->resolution != NULL, 0);

  evidence.alternative =
      pel_selector_get_alternative (self->selector, self->resolution->alternative);
  return pel_confidence_compute (&evidence, ret_reasons);
}

char *
pel_selector_search_dup_near_miss (PelSelectorSearch *self)
{
  g_autoptr (GArray) misses = NULL;
  const PelNearMiss *miss;
  const char        *name;

  g_return_val_if_fail (PEL_IS_SELECTOR_SEARCH (self), NULL);

  if (self->resolution == NULL || self->resolution->matches->len > 0)
    return NULL;
  misses = pel_near_misses_find (self->selector, self->snapshot, self->facts, 1);
  if (misses->len == 0)
    return NULL;
  miss = &g_array_index (misses, PelNearMiss, 0);
  name = pel_snapshot_get_name (self->snapshot, miss->id);
  return g_strdup_printf ("%s “%s”: %s",
                          pel_role_to_string (pel_snapshot_get_role (self->snapshot, miss->id)),
                          name,
                          miss->reason);
}
