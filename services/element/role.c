/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/role.h"

#include "services/element/name.h"

#include <atspi/atspi-constants.h>

/* Known to at-spi2-core 2.56 and later; the number is the wire's, the header may be older. */
#define NATIVE_SWITCH 130

#define INTERACTIVE PEL_ROLE_IS_INTERACTIVE
#define STRUCTURAL  PEL_ROLE_IS_STRUCTURAL
#define WINDOW      PEL_ROLE_IS_WINDOW
#define FLOATING    PEL_ROLE_IS_FLOATING
#define CLIPPING    PEL_ROLE_IS_CLIPPING
#define SCROLLING   PEL_ROLE_MAY_SCROLL

typedef struct
{
  const char  *name;
  guint        uia_control_type;
  guint        atspi; /* the one that means it best */
  PelRoleFlags flags;
} RoleInfo;

/* clang-format off */
static const RoleInfo role_table[] = {
  [PEL_ROLE_CUSTOM]       = { "Custom",       50025, ATSPI_ROLE_UNKNOWN,         0 },
  [PEL_ROLE_APPLICATION]  = { "Application",  50033, ATSPI_ROLE_APPLICATION,     STRUCTURAL },
  [PEL_ROLE_WINDOW]       = { "Window",       50032, ATSPI_ROLE_FRAME,           WINDOW },
  [PEL_ROLE_DIALOG]       = { "Dialog",       50032, ATSPI_ROLE_DIALOG,          WINDOW },
  [PEL_ROLE_TITLE_BAR]    = { "TitleBar",     50037, ATSPI_ROLE_TITLE_BAR,       STRUCTURAL },
  [PEL_ROLE_PANE]         = { "Pane",         50033, ATSPI_ROLE_PANEL,           STRUCTURAL },
  [PEL_ROLE_SCROLL_AREA]  = { "ScrollArea",   50033, ATSPI_ROLE_SCROLL_PANE,     STRUCTURAL | CLIPPING },
  [PEL_ROLE_GROUP]        = { "Group",        50026, ATSPI_ROLE_GROUPING,        STRUCTURAL },
  [PEL_ROLE_DOCUMENT]     = { "Document",     50030, ATSPI_ROLE_DOCUMENT_FRAME,  CLIPPING },
  [PEL_ROLE_TERMINAL]     = { "Terminal",     50030, ATSPI_ROLE_TERMINAL,        INTERACTIVE },
  [PEL_ROLE_TOOL_BAR]     = { "ToolBar",      50021, ATSPI_ROLE_TOOL_BAR,        STRUCTURAL },
  [PEL_ROLE_STATUS_BAR]   = { "StatusBar",    50017, ATSPI_ROLE_STATUS_BAR,      0 },
  [PEL_ROLE_TOOL_TIP]     = { "ToolTip",      50022, ATSPI_ROLE_TOOL_TIP,        FLOATING },
  [PEL_ROLE_NOTIFICATION] = { "Notification", 50026, ATSPI_ROLE_NOTIFICATION,    0 },
  [PEL_ROLE_MENU_BAR]     = { "MenuBar",      50010, ATSPI_ROLE_MENU_BAR,        STRUCTURAL },
  [PEL_ROLE_MENU]         = { "Menu",         50009, ATSPI_ROLE_MENU,            INTERACTIVE | FLOATING },
  [PEL_ROLE_MENU_ITEM]    = { "MenuItem",     50011, ATSPI_ROLE_MENU_ITEM,       INTERACTIVE },
  [PEL_ROLE_BUTTON]       = { "Button",       50000, ATSPI_ROLE_PUSH_BUTTON,     INTERACTIVE },
  [PEL_ROLE_SPLIT_BUTTON] = { "SplitButton",  50031, ATSPI_ROLE_PUSH_BUTTON_MENU,INTERACTIVE },
  [PEL_ROLE_CHECK_BOX]    = { "CheckBox",     50002, ATSPI_ROLE_CHECK_BOX,       INTERACTIVE },
  [PEL_ROLE_RADIO_BUTTON] = { "RadioButton",  50013, ATSPI_ROLE_RADIO_BUTTON,    INTERACTIVE },
  [PEL_ROLE_SWITCH]       = { "Switch",       50000, NATIVE_SWITCH,              INTERACTIVE },
  [PEL_ROLE_EDIT]         = { "Edit",         50004, ATSPI_ROLE_ENTRY,           INTERACTIVE },
  [PEL_ROLE_COMBO_BOX]    = { "ComboBox",     50003, ATSPI_ROLE_COMBO_BOX,       INTERACTIVE },
  [PEL_ROLE_SLIDER]       = { "Slider",       50015, ATSPI_ROLE_SLIDER,          INTERACTIVE },
  [PEL_ROLE_SPINNER]      = { "Spinner",      50016, ATSPI_ROLE_SPIN_BUTTON,     INTERACTIVE },
  [PEL_ROLE_SCROLL_BAR]   = { "ScrollBar",    50014, ATSPI_ROLE_SCROLL_BAR,      0 },
  [PEL_ROLE_PROGRESS_BAR] = { "ProgressBar",  50012, ATSPI_ROLE_PROGRESS_BAR,    0 },
  [PEL_ROLE_LIST]         = { "List",         50008, ATSPI_ROLE_LIST,            SCROLLING },
  [PEL_ROLE_LIST_ITEM]    = { "ListItem",     50007, ATSPI_ROLE_LIST_ITEM,       INTERACTIVE },
  [PEL_ROLE_TAB]          = { "Tab",          50018, ATSPI_ROLE_PAGE_TAB_LIST,   STRUCTURAL },
  [PEL_ROLE_TAB_ITEM]     = { "TabItem",      50019, ATSPI_ROLE_PAGE_TAB,        INTERACTIVE },
  [PEL_ROLE_TREE]         = { "Tree",         50023, ATSPI_ROLE_TREE,            SCROLLING },
  [PEL_ROLE_TREE_ITEM]    = { "TreeItem",     50024, ATSPI_ROLE_TREE_ITEM,       INTERACTIVE },
  [PEL_ROLE_TABLE]        = { "Table",        50036, ATSPI_ROLE_TABLE,           SCROLLING },
  [PEL_ROLE_ROW]          = { "Row",          50029, ATSPI_ROLE_TABLE_ROW,       STRUCTURAL },
  [PEL_ROLE_CELL]         = { "Cell",         50029, ATSPI_ROLE_TABLE_CELL,      0 },
  [PEL_ROLE_HEADER]       = { "Header",       50034, ATSPI_ROLE_HEADER,          STRUCTURAL },
  [PEL_ROLE_HEADER_ITEM]  = { "HeaderItem",   50035, ATSPI_ROLE_COLUMN_HEADER,   0 },
  [PEL_ROLE_CALENDAR]     = { "Calendar",     50001, ATSPI_ROLE_CALENDAR,        0 },
  [PEL_ROLE_LINK]         = { "Link",         50005, ATSPI_ROLE_LINK,            INTERACTIVE },
  [PEL_ROLE_TEXT]         = { "Text",         50020, ATSPI_ROLE_LABEL,           0 },
  [PEL_ROLE_HEADING]      = { "Heading",      50020, ATSPI_ROLE_HEADING,         0 },
  [PEL_ROLE_IMAGE]        = { "Image",        50006, ATSPI_ROLE_IMAGE,           0 },
  [PEL_ROLE_SEPARATOR]    = { "Separator",    50038, ATSPI_ROLE_SEPARATOR,       STRUCTURAL },
};

