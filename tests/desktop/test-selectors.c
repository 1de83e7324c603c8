/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Selectors on real programs: every element has one that names it and it alone, and what is read
 * only for a selector is what the program says, and is asked only of what is left. */

#include "fixture-hands.h"
#include "provider-case.h"
#include "real-program.h"

#include "services/selector/selector-writer.h"

#include <string.h>

#define SEARCH_MS 20000

static const char *const fixtures[] = {
  "fixture-gtk3", "fixture-gtk4", "fixture-qt5", "fixture-qt6", "fixture-web",
};

/* clang-format off */
static const char *const programs[] = {
  "gtk3-widget-factory", "gtk4-widget-factory", "gnome-calculator", "speedcrunch",
};
/* clang-format on */

/* A program on the desktop, and what is seen of it. */
typedef struct
{
  GDBusConnection  *bus;
  PelElementSource *source;
  PelFixture       *fixture; /* (nullable) */
  char             *name;
  PelSnapshot      *snapshot;
  PelFacts         *facts;
} Scene;

static void
scene_clear (Scene *self)
{
  g_clear_object (&self->source);
  g_clear_pointer (&self->fixture, pel_fixture_stop);
  g_clear_object (&self->bus);
  g_clear_pointer (&self->name, g_free);
  g_clear_object (&self->snapshot);
  g_clear_pointer (&self->facts, pel_facts_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

static Scene
open_scene (void)
{
  g_autoptr (GError) error = NULL;
  Scene              self = { 0 };

  self.bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  self.source = open_provider ();
  self.facts = pel_facts_new ();
  return self;
}

static Scene
open_fixture (const char *program, const char *option, const char *value)
{
  g_autoptr (GError) error = NULL;
  Scene              self = open_scene ();

  self.fixture = pel_fixture_start (&error, program, option, value, NULL);
  g_assert_no_error (error);
  self.name = pel_a11y_wait_program (self.bus, pel_fixture_get_pid (self.fixture), 15000);
  g_assert_nonnull (self.name);
  return self;
}

/* Takes a look at the whole desktop. */
static void
look_again (Scene *self)
{
  g_clear_object (&self->snapshot);
  self->snapshot = look_at_desktop (self->source, 0, LOOK_TIMEOUT_MS);
}

/* The last looks, one after another. */
typedef struct
{
  guint n_elements, n_looks;
} Rest;

static gboolean
is_at_rest (PelSnapshot *snapshot, gconstpointer data)
{
  Rest *rest = (Rest *) data;
  guint n_elements = pel_snapshot_get_n_elements (snapshot);

  rest->n_looks = n_elements == rest->n_elements ? rest->n_looks + 1 : 0;
  rest->n_elements = n_elements;
  return rest->n_looks >= 6 && n_elements > 5;
}

/* When it has shown what it shows. */
static void
look_at_rest (Scene *self)
{
  Rest rest = { 0 };

  g_assert_true (look_until (self->source, self->name, is_at_rest, &rest));
  look_again (self);
  g_assert_nonnull (find_program (self->snapshot, self->name));
}

static PelResolution *
search (Scene *self, const char *text)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelSelector)  selector = pel_selector_parse (text, &error);
  g_autoptr (GAsyncResult) result = NULL;
  PelResolution           *resolution;

  g_assert_no_error (error);
  pel_search_async (&(PelSearch){ .source = self->source,
                                  .snapshot = self->snapshot,
                                  .facts = self->facts,
                                  .selector = selector,
                                  .timeout_ms = SEARCH_MS },
                    NULL,
                    provider_done_cb,
                    &result);
  provider_await (&result, SEARCH_MS, "A search");
  resolution = pel_search_finish (result, &error);
  g_assert_no_error (error);
  return resolution;
}

/* “ 4 17”: the ids of what is found. */
static char *
dup_found (Scene *self, const char *text)
{
  g_autoptr (PelResolution) resolution = search (self, text);
  GString                  *found = g_string_new (NULL);

  for (guint i = 0; i < resolution->matches->len; i++)
    g_string_append_printf (found, " %u", g_array_index (resolution->matches, PelElementId, i));
  return g_string_free (found, FALSE);
}

