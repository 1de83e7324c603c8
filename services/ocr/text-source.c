/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/text-source.h"

#include "services/base/error.h"
#include "services/ocr/text-desk.h"

#include <glib/gi18n.h>

#define DEFAULT_MS 10000
#define MAX_TRIES  20 /* windows that move while the picture is taken are looked at again */
#define RETRY_MS   50 /* a window source may tell for a moment where they were */

struct _PelTextSource
{
  PelOuterSource parent_instance;
  PelTextDesk   *desk;
  PelRefCounter *snapshots;             /* borrowed */
  char          *lent_name, *lent_path; /* of find_ref() */

  /* the last snapshot with text, and what it was made of: what has not changed is the same again */
  PelSnapshot *last, *last_inner;
  GPtrArray   *last_pages;
  gboolean     is_last_complete;
};

/* A look on its way: look → read the windows → put it together. */
typedef struct
{
  PelLook      look; /* its target is our own */
  gint64       deadline;
  gboolean     is_about_text; /* its target is a text, not a program */
  PelSnapshot *inner;
  guint        n_tries;
} Round;

static void pel_text_source_iface_init (PelElementSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelTextSource,
                               pel_text_source,
                               PEL_TYPE_OUTER_SOURCE,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_ELEMENT_SOURCE,
                                                      pel_text_source_iface_init))

static void look_again (GTask *task);

static void
round_free (Round *round)
{
  g_free ((char *) round->look.target);
  g_free ((char *) round->look.anew);
  g_clear_pointer (&round->look.doubted, g_array_unref);
  g_clear_object (&round->inner);
  g_free (round);
}

/* Putting it together */

static gboolean
is_same_as_last (PelTextSource *self, PelSnapshot *inner, GPtrArray *pages, gboolean is_complete)
{
  if (self->last == NULL || self->last_inner != inner || self->is_last_complete != is_complete ||
      self->last_pages->len != pages->len)
    return FALSE;
  for (guint i = 0; i < pages->len; i++)
    if (pages->pdata[i] != self->last_pages->pdata[i])
      return FALSE;
  return TRUE;
}

/* (transfer full) */
static PelSnapshot *
apply (PelTextSource *self, PelSnapshot *inner, GArray *leaves, PelTextExtent extent)
{
  g_autoptr (GPtrArray) pages =
      g_ptr_array_new_with_free_func ((GDestroyNotify) pel_text_page_unref);

  for (guint i = 0; i < leaves->len; i++)
    g_ptr_array_add (pages, pel_text_page_ref (g_array_index (leaves, PelTextLeaf, i).entry->page));
  if (extent == PEL_TEXT_REMEMBERED && leaves->len == 0)
    return g_object_ref (inner);
  if (!is_same_as_last (self, inner, pages, extent == PEL_TEXT_COMPLETE))
    {
      g_clear_object (&self->last);
      self->last = pel_text_layer_apply (inner,
                                         (const PelTextLeaf *) leaves->data,
                                         leaves->len,
                                         extent,
                                         pel_ref_counter_take (self->snapshots));
      g_set_object (&self->last_inner, inner);
      g_clear_pointer (&self->last_pages, g_ptr_array_unref);
      self->last_pages = g_steal_pointer (&pages);
      self->is_last_complete = extent == PEL_TEXT_COMPLETE;
    }
  return g_object_ref (self->last);
}

static PelSnapshot *
add_known (PelTextSource *self, PelSnapshot *inner, const PelLook *look)
{
  g_autoptr (GArray) leaves = NULL;

  if (pel_snapshot_get_desktop (inner) == NULL)
    return g_object_ref (inner);
  leaves = pel_text_desk_find_known (self->desk, inner, look);
  return apply (self, inner, leaves, PEL_TEXT_REMEMBERED);
}

/* Looking */

static gboolean
retry_cb (gpointer task)
{
  look_again (task);
  return G_SOURCE_REMOVE;
}

