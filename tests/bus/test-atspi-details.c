/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One element is read closely: what is asked, what is not, and what comes of the answers. */

#include "bus-pair.h"

#include "services/base/error.h"
#include "services/provider/atspi-details.h"

#include <atspi/atspi-constants.h>
#include <math.h>
#include <string.h>

typedef struct
{
  BusPair           *pair;
  PelAtspiQueue     *queue;
  PelAtspiDetails   *details;
  GString           *asked; /* “Text.GetText;” of every call */
  PelElementReading *reading;
  GError            *error;
  guint              n_ended;
} Fixture;

/* What the program says of its element. */
typedef struct
{
  guint       role;
  const char *name, *id;
  const char *interfaces[4];
  const char *text;
  double      number;
  gboolean    has_no_list_of_actions;
  gboolean    says_all; /* whatever part of its text is asked for */

  /* (nullable) */
  const char *label, *description, *placeholder, *placeholder_attribute;
} Element;

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->pair = bus_pair_new ();
  fixture->queue = pel_atspi_queue_new (fixture->pair->client, NULL);
  fixture->details = pel_atspi_details_new (fixture->queue);
  fixture->asked = g_string_new (NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  pel_atspi_details_free (fixture->details);
  pel_atspi_queue_free (fixture->queue);
  bus_pair_free (fixture->pair);
  g_string_free (fixture->asked, TRUE);
  g_clear_pointer (&fixture->reading, pel_element_reading_free);
  g_clear_error (&fixture->error);
}

static void
read_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->reading = pel_atspi_details_read_finish (result, &fixture->error);
  fixture->n_ended++;
}

static void
begin (Fixture *fixture, PelReadingFlags flags, int start, int end, GCancellable *cancellable)
{
  const PelReadingRequest request = {
    .path = "/element", .flags = flags, .text_start = start, .text_end = end, .timeout_ms = 5000
  };

  pel_atspi_details_read_async (fixture->details, &request, cancellable, read_cb, fixture);
}

/* “Text.CharacterCount” */
static char *
dup_question (sd_bus_message *call)
{
  const char *interface = sd_bus_message_get_interface (call);
  const char *member = sd_bus_message_get_member (call);

  g_assert_cmpstr (member, !=, "GetAll");
  if (g_str_equal (interface, "org.freedesktop.DBus.Properties"))
    g_assert_cmpint (sd_bus_message_read (call, "ss", &interface, &member), >, 0);
  g_assert_true (g_str_has_prefix (interface, "org.a11y.atspi."));
  return g_strdup_printf ("%s.%s", interface + strlen ("org.a11y.atspi."), member);
}

static void
answer_interfaces (Fixture *fixture, const Element *element)
{
  bus_pair_answer (fixture->pair,
                   0,
                   "as",
                   3,
                   "org.a11y.atspi.Accessible",
                   element->interfaces[0] != NULL ? element->interfaces[0] : "x",
                   element->interfaces[1] != NULL ? element->interfaces[1] : "y");
}

static void
answer_text (Fixture *fixture, const Element *element)
{
  g_autofree char *part = NULL;
  int              start, end;

  sd_bus_message_read (g_ptr_array_index (fixture->pair->calls, 0), "ii", &start, &end);
  g_assert_cmpint (end, <=, g_utf8_strlen (element->text, -1));
  part = g_utf8_substring (element->text, start, end);
  bus_pair_answer (fixture->pair, 0, "s", element->says_all ? element->text : part);
}

static gboolean
is_about_label (BusPair *pair)
{
  return g_str_equal (sd_bus_message_get_path (g_ptr_array_index (pair->calls, 0)), "/label");
}

static void
answer_label (BusPair *pair, const Element *element)
{
  if (element->label == NULL)
    bus_pair_answer (pair, 0, "v", "s", "Town");
  else if (element->label[0] != '\0')
    bus_pair_answer (pair, 0, "v", "s", element->label);
  else
    bus_pair_refuse (pair, 0);
}

static void
answer_attributes (BusPair *pair, const Element *element)
{
  bus_pair_answer (pair,
                   0,
                   "a{ss}",
                   3,
                   "id",
                   element->id,
                   "class",
                   "big",
                   element->placeholder != NULL ? element->placeholder_attribute : "x",
                   element->placeholder != NULL ? element->placeholder : "y");
}

