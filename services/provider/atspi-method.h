/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-queue.h"

/* The methods and properties that are called, and no others: nothing here has been seen to end or
 * exhaust a program. Never Properties.GetAll, which ends Qt programs. */

#define PEL_ATSPI_REGISTRY   "org.a11y.atspi.Registry"
#define PEL_ATSPI_ROOT_PATH  "/org/a11y/atspi/accessible/root"
#define PEL_ATSPI_NULL_PATH  "/org/a11y/atspi/null"
#define PEL_ATSPI_CACHE_PATH "/org/a11y/atspi/cache"

#define PEL_ATSPI_ACCESSIBLE    "org.a11y.atspi.Accessible"
#define PEL_ATSPI_ACTION        "org.a11y.atspi.Action"
#define PEL_ATSPI_APPLICATION   "org.a11y.atspi.Application"
#define PEL_ATSPI_CACHE         "org.a11y.atspi.Cache"
#define PEL_ATSPI_COMPONENT     "org.a11y.atspi.Component"
#define PEL_ATSPI_EDITABLE_TEXT "org.a11y.atspi.EditableText"
#define PEL_ATSPI_SELECTION     "org.a11y.atspi.Selection"
#define PEL_ATSPI_TABLE         "org.a11y.atspi.Table"
#define PEL_ATSPI_TABLE_CELL    "org.a11y.atspi.TableCell"
#define PEL_ATSPI_TEXT          "org.a11y.atspi.Text"
#define PEL_ATSPI_VALUE         "org.a11y.atspi.Value"

extern const PelAtspiMethod pel_atspi_get_name;        /* → s */
extern const PelAtspiMethod pel_atspi_get_role;        /* → u */
extern const PelAtspiMethod pel_atspi_get_states;      /* → au */
extern const PelAtspiMethod pel_atspi_get_interfaces;  /* → as */
extern const PelAtspiMethod pel_atspi_get_child_count; /* → i */
extern const PelAtspiMethod pel_atspi_get_children;    /* → a(so) */
extern const PelAtspiMethod pel_atspi_get_child;       /* index → (so) */
extern const PelAtspiMethod pel_atspi_get_index;       /* → i */
extern const PelAtspiMethod pel_atspi_get_parent;      /* → (so) */
extern const PelAtspiMethod pel_atspi_get_id;          /* → s */
extern const PelAtspiMethod pel_atspi_get_extents;     /* kind → (iiii) */
extern const PelAtspiMethod pel_atspi_get_at_point;    /* x, y, kind → (so) */
extern const PelAtspiMethod pel_atspi_get_items;       /* → a(…), two kinds */
extern const PelAtspiMethod pel_atspi_get_toolkit;     /* → s */
extern const PelAtspiMethod pel_atspi_get_version;     /* → s */
extern const PelAtspiMethod pel_atspi_get_address;     /* → s */
extern const PelAtspiMethod pel_atspi_get_cell;        /* row, column → (so) */
extern const PelAtspiMethod pel_atspi_get_cell_row;    /* index → i */
extern const PelAtspiMethod pel_atspi_get_cell_column; /* index → i */
extern const PelAtspiMethod pel_atspi_get_attributes;  /* → a{ss} */
extern const PelAtspiMethod pel_atspi_get_length;      /* → i */
extern const PelAtspiMethod pel_atspi_get_n_rows;      /* → i */
extern const PelAtspiMethod pel_atspi_get_n_columns;   /* → i */
extern const PelAtspiMethod pel_atspi_get_text;        /* start, end → s */
extern const PelAtspiMethod pel_atspi_get_number;      /* → d */

/* Of one element that someone asks about. */
extern const PelAtspiMethod pel_atspi_get_description;  /* → s */
extern const PelAtspiMethod pel_atspi_get_relations;    /* → a(ua(so)) */
extern const PelAtspiMethod pel_atspi_get_actions;      /* → a(sss) */
extern const PelAtspiMethod pel_atspi_get_n_actions;    /* → i */
extern const PelAtspiMethod pel_atspi_get_action_name;  /* index → s */
extern const PelAtspiMethod pel_atspi_get_minimum;      /* → d */
extern const PelAtspiMethod pel_atspi_get_maximum;      /* → d */
extern const PelAtspiMethod pel_atspi_get_step;         /* → d */
extern const PelAtspiMethod pel_atspi_get_number_text;  /* → s */
extern const PelAtspiMethod pel_atspi_get_caret;        /* → i */
extern const PelAtspiMethod pel_atspi_get_n_selections; /* → i */
extern const PelAtspiMethod pel_atspi_get_selection;    /* index → ii */
extern const PelAtspiMethod pel_atspi_get_position;     /* → (ii) */
extern const PelAtspiMethod pel_atspi_get_row_span;     /* → i */
extern const PelAtspiMethod pel_atspi_get_column_span;  /* → i */
extern const PelAtspiMethod pel_atspi_get_run;          /* offset → a{ss}ii */
extern const PelAtspiMethod pel_atspi_get_header;       /* column → s */

/* What changes something: only for atspi-act.c. Each → b, but for the last, which sets a property.
 */
extern const PelAtspiMethod pel_atspi_do_action;      /* index */
extern const PelAtspiMethod pel_atspi_set_text;       /* text */
extern const PelAtspiMethod pel_atspi_insert_text;    /* position, text, length */
extern const PelAtspiMethod pel_atspi_delete_text;    /* start, end */
extern const PelAtspiMethod pel_atspi_set_caret;      /* position */
extern const PelAtspiMethod pel_atspi_set_selection;  /* which, start, end */
extern const PelAtspiMethod pel_atspi_add_selection;  /* start, end */
extern const PelAtspiMethod pel_atspi_select_child;   /* index */
extern const PelAtspiMethod pel_atspi_deselect_child; /* index */
extern const PelAtspiMethod pel_atspi_select_all;
extern const PelAtspiMethod pel_atspi_clear_selection;
extern const PelAtspiMethod pel_atspi_grab_focus;
extern const PelAtspiMethod pel_atspi_scroll_to;       /* where to */
extern const PelAtspiMethod pel_atspi_scroll_to_point; /* kind, x, y */
extern const PelAtspiMethod pel_atspi_set_extents;     /* x, y, width, height, kind */
extern const PelAtspiMethod pel_atspi_set_number;      /* number */
