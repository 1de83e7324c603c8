/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/a11y-census.h"

#include "services/base/error.h"
#include "services/base/text.h"
#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-method.h"
#include "services/provider/bus-source.h"

#include <glib/gi18n.h>
#include <string.h>

#define REGISTRY_NAME     "org.a11y.atspi.Registry"
#define ROOT_PATH         "/org/a11y/atspi/accessible/root"
#define ACCESSIBLE        "org.a11y.atspi.Accessible"
#define APPLICATION       "org.a11y.atspi.Application"
#define CALL_TIMEOUT_USEC (500 * G_TIME_SPAN_MILLISECOND)
#define CENSUS_TIMEOUT_MS 1500
#define MAX_PROGRAMS      1000
#define MAX_TEXT          256

typedef struct
{
  GTask     *task;
  sd_bus    *bus;
  GSource   *source;
  GPtrArray *programs;
  guint      n_awaited;
  gboolean   is_registry_heard;
  guint      deadline_id;
  GSource   *cancel_source; /* nullable */
} Census;

/* One question to one program: the reply and where it goes. */
typedef struct
{
  Census         *census;
  PelA11yProgram *program;
  void (*take) (PelA11yProgram *program, sd_bus_message *reply);
} Question;

static void
program_free (PelA11yProgram *program)
{
  g_free (program->bus_name);
  g_free (program->name);
  g_free (program->toolkit);
  g_free (program->toolkit_version);
  g_free (program);
}

/* Takes the open questions along: sd-bus forgets their slots with the connection. */
static void
census_free (Census *census)
{
  g_clear_handle_id (&census->deadline_id, g_source_remove);
  if (census->cancel_source != NULL)
    {
      g_source_destroy (census->cancel_source);
      g_source_unref (census->cancel_source);
    }
  if (census->source != NULL)
    {
      g_source_destroy (census->source);
      g_source_unref (census->source);
    }
  if (census->bus != NULL)
    sd_bus_close (census->bus);
  sd_bus_unref (census->bus);
  g_ptr_array_unref (census->programs);
  g_object_unref (census->task);
  g_free (census);
}

