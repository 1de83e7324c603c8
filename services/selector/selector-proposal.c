/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/naming.h"
#include "services/selector/selector-writer.h"

/* An id is proposed only where no more elements than this must be read to see whether it is the
 * only one. By size and never by time: the same desktop gives the same selectors. */
#define MAX_ID_READS 2000

static void
append_text (GString *out, const char *key, const PelWording *wording)
{
  g_autofree char *told = g_strndup (wording->text, wording->length);
  g_autofree char *quoted = pel_selector_quote (told);

  g_string_append_printf (out, "%s%s%s", key, wording->is_cut ? "^=" : "=", quoted);
}

static void
append_words (GString *out, const PelElementKind *kind)
{
  g_autofree char *quoted = NULL;

  if (kind->name.text == NULL || kind->name.is_cut)
    {
      g_string_append_printf (out, "role=%s", pel_role_to_string (kind->role));
      if (kind->name.is_cut)
        append_text (out, " && name", &kind->name);
      return;
    }
  quoted = pel_selector_quote (kind->name.text);
  g_string_append_printf (out, "%s:%s", pel_role_to_string (kind->role), quoted);
}

static void
append_kind (GString *out, const PelElementKind *kind)
{
  append_words (out, kind);
  if (kind->is_visible)
    g_string_append (out, " && visible=true");
}

static void
append_app (GString *out, const PelNaming *naming)
{
  append_text (out, "app", &naming->app);
}

static void
append_window (GString *out, const PelNaming *naming)
{
  append_text (out, "window", &naming->window);
}

static void
append_near (GString *out, const PelNaming *naming)
{
  append_kind (out, &naming->near);
}

static void
append_outer (GString *out, const PelNaming *naming)
{
  append_kind (out, &naming->outer);
}

typedef void (*AppendFunc) (GString *out, const PelNaming *naming);

/* The steps that lead to a place. */
static const AppendFunc steps[][2] = {
  [PEL_NAMING_EVERYWHERE] = { NULL },
  [PEL_NAMING_IN_APP] = { append_app },
  [PEL_NAMING_IN_WINDOW] = { append_window },
  [PEL_NAMING_IN_NEAR] = { append_near },
  [PEL_NAMING_IN_OUTER] = { append_outer },
  [PEL_NAMING_IN_NEAR_OF_APP] = { append_app, append_near },
  [PEL_NAMING_IN_NEAR_OF_OUTER] = { append_outer, append_near },
};
G_STATIC_ASSERT (G_N_ELEMENTS (steps) == PEL_N_NAMING_PLACES);

static GString *
begin_in (const PelNaming *naming, PelNamingPlace place)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (steps[place]) && steps[place][i] != NULL; i++)
    {
      steps[place][i](out, naming);
      g_string_append (out, " >> ");
    }
  return out;
}

/* By id */

/* One that can stand behind “#” and cannot be taken for anything else. */
static gboolean
is_plain_id (const char *id)
{
  if (!g_ascii_isalpha (id[0]) && id[0] != '_')
    return FALSE;
  for (; *id != '\0'; id++)
    if (!g_ascii_isalnum (*id) && *id != '_' && *id != '-')
      return FALSE;
  return TRUE;
}

static void
propose_id_in (GPtrArray *proposals, const PelNaming *naming, PelNamingPlace place)
{
  const PelNamingCount *count = &naming->counts[place];
  g_autofree char      *quoted = pel_selector_quote (naming->id);
  GString              *out;

  if (count->position == 0 || count->n_elements > MAX_ID_READS || count->n_of_id != 1)
    return;
  out = begin_in (naming, place);
  if (is_plain_id (naming->id))
    g_string_append_printf (out, "#%s", naming->id);
  else
    g_string_append_printf (out, "id=%s", quoted);
  g_ptr_array_add (proposals, g_string_free (out, FALSE));
}

/* The elements of one role are fewer. */
static void
propose_id_and_role (GPtrArray *proposals, const PelNaming *naming)
{
  g_autofree char *quoted = pel_selector_quote (naming->id);
  GString         *out;

  if (naming->app.text == NULL || naming->n_of_role > MAX_ID_READS || naming->n_of_role_and_id != 1)
    return;
  out = g_string_new (NULL);
  append_app (out, naming);
  g_string_append_printf (out,
                          " && role=%s && id=%s",
                          pel_role_to_string (naming->kind.role),
                          quoted);
  g_ptr_array_add (proposals, g_string_free (out, FALSE));
}

/* By what it is */

typedef enum
{
  BY_NAME,   /* only what has one, and is the only one */
  BY_NUMBER, /* nth(N), unless it is the only one; in one anchor */
} Manner;

