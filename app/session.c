/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/session.h"

#include "app/settings.h"
#include "overlay/overlay-picker.h"
#include "overlay/overlay-support.h"
#include "overlay/pick-input-factory.h"
#include "overlay/region-drawing.h"
#include "overlay/surface-factory.h"
#include "services/approval/approval-marker.h"
#include "services/audit/file-witness.h"
#include "services/audit/journal-witness.h"
#include "services/base/error.h"
#include "services/base/helper.h"
#include "services/capture/portal-camera.h"
#include "services/ocr/tesseract-reader.h"
#include "services/pipeline/photo-camera.h"
#include "services/policy/veiled-source.h"
#include "services/provider/atspi-provider.h"
#include "services/tool/calibrator.h"
#include "services/tool/examiner.h"
#if HAVE_X11
#include "services/capture/x11-camera.h"
#include "services/input/x11-input.h"
#include "services/input/x11-person-watch.h"
#include "services/window/x11-window-control.h"
#include "services/window/x11-window-source.h"
#endif
#if HAVE_WAYLAND
#include "services/capture/wlr-camera.h"
#include "services/input/wlr-person-watch.h"
#include "services/window/sway-window-control.h"
#include "services/window/sway-window-source.h"
#endif

#include <gdk/gdk.h>
#include <glib/gi18n.h>

#define PANIC_CHORD "ctrl+alt+Escape" /* without settings */

struct _PelSession
{
  GObject            parent_instance;
  PelToolContext     context;
  PelOverlay        *overlay;  /* (nullable) */
  PelApprovalMarker *marker;   /* outlines what the person is asked about */
  GSettings         *settings; /* (nullable) */
  PelAtspiProvider  *provider; /* (nullable) only to end its borrowing */
};

G_DEFINE_FINAL_TYPE (PelSession, pel_session, G_TYPE_OBJECT)

#if HAVE_X11
static PelInput *
make_x11_input (PelWindowSource *windows, GError **error)
{
  return pel_x11_input_new (/* hand= */ NULL, error);
}

static PelPersonWatch *
make_x11_person_watch (PelInput *unused, GError **error)
{
  return pel_x11_person_watch_new (error);
}

/* What is above all windows is left out of its pictures without being taken away. */
static PelCamera *
make_x11_camera (PelOverlay *overlay, GError **error)
{
  return pel_x11_camera_new (error);
}
#endif

#if HAVE_WAYLAND
static PelInput *
make_wlr_input (PelWindowSource *windows, GError **error)
{
  return pel_wlr_input_new (windows, /* hand_path= */ NULL, error);
}

static PelPersonWatch *
make_wlr_person_watch (PelInput *input, GError **error)
{
  /* without a connection for hands there is none for ears */
  return input != NULL ? pel_wlr_person_watch_new (PEL_WLR_INPUT (input), error) : NULL;
}

static void
close_curtain_async (gpointer overlay, GAsyncReadyCallback callback, gpointer user_data)
{
  pel_overlay_close_async (overlay, callback, user_data);
}

static void
close_curtain_finish (gpointer overlay, GAsyncResult *result)
{
  pel_overlay_close_finish (overlay, result);
}

static void
open_curtain (gpointer overlay)
{
  pel_overlay_open (overlay);
}

static PelCamera *
make_wlr_camera (PelOverlay *overlay, GError **error)
{
  const PelCurtain curtain = { close_curtain_async, close_curtain_finish, open_curtain, overlay };

  return pel_wlr_camera_new (overlay != NULL ? &curtain : NULL, error);
}
#endif

/* What a window system is reached by: that of the toolkit's display, and on Wayland the compositor
 * that the environment names. The first row that fits is taken. On Wayland an X server may run too,
 * but knows only its own. All makers but the first are nullable. */
