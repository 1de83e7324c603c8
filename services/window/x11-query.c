/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/x11-query.h"

#include "services/base/error.h"
#include "services/window/x11-probe.h"

#include <string.h>
#include <xcb/composite.h>
#include <xcb/randr.h>
#include <xcb/shape.h>
#include <xcb/xtest.h>

#define MAX_WINDOWS 4096

/* Asked in one round: few enough that a server that has just stopped reading takes them all. */
#define MAX_PROBES_PER_ROUND 64

typedef struct
{
  PelX11Connection *connection;
  GTask            *task;
  GPtrArray        *probes;        /* of PelX11Probe */
  GHashTable       *managed;       /* set of xcb_window_t */
  GHashTable       *orders;        /* xcb_window_t → its number among the clients, from 1 */
  GArray           *stacking;      /* of xcb_window_t: children of the root, bottom first */
  GArray           *monitors;      /* of PelMonitor; the names are ours */
  GArray           *monitor_atoms; /* of xcb_atom_t: the names of the monitors */
  guint             n_asked;       /* probes that have been asked so far */
  int               root_width, root_height;
  double            scale;
  guint32           current_workspace;
  guint32           active;
  guint32           wm_check;
  char             *wm_name;
  gboolean          has_compositor;
} Query;

static void
query_free (Query *query)
{
  for (guint i = 0; i < query->monitors->len; i++)
    g_free ((char *) g_array_index (query->monitors, PelMonitor, i).name);
  g_array_unref (query->monitors);
  g_array_unref (query->monitor_atoms);
  g_array_unref (query->stacking);
  g_ptr_array_unref (query->probes);
  g_hash_table_unref (query->managed);
  g_hash_table_unref (query->orders);
  g_free (query->wm_name);
  g_clear_object (&query->task);
  g_object_unref (query->connection);
  g_free (query);
}

static PelX11Round *
begin_round (Query *query, PelX11DoneFunc done)
{
  return pel_x11_round_new (query->connection, g_task_get_cancellable (query->task), done, query);
}

/* TRUE, and the query is over, where a round ended without its answers. */
static gboolean
has_failed (Query *query, const GError *error)
{
  if (error == NULL)
    return FALSE;
  g_task_return_error (query->task, g_error_copy (error));
  query_free (query);
  return TRUE;
}

static void
take_client_list (gpointer reply, gpointer data)
{
  Query *query = data;
  guint  n = MIN (pel_x11_property_count_words (reply), MAX_WINDOWS);

  for (guint i = 0; i < n; i++)
    {
      xcb_window_t window = pel_x11_property_get_word (reply, i, XCB_NONE);

      if (window != XCB_NONE && g_hash_table_add (query->managed, GUINT_TO_POINTER (window)))
        g_ptr_array_add (query->probes,
                         pel_x11_probe_new (query->connection, window, PEL_X11_MANAGED));
    }
}

/* In the order in which they were mapped first. */
static void
take_ordered_list (gpointer reply, gpointer data)
{
  Query *query = data;
  guint  n = MIN (pel_x11_property_count_words (reply), MAX_WINDOWS);

  for (guint i = 0; i < n; i++)
    g_hash_table_insert (query->orders,
                         GUINT_TO_POINTER (pel_x11_property_get_word (reply, i, XCB_NONE)),
                         GUINT_TO_POINTER (i + 1));
  take_client_list (reply, data);
}

static void
take_resources (gpointer reply, gpointer data)
{
  if (((xcb_get_property_reply_t *) reply)->format == 8)
    *(double *) data = pel_x11_scale_from_resources (xcb_get_property_value (reply),
                                                     xcb_get_property_value_length (reply));
}

static void
take_compositor (gpointer reply, gpointer data)
{
  *(gboolean *) data = ((xcb_get_selection_owner_reply_t *) reply)->owner != XCB_NONE;
}

static void
take_root_children (gpointer reply, gpointer data)
{
  g_array_append_vals (data,
                       xcb_query_tree_children (reply),
                       MIN (xcb_query_tree_children_length (reply), MAX_WINDOWS));
}

/* A clone, of the same size or smaller, shows what another one shows: it has no pixels of its own.
 */
