/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/condition/likeness.h"
#include "services/tool/capture-order.h"
#include "services/tool/desktop-json.h"
#include "services/tool/element-result.h"
#include "services/tool/frame-answer.h"
#include "services/tool/look.h"
#include "services/tool/region-result.h"
#include "services/tool/shot-call.h"
#include "services/tool/side-picture.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

static const char *const format_names[] = { "png", "jpeg", NULL };
static const char *const output_names[] = { "base64", "file", "fd", NULL };

/* clang-format off */
static const PelField mask_fields[] = {
  { "x",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Image pixels, before scaling"), .minimum = -PEL_IMAGE_MAX_SIDE, .maximum = PEL_IMAGE_MAX_SIDE },
  { "y",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Image pixels, before scaling"), .minimum = -PEL_IMAGE_MAX_SIDE, .maximum = PEL_IMAGE_MAX_SIDE },
  { "width",  PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Pixels"), .minimum = 1, .maximum = PEL_IMAGE_MAX_SIDE },
  { "height", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Pixels"), .minimum = 1, .maximum = PEL_IMAGE_MAX_SIDE },
  { NULL },
};

static const PelField arguments[] = {
  PEL_SHOT_FIELDS,
  { "file_path",       PEL_FIELD_PATH,    PEL_FIELD_OPTIONAL, N_ ("Save to this file (default in a terminal: a new file in your Pictures folder)"), .short_name = 'o' },
  { "overwrite",       PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Replace the file if it exists") },
  { "format",          PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("File format (default: from the file name, else png)"), .choices = format_names },
  { "quality",         PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("JPEG quality (default: 90)"), .minimum = 1, .maximum = 100 },
  { "output",          PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("How to return it: as base64 in the result, as a file, or as a file descriptor with the result"), .choices = output_names },
  { "include_cursor",  PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Include the pointer") },
  { "include_overlay", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Include what the overlay shows") },
  { "annotate",        PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Outline, number and list interactive elements; refer to them as #12") },
  { "max_pixels",      PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Scale down to at most this many pixels; the result reports the scale"), .minimum = 1, .maximum = 1e9 },
  { "compare",         PEL_FIELD_PATH,    PEL_FIELD_OPTIONAL, N_ ("Compare with this PNG file, and fail if different") },
  { "tolerance",       PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Ignore differences up to this much per channel, out of 255 (default: 0)"), .minimum = 0, .maximum = 255 },
  { "masks",           PEL_FIELD_LIST,    PEL_FIELD_OPTIONAL, N_ ("Areas to leave out of the comparison"), .fields = mask_fields },
  { "difference_path", PEL_FIELD_PATH,    PEL_FIELD_OPTIONAL, N_ ("Write an image of the differences to this file") },
  { NULL },
};

static const PelField comparison_fields[] = {
  { "same",        PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether the images match") },
  { "n_different", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of different pixels") },
  { "share",       PEL_FIELD_NUMBER,  PEL_FIELD_REQUIRED, N_ ("Fraction of the compared pixels that differ, from 0 to 1") },
  { "text",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Summary in words") },
  { "changes",     PEL_FIELD_LIST,    PEL_FIELD_REQUIRED, N_ ("Where they differ, in image pixels"), .fields = pel_rect_fields },
  { "difference_path", PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("The image of the differences") },
  { NULL },
};

const PelField pel_capture_result[] = {
  { "frame_id",         PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Identifies the image for five minutes; click-xy accepts its pixels") },
  { "file_path",        PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("The saved file") },
  { "data",             PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("The image file in base64") },
  { "attachment",       PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Index of its file descriptor among those sent with the result") },
  { "mime_type",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("image/png or image/jpeg") },
  { "width",            PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Width in pixels") },
  { "height",           PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Height in pixels") },
  { "file_size",        PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Size in bytes") },
  { "sha256",           PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("SHA-256 of the file") },
  { "timestamp",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("When it was taken") },
  PEL_FRAME_PLACE_FIELDS,
  { "regions",          PEL_FIELD_LIST,    PEL_FIELD_OPTIONAL, N_ ("annotate: the numbered elements"), .fields = pel_region_fields },
  { "comparison",       PEL_FIELD_OBJECT,  PEL_FIELD_OPTIONAL, N_ ("compare: the result"), .fields = comparison_fields },
  { NULL },
};

static const PelColumn columns[] = {
  { "file_path", N_ ("File")     },
  { "frame_id",  N_ ("Frame")    },
  { "width",     N_ ("Width")    },
  { "height",    N_ ("Height")   },
  { "origin",    N_ ("Origin")   },
  { "scale",     N_ ("Scale")    },
  { "monitor",   N_ ("Monitor")  },
  { "window_id", N_ ("Window")   },
  { "file_size", N_ ("Bytes")    },
  { "sha256",    N_ ("SHA-256")  },
  { NULL },
};

static const PelColumn comparison_columns[] = {
  { "text",            N_ ("Comparison")  },
  { "difference_path", N_ ("Differences") },
  { NULL },
};

static const PelColumn region_columns[] = {
  { "index",  N_ ("#")      },
  { "role",   N_ ("Role")   },
  { "label",  N_ ("Label")  },
  { "bounds", N_ ("Bounds") },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_FIELDS, NULL,      NULL,            columns,        NULL },
  { PEL_VIEW_FIELDS, "comparison", NULL,         comparison_columns, NULL },
  { PEL_VIEW_TABLE,  "regions", N_ ("Regions"), region_columns, N_ ("No regions.") },
  { 0 },
};
/* clang-format on */

/* What a call has come to: data of its own task. */
typedef struct
{
  PelCaptureJob *job;     /* until it runs */
  PelPhoto      *photo;   /* once it is taken */
  PelRegionList *regions; /* (nullable) of annotate */
  char          *timestamp;
} Making;

static void
making_free (Making *making)
{
  g_clear_pointer (&making->job, pel_capture_job_free);
  g_clear_pointer (&making->photo, pel_photo_free);
  g_clear_pointer (&making->regions, pel_region_list_unref);
  g_free (making->timestamp);
  g_free (making);
}

static Making *
get_making (GTask *task)
{
  return g_object_get_data (G_OBJECT (task), "making");
}

static gboolean
is_asked_for (const PelToolCall *call, const char *argument)
{
  return json_object_get_boolean_member_with_default (call->arguments, argument, FALSE);
}

static const char *
get_text (const PelToolCall *call, const char *argument)
{
  return json_object_get_string_member_with_default (call->arguments, argument, NULL);
}

/* Numbers in the picture */

/* (transfer full): of a picture of one window, only what is in it. */
static PelRegionList *
filter_regions (PelRegionList *list, const PelPhoto *photo)
{
  GPtrArray  *regions;
  const char *id = photo->window != NULL ? pel_window_get_info (photo->window)->id : NULL;

  if (id == NULL)
    return pel_region_list_ref (list);
  regions = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_unref);
  for (guint i = 0; i < list->regions->len; i++)
    {
      PelRegion *region = list->regions->pdata[i];

      if (g_strcmp0 (region->window_id, id) == 0)
        g_ptr_array_add (regions, pel_region_ref (region));
    }
  return pel_region_list_new (list->scope, list->layout, regions, list->n_left_out);
}

/* What the person sees has the numbers that the person sees. */
static PelRegionList *
number_regions (const PelToolContext *context, const PelPhoto *photo, PelSnapshot *snapshot)
{
  PelRegionScope scope = { .kind = PEL_REGIONS_OF_DESKTOP };

  if (photo->window != NULL)
    scope = (PelRegionScope){ .kind = PEL_REGIONS_OF_WINDOW,
                              .target = pel_window_get_info (photo->window)->id };
  if (!pel_region_tracker_is_ready (context->tracker))
    pel_region_registry_update (context->regions, pel_region_builder_build (&scope, snapshot));
  return filter_regions (pel_region_registry_get_list (context->regions), photo);
}

/* Takes what is drawn on it. */
static void
draw (PelToolCall *call, Making *making, PelRegionList *regions)
{
  PelImage *drawn = call->context->draw_regions (call->context,
                                                 regions,
                                                 making->photo->image,
                                                 &making->photo->rect);

  pel_image_unref (making->photo->image);
  making->photo->image = drawn;
}

static void run_job (GTask *task, GTask *step);

static void
looked_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)       step = user_data;
  GTask                  *task = g_task_get_task_data (step);
  PelToolCall            *call = pel_tool_call_get (task);
  Making                 *making = get_making (task);
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot = pel_look_for_task_finish (async_result, &error);

  if (snapshot == NULL)
    {
      g_task_return_error (step, error);
      return;
    }
  making->regions = number_regions (call->context, making->photo, snapshot);
  draw (call, making, making->regions);
  run_job (task, step);
}

/* The answer */

static void
job_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask) step = user_data;
  GTask            *task = g_task_get_task_data (step);
  GError           *error = NULL;

  get_making (task)->job = pel_capture_job_run_finish (async_result, &error);
  if (error == NULL)
    g_task_return_boolean (step, TRUE);
  else
    g_task_return_error (step, error);
}

static void
run_job (GTask *task, GTask *step)
{
  Making        *making = get_making (task);
  PelCaptureJob *job = g_steal_pointer (&making->job);

  job->image = pel_image_ref (making->photo->image);
  pel_capture_job_run_async (job, g_task_get_cancellable (step), job_cb, g_object_ref (step));
}

static void
use_async (GTask              *task,
           PelPhoto           *photo,
           GCancellable       *cancellable,
           GAsyncReadyCallback callback,
           gpointer            user_data)
{
  PelToolCall          *call = pel_tool_call_get (task);
  Making               *making = get_making (task);
  g_autoptr (GTask)     step = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

  g_task_set_source_tag (step, use_async);
  g_task_set_task_data (step, task, NULL);
  making->photo = photo;
  making->timestamp = g_date_time_format_iso8601 (now);
  if (is_asked_for (call, "include_overlay") && call->context->draw_regions != NULL)
    draw (call, making, NULL);
  if (is_asked_for (call, "annotate") && call->context->draw_regions != NULL &&
      call->context->tracker != NULL)
    pel_look_for_task_async (task,
                             &(PelLook){ .kind = PEL_LOOK_DESKTOP },
                             looked_cb,
                             g_object_ref (step));
  else
    run_job (task, step);
}

/* (transfer full): of two pictures of the same size. */
static char *
word_difference (const PelImageDiff *diff)
{
  g_autoptr (PelLikeness) likeness = pel_likeness_new (diff->n_different);

  if (diff->rects != NULL)
    g_array_append_vals (likeness->rects, diff->rects->data, diff->rects->len);
  return pel_likeness_dup_words (likeness);
}

/* (transfer full) */
static char *
word_comparison (const PelCaptureJob *job)
{
  if (job->diff->is_same_size)
    return word_difference (job->diff);
  return g_strdup_printf (_ ("The image is %d×%d pixels, but the baseline is %d×%d"),
                          job->image->width,
                          job->image->height,
                          job->baseline_width,
                          job->baseline_height);
}

static JsonObject *
make_comparison (const PelCaptureJob *job)
{
  const PelImageDiff *diff = job->diff;
  JsonObject         *object = json_object_new ();
  JsonArray          *changes = json_array_new ();
  g_autofree char    *text = word_comparison (job);

  json_object_set_string_member (object, "text", text);
  json_object_set_boolean_member (object, "same", diff->is_same_size && diff->n_different == 0);
  json_object_set_int_member (object, "n_different", (gint64) diff->n_different);
  json_object_set_double_member (object, "share", diff->share);
  for (guint i = 0; diff->rects != NULL && i < diff->rects->len; i++)
    {
      const PelImageRect *rect = &g_array_index (diff->rects, PelImageRect, i);

      json_array_add_object_element (changes,
                                     pel_physical_rect_to_json (&(PelPhysicalRect){
                                         rect->x, rect->y, rect->width, rect->height }));
    }
  json_object_set_array_member (object, "changes", changes);
  if (job->difference_path != NULL && diff->is_same_size)
    json_object_set_string_member (object, "difference_path", job->difference_path);
  return object;
}

/* FALSE with PEL_ERROR_VERIFICATION_FAILED if it differs from the baseline. */
static gboolean
check_same (const PelCaptureJob *job, GError **error)
{
  g_autofree char *text = NULL;

  if (job->diff == NULL || (job->diff->is_same_size && job->diff->n_different == 0))
    return TRUE;
  text = word_comparison (job);
  pel_set_error (error,
                 PEL_ERROR_VERIFICATION_FAILED,
                 job->diff->is_same_size
                     ? _ ("Take a new baseline if this is intended, or mask what may change")
                     : _ ("Take a new baseline if this is intended"),
                 "%s",
                 text);
  if (error != NULL)
    pel_error_take_details (*error, make_comparison (job));
  return FALSE;
}

static void
set_file (GTask *task, JsonObject *data)
{
  PelToolCall   *call = pel_tool_call_get (task);
  Making        *making = get_making (task);
  PelCaptureJob *job = making->job;

  if (job->file_path != NULL)
    json_object_set_string_member (data, "file_path", job->file_path);
  else if (g_strcmp0 (get_text (call, "output"), "fd") == 0)
    json_object_set_int_member (data, "attachment", pel_frame_answer_attach (call, job->bytes));
  else
    {
      g_autofree char *text =
          g_base64_encode (g_bytes_get_data (job->bytes, NULL), g_bytes_get_size (job->bytes));

      json_object_set_string_member (data, "data", text);
    }
}

static const char *
remember (const PelToolCall *call, const PelPhoto *photo, const PelCaptureJob *job)
{
  return pel_frame_store_add (call->context->frames,
                              &(PelFrame){ .origin = { photo->rect.x, photo->rect.y },
                                           .scale = job->scale,
                                           .width = job->width,
                                           .height = job->height,
                                           .desktop = photo->desktop,
                                           .window_id =
                                               photo->window != NULL
                                                   ? pel_window_get_info (photo->window)->id
                                                   : NULL,
                                           .time = g_get_monotonic_time () });
}

static JsonArray *
make_regions (const Making *making)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < making->regions->regions->len; i++)
    {
      const PelRegion *region = making->regions->regions->pdata[i];
      PelPhysicalRect  place, part;

      pel_desktop_to_physical (making->photo->desktop, &region->bounds, &place);
      part = pel_physical_rect_intersect (&place, &making->photo->rect);
      if (!pel_physical_rect_is_empty (&part))
        json_array_add_object_element (array, pel_region_to_json (region, making->regions->layout));
    }
  return array;
}

static JsonObject *
make_data (GTask *task)
{
  PelToolCall         *call = pel_tool_call_get (task);
  Making              *making = get_making (task);
  const PelCaptureJob *job = making->job;
  JsonObject          *data = json_object_new ();

  json_object_set_string_member (data, "frame_id", remember (call, making->photo, job));
  set_file (task, data);
  json_object_set_string_member (data,
                                 "mime_type",
                                 job->format.kind == PEL_IMAGE_PNG ? "image/png" : "image/jpeg");
  json_object_set_int_member (data, "width", job->width);
  json_object_set_int_member (data, "height", job->height);
  json_object_set_int_member (data, "file_size", (gint64) g_bytes_get_size (job->bytes));
  json_object_set_string_member (data, "sha256", job->sha256);
  json_object_set_string_member (data, "timestamp", making->timestamp);
  pel_photo_set_place (making->photo, job->scale, data);
  if (making->regions != NULL)
    json_object_set_array_member (data, "regions", make_regions (making));
  if (job->diff != NULL)
    json_object_set_object_member (data, "comparison", make_comparison (job));
  return data;
}

static JsonObject *
make_evidence (const PelToolCall *call, const PelCaptureJob *job)
{
  JsonObject *evidence;

  if (call->context->policy != NULL && pel_policy_keeps_frames (pel_policy_store_get_policy (
                                           call->context->policy)) == PEL_KEEP_FRAMES_NONE)
    return NULL;
  evidence = json_object_new ();
  json_object_set_string_member (evidence, "frame_sha256", job->sha256);
  return evidence;
}

static JsonObject *
use_finish (GTask *task, GAsyncResult *async_result, JsonObject **ret_evidence, GError **error)
{
  Making *making = get_making (task);

  if (!g_task_propagate_boolean (G_TASK (async_result), error) || !check_same (making->job, error))
    return NULL;
  *ret_evidence = make_evidence (pel_tool_call_get (task), making->job);
  return make_data (task);
}

static void
run (GTask *task)
{
  PelToolCall *call = pel_tool_call_get (task);
  Making      *making = g_new0 (Making, 1);
  GError      *error = NULL;

  making->job = g_new0 (PelCaptureJob, 1);
  g_object_set_data_full (G_OBJECT (task), "making", making, (GDestroyNotify) making_free);
  if (!pel_capture_order_read (call, making->job, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  pel_shot_call_run (task,
                     &(PelShotWish){ .with_cursor = is_asked_for (call, "include_cursor"),
                                     .use_async = use_async,
                                     .use_finish = use_finish });
}

const PelTool pel_tool_capture = {
  .name = "ui_capture",
  .summary = N_ ("Take a screenshot of the desktop, a monitor, a window, a region or an element"),
  .when = N_ ("Use ui_snapshot for names, states and refs"),
  .tool_class = PEL_TOOL_CAPTURE,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = PEL_SHOT_TIMEOUT_MS,
  .arguments = arguments,
  .result = pel_capture_result,
  .views = views,
  .run = run,
};
