/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/text.h"
#include "services/element/secret.h"
#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-details-decode.h"
#include "services/provider/atspi-details-private.h"

#include <math.h>
#include <string.h>

#define ACCESSIBLE "org.a11y.atspi.Accessible"
#define ACTION     "org.a11y.atspi.Action"
#define TABLE      "org.a11y.atspi.Table"
#define TABLE_CELL "org.a11y.atspi.TableCell"
#define TEXT       "org.a11y.atspi.Text"
#define VALUE      "org.a11y.atspi.Value"

static gboolean
take_text_into (sd_bus_message *reply, char **text)
{
  const char *told;

  if (!pel_atspi_decode_text_property (reply, &told))
    return FALSE;
  g_free (*text);
  *text = pel_text_repair (told, -1, PEL_DETAILS_MAX_BYTES - strlen ("…"));
  return TRUE;
}

/* What it is. */

static gboolean
take_role (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  reading->has_role = pel_atspi_decode_uint (reply, &reading->native_role);
  return reading->has_role;
}

static gboolean
take_name (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return take_text_into (reply, &reading->name);
}

static gboolean
take_id (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return take_text_into (reply, &reading->reading->id);
}

static gboolean
take_states (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  reading->has_states = pel_atspi_decode_states (reply, &reading->states);
  return reading->has_states;
}

static gboolean
take_interfaces (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return pel_atspi_decode_interfaces (reply, &reading->interfaces);
}

static gboolean
take_attributes (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return pel_details_decode_attributes (reply, &reading->reading->attributes);
}

/* What else is to be told. */

static gboolean
take_description (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return take_text_into (reply, &reading->reading->description);
}

static gboolean
take_action_name (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  PelActionInfo action = { NULL, g_strdup (""), g_strdup ("") };
  const char   *name = "";

  pel_atspi_decode_text (reply, &name);
  action.name = pel_text_repair (name, -1, PEL_DETAILS_MAX_BYTES - strlen ("…"));
  g_array_append_val (reading->reading->actions, action);
  return TRUE;
}

/* clang-format off */
static const PelDetailsQuestion action_name_question = { { ACTION, "GetName", NULL, "i" }, .take = take_action_name };
/* clang-format on */

static gboolean
take_action_count (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  int n_actions;

  if (!pel_atspi_decode_int_property (reply, &n_actions))
    return FALSE;
  for (int i = 0; i < MIN (n_actions, PEL_DETAILS_MAX_ACTIONS); i++)
    pel_details_ask (reading, &action_name_question, i, 0);
  return TRUE;
}

/* clang-format off */
static const PelDetailsQuestion action_count_question = { { ACTION, NULL, "NActions", NULL }, .take = take_action_count };
/* clang-format on */

/* The list has names in the language of the person; this one is for programs. */
static gboolean
take_true_name (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  PelActionInfo *action;
  const char    *name;

  if (!pel_atspi_decode_text (reply, &name) || name[0] == '\0')
    return FALSE;
  action = &g_array_index (reading->reading->actions, PelActionInfo, first);
  g_free (action->name);
  action->name = pel_text_repair (name, -1, PEL_DETAILS_MAX_BYTES);
  return TRUE;
}

/* clang-format off */
static const PelDetailsQuestion true_name_question = { { ACTION, "GetName", NULL, "i" }, .take = take_true_name };
/* clang-format on */

/* Some toolkits tell actions only one by one. */
static gboolean
take_actions (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  if (pel_details_decode_actions (reply, reading->reading->actions))
    {
      for (guint i = 0; i < reading->reading->actions->len; i++)
        pel_details_ask (reading, &true_name_question, i, 0);
      return TRUE;
    }
  pel_details_ask (reading, &action_count_question, 0, 0);
  return FALSE;
}

static gboolean
take_double (sd_bus_message *reply, double *value)
{
  double told;

  if (!pel_atspi_decode_double_property (reply, &told) || !isfinite (told))
    return FALSE;
  *value = told;
  return TRUE;
}

static gboolean
take_number (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  reading->reading->has_value = take_double (reply, &reading->reading->value);
  return reading->reading->has_value;
}

static gboolean
take_minimum (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return take_double (reply, &reading->reading->minimum);
}

static gboolean
take_maximum (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return take_double (reply, &reading->reading->maximum);
}

static gboolean
take_step (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return take_double (reply, &reading->reading->step);
}

static gboolean
take_number_text (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return take_text_into (reply, &reading->number_text);
}

/* The beginning of a field's text is its value. */
static gboolean
take_field_text (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  const char *text;

  if (!pel_atspi_decode_text (reply, &text))
    return FALSE;
  g_free (reading->reading->value_text);
  reading->reading->value_text = pel_text_repair (text, -1, PEL_DETAILS_MAX_BYTES - strlen ("…"));
  return TRUE;
}

static gsize
get_max_text (const PelDetailsReading *reading)
{
  return reading->text_end < 0 ? PEL_DETAILS_MAX_BYTES : PEL_DETAILS_MAX_TEXT;
}