static gboolean
is_mirror (Query *query, const xcb_randr_monitor_info_t *info)
{
  PelPhysicalRect r = { info->x, info->y, info->width, info->height };

  for (guint i = 0; i < query->monitors->len; i++)
    {
      const PelPhysicalRect *other = &g_array_index (query->monitors, PelMonitor, i).physical;
      PelPhysicalRect        common = pel_physical_rect_intersect (other, &r);

      if (pel_physical_rect_equal (&common, &r))
        return TRUE;
    }
  return FALSE;
}

static void
take_monitors (gpointer reply, gpointer data)
{
  xcb_randr_monitor_info_iterator_t it = xcb_randr_get_monitors_monitors_iterator (reply);
  Query                            *query = data;

  for (; it.rem > 0; xcb_randr_monitor_info_next (&it))
    {
      PelMonitor monitor = {
        .name = g_strdup (""),
        .native = { it.data->x, it.data->y, it.data->width, it.data->height },
        .physical = { it.data->x, it.data->y, it.data->width, it.data->height },
        .ratio = 1,
        .is_primary = it.data->primary,
      };

      if (it.data->width == 0 || it.data->height == 0 || is_mirror (query, it.data))
        {
          g_free ((char *) monitor.name);
          continue;
        }
      g_array_append_val (query->monitors, monitor);
      g_array_append_val (query->monitor_atoms, it.data->name);
    }
}

static void
take_root_size (gpointer reply, gpointer data)
{
  Query *query = data;

  query->root_width = ((xcb_get_geometry_reply_t *) reply)->width;
  query->root_height = ((xcb_get_geometry_reply_t *) reply)->height;
}

static void
take_monitor_name (gpointer reply, gpointer data)
{
  PelMonitor *monitor = data;

  g_free ((char *) monitor->name);
  monitor->name = g_strndup (xcb_get_atom_name_name (reply), xcb_get_atom_name_name_length (reply));
}

static PelFeature
get_features (Query *query)
{
  static const struct
  {
    xcb_extension_t *extension;
    PelFeature       features;
  } rows[] = {
    { &xcb_shape_id, PEL_FEATURE_INPUT_SHAPE },
    { &xcb_composite_id, PEL_FEATURE_CAPTURE_WINDOWS },
    { &xcb_test_id, PEL_FEATURE_INJECT_POINTER | PEL_FEATURE_INJECT_KEYBOARD },
  };
  PelFeature           features = PEL_FEATURE_CAPTURE_SCREEN | PEL_FEATURE_POINTER_POSITION;
  xcb_depth_iterator_t depth =
      xcb_screen_allowed_depths_iterator (pel_x11_connection_get_screen (query->connection));

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (pel_x11_connection_has_extension (query->connection, rows[i].extension))
      features |= rows[i].features;
  for (; depth.rem > 0; xcb_depth_next (&depth))
    if (depth.data->depth == 32 && depth.data->visuals_len > 0)
      features |= PEL_FEATURE_ALPHA_WINDOWS;
  return query->has_compositor ? features | PEL_FEATURE_COMPOSITOR : features;
}

/* Frames of the window manager are unmanaged children of the root as well; only those that no
 * client has met on its way up, and that ask not to be managed, are windows of their own. What we
 * draw above all is none; that it calls itself ours would not do, for anybody may. */
static gboolean
is_window (const PelX11Probe *probe)
{
  return !probe->is_input_only && !(probe->is_overlay && probe->lets_clicks_through) &&
         (probe->is_managed || (probe->is_mapped && probe->is_override_redirect));
}

/* The windows of each child of the root: a client that no one framed, the clients in a frame (some
 * window managers put several into one), or a window that no one manages. */
static GHashTable *
index_by_root_child (Query *query)
{
  GHashTable *by_child =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);

  /* the managed ones come first: a frame that holds one of them is not a window itself */
  for (guint i = 0; i < query->probes->len; i++)
    {
      PelX11Probe *probe = g_ptr_array_index (query->probes, i);
      gpointer     child = GUINT_TO_POINTER (probe->ancestor);
      GPtrArray   *probes = g_hash_table_lookup (by_child, child);

      if (!is_window (probe) || (probes != NULL && !probe->is_managed))
        continue;
      if (probes == NULL)
        g_hash_table_insert (by_child, child, probes = g_ptr_array_new ());
      g_ptr_array_add (probes, probe);
    }
  return by_child;
}

