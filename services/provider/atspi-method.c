/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-method.h"

#define METHOD(name, interface, member, signature) \
  const PelAtspiMethod name = { interface, member, NULL, signature, 0 }
#define PROPERTY(name, interface, property) \
  const PelAtspiMethod name = { interface, NULL, property, NULL, 0 }

/* A program may open a file before it answers. */
#define ACT_PATIENCE_MS 5000
#define ACT(name, interface, member, signature)                         \
  const PelAtspiMethod name = {                                         \
    interface, member, NULL, signature, ACT_PATIENCE_MS, .is_act = TRUE \
  }

/* One answer about everything: a program with 50,000 objects thinks about it for a second. */
const PelAtspiMethod pel_atspi_get_items = {
  PEL_ATSPI_CACHE, "GetItems", NULL, NULL, .patience_ms = 3000
};

PROPERTY (pel_atspi_get_name, PEL_ATSPI_ACCESSIBLE, "Name");
PROPERTY (pel_atspi_get_child_count, PEL_ATSPI_ACCESSIBLE, "ChildCount");
PROPERTY (pel_atspi_get_parent, PEL_ATSPI_ACCESSIBLE, "Parent");
PROPERTY (pel_atspi_get_id, PEL_ATSPI_ACCESSIBLE, "AccessibleId");
PROPERTY (pel_atspi_get_toolkit, PEL_ATSPI_APPLICATION, "ToolkitName");
PROPERTY (pel_atspi_get_version, PEL_ATSPI_APPLICATION, "Version");
PROPERTY (pel_atspi_get_number, PEL_ATSPI_VALUE, "CurrentValue");
METHOD (pel_atspi_get_role, PEL_ATSPI_ACCESSIBLE, "GetRole", NULL);
METHOD (pel_atspi_get_states, PEL_ATSPI_ACCESSIBLE, "GetState", NULL);
METHOD (pel_atspi_get_interfaces, PEL_ATSPI_ACCESSIBLE, "GetInterfaces", NULL);
METHOD (pel_atspi_get_children, PEL_ATSPI_ACCESSIBLE, "GetChildren", NULL);
METHOD (pel_atspi_get_child, PEL_ATSPI_ACCESSIBLE, "GetChildAtIndex", "i");
METHOD (pel_atspi_get_index, PEL_ATSPI_ACCESSIBLE, "GetIndexInParent", NULL);
METHOD (pel_atspi_get_extents, PEL_ATSPI_COMPONENT, "GetExtents", "u");
METHOD (pel_atspi_get_at_point, PEL_ATSPI_COMPONENT, "GetAccessibleAtPoint", "iiu");
METHOD (pel_atspi_get_address, PEL_ATSPI_APPLICATION, "GetApplicationBusAddress", NULL);
METHOD (pel_atspi_get_cell, PEL_ATSPI_TABLE, "GetAccessibleAt", "ii");
METHOD (pel_atspi_get_cell_row, PEL_ATSPI_TABLE, "GetRowAtIndex", "i");
METHOD (pel_atspi_get_cell_column, PEL_ATSPI_TABLE, "GetColumnAtIndex", "i");
METHOD (pel_atspi_get_text, PEL_ATSPI_TEXT, "GetText", "ii");
METHOD (pel_atspi_get_attributes, PEL_ATSPI_ACCESSIBLE, "GetAttributes", NULL);
PROPERTY (pel_atspi_get_length, PEL_ATSPI_TEXT, "CharacterCount");
PROPERTY (pel_atspi_get_n_rows, PEL_ATSPI_TABLE, "NRows");
PROPERTY (pel_atspi_get_n_columns, PEL_ATSPI_TABLE, "NColumns");

/* Of one element that someone asks about. */
PROPERTY (pel_atspi_get_description, PEL_ATSPI_ACCESSIBLE, "Description");
PROPERTY (pel_atspi_get_n_actions, PEL_ATSPI_ACTION, "NActions");
PROPERTY (pel_atspi_get_minimum, PEL_ATSPI_VALUE, "MinimumValue");
PROPERTY (pel_atspi_get_maximum, PEL_ATSPI_VALUE, "MaximumValue");
PROPERTY (pel_atspi_get_step, PEL_ATSPI_VALUE, "MinimumIncrement");
PROPERTY (pel_atspi_get_number_text, PEL_ATSPI_VALUE, "Text");
PROPERTY (pel_atspi_get_caret, PEL_ATSPI_TEXT, "CaretOffset");
PROPERTY (pel_atspi_get_position, PEL_ATSPI_TABLE_CELL, "Position");
PROPERTY (pel_atspi_get_row_span, PEL_ATSPI_TABLE_CELL, "RowSpan");
PROPERTY (pel_atspi_get_column_span, PEL_ATSPI_TABLE_CELL, "ColumnSpan");
METHOD (pel_atspi_get_relations, PEL_ATSPI_ACCESSIBLE, "GetRelationSet", NULL);
METHOD (pel_atspi_get_actions, PEL_ATSPI_ACTION, "GetActions", NULL);
METHOD (pel_atspi_get_action_name, PEL_ATSPI_ACTION, "GetName", "i");
METHOD (pel_atspi_get_n_selections, PEL_ATSPI_TEXT, "GetNSelections", NULL);
METHOD (pel_atspi_get_selection, PEL_ATSPI_TEXT, "GetSelection", "i");
METHOD (pel_atspi_get_run, PEL_ATSPI_TEXT, "GetAttributes", "i");
METHOD (pel_atspi_get_header, PEL_ATSPI_TABLE, "GetColumnDescription", "i");

/* What changes something. */
ACT (pel_atspi_do_action, PEL_ATSPI_ACTION, "DoAction", "i");
ACT (pel_atspi_set_text, PEL_ATSPI_EDITABLE_TEXT, "SetTextContents", "s");
ACT (pel_atspi_insert_text, PEL_ATSPI_EDITABLE_TEXT, "InsertText", "isi");
ACT (pel_atspi_delete_text, PEL_ATSPI_EDITABLE_TEXT, "DeleteText", "ii");
ACT (pel_atspi_set_caret, PEL_ATSPI_TEXT, "SetCaretOffset", "i");
ACT (pel_atspi_set_selection, PEL_ATSPI_TEXT, "SetSelection", "iii");
ACT (pel_atspi_add_selection, PEL_ATSPI_TEXT, "AddSelection", "ii");
ACT (pel_atspi_select_child, PEL_ATSPI_SELECTION, "SelectChild", "i");
ACT (pel_atspi_deselect_child, PEL_ATSPI_SELECTION, "DeselectChild", "i");
ACT (pel_atspi_select_all, PEL_ATSPI_SELECTION, "SelectAll", NULL);
ACT (pel_atspi_clear_selection, PEL_ATSPI_SELECTION, "ClearSelection", NULL);
ACT (pel_atspi_grab_focus, PEL_ATSPI_COMPONENT, "GrabFocus", NULL);
ACT (pel_atspi_scroll_to, PEL_ATSPI_COMPONENT, "ScrollTo", "u");
ACT (pel_atspi_scroll_to_point, PEL_ATSPI_COMPONENT, "ScrollToPoint", "uii");
ACT (pel_atspi_set_extents, PEL_ATSPI_COMPONENT, "SetExtents", "iiiiu");
const PelAtspiMethod pel_atspi_set_number = { PEL_ATSPI_VALUE, NULL,          "CurrentValue", "d",
                                              ACT_PATIENCE_MS, .is_act = TRUE };
