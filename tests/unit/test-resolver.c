/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "selector-desk.h"

#include "services/base/error.h"
#include "services/base/process.h"
#include "services/selector/resolver.h"

#include <string.h>
#include <unistd.h>

typedef struct
{
  PelSnapshot *snapshot;
  PelFacts    *facts; /* all that can be read has been */
  PelFacts    *none;  /* nothing has */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->snapshot = selector_desk_build ();
  fixture->facts = pel_facts_new ();
  fixture->none = pel_facts_new ();
  selector_desk_tell (fixture->facts, fixture->snapshot);
  pel_facts_begin (fixture->none, fixture->snapshot, 1);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  g_clear_object (&fixture->snapshot);
  g_clear_pointer (&fixture->facts, pel_facts_unref);
  g_clear_pointer (&fixture->none, pel_facts_unref);
}

typedef struct
{
  const char *selector;
  const char *matches; /* ids */
} Case;

/* clang-format off */
static const Case predicate_cases[] = {
  { "role=Button",                           "12 13 14 25 30 31"    },
  { "role!=Button && depth=2",               "3 11 15 26 27"        },
  { "role~=box",                             "8 9"                  },
  { "role^=Check",                           "8 9"                  },
  { "Button:OK",                             "12 25 30"             },
  { "!Button:OK && role=Button",             "13 14 31"             },
  { "OK",                                    "12 25 30"             },
  { "name=ok",                               "31"                   },
  { "name!=OK && role=Button",               "13 14 31"             },
  { "!name!=OK",                             "12 25 30"             },
  { "name=\"\"",                             "7 16 20"              },
  { "name~=ok && role=Button",               "12 25 30 31"          },
  { "name^=Sub",                             "14"                   },
  { "name$=order",                           "14"                   },
  { "name~=/^[AB]2$/",                       "21 22"                },
  { "~sub*",                                 "14"                   },
  { "enabled=false",                         "13 31"                },
  { "enabled!=true",                         "13 31"                },
  { "!enabled=true",                         "13 31"                },
  { "visible=false && role=Button",          "14 30 31"             },
  { "focused=true",                          "5"                    },
  { "focusable=true",                        "5 7"                  },
  { "selected=true",                         "21"                   },
  { "editable=true",                         "5 7 27"               },
  { "checked=true",                          "8"                    },
  { "checked=mixed",                         "9"                    },
  { "role=CheckBox && checked=false",        ""                     },
  { "role=Button && checked=false && depth=2", "25 30 31"           },
  { "checked!=true && role=CheckBox",        "9"                    },
  { "expanded=true",                         ""                     },
  { "password=true",                         "7"                    },
  { "offscreen=true",                        "30"                   },
  { "pattern=Toggle",                        "8 9"                  },
  { "pattern!=Invoke && depth=2",            "3 11 15 26 27"        },
  { "index=3 && role=Cell",                  "19 23"                },
  { "index<2 && role=Cell",                  "17 21"                },
  { "index>=2 && role=Cell",                 "18 19 22 23"          },
  { "depth=0",                               "1 28"                 },
  { "depth<=1",                              "1 2 24 28 29"         },
  { "width=80 && role=Button",               "12 13 14 30"          },
  { "width=160",                             "25 27"                },
  { "width>160 && depth=2",                  "3 11 15 26"           },
  { "height<=20",                            "4 6 8 9 10"           },
  { "!width>0",                              "1 28 29 31"           },
  { "app=calc",                              "28 29 30 31"          },
  { "app~=CAL && role=Button",               "30 31"                },
  { "app!=editor",                           "28 29 30 31"          },
  { "pid>0 && depth=0",                      "1"                    },
  { "!pid>0 && depth=0",                     "28"                   },
  { "process~=test-resolver && depth=0",     "1"                    },
  { "process!=x && depth=0",                 "1 28"                 },
  { "!process~=x && depth=0",                "1 28"                 },
  { "window=Settings && role=Button",        "25"                   },
  { "window=Preferences && role=Button",     "25"                   },
  { "window!=Preferences && role=Button",    "12 13 14 30 31"       },
  { "window!=Settings && role=Button",       "12 13 14 30 31"       },
  { "window~=notes && depth=1",              "2"                    },
  { "window~=\"\" && depth=0",               ""                     },
  { "@e12",                                  "12"                   },
  { "@12 && role=Button",                    "12"                   },
  { "!@e12 && Button:OK",                    "25 30"                },
  { "@e99",                                  ""                     },
  { "@e4294967295",                          ""                     },
  { "legacyId=12",                           ""                     },
  { "legacyId!=12 && depth=0",               "1 28"                 },
  { "atspi:Button:OK",                       "12 25 30"             },
};

