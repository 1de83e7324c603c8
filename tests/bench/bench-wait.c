/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Waiting: from the moment at which a fixture says that something has happened to the return of the
 * wait for it. The fixtures are made to act over the accessibility bus, by somebody else. */

#include "bench-log.h"
#include "bench-program.h"
#include "bench.h"

#include "services/base/json.h"
#include "services/condition/waiter.h"

#include <stdio.h>

#define LIMIT_MS   30.0
#define TIMEOUT_MS 10000
#define SETTLE_MS  150 /* until the wait has seen that it does not hold yet */
#define REST_MS    400 /* until what an act brings with it is over, and the log is read */
#define N_ACTS     4   /* a repeat: they are short */

static const struct
{
  const char *name;
  const char *program;
} toolkits[] = {
  { "gtk3", "fixture-gtk3" }, { "gtk4", "fixture-gtk4" },    { "qt5", "fixture-qt5" },
  { "qt6", "fixture-qt6" },   { "chromium", "fixture-web" },
};

/* What is waited for: the condition has single quotes for double ones, and %d for the number of
 * the act. */
typedef struct
{
  const char *name;
  const char *target; /* the element that is acted on; NULL: it happens by itself */
  const char *text;   /* (nullable) what is written into it; NULL: it is pressed */
  const char *conditions[2], *logs[2]; /* of even and odd acts */
  gboolean    is_ticking;
  gboolean    is_not_of_pages; /* they open no windows, and are not written into by others */
} Act;

/* GTK 4 says of a button that it is pressed. */
#define TOGGLE "'selector': 'name=Toggle && focusable=true'"
#define IS_ON                                               \
  "{'any': [{'element': {" TOGGLE ", 'state': 'checked'}}," \
  "{'element': {" TOGGLE ", 'state': 'pressed'}}]}"

/* clang-format off */
static const Act acts[] = {
  { "toggle", "Toggle", NULL,
    { IS_ON, "{'not': " IS_ON "}" },
    { "toggled toggle on", "toggled toggle off" } },
  { "text", NULL, NULL,
    { "{'text': '/^tick %d$/'}", "{'text': '/^tick %d$/'}" },
    { "text ticker \"tick %d\"", "text ticker \"tick %d\"" }, .is_ticking = TRUE },
  { "value", "Entry", "value %d",
    { "{'element': {'selector': 'Edit:Entry', 'value': 'value %d'}}",
      "{'element': {'selector': 'Edit:Entry', 'value': 'value %d'}}" },
    { "text entry \"value %d\"", "text entry \"value %d\"" }, .is_not_of_pages = TRUE },
  { "window", "Open dialog", NULL,
    { "{'window': {'title': 'Dialog'}}", NULL },
    { "dialog shown", NULL }, .is_not_of_pages = TRUE },
  { "gone", "Cancel", NULL,
    { NULL, "{'element': {'selector': 'Button:Cancel && visible=true', 'count': 0}}" },
    { NULL, "dialog closed *" }, .is_not_of_pages = TRUE },
};
/* clang-format on */

#define N_ACT_KINDS G_N_ELEMENTS (acts)

typedef struct
{
  Bench            *bench;
  BenchProgram     *program;
  PelElementSource *source;
} Scene;

/* What comes of one wait. */
typedef struct
{
  gboolean is_over;
  gint64   end;
  GError  *error;
} Result;

/* (transfer full): with @number in its place. */
static char *
fill_in (const char *format, int number)
{
  g_auto (GStrv)   parts = g_strsplit (format, "%d", 2);
  g_autofree char *digits = g_strdup_printf ("%d", number);

  return g_strjoinv (digits, parts);
}

static PelCondition *
make_condition (const char *format, int number, GError **error)
{
  g_autofree char     *text = fill_in (format, number);
  g_autoptr (JsonNode) node = pel_json_parse (g_strdelimit (text, "'", '"'), -1, error);

  return node != NULL ? pel_condition_parse (node, "until", error) : NULL;
}

