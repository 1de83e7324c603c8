/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/approval-words.h"

#include "inspector/tool-words.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

#define LAST_MS 10000 /* then the time that is left stands out */

/* In the words of someone who was asked. */
/* clang-format off */
static const struct { const char *outcome, *icon_name, *style, *words; } outcomes[] = {
  { "pending",   "dialog-question-symbolic",    "status-info",    N_ ("Waiting for you")              },
  { "once",      "object-select-symbolic",      "status-ok",      N_ ("Allowed once")                 },
  { "client",    "object-select-symbolic",      "status-ok",      N_ ("Allowed while connected")      },
  { "app",       "object-select-symbolic",      "status-ok",      N_ ("Allowed for this application") },
  { "always",    "object-select-symbolic",      "status-ok",      N_ ("Always allowed")               },
  { "denied",    "action-unavailable-symbolic", "status-error",   N_ ("Denied")                       },
  { "expired",   "action-unavailable-symbolic", "status-error",   N_ ("Denied: no answer")            },
  { "withdrawn", "window-close-symbolic",       "status-warning", N_ ("Withdrawn")                    },
  { "not_shown", "dialog-warning-symbolic",     "status-warning", N_ ("Could not be shown")           },
};
/* clang-format on */

static void
set_mark (PelRecordText *text, PelApproval *approval)
{
  const char *outcome = pel_approval_get_outcome (approval);

  for (gsize i = 0; i < G_N_ELEMENTS (outcomes); i++)
    if (g_str_equal (outcomes[i].outcome, outcome))
      {
        text->icon_name = outcomes[i].icon_name;
        text->style = outcomes[i].style;
        text->mark = g_strdup (_ (outcomes[i].words));
        return;
      }
  text->mark = g_strdup (outcome);
}

/* (nullable) (transfer full) */
static char *
make_calls (PelApproval *approval)
{
  guint n = pel_approval_get_n_waiting (approval);

  if (n < 2 || pel_approval_get_state (approval) != PEL_APPROVAL_PENDING)
    return NULL;
  return g_strdup_printf (ngettext ("%u call", "%u calls", n), n);
}

/* (nullable) (transfer full) */
static char *
make_reason (PelApproval *approval)
{
  const char      *reason = pel_approval_get_reason (approval);
  g_autofree char *fit = reason != NULL && reason[0] != '\0' ? pel_text_isolate (reason) : NULL;

  return fit != NULL ? g_strdup_printf (_ ("“%s”"), fit) : NULL;
}

/* (nullable) (transfer full): who is behind our own command line or bridge. */
static char *
make_starter (const PelApprovalInfo *info)
{
  const char      *starter = pel_caller_get_info (info->caller)->starter;
  g_autofree char *name = starter != NULL ? g_path_get_basename (starter) : NULL;
  g_autofree char *fit = name != NULL ? pel_text_isolate (name) : NULL;

  /* Translators: a program */
  return fit != NULL ? g_strdup_printf (_ ("started by %s"), fit) : NULL;
}

static char *
make_left (guint left_ms)
{
  guint seconds = left_ms / 1000;

  /* Translators: minutes and seconds, as 1:05 */
  return g_strdup_printf (_ ("%u:%02u left"), seconds / 60, seconds % 60);
}

static char *
make_details (const PelApprovalInfo *info,
              const char            *subject,
              const char            *client,
              const char            *reason)
{
  g_autofree char  *words = pel_text_isolate (info->words);
  g_autofree char  *arguments = info->details != NULL ? pel_text_isolate (info->details) : NULL;
  g_autofree char  *window = pel_record_text_dup_element (NULL, NULL, info->window);
  const char *const lines[] = { words, arguments, subject, window, client, reason };
  GString          *details = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    if (lines[i] != NULL && lines[i][0] != '\0')
      g_string_append_printf (details, "%s%s", details->len > 0 ? "\n" : "", lines[i]);
  return g_string_free (details, FALSE);
}

static const char *
get_title (const PelApprovalInfo *info)
{
  if (!info->is_consent)
    return pel_tool_words_get (info->tool);
  return pel_caller_get_info (info->caller)->kind == PEL_CALLER_TERMINAL
             ? _ ("Trust a terminal")
             : _ ("Automate this desktop");
}

void
pel_approval_words (PelApproval *approval, guint left_ms, gint64 now, PelRecordText *ret_text)
{
  const PelApprovalInfo *info = pel_approval_get_info (approval);
  gboolean               is_pending = pel_approval_get_state (approval) == PEL_APPROVAL_PENDING;
  g_autofree char       *client = pel_caller_dup_words (info->caller);
  g_autofree char       *calls = make_calls (approval);
  g_autofree char       *reason = make_reason (approval);
  g_autofree char       *starter = make_starter (info);
  const char *const      parts[] = { calls, reason, starter, client };

  ret_text->title = g_strdup (get_title (info));
  if (!info->is_consent)
    ret_text->subject = pel_record_text_dup_element (info->role, info->name, info->window);
  ret_text->note = pel_record_text_join (parts, G_N_ELEMENTS (parts));
  ret_text->details = make_details (info, ret_text->subject, client, reason);
  ret_text->time = is_pending ? make_left (left_ms)
                              : pel_record_text_dup_time (pel_approval_get_time (approval), now);
  set_mark (ret_text, approval);
  if (is_pending && left_ms <= LAST_MS)
    ret_text->style = "status-warning";
}

void
pel_grant_words (PelGrant *grant, PelRecordText *ret_text)
{
  g_autofree char *words = pel_grant_dup_words (grant);
  g_autofree char *client = pel_caller_dup_words (pel_grant_get_caller (grant));

  ret_text->icon_name = "object-select-symbolic";
  ret_text->style = "status-ok";
  ret_text->title = pel_text_isolate (words);
  ret_text->mark =
      g_strdup (pel_grant_get_answer (grant) == PEL_ANSWER_CLIENT ? _ ("While connected")
                                                                  : _ ("This session"));
  ret_text->details = g_strdup_printf ("%s\n%s", words, client);
  ret_text->note = g_steal_pointer (&client);
}
