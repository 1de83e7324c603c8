/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/policy-store.h"

#include "services/policy/consent.h"
#include "services/policy/policy-parser.h"
#include "services/policy/policy-writer.h"
#include "services/policy/rate-limit.h"

#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>

/* Editors write in several steps: only what stands at the end counts. */
#define SETTLE_MS 50

/* What is watched. */
enum
{
  SYSTEM,
  USER,
  CONSENT,
  N_FILES
};

/* What a file was like when it was read; all 0: it was not there. */
typedef struct
{
  dev_t           device;
  ino_t           inode;
  off_t           size;
  struct timespec modified, changed;
} Stamp;

struct _PelPolicyStore
{
  GObject       parent_instance;
  char         *paths[N_FILES];    /* (nullable) */
  GFileMonitor *monitors[N_FILES]; /* (nullable) */
  Stamp         stamps[N_FILES];
  guint         settle_id;
  PelPolicy    *policy;
  gboolean      has_consent;
  GHashTable   *terminals; /* at which the person types, by what the kernel calls them */
  PelRateLimit *rates;
  PelPickBook  *picks;

  PelPrivacyMemory *memory;
  PelTitleWatch    *titles;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelPolicyStore, pel_policy_store, G_TYPE_OBJECT)

static Stamp
take_stamp (const char *path)
{
  Stamp       stamp;
  struct stat file;

  memset (&stamp, 0, sizeof stamp); /* compared as bytes */
  if (path == NULL || stat (path, &file) != 0)
    return stamp;
  stamp.device = file.st_dev;
  stamp.inode = file.st_ino;
  stamp.size = file.st_size;
  stamp.modified = file.st_mtim;
  stamp.changed = file.st_ctim;
  return stamp;
}

static PelPolicyLayer *
load_layer (const char *path)
{
  return path != NULL ? pel_policy_layer_load (path) : NULL;
}

/* The files are small, and bounded: reading them here costs less than a frame. */
static void
load (PelPolicyStore *self)
{
  /* first: what is written while it is read is read again */
  for (guint i = 0; i < N_FILES; i++)
    self->stamps[i] = take_stamp (self->paths[i]);
  g_clear_pointer (&self->policy, pel_policy_unref);
  self->policy = pel_policy_new (load_layer (self->paths[SYSTEM]), load_layer (self->paths[USER]));
  if (self->paths[CONSENT] != NULL)
    self->has_consent = pel_consent_load (self->paths[CONSENT]);
}

/* Who decides looks first: news of a change may come late, of a folder that was not there when it
 * began to be watched by seconds. */
