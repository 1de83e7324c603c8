/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/json-room.h"
#include "services/base/json.h"

#include <string.h>

static const char *const texts[] = {
  "{}",
  "{\"a\":1}",
  "{\"a\":-9223372036854775808,\"b\":true,\"c\":null,\"d\":1.7976931348623157e+308}",
  "{\"quoted \\\" \\\\ \\n \\u0001 \\u007f é 漢\":[\"\\t\\r\\n\",[],{},[[{\"x\":\"y\"}]]]}",
};

/* Never less than is written, and not much more. */
static void
test_measure (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (JsonObject) object = pel_json_parse_object (texts[i], -1, NULL);
      g_autoptr (JsonNode)   node = pel_json_take_object (json_object_ref (object));
      g_autofree char       *written = pel_json_to_string (node, PEL_JSON_COMPACT);
      PelJsonRoom            room = { 10000, 0 };

      g_test_message ("%s", texts[i]);
      g_assert_true (pel_json_room_fit (&room, object, 1));
      g_assert_cmpuint (10000 - room.n_bytes, >=, strlen (written));
      g_assert_cmpuint (10000 - room.n_bytes, <=, 2 * strlen (written) + 60);
    }
}

/* Nothing fits after something did not, however small it is. */
static void
test_full (void)
{
  g_autoptr (JsonObject) small = pel_json_parse_object (texts[0], -1, NULL);
  g_autoptr (JsonObject) large = pel_json_parse_object (texts[3], -1, NULL);
  PelJsonRoom            room = { 50, 0 };

  g_assert_true (pel_json_room_fit (&room, small, 9));
  g_assert_cmpuint (room.n_left_out, ==, 0);
  g_assert_false (pel_json_room_fit (&room, large, 8));
  g_assert_false (pel_json_room_fit (&room, small, 2));
  g_assert_cmpuint (room.n_left_out, ==, 10);
  g_assert_true (pel_json_room_fit (NULL, large, 1));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-room/measure", test_measure);
  g_test_add_func ("/json-room/full", test_full);
  return g_test_run ();
}