/* The first call that waits. What is not here is refused. */
static void
answer_one (Fixture *fixture, const Element *element, const char *question)
{
  BusPair *pair = fixture->pair;

  if (g_str_equal (question, "Accessible.GetRole") && element->role != G_MAXUINT)
    bus_pair_answer (pair, 0, "u", element->role);
  else if (g_str_equal (question, "Accessible.Name") && is_about_label (pair))
    answer_label (pair, element);
  else if (g_str_equal (question, "Accessible.Name"))
    bus_pair_answer (pair, 0, "v", "s", element->name);
  else if (g_str_equal (question, "Accessible.AccessibleId"))
    bus_pair_answer (pair, 0, "v", "s", "");
  else if (g_str_equal (question, "Accessible.GetState"))
    bus_pair_answer (pair, 0, "au", 2, 1u << ATSPI_STATE_EDITABLE, 0u);
  else if (g_str_equal (question, "Accessible.GetInterfaces"))
    answer_interfaces (fixture, element);
  else if (g_str_equal (question, "Accessible.GetAttributes"))
    answer_attributes (pair, element);
  else if (g_str_equal (question, "Accessible.Description"))
    bus_pair_answer (pair,
                     0,
                     "v",
                     "s",
                     element->description != NULL ? element->description : "Says");
  else if (g_str_equal (question, "Accessible.GetRelationSet"))
    bus_pair_answer (pair, 0, "a(ua(so))", 1, 2, 1, ":1.1", "/label");
  else if (g_str_equal (question, "Action.GetActions") && !element->has_no_list_of_actions)
    bus_pair_answer (pair, 0, "a(sss)", 1, "press", "Presses", "");
  else if (g_str_equal (question, "Action.NActions"))
    bus_pair_answer (pair, 0, "v", "i", 2);
  else if (g_str_equal (question, "Action.GetName"))
    bus_pair_answer (pair, 0, "s", "one by one");
  else if (g_str_equal (question, "Text.CharacterCount"))
    bus_pair_answer (pair, 0, "v", "i", (int) g_utf8_strlen (element->text, -1));
  else if (g_str_equal (question, "Text.CaretOffset"))
    bus_pair_answer (pair, 0, "v", "i", 2);
  else if (g_str_equal (question, "Text.GetNSelections"))
    bus_pair_answer (pair, 0, "i", 1);
  else if (g_str_equal (question, "Text.GetSelection"))
    bus_pair_answer (pair, 0, "ii", 1, 3);
  else if (g_str_equal (question, "Text.GetText"))
    answer_text (fixture, element);
  else if (g_str_equal (question, "Value.CurrentValue"))
    bus_pair_answer (pair, 0, "v", "d", element->number);
  else if (g_str_equal (question, "Value.MaximumValue"))
    bus_pair_answer (pair, 0, "v", "d", 10.0);
  else if (g_str_equal (question, "Table.NRows") || g_str_equal (question, "Table.NColumns"))
    bus_pair_answer (pair, 0, "v", "i", 7);
  else if (g_str_equal (question, "TableCell.Position"))
    bus_pair_answer (pair, 0, "v", "(ii)", 3, 4);
  else
    bus_pair_refuse (pair, 0);
}

/* Answers as long as there are questions. */
static void
converse (Fixture *fixture, const Element *element)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (fixture->n_ended == 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      while (fixture->pair->calls->len > 0)
        {
          g_autofree char *question = dup_question (g_ptr_array_index (fixture->pair->calls, 0));

          g_string_append_printf (fixture->asked, "%s;", question);
          answer_one (fixture, element, question);
        }
      g_main_context_iteration (NULL, FALSE);
    }
}

static const Element entry = { .role = ATSPI_ROLE_ENTRY,
                               .name = "City",
                               .id = "city",
                               .interfaces = { "org.a11y.atspi.Text", "org.a11y.atspi.Action" },
                               .text = "Zürich" };

static void
test_field (Fixture *fixture, gconstpointer unused)
{
  const PelTextRange *range;

  begin (fixture, PEL_READ_ALL, 0, -1, NULL);
  converse (fixture, &entry);
  g_assert_no_error (fixture->error);
  g_assert_cmpstr (fixture->reading->text, ==, "Zürich");
  g_assert_cmpstr (fixture->reading->value_text, ==, "Zürich");
  g_assert_false (fixture->reading->is_text_cut);
  g_assert_cmpint (fixture->reading->n_chars, ==, 6);
  g_assert_cmpint (fixture->reading->caret, ==, 2);
  range = &g_array_index (fixture->reading->selections, PelTextRange, 0);
  g_assert_cmpint (range->end, ==, 3);
  g_assert_cmpstr (fixture->reading->id, ==, "city");
  g_assert_cmpstr (fixture->reading->class, ==, "big");
  g_assert_cmpstr (fixture->reading->description, ==, "Says");
  g_assert_cmpuint (fixture->reading->actions->len, ==, 1);
  g_assert_cmpstr (g_array_index (fixture->reading->actions, PelActionInfo, 0).name,
                   ==,
                   "one by one");
  g_assert_cmpstr (g_array_index (fixture->reading->actions, PelActionInfo, 0).description,
                   ==,
                   "Presses");
  g_assert_cmpuint (fixture->reading->relations->len, ==, 1);
  g_assert_false (fixture->reading->has_value);
  g_assert_false (fixture->reading->is_secret);
}

