/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/condition/condition-check.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/base/purse.h"
#include "services/condition/condition-report.h"
#include "tests/unit/scene.h"

#include <string.h>

#define F PEL_VERDICT_FAILS
#define H PEL_VERDICT_HOLDS
#define W PEL_VERDICT_WANTS
#define L PEL_VERDICT_LOST
#define B PEL_VERDICT_BARRED
#define P PEL_VERDICT_PENDING
#define N PEL_VERDICT_SILENT

/* A condition that is looked at again and again. */
typedef struct
{
  PelCondition       *condition;
  PelConditionMemory *memory;
  PelFacts           *facts;
  PelSnapshot        *snapshot;
  PelCheck           *check;
  guint               number; /* of the next snapshot */
} Case;

static void
case_clear (Case *self)
{
  pel_condition_memory_free (self->memory);
  pel_condition_unref (self->condition);
  pel_facts_unref (self->facts);
  pel_check_free (self->check);
  g_clear_object (&self->snapshot);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

/* Single quotes stand for double ones. */
static Case
begin (const char *text)
{
  g_autofree char     *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError)   error = NULL;
  g_autoptr (JsonNode) node = pel_json_parse (json, -1, &error);
  Case                 self = { .facts = pel_facts_new (), .number = 1 };

  g_assert_no_error (error);
  self.condition = pel_condition_parse (node, "until", &error);
  g_assert_no_error (error);
  self.memory = pel_condition_memory_new (self.condition);
  return self;
}

static PelVerdict
check_at (Case *self, guint ms)
{
  PelConditionView view = { self->snapshot, self->facts, ms * G_TIME_SPAN_MILLISECOND };

  pel_facts_begin (self->facts, self->snapshot, view.now);
  g_clear_pointer (&self->check, pel_check_free);
  self->check = pel_condition_check (self->condition, &view, self->memory);
  g_assert_true ((self->check->verdict == W) ==
                 (self->check->wanted->len > 0 || self->check->pictures->len > 0));
  g_assert_true ((self->check->verdict == L || self->check->verdict == B) ==
                 (self->check->error != NULL));
  g_assert_true (self->check->verdict == F || self->check->verdict == P || self->check->in_ms == 0);
  return self->check->verdict;
}

static PelVerdict
see (Case *self, guint ms, const char *scene)
{
  g_clear_object (&self->snapshot);
  self->snapshot = scene_build (self->number++, scene);
  return check_at (self, ms);
}

static char *
dup_text (Case *self)
{
  PelConditionView view = { self->snapshot, self->facts, 0 };

  return pel_condition_report_to_text (self->condition, &view, self->memory);
}

/* “e5,e7”: the matches. */
static char *
dup_matches (Case *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->check->matches->len; i++)
    g_string_append_printf (text,
                            "%se%u",
                            i > 0 ? "," : "",
                            pel_snapshot_get_element (self->snapshot,
                                                      g_array_index (self->check->matches,
                                                                     PelElementId,
                                                                     i))
                                .ref);
  return g_string_free (text, FALSE);
}

/* What is seen at once */

#define CALC                                                                                        \
  "calc|>Window :Main e1|>>CheckBox :Sound e2 +checkable|>>CheckBox :Music e3 +checkable +checked|" \
  ">>Edit :Name e4 text =abc|>>Button :OK e5|>>Button :Old e6 hidden|>>Text :Saved_at_noon e7|"     \
  "#w1 Main|#w2 Calculator_help|#w3 Tip menu|#w4 Far away"

