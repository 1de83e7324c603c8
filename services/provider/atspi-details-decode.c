/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-details-decode.h"

#include "services/base/text.h"
#include "services/provider/atspi-details.h"
#include "services/provider/atspi-method.h"

#include <atspi/atspi-constants.h>

#include <string.h>

/* clang-format off */
static const char *const relation_names[] = {
  [ATSPI_RELATION_NULL]             = "related to",
  [ATSPI_RELATION_LABEL_FOR]        = "label for",
  [ATSPI_RELATION_LABELLED_BY]      = "labelled by",
  [ATSPI_RELATION_CONTROLLER_FOR]   = "controller for",
  [ATSPI_RELATION_CONTROLLED_BY]    = "controlled by",
  [ATSPI_RELATION_MEMBER_OF]        = "member of",
  [ATSPI_RELATION_TOOLTIP_FOR]      = "tooltip for",
  [ATSPI_RELATION_NODE_CHILD_OF]    = "node child of",
  [ATSPI_RELATION_NODE_PARENT_OF]   = "node parent of",
  [ATSPI_RELATION_EXTENDED]         = "related to",
  [ATSPI_RELATION_FLOWS_TO]         = "flows to",
  [ATSPI_RELATION_FLOWS_FROM]       = "flows from",
  [ATSPI_RELATION_SUBWINDOW_OF]     = "subwindow of",
  [ATSPI_RELATION_EMBEDS]           = "embeds",
  [ATSPI_RELATION_EMBEDDED_BY]      = "embedded by",
  [ATSPI_RELATION_POPUP_FOR]        = "popup for",
  [ATSPI_RELATION_PARENT_WINDOW_OF] = "parent window of",
  [ATSPI_RELATION_DESCRIPTION_FOR]  = "description for",
  [ATSPI_RELATION_DESCRIBED_BY]     = "described by",
  [ATSPI_RELATION_DETAILS]          = "details",
  [ATSPI_RELATION_DETAILS_FOR]      = "details for",
  [ATSPI_RELATION_ERROR_MESSAGE]    = "error message",
  [ATSPI_RELATION_ERROR_FOR]        = "error for",
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (relation_names) == ATSPI_RELATION_LAST_DEFINED);

const char *
pel_relation_to_string (guint kind)
{
  return relation_names[kind < G_N_ELEMENTS (relation_names) ? kind : ATSPI_RELATION_NULL];
}

static gboolean
has_type (sd_bus_message *reply, const char *signature)
{
  return reply != NULL && sd_bus_message_has_signature (reply, signature);
}

static char *
dup_text (const char *text)
{
  return pel_text_repair (text, -1, PEL_DETAILS_MAX_BYTES - strlen ("…"));
}

static gboolean
read_attributes (sd_bus_message *reply, char ***ret_attributes)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  const char           *name, *value;

  if (sd_bus_message_enter_container (reply, 'a', "{ss}") < 0)
    return FALSE;
  while (texts->len < 2 * PEL_DETAILS_MAX_ATTRIBUTES &&
         sd_bus_message_read (reply, "{ss}", &name, &value) > 0)
    {
      g_ptr_array_add (texts, dup_text (name));
      g_ptr_array_add (texts, dup_text (value));
    }
  g_ptr_array_add (texts, NULL);
  *ret_attributes = (char **) g_ptr_array_free (g_steal_pointer (&texts), FALSE);
  return TRUE;
}

gboolean
pel_details_decode_attributes (sd_bus_message *reply, char ***ret_attributes)
{
  return has_type (reply, "a{ss}") && read_attributes (reply, ret_attributes);
}

gboolean
pel_details_decode_run (sd_bus_message *reply, char ***ret_attributes)
{
  return has_type (reply, "a{ss}ii") && read_attributes (reply, ret_attributes);
}

gboolean
pel_details_decode_actions (sd_bus_message *reply, GArray *actions)
{
  const char *name, *description, *key_binding;

  if (!has_type (reply, "a(sss)") || sd_bus_message_enter_container (reply, 'a', "(sss)") < 0)
    return FALSE;
  while (actions->len < PEL_DETAILS_MAX_ACTIONS &&
         sd_bus_message_read (reply, "(sss)", &name, &description, &key_binding) > 0)
    {
      PelActionInfo action = { dup_text (name), dup_text (description), dup_text (key_binding) };

      g_array_append_val (actions, action);
    }
  return TRUE;
}

/* A path that was shortened would be none any more. */
static char *
dup_path (const char *path)
{
  return g_strdup (strlen (path) <= PEL_DETAILS_MAX_BYTES ? path : PEL_ATSPI_NULL_PATH);
}

/* The objects that one relation is with. */
static int
read_relation (sd_bus_message *reply, guint kind, GArray *relations)
{
  const char *bus_name, *path;
  int         r = sd_bus_message_enter_container (reply, 'a', "(so)");

  while (r >= 0 && (r = sd_bus_message_read (reply, "(so)", &bus_name, &path)) > 0)
    {
      PelRelationInfo relation = { g_strdup (pel_relation_to_string (kind)),
                                   dup_text (bus_name),
                                   dup_path (path) };

      g_array_append_val (relations, relation);
      if (relations->len >= PEL_DETAILS_MAX_RELATIONS)
        return -1; /* enough: the rest is not read */
    }
  return r < 0 ? r : sd_bus_message_exit_container (reply);
}

gboolean
pel_details_decode_relations (sd_bus_message *reply, GArray *relations)
{
  guint kind;

  if (!has_type (reply, "a(ua(so))") || sd_bus_message_enter_container (reply, 'a', "(ua(so))") < 0)
    return FALSE;
  while (sd_bus_message_enter_container (reply, 'r', "ua(so)") > 0)
    if (sd_bus_message_read_basic (reply, 'u', &kind) < 0 ||
        read_relation (reply, kind, relations) < 0 || sd_bus_message_exit_container (reply) < 0)
      break;
  return TRUE;
}

gboolean
pel_details_decode_selection (sd_bus_message *reply, GArray *selections)
{
  PelTextRange range;

  if (!has_type (reply, "ii") || sd_bus_message_read (reply, "ii", &range.start, &range.end) < 0)
    return FALSE;
  g_array_append_val (selections, range);
  return TRUE;
}

gboolean
pel_details_decode_position (sd_bus_message *reply, int *row, int *column)
{
  int r, c;

  if (!has_type (reply, "v") || sd_bus_message_enter_container (reply, 'v', "(ii)") <= 0 ||
      sd_bus_message_read (reply, "(ii)", &r, &c) < 0)
    return FALSE;
  *row = r;
  *column = c;
  return TRUE;
}
