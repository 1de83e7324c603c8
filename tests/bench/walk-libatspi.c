/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads a whole program with libatspi, synchronously, and tells how long it took. The same lines as
 * walk-pyatspi.py: “walk PID” → “MILLISECONDS NODES” or “error TEXT”, after “ready”. */

#include <atspi/atspi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static AtspiAccessible *
find_program (guint pid)
{
  AtspiAccessible *desktop = atspi_get_desktop (0);
  AtspiAccessible *program = NULL;
  int              count = atspi_accessible_get_child_count (desktop, NULL);

  for (int i = 0; i < count && program == NULL; i++)
    {
      program = atspi_accessible_get_child_at_index (desktop, i, NULL);
      if (program != NULL && atspi_accessible_get_process_id (program, NULL) != pid)
        g_clear_object (&program);
    }
  g_object_unref (desktop);
  return program;
}

static gboolean
has_component (GArray *interfaces)
{
  for (guint i = 0; interfaces != NULL && i < interfaces->len; i++)
    if (g_str_equal (g_array_index (interfaces, char *, i), "Component"))
      return TRUE;
  return FALSE;
}

static void
free_strings (GArray *strings)
{
  for (guint i = 0; strings != NULL && i < strings->len; i++)
    g_free (g_array_index (strings, char *, i));
  if (strings != NULL)
    g_array_unref (strings);
}

/* What every method of the bench reads of a node, but its children. */
static void
read_node (AtspiAccessible *node)
{
  g_autofree char   *name = atspi_accessible_get_name (node, NULL);
  AtspiStateSet     *states = atspi_accessible_get_state_set (node);
  g_autoptr (GArray) list = states != NULL ? atspi_state_set_get_states (states) : NULL;
  GArray            *interfaces = atspi_accessible_get_interfaces (node);
  AtspiComponent    *component =
      has_component (interfaces) ? atspi_accessible_get_component_iface (node) : NULL;

  atspi_accessible_get_role (node, NULL);
  if (component != NULL)
    g_free (atspi_component_get_extents (component, ATSPI_COORD_TYPE_SCREEN, NULL));
  free_strings (interfaces);
  g_clear_object (&component);
  g_clear_object (&states);
}

static guint
walk (AtspiAccessible *top)
{
  g_autoptr (GPtrArray) waiting = g_ptr_array_new ();
  guint                 n_nodes = 0;

  g_ptr_array_add (waiting, g_object_ref (top));
  while (waiting->len > 0)
    {
      AtspiAccessible *node = g_ptr_array_steal_index (waiting, waiting->len - 1);
      int              count;

      read_node (node);
      n_nodes++;
      count = atspi_accessible_get_child_count (node, NULL);
      for (int i = 0; i < count; i++)
        {
          AtspiAccessible *child = atspi_accessible_get_child_at_index (node, i, NULL);

          if (child != NULL)
            g_ptr_array_add (waiting, child);
        }
      g_object_unref (node);
    }
  return n_nodes;
}

static void
answer (const char *line)
{
  gint64           start = g_get_monotonic_time ();
  AtspiAccessible *program;
  guint            pid = 0, n_nodes;

  sscanf (line, "walk %u", &pid);
  atspi_init (); /* nothing, but for the first time */
  program = find_program (pid);
  if (program == NULL)
    {
      printf ("error no program with the process %u\n", pid);
      return;
    }
  n_nodes = walk (program);
  printf ("%.3f %u\n", (g_get_monotonic_time () - start) / 1000.0, n_nodes);
  g_object_unref (program);
}

static gboolean
line_cb (GIOChannel *input, GIOCondition condition, gpointer loop)
{
  g_autofree char *line = NULL;

  if (g_io_channel_read_line (input, &line, NULL, NULL, NULL) != G_IO_STATUS_NORMAL)
    {
      g_main_loop_quit (loop);
      return G_SOURCE_REMOVE;
    }
  answer (line);
  fflush (stdout);
  return G_SOURCE_CONTINUE;
}

int
main (void)
{
  /* A running loop keeps the cache up to date between walks. */
  g_autoptr (GMainLoop)  loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GIOChannel) input = g_io_channel_unix_new (0);

  g_io_add_watch (input, G_IO_IN | G_IO_HUP, line_cb, loop);
  puts ("ready");
  fflush (stdout);
  g_main_loop_run (loop);
  return 0;
}