/* clang-format off */
static const struct { const char *json; PelVerdict verdict; const char *matches; } once_cases[] = {
  { "{'window': {'title': 'calculator'}}",                    H, "" },
  { "{'window': {'title': 'w1'}}",                            H, "" },
  { "{'window': {'title': 'w'}}",                             F, "" }, /* a part of an id is none */
  { "{'window': {'title': 'tip'}}",                           F, "" },
  { "{'window': {'title': 'w3'}}",                            H, "" },
  { "{'window': {'title': 'far'}}",                           H, "" },
  { "{'window': {'title': 'main', 'exists': false}}",         F, "" },
  { "{'window': {'title': 'none', 'exists': false}}",         H, "" },
  { "{'element': {'selector': 'Button:OK'}}",                 H, "e5" },
  { "{'element': {'selector': 'Button:Nope'}}",               F, "" },
  { "{'element': {'selector': 'Button:Nope', 'count': 0}}",   H, "" },
  { "{'element': {'selector': 'Button:OK', 'count': 0}}",     F, "" },
  { "{'element': {'selector': 'role=CheckBox', 'count': 2}}", H, "e2,e3" },
  { "{'element': {'selector': 'role=CheckBox', 'count': 1}}", F, "" },
  { "{'element': {'selector': 'role=CheckBox', 'count': 3}}", F, "" },
  { "{'element': {'selector': 'role=CheckBox', 'state': 'checked'}}",               H, "e3" },
  { "{'element': {'selector': 'role=CheckBox', 'state': 'checked', 'count': 1}}",   H, "e3" },
  { "{'element': {'selector': 'role=CheckBox', 'state': '!checked'}}",              H, "e2" },
  { "{'element': {'selector': 'CheckBox:Sound', 'state': 'checked'}}",              F, "" },
  { "{'element': {'selector': 'CheckBox:Sound', 'state': 'checked', 'count': 0}}",  H, "" },
  { "{'element': {'selector': 'role=CheckBox', 'state': 'checkable', 'count': 2}}", H, "e2,e3" },
  { "{'element': {'selector': 'role=CheckBox', 'state': '!checkable'}}",            F, "" },
  { "{'element': {'selector': 'Button:Old', 'state': 'hidden'}}",                   H, "e6" },
  { "{'element': {'selector': 'Button:OK', 'state': 'disabled'}}",                  F, "" },
  /* the state is one of what the selector means, it does not change what it means */
  { "{'element': {'selector': 'role=CheckBox >> nth(1)', 'state': 'checked'}}",     F, "" },
  { "{'element': {'selector': 'CheckBox:Sound ?? CheckBox:Music', 'state': 'checked'}}", F, "" },
  { "{'element': {'selector': 'CheckBox:Music >> parent', 'state': '!checked'}}",   H, "e1" },
  { "{'element': {'selector': 'Edit:Name', 'value': 'abc'}}",       H, "e4" },
  { "{'element': {'selector': 'Edit:Name', 'value': 'ab'}}",        F, "" },
  { "{'element': {'selector': 'Edit:Name', 'value': '/^AB/i'}}",    H, "e4" },
  { "{'element': {'selector': 'Edit:Name', 'value': '/^AB/'}}",     F, "" },
  { "{'element': {'selector': 'Button:OK', 'value': ''}}",          F, "" },
  { "{'element': {'selector': '@e5'}}",                             H, "e5" },
  { "{'element': {'selector': '@e99'}}",                            L, "" },
  { "{'element': {'selector': '@e99', 'count': 0}}",                H, "" },
  { "{'element': {'selector': '@e99', 'count': 1}}",                L, "" },
  { "{'element': {'selector': '@e99 ?? Button:Nope'}}",             F, "" },
  { "{'element': {'selector': '@e99 >> Button:OK'}}",               L, "" },
  { "{'element': {'selector': '!@e99 && Button:OK'}}",              H, "e5" },
  { "{'element': {'selector': 'ocr:OK'}}",                          B, "" },
  { "{'element': {'selector': 'ocr:OK', 'count': 0}}",              B, "" },
  { "{'element': {'selector': 'ocr:OK ?? Button:OK'}}",             H, "e5" },
  { "{'element': {'selector': 'ocr:OK ?? Button:Nope'}}",           F, "" },
  { "{'text': 'saved'}",                                            H, "e7" },
  { "{'text': '/^saved/'}",                                         F, "" },
  { "{'text': '/^saved/i'}",                                        H, "e7" },
  { "{'text': 'old'}",                                              F, "" }, /* nobody sees it */
  { "{'text': 'AB'}",                                               H, "e4" }, /* in a field */
  { "{'text': {'contains': 'saved', 'selector': 'role=Window'}}",   H, "e7" },
  { "{'text': {'contains': 'saved', 'selector': 'role=Text'}}",     H, "e7" }, /* itself */
  { "{'text': {'contains': 'saved', 'selector': 'role=CheckBox'}}", F, "" },
  { "{'text': {'contains': 'saved', 'selector': 'role=Slider'}}",   F, "" },
  { "{'text': {'contains': 'saved', 'selector': '@e99'}}",          L, "" },
  { "{'stable': {'selector': 'role=Slider'}}",                      F, "" },
  { "{'idle': {'app': 'nope'}}",                                    F, "" },
};

/* Each of these leaves by itself comes to what its letter says: see truth_of(). */
static const struct { const char *json; PelVerdict verdict; } truth_cases[] = {
  { "{'not': H}", F }, { "{'not': F}", H }, { "{'not': L}", H }, { "{'not': B}", B }, { "{'not': W}", W },
  { "{'all': [H]}", H }, { "{'all': [H, H]}", H }, { "{'all': [H, F]}", F }, { "{'all': [F, H]}", F },
  { "{'all': [H, W]}", W }, { "{'all': [W, F]}", F }, { "{'all': [F, W]}", F }, { "{'all': [H, L]}", L },
  { "{'all': [L, F]}", L }, { "{'all': [F, L]}", L }, { "{'all': [W, L]}", L }, { "{'all': [B, L]}", B },
  { "{'all': [H, B]}", B },
  { "{'any': [F]}", F }, { "{'any': [H, F]}", H }, { "{'any': [F, H]}", H }, { "{'any': [W, H]}", H },
  { "{'any': [F, W]}", W }, { "{'any': [L, F]}", F }, { "{'any': [L, W]}", W }, { "{'any': [L, L]}", L },
  { "{'any': [L, H]}", H }, { "{'any': [B, F]}", F }, { "{'any': [B, L]}", L }, { "{'any': [B, B]}", B },
  { "{'not': {'all': [H, L]}}", H }, { "{'not': {'any': [F, L]}}", H }, { "{'not': {'any': [F, W]}}", W },
  { "{'not': {'not': H}}", H }, { "{'not': {'not': L}}", F },
  { "{'all': [{'not': L}, {'any': [F, H]}]}", H },
};
/* clang-format on */

static void
test_once (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (once_cases); i++)
    {
      g_auto (Case)    self = begin (once_cases[i].json);
      g_autofree char *matches = NULL;

      g_test_message ("%s", once_cases[i].json);
      g_assert_cmpint (see (&self, 1000, CALC), ==, once_cases[i].verdict);
      matches = dup_matches (&self);
      g_assert_cmpstr (matches, ==, once_cases[i].matches);
      g_assert_cmpuint (self.check->in_ms, ==, 0);
    }
}

/* “H”: a leaf that holds, and so on. */
static char *
truth_of (const char *json)
{
  static const struct
  {
    char        letter;
    const char *leaf;
  } leaves[] = {
    { 'H', "{'element': {'selector': 'Button:OK'}}" },
    { 'F', "{'element': {'selector': 'Button:Nope'}}" },
    { 'L', "{'element': {'selector': '@e99'}}" },
    { 'B', "{'element': {'selector': 'ocr:OK'}}" },
    { 'W', "{'element': {'selector': 'id=okay'}}" },
  };
  GString *text = g_string_new (NULL);

  for (const char *p = json; *p != '\0'; p++)
    {
      const char *leaf = NULL;

      for (gsize i = 0; i < G_N_ELEMENTS (leaves); i++)
        if (leaves[i].letter == *p)
          leaf = leaves[i].leaf;
      if (leaf != NULL)
        g_string_append (text, leaf);
      else
        g_string_append_c (text, *p);
    }
  return g_string_free (text, FALSE);
}

static void
test_truth (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (truth_cases); i++)
    {
      g_autofree char *json = truth_of (truth_cases[i].json);
      g_auto (Case)    self = begin (json);

      g_test_message ("%s", truth_cases[i].json);
      g_assert_cmpint (see (&self, 1000, CALC), ==, truth_cases[i].verdict);
    }
}

