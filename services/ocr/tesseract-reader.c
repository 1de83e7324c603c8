/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/tesseract-reader.h"

#include "services/base/error.h"
#include "services/ocr/grey-image.h"
#include "services/ocr/ocr-engine.h"

#include <glib/gi18n.h>

#define KEPT_US     G_TIME_SPAN_MINUTE
#define MAX_ENGINES 2 /* each has some ten megabytes */

struct _PelTesseractReader
{
  GObject       parent_instance;
  GThread      *thread; /* (nullable) from the first wish on */
  GAsyncQueue  *wishes; /* of GTask; the reader itself: the end */
  GCancellable *end;    /* cancels what is being read */
};

/* An engine that is warm. Of the thread. */
typedef struct
{
  char         *languages;
  PelOcrEngine *engine;
  gint64        used;
} Warm;

/* What ends a reading early: the caller, the clock, or the end of the reader. Counted: the clock
 * belongs to the main loop, the rest to the thread. */
typedef struct
{
  GCancellable *cancellable;
  int           is_late;
} Stop;

/* A wish on its way: the data of a task. */
typedef struct
{
  PelImage     *image;
  PelImageRect  rect;
  double        scale;
  char         *language;
  Stop         *stop;
  GCancellable *caller, *end; /* (nullable) the caller's */
  gulong        caller_id, end_id;
  GSource      *clock; /* (nullable) */
} Reading;

static void pel_tesseract_reader_iface_init (PelTextReaderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelTesseractReader,
                               pel_tesseract_reader,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_TEXT_READER,
                                                      pel_tesseract_reader_iface_init))

static void
warm_free (Warm *warm)
{
  g_free (warm->languages);
  pel_ocr_engine_free (warm->engine);
  g_free (warm);
}

static void
stop_clear (gpointer data)
{
  g_object_unref (((Stop *) data)->cancellable);
}

static void
stop_unref (gpointer stop)
{
  g_atomic_rc_box_release_full (stop, stop_clear);
}

static void
reading_free (Reading *reading)
{
  g_cancellable_disconnect (reading->caller, reading->caller_id);
  g_cancellable_disconnect (reading->end, reading->end_id);
  g_clear_object (&reading->caller);
  g_clear_object (&reading->end);
  if (reading->clock != NULL)
    g_source_destroy (reading->clock);
  g_clear_pointer (&reading->clock, g_source_unref);
  pel_image_unref (reading->image);
  g_free (reading->language);
  stop_unref (reading->stop);
  g_free (reading);
}

/* In the thread */

/* (transfer none) (nullable) */
static PelOcrEngine *
find_engine (GPtrArray *engines, const char *languages, GError **error)
{
  PelOcrEngine *engine;
  Warm         *warm;

  for (guint i = 0; i < engines->len; i++)
    {
      warm = g_ptr_array_index (engines, i);
      if (g_str_equal (warm->languages, languages))
        {
          warm->used = g_get_monotonic_time ();
          return warm->engine;
        }
    }
  engine = pel_ocr_engine_open (languages, error);
  if (engine == NULL)
    return NULL;
  if (engines->len == MAX_ENGINES)
    g_ptr_array_remove_index (engines, 0);
  warm = g_new0 (Warm, 1);
  warm->languages = g_strdup (languages);
  warm->engine = engine;
  warm->used = g_get_monotonic_time ();
  g_ptr_array_add (engines, warm);
  return engine;
}

static void
drop_cold (GPtrArray *engines)
{
  gint64 oldest = g_get_monotonic_time () - KEPT_US;

  for (guint i = engines->len; i > 0; i--)
    if (((Warm *) g_ptr_array_index (engines, i - 1))->used < oldest)
      g_ptr_array_remove_index (engines, i - 1);
}

static void
shift (GArray *words, const PelImageRect *rect)
{
  for (guint i = 0; i < words->len; i++)
    {
      PelImageRect *box = &g_array_index (words, PelTextRun, i).box;

      box->x += rect->x;
      box->y += rect->y;
    }
}