/* Without a mark where it is cut: what is told of a text is the text. */
static gboolean
take_text (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  PelElementReading *told = reading->reading;
  gsize              max_bytes = get_max_text (reading);
  const char        *text;

  if (!pel_atspi_decode_text (reply, &text))
    return FALSE;
  told->text = g_utf8_make_valid (text, -1);
  if (strlen (told->text) <= max_bytes)
    return TRUE;
  while (((guchar) told->text[max_bytes] & 0xc0) == 0x80)
    max_bytes--;
  told->text[max_bytes] = '\0';
  told->is_text_cut = TRUE;
  return TRUE;
}

/* clang-format off */
static const PelDetailsQuestion text_question = { { TEXT, "GetText", NULL, "ii" }, .take = take_text };
/* clang-format on */

/* Only what there is is asked for: not every toolkit bears an end beyond the end. */
static gboolean
take_character_count (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  PelElementReading *told = reading->reading;
  int                start, end, last;

  if (!pel_atspi_decode_int_property (reply, &told->n_chars))
    return FALSE;
  told->n_chars = MAX (told->n_chars, 0);
  start = CLAMP (reading->text_start, 0, told->n_chars);
  last = reading->text_end < 0 ? told->n_chars : CLAMP (reading->text_end, start, told->n_chars);
  end = MIN (last, start + (int) MIN (get_max_text (reading), (gsize) (G_MAXINT - start)));
  told->is_text_cut = end < last;
  if (start < end)
    pel_details_ask (reading, &text_question, start, end);
  else
    told->text = g_strdup ("");
  return TRUE;
}

static gboolean
take_caret (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return pel_atspi_decode_int_property (reply, &reading->reading->caret);
}

static gboolean
take_selection (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return pel_details_decode_selection (reply, reading->reading->selections);
}

/* clang-format off */
static const PelDetailsQuestion selection_question = { { TEXT, "GetSelection", NULL, "i" }, .take = take_selection };
/* clang-format on */

static gboolean
take_selection_count (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  int n_selections;

  if (!pel_atspi_decode_int (reply, &n_selections))
    return FALSE;
  for (int i = 0; i < MIN (n_selections, PEL_DETAILS_MAX_SELECTIONS); i++)
    pel_details_ask (reading, &selection_question, i, 0);
  return TRUE;
}

static gboolean
take_relations (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return pel_details_decode_relations (reply, reading->reading->relations);
}

static gboolean
take_n_rows (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  reading->reading->has_table = pel_atspi_decode_int_property (reply, &reading->reading->n_rows);
  return reading->reading->has_table;
}

static gboolean
take_n_columns (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return pel_atspi_decode_int_property (reply, &reading->reading->n_columns);
}

static gboolean
take_position (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  PelElementReading *told = reading->reading;

  told->has_cell = pel_details_decode_position (reply, &told->row, &told->column);
  return told->has_cell;
}

static gboolean
take_row_span (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return pel_atspi_decode_int_property (reply, &reading->reading->row_span);
}

static gboolean
take_column_span (PelDetailsReading *reading, sd_bus_message *reply, gint32 first)
{
  return pel_atspi_decode_int_property (reply, &reading->reading->column_span);
}

/* clang-format off */
/* What it is: asked of every element, before anything else. */
static const PelDetailsQuestion first_questions[] = {
  { { ACCESSIBLE, "GetRole",       NULL,           NULL }, .take = take_role       },
  { { ACCESSIBLE, NULL,            "Name",         NULL }, .take = take_name       },
  { { ACCESSIBLE, NULL,            "AccessibleId", NULL }, .take = take_id         },
  { { ACCESSIBLE, "GetState",      NULL,           NULL }, .take = take_states     },
  { { ACCESSIBLE, "GetInterfaces", NULL,           NULL }, .take = take_interfaces },
  { { ACCESSIBLE, "GetAttributes", NULL,           NULL }, .take = take_attributes },
};

