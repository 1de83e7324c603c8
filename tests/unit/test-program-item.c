/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How far a program has been read, as its row tells it. */

#include "inspector/row-text.h"

static PelSnapshotProgram
make_program (gboolean is_truncated)
{
  return (PelSnapshotProgram){ .bus_name = ":1.1",
                               .name = "app",
                               .toolkit = "gtk",
                               .is_answering = TRUE,
                               .is_truncated = is_truncated };
}

static PelSnapshot *
make_snapshot (guint n_elements, gboolean is_truncated)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();
  PelSnapshotProgram  program = make_program (is_truncated);

  pel_snapshot_builder_add_program (builder, &program);
  for (guint i = 1; i <= n_elements; i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u", i);

      pel_snapshot_builder_add (builder,
                                &(PelElement){ .parent = i > 1 ? 1 : PEL_ELEMENT_NONE,
                                               .ref = i,
                                               .name = "",
                                               .value = "",
                                               .bus_name = ":1.1",
                                               .path = path });
    }
  return pel_snapshot_builder_finish (builder);
}

/* One look after the other at the same program, or (with no elements) what the person does. */
static void
test_growth (void)
{
  /* clang-format off */
  static const struct
  {
    guint n_elements; gboolean is_truncated; int stop; const char *note; gboolean is_busy;
  } rows[] = {
    {  0, FALSE, -1, "Loading…",                TRUE  },
    { 10, TRUE,  -1, "10 elements so far…",     TRUE  },
    { 25, TRUE,  -1, "25 elements so far…",     TRUE  },
    {  0, FALSE,  1, "stopped at 25 elements",  FALSE },
    {  0, FALSE,  0, "25 elements so far…",     TRUE  },
    { 40, TRUE,  -1, "40 elements so far…",     TRUE  },
    { 40, TRUE,  -1, "incomplete",              FALSE },
    { 50, FALSE, -1, "\u2068GTK 3\u2069",       FALSE },
    { 60, FALSE, -1, "\u2068GTK 3\u2069",       FALSE },
  };
  /* clang-format on */
  PelSnapshotProgram         program = make_program (FALSE);
  g_autoptr (PelProgramItem) item = pel_program_item_new (&program, 0);
  g_autoptr (GListModel)     list = pel_program_item_list_children (item, 0);

  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 0); /* it is shown from here on */
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (PelRowText) text = { NULL };

      if (rows[i].n_elements > 0)
        {
          g_autoptr (PelSnapshot) snapshot =
              make_snapshot (rows[i].n_elements, rows[i].is_truncated);

          pel_program_item_take_snapshot (item, snapshot);
        }
      if (rows[i].stop >= 0)
        pel_program_item_set_stopped (item, rows[i].stop);
      pel_row_text_init (&text, item);
      g_assert_cmpstr (text.note, ==, rows[i].note);
      g_assert_cmpint (text.is_busy, ==, rows[i].is_busy);
      g_assert_cmpint (text.can_stop, ==, rows[i].is_busy);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/program-item/growth", test_growth);
  return g_test_run ();
}
