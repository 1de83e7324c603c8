/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/approval.h"

#include "services/base/json.h"
#include "services/base/text.h"

struct _PelApproval
{
  GObject          parent_instance;
  PelApprovalInfo  info; /* owns all of it */
  guint64          id;
  gint64           time;
  guint            n_waiting, n_own;
  PelApprovalState state;
  PelAnswer        answer;
  char            *reason; /* (nullable) */
};

enum
{
  CHANGED,
  OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelApproval, pel_approval, G_TYPE_OBJECT)

/* The texts of an info. */
static const struct
{
  const char *name;
  gsize       offset;
} texts[] = {
  { "tool", G_STRUCT_OFFSET (PelApprovalInfo, tool) },
  { "words", G_STRUCT_OFFSET (PelApprovalInfo, words) },
  { "details", G_STRUCT_OFFSET (PelApprovalInfo, details) },
  { "role", G_STRUCT_OFFSET (PelApprovalInfo, role) },
  { "name", G_STRUCT_OFFSET (PelApprovalInfo, name) },
  { "app", G_STRUCT_OFFSET (PelApprovalInfo, app) },
  { "window", G_STRUCT_OFFSET (PelApprovalInfo, window) },
  { "program", G_STRUCT_OFFSET (PelApprovalInfo, program) },
  { "rule", G_STRUCT_OFFSET (PelApprovalInfo, rule) },
};

static char **
get_text (const PelApprovalInfo *info, gsize row)
{
  return G_STRUCT_MEMBER_P (info, texts[row].offset);
}

static char *
keep (const char *text)
{
  return text != NULL ? pel_text_repair (text, -1, PEL_APPROVAL_MAX_TEXT_BYTES) : NULL;
}

static char **
keep_all (const char *const *given)
{
  g_autoptr (GStrvBuilder) kept = g_strv_builder_new ();

  for (gsize i = 0; given != NULL && given[i] != NULL; i++)
    {
      g_autofree char *text = keep (given[i]);

      g_strv_builder_add (kept, text);
    }
  return g_strv_builder_end (kept);
}

static void
pel_approval_finalize (GObject *object)
{
  PelApproval *self = PEL_APPROVAL (object);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (*get_text (&self->info, i));
  g_free ((char *) self->info.fingerprint);
  g_free ((char *) self->info.rule_words);
  g_free ((char *) self->info.rule_identity);
  g_strfreev ((char **) self->info.reasons);
  g_clear_pointer (&self->info.crop, g_bytes_unref);
  g_clear_object (&self->info.snapshot);
  g_clear_pointer (&self->info.caller, pel_caller_unref);
  g_free (self->reason);
  G_OBJECT_CLASS (pel_approval_parent_class)->finalize (object);
}

static void
pel_approval_class_init (PelApprovalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_approval_finalize;
  signals[CHANGED] = g_signal_new ("changed",
                                   PEL_TYPE_APPROVAL,
                                   G_SIGNAL_RUN_LAST,
                                   0,
                                   NULL,
                                   NULL,
                                   NULL,
                                   G_TYPE_NONE,
                                   0);
  signals[OPENED] = g_signal_new ("opened",
                                  PEL_TYPE_APPROVAL,
                                  G_SIGNAL_RUN_LAST,
                                  0,
                                  NULL,
                                  NULL,
                                  NULL,
                                  G_TYPE_NONE,
                                  0);
}

static void
pel_approval_init (PelApproval *self)
{
}

PelApproval *
pel_approval_new (const PelApprovalInfo *info)
{
  PelApproval *self = g_object_new (PEL_TYPE_APPROVAL, NULL);

  self->info = *info;
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    *get_text (&self->info, i) = keep (*get_text (info, i));
  self->info.fingerprint = g_strdup (info->fingerprint != NULL ? info->fingerprint : "");
  self->info.rule_words = g_strdup (info->rule_words);
  self->info.rule_identity = g_strdup (info->rule_identity);
  self->info.reasons = (const char *const *) keep_all (info->reasons);
  self->info.crop = info->crop != NULL ? g_bytes_ref (info->crop) : NULL;
  if (info->snapshot != NULL)
    g_object_ref (self->info.snapshot);
  self->info.caller = pel_caller_ref (info->caller);
  return self;
}

const PelApprovalInfo *
pel_approval_get_info (PelApproval *self)
{
  g_return_val_if_fail (PEL_IS_APPROVAL (self), NULL);

  return &self->info;
}

guint64
pel_approval_get_id (PelApproval *self)
{
  g_return_val_if_fail (PEL_IS_APPROVAL (self), 0);

  return self->id;
}

PelApprovalState
pel_approval_get_state (PelApproval *self)
{
  g_return_val_if_fail (PEL_IS_APPROVAL (self), PEL_APPROVAL_UNSHOWN);

  return self->state;
}

PelAnswer
pel_approval_get_answer (PelApproval *self)
{
  g_return_val_if_fail (PEL_IS_APPROVAL (self), PEL_ANSWER_DENY);

  return self->answer;
}

const char *
pel_approval_get_reason (PelApproval *self)
{
  g_return_val_if_fail (PEL_IS_APPROVAL (self), NULL);

  return self->reason;
}

guint
pel_approval_get_n_waiting (PelApproval *self)
{
  g_return_val_if_fail (PEL_IS_APPROVAL (self), 0);

  return self->n_waiting;
}

guint
pel_approval_get_n_own (PelApproval *self)
{
  g_return_val_if_fail (PEL_IS_APPROVAL (self), 0);

  return self->n_own;
}

