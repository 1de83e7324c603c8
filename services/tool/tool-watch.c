/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/look.h"
#include "services/tool/tools.h"
#include "services/tool/watch-events.h"

#include <glib/gi18n.h>

#define RETRY_MS 1000
#define FRAME_MS 16
#define DAY_MS   86400000

/* clang-format off */
static const PelField arguments[] = {
  PEL_SCOPE_FIELDS,
  { "filter", PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Only events of elements that match this selector") },
  { "for_ms", PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Stop after this many milliseconds"), .minimum = 1, .maximum = DAY_MS },
  { "count",  PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Stop after this many events, not counting the first"), .minimum = 1, .maximum = G_MAXINT },
  { NULL },
};

static const PelField result[] = {
  { "events", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of events reported, not counting the first") },
  { NULL },
};

static const PelView views[] = { { 0 } };
/* clang-format on */

/* A watch under way. Counted references: looks may end after it has. */
typedef struct
{
  GTask            *task;
  PelElementSource *source;
  PelScope         *scope; /* NULL until it is open */
  PelSnapshot      *last;  /* NULL until then; an error leaves it */
  GError           *error; /* (nullable) the one that was reported last */
  gulong            changed_id, cancelled_id;
  guint             retry_id, rest_id, end_id;
  gint64            look_time; /* when the last round began */
  gint64            n_events, max_events;
  gboolean          is_looking, is_dirty, is_over;
} Watch;

static void
watch_clear (gpointer data)
{
  Watch *watch = data;

  g_clear_pointer (&watch->scope, pel_scope_free);
  g_clear_object (&watch->last);
  g_clear_error (&watch->error);
  g_object_unref (watch->source);
  g_object_unref (watch->task);
}

static void
watch_unref (Watch *watch)
{
  g_rc_box_release_full (watch, watch_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Watch, watch_unref)

static JsonObject *
make_result (const Watch *watch)
{
  JsonObject *data = json_object_new ();

  json_object_set_int_member (data, "events", watch->n_events);
  return data;
}

/* Ends it once, and with it the reference that it has of itself. @error is taken; NULL: it went as
 * it should. */
static void
end (Watch *watch, GError *error)
{
  if (watch->is_over)
    {
      g_clear_error (&error);
      return;
    }
  watch->is_over = TRUE;
  g_clear_signal_handler (&watch->changed_id, watch->source);
  g_clear_signal_handler (&watch->cancelled_id, g_task_get_cancellable (watch->task));
  g_clear_handle_id (&watch->retry_id, g_source_remove);
  g_clear_handle_id (&watch->rest_id, g_source_remove);
  g_clear_handle_id (&watch->end_id, g_source_remove);
  pel_element_source_stop_watching (watch->source);
  if (error != NULL)
    g_task_return_error (watch->task, error);
  else
    g_task_return_pointer (watch->task, make_result (watch), (GDestroyNotify) json_object_unref);
  watch_unref (watch);
}

static void
emit_first (JsonObject *event, gpointer data)
{
  Watch *watch = data;

  pel_tool_call_emit (pel_tool_call_get (watch->task), event);
}

static void
emit (JsonObject *event, gpointer data)
{
  Watch *watch = data;

  if (watch->max_events != 0 && watch->n_events >= watch->max_events)
    {
      json_object_unref (event);
      return;
    }
  watch->n_events++;
  emit_first (event, watch);
}

static void look (Watch *watch);

static gboolean
retry_cb (gpointer user_data)
{
  Watch *watch = user_data;

  watch->retry_id = 0;
  look (watch);
  return G_SOURCE_REMOVE;
}

/* What cannot be seen now may be seen again; the same word is not said twice. */
static void
take_error (Watch *watch, GError *error)
{
  if (watch->error == NULL || watch->error->domain != error->domain ||
      watch->error->code != error->code || !g_str_equal (watch->error->message, error->message))
    pel_watch_emit_error (error, emit, watch);
  g_clear_error (&watch->error);
  watch->error = error;
  if (watch->retry_id == 0 && !watch->is_over)
    watch->retry_id = g_timeout_add (RETRY_MS, retry_cb, watch);
}

static void
take_snapshot (Watch *watch, PelSnapshot *snapshot)
{
  g_clear_error (&watch->error);
  pel_watch_emit_changes (watch->scope, watch->last, snapshot, emit, watch);
  g_set_object (&watch->last, snapshot);
}

static gboolean
rest_cb (gpointer user_data)
{
  Watch *watch = user_data;

  watch->rest_id = 0;
  if (watch->is_dirty)
    look (watch);
  return G_SOURCE_REMOVE;
}

/* After each round it rests for as long as that took: however large the programs are and however
 * often they change, half of the time is for others. */
static void
rest (Watch *watch)
{
  guint took_ms = (g_get_monotonic_time () - watch->look_time) / 1000 + 1;

  watch->rest_id = g_timeout_add (MAX (took_ms, FRAME_MS), rest_cb, watch);
}

static void
looked_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (Watch)       watch = user_data;
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot = pel_scope_look_finish (async_result, &error);

  watch->is_looking = FALSE;
  if (watch->is_over)
    {
      g_clear_error (&error);
      return;
    }
  if (snapshot != NULL)
    take_snapshot (watch, snapshot);
  else
    take_error (watch, error);
  if (watch->max_events != 0 && watch->n_events >= watch->max_events)
    end (watch, NULL);
  else
    rest (watch);
}

static void
look (Watch *watch)
{
  if (watch->is_over || watch->scope == NULL || watch->is_looking || watch->rest_id != 0)
    {
      watch->is_dirty = TRUE;
      return;
    }
  watch->is_looking = TRUE;
  watch->is_dirty = FALSE;
  watch->look_time = g_get_monotonic_time ();
  pel_scope_look_async (watch->scope, watch->task, looked_cb, g_rc_box_acquire (watch));
}

static void
changed_cb (PelElementSource *source, gpointer user_data)
{
  look (user_data);
}

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_autoptr (Watch) watch = g_rc_box_acquire (user_data);
  GError           *error = NULL;

  g_cancellable_set_error_if_cancelled (cancellable, &error);
  end (watch, error);
}

static gboolean
end_cb (gpointer user_data)
{
  Watch *watch = user_data;

  watch->end_id = 0;
  end (watch, NULL);
  return G_SOURCE_REMOVE;
}

static void
opened_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (Watch)       watch = user_data;
  g_autoptr (PelSnapshot) snapshot = NULL;
  GError                 *error = NULL;
  PelScope               *scope = pel_scope_open_finish (async_result, &snapshot, &error);

  if (watch->is_over || scope == NULL)
    {
      g_clear_pointer (&scope, pel_scope_free);
      end (watch, error);
      return;
    }
  watch->scope = scope;
  watch->last = g_object_ref (snapshot);
  pel_watch_emit_start (scope, snapshot, emit_first, watch);
  if (watch->is_dirty)
    look (watch);
}

/* The watch has a reference of its own until its end, since the source and the clock call it. */
static void
begin (GTask *task, PelElementSource *source)
{
  Watch      *watch = g_rc_box_new0 (Watch);
  JsonObject *call_arguments = pel_tool_call_get (task)->arguments;
  gint64      for_ms = json_object_get_int_member_with_default (call_arguments, "for_ms", 0);

  watch->task = g_object_ref (task);
  watch->source = g_object_ref (source);
  watch->max_events = json_object_get_int_member_with_default (call_arguments, "count", 0);
  watch->changed_id = g_signal_connect (source, "changed", G_CALLBACK (changed_cb), watch);
  watch->cancelled_id = g_signal_connect (g_task_get_cancellable (task),
                                          "cancelled",
                                          G_CALLBACK (cancelled_cb),
                                          watch);
  if (for_ms > 0)
    watch->end_id = g_timeout_add (for_ms, end_cb, watch);
  pel_element_source_start_watching (source);
  pel_scope_open_async (task, opened_cb, g_rc_box_acquire (watch));
}

static void
run (GTask *task)
{
  PelElementSource *source = pel_tool_call_get (task)->context->elements;

  if (source != NULL)
    begin (task, source);
  else
    pel_look_fail_for_task (task);
}

const PelTool pel_tool_watch = {
  .name = "watch",
  .summary = N_ ("Report changes as they happen, until interrupted"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_PEOPLE,
  .timeout_ms = 0,
  .arguments = arguments,
  .result = result,
  .event = pel_watch_event_fields,
  .views = views,
  .run = run,
};
