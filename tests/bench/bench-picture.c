/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture of the whole screen as a PNG file: from the start of a command to its end, beside other
 * programs on the same screen. Their pictures are compared with ours, pixel by pixel. */

#include "bench-program.h"
#include "bench.h"
#include "command.h"

#include "services/capture/image-decoder.h"
#include "services/capture/image-diff.h"

#include <glib/gstdio.h>

#define ROW_PREFIX "picture-"
#define PELLUCID   BENCH_BUILD_DIR "/../../app/pellucid"

/* FILE is where it is to go. */
typedef struct
{
  const char *name;
  const char *words[6];
} Method;

static const Method pellucid = { "pellucid", { PELLUCID, "capture", "-o", "FILE" } };
static const Method x11_peers[] = {
  { "scrot", { "scrot", "FILE" } },
  { "import", { "import", "-window", "root", "FILE" } },
};
static const Method wayland_peers[] = {
  { "grim", { "grim", "-o", "HEADLESS-1", "FILE" } },
};

static char *
make_path (const char *folder, const char *name, guint index)
{
  g_autofree char *file = g_strdup_printf ("%s-%u.png", name, index);

  return g_build_filename (folder, file, NULL);
}

static gboolean
run (const Method *method, const char *path, BenchSeries *series, GError **error)
{
  const char             *words[G_N_ELEMENTS (method->words) + 3] = { NULL };
  gint64                  start = g_get_monotonic_time ();
  g_autoptr (GSubprocess) process = NULL;
  gsize                   n = 0;

  for (; method->words[n] != NULL; n++)
    words[n] = g_str_equal (method->words[n], "FILE") ? path : method->words[n];
  if (method == &pellucid && g_getenv ("WAYLAND_DISPLAY") != NULL)
    {
      words[n++] = "--monitor";
      words[n++] = "HEADLESS-1";
    }
  process = g_subprocess_newv (words, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, error);
  if (process == NULL || !g_subprocess_wait_check (process, NULL, error))
    {
      g_prefix_error (error, "%s: ", method->name);
      return FALSE;
    }
  if (series != NULL)
    bench_series_add (series, (double) (g_get_monotonic_time () - start) / 1000, 0);
  return TRUE;
}

/* How many pixels differ; -1: it cannot be told. */
static gint64
compare (const char *folder, const char *name, GError **error)
{
  g_autofree char     *our_path = make_path (folder, pellucid.name, 0);
  g_autofree char     *their_path = make_path (folder, name, 0);
  g_autoptr (PelImage) ours = pel_image_decode_file (our_path, NULL, error);
  g_autoptr (PelImage) theirs =
      ours != NULL ? pel_image_decode_file (their_path, NULL, error) : NULL;
  g_autoptr (PelImageDiff) diff = NULL;

  if (theirs == NULL)
    return -1;
  diff = pel_image_diff_new (ours, theirs, &(PelImageDiffOptions){ 0 });
  return diff->is_same_size ? (gint64) diff->n_different : G_MAXINT64;
}

static void
add_row (Bench             *bench,
         const char        *name,
         const BenchSeries *ours,
         const BenchSeries *theirs,
         gint64             n_different)
{
  g_autofree char *row = g_strconcat (ROW_PREFIX, name, NULL);
  g_autofree char *our_time = bench_format_time (bench_series_get_median (ours));
  g_autofree char *their_time = bench_format_time (bench_series_get_median (theirs));
  double           ratio = bench_series_get_median (theirs) / bench_series_get_median (ours);

  bench_table_add (bench->table,
                   &(BenchRow){ .name = row,
                                .ours = our_time,
                                .peer = name,
                                .theirs = their_time,
                                .ratio = ratio,
                                .aim = "ahead, same pixels",
                                .is_met = ratio > 1 && n_different == 0 });
  bench_table_note (bench->table,
                    "%s: %" G_GINT64_FORMAT " pixels differ from ours",
                    row,
                    n_different);
}

static gboolean
measure (Bench *bench, const char *folder, const Method *peer, GError **error)
{
  g_auto (BenchSeries) ours;
  g_auto (BenchSeries) theirs;
  gint64               n_different;

  bench_series_init (&ours);
  bench_series_init (&theirs);
  for (guint i = 0; i < bench->n_repeats * 2; i++)
    {
      g_autofree char *our_path = make_path (folder, pellucid.name, i);
      g_autofree char *their_path = make_path (folder, peer->name, i);
      guint            order[] = { 0, 1 };

      g_remove (our_path);
      g_remove (their_path);
      bench_shuffle (order, G_N_ELEMENTS (order));
      for (guint k = 0; k < G_N_ELEMENTS (order); k++)
        if (!(order[k] == 0 ? run (&pellucid, our_path, &ours, error)
                            : run (peer, their_path, &theirs, error)))
          return FALSE;
    }
  n_different = compare (folder, peer->name, error);
  if (n_different < 0)
    return FALSE;
  add_row (bench, peer->name, &ours, &theirs, n_different);
  return TRUE;
}

/* Commands of a script need a policy that lets them. */
static gboolean
allow (GError **error)
{
  g_autofree char *folder = g_build_filename (g_get_user_config_dir (), "pellucid", NULL);
  g_autofree char *path = g_build_filename (folder, "policy.json", NULL);

  g_mkdir_with_parents (folder, 0700);
  return g_file_set_contents (path,
                              "{\"default\": {\"act\": \"allow\", \"capture\": \"allow\"},"
                              " \"allowed_folders\": [\"/\"],"
                              " \"limits\": {\"captures_per_minute\": 100000}}",
                              -1,
                              error);
}

/* The peers of this window system whose rows are wanted: of Method. */
static GPtrArray *
find_peers (Bench *bench)
{
  gboolean      is_wayland = g_getenv ("WAYLAND_DISPLAY") != NULL;
  const Method *peers = is_wayland ? wayland_peers : x11_peers;
  gsize         n = is_wayland ? G_N_ELEMENTS (wayland_peers) : G_N_ELEMENTS (x11_peers);
  GPtrArray    *wanted = g_ptr_array_new ();

  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *row = g_strconcat (ROW_PREFIX, peers[i].name, NULL);

      if (bench_table_wants (bench->table, row))
        g_ptr_array_add (wanted, (gpointer) &peers[i]);
    }
  return wanted;
}

gboolean
bench_picture (Bench *bench, GError **error)
{
  g_autoptr (GPtrArray)    peers = find_peers (bench);
  g_autoptr (BenchProgram) window = NULL;
  g_autofree char         *folder = NULL;
  g_autofree char         *first = NULL;
  gboolean                 ok;

  if (peers->len == 0)
    return TRUE;
  bench_say ("picture files");
  folder = g_dir_make_tmp ("bench-XXXXXX", error);
  if (folder == NULL || !allow (error))
    return FALSE;
  first = make_path (folder, "first", 0);
  window = bench_program_start (bench_programs[BENCH_QT6].command, bench->a11y_bus, error);
  ok = window != NULL && run (&pellucid, first, NULL, error); /* starts the session */
  for (guint i = 0; ok && i < peers->len; i++)
    ok = measure (bench, folder, g_ptr_array_index (peers, i), error);
  pel_command_end_session ();
  return ok;
}