static GPtrArray *
make_windows (Query *query)
{
  GPtrArray             *windows = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) by_child = index_by_root_child (query);

  for (guint i = query->stacking->len; i > 0; i--)
    {
      xcb_window_t child = g_array_index (query->stacking, xcb_window_t, i - 1);
      GPtrArray   *probes = g_hash_table_lookup (by_child, GUINT_TO_POINTER (child));

      for (guint k = probes != NULL ? probes->len : 0; k > 0; k--)
        {
          PelX11Probe *probe = g_ptr_array_index (probes, k - 1);
          gpointer     window = GUINT_TO_POINTER (probe->window);

          probe->order = GPOINTER_TO_UINT (g_hash_table_lookup (query->orders, window));
          g_ptr_array_add (windows,
                           pel_x11_probe_make_window (probe,
                                                      query->current_workspace,
                                                      query->active));
        }
    }
  return windows;
}

/* Without RandR, or with every output off, the screen itself is the one monitor; without a primary
 * one, the first. */
static void
complete_monitors (Query *query)
{
  gboolean has_primary = FALSE;

  if (query->monitors->len == 0 && query->root_width > 0 && query->root_height > 0)
    {
      PelMonitor screen = { .name = g_strdup ("screen"),
                            .native = { 0, 0, query->root_width, query->root_height },
                            .physical = { 0, 0, query->root_width, query->root_height },
                            .ratio = 1 };

      g_array_append_val (query->monitors, screen);
    }
  for (guint i = 0; i < query->monitors->len; i++)
    {
      PelMonitor *monitor = &g_array_index (query->monitors, PelMonitor, i);

      monitor->scale = query->scale;
      has_primary = has_primary || monitor->is_primary;
    }
  if (!has_primary && query->monitors->len > 0)
    g_array_index (query->monitors, PelMonitor, 0).is_primary = TRUE;
}

static void
finish (Query *query)
{
  g_autofree char             *server = pel_x11_connection_dup_server (query->connection);
  PelPlatform                  platform = { .kind = PEL_PLATFORM_X11,
                                            .server = server,
                                            .window_manager = query->wm_name,
                                            .features = get_features (query) };
  g_autoptr (PelMonitorLayout) layout = NULL;

  complete_monitors (query);
  layout = pel_monitor_layout_new ((PelMonitor *) query->monitors->data, query->monitors->len);
  g_task_return_pointer (query->task,
                         pel_desktop_new (&platform, layout, make_windows (query)),
                         g_object_unref);
  query_free (query);
}

/* Up from each client, one level a round, until all have met a child of the root. */
static void
climb (const GError *error, gpointer user_data)
{
  Query       *query = user_data;
  PelX11Round *round;
  gboolean     is_climbing = FALSE;

  if (has_failed (query, error))
    return;
  for (guint i = 0; i < query->probes->len && !is_climbing; i++)
    is_climbing = ((PelX11Probe *) g_ptr_array_index (query->probes, i))->climbs_left > 0;
  if (!is_climbing)
    {
      finish (query);
      return;
    }
  round = begin_round (query, climb);
  for (guint i = 0; i < query->probes->len; i++)
    pel_x11_probe_climb (g_ptr_array_index (query->probes, i), round);
  pel_x11_round_send (round);
}

static void
add_unmanaged (Query *query)
{
  for (guint i = 0; i < query->stacking->len; i++)
    {
      xcb_window_t window = g_array_index (query->stacking, xcb_window_t, i);

      if (!g_hash_table_contains (query->managed, GUINT_TO_POINTER (window)))
        g_ptr_array_add (query->probes,
                         pel_x11_probe_new (query->connection, window, PEL_X11_UNMANAGED));
    }
}

/* The windows, a handful a round. */
static void
ask_windows (const GError *error, gpointer user_data)
{
  Query       *query = user_data;
  PelX11Round *round;
  guint        end = MIN (query->n_asked + MAX_PROBES_PER_ROUND, query->probes->len);

  if (has_failed (query, error))
    return;
  round = begin_round (query, end < query->probes->len ? ask_windows : climb);
  for (; query->n_asked < end; query->n_asked++)
    pel_x11_probe_ask (g_ptr_array_index (query->probes, query->n_asked), round);
  pel_x11_round_send (round);
}

