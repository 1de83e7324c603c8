/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/mcp/line-reader.h"

/* @ended: nothing comes any more, or nobody reads any more. */
typedef struct
{
  PelLineFunc line;
  void (*ended) (gpointer data);
} PelChannelListener;

/**
 * PelChannel:
 *
 * Lines in and out, over two file descriptors that stay the caller's. What is not read yet waits in
 * a queue; as long as that is long, no more lines are taken in, so that it cannot grow without end.
 */
typedef struct _PelChannel PelChannel;

PelChannel *pel_channel_new (int in, int out, const PelChannelListener *listener, gpointer data);
void        pel_channel_free (PelChannel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelChannel, pel_channel_free)

/* @line: without its end. */
void pel_channel_send (PelChannel *self, const char *line);

/* The other side is slow: what nobody waits for is better not sent. */
gboolean pel_channel_is_congested (PelChannel *self);

/* Writes what is left for as long as @timeout_ms; blocks. */
void pel_channel_drain (PelChannel *self, guint timeout_ms);