static PelTextPage *
read_page (GPtrArray *engines, const Reading *reading, GError **error)
{
  g_auto (GStrv)           installed = pel_ocr_engine_dup_languages ();
  const char *const       *names = (const char *const *) installed;
  g_autofree char         *languages = NULL;
  const PelImageRect      *rect = &reading->rect;
  PelOcrEngine            *engine = NULL;
  g_autoptr (PelGreyImage) grey = NULL;
  g_autoptr (GArray)       words = NULL;

  languages = pel_ocr_engine_choose_languages (reading->language, names, error);
  if (languages == NULL || g_cancellable_set_error_if_cancelled (reading->stop->cancellable, error))
    return NULL;
  engine = find_engine (engines, languages, error);
  if (engine == NULL)
    return NULL;
  grey = pel_grey_image_new (reading->image, rect, reading->scale);
  words = pel_ocr_engine_read (engine, grey, reading->stop->cancellable, error);
  if (words == NULL)
    return NULL;
  shift (words, rect);
  return pel_text_page_new (words);
}

static gboolean
do_nothing (gpointer unused)
{
  return G_SOURCE_REMOVE;
}

/* The last one to let go of a task may end the reader, which waits for this thread: so that is left
 * to the main loop. */
static void
let_go (GTask *task)
{
  g_autoptr (GSource) idle = g_idle_source_new ();

  g_source_set_callback (idle, do_nothing, task, g_object_unref);
  g_source_attach (idle, g_task_get_context (task));
}

/* Takes @task. */
static void
read_for_task (GPtrArray *engines, GTask *task)
{
  GError      *error = NULL;
  PelTextPage *page = read_page (engines, g_task_get_task_data (task), &error);

  if (page != NULL)
    g_task_return_pointer (task, page, (GDestroyNotify) pel_text_page_unref);
  else
    g_task_return_error (task, error);
  let_go (task);
}

static gpointer
run_thread (gpointer data)
{
  g_autoptr (GAsyncQueue) wishes = data;
  g_autoptr (GPtrArray)   engines = g_ptr_array_new_with_free_func ((GDestroyNotify) warm_free);

  for (;;)
    {
      gpointer wish = engines->len > 0 ? g_async_queue_timeout_pop (wishes, KEPT_US)
                                       : g_async_queue_pop (wishes);

      if (wish == wishes)
        return NULL;
      if (wish != NULL)
        read_for_task (engines, wish);
      drop_cold (engines);
    }
}

/* In the main loop */

static gboolean
late_cb (gpointer data)
{
  Stop *stop = data;

  g_atomic_int_set (&stop->is_late, TRUE);
  g_cancellable_cancel (stop->cancellable);
  return G_SOURCE_REMOVE;
}

static void
cancelled_cb (GCancellable *cancellable, gpointer stop)
{
  g_cancellable_cancel (stop);
}

static void
set_clock (Reading *reading, guint timeout_ms)
{
  if (timeout_ms == 0)
    return;
  reading->clock = g_timeout_source_new (timeout_ms);
  g_source_set_callback (reading->clock,
                         late_cb,
                         g_atomic_rc_box_acquire (reading->stop),
                         stop_unref);
  g_source_attach (reading->clock, g_main_context_get_thread_default ());
}

static Reading *
reading_new (PelTesseractReader *self, const PelTextWish *wish, GCancellable *cancellable)
{
  Reading     *reading = g_new0 (Reading, 1);
  PelImageRect all = { 0, 0, wish->image->width, wish->image->height };
  gboolean     is_all = wish->rect.width <= 0 || wish->rect.height <= 0;

  reading->image = pel_image_ref (wish->image);
  reading->rect = is_all ? all : pel_image_rect_intersect (&wish->rect, &all);
  reading->scale = wish->scale;
  reading->language = g_strdup (wish->language);
  reading->stop = g_atomic_rc_box_new0 (Stop);
  reading->stop->cancellable = g_cancellable_new ();
  reading->end = g_object_ref (self->end);
  reading->end_id = g_cancellable_connect (self->end,
                                           G_CALLBACK (cancelled_cb),
                                           reading->stop->cancellable,
                                           NULL);
  if (cancellable != NULL)
    {
      reading->caller = g_object_ref (cancellable);
      reading->caller_id = g_cancellable_connect (cancellable,
                                                  G_CALLBACK (cancelled_cb),
                                                  reading->stop->cancellable,
                                                  NULL);
    }
  set_clock (reading, wish->timeout_ms);
  return reading;
}

