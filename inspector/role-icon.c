/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/role-icon.h"

/* clang-format off */
static const char *const icons[] = {
  [PEL_ROLE_CUSTOM]       = "pel-custom-symbolic",
  [PEL_ROLE_APPLICATION]  = "pel-application-symbolic",
  [PEL_ROLE_WINDOW]       = "pel-window-symbolic",
  [PEL_ROLE_DIALOG]       = "pel-dialog-symbolic",
  [PEL_ROLE_TITLE_BAR]    = "pel-bar-symbolic",
  [PEL_ROLE_PANE]         = "pel-group-symbolic",
  [PEL_ROLE_SCROLL_AREA]  = "pel-group-symbolic",
  [PEL_ROLE_GROUP]        = "pel-group-symbolic",
  [PEL_ROLE_DOCUMENT]     = "pel-document-symbolic",
  [PEL_ROLE_TERMINAL]     = "pel-terminal-symbolic",
  [PEL_ROLE_TOOL_BAR]     = "pel-bar-symbolic",
  [PEL_ROLE_STATUS_BAR]   = "pel-bar-symbolic",
  [PEL_ROLE_TOOL_TIP]     = "pel-notification-symbolic",
  [PEL_ROLE_NOTIFICATION] = "pel-notification-symbolic",
  [PEL_ROLE_MENU_BAR]     = "pel-bar-symbolic",
  [PEL_ROLE_MENU]         = "pel-menu-symbolic",
  [PEL_ROLE_MENU_ITEM]    = "pel-item-symbolic",
  [PEL_ROLE_BUTTON]       = "pel-button-symbolic",
  [PEL_ROLE_SPLIT_BUTTON] = "pel-combo-symbolic",
  [PEL_ROLE_CHECK_BOX]    = "pel-check-symbolic",
  [PEL_ROLE_RADIO_BUTTON] = "pel-radio-symbolic",
  [PEL_ROLE_SWITCH]       = "pel-switch-symbolic",
  [PEL_ROLE_EDIT]         = "pel-edit-symbolic",
  [PEL_ROLE_COMBO_BOX]    = "pel-combo-symbolic",
  [PEL_ROLE_SLIDER]       = "pel-slider-symbolic",
  [PEL_ROLE_SPINNER]      = "pel-spinner-symbolic",
  [PEL_ROLE_SCROLL_BAR]   = "pel-scroll-symbolic",
  [PEL_ROLE_PROGRESS_BAR] = "pel-progress-symbolic",
  [PEL_ROLE_LIST]         = "pel-list-symbolic",
  [PEL_ROLE_LIST_ITEM]    = "pel-item-symbolic",
  [PEL_ROLE_TAB]          = "pel-tab-symbolic",
  [PEL_ROLE_TAB_ITEM]     = "pel-tab-symbolic",
  [PEL_ROLE_TREE]         = "pel-tree-symbolic",
  [PEL_ROLE_TREE_ITEM]    = "pel-item-symbolic",
  [PEL_ROLE_TABLE]        = "pel-table-symbolic",
  [PEL_ROLE_ROW]          = "pel-item-symbolic",
  [PEL_ROLE_CELL]         = "pel-cell-symbolic",
  [PEL_ROLE_HEADER]       = "pel-bar-symbolic",
  [PEL_ROLE_HEADER_ITEM]  = "pel-cell-symbolic",
  [PEL_ROLE_CALENDAR]     = "pel-calendar-symbolic",
  [PEL_ROLE_LINK]         = "pel-link-symbolic",
  [PEL_ROLE_TEXT]         = "pel-text-symbolic",
  [PEL_ROLE_HEADING]      = "pel-heading-symbolic",
  [PEL_ROLE_IMAGE]        = "pel-image-symbolic",
  [PEL_ROLE_SEPARATOR]    = "pel-separator-symbolic",
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (icons) == PEL_N_ROLES);

const char *
pel_role_get_icon_name (PelRole role)
{
  return icons[role < PEL_N_ROLES ? role : PEL_ROLE_CUSTOM];
}