/* Every element */

static void
assert_named (Scene *self, PelElementId id)
{
  g_autoptr (GError)        error = NULL;
  g_autofree char          *text = pel_selector_write (self->snapshot, id, self->facts);
  g_autoptr (PelSelector)   selector = pel_selector_parse (text, &error);
  g_autoptr (PelResolution) resolution = NULL;

  g_assert_no_error (error);
  resolution = pel_selector_resolve (selector, self->snapshot, self->facts);
  if (resolution->matches->len == 1 && g_array_index (resolution->matches, PelElementId, 0) == id)
    return;
  g_error ("“%s” is to name element %u and matches %u elements",
           text,
           id,
           resolution->matches->len);
}

static void
assert_all_named (Scene *self)
{
  guint            n_elements;
  g_autofree char *none = NULL;

  look_at_rest (self);
  none = dup_found (self, "id=\"nothing has this id\""); /* reads them all */
  g_assert_cmpstr (none, ==, "");
  n_elements = pel_snapshot_get_n_elements (self->snapshot);
  for (PelElementId id = 1; id <= n_elements; id++)
    assert_named (self, id);
  g_test_message ("%u elements", n_elements);
}

static void
test_every_fixture (gconstpointer program)
{
  g_auto (Scene) self = open_fixture (program, "--rows", "60");

  assert_all_named (&self);
}

static void
test_every_program (gconstpointer program)
{
  g_auto (Scene) self = open_scene ();
  GSubprocess   *process = open_program (self.bus, program, NULL, &self.name);

  if (process == NULL)
    return;
  assert_all_named (&self);
  close_program (process, self.bus, self.name);
}

/* One element at a time, as a tool does it: what must be read for it is read first. */
static void
test_write (gconstpointer program)
{
  g_auto (Scene)           self = open_fixture (program, "--rows", "60");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  g_autofree char         *text = NULL;
  g_autofree char         *found = NULL;
  g_autofree char         *expected = NULL;
  PelElementId             id;

  look_at_rest (&self);
  id = find_named (self.snapshot, "Button").id;
  pel_selector_write_async (&(PelSearch){ .source = self.source,
                                          .snapshot = self.snapshot,
                                          .facts = self.facts,
                                          .timeout_ms = SEARCH_MS },
                            id,
                            NULL,
                            provider_done_cb,
                            &result);
  provider_await (&result, SEARCH_MS, "Writing a selector");
  text = pel_selector_write_finish (result, &error);
  g_assert_no_error (error);
  g_test_message ("%s", text);
  expected = g_strdup_printf (" %u", id);
  found = dup_found (&self, text);
  g_assert_cmpstr (found, ==, expected);
}

/* What is read for a predicate */

/* (transfer full) (nullable): as the program says itself. */
static char *
dup_attribute (Scene *self, const PelElement *element, const char *name)
{
  g_autoptr (GVariant) answer = pel_a11y_call (self->bus,
                                               element->bus_name,
                                               element->path,
                                               "Accessible",
                                               "GetAttributes",
                                               NULL,
                                               NULL);
  g_autoptr (GVariant) attributes = NULL;
  char                *value = NULL;

  if (answer == NULL || !g_variant_is_of_type (answer, G_VARIANT_TYPE ("(a{ss})")))
    return NULL;
  attributes = g_variant_get_child_value (answer, 0);
  g_variant_lookup (attributes, name, "s", &value);
  return value;
}

static char *
dup_id (Scene *self, const PelElement *element)
{
  g_autoptr (GVariant) id = pel_a11y_get (self->bus,
                                          element->bus_name,
                                          element->path,
                                          "Accessible",
                                          "AccessibleId",
                                          NULL);

  if (id != NULL && g_variant_get_string (id, NULL)[0] != '\0')
    return g_variant_dup_string (id, NULL);
  return dup_attribute (self, element, "id");
}

static char *
dup_class (Scene *self, const PelElement *element)
{
  return dup_attribute (self, element, "class");
}

