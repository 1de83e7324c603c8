/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspector/description.h"
#include "inspector/detail-text.h"
#include "services/base/json.h"

#include <string.h>
#include <unistd.h>

/* clang-format off */
static const char answer[] =
  "{\"ref\":\"e19\",\"runtime_id\":\":1.0/37\",\"role\":\"Slider\",\"native_role\":\"slider\",\"name\":\"Volume\\nof it\","
  "\"value\":null,\"description\":\"\",\"states\":{\"enabled\":false,\"focusable\":true},"
  "\"bounds\":{\"x\":-5,\"y\":6,\"width\":20,\"height\":30},\"click_point\":{\"x\":7,\"y\":8},"
  "\"patterns\":[\"RangeValue\",\"Focus\"],\"app\":\"Mail\",\"pid\":4194305,\"scale\":1.5,"
  "\"ancestors\":[{\"role\":\"Application\",\"name\":\"Mail\",\"ref\":\"e1\"},{\"role\":\"Pane\",\"name\":\"\",\"ref\":\"e2\"},"
               "{\"role\":\"Pane\",\"name\":\"Sound\",\"ref\":\"e3\"},{\"role\":\"List\",\"name\":\"\",\"ref\":\"e4\"}],"
  "\"selector\":\"Slider:Volume\",\"interfaces\":[\"Accessible\",\"Value\"],"
  "\"attributes\":{\"toolkit\":\"gtk\"},"
  "\"actions\":[{\"name\":\"press\",\"description\":\"Presses it\",\"key_binding\":\"Alt+P\"}],"
  "\"relations\":[{\"kind\":\"labelled by\",\"runtime_id\":\":1.0/5\",\"ref\":\"e5\",\"role\":\"Text\",\"name\":\"Loudness\"},"
                 "{\"kind\":\"controls\",\"runtime_id\":\":1.0/6\"}],"
  "\"range\":{\"value\":0.5,\"minimum\":0,\"maximum\":1,\"step\":0.1},"
  "\"text\":{\"content\":\"half\",\"truncated\":false,\"characters\":4,\"caret\":2,\"selections\":[{\"start\":1,\"end\":3}]},"
  "\"raw_bounds\":{\"x\":1,\"y\":2,\"width\":10,\"height\":15},\"raw_space\":\"window\","
  "\"steps\":[{\"text\":\"× 2\",\"what\":\"scale\",\"why\":\"How large\",\"result\":{\"x\":2,\"y\":4,\"width\":20,\"height\":30}},"
             "{\"text\":\"+ surface (-7, 2)\",\"what\":\"surface\",\"why\":\"Where\",\"result\":{\"x\":-5,\"y\":6,\"width\":20,\"height\":30}}],"
  "\"table\":{\"rows\":2,\"columns\":3},\"cell\":{\"row\":1,\"column\":0,\"row_span\":1,\"column_span\":1}}";

/* In this order, and nothing else. */
static const struct { const char *group; const char *label; const char *value; guint link; } rows[] = {
  { "Identity",   "Role",           "Slider"            },
  { "Identity",   "Native role",    "slider"            },
  { "Identity",   "Name",           "Volume\nof it"     },
  { "Identity",   "Ref",            "e19"               },
  { "Identity",   "Runtime ID",     ":1.0/37"           },
  { "Content",    "Range",          "0.5, from 0 to 1 in steps of 0.1" },
  { "Content",    "Text",           "half"              },
  { "Content",    "Caret",          "2 of 4: ha▏lf"     },
  { "Content",    "Selected",       "1 … 3: al"         },
  { "Content",    "Table",          "2 rows, 3 columns" },
  { "Content",    "Cell",           "row 1, column 0"   },
  { "Coordinates", "On the desktop", "-5, 6  20 × 30"   },
  { "Coordinates", "Raw",           "1, 2  10 × 15, relative to its window" },
  { "Coordinates", "Formula",       "1, 2  10 × 15\n× 2  =  2, 4  20 × 30\n+ surface (-7, 2)  =  -5, 6" },
  { "Coordinates", "Click point",   "7, 8"              },
  { "Coordinates", "Scale",         "1.5"               },
  { "Program",    "Name",           "Mail"              },
  { "Program",    "Process",        "4194305"           }, /* more than there can be */
  { "Program",    "Interfaces",     "Accessible, Value" },
  { "Actions",    "press",          "Presses it  (Alt+P)" },
  { "Relations",  "labelled by",    "Text “Loudness”", 5 },
  { "Relations",  "controls",       ":1.0/6"            },
  { "Attributes", "toolkit",        "gtk"               },
};