static const Case lazy_cases[] = {
  { "#submit-btn",                           "12 25"                },
  { "id~=SUBMIT && enabled=true",            "12 25"                },
  { "id!=submit-btn && role=Button",         "13 14 30 31"          },
  { "!#submit-btn && role=Button",           "13 14 30 31"          },
  { ".GtkButton",                            "12 13"                },
  { ".GtkButton && #submit-btn",             "12"                   },
  { "description=\"How loud\"",              "10"                   },
  { "value=ada",                             "5"                    },
  { "value~=/./",                            "5 10 27"              },
  { "value=1234",                            ""                     },
  { "value>41",                              "10"                   },
  { "value>=12 && value<=12",                "27"                   },
  { "value<100",                             "10 27"                },
  { "!value<100 && role=Edit",               "5 7"                  },
  { "text=ada",                              "5"                    },
  { "text=\"User name\"",                    "5"                    },
  { "text=1234",                             ""                     },
  { "text=42",                               ""                     },
  { "text~=press",                           "26"                   },
  { "text!=\"Press F1\" && depth=2",         "3 11 15 25 27 30 31"  },
  { "text!=Help && depth=2",                 "3 11 15 25 27 30 31"  },
};

static const Case step_cases[] = {
  { "app=calc >> Button:OK",                 "30"                   },
  { "app=calc >> OK",                        "30"                   },
  { "role=Window >> Button:OK",              "12 30"                },
  { "role=Window >> role=Window",            ""                     },
  { "app=editor >> app=editor >> OK",        "12 25"                },
  { "role=Pane >> role=Button",              "12 13 14"             },
  { "depth<=2 >> role=Cell && index=1",      "17 21"                },
  { "role=Row >> nth(2) >> role=Cell && index=3", "23"              },
  { "role=Row >> nth(-1)",                   "20"                   },
  { "role=Row >> nth(-2)",                   "16"                   },
  { "role=Row >> nth(3)",                    ""                     },
  { "role=Row >> nth(-3)",                   ""                     },
  { "role=Cell >> parent",                   "16 20"                },
  { "role=Cell >> parent >> parent",         "15"                   },
  { "role=Application >> parent",            ""                     },
  { "depth>=3 >> parent",                    "3 11 15 16 20"        },
  { "depth>=3 >> parent >> nth(3)",          "15"                   },
  { "OK >> parent >> nth(2) >> Help",        "26"                   },
};

static const Case spatial_cases[] = {
  { "User >> right-of",                      "5 15 16 17 18 19"     },
  { "any:text=\"Password\" >> right-of >> role=Edit", "7"           },
  { "\"User name\" >> left-of",              "4"                    },
  { "B1 >> right-of",                        "19"                   },
  { "A1 >> right-of",                        "18 19"                },
  { "C1 >> left-of >> role=Cell",            "18 17"                },
  { "C1 >> left-of >> role=Cell >> nth(1)",  "18"                   },
  { "C1 >> left-of >> role=Cell >> parent",  "16"                   },
  { "Volume >> above >> role=CheckBox",      "9 8"                  },
  { "User >> below",                         "6 8 9 10 11 12"       },
  { "Form >> below",                         "11 12 13"             },
  { "OK >> right-of",                        "13 27"                },
  { "OK >> near",                            "13 3 26 27"           },
  { "OK >> near >> nth(2) >> role=Edit",     "5 7"                  },
  { "Help >> near",                          "25 27"                }, /* 64 px are 128 there */
  { "User >> right-of >> Table:Invoices >> index=2 >> parent", "15 16 20" },
  { "Submit order >> left-of",               ""                     }, /* it is not seen */
  { "app=calc >> near",                      ""                     },
  { "role=Row >> below >> nth(1) >> name~=2", "21 22 23"            },
};
/* clang-format on */

static void
check (Fixture *fixture, const Case *cases, gsize n_cases)
{
  for (gsize i = 0; i < n_cases; i++)
    {
      g_autoptr (PelSelector)   selector = selector_desk_parse (cases[i].selector);
      g_autoptr (PelResolution) resolution =
          pel_selector_resolve (selector, fixture->snapshot, fixture->facts);
      g_autofree char *matches = selector_desk_join (resolution->matches);

      g_test_message ("%s", cases[i].selector);
      g_assert_cmpstr (matches, ==, cases[i].matches);
      g_assert_cmpuint (resolution->wanted->len, ==, 0);
      g_assert_no_error (resolution->unavailable);
    }
}