/* What makes it hold is told once, in order; what is under a “not” does not. */
static void
test_matches (void)
{
  g_auto (Case)    self = begin ("{'all': [{'element': {'selector': 'Button:OK'}},"
                                 "{'any': [{'element': {'selector': 'Button:Nope'}},"
                                 "{'element': {'selector': 'role=CheckBox'}}]},"
                                 "{'element': {'selector': '@e5'}}, {'window': {'title': 'help'}},"
                                 "{'not': {'element': {'selector': 'Edit:Name', 'count': 7}}}]}");
  g_autofree char *matches = NULL;

  g_assert_cmpint (see (&self, 1, CALC), ==, H);
  matches = dup_matches (&self);
  g_assert_cmpstr (matches, ==, "e5,e2,e3");
  g_assert_cmpuint (self.check->windows->len, ==, 1);
  g_assert_cmpuint (g_array_index (self.check->windows, guint, 0), ==, 1);
}

/* What must be read first */

static PelReadingFlags
get_wanted (Case *self, guint ref)
{
  PelReadingFlags flags = 0;

  for (guint i = 0; i < self->check->wanted->len; i++)
    {
      PelWanted *wanted = &g_array_index (self->check->wanted, PelWanted, i);

      if (pel_snapshot_get_element (self->snapshot, wanted->id).ref == ref)
        flags |= wanted->flags;
    }
  return flags;
}

#define FIELDS                                                                                  \
  "calc|>Window :Main e1|>>Edit :A e2 text|>>Edit :B e3 text|>>Text :C e4 text|>>Button :D e5|" \
  ">>Text :E e6 text hidden|>>Edit :F e7 text secret"

static void
test_wants_value (void)
{
  g_auto (Case) self = begin ("{'element': {'selector': 'role=Edit && !name=F', 'value': 'x'}}");

  g_assert_cmpint (see (&self, 1, FIELDS), ==, W);
  g_assert_cmpuint (self.check->wanted->len, ==, 2);
  g_assert_cmpint (get_wanted (&self, 2), ==, PEL_READ_VALUE);
  pel_facts_set (self.facts, 2, PEL_FACT_VALUE, "y");
  g_assert_cmpint (check_at (&self, 1), ==, W);
  g_assert_cmpuint (self.check->wanted->len, ==, 1);
  pel_facts_set (self.facts, 3, PEL_FACT_VALUE, "x");
  g_assert_cmpint (check_at (&self, 1), ==, H);
  /* another snapshot, another value */
  g_assert_cmpint (see (&self, 1, FIELDS), ==, W);
}

/* One is enough; and where there are too many or too few, no more need be known. */
static void
test_wants_no_more (void)
{
  static const struct
  {
    const char *json;
    PelVerdict  verdict;
  } rows[] = {
    { "{'element': {'selector': 'role=Edit && !name=F', 'value': 'x'}}", H },
    { "{'element': {'selector': 'role=Edit && !name=F', 'value': 'x', 'count': 0}}", F },
    { "{'element': {'selector': 'role=Edit && !name=F', 'value': 'x', 'count': 1}}", W },
    { "{'element': {'selector': 'role=Edit && !name=F', 'value': 'x', 'count': 2}}", W },
    { "{'element': {'selector': 'role=Edit && !name=F', 'value': 'x', 'count': 3}}", F },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Case) self = begin (rows[i].json);

      g_test_message ("%s", rows[i].json);
      see (&self, 1, FIELDS);
      pel_facts_set (self.facts, 2, PEL_FACT_VALUE, "x");
      g_assert_cmpint (check_at (&self, 1), ==, rows[i].verdict);
    }
}

/* Of e3 nothing is told: what depends on it can be told neither way. */
/* clang-format off */
static const struct { const char *json; PelVerdict verdict; } silent_cases[] = {
  { "{'element': {'selector': 'role=Edit && id=b'}}",                          N },
  { "{'element': {'selector': 'role=Edit && id=a'}}",                          H },
  { "{'element': {'selector': 'role=Edit && id!=a && !name=F'}}",              N },
  { "{'element': {'selector': 'role=Edit && id=b', 'count': 0}}",              N },
  { "{'element': {'selector': 'role=Edit && id=a', 'count': 1}}",              N },
  { "{'element': {'selector': 'role=Edit && id=a', 'count': 0}}",              N },
  { "{'element': {'selector': 'role=Edit && id=a', 'state': 'checked'}}",      N },
  { "{'element': {'selector': 'role=Button && id=b', 'count': 0}}",            H },
  { "{'element': {'selector': 'id=b && name=B ?? Button:D'}}",                 H },
  { "{'element': {'selector': 'role=Edit && !name=F', 'value': 'x'}}",         N },
  { "{'element': {'selector': 'role=Edit && !name=F', 'value': 'a'}}",         H },
  { "{'element': {'selector': 'role=Edit && !name=F', 'value': 'a', 'count': 3}}", F },
  { "{'element': {'selector': 'role=Edit && !name=F', 'value': 'a', 'count': 1}}", N },
  { "{'text': 'zzz'}",                                                         N },
  { "{'text': {'contains': 'zzz', 'selector': 'role=Edit && id=b'}}",          N },
  { "{'stable': {'selector': 'role=Edit && id=b'}}",                           N },
  { "{'not': {'element': {'selector': 'role=Edit && id=b'}}}",                 N },
  { "{'not': {'text': 'zzz'}}",                                                N },
  { "{'all': [{'text': 'zzz'}, {'element': {'selector': 'Button:D'}}]}",       N },
  { "{'all': [{'text': 'zzz'}, {'element': {'selector': 'Button:Nope'}}]}",    F },
  { "{'any': [{'element': {'selector': 'Button:Nope'}}, {'text': 'zzz'}]}",    N },
  { "{'any': [{'text': 'zzz'}, {'element': {'selector': 'Button:D'}}]}",       H },
};
/* clang-format on */