/* Windows that have moved are looked at again. */
static void
desk_read_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)  task = data;
  PelTextSource     *self = g_task_get_source_object (task);
  Round             *round = g_task_get_task_data (task);
  gboolean           has_changed = FALSE;
  GError            *error = NULL;
  g_autoptr (GArray) leaves = pel_text_desk_read_finish (result, &has_changed, &error);

  if (leaves == NULL && g_error_matches (error, PEL_ERROR, PEL_ERROR_NOT_STABLE) &&
      ++round->n_tries < MAX_TRIES && g_get_monotonic_time () < round->deadline)
    {
      g_error_free (error);
      g_timeout_add_full (G_PRIORITY_DEFAULT,
                          RETRY_MS,
                          retry_cb,
                          g_steal_pointer (&task),
                          g_object_unref);
      return;
    }
  if (leaves == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_return_pointer (task,
                         apply (self, round->inner, leaves, PEL_TEXT_COMPLETE),
                         g_object_unref);
  if (has_changed)
    pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (self));
}

static void
read_desk (GTask *task)
{
  PelTextSource *self = g_task_get_source_object (task);
  Round         *round = g_task_get_task_data (task);

  if (pel_snapshot_get_desktop (round->inner) == NULL)
    g_task_return_pointer (task, g_object_ref (round->inner), g_object_unref);
  else
    pel_text_desk_read_async (self->desk,
                              round->inner,
                              &round->look,
                              round->deadline,
                              g_task_get_cancellable (task),
                              desk_read_cb,
                              g_object_ref (task));
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  PelTextSource    *self = g_task_get_source_object (task);
  Round            *round = g_task_get_task_data (task);
  GError           *error = NULL;

  round->inner = pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);
  if (round->inner == NULL && round->is_about_text &&
      g_error_matches (error, PEL_ERROR, PEL_ERROR_WINDOW_NOT_FOUND))
    {
      g_clear_error (&error); /* as of a program that has ended */
      pel_set_error (&error,
                     PEL_ERROR_ELEMENT_NOT_FOUND,
                     NULL,
                     _ ("The window that contained the text is gone"));
    }
  if (round->inner == NULL)
    g_task_return_error (task, error);
  else if ((round->look.flags & PEL_LOOK_TEXT) != 0)
    read_desk (task);
  else if ((round->look.flags & PEL_LOOK_KNOWN_TEXT) != 0)
    g_task_return_pointer (task, add_known (self, round->inner, &round->look), g_object_unref);
  else
    g_task_return_pointer (task, g_object_ref (round->inner), g_object_unref);
}

/* (transfer full): a look at a text is one at the window that it is in, and at all text there. */
static Round *
round_new (const PelLook *look)
{
  Round      *round = g_new0 (Round, 1);
  const char *window_id =
      look->kind == PEL_LOOK_PROGRAM ? pel_text_get_window_id (look->target) : NULL;
  guint timeout_ms;

  round->look = *look;
  round->is_about_text = window_id != NULL;
  if (window_id != NULL)
    {
      round->look.kind = PEL_LOOK_WINDOW;
      round->look.flags |= PEL_LOOK_TEXT;
    }
  round->look.target = g_strdup (window_id != NULL ? window_id : look->target);
  round->look.anew = window_id == NULL ? g_strdup (look->anew) : NULL;
  round->look.doubted = look->doubted != NULL ? g_array_ref (look->doubted) : NULL;
  timeout_ms = look->text_ms != 0 ? look->text_ms : look->timeout_ms;
  round->deadline = g_get_monotonic_time () +
                    (timeout_ms != 0 ? timeout_ms : DEFAULT_MS) * G_TIME_SPAN_MILLISECOND;
  return round;
}

static void
look_again (GTask *task)
{
  PelTextSource *self = g_task_get_source_object (task);
  Round         *round = g_task_get_task_data (task);
  PelLook        inner = round->look;

  g_clear_object (&round->inner);
  inner.flags &= ~(PEL_LOOK_TEXT | PEL_LOOK_KNOWN_TEXT);
  pel_element_source_look_async (pel_outer_source_get_inner (PEL_OUTER_SOURCE (self)),
                                 &inner,
                                 g_task_get_cancellable (task),
                                 looked_cb,
                                 g_object_ref (task));
}