static void
test_rows_predicates (Fixture *fixture, gconstpointer unused)
{
  check (fixture, predicate_cases, G_N_ELEMENTS (predicate_cases));
}

static void
test_rows_lazy (Fixture *fixture, gconstpointer unused)
{
  check (fixture, lazy_cases, G_N_ELEMENTS (lazy_cases));
}

static void
test_rows_steps (Fixture *fixture, gconstpointer unused)
{
  check (fixture, step_cases, G_N_ELEMENTS (step_cases));
}

static void
test_rows_spatial (Fixture *fixture, gconstpointer unused)
{
  check (fixture, spatial_cases, G_N_ELEMENTS (spatial_cases));
}

/* clang-format off */
static const struct { const char *selector; const char *wanted; } wanted_cases[] = {
  { "Button:OK",                        ""                       },
  { "Button:OK && #x",                  "12:id 25:id 30:id"      },
  { "#x && Button:OK",                  "12:id 25:id 30:id"      },
  { "#x && .y && OK",                   "12:id 25:id 30:id"      },
  { "description=x && #x && OK && app=calc", "30:id"             },
  { "role=Edit && text=x",              ""                       }, /* values are there */
  { "text=x",                           "26:text 27:text"        },
  { "text=x && value=y && #z",          "27:id"                  },
  { "text=x && description=y",          "26:other 27:other"      },
  { "text=x && value=y",                "27:value"               },
  { "text=Help",                        "27:text"                }, /* its name says so */
  { "text!=Help",                       "27:text"                },
  { "!text=x",                          "26:text 27:text"        },
  { "value=x",                          "27:value"               },
  { "value>3",                          "27:value"               },
  { "#x && value=y && role=Edit",       ""                       }, /* its value says so */
  { "app=calc >> #x >> Button:OK",      "29:id 30:id 31:id"      },
  { "Nothing >> #x",                    ""                       },
  { "Nothing ?? @e12 && #x",            "12:id"                  },
  { "OK ?? #x",                         ""                       },
  { "A1 >> right-of >> #x",             "18:id 19:id"            },
};
/* clang-format on */

static char *
join_wanted (const GArray *wanted)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < wanted->len; i++)
    {
      PelWanted   one = g_array_index (wanted, PelWanted, i);
      const char *what = one.flags == PEL_READ_TEXT    ? "text"
                         : one.flags == PEL_READ_VALUE ? "value"
                         : one.flags == PEL_READ_ID    ? "id"
                                                       : "other";

      g_string_append_printf (text, "%s%u:%s", i > 0 ? " " : "", one.id, what);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_wanted_rows (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (wanted_cases); i++)
    {
      g_autoptr (PelSelector)   selector = selector_desk_parse (wanted_cases[i].selector);
      g_autoptr (PelResolution) resolution =
          pel_selector_resolve (selector, fixture->snapshot, fixture->none);
      g_autoptr (PelResolution) without = pel_selector_resolve (selector, fixture->snapshot, NULL);
      g_autofree char          *wanted = join_wanted (resolution->wanted);
      g_autofree char          *wanted_without = join_wanted (without->wanted);

      g_test_message ("%s", wanted_cases[i].selector);
      g_assert_cmpstr (wanted, ==, wanted_cases[i].wanted);
      g_assert_cmpstr (wanted_without, ==, wanted_cases[i].wanted);
      if (resolution->wanted->len > 0)
        g_assert_cmpuint (resolution->matches->len, ==, 0);
    }
}

/* One after another: the class only of what the id leaves. */
static void
test_wanted_in_turn (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelSelector)   selector = selector_desk_parse ("description=x && #b && OK");
  g_autoptr (PelResolution) resolution = NULL;
  g_autofree char          *wanted = NULL;

  pel_facts_set (fixture->none, 12, PEL_FACT_ID, "a");
  pel_facts_set (fixture->none, 25, PEL_FACT_ID, "b");
  pel_facts_set (fixture->none, 30, PEL_FACT_ID, NULL);
  resolution = pel_selector_resolve (selector, fixture->snapshot, fixture->none);
  wanted = join_wanted (resolution->wanted);
  g_assert_cmpstr (wanted, ==, "25:other");
  g_assert_cmpint (g_array_index (resolution->wanted, PelWanted, 0).flags,
                   ==,
                   PEL_READ_DESCRIPTION);
}