static void
waited_cb (GObject *unused, GAsyncResult *async_result, gpointer data)
{
  Result                    *result = data;
  g_autoptr (PelWaitOutcome) outcome = pel_waiter_run_finish (async_result, &result->error);

  result->end = g_get_monotonic_time ();
  result->is_over = TRUE;
}

/* (transfer full) (nullable): where one with this name is that can be acted on. */
static char *
look_for_target (Scene *scene, const char *name, PelInterfaces needed, GError **error)
{
  g_auto (BenchLook) look = { 0 };

  bench_look_start (&look,
                    scene->source,
                    &(PelLook){ .kind = PEL_LOOK_PROGRAM,
                                .target = scene->program->bus_name,
                                .timeout_ms = TIMEOUT_MS });
  if (!bench_look_wait (&look, error))
    return NULL;
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (look.snapshot); id++)
    {
      PelElement element = pel_snapshot_get_element (look.snapshot, id);

      if (g_str_equal (element.name, name) && (element.interfaces & needed) != 0 &&
          (element.flags & PEL_ELEMENT_IS_VISIBLE) != 0)
        return g_strdup (element.path);
    }
  return NULL;
}

/* A dialog that has a window may not have told of its buttons yet. */
static char *
find_target (Scene *scene, const char *name, PelInterfaces needed, GError **error)
{
  char *path = look_for_target (scene, name, needed, error);

  for (guint i = 0; path == NULL && *error == NULL && i < TIMEOUT_MS / SETTLE_MS; i++)
    {
      bench_run_loop (SETTLE_MS);
      path = look_for_target (scene, name, needed, error);
    }
  if (path == NULL && *error == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is no “%s” to act on", name);
  return path;
}

static gboolean
perform (Scene *scene, const Act *act, int number, GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *text = act->text != NULL ? fill_in (act->text, number) : NULL;
  PelInterfaces    needed = text != NULL ? PEL_INTERFACE_EDITABLE_TEXT : PEL_INTERFACE_ACTION;

  if (act->target == NULL)
    return TRUE;
  path = find_target (scene, act->target, needed, error);
  if (path == NULL)
    return FALSE;
  g_dbus_connection_call (scene->bench->a11y_bus,
                          scene->program->bus_name,
                          path,
                          text != NULL ? "org.a11y.atspi.EditableText" : "org.a11y.atspi.Action",
                          text != NULL ? "SetTextContents" : "DoAction",
                          text != NULL ? g_variant_new ("(s)", text) : g_variant_new ("(i)", 0),
                          NULL,
                          G_DBUS_CALL_FLAGS_NONE,
                          TIMEOUT_MS,
                          NULL,
                          NULL,
                          NULL);
  return TRUE;
}

/* The next act: for what ticks, a tick that comes after the wait has begun. */
static int
choose_number (Scene *scene, const Act *act, guint index)
{
  g_autofree char *last = bench_log_dup_last (scene->program->log, "text ticker *");
  int              tick = 0;

  if (!act->is_ticking)
    return (int) index;
  if (last != NULL)
    sscanf (last, "text ticker \"tick %d", &tick);
  return tick + 3;
}

static gboolean
measure (Scene *scene, const Act *act, guint index, BenchSeries *series, GError **error)
{
  const char              *format = act->conditions[index % 2];
  int                      number = choose_number (scene, act, index);
  g_autofree char         *pattern = fill_in (act->logs[index % 2], number);
  g_autoptr (PelCondition) condition = make_condition (format, number, error);
  Result                   result = { 0 };
  gint64                   start = bench_begin (), fact;

  if (condition == NULL)
    return FALSE;
  pel_waiter_run_async (&(PelWait){ scene->source, condition, 0, TIMEOUT_MS },
                        NULL,
                        waited_cb,
                        &result);
  bench_run_loop (SETTLE_MS);
  if (!perform (scene, act, number, error))
    return FALSE;
  while (!result.is_over)
    g_main_context_iteration (NULL, TRUE);
  if (result.error != NULL)
    {
      g_propagate_error (error, result.error);
      return FALSE;
    }
  bench_run_loop (REST_MS);
  fact = bench_log_find (scene->program->log, pattern, start);
  if (fact == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "“%s” was never said", pattern);
      return FALSE;
    }
  bench_series_add (series, (double) MAX (result.end - fact, 0) / 1000, 0);
  return TRUE;
}