typedef enum { IS_TOGGLE = 1, IS_PASSWORD } NativeTrait;

static const struct { const char *name; PelRole role; NativeTrait trait; } native_table[] = {
  [ATSPI_ROLE_INVALID]                 = { "invalid",               PEL_ROLE_CUSTOM },
  [ATSPI_ROLE_ACCELERATOR_LABEL]       = { "accelerator label",     PEL_ROLE_TEXT },
  [ATSPI_ROLE_ALERT]                   = { "alert",                 PEL_ROLE_DIALOG },
  [ATSPI_ROLE_ANIMATION]               = { "animation",             PEL_ROLE_IMAGE },
  [ATSPI_ROLE_ARROW]                   = { "arrow",                 PEL_ROLE_IMAGE },
  [ATSPI_ROLE_CALENDAR]                = { "calendar",              PEL_ROLE_CALENDAR },
  [ATSPI_ROLE_CANVAS]                  = { "canvas",                PEL_ROLE_PANE },
  [ATSPI_ROLE_CHECK_BOX]               = { "check box",             PEL_ROLE_CHECK_BOX, IS_TOGGLE },
  [ATSPI_ROLE_CHECK_MENU_ITEM]         = { "check menu item",       PEL_ROLE_MENU_ITEM, IS_TOGGLE },
  [ATSPI_ROLE_COLOR_CHOOSER]           = { "color chooser",         PEL_ROLE_DIALOG },
  [ATSPI_ROLE_COLUMN_HEADER]           = { "column header",         PEL_ROLE_HEADER_ITEM },
  [ATSPI_ROLE_COMBO_BOX]               = { "combo box",             PEL_ROLE_COMBO_BOX },
  [ATSPI_ROLE_DATE_EDITOR]             = { "date editor",           PEL_ROLE_CALENDAR },
  [ATSPI_ROLE_DESKTOP_ICON]            = { "desktop icon",          PEL_ROLE_LIST_ITEM },
  [ATSPI_ROLE_DESKTOP_FRAME]           = { "desktop frame",         PEL_ROLE_PANE },
  [ATSPI_ROLE_DIAL]                    = { "dial",                  PEL_ROLE_SLIDER },
  [ATSPI_ROLE_DIALOG]                  = { "dialog",                PEL_ROLE_DIALOG },
  [ATSPI_ROLE_DIRECTORY_PANE]          = { "directory pane",        PEL_ROLE_SCROLL_AREA },
  [ATSPI_ROLE_DRAWING_AREA]            = { "drawing area",          PEL_ROLE_PANE },
  [ATSPI_ROLE_FILE_CHOOSER]            = { "file chooser",          PEL_ROLE_DIALOG },
  [ATSPI_ROLE_FILLER]                  = { "filler",                PEL_ROLE_PANE },
  [ATSPI_ROLE_FOCUS_TRAVERSABLE]       = { "focus traversable",     PEL_ROLE_CUSTOM },
  [ATSPI_ROLE_FONT_CHOOSER]            = { "font chooser",          PEL_ROLE_DIALOG },
  [ATSPI_ROLE_FRAME]                   = { "frame",                 PEL_ROLE_WINDOW },
  [ATSPI_ROLE_GLASS_PANE]              = { "glass pane",            PEL_ROLE_PANE },
  [ATSPI_ROLE_HTML_CONTAINER]          = { "html container",        PEL_ROLE_PANE },
  [ATSPI_ROLE_ICON]                    = { "icon",                  PEL_ROLE_IMAGE },
  [ATSPI_ROLE_IMAGE]                   = { "image",                 PEL_ROLE_IMAGE },
  [ATSPI_ROLE_INTERNAL_FRAME]          = { "internal frame",        PEL_ROLE_PANE },
  [ATSPI_ROLE_LABEL]                   = { "label",                 PEL_ROLE_TEXT },
  [ATSPI_ROLE_LAYERED_PANE]            = { "layered pane",          PEL_ROLE_PANE },
  [ATSPI_ROLE_LIST]                    = { "list",                  PEL_ROLE_LIST },
  [ATSPI_ROLE_LIST_ITEM]               = { "list item",             PEL_ROLE_LIST_ITEM },
  [ATSPI_ROLE_MENU]                    = { "menu",                  PEL_ROLE_MENU },
  [ATSPI_ROLE_MENU_BAR]                = { "menu bar",              PEL_ROLE_MENU_BAR },
  [ATSPI_ROLE_MENU_ITEM]               = { "menu item",             PEL_ROLE_MENU_ITEM },
  [ATSPI_ROLE_OPTION_PANE]             = { "option pane",           PEL_ROLE_PANE },
  [ATSPI_ROLE_PAGE_TAB]                = { "page tab",              PEL_ROLE_TAB_ITEM },
  [ATSPI_ROLE_PAGE_TAB_LIST]           = { "page tab list",         PEL_ROLE_TAB },
  [ATSPI_ROLE_PANEL]                   = { "panel",                 PEL_ROLE_PANE },
  [ATSPI_ROLE_PASSWORD_TEXT]           = { "password text",         PEL_ROLE_EDIT, IS_PASSWORD },
  [ATSPI_ROLE_POPUP_MENU]              = { "popup menu",            PEL_ROLE_MENU },
  [ATSPI_ROLE_PROGRESS_BAR]            = { "progress bar",          PEL_ROLE_PROGRESS_BAR },
  [ATSPI_ROLE_PUSH_BUTTON]             = { "push button",           PEL_ROLE_BUTTON },
  [ATSPI_ROLE_RADIO_BUTTON]            = { "radio button",          PEL_ROLE_RADIO_BUTTON },
  [ATSPI_ROLE_RADIO_MENU_ITEM]         = { "radio menu item",       PEL_ROLE_MENU_ITEM, IS_TOGGLE },
  [ATSPI_ROLE_ROOT_PANE]               = { "root pane",             PEL_ROLE_PANE },
  [ATSPI_ROLE_ROW_HEADER]              = { "row header",            PEL_ROLE_HEADER_ITEM },
  [ATSPI_ROLE_SCROLL_BAR]              = { "scroll bar",            PEL_ROLE_SCROLL_BAR },
  [ATSPI_ROLE_SCROLL_PANE]             = { "scroll pane",           PEL_ROLE_SCROLL_AREA },
  [ATSPI_ROLE_SEPARATOR]               = { "separator",             PEL_ROLE_SEPARATOR },
  [ATSPI_ROLE_SLIDER]                  = { "slider",                PEL_ROLE_SLIDER },
  [ATSPI_ROLE_SPIN_BUTTON]             = { "spin button",           PEL_ROLE_SPINNER },
  [ATSPI_ROLE_SPLIT_PANE]              = { "split pane",            PEL_ROLE_PANE },
  [ATSPI_ROLE_STATUS_BAR]              = { "status bar",            PEL_ROLE_STATUS_BAR },
  [ATSPI_ROLE_TABLE]                   = { "table",                 PEL_ROLE_TABLE },
  [ATSPI_ROLE_TABLE_CELL]              = { "table cell",            PEL_ROLE_CELL },
  [ATSPI_ROLE_TABLE_COLUMN_HEADER]     = { "table column header",   PEL_ROLE_HEADER_ITEM },
  [ATSPI_ROLE_TABLE_ROW_HEADER]        = { "table row header",      PEL_ROLE_HEADER_ITEM },
  [ATSPI_ROLE_TEAROFF_MENU_ITEM]       = { "tearoff menu item",     PEL_ROLE_MENU_ITEM },
  [ATSPI_ROLE_TERMINAL]                = { "terminal",              PEL_ROLE_TERMINAL },
  [ATSPI_ROLE_TEXT]                    = { "text",                  PEL_ROLE_EDIT },
  [ATSPI_ROLE_TOGGLE_BUTTON]           = { "toggle button",         PEL_ROLE_BUTTON, IS_TOGGLE },
  [ATSPI_ROLE_TOOL_BAR]                = { "tool bar",              PEL_ROLE_TOOL_BAR },
  [ATSPI_ROLE_TOOL_TIP]                = { "tool tip",              PEL_ROLE_TOOL_TIP },
  [ATSPI_ROLE_TREE]                    = { "tree",                  PEL_ROLE_TREE },
  [ATSPI_ROLE_TREE_TABLE]              = { "tree table",            PEL_ROLE_TREE },
  [ATSPI_ROLE_UNKNOWN]                 = { "unknown",               PEL_ROLE_CUSTOM },
  [ATSPI_ROLE_VIEWPORT]                = { "viewport",              PEL_ROLE_SCROLL_AREA },
  [ATSPI_ROLE_WINDOW]                  = { "window",                PEL_ROLE_WINDOW },
  [ATSPI_ROLE_EXTENDED]                = { "extended",              PEL_ROLE_CUSTOM },
  [ATSPI_ROLE_HEADER]                  = { "header",                PEL_ROLE_HEADER },
  [ATSPI_ROLE_FOOTER]                  = { "footer",                PEL_ROLE_GROUP },
  [ATSPI_ROLE_PARAGRAPH]               = { "paragraph",             PEL_ROLE_TEXT },
  [ATSPI_ROLE_RULER]                   = { "ruler",                 PEL_ROLE_CUSTOM },
  [ATSPI_ROLE_APPLICATION]             = { "application",           PEL_ROLE_APPLICATION },
  [ATSPI_ROLE_AUTOCOMPLETE]            = { "autocomplete",          PEL_ROLE_COMBO_BOX },
  [ATSPI_ROLE_EDITBAR]                 = { "editbar",               PEL_ROLE_EDIT },
  [ATSPI_ROLE_EMBEDDED]                = { "embedded",              PEL_ROLE_PANE },
  [ATSPI_ROLE_ENTRY]                   = { "entry",                 PEL_ROLE_EDIT },
  [ATSPI_ROLE_CHART]                   = { "chart",                 PEL_ROLE_IMAGE },
  [ATSPI_ROLE_CAPTION]                 = { "caption",               PEL_ROLE_TEXT },
  [ATSPI_ROLE_DOCUMENT_FRAME]          = { "document frame",        PEL_ROLE_DOCUMENT },
  [ATSPI_ROLE_HEADING]                 = { "heading",               PEL_ROLE_HEADING },
  [ATSPI_ROLE_PAGE]                    = { "page",                  PEL_ROLE_PANE },
  [ATSPI_ROLE_SECTION]                 = { "section",               PEL_ROLE_GROUP },
  [ATSPI_ROLE_REDUNDANT_OBJECT]        = { "redundant object",      PEL_ROLE_CUSTOM },
  [ATSPI_ROLE_FORM]                    = { "form",                  PEL_ROLE_GROUP },
  [ATSPI_ROLE_LINK]                    = { "link",                  PEL_ROLE_LINK },
  [ATSPI_ROLE_INPUT_METHOD_WINDOW]     = { "input method window",   PEL_ROLE_WINDOW },
  [ATSPI_ROLE_TABLE_ROW]               = { "table row",             PEL_ROLE_ROW },
  [ATSPI_ROLE_TREE_ITEM]               = { "tree item",             PEL_ROLE_TREE_ITEM },
  [ATSPI_ROLE_DOCUMENT_SPREADSHEET]    = { "document spreadsheet",  PEL_ROLE_DOCUMENT },
  [ATSPI_ROLE_DOCUMENT_PRESENTATION]   = { "document presentation", PEL_ROLE_DOCUMENT },
  [ATSPI_ROLE_DOCUMENT_TEXT]           = { "document text",         PEL_ROLE_DOCUMENT },
  [ATSPI_ROLE_DOCUMENT_WEB]            = { "document web",          PEL_ROLE_DOCUMENT },
  [ATSPI_ROLE_DOCUMENT_EMAIL]          = { "document email",        PEL_ROLE_DOCUMENT },
  [ATSPI_ROLE_COMMENT]                 = { "comment",               PEL_ROLE_GROUP },
  [ATSPI_ROLE_LIST_BOX]                = { "list box",              PEL_ROLE_LIST },
  [ATSPI_ROLE_GROUPING]                = { "grouping",              PEL_ROLE_GROUP },
  [ATSPI_ROLE_IMAGE_MAP]               = { "image map",             PEL_ROLE_IMAGE },
  [ATSPI_ROLE_NOTIFICATION]            = { "notification",          PEL_ROLE_NOTIFICATION },
  [ATSPI_ROLE_INFO_BAR]                = { "info bar",              PEL_ROLE_NOTIFICATION },
  [ATSPI_ROLE_LEVEL_BAR]               = { "level bar",             PEL_ROLE_PROGRESS_BAR },
  [ATSPI_ROLE_TITLE_BAR]               = { "title bar",             PEL_ROLE_TITLE_BAR },
  [ATSPI_ROLE_BLOCK_QUOTE]             = { "block quote",           PEL_ROLE_GROUP },
  [ATSPI_ROLE_AUDIO]                   = { "audio",                 PEL_ROLE_CUSTOM },
  [ATSPI_ROLE_VIDEO]                   = { "video",                 PEL_ROLE_CUSTOM },
  [ATSPI_ROLE_DEFINITION]              = { "definition",            PEL_ROLE_TEXT },
  [ATSPI_ROLE_ARTICLE]                 = { "article",               PEL_ROLE_GROUP },
  [ATSPI_ROLE_LANDMARK]                = { "landmark",              PEL_ROLE_GROUP },
  [ATSPI_ROLE_LOG]                     = { "log",                   PEL_ROLE_GROUP },
  [ATSPI_ROLE_MARQUEE]                 = { "marquee",               PEL_ROLE_TEXT },
  [ATSPI_ROLE_MATH]                    = { "math",                  PEL_ROLE_TEXT },
  [ATSPI_ROLE_RATING]                  = { "rating",                PEL_ROLE_SLIDER },
  [ATSPI_ROLE_TIMER]                   = { "timer",                 PEL_ROLE_TEXT },
  [ATSPI_ROLE_STATIC]                  = { "static",                PEL_ROLE_TEXT },
  [ATSPI_ROLE_MATH_FRACTION]           = { "math fraction",         PEL_ROLE_TEXT },
  [ATSPI_ROLE_MATH_ROOT]               = { "math root",             PEL_ROLE_TEXT },
  [ATSPI_ROLE_SUBSCRIPT]               = { "subscript",             PEL_ROLE_TEXT },
  [ATSPI_ROLE_SUPERSCRIPT]             = { "superscript",           PEL_ROLE_TEXT },
  [ATSPI_ROLE_DESCRIPTION_LIST]        = { "description list",      PEL_ROLE_LIST },
  [ATSPI_ROLE_DESCRIPTION_TERM]        = { "description term",      PEL_ROLE_TEXT },
  [ATSPI_ROLE_DESCRIPTION_VALUE]       = { "description value",     PEL_ROLE_TEXT },
  [ATSPI_ROLE_FOOTNOTE]                = { "footnote",              PEL_ROLE_TEXT },
  [ATSPI_ROLE_CONTENT_DELETION]        = { "content deletion",      PEL_ROLE_TEXT },
  [ATSPI_ROLE_CONTENT_INSERTION]       = { "content insertion",     PEL_ROLE_TEXT },
  [ATSPI_ROLE_MARK]                    = { "mark",                  PEL_ROLE_TEXT },
  [ATSPI_ROLE_SUGGESTION]              = { "suggestion",            PEL_ROLE_GROUP },
  [ATSPI_ROLE_PUSH_BUTTON_MENU]        = { "push button menu",      PEL_ROLE_SPLIT_BUTTON },
  [NATIVE_SWITCH]                      = { "switch",                PEL_ROLE_SWITCH, IS_TOGGLE },
};