static void
look_async (PelElementSource   *source,
            const PelLook      *look,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  g_task_set_source_tag (task, look_async);
  g_task_set_task_data (task, round_new (look), (GDestroyNotify) round_free);
  g_task_set_check_cancellable (task, FALSE); /* the parts see to it */
  look_again (task);
}

static const char *
find_ref (PelElementSource *source, guint ref, const char **ret_path)
{
  PelTextSource *self = PEL_TEXT_SOURCE (source);
  const char    *bus_name =
      pel_element_source_find_ref (pel_outer_source_get_inner (PEL_OUTER_SOURCE (self)),
                                   ref,
                                   ret_path);
  const char *window_id =
      bus_name == NULL ? pel_text_index_find_ref (pel_text_desk_get_index (self->desk), ref) : NULL;

  if (window_id == NULL)
    return bus_name;
  g_free (self->lent_name);
  g_free (self->lent_path);
  self->lent_name = pel_text_dup_bus_name (window_id);
  self->lent_path = pel_text_dup_path (ref);
  if (ret_path != NULL)
    *ret_path = self->lent_path;
  return self->lent_name;
}

/* Reading one text */

typedef struct
{
  char *window_id;
  guint ref;
} TextRequest;

static void
text_request_free (TextRequest *request)
{
  g_free (request->window_id);
  g_free (request);
}

static PelElementReading *
make_reading (const PelTextRun *run)
{
  PelElementReading *reading = pel_element_reading_new ();

  reading->has_place = TRUE;
  reading->place_x = run->box.x;
  reading->place_y = run->box.y;
  reading->place_width = run->box.width;
  reading->place_height = run->box.height;
  reading->has_states = TRUE;
  reading->states = PEL_TEXT_STATES;
  reading->text = g_strdup (run->text);
  reading->n_chars = (int) g_utf8_strlen (run->text, -1);
  reading->caret = -1;
  return reading;
}

static void
looked_at_text_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)       task = data;
  PelTextSource          *self = PEL_TEXT_SOURCE (source);
  TextRequest            *request = g_task_get_task_data (task);
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (self), result, &error);
  const PelTextEntry *entry;
  PelTextRun          run;

  if (snapshot == NULL && !g_error_matches (error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND))
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_error (&error);
  entry = snapshot != NULL
              ? pel_text_index_find (pel_text_desk_get_index (self->desk), request->window_id)
              : NULL;
  if (entry != NULL && pel_text_entry_find_ref (entry, request->ref, &run))
    {
      g_task_return_pointer (task, make_reading (&run), (GDestroyNotify) pel_element_reading_free);
      return;
    }
  pel_set_error (&error, PEL_ERROR_STALE_REF, NULL, _ ("The text is no longer on the screen"));
  g_task_return_error (task, error);
}

static void
read_text (PelTextSource *self, const PelReadingRequest *wanted, GTask *task)
{
  TextRequest *request = g_new0 (TextRequest, 1);

  request->window_id = g_strdup (pel_text_get_window_id (wanted->bus_name));
  request->ref = pel_text_get_ref (wanted->path);
  g_task_set_task_data (task, request, (GDestroyNotify) text_request_free);
  look_async (PEL_ELEMENT_SOURCE (self),
              &(PelLook){ .kind = PEL_LOOK_PROGRAM,
                          .target = wanted->bus_name,
                          .flags = PEL_LOOK_AT_ONCE,
                          .timeout_ms = wanted->timeout_ms },
              g_task_get_cancellable (task),
              looked_at_text_cb,
              task);
}

/* Takes @task. Ids, values and the like are for programs to tell: no picture is taken for them. */
static void
read_nothing (GTask *task)
{
  g_task_return_pointer (task,
                         pel_element_reading_new (),
                         (GDestroyNotify) pel_element_reading_free);
  g_object_unref (task);
}

