/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/access.h"

static const char *const names[] = {
  [PEL_ACCESS_ABOUT] = "about",     [PEL_ACCESS_READ] = "read",
  [PEL_ACCESS_CAPTURE] = "capture", [PEL_ACCESS_POINT] = "point",
  [PEL_ACCESS_ACT] = "act",         [PEL_ACCESS_COORDINATES] = "coordinates",
};
G_STATIC_ASSERT (G_N_ELEMENTS (names) == PEL_N_ACCESSES);

/* clang-format off */
static const struct { const char *tool; PelAccess access; } tools[] = {
  { "ui_capabilities",   PEL_ACCESS_ABOUT       },
  { "doctor",            PEL_ACCESS_ABOUT       },
  { "policy",            PEL_ACCESS_ABOUT       },
  { "audit",             PEL_ACCESS_ABOUT       },
  { "grants",            PEL_ACCESS_ABOUT       },
  { "stop",              PEL_ACCESS_ABOUT       },
  { "ui_list_monitors",  PEL_ACCESS_READ        },
  { "ui_list_windows",   PEL_ACCESS_READ        },
  { "ui_snapshot",       PEL_ACCESS_READ        },
  { "ui_query",          PEL_ACCESS_READ        },
  { "ui_describe",       PEL_ACCESS_READ        },
  { "ui_get_element",    PEL_ACCESS_READ        },
  { "ui_get_focused",    PEL_ACCESS_READ        },
  { "ui_read_text",      PEL_ACCESS_READ        },
  { "ui_mouse_position", PEL_ACCESS_READ        },
  { "ui_regions",        PEL_ACCESS_READ        },
  { "ui_wait",           PEL_ACCESS_READ        },
  { "ui_assert",         PEL_ACCESS_READ        },
  { "ui_pick",           PEL_ACCESS_POINT       },
  { "ui_highlight",      PEL_ACCESS_POINT       },
  { "overlay",           PEL_ACCESS_POINT       },
  { "inspect",           PEL_ACCESS_POINT       },
  { "watch",             PEL_ACCESS_READ        },
  { "calibrate",         PEL_ACCESS_READ        },
  { "run",               PEL_ACCESS_READ        }, /* each of its lines is a call of its own */
  { "replay",            PEL_ACCESS_READ        },
  { "ui_capture",        PEL_ACCESS_CAPTURE     },
  { "ui_read_screen",    PEL_ACCESS_CAPTURE     },
  { "ui_invoke",         PEL_ACCESS_ACT         },
  { "ui_toggle",         PEL_ACCESS_ACT         },
  { "ui_expand",         PEL_ACCESS_ACT         },
  { "ui_collapse",       PEL_ACCESS_ACT         },
  { "ui_select",         PEL_ACCESS_ACT         },
  { "ui_transform",      PEL_ACCESS_ACT         },
  { "ui_set_value",      PEL_ACCESS_ACT         },
  { "ui_do",             PEL_ACCESS_ACT         },
  { "ui_context_menu",   PEL_ACCESS_ACT         },
  { "ui_focus",          PEL_ACCESS_ACT         },
  { "ui_scroll",         PEL_ACCESS_ACT         },
  { "ui_click",          PEL_ACCESS_ACT         },
  { "ui_drag",           PEL_ACCESS_ACT         },
  { "ui_type",           PEL_ACCESS_ACT         },
  { "ui_key",            PEL_ACCESS_ACT         },
  { "ui_focus_window",   PEL_ACCESS_ACT         },
  { "ui_window",         PEL_ACCESS_ACT         },
  { "ui_click_xy",       PEL_ACCESS_COORDINATES },
  { "ui_mouse_move",     PEL_ACCESS_COORDINATES },
};
/* clang-format on */

const char *
pel_access_to_string (PelAccess access)
{
  g_return_val_if_fail (access < PEL_N_ACCESSES, NULL);

  return names[access];
}

gboolean
pel_access_from_string (const char *name, PelAccess *ret_access)
{
  for (guint i = 0; i < PEL_N_ACCESSES; i++)
    if (g_str_equal (names[i], name))
      {
        *ret_access = i;
        return TRUE;
      }
  return FALSE;
}

gboolean
pel_access_needs_consent (PelAccess access)
{
  return access == PEL_ACCESS_CAPTURE || pel_access_is_act (access);
}

gboolean
pel_access_is_act (PelAccess access)
{
  return access == PEL_ACCESS_ACT || access == PEL_ACCESS_COORDINATES;
}

gboolean
pel_access_of_tool (const char *tool, PelAccess *ret_access)
{
  for (gsize i = 0; i < G_N_ELEMENTS (tools); i++)
    if (g_str_equal (tools[i].tool, tool))
      {
        *ret_access = tools[i].access;
        return TRUE;
      }
  return FALSE;
}

const char *
pel_access_get_tool (guint index)
{
  return index < G_N_ELEMENTS (tools) ? tools[index].tool : NULL;
}