static void
add_row (Bench *bench, const char *name, const BenchSeries *series)
{
  double           ms = bench_series_get_median (series);
  g_autofree char *ours = bench_format_time (ms);

  bench_table_add (bench->table,
                   &(BenchRow){ .name = name,
                                .ours = ours,
                                .peer = "the aim",
                                .theirs = "30 ms",
                                .ratio = LIMIT_MS / MAX (ms, 0.001),
                                .aim = "< 30 ms",
                                .is_met = ms < LIMIT_MS });
}

/* Acts that undo each other take turns: the dialog is opened, then closed. */
static gboolean
run_acts (Scene *scene, gboolean is_ticking, BenchSeries *series, GError **error)
{
  gboolean is_page = g_str_equal (scene->program->name, "fixture-web");

  for (guint i = 0; i < scene->bench->n_repeats * N_ACTS; i++)
    for (guint k = 0; k < N_ACT_KINDS; k++)
      {
        if (acts[k].is_ticking != is_ticking || (acts[k].is_not_of_pages && is_page))
          continue;
        /* the window comes, then it goes: each of them in every round */
        if (acts[k].conditions[0] == NULL || acts[k].conditions[1] == NULL)
          {
            if (!measure (scene,
                          &acts[k],
                          acts[k].conditions[0] != NULL ? 0 : 1,
                          &series[k],
                          error))
              return FALSE;
            continue;
          }
        if (!measure (scene, &acts[k], i, &series[k], error))
          return FALSE;
      }
  return TRUE;
}

static gboolean
run_program (
    Bench *bench, const char *name, gboolean is_ticking, BenchSeries *series, GError **error)
{
  const char *const            command[] = { name, is_ticking ? "--timer" : NULL, "300", NULL };
  g_autoptr (BenchProgram)     program = bench_program_start (command, bench->a11y_bus, error);
  g_autoptr (PelElementSource) source = bench_pellucid_new_source (bench->pellucid);
  Scene                        scene = { bench, program, source };
  g_autofree char             *path = NULL;

  if (program == NULL)
    return FALSE;
  path = find_target (&scene, "Button", PEL_INTERFACE_ACTION, error); /* it has been read now */
  return path != NULL && run_acts (&scene, is_ticking, series, error);
}

static gboolean
run_toolkit (Bench *bench, guint index, GError **error)
{
  BenchSeries series[N_ACT_KINDS];
  gboolean    ok;

  for (guint i = 0; i < N_ACT_KINDS; i++)
    {
      bench_series_init (&series[i]);
      series[i].name = acts[i].name;
    }
  ok = run_program (bench, toolkits[index].program, FALSE, series, error) &&
       run_program (bench, toolkits[index].program, TRUE, series, error);
  for (guint i = 0; i < N_ACT_KINDS; i++)
    {
      g_autofree char *name = g_strdup_printf ("wait-%s-%s", acts[i].name, toolkits[index].name);

      if (series[i].values->len > 0)
        add_row (bench, name, &series[i]);
      bench_series_clear (&series[i]);
    }
  return ok;
}

static gboolean
is_wanted (Bench *bench, const char *toolkit)
{
  for (guint i = 0; i < N_ACT_KINDS; i++)
    {
      g_autofree char *name = g_strdup_printf ("wait-%s-%s", acts[i].name, toolkit);

      if (bench_table_wants (bench->table, name))
        return TRUE;
    }
  return FALSE;
}

gboolean
bench_wait (Bench *bench, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (toolkits); i++)
    {
      if (!is_wanted (bench, toolkits[i].name))
        continue;
      bench_say ("wait: %s", toolkits[i].name);
      if (!run_toolkit (bench, i, error))
        return FALSE;
    }
  return TRUE;
}