typedef struct
{
  const char *display_type;
  const char *variable;
  PelWindowSource *(*make_windows) (GError **error);
  PelWindowControl *(*make_control) (PelWindowSource *windows, GError **error);
  PelInput *(*make_input) (PelWindowSource *windows, GError **error);
  PelCamera *(*make_camera) (PelOverlay *overlay, GError **error);
  PelPersonWatch *(*make_person_watch) (PelInput *input, GError **error); /* input: nullable */
  const char *missing; /* why there are none of them */
} Platform;

/* clang-format off */
static const Platform platforms[] = {
  { "GdkWaylandDisplay", "SWAYSOCK",
#if HAVE_WAYLAND
    .make_windows = pel_sway_window_source_new,
    .make_control = pel_sway_window_control_new,
    .make_input = make_wlr_input,
    .make_camera = make_wlr_camera,
    .make_person_watch = make_wlr_person_watch,
#else
    .missing = N_ ("This build of Pellucid does not support Wayland"),
#endif
  },
  { "GdkX11Display", "DISPLAY",
#if HAVE_X11
    .make_windows = pel_x11_window_source_new,
    .make_control = pel_x11_window_control_new,
    .make_input = make_x11_input,
    .make_camera = make_x11_camera,
    .make_person_watch = make_x11_person_watch,
#else
    .missing = N_ ("This build of Pellucid does not support X11"),
#endif
  },
  { NULL, NULL,
    .missing = N_ ("This Wayland compositor does not report its windows to other programs") },
};
/* clang-format on */

static gboolean
is_here (const Platform *platform)
{
  GdkDisplay *display = gdk_display_get_default ();
  const char *value = platform->variable != NULL ? g_getenv (platform->variable) : NULL;

  return platform->display_type == NULL ||
         (g_str_equal (G_OBJECT_TYPE_NAME (display), platform->display_type) && value != NULL &&
          value[0] != '\0');
}

static const Platform *
find_platform (void)
{
  const Platform *platform = platforms;

  while (!is_here (platform))
    platform++;
  return platform;
}

static gboolean
make_window_source (PelSession *self, const Platform *platform, GError **error)
{
  if (platform->make_windows != NULL)
    {
      self->context.windows = platform->make_windows (error);
      if (self->context.windows == NULL || platform->make_control == NULL)
        return self->context.windows != NULL;
      self->context.window_control = platform->make_control (self->context.windows, error);
      return self->context.window_control != NULL;
    }
  pel_set_error (&self->context.windows_error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Use an X11 desktop or sway"),
                 "%s",
                 _ (platform->missing));
  return TRUE;
}

/* Nothing is started before the first gesture. */
static void
make_input (PelSession *self, const Platform *platform)
{
  if (self->context.windows_error != NULL)
    self->context.input_error = g_error_copy (self->context.windows_error);
  else if (platform->make_input != NULL)
    self->context.input = platform->make_input (self->context.windows, &self->context.input_error);
}

/* @regions: (nullable). */
static PelImage *
draw_regions (const PelToolContext  *context,
              PelRegionList         *regions,
              PelImage              *image,
              const PelPhysicalRect *rect)
{
  PelSceneRequest request = { .layout = pel_region_registry_get_layout (context->regions),
                              .flags = PEL_SCENE_TAGS | PEL_SCENE_LABELS };

  if (regions == NULL)
    request.marks = pel_region_registry_get_marks (context->regions);
  if (regions == NULL && pel_region_registry_is_shown (context->regions))
    regions = pel_region_registry_get_list (context->regions);
  if (regions != NULL)
    {
      request.layout = regions->layout;
      request.regions = regions->regions;
    }
  if (request.layout == NULL) /* nothing has been looked at: nothing is shown */
    return pel_image_ref (image);
  return pel_region_drawing_draw (&request, image, rect);
}

/* After the overlay, which is in no picture. */
static void
make_camera (PelSession *self, const Platform *platform)
{
  if (platform->make_camera != NULL)
    self->context.camera = platform->make_camera (self->overlay, &self->context.camera_error);
  else
    self->context.camera = pel_portal_camera_new (self->context.session_bus);
}

