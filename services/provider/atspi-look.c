/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-look.h"

#include "services/base/error.h"
#include "services/provider/atspi-scope.h"

#include <glib/gi18n.h>

#define DEFAULT_TIMEOUT_MS 5000
#define HEAD_START_MS      150 /* of the focused program before the others, while it answers */
#define RENEWAL_MS         50  /* what events have begun may take this long */
#define MAX_VALUE_ROUNDS   3   /* of reading values, while they go on to change */

struct _PelAtspiLook
{
  GTask           *task;
  PelLook          look; /* its strings are our own */
  PelAtspiLookFunc woken;
  gpointer         data;

  gboolean   is_listed, has_desktop;
  GPtrArray *programs; /* of PelAtspiProgram; NULL: not chosen yet */
  gboolean   is_open;  /* more programs than were meant */
  gboolean   has_begun;
  guint      n_started;
  guint      n_value_rounds; /* after the first */
  gboolean   is_late, is_cancelled;
  guint      timeout_id, head_start_id, renewal_id;
  GSource   *cancel_source; /* (nullable) */
};

static gboolean
late_cb (gpointer data)
{
  PelAtspiLook *self = data;

  self->timeout_id = 0;
  self->is_late = TRUE;
  self->woken (self, self->data);
  return G_SOURCE_REMOVE;
}

static gboolean
head_start_over_cb (gpointer data)
{
  PelAtspiLook *self = data;

  self->head_start_id = 0;
  self->woken (self, self->data);
  return G_SOURCE_REMOVE;
}

static gboolean
renewal_over_cb (gpointer data)
{
  PelAtspiLook *self = data;

  self->renewal_id = 0;
  self->woken (self, self->data);
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer data)
{
  PelAtspiLook *self = data;

  self->is_cancelled = TRUE;
  self->woken (self, self->data);
  return G_SOURCE_REMOVE;
}

static void
watch_cancellable (PelAtspiLook *self, GCancellable *cancellable)
{
  if (cancellable == NULL)
    return;
  self->cancel_source = g_cancellable_source_new (cancellable);
  g_source_set_callback (self->cancel_source, G_SOURCE_FUNC (cancelled_cb), self, NULL);
  g_source_attach (self->cancel_source, NULL);
}

PelAtspiLook *
pel_atspi_look_new (const PelLook *look, GTask *task, PelAtspiLookFunc woken, gpointer data)
{
  PelAtspiLook *self = g_new0 (PelAtspiLook, 1);
  guint         timeout_ms = look->timeout_ms != 0 ? look->timeout_ms : DEFAULT_TIMEOUT_MS;

  self->task = task;
  self->look = *look;
  self->look.target = g_strdup (look->target);
  self->look.anew = g_strdup (look->anew);
  self->look.doubted = look->doubted != NULL ? g_array_ref (look->doubted) : NULL;
  self->woken = woken;
  self->data = data;
  self->timeout_id = g_timeout_add (timeout_ms, late_cb, self);
  watch_cancellable (self, g_task_get_cancellable (task));
  return self;
}

void
pel_atspi_look_free (PelAtspiLook *self)
{
  if (self == NULL)
    return;
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  g_clear_handle_id (&self->head_start_id, g_source_remove);
  g_clear_handle_id (&self->renewal_id, g_source_remove);
  if (self->cancel_source != NULL)
    g_source_destroy (self->cancel_source);
  g_clear_pointer (&self->cancel_source, g_source_unref);
  g_clear_pointer (&self->programs, g_ptr_array_unref);
  g_free ((char *) self->look.target);
  g_free ((char *) self->look.anew);
  g_clear_pointer (&self->look.doubted, g_array_unref);
  g_object_unref (self->task);
  g_free (self);
}

void
pel_atspi_look_set_listed (PelAtspiLook *self)
{
  self->is_listed = TRUE;
}

void
pel_atspi_look_set_desktop (PelAtspiLook *self)
{
  self->has_desktop = TRUE;
}

gboolean
pel_atspi_look_has_begun (PelAtspiLook *self)
{
  return self->programs != NULL;
}

void
pel_atspi_look_forget (PelAtspiLook *self, PelAtspiProgram *program)
{
  guint index;

  if (self->programs == NULL || !g_ptr_array_find (self->programs, program, &index))
    return;
  g_ptr_array_remove_index (self->programs, index);
  if (index < self->n_started)
    self->n_started--;
}

static void
start_next (PelAtspiLook *self)
{
  PelAtspiProgram *program = self->programs->pdata[self->n_started++];

  if ((self->look.flags & PEL_LOOK_AGAIN) != 0)
    pel_atspi_program_read_again (program);
  else
    pel_atspi_program_read (program);
  if (self->look.anew != NULL)
    pel_atspi_program_read_anew (program, self->look.anew);
  if (self->look.doubted != NULL)
    pel_atspi_program_read_doubted (program, self->look.doubted);
  if ((self->look.flags & PEL_LOOK_VALUES) != 0)
    pel_atspi_program_read_values (program);
  if ((self->look.flags & PEL_LOOK_PLACES) != 0)
    pel_atspi_program_read_places (program);
}