/* clang-format off */
static const struct { const char *selector; guint alternative; const char *matches; const char *unavailable; } alternative_cases[] = {
  { "OK ?? Cancel",                0, "12 25 30", NULL },
  { "Nothing ?? Cancel",           1, "13",       NULL },
  { "Nothing ?? Less ?? Least",    2, "",         NULL },
  { "ocr:OK ?? Cancel",            1, "13",       NULL },
  { "Cancel ?? ocr:OK",            0, "13",       NULL },
  { "Nothing ?? ocr:OK",           1, "",         "Text recognition is not available here" },
  { "uia:OK ?? ocr:OK ?? Nothing", 2, "",         "No Windows agent is connected" },
  { "uia:OK ?? #x && @e12",        1, "",         NULL }, /* not complete */
  { "#12",                         0, "",         "There is no region 12: nothing has been numbered yet" },
  { "region=left\n >> OK",         0, "",         "There is no region left: nothing has been numbered yet" },
  { "!#4294967295",                0, "",         "There is no region 4294967295: nothing has been numbered yet" },
  { "app=calc >> ocr:OK",          0, "",         "Text recognition is not available here" },
};
/* clang-format on */

static void
test_alternatives_rows (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (alternative_cases); i++)
    {
      g_autoptr (PelSelector)   selector = selector_desk_parse (alternative_cases[i].selector);
      g_autoptr (PelResolution) resolution =
          pel_selector_resolve (selector, fixture->snapshot, fixture->none);
      g_autofree char *matches = selector_desk_join (resolution->matches);
      const char      *expected = alternative_cases[i].unavailable;

      g_test_message ("%s", alternative_cases[i].selector);
      g_assert_cmpstr (matches, ==, alternative_cases[i].matches);
      g_assert_cmpuint (resolution->alternative, ==, alternative_cases[i].alternative);
      g_assert_cmpstr (resolution->unavailable != NULL ? resolution->unavailable->message : NULL,
                       ==,
                       expected);
      if (expected != NULL)
        {
          g_assert_error (resolution->unavailable, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
          g_assert_cmpstr (pel_error_get_hint (resolution->unavailable), !=, "");
        }
    }
}

static const Case region_cases[] = {
  { "#1", "12" },
  { "#2", "30" },
  { "region=second", "30" },
  { "region~=SECOND", "30" },
  { "#1 && Button:OK", "12" },
  { "#1 && Cancel", "" },
  { "#1 >> parent", "11" },
  { "Button:OK && !#1", "25 30" },
  { "Button:OK && !#77", "12 25 30" },
  { "#3", "" },
  { "region=gone", "" },
  { "#3 ?? Cancel", "13" },
  { "#4294967295", "" },
  { "region=never", "" },
};

static void
add_region (PelFoundRegions *found, const char *id, const char *bus_name, const char *path)
{
  PelRegion values = { .id = (char *) id,
                       .bus_name = (char *) bus_name,
                       .path = (char *) path,
                       .bounds = { 0, found->regions->len * 100, 10, 10 } };

  g_ptr_array_add (found->regions, pel_region_new (&values));
}

static void
test_regions_rows (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelRegionRegistry) registry = pel_region_registry_new ();
  PelFoundRegions              *found =
      pel_found_regions_new ("desktop",
                             pel_desktop_get_layout (pel_snapshot_get_desktop (fixture->snapshot)));

  add_region (found, "first", ":1.1", "/12");
  add_region (found, "second", ":1.2", "/30");
  add_region (found, "gone", ":1.1", "/99");
  pel_region_registry_update (registry, found);
  pel_facts_set_registry (fixture->facts, registry);
  for (gsize i = 0; i < G_N_ELEMENTS (region_cases); i++)
    {
      g_autoptr (PelSelector)   selector = selector_desk_parse (region_cases[i].selector);
      g_autoptr (PelResolution) resolution =
          pel_selector_resolve (selector, fixture->snapshot, fixture->facts);
      g_autofree char *matches = selector_desk_join (resolution->matches);

      g_test_message ("%s", region_cases[i].selector);
      g_assert_cmpstr (matches, ==, region_cases[i].matches);
      g_assert_no_error (resolution->unavailable);
    }
}

