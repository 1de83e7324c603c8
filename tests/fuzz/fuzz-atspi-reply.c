/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A program that answers whatever it likes. The first byte says to whom: to each decoder by itself,
 * to the reader of a tree (with events, and more than once), or to who reads one element closely.
 * The messages come through sd-bus as they would come from a bus. */

#include "tests/fuzz/fuzz.h"

#include "services/base/error.h"
#include "services/base/text.h"
#include "services/element/snapshot.h"
#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-details-decode.h"
#include "services/provider/atspi-details.h"
#include "services/provider/atspi-event.h"
#include "services/provider/atspi-method.h"
#include "services/provider/atspi-reader.h"
#include "services/provider/message-size.h"
#include "tests/fuzz/hostile-message.h"
#include "tests/fuzz/hostile-queue.h"

#include <math.h>
#include <string.h>

#define MAX_REFS   8
#define MAX_ROUNDS 10
#define MAX_PATH   4096
#define MAX_NAME   255
#define BUS_NAME   ":1.5"

/* What a decoder refuses stays as it was. */
#define UNTOUCHED 0x5a

static void
check_text (const char *text, gsize max_bytes)
{
  g_assert_nonnull (text);
  g_assert_cmpuint (strlen (text), <=, max_bytes);
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

static void
check_strv (char **texts, guint max)
{
  g_assert_cmpuint (g_strv_length (texts), <=, max);
  for (guint i = 0; texts[i] != NULL; i++)
    check_text (texts[i], PEL_DETAILS_MAX_BYTES);
}

/* The decoders */

static void
check_ref (const PelAtspiRef *ref)
{
  g_assert_true (g_variant_is_object_path (ref->path));
  g_assert_true (g_utf8_validate (ref->bus_name, -1, NULL));
  g_assert_cmpuint (strlen (ref->path), <=, MAX_PATH);
  if (!g_str_equal (ref->path, PEL_ATSPI_NULL_PATH))
    g_assert_cmpuint (strlen (ref->bus_name), <=, MAX_NAME);
}

static void
check_decoded_text (const char *const *text)
{
  g_assert_true (g_utf8_validate (*text, -1, NULL));
}

static void
check_boolean (const gboolean *value)
{
  g_assert_true (*value == TRUE || *value == FALSE);
}

static void
check_nothing (gconstpointer value)
{
}

#define DEFINE_RUN(name, Type, check)                                       \
  static gboolean run_##name (sd_bus_message *reply)                        \
  {                                                                         \
    Type     value;                                                         \
    Type     before;                                                        \
    gboolean is_good;                                                       \
    memset (&value, UNTOUCHED, sizeof value);                               \
    memset (&before, UNTOUCHED, sizeof before);                             \
    is_good = pel_atspi_decode_##name (reply, &value);                      \
    g_assert_true (is_good || memcmp (&value, &before, sizeof value) == 0); \
    if (is_good)                                                            \
      check (&value);                                                       \
    return is_good;                                                         \
  }

DEFINE_RUN (text_property, const char *, check_decoded_text)
DEFINE_RUN (int_property, int, check_nothing)
DEFINE_RUN (double_property, double, check_nothing)
DEFINE_RUN (text, const char *, check_decoded_text)
DEFINE_RUN (int, int, check_nothing)
DEFINE_RUN (uint, guint, check_nothing)
DEFINE_RUN (boolean, gboolean, check_boolean)
DEFINE_RUN (states, PelStates, check_nothing)
DEFINE_RUN (interfaces, PelInterfaces, check_nothing)
DEFINE_RUN (extents, PelToolkitRect, check_nothing)
DEFINE_RUN (ref, PelAtspiRef, check_ref)
DEFINE_RUN (ref_property, PelAtspiRef, check_ref)

static gboolean
run_attribute (sd_bus_message *reply)
{
  const char *before = "", *value = before;
  gboolean    is_good = pel_atspi_decode_attribute (reply, "id", &value);

  g_assert_true (is_good || value == before);
  g_assert_true (g_utf8_validate (value, -1, NULL));
  return is_good;
}

static gboolean
run_refs (sd_bus_message *reply)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PelAtspiRef));
  const PelAtspiRef  first = { "", "/first" };
  guint              n = G_MAXUINT;
  gboolean           is_good;

  g_array_append_val (refs, first);
  is_good = pel_atspi_decode_refs (reply, refs, MAX_REFS, &n);
  g_assert_true (is_good || (n == G_MAXUINT && refs->len == 1));
  g_assert_cmpuint (refs->len, ==, is_good ? 1 + MIN (n, MAX_REFS) : 1);
  for (guint i = 0; i < refs->len; i++)
    check_ref (&g_array_index (refs, PelAtspiRef, i));
  return is_good;
}