static void
ask_names (const GError *error, gpointer user_data)
{
  Query            *query = user_data;
  PelX11Round      *round;
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (query->connection);

  if (has_failed (query, error))
    return;
  round = begin_round (query, ask_windows);
  add_unmanaged (query);
  for (guint i = 0; i < query->monitors->len; i++)
    pel_x11_round_expect (round,
                          xcb_get_atom_name (xcb,
                                             g_array_index (query->monitor_atoms, xcb_atom_t, i))
                              .sequence,
                          take_monitor_name,
                          &g_array_index (query->monitors, PelMonitor, i));
  if (query->wm_check != XCB_NONE)
    pel_x11_round_expect_property (round,
                                   query->wm_check,
                                   pel_x11_connection_get_atom (query->connection,
                                                                PEL_ATOM_NET_WM_NAME),
                                   64,
                                   pel_x11_take_text,
                                   &query->wm_name);
  pel_x11_round_send (round);
}

static void
ask_root (Query *query)
{
  PelX11Connection *connection = query->connection;
  PelX11Round      *round = begin_round (query, ask_names);
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);
  xcb_window_t      root = pel_x11_connection_get_screen (connection)->root;
  xcb_atom_t        cm = pel_x11_connection_get_atom (connection, PEL_ATOM_NET_WM_CM);
  const struct
  {
    xcb_atom_t     atom;
    guint          max_words;
    PelX11TakeFunc take;
    gpointer       data;
  } properties[] = {
#define ATOM(name) pel_x11_connection_get_atom (connection, PEL_ATOM_##name)
    { ATOM (NET_CLIENT_LIST_STACKING), MAX_WINDOWS, take_client_list, query },
    { ATOM (NET_CLIENT_LIST), MAX_WINDOWS, take_ordered_list, query },
    { ATOM (NET_ACTIVE_WINDOW), 1, pel_x11_take_word, &query->active },
    { ATOM (NET_CURRENT_DESKTOP), 1, pel_x11_take_word, &query->current_workspace },
    { ATOM (NET_SUPPORTING_WM_CHECK), 1, pel_x11_take_word, &query->wm_check },
    { XCB_ATOM_RESOURCE_MANAGER, 65536, take_resources, &query->scale },
#undef ATOM
  };

  for (gsize i = 0; i < G_N_ELEMENTS (properties); i++)
    pel_x11_round_expect_property (round,
                                   root,
                                   properties[i].atom,
                                   properties[i].max_words,
                                   properties[i].take,
                                   properties[i].data);
  pel_x11_round_expect (round,
                        xcb_query_tree (xcb, root).sequence,
                        take_root_children,
                        query->stacking);
  pel_x11_round_expect (round,
                        xcb_get_selection_owner (xcb, cm).sequence,
                        take_compositor,
                        &query->has_compositor);
  pel_x11_round_expect (round, xcb_get_geometry (xcb, root).sequence, take_root_size, query);
  if (pel_x11_connection_has_extension (connection, &xcb_randr_id))
    pel_x11_round_expect (round,
                          xcb_randr_get_monitors (xcb, root, 1).sequence,
                          take_monitors,
                          query);
  pel_x11_round_send (round);
}

void
pel_x11_query_async (PelX11Connection   *connection,
                     GCancellable       *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer            user_data)
{
  g_autoptr (GTask)  task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (GError) error = NULL;
  Query             *query;

  g_task_set_source_tag (task, pel_x11_query_async);
  if (!pel_x11_connection_check (connection, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  query = g_new0 (Query, 1);
  query->connection = g_object_ref (connection);
  query->probes = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_x11_probe_free);
  query->managed = g_hash_table_new (NULL, NULL);
  query->orders = g_hash_table_new (NULL, NULL);
  query->stacking = g_array_new (FALSE, FALSE, sizeof (xcb_window_t));
  query->monitors = g_array_new (FALSE, FALSE, sizeof (PelMonitor));
  query->monitor_atoms = g_array_new (FALSE, FALSE, sizeof (xcb_atom_t));
  query->scale = 1;
  query->task = g_steal_pointer (&task);
  ask_root (query);
}

PelDesktop *
pel_x11_query_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_x11_query_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

double
pel_x11_scale_from_resources (const char *resources, gsize length)
{
  g_autofree char *text = g_strndup (resources, length);
  g_auto (GStrv)   lines = g_strsplit (text, "\n", -1);
  double           dpi = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "Xft.dpi:"))
      dpi = g_ascii_strtod (lines[i] + strlen ("Xft.dpi:"), NULL);
  return dpi >= 24 && dpi <= 960 ? dpi / 96 : 1;
}