static const PelDetailsQuestion questions[] = {
  { { ACCESSIBLE, NULL, "Description",       NULL }, PEL_READ_TEXTS,     0,                        FALSE, take_description     },
  { { ACTION,     "GetActions", NULL,        NULL }, PEL_READ_ACTIONS,   PEL_INTERFACE_ACTION,     FALSE, take_actions         },
  { { VALUE,      NULL, "CurrentValue",      NULL }, PEL_READ_VALUE,     PEL_INTERFACE_VALUE,      TRUE,  take_number          },
  { { VALUE,      NULL, "MinimumValue",      NULL }, PEL_READ_VALUE,     PEL_INTERFACE_VALUE,      TRUE,  take_minimum         },
  { { VALUE,      NULL, "MaximumValue",      NULL }, PEL_READ_VALUE,     PEL_INTERFACE_VALUE,      TRUE,  take_maximum         },
  { { VALUE,      NULL, "MinimumIncrement",  NULL }, PEL_READ_VALUE,     PEL_INTERFACE_VALUE,      TRUE,  take_step            },
  { { VALUE,      NULL, "Text",              NULL }, PEL_READ_VALUE,     PEL_INTERFACE_VALUE,      TRUE,  take_number_text     },
  { { TEXT,       NULL, "CharacterCount",    NULL }, PEL_READ_TEXT,      PEL_INTERFACE_TEXT,       TRUE,  take_character_count },
  { { TEXT,       NULL, "CaretOffset",       NULL }, PEL_READ_TEXT,      PEL_INTERFACE_TEXT,       TRUE,  take_caret           },
  { { TEXT,       "GetNSelections", NULL,    NULL }, PEL_READ_TEXT,      PEL_INTERFACE_TEXT,       TRUE,  take_selection_count },
  { { ACCESSIBLE, "GetRelationSet", NULL,    NULL }, PEL_READ_RELATIONS, 0,                        FALSE, take_relations       },
  { { TABLE,      NULL, "NRows",             NULL }, PEL_READ_TABLE,     PEL_INTERFACE_TABLE,      FALSE, take_n_rows          },
  { { TABLE,      NULL, "NColumns",          NULL }, PEL_READ_TABLE,     PEL_INTERFACE_TABLE,      FALSE, take_n_columns       },
  { { TABLE_CELL, NULL, "Position",          NULL }, PEL_READ_TABLE,     PEL_INTERFACE_TABLE_CELL, FALSE, take_position        },
  { { TABLE_CELL, NULL, "RowSpan",           NULL }, PEL_READ_TABLE,     PEL_INTERFACE_TABLE_CELL, FALSE, take_row_span        },
  { { TABLE_CELL, NULL, "ColumnSpan",        NULL }, PEL_READ_TABLE,     PEL_INTERFACE_TABLE_CELL, FALSE, take_column_span     },
};

static const PelDetailsQuestion field_question = { { TEXT, "GetText", NULL, "ii" }, .take = take_field_text };
/* clang-format on */

static const char *
find_attribute (const PelDetailsReading *reading, const char *name)
{
  char **attributes = reading->reading->attributes;

  for (guint i = 0; attributes != NULL && attributes[i] != NULL; i += 2)
    if (g_str_equal (attributes[i], name))
      return attributes[i + 1];
  return NULL;
}

static gboolean
is_field (const PelDetailsReading *reading)
{
  PelRole role = pel_role_from_atspi (reading->native_role);

  return (reading->interfaces & PEL_INTERFACE_TEXT) != 0 &&
         (role == PEL_ROLE_EDIT || role == PEL_ROLE_COMBO_BOX || role == PEL_ROLE_SPINNER ||
          pel_states_has (reading->states, PEL_STATE_EDITABLE));
}

/* What does not tell its states may be edited. */
static gboolean
is_secret (const PelDetailsReading *reading, const char *id)
{
  PelStates states = reading->has_states ? reading->states : PEL_STATE_BIT (PEL_STATE_EDITABLE);

  return pel_is_secret (reading->native_role, states, reading->name, id);
}

/* Now that it is known what it is. */
void
pel_details_ask_further (PelDetailsReading *reading)
{
  PelElementReading *told = reading->reading;

  if ((told->id == NULL || told->id[0] == '\0') && find_attribute (reading, "id") != NULL)
    {
      g_free (told->id);
      told->id = g_strdup (find_attribute (reading, "id"));
    }
  told->class = g_strdup (find_attribute (reading, "class"));
  /* what does not tell what it is may be anything */
  told->is_secret = !reading->has_role || is_secret (reading, told->id) ||
                    is_secret (reading, find_attribute (reading, "id"));
  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    if ((reading->flags & questions[i].flags) != 0 &&
        (reading->interfaces & questions[i].needs) == questions[i].needs &&
        !(questions[i].is_private && told->is_secret))
      pel_details_ask (reading, &questions[i], 0, 0);
  if ((reading->flags & PEL_READ_VALUE) != 0 && is_field (reading) && !told->is_secret)
    pel_details_ask (reading, &field_question, 0, PEL_DETAILS_MAX_BYTES);
}

/* A number has a wording too: the program's own, the text that a field shows, or itself. */
static void
word_value (PelDetailsReading *reading)
{
  PelElementReading *told = reading->reading;
  char               text[G_ASCII_DTOSTR_BUF_SIZE];

  if (reading->number_text != NULL && reading->number_text[0] != '\0')
    {
      g_free (told->value_text);
      told->value_text = g_steal_pointer (&reading->number_text);
    }
  if (told->has_value && told->value_text == NULL)
    told->value_text = g_strdup (g_ascii_formatd (text, sizeof text, "%.6g", told->value));
}

void
pel_details_ask_first (PelDetailsReading *reading)
{
  for (gsize i = 0; i < G_N_ELEMENTS (first_questions); i++)
    pel_details_ask (reading, &first_questions[i], 0, 0);
}

void
pel_details_finish (PelDetailsReading *reading)
{
  word_value (reading);
  if ((reading->flags & PEL_READ_TEXTS) == 0)
    g_clear_pointer (&reading->reading->attributes, g_strfreev);
}
