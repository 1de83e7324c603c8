/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

typedef enum
{
  PEL_STYLE_PLAIN,      /* for another program: rows with tabs, no colour, no headings */
  PEL_STYLE_HEADED,     /* for a model: the same, and each table names its columns */
  PEL_STYLE_TERMINAL,   /* for a person: aligned, coloured, cut to the width */
  PEL_STYLE_MONOCHROME, /* the same without colour */
} PelPrintStyle;

/* The result of @tool as text for @style, @width columns wide (0: as wide as it gets). Ends with a
 * line break unless empty. */
char *pel_print_result (const PelTool *tool, JsonObject *data, PelPrintStyle style, guint width);