/* Elements are placed on windows: without windows there are none. */
static void
make_element_source (PelSession *self)
{
  g_autoptr (PelAtspiProvider) provider = NULL;
  g_autoptr (PelElementSource) veiled = NULL;
  g_autoptr (PelTextReader)    reader = pel_tesseract_reader_new ();
  g_autofree char             *keeper = pel_helper_dup_path ("pellucid-a11y-keeper");

  self->context.a11y = pel_a11y_keeper_new (keeper);
  if (self->context.windows == NULL)
    {
      self->context.elements_error = g_error_copy (self->context.windows_error);
      return;
    }
  provider = pel_atspi_provider_new (self->context.windows, self->context.session_bus);
  pel_atspi_provider_set_keeper (provider, self->context.a11y);
  self->provider = g_object_ref (provider);
  /* nothing else gets the provider itself: what is private stays behind it */
  veiled = pel_veiled_source_new (PEL_ELEMENT_SOURCE (provider), self->context.policy);
  self->context.text =
      pel_text_source_new (veiled,
                           &(PelTextSourceParts){ reader,
                                                  pel_atspi_provider_get_refs (provider),
                                                  pel_atspi_provider_get_snapshots (provider) });
  self->context.elements = g_object_ref (PEL_ELEMENT_SOURCE (self->context.text));
}