static const struct { const char *label; guint link; gboolean is_crumb; } ancestor_rows[] = {
  { "Application “Mail”", 0, TRUE  },
  { "Pane",               2, FALSE },
  { "Pane “Sound”",       3, TRUE  },
  { "List",               4, TRUE  },
};
/* clang-format on */

static void
test_element (void)
{
  g_autoptr (JsonObject)     object = pel_json_parse_object (answer, -1, NULL);
  g_autoptr (PelDescription) self = pel_description_new (object, ":1.0");
  g_autofree char           *states = g_strjoinv (",", self->states);
  g_autofree char           *patterns = g_strjoinv (",", self->patterns);

  for (gsize i = 0; i < G_N_ELEMENTS (rows) && i < self->details->len; i++)
    {
      PelDetail *detail = self->details->pdata[i];

      g_assert_cmpstr (pel_detail_get_label (detail), ==, rows[i].label);
      g_assert_cmpstr (pel_detail_get_group (detail), ==, rows[i].group);
      g_assert_cmpstr (pel_detail_get_value (detail), ==, rows[i].value);
      g_assert_cmpuint (pel_detail_get_link (detail), ==, rows[i].link);
    }
  g_assert_cmpuint (self->details->len, ==, G_N_ELEMENTS (rows));
  g_assert_cmpstr (states, ==, "not enabled,focusable");
  g_assert_cmpstr (patterns, ==, "RangeValue,Focus");
  g_assert_cmpstr (self->selector, ==, "Slider:Volume");
  g_assert_null (self->note);
}

/* The program itself has no ref in the tree. */
static void
test_ancestors (void)
{
  g_autoptr (JsonObject)     object = pel_json_parse_object (answer, -1, NULL);
  g_autoptr (PelDescription) self = pel_description_new (object, ":1.0");

  g_assert_cmpuint (self->ancestors->len, ==, G_N_ELEMENTS (ancestor_rows));
  for (gsize i = 0; i < G_N_ELEMENTS (ancestor_rows); i++)
    {
      PelDetail *detail = self->ancestors->pdata[i];

      g_assert_cmpstr (pel_detail_get_label (detail), ==, ancestor_rows[i].label);
      g_assert_cmpstr (pel_detail_get_link_program (detail), ==, ":1.0");
      g_assert_cmpuint (pel_detail_get_link (detail), ==, ancestor_rows[i].link);
      g_assert_cmpint (g_ptr_array_find (self->crumbs, detail, NULL),
                       ==,
                       ancestor_rows[i].is_crumb);
    }
}

/* clang-format off */
static const struct { const char *text; const char *caret; const char *selections; } texts[] = {
  { "{\"content\":\"\",\"characters\":0,\"caret\":0}",              "0 of 0", NULL },
  { "{\"content\":\"abc\",\"characters\":3,\"caret\":null}",        NULL, NULL },
  { "{\"content\":\"abc\",\"characters\":3,\"caret\":-1}",          "-1 of 3", NULL },
  { "{\"content\":\"abc\",\"characters\":3,\"caret\":3}",           "3 of 3: abc▏", NULL },
  { "{\"content\":\"äöü\",\"characters\":3,\"caret\":1}",           "1 of 3: ä▏öü", NULL },
  { "{\"content\":\"a\\nb\",\"characters\":3,\"caret\":2}",         "2 of 3: a↵▏b", NULL },
  { "{\"content\":\"abc\",\"characters\":99999,\"caret\":5000}",    "5000 of 99999", NULL },
  { "{\"content\":\"abc\",\"characters\":99,\"caret\":50,\"around\":{\"start\":48,\"content\":\"wxyz\"}}", "50 of 99: wx▏yz", NULL },
  { "{\"content\":\"0123456789012345678901234567890123456789\",\"characters\":40,\"caret\":30}",
    "30 of 40: …678901234567890123456789▏0123456789", NULL },
  { "{\"content\":\"abc\",\"selections\":[{\"start\":2,\"end\":1},{\"start\":-5,\"end\":900}]}", NULL, "2 … 1: \n-5 … 900: …abc" },
};
/* clang-format on */

