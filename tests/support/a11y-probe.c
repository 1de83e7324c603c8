/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "a11y-probe.h"

#include <stdio.h>
#include <string.h>

#define CALL_TIMEOUT_MS 20000
#define POLL_MS         50
#define MAX_AT_ONCE     100 /* nodes */
#define ATSPI_PREFIX    "org.a11y.atspi."

void
pel_a11y_node_free (PelA11yNode *self)
{
  g_free (self->bus_name);
  g_free (self->path);
  g_free (self->name);
  g_free (self->id);
  g_free (self);
}

GDBusConnection *
pel_a11y_connect (GError **error)
{
  g_autoptr (GDBusConnection) session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, error);
  g_autoptr (GVariant)        answer = NULL;
  const char                 *address;

  if (session == NULL)
    return NULL;
  answer = g_dbus_connection_call_sync (session,
                                        "org.a11y.Bus",
                                        "/org/a11y/bus",
                                        "org.a11y.Bus",
                                        "GetAddress",
                                        NULL,
                                        G_VARIANT_TYPE ("(s)"),
                                        G_DBUS_CALL_FLAGS_NONE,
                                        CALL_TIMEOUT_MS,
                                        NULL,
                                        error);
  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "(&s)", &address);
  return g_dbus_connection_new_for_address_sync (address,
                                                 G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                     G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                 NULL,
                                                 NULL,
                                                 error);
}

static GVariant *
call_full (GDBusConnection *bus,
           const char      *bus_name,
           const char      *path,
           const char      *interface,
           const char      *method,
           GVariant        *arguments,
           GError         **error)
{
  return g_dbus_connection_call_sync (bus,
                                      bus_name,
                                      path,
                                      interface,
                                      method,
                                      arguments,
                                      NULL,
                                      G_DBUS_CALL_FLAGS_NONE,
                                      CALL_TIMEOUT_MS,
                                      NULL,
                                      error);
}

GVariant *
pel_a11y_call (GDBusConnection *bus,
               const char      *bus_name,
               const char      *path,
               const char      *interface,
               const char      *method,
               GVariant        *arguments,
               GError         **error)
{
  g_autofree char *full = g_strconcat ("org.a11y.atspi.", interface, NULL);

  return call_full (bus, bus_name, path, full, method, arguments, error);
}

GVariant *
pel_a11y_get (GDBusConnection *bus,
              const char      *bus_name,
              const char      *path,
              const char      *interface,
              const char      *property,
              GError         **error)
{
  g_autofree char     *full = g_strconcat ("org.a11y.atspi.", interface, NULL);
  g_autoptr (GVariant) answer = call_full (bus,
                                           bus_name,
                                           path,
                                           "org.freedesktop.DBus.Properties",
                                           "Get",
                                           g_variant_new ("(ss)", full, property),
                                           error);
  GVariant            *value = NULL;

  if (answer != NULL)
    g_variant_get (answer, "(v)", &value);
  return value;
}

gboolean
pel_a11y_set_number (GDBusConnection *bus, const PelA11yNode *node, double number, GError **error)
{
  g_autoptr (GVariant) answer = call_full (bus,
                                           node->bus_name,
                                           node->path,
                                           "org.freedesktop.DBus.Properties",
                                           "Set",
                                           g_variant_new ("(ssv)",
                                                          "org.a11y.atspi.Value",
                                                          "CurrentValue",
                                                          g_variant_new_double (number)),
                                           error);

  return answer != NULL;
}

/* Programs */

static pid_t
parent_of (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *stat = NULL;
  int              parent = 0;

  if (g_file_get_contents (path, &stat, NULL, NULL) && strrchr (stat, ')') != NULL)
    sscanf (strrchr (stat, ')'), ") %*c %d", &parent);
  return parent;
}

pid_t
pel_a11y_get_pid (GDBusConnection *bus, const char *bus_name)
{
  g_autoptr (GVariant) answer = call_full (bus,
                                           "org.freedesktop.DBus",
                                           "/org/freedesktop/DBus",
                                           "org.freedesktop.DBus",
                                           "GetConnectionUnixProcessID",
                                           g_variant_new ("(s)", bus_name),
                                           NULL);
  guint                pid = 0;

  if (answer != NULL)
    g_variant_get (answer, "(u)", &pid);
  return (pid_t) pid;
}

