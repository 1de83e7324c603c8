/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/image-file.h"

#include "services/base/error.h"

#include <errno.h>
#include <glib/gi18n.h>

#define BYTES_BETWEEN_LOOKS (1024 * 1024)

typedef struct
{
  int          number;
  PelErrorCode code;
  const char  *reason;
  const char  *hint;
} Failure;

#define OTHER_FOLDER N_ ("Specify a file in a folder that you can write to")
#define OTHER_NAME   N_ ("Specify another file")

/* clang-format off */
static const Failure failures[] = {
  { EEXIST,       PEL_ERROR_INVALID_ARGUMENT, N_ ("it already exists"),            N_ ("Specify another file, or replace this one with --overwrite") },
  { ENOENT,       PEL_ERROR_INVALID_ARGUMENT, N_ ("the folder does not exist"),    N_ ("Create the folder first, or specify another one")            },
  { ENOTDIR,      PEL_ERROR_INVALID_ARGUMENT, N_ ("the folder does not exist"),    N_ ("Create the folder first, or specify another one")            },
  { EISDIR,       PEL_ERROR_INVALID_ARGUMENT, N_ ("it is a folder"),               N_ ("Add a file name")                                            },
  { ELOOP,        PEL_ERROR_INVALID_ARGUMENT, N_ ("it is a symbolic link"),        OTHER_NAME                                                        },
  { ENOTSUP,      PEL_ERROR_INVALID_ARGUMENT, N_ ("it is not a regular file"),     OTHER_NAME                                                        },
  { ENAMETOOLONG, PEL_ERROR_INVALID_ARGUMENT, N_ ("the name is too long"),         OTHER_NAME                                                        },
  { EACCES,       PEL_ERROR_INVALID_ARGUMENT, N_ ("permission denied"),            OTHER_FOLDER                                                      },
  { EPERM,        PEL_ERROR_INVALID_ARGUMENT, N_ ("permission denied"),            OTHER_FOLDER                                                      },
  { EROFS,        PEL_ERROR_INVALID_ARGUMENT, N_ ("the file system is read-only"), OTHER_FOLDER                                                      },
  { ENOSPC,       PEL_ERROR_COMMAND_FAILED,   N_ ("no space left"),                N_ ("Free some space, or specify a file on another disk")         },
  { EDQUOT,       PEL_ERROR_COMMAND_FAILED,   N_ ("no space left"),                N_ ("Free some space, or specify a file on another disk")         },
  { PEL_EOWN,     PEL_ERROR_DENIED,           N_ ("this folder belongs to Pellucid"), N_ ("Specify a file in another folder") },
  { PEL_EOUTSIDE, PEL_ERROR_DENIED,           N_ ("agents may not write to this folder"), N_ ("Specify a file in the Pictures folder, or add the folder to “allowed_folders” in policy.json") },
  { EFBIG,        PEL_ERROR_COMMAND_FAILED,   N_ ("the file would be too large"),  N_ ("Capture a smaller area, or at a lower resolution")           },
};
/* clang-format on */

static const Failure *
find_failure (int number)
{
  for (gsize i = 0; i < G_N_ELEMENTS (failures); i++)
    if (failures[i].number == number)
      return &failures[i];
  return NULL;
}

static gboolean
fail (const char *path, GError **error)
{
  int            number = errno;
  const Failure *failure = find_failure (number);

  pel_set_error (error,
                 failure != NULL ? failure->code : PEL_ERROR_COMMAND_FAILED,
                 _ (failure != NULL ? failure->hint : OTHER_FOLDER),
                 /* Translators: a file, and why not */
                 _ ("Cannot write the image to “%s”: %s"),
                 path,
                 failure != NULL ? _ (failure->reason) : g_strerror (number));
  return FALSE;
}

static gboolean
write_all (
    PelNewFile *file, const char *path, GBytes *bytes, GCancellable *cancellable, GError **error)
{
  gsize       length;
  const char *data = g_bytes_get_data (bytes, &length);

  while (length > 0)
    {
      gsize n = MIN (length, BYTES_BETWEEN_LOOKS);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!pel_new_file_write (file, data, n))
        return fail (path, error);
      data += n;
      length -= n;
    }
  return TRUE;
}

gboolean
pel_image_file_write (const char         *path,
                      GBytes             *bytes,
                      PelNewFileMode      mode,
                      const PelFileScope *scope,
                      GCancellable       *cancellable,
                      GError            **error)
{
  g_autoptr (PelNewFile) file = NULL;

  if (!g_path_is_absolute (path))
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     _ ("Specify the full path, starting with “/”"),
                     _ ("“%s” is not an absolute path"),
                     path);
      return FALSE;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  file = pel_new_file_create (path, mode, scope);
  if (file == NULL)
    return fail (path, error);
  if (!write_all (file, path, bytes, cancellable, error))
    return FALSE;
  return pel_new_file_finish (file) || fail (path, error);
}

typedef struct
{
  char          *path;
  GBytes        *bytes;
  PelNewFileMode mode;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->path);
  g_bytes_unref (job->bytes);
  g_free (job);
}

static void
work (GTask *task, gpointer unused, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  GError    *error = NULL;

  if (pel_image_file_write (job->path, job->bytes, job->mode, NULL, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
pel_image_file_write_async (const char         *path,
                            GBytes             *bytes,
                            PelNewFileMode      mode,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Job              *job = g_new (Job, 1);

  *job = (Job){ g_strdup (path), g_bytes_ref (bytes), mode };
  g_task_set_source_tag (task, pel_image_file_write_async);
  g_task_set_task_data (task, job, job_free);
  /* a file that was finished is there, cancelled or not */
  g_task_set_check_cancellable (task, FALSE);
  g_task_run_in_thread (task, work);
}

gboolean
pel_image_file_write_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_image_file_write_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
