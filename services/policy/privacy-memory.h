/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* A program changes its title, its tree and its pixels one after the other, and reports each on a
 * way of its own. */
#define PEL_PRIVACY_GRACE_MS 500

/**
 * PelPrivacyMemory:
 *
 * What was private a moment ago. A window stays private until nothing has said so for
 * PEL_PRIVACY_GRACE_MS. An element whose name made something private stays so until its program has
 * been read again from the start after that time: what is known of it may be from before. Times are
 * monotonic. Bounded: of more elements than it can keep, it forgets the least recent.
 */
typedef struct _PelPrivacyMemory PelPrivacyMemory;

PelPrivacyMemory *pel_privacy_memory_new (void);
void              pel_privacy_memory_free (PelPrivacyMemory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPrivacyMemory, pel_privacy_memory_free)

/* Another number whenever something has become private, or no longer is. */
guint64 pel_privacy_memory_get_stamp (const PelPrivacyMemory *self);

/* Windows have keys: any text that no other window ever has. These are private by title now, all
 * others no longer are. */
void pel_privacy_memory_set_windows (PelPrivacyMemory *self, const char *const *keys, gint64 now);

gboolean pel_privacy_memory_has_window (PelPrivacyMemory *self, const char *key, gint64 now);

/* What was private was so under another policy. */
void     pel_privacy_memory_clear (PelPrivacyMemory *self);
gboolean pel_privacy_memory_is_empty (const PelPrivacyMemory *self);

/* @window (nullable): the key of the window that is private because of it. */
void pel_privacy_memory_add_element (
    PelPrivacyMemory *self, const char *bus_name, const char *path, const char *window, gint64 now);
gboolean
pel_privacy_memory_has_element (PelPrivacyMemory *self, const char *bus_name, const char *path);

/* Whether a window is private because of an element: a look may show that it no longer is. */
gboolean pel_privacy_memory_has_element_windows (PelPrivacyMemory *self);

/* Whether windows, or elements of a program, are kept that were not seen to be private at @now. */
gboolean pel_privacy_memory_has_lingering_windows (PelPrivacyMemory *self);
gboolean pel_privacy_memory_is_lingering (PelPrivacyMemory *self, const char *bus_name, gint64 now);

/* Elements of all programs but @bus_names are forgotten. */
void pel_privacy_memory_forget_others (PelPrivacyMemory *self, GHashTable *bus_names);

/* Whether elements of a program are kept of which nothing has said lately that they are private. */
gboolean pel_privacy_memory_is_ripe (PelPrivacyMemory *self, const char *bus_name, gint64 now);

/* The program was read again from the start at @since: what was not private after that is not. */
void pel_privacy_memory_release (PelPrivacyMemory *self, const char *bus_name, gint64 since);
