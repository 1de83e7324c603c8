/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/photographer.h"

#include "services/base/json.h"
#include "services/tool/tool-call.h"

#include <glib/gi18n.h>
#include <unistd.h>

#define REST_MS     1000 /* from the beginning of one picture to that of the next */
#define MAX_RETRIES 3    /* of what may be otherwise in a moment */

struct _PelPhotographer
{
  GObject parent_instance;

  const PelToolContext *context; /* (nullable) */
  guint                 ref;
  GCancellable         *cancellable; /* of the picture that is being taken; NULL: there is none */
  gboolean              is_shown;
  gboolean              is_wanted;  /* one is to be taken, as soon as it may be */
  gboolean              is_covered; /* the one that is being taken */
  gboolean              is_missing; /* the last could not be taken, for a reason that passes */
  guint                 n_retries;  /* since one was wanted */
  guint                 rest_id;
};

enum
{
  BEGUN,
  TAKEN,
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelPhotographer, pel_photographer, G_TYPE_OBJECT)

static void proceed (PelPhotographer *self);

/* TRUE: it was given up, so that no one wants to hear of it. */
static gboolean
end (PelPhotographer *self)
{
  g_autoptr (GCancellable) cancellable = g_steal_pointer (&self->cancellable);

  return g_cancellable_is_cancelled (cancellable);
}

static void
fail (PelPhotographer *self, const char *message)
{
  if (!end (self))
    g_signal_emit (self, signals[FAILED], 0, message);
  proceed (self);
}

static void
read_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (PelPhotographer) self = data;
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelPortrait)     portrait = pel_portrait_read_finish (result, &error);

  if (portrait == NULL)
    {
      fail (self, error->message);
      return;
    }
  self->is_missing = FALSE;
  if (!end (self))
    g_signal_emit (self, signals[TAKEN], 0, portrait, self->is_covered);
  proceed (self);
}

/* (nullable) (transfer full): no one can change the file any more, so it is not copied. */
static GBytes *
get_file (GUnixFDList *attachments, JsonObject *answer, GError **error)
{
  gint64 index = json_object_get_int_member_with_default (answer, "attachment", -1);
  int    fd;
  g_autoptr (GMappedFile) map = NULL;

  if (attachments == NULL || index < 0 || index >= g_unix_fd_list_get_length (attachments))
    {
      g_set_error_literal (error,
                           G_IO_ERROR,
                           G_IO_ERROR_NO_SPACE,
                           _ ("Not enough memory for the screenshot"));
      return NULL;
    }
  fd = g_unix_fd_list_get (attachments, (int) index, error);
  if (fd < 0)
    return NULL;
  map = g_mapped_file_new_from_fd (fd, FALSE, error);
  close (fd);
  return map != NULL ? g_mapped_file_get_bytes (map) : NULL;
}

/* Of the monitor that shows most of it; 1 where that is not known. */
static double
get_scale (PelPhotographer *self, JsonObject *answer)
{
  const char       *name = json_object_get_string_member_with_default (answer, "monitor", NULL);
  PelMonitorLayout *layout = self->context->regions != NULL
                                 ? pel_region_registry_get_layout (self->context->regions)
                                 : NULL;

  for (guint i = 0; layout != NULL && i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelMonitor *monitor = pel_monitor_layout_get_monitor (layout, i);

      if (g_strcmp0 (monitor->name, name) == 0 && monitor->scale > 0)
        return monitor->scale;
    }
  return 1;
}

/* Windows that are just being opened move, and their programs are busy. */
static const char *const passing[] = { "not_stable", "app_unresponsive", "timeout", NULL };

/* Until something else is heard of the element. */
static const char *const lasting[] = { "not_visible", NULL };

static gboolean
is_among (const char *const *codes, JsonObject *error)
{
  return g_strv_contains (codes, json_object_get_string_member_with_default (error, "code", ""));
}

static void
fail_as (PelPhotographer *self, JsonObject *error)
{
  const char      *hint = json_object_get_string_member_with_default (error, "hint", "");
  g_autofree char *text =
      g_strjoin (hint[0] != '\0' ? ". " : "",
                 json_object_get_string_member_with_default (error, "message", ""),
                 hint,
                 NULL);

  self->is_missing = is_among (passing, error) || is_among (lasting, error);
  if (is_among (passing, error) && self->n_retries < MAX_RETRIES)
    {
      self->n_retries++;
      self->is_wanted = TRUE;
    }
  fail (self, text);
}