static void
refresh (PelPolicyStore *self)
{
  gboolean is_same = TRUE;

  for (guint i = 0; i < N_FILES; i++)
    {
      Stamp stamp = take_stamp (self->paths[i]);

      is_same = is_same && memcmp (&stamp, &self->stamps[i], sizeof stamp) == 0;
    }
  if (is_same)
    return;
  load (self);
  pel_privacy_memory_clear (self->memory);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void watch (PelPolicyStore *self, guint index);

static gboolean
settled_cb (gpointer data)
{
  PelPolicyStore *self = data;

  self->settle_id = 0;
  for (guint i = 0; i < N_FILES; i++)
    watch (self, i); /* a folder may have come */
  refresh (self);
  return G_SOURCE_REMOVE;
}

static void
file_changed_cb (
    GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, gpointer data)
{
  PelPolicyStore *self = data;

  if (self->settle_id == 0)
    self->settle_id = g_timeout_add (SETTLE_MS, settled_cb, self);
}

/* (nullable) (transfer full): tells of the file at @path, also of one that is not there yet. A
 * folder that is not there GLib would look for every four seconds: the nearest one that is tells
 * of it. */
static GFileMonitor *
create_monitor (const char *path)
{
  g_autofree char  *folder = g_path_get_dirname (path);
  g_autoptr (GFile) file = NULL;

  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      file = g_file_new_for_path (path);
      return g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
    }
  while (!g_file_test (folder, G_FILE_TEST_IS_DIR) && !g_str_equal (folder, "/") &&
         !g_str_equal (folder, "."))
    {
      char *parent = g_path_get_dirname (folder);

      g_free (folder);
      folder = parent;
    }
  file = g_file_new_for_path (folder);
  return g_file_monitor_directory (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
}

static void
unwatch (PelPolicyStore *self, guint index)
{
  if (self->monitors[index] != NULL)
    g_signal_handlers_disconnect_by_data (self->monitors[index], self);
  g_clear_object (&self->monitors[index]);
}

/* Where nothing can be watched, who decides looks all the same. */
static void
watch (PelPolicyStore *self, guint index)
{
  unwatch (self, index);
  if (self->paths[index] == NULL)
    return;
  self->monitors[index] = create_monitor (self->paths[index]);
  if (self->monitors[index] != NULL)
    g_signal_connect (self->monitors[index], "changed", G_CALLBACK (file_changed_cb), self);
}

static void
pel_policy_store_dispose (GObject *object)
{
  PelPolicyStore *self = PEL_POLICY_STORE (object);

  g_clear_handle_id (&self->settle_id, g_source_remove);
  for (guint i = 0; i < N_FILES; i++)
    unwatch (self, i);
  g_clear_pointer (&self->titles, pel_title_watch_free);
  G_OBJECT_CLASS (pel_policy_store_parent_class)->dispose (object);
}

static void
pel_policy_store_finalize (GObject *object)
{
  PelPolicyStore *self = PEL_POLICY_STORE (object);

  for (guint i = 0; i < N_FILES; i++)
    g_free (self->paths[i]);
  g_clear_pointer (&self->policy, pel_policy_unref);
  pel_rate_limit_free (self->rates);
  pel_pick_book_free (self->picks);
  pel_privacy_memory_free (self->memory);
  g_hash_table_unref (self->terminals);
  G_OBJECT_CLASS (pel_policy_store_parent_class)->finalize (object);
}

static void
pel_policy_store_class_init (PelPolicyStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_policy_store_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_policy_store_finalize;
  signals[CHANGED] = g_signal_new ("changed",
                                   PEL_TYPE_POLICY_STORE,
                                   G_SIGNAL_RUN_LAST,
                                   0,
                                   NULL,
                                   NULL,
                                   NULL,
                                   G_TYPE_NONE,
                                   0);
}

static void
pel_policy_store_init (PelPolicyStore *self)
{
  self->rates = pel_rate_limit_new ();
  self->picks = pel_pick_book_new ();
  self->memory = pel_privacy_memory_new ();
  self->titles = pel_title_watch_new (self, self->memory);
  self->terminals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

const PelPolicyPlaces *
pel_policy_places_get (void)
{
  static PelPolicyPlaces places;

  if (g_once_init_enter (&places.consent))
    {
      places.system = PEL_SYSCONFDIR "/pellucid/policy.json";
      places.user = g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
      g_once_init_leave (&places.consent,
                         g_build_filename (g_get_user_state_dir (),
                                           "pellucid",
                                           "consent.json",
                                           NULL));
    }
  return &places;
}

PelPolicyStore *
pel_policy_store_new (const PelPolicyPlaces *places)
{
  PelPolicyStore *self = g_object_new (PEL_TYPE_POLICY_STORE, NULL);

  self->paths[SYSTEM] = g_strdup (places->system);
  self->paths[USER] = g_strdup (places->user);
  self->paths[CONSENT] = g_strdup (places->consent);
  for (guint i = 0; i < N_FILES; i++)
    watch (self, i);
  load (self);
  return self;
}

PelPolicy *
pel_policy_store_get_policy (PelPolicyStore *self)
{
  g_return_val_if_fail (PEL_IS_POLICY_STORE (self), NULL);

  refresh (self);
  return self->policy;
}

PelPrivacyMemory *
pel_policy_store_get_memory (PelPolicyStore *self)
{
  g_return_val_if_fail (PEL_IS_POLICY_STORE (self), NULL);

  return self->memory;
}

PelTitleWatch *
pel_policy_store_get_titles (PelPolicyStore *self)
{
  g_return_val_if_fail (PEL_IS_POLICY_STORE (self), NULL);

  return self->titles;
}

static gboolean
is_verified (PelPolicyStore *self, const PelCaller *caller)
{
  const char *terminal = pel_caller_get_info (caller)->terminal;

  return terminal != NULL && g_hash_table_contains (self->terminals, terminal);
}

PelPolicyVerdict *
pel_policy_store_ask_terminal (PelPolicyStore *self, const PelCaller *caller)
{
  g_return_val_if_fail (PEL_IS_POLICY_STORE (self), NULL);

  refresh (self);
  return pel_policy_ask_terminal (self->policy, caller, is_verified (self, caller));
}

void
pel_policy_store_verify_terminal (PelPolicyStore *self, const PelCaller *caller)
{
  g_return_if_fail (PEL_IS_POLICY_STORE (self));
  g_return_if_fail (pel_caller_get_info (caller)->terminal != NULL);

  g_hash_table_add (self->terminals, g_strdup (pel_caller_get_info (caller)->terminal));
}

PelPolicyVerdict *
pel_policy_store_explain (PelPolicyStore *self, const PelPolicyQuestion *question)
{
  PelPolicyQuestion full = *question;

  g_return_val_if_fail (PEL_IS_POLICY_STORE (self), NULL);

  refresh (self);
  full.has_consent = full.has_consent || self->has_consent;
  full.is_verified = full.is_verified || is_verified (self, question->caller);
  return pel_policy_decide (self->policy, &full);
}

static char *
dup_rate_key (const PelPolicyQuestion *question)
{
  return g_strconcat (question->access == PEL_ACCESS_CAPTURE ? "capture " : "act ",
                      pel_caller_get_program (question->caller),
                      NULL);
}

static PelPolicyVerdict *
refuse_haste (guint limit, guint wait_ms)
{
  PelPolicyVerdict *verdict = pel_policy_verdict_new (PEL_DECISION_DENY, PEL_ERROR_RATE_LIMITED);

  pel_policy_verdict_add_reason (verdict,
                                 _ ("The limit of %u per minute is reached; try again in %u ms"),
                                 limit,
                                 wait_ms);
  return verdict;
}

PelPolicyVerdict *
pel_policy_store_decide (PelPolicyStore *self, const PelPolicyQuestion *question)
{
  g_autoptr (PelPolicyVerdict) verdict = pel_policy_store_explain (self, question);
  g_autofree char             *key = NULL;
  guint                        limit, wait_ms;

  if (verdict->decision == PEL_DECISION_DENY || question->step == PEL_POLICY_BEFORE_TARGET ||
      question->access == PEL_ACCESS_POINT || /* of what points only picks are limited */
      pel_caller_get_info (question->caller)->kind == PEL_CALLER_OPERATOR)
    return g_steal_pointer (&verdict);
  limit = pel_policy_get_limit (self->policy, question->access);
  if (limit == 0)
    return g_steal_pointer (&verdict);
  key = dup_rate_key (question);
  if (pel_rate_limit_take (self->rates, key, limit, g_get_monotonic_time (), &wait_ms))
    return g_steal_pointer (&verdict);
  return refuse_haste (limit, wait_ms);
}

/* What the person starts themselves needs no limit. */
static gboolean
is_limited (const PelCaller *caller)
{
  return pel_caller_get_info (caller)->kind == PEL_CALLER_AGENT;
}

gboolean
pel_policy_store_check_pointing (PelPolicyStore *self, const PelCaller *caller, GError **error)
{
  g_return_val_if_fail (PEL_IS_POLICY_STORE (self), FALSE);

  if (!is_limited (caller) ||
      !pel_pick_book_is_blocked (self->picks, pel_caller_get_origin (caller)))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_DENIED,
                 _ ("Do not ask the person to point at something in this session"),
                 _ ("The person has cancelled what this program asked them to pick, twice"));
  return FALSE;
}

gboolean
pel_policy_store_begin_pick (PelPolicyStore *self, const PelCaller *caller, GError **error)
{
  guint limit, wait_ms = 0;

  if (!pel_policy_store_check_pointing (self, caller, error))
    return FALSE;
  refresh (self);
  limit = pel_policy_get_limit (self->policy, PEL_ACCESS_POINT);
  if (!is_limited (caller) || pel_pick_book_begin (self->picks,
                                                   pel_caller_get_origin (caller),
                                                   limit,
                                                   g_get_monotonic_time (),
                                                   &wait_ms))
    return TRUE;
  pel_set_error (
      error,
      PEL_ERROR_RATE_LIMITED,
      _ ("Wait, or name the element with a selector"),
      _ ("The person has not answered the last request to pick something; try again in %u ms"),
      wait_ms);
  return FALSE;
}

void
pel_policy_store_end_pick (PelPolicyStore *self, const PelCaller *caller, PelPickEnd how)
{
  g_return_if_fail (PEL_IS_POLICY_STORE (self));

  if (is_limited (caller))
    pel_pick_book_end (self->picks, pel_caller_get_origin (caller), how);
}

/* Whether the rule with the number @at of the person's own file is the one that says @words. */
static gboolean
is_still_there (PelPolicyStore *self, guint at, const char *words)
{
  const PelPolicyLayer *own = pel_policy_get_layer (self->policy, PEL_POLICY_USER);
  g_autofree char      *now = NULL;

  if (own == NULL || own->rules == NULL || own->rules->len < at)
    return FALSE;
  now = pel_policy_rule_dup_words (own->rules->pdata[at - 1]);
  return g_strcmp0 (now, words) == 0;
}

gboolean
pel_policy_store_add_rule (
    PelPolicyStore *self, guint at, const char *words, JsonObject *rule, GError **error)
{
  g_return_val_if_fail (PEL_IS_POLICY_STORE (self), FALSE);

  refresh (self); /* the number is that of a rule that was read */
  if (self->paths[USER] == NULL || pel_policy_get_error (self->policy) != NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_COMMAND_FAILED,
                     NULL,
                     _ ("No policy file is available to write the rule to"));
      return FALSE;
    }
  if (at > 0 && !is_still_there (self, at, words))
    {
      pel_set_error (error,
                     PEL_ERROR_COMMAND_FAILED,
                     NULL,
                     _ ("The policy file has changed since you were asked"));
      return FALSE;
    }
  if (!pel_policy_writer_add_rule (self->paths[USER], at, rule, error))
    return FALSE;
  refresh (self);
  return TRUE;
}

gboolean
pel_policy_store_has_consent (PelPolicyStore *self)
{
  g_return_val_if_fail (PEL_IS_POLICY_STORE (self), FALSE);

  refresh (self);
  return self->has_consent || pel_policy_is_consent (self->policy);
}

gboolean
pel_policy_store_set_consent (PelPolicyStore *self, gboolean consent, GError **error)
{
  g_return_val_if_fail (PEL_IS_POLICY_STORE (self), FALSE);

  if (self->paths[CONSENT] != NULL && !pel_consent_save (self->paths[CONSENT], consent, error))
    return FALSE;
  if (self->paths[CONSENT] != NULL)
    {
      refresh (self);
      return TRUE;
    }
  self->has_consent = consent;
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}