static gboolean
run_items (sd_bus_message *reply)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (PelAtspiItem));
  gboolean           is_good = pel_atspi_decode_items (reply, items, MAX_REFS);

  g_assert_true (is_good || items->len == 0);
  g_assert_cmpuint (items->len, <=, MAX_REFS);
  for (guint i = 0; i < items->len; i++)
    {
      const PelAtspiItem *item = &g_array_index (items, PelAtspiItem, i);

      check_ref (&item->ref);
      check_ref (&item->parent);
      g_assert_true (g_utf8_validate (item->name, -1, NULL));
    }
  return is_good;
}

static gboolean
run_attributes (sd_bus_message *reply)
{
  g_auto (GStrv) attributes = NULL;
  gboolean       is_good = pel_details_decode_attributes (reply, &attributes);

  g_assert_true (is_good == (attributes != NULL));
  if (is_good)
    check_strv (attributes, 2 * PEL_DETAILS_MAX_ATTRIBUTES);
  return is_good;
}

static gboolean
run_run (sd_bus_message *reply)
{
  g_auto (GStrv) attributes = NULL;
  gboolean       is_good = pel_details_decode_run (reply, &attributes);

  g_assert_true (is_good == (attributes != NULL));
  if (is_good)
    check_strv (attributes, 2 * PEL_DETAILS_MAX_ATTRIBUTES);
  return is_good;
}

static void
check_actions (const GArray *actions)
{
  g_assert_cmpuint (actions->len, <=, PEL_DETAILS_MAX_ACTIONS);
  for (guint i = 0; i < actions->len; i++)
    {
      const PelActionInfo *action = &g_array_index (actions, PelActionInfo, i);

      check_text (action->name, PEL_DETAILS_MAX_BYTES);
      check_text (action->description, PEL_DETAILS_MAX_BYTES);
      check_text (action->key_binding, PEL_DETAILS_MAX_BYTES);
    }
}

static void
check_relations (const GArray *relations)
{
  g_assert_cmpuint (relations->len, <=, PEL_DETAILS_MAX_RELATIONS);
  for (guint i = 0; i < relations->len; i++)
    {
      const PelRelationInfo *relation = &g_array_index (relations, PelRelationInfo, i);

      check_text (relation->kind, PEL_DETAILS_MAX_BYTES);
      check_text (relation->bus_name, PEL_DETAILS_MAX_BYTES);
      check_text (relation->path, PEL_DETAILS_MAX_BYTES);
    }
}

static gboolean
run_actions (sd_bus_message *reply)
{
  g_autoptr (PelElementReading) reading = pel_element_reading_new ();
  gboolean                      is_good = pel_details_decode_actions (reply, reading->actions);

  g_assert_true (is_good || reading->actions->len == 0);
  check_actions (reading->actions);
  return is_good;
}

static gboolean
run_relations (sd_bus_message *reply)
{
  g_autoptr (PelElementReading) reading = pel_element_reading_new ();
  gboolean                      is_good = pel_details_decode_relations (reply, reading->relations);

  g_assert_true (is_good || reading->relations->len == 0);
  check_relations (reading->relations);
  return is_good;
}

static gboolean
run_selection (sd_bus_message *reply)
{
  g_autoptr (GArray) selections = g_array_new (FALSE, FALSE, sizeof (PelTextRange));
  gboolean           is_good = pel_details_decode_selection (reply, selections);

  g_assert_cmpuint (selections->len, ==, is_good ? 1 : 0);
  return is_good;
}

static gboolean
run_position (sd_bus_message *reply)
{
  int      row = UNTOUCHED, column = UNTOUCHED;
  gboolean is_good = pel_details_decode_position (reply, &row, &column);

  g_assert_true (is_good || (row == UNTOUCHED && column == UNTOUCHED));
  return is_good;
}

/* clang-format off */
static const struct { const char *expected; gboolean (*run) (sd_bus_message *reply); } decoders[] = {
  { "v:s",                         run_text_property   },
  { "v:i",                         run_int_property    },
  { "v:d",                         run_double_property },
  { "s",                           run_text            },
  { "i",                           run_int             },
  { "u",                           run_uint            },
  { "b",                           run_boolean         },
  { "au",                          run_states          },
  { "as",                          run_interfaces      },
  { "(iiii)",                      run_extents         },
  { "(so)",                        run_ref             },
  { "v:(so)",                      run_ref_property    },
  { "a{ss}",                       run_attribute       },
  { "a(so)",                       run_refs            },
  { "a((so)(so)(so)iiassusau)",    run_items           },
  { "a((so)(so)(so)a(so)assusau)", run_items           },
  { "a{ss}",                       run_attributes      },
  { "a{ss}ii",                     run_run             },
  { "a(sss)",                      run_actions         },
  { "a(ua(so))",                   run_relations       },
  { "ii",                          run_selection       },
  { "v:(ii)",                      run_position        },
};
/* clang-format on */

