/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/fuzz/hostile-queue.h"

#include "services/provider/atspi-method.h"

#define MAX_REPLIES 120

struct _PelAtspiQueue
{
  HostileInput   *input;
  GArray         *calls; /* of PelAtspiCall; without a method where it was cancelled */
  guint           n_answered;
  guint           n_replies;
  gboolean        is_silent;
  PelTrafficMeter meter;
};

#define NEW_ITEMS "a((so)(so)(so)iiassusau)"

/* clang-format off */
static const struct { const PelAtspiMethod *method; const char *signature; } replies[] = {
  { &pel_atspi_get_name,         "v:s"       },
  { &pel_atspi_get_role,         "u"         },
  { &pel_atspi_get_states,       "au"        },
  { &pel_atspi_get_interfaces,   "as"        },
  { &pel_atspi_get_child_count,  "v:i"       },
  { &pel_atspi_get_children,     "a(so)"     },
  { &pel_atspi_get_child,        "(so)"      },
  { &pel_atspi_get_index,        "i"         },
  { &pel_atspi_get_parent,       "v:(so)"    },
  { &pel_atspi_get_id,           "v:s"       },
  { &pel_atspi_get_extents,      "(iiii)"    },
  { &pel_atspi_get_at_point,     "(so)"      },
  { &pel_atspi_get_items,        NEW_ITEMS   },
  { &pel_atspi_get_toolkit,      "v:s"       },
  { &pel_atspi_get_version,      "v:s"       },
  { &pel_atspi_get_address,      "s"         },
  { &pel_atspi_get_cell,         "(so)"      },
  { &pel_atspi_get_cell_row,     "i"         },
  { &pel_atspi_get_cell_column,  "i"         },
  { &pel_atspi_get_attributes,   "a{ss}"     },
  { &pel_atspi_get_length,       "v:i"       },
  { &pel_atspi_get_n_rows,       "v:i"       },
  { &pel_atspi_get_n_columns,    "v:i"       },
  { &pel_atspi_get_text,         "s"         },
  { &pel_atspi_get_number,       "v:d"       },
  { &pel_atspi_get_description,  "v:s"       },
  { &pel_atspi_get_relations,    "a(ua(so))" },
  { &pel_atspi_get_actions,      "a(sss)"    },
  { &pel_atspi_get_n_actions,    "v:i"       },
  { &pel_atspi_get_action_name,  "s"         },
  { &pel_atspi_get_minimum,      "v:d"       },
  { &pel_atspi_get_maximum,      "v:d"       },
  { &pel_atspi_get_step,         "v:d"       },
  { &pel_atspi_get_number_text,  "v:s"       },
  { &pel_atspi_get_caret,        "v:i"       },
  { &pel_atspi_get_n_selections, "i"         },
  { &pel_atspi_get_selection,    "ii"        },
  { &pel_atspi_get_position,     "v:(ii)"    },
  { &pel_atspi_get_row_span,     "v:i"       },
  { &pel_atspi_get_column_span,  "v:i"       },
  { &pel_atspi_get_run,          "a{ss}ii"   },
  { &pel_atspi_get_header,       "s"         },
};
/* clang-format on */

static const char *
get_signature (const PelAtspiMethod *method)
{
  for (gsize i = 0; i < G_N_ELEMENTS (replies); i++)
    if (replies[i].method == method)
      return replies[i].signature;
  g_assert_not_reached ();
}

static void
clear_call (gpointer data)
{
  PelAtspiCall *call = data;

  g_clear_pointer ((char **) &call->path, g_free);
}

PelAtspiQueue *
hostile_queue_new (HostileInput *input)
{
  PelAtspiQueue *self = g_new0 (PelAtspiQueue, 1);

  self->input = input;
  self->calls = g_array_new (FALSE, FALSE, sizeof (PelAtspiCall));
  g_array_set_clear_func (self->calls, clear_call);
  return self;
}

void
pel_atspi_queue_free (PelAtspiQueue *self)
{
  g_array_unref (self->calls);
  g_free (self);
}

static sd_bus_message *
take_reply (PelAtspiQueue *self, const PelAtspiMethod *method)
{
  sd_bus_message *reply;

  self->is_silent = hostile_input_is_over (self->input) || self->n_replies >= MAX_REPLIES;
  if (self->is_silent)
    return NULL;
  self->n_replies++;
  reply = hostile_message_take_reply (self->input, get_signature (method));
  /* as the true one does */
  if (sd_bus_message_is_method_error (reply, NULL) > 0)
    reply = sd_bus_message_unref (reply);
  return reply;
}

void
hostile_queue_run (PelAtspiQueue *self)
{
  for (; self->n_answered < self->calls->len; self->n_answered++)
    {
      /* more may be asked meanwhile: the array moves */
      PelAtspiCall    call = g_array_index (self->calls, PelAtspiCall, self->n_answered);
      sd_bus_message *reply;

      if (call.method == NULL)
        continue;
      reply = take_reply (self, call.method);
      call.take (reply, call.tag, call.data);
      sd_bus_message_unref (reply);
    }
  g_array_set_size (self->calls, 0);
  self->n_answered = 0;
}

void
pel_atspi_queue_call (PelAtspiQueue *self, const PelAtspiCall *call)
{
  PelAtspiCall copy = *call;

  g_assert_true (g_variant_is_object_path (call->path));
  copy.path = g_strdup (call->path);
  g_array_append_val (self->calls, copy);
}

void
pel_atspi_queue_cancel (PelAtspiQueue *self, gpointer data)
{
  for (guint i = 0; i < self->calls->len; i++)
    {
      PelAtspiCall *call = &g_array_index (self->calls, PelAtspiCall, i);

      if (call->data == data)
        call->method = NULL;
    }
}

void
pel_atspi_queue_set_peer (PelAtspiQueue *self, sd_bus *peer)
{
}

void
pel_atspi_queue_set_window (PelAtspiQueue *self, guint n_calls)
{
}

gboolean
pel_atspi_queue_is_silent (PelAtspiQueue *self)
{
  return self->is_silent;
}

gboolean
pel_atspi_queue_may_ask (PelAtspiQueue *self)
{
  return !self->is_silent;
}

void
pel_atspi_queue_weigh (PelAtspiQueue *self, gsize n_bytes)
{
}

PelTrafficMeter *
pel_atspi_queue_get_meter (PelAtspiQueue *self)
{
  return &self->meter;
}
