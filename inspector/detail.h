/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib-object.h>

/**
 * PelDetail:
 *
 * One thing that is told of an element: what it is, and how it is with this one. Where it is about
 * another element, that can be gone to.
 *
 * Property "value": notified where it becomes another one.
 */
#define PEL_TYPE_DETAIL (pel_detail_get_type ())
G_DECLARE_FINAL_TYPE (PelDetail, pel_detail, PEL, DETAIL, GObject)

PelDetail *pel_detail_new (const char *group, const char *label, const char *value);

const char *pel_detail_get_group (PelDetail *self); /* the heading that it stands under */
const char *pel_detail_get_label (PelDetail *self);

/* As the program gives it, with line breaks and all. */
const char *pel_detail_get_value (PelDetail *self);
void        pel_detail_set_value (PelDetail *self, const char *value);

/* (nullable): what more there is to it, for who wants to know. */
const char *pel_detail_get_hint (PelDetail *self);
void        pel_detail_set_hint (PelDetail *self, const char *hint);

/* The ref of the element that it is about; 0: it is about none. @bus_name: its program. */
void        pel_detail_set_link (PelDetail *self, const char *bus_name, guint ref);
guint       pel_detail_get_link (PelDetail *self);
const char *pel_detail_get_link_program (PelDetail *self); /* (nullable) */

/* Whether they tell of the same thing, be it the same or not. */
gboolean pel_detail_is_about_same (PelDetail *self, PelDetail *other);