static gboolean
finish_cb (gpointer user_data)
{
  Census *census = user_data;

  census->deadline_id = 0;
  if (census->is_registry_heard)
    g_task_return_pointer (census->task,
                           g_ptr_array_ref (census->programs),
                           (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_new_error (census->task,
                             PEL_ERROR,
                             PEL_ERROR_APP_UNRESPONSIVE,
                             "%s",
                             _ ("The accessibility bus is not responding"));
  census_free (census);
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  Census *census = user_data;

  g_task_return_error_if_cancelled (census->task);
  census_free (census);
  return G_SOURCE_REMOVE;
}

/* Not from within sd-bus's own callback, which still uses the connection. */
static void
finish_soon (Census *census)
{
  g_clear_handle_id (&census->deadline_id, g_source_remove);
  census->deadline_id = g_idle_add (finish_cb, census);
}

static void
closed_cb (gpointer user_data)
{
  finish_soon (user_data);
}

static int
answered_cb (sd_bus_message *reply, void *user_data, sd_bus_error *error)
{
  Question *question = user_data;
  Census   *census = question->census;

  if (!sd_bus_message_is_method_error (reply, NULL))
    question->take (question->program, reply);
  else if (!sd_bus_message_is_method_error (reply, SD_BUS_ERROR_NO_REPLY) &&
           !sd_bus_message_is_method_error (reply, SD_BUS_ERROR_TIMEOUT))
    question->program->is_answering = TRUE;
  if (--census->n_awaited == 0)
    finish_soon (census);
  return 1;
}

/* Takes @message. */
static void
ask (Census         *census,
     PelA11yProgram *program,
     sd_bus_message *message,
     void (*take) (PelA11yProgram *, sd_bus_message *))
{
  Question    *question = g_new (Question, 1);
  sd_bus_slot *slot = NULL;

  *question = (Question){ census, program, take };
  if (sd_bus_call_async (census->bus, &slot, message, answered_cb, question, CALL_TIMEOUT_USEC) < 0)
    {
      g_free (question);
    }
  else
    {
      sd_bus_slot_set_destroy_callback (slot, g_free);
      sd_bus_slot_set_floating (slot, 1);
      sd_bus_slot_unref (slot);
      census->n_awaited++;
    }
  sd_bus_message_unref (message);
}

static char *
dup_text_property (sd_bus_message *reply)
{
  const char *text;

  return pel_atspi_decode_text_property (reply, &text) ? pel_text_repair (text, -1, MAX_TEXT)
                                                       : NULL;
}

static void
take_name (PelA11yProgram *program, sd_bus_message *reply)
{
  program->is_answering = TRUE;
  program->name = dup_text_property (reply);
}

static void
take_toolkit (PelA11yProgram *program, sd_bus_message *reply)
{
  program->is_answering = TRUE;
  program->toolkit = dup_text_property (reply);
}

static void
take_toolkit_version (PelA11yProgram *program, sd_bus_message *reply)
{
  program->is_answering = TRUE;
  program->toolkit_version = dup_text_property (reply);
}

static void
take_n_children (PelA11yProgram *program, sd_bus_message *reply)
{
  int n;

  program->is_answering = TRUE;
  if (pel_atspi_decode_int_property (reply, &n))
    program->n_children = MAX (n, 0);
}

/* The bus daemon's word, not the program's. */
static void
take_pid (PelA11yProgram *program, sd_bus_message *reply)
{
  guint pid;

  if (pel_atspi_decode_uint (reply, &pid))
    program->pid = pid;
}

static void
ask_program (Census *census, const char *bus_name, const char *path)
{
  static const struct
  {
    const char *interface;
    const char *property;
    void (*take) (PelA11yProgram *, sd_bus_message *);
  } properties[] = {
    { ACCESSIBLE, "Name", take_name },
    { ACCESSIBLE, "ChildCount", take_n_children },
    { APPLICATION, "ToolkitName", take_toolkit },
    { APPLICATION, "Version", take_toolkit_version },
  };
  PelA11yProgram *program = g_new0 (PelA11yProgram, 1);
  sd_bus_message *message = NULL;

  program->bus_name = g_strdup (bus_name);
  program->n_children = -1;
  g_ptr_array_add (census->programs, program);

  if (sd_bus_message_new_method_call (census->bus,
                                      &message,
                                      "org.freedesktop.DBus",
                                      "/org/freedesktop/DBus",
                                      "org.freedesktop.DBus",
                                      "GetConnectionUnixProcessID") >= 0 &&
      sd_bus_message_append (message, "s", bus_name) >= 0)
    ask (census, program, message, take_pid);

  /* one by one: asking Qt for all properties at once ends the program */
  for (gsize i = 0; i < G_N_ELEMENTS (properties); i++)
    if (sd_bus_message_new_method_call (census->bus,
                                        &message,
                                        bus_name,
                                        path,
                                        "org.freedesktop.DBus.Properties",
                                        "Get") >= 0 &&
        sd_bus_message_append (message, "ss", properties[i].interface, properties[i].property) >= 0)
      ask (census, program, message, properties[i].take);
}

static int
registered_cb (sd_bus_message *reply, void *user_data, sd_bus_error *error)
{
  Census            *census = user_data;
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PelAtspiRef));
  guint              n;

  census->is_registry_heard = !sd_bus_message_is_method_error (reply, NULL);
  if (census->is_registry_heard)
    pel_atspi_decode_refs (reply, refs, MAX_PROGRAMS, &n);
  for (guint i = 0; i < refs->len; i++)
    {
      const PelAtspiRef *ref = &g_array_index (refs, PelAtspiRef, i);

      if (!g_str_equal (ref->path, PEL_ATSPI_NULL_PATH))
        ask_program (census, ref->bus_name, ref->path);
    }
  if (census->n_awaited == 0)
    finish_soon (census);
  return 1;
}

static gboolean
connect_bus (Census *census, const char *address, GError **error)
{
  census->bus = pel_bus_open (address);
  if (census->bus == NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     NULL,
                     _ ("Cannot reach the accessibility bus at “%s”"),
                     address);
      return FALSE;
    }
  census->source = pel_bus_source_new (census->bus, closed_cb, census);
  return TRUE;
}

void
pel_a11y_census_async (const char         *address,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  Census            *census = g_new0 (Census, 1);
  g_autoptr (GError) error = NULL;

  census->task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (census->task, pel_a11y_census_async);
  census->programs = g_ptr_array_new_with_free_func ((GDestroyNotify) program_free);
  if (!connect_bus (census, address, &error))
    {
      g_task_return_error (census->task, g_steal_pointer (&error));
      census_free (census);
      return;
    }
  census->deadline_id = g_timeout_add (CENSUS_TIMEOUT_MS, finish_cb, census);
  if (cancellable != NULL)
    {
      census->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (census->cancel_source, G_SOURCE_FUNC (cancelled_cb), census, NULL);
      g_source_attach (census->cancel_source, NULL);
    }
  if (sd_bus_call_method_async (census->bus,
                                NULL,
                                REGISTRY_NAME,
                                ROOT_PATH,
                                ACCESSIBLE,
                                "GetChildren",
                                registered_cb,
                                census,
                                NULL) < 0)
    finish_soon (census);
}

GPtrArray *
pel_a11y_census_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_a11y_census_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