/* What each value of a field should find. (transfer full): of a text its ids, as dup_found() */
static GHashTable *
ask_everybody (Scene *self, char *(*dup_text) (Scene *self, const PelElement *element))
{
  GHashTable *expected = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (self->snapshot); id++)
    {
      PelElement       element = pel_snapshot_get_element (self->snapshot, id);
      g_autofree char *text = dup_text (self, &element);
      const char      *before;

      if (text == NULL || text[0] == '\0')
        continue;
      before = g_hash_table_lookup (expected, text);
      g_hash_table_replace (expected,
                            g_strdup (text),
                            g_strdup_printf ("%s %u", before != NULL ? before : "", id));
    }
  return expected;
}

static void
assert_finds (Scene *self, const char *key, GHashTable *expected)
{
  GHashTableIter iter;
  gpointer       text, ids;

  g_test_message ("%u values of %s", g_hash_table_size (expected), key);
  g_hash_table_iter_init (&iter, expected);
  while (g_hash_table_iter_next (&iter, &text, &ids))
    {
      g_autofree char *quoted = pel_selector_quote (text);
      g_autofree char *selector = g_strdup_printf ("%s=%s", key, quoted);
      g_autofree char *found = dup_found (self, selector);

      if (g_strcmp0 (found, ids) != 0)
        g_error ("%s finds%s, not%s", selector, found, (char *) ids);
    }
}

static void
test_ids (gconstpointer program)
{
  g_auto (Scene)         self = open_fixture (program, "--rows", "60");
  g_autoptr (GHashTable) ids = NULL;
  g_autoptr (GHashTable) classes = NULL;

  look_at_rest (&self);
  ids = ask_everybody (&self, dup_id);
  assert_finds (&self, "id", ids);
  g_clear_pointer (&self.facts, pel_facts_unref);
  self.facts = pel_facts_new ();
  classes = ask_everybody (&self, dup_class);
  assert_finds (&self, "class", classes);
}

/* clang-format off */
static const Step typing[] = {
  { CLICK, "entry",    0, 0, "focused entry"               },
  { TYPE,  "Zoe",      0, 0, "text entry \"Zoe\""          },
  { CLICK, "password", 0, 0, "focused password"            },
  { TYPE,  "hunter2",  0, 0, "text password \"hunter2\""   },
};

/* What was typed is found where it is, and never where it is secret. */
static const struct { const char *selector; const char *name; } typed[] = {
  { "role=Edit && value=Zoe",           "Entry" },
  { "role=Edit && text=Zoe",            "Entry" },
  { "role=Edit && text~=/^z.e$/i",      "Entry" },
  { "role=Edit && value=hunter2",       NULL    },
  { "text~=hunter",                     NULL    },
  { "value$=2 && !role=Spinner && password=true", NULL },
};
/* clang-format on */

static gboolean
has_typed (PelSnapshot *snapshot, gconstpointer unused)
{
  return g_str_equal (find_named (snapshot, "Entry").value, "Zoe");
}

static void
test_texts (gconstpointer program)
{
  g_auto (Scene)           self = open_fixture (program, "--rows", "20");
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (typing); i++)
    perform (input, self.fixture, &typing[i]);
  look_at_rest (&self);
  g_assert_false (has_typed (self.snapshot, NULL)); /* it is read for the selector only */
  for (gsize i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_autofree char *found = dup_found (&self, typed[i].selector);
      g_autofree char *expected = NULL;

      expected = typed[i].name == NULL
                     ? g_strdup ("")
                     : g_strdup_printf (" %u", find_named (self.snapshot, typed[i].name).id);
      g_test_message ("%s", typed[i].selector);
      g_assert_cmpstr (found, ==, expected);
    }
}

/* Who is asked */

/* The program is asked one more thing, and that is in its log: all before it is there as well. */
static void
await_log (Scene *self)
{
  g_autoptr (GVariant) answer = pel_a11y_call (self->bus,
                                               self->name,
                                               PEL_A11Y_ROOT,
                                               "Accessible",
                                               "GetLocalizedRoleName",
                                               NULL,
                                               NULL);

  g_assert_nonnull (answer);
  pel_fixture_expect (self->fixture, "call Accessible.GetLocalizedRoleName " PEL_A11Y_ROOT);
}

