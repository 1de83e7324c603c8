/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/capture-order.h"

#include "services/audit/audit-folder.h"
#include "services/base/error.h"

#include <glib/gi18n.h>
#include <string.h>

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

static gboolean
has_ending (const char *path, const char *ending)
{
  gsize length = strlen (path), n = strlen (ending);

  return length >= n && g_ascii_strcasecmp (path + length - n, ending) == 0;
}

static PelImageKind
get_kind (const PelToolCall *call)
{
  const char *format = get_text (call, "format");
  const char *path = get_text (call, "file_path");

  if (format != NULL)
    return g_str_equal (format, "jpeg") ? PEL_IMAGE_JPEG : PEL_IMAGE_PNG;
  return path != NULL && (has_ending (path, ".jpg") || has_ending (path, ".jpeg")) ? PEL_IMAGE_JPEG
                                                                                   : PEL_IMAGE_PNG;
}

static const struct
{
  const char  *ending;
  PelImageKind kind;
} endings[] = { { ".png", PEL_IMAGE_PNG },
                { ".jpg", PEL_IMAGE_JPEG },
                { ".jpeg", PEL_IMAGE_JPEG } };

/* What an agent writes looks like what it is. */
static gboolean
check_ending (const char *path, PelImageKind kind, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (path == NULL || (endings[i].kind == kind && has_ending (path, endings[i].ending)))
      return TRUE;
  pel_set_error (error,
                 PEL_ERROR_DENIED,
                 kind == PEL_IMAGE_PNG ? _ ("Use a name that ends with .png")
                                       : _ ("Use a name that ends with .jpg or .jpeg"),
                 _ ("Agents may not write an image to “%s”: its name does not match the format"),
                 path);
  return FALSE;
}

static gboolean
is_agent (const PelToolCall *call)
{
  return pel_caller_get_info (call->caller.identity)->kind == PEL_CALLER_AGENT;
}

/* A name that promises something else is a mistake. */
static gboolean
check_name (const PelToolCall *call, GError **error)
{
  const char      *path = get_text (call, "file_path");
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : NULL;

  for (gsize i = 0; name != NULL && i < G_N_ELEMENTS (endings); i++)
    if (has_ending (name, endings[i].ending) && endings[i].kind != get_kind (call))
      {
        pel_set_error (error,
                       PEL_ERROR_INVALID_ARGUMENT,
                       _ ("Omit the format, or change the file name"),
                       _ ("The format does not match the file name “%s”"),
                       name);
        return FALSE;
      }
    else if (has_ending (name, endings[i].ending))
      return TRUE;
  if (name == NULL || strchr (name, '.') == NULL || get_text (call, "format") != NULL)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Use a name that ends with .png or .jpg, or specify the format"),
                 _ ("Unknown image format for “%s”"),
                 name);
  return FALSE;
}

/* One would take the place of the other. */
static gboolean
check_paths (const PelToolCall *call, GError **error)
{
  const char *difference = get_text (call, "difference_path");

  if (difference == NULL || (g_strcmp0 (difference, get_text (call, "compare")) != 0 &&
                             g_strcmp0 (difference, get_text (call, "file_path")) != 0))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 _ ("“difference_path” must differ from “compare” and “file_path”"));
  return FALSE;
}

/* (transfer full): where the policy lets agents write. */
static GPtrArray *
dup_folders (const PelToolCall *call)
{
  g_autoptr (PelPolicy) policy =
      call->context->policy == NULL
          ? pel_policy_new_default ()
          : pel_policy_ref (pel_policy_store_get_policy (call->context->policy));

  return pel_policy_dup_folders (policy);
}

static PelFileScope *
make_scope (const PelToolCall *call)
{
  PelFileScope         *scope = pel_file_scope_new ();
  g_autoptr (GPtrArray) lists = dup_folders (call);

  for (guint i = 0; is_agent (call) && i < lists->len; i++)
    pel_file_scope_add (scope, lists->pdata[i]);
  return scope;
}

/* Where a file goes whose caller names none: of an agent, where it may write, of a person among the
 * pictures. */
static void
set_folders (const PelToolCall *call, PelCaptureJob *job)
{
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();
  g_autoptr (GPtrArray)    lists = dup_folders (call);
  g_autofree char         *pictures = pel_policy_dup_pictures ();

  for (guint i = 0; is_agent (call) && i < lists->len; i++)
    g_strv_builder_addv (folders, lists->pdata[i]);
  if (!is_agent (call))
    g_strv_builder_add (folders, pictures);
  job->folders = g_strv_builder_end (folders);
  if (is_agent (call) && g_strv_contains ((const char *const *) job->folders, pictures))
    job->new_folder = g_steal_pointer (&pictures);
}

