/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/pattern-words.h"

#include <glib.h>
#include <glib/gi18n.h>

/* clang-format off */
static const struct { const char *pattern; const char *words; } table[] = {
  { "Invoke",         N_ ("It has actions of its own, such as being pressed")         },
  { "Toggle",         N_ ("It can be switched on and off")                            },
  { "SelectionItem",  N_ ("It can be selected among others")                          },
  { "Selection",      N_ ("Something in it can be selected")                          },
  { "ExpandCollapse", N_ ("It can be opened and closed")                              },
  { "Value",          N_ ("Its text can be set")                                      },
  { "RangeValue",     N_ ("It has a number between a least and a most")               },
  { "Text",           N_ ("It has a text that can be read, with a caret and selections") },
  { "Scroll",         N_ ("What is in it can be scrolled")                            },
  { "ScrollItem",     N_ ("It can be scrolled into view")                             },
  { "Grid",           N_ ("It has rows and columns of cells")                         },
  { "GridItem",       N_ ("It is a cell, in a row and a column")                      },
  { "Window",         N_ ("It is a window, which can be activated and closed")        },
  { "Transform",      N_ ("It can be moved and resized")                              },
  { "Focus",          N_ ("It can have the keyboard")                                 },
  { "Image",          N_ ("It shows a picture, with a description of it")             },
  { "Hyperlink",      N_ ("It leads to another place")                                },
  { "Document",       N_ ("It is a document, with an address and pages")              },
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