static void
test_silent (void)
{
  g_autoptr (GHashTable) silent = g_hash_table_new (NULL, NULL);

  g_hash_table_add (silent, GUINT_TO_POINTER (3));
  for (gsize i = 0; i < G_N_ELEMENTS (silent_cases); i++)
    {
      g_auto (Case)    self = begin (silent_cases[i].json);
      g_autofree char *text = NULL;

      g_test_message ("%s", silent_cases[i].json);
      see (&self, 1, FIELDS);
      for (guint ref = 1; ref <= 7; ref++)
        for (PelFact fact = 0; ref != 3 && fact < PEL_N_FACTS; fact++)
          pel_facts_set (self.facts, ref, fact, ref == 2 ? "a" : NULL);
      if (strstr (silent_cases[i].json, "id!=a") != NULL)
        pel_facts_set (self.facts, 7, PEL_FACT_ID, "a");
      pel_facts_set_silent (self.facts, silent);
      g_assert_cmpint (check_at (&self, 1), ==, silent_cases[i].verdict);
      text = dup_text (&self);
      if (silent_cases[i].verdict == N)
        g_assert_nonnull (strstr (text, "it could not be read in time"));
    }
}

/* Contents are read only of what can be seen, only where no name has the text, never of secrets. */
static void
test_wants_text (void)
{
  g_auto (Case)    self = begin ("{'text': 'saved'}");
  g_autofree char *matches = NULL;

  g_assert_cmpint (see (&self, 1, FIELDS "|>>Text :Saved e8"), ==, H);
  g_assert_cmpint (see (&self, 1, FIELDS), ==, W);
  g_assert_cmpint (get_wanted (&self, 4) & PEL_READ_TEXT, ==, PEL_READ_TEXT);
  g_assert_cmpint (get_wanted (&self, 5), ==, 0);
  g_assert_cmpint (get_wanted (&self, 6), ==, 0);
  g_assert_cmpint (get_wanted (&self, 7), ==, 0);
  for (guint ref = 2; ref <= 4; ref++)
    {
      pel_facts_set (self.facts, ref, PEL_FACT_VALUE, NULL);
      pel_facts_set (self.facts, ref, PEL_FACT_TEXT, ref == 4 ? "All is saved." : "nothing");
    }
  g_assert_cmpint (check_at (&self, 1), ==, H);
  matches = dup_matches (&self);
  g_assert_cmpstr (matches, ==, "e4");
}

/* Where the text is looked for need not come in the order of the tree. */
static void
test_text_order (void)
{
  g_auto (Case) self =
      begin ("{'text': {'contains': 'saved', 'selector': 'Button:A >> right-of'}}");
  g_autofree char *matches = NULL;

  g_assert_cmpint (see (&self,
                        1,
                        "calc|>Window e1|>>Button :A e2|>>Text :Saved e3 @500|>>Text :Near e4 @50"),
                   ==,
                   H);
  matches = dup_matches (&self);
  g_assert_cmpstr (matches, ==, "e3");
}

/* Programs that end */

static void
test_lost_program (void)
{
  g_auto (Case)    self = begin ("{'element': {'selector': 'app=calc >> Button:Nope'}}");
  g_autofree char *text = NULL;

  /* not there yet is not lost */
  g_assert_cmpint (see (&self, 1, "other"), ==, F);
  g_assert_cmpint (see (&self, 2, CALC), ==, F);
  g_assert_cmpint (see (&self, 3, "other"), ==, L);
  g_assert_error (self.check->error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND);
  g_assert_cmpstr (self.check->error->message, ==, "The program “calc” exited during the wait");
  text = dup_text (&self);
  g_assert_nonnull (strstr (text, "exited during"));
}

/* clang-format off */
static const struct { const char *json; PelVerdict before, without; } end_cases[] = {
  { "{'element': {'selector': 'app=calc >> Button:Nope'}}",                 F, L },
  { "{'element': {'selector': 'app=calc >> Button:OK', 'state': 'checked'}}", F, L },
  { "{'element': {'selector': 'app=calc >> Button:OK', 'count': 5}}",       F, L },
  { "{'element': {'selector': 'app=calc >> Button:OK', 'count': 0}}",       F, H },
  { "{'not': {'element': {'selector': 'app=calc >> Button:OK'}}}",          F, H },
  { "{'element': {'selector': 'window~=main >> Button:Nope'}}",             F, L },
  { "{'element': {'selector': 'Button:Nope'}}",                             F, F },
  { "{'element': {'selector': 'app=calc >> Button:Nope ?? Button:New'}}",   F, F },
  { "{'text': {'contains': 'zzz', 'selector': 'app=calc >> role=Window'}}", F, L },
  { "{'text': 'zzz'}",                                                      F, F },
  { "{'stable': {'selector': 'app=calc >> role=Window'}}",                  P, L },
  { "{'idle': {'app': 'alc'}}",                                             P, L },
  { "{'window': {'title': 'zzz'}}",                                         F, F },
  { "{'all': [{'window': {'title': 'zzz'}}, {'idle': {'app': 'calc'}}]}",   F, L },
  { "{'any': [{'window': {'title': 'zzz'}}, {'idle': {'app': 'calc'}}]}",   P, F },
};
/* clang-format on */

#define SMALL "calc|>Window :Main e1|>>Button :OK e5"

static void
test_lost_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (end_cases); i++)
    {
      g_auto (Case) self = begin (end_cases[i].json);

      g_test_message ("%s", end_cases[i].json);
      g_assert_cmpint (see (&self, 1, SMALL "|other"), ==, end_cases[i].before);
      g_assert_cmpint (see (&self, 2, "other"), ==, end_cases[i].without);
    }
}

/* Another one of the same name goes on in its place. */
static void
test_lost_not (void)
{
  g_auto (Case) self = begin ("{'element': {'selector': 'app=calc >> Button:Nope'}}");

  g_assert_cmpint (see (&self, 1, SMALL "|calc/2"), ==, F);
  g_assert_cmpint (see (&self, 2, "calc/2"), ==, F);
  g_assert_cmpint (see (&self, 3, "calc/3"), ==, F);
  g_assert_cmpint (see (&self, 4, "calc/3 silent"), ==, F);
  g_assert_cmpint (see (&self, 5, ""), ==, L);
}

/* Time */

