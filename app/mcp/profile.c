/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/profile.h"

#include "services/base/error.h"
#include "services/tool/tool-table.h"

#include <glib/gi18n.h>
#include <string.h>

/* What most work needs, and of each tool the arguments that most calls need: all of it is read by a
 * model before it does anything. The others are taken as well. */
/* clang-format off */
static const struct { const char *tool; const char *arguments; } core[] = {
  { "ui_list_windows", "filter" },
  { "ui_snapshot",     "target selector scope interactive max_depth since" },
  { "ui_query",        "selector limit" },
  { "ui_describe",     "target" },
  { "ui_read_text",    "target start end" },
  { "ui_capture",      "target mode window_id window_title annotate" },
  { "ui_invoke",       "target verify" },
  { "ui_toggle",       "target" },
  { "ui_set_value",    "target value verify redact" },
  { "ui_select",       "target mode" },
  { "ui_click",        "target button clicks verify" },
  { "ui_type",         "text target mode redact" },
  { "ui_key",          "keys target" },
  { "ui_scroll",       "target into_view dy" },
  { "ui_focus_window", "window_id window_title" },
  { "ui_wait",         "until timeout_ms" },
};
/* clang-format on */

struct _PelProfile
{
  GPtrArray *tools; /* of const PelTool */
  gboolean   is_core;
  gboolean   is_read_only;
};

static gboolean
is_allowed (const PelProfile *self, const PelTool *tool)
{
  return !self->is_read_only || tool->tool_class == PEL_TOOL_READ ||
         tool->tool_class == PEL_TOOL_CAPTURE;
}

static void
add (PelProfile *self, const PelTool *tool)
{
  if (is_allowed (self, tool) && pel_profile_find (self, tool->name) == NULL)
    g_ptr_array_add (self->tools, (gpointer) tool);
}

static void
add_core (PelProfile *self)
{
  self->is_core = TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (core); i++)
    add (self, pel_tool_table_find (core[i].tool, PEL_OFFER_MCP, NULL));
}

static void
add_all (PelProfile *self)
{
  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    if (pel_tool_table_get_tool (i)->offers & PEL_OFFER_MCP)
      add (self, pel_tool_table_get_tool (i));
}

/* Names without ui_, as on the command line, will do. */
static gboolean
add_named (PelProfile *self, const char *word, GError **error)
{
  g_autofree char *name = g_strdup (word);
  const PelTool   *tool;

  g_strdelimit (g_strstrip (name), "-", '_');
  if (!g_str_has_prefix (name, "ui_"))
    {
      g_autofree char *shorter = g_steal_pointer (&name);

      name = g_strconcat ("ui_", shorter, NULL);
    }
  tool = pel_tool_table_find (name, PEL_OFFER_MCP, error);
  if (tool == NULL)
    return FALSE;
  if (!is_allowed (self, tool))
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     _ ("Remove it from --tools, or omit --read-only"),
                     _ ("%s is not a read-only tool"),
                     tool->name);
      return FALSE;
    }
  add (self, tool);
  return TRUE;
}

static gboolean
add_list (PelProfile *self, const char *names, GError **error)
{
  g_auto (GStrv) words = g_strsplit (names, ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (!add_named (self, words[i], error))
      return FALSE;
  return TRUE;
}

PelProfile *
pel_profile_new (const char *names, PelProfileFlags flags, GError **error)
{
  g_autoptr (PelProfile) self = g_new0 (PelProfile, 1);

  self->tools = g_ptr_array_new ();
  self->is_read_only = (flags & PEL_PROFILE_READ_ONLY) != 0;
  if (g_str_equal (names, "core"))
    add_core (self);
  else if (g_str_equal (names, "all"))
    add_all (self);
  else if (!add_list (self, names, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
pel_profile_free (PelProfile *self)
{
  g_ptr_array_unref (self->tools);
  g_free (self);
}

guint
pel_profile_get_n_tools (const PelProfile *self)
{
  return self->tools->len;
}

const PelTool *
pel_profile_get_tool (const PelProfile *self, guint index)
{
  g_return_val_if_fail (index < self->tools->len, NULL);

  return g_ptr_array_index (self->tools, index);
}

gboolean
pel_profile_is_read_only (const PelProfile *self)
{
  return self->is_read_only;
}

const PelTool *
pel_profile_find (const PelProfile *self, const char *name)
{
  for (guint i = 0; i < self->tools->len; i++)
    {
      const PelTool *tool = g_ptr_array_index (self->tools, i);

      if (g_str_equal (tool->name, name))
        return tool;
    }
  return NULL;
}

const char *
pel_profile_get_told_arguments (const PelProfile *self, const PelTool *tool)
{
  for (gsize i = 0; self->is_core && i < G_N_ELEMENTS (core); i++)
    if (g_str_equal (core[i].tool, tool->name))
      return core[i].arguments;
  return NULL;
}