static void
read_async (PelElementSource        *source,
            const PelReadingRequest *request,
            GCancellable            *cancellable,
            GAsyncReadyCallback      callback,
            gpointer                 user_data)
{
  PelTextSource *self = PEL_TEXT_SOURCE (source);
  GTask         *task = g_task_new (source, cancellable, callback, user_data);

  g_task_set_source_tag (task, read_async);
  g_task_set_check_cancellable (task, FALSE);
  if (pel_text_get_window_id (request->bus_name) != NULL)
    {
      if ((request->flags & (PEL_READ_PLACE | PEL_READ_TEXT)) != 0)
        read_text (self, request, task);
      else
        read_nothing (task);
    }
  else
    pel_outer_source_pass_read (PEL_OUTER_SOURCE (source), request, cancellable, task);
}

/* Acting */

static void
act_async (PelElementSource    *source,
           const PelElementAct *act,
           GCancellable        *cancellable,
           GAsyncReadyCallback  callback,
           gpointer             user_data)
{
  GTask  *task = g_task_new (source, cancellable, callback, user_data);
  GError *error = NULL;

  g_task_set_source_tag (task, act_async);
  g_task_set_check_cancellable (task, FALSE); /* what was done is told */
  if (pel_text_get_window_id (act->bus_name) == NULL)
    {
      pel_outer_source_pass_act (PEL_OUTER_SOURCE (source), act, cancellable, task);
      return;
    }
  pel_set_error (&error,
                 PEL_ERROR_PATTERN_UNSUPPORTED,
                 _ ("Click it instead"),
                 _ ("Text on the screen can only be clicked"));
  g_task_return_error (task, error);
  g_object_unref (task);
}

/* A text is where it was seen. */
static PelPlacementTrace *
trace (PelElementSource *source, const char *bus_name, const char *path, PelDesktop *desktop)
{
  if (pel_text_get_window_id (bus_name) != NULL)
    return NULL;
  return pel_element_source_trace (pel_outer_source_get_inner (PEL_OUTER_SOURCE (source)),
                                   bus_name,
                                   path,
                                   desktop);
}

static void
pel_text_source_iface_init (PelElementSourceInterface *iface)
{
  iface->look_async = look_async;
  iface->find_ref = find_ref;
  iface->read_async = read_async;
  iface->act_async = act_async;
  iface->trace = trace;
}

static void
pel_text_source_dispose (GObject *object)
{
  PelTextSource *self = PEL_TEXT_SOURCE (object);

  g_clear_object (&self->last);
  g_clear_object (&self->last_inner);
  G_OBJECT_CLASS (pel_text_source_parent_class)->dispose (object);
}

static void
pel_text_source_finalize (GObject *object)
{
  PelTextSource *self = PEL_TEXT_SOURCE (object);

  pel_text_desk_free (self->desk);
  g_clear_pointer (&self->last_pages, g_ptr_array_unref);
  g_free (self->lent_name);
  g_free (self->lent_path);
  G_OBJECT_CLASS (pel_text_source_parent_class)->finalize (object);
}

static void
pel_text_source_class_init (PelTextSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_text_source_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_text_source_finalize;
}

static void
pel_text_source_init (PelTextSource *self)
{
}

PelTextSource *
pel_text_source_new (PelElementSource *inner, const PelTextSourceParts *parts)
{
  PelTextSource *self = g_object_new (PEL_TYPE_TEXT_SOURCE, NULL);

  pel_outer_source_set_inner (PEL_OUTER_SOURCE (self), inner);
  self->snapshots = parts->snapshots;
  self->desk = pel_text_desk_new (parts->reader, parts->refs);
  return self;
}

void
pel_text_source_set_camera (PelTextSource *self, PelCamera *camera, const GError *reason)
{
  g_return_if_fail (PEL_IS_TEXT_SOURCE (self));

  pel_text_desk_set_camera (self->desk, camera, reason);
}

PelTextReader *
pel_text_source_get_reader (PelTextSource *self)
{
  g_return_val_if_fail (PEL_IS_TEXT_SOURCE (self), NULL);

  return pel_text_desk_get_reader (self->desk);
}

void
pel_text_source_learn (PelTextSource *self, const PelTextLesson *lesson)
{
  g_return_if_fail (PEL_IS_TEXT_SOURCE (self));

  if (pel_text_desk_learn (self->desk, lesson))
    pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (self));
}
