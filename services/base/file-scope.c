/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* O_PATH */

#include "config.h"

#include "services/base/file-scope.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "pellucid"

struct _PelFileScope
{
  GPtrArray *lists; /* of GStrv */
};

/* Which folder something is, and which ones it is in: a chain of stat, from the inside out. */
typedef GArray Chain;

PelFileScope *
pel_file_scope_new (void)
{
  PelFileScope *self = g_new0 (PelFileScope, 1);

  self->lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  return self;
}

void
pel_file_scope_free (PelFileScope *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->lists);
  g_free (self);
}

void
pel_file_scope_add (PelFileScope *self, const char *const *folders)
{
  g_ptr_array_add (self->lists, g_strdupv ((char **) folders));
}

static gboolean
is_same (const struct stat *a, const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Adds what @fd is, and goes on with what contains it; the root contains itself. Closes @fd. */
static gboolean
climb (Chain *chain, int fd)
{
  struct stat here;

  while (fd >= 0 && fstat (fd, &here) == 0)
    {
      int outer;

      if (chain->len > 0 && is_same (&here, &g_array_index (chain, struct stat, chain->len - 1)))
        {
          close (fd);
          return TRUE;
        }
      g_array_append_val (chain, here);
      outer = openat (fd, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
      close (fd);
      fd = outer;
    }
  return FALSE;
}

static gboolean
is_in (const Chain *chain, const char *folder)
{
  struct stat wanted;

  if (stat (folder, &wanted) != 0)
    return FALSE;
  for (guint i = 0; i < chain->len; i++)
    if (is_same (&g_array_index (chain, struct stat, i), &wanted))
      return TRUE;
  return FALSE;
}

static gboolean
is_own (const Chain *chain)
{
  const char *const places[] = { g_get_user_config_dir (),
                                 g_get_user_state_dir (),
                                 g_get_user_data_dir (),
                                 g_get_user_cache_dir (),
                                 g_get_user_runtime_dir () };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *own = g_build_filename (places[i], NAME, NULL);

      if (is_in (chain, own))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_in_any (const Chain *chain, char **folders)
{
  for (guint i = 0; folders[i] != NULL; i++)
    if (is_in (chain, folders[i]))
      return TRUE;
  return FALSE;
}

/* 0, or why not. */
static int
judge (const PelFileScope *self, const Chain *chain)
{
  if (is_own (chain))
    return PEL_EOWN;
  for (guint i = 0; i < self->lists->len; i++)
    if (!is_in_any (chain, self->lists->pdata[i]))
      return PEL_EOUTSIDE;
  return 0;
}

gboolean
pel_file_scope_check (const PelFileScope *self, int fd)
{
  g_autoptr (GArray) chain = g_array_new (FALSE, FALSE, sizeof (struct stat));
  int                reason;

  if (!climb (chain, openat (fd, ".", O_PATH | O_DIRECTORY | O_CLOEXEC)))
    return FALSE; /* what cannot be told apart is refused */
  reason = judge (self, chain);
  errno = reason;
  return reason == 0;
}

const char *
pel_file_scope_strerror (int number)
{
  if (number == PEL_EOWN)
    return _ ("this folder belongs to Pellucid");
  if (number == PEL_EOUTSIDE)
    return _ ("agents may not write to this folder");
  return g_strerror (number);
}
