/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "desktop-environment.h"

#include <string.h>

/* Lists of what is let in, since no one can list all that a toolkit somewhere reads. A name that
 * ends in '*' is a prefix. */
static const char *const for_all[] = {
  "PATH",    "LANG",          "LANGUAGE",        "LC_*", "TZ", "USER", "SHELL",
  "LOGNAME", "XDG_DATA_DIRS", "XDG_CONFIG_DIRS", NULL,
};

/* Not for servers: a sanitizer option or a fatal warning meant for us would end them. */
static const char *const for_command[] = {
  "TERM",
  "NO_COLOR",
  "CI",
  "G_*",
  "ASAN_*",
  "UBSAN_*",
  "LSAN_*",
  "TSAN_*",
  "MALLOC_*",
  "LLVM_*",
  "GCOV_*",
  "MESON*",
  "LD_LIBRARY_PATH",
  "GI_TYPELIB_PATH",
  "GSETTINGS_SCHEMA_DIR",
  "PYTHON*",
  "PEL_*",
  NULL,
};

/* clang-format off */
static const struct { const char *name; const char *folder; } homes[] = {
  { "HOME",            "home"              },
  { "XDG_CONFIG_HOME", "home/.config"      },
  { "XDG_CACHE_HOME",  "home/.cache"       },
  { "XDG_DATA_HOME",   "home/.local/share" },
  { "XDG_STATE_HOME",  "home/.local/state" },
  { "XDG_RUNTIME_DIR", "run"               },
  { "TMPDIR",          "tmp"               },
};

static const struct { const char *name; const char *value; } constants[] = {
  { "GSK_RENDERER",          "cairo" }, /* GTK 4 on a software GL is too busy to register */
  { NO_GL_NAME,              NO_GL_VALUE }, /* not even tried: Mesa leaks on the way */
  { "LIBGL_ALWAYS_SOFTWARE", "1"     },
  { "GIO_USE_VFS",            "local"   }, /* from here on: not what happens to be installed */
  { "GIO_USE_VOLUME_MONITOR", "unix"    },
  { "GSETTINGS_BACKEND",      "keyfile" },
  { "GTK_USE_PORTAL",         "0"       },
};
/* clang-format on */

static gboolean
is_listed (const char *name, const char *const *list)
{
  for (gsize i = 0; list != NULL && list[i] != NULL; i++)
    {
      gsize length = strlen (list[i]);

      if (list[i][length - 1] == '*' ? strncmp (name, list[i], length - 1) == 0
                                     : strcmp (name, list[i]) == 0)
        return TRUE;
    }
  return FALSE;
}

static char **
take_from_caller (char **environment, const char *const *list)
{
  g_auto (GStrv) caller = g_get_environ ();

  for (char **entry = caller; *entry != NULL; entry++)
    {
      const char      *value = strchr (*entry, '=');
      g_autofree char *name = value != NULL ? g_strndup (*entry, value - *entry) : NULL;

      /* A desktop inside a desktop has its own. */
      if (name == NULL || g_str_has_prefix (name, "PEL_DESKTOP_") || !is_listed (name, list))
        continue;
      environment = g_environ_setenv (environment, name, value + 1, TRUE);
    }
  return environment;
}

char **
pel_environment_new (const char *dir)
{
  char **environment = take_from_caller (g_new0 (char *, 1), for_all);

  for (gsize i = 0; i < G_N_ELEMENTS (homes); i++)
    {
      g_autofree char *path = g_build_filename (dir, homes[i].folder, NULL);

      g_mkdir_with_parents (path, 0700);
      environment = g_environ_setenv (environment, homes[i].name, path, TRUE);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (constants); i++)
    environment = g_environ_setenv (environment, constants[i].name, constants[i].value, TRUE);
  return g_environ_setenv (environment, "PEL_DESKTOP_DIR", dir, TRUE);
}

char **
pel_environment_for_command (char **desktop, const char *const *keep)
{
  return take_from_caller (take_from_caller (g_strdupv (desktop), for_command), keep);
}