static void
test_stable (void)
{
  g_auto (Case) self = begin ("{'stable': {'selector': 'role=Window', 'for_ms': 200}}");

  g_assert_cmpint (see (&self, 1000, SMALL), ==, P);
  g_assert_cmpuint (self.check->in_ms, ==, 200);
  g_assert_cmpint (see (&self, 1150, SMALL), ==, P);
  g_assert_cmpuint (self.check->in_ms, ==, 50);
  /* what is not below it does not matter */
  g_assert_cmpint (see (&self, 1199, SMALL "|other|>Button e9"), ==, P);
  g_assert_cmpuint (self.check->in_ms, ==, 1);
  g_assert_cmpint (see (&self, 1200, SMALL), ==, H);
}

/* clang-format off */
static const char *const restarts[] = {
  "calc|>Window :Main e1|>>Button :Okay e5",
  "calc|>Window :Main e1|>>Button :OK e6",
  "calc|>Window :Main e1|>>Button :OK e5 @3",
  "calc|>Window :Main e1|>>Button :OK e5 =1",
  "calc|>Window :Main e1|>>Button :OK e5 +focused",
  "calc|>Window :Main e1|>>Button :OK e5 hidden",
  "calc|>Window :Main e1|>>Button :OK e5|>>Button e7",
  "calc|>Window :Main e1",
  "calc|>Window :Main e1|>>Button :OK e5|>Window e8",
};
/* clang-format on */

static void
test_stable_restarts (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (restarts); i++)
    {
      g_auto (Case) self = begin ("{'stable': {'selector': 'role=Window', 'for_ms': 200}}");

      g_test_message ("%s", restarts[i]);
      g_assert_cmpint (see (&self, 0, SMALL), ==, P);
      g_assert_cmpint (see (&self, 190, restarts[i]), ==, F);
      g_assert_cmpuint (self.check->in_ms, ==, 200);
      g_assert_cmpint (see (&self, 200, restarts[i]), ==, F);
      g_assert_cmpint (see (&self, 390, restarts[i]), ==, H);
    }
}

/* What was away begins anew, also where it comes back as it was. */
static void
test_stable_away (void)
{
  g_auto (Case) self = begin ("{'stable': {'selector': 'Button:OK', 'for_ms': 200}}");

  g_assert_cmpint (see (&self, 0, SMALL), ==, P);
  g_assert_cmpint (see (&self, 100, "calc"), ==, F);
  g_assert_cmpuint (self.check->in_ms, ==, 0);
  g_assert_cmpint (see (&self, 210, SMALL), ==, P);
  g_assert_cmpuint (self.check->in_ms, ==, 200);
}

/* Matches that lie in each other are looked at once; their order does not matter. */
static void
test_stable_nested (void)
{
  g_auto (Case) self =
      begin ("{'stable': {'selector': 'role=Group ?? role=Window', 'for_ms': 50}}");

  g_assert_cmpint (see (&self, 0, "a|>Group e1|>>Group e2|>>>Group e3|>Group e4"), ==, P);
  g_assert_cmpint (see (&self, 60, "a|>Group e1|>>Group e2|>>>Group e3|>Group e4"), ==, H);
  g_assert_cmpint (see (&self, 70, "a|>Group e1|>>Group e2|>>>Group e3 @1|>Group e4"), ==, F);
}

static void
test_idle (void)
{
  g_auto (Case)    self = begin ("{'idle': {'app': 'ALC', 'for_ms': 100}}");
  g_autofree char *text = NULL;

  g_assert_cmpint (see (&self, 0, "other"), ==, F);
  g_assert_cmpuint (self.check->in_ms, ==, 0);
  g_assert_cmpint (see (&self, 0, SMALL), ==, P);
  g_assert_cmpuint (self.check->in_ms, ==, 100);
  g_assert_cmpint (see (&self, 90, SMALL "|other|>Button e9"), ==, P);
  g_assert_cmpuint (self.check->in_ms, ==, 10);
  g_assert_cmpint (see (&self, 100, SMALL), ==, H);
  g_assert_cmpint (see (&self, 101, SMALL "|>>Button :New e6"), ==, F);
  g_assert_cmpint (see (&self, 110, "calc silent|>Window :Main e1|>>Button :OK e5"), ==, F);
  g_assert_cmpuint (self.check->in_ms, ==, 0);
  text = dup_text (&self);
  g_assert_cmpstr (text, ==, "\"ALC\": the program “calc” is not responding");
  g_assert_cmpint (see (&self, 120, SMALL), ==, P);
  g_assert_cmpint (see (&self, 220, "calc|>Window :Main e1 +busy|>>Button :OK e5"), ==, F);
  g_assert_cmpuint (self.check->in_ms, ==, 0);
  g_assert_cmpint (see (&self, 230, SMALL), ==, P);
  g_assert_cmpuint (self.check->in_ms, ==, 100);
  /* a spinner is not the program */
  g_assert_cmpint (see (&self, 300, "calc|>Window e1|>>Button :OK e5 +busy"), ==, F);
  g_assert_cmpint (see (&self, 400, "calc|>Window e1|>>Button :OK e5 +busy"), ==, H);
}

/* All that are called so must be; a process has a name too. */
static void
test_idle_programs (void)
{
  g_auto (Case) several = begin ("{'idle': {'app': 'calc', 'for_ms': 100}}");
  g_auto (Case) process = begin ("{'idle': {'app': 'TEST-condition-check', 'for_ms': 100}}");

  see (&several, 0, "calc|calc/2 silent");
  g_assert_cmpint (see (&several, 200, "calc|calc/2 silent"), ==, F);
  see (&several, 300, "calc|calc/2");
  g_assert_cmpint (see (&several, 400, "calc|calc/2"), ==, H);
  see (&process, 0, "thing|calc mine");
  g_assert_cmpint (see (&process, 100, "thing|calc mine"), ==, H);
}

