/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/grants.h"

#include "services/base/error.h"
#include "services/policy/interpreter.h"

#include <glib/gi18n.h>
#include <string.h>

/* A grant, and the watch that ends it with its client. */
typedef struct
{
  PelGrants *grants; /* borrowed */
  PelGrant  *grant;
  guint      watch_id;
} Entry;

struct _PelGrants
{
  GObject          parent_instance;
  GPtrArray       *entries; /* of Entry */
  PelPolicyStore  *policy;  /* (nullable) */
  GDBusConnection *bus;     /* (nullable) */
  guint            last_id;
};

static void pel_grants_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelGrants,
                               pel_grants,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      pel_grants_list_model_init))

static void
entry_free (Entry *entry)
{
  g_clear_handle_id (&entry->watch_id, g_bus_unwatch_name);
  g_object_unref (entry->grant);
  g_free (entry);
}

static GType
get_item_type (GListModel *model)
{
  return PEL_TYPE_GRANT;
}

static guint
get_n_items (GListModel *model)
{
  return PEL_GRANTS (model)->entries->len;
}

static PelGrant *
get_grant (PelGrants *self, guint position)
{
  return ((Entry *) self->entries->pdata[position])->grant;
}

static gpointer
get_item (GListModel *model, guint position)
{
  PelGrants *self = PEL_GRANTS (model);

  return position < self->entries->len ? g_object_ref (get_grant (self, position)) : NULL;
}

static void
pel_grants_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
pel_grants_finalize (GObject *object)
{
  PelGrants *self = PEL_GRANTS (object);

  g_ptr_array_unref (self->entries);
  g_clear_object (&self->policy);
  g_clear_object (&self->bus);
  G_OBJECT_CLASS (pel_grants_parent_class)->finalize (object);
}

static void
pel_grants_class_init (PelGrantsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_grants_finalize;
}

static void
pel_grants_init (PelGrants *self)
{
  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) entry_free);
}

PelGrants *
pel_grants_new (PelPolicyStore *policy, GDBusConnection *bus)
{
  PelGrants *self = g_object_new (PEL_TYPE_GRANTS, NULL);

  g_set_object (&self->policy, policy);
  g_set_object (&self->bus, bus);
  return self;
}

