/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/describer.h"

#include "services/base/json.h"
#include "services/tool/tool-call.h"

#define REST_MS 700 /* between two questions about the same element */

struct _PelDescriber
{
  GObject parent_instance;

  const PelToolContext *context; /* (nullable) */
  guint                 ref;
  guint                 number;      /* of the question that counts */
  GCancellable         *cancellable; /* of the question under way; NULL: there is none */
  gboolean              is_dirty;
  guint                 rest_id;
};

/* Who asked, and for which time: a question that was given up may still be answered. */
typedef struct
{
  PelDescriber *describer;
  guint         number;
} Question;

enum
{
  ANSWERED,
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelDescriber, pel_describer, G_TYPE_OBJECT)

static void ask (PelDescriber *self);

static gboolean
rest_cb (gpointer data)
{
  PelDescriber *self = data;

  self->rest_id = 0;
  if (self->is_dirty)
    ask (self);
  return G_SOURCE_REMOVE;
}

static void
tell (PelDescriber *self, const char *text)
{
  g_autoptr (JsonObject) envelope = pel_json_parse_object (text, -1, NULL);
  JsonObject            *error;

  if (envelope == NULL)
    return;
  if (json_object_has_member (envelope, "data"))
    {
      g_signal_emit (self, signals[ANSWERED], 0, json_object_get_object_member (envelope, "data"));
      return;
    }
  error = json_object_get_object_member (envelope, "error");
  g_signal_emit (self, signals[FAILED], 0, json_object_get_string_member (error, "message"));
}

static void
answered_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autofree Question     *question = data;
  g_autoptr (PelDescriber) self = question->describer;
  g_autofree char         *text = pel_tool_call_finish (result);

  if (question->number != self->number || self->cancellable == NULL)
    return;
  g_clear_object (&self->cancellable);
  self->rest_id = g_timeout_add (REST_MS, rest_cb, self);
  tell (self, text);
}

static void
ask (PelDescriber *self)
{
  g_autofree char *arguments = g_strdup_printf ("{\"target\":\"e%u\"}", self->ref);
  Question        *question;

  if (self->ref == 0 || self->context == NULL)
    return;
  if (self->cancellable != NULL || self->rest_id != 0)
    {
      self->is_dirty = TRUE;
      return;
    }
  self->is_dirty = FALSE;
  self->cancellable = g_cancellable_new ();
  question = g_new0 (Question, 1);
  question->describer = g_object_ref (self);
  question->number = ++self->number;
  pel_tool_call_async (self->context,
                       NULL,
                       "ui_describe",
                       arguments,
                       self->cancellable,
                       answered_cb,
                       question);
}

static void
give_up (PelDescriber *self)
{
  g_autoptr (GCancellable) cancellable = g_steal_pointer (&self->cancellable);

  g_clear_handle_id (&self->rest_id, g_source_remove);
  self->is_dirty = FALSE;
  self->number++;
  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
}

static void
pel_describer_dispose (GObject *object)
{
  PelDescriber *self = PEL_DESCRIBER (object);

  give_up (self);
  self->context = NULL;
  G_OBJECT_CLASS (pel_describer_parent_class)->dispose (object);
}

static void
pel_describer_class_init (PelDescriberClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_describer_dispose;
  signals[ANSWERED] = g_signal_new ("answered",
                                    PEL_TYPE_DESCRIBER,
                                    G_SIGNAL_RUN_LAST,
                                    0,
                                    NULL,
                                    NULL,
                                    NULL,
                                    G_TYPE_NONE,
                                    1,
                                    JSON_TYPE_OBJECT);
  signals[FAILED] = g_signal_new ("failed",
                                  PEL_TYPE_DESCRIBER,
                                  G_SIGNAL_RUN_LAST,
                                  0,
                                  NULL,
                                  NULL,
                                  NULL,
                                  G_TYPE_NONE,
                                  1,
                                  G_TYPE_STRING);
}

static void
pel_describer_init (PelDescriber *self)
{
}

PelDescriber *
pel_describer_new (void)
{
  return g_object_new (PEL_TYPE_DESCRIBER, NULL);
}

void
pel_describer_set_context (PelDescriber *self, const PelToolContext *context)
{
  g_return_if_fail (PEL_IS_DESCRIBER (self));

  give_up (self);
  self->context = context;
  ask (self);
}

void
pel_describer_set_ref (PelDescriber *self, guint ref)
{
  g_return_if_fail (PEL_IS_DESCRIBER (self));

  give_up (self);
  self->ref = ref;
  ask (self);
}

void
pel_describer_refresh (PelDescriber *self)
{
  g_return_if_fail (PEL_IS_DESCRIBER (self));

  ask (self);
}
