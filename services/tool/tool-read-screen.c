/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/json.h"
#include "services/ocr/text-source.h"
#include "services/tool/desktop-json.h"
#include "services/tool/element-result.h"
#include "services/tool/frame-answer.h"
#include "services/tool/shot-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>
#include <math.h>

#define TIMEOUT_MS 30000 /* a screen full of text takes a while */
#define MAX_TOLD   2000  /* words: no one reads more than that in one answer */

/* clang-format off */
static const PelField arguments[] = {
  PEL_SHOT_FIELDS,
  { "language", PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Language of the text: eng, or several such as deu+eng (default: eng)") },
  { NULL },
};

static const PelField word_fields[] = {
  { "text",       PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("A word") },
  { "bounds",     PEL_FIELD_OBJECT, PEL_FIELD_REQUIRED, N_ ("Physical pixels of the virtual desktop"), .fields = pel_rect_fields },
  { "confidence", PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Recognition confidence, from 0 to 1") },
  { NULL },
};

static const PelField line_fields[] = {
  { "text",       PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Words on the same line") },
  { "bounds",     PEL_FIELD_OBJECT, PEL_FIELD_REQUIRED, N_ ("Physical pixels of the virtual desktop"), .fields = pel_rect_fields },
  { "confidence", PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Recognition confidence, from 0 to 1") },
  { "words",      PEL_FIELD_LIST,   PEL_FIELD_REQUIRED, N_ ("The words of the line"), .fields = word_fields },
  { NULL },
};

static const PelField result[] = {
  { "text",       PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The whole text, line by line") },
  { "lines",      PEL_FIELD_LIST,    PEL_FIELD_REQUIRED, N_ ("The lines with their bounds, from the top"), .fields = line_fields },
  { "n_words",    PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of words read") },
  { "n_left_out", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("How many words are in text but not in lines") },
  PEL_FRAME_PLACE_FIELDS,
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TEXT, "text" },
  { 0 },
};
/* clang-format on */

/* Reading */

static void
photo_unset (gpointer photo)
{
  pel_photo_free (photo);
}

static PelPhoto *
get_photo (GTask *task)
{
  return g_object_get_data (G_OBJECT (task), "photo");
}

static PelTextSource *
get_source (GTask *task)
{
  return pel_tool_call_get (task)->context->text;
}

/* Of what is on several monitors, the smallest letters decide. */
static double
find_scale (const PelPhoto *photo)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (photo->desktop);
  double                  scale = 0;

  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelMonitor *monitor = pel_monitor_layout_get_monitor (layout, i);
      PelPhysicalRect   part = pel_physical_rect_intersect (&monitor->physical, &photo->rect);

      if (!pel_physical_rect_is_empty (&part))
        scale = scale == 0 ? monitor->scale : MIN (scale, monitor->scale);
    }
  return scale != 0 ? scale : 1;
}

static void
read_async (GTask              *task,
            PelPhoto           *photo,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  PelToolCall *call = pel_tool_call_get (task);
  guint        left_ms = 0;

  pel_tool_call_get_left_ms (call, &left_ms);
  g_object_set_data_full (G_OBJECT (task), "photo", photo, photo_unset);
  pel_text_reader_read_async (pel_text_source_get_reader (get_source (task)),
                              &(PelTextWish){
                                  .image = photo->image,
                                  .scale = find_scale (photo),
                                  .language =
                                      json_object_get_string_member_with_default (call->arguments,
                                                                                  "language",
                                                                                  NULL),
                                  .timeout_ms = left_ms },
                              cancellable,
                              callback,
                              user_data);
}

/* Telling */

static JsonObject *
run_to_json (const PelPhoto *photo, const PelTextRun *run)
{
  PelPhysicalRect rect = {
    photo->rect.x + run->box.x, photo->rect.y + run->box.y, run->box.width, run->box.height
  };
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "text", run->text);
  json_object_set_object_member (object, "bounds", pel_physical_rect_to_json (&rect));
  json_object_set_double_member (object, "confidence", round (run->confidence * 100) / 100);
  return object;
}

static JsonArray *
lines_to_json (const PelPhoto *photo, const PelTextPage *page, guint *ret_n_told)
{
  JsonArray *lines = json_array_new ();
  guint      n_told = 0;

  for (guint i = 0; i < page->lines->len; i++)
    {
      const PelTextLine *line = pel_text_page_get_line (page, i);
      JsonObject        *object;
      JsonArray         *words;

      if (n_told + line->n_words > MAX_TOLD)
        break;
      object = run_to_json (photo, &line->run);
      words = json_array_new ();
      for (guint k = 0; k < line->n_words; k++)
        json_array_add_object_element (words,
                                       run_to_json (photo,
                                                    pel_text_page_get_word (page,
                                                                            line->first_word + k)));
      json_object_set_array_member (object, "words", words);
      json_array_add_object_element (lines, object);
      n_told += line->n_words;
    }
  *ret_n_told = n_told;
  return lines;
}

static JsonObject *
read_finish (GTask *task, GAsyncResult *async_result, JsonObject **ret_evidence, GError **error)
{
  const PelPhoto         *photo = get_photo (task);
  g_autoptr (PelTextPage) page =
      pel_text_reader_read_finish (pel_text_source_get_reader (get_source (task)),
                                   async_result,
                                   error);
  g_autofree char *text = NULL;
  JsonObject      *data;
  guint            n_told;

  if (page == NULL)
    return NULL;
  pel_text_source_learn (get_source (task),
                         &(PelTextLesson){
                             photo->desktop, photo->window, photo->image, photo->rect, page });
  text = pel_text_page_dup_text (page);
  data = json_object_new ();
  json_object_set_string_member (data, "text", text);
  json_object_set_array_member (data, "lines", lines_to_json (photo, page, &n_told));
  json_object_set_int_member (data, "n_words", page->words->len);
  json_object_set_int_member (data, "n_left_out", page->words->len - n_told);
  pel_photo_set_place (photo, 1, data);
  return data;
}

/* Whether there is anything to read with is known before a picture is taken. */
static void
run (GTask *task)
{
  PelToolCall *call = pel_tool_call_get (task);
  GError      *error = NULL;

  if (call->context->text == NULL)
    error = pel_tool_context_dup_elements_error (call->context);
  else
    error = pel_text_reader_dup_missing_error (pel_text_source_get_reader (call->context->text));
  if (error != NULL)
    g_task_return_error (task, error);
  else
    pel_shot_call_run (task, &(PelShotWish){ .use_async = read_async, .use_finish = read_finish });
}

const PelTool pel_tool_read_screen = {
  .name = "ui_read_screen",
  .summary = N_ ("Read text and its position from the pixels of the screen (OCR)"),
  .when = N_ ("Use it only for text that elements do not report"),
  .tool_class = PEL_TOOL_CAPTURE,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = TIMEOUT_MS,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
