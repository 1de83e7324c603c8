/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "memory-image.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CHUNK_BYTES (1024 * 1024)
#define MAX_TOLD    8
#define AROUND      24

typedef struct
{
  const char *form;
  GBytes     *bytes;
} Needle;

/* One mapping, as smaps tells it. */
typedef struct
{
  guint64 start, end;
  char    access;
  char    name[256];
  gulong  rss_kb, swap_kb;
} Mapping;

static GBytes *
encode (const char *text, const char *charset)
{
  g_autoptr (GError) error = NULL;
  gsize              size;
  char              *bytes = g_convert (text, -1, charset, "UTF-8", NULL, &size, &error);

  g_assert_no_error (error);
  return g_bytes_new_take (bytes, size);
}

/* What is near it tells whose buffer it is. */
static void
tell (const Mapping *mapping, const Needle *needle, const char *chunk, gsize size, gsize at)
{
  gsize               begin = at > AROUND ? at - AROUND : 0;
  gsize               end = MIN (at + g_bytes_get_size (needle->bytes) + AROUND, size);
  g_autoptr (GString) words = g_string_new (NULL);

  for (gsize i = begin; i < end; i++)
    if (chunk[i] != '\0')
      g_string_append_c (words, g_ascii_isprint (chunk[i]) ? chunk[i] : '.');
  g_test_message ("  %s in %s: %s", needle->form, mapping->name, words->str);
}

static guint
search (const Mapping *mapping, const Needle *needle, const char *chunk, gsize size, guint *n_told)
{
  gsize       length;
  const char *bytes = g_bytes_get_data (needle->bytes, &length);
  guint       n = 0;

  for (const char *p = chunk; (p = memmem (p, chunk + size - p, bytes, length)) != NULL; p++)
    {
      n++;
      if ((*n_told)++ < MAX_TOLD)
        tell (mapping, needle, chunk, size, p - chunk);
    }
  return n;
}

/* Chunks overlap by less than a needle, so that none is missed or counted twice. */
static guint
search_mapping (int memory, const Mapping *mapping, const Needle *needles, guint *n_told)
{
  g_autofree char *chunk = g_malloc (CHUNK_BYTES);
  guint            n = 0;

  for (gsize i = 0; needles[i].form != NULL; i++)
    {
      gsize overlap = g_bytes_get_size (needles[i].bytes) - 1;

      for (guint64 at = mapping->start; at < mapping->end;)
        {
          gssize size = pread (memory, chunk, MIN (CHUNK_BYTES, mapping->end - at), at);

          if (size <= 0)
            break;
          n += search (mapping, &needles[i], chunk, size, n_told);
          at += at + size < mapping->end ? (gsize) size - overlap : (gsize) size;
        }
    }
  return n;
}

/* The next mapping that a core would have; FALSE at the end. */
static gboolean
read_mapping (FILE *maps, Mapping *mapping)
{
  char    line[4096];
  Mapping found = { 0 };

  while (fgets (line, sizeof line, maps) != NULL)
    {
      guint64 start, end;
      char    access, name[256] = "memory";

      if (sscanf (line,
                  "%" G_GINT64_MODIFIER "x-%" G_GINT64_MODIFIER "x %c%*s %*s %*s %*s %255s",
                  &start,
                  &end,
                  &access,
                  name) >= 3)
        {
          found = (Mapping){ start, end, access, "", 0, 0 };
          g_strlcpy (found.name, name, sizeof found.name);
        }
      else if (sscanf (line, "Rss: %lu", &found.rss_kb) == 1 ||
               sscanf (line, "Swap: %lu", &found.swap_kb) == 1)
        continue;
      else if (g_str_has_prefix (line, "VmFlags:") && found.access == 'r' &&
               found.rss_kb + found.swap_kb > 0 && strstr (line, " dd") == NULL)
        {
          *mapping = found;
          return TRUE;
        }
    }
  return FALSE;
}

int
pel_memory_image_count (pid_t pid, const char *text)
{
  g_autofree char *maps_path = g_strdup_printf ("/proc/%d/smaps", (int) pid);
  g_autofree char *memory_path = g_strdup_printf ("/proc/%d/mem", (int) pid);
  int              memory = open (memory_path, O_RDONLY | O_CLOEXEC);
  FILE            *maps = fopen (maps_path, "re");
  Needle           needles[] = { { "UTF-8", encode (text, "UTF-8") },
                                 { "UTF-16", encode (text, "UTF-16LE") },
                                 { "UTF-32", encode (text, "UTF-32LE") },
                                 { NULL } };
  Mapping          mapping;
  guint            n_told = 0;
  int              n = memory >= 0 && maps != NULL ? 0 : -1;

  g_test_message ("looking for “%s” in %d", text, (int) pid);
  while (n >= 0 && read_mapping (maps, &mapping))
    n += search_mapping (memory, &mapping, needles, &n_told);
  for (gsize i = 0; needles[i].form != NULL; i++)
    g_bytes_unref (needles[i].bytes);
  if (memory >= 0)
    close (memory);
  if (maps != NULL)
    fclose (maps);
  return n;
}

static void
append_variable (const char *name, const char *separator, const char *value)
{
  const char      *before = g_getenv (name);
  g_autofree char *whole = before != NULL && before[0] != '\0'
                               ? g_strconcat (before, separator, value, NULL)
                               : g_strdup (value);

  g_setenv (name, whole, TRUE);
}

void
pel_memory_image_wipe_what_is_freed (void)
{
  append_variable ("ASAN_OPTIONS", ":", "max_free_fill_size=2147483647");
  append_variable ("GLIBC_TUNABLES", ":", "glibc.malloc.perturb=255:glibc.malloc.tcache_count=0");
  g_setenv ("G_SLICE", "always-malloc", TRUE);
}
