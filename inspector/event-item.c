/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/event-item.h"

#include "inspector/event-text.h"
#include "services/base/json.h"
#include "services/base/text.h"

#include <glib/gi18n.h>
#include <string.h>

/* What happens again within this is the same. */
#define MERGE_USEC G_TIME_SPAN_SECOND

/* What never ends has a new item now and then all the same. */
#define MAX_SPAN_USEC (10 * G_TIME_SPAN_SECOND)

struct _PelEventItem
{
  GObject      parent_instance;
  PelEventType type;
  gint64       time, last_time; /* µs, real time */
  guint        count;
  guint        ref;
  char        *json;
  char        *key;      /* (nullable) */
  char        *bus_name; /* (nullable) */
  char        *app, *text, *detail;
};

G_DEFINE_FINAL_TYPE (PelEventItem, pel_event_item, G_TYPE_OBJECT)

static guint updated_signal;

/* clang-format off */
static const struct { const char *name; const char *word; const char *icon_name; } types[] = {
  [PEL_EVENT_STARTED]  = { "started",  N_ ("Started"),  "media-record-symbolic"        },
  [PEL_EVENT_ADDED]    = { "added",    N_ ("Added"),    "list-add-symbolic"            },
  [PEL_EVENT_REMOVED]  = { "removed",  N_ ("Removed"),  "list-remove-symbolic"         },
  [PEL_EVENT_CHANGED]  = { "changed",  N_ ("Changed"),  "document-edit-symbolic"       },
  [PEL_EVENT_FOCUS]    = { "focus",    N_ ("Focus"),    "input-keyboard-symbolic"      },
  [PEL_EVENT_WINDOW]   = { "window",   N_ ("Window"),   "pel-window-symbolic"          },
  [PEL_EVENT_OVERFLOW] = { "overflow", N_ ("Overflow"), "dialog-warning-symbolic"      },
  [PEL_EVENT_ERROR]    = { "error",    N_ ("Error"),    "dialog-error-symbolic"        },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (types) == PEL_N_EVENT_TYPES);

const char *
pel_event_type_to_string (PelEventType type)
{
  g_return_val_if_fail (type < PEL_N_EVENT_TYPES, NULL);

  return _ (types[type].word);
}

const char *
pel_event_type_get_icon_name (PelEventType type)
{
  g_return_val_if_fail (type < PEL_N_EVENT_TYPES, NULL);

  return types[type].icon_name;
}

static gboolean
find_type (const char *name, PelEventType *ret_type)
{
  for (guint i = 0; i < PEL_N_EVENT_TYPES; i++)
    if (g_strcmp0 (name, types[i].name) == 0)
      {
        *ret_type = i;
        return TRUE;
      }
  return FALSE;
}

static gint64
parse_time (const char *text, gint64 now)
{
  g_autoptr (GDateTime) time = text != NULL ? g_date_time_new_from_iso8601 (text, NULL) : NULL;

  return time != NULL
             ? g_date_time_to_unix (time) * G_TIME_SPAN_SECOND + g_date_time_get_microsecond (time)
             : now;
}

/* Who it is: “:1.7/path” begins with the name of its program on the bus. */
static void
take_identity (PelEventItem *self, JsonObject *element)
{
  const char *runtime_id = json_object_get_string_member_with_default (element, "runtime_id", "");
  const char *ref = json_object_get_string_member_with_default (element, "ref", "");
  const char *path = strchr (runtime_id, '/');

  if (path != NULL)
    self->bus_name = g_strndup (runtime_id, (gsize) (path - runtime_id));
  if (ref[0] == 'e')
    self->ref = (guint) g_ascii_strtoull (ref + 1, NULL, 10);
}

static void
take_event (PelEventItem *self, JsonObject *event)
{
  JsonNode        *element = json_object_get_member (event, "element");
  JsonNode        *window = json_object_get_member (event, "window");
  g_autofree char *changed = pel_event_dup_changed (event);
  const char      *app = NULL;

  if (element != NULL && JSON_NODE_HOLDS_OBJECT (element))
    take_identity (self, json_node_get_object (element));
  if (window != NULL && JSON_NODE_HOLDS_OBJECT (window))
    app = json_object_get_string_member_with_default (json_node_get_object (window), "app", NULL);
  self->app = app != NULL ? pel_text_isolate (app) : g_strdup ("");
  self->text = pel_event_dup_text (event);
  self->detail = pel_event_dup_detail (event);
  if (self->type == PEL_EVENT_CHANGED && self->bus_name != NULL)
    self->key = g_strdup_printf ("%s %u %s", self->bus_name, self->ref, changed);
}

