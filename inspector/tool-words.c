/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/tool-words.h"

#include <glib.h>
#include <glib/gi18n.h>

typedef struct
{
  const char *name, *words;
} Row;

/* clang-format off */
static const Row tools[] = {
  { "audit",           N_ ("Read the audit log")       },
  { "grants",          N_ ("Change grants")            },
  { "inspect",         N_ ("Open the inspector")       },
  { "overlay",         N_ ("Show the overlay")         },
  { "policy",          N_ ("Manage the policy")        },
  { "stop",            N_ ("Stop or resume")           },
  { "ui_capture",      N_ ("Take a screenshot")        },
  { "ui_click",        N_ ("Click")                    },
  { "ui_click_xy",     N_ ("Click at a point")         },
  { "ui_collapse",     N_ ("Collapse")                 },
  { "ui_context_menu", N_ ("Open the context menu of") },
  { "ui_describe",     N_ ("Describe")                 },
  { "ui_do",           N_ ("Run an action of")         },
  { "ui_drag",         N_ ("Drag")                     },
  { "ui_expand",       N_ ("Expand")                   },
  { "ui_focus",        N_ ("Focus")                    },
  { "ui_focus_window", N_ ("Focus")                    },
  { "ui_get_element",  N_ ("Look up")                  },
  { "ui_highlight",    N_ ("Highlight")                },
  { "ui_invoke",       N_ ("Press")                    },
  { "ui_key",          N_ ("Press keys")               },
  { "ui_list_windows", N_ ("List windows")             },
  { "ui_mouse_move",   N_ ("Move the pointer")         },
  { "ui_pick",         N_ ("Pick")                     },
  { "ui_query",        N_ ("Find")                     },
  { "ui_read_screen",  N_ ("Read the screen")          },
  { "ui_read_text",    N_ ("Read")                     },
  { "ui_scroll",       N_ ("Scroll")                   },
  { "ui_select",       N_ ("Select")                   },
  { "ui_set_value",    N_ ("Set the value of")         },
  { "ui_snapshot",     N_ ("Read elements")            },
  { "ui_toggle",       N_ ("Toggle")                   },
  { "ui_transform",    N_ ("Move or resize")           },
  { "ui_type",         N_ ("Type")                     },
  { "ui_wait",         N_ ("Wait for")                 },
  { "ui_window",       N_ ("Arrange")                  },
};

static const Row notes[] = {
  { "consent",           N_ ("Automation was allowed")          },
  { "consent_withdrawn", N_ ("Automation was turned off")       },
  { "denials_left_out",  N_ ("Further denials were not logged") },
  { "file_begun",        N_ ("The log continued in a new file") },
  { "key_asked_for",     N_ ("The key was requested")           },
  { "key_lost",          N_ ("The key was lost")                },
  { "line_torn",         N_ ("A line was truncated")            },
  { "log_begun",         N_ ("The log was started")             },
  { "log_cut",           N_ ("Old lines were removed")          },
  { "resumed",           N_ ("Automation was resumed")          },
  { "stopped",           N_ ("All automation was stopped")      },
  { "terminal_verified", N_ ("A terminal was confirmed")        },
};
/* clang-format on */

static const char *
find (const Row *rows, gsize n_rows, const char *name)
{
  for (gsize i = 0; i < n_rows; i++)
    if (g_str_equal (rows[i].name, name))
      return _ (rows[i].words);
  return name;
}

const char *
pel_tool_words_get (const char *tool)
{
  return find (tools, G_N_ELEMENTS (tools), tool);
}

const char *
pel_note_words_get (const char *event)
{
  return find (notes, G_N_ELEMENTS (notes), event);
}
