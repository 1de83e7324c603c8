/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/caller.h"

#include "services/base/json.h"
#include "services/base/process.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

struct _PelCaller
{
  PelCallerInfo info;
  char         *key;
};

static const struct
{
  const char *name;
  const char *words;
} kinds[] = {
  [PEL_CALLER_OPERATOR] = { "operator", N_ ("the person using the inspector") },
  [PEL_CALLER_TERMINAL] = { "terminal", N_ ("the command line in a terminal") },
  [PEL_CALLER_AGENT] = { "agent", N_ ("an agent") },
};
G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == PEL_N_CALLER_KINDS);

static char *
repair (const char *text)
{
  return text != NULL ? pel_text_repair (text, -1, PEL_TEXT_MAX_BYTES) : NULL;
}

PelCaller *
pel_caller_new (const PelCallerInfo *info)
{
  PelCaller *self = g_atomic_rc_box_new0 (PelCaller);

  self->info = *info;
  self->info.executable = repair (info->executable);
  self->info.sandbox = repair (info->sandbox);
  self->info.starter = repair (info->starter);
  self->info.cgroup = repair (info->cgroup);
  self->info.terminal = repair (info->terminal);
  self->info.bus_name = repair (info->bus_name);
  self->info.claimed_name = repair (info->claimed_name);
  self->key = info->pid > 0
                  ? g_strdup_printf ("%d.%" G_GUINT64_FORMAT, (int) info->pid, info->start_time)
                  : g_strdup (info->bus_name != NULL ? info->bus_name : "");
  return self;
}

static void
caller_clear (PelCaller *self)
{
  g_free ((char *) self->info.executable);
  g_free ((char *) self->info.sandbox);
  g_free ((char *) self->info.starter);
  g_free ((char *) self->info.cgroup);
  g_free ((char *) self->info.terminal);
  g_free ((char *) self->info.bus_name);
  g_free ((char *) self->info.claimed_name);
  g_free (self->key);
}

PelCaller *
pel_caller_ref (PelCaller *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
pel_caller_unref (PelCaller *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, (GDestroyNotify) caller_clear);
}

PelCaller *
pel_caller_new_operator (void)
{
  return pel_caller_new (&(PelCallerInfo){ .kind = PEL_CALLER_OPERATOR });
}

/* (nullable) (transfer full): what calls for others stands in the folder of the command line, or is
 * it; who that is, is what matters. */
static char *
dup_starter (pid_t pid, const char *client)
{
  static const char *const bridges[] = { "pellucid", "pellucid-mcp" };
  g_autofree char         *folder = client != NULL ? g_path_get_dirname (client) : NULL;

  for (gsize i = 0; folder != NULL && i < G_N_ELEMENTS (bridges); i++)
    {
      g_autofree char *path = g_build_filename (folder, bridges[i], NULL);

      if (pel_process_runs (pid, path))
        return pel_process_dup_executable (pel_process_get_parent (pid));
    }
  return NULL;
}

PelCaller *
pel_caller_new_for_process (pid_t pid, const char *bus_name, const char *client)
{
  guint64          start_time = pel_process_get_start_time (pid);
  g_autofree char *executable = pel_process_dup_executable (pid);
  g_autofree char *sandbox = pel_process_dup_sandbox (pid);
  g_autofree char *starter = sandbox == NULL ? dup_starter (pid, client) : NULL;
  g_autofree char *cgroup = pel_process_dup_cgroup (pid);
  gboolean         is_client = client != NULL && sandbox == NULL && pel_process_runs (pid, client);
  g_autofree char *terminal = is_client ? pel_process_dup_terminal (pid) : NULL;
  PelCallerInfo    info = {
       .kind = terminal != NULL ? PEL_CALLER_TERMINAL : PEL_CALLER_AGENT,
       .pid = pid,
       .start_time = start_time,
       .executable = executable,
       .sandbox = sandbox,
       .starter = starter,
       .cgroup = cgroup,
       .terminal = terminal,
       .bus_name = bus_name,
  };

  /* the number may have gone to another process meanwhile: then nothing of this is true */
  if (start_time == 0 || pel_process_get_start_time (pid) != start_time)
    info = (PelCallerInfo){ .kind = PEL_CALLER_AGENT, .bus_name = bus_name };
  return pel_caller_new (&info);
}

