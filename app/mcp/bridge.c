/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/bridge.h"

#include "app/mcp/channel.h"

#include <glib-unix.h>
#include <signal.h>
#include <unistd.h>

#define DRAIN_MS 500

/* The server between its client and the session. */
typedef struct
{
  PelMcpChannel *channel;
  PelServer     *server;
  GMainLoop     *loop;
} Bridge;

static void
line_cb (PelLineKind kind, const char *line, gsize length, gpointer user_data)
{
  Bridge *bridge = user_data;

  if (kind == PEL_LINE_WHOLE)
    pel_server_take_line (bridge->server, line, length);
  else
    pel_server_refuse_long_line (bridge->server);
}

static void
ended_cb (gpointer user_data)
{
  Bridge *bridge = user_data;

  g_main_loop_quit (bridge->loop);
}

static gboolean
signalled_cb (gpointer user_data)
{
  Bridge *bridge = user_data;

  g_main_loop_quit (bridge->loop);
  return G_SOURCE_CONTINUE;
}

static void
send_cb (const char *line, gpointer user_data)
{
  Bridge *bridge = user_data;

  pel_mcp_channel_send (bridge->channel, line);
}

static gboolean
is_congested_cb (gpointer user_data)
{
  Bridge *bridge = user_data;

  return pel_mcp_channel_is_congested (bridge->channel);
}

/* Answers are still written; calls in progress are dropped. */
int
pel_bridge_run (PelProfile *profile, const PelExtras *extras)
{
  Bridge bridge = { .loop = g_main_loop_new (NULL, FALSE) };
  guint  signal_ids[2];

  signal (SIGPIPE, SIG_IGN);
  g_log_writer_default_set_use_stderr (TRUE); /* the standard output has messages only */
  bridge.server = pel_server_new (profile,
                                  pel_session_link_new (NULL),
                                  &(PelOutlet){ send_cb, is_congested_cb, &bridge },
                                  extras);
  bridge.channel = pel_mcp_channel_new (STDIN_FILENO,
                                        STDOUT_FILENO,
                                        &(PelMcpChannelListener){ line_cb, ended_cb },
                                        &bridge);
  signal_ids[0] = g_unix_signal_add (SIGINT, signalled_cb, &bridge);
  signal_ids[1] = g_unix_signal_add (SIGTERM, signalled_cb, &bridge);
  g_main_loop_run (bridge.loop);
  pel_server_free (bridge.server);
  pel_mcp_channel_drain (bridge.channel, DRAIN_MS);
  pel_mcp_channel_free (bridge.channel);
  for (gsize i = 0; i < G_N_ELEMENTS (signal_ids); i++)
    g_source_remove (signal_ids[i]);
  g_main_loop_unref (bridge.loop);
  return 0;
}
