/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/session.h"

#include "app/settings.h"
#include "overlay/overlay-picker.h"
#include "overlay/overlay-support.h"
#include "overlay/pick-input-factory.h"
#include "overlay/surface-factory.h"
#include "services/audit/file-witness.h"
#include "services/audit/journal-witness.h"
#include "services/base/error.h"
#include "services/policy/veiled-source.h"
#include "services/provider/atspi-provider.h"
#include "services/tool/calibrator.h"
#include "services/tool/examiner.h"
#if HAVE_X11
#include "services/window/x11-window-source.h"
#endif
#if HAVE_WAYLAND
#include "services/window/sway-window-source.h"
#endif

#include <gdk/gdk.h>
#include <glib/gi18n.h>

struct _PelSession
{
  GObject        parent_instance;
  PelToolContext context;
  PelOverlay    *overlay; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (PelSession, pel_session, G_TYPE_OBJECT)

/* Which window system tells about windows: that of the toolkit's display, and on Wayland the
 * compositor that the environment names. The first row that fits is taken. On Wayland an X server
 * may run too, but knows only its own. */
/* clang-format off */
static const struct { const char *display_type; const char *variable; PelWindowSource *(*make) (GError **error); const char *missing; } sources[] = {
  { "GdkWaylandDisplay", "SWAYSOCK",
#if HAVE_WAYLAND
    pel_sway_window_source_new, NULL
#else
    NULL, N_ ("This build of Pellucid knows no Wayland compositors")
#endif
  },
  { "GdkX11Display", "DISPLAY",
#if HAVE_X11
    pel_x11_window_source_new, NULL
#else
    NULL, N_ ("This build of Pellucid knows no X11 desktops")
#endif
  },
  { NULL, NULL,
    NULL, N_ ("This Wayland compositor does not tell other programs about its windows") },
};
/* clang-format on */

static gboolean
is_here (const char *display_type, const char *variable)
{
  GdkDisplay *display = gdk_display_get_default ();

  return display_type == NULL || (g_str_equal (G_OBJECT_TYPE_NAME (display), display_type) &&
                                  g_getenv (variable) != NULL && g_getenv (variable)[0] != '\0');
}

static gboolean
make_window_source (PelSession *self, GError **error)
{
  gsize i = 0;

  while (!is_here (sources[i].display_type, sources[i].variable))
    i++;
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

/* Elements are placed on windows: without windows there are none. */
static void
make_element_source (PelSession *self)
{
  g_autoptr (PelElementSource) provider = NULL;

  if (self->context.windows == NULL)
    {
      self->context.elements_error = g_error_copy (self->context.windows_error);
      return;
    }
  provider = PEL_ELEMENT_SOURCE (
      pel_atspi_provider_new (self->context.windows, self->context.session_bus));
  /* nobody else gets the provider itself: what is private stays behind it */
  self->context.elements = pel_veiled_source_new (provider, self->context.policy);
}

static PelPlatformKind
get_platform_kind (void)
{
  const char *type = G_OBJECT_TYPE_NAME (gdk_display_get_default ());

  return g_str_equal (type, "GdkX11Display") ? PEL_PLATFORM_X11 : PEL_PLATFORM_WAYLAND;
}

static PelSurface *
make_surface (gpointer unused, GError **error)
{
  return pel_surface_new (get_platform_kind (), error);
}

static PelPickInput *
make_pick_input (gpointer unused, GError **error)
{
  return pel_pick_input_new (get_platform_kind (), error);
}

static void
make_overlay (PelSession *self)
{
  PelPickingTools tools;

  if (self->context.elements == NULL)
    return;
  self->context.tracker = pel_region_tracker_new (self->context.elements, self->context.regions);
  self->overlay = pel_overlay_new (self->context.regions, make_surface, NULL);
  tools = (PelPickingTools){
    self->context.elements, self->context.regions, self->context.tracker, self->overlay
  };
  self->context.picker =
      pel_overlay_picker_new (self->context.windows, &tools, make_pick_input, NULL);
}

/* Nothing is opened before there is something to write. */
static void
make_audit (PelSession *self)
{
  g_autoptr (GSettings)     settings = pel_settings_new ();
  g_autoptr (PelAuditPlace) place = pel_audit_place_new (NULL);
  PelAuditWitness          *journal = pel_journal_witness_new (place->folder, PEL_JOURNAL_SOCKET);

  if (settings != NULL)
    {
      place->file_bytes = g_settings_get_uint (settings, "audit-file-size") * 1024ul * 1024ul;
      place->max_files = g_settings_get_uint (settings, "audit-files");
    }
  g_ptr_array_add (place->witnesses, pel_file_witness_new (NULL));
  if (journal != NULL)
    g_ptr_array_add (place->witnesses, journal);
  self->context.audit = pel_audit_log_new (place);
}

static void
pel_session_finalize (GObject *object)
{
  PelSession *self = PEL_SESSION (object);

  if (self->context.picker != NULL)
    g_object_run_dispose (G_OBJECT (self->context.picker)); /* a picking would hold it */
  g_clear_object (&self->context.picker);
  g_clear_object (&self->overlay);
  if (self->context.tracker != NULL)
    pel_region_tracker_hide (self->context.tracker);
  g_clear_object (&self->context.tracker);
  g_clear_object (&self->context.regions);
  g_clear_object (&self->context.elements);
  g_clear_object (&self->context.windows);
  g_clear_object (&self->context.audit);
  g_clear_object (&self->context.session_bus);
  g_clear_error (&self->context.windows_error);
  g_clear_error (&self->context.elements_error);
  g_clear_pointer (&self->context.facts, pel_facts_unref);
  g_clear_object (&self->context.policy);
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
  self->context.regions = pel_region_registry_new ();
  self->context.facts = pel_facts_new ();
  self->context.policy = pel_policy_store_new (pel_policy_places_get ());
  pel_facts_set_registry (self->context.facts, self->context.regions);
  self->context.examine = pel_examiner_run;
  self->context.enable_accessibility = pel_examiner_enable_accessibility;
  self->context.calibrate = pel_calibrator_run;
  self->context.refuse_overlay = pel_overlay_support_refuse;
}

PelSession *
pel_session_new (GDBusConnection *session_bus, GError **error)
{
  g_autoptr (PelSession) self = g_object_new (PEL_TYPE_SESSION, NULL);

  if (!make_window_source (self, error))
    return NULL;
  self->context.session_bus = g_object_ref (session_bus);
  make_element_source (self);
  make_overlay (self);
  make_audit (self);
  return g_steal_pointer (&self);
}

const PelToolContext *
pel_session_get_context (PelSession *self)
{
  g_return_val_if_fail (PEL_IS_SESSION (self), NULL);

  return &self->context;
}

PelOverlay *
pel_session_get_overlay (PelSession *self)
{
  g_return_val_if_fail (PEL_IS_SESSION (self), NULL);

  return self->overlay;
}

void
pel_session_set_inspector (PelSession *self, PelOpenInspectorFunc open, gpointer data)
{
  g_return_if_fail (PEL_IS_SESSION (self));

  self->context.open_inspector = open;
  self->context.inspector_data = data;
}