/* When it may hold by itself: all must, or one. */
static void
test_times (void)
{
#define S(ms) "{'stable': {'selector': 'role=Window', 'for_ms': " #ms "}}"
#define NO    "{'text': 'zzz'}"
  static const struct
  {
    const char *json;
    PelVerdict  verdict;
    guint       in_ms;
  } rows[] = {
    { "{'all': [" S (100) ", " S (300) "]}", P, 300 },
    { "{'all': [" S (100) ", " NO "]}", F, 0 },
    { "{'all': [" NO ", " S (100) "]}", F, 0 },
    { "{'any': [" S (100) ", " S (300) "]}", P, 100 },
    { "{'any': [" S (300) ", " S (100) "]}", P, 100 },
    { "{'any': [" NO ", " S (100) "]}", P, 100 },
    { "{'any': [" S (100) ", " NO "]}", P, 100 },
    { "{'not': " S (100) "}", P, 100 },
    { "{'not': {'not': " S (100) "}}", P, 100 },
    { "{'not': {'idle': {'app': 'calc', 'for_ms': 100}}}", P, 100 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Case) self = begin (rows[i].json);

      g_test_message ("%s", rows[i].json);
      g_assert_cmpint (see (&self, 0, SMALL), ==, rows[i].verdict);
      g_assert_cmpuint (self.check->in_ms, ==, rows[i].in_ms);
    }
}

/* What was seen to change is not stable; what has only just been seen may be. */
static void
test_times_of_opposites (void)
{
  g_auto (Case) once = begin ("{'not': " S (100) "}");
  g_auto (Case) twice = begin ("{'not': {'not': " S (100) "}}");

  g_assert_cmpint (see (&once, 0, SMALL), ==, P);
  g_assert_cmpint (see (&once, 100, SMALL), ==, F);
  g_assert_cmpint (see (&once, 110, SMALL "|>>Button e9"), ==, H);
  see (&twice, 0, SMALL);
  g_assert_cmpint (see (&twice, 60, SMALL "|>>Button e9"), ==, F);
  g_assert_cmpuint (twice.check->in_ms, ==, 100);
  g_assert_cmpint (see (&twice, 160, SMALL "|>>Button e9"), ==, H);
}

/* What is told of it */

/* clang-format off */
static const struct { const char *json; const char *text; } text_cases[] = {
  { "{'element': {'selector': 'CheckBox:Sound', 'state': 'checked'}}",
    "CheckBox:Sound: 1 element matches, but checked=false" },
  { "{'element': {'selector': 'role=CheckBox', 'state': 'focused'}}",
    "role=CheckBox: 2 elements match, but focused=false" },
  { "{'element': {'selector': 'CheckBox:Sound', 'state': 'busy'}}",
    "CheckBox:Sound: 1 element matches, but busy=false" },
  { "{'element': {'selector': 'CheckBox:Sound', 'state': '!checkable'}}",
    "CheckBox:Sound: 1 element matches, but checkable=true" },
  { "{'element': {'selector': 'Edit:Name', 'value': 'x'}}",
    "Edit:Name: 1 element matches, but value=\"abc\"" },
  { "{'element': {'selector': 'Button:OK', 'value': 'x'}}",
    "Button:OK: 1 element matches, but it has no value" },
  { "{'element': {'selector': 'role=CheckBox', 'count': 3}}",
    "role=CheckBox: 2 elements match, not 3" },
  { "{'element': {'selector': 'role=CheckBox', 'state': 'checked', 'count': 2}}",
    "role=CheckBox: 1 element matches, not 2" },
  { "{'element': {'selector': 'role=CheckBox', 'count': 0}}",
    "role=CheckBox: 2 elements match: CheckBox \"Sound\" [e2]" },
  { "{'not': {'element': {'selector': 'Button:OK'}}}",
    "Button:OK: 1 element matches: Button \"OK\" [e5]" },
  { "{'window': {'title': 'Save'}}",
    "\"Save\": no window has that title or id; open windows: \"Main\", \"Calculator help\", \"Far\"" },
  { "{'window': {'title': 'Help', 'exists': false}}",
    "\"Help\": window \"Calculator help\" (w2) exists" },
  { "{'text': 'zzz'}", "\"zzz\": no visible element has this text" },
  { "{'text': {'contains': 'zzz', 'selector': 'role=Window'}}",
    "\"zzz\": no visible element in role=Window has this text" },
  { "{'idle': {'app': 'zzz'}}", "\"zzz\": no such program is running" },
  { "{'stable': {'selector': 'role=Window', 'for_ms': 300}}", "role=Window: quiet for 0 ms instead of 300" },
  { "{'all': [{'text': 'saved'}, {'idle': {'app': 'zzz'}}, {'not': {'text': 'noon'}}]}",
    "\"zzz\": no such program is running; \"noon\": 1 element matches: Text \"Saved at noon\" [e7]" },
  { "{'any': [{'idle': {'app': 'a1'}}, {'idle': {'app': 'a2'}}, {'idle': {'app': 'a3'}}, {'idle': {'app': 'a4'}}, {'idle': {'app': 'a5'}}]}",
    "\"a1\": no such program is running; \"a2\": no such program is running; \"a3\": no such program is running; and 2 more" },
};
/* clang-format on */

static void
test_text (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (text_cases); i++)
    {
      g_auto (Case)    self = begin (text_cases[i].json);
      g_autofree char *text = NULL;

      see (&self, 0, CALC);
      text = dup_text (&self);
      g_assert_cmpstr (text, ==, text_cases[i].text);
    }
}

/* Pictures */

#define OF(what) "{'image': {'baseline': '/tmp/b.png'" what "}}"

/* As if a picture had been taken for a leaf. */
static void
take (Case *self, guint leaf, guint64 n_different)
{
  PelLeaf     *taken = pel_condition_memory_get_leaf (self->memory, leaf);
  PelLikeness *likeness = pel_likeness_new (n_different);

  for (guint i = 0; i < MIN (n_different, 5); i++)
    {
      PelImageRect rect = { (int) i, 8, 3, 4 };

      g_array_append_val (likeness->rects, rect);
    }
  g_clear_pointer (&taken->likeness, pel_likeness_free);
  taken->likeness = likeness;
  taken->is_doubted = FALSE;
}

