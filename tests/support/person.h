/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/**
 * PelPerson:
 *
 * The hands of someone who is really there: devices of the X server that are not XTest's, which
 * Xorg's driver “inputtest” feeds from a socket. Only the desktop x11-multi has them. Every
 * function returns after the server has processed the input, and fails the test where it does not.
 */
typedef struct PelPerson PelPerson;

/* FALSE: this desktop has none. */
gboolean pel_person_is_there (void);

/* (transfer none): there is one for the whole test: the driver does not let a second one in. */
PelPerson *pel_person_get (void);

/* The code of the key that bears @keysym. */
int pel_person_find_code (PelPerson *self, guint keysym);

/* A key goes down, or up. */
void pel_person_send_key (PelPerson *self, guint keysym, gboolean is_press);

/* A key, while @modifier is held (0: none). Both are keysyms of X. */
void pel_person_chord (PelPerson *self, guint modifier, guint keysym);

/* A key, with Alt held where @alt. @keysym is of X. */
void pel_person_press (PelPerson *self, guint keysym, gboolean alt);

/* ASCII letters and spaces. */
void pel_person_type (PelPerson *self, const char *text);

/* The left button, wherever the pointer is. */
void pel_person_click (PelPerson *self);
