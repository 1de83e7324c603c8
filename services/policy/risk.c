/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/risk.h"

#include "services/policy/glob.h"
#include "services/policy/risk-words.h"

#include <glib/gi18n.h>
#include <string.h>

/* Facts weigh, and the sum is the risk. Only what asks for secrets or for the person itself is
 * beyond any sum. */
#define WORD_WEIGHT       3
#define PROHIBITED_WEIGHT 100

typedef struct
{
  guint       weight;
  const char *reason; /* (nullable), for translation */
} Weight;

/* clang-format off */
static const Weight action_weights[] = {
  [PEL_ACTION_NONE]     = { 0, NULL },
  [PEL_ACTION_FOCUS]    = { 0, NULL },
  [PEL_ACTION_PATTERN]  = { 1, NULL },
  [PEL_ACTION_TYPE]     = { 2, N_ ("It types text into a program") },
  [PEL_ACTION_CLICK]    = { 3, N_ ("It clicks with the real pointer") },
  [PEL_ACTION_CLICK_XY] = { 5, N_ ("It clicks at a position, whatever is there") },
  [PEL_ACTION_SHORTCUT] = { 5, N_ ("It presses a desktop shortcut, whichever program has keyboard focus") },
};

static const Weight found_weights[] = {
  [PEL_FOUND_BY_IDENTITY] = { 0, NULL },
  [PEL_FOUND_BY_NAME]     = { 1, N_ ("The target was found by its name") },
  [PEL_FOUND_BY_TEXT]     = { 3, N_ ("The target was found by text recognition") },
};

static const struct { guint threshold; const char *name; } risks[] = {
  [PEL_RISK_LOW]        = { 0,                 "low"        },
  [PEL_RISK_MEDIUM]     = { 3,                 "medium"     },
  [PEL_RISK_HIGH]       = { 5,                 "high"       },
  [PEL_RISK_PROHIBITED] = { PROHIBITED_WEIGHT, "prohibited" },
};

/* By executable or application id. A program may claim to be worse than it is, not better. */
static const struct { Weight weight; const char *patterns[20]; /* the last is NULL */ } app_classes[] = {
  { { PROHIBITED_WEIGHT, N_ ("The program asks for passwords or locks the screen") },
    { "*polkit*", "pinentry*", "gcr-prompter*", "gcr4-*", "*askpass*", "gnome-keyring*", "kwalletd*",
      "xscreensaver*", "swaylock*", "i3lock*", "gtklock*", "hyprlock*", "light-locker*",
      "xsecurelock*", "kscreenlocker*", "*screensaver*", "pellucid-approver*" } },
  { { 5, N_ ("The program stores passwords") },
    { "keepass*", "*seahorse*", "*bitwarden*", "*1password*", "*kwalletmanager*", "*enpass*",
      "*lastpass*", "*proton-pass*" } },
  { { 3, N_ ("Anything typed into a terminal is run") },
    { "*terminal*", "konsole*", "xterm*", "uxterm*", "kitty*", "alacritty*", "foot", "footclient",
      "wezterm*", "kgx", "*ptyxis*", "tilix*", "terminator*", "urxvt*", "st", "*ghostty*" } },
  { { 2, N_ ("The program can change the system") },
    { "*control-center*", "systemsettings*", "*gnome-software*", "synaptic*", "gparted*",
      "*gnome-disks*", "*discover*", "*partitionmanager*", "*virt-manager*" } },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (action_weights) == PEL_N_ACTIONS);
G_STATIC_ASSERT (G_N_ELEMENTS (found_weights) == PEL_N_FOUND_BYS);
G_STATIC_ASSERT (G_N_ELEMENTS (risks) == PEL_N_RISKS);

static void
add_reason (GPtrArray *reasons, char *reason)
{
  if (reasons != NULL)
    g_ptr_array_add (reasons, reason);
  else
    g_free (reason);
}

static guint
weigh (const Weight *weight, GPtrArray *reasons)
{
  if (weight->reason != NULL)
    add_reason (reasons, g_strdup (_ (weight->reason)));
  return weight->weight;
}

/* A script without spaces between words: Han, Kana, Hangul, Thai. */
static gboolean
is_dense (gunichar c)
{
  return (c >= 0x0e00 && c <= 0x0eff) || (c >= 0x1100 && c <= 0x11ff) ||
         (c >= 0x3040 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7af);
}

static gboolean
is_part_of_word (gunichar c)
{
  return g_unichar_isalnum (c) || g_unichar_ismark (c);
}

static gboolean
is_whole_word (const char *text, const char *at, gsize length)
{
  const char *before = g_utf8_find_prev_char (text, at);

  return (before == NULL || !is_part_of_word (g_utf8_get_char (before))) &&
         !is_part_of_word (g_utf8_get_char (at + length));
}

static gboolean
holds_word (const char *text, const char *word)
{
  gsize length = strlen (word);

  for (const char *at = text; (at = strstr (at, word)) != NULL; at = g_utf8_next_char (at))
    if (is_dense (g_utf8_get_char (word)) || is_whole_word (text, at, length))
      return TRUE;
  return FALSE;
}

const char *
pel_risk_find_word (const char *name)
{
  g_autofree char *folded = pel_glob_fold (name);

  for (guint i = 0; pel_risk_words[i] != NULL; i++)
    if (holds_word (folded, pel_risk_words[i]))
      return pel_risk_words[i];
  return NULL;
}

static guint
weigh_app (const PelRiskFacts *facts, GPtrArray *reasons)
{
  g_autofree char *base =
      facts->executable != NULL ? g_path_get_basename (facts->executable) : NULL;
  g_autofree char *executable = pel_glob_fold (base != NULL ? base : "");
  g_autofree char *app = pel_glob_fold (facts->app != NULL ? facts->app : "");

  for (gsize i = 0; i < G_N_ELEMENTS (app_classes); i++)
    for (guint k = 0; app_classes[i].patterns[k] != NULL; k++)
      {
        const char *pattern = app_classes[i].patterns[k];

        if (pel_glob_matches_folded (pattern, executable) || pel_glob_matches_folded (pattern, app))
          return weigh (&app_classes[i].weight, reasons);
      }
  return 0;
}

PelRisk
pel_risk_compute (const PelRiskFacts *facts, GPtrArray *ret_reasons)
{
  guint       sum = 0;
  const char *word;
  PelRisk     risk = PEL_RISK_LOW;

  if (facts->action == PEL_ACTION_NONE)
    return PEL_RISK_LOW;
  sum += weigh (&action_weights[facts->action], ret_reasons);
  sum += weigh_app (facts, ret_reasons);
  if (facts->action != PEL_ACTION_FOCUS)
    {
      sum += weigh (&found_weights[facts->found_by], ret_reasons);
      word = facts->target_name != NULL ? pel_risk_find_word (facts->target_name) : NULL;
      if (word != NULL)
        {
          sum += WORD_WEIGHT;
          add_reason (ret_reasons,
                      g_strdup_printf (_ ("The target's name contains the word “%s”"), word));
        }
    }
  for (guint i = 0; i < PEL_N_RISKS; i++)
    if (sum >= risks[i].threshold)
      risk = i;
  return risk;
}

const char *
pel_risk_to_string (PelRisk risk)
{
  g_return_val_if_fail (risk < PEL_N_RISKS, NULL);

  return risks[risk].name;
}

gboolean
pel_risk_from_string (const char *name, PelRisk *ret_risk)
{
  for (guint i = 0; i < PEL_N_RISKS; i++)
    if (g_str_equal (risks[i].name, name))
      {
        *ret_risk = i;
        return TRUE;
      }
  return FALSE;
}
