/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/traffic-item.h"

#include "services/base/text.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

struct _PelTrafficItem
{
  GObject     parent_instance;
  PelTraffic *traffic;
};

G_DEFINE_FINAL_TYPE (PelTrafficItem, pel_traffic_item, G_TYPE_OBJECT)

static guint updated_signal;

/* Marks: the first that fits is shown. */

static gboolean
has_left (const PelTraffic *traffic)
{
  return traffic->has_left;
}

static gboolean
is_silent (const PelTraffic *traffic)
{
  return !traffic->is_answering;
}

static gboolean
is_slow (const PelTraffic *traffic)
{
  return traffic->worst_ms > PEL_TRAFFIC_SLOW_MS;
}

static gboolean
is_erring (const PelTraffic *traffic)
{
  return traffic->n_errors + traffic->n_timeouts > 0;
}

static gboolean
is_slow_and_erring (const PelTraffic *traffic)
{
  return is_slow (traffic) && is_erring (traffic);
}

/* clang-format off */
static const struct { gboolean (*fits) (const PelTraffic *); const char *icon_name; const char *text; } marks[] = {
  { has_left,           "window-close-symbolic",   N_ ("disconnected") },
  { is_silent,          "dialog-error-symbolic",   N_ ("no answer")    },
  { is_slow_and_erring, "dialog-warning-symbolic", N_ ("slow, errors") },
  { is_slow,            "dialog-warning-symbolic", N_ ("slow")         },
  { is_erring,          "dialog-warning-symbolic", N_ ("errors")       },
};
/* clang-format on */