static void
remove_at (PelGrants *self, guint position)
{
  g_ptr_array_remove_index (self->entries, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
}

static void
client_vanished_cb (GDBusConnection *bus, const char *name, gpointer data)
{
  Entry *entry = data;
  guint  position;

  if (g_ptr_array_find (entry->grants->entries, entry, &position))
    remove_at (entry->grants, position);
}

/* Whether a rule can name this program and no other: in a pattern some letters would stand for
 * others too, and an interpreter is any script. */
static gboolean
is_nameable (const char *path)
{
  return path != NULL && path[0] == '/' && strpbrk (path, "*?") == NULL &&
         g_utf8_validate (path, -1, NULL) && !pel_interpreter_is (path);
}

guint
pel_grants_get_choices (PelApproval *approval)
{
  const PelApprovalInfo *info = pel_approval_get_info (approval);
  guint                  choices = 1u << PEL_ANSWER_DENY | 1u << PEL_ANSWER_ONCE;

  if (info->is_consent)
    return choices;
  if (pel_caller_get_info (info->caller)->pid > 0 &&
      (info->program != NULL || info->access == PEL_ACCESS_CAPTURE ||
       info->access == PEL_ACCESS_READ))
    choices |= 1u << PEL_ANSWER_CLIENT;
  /* a client that answers for its person must not be able to write rules for them */
  if (info->program == NULL || info->channel == PEL_CHANNEL_ELICITATION)
    return choices;
  if (pel_caller_get_info (info->caller)->pid > 0)
    choices |= 1u << PEL_ANSWER_APP;
  if (is_nameable (pel_caller_get_origin (info->caller)) && is_nameable (info->program))
    choices |= 1u << PEL_ANSWER_ALWAYS;
  return choices;
}

guint
pel_grants_add (PelGrants *self, PelApproval *approval, PelAnswer answer)
{
  Entry      *entry;
  const char *bus_name;

  g_return_val_if_fail (PEL_IS_GRANTS (self), 0);

  if ((pel_grants_get_choices (approval) & (1u << answer)) == 0)
    return 0;
  entry = g_new0 (Entry, 1);
  entry->grants = self;
  entry->grant = pel_grant_new (++self->last_id, approval, answer);
  bus_name = pel_grant_get_bus_name (entry->grant);
  g_ptr_array_add (self->entries, entry);
  g_list_model_items_changed (G_LIST_MODEL (self), self->entries->len - 1, 0, 1);
  if (bus_name != NULL && self->bus != NULL)
    entry->watch_id = g_bus_watch_name_on_connection (self->bus,
                                                      bus_name,
                                                      G_BUS_NAME_WATCHER_FLAGS_NONE,
                                                      NULL,
                                                      client_vanished_cb,
                                                      entry,
                                                      NULL);
  return self->last_id;
}

PelGrant *
pel_grants_find (PelGrants *self, PelApproval *approval)
{
  g_return_val_if_fail (PEL_IS_GRANTS (self), NULL);

  pel_grants_prune (self);
  for (guint i = 0; i < self->entries->len; i++)
    if (pel_grant_covers (get_grant (self, i), approval))
      return get_grant (self, i);
  return NULL;
}

static void
set_strings (JsonObject *rule, const char *member, const char *const *values, gsize n_values)
{
  JsonArray *array = json_array_new ();

  for (gsize i = 0; i < n_values; i++)
    json_array_add_string_element (array, values[i]);
  json_object_set_array_member (rule, member, array);
}

gboolean
pel_grants_write_rule (PelGrants *self, PelApproval *approval, GError **error)
{
  g_autoptr (JsonObject) rule = json_object_new ();
  const char            *risks[PEL_N_RISKS];
  const PelApprovalInfo *info;

  g_return_val_if_fail (PEL_IS_GRANTS (self), FALSE);

  info = pel_approval_get_info (approval);
  if (self->policy == NULL || (pel_grants_get_choices (approval) & (1u << PEL_ANSWER_ALWAYS)) == 0)
    {
      pel_set_error (error,
                     PEL_ERROR_COMMAND_FAILED,
                     NULL,
                     _ ("A rule cannot identify this caller or its target"));
      return FALSE;
    }
  for (guint risk = 0; risk <= info->risk; risk++)
    risks[risk] = pel_risk_to_string (risk);
  set_strings (rule, "tools", &info->tool, 1);
  json_object_set_string_member (rule,
                                 "caller",
                                 pel_caller_kind_to_string (
                                     pel_caller_get_info (info->caller)->kind));
  json_object_set_string_member (rule, "client", pel_caller_get_origin (info->caller));
  json_object_set_string_member (rule, "app", info->program);
  set_strings (rule, "risk", risks, info->risk + 1);
  json_object_set_string_member (rule, "decision", "allow");
  json_object_set_string_member (rule, "reason", _ ("You chose “Always”"));
  return pel_policy_store_add_rule (self->policy, info->rule_index, info->rule_words, rule, error);
}

gboolean
pel_grants_revoke (PelGrants *self, guint id)
{
  g_return_val_if_fail (PEL_IS_GRANTS (self), FALSE);

  for (guint i = 0; i < self->entries->len; i++)
    if (pel_grant_get_id (get_grant (self, i)) == id)
      {
        remove_at (self, i);
        return TRUE;
      }
  return FALSE;
}

guint
pel_grants_revoke_all (PelGrants *self)
{
  guint n_grants;

  g_return_val_if_fail (PEL_IS_GRANTS (self), 0);

  n_grants = self->entries->len;
  g_ptr_array_set_size (self->entries, 0);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_grants, 0);
  return n_grants;
}

void
pel_grants_prune (PelGrants *self)
{
  g_return_if_fail (PEL_IS_GRANTS (self));

  for (guint i = self->entries->len; i > 0; i--)
    if (!pel_grant_is_alive (get_grant (self, i - 1)))
      remove_at (self, i - 1);
}
