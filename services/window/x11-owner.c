/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/x11-owner.h"

#include <xcb/res.h>

static void
take_owner (gpointer reply, gpointer data)
{
  xcb_res_client_id_value_iterator_t it = xcb_res_query_client_ids_ids_iterator (reply);

  for (; it.rem > 0; xcb_res_client_id_value_next (&it))
    if ((it.data->spec.mask & XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID) != 0 &&
        xcb_res_client_id_value_value_length (it.data) == 1)
      *(guint32 *) data = xcb_res_client_id_value_value (it.data)[0];
}

void
pel_x11_owner_ask (PelX11Round      *round,
                   PelX11Connection *connection,
                   xcb_window_t      window,
                   guint32          *pid)
{
  xcb_connection_t        *xcb = pel_x11_connection_get_xcb (connection);
  xcb_res_client_id_spec_t spec = { window, XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID };

  if (pel_x11_connection_has_extension (connection, &xcb_res_id))
    pel_x11_round_expect (round,
                          xcb_res_query_client_ids (xcb, 1, &spec).sequence,
                          take_owner,
                          pid);
  else
    pel_x11_round_expect_property (round,
                                   window,
                                   pel_x11_connection_get_atom (connection, PEL_ATOM_NET_WM_PID),
                                   1,
                                   pel_x11_take_word,
                                   pid);
}
