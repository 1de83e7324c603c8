/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/**
 * PelRecordText:
 *
 * Something that was asked for, done or refused, as a row of two lines shows it: what and to which
 * element, and when; what became of it, and who it was. Texts of others are isolated in it. A value
 * that owns its strings; what is missing is NULL.
 */
typedef struct
{
  const char *icon_name;
  const char *style; /* of the mark: status-ok, status-error … */
  char       *title; /* “Press”; the only one that is always there */
  char       *subject;
  char       *time;
  char       *mark; /* in a word or two: “Done”; never only by colour */
  char       *note;
  char       *details; /* all of it, a line for each thing */
} PelRecordText;

void pel_record_text_clear (PelRecordText *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelRecordText, pel_record_text_clear)

/* (transfer full): the same as one sentence, for who cannot see it. */
char *pel_record_text_dup_label (const PelRecordText *self);

/* (transfer full): “Button “OK””. All may be NULL, and so may the result. */
char *pel_record_text_dup_element (const char *role, const char *name, const char *window);

/* (transfer full): “15:08:00”, and of another day than today its date too. Both in µs, real time.
 */
char *pel_record_text_dup_time (gint64 time, gint64 now);

/* (transfer full): those of @parts that are there, with dots in between. Ends with NULL where
 * @n_parts says so, not before. */
char *pel_record_text_join (const char *const *parts, gsize n_parts);
