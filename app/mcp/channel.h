/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/mcp/line-reader.h"

/* @ended: the client no longer writes, or no longer reads. */
typedef struct
{
  PelLineFunc line;
  void (*ended) (gpointer data);
} PelMcpChannelListener;

/**
 * PelMcpChannel:
 *
 * Lines in and out, over two file descriptors that stay the caller's. What is not read yet waits in
 * a queue; as long as that is long, no more lines are taken in, so that it cannot grow without end.
 */
typedef struct _PelMcpChannel PelMcpChannel;

PelMcpChannel      *
pel_mcp_channel_new (int in, int out, const PelMcpChannelListener *listener, gpointer data);
void pel_mcp_channel_free (PelMcpChannel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelMcpChannel, pel_mcp_channel_free)

/* @line: without its end. */
void pel_mcp_channel_send (PelMcpChannel *self, const char *line);

/* The client is slow: messages that it does not wait for should not be sent. */
gboolean pel_mcp_channel_is_congested (PelMcpChannel *self);

/* Writes what is left for as long as @timeout_ms; blocks. */
void pel_mcp_channel_drain (PelMcpChannel *self, guint timeout_ms);