/* clang-format off */
static const struct { const char *json; PelVerdict untaken, same, one_off, six_off; const char *text; } picture_cases[] = {
  { OF (""),                           W, H, F, F, "\"b.png\": 6 pixels differ from the baseline: 3×4 at 0,8, 3×4 at 1,8, 3×4 at 2,8 and 2 more" },
  { OF (", 'max_different': 1"),       W, H, H, F, "\"b.png\": 6 pixels differ *" },
  { OF (", 'monitor': 'DP-1'"),        W, H, F, F, "\"DP-1\": 6 pixels differ *" },
  { OF (", 'window': 'main'"),         W, H, F, F, "\"main\": 6 pixels differ *" },
  { OF (", 'window': 'none'"),         F, F, F, F, "\"none\": *none*" },
  { OF (", 'selector': 'Button:OK'"),  W, H, F, F, "Button:OK: 6 pixels differ *" },
  { OF (", 'selector': 'Group:Nope'"), F, F, F, F, "Group:Nope: no element matches*" },
  { OF (", 'selector': 'role=CheckBox'"), F, F, F, F, "role=CheckBox: 2 elements match; an image comparison requires exactly one" },
  { OF (", 'selector': '@e99'"),       L, L, L, L, "*The element “e99” is gone*" },
  { OF (", 'selector': 'ocr:OK'"),     B, B, B, B, "*" },
  { "{'not': " OF ("") "}",            W, F, H, H, "" },
  /* where others decide, no picture is needed */
  { "{'all': [" OF ("") ", {'text': 'zzz'}]}", F, F, F, F, "*" },
  { "{'any': [" OF ("") ", {'text': 'noon'}]}", H, H, H, H, "*" },
};
/* clang-format on */

static void
test_pictures (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (picture_cases); i++)
    {
      g_auto (Case)    self = begin (picture_cases[i].json);
      g_autofree char *text = NULL;

      g_test_message ("%s", picture_cases[i].json);
      g_assert_cmpint (see (&self, 0, CALC), ==, picture_cases[i].untaken);
      take (&self, 0, 0);
      g_assert_cmpint (check_at (&self, 0), ==, picture_cases[i].same);
      take (&self, 0, 1);
      g_assert_cmpint (check_at (&self, 0), ==, picture_cases[i].one_off);
      take (&self, 0, 6);
      g_assert_cmpint (check_at (&self, 0), ==, picture_cases[i].six_off);
      text = dup_text (&self);
      if (!g_pattern_match_simple (picture_cases[i].text, text))
        g_error ("“%s” is not like “%s”", text, picture_cases[i].text);
    }
}

/* What is doubted has to be seen again; until then it is what was seen last. */
static void
test_pictures_doubted (void)
{
  g_auto (Case)    self = begin (OF (""));
  g_autofree char *before = NULL, *after = NULL, *obstacle = NULL;

  see (&self, 0, CALC);
  before = dup_text (&self);
  g_assert_cmpstr (before, ==, "\"b.png\": no screenshot was taken in time");
  take (&self, 0, 1);
  pel_condition_memory_doubt_pictures (self.memory);
  g_assert_cmpint (check_at (&self, 0), ==, W);
  after = dup_text (&self);
  g_assert_cmpstr (after, ==, "\"b.png\": 1 pixel differs from the baseline: 3×4 at 0,8");
  take (&self, 0, 0);
  pel_condition_memory_get_leaf (self.memory, 0)->likeness->obstacle = g_strdup ("too small");
  g_assert_cmpint (check_at (&self, 0), ==, F);
  obstacle = dup_text (&self);
  g_assert_cmpstr (obstacle, ==, "\"b.png\": too small");
}

static void
test_pictures_report (void)
{
  g_auto (Case)         self = begin (OF (", 'selector': 'Button:OK', 'max_different': 1"));
  PelConditionView      view = { 0 };
  g_autoptr (JsonArray) state = NULL;
  g_autoptr (JsonNode)  node = NULL;
  g_autofree char      *text = NULL;

  see (&self, 0, CALC);
  take (&self, 0, 2);
  check_at (&self, 0);
  view = (PelConditionView){ self.snapshot, self.facts, 0 };
  state = pel_condition_report_to_json (self.condition, &view, self.memory);
  node = pel_json_take_array (json_array_ref (state));
  text = pel_json_to_string (node, PEL_JSON_COMPACT);
  g_assert_cmpstr (
      text,
      ==,
      "[{\"condition\":{\"image\":{\"baseline\":\"/tmp/b.png\",\"selector\":\"Button:OK\","
      "\"max_different\":1}},\"holds\":false,\"seen\":\"2 pixels differ from the baseline: 3×4 at "
      "0,8, 3×4 at 1,8\",\"matches\":1,\"elements\":[{\"role\":\"Button\",\"name\":\"OK\","
      "\"ref\":\"e5\"}],\"n_different\":2,\"changes\":[{\"x\":0,\"y\":8,\"width\":3,"
      "\"height\":4},{\"x\":1,\"y\":8,\"width\":3,\"height\":4}]}]");
}

/* Only that near misses are told; what they are is tested where they are found. */
static void
test_near_misses (void)
{
  g_auto (Case)         self = begin ("{'element': {'selector': 'Button:Ok'}}");
  PelConditionView      view = { 0 };
  g_autoptr (JsonArray) state = NULL;
  g_autofree char      *text = NULL;
  JsonObject           *leaf, *near;

  see (&self, 0, CALC);
  view = (PelConditionView){ self.snapshot, self.facts, 0 };
  text = dup_text (&self);
  g_assert_true (
      g_pattern_match_simple ("Button:Ok: no element matches; the closest is Button \"OK\" [e5]: *",
                              text));
  state = pel_condition_report_to_json (self.condition, &view, self.memory);
  leaf = json_array_get_object_element (state, 0);
  near = json_array_get_object_element (json_object_get_array_member (leaf, "near_misses"), 0);
  g_assert_cmpstr (json_object_get_string_member (near, "ref"), ==, "e5");
  g_assert_cmpstr (json_object_get_string_member (near, "reason"), !=, "");
}