PelEventItem *
pel_event_item_new (const char *json, gint64 now)
{
  g_autoptr (JsonObject) event = pel_json_parse_object (json, -1, NULL);
  const char            *name;
  PelEventItem          *self;
  PelEventType           type;

  if (event == NULL)
    return NULL;
  name = json_object_get_string_member_with_default (event, "event", "");
  if (!find_type (name, &type))
    return NULL;
  self = g_object_new (PEL_TYPE_EVENT_ITEM, NULL);
  self->type = type;
  self->json = g_strdup (json);
  self->time = parse_time (json_object_get_string_member_with_default (event, "time", NULL), now);
  self->last_time = self->time;
  take_event (self, event);
  return self;
}

gboolean
pel_event_item_merge (PelEventItem *self, PelEventItem *again)
{
  g_return_val_if_fail (PEL_IS_EVENT_ITEM (self), FALSE);
  g_return_val_if_fail (PEL_IS_EVENT_ITEM (again), FALSE);

  if (self->key == NULL || g_strcmp0 (self->key, again->key) != 0 ||
      ABS (again->time - self->last_time) >= MERGE_USEC ||
      again->time - self->time >= MAX_SPAN_USEC)
    return FALSE;
  self->last_time = again->time;
  self->count++;
  g_free (self->json);
  self->json = g_strdup (again->json);
  g_free (self->text);
  self->text = g_strdup (again->text);
  g_free (self->detail);
  self->detail = g_strdup (again->detail);
  g_signal_emit (self, updated_signal, 0);
  return TRUE;
}

static void
pel_event_item_finalize (GObject *object)
{
  PelEventItem *self = PEL_EVENT_ITEM (object);

  g_free (self->json);
  g_free (self->key);
  g_free (self->bus_name);
  g_free (self->app);
  g_free (self->text);
  g_free (self->detail);
  G_OBJECT_CLASS (pel_event_item_parent_class)->finalize (object);
}

static void
pel_event_item_class_init (PelEventItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_event_item_finalize;
  updated_signal = g_signal_new ("updated",
                                 PEL_TYPE_EVENT_ITEM,
                                 G_SIGNAL_RUN_LAST,
                                 0,
                                 NULL,
                                 NULL,
                                 NULL,
                                 G_TYPE_NONE,
                                 0);
}

static void
pel_event_item_init (PelEventItem *self)
{
  self->count = 1;
}

const char *
pel_event_item_get_key (PelEventItem *self)
{
  return self->key;
}

PelEventType
pel_event_item_get_event_type (PelEventItem *self)
{
  return self->type;
}

const char *
pel_event_item_get_bus_name (PelEventItem *self)
{
  return self->bus_name;
}

guint
pel_event_item_get_ref (PelEventItem *self)
{
  return self->ref;
}

guint
pel_event_item_get_count (PelEventItem *self)
{
  return self->count;
}

const char *
pel_event_item_get_app (PelEventItem *self)
{
  return self->app;
}

const char *
pel_event_item_get_text (PelEventItem *self)
{
  return self->text;
}

const char *
pel_event_item_get_detail (PelEventItem *self)
{
  return self->detail;
}

void
pel_event_item_set_app (PelEventItem *self, const char *app)
{
  g_free (self->app);
  self->app = g_strdup (app);
}

char *
pel_event_item_dup_time (PelEventItem *self)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (self->time / G_TIME_SPAN_SECOND);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  g_autofree char      *clock = local != NULL ? g_date_time_format (local, "%H:%M:%S") : NULL;

  return g_strdup_printf ("%s.%03d",
                          clock != NULL ? clock : "",
                          (int) (self->time % G_TIME_SPAN_SECOND / 1000));
}

char *
pel_event_item_dup_json (PelEventItem *self)
{
  if (self->count == 1)
    return g_strdup (self->json);
  return g_strdup_printf ("%.*s,\"repeated\":%u}",
                          (int) strlen (self->json) - 1,
                          self->json,
                          self->count);
}