/* Names in common use that are neither ours nor AT-SPI's. */
static const struct { const char *name; PelRole role; } alias_table[] = {
  { "TextBox",     PEL_ROLE_EDIT         }, { "TextField",   PEL_ROLE_EDIT        },
  { "Input",       PEL_ROLE_EDIT         }, { "SearchBox",   PEL_ROLE_EDIT        },
  { "PasswordBox", PEL_ROLE_EDIT         }, { "TextArea",    PEL_ROLE_EDIT        },
  { "Hyperlink",   PEL_ROLE_LINK         }, { "Label",       PEL_ROLE_TEXT        },
  { "StaticText",  PEL_ROLE_TEXT         }, { "DropDown",    PEL_ROLE_COMBO_BOX   },
  { "ListView",    PEL_ROLE_LIST         }, { "Option",      PEL_ROLE_LIST_ITEM   },
  { "TreeView",    PEL_ROLE_TREE         }, { "DataGrid",    PEL_ROLE_TABLE       },
  { "Grid",        PEL_ROLE_TABLE        }, { "DataItem",    PEL_ROLE_ROW         },
  { "GridCell",    PEL_ROLE_CELL         }, { "TabList",     PEL_ROLE_TAB         },
  { "TabControl",  PEL_ROLE_TAB          }, { "SpinBox",     PEL_ROLE_SPINNER     },
  { "Progress",    PEL_ROLE_PROGRESS_BAR }, { "Radio",       PEL_ROLE_RADIO_BUTTON },
  { "ToggleSwitch", PEL_ROLE_SWITCH      }, { "Picture",     PEL_ROLE_IMAGE       },
  { "ScrollView",  PEL_ROLE_SCROLL_AREA  }, { "ContextMenu", PEL_ROLE_MENU        },
  { "ButtonMenu",  PEL_ROLE_SPLIT_BUTTON }, { "App",         PEL_ROLE_APPLICATION },
};
/* clang-format on */

