/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/**
 * PelFileScope:
 *
 * Where a file may be that is written for a caller. Never in a folder of Pellucid, whoever asks:
 * what is in there decides what is allowed, and proves what was done. Folders are what they are,
 * not what they are called: neither symbolic links nor other names of a folder lead around it.
 * What is refused by it says so in errno, with a number that nothing else has.
 */
typedef struct _PelFileScope PelFileScope;

enum
{
  PEL_EOWN = 100001, /* in a folder of Pellucid */
  PEL_EOUTSIDE,      /* in none of the folders where the caller may write */
};

/* Anywhere else. */
PelFileScope *pel_file_scope_new (void);
void          pel_file_scope_free (PelFileScope *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelFileScope, pel_file_scope_free)

/* From now on only below one of these as well; of several lists, each counts. @folders may be
 * empty: nowhere. */
void pel_file_scope_add (PelFileScope *self, const char *const *folders);

/* Whether a file may be in the folder @fd; else FALSE with errno. Blocks: for threads. */
gboolean pel_file_scope_check (const PelFileScope *self, int fd);

/* (transfer none): what errno means, its own numbers included. */
const char *pel_file_scope_strerror (int number);