/* Whether @reply is of a type that the decoder of that row is for: some are for two. */
static gboolean
fits (sd_bus_message *reply, gsize row)
{
  for (gsize i = 0; i < G_N_ELEMENTS (decoders); i++)
    {
      const char *expected = decoders[i].expected;

      if (decoders[i].run == decoders[row].run &&
          sd_bus_message_has_signature (reply, *expected == 'v' ? "v" : expected) > 0)
        return TRUE;
    }
  return FALSE;
}

/* One message, and every decoder: those of other types refuse it. */
static void
fuzz_decoders (HostileInput *input)
{
  const char *expected = decoders[hostile_input_take (input) % G_N_ELEMENTS (decoders)].expected;
  sd_bus_message *reply = hostile_message_take_reply (input, expected);

  if (reply != NULL)
    g_assert_cmpuint (pel_message_measure (reply), >, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (decoders); i++)
    {
      gboolean is_good = decoders[i].run (reply);

      if (reply == NULL)
        g_assert_false (is_good);
      else if (is_good)
        g_assert_true (fits (reply, i));
      if (reply != NULL)
        sd_bus_message_rewind (reply, TRUE);
    }
  sd_bus_message_unref (reply);
}

/* The tree of a program */

static void
check_node (PelAtspiTree *tree, const PelAtspiNode *node)
{
  g_assert_true (g_variant_is_object_path (node->path));
  g_assert_cmpuint (strlen (node->path), <=, MAX_PATH);
  if (node->bus_name != NULL)
    check_text (node->bus_name, MAX_NAME);
  if (node->name != NULL)
    check_text (node->name, PEL_TEXT_MAX_BYTES);
  if (node->value != NULL)
    check_text (node->value, PEL_TEXT_MAX_BYTES);
  g_assert_true (node->value == NULL || (node->flags & PEL_NODE_IS_SECRET) == 0);
  g_assert_true (node->n_listed == 0 || (node->flags & PEL_NODE_IS_FOREIGN) == 0);
  g_assert_cmpint (node->role, <, PEL_N_ROLES);
  g_assert_cmpint (node->n_children, >=, 0);
  g_assert_cmpuint (node->n_listed, <=, PEL_ATSPI_MAX_CHILDREN);
  g_assert_cmpuint (node->depth, <=, PEL_ELEMENT_MAX_DEPTH);
  g_assert_cmpuint (node->asked, ==, 0);
}

/* It is a tree: who is below the root is all there is, and each is once. */
static void
check_tree (PelAtspiTree *tree)
{
  guint n_nodes = 0;

  for (PelNodeId id = PEL_NODE_ROOT; id != PEL_NODE_NONE;
       id = pel_atspi_tree_next (tree, id, PEL_NODE_ROOT))
    {
      const PelAtspiNode *node = pel_atspi_tree_get (tree, id);
      const PelAtspiNode *parent;

      g_assert_nonnull (node);
      n_nodes++;
      g_assert_cmpuint (n_nodes, <=, PEL_ATSPI_MAX_NODES);
      check_node (tree, node);
      if (id == PEL_NODE_ROOT)
        continue;
      parent = pel_atspi_tree_get (tree, node->parent);
      g_assert_cmpuint (parent->children[node->index], ==, id);
      g_assert_cmpuint (node->depth, ==, parent->depth + 1);
    }
  g_assert_cmpuint (n_nodes, ==, pel_atspi_tree_get_n_nodes (tree));
}

/* As the program's own follower does. */
static void
take_event (PelAtspiReader *reader, PelAtspiTree *tree, HostileInput *input)
{
  sd_bus_message *event = hostile_message_take_event (input);
  PelAtspiNews    news = { 0 };

  if (event != NULL)
    news = pel_atspi_event_apply (tree, event);
  if (news.node != PEL_NODE_NONE)
    {
      g_assert_nonnull (pel_atspi_tree_get (tree, news.node));
      pel_atspi_reader_renew (reader, news.node, news.facts);
    }
  if (news.holder != PEL_NODE_NONE)
    {
      g_assert_nonnull (pel_atspi_tree_get (tree, news.holder));
      pel_atspi_reader_renew (reader, news.holder, news.holder_facts);
    }
  sd_bus_message_unref (event);
}

static void
settled_cb (PelAtspiReader *reader, gpointer data)
{
}