static gboolean
has_ended (PelTesseractReader *self, GTask *task)
{
  GError *error = NULL;

  if (!g_cancellable_set_error_if_cancelled (self->end, &error))
    return FALSE;
  g_task_return_error (task, error);
  return TRUE;
}

static void
read_async (PelTextReader      *reader,
            const PelTextWish  *wish,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  PelTesseractReader *self = PEL_TESSERACT_READER (reader);
  g_autoptr (GTask)   task = g_task_new (self, cancellable, callback, user_data);
  Reading            *reading = reading_new (self, wish, cancellable);
  g_autoptr (GArray)  none = NULL;

  g_task_set_source_tag (task, read_async);
  g_task_set_task_data (task, reading, (GDestroyNotify) reading_free);
  if (g_task_return_error_if_cancelled (task) || has_ended (self, task))
    return;
  if (reading->rect.width == 0 || reading->rect.height == 0)
    {
      none = g_array_new (FALSE, FALSE, sizeof (PelTextRun));
      g_task_return_pointer (task, pel_text_page_new (none), (GDestroyNotify) pel_text_page_unref);
      return;
    }
  if (self->thread == NULL)
    self->thread = g_thread_new ("text-reader", run_thread, g_async_queue_ref (self->wishes));
  g_async_queue_push (self->wishes, g_steal_pointer (&task));
}

static PelTextPage *
read_finish (PelTextReader *reader, GAsyncResult *result, GError **error)
{
  Reading     *reading = g_task_get_task_data (G_TASK (result));
  GError      *own = NULL;
  PelTextPage *page;

  g_return_val_if_fail (g_task_is_valid (result, reader), NULL);

  page = g_task_propagate_pointer (G_TASK (result), &own);
  if (page != NULL)
    return page;
  if (g_error_matches (own, G_IO_ERROR, G_IO_ERROR_CANCELLED) &&
      g_atomic_int_get (&reading->stop->is_late))
    {
      g_clear_error (&own);
      pel_set_error (&own,
                     PEL_ERROR_TIMEOUT,
                     _ ("Allow more time, or read a smaller part of the screen"),
                     _ ("Reading the text on the screen took too long"));
    }
  g_propagate_error (error, own);
  return NULL;
}

static GError *
dup_missing_error (PelTextReader *reader)
{
  const char *none = NULL;

  /* whether there is a language is found out by reading: folders are for the thread */
  return pel_ocr_engine_get_version () == NULL ? pel_ocr_engine_dup_missing_error (&none) : NULL;
}

static void
stop (PelTextReader *reader)
{
  PelTesseractReader *self = PEL_TESSERACT_READER (reader);

  g_cancellable_cancel (self->end);
  if (self->thread == NULL)
    return;
  g_async_queue_push (self->wishes, self->wishes);
  g_thread_join (g_steal_pointer (&self->thread));
}

static void
pel_tesseract_reader_iface_init (PelTextReaderInterface *iface)
{
  iface->read_async = read_async;
  iface->read_finish = read_finish;
  iface->dup_missing_error = dup_missing_error;
  iface->stop = stop;
}

static void
pel_tesseract_reader_dispose (GObject *object)
{
  stop (PEL_TEXT_READER (object));
  G_OBJECT_CLASS (pel_tesseract_reader_parent_class)->dispose (object);
}

static void
pel_tesseract_reader_finalize (GObject *object)
{
  PelTesseractReader *self = PEL_TESSERACT_READER (object);

  g_clear_pointer (&self->wishes, g_async_queue_unref);
  g_clear_object (&self->end);
  G_OBJECT_CLASS (pel_tesseract_reader_parent_class)->finalize (object);
}

static void
pel_tesseract_reader_class_init (PelTesseractReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_tesseract_reader_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_tesseract_reader_finalize;
}

static void
pel_tesseract_reader_init (PelTesseractReader *self)
{
  self->wishes = g_async_queue_new ();
  self->end = g_cancellable_new ();
}

PelTextReader *
pel_tesseract_reader_new (void)
{
  return g_object_new (PEL_TYPE_TESSERACT_READER, NULL);
}
