/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fake-window-source.h"
#include "services/element/snapshot-builder.h"
#include "services/policy/policy.h"
#include "services/policy/veil.h"

#define ROOT 0x1f

/* clang-format off */
static const PelWindowInfo windows[] = {
  { .id = "bank",    .title = "My Banking", .pid = 7, .x_window = 1 },
  { .id = "dialog",  .title = "Save",       .pid = 7, .x_window = 2, .transient_for = 1 },
  { .id = "deeper",  .title = "Really?",    .pid = 7, .x_window = 3, .transient_for = 2 },
  { .id = "foreign", .title = "Choose",     .pid = 8, .x_window = 4, .transient_for = 1 },
  { .id = "group",   .title = "About",      .pid = 7, .x_window = 5, .transient_for = ROOT },
  { .id = "notes",   .title = "Notes",      .pid = 7, .x_window = 6 },
  { .id = "open",    .title = "Open",       .pid = 7, .x_window = 9, .transient_for = 6 },
  { .id = "other",   .title = "Other",      .pid = 9, .x_window = 10, .transient_for = ROOT },
  { .id = "self",    .title = "Self",       .pid = 7, .x_window = 11, .transient_for = 11 },
  { .id = "native",  .title = "Native",     .pid = 7 },
};
/* clang-format on */

/* A dialog is as private as its window, whatever the order of the list, and also if it is another
 * program's; windows beside it are not. */
static void
test_dialogs (void)
{
  static const char *const expected[] = { "bank", "dialog", "deeper", "foreign", "group", NULL };
  g_autoptr (PelPolicy)    policy = pel_policy_new_default ();
  PelWindowInfo            reversed[G_N_ELEMENTS (windows)];

  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    reversed[i] = windows[G_N_ELEMENTS (windows) - 1 - i];
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (PelDesktop) desktop =
          pel_fake_desktop_new (1, i == 0 ? windows : reversed, G_N_ELEMENTS (windows));
      g_auto (GStrv) ids = pel_veil_find_windows (&(PelVeilTerms){ .policy = policy }, desktop);

      g_assert_cmpuint (g_strv_length (ids), ==, G_N_ELEMENTS (expected) - 1);
      for (guint j = 0; expected[j] != NULL; j++)
        g_assert_true (g_strv_contains ((const char *const *) ids, expected[j]));
    }
}

/* One program with the window “news”, which holds documents, and another program beside it. */
/* clang-format off */
static const PelWindowInfo shown[] = {
  { .id = "news",  .title = "News",  .pid = 7, .x_window = 1 },
  { .id = "mail",  .title = "Mail",  .pid = 7, .x_window = 2 },
  { .id = "other", .title = "Other", .pid = 9, .x_window = 3 },
};
/* clang-format on */

#define SHOWING PEL_STATE_BIT (PEL_STATE_SHOWING)

typedef struct
{
  const char *head;                   /* what the program calls the window “news” */
  const char *front, *inner, *behind; /* documents */
  PelStates   front_states;
  gboolean    head_is_bare, front_is_bare, inner_is_bare, behind_is_bare;
} NamedCase;

/* clang-format off */
static const NamedCase named_cases[] = {
  { "News", "A", "B", "C", SHOWING },
  { "My Banking", "A", "B", "C", SHOWING, .head_is_bare = TRUE },
  { "News", "My Banking", "B", "C", SHOWING, .head_is_bare = TRUE },
  { "News", "My Banking", "B", "C", 0, .front_is_bare = TRUE },
  { "News", "A", "My Banking", "C", SHOWING, .inner_is_bare = TRUE },
  { "News", "A", "B", "My Banking", SHOWING, .behind_is_bare = TRUE },
};
/* clang-format on */

static PelElementId
add (PelSnapshotBuilder *builder,
     PelElementId        parent,
     PelRole             role,
     const char         *name,
     PelStates           states)
{
  static guint     n;
  g_autofree char *path = g_strdup_printf ("/%s/%u", name, n++);

  return pel_snapshot_builder_add (builder,
                                   &(PelElement){ .parent = parent,
                                                  .role = role,
                                                  .name = name,
                                                  .value = "",
                                                  .states = states,
                                                  .bus_name = ":1.7",
                                                  .path = path });
}

static PelSnapshot *
make_snapshot (PelDesktop *desktop, const NamedCase *row)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  PelElementId        app, head, front, inner, behind;

  pel_snapshot_builder_set_desktop (builder, desktop);
  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.7", .pid = 7 });
  app = add (builder, PEL_ELEMENT_NONE, PEL_ROLE_APPLICATION, "app", 0);
  head = add (builder, app, PEL_ROLE_WINDOW, row->head, SHOWING);
  front = add (builder, head, PEL_ROLE_DOCUMENT, row->front, row->front_states);
  add (builder, front, PEL_ROLE_TEXT, "front text", SHOWING);
  inner = add (builder, front, PEL_ROLE_DOCUMENT, row->inner, SHOWING);
  add (builder, inner, PEL_ROLE_TEXT, "inner text", SHOWING);
  behind = add (builder, head, PEL_ROLE_DOCUMENT, row->behind, 0);
  add (builder, behind, PEL_ROLE_TEXT, "behind text", 0);
  pel_snapshot_builder_add_surface (builder, 0, head);
  return pel_snapshot_builder_finish (builder);
}

static gboolean
has_name (PelSnapshot *snapshot, const char *name)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    if (g_str_equal (pel_snapshot_get_name (snapshot, id), name))
      return TRUE;
  return FALSE;
}

