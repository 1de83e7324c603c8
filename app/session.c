/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/session.h"

#include "overlay/overlay-support.h"
#include "services/base/error.h"
#include "services/tool/examiner.h"
#if HAVE_X11
#include "services/window/x11-window-source.h"
#endif
#if HAVE_WAYLAND
#include "services/window/sway-window-source.h"
#endif

#include <glib/gi18n.h>

struct _PelSession
{
  GObject        parent_instance;
  PelToolContext context;
};

G_DEFINE_FINAL_TYPE (PelSession, pel_session, G_TYPE_OBJECT)

/* Which window system tells about windows, by what the environment names; the first row whose
 * variables are all set is taken. On Wayland an X server may run too, but knows only its own. */
/* clang-format off */
static const struct { const char *variables[3]; PelWindowSource *(*make) (GError **error); const char *missing; } sources[] = {
  { { "WAYLAND_DISPLAY", "SWAYSOCK" },
#if HAVE_WAYLAND
    pel_sway_window_source_new, NULL
#else
    NULL, N_ ("This build of Pellucid knows no Wayland compositors")
#endif
  },
  { { "WAYLAND_DISPLAY" },
    NULL, N_ ("This Wayland compositor does not tell other programs about its windows") },
  { { "DISPLAY" },
#if HAVE_X11
    pel_x11_window_source_new, NULL
#else
    NULL, N_ ("This build of Pellucid knows no X11 desktops")
#endif
  },
};
/* clang-format on */

static gboolean
are_set (const char *const *variables)
{
  for (guint i = 0; variables[i] != NULL; i++)
    if (g_getenv (variables[i]) == NULL || g_getenv (variables[i])[0] == '\0')
      return FALSE;
  return TRUE;
}

static gboolean
make_window_source (PelSession *self, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      if (!are_set (sources[i].variables))
        continue;
      if (sources[i].make != NULL)
        {
          self->context.windows = sources[i].make (error);
          return self->context.windows != NULL;
        }
      pel_set_error (&self->context.windows_error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Use an X11 desktop or sway"),
                     "%s",
                     _ (sources[i].missing));
      return TRUE;
    }
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Start it on a desktop, or set DISPLAY or WAYLAND_DISPLAY"),
                 _ ("There is no display"));
  return FALSE;
}

static void
pel_session_finalize (GObject *object)
{
  PelSession *self = PEL_SESSION (object);

  g_clear_object (&self->context.windows);
  g_clear_object (&self->context.session_bus);
  g_clear_error (&self->context.windows_error);
  G_OBJECT_CLASS (pel_session_parent_class)->finalize (object);
}

static void
pel_session_class_init (PelSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_session_finalize;
}

static void
pel_session_init (PelSession *self)
{
  self->context.examine = pel_examiner_run;
  self->context.enable_accessibility = pel_examiner_enable_accessibility;
  self->context.refuse_overlay = pel_overlay_support_refuse;
}

PelSession *
pel_session_new (GDBusConnection *session_bus, GError **error)
{
  g_autoptr (PelSession) self = g_object_new (PEL_TYPE_SESSION, NULL);

  if (!make_window_source (self, error))
    return NULL;
  self->context.session_bus = g_object_ref (session_bus);
  return g_steal_pointer (&self);
}

const PelToolContext *
pel_session_get_context (PelSession *self)
{
  g_return_val_if_fail (PEL_IS_SESSION (self), NULL);

  return &self->context;
}

void
pel_session_set_inspector (PelSession *self, void (*open) (gpointer data), gpointer data)
{
  g_return_if_fail (PEL_IS_SESSION (self));

  self->context.open_inspector = open;
  self->context.inspector_data = data;
}