/* What is private is not read either. */
static void
give_text_a_camera (PelSession *self)
{
  g_autoptr (PelCamera) camera = NULL;

  if (self->context.text == NULL)
    return;
  if (self->context.camera != NULL)
    camera = pel_photo_camera_new (
        &(PelPhotoStudio){ self->context.windows, self->context.camera, self->context.policy });
  pel_text_source_set_camera (self->context.text, camera, self->context.camera_error);
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

/* What others show the person goes with what they do. */
static void
stopper_changed_cb (PelStopper *stopper, PelRegionRegistry *regions)
{
  if (pel_stopper_is_stopped (stopper))
    pel_region_registry_clear_marks (regions, PEL_MARK_HIGHLIGHT);
}

/* Nothing is opened before there is something to write. */
static void
make_audit (PelSession *self)
{
  g_autoptr (GSettings)     settings = pel_settings_new ();
  g_autoptr (PelAuditPlace) place = pel_audit_place_new (NULL);
  g_autofree char          *stop_path = pel_stopper_dup_path ();
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
  self->context.stopper = pel_stopper_new (self->context.audit, stop_path);
  g_signal_connect_object (self->context.stopper,
                           "changed",
                           G_CALLBACK (stopper_changed_cb),
                           self->context.regions,
                           0);
}

/* The approver is started with the first question. */
static void
make_approvals (PelSession *self)
{
  g_autoptr (PelGrants) grants = pel_grants_new (self->context.policy, self->context.session_bus);

  self->context.approvals = pel_approval_queue_new (grants, NULL, NULL);
  self->context.approver = pel_approver_link_new (self->context.approvals, NULL);
  self->marker = pel_approval_marker_new (self->context.approvals, self->context.regions);
}

static void
panic_cb (PelPersonWatch *person, PelStopper *stopper)
{
  pel_stopper_stop (stopper, _ ("the panic key"));
}

/* @text that makes no sense counts as the default: a panic key that fails silently is none. */
static PelChord
read_panic_chord (const char *text)
{
  PelChord chord = { 0 };

  if (text[0] != '\0' && !pel_chord_parse (text, &chord, NULL))
    pel_chord_parse (PANIC_CHORD, &chord, NULL);
  return chord;
}

static void
set_panic_chord (PelSession *self)
{
  g_autofree char   *text = self->settings != NULL
                                ? g_settings_get_string (self->settings, "panic-key")
                                : g_strdup (PANIC_CHORD);
  g_autoptr (GError) error = NULL;
  PelChord           chord = read_panic_chord (text);

  if (!pel_person_watch_set_panic_chord (self->context.person,
                                         chord.n_keysyms > 0 ? &chord : NULL,
                                         &error))
    g_message ("%s", error->message);
}

static void
panic_key_changed_cb (GSettings *settings, const char *key, PelSession *self)
{
  set_panic_chord (self);
}

/* When the person uses their own devices acting waits, and it stops when they press the panic key.
 */
static void
make_person_watch (PelSession *self, const Platform *platform)
{
  if (platform->make_person_watch == NULL)
    return;
  self->context.person =
      platform->make_person_watch (self->context.input, &self->context.person_error);
  if (self->context.person == NULL)
    return;
  self->settings = pel_settings_new ();
  set_panic_chord (self);
  if (self->settings != NULL)
    g_signal_connect_object (self->settings,
                             "changed::panic-key",
                             G_CALLBACK (panic_key_changed_cb),
                             self,
                             0);
  g_signal_connect_object (self->context.person,
                           "stop",
                           G_CALLBACK (panic_cb),
                           self->context.stopper,
                           0);
}

static void
pel_session_finalize (GObject *object)
{
  PelSession *self = PEL_SESSION (object);

  if (self->context.picker != NULL)
    g_object_run_dispose (G_OBJECT (self->context.picker)); /* a picking would hold it */
  g_clear_object (&self->context.picker);
  g_clear_object (&self->context.approver);
  g_clear_object (&self->marker);
  g_clear_object (&self->context.approvals);
  g_clear_object (&self->context.camera);
  g_clear_object (&self->overlay);
  g_clear_object (&self->context.person);
  g_clear_object (&self->settings);
  if (self->context.tracker != NULL)
    pel_region_tracker_hide (self->context.tracker);
  g_clear_object (&self->context.tracker);
  g_clear_object (&self->context.regions);
  if (self->context.text != NULL)
    pel_text_reader_stop (pel_text_source_get_reader (self->context.text));
  g_clear_object (&self->context.text);
  g_clear_object (&self->context.elements);
  if (self->provider != NULL)
    pel_atspi_provider_set_keeper (self->provider, NULL);
  g_clear_object (&self->provider);
  g_clear_pointer (&self->context.a11y, pel_a11y_keeper_free);
  g_clear_object (&self->context.input);
  g_clear_object (&self->context.window_control);
  g_clear_object (&self->context.windows);
  g_clear_object (&self->context.stopper);
  g_clear_object (&self->context.audit);
  g_clear_object (&self->context.session_bus);
  g_clear_error (&self->context.windows_error);
  g_clear_error (&self->context.elements_error);
  g_clear_error (&self->context.input_error);
  g_clear_error (&self->context.person_error);
  g_clear_error (&self->context.camera_error);
  g_clear_pointer (&self->context.facts, pel_facts_unref);
  g_clear_pointer (&self->context.frames, pel_frame_store_free);
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
  g_autofree char *frames =
      g_build_filename (g_get_user_runtime_dir (), "pellucid", "next-frame", NULL);

  self->context.regions = pel_region_registry_new ();
  self->context.facts = pel_facts_new ();
  self->context.frames = pel_frame_store_new (frames);
  self->context.policy = pel_policy_store_new (pel_policy_places_get ());
  pel_facts_set_registry (self->context.facts, self->context.regions);
  self->context.examine = pel_examiner_run;
  self->context.enable_accessibility = pel_examiner_enable_accessibility;
  self->context.calibrate = pel_calibrator_run;
  self->context.refuse_overlay = pel_overlay_support_refuse;
  self->context.draw_regions = draw_regions;
}

PelSession *
pel_session_new (GDBusConnection *session_bus, GError **error)
{
  g_autoptr (PelSession) self = g_object_new (PEL_TYPE_SESSION, NULL);
  const Platform        *platform = find_platform ();

  if (!make_window_source (self, platform, error))
    return NULL;
  make_input (self, platform);
  self->context.session_bus = g_object_ref (session_bus);
  make_element_source (self);
  make_overlay (self);
  make_camera (self, platform);
  give_text_a_camera (self);
  make_audit (self);
  make_approvals (self);
  make_person_watch (self, platform);
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