#define NATURE                                                                      \
  "Accessible.GetRole;Accessible.Name;Accessible.AccessibleId;Accessible.GetState;" \
  "Accessible.GetInterfaces;Accessible.GetAttributes;Accessible.Description;"       \
  "Accessible.GetRelationSet;"

#define LABEL "Accessible.Name;"

/* clang-format off */
/* No question more than it takes: a selector asks thousands of elements. What may be secret is
 * asked for only when it is known what the element is. */
static const struct { PelReadingFlags flags; const char *asked; } prices[] = {
  { PEL_READ_ID,                        "Accessible.AccessibleId;Accessible.GetAttributes;" },
  { PEL_READ_DESCRIPTION,               "Accessible.Description;" },
  { PEL_READ_ID | PEL_READ_DESCRIPTION, "Accessible.AccessibleId;Accessible.GetAttributes;Accessible.Description;" },
  { PEL_READ_VALUE,                     NATURE LABEL "Text.CharacterCount;Text.GetText;" },
  { PEL_READ_VALUE | PEL_READ_ID,       NATURE LABEL "Text.CharacterCount;Text.GetText;" },
  { PEL_READ_TEXT,                      NATURE LABEL "Text.CharacterCount;Text.GetText;" },
  { PEL_READ_CARET,                     NATURE LABEL "Text.CaretOffset;Text.GetNSelections;Text.GetSelection;" },
  { PEL_READ_RELATIONS,                 NATURE LABEL },
};
/* clang-format on */

static void
test_price (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (prices); i++)
    {
      gboolean has_id = (prices[i].flags & PEL_READ_ID) != 0;
      gboolean has_description = (prices[i].flags & PEL_READ_DESCRIPTION) != 0;

      fixture->n_ended = 0;
      g_string_truncate (fixture->asked, 0);
      begin (fixture, prices[i].flags, 0, -1, NULL);
      converse (fixture, &entry);
      g_assert_no_error (fixture->error);
      g_assert_cmpstr (fixture->asked->str, ==, prices[i].asked);
      if (has_id)
        g_assert_cmpstr (fixture->reading->id, ==, "city");
      if (has_id)
        g_assert_cmpstr (fixture->reading->class, ==, "big");
      g_assert_cmpint (fixture->reading->attributes != NULL, ==, has_id);
      g_assert_cmpstr (fixture->reading->description, ==, has_description ? "Says" : NULL);
      g_clear_pointer (&fixture->reading, pel_element_reading_free);
    }
}

/* Only the part that is wanted, and never beyond the end. */
static void
test_range (Fixture *fixture, gconstpointer unused)
{
  begin (fixture, PEL_READ_TEXT, 1, 1000, NULL);
  converse (fixture, &entry);
  g_assert_cmpstr (fixture->reading->text, ==, "ürich");
  g_assert_null (fixture->reading->description);
  g_assert_null (fixture->reading->attributes);
  g_assert_null (strstr (fixture->asked->str, "Action."));
}

static void
test_long (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *text = g_strnfill (10000, 'x');
  Element          element = entry;

  element.text = text;
  begin (fixture, PEL_READ_TEXT, 0, -1, NULL);
  converse (fixture, &element);
  g_assert_cmpuint (strlen (fixture->reading->text), ==, PEL_DETAILS_MAX_BYTES);
  g_assert_true (fixture->reading->is_text_cut);
  g_clear_pointer (&fixture->reading, pel_element_reading_free);
  fixture->n_ended = 0;
  begin (fixture, PEL_READ_TEXT, 0, 10000, NULL);
  converse (fixture, &element);
  g_assert_cmpuint (strlen (fixture->reading->text), ==, 10000);
  g_assert_false (fixture->reading->is_text_cut);
}