const PelCallerInfo *
pel_caller_get_info (const PelCaller *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->info;
}

const char *
pel_caller_get_key (const PelCaller *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->key;
}

const char *
pel_caller_get_program (const PelCaller *self)
{
  const PelCallerInfo *info = pel_caller_get_info (self);

  if (info->sandbox != NULL)
    return info->sandbox;
  return info->executable != NULL ? info->executable : pel_caller_get_key (self);
}

const char *
pel_caller_get_origin (const PelCaller *self)
{
  const PelCallerInfo *info = pel_caller_get_info (self);

  return info->starter != NULL ? info->starter : pel_caller_get_program (self);
}

const char *
pel_caller_kind_to_string (PelCallerKind kind)
{
  g_return_val_if_fail (kind < PEL_N_CALLER_KINDS, NULL);

  return kinds[kind].name;
}

/* (nullable): what it is called by those who can be trusted. */
static char *
dup_true_name (const PelCallerInfo *info)
{
  if (info->sandbox != NULL)
    return g_strdup (info->sandbox);
  return info->executable != NULL ? g_path_get_basename (info->executable) : NULL;
}

/* (transfer full): “4711”, “4711, started by node, calls itself “Claude”” */
static char *
dup_remarks (const PelCallerInfo *info)
{
  g_autoptr (GString) remarks = g_string_new (NULL);
  g_autofree char    *starter = info->starter != NULL ? g_path_get_basename (info->starter) : NULL;

  g_string_append_printf (remarks, _ ("pid %d"), (int) info->pid);
  if (starter != NULL)
    g_string_append_printf (remarks, _ (", started by %s"), starter);
  if (info->claimed_name != NULL)
    g_string_append_printf (remarks, _ (", calls itself “%s”"), info->claimed_name);
  return g_string_free (g_steal_pointer (&remarks), FALSE);
}

char *
pel_caller_dup_short_words (const PelCaller *self)
{
  const PelCallerInfo *info = pel_caller_get_info (self);
  g_autofree char     *name =
      info->starter != NULL ? g_path_get_basename (info->starter) : dup_true_name (info);
  g_autofree char *line = NULL;

  if (name == NULL)
    return g_strdup (_ ("A program"));
  /* Translators: what a program calls itself, and what it is */
  line = info->claimed_name != NULL ? g_strdup_printf (_ ("“%s” (%s)"), info->claimed_name, name)
                                    : g_strdup (name);
  return pel_text_escape (line);
}

char *
pel_caller_dup_words (const PelCaller *self)
{
  const PelCallerInfo *info = pel_caller_get_info (self);
  const char          *kind = _ (kinds[info->kind].words);
  g_autofree char     *name = dup_true_name (info);
  g_autofree char     *remarks = dup_remarks (info);
  g_autofree char     *line = NULL;

  if (info->kind == PEL_CALLER_OPERATOR)
    return g_strdup (kind);
  if (name == NULL)
    line = g_strdup_printf (_ ("an unknown program, %s"), kind);
  else
    line = g_strdup_printf ("%s (%s), %s", name, remarks, kind);
  return pel_text_escape (line);
}

JsonObject *
pel_caller_to_json (const PelCaller *self)
{
  const PelCallerInfo *info = pel_caller_get_info (self);
  JsonObject          *object = json_object_new ();
  const struct
  {
    const char *name, *value;
  } texts[] = {
    { "executable", info->executable },     { "sandbox", info->sandbox },
    { "starter", info->starter },           { "cgroup", info->cgroup },
    { "terminal", info->terminal },         { "bus_name", info->bus_name },
    { "claimed_name", info->claimed_name },
  };

  json_object_set_string_member (object, "kind", kinds[info->kind].name);
  if (info->pid > 0)
    {
      json_object_set_int_member (object, "pid", info->pid);
      json_object_set_int_member (object, "start_time", info->start_time);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i].value != NULL)
      json_object_set_string_member (object, texts[i].name, texts[i].value);
  return object;
}