/* clang-format off */
/* In the order of preference. Where the count is what a resolver finds, it is sure. */
static const struct { PelNamingPlace place; Manner manner; gboolean is_sure; } forms[] = {
  { PEL_NAMING_EVERYWHERE,       BY_NAME,   TRUE  },
  { PEL_NAMING_IN_APP,           BY_NAME,   TRUE  },
  { PEL_NAMING_IN_WINDOW,        BY_NAME,   FALSE },
  { PEL_NAMING_IN_NEAR,          BY_NAME,   TRUE  },
  { PEL_NAMING_IN_OUTER,         BY_NAME,   TRUE  },
  { PEL_NAMING_IN_NEAR_OF_APP,   BY_NAME,   TRUE  },
  { PEL_NAMING_IN_NEAR_OF_OUTER, BY_NAME,   TRUE  },
  { PEL_NAMING_IN_NEAR,          BY_NUMBER, TRUE  },
  { PEL_NAMING_IN_NEAR_OF_APP,   BY_NUMBER, TRUE  },
  { PEL_NAMING_IN_NEAR_OF_OUTER, BY_NUMBER, TRUE  },
  { PEL_NAMING_IN_OUTER,         BY_NUMBER, TRUE  },
};
/* clang-format on */

static gboolean
is_worth_proposing (const PelNaming *naming, PelNamingPlace place, Manner manner)
{
  const PelNamingCount *count = &naming->counts[place];

  if (count->position == 0)
    return FALSE;
  if (manner == BY_NAME)
    return naming->kind.name.text != NULL && count->n_of_kind == 1;
  return count->n_anchors == 1;
}

static void
propose_in (GPtrArray *proposals, const PelNaming *naming, PelNamingPlace place)
{
  const PelNamingCount *count = &naming->counts[place];
  GString              *out = begin_in (naming, place);

  append_words (out, &naming->kind);
  if (naming->kind.is_visible && (count->n_hidden > 0 || count->n_of_kind > 1))
    g_string_append (out, " && visible=true");
  if (count->n_of_kind > 1)
    g_string_append_printf (out, " >> nth(%u)", count->position);
  g_ptr_array_add (proposals, g_string_free (out, FALSE));
}

/* Up to the first that is sure; there is always one. */
static void
propose_kind (GPtrArray *proposals, const PelNaming *naming)
{
  gboolean is_in_app = naming->counts[PEL_NAMING_IN_APP].position > 0;

  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    if (is_worth_proposing (naming, forms[i].place, forms[i].manner))
      {
        propose_in (proposals, naming, forms[i].place);
        if (forms[i].is_sure)
          return;
      }
  propose_in (proposals, naming, is_in_app ? PEL_NAMING_IN_APP : PEL_NAMING_EVERYWHERE);
}

/* By its text */

/* Which of the texts of its window that are the same, from 1. */
static guint
find_position (PelSnapshot *snapshot, PelElementId id)
{
  const char *name = pel_snapshot_get_name (snapshot, id);
  PelWindow  *window = pel_snapshot_find_window (snapshot, id);
  guint       position = 1;

  for (PelElementId other = 1; other < id; other++)
    position += pel_snapshot_get_ocr (snapshot, other) > 0 &&
                g_str_equal (pel_snapshot_get_name (snapshot, other), name) &&
                pel_snapshot_find_window (snapshot, other) == window;
  return position;
}

/* In its window: the others were not read. */
static void
propose_text (GPtrArray *proposals, PelSnapshot *snapshot, PelElementId id)
{
  g_autofree char *name = pel_selector_quote (pel_snapshot_get_name (snapshot, id));
  PelWindow       *window = pel_snapshot_find_window (snapshot, id);
  const char      *told = window != NULL ? pel_window_get_info (window)->title : "";
  g_autofree char *title = pel_selector_quote (told);

  if (told[0] == '\0')
    {
      g_ptr_array_add (proposals, g_strdup_printf ("ocr:%s", name));
      return;
    }
  g_ptr_array_add (proposals, g_strdup_printf ("window=%s >> ocr:%s", title, name));
  g_ptr_array_add (proposals,
                   g_strdup_printf ("window=%s >> ocr:%s >> nth(%u)",
                                    title,
                                    name,
                                    find_position (snapshot, id)));
}

GPtrArray *
pel_selector_propose (PelSnapshot *snapshot, PelElementId id, const PelFacts *facts)
{
  GPtrArray         *proposals;
  g_auto (PelNaming) naming = { 0 };

  g_return_val_if_fail (PEL_IS_SNAPSHOT (snapshot), NULL);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= pel_snapshot_get_n_elements (snapshot),
                        NULL);

  proposals = g_ptr_array_new_with_free_func (g_free);
  if (pel_snapshot_get_origin (snapshot, id) == PEL_ORIGIN_OCR &&
      pel_snapshot_get_ocr (snapshot, id) > 0)
    {
      propose_text (proposals, snapshot, id);
      return proposals;
    }
  pel_naming_init (&naming, snapshot, id, facts);
  if (naming.id != NULL)
    {
      propose_id_in (proposals, &naming, PEL_NAMING_EVERYWHERE);
      propose_id_in (proposals, &naming, PEL_NAMING_IN_APP);
      propose_id_and_role (proposals, &naming);
    }
  propose_kind (proposals, &naming);
  return proposals;
}