static void
test_state_of_leaves (void)
{
  g_auto (Case)         self = begin ("{'all': [{'window': {'title': 'Save'}},"
                                      "{'element': {'selector': 'role=CheckBox', 'state': 'focused'}},"
                                      "{'text': 'saved'}]}");
  PelConditionView      view = { 0 };
  g_autoptr (JsonArray) state = NULL;
  g_autoptr (JsonNode)  node = NULL;
  g_autofree char      *text = NULL;

  see (&self, 0, CALC);
  view = (PelConditionView){ self.snapshot, self.facts, 0 };
  state = pel_condition_report_to_json (self.condition, &view, self.memory);
  node = pel_json_take_array (json_array_ref (state));
  text = pel_json_to_string (node, PEL_JSON_COMPACT);
  g_assert_cmpstr (
      text,
      ==,
      "[{\"condition\":{\"window\":{\"title\":\"Save\"}},\"holds\":false,\"seen\":\"no window has "
      "that title or id; open windows: \\\"Main\\\", \\\"Calculator help\\\", \\\"Far\\\"\",\"windows\":"
      "[\"Main\",\"Calculator help\",\"Far\"]},"
      "{\"condition\":{\"element\":{\"selector\":\"role=CheckBox\",\"state\":\"focused\"}},"
      "\"holds\":false,\"seen\":\"2 elements match, but focused=false\",\"matches\":0,\"elements\":"
      "[{\"role\":\"CheckBox\",\"name\":\"Sound\",\"ref\":\"e2\",\"but\":\"focused=false\"},"
      "{\"role\":\"CheckBox\",\"name\":\"Music\",\"ref\":\"e3\",\"but\":\"focused=false\"}]},"
      "{\"condition\":{\"text\":\"saved\"},\"holds\":true,\"seen\":\"1 element matches: Text "
      "\\\"Saved at noon\\\" [e7]\",\"matches\":1,\"elements\":[{\"role\":\"Text\",\"name\":"
      "\"Saved at noon\",\"ref\":\"e7\"}]}]");
}

/* Time grows with what is there, not faster: what a hostile program may show is checked here in
 * less than what a quadratic check would take by orders of magnitude. */
static void
test_many (void)
{
  g_autoptr (GString) scene = g_string_new ("calc|>Group e1");
  g_auto (Case)       self = begin ("{'all': [{'stable': {'selector': 'role=Group'}},"
                                    "{'element': {'selector': 'role=Group', 'state': 'focused'}},"
                                    "{'not': {'text': {'contains': 'zzz',"
                                    "'selector': 'role=Group'}}}]}");

  for (guint i = 2; i < 20000; i++)
    g_string_append_printf (scene, "|%s e%u", i % 2 == 0 ? ">>Group" : ">>>Group", i);
  g_assert_cmpint (see (&self, 0, scene->str), ==, F);
  g_assert_cmpuint (pel_condition_memory_get_leaf (self.memory, 0)->found->len, ==, 19999);
}

/* What patterns had no time for is not known, and neither holds nor fails. */
static void
test_patterns_put_off (void)
{
  static const char *const conditions[] = {
    "{'text': '/Saved/'}",
    "{'not': {'text': '/nothing/'}}",
    "{'element': {'selector': 'Edit:Name', 'value': '/b/'}}",
    "{'element': {'selector': 'Edit:Name', 'value': '/x/', 'count': 0}}",
    "{'element': {'selector': 'role=Button && name~=/^OK/'}}",
    "{'element': {'selector': 'app~=/nobody/', 'count': 0}}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      g_autofree char     *name = g_strdup_printf ("put-off-%" G_GSIZE_FORMAT, i);
      gint64               now = g_get_monotonic_time ();
      g_autoptr (PelPurse) purse = pel_purse_find (name, now);
      g_auto (Case)        poor = begin (conditions[i]);
      g_auto (Case)        rich = begin (conditions[i]);

      g_test_message ("%s", conditions[i]);
      pel_condition_set_purse (poor.condition, purse);
      pel_purse_spend (purse, 1000 * PEL_PURSE_FULL, now);
      g_assert_cmpint (see (&poor, 0, CALC), ==, N);
      g_assert_cmpint (see (&rich, 0, CALC), ==, H);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/condition-check/once", test_once);
  g_test_add_func ("/condition-check/truth", test_truth);
  g_test_add_func ("/condition-check/matches", test_matches);
  g_test_add_func ("/condition-check/pictures/verdicts", test_pictures);
  g_test_add_func ("/condition-check/pictures/doubted", test_pictures_doubted);
  g_test_add_func ("/condition-check/pictures/report", test_pictures_report);
  g_test_add_func ("/condition-check/wants/value", test_wants_value);
  g_test_add_func ("/condition-check/wants/no-more", test_wants_no_more);
  g_test_add_func ("/condition-check/wants/text", test_wants_text);
  g_test_add_func ("/condition-check/text-order", test_text_order);
  g_test_add_func ("/condition-check/lost/program", test_lost_program);
  g_test_add_func ("/condition-check/lost/rows", test_lost_rows);
  g_test_add_func ("/condition-check/lost/not", test_lost_not);
  g_test_add_func ("/condition-check/silent", test_silent);
  g_test_add_func ("/condition-check/stable/holds", test_stable);
  g_test_add_func ("/condition-check/stable/restarts", test_stable_restarts);
  g_test_add_func ("/condition-check/stable/away", test_stable_away);
  g_test_add_func ("/condition-check/stable/nested", test_stable_nested);
  g_test_add_func ("/condition-check/idle/one", test_idle);
  g_test_add_func ("/condition-check/idle/programs", test_idle_programs);
  g_test_add_func ("/condition-check/times", test_times);
  g_test_add_func ("/condition-check/times-of-opposites", test_times_of_opposites);
  g_test_add_func ("/condition-check/report/text", test_text);
  g_test_add_func ("/condition-check/report/near-misses", test_near_misses);
  g_test_add_func ("/condition-check/report/leaves", test_state_of_leaves);
  g_test_add_func ("/condition-check/many", test_many);
  g_test_add_func ("/condition-check/patterns-put-off", test_patterns_put_off);
  return g_test_run ();
}
