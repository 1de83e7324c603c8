/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-json.h"
#include "services/tool/desktop-json.h"

/* How elements look in results: the fields for a tool's schema, and their JSON. */
extern const PelField  pel_point_fields[];
extern const PelField  pel_element_fields[];      /* one element among others */
extern const PelField  pel_tree_fields[];         /* with its children */
extern const PelField  pel_element_name_fields[]; /* {role, name, ref}: enough to know it again */
extern const PelField  pel_snapshot_program_fields[];
extern const PelField  pel_snapshot_window_fields[];
extern const PelColumn pel_ancestor_columns[];

/* clang-format off */
#define PEL_ELEMENT_FIELDS \
  { "ref",           PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Identifies the element as long as it exists, such as e12") }, \
  { "runtime_id",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Identifies the element as long as its program runs") }, \
  { "role",          PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Its role") }, \
  { "native_role",   PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Its role as named by its toolkit") }, \
  { "name",          PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Its name") }, \
  { "description",   PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Its accessible description") }, \
  { "value",         PEL_FIELD_STRING,  PEL_FIELD_NULLABLE, N_ ("Its content; null if secret") }, \
  { "id",            PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Id set by the developers of its program") }, \
  { "class",         PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Class of its widget or tag") }, \
  { "attributes",    PEL_FIELD_MAP,     PEL_FIELD_OPTIONAL, N_ ("Other attributes reported by its program") }, \
  { "states",        PEL_FIELD_MAP,     PEL_FIELD_OPTIONAL, N_ ("States that are set, and those whose absence is significant") }, \
  { "bounds",        PEL_FIELD_OBJECT,  PEL_FIELD_NULLABLE, N_ ("Physical pixels of the virtual desktop"), .fields = pel_rect_fields }, \
  { "bounds_reason", PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Why there are no bounds") }, \
  { "certainty",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("How its bounds were determined: by pixels, by sizes or unproven; exact if missing") }, \
  { "visible",       PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Whether it is visible") }, \
  { "click_point",   PEL_FIELD_OBJECT,  PEL_FIELD_NULLABLE, N_ ("Point where a click reaches it; null if there is none"), .fields = pel_point_fields }, \
  { "patterns",      PEL_FIELD_STRINGS, PEL_FIELD_OPTIONAL, N_ ("What can be done with it") }, \
  { "source",        PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("How it was detected") }, \
  { "confidence",    PEL_FIELD_NUMBER,  PEL_FIELD_OPTIONAL, N_ ("Confidence, from 0 to 1") }, \
  { "text_confidence", PEL_FIELD_NUMBER, PEL_FIELD_OPTIONAL, N_ ("Confidence of text recognition, if its name was read on screen, from 0 to 1") }, \
  { "window_id",     PEL_FIELD_STRING,  PEL_FIELD_NULLABLE, N_ ("The window that shows it") }, \
  { "app",           PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Its program") }, \
  { "pid",           PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Its program's process id") }, \
  { "monitor",       PEL_FIELD_STRING,  PEL_FIELD_NULLABLE, N_ ("The monitor that shows most of it") }, \
  { "scale",         PEL_FIELD_NUMBER,  PEL_FIELD_NULLABLE, N_ ("Scale of that monitor") }, \
  { "unresponsive",  PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Whether its program is not responding; this is its last known state") }, \
  { "foreign",       PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Whether it belongs to another program embedded in this one") }, \
  { "truncated",     PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Whether it has more children than are listed") }, \
  { "n_children",    PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Number of children, if truncated") }

/* Of a tool whose result is one element: its home, its ancestors, and the snapshot that has it. */
#define PEL_ALONE_FIELDS                                                                           \
  { "ancestors",   PEL_FIELD_LIST,   PEL_FIELD_REQUIRED, N_ ("Its ancestors, outermost first"), .fields = pel_element_name_fields }, \
  { "snapshot_id", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("The snapshot in which it was found") }

/* How a person is shown one element. */
#define PEL_ELEMENT_COLUMNS \
  { "role",          N_ ("Role")          }, \
  { "name",          N_ ("Name")          }, \
  { "ref",           N_ ("Ref")           }, \
  { "value",         N_ ("Value")         }, \
  { "description",   N_ ("Description")   }, \
  { "states",        N_ ("States")        }, \
  { "patterns",      N_ ("Patterns")      }, \
  { "bounds",        N_ ("Bounds")        }, \
  { "bounds_reason", N_ ("No bounds")     }, \
  { "certainty",     N_ ("Bounds known")  }, \
  { "click_point",   N_ ("Click point")   }, \
  { "monitor",       N_ ("Monitor")       }, \
  { "scale",         N_ ("Scale")         }, \
  { "window_id",     N_ ("Window")        }, \
  { "app",           N_ ("Program")       }, \
  { "pid",           N_ ("PID")           }, \
  { "native_role",   N_ ("Native role")   }, \
  { "runtime_id",    N_ ("Runtime ID")    }

#define PEL_ANCESTORS_VIEW \
  { PEL_VIEW_TABLE, "ancestors", N_ ("Ancestors"), pel_ancestor_columns, "", .is_for_people = TRUE }
/* clang-format on */

/* How elements of @snapshot are shown to a caller. */
PelElementForm pel_element_form_for (PelSnapshot *snapshot);

/* (transfer full): one element as the result of a tool. */
JsonObject *pel_element_to_result (PelSnapshot *snapshot, PelElementId id);

/* (transfer full): what the envelope says of the element that a call was about, and why it is that
 * one. @reasons: (nullable) */
JsonObject *pel_element_to_resolved_target (
    PelSnapshot *snapshot, PelElementId id, const char *held_by, double confidence, char **reasons);

/* (transfer full): enough of an element to tell it from others, for lists in errors: {ref, role,
 * name, app, text}, where text is its line of a tree. */
JsonObject *pel_element_to_mention (PelSnapshot *snapshot, PelElementId id);

/* (transfer full): those that the snapshot has: which of them answer, of which something is
 * missing. */
JsonArray *pel_snapshot_programs_to_json (PelSnapshot *snapshot);

/* (transfer full): a window of @snapshot; null where @window is NULL. */
JsonNode *pel_snapshot_window_to_json (PelSnapshot *snapshot, PelWindow *window);

/* (transfer full): “2026-11-16T04:30:00.123Z” */
char *pel_snapshot_dup_time (PelSnapshot *snapshot);
