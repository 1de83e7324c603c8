/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/pick-typing.h"

#include "overlay/pick-hints.h"

#include <stdlib.h>
#include <xkbcommon/xkbcommon-keysyms.h>

#define MAX_DIGITS 5

PelPickTyping *
pel_pick_typing_new (void)
{
  PelPickTyping *self = g_new0 (PelPickTyping, 1);

  self->text = g_string_new (NULL);
  return self;
}

void
pel_pick_typing_clear (PelPickTyping *self)
{
  g_string_truncate (self->text, 0);
  g_clear_pointer (&self->hinted, pel_region_list_unref);
  g_clear_pointer (&self->hints, g_strfreev);
  self->wants_hints = FALSE;
}

void
pel_pick_typing_free (PelPickTyping *self)
{
  pel_pick_typing_clear (self);
  g_string_free (self->text, TRUE);
  g_free (self);
}

/* One that leads nowhere is not taken, so that no one has to erase it. */
static gboolean
take_letter (PelPickTyping *self, char letter)
{
  g_string_append_c (self->text, letter);
  if (self->hints != NULL &&
      !pel_pick_hints_has ((const char *const *) self->hints, self->text->str))
    g_string_truncate (self->text, self->text->len - 1);
  return TRUE;
}

void
pel_pick_typing_want_hints (PelPickTyping *self)
{
  pel_pick_typing_clear (self);
  self->wants_hints = TRUE;
}

void
pel_pick_typing_start_hints (PelPickTyping *self, PelRegionList *list)
{
  g_autofree char *typed = g_strdup (self->text->str);

  pel_pick_typing_clear (self);
  self->hinted = pel_region_list_ref (list);
  self->hints = pel_pick_hints_make (list->regions->len);
  for (const char *letter = typed; *letter != '\0'; letter++)
    take_letter (self, *letter);
}

gboolean
pel_pick_typing_is_active (const PelPickTyping *self)
{
  return self->text->len > 0 || self->hinted != NULL || self->wants_hints;
}

/* 0 where it is none. Those beside the letters and those on the right count alike. */
static char
get_digit (guint keysym)
{
  if (keysym >= XKB_KEY_0 && keysym <= XKB_KEY_9)
    return (char) ('0' + keysym - XKB_KEY_0);
  if (keysym >= XKB_KEY_KP_0 && keysym <= XKB_KEY_KP_9)
    return (char) ('0' + keysym - XKB_KEY_KP_0);
  return 0;
}

/* 0 where it is none. */
static char
get_letter (guint keysym)
{
  if (keysym >= XKB_KEY_a && keysym <= XKB_KEY_z)
    return (char) ('a' + keysym - XKB_KEY_a);
  if (keysym >= XKB_KEY_A && keysym <= XKB_KEY_Z)
    return (char) ('a' + keysym - XKB_KEY_A);
  return 0;
}

static gboolean
take_digit (PelPickTyping *self, char digit)
{
  if (self->hinted != NULL || self->wants_hints)
    pel_pick_typing_clear (self);
  if (self->text->len == MAX_DIGITS)
    g_string_truncate (self->text, 0);
  g_string_append_c (self->text, digit);
  return TRUE;
}

gboolean
pel_pick_typing_take (PelPickTyping *self, guint keysym)
{
  if (get_digit (keysym) != 0)
    return take_digit (self, get_digit (keysym));
  if ((self->hinted != NULL || self->wants_hints) && get_letter (keysym) != 0)
    return take_letter (self, get_letter (keysym));
  if (keysym == XKB_KEY_BackSpace && self->text->len > 0)
    {
      g_string_truncate (self->text, self->text->len - 1);
      return TRUE;
    }
  return FALSE;
}

PelRegion *
pel_pick_typing_find (const PelPickTyping *self, PelRegionList *list)
{
  guint index;

  if (self->text->len == 0 || self->wants_hints)
    return NULL;
  if (self->hinted == NULL)
    return list != NULL ? pel_region_list_find_index (list, (guint) atoi (self->text->str)) : NULL;
  if (!pel_pick_hints_find ((const char *const *) self->hints, self->text->str, &index))
    return NULL;
  return g_ptr_array_index (self->hinted->regions, index);
}

gboolean
pel_pick_typing_leads_on (const PelPickTyping *self, PelRegionList *list)
{
  for (guint i = 0; i < list->regions->len; i++)
    {
      char number[12];

      g_snprintf (number,
                  sizeof number,
                  "%u",
                  ((PelRegion *) g_ptr_array_index (list->regions, i))->index);
      if (g_str_has_prefix (number, self->text->str))
        return TRUE;
    }
  return FALSE;
}

void
pel_pick_typing_guide (const PelPickTyping *self, PelOverlayGuide *guide)
{
  if (self->hinted == NULL)
    return;
  guide->list = self->hinted;
  guide->hints = pel_pick_hints_narrow ((const char *const *) self->hints, self->text->str);
}
