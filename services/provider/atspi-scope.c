/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-scope.h"

#include "services/base/error.h"
#include "services/base/process.h"

#include <glib/gi18n.h>
#include <string.h>

static gboolean
set_no_window (GError **error, const char *id)
{
  const char *hint = _ ("List windows with “pellucid windows”");

  if (id != NULL)
    pel_set_error (error, PEL_ERROR_WINDOW_NOT_FOUND, hint, _ ("No window matches “%s”"), id);
  else
    pel_set_error (error, PEL_ERROR_WINDOW_NOT_FOUND, hint, "%s", _ ("No window is active"));
  return FALSE;
}

/* Nothing at a point is no error: @ret_window is NULL then. */
static gboolean
choose_window (const PelLook *look, PelDesktop *desktop, PelWindow **ret_window, GError **error)
{
  PelNativePoint point;

  if (look->kind == PEL_LOOK_ACTIVE_WINDOW)
    {
      *ret_window = pel_desktop_find_active (desktop);
      return *ret_window != NULL || set_no_window (error, NULL);
    }
  if (look->kind == PEL_LOOK_WINDOW)
    {
      *ret_window = pel_desktop_find_window (desktop, look->target);
      return *ret_window != NULL || set_no_window (error, look->target);
    }
  if (!pel_monitor_layout_to_native (pel_desktop_get_layout (desktop), look->point, &point, error))
    return FALSE;
  *ret_window = pel_desktop_find_window_at (desktop, point);
  return TRUE;
}

/* What is a part of another program is read with that one. */
static gboolean
is_guest (PelAtspiProgram *program)
{
  return pel_atspi_program_get_host (program) != NULL;
}

static void
add_by_pid (GPtrArray *chosen, PelAtspiBus *bus, pid_t pid)
{
  GPtrArray *programs = pel_atspi_bus_get_programs (bus);

  for (guint i = 0; pid > 0 && i < programs->len; i++)
    if (pel_atspi_program_get_pid (programs->pdata[i]) == pid && !is_guest (programs->pdata[i]))
      g_ptr_array_add (chosen, programs->pdata[i]);
}

static gboolean
holds_text (const char *text, const char *part)
{
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;
  g_autofree char *folded_part = g_utf8_casefold (part, -1);

  return folded != NULL && strstr (folded, folded_part) != NULL;
}

static gboolean
is_named (PelAtspiProgram *program, const char *part)
{
  g_autofree char *process = pel_process_dup_name (pel_atspi_program_get_pid (program));

  return holds_text (process, part) || holds_text (pel_atspi_program_get_name (program), part);
}

static guint
get_size (PelAtspiProgram *program)
{
  return pel_atspi_tree_get_n_nodes (pel_atspi_program_get_tree (program));
}

static int
compare_programs (gconstpointer a, gconstpointer b, gpointer data)
{
  PelAtspiProgram *program_a = *(PelAtspiProgram *const *) a;
  PelAtspiProgram *program_b = *(PelAtspiProgram *const *) b;
  pid_t            focused = *(const pid_t *) data;
  gboolean         is_a = pel_atspi_program_get_pid (program_a) == focused;
  gboolean         is_b = pel_atspi_program_get_pid (program_b) == focused;

  if (is_a != is_b)
    return is_a ? -1 : 1;
  return (int) get_size (program_a) - (int) get_size (program_b);
}

static void
add_all (GPtrArray *chosen, PelAtspiBus *bus, PelDesktop *desktop)
{
  GPtrArray *programs = pel_atspi_bus_get_programs (bus);
  PelWindow *active = pel_desktop_find_active (desktop);
  pid_t      focused = active != NULL ? pel_window_get_info (active)->pid : 0;

  for (guint i = 0; i < programs->len; i++)
    if (!is_guest (programs->pdata[i]))
      g_ptr_array_add (chosen, programs->pdata[i]);
  g_ptr_array_sort_with_data (chosen, compare_programs, &focused);
}

/* What a program calls itself is known only once it has been read: where none fits, all are. */
static gboolean
add_named (GPtrArray *chosen, PelAtspiBus *bus, const char *part)
{
  GPtrArray *programs = pel_atspi_bus_get_programs (bus);

  for (guint i = 0; i < programs->len; i++)
    if (!is_guest (programs->pdata[i]) && is_named (programs->pdata[i], part))
      g_ptr_array_add (chosen, programs->pdata[i]);
  return chosen->len > 0;
}

static gboolean
add_program (GPtrArray *chosen, PelAtspiBus *bus, const char *bus_name, GError **error)
{
  PelAtspiProgram *program = pel_atspi_bus_find (bus, bus_name);

  if (program == NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_ELEMENT_NOT_FOUND,
                     NULL,
                     _ ("No program on the accessibility bus matches “%s”"),
                     bus_name);
      return FALSE;
    }
  while (is_guest (program))
    program = pel_atspi_program_get_host (program);
  g_ptr_array_add (chosen, program);
  return TRUE;
}

GPtrArray *
pel_atspi_scope_choose (const PelLook *look,
                        PelDesktop    *desktop,
                        PelAtspiBus   *bus,
                        gboolean      *ret_is_open,
                        GError       **error)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  PelWindow            *window = NULL;

  *ret_is_open = FALSE;
  if (look->kind == PEL_LOOK_PROGRAM)
    return add_program (chosen, bus, look->target, error) ? g_steal_pointer (&chosen) : NULL;
  if (look->kind == PEL_LOOK_APP)
    *ret_is_open = !add_named (chosen, bus, look->target);
  if (look->kind == PEL_LOOK_DESKTOP || *ret_is_open)
    add_all (chosen, bus, desktop);
  if (look->kind == PEL_LOOK_DESKTOP || look->kind == PEL_LOOK_APP)
    return g_steal_pointer (&chosen);

  if (!choose_window (look, desktop, &window, error))
    return NULL;
  if (window != NULL)
    add_by_pid (chosen, bus, pel_window_get_info (window)->pid);
  return g_steal_pointer (&chosen);
}

gboolean
pel_atspi_scope_narrow (const PelLook *look, GPtrArray *programs, GError **error)
{
  for (guint i = programs->len; i > 0; i--)
    if (!is_named (programs->pdata[i - 1], look->target))
      g_ptr_array_remove_index (programs, i - 1);
  if (programs->len > 0)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_ELEMENT_NOT_FOUND,
                 _ ("Run “pellucid windows” to list programs that have windows"),
                 _ ("No program that exposes elements matches “%s”"),
                 look->target);
  return FALSE;
}