const char *
pel_traffic_item_get_mark (PelTrafficItem *self, const char **ret_icon_name)
{
  g_return_val_if_fail (PEL_IS_TRAFFIC_ITEM (self), NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    if (marks[i].fits (self->traffic))
      {
        *ret_icon_name = marks[i].icon_name;
        return _ (marks[i].text);
      }
  return NULL;
}

/* Figures */

static guint64
get_bytes (const PelTraffic *traffic)
{
  return traffic->bytes_in + traffic->bytes_out;
}

static double
get_figure (const PelTraffic *traffic, PelTrafficColumn column)
{
  const double figures[PEL_N_TRAFFIC_COLUMNS] = {
    [PEL_TRAFFIC_CALLS] = (double) traffic->n_calls,
    [PEL_TRAFFIC_MEDIAN] = traffic->median_ms,
    [PEL_TRAFFIC_WORST] = traffic->worst_ms,
    [PEL_TRAFFIC_ERRORS] = (double) (traffic->n_errors + traffic->n_timeouts),
    [PEL_TRAFFIC_BYTES] = (double) get_bytes (traffic),
    [PEL_TRAFFIC_NODES] = traffic->n_nodes,
    [PEL_TRAFFIC_EVENTS] = (double) traffic->n_events,
  };

  return figures[column];
}

static char *
dup_name (const PelTraffic *traffic)
{
  if (traffic->name != NULL && traffic->name[0] != '\0')
    return pel_text_isolate (traffic->name);
  return g_strdup_printf (_ ("Process %d"), (int) traffic->pid);
}

/* Milliseconds: two digits that mean something. */
static char *
format_ms (double ms)
{
  if (ms <= 0)
    return g_strdup ("–");
  return g_strdup_printf (ms < 1 ? "%.2f" : ms < 10 ? "%.1f" : "%'.0f", ms);
}

char *
pel_traffic_item_dup_text (PelTrafficItem *self, PelTrafficColumn column)
{
  g_return_val_if_fail (PEL_IS_TRAFFIC_ITEM (self), NULL);
  g_return_val_if_fail (column < PEL_N_TRAFFIC_COLUMNS, NULL);

  switch (column)
    {
    case PEL_TRAFFIC_PROGRAM:
      return dup_name (self->traffic);
    case PEL_TRAFFIC_MEDIAN:
    case PEL_TRAFFIC_WORST:
      return format_ms (get_figure (self->traffic, column));
    case PEL_TRAFFIC_BYTES:
      return g_format_size (get_bytes (self->traffic));
    default:
      return g_strdup_printf ("%'.0f", get_figure (self->traffic, column));
    }
}

char *
pel_traffic_item_dup_details (PelTrafficItem *self)
{
  const PelTraffic *traffic;
  g_autofree char  *name = NULL;
  g_autofree char  *out = NULL;
  g_autofree char  *in = NULL;
  g_autofree char  *calls = NULL;
  g_autofree char  *median = NULL;
  g_autofree char  *worst = NULL;
  g_autofree char  *nodes = NULL;
  g_autofree char  *events = NULL;

  g_return_val_if_fail (PEL_IS_TRAFFIC_ITEM (self), NULL);

  traffic = self->traffic;
  name = dup_name (traffic);
  out = g_format_size (traffic->bytes_out);
  in = g_format_size (traffic->bytes_in);
  calls = g_strdup_printf (ngettext ("%'.0f call", "%'.0f calls", traffic->n_calls),
                           (double) traffic->n_calls);
  median = format_ms (traffic->median_ms);
  worst = format_ms (traffic->worst_ms);
  nodes = g_strdup_printf (ngettext ("%u node", "%u nodes", traffic->n_nodes), traffic->n_nodes);
  events = g_strdup_printf (ngettext ("%'.0f event", "%'.0f events", traffic->n_events),
                            (double) traffic->n_events);
  /* Translators: the name of a program, its process, its name on the bus, then figures: “12 calls,
   * median 0.3 ms, worst 12 ms”, “40 nodes, 3 events” */
  return g_strdup_printf (_ ("%s\n"
                             "Process %d, bus name %s\n"
                             "%s, median %s ms, worst %s ms\n"
                             "%s, %s\n"
                             "%'.0f refused, %'.0f unanswered\n"
                             "About %s sent, %s received"),
                          name,
                          (int) traffic->pid,
                          traffic->bus_name,
                          calls,
                          median,
                          worst,
                          nodes,
                          events,
                          (double) traffic->n_errors,
                          (double) traffic->n_timeouts,
                          out,
                          in);
}

int
pel_traffic_item_compare (PelTrafficItem *a, PelTrafficItem *b, PelTrafficColumn column)
{
  g_autofree char *name_a = NULL;
  g_autofree char *name_b = NULL;
  double           figure_a, figure_b;

  if (column != PEL_TRAFFIC_PROGRAM)
    {
      figure_a = get_figure (a->traffic, column);
      figure_b = get_figure (b->traffic, column);
      return (figure_a > figure_b) - (figure_a < figure_b);
    }
  name_a = dup_name (a->traffic);
  name_b = dup_name (b->traffic);
  return g_utf8_collate (name_a, name_b);
}

static void
pel_traffic_item_finalize (GObject *object)
{
  pel_traffic_free (PEL_TRAFFIC_ITEM (object)->traffic);
  G_OBJECT_CLASS (pel_traffic_item_parent_class)->finalize (object);
}

static void
pel_traffic_item_class_init (PelTrafficItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_traffic_item_finalize;
  updated_signal = g_signal_new ("updated",
                                 PEL_TYPE_TRAFFIC_ITEM,
                                 G_SIGNAL_RUN_LAST,
                                 0,
                                 NULL,
                                 NULL,
                                 NULL,
                                 G_TYPE_NONE,
                                 0);
}

static void
pel_traffic_item_init (PelTrafficItem *self)
{
}

PelTrafficItem *
pel_traffic_item_new (PelTraffic *traffic)
{
  PelTrafficItem *self = g_object_new (PEL_TYPE_TRAFFIC_ITEM, NULL);

  self->traffic = traffic;
  return self;
}

static gboolean
is_same (const PelTraffic *a, const PelTraffic *b)
{
  for (guint i = 0; i < PEL_N_TRAFFIC_COLUMNS; i++)
    if (get_figure (a, i) != get_figure (b, i))
      return FALSE;
  return a->has_left == b->has_left && a->is_answering == b->is_answering &&
         g_strcmp0 (a->name, b->name) == 0;
}

void
pel_traffic_item_update (PelTrafficItem *self, PelTraffic *traffic)
{
  g_autoptr (PelTraffic) before = NULL;

  g_return_if_fail (PEL_IS_TRAFFIC_ITEM (self));

  before = self->traffic;
  self->traffic = traffic;
  if (!is_same (before, traffic))
    g_signal_emit (self, updated_signal, 0);
}

const PelTraffic *
pel_traffic_item_get_traffic (PelTrafficItem *self)
{
  g_return_val_if_fail (PEL_IS_TRAFFIC_ITEM (self), NULL);

  return self->traffic;
}
