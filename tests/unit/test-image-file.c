/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture is there as a whole or not at all, and whatever fails leaves nothing behind. */

#define _GNU_SOURCE /* unshare */

#include "services/base/error.h"
#include "services/capture/image-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct
{
  char   *folder, *path;
  GBytes *bytes;
} Desk;

static void
desk_set_up (Desk *desk, gconstpointer unused)
{
  gsize   length = 3 * 1024 * 1024 + 17;
  guint8 *data = g_malloc (length);

  for (gsize i = 0; i < length; i++)
    data[i] = (guint8) (i * 7 + i / 256);
  desk->bytes = g_bytes_new_take (data, length);
  desk->folder = g_dir_make_tmp ("pellucid-image-file-XXXXXX", NULL);
  g_assert_nonnull (desk->folder);
  desk->path = g_build_filename (desk->folder, "picture.png", NULL);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint            n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* Each test leaves at most the one file: anything else is a temporary one, and no folder goes. */
static void
desk_tear_down (Desk *desk, gconstpointer unused)
{
  g_unlink (desk->path);
  g_assert_cmpuint (count_files (desk->folder), ==, 0);
  g_assert_cmpint (g_rmdir (desk->folder), ==, 0);
  g_bytes_unref (desk->bytes);
  g_free (desk->folder);
  g_free (desk->path);
}

static void
assert_written (Desk *desk, PelNewFileMode mode)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *content = NULL;
  gsize              length;
  struct stat        found;

  g_assert_true (pel_image_file_write (desk->path, desk->bytes, mode, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (desk->path, &content, &length, NULL));
  g_assert_cmpmem (content, length, g_bytes_get_data (desk->bytes, NULL), length);
  g_assert_cmpuint (length, ==, g_bytes_get_size (desk->bytes));
  g_assert_cmpint (lstat (desk->path, &found), ==, 0);
  g_assert_cmpint (found.st_mode, ==, S_IFREG | 0600);
}

static void
assert_refused (
    Desk *desk, const char *path, PelNewFileMode mode, PelErrorCode code, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_test_message ("%s: %s", path, message);
  g_assert_false (pel_image_file_write (path, desk->bytes, mode, NULL, NULL, &error));
  g_assert_error (error, PEL_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, path));
  if (strstr (error->message, message) == NULL)
    g_error ("“%s” does not say “%s”", error->message, message);
}

static void
test_new (Desk *desk, gconstpointer unused)
{
  assert_written (desk, PEL_NEW_FILE_ONLY_NEW);
}

