/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/row-text.h"

#include "inspector/role-icon.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

/* More than this of a name no row has room for. */
#define NAME_CHARS 120

/* States that are worth a word in a row; most elements have none of them. */
/* clang-format off */
static const struct { PelState state; const char *word; } told_states[] = {
  { PEL_STATE_FOCUSED,       N_ ("focused")       },
  { PEL_STATE_CHECKED,       N_ ("checked")       },
  { PEL_STATE_PRESSED,       N_ ("pressed")       },
  { PEL_STATE_SELECTED,      N_ ("selected")      },
  { PEL_STATE_EXPANDED,      N_ ("expanded")      },
  { PEL_STATE_BUSY,          N_ ("busy")          },
  { PEL_STATE_MODAL,         N_ ("modal")         },
  { PEL_STATE_REQUIRED,      N_ ("required")      },
  { PEL_STATE_INVALID_ENTRY, N_ ("invalid entry") },
};
/* clang-format on */

/* (transfer full): one line of at most NAME_CHARS. */
static char *
dup_name (const char *name)
{
  g_autofree char *cut = NULL;

  if (g_utf8_strlen (name, -1) <= NAME_CHARS)
    return pel_text_isolate (name);
  cut = g_utf8_substring (name, 0, NAME_CHARS);
  return pel_text_isolate (cut);
}

static void
add_word (GString *text, const char *word)
{
  if (text->len > 0)
    g_string_append (text, ", ");
  g_string_append (text, word);
}

static char *
dup_note (PelElementItem *item)
{
  PelStates states = pel_element_item_get_states (item);
  PelRole   role = pel_element_item_get_role (item);
  GString  *text = g_string_new (NULL);

  if (pel_element_item_is_gone (item))
    add_word (text, _ ("gone"));
  if (pel_element_item_is_blocked (item))
    add_word (text, _ ("blocked by policy"));
  for (gsize i = 0; i < G_N_ELEMENTS (told_states); i++)
    if (pel_states_has (states, told_states[i].state))
      add_word (text, _ (told_states[i].word));
  if (pel_role_is_interactive (role) && !pel_states_is_enabled (states))
    add_word (text, _ ("disabled"));
  return g_string_free (text, FALSE);
}

static void
describe_element (PelRowText *self, PelElementItem *item)
{
  PelRole          role = pel_element_item_get_role (item);
  gboolean         has_name = pel_element_item_get_name (item)[0] != '\0';
  g_autofree char *name = dup_name (pel_element_item_get_name (item));

  self->icon = pel_role_get_icon_name (role);
  self->kind = pel_role_to_string (role);
  self->note = dup_note (item);
  self->is_dim = !pel_element_item_is_visible (item) || pel_element_item_is_gone (item);
  /* Translators: the name of something, in quotes */
  self->name = has_name ? g_strdup_printf (_ ("“%s”"), name) : g_strdup ("");
}

static char *
dup_program_note (PelProgramItem *item)
{
  const char     *problem = pel_program_item_get_problem (item);
  const char     *toolkit = pel_program_item_get_toolkit (item);
  PelProgramState state = pel_program_item_get_state (item);
  guint           n = pel_program_item_get_n_elements (item);

  if (problem != NULL)
    return pel_text_isolate (problem);
  if (state == PEL_PROGRAM_LOADING)
    return g_strdup (_ ("Loading…"));
  if (state == PEL_PROGRAM_GROWING)
    return g_strdup_printf (ngettext ("%u element so far…", "%u elements so far…", n), n);
  if (state == PEL_PROGRAM_STOPPED)
    return g_strdup_printf (ngettext ("stopped at %u element", "stopped at %u elements", n), n);
  if (state == PEL_PROGRAM_READY && pel_program_item_is_truncated (item))
    return g_strdup (_ ("incomplete"));
  return toolkit[0] != '\0' ? pel_text_isolate (toolkit) : g_strdup ("");
}

static void
describe_program (PelRowText *self, PelProgramItem *item)
{
  PelProgramState state = pel_program_item_get_state (item);

  self->icon = pel_role_get_icon_name (PEL_ROLE_APPLICATION);
  self->kind = "";
  self->note = dup_program_note (item);
  self->is_dim = state == PEL_PROGRAM_SILENT;
  self->is_busy = state == PEL_PROGRAM_LOADING || state == PEL_PROGRAM_GROWING;
  self->can_stop = self->is_busy;
  self->is_bold = TRUE;
  self->name = pel_program_item_get_name (item)[0] != '\0'
                   ? dup_name (pel_program_item_get_name (item))
                   : g_strdup_printf (_ ("Process %d"), (int) pel_program_item_get_pid (item));
}

/* What keeps names apart on the screen is of no use to the ear. */
static char *
dup_label (const PelRowText *self)
{
  GString *text = g_string_new (self->kind);

  if (self->name[0] != '\0' && text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, self->name);
  if (self->note[0] != '\0')
    add_word (text, self->note);
  g_string_replace (text, "\u2068", "", 0);
  g_string_replace (text, "\u2069", "", 0);
  return g_string_free (text, FALSE);
}

void
pel_row_text_init (PelRowText *self, gpointer item)
{
  *self = (PelRowText){ NULL };
  if (PEL_IS_PROGRAM_ITEM (item))
    describe_program (self, item);
  else
    describe_element (self, item);
  self->label = dup_label (self);
}

void
pel_row_text_clear (PelRowText *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->note, g_free);
  g_clear_pointer (&self->label, g_free);
}
