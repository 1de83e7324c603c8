/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* What an element is, whatever toolkit made it. Named as the control types of UI Automation, with
 * a few that real programs need beside them. */
typedef enum
{
  PEL_ROLE_CUSTOM,
  PEL_ROLE_APPLICATION,
  PEL_ROLE_WINDOW,
  PEL_ROLE_DIALOG,
  PEL_ROLE_TITLE_BAR,
  PEL_ROLE_PANE,
  PEL_ROLE_SCROLL_AREA,
  PEL_ROLE_GROUP,
  PEL_ROLE_DOCUMENT,
  PEL_ROLE_TERMINAL,
  PEL_ROLE_TOOL_BAR,
  PEL_ROLE_STATUS_BAR,
  PEL_ROLE_TOOL_TIP,
  PEL_ROLE_NOTIFICATION,
  PEL_ROLE_MENU_BAR,
  PEL_ROLE_MENU,
  PEL_ROLE_MENU_ITEM,
  PEL_ROLE_BUTTON,
  PEL_ROLE_SPLIT_BUTTON,
  PEL_ROLE_CHECK_BOX,
  PEL_ROLE_RADIO_BUTTON,
  PEL_ROLE_SWITCH,
  PEL_ROLE_EDIT,
  PEL_ROLE_COMBO_BOX,
  PEL_ROLE_SLIDER,
  PEL_ROLE_SPINNER,
  PEL_ROLE_SCROLL_BAR,
  PEL_ROLE_PROGRESS_BAR,
  PEL_ROLE_LIST,
  PEL_ROLE_LIST_ITEM,
  PEL_ROLE_TAB,
  PEL_ROLE_TAB_ITEM,
  PEL_ROLE_TREE,
  PEL_ROLE_TREE_ITEM,
  PEL_ROLE_TABLE,
  PEL_ROLE_ROW,
  PEL_ROLE_CELL,
  PEL_ROLE_HEADER,
  PEL_ROLE_HEADER_ITEM,
  PEL_ROLE_CALENDAR,
  PEL_ROLE_LINK,
  PEL_ROLE_TEXT,
  PEL_ROLE_HEADING,
  PEL_ROLE_IMAGE,
  PEL_ROLE_SEPARATOR,
  PEL_N_ROLES,
} PelRole;

typedef enum
{
  PEL_ROLE_IS_INTERACTIVE = 1 << 0, /* made to be used, even where no state says so */
  PEL_ROLE_IS_STRUCTURAL = 1 << 1,  /* only holds others: nothing is lost without it */
  PEL_ROLE_IS_WINDOW = 1 << 2,
  PEL_ROLE_IS_FLOATING = 1 << 3, /* reaches over the edge of what holds it */
  PEL_ROLE_IS_CLIPPING = 1 << 4, /* shows only the part of its content that lies inside it */
  PEL_ROLE_MAY_SCROLL = 1 << 5,  /* does so where its items do not fit in it */
} PelRoleFlags;

/* How many AtspiRole numbers have a row; later ones are Custom. */
#define PEL_N_NATIVE_ROLES 131

/* “Button”. Never NULL. */
const char *pel_role_to_string (PelRole role);

/* Any name: ours, AT-SPI's (“push button”) or one in common use (“TextBox”). Case, spaces, hyphens
 * and underscores do not matter. */
gboolean pel_role_from_string (const char *name, PelRole *ret_role);

PelRole      pel_role_from_atspi (guint native_role);
guint        pel_role_to_atspi (PelRole role);
guint        pel_role_to_uia (PelRole role); /* its control type, 50000 and on */
PelRoleFlags pel_role_get_flags (PelRole role);

gboolean pel_role_is_interactive (PelRole role);
gboolean pel_role_is_structural (PelRole role);
gboolean pel_role_is_window (PelRole role);

/* “push button”. Never NULL: a number that is not known is “unknown”. */
const char *pel_role_get_native_name (guint native_role);

/* Things that the portable role no longer shows. */
gboolean pel_native_role_is_password (guint native_role);
gboolean pel_native_role_is_toggle (guint native_role);