G_STATIC_ASSERT (G_N_ELEMENTS (role_table) == PEL_N_ROLES);
G_STATIC_ASSERT (G_N_ELEMENTS (native_table) == PEL_N_NATIVE_ROLES);
/* The numbers are fixed by the wire; a newer header only adds to them. */
G_STATIC_ASSERT (ATSPI_ROLE_PUSH_BUTTON_MENU == NATIVE_SWITCH - 1);
G_STATIC_ASSERT (ATSPI_ROLE_LAST_DEFINED >= NATIVE_SWITCH);

static const RoleInfo *
get_info (PelRole role)
{
  return &role_table[(guint) role < PEL_N_ROLES ? role : PEL_ROLE_CUSTOM];
}

const char *
pel_role_to_string (PelRole role)
{
  return get_info (role)->name;
}

gboolean
pel_role_from_string (const char *name, PelRole *ret_role)
{
  PelRole role = PEL_N_ROLES;

  g_return_val_if_fail (name != NULL && ret_role != NULL, FALSE);

  /* Ours come first: “Text” is our text, not AT-SPI's, which is a field to edit. */
  for (guint i = 0; i < G_N_ELEMENTS (role_table) && role == PEL_N_ROLES; i++)
    if (pel_name_equal (name, role_table[i].name))
      role = i;
  for (guint i = 0; i < G_N_ELEMENTS (alias_table) && role == PEL_N_ROLES; i++)
    if (pel_name_equal (name, alias_table[i].name))
      role = alias_table[i].role;
  for (guint i = 0; i < G_N_ELEMENTS (native_table) && role == PEL_N_ROLES; i++)
    if (pel_name_equal (name, native_table[i].name))
      role = native_table[i].role;
  if (role == PEL_N_ROLES)
    return FALSE;
  *ret_role = role;
  return TRUE;
}

