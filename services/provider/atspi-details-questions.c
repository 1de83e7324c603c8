/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/text.h"
#include "services/element/secret-fields.h"
#include "services/element/secret.h"
#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-details-decode.h"
#include "services/provider/atspi-details-private.h"
#include "services/provider/atspi-method.h"

#include <atspi/atspi-constants.h>
#include <math.h>
#include <string.h>

#define MAX_LABELS 8

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
take_role (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  reading->has_role = pel_atspi_decode_uint (reply, &reading->native_role);
  return reading->has_role;
}

static gboolean
take_name (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return take_text_into (reply, &reading->name);
}

/* What is only a number counts the objects of this run, as in WebKit. */
static gboolean
take_id (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  char   **id = &reading->reading->id;
  gboolean is_there = take_text_into (reply, id);

  if (*id != NULL && (*id)[strspn (*id, "0123456789")] == '\0')
    g_clear_pointer (id, g_free);
  return is_there;
}

static gboolean
take_states (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  reading->has_states = pel_atspi_decode_states (reply, &reading->states);
  return reading->has_states;
}

static gboolean
take_interfaces (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return pel_atspi_decode_interfaces (reply, &reading->interfaces);
}

static gboolean
take_attributes (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return pel_details_decode_attributes (reply, &reading->reading->attributes);
}

static gboolean
take_description (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return take_text_into (reply, &reading->reading->description);
}

/* A moving window does not move what is in it. */
static gboolean
take_place (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  PelElementReading *told = reading->reading;
  PelToolkitRect     rect;

  if (!pel_atspi_decode_extents (reply, &rect))
    return FALSE;
  told->has_place = TRUE;
  told->place_x = rect.x;
  told->place_y = rect.y;
  told->place_width = rect.width;
  told->place_height = rect.height;
  return TRUE;
}

/* A label that does not tell its name may say anything. That it answers says nothing of the
 * element. */
static gboolean
take_label (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  const char *name;

  if (!pel_atspi_decode_text_property (reply, &name) ||
      pel_is_secret (ATSPI_ROLE_ENTRY, 0, name, NULL))
    reading->has_secret_label = TRUE;
  return FALSE;
}

static const PelDetailsQuestion label_question = { &pel_atspi_get_name, .take = take_label };

/* Not every toolkit makes what labels a field its name. */
static gboolean
take_relations (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  GArray *relations = reading->reading->relations;

  if (!pel_details_decode_relations (reply, relations))
    return FALSE;
  for (guint i = 0, n = 0; i < relations->len && n < MAX_LABELS; i++)
    {
      const PelRelationInfo *relation = &g_array_index (relations, PelRelationInfo, i);

      if (!g_str_equal (relation->kind, pel_relation_to_string (ATSPI_RELATION_LABELLED_BY)) ||
          (reading->bus_name != NULL && !g_str_equal (relation->bus_name, reading->bus_name)) ||
          g_str_equal (relation->path, PEL_ATSPI_NULL_PATH))
        continue;
      pel_details_ask_at (reading, &label_question, relation->path);
      n++;
    }
  return TRUE;
}

/* What else is to be told. */

static gboolean
take_action_name (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  PelActionInfo action = { NULL, g_strdup (""), g_strdup ("") };
  const char   *name = "";

  pel_atspi_decode_text (reply, &name);
  action.name = pel_text_repair (name, -1, PEL_DETAILS_MAX_BYTES - strlen ("…"));
  g_array_append_val (reading->reading->actions, action);
  return TRUE;
}

static const PelDetailsQuestion action_name_question = { &pel_atspi_get_action_name,
                                                         .take = take_action_name };

static gboolean
take_action_count (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  int n_actions;

  if (!pel_atspi_decode_int_property (reply, &n_actions))
    return FALSE;
  for (int i = 0; i < MIN (n_actions, PEL_DETAILS_MAX_ACTIONS); i++)
    pel_details_ask (reading, &action_name_question, i, 0);
  return TRUE;
}

static const PelDetailsQuestion action_count_question = { &pel_atspi_get_n_actions,
                                                          .take = take_action_count };

