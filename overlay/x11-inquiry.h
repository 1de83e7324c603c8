/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/x11-round.h"

/* What must be known of an X server before an overlay is shown on it. FALSE: no, or no answer. */
typedef struct
{
  gboolean lets_clicks_through; /* the input shape of the window is empty */
  gboolean has_compositor;
  gboolean can_share; /* it reads memory that it gets as a descriptor */
} PelX11Answers;

/* @answers are complete when @done is called, and must live until then. */
void pel_x11_inquiry_send (PelX11Connection *connection,
                           xcb_window_t      window,
                           PelX11Answers    *answers,
                           PelX11DoneFunc    done,
                           gpointer          user_data);