static gboolean
is_program_of (GDBusConnection *bus, const char *bus_name, pid_t pid)
{
  pid_t owner = pel_a11y_get_pid (bus, bus_name);

  while (owner > 1 && owner != pid)
    owner = parent_of (owner);
  return owner == pid;
}

static char *
find_program (GDBusConnection *bus, pid_t pid)
{
  g_autoptr (GVariant)     answer = pel_a11y_call (bus,
                                               "org.a11y.atspi.Registry",
                                               PEL_A11Y_ROOT,
                                               "Accessible",
                                               "GetChildren",
                                               NULL,
                                               NULL);
  g_autoptr (GVariantIter) iter = NULL;
  const char              *bus_name;

  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "(a(so))", &iter);
  while (g_variant_iter_next (iter, "(&s&o)", &bus_name, NULL))
    if (is_program_of (bus, bus_name, pid))
      return g_strdup (bus_name);
  return NULL;
}

static gboolean
wake_cb (gpointer unused)
{
  return G_SOURCE_CONTINUE;
}

/* Toolkits register when they are idle and tell no one, so this asks again and again. */
char *
pel_a11y_wait_program (GDBusConnection *bus, pid_t pid, int timeout_ms)
{
  gint64 deadline = g_get_monotonic_time () + timeout_ms * G_TIME_SPAN_MILLISECOND;
  guint  waker = g_timeout_add (POLL_MS, wake_cb, NULL);
  char  *bus_name;

  while ((bus_name = find_program (bus, pid)) == NULL && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (waker);
  return bus_name;
}

/* Trees */

typedef enum
{
  ASK_NAME,
  ASK_ID,
  ASK_ATTRIBUTES,
  ASK_ROLE,
  ASK_CHILDREN,
  N_QUESTIONS,
} Question;

/* clang-format off */
static const struct { const char *method, *property, *type; } questions[N_QUESTIONS] = {
  [ASK_NAME]       = { NULL,            "Name",         "(v)"      },
  [ASK_ID]         = { NULL,            "AccessibleId", "(v)"      },
  [ASK_ATTRIBUTES] = { "GetAttributes", NULL,           "(a{ss})"  },
  [ASK_ROLE]       = { "GetRole",       NULL,           "(u)"      },
  [ASK_CHILDREN]   = { "GetChildren",   NULL,           "(a(so))"  },
};
/* clang-format on */

/* What a node answers: NULL for an error or another type. */
typedef struct
{
  GVariant *bodies[N_QUESTIONS];
} Answers;

typedef struct
{
  const GVariantType *type;
  GVariant          **ret_body;
  guint              *n_pending;
} Call;

static void
answered_cb (GObject *bus, GAsyncResult *result, gpointer data)
{
  g_autofree Call     *call = data;
  g_autoptr (GVariant) body = g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, NULL);

  if (body != NULL && g_variant_is_of_type (body, call->type))
    *call->ret_body = g_steal_pointer (&body);
  --*call->n_pending;
}

static void
ask (GDBusConnection *bus, const PelA11yNode *node, Answers *answers, guint *n_pending)
{
  for (guint i = 0; i < N_QUESTIONS; i++)
    {
      gboolean is_method = questions[i].method != NULL;
      Call    *call = g_new (Call, 1);

      *call = (Call){ G_VARIANT_TYPE (questions[i].type), &answers->bodies[i], n_pending };
      ++*n_pending;
      g_dbus_connection_call (bus,
                              node->bus_name,
                              node->path,
                              is_method ? ATSPI_PREFIX "Accessible"
                                        : "org.freedesktop.DBus.Properties",
                              is_method ? questions[i].method : "Get",
                              is_method ? NULL
                                        : g_variant_new ("(ss)",
                                                         ATSPI_PREFIX "Accessible",
                                                         questions[i].property),
                              NULL,
                              G_DBUS_CALL_FLAGS_NONE,
                              CALL_TIMEOUT_MS,
                              NULL,
                              answered_cb,
                              call);
    }
}

/* (transfer full): "" if there is none. */
static char *
dup_string (GVariant *body)
{
  g_autoptr (GVariant) value = NULL;

  if (body != NULL)
    g_variant_get (body, "(v)", &value);
  return value != NULL && g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
             ? g_variant_dup_string (value, NULL)
             : g_strdup ("");
}