static void
test_exists (Desk *desk, gconstpointer unused)
{
  g_autofree char   *content = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (desk->path, "mine", -1, NULL));
  g_assert_false (
      pel_image_file_write (desk->path, desk->bytes, PEL_NEW_FILE_ONLY_NEW, NULL, NULL, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
  g_assert_nonnull (strstr (pel_error_get_hint (error), "--overwrite"));
  g_assert_true (g_file_get_contents (desk->path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "mine");
  g_assert_cmpuint (count_files (desk->folder), ==, 1);
  assert_written (desk, PEL_NEW_FILE_REPLACE);
}

/* It came while the picture was written: whoever made it keeps it. */
static void
test_comes_meanwhile (Desk *desk, gconstpointer unused)
{
  g_autofree char *content = NULL;
  PelNewFile      *file = pel_new_file_create (desk->path, PEL_NEW_FILE_ONLY_NEW, NULL);

  g_assert_nonnull (file);
  g_assert_true (pel_new_file_write (file, "picture", 7));
  g_assert_true (g_file_set_contents (desk->path, "mine", -1, NULL));
  g_assert_false (pel_new_file_finish (file));
  g_assert_cmpint (errno, ==, EEXIST);
  pel_new_file_free (file);
  g_assert_true (g_file_get_contents (desk->path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "mine");
}

static void
test_link (Desk *desk, gconstpointer unused)
{
  g_autofree char *target = g_build_filename (desk->folder, "target", NULL);
  g_autofree char *content = NULL;

  g_assert_true (g_file_set_contents (target, "mine", -1, NULL));
  g_assert_cmpint (symlink (target, desk->path), ==, 0);
  assert_refused (desk,
                  desk->path,
                  PEL_NEW_FILE_ONLY_NEW,
                  PEL_ERROR_INVALID_ARGUMENT,
                  "already exists");
  assert_refused (desk, desk->path, PEL_NEW_FILE_REPLACE, PEL_ERROR_INVALID_ARGUMENT, "link");
  g_assert_true (g_file_get_contents (target, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "mine");

  /* one that leads nowhere is no place for a new file, either */
  g_unlink (target);
  assert_refused (desk,
                  desk->path,
                  PEL_NEW_FILE_ONLY_NEW,
                  PEL_ERROR_INVALID_ARGUMENT,
                  "already exists");
  assert_refused (desk, desk->path, PEL_NEW_FILE_REPLACE, PEL_ERROR_INVALID_ARGUMENT, "link");
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
}

static void
test_paths (Desk *desk, gconstpointer unused)
{
  g_autofree char *nowhere = g_build_filename (desk->folder, "none", "a.png", NULL);
  g_autofree char *slash = g_strconcat (desk->folder, "/", NULL);
  g_autofree char *below = g_build_filename (desk->path, "a.png", NULL);
  g_autofree char *name = g_strnfill (300, 'a');
  g_autofree char *too_long = g_build_filename (desk->folder, name, NULL);
  PelErrorCode     code = PEL_ERROR_INVALID_ARGUMENT;

  assert_refused (desk, "a.png", PEL_NEW_FILE_ONLY_NEW, code, "not an absolute path");
  assert_refused (desk, "", PEL_NEW_FILE_ONLY_NEW, code, "not an absolute path");
  assert_refused (desk, nowhere, PEL_NEW_FILE_ONLY_NEW, code, "folder does not exist");
  assert_refused (desk, desk->folder, PEL_NEW_FILE_ONLY_NEW, code, "is a folder");
  assert_refused (desk, desk->folder, PEL_NEW_FILE_REPLACE, code, "is a folder");
  assert_refused (desk, slash, PEL_NEW_FILE_REPLACE, code, "is a folder");
  assert_refused (desk, too_long, PEL_NEW_FILE_REPLACE, code, "too long");
  assert_refused (desk, "/dev/null", PEL_NEW_FILE_REPLACE, code, "not a regular file");
  g_assert_true (g_file_set_contents (desk->path, "mine", -1, NULL));
  assert_refused (desk, below, PEL_NEW_FILE_ONLY_NEW, code, "folder does not exist");
}

static void
test_no_right (Desk *desk, gconstpointer unused)
{
  uid_t own = geteuid ();

  g_assert_cmpint (g_chmod (desk->folder, own == 0 ? 0711 : 0500), ==, 0);
  /* nothing is forbidden to root, so be somebody else for a moment */
  if (own == 0)
    g_assert_cmpint (seteuid (65534), ==, 0);
  assert_refused (desk,
                  desk->path,
                  PEL_NEW_FILE_ONLY_NEW,
                  PEL_ERROR_INVALID_ARGUMENT,
                  "permission denied");
  if (own == 0)
    g_assert_cmpint (seteuid (own), ==, 0);
  g_chmod (desk->folder, 0700);
}

/* A file system of its own with room for less than the picture, where one can be mounted. */
/* Makes the folder a small file system that only this process and its children see. */
static gboolean
mount_small (const Desk *desk)
{
  return unshare (CLONE_NEWNS) == 0 && mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
         mount ("none", desk->folder, "tmpfs", 0, "size=1m") == 0;
}

/* Tried in a process that ends at once: a test subprocess cannot be skipped. */
static gboolean
can_mount (const Desk *desk)
{
  pid_t pid = fork ();
  int   status = 1;

  if (pid == 0)
    _exit (mount_small (desk) ? 0 : 1);
  return pid > 0 && waitpid (pid, &status, 0) == pid && status == 0;
}

static void
test_no_space (Desk *desk, gconstpointer unused)
{
  if (!g_test_subprocess ())
    {
      if (!can_mount (desk))
        {
          g_test_skip ("nothing can be mounted");
          return;
        }
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  g_assert_true (mount_small (desk));
  assert_refused (desk, desk->path, PEL_NEW_FILE_ONLY_NEW, PEL_ERROR_COMMAND_FAILED, "no space");
  g_assert_cmpuint (count_files (desk->folder), ==, 0);
  g_assert_cmpint (umount (desk->folder), ==, 0);
}

static void
test_too_large (Desk *desk, gconstpointer unused)
{
  struct rlimit before, limit;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  limit = (struct rlimit){ 1024 * 1024, before.rlim_max };
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  assert_refused (desk, desk->path, PEL_NEW_FILE_ONLY_NEW, PEL_ERROR_COMMAND_FAILED, "too large");
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
}

/* From here on this process is told that there is no renameat2. */
static gboolean
forbid_renameat2 (void)
{
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_renameat2, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { G_N_ELEMENTS (filter), filter };

  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void
test_without_renameat2 (Desk *desk, gconstpointer unused)
{
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  if (!forbid_renameat2 ())
    {
      g_test_skip ("system calls cannot be forbidden");
      return;
    }
  assert_written (desk, PEL_NEW_FILE_ONLY_NEW);
  g_assert_cmpuint (count_files (desk->folder), ==, 1);
  g_unlink (desk->path);
  test_comes_meanwhile (desk, NULL);
}

static void
written_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **ret_result = user_data;

  *ret_result = g_object_ref (result);
}

static void
write_async (Desk *desk, GCancellable *cancellable, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  pel_image_file_write_async (desk->path,
                              desk->bytes,
                              PEL_NEW_FILE_ONLY_NEW,
                              cancellable,
                              written_cb,
                              &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  pel_image_file_write_finish (result, error);
}

static void
test_async (Desk *desk, gconstpointer unused)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError)       error = NULL;

  g_cancellable_cancel (cancellable);
  write_async (desk, cancellable, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (count_files (desk->folder), ==, 0);
  g_clear_error (&error);
  write_async (desk, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_test (desk->path, G_FILE_TEST_IS_REGULAR));
}

static void
add (const char *path, void (*test) (Desk *desk, gconstpointer unused))
{
  g_test_add (path, Desk, NULL, desk_set_up, test, desk_tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/image-file/new", test_new);
  add ("/image-file/exists", test_exists);
  add ("/image-file/comes-meanwhile", test_comes_meanwhile);
  add ("/image-file/link", test_link);
  add ("/image-file/paths", test_paths);
  add ("/image-file/no-right", test_no_right);
  add ("/image-file/no-space", test_no_space);
  add ("/image-file/too-large", test_too_large);
  add ("/image-file/without-renameat2", test_without_renameat2);
  add ("/image-file/async", test_async);
  return g_test_run ();
}