/* A program that says more than it was asked: whole characters, and no more than is kept. */
static void
test_more_than_asked (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GString) text = g_string_new ("x");
  Element             element = entry;

  while (text->len < 20 * PEL_DETAILS_MAX_BYTES)
    g_string_append (text, "é");
  element.text = text->str;
  element.says_all = TRUE;
  begin (fixture, PEL_READ_TEXT | PEL_READ_VALUE, 0, -1, NULL);
  converse (fixture, &element);
  g_assert_cmpuint (strlen (fixture->reading->text), ==, PEL_DETAILS_MAX_BYTES - 1);
  g_assert_true (g_utf8_validate (fixture->reading->text, -1, NULL));
  g_assert_true (fixture->reading->is_text_cut);
  g_assert_cmpuint (strlen (fixture->reading->value_text), <=, PEL_DETAILS_MAX_BYTES);
}

/* Of a field the value alone: its length is asked first, and only once. */
static void
test_value_alone (Fixture *fixture, gconstpointer unused)
{
  Element element = entry;

  begin (fixture, PEL_READ_VALUE, 0, -1, NULL);
  converse (fixture, &element);
  g_assert_cmpstr (fixture->reading->value_text, ==, "Zürich");
  g_assert_null (fixture->reading->text);
  g_assert_true (g_str_has_suffix (fixture->asked->str, "Text.CharacterCount;Text.GetText;"));
  g_clear_pointer (&fixture->reading, pel_element_reading_free);
  g_string_truncate (fixture->asked, 0);
  fixture->n_ended = 0;
  element.text = "";
  begin (fixture, PEL_READ_VALUE, 0, -1, NULL);
  converse (fixture, &element);
  g_assert_cmpstr (fixture->reading->value_text, ==, "");
  g_assert_null (strstr (fixture->asked->str, "GetText"));
}

static void
test_actions_one_by_one (Fixture *fixture, gconstpointer unused)
{
  Element element = entry;

  element.has_no_list_of_actions = TRUE;
  begin (fixture, PEL_READ_ACTIONS, 0, -1, NULL);
  converse (fixture, &element);
  g_assert_cmpuint (fixture->reading->actions->len, ==, 2);
  g_assert_cmpstr (g_array_index (fixture->reading->actions, PelActionInfo, 1).name,
                   ==,
                   "one by one");
}

/* clang-format off */
static const Element secrets[] = {
  { ATSPI_ROLE_PASSWORD_TEXT, "City",     "city",     { "org.a11y.atspi.Text", "org.a11y.atspi.Value" }, .text = "hunter2" },
  { ATSPI_ROLE_ENTRY,         "Password", "city",     { "org.a11y.atspi.Text", "org.a11y.atspi.Value" }, .text = "hunter2" },
  { ATSPI_ROLE_ENTRY,         "City",     "password", { "org.a11y.atspi.Text", "org.a11y.atspi.Value" }, .text = "hunter2" },
  /* a part of a page that can be edited */
  { ATSPI_ROLE_SECTION,       "Password", "city",     { "org.a11y.atspi.Text", "org.a11y.atspi.Value" }, .text = "hunter2" },
  /* labelled, described, or with words in it as long as it is empty */
  { ATSPI_ROLE_ENTRY,         "City",     "city",     { "org.a11y.atspi.Text", "org.a11y.atspi.Value" }, .text = "hunter2", .label = "Password:" },
  { ATSPI_ROLE_ENTRY,         "City",     "city",     { "org.a11y.atspi.Text", "org.a11y.atspi.Value" }, .text = "hunter2", .label = "" },
  { ATSPI_ROLE_ENTRY,         "City",     "city",     { "org.a11y.atspi.Text", "org.a11y.atspi.Value" }, .text = "hunter2", .description = "Your password" },
  { ATSPI_ROLE_ENTRY,         "City",     "city",     { "org.a11y.atspi.Text", "org.a11y.atspi.Value" }, .text = "hunter2", .placeholder = "Passwort", .placeholder_attribute = "placeholder-text" },
  { ATSPI_ROLE_ENTRY,         "City",     "city",     { "org.a11y.atspi.Text", "org.a11y.atspi.Value" }, .text = "hunter2", .placeholder = "PIN", .placeholder_attribute = "placeholder" },
  /* one that does not tell what it is */
  { G_MAXUINT,                "City",     "city",     { "org.a11y.atspi.Text", "org.a11y.atspi.Value" }, .text = "hunter2" },
};
/* clang-format on */