static const char *const toolkits[][2] = {
  { "gtk", "3.24.0" }, { "GTK", "4.8.3" },   { "Qt", "5.15.8" },
  { "Chromium", "1" }, { "unknown", "1.0" },
};

static void
fuzz_reader (HostileInput *input)
{
  guint                      which = hostile_input_take (input) % G_N_ELEMENTS (toolkits);
  g_autoptr (PelAtspiQueue)  queue = hostile_queue_new (input);
  g_autoptr (PelAtspiTree)   tree = pel_atspi_tree_new (PEL_ATSPI_ROOT_PATH);
  g_autoptr (PelAtspiReader) reader =
      pel_atspi_reader_new (queue,
                            tree,
                            pel_toolkit_find (toolkits[which][0], toolkits[which][1]),
                            BUS_NAME,
                            settled_cb,
                            NULL);

  pel_atspi_reader_start (reader);
  for (guint i = 0; i < MAX_ROUNDS; i++)
    {
      hostile_queue_run (queue);
      g_assert_false (pel_atspi_reader_is_busy (reader));
      check_tree (tree);
      if (hostile_input_is_over (input))
        break;
      switch (hostile_input_take (input) % 4)
        {
        case 0:
          pel_atspi_reader_read_values (reader);
          break;
        case 1:
          take_event (reader, tree, input);
          break;
        case 2:
          pel_atspi_reader_doubt_numbers (reader);
          pel_atspi_reader_read_values (reader);
          break;
        default:
          pel_atspi_reader_start (reader);
          break;
        }
    }
}

/* One element */

static void
check_reading (const PelElementReading *reading)
{
  const char *const texts[] = {
    reading->description, reading->id, reading->class, reading->value_text, reading->around,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL)
      check_text (texts[i], PEL_DETAILS_MAX_BYTES);
  if (reading->text != NULL)
    check_text (reading->text, PEL_DETAILS_MAX_TEXT);
  if (reading->attributes != NULL)
    check_strv (reading->attributes, 2 * PEL_DETAILS_MAX_ATTRIBUTES);
  if (reading->run_attributes != NULL)
    check_strv (reading->run_attributes, 2 * PEL_DETAILS_MAX_ATTRIBUTES);
  if (reading->headers != NULL)
    check_strv (reading->headers, PEL_DETAILS_MAX_COLUMNS);
  check_actions (reading->actions);
  check_relations (reading->relations);
  g_assert_cmpuint (reading->selections->len, <=, PEL_DETAILS_MAX_SELECTIONS);
  g_assert_cmpuint (reading->cells->len, <=, PEL_DETAILS_MAX_ROWS * PEL_DETAILS_MAX_COLUMNS);
  g_assert_true (isfinite (reading->value) && isfinite (reading->minimum));
  g_assert_true (isfinite (reading->maximum) && isfinite (reading->step));
  g_assert_true (reading->n_chars >= 0);
  if (reading->is_secret)
    g_assert_true (reading->text == NULL && reading->value_text == NULL && !reading->has_value);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError)            error = NULL;
  g_autoptr (PelElementReading) reading = pel_atspi_details_read_finish (result, &error);
  gboolean                     *is_read = data;

  *is_read = TRUE;
  g_assert_true ((reading != NULL) == (error == NULL));
  if (reading != NULL)
    check_reading (reading);
  else
    g_assert_true (g_error_matches (error, PEL_ERROR, PEL_ERROR_STALE_REF) ||
                   g_error_matches (error, PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE));
}

static void
fuzz_details (HostileInput *input)
{
  g_autoptr (PelAtspiQueue)   queue = hostile_queue_new (input);
  g_autoptr (PelAtspiDetails) details = pel_atspi_details_new (queue);
  guint                       choice = hostile_input_take (input);
  PelReadingRequest           request = { BUS_NAME, "/a", PEL_READ_ALL | PEL_READ_PLACE, 0, -1, 0 };
  gboolean                    is_read = FALSE;

  if ((choice & 0x80) != 0)
    request.flags = MAX (choice & 0x7f, 1) << (choice & 3);
  else
    request.text_start = choice;
  if ((choice & 4) != 0)
    request.text_end = G_MAXINT;
  pel_atspi_details_read_async (details, &request, NULL, read_cb, &is_read);
  hostile_queue_run (queue);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_true (is_read);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  HostileInput input = { data, size, 0 };

  switch (hostile_input_take (&input) % 3)
    {
    case 0:
      fuzz_decoders (&input);
      break;
    case 1:
      fuzz_reader (&input);
      break;
    default:
      fuzz_details (&input);
      break;
    }
  return 0;
}
