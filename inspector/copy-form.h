/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* What an element can be copied as, for use elsewhere. */
typedef enum
{
  PEL_COPY_SELECTOR,
  PEL_COPY_COMMAND, /* a line for a shell */
  PEL_COPY_CALL,    /* a request to an MCP server */
  PEL_COPY_JSON,    /* all that is known of it */
  PEL_COPY_DOGTAIL, /* an expression in Python */
  PEL_N_COPY_FORMS
} PelCopyForm;

/* (transfer full) (nullable): from what ui_describe has answered; NULL where that lacks what the
 * form needs. Whatever a program calls its elements, nothing of it is read as anything but text. */
char *pel_copy_form_write (PelCopyForm form, JsonObject *answer);

/* “selector”, “dogtail”: what the action “element.copy-as” is given. */
const char *pel_copy_form_to_string (PelCopyForm form);
gboolean    pel_copy_form_from_string (const char *name, PelCopyForm *ret_form);

/* What is said once it is copied. */
const char *pel_copy_form_get_message (PelCopyForm form);

/* (transfer full): an item for each form, with the action “element.copy-as”. */
GMenuModel *pel_copy_form_new_menu (void);