/* What a program calls its window counts, and what it calls the documents in it. */
static void
test_names (void)
{
  g_autoptr (PelPolicy)  policy = pel_policy_new_default ();
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (1, shown, G_N_ELEMENTS (shown));
  const PelVeilTerms     terms = { .policy = policy };

  for (gsize i = 0; i < G_N_ELEMENTS (named_cases); i++)
    {
      const NamedCase        *row = &named_cases[i];
      g_autoptr (PelSnapshot) snapshot = make_snapshot (desktop, row);
      g_autoptr (PelSnapshot) veiled = pel_veil_apply (&terms, snapshot);
      gboolean                has_front = !row->head_is_bare && !row->front_is_bare;

      g_test_message ("case %zu", i);
      g_assert_cmpint (has_name (veiled, "front text"), ==, has_front);
      g_assert_cmpint (has_name (veiled, "inner text"), ==, has_front && !row->inner_is_bare);
      g_assert_cmpint (has_name (veiled, "behind text"),
                       ==,
                       !row->head_is_bare && !row->behind_is_bare);
      g_assert_true (has_name (veiled, row->head_is_bare ? "News" : row->behind));
    }
}

#define MS G_TIME_SPAN_MILLISECOND

/* What was private is so for a while, and in the tree until that was read again. */
static void
test_memory (void)
{
  g_autoptr (PelPolicy)        policy = pel_policy_new_default ();
  g_autoptr (PelPrivacyMemory) memory = pel_privacy_memory_new ();
  g_autoptr (PelDesktop)       desktop = pel_fake_desktop_new (1, shown, G_N_ELEMENTS (shown));
  g_autoptr (PelSnapshot)      before = make_snapshot (desktop, &named_cases[1]);
  g_autoptr (PelSnapshot)      after = NULL;
  PelVeilTerms                 terms = { policy, memory, 1000 * MS };
  gint64                       later = terms.now + (PEL_PRIVACY_GRACE_MS + 1) * MS;
  g_auto (GStrv)               hidden = NULL;
  g_autoptr (GHashTable)       names = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert_true (pel_veil_remember (&terms, before));
  g_assert_false (pel_privacy_memory_is_lingering (memory, ":1.7", terms.now));
  after = pel_veil_apply (&terms, before);
  g_assert_false (has_name (after, "front text"));
  hidden = pel_veil_find_windows (&terms, desktop);
  g_assert_cmpuint (g_strv_length (hidden), ==, 1);
  g_assert_cmpstr (hidden[0], ==, "news");

  /* nothing says so any more, but nothing has been read again either */
  terms.now = later;
  g_assert_true (pel_privacy_memory_is_lingering (memory, ":1.7", later));
  g_assert_true (pel_privacy_memory_is_ripe (memory, ":1.7", later));
  g_assert_false (pel_privacy_memory_is_ripe (memory, ":1.8", later));
  pel_privacy_memory_release (memory, ":1.7", 999 * MS); /* that was before */
  g_assert_true (pel_privacy_memory_has_element_windows (memory));
  pel_privacy_memory_release (memory, ":1.7", later);
  g_assert_true (pel_privacy_memory_is_empty (memory));

  /* a program that has ended is forgotten */
  g_assert_true (pel_veil_remember (&terms, before));
  g_hash_table_add (names, (gpointer) ":1.7");
  pel_privacy_memory_forget_others (memory, names);
  g_assert_false (pel_privacy_memory_is_empty (memory));
  g_hash_table_remove_all (names);
  pel_privacy_memory_forget_others (memory, names);
  g_assert_true (pel_privacy_memory_is_empty (memory));
}

/* A title that has changed counts for a while. */
static void
test_titles (void)
{
  g_autoptr (PelPrivacyMemory) memory = pel_privacy_memory_new ();
  const char *const one[] = { "a", NULL }, *const none[] = { NULL };
  const gint64 grace = PEL_PRIVACY_GRACE_MS * MS;
  guint64      stamp;

  pel_privacy_memory_set_windows (memory, one, 0);
  pel_privacy_memory_set_windows (memory, none, 10 * MS);
  g_assert_true (pel_privacy_memory_has_window (memory, "a", 10 * MS + grace - 1));
  g_assert_false (pel_privacy_memory_has_window (memory, "b", 10 * MS));
  stamp = pel_privacy_memory_get_stamp (memory);
  pel_privacy_memory_set_windows (memory, none, 10 * MS + grace);
  g_assert_false (pel_privacy_memory_has_window (memory, "a", 10 * MS + grace));
  g_assert_cmpuint (pel_privacy_memory_get_stamp (memory), !=, stamp);
}

/* A program that calls everything private does not fill it. */
static void
test_bounded (void)
{
  g_autoptr (PelPrivacyMemory) memory = pel_privacy_memory_new ();

  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u", i);

      pel_privacy_memory_add_element (memory, ":1.7", path, NULL, i);
    }
  g_assert_false (pel_privacy_memory_has_element (memory, ":1.7", "/0"));
  g_assert_true (pel_privacy_memory_has_element (memory, ":1.7", "/4999"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/veil/dialogs", test_dialogs);
  g_test_add_func ("/veil/names", test_names);
  g_test_add_func ("/veil/memory", test_memory);
  g_test_add_func ("/veil/titles", test_titles);
  g_test_add_func ("/veil/bounded", test_bounded);
  return g_test_run ();
}