static void
answered_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (PelPhotographer) self = data;
  g_autofree char            *text = pel_tool_call_finish (result);
  g_autoptr (JsonObject)      envelope = pel_json_parse_object (text, -1, NULL);
  g_autoptr (GError)          error = NULL;
  g_autoptr (GBytes)          file = NULL;
  JsonObject                 *answer;

  if (g_cancellable_is_cancelled (self->cancellable))
    {
      fail (self, NULL);
      return;
    }
  if (!json_object_has_member (envelope, "data"))
    {
      fail_as (self, json_object_get_object_member (envelope, "error"));
      return;
    }
  answer = json_object_get_object_member (envelope, "data");
  self->is_covered = json_object_get_boolean_member_with_default (answer, "covered", FALSE);
  file = get_file (pel_tool_call_get_attachments (result), answer, &error);
  if (file != NULL)
    pel_portrait_read_async (file,
                             get_scale (self, answer),
                             self->cancellable,
                             read_cb,
                             g_object_ref (self));
  else
    fail (self, error->message);
}

static gboolean
rest_cb (gpointer data)
{
  PelPhotographer *self = data;

  self->rest_id = 0;
  proceed (self);
  return G_SOURCE_REMOVE;
}

static void
proceed (PelPhotographer *self)
{
  g_autofree char *arguments = NULL;

  if (!self->is_wanted || !self->is_shown || self->ref == 0 || self->context == NULL ||
      self->cancellable != NULL || self->rest_id != 0)
    return;
  self->is_wanted = FALSE;
  self->cancellable = g_cancellable_new ();
  self->rest_id = g_timeout_add (REST_MS, rest_cb, self);
  arguments = g_strdup_printf ("{\"target\":\"e%u\",\"output\":\"fd\"}", self->ref);
  pel_tool_call_async (self->context,
                       NULL,
                       "ui_capture",
                       arguments,
                       self->cancellable,
                       answered_cb,
                       g_object_ref (self));
  g_signal_emit (self, signals[BEGUN], 0);
}

static void
give_up (PelPhotographer *self)
{
  g_autoptr (GCancellable) cancellable =
      self->cancellable != NULL ? g_object_ref (self->cancellable) : NULL;

  self->is_wanted = FALSE;
  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
}

static void
pel_photographer_dispose (GObject *object)
{
  PelPhotographer *self = PEL_PHOTOGRAPHER (object);

  give_up (self);
  g_clear_handle_id (&self->rest_id, g_source_remove);
  self->context = NULL;
  G_OBJECT_CLASS (pel_photographer_parent_class)->dispose (object);
}

static void
pel_photographer_class_init (PelPhotographerClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_photographer_dispose;
  signals[BEGUN] =
      g_signal_new ("begun", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[TAKEN] = g_signal_new ("taken",
                                 type,
                                 G_SIGNAL_RUN_LAST,
                                 0,
                                 NULL,
                                 NULL,
                                 NULL,
                                 G_TYPE_NONE,
                                 2,
                                 G_TYPE_POINTER,
                                 G_TYPE_BOOLEAN);
  signals[FAILED] = g_signal_new ("failed",
                                  type,
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
pel_photographer_init (PelPhotographer *self)
{
}

PelPhotographer *
pel_photographer_new (void)
{
  return g_object_new (PEL_TYPE_PHOTOGRAPHER, NULL);
}

void
pel_photographer_set_context (PelPhotographer *self, const PelToolContext *context)
{
  g_return_if_fail (PEL_IS_PHOTOGRAPHER (self));

  give_up (self);
  self->context = context;
  self->is_wanted = self->ref != 0;
  proceed (self);
}

void
pel_photographer_set_ref (PelPhotographer *self, guint ref)
{
  g_return_if_fail (PEL_IS_PHOTOGRAPHER (self));

  if (ref == self->ref)
    return;
  give_up (self);
  self->ref = ref;
  self->n_retries = 0;
  self->is_missing = FALSE;
  self->is_wanted = ref != 0;
  proceed (self);
}

void
pel_photographer_set_shown (PelPhotographer *self, gboolean is_shown)
{
  g_return_if_fail (PEL_IS_PHOTOGRAPHER (self));

  self->is_shown = is_shown;
  proceed (self);
}

void
pel_photographer_refresh (PelPhotographer *self)
{
  g_return_if_fail (PEL_IS_PHOTOGRAPHER (self));

  self->n_retries = 0;
  self->is_wanted = self->ref != 0;
  proceed (self);
}

void
pel_photographer_note_visible (PelPhotographer *self)
{
  g_return_if_fail (PEL_IS_PHOTOGRAPHER (self));

  if (self->is_missing && self->cancellable == NULL)
    pel_photographer_refresh (self);
}
