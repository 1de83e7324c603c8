/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/tool-table.h"

#include "services/base/error.h"
#include "services/base/similar.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

static const PelTool *const tools[] = {
  &pel_tool_inspect,
  &pel_tool_doctor,
  &pel_tool_calibrate,
  &pel_tool_capabilities,
  &pel_tool_snapshot,
  &pel_tool_query,
  &pel_tool_get_element,
  &pel_tool_get_focused,
  &pel_tool_describe,
  &pel_tool_read_text,
  &pel_tool_list_windows,
  &pel_tool_list_monitors,
  &pel_tool_mouse_position,
  &pel_tool_capture,
  &pel_tool_read_screen,
  &pel_tool_regions,
  &pel_tool_highlight,
  &pel_tool_overlay,
  &pel_tool_invoke,
  &pel_tool_toggle,
  &pel_tool_expand,
  &pel_tool_collapse,
  &pel_tool_select,
  &pel_tool_set_value,
  &pel_tool_do,
  &pel_tool_context_menu,
  &pel_tool_focus,
  &pel_tool_scroll,
  &pel_tool_transform,
  &pel_tool_click,
  &pel_tool_click_xy,
  &pel_tool_drag,
  &pel_tool_mouse_move,
  &pel_tool_type,
  &pel_tool_key,
  &pel_tool_focus_window,
  &pel_tool_window,
  &pel_tool_pick,
  &pel_tool_wait,
  &pel_tool_assert,
  &pel_tool_watch,
  &pel_tool_policy,
  &pel_tool_audit,
  &pel_tool_grants,
  &pel_tool_stop,
};

guint
pel_tool_table_get_n_tools (void)
{
  return G_N_ELEMENTS (tools);
}

const PelTool *
pel_tool_table_get_tool (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (tools), NULL);

  return tools[index];
}

static void
set_unknown (const char *name, GPtrArray *known, const char *ask, GError **error)
{
  const char      *similar;
  g_autofree char *hint = NULL;

  g_ptr_array_add (known, NULL);
  similar = pel_similar_find (name, (const char *const *) known->pdata);
  hint = similar != NULL ? g_strdup_printf (_ ("Did you mean “%s”?"), similar) : g_strdup (ask);
  pel_set_error (error, PEL_ERROR_INVALID_ARGUMENT, hint, _ ("Unknown tool “%s”"), name);
}

const PelTool *
pel_tool_table_find (const char *name, PelToolOffer offered_to, GError **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      if (!(tools[i]->offers & offered_to))
        continue;
      if (g_str_equal (tools[i]->name, name))
        return tools[i];
      g_ptr_array_add (known, (gpointer) tools[i]->name);
    }
  set_unknown (name, known, _ ("List the tools with “pellucid --help”"), error);
  return NULL;
}

const PelTool *
pel_tool_table_find_command (const char *command, GError **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      g_autofree char *name = pel_tool_dup_command (tools[i]);

      if (!(tools[i]->offers & PEL_OFFER_COMMAND_LINE))
        continue;
      if (g_str_equal (name, command) || g_strcmp0 (tools[i]->alias, command) == 0)
        return tools[i];
      g_ptr_array_add (known, g_steal_pointer (&name));
      if (tools[i]->alias != NULL)
        g_ptr_array_add (known, g_strdup (tools[i]->alias));
    }
  set_unknown (command, known, _ ("List the tools with “pellucid --help”"), error);
  return NULL;
}
