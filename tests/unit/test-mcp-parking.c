/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "app/mcp/message.h"
#include "app/mcp/parking.h"
#include "services/base/json.h"

#include <string.h>

#define PARAMS "{\"name\":\"ui_click\",\"arguments\":{\"target\":\"e1\",\"button\":\"left\"}}"

static gint64 now;

static gint64
get_now (void)
{
  return now;
}

static gpointer
take (PelParking *parking, const char *ticket, const char *params, const char *fault)
{
  g_autoptr (JsonObject) object = pel_json_parse_object (params, -1, NULL);
  g_autoptr (GError)     error = NULL;
  gpointer               item = pel_parking_take (parking, ticket, object, &error);

  if (fault == NULL)
    g_assert_no_error (error);
  else
    {
      g_assert_error (error, PEL_RPC_ERROR, PEL_RPC_INVALID_PARAMS);
      g_assert_nonnull (strstr (error->message, fault));
    }
  return item;
}

static char *
put (PelParking *parking, gpointer item)
{
  g_autoptr (JsonObject) params = pel_json_parse_object (PARAMS, -1, NULL);

  return pel_parking_put (parking, item, params);
}

static void
test_once (void)
{
  g_autoptr (PelParking) parking = pel_parking_new (NULL);
  int                    item, other;
  g_autofree char       *ticket = put (parking, &item);
  g_autofree char       *second = put (parking, &other);

  g_assert_cmpstr (ticket, !=, second);
  g_assert_true (take (parking, ticket, PARAMS, NULL) == &item);
  g_assert_null (take (parking, ticket, PARAMS, "already used"));
  pel_parking_remove (parking, &other);
  pel_parking_remove (parking, &other);
  g_assert_null (take (parking, second, PARAMS, "already used"));
}

/* Whatever is changed in it, it is not ours any more. */
static void
test_tampered (void)
{
  g_autoptr (PelParking) parking = pel_parking_new (NULL);
  g_autoptr (PelParking) elsewhere = pel_parking_new (NULL);
  int                    item;
  g_autofree char       *ticket = put (parking, &item);
  g_autofree char       *cut = g_strndup (ticket, strlen (ticket) - 1);
  g_autofree char       *longer = g_strconcat (ticket, ".", NULL);

  for (gsize i = 0; ticket[i] != '\0'; i++)
    for (guint bit = 0; bit < 7; bit++)
      {
        g_autofree char *changed = g_strdup (ticket);

        changed[i] ^= 1 << bit;
        if (changed[i] != '\0' && changed[i] != '\n')
          g_assert_null (take (parking, changed, PARAMS, "not issued by"));
      }
  g_assert_null (take (parking, "", PARAMS, "not issued by"));
  g_assert_null (take (parking, "...", PARAMS, "not issued by"));
  g_assert_null (take (parking, cut, PARAMS, "not issued by"));
  g_assert_null (take (parking, longer, PARAMS, "not issued by"));
  g_assert_null (take (elsewhere, ticket, PARAMS, "not issued by"));
  g_assert_true (take (parking, ticket, PARAMS, NULL) == &item);
}

/* For the same call only; the order of members is nobody's business. */
static void
test_swapped (void)
{
  static const char *const others[] = {
    "{\"name\":\"ui_click\",\"arguments\":{\"target\":\"e2\",\"button\":\"left\"}}",
    "{\"name\":\"ui_toggle\",\"arguments\":{\"target\":\"e1\",\"button\":\"left\"}}",
    "{\"name\":\"ui_click\",\"arguments\":{\"target\":\"e1\"}}",
    "{\"name\":\"ui_click\"}",
    "{}",
  };
  g_autoptr (PelParking) parking = pel_parking_new (NULL);
  int                    item;
  g_autofree char       *ticket = put (parking, &item);

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_null (take (parking, ticket, others[i], "another call"));
  g_assert_true (take (parking,
                       ticket,
                       "{\"requestState\":\"x\",\"arguments\":{\"button\":\"left\",\"target\":"
                       "\"e1\"},\"inputResponses\":{},\"name\":\"ui_click\"}",
                       NULL) == &item);
}

static void
test_expired (void)
{
  g_autoptr (PelParking) parking = pel_parking_new (get_now);
  int                    item;
  g_autofree char       *ticket = put (parking, &item);

  now += PEL_PARKING_TTL_MS * G_TIME_SPAN_MILLISECOND;
  g_assert_null (take (parking, ticket, PARAMS, "expired"));
  now--;
  g_assert_true (take (parking, ticket, PARAMS, NULL) == &item);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/mcp-parking/once", test_once);
  g_test_add_func ("/mcp-parking/tampered", test_tampered);
  g_test_add_func ("/mcp-parking/swapped", test_swapped);
  g_test_add_func ("/mcp-parking/expired", test_expired);

  return g_test_run ();
}
