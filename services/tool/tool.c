/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/tool.h"

#include "services/base/error.h"

#include <glib/gi18n.h>
#include <string.h>

const PelField pel_tool_common_arguments[] = {
  { "timeout_ms",
    PEL_FIELD_INTEGER,
    PEL_FIELD_OPTIONAL,
    N_ ("Give up after this many milliseconds"),
    .minimum = 100,
    .maximum = 60000 },
  { NULL },
};

static const char *const class_names[] = {
  [PEL_TOOL_READ] = "read", [PEL_TOOL_POINT] = "point", [PEL_TOOL_CAPTURE] = "capture",
  [PEL_TOOL_ACT] = "act",   [PEL_TOOL_ADMIN] = "admin",
};
G_STATIC_ASSERT (G_N_ELEMENTS (class_names) == PEL_N_TOOL_CLASSES);

/* What the composition root did not give a reason for is missing all the same. */
static GError *
dup_reason (const GError *error, const char *message)
{
  GError *unknown = NULL;

  if (error != NULL)
    return g_error_copy (error);
  pel_set_error (&unknown,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Run “pellucid doctor” to see what is missing"),
                 "%s",
                 message);
  return unknown;
}

GError *
pel_tool_context_dup_windows_error (const PelToolContext *self)
{
  return dup_reason (self->windows_error, _ ("Windows cannot be read on this desktop"));
}

GError *
pel_tool_context_dup_elements_error (const PelToolContext *self)
{
  return dup_reason (self->elements_error, _ ("Elements cannot be read on this desktop"));
}

GError *
pel_tool_context_dup_input_error (const PelToolContext *self)
{
  return dup_reason (self->input_error, _ ("Real input is not available on this desktop"));
}

GError *
pel_tool_context_dup_camera_error (const PelToolContext *self)
{
  return dup_reason (self->camera_error, _ ("Screenshots are not available on this desktop"));
}

gboolean
pel_view_is_end (const PelView *self)
{
  return self->columns == NULL && self->kind != PEL_VIEW_TEXT;
}

const char *
pel_tool_class_to_string (PelToolClass tool_class)
{
  g_return_val_if_fail (tool_class < PEL_N_TOOL_CLASSES, NULL);

  return class_names[tool_class];
}

gboolean
pel_tool_uses_pipeline (const PelTool *self)
{
  return self->tool_class == PEL_TOOL_ACT || self->tool_class == PEL_TOOL_CAPTURE;
}

char *
pel_tool_dup_command (const PelTool *self)
{
  const char *name =
      g_str_has_prefix (self->name, "ui_") ? self->name + strlen ("ui_") : self->name;

  return g_strdelimit (g_strdup (name), "_", '-');
}

PelField *
pel_tool_dup_arguments (const PelTool *self)
{
  GArray *fields = g_array_new (TRUE, TRUE, sizeof (PelField));

  for (const PelField *field = self->arguments; field != NULL && field->name != NULL; field++)
    g_array_append_val (fields, *field);
  for (const PelField *field = pel_tool_common_arguments; field->name != NULL; field++)
    g_array_append_val (fields, *field);
  return (PelField *) g_array_free (fields, FALSE);
}
