/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/fuzz/fuzz.h"

#include "services/base/json-validator.h"
#include "services/base/json.h"

#include <string.h>

/* What we write of what we read must be read as the same again. */
static void
check_written (JsonNode *node, PelJsonLayout layout)
{
  g_autofree char     *text = pel_json_to_string (node, layout);
  g_autoptr (GError)   error = NULL;
  g_autoptr (JsonNode) again = NULL;

  /* escapes make a text longer, and only what comes in is limited */
  if (strlen (text) > PEL_JSON_MAX_BYTES)
    return;
  again = pel_json_parse (text, -1, &error);
  if (again == NULL)
    g_error ("what was written is refused: %s: %s", error->message, text);
  if (!json_node_equal (node, again))
    g_error ("what was written is read as something else: %s", text);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  /* a copy of just this size, so that a read beyond it is seen */
  g_autofree char       *text = g_memdup2 (size > 0 ? data : (const guint8 *) "", MAX (size, 1));
  g_autoptr (GError)     error = NULL;
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (JsonNode)   node = NULL;

  if (!pel_json_validate (text, size, PEL_JSON_MAX_DEPTH, &error))
    {
      g_assert_nonnull (error);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  parser = json_parser_new_immutable ();
  if (!json_parser_load_from_data (parser, text, size, &error))
    g_error ("accepted, but json-glib says: %s", error->message);
  g_assert_nonnull (json_parser_get_root (parser));

  node = pel_json_parse (text, size, &error);
  g_assert_no_error (error);
  check_written (node, PEL_JSON_COMPACT);
  check_written (node, PEL_JSON_PRETTY);
  return 0;
}