static void
test_secret (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (secrets); i++)
    {
      fixture->n_ended = 0;
      begin (fixture, PEL_READ_ALL, 0, -1, NULL);
      converse (fixture, &secrets[i]);
      g_assert_true (fixture->reading->is_secret);
      g_assert_null (fixture->reading->text);
      g_assert_null (fixture->reading->value_text);
      g_assert_cmpstr (fixture->reading->description,
                       ==,
                       secrets[i].description != NULL ? secrets[i].description : "Says");
      g_clear_pointer (&fixture->reading, pel_element_reading_free);
    }
  g_assert_null (strstr (fixture->asked->str, "Text."));
  g_assert_null (strstr (fixture->asked->str, "Value."));
}

static void
test_number (Fixture *fixture, gconstpointer unused)
{
  Element slider = { .role = ATSPI_ROLE_SLIDER,
                     .name = "",
                     .id = "",
                     .interfaces = { "org.a11y.atspi.Value", "org.a11y.atspi.Table" },
                     .number = 2.5 };

  begin (fixture, PEL_READ_ALL, 0, -1, NULL);
  converse (fixture, &slider);
  g_assert_true (fixture->reading->has_value);
  g_assert_cmpfloat (fixture->reading->value, ==, 2.5);
  g_assert_cmpfloat (fixture->reading->maximum, ==, 10);
  g_assert_cmpstr (fixture->reading->value_text, ==, "2.5");
  g_assert_true (fixture->reading->has_table);
  g_assert_cmpint (fixture->reading->n_rows, ==, 7);
  g_assert_false (fixture->reading->has_cell);
  g_clear_pointer (&fixture->reading, pel_element_reading_free);
  fixture->n_ended = 0;
  slider.number = NAN;
  slider.interfaces[1] = "org.a11y.atspi.TableCell";
  begin (fixture, PEL_READ_ALL, 0, -1, NULL);
  converse (fixture, &slider);
  g_assert_false (fixture->reading->has_value);
  g_assert_true (fixture->reading->has_cell);
  g_assert_cmpint (fixture->reading->row, ==, 3);
  g_assert_cmpint (fixture->reading->column, ==, 4);
}

static void
test_gone (Fixture *fixture, gconstpointer unused)
{
  static const PelReadingFlags flags[] = { PEL_READ_ALL, PEL_READ_ID, PEL_READ_DESCRIPTION };

  for (gsize i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      fixture->n_ended = 0;
      begin (fixture, flags[i], 0, -1, NULL);
      while (fixture->n_ended == 0)
        {
          while (fixture->pair->calls->len > 0)
            bus_pair_refuse (fixture->pair, 0);
          g_main_context_iteration (NULL, TRUE);
        }
      g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_STALE_REF);
      g_clear_error (&fixture->error);
    }
}

static void
test_silent (Fixture *fixture, gconstpointer unused)
{
  begin (fixture, PEL_READ_ALL, 0, -1, NULL);
  bus_pair_wait (&fixture->n_ended, 1);
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE);
}

static void
test_ended_with_its_program (Fixture *fixture, gconstpointer unused)
{
  begin (fixture, PEL_READ_ALL, 0, -1, NULL);
  bus_pair_settle (fixture->pair);
  g_clear_pointer (&fixture->details, pel_atspi_details_free);
  bus_pair_wait (&fixture->n_ended, 1);
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_STALE_REF);
}

static void
test_cancelled (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  begin (fixture, PEL_READ_ALL, 0, -1, cancellable);
  bus_pair_settle (fixture->pair);
  g_cancellable_cancel (cancellable);
  bus_pair_wait (&fixture->n_ended, 1);
  g_assert_error (fixture->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  while (fixture->pair->calls->len > 0)
    bus_pair_refuse (fixture->pair, 0);
  bus_pair_settle (fixture->pair);
  g_assert_cmpuint (fixture->n_ended, ==, 1);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/atspi-details/field", test_field);
  ADD ("/atspi-details/price", test_price);
  ADD ("/atspi-details/range", test_range);
  ADD ("/atspi-details/long", test_long);
  ADD ("/atspi-details/more-than-asked", test_more_than_asked);
  ADD ("/atspi-details/value-alone", test_value_alone);
  ADD ("/atspi-details/actions-one-by-one", test_actions_one_by_one);
  ADD ("/atspi-details/secret", test_secret);
  ADD ("/atspi-details/number", test_number);
  ADD ("/atspi-details/gone", test_gone);
  ADD ("/atspi-details/silent", test_silent);
  ADD ("/atspi-details/ended-with-its-program", test_ended_with_its_program);
  ADD ("/atspi-details/cancelled", test_cancelled);
  return g_test_run ();
}