static char *
dup_id (const Answers *answers)
{
  g_autofree char     *id = dup_string (answers->bodies[ASK_ID]);
  g_autoptr (GVariant) attributes = NULL;
  const char          *attribute = NULL;

  if (*id != '\0' || answers->bodies[ASK_ATTRIBUTES] == NULL)
    return g_steal_pointer (&id);
  attributes = g_variant_get_child_value (answers->bodies[ASK_ATTRIBUTES], 0);
  g_variant_lookup (attributes, "id", "&s", &attribute);
  return g_strdup (attribute != NULL ? attribute : "");
}

static void
add_node (GPtrArray *nodes, const char *bus_name, const char *path)
{
  PelA11yNode *node = g_new0 (PelA11yNode, 1);

  node->bus_name = g_strdup (bus_name);
  node->path = g_strdup (path);
  g_ptr_array_add (nodes, node);
}

/* Fills @node, adds its children to @nodes unless it is of the role @leaf, and frees @answers. */
static void
take_answers (GPtrArray *nodes, PelA11yNode *node, Answers *answers, guint max, guint leaf)
{
  g_autoptr (GVariantIter) iter = NULL;
  const char              *bus_name, *path;

  node->name = dup_string (answers->bodies[ASK_NAME]);
  node->id = dup_id (answers);
  if (answers->bodies[ASK_ROLE] != NULL)
    g_variant_get (answers->bodies[ASK_ROLE], "(u)", &node->role);
  if (answers->bodies[ASK_CHILDREN] != NULL && (leaf == 0 || node->role != leaf))
    {
      g_variant_get (answers->bodies[ASK_CHILDREN], "(a(so))", &iter);
      while (nodes->len < max && g_variant_iter_next (iter, "(&s&o)", &bus_name, &path))
        add_node (nodes, bus_name, path);
    }
  for (guint i = 0; i < N_QUESTIONS; i++)
    g_clear_pointer (&answers->bodies[i], g_variant_unref);
}

/* Many nodes are asked at a time, in a context of its own: nothing else happens meanwhile. */
GPtrArray *
pel_a11y_walk_to (GDBusConnection *bus, const char *bus_name, guint max, guint leaf)
{
  GPtrArray *nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_a11y_node_free);
  g_autoptr (GMainContext) context = g_main_context_new ();
  guint                    n_asked = 0;

  g_main_context_push_thread_default (context);
  add_node (nodes, bus_name, PEL_A11Y_ROOT);
  while (n_asked < nodes->len)
    {
      Answers answers[MAX_AT_ONCE] = { 0 };
      guint   n = MIN (nodes->len - n_asked, MAX_AT_ONCE);
      guint   n_pending = 0;

      for (guint i = 0; i < n; i++)
        ask (bus, nodes->pdata[n_asked + i], &answers[i], &n_pending);
      while (n_pending > 0)
        g_main_context_iteration (context, TRUE);
      for (guint i = 0; i < n; i++)
        take_answers (nodes, nodes->pdata[n_asked + i], &answers[i], max, leaf);
      n_asked += n;
    }
  g_main_context_pop_thread_default (context);
  return nodes;
}

GPtrArray *
pel_a11y_walk (GDBusConnection *bus, const char *bus_name, guint max)
{
  return pel_a11y_walk_to (bus, bus_name, max, 0);
}

static GVariant *
call_switch (const char *method, GVariant *arguments)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  GVariant                   *reply;

  g_assert_no_error (error);
  reply = g_dbus_connection_call_sync (bus,
                                       "org.a11y.Bus",
                                       "/org/a11y/bus",
                                       "org.freedesktop.DBus.Properties",
                                       method,
                                       arguments,
                                       NULL,
                                       G_DBUS_CALL_FLAGS_NONE,
                                       5000,
                                       NULL,
                                       &error);
  g_assert_no_error (error);
  return reply;
}

gboolean
pel_a11y_read_switch (void)
{
  g_autoptr (GVariant) reply =
      call_switch ("Get", g_variant_new ("(ss)", "org.a11y.Status", "IsEnabled"));
  g_autoptr (GVariant) value = NULL;

  g_variant_get (reply, "(v)", &value);
  return g_variant_get_boolean (value);
}

void
pel_a11y_set_switch (gboolean is_on)
{
  g_variant_unref (call_switch ("Set",
                                g_variant_new ("(ssv)",
                                               "org.a11y.Status",
                                               "IsEnabled",
                                               g_variant_new_boolean (is_on))));
}
