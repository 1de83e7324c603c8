/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/image-share.h"

#include "services/capture/image-decoder.h"

#include <inttypes.h>
#include <sys/stat.h>

/* An image that is in use, and by how many. */
typedef struct
{
  char     *key;
  PelImage *image;
  guint     n_users;
} Share;

static GMutex      decoding; /* one file at a time; taken before the other one */
static GMutex      mutex;    /* of the table and its shares */
static GHashTable *shares;   /* key → Share */

/* (nullable): which file it is, and in which state. */
static char *
dup_key (const char *path)
{
  struct stat file;

  if (stat (path, &file) != 0)
    return NULL;
  return g_strdup_printf ("%" PRIu64 ":%" PRIu64 ":%" PRIi64 ":%" PRIi64 ".%09ld:%" PRIi64 ".%09ld",
                          (uint64_t) file.st_dev,
                          (uint64_t) file.st_ino,
                          (int64_t) file.st_size,
                          (int64_t) file.st_mtim.tv_sec,
                          file.st_mtim.tv_nsec,
                          (int64_t) file.st_ctim.tv_sec,
                          file.st_ctim.tv_nsec);
}

static void
release (gpointer data)
{
  Share *share = data;

  g_mutex_lock (&mutex);
  if (--share->n_users > 0)
    {
      g_mutex_unlock (&mutex);
      return;
    }
  g_hash_table_remove (shares, share->key);
  g_mutex_unlock (&mutex);
  pel_image_unref (share->image);
  g_free (share->key);
  g_free (share);
}

/* The same pixels for one more user. */
static PelImage *
lend (Share *share)
{
  PelImage *image = pel_image_new_around (share->image->pixels,
                                          share->image->width,
                                          share->image->height,
                                          release,
                                          share);

  image->is_opaque = share->image->is_opaque;
  share->n_users++;
  return image;
}

/* (nullable): what somebody uses already. */
static PelImage *
find (const char *key)
{
  PelImage *image = NULL;
  Share    *share;

  g_mutex_lock (&mutex);
  share = shares != NULL ? g_hash_table_lookup (shares, key) : NULL;
  if (share != NULL)
    image = lend (share);
  g_mutex_unlock (&mutex);
  return image;
}

/* Takes @key and @image. */
static PelImage *
add (char *key, PelImage *image)
{
  Share    *share = g_new0 (Share, 1);
  PelImage *lent;

  share->key = key;
  share->image = image;
  g_mutex_lock (&mutex);
  if (shares == NULL)
    shares = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_insert (shares, share->key, share);
  lent = lend (share);
  g_mutex_unlock (&mutex);
  return lent;
}

static PelImage *
decode (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *before = dup_key (path);
  g_autofree char *after = NULL;
  PelImage        *image = before != NULL ? find (before) : NULL;

  if (image != NULL)
    return image;
  image = pel_image_decode_file (path, cancellable, error);
  if (image == NULL)
    return NULL;
  after = dup_key (path);
  if (g_strcmp0 (before, after) != 0)
    return image; /* it is unknown which of the two was read */
  return add (g_steal_pointer (&before), image);
}

PelImage *
pel_image_share_file (const char *path, GCancellable *cancellable, GError **error)
{
  PelImage *image;

  g_mutex_lock (&decoding);
  image = g_cancellable_set_error_if_cancelled (cancellable, error)
              ? NULL
              : decode (path, cancellable, error);
  g_mutex_unlock (&decoding);
  return image;
}