PelRole
pel_role_from_atspi (guint native_role)
{
  return native_role < PEL_N_NATIVE_ROLES ? native_table[native_role].role : PEL_ROLE_CUSTOM;
}

guint
pel_role_to_atspi (PelRole role)
{
  return get_info (role)->atspi;
}

guint
pel_role_to_uia (PelRole role)
{
  return get_info (role)->uia_control_type;
}

PelRoleFlags
pel_role_get_flags (PelRole role)
{
  return get_info (role)->flags;
}

gboolean
pel_role_is_interactive (PelRole role)
{
  return (get_info (role)->flags & PEL_ROLE_IS_INTERACTIVE) != 0;
}

gboolean
pel_role_is_structural (PelRole role)
{
  return (get_info (role)->flags & PEL_ROLE_IS_STRUCTURAL) != 0;
}

gboolean
pel_role_is_window (PelRole role)
{
  return (get_info (role)->flags & PEL_ROLE_IS_WINDOW) != 0;
}

const char *
pel_role_get_native_name (guint native_role)
{
  return native_table[native_role < PEL_N_NATIVE_ROLES ? native_role : ATSPI_ROLE_UNKNOWN].name;
}

gboolean
pel_native_role_is_password (guint native_role)
{
  return native_role < PEL_N_NATIVE_ROLES && native_table[native_role].trait == IS_PASSWORD;
}

gboolean
pel_native_role_is_toggle (guint native_role)
{
  return native_role < PEL_N_NATIVE_ROLES && native_table[native_role].trait == IS_TOGGLE;
}