/* How often an element was asked what is asked for selectors only. */
static guint
count_questions (Scene *self, const char *path)
{
  static const char *const patterns[] = {
    "call Properties.Get PATH Accessible.AccessibleId",
    "call Accessible.GetAttributes PATH",
    "call Accessible.GetRole PATH",
    "call Text.* PATH",
    "call Properties.Get PATH Text.*",
    "call Properties.Get PATH Value.*",
  };
  guint n_questions = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_auto (GStrv)   parts = g_strsplit (patterns[i], "PATH", 2);
      g_autofree char *pattern = g_strjoinv (path, parts);

      n_questions += pel_fixture_count (self->fixture, pattern);
    }
  return n_questions;
}

/* “3:2 4:2”: of each node that was asked how often. */
static char *
dup_asked (Scene *self)
{
  GString *asked = g_string_new (NULL);

  await_log (self);
  for (guint node = 1; node <= 6; node++)
    {
      g_autofree char *path = g_strdup_printf (PEL_A11Y_NODE "%u", node);
      guint            n_questions = count_questions (self, path);

      if (n_questions > 0)
        g_string_append_printf (asked, "%s%u:%u", asked->len > 0 ? " " : "", node, n_questions);
    }
  return g_string_free (asked, FALSE);
}

/* clang-format off */
/* Who is asked, and how often, by what the others leave. Node 3 is a button, 4 an entry, 5 a
 * slider, 6 a label: see fixtures/hostile.h. */
static const struct { const char *selector; const char *asked; } prices[] = {
  { "role=Button",                              ""            },
  { "role=Button && id=id-3",                   "3:2"         },
  { "role=Button && class=none && id=id-3",     "3:2"         },
  { "role=Slider && enabled=false && id=id-5",  ""            },
  { "Pane:Panel >> id=id-4",                    "3:2 4:2 5:2 6:2" },
  { "Pane:Panel >> id=id-4 >> id=id-5",         "3:2 4:2 5:2 6:2" },
  { "role=Menu >> id=id-4",                     ""            },
  { "role=Slider && value>0",                   "5:8"         },
  { "role=Edit && value=Entry",                 "4:5"         },
  { "Pane:Panel >> text=nothing",               "4:5 6:5"     },
  { "Pane:Panel >> text=Label",                 "4:5"         },
};
/* clang-format on */

static void
test_price (void)
{
  g_auto (Scene) self = open_fixture ("fixture-hostile", "--mode", "honest");

  look_at_rest (&self);
  for (gsize i = 0; i < G_N_ELEMENTS (prices); i++)
    {
      g_autofree char *found = NULL;
      g_autofree char *asked = NULL;

      g_test_message ("%s", prices[i].selector);
      g_clear_pointer (&self.facts, pel_facts_unref);
      self.facts = pel_facts_new ();
      pel_fixture_forget (self.fixture);
      found = dup_found (&self, prices[i].selector);
      asked = dup_asked (&self);
      g_assert_cmpstr (asked, ==, prices[i].asked);
    }
}

static void
test_missing (gconstpointer program)
{
  g_assert_true (pel_fixture_skip (program));
}

static void
add (const char *group, const char *program, GTestDataFunc function)
{
  g_autofree char *path = g_strdup_printf ("/selectors/%s/%s", group, program);

  g_test_add_data_func (path, program, function);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/selectors/price", test_price);
  for (gsize i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      gboolean is_here = pel_fixture_refuse (fixtures[i]) == NULL;

      add ("every", fixtures[i], is_here ? test_every_fixture : test_missing);
      add ("write", fixtures[i], is_here ? test_write : test_missing);
      add ("ids", fixtures[i], is_here ? test_ids : test_missing);
      add ("texts", fixtures[i], is_here ? test_texts : test_missing);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    add ("every", programs[i], test_every_program);
  return g_test_run ();
}
