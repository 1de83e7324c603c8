/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/written-tree.h"

#include <stdio.h>
#include <string.h>

#define S(name)   PEL_STATE_BIT (PEL_STATE_##name)
#define ON        (S (ENABLED) | S (SENSITIVE))
#define SHOWN     (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)
#define MAX_DEPTH 16

static const char line_pattern[] = "^( *)(\\w+) \"(.*?)\" \\[e(\\d+)\\]"
                                   "((?: [a-z]+)*)"
                                   "(?: value=\"(.*?)\")?"
                                   "(?: \\((-?\\d+),(-?\\d+) (\\d+)×(\\d+)\\))?"
                                   "(?: id=\"(.*?)\")?"
                                   "(?: class=\"(.*?)\")?$";

/* The groups of the pattern. */
enum
{
  INDENT = 1,
  ROLE,
  NAME,
  REF,
  STATES,
  VALUE,
  X,
  Y,
  WIDTH,
  HEIGHT,
  ID,
  CLASS,
};

typedef struct
{
  PelSnapshotBuilder *builder;
  GPtrArray          *windows; /* of PelWindow */
  GArray             *roots;   /* of PelElementId: theirs */
  PelFacts           *facts;
  PelElementId        open[MAX_DEPTH];
  guint               program;
  char                bus_name[32]; /* its own */
} Growing;

static int
fetch_int (GMatchInfo *match, int group)
{
  g_autofree char *text = g_match_info_fetch (match, group);

  return text != NULL ? atoi (text) : 0;
}

static gboolean
has_group (GMatchInfo *match, int group)
{
  int start = -1, end;

  return g_match_info_fetch_pos (match, group, &start, &end) && start >= 0;
}

static PelStates
get_states (GMatchInfo *match)
{
  g_autofree char *text = g_match_info_fetch (match, STATES);
  g_auto (GStrv)   words = g_strsplit (g_strstrip (text), " ", -1);
  PelStates        states = ON;

  for (guint i = 0; words[i] != NULL && words[i][0] != '\0'; i++)
    {
      PelState state;

      if (g_str_equal (words[i], "disabled"))
        states &= ~ON;
      else if (pel_state_from_string (words[i], &state))
        states |= PEL_STATE_BIT (state);
      else
        g_error ("“%s” is no state", words[i]);
    }
  return states;
}

static void
add_window (Growing *self, PelElementId root, const PelElement *element)
{
  g_autofree char *id = g_strdup_printf ("0x%x", self->windows->len + 1);

  g_array_append_val (self->roots, root);
  g_ptr_array_add (self->windows,
                   pel_window_new (&(PelWindowInfo){ .id = id,
                                                     .title = element->name,
                                                     .bounds = element->bounds,
                                                     .content = element->bounds,
                                                     .states = PEL_WINDOW_VISIBLE }));
}

static void
add_facts (Growing *self, guint ref, GMatchInfo *match)
{
  g_autofree char *id = has_group (match, ID) ? g_match_info_fetch (match, ID) : NULL;
  g_autofree char *class = has_group (match, CLASS) ? g_match_info_fetch (match, CLASS) : NULL;

  pel_facts_set (self->facts, ref, PEL_FACT_ID, id);
  pel_facts_set (self->facts, ref, PEL_FACT_CLASS, class);
  pel_facts_set (self->facts, ref, PEL_FACT_DESCRIPTION, NULL);
}

static void
add_line (Growing *self, GMatchInfo *match)
{
  g_autofree char *indent = g_match_info_fetch (match, INDENT);
  g_autofree char *role = g_match_info_fetch (match, ROLE);
  g_autofree char *name = g_match_info_fetch (match, NAME);
  g_autofree char *value = has_group (match, VALUE) ? g_match_info_fetch (match, VALUE) : NULL;
  guint            level = strlen (indent) / 2;
  g_autofree char *path = g_strdup_printf ("/%d", fetch_int (match, REF));
  PelElement       element = {
          .ref = fetch_int (match, REF),
          .states = get_states (match),
          .name = name,
          .value = value != NULL ? value : "",
          .path = path,
          .bounds = { fetch_int (match, X),
                      fetch_int (match, Y),
                      fetch_int (match, WIDTH),
                      fetch_int (match, HEIGHT) },
          .flags = (has_group (match, X) ? SHOWN : 0) | (value != NULL ? PEL_ELEMENT_HAS_VALUE : 0),
          .place = has_group (match, X) ? PEL_PLACE_KNOWN : PEL_PLACE_NONE,
  };

  g_assert_true (pel_role_from_string (role, &element.role));
  element.native_role = pel_role_to_atspi (element.role);
  if (element.role == PEL_ROLE_EDIT)
    element.interfaces = PEL_INTERFACE_TEXT | PEL_INTERFACE_EDITABLE_TEXT;
  else if (value != NULL)
    element.interfaces = PEL_INTERFACE_VALUE;
  if (level == 0)
    {
      g_snprintf (self->bus_name, sizeof self->bus_name, ":1.%u", element.ref);
      self->program =
          pel_snapshot_builder_add_program (self->builder,
                                            &(PelSnapshotProgram){ .bus_name = self->bus_name,
                                                                   .name = name,
                                                                   .is_answering = TRUE });
    }
  element.bus_name = self->bus_name;
  element.program = self->program;
  element.parent = level > 0 ? self->open[level - 1] : PEL_ELEMENT_NONE;
  self->open[level] = pel_snapshot_builder_add (self->builder, &element);
  add_facts (self, element.ref, match);
  if (element.role == PEL_ROLE_WINDOW)
    add_window (self, self->open[level], &element);
}

static PelDesktop *
make_desktop (GPtrArray *windows)
{
  static const PelMonitor monitor = {
    "DP-1", { 0, 0, 1920, 1080 }, { 0, 0, 1920, 1080 }, 1, 1, TRUE
  };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (&monitor, 1);

  return pel_desktop_new (&(PelPlatform){ 0 }, layout, windows);
}

PelSnapshot *
written_tree_build (const char *text, PelFacts *facts)
{
  g_auto (GStrv)         lines = g_strsplit (text, "\n", -1);
  g_autoptr (GRegex)     pattern = g_regex_new (line_pattern, 0, 0, NULL);
  g_autoptr (GArray)     roots = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  g_autoptr (PelDesktop) desktop = NULL;
  Growing                self = { .builder = pel_snapshot_builder_new (),
                                  .windows = g_ptr_array_new_with_free_func (g_object_unref),
                                  .roots = roots,
                                  .facts = facts };

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GMatchInfo) match = NULL;

      if (lines[i][0] == '\0')
        continue;
      if (!g_regex_match (pattern, lines[i], 0, &match))
        g_error ("not a line of a tree: %s", lines[i]);
      add_line (&self, match);
    }
  desktop = make_desktop (self.windows);
  pel_snapshot_builder_set_desktop (self.builder, desktop);
  for (guint i = 0; i < roots->len; i++)
    pel_snapshot_builder_add_surface (self.builder, i, g_array_index (roots, PelElementId, i));
  return pel_snapshot_builder_finish (self.builder);
}
