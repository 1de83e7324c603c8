/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* The memory of a process as a core would have it: all of it that can be read, but for what the
 * process has asked the kernel to leave out (the shadow of a sanitizer). */

/* Has what processes started from now on free overwritten, whichever allocator they have: what is
 * found then is kept, and no remains. */
void pel_memory_image_wipe_what_is_freed (void);

/* How often @text is there, in UTF-8, UTF-16 and UTF-32 together. -1 where the process cannot be
 * looked into. Says where, as messages of the test. */
int pel_memory_image_count (pid_t pid, const char *text);