/* Whatever a program says of its caret and selections. */
static void
test_texts (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char       *whole = g_strdup_printf ("{\"text\":%s}", texts[i].text);
      g_autoptr (JsonObject) object = pel_json_parse_object (whole, -1, NULL);
      g_autofree char       *caret = pel_detail_text_of_caret (object);
      g_autofree char       *selections = pel_detail_text_of_selections (object);

      g_assert_cmpstr (caret, ==, texts[i].caret);
      g_assert_cmpstr (selections, ==, texts[i].selections);
    }
}

/* Whatever an answer lacks, there is something to show. */
static void
test_empty (void)
{
  g_autoptr (JsonObject)     object = json_object_new ();
  g_autoptr (PelDescription) self = pel_description_new (object, ":1.0");

  g_assert_cmpuint (self->details->len, ==, 0);
  g_assert_cmpuint (self->ancestors->len, ==, 0);
  g_assert_null (self->states[0]);
  g_assert_null (self->patterns[0]);
  g_assert_null (self->selector);
}

/* An element may have as many attributes as its program likes. */
static void
test_many_attributes (void)
{
  g_autoptr (JsonObject)     object = json_object_new ();
  JsonObject                *attributes = json_object_new ();
  g_autoptr (PelDescription) self = NULL;

  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      json_object_set_string_member (attributes, name, "x");
    }
  json_object_set_object_member (object, "attributes", attributes);
  self = pel_description_new (object, ":1.0");
  g_assert_cmpuint (self->details->len, >, 10);
  g_assert_cmpuint (self->details->len, <=, 100);
}

static void
test_program (void)
{
  PelSnapshotProgram program = {
    .bus_name = ":1.7", .name = "Mail", .pid = getpid (), .is_answering = FALSE
  };
  g_autoptr (PelProgramItem) item = pel_program_item_new (&program, 0);
  g_autoptr (PelDescription) self = pel_description_new_for_program (item);

  g_assert_cmpstr (pel_detail_get_value (self->details->pdata[0]), ==, "Mail");
  g_assert_nonnull (strstr (pel_detail_get_value (self->details->pdata[1]), "test-description"));
  g_assert_nonnull (self->note);
}

/* Who tells of the same thing stays; only another value is news. */
static void
count_cb (guint *n)
{
  ++*n;
}

static void
test_news (void)
{
  g_autoptr (PelDetail) detail = pel_detail_new ("Coordinates", "Scale", "1");
  g_autoptr (PelDetail) same = pel_detail_new ("Coordinates", "Scale", "2");
  g_autoptr (PelDetail) other = pel_detail_new ("Content", "Scale", "1");
  guint                 n = 0;

  g_signal_connect_swapped (detail, "notify::value", G_CALLBACK (count_cb), &n);
  g_assert_true (pel_detail_is_about_same (detail, same));
  g_assert_false (pel_detail_is_about_same (detail, other));
  pel_detail_set_value (detail, "1");
  g_assert_cmpuint (n, ==, 0);
  pel_detail_set_value (detail, "2");
  g_assert_cmpuint (n, ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/description/texts", test_texts);
  g_test_add_func ("/inspector/description/element", test_element);
  g_test_add_func ("/inspector/description/ancestors", test_ancestors);
  g_test_add_func ("/inspector/description/empty", test_empty);
  g_test_add_func ("/inspector/description/many-attributes", test_many_attributes);
  g_test_add_func ("/inspector/description/program", test_program);
  g_test_add_func ("/inspector/description/news", test_news);
  return g_test_run ();
}