/* The list has names in the language of the person; this one is for programs. */
static gboolean
take_true_name (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  PelActionInfo *action;
  const char    *name;

  if (!pel_atspi_decode_text (reply, &name) || name[0] == '\0')
    return FALSE;
  action = &g_array_index (reading->reading->actions, PelActionInfo, asked->first);
  g_free (action->name);
  action->name = pel_text_repair (name, -1, PEL_DETAILS_MAX_BYTES - strlen ("…"));
  return TRUE;
}

static const PelDetailsQuestion true_name_question = { &pel_atspi_get_action_name,
                                                       .take = take_true_name };

/* Some toolkits tell actions only one by one. */
static gboolean
take_actions (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
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
take_number (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  reading->reading->has_value = take_double (reply, &reading->reading->value);
  return reading->reading->has_value;
}

static gboolean
take_minimum (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return take_double (reply, &reading->reading->minimum);
}

static gboolean
take_maximum (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return take_double (reply, &reading->reading->maximum);
}

static gboolean
take_step (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return take_double (reply, &reading->reading->step);
}

static gboolean
take_number_text (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return take_text_into (reply, &reading->number_text);
}

static gsize
get_max_text (const PelDetailsReading *reading)
{
  return reading->text_end < 0 ? PEL_DETAILS_MAX_BYTES : PEL_DETAILS_MAX_TEXT;
}

/* The last place up to @length where a character begins. */
static gsize
find_cut (const char *text, gsize length)
{
  while (length > 0 && ((guchar) text[length] & 0xc0) == 0x80)
    length--;
  return length;
}

/* Without a mark where it is cut: what is told of a text is the text. However much a program says,
 * no more is copied than is kept. */
static gboolean
take_text (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  PelElementReading *told = reading->reading;
  gsize              max_bytes = get_max_text (reading);
  const char        *text;
  gsize              length;

  if (!pel_atspi_decode_text (reply, &text))
    return FALSE;
  length = strnlen (text, max_bytes + 1);
  if (length > max_bytes)
    {
      told->is_text_cut = TRUE;
      length = find_cut (text, max_bytes);
    }
  g_free (told->text);
  told->text = g_utf8_make_valid (text, length);
  if (strnlen (told->text, max_bytes + 1) <= max_bytes)
    return TRUE;
  told->text[find_cut (told->text, max_bytes)] = '\0'; /* what was mended has grown */
  told->is_text_cut = TRUE;
  return TRUE;
}

static const PelDetailsQuestion text_question = { &pel_atspi_get_text, .take = take_text };

static void
ask_text (PelDetailsReading *reading)
{
  PelElementReading *told = reading->reading;
  int                start, end, last;

  start = CLAMP (reading->text_start, 0, told->n_chars);
  last = reading->text_end < 0 ? told->n_chars : CLAMP (reading->text_end, start, told->n_chars);
  end = MIN (last, start + (int) MIN (get_max_text (reading), (gsize) (G_MAXINT - start)));
  told->is_text_cut = end < last;
  if (start < end)
    pel_details_ask (reading, &text_question, start, end);
  else
    told->text = g_strdup ("");
}

/* The beginning of a field's text is its value; not where it only stands for a list to choose from.
 */
static gboolean
take_field_text (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  const char *text;

  if (!pel_atspi_decode_text (reply, &text))
    return FALSE;
  if (g_str_equal (text, PEL_TEXT_EMBEDDED))
    return TRUE;
  g_free (reading->reading->value_text);
  reading->reading->value_text = pel_text_repair (text, -1, PEL_DETAILS_MAX_BYTES - strlen ("…"));
  return TRUE;
}

static const PelDetailsQuestion field_question = { &pel_atspi_get_text, .take = take_field_text };

static gboolean
is_field (const PelDetailsReading *reading)
{
  return pel_is_field (pel_role_from_atspi (reading->native_role),
                       reading->states,
                       reading->interfaces);
}

static gboolean
wants_text (const PelDetailsReading *reading)
{
  return (reading->flags & PEL_READ_TEXT) != 0 && (reading->interfaces & PEL_INTERFACE_TEXT) != 0;
}

static gboolean
wants_field (const PelDetailsReading *reading)
{
  return (reading->flags & PEL_READ_VALUE) != 0 && is_field (reading);
}

/* Only what there is is asked for: not every toolkit bears an end beyond the end. */
static gboolean
take_length (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  PelElementReading *told = reading->reading;

  if (!pel_atspi_decode_int_property (reply, &told->n_chars))
    return FALSE;
  told->n_chars = MAX (told->n_chars, 0);
  if (wants_text (reading))
    ask_text (reading);
  if (wants_field (reading) && told->n_chars > 0)
    pel_details_ask (reading, &field_question, 0, MIN (told->n_chars, PEL_DETAILS_MAX_BYTES));
  else if (wants_field (reading) && told->value_text == NULL)
    told->value_text = g_strdup ("");
  return TRUE;
}

static const PelDetailsQuestion length_question = { &pel_atspi_get_length, .take = take_length };

static gboolean
take_caret (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return pel_atspi_decode_int_property (reply, &reading->reading->caret);
}

static gboolean
take_selection (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return pel_details_decode_selection (reply, reading->reading->selections);
}

static const PelDetailsQuestion selection_question = { &pel_atspi_get_selection,
                                                       .take = take_selection };

static gboolean
take_selection_count (PelDetailsReading     *reading,
                      sd_bus_message        *reply,
                      const PelDetailsAsked *asked)
{
  int n_selections;

  if (!pel_atspi_decode_int (reply, &n_selections))
    return FALSE;
  for (int i = 0; i < MIN (n_selections, PEL_DETAILS_MAX_SELECTIONS); i++)
    pel_details_ask (reading, &selection_question, i, 0);
  return TRUE;
}

static gboolean
take_n_rows (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  reading->reading->has_table = pel_atspi_decode_int_property (reply, &reading->reading->n_rows);
  return reading->reading->has_table;
}

static gboolean
take_n_columns (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return pel_atspi_decode_int_property (reply, &reading->reading->n_columns);
}

static gboolean
take_position (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  PelElementReading *told = reading->reading;

  told->has_cell = pel_details_decode_position (reply, &told->row, &told->column);
  return told->has_cell;
}

static gboolean
take_row_span (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return pel_atspi_decode_int_property (reply, &reading->reading->row_span);
}

static gboolean
take_column_span (PelDetailsReading *reading, sd_bus_message *reply, const PelDetailsAsked *asked)
{
  return pel_atspi_decode_int_property (reply, &reading->reading->column_span);
}

/* What can only be read, or only be allowed, once it is known what the element is. The others are
 * asked of thousands of elements: they cost no question more than they need. */
#define NEEDS_NATURE (PEL_READ_ALL & ~(PEL_READ_DESCRIPTION | PEL_READ_ID))

/* clang-format off */
/* Asked before anything else. */
static const PelDetailsQuestion first_questions[] = {
  { &pel_atspi_get_role,          NEEDS_NATURE,               .take = take_role        },
  { &pel_atspi_get_name,          NEEDS_NATURE,               .take = take_name        },
  { &pel_atspi_get_id,            NEEDS_NATURE | PEL_READ_ID, .take = take_id          },
  { &pel_atspi_get_states,        NEEDS_NATURE,               .take = take_states      },
  { &pel_atspi_get_interfaces,    NEEDS_NATURE,               .take = take_interfaces  },
  { &pel_atspi_get_attributes,    NEEDS_NATURE | PEL_READ_ID, .take = take_attributes  },
  { &pel_atspi_get_description,   NEEDS_NATURE | PEL_READ_DESCRIPTION, .take = take_description },
  { &pel_atspi_get_relations,     NEEDS_NATURE,               .take = take_relations   },
  { &pel_atspi_get_extents,       PEL_READ_PLACE,             .take = take_place, .argument = PEL_EXTENTS_OF_WINDOW },
};

static const PelDetailsQuestion questions[] = {
  { &pel_atspi_get_actions,       PEL_READ_ACTIONS,   PEL_INTERFACE_ACTION,     FALSE, take_actions         },
  { &pel_atspi_get_number,        PEL_READ_VALUE,     PEL_INTERFACE_VALUE,      TRUE,  take_number          },
  { &pel_atspi_get_minimum,       PEL_READ_VALUE,     PEL_INTERFACE_VALUE,      TRUE,  take_minimum         },
  { &pel_atspi_get_maximum,       PEL_READ_VALUE,     PEL_INTERFACE_VALUE,      TRUE,  take_maximum         },
  { &pel_atspi_get_step,          PEL_READ_VALUE,     PEL_INTERFACE_VALUE,      TRUE,  take_step            },
  { &pel_atspi_get_number_text,   PEL_READ_VALUE,     PEL_INTERFACE_VALUE,      TRUE,  take_number_text     },
  { &pel_atspi_get_caret,         PEL_READ_CARET,     PEL_INTERFACE_TEXT,       TRUE,  take_caret           },
  { &pel_atspi_get_n_selections,  PEL_READ_CARET,     PEL_INTERFACE_TEXT,       TRUE,  take_selection_count },
  { &pel_atspi_get_n_rows,        PEL_READ_TABLE,     PEL_INTERFACE_TABLE,      FALSE, take_n_rows          },
  { &pel_atspi_get_n_columns,     PEL_READ_TABLE,     PEL_INTERFACE_TABLE,      FALSE, take_n_columns       },
  { &pel_atspi_get_position,      PEL_READ_TABLE,     PEL_INTERFACE_TABLE_CELL, FALSE, take_position        },
  { &pel_atspi_get_row_span,      PEL_READ_TABLE,     PEL_INTERFACE_TABLE_CELL, FALSE, take_row_span        },
  { &pel_atspi_get_column_span,   PEL_READ_TABLE,     PEL_INTERFACE_TABLE_CELL, FALSE, take_column_span     },
};
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

/* What does not tell its states may be edited. */
static gboolean
is_secret (const PelDetailsReading *reading, const char *id)
{
  PelStates states = reading->has_states ? reading->states : PEL_STATE_BIT (PEL_STATE_EDITABLE);

  return pel_is_secret (reading->native_role, states, reading->name, id);
}

static gboolean
has_secret_placeholder (const PelDetailsReading *reading)
{
  for (gsize i = 0; pel_placeholder_attributes[i] != NULL; i++)
    if (is_secret (reading, find_attribute (reading, pel_placeholder_attributes[i])))
      return TRUE;
  return FALSE;
}

/* A label says nothing of what is no field. */
static gboolean
has_secret_label (const PelDetailsReading *reading)
{
  return reading->has_secret_label &&
         (!reading->has_states || pel_may_be_secret (reading->native_role, reading->states));
}

/* Now that it is known what it is. */
static const PelDetailsQuestion *
choose_question (const PelDetailsReading *reading, const PelDetailsQuestion *question)
{
  if (reading->counts_actions && question->method == &pel_atspi_get_actions)
    return &action_count_question;
  return question;
}

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
  if ((reading->flags & NEEDS_NATURE) == 0)
    return;
  /* what does not tell what it is may be anything */
  told->is_secret = !reading->has_role || is_secret (reading, told->id) ||
                    is_secret (reading, find_attribute (reading, "id")) ||
                    is_secret (reading, told->description) || has_secret_placeholder (reading) ||
                    has_secret_label (reading) ||
                    pel_secret_fields_contain (reading->bus_name, reading->path);
  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    if ((reading->flags & questions[i].flags) != 0 &&
        (reading->interfaces & questions[i].needs) == questions[i].needs &&
        !(questions[i].is_private && told->is_secret))
      pel_details_ask (reading, choose_question (reading, &questions[i]), 0, 0);
  if ((wants_text (reading) || wants_field (reading)) && !told->is_secret)
    pel_details_ask (reading, &length_question, 0, 0);
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
    if ((reading->flags & first_questions[i].flags) != 0)
      pel_details_ask (reading, &first_questions[i], first_questions[i].argument, 0);
}

void
pel_details_finish (PelDetailsReading *reading)
{
  reading->reading->name = g_steal_pointer (&reading->name);
  reading->reading->has_states = reading->has_states;
  reading->reading->states = reading->states;
  word_value (reading);
  if ((reading->flags & PEL_READ_ID) == 0)
    g_clear_pointer (&reading->reading->attributes, g_strfreev);
  if ((reading->flags & PEL_READ_DESCRIPTION) == 0)
    g_clear_pointer (&reading->reading->description, g_free);
  if ((reading->flags & PEL_READ_RELATIONS) == 0)
    g_array_set_size (reading->reading->relations, 0);
}