/* A name that no other picture has. */
static char *
make_name (PelImageKind kind)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char      *time = g_date_time_format (now, "%Y-%m-%d-%H%M%S");

  return g_strdup_printf ("pellucid-%s-%03d.%s",
                          time,
                          g_date_time_get_microsecond (now) / 1000,
                          kind == PEL_IMAGE_PNG ? "png" : "jpg");
}

/* A person gets a file to look at, a program what it asked for in its answer. */
static gboolean
read_output (const PelToolCall *call, PelCaptureJob *job, GError **error)
{
  const char   *output = get_text (call, "output");
  const char   *path = get_text (call, "file_path");
  PelCallerKind caller = pel_caller_get_info (call->caller.identity)->kind;

  if (path != NULL && output != NULL && !g_str_equal (output, "file"))
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("“file_path” requires the output “file”"));
      return FALSE;
    }
  if (is_agent (call) && (!check_ending (path, get_kind (call), error) ||
                          !check_ending (job->difference_path, PEL_IMAGE_PNG, error)))
    return FALSE;
  if (is_asked_for (call, "overwrite") && is_agent (call))
    {
      pel_set_error (error,
                     PEL_ERROR_DENIED,
                     _ ("Choose a file that does not exist yet"),
                     _ ("Only the person may overwrite a file"));
      return FALSE;
    }
  job->file_mode = is_asked_for (call, "overwrite") ? PEL_NEW_FILE_REPLACE : PEL_NEW_FILE_ONLY_NEW;
  if (path != NULL)
    job->file_path = g_strdup (path);
  else if (g_strcmp0 (output, "file") == 0 ||
           (output == NULL && caller == PEL_CALLER_TERMINAL && job->baseline_path == NULL))
    {
      job->file_path = make_name (job->format.kind);
      set_folders (call, job);
    }
  job->scope = make_scope (call);
  return TRUE;
}

static GArray *
read_masks (const PelToolCall *call)
{
  GArray    *masks = g_array_new (FALSE, FALSE, sizeof (PelImageRect));
  JsonArray *given = json_object_has_member (call->arguments, "masks")
                         ? json_object_get_array_member (call->arguments, "masks")
                         : NULL;

  for (guint i = 0; given != NULL && i < json_array_get_length (given); i++)
    {
      JsonObject  *mask = json_array_get_object_element (given, i);
      PelImageRect rect = { (int) json_object_get_int_member (mask, "x"),
                            (int) json_object_get_int_member (mask, "y"),
                            (int) json_object_get_int_member (mask, "width"),
                            (int) json_object_get_int_member (mask, "height") };

      g_array_append_val (masks, rect);
    }
  return masks;
}

static gboolean
check_comparison (const PelToolCall *call, GError **error)
{
  static const char *const only[] = { "tolerance", "masks", "difference_path" };

  for (gsize i = 0; i < G_N_ELEMENTS (only); i++)
    if (json_object_has_member (call->arguments, only[i]) &&
        !json_object_has_member (call->arguments, "compare"))
      {
        pel_set_error (error,
                       PEL_ERROR_INVALID_ARGUMENT,
                       NULL,
                       _ ("“%s” requires “compare”"),
                       only[i]);
        return FALSE;
      }
  return TRUE;
}

/* (nullable): the folder in which the policy requires images to be kept. */
static char *
find_keep_folder (const PelToolCall *call)
{
  g_autoptr (PelAuditPlace) place = NULL;

  if (call->context->policy == NULL || pel_policy_keeps_frames (pel_policy_store_get_policy (
                                           call->context->policy)) != PEL_KEEP_FRAMES_FILE)
    return NULL;
  place = pel_audit_place_new (NULL);
  return g_build_filename (place->folder, PEL_AUDIT_FRAMES_FOLDER, NULL);
}

gboolean
pel_capture_order_read (const PelToolCall *call, PelCaptureJob *job, GError **error)
{
  job->format.kind = get_kind (call);
  job->format.quality = (int) json_object_get_int_member_with_default (call->arguments,
                                                                       "quality",
                                                                       PEL_IMAGE_DEFAULT_QUALITY);
  job->max_pixels =
      (gsize) json_object_get_int_member_with_default (call->arguments, "max_pixels", 0);
  job->baseline_path = g_strdup (get_text (call, "compare"));
  job->difference_path = g_strdup (get_text (call, "difference_path"));
  job->tolerance = (int) json_object_get_int_member_with_default (call->arguments, "tolerance", 0);
  job->masks = read_masks (call);
  job->keep_folder = find_keep_folder (call);
  return check_comparison (call, error) && check_name (call, error) && check_paths (call, error) &&
         read_output (call, job, error);
}
