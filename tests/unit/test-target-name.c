/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/target-name.h"

/* clang-format off */
static const struct { const char *json; const char *expected; gboolean is_plain; } rows[] = {
  { "'e12'",                           "ref 12",              TRUE  },
  { "'@e12'",                          "ref 12",              TRUE  },
  { "'@12'",                           "ref 12",              TRUE  },
  { "{'ref':'e12'}",                   "ref 12",              TRUE  },
  { "{'ref':'@e12','snapshot_id':'s3'}", "ref 12 of s3",      TRUE  },
  { "':1.23/org/a11y/7'",              "id :1.23 /org/a11y/7", TRUE },
  { "'120,45'",                        "point 120,45",        TRUE  },
  { "'-120 , 45'",                     "point -120,45",       TRUE  },
  { "{'x':120,'y':-45}",               "point 120,-45",       TRUE  },
  { "'#12'",                           "region 12",           TRUE  },
  { "'region=5f3a09c1-2'",             "region 5f3a09c1-2",   TRUE  },
  { "'region=Left'",                   "selector region=Left", FALSE },
  { "'region='",                       "selector region=",    FALSE },
  { "'#0'",                            "selector #0",         FALSE },
  { "'#save'",                         "selector #save",      FALSE },
  { "'Button:OK'",                     "selector Button:OK",  FALSE },
  { "'e0'",                            "selector e0",         FALSE },
  { "'@e12 >> role=Row'",              "selector @e12 >> role=Row", FALSE },
  { "'1,2,3'",                         "selector 1,2,3",      FALSE },
  { "'1,999999999999'",                "selector 1,999999999999", FALSE },
  { "':1.9'",                          "selector :1.9",       FALSE },
  { "''",                              "selector ",           FALSE },
};

static const struct { const char *json; const char *message; } refused[] = {
  { "{'ref':'x'}",               "t: “x” is not a ref" },
  { "{'ref':'120,45'}",          "t: “120,45” is not a ref" },
  { "{'snapshot_id':'s1'}",      "t: “ref” is missing (Its ref in that snapshot)" },
  { "{'x':1}",                   "t: “y” is missing (Physical pixels from the top)" },
  { "{'x':1,'y':2,'z':3}",       "t: unknown argument “z”" },
};
/* clang-format on */

static JsonNode *
parse (const char *json)
{
  g_autofree char   *text = g_strdelimit (g_strdup (json), "'", '"');
  g_autoptr (GError) error = NULL;
  JsonNode          *node = pel_json_parse (text, -1, &error);

  g_assert_no_error (error);
  return node;
}

static char *
describe (const PelTargetName *name)
{
  switch (name->kind)
    {
    case PEL_TARGET_REF:
      return g_strdup_printf ("ref %u%s%s",
                              name->ref,
                              name->snapshot_id != NULL ? " of " : "",
                              name->snapshot_id != NULL ? name->snapshot_id : "");
    case PEL_TARGET_RUNTIME_ID:
      return g_strdup_printf ("id %s %s", name->bus_name, name->path);
    case PEL_TARGET_REGION:
      return name->region != 0 ? g_strdup_printf ("region %u", name->region)
                               : g_strdup_printf ("region %s", name->region_id);
    case PEL_TARGET_POINT:
      return g_strdup_printf ("point %d,%d", name->point.x, name->point.y);
    default:
      return g_strdup_printf ("selector %s", name->selector);
    }
}

static void
test_parse_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (JsonNode)      node = parse (rows[i].json);
      g_autoptr (GError)        error = NULL;
      g_autoptr (PelTargetName) name = pel_target_name_parse (node, "t", &error);
      g_autofree char          *told = NULL;

      g_test_message ("%s", rows[i].json);
      g_assert_no_error (error);
      told = describe (name);
      g_assert_cmpstr (told, ==, rows[i].expected);
      g_assert_cmpint (pel_target_name_is_plain (node), ==, rows[i].is_plain);
    }
}

static void
test_parse_refused (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (JsonNode) node = parse (refused[i].json);
      g_autoptr (GError)   error = NULL;

      g_test_message ("%s", refused[i].json);
      g_assert_null (pel_target_name_parse (node, "t", &error));
      g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
      g_assert_cmpstr (error->message, ==, refused[i].message);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/target-name/parse/rows", test_parse_rows);
  g_test_add_func ("/target-name/parse/refused", test_parse_refused);
  return g_test_run ();
}