gint64
pel_approval_get_time (PelApproval *self)
{
  g_return_val_if_fail (PEL_IS_APPROVAL (self), 0);

  return self->time;
}

gboolean
pel_approval_equal (PelApproval *a, PelApproval *b)
{
  const PelApprovalInfo *one = pel_approval_get_info (a), *other = pel_approval_get_info (b);

  return one->is_consent == other->is_consent && one->access == other->access &&
         one->channel == other->channel && one->risk == other->risk &&
         g_str_equal (pel_caller_get_origin (one->caller), pel_caller_get_origin (other->caller)) &&
         g_strcmp0 (pel_caller_get_info (one->caller)->claimed_name,
                    pel_caller_get_info (other->caller)->claimed_name) == 0 &&
         g_strcmp0 (pel_caller_get_info (one->caller)->terminal,
                    pel_caller_get_info (other->caller)->terminal) == 0 &&
         (one->is_consent ||
          (g_str_equal (one->tool, other->tool) && g_str_equal (one->words, other->words) &&
           g_strcmp0 (one->details, other->details) == 0 &&
           g_str_equal (one->fingerprint, other->fingerprint)));
}

const char *
pel_approval_get_outcome (PelApproval *self)
{
  static const char *const names[] = {
    [PEL_APPROVAL_PENDING] = "pending",   [PEL_APPROVAL_ANSWERED] = NULL,
    [PEL_APPROVAL_EXPIRED] = "expired",   [PEL_APPROVAL_WITHDRAWN] = "withdrawn",
    [PEL_APPROVAL_UNSHOWN] = "not_shown",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == PEL_N_APPROVAL_STATES);
  if (pel_approval_get_state (self) != PEL_APPROVAL_ANSWERED)
    return names[self->state];
  return self->answer == PEL_ANSWER_DENY ? "denied" : pel_answer_to_string (self->answer);
}

static void
set_bounds (JsonObject *object, const PelApprovalInfo *info)
{
  JsonObject *bounds;

  if (!info->has_bounds)
    return;
  bounds = json_object_new ();
  json_object_set_int_member (bounds, "x", info->bounds.x);
  json_object_set_int_member (bounds, "y", info->bounds.y);
  json_object_set_int_member (bounds, "width", info->bounds.width);
  json_object_set_int_member (bounds, "height", info->bounds.height);
  json_object_set_object_member (object, "bounds", bounds);
}

JsonObject *
pel_approval_summary_to_json (PelApproval *self)
{
  JsonObject      *object = json_object_new ();
  g_autofree char *client = pel_caller_dup_words (pel_approval_get_info (self)->caller);

  json_object_set_int_member (object, "id", self->id);
  json_object_set_string_member (object, "client", client);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    pel_json_set_string_or_null (object, texts[i].name, *get_text (&self->info, i));
  set_bounds (object, &self->info);
  json_object_set_string_member (object, "risk", pel_risk_to_string (self->info.risk));
  json_object_set_boolean_member (object, "consent", self->info.is_consent);
  json_object_set_int_member (object, "calls", self->n_waiting);
  json_object_set_int_member (object, "own_calls", self->n_own);
  json_object_set_string_member (object, "outcome", pel_approval_get_outcome (self));
  if (self->reason != NULL)
    json_object_set_string_member (object, "reason", self->reason);
  return object;
}

JsonObject *
pel_approval_to_json (PelApproval *self)
{
  JsonObject *object = pel_approval_summary_to_json (self);
  JsonArray  *reasons = json_array_new ();

  json_object_set_object_member (object, "caller", pel_caller_to_json (self->info.caller));
  for (gsize i = 0; self->info.reasons[i] != NULL; i++)
    json_array_add_string_element (reasons, self->info.reasons[i]);
  json_object_set_array_member (object, "reasons", reasons);
  if (self->info.crop != NULL)
    {
      gsize            length;
      const guint8    *data = g_bytes_get_data (self->info.crop, &length);
      g_autofree char *text = g_base64_encode (data, length);

      json_object_set_string_member (object, "crop", text);
    }
  return object;
}

void
pel_approval_set_crop (PelApproval *self, GBytes *crop)
{
  g_return_if_fail (PEL_IS_APPROVAL (self) && self->id == 0);

  g_clear_pointer (&self->info.crop, g_bytes_unref);
  self->info.crop = g_bytes_ref (crop);
}

void
pel_approval_set_id (PelApproval *self, guint64 id)
{
  g_return_if_fail (PEL_IS_APPROVAL (self));

  self->id = id;
  self->time = g_get_real_time ();
}

void
pel_approval_open (PelApproval *self)
{
  g_return_if_fail (PEL_IS_APPROVAL (self));

  g_signal_emit (self, signals[OPENED], 0);
}

void
pel_approval_set_n_waiting (PelApproval *self, guint n_waiting, guint n_own)
{
  g_return_if_fail (PEL_IS_APPROVAL (self) && n_own <= n_waiting);

  if (self->n_waiting == n_waiting && self->n_own == n_own)
    return;
  self->n_waiting = n_waiting;
  self->n_own = n_own;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
pel_approval_end (PelApproval *self, PelApprovalState state, PelAnswer answer, const char *reason)
{
  g_return_if_fail (PEL_IS_APPROVAL (self) && self->state == PEL_APPROVAL_PENDING);

  self->state = state;
  self->answer = answer;
  self->reason = keep (reason);
  g_clear_pointer (&self->info.crop, g_bytes_unref); /* pixels are kept no longer than needed */
  g_clear_object (&self->info.snapshot);
  g_signal_emit (self, signals[CHANGED], 0);
}
