/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/grant.h"

#include "services/base/json.h"
#include "services/base/process.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

struct _PelGrant
{
  GObject    parent_instance;
  guint      id;
  PelAnswer  answer;
  PelCaller *caller;
  PelAccess  access;
  PelRisk    risk;
  char      *program;       /* (nullable): what has no program, a picture of everything */
  char      *rule;          /* (nullable) as shown to people */
  char      *rule_identity; /* (nullable) */
  gint64     time;
};

G_DEFINE_FINAL_TYPE (PelGrant, pel_grant, G_TYPE_OBJECT)

static void
pel_grant_finalize (GObject *object)
{
  PelGrant *self = PEL_GRANT (object);

  pel_caller_unref (self->caller);
  g_free (self->program);
  g_free (self->rule);
  g_free (self->rule_identity);
  G_OBJECT_CLASS (pel_grant_parent_class)->finalize (object);
}

static void
pel_grant_class_init (PelGrantClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_grant_finalize;
}

static void
pel_grant_init (PelGrant *self)
{
}

PelGrant *
pel_grant_new (guint id, PelApproval *approval, PelAnswer answer)
{
  const PelApprovalInfo *info = pel_approval_get_info (approval);
  PelGrant              *self = g_object_new (PEL_TYPE_GRANT, NULL);

  self->id = id;
  self->answer = answer;
  self->caller = pel_caller_ref (info->caller);
  self->access = info->access;
  self->risk = info->risk;
  self->program = g_strdup (info->program);
  self->rule = g_strdup (info->rule);
  self->rule_identity = g_strdup (info->rule_identity);
  self->time = g_get_real_time ();
  return self;
}

guint
pel_grant_get_id (PelGrant *self)
{
  g_return_val_if_fail (PEL_IS_GRANT (self), 0);

  return self->id;
}

PelAnswer
pel_grant_get_answer (PelGrant *self)
{
  g_return_val_if_fail (PEL_IS_GRANT (self), PEL_ANSWER_DENY);

  return self->answer;
}

const PelCaller *
pel_grant_get_caller (PelGrant *self)
{
  g_return_val_if_fail (PEL_IS_GRANT (self), NULL);

  return self->caller;
}

const char *
pel_grant_get_bus_name (PelGrant *self)
{
  g_return_val_if_fail (PEL_IS_GRANT (self), NULL);

  return self->answer == PEL_ANSWER_CLIENT ? pel_caller_get_info (self->caller)->bus_name : NULL;
}

/* A process that has left the bus and come back is no longer the client that was connected. */
static gboolean
is_same_client (const PelCaller *a, const PelCaller *b)
{
  return g_str_equal (pel_caller_get_key (a), pel_caller_get_key (b)) &&
         g_strcmp0 (pel_caller_get_info (a)->bus_name, pel_caller_get_info (b)->bus_name) == 0;
}

/* What a person types at a terminal and what an agent does may come from the same shell. */
static PelCallerKind
get_kind (const PelCaller *caller)
{
  return pel_caller_get_info (caller)->kind;
}

gboolean
pel_grant_covers (PelGrant *self, PelApproval *approval)
{
  const PelApprovalInfo *info;

  g_return_val_if_fail (PEL_IS_GRANT (self) && PEL_IS_APPROVAL (approval), FALSE);

  info = pel_approval_get_info (approval);
  if (info->is_consent || info->access != self->access || info->risk > self->risk ||
      g_strcmp0 (info->program, self->program) != 0 ||
      g_strcmp0 (info->rule_identity, self->rule_identity) != 0 ||
      get_kind (info->caller) != get_kind (self->caller))
    return FALSE;
  if (self->answer == PEL_ANSWER_CLIENT)
    return is_same_client (self->caller, info->caller);
  return g_str_equal (pel_caller_get_origin (self->caller), pel_caller_get_origin (info->caller)) &&
         g_strcmp0 (pel_caller_get_program (self->caller), pel_caller_get_program (info->caller)) ==
             0;
}

gboolean
pel_grant_is_alive (PelGrant *self)
{
  const PelCallerInfo *info;

  g_return_val_if_fail (PEL_IS_GRANT (self), FALSE);

  info = pel_caller_get_info (self->caller);
  return self->answer != PEL_ANSWER_CLIENT ||
         (info->pid > 0 && pel_process_get_start_time (info->pid) == info->start_time);
}

char *
pel_grant_dup_words (PelGrant *self)
{
  g_autofree char *name =
      self->program != NULL ? g_path_get_basename (self->program) : g_strdup (_ ("the screen"));
  g_autofree char *line = NULL;

  g_return_val_if_fail (PEL_IS_GRANT (self), NULL);

  /* Translators: “act”, the name of a program, “low” */
  line = g_strdup_printf (_ ("%s on %s, up to %s risk"),
                          pel_access_to_string (self->access),
                          name,
                          pel_risk_to_string (self->risk));
  return pel_text_escape (line);
}

JsonObject *
pel_grant_to_json (PelGrant *self)
{
  JsonObject           *object = json_object_new ();
  g_autofree char      *client = NULL;
  g_autofree char      *words = pel_grant_dup_words (self);
  g_autofree char      *since = NULL;
  g_autoptr (GDateTime) time = NULL;

  g_return_val_if_fail (PEL_IS_GRANT (self), object);

  client = pel_caller_dup_words (self->caller);
  time = g_date_time_new_from_unix_utc (self->time / G_USEC_PER_SEC);
  since = g_date_time_format_iso8601 (time);
  json_object_set_int_member (object, "id", self->id);
  json_object_set_string_member (object, "client", client);
  json_object_set_string_member (object, "may", words);
  json_object_set_string_member (object,
                                 "holds",
                                 self->answer == PEL_ANSWER_CLIENT ? "while_connected" : "session");
  json_object_set_string_member (object, "since", since);
  pel_json_set_string_or_null (object, "program", self->program);
  json_object_set_string_member (object, "access", pel_access_to_string (self->access));
  json_object_set_string_member (object, "risk", pel_risk_to_string (self->risk));
  pel_json_set_string_or_null (object, "rule", self->rule);
  return object;
}