/* clang-format off */
static const struct { const char *selector; const char *programs; } program_cases[] = {
  { "Button:OK",                      NULL          },
  { "!app=calc",                      NULL          },
  { "app!=calc",                      NULL          },
  { "!@e12",                          NULL          },
  { "app=calc",                       ":1.2"        },
  { "app~=c && name=x",               ":1.2"        },
  { "app=gone",                       ""            },
  { "app=calc && app=editor",         ""            },
  { "app~=/./ && !app=calc",          ":1.1"        },
  { "pid>0",                          ":1.1"        },
  { "process~=test-resolver",         ":1.1"        },
  { "@e12",                           ":1.1"        },
  { "@e30 && name=x",                 ":1.2"        },
  { "@e99",                           ""            },
  { "role=Window >> x",               ":1.1 :1.2"   },
  { "role=Dialog >> x",               ":1.1"        },
  { "role=Dialog >> app=calc && x",   ""            },
  { "role=Window >> app=calc >> x",   ":1.2"        },
  { "role=Window >> x >> parent",     ""            },
  { "Cancel >> right-of",             ":1.1"        },
  { "Cancel >> nth(9)",               ":1.1"        },
  { "app=calc ?? role=Dialog >> x",   ":1.1 :1.2"   },
  { "app=calc ?? x",                  NULL          },
  { "app=calc ?? ocr:x",              ":1.2"        },
  { "ocr:x",                          ""            },
  { "role=Button && #x >> y",         ":1.1 :1.2"   }, /* not known yet */
};
/* clang-format on */

static void
test_programs_rows (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (program_cases); i++)
    {
      g_autoptr (PelSelector) selector = selector_desk_parse (program_cases[i].selector);
      g_autoptr (GPtrArray)   programs =
          pel_selector_find_programs (selector, fixture->snapshot, fixture->none);
      g_autofree char *text = NULL;

      g_test_message ("%s", program_cases[i].selector);
      if (programs != NULL)
        {
          g_ptr_array_add (programs, NULL);
          text = g_strjoinv (" ", (char **) programs->pdata);
        }
      g_assert_cmpstr (text, ==, program_cases[i].programs);
    }
}

/* clang-format off */
static const struct { const char *selector; const char *app; } app_cases[] = {
  { "Button:OK",                               NULL   },
  { "app=calc",                                "calc" },
  { "app~=calc",                               NULL   },
  { "!app=calc",                               NULL   },
  { "app!=calc",                               NULL   },
  { "role=Window >> OK && app=calc >> parent", "calc" },
  { "app=calc >> a ?? app=calc >> b",          "calc" },
  { "app=calc >> a ?? app=editor >> b",        NULL   },
  { "app=calc >> a ?? b",                      NULL   },
  { "b ?? app=calc >> a",                      NULL   },
};
/* clang-format on */

static void
test_programs_app (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (app_cases); i++)
    {
      g_autoptr (PelSelector) selector = selector_desk_parse (app_cases[i].selector);

      g_test_message ("%s", app_cases[i].selector);
      g_assert_cmpstr (pel_selector_get_app (selector), ==, app_cases[i].app);
    }
}

/* Nothing to look in, and identities that are given twice. */
static void
test_odd_snapshots (void)
{
  g_autoptr (PelSelector)   any = selector_desk_parse ("!name=x >> near ?? !name=x");
  g_autoptr (PelSelector)   ref = selector_desk_parse ("@e7");
  g_autoptr (PelSelector)   id = selector_desk_parse ("#x");
  PelSnapshotBuilder       *builder = pel_snapshot_builder_new ();
  g_autoptr (PelSnapshot)   empty = pel_snapshot_builder_finish (pel_snapshot_builder_new ());
  g_autoptr (PelResolution) nothing = pel_selector_resolve (any, empty, NULL);
  g_autoptr (PelSnapshot)   twice = NULL;
  g_autoptr (PelResolution) first = NULL, wanted = NULL;

  g_assert_cmpuint (nothing->matches->len, ==, 0);
  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.1" });
  pel_snapshot_builder_add (builder, &(PelElement){ .ref = 7, .path = "/7" });
  pel_snapshot_builder_add (builder, &(PelElement){ .ref = 7, .path = "/7" });
  pel_snapshot_builder_add (builder, &(PelElement){ .path = "/8" });
  twice = pel_snapshot_builder_finish (builder);
  first = pel_selector_resolve (ref, twice, NULL);
  g_assert_cmpuint (first->matches->len, ==, 1);
  g_assert_cmpuint (g_array_index (first->matches, PelElementId, 0), ==, 1);
  /* what has no ref cannot be read */
  wanted = pel_selector_resolve (id, twice, NULL);
  g_assert_cmpuint (wanted->wanted->len, ==, 2);
}

