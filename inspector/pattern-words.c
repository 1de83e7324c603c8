/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/pattern-words.h"

#include <glib.h>
#include <glib/gi18n.h>

/* clang-format off */
static const struct { const char *pattern; const char *words; } table[] = {
  { "Invoke",         N_ ("Has its own actions, such as “press”")                   },
  { "Toggle",         N_ ("Can be turned on and off")                               },
  { "SelectionItem",  N_ ("Can be selected in its container")                       },
  { "Selection",      N_ ("Contains items that can be selected")                    },
  { "ExpandCollapse", N_ ("Can be expanded and collapsed")                          },
  { "Value",          N_ ("Has text that can be set")                               },
  { "RangeValue",     N_ ("Has a number between a minimum and a maximum")           },
  { "Text",           N_ ("Has text that can be read, with a caret and selections") },
  { "Scroll",         N_ ("Has content that can be scrolled")                       },
  { "ScrollItem",     N_ ("Can be scrolled into view")                              },
  { "Grid",           N_ ("Has rows and columns of cells")                          },
  { "GridItem",       N_ ("Is a cell in a row and a column")                        },
  { "Window",         N_ ("Is a window that can be activated and closed")           },
  { "Transform",      N_ ("Can be moved and resized")                               },
  { "Focus",          N_ ("Can take keyboard focus")                                },
  { "Image",          N_ ("Shows an image that has a description")                  },
  { "Hyperlink",      N_ ("Links to another location")                              },
  { "Document",       N_ ("Is a document with an address and pages")                },
};
/* clang-format on */

const char *
pel_pattern_words_get (const char *pattern)
{
  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    if (g_strcmp0 (table[i].pattern, pattern) == 0)
      return _ (table[i].words);
  return NULL;
}