/* Who wants to see whatever is there does not wait for what was silent. */
static gboolean
is_waited_for (PelAtspiLook *self, PelAtspiProgram *program)
{
  gboolean is_meant = self->look.kind != PEL_LOOK_DESKTOP && !self->is_open;

  return is_meant || !pel_atspi_program_is_suspect (program);
}

/* What programs show of other processes is read with them. */
static void
add_guests (PelAtspiLook *self, PelAtspiBus *bus)
{
  for (guint i = 0; i < self->n_started; i++)
    pel_atspi_bus_list_guests (bus, self->programs->pdata[i], self->programs);
}

static gboolean
is_inviting (PelAtspiLook *self, PelAtspiBus *bus)
{
  for (guint i = 0; i < self->n_started; i++)
    if (pel_atspi_bus_is_inviting (bus, self->programs->pdata[i]))
      return (self->look.flags & PEL_LOOK_AT_ONCE) == 0;
  return FALSE;
}

static gboolean
any_program (PelAtspiLook *self, gboolean (*is_so) (PelAtspiProgram *program))
{
  for (guint i = 0; i < self->n_started; i++)
    if (is_so (self->programs->pdata[i]) && is_waited_for (self, self->programs->pdata[i]))
      return TRUE;
  return FALSE;
}

/* A program is waited for until it has been read; where that was done before the look began, it
 * may finish what it has just told. */
static gboolean
is_busy (PelAtspiLook *self)
{
  if ((self->look.flags & PEL_LOOK_AT_ONCE) != 0)
    return FALSE;
  if ((self->look.flags & PEL_LOOK_PLACES) != 0 && any_program (self, pel_atspi_program_is_placing))
    return TRUE;
  return any_program (self, pel_atspi_program_is_reading) ||
         any_program (self, pel_atspi_program_is_confirming) ||
         (self->renewal_id != 0 && any_program (self, pel_atspi_program_is_busy));
}

static gboolean
has_more (PelAtspiLook *self)
{
  return self->n_started < self->programs->len && (self->look.flags & PEL_LOOK_AT_ONCE) == 0;
}

/* The focused program has a head start: a large one beside it would hold it up. */
static void
start_programs (PelAtspiLook *self)
{
  if (!self->has_begun && self->programs->len > 0)
    {
      self->has_begun = TRUE;
      self->renewal_id = g_timeout_add (RENEWAL_MS, renewal_over_cb, self);
      self->head_start_id = g_timeout_add (HEAD_START_MS, head_start_over_cb, self);
      start_next (self);
    }
  if (self->head_start_id != 0 && any_program (self, pel_atspi_program_is_reading))
    return;
  g_clear_handle_id (&self->head_start_id, g_source_remove);
  while (self->n_started < self->programs->len)
    start_next (self);
}

/* An event that came while the look was busy with something else may have made a value unsure that
 * had been read already. TRUE: something is read again. */
static gboolean
renew_values (PelAtspiLook *self)
{
  if ((self->look.flags & PEL_LOOK_VALUES) == 0 || (self->look.flags & PEL_LOOK_AT_ONCE) != 0 ||
      self->n_value_rounds >= MAX_VALUE_ROUNDS ||
      !any_program (self, pel_atspi_program_doubts_values))
    return FALSE;
  self->n_value_rounds++;
  for (guint i = 0; i < self->n_started; i++)
    if (pel_atspi_program_doubts_values (self->programs->pdata[i]))
      pel_atspi_program_read_values (self->programs->pdata[i]);
  return is_busy (self);
}

static gboolean
choose (PelAtspiLook *self, PelDesktop *desktop, PelAtspiBus *bus, GError **error)
{
  if (self->programs != NULL)
    return TRUE;
  if (self->is_listed && self->has_desktop)
    self->programs = pel_atspi_scope_choose (&self->look, desktop, bus, &self->is_open, error);
  else if (self->is_late)
    pel_set_error (error, PEL_ERROR_TIMEOUT, NULL, "%s", _ ("The desktop did not respond in time"));
  return self->programs != NULL;
}

GPtrArray *
pel_atspi_look_advance (PelAtspiLook *self, PelDesktop *desktop, PelAtspiBus *bus, GError **error)
{
  if (self->is_cancelled)
    {
      g_cancellable_set_error_if_cancelled (g_task_get_cancellable (self->task), error);
      return NULL;
    }
  if (!choose (self, desktop, bus, error))
    return NULL;
  start_programs (self);
  add_guests (self, bus);
  start_programs (self);
  if (!self->is_late &&
      (has_more (self) || is_busy (self) || is_inviting (self, bus) || renew_values (self)))
    return NULL;
  if (self->is_open && !pel_atspi_scope_narrow (&self->look, self->programs, error))
    return NULL;
  return self->programs;
}

void
pel_atspi_look_return (PelAtspiLook *self, PelSnapshot *snapshot)
{
  g_task_return_pointer (self->task, snapshot, g_object_unref);
}

void
pel_atspi_look_fail (PelAtspiLook *self, GError *error)
{
  g_task_return_error (self->task, error);
}