/* A program that never answered may have anything in it. */
static void
test_odd_unread (void)
{
  static const struct
  {
    const char *selector;
    guint       n_silent;
  } rows[] = {
    { "role=Button", 1 },
    { "app=mute >> role=Button", 1 },
    { "app=loud >> role=Button", 0 },
    { "app!=mute && role=Button", 0 },
  };
  PelSnapshotBuilder     *builder = pel_snapshot_builder_new ();
  g_autoptr (PelSnapshot) snapshot = NULL;

  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){
                                        .bus_name = ":1.1", .name = "loud", .is_answering = TRUE });
  pel_snapshot_builder_add_program (builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.2", .name = "mute" });
  snapshot = pel_snapshot_builder_finish (builder);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (PelSelector)   selector = selector_desk_parse (rows[i].selector);
      g_autoptr (PelResolution) resolution = pel_selector_resolve (selector, snapshot, NULL);

      g_test_message ("%s", rows[i].selector);
      g_assert_cmpuint (resolution->n_silent, ==, rows[i].n_silent);
    }
}

/* A pattern that takes long for each of very many names is given up as a whole: what was found
 * until then would pass for everything. */
static void
test_odd_patterns (void)
{
  g_autoptr (PelSelector)   slow = selector_desk_parse ("name~=/^(a+)+$/ ?? name^=a");
  g_autoptr (PelSelector)   quick = selector_desk_parse ("name~=/^a+!$/");
  PelSnapshotBuilder       *builder = pel_snapshot_builder_new ();
  g_autoptr (PelSnapshot)   snapshot = NULL;
  g_autoptr (PelResolution) given_up = NULL, found = NULL;

  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.1" });
  for (guint i = 0; i < 20000; i++)
    pel_snapshot_builder_add (builder,
                              &(PelElement){ .name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" });
  snapshot = pel_snapshot_builder_finish (builder);
  given_up = pel_selector_resolve (slow, snapshot, NULL);
  g_assert_cmpuint (given_up->matches->len, ==, 0);
  g_assert_error (given_up->unavailable, PEL_ERROR, PEL_ERROR_TIMEOUT);
  found = pel_selector_resolve (quick, snapshot, NULL);
  g_assert_cmpuint (found->matches->len, ==, 20000);
}

/* Others put terms to a step that was full. */
static void
test_odd_many_terms (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GString)       text = g_string_new ("role=Button");
  g_autoptr (PelSelector)   selector = NULL;
  g_autoptr (PelResolution) before = NULL, after = NULL;
  const PelSelectorStep    *step;
  PelSelectorTerm           term = { .n_predicates = 1 };

  for (guint i = 1; i < PEL_SELECTOR_MAX_PARTS; i++)
    g_string_append (text, " && name!=x");
  selector = selector_desk_parse (text->str);
  before = pel_selector_resolve (selector, fixture->snapshot, NULL);
  g_assert_cmpuint (before->matches->len, ==, 6);
  term.predicates[0] = (PelSelectorPredicate){ .key = PEL_KEY_ENABLED };
  step = pel_selector_alternative_get_step (pel_selector_get_alternative (selector, 0), 0);
  g_array_append_val (step->terms, term);
  after = pel_selector_resolve (selector, fixture->snapshot, NULL);
  g_assert_cmpuint (after->matches->len, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  ADD ("/resolver/rows/predicates", test_rows_predicates);
  ADD ("/resolver/rows/lazy", test_rows_lazy);
  ADD ("/resolver/rows/steps", test_rows_steps);
  ADD ("/resolver/rows/spatial", test_rows_spatial);
  ADD ("/resolver/wanted/rows", test_wanted_rows);
  ADD ("/resolver/wanted/in-turn", test_wanted_in_turn);
  ADD ("/resolver/alternatives/rows", test_alternatives_rows);
  ADD ("/resolver/regions/rows", test_regions_rows);
  ADD ("/resolver/programs/rows", test_programs_rows);
  g_test_add_func ("/resolver/programs/app", test_programs_app);
  g_test_add_func ("/resolver/odd/snapshots", test_odd_snapshots);
  g_test_add_func ("/resolver/odd/unread", test_odd_unread);
  g_test_add_func ("/resolver/odd/patterns", test_odd_patterns);
  ADD ("/resolver/odd/many-terms", test_odd_many_terms);
  return g_test_run ();
}
