/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/text-unfolding.h"

#include "services/base/text.h"
#include "services/tool/look.h"

#include <atspi/atspi-constants.h>
#include <string.h>

#define MAX_READS  512 /* texts of one page */
#define MAX_OPEN   32  /* that are read at the same time */
#define MAX_VISITS 8192
#define MAX_BYTES  (1024 * 1024)
#define MAX_CHARS  65536 /* of one object */

typedef struct
{
  GTask             *tool_task;
  PelSnapshot       *snapshot;
  PelElementId       id;
  PelElementReading *reading;
  GHashTable        *texts;  /* PelElementId → char *; NULL while it is read */
  GQueue             wanted; /* of PelElementId */
  guint              n_open, n_reads, n_visits;
  GString           *out;
  glong              n_chars; /* of @out */
} Unfolding;

typedef struct
{
  GTask       *task;
  PelElementId id;
} Reading;

static void
unfolding_free (Unfolding *self)
{
  g_object_unref (self->tool_task);
  g_object_unref (self->snapshot);
  pel_element_reading_free (self->reading);
  g_hash_table_unref (self->texts);
  g_queue_clear (&self->wanted);
  g_string_free (self->out, TRUE);
  g_free (self);
}

static gboolean
is_private (const PelElement *element)
{
  return (element->flags &
          (PEL_ELEMENT_IS_SECRET | PEL_ELEMENT_IS_BLOCKED | PEL_ELEMENT_IS_FOREIGN)) != 0;
}

/* Whether its name says what it is, and not what is in it. */
static gboolean
is_headed (const PelElement *element)
{
  static const guint64 holders =
      G_GUINT64_CONSTANT (1) << PEL_ROLE_LIST | G_GUINT64_CONSTANT (1) << PEL_ROLE_TREE |
      G_GUINT64_CONSTANT (1) << PEL_ROLE_TABLE | G_GUINT64_CONSTANT (1) << PEL_ROLE_DOCUMENT;

  return element->first_child != PEL_ELEMENT_NONE && element->name_source != PEL_NAMED_BY_TEXT &&
         (pel_role_is_structural (element->role) ||
          (holders & G_GUINT64_CONSTANT (1) << element->role) != 0);
}

/* (nullable): what the tree says already. A long text may have been cut there. */
static const char *
get_known (const PelElement *element)
{
  if ((element->flags & PEL_ELEMENT_HAS_VALUE) != 0 &&
      (element->interfaces & PEL_INTERFACE_VALUE) == 0)
    return element->value;
  if (*element->name == '\0' || element->name_source == PEL_NAMED_BY_CHILD || is_headed (element) ||
      g_str_has_suffix (element->name, "…"))
    return NULL;
  return element->name;
}

/* The children that stand in its text as objects: all that are no pieces of it. */
static PelElementId
get_object (Unfolding *self, PelElementId id)
{
  while (id != PEL_ELEMENT_NONE)
    {
      PelElement element = pel_snapshot_get_element (self->snapshot, id);

      if (element.native_role != ATSPI_ROLE_STATIC)
        return id;
      id = element.next_sibling;
    }
  return PEL_ELEMENT_NONE;
}

/* What is needed */

static void want (Unfolding *self, PelElementId id);

static void
want_children (Unfolding *self, PelElementId id)
{
  PelElementId child = pel_snapshot_get_element (self->snapshot, id).first_child;

  while (child != PEL_ELEMENT_NONE)
    {
      want (self, child);
      child = pel_snapshot_get_element (self->snapshot, child).next_sibling;
    }
}

static void
want (Unfolding *self, PelElementId id)
{
  PelElement element = pel_snapshot_get_element (self->snapshot, id);

  if (self->n_visits++ >= MAX_VISITS || is_private (&element) || get_known (&element) != NULL)
    return;
  if ((element.interfaces & PEL_INTERFACE_TEXT) != 0)
    g_queue_push_tail (&self->wanted, GUINT_TO_POINTER (id));
  else
    want_children (self, id);
}

/* Together */

static void
append (Unfolding *self, const char *text, gsize length)
{
  length = MIN (length, MAX_BYTES - MIN (self->out->len, MAX_BYTES));
  while (length > 0 && ((guchar) text[length] & 0xc0) == 0x80)
    length--;
  g_string_append_len (self->out, text, length);
  self->n_chars += g_utf8_strlen (text, length);
}

static gboolean
has_words (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (!g_unichar_isspace (g_utf8_get_char (text)) && !g_str_has_prefix (text, PEL_TEXT_EMBEDDED))
      return TRUE;
  return FALSE;
}

static void write_element (Unfolding *self, PelElementId id);

/* Cells stand beside each other, all else that is no part of a sentence below each other. */
static void
write_object (Unfolding *self, PelElementId id, PelElementId parent, gboolean is_in_sentence)
{
  gboolean is_row = pel_snapshot_get_role (self->snapshot, parent) == PEL_ROLE_ROW;
  gsize    start = self->out->len;
  glong    n_chars = self->n_chars;

  if (!is_in_sentence && start > 0 && self->out->str[start - 1] != '\n')
    append (self, is_row && parent + 1 != id ? "\t" : "\n", 1);
  if (self->out->len == start)
    {
      write_element (self, id);
      return;
    }
  start = self->out->len;
  write_element (self, id);
  if (self->out->len > start)
    return;
  g_string_truncate (self->out, start - 1);
  self->n_chars = n_chars;
}

static void
write_children (Unfolding *self, PelElementId id)
{
  PelElementId child = pel_snapshot_get_element (self->snapshot, id).first_child;

  while (child != PEL_ELEMENT_NONE)
    {
      write_object (self, child, id, FALSE);
      child = pel_snapshot_get_element (self->snapshot, child).next_sibling;
    }
}

/* @ret_places (nullable): where each of its characters is now. */
static void
write_text (Unfolding *self, PelElementId id, const char *text, GArray *ret_places)
{
  gboolean     is_sentence = has_words (text);
  PelElementId object = pel_snapshot_get_element (self->snapshot, id).first_child;

  while (*text != '\0')
    {
      const char *next = g_utf8_next_char (text);

      if (ret_places != NULL)
        g_array_append_val (ret_places, self->n_chars);
      if (!g_str_has_prefix (text, PEL_TEXT_EMBEDDED))
        append (self, text, next - text);
      else if ((object = get_object (self, object)) != PEL_ELEMENT_NONE)
        {
          write_object (self, object, id, is_sentence);
          object = pel_snapshot_get_element (self->snapshot, object).next_sibling;
        }
      text = next;
    }
  if (ret_places != NULL)
    g_array_append_val (ret_places, self->n_chars);
}

static void
write_element (Unfolding *self, PelElementId id)
{
  PelElement  element = pel_snapshot_get_element (self->snapshot, id);
  const char *known = get_known (&element);
  const char *text = g_hash_table_lookup (self->texts, GUINT_TO_POINTER (id));

  if (is_private (&element))
    return;
  if (known != NULL)
    append (self, known, strlen (known));
  else if (text != NULL && *text != '\0')
    write_text (self, id, text, NULL);
  else
    write_children (self, id);
}

static int
find_place (const GArray *places, int position)
{
  return g_array_index (places, glong, CLAMP (position, 0, (int) places->len - 1));
}

static PelElementReading *
unfold (Unfolding *self)
{
  PelElementReading *reading = self->reading;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (glong));

  write_text (self, self->id, reading->text, places);
  for (guint i = 0; i < reading->selections->len; i++)
    {
      PelTextRange *range = &g_array_index (reading->selections, PelTextRange, i);

      range->start = find_place (places, range->start);
      range->end = find_place (places, range->end);
    }
  if (reading->caret >= 0)
    reading->caret = find_place (places, reading->caret);
  g_free (reading->text);
  reading->text = g_strdup (self->out->str);
  reading->n_chars = self->n_chars;
  return g_steal_pointer (&self->reading);
}

/* Reading */

static void
want_objects (Unfolding *self, PelElementId id, const char *text)
{
  PelElementId object = pel_snapshot_get_element (self->snapshot, id).first_child;

  if (*text == '\0')
    want_children (self, id);
  while ((text = strstr (text, PEL_TEXT_EMBEDDED)) != NULL &&
         (object = get_object (self, object)) != PEL_ELEMENT_NONE)
    {
      want (self, object);
      object = pel_snapshot_get_element (self->snapshot, object).next_sibling;
      text += strlen (PEL_TEXT_EMBEDDED);
    }
}

static void go_on (GTask *task);

static void
read_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autofree Reading           *read = user_data;
  g_autoptr (GTask)             task = read->task;
  Unfolding                    *self = g_task_get_task_data (task);
  g_autoptr (PelElementReading) reading = pel_read_for_task_finish (result, NULL);

  self->n_open--;
  if (reading != NULL && !reading->is_secret && reading->text != NULL)
    {
      g_hash_table_insert (self->texts, GUINT_TO_POINTER (read->id), g_strdup (reading->text));
      want_objects (self, read->id, reading->text);
    }
  go_on (task);
}

static void
go_on (GTask *task)
{
  Unfolding *self = g_task_get_task_data (task);

  while (self->n_open < MAX_OPEN && self->n_reads < MAX_READS && !g_queue_is_empty (&self->wanted))
    {
      Reading   *read = g_new0 (Reading, 1);
      PelElement element;

      read->task = g_object_ref (task);
      read->id = GPOINTER_TO_UINT (g_queue_pop_head (&self->wanted));
      element = pel_snapshot_get_element (self->snapshot, read->id);
      self->n_open++;
      self->n_reads++;
      pel_read_for_task_async (self->tool_task,
                               &element,
                               PEL_READ_TEXT,
                               (PelTextRange){ 0, MAX_CHARS },
                               read_cb,
                               read);
    }
  if (self->n_open == 0)
    g_task_return_pointer (task, unfold (self), (GDestroyNotify) pel_element_reading_free);
}

void
pel_text_unfold_async (GTask              *task,
                       PelSnapshot        *snapshot,
                       PelElementId        id,
                       PelElementReading  *reading,
                       GAsyncReadyCallback callback,
                       gpointer            data)
{
  g_autoptr (GTask) own = g_task_new (NULL, g_task_get_cancellable (task), callback, data);
  Unfolding        *self = g_new0 (Unfolding, 1);

  g_task_set_source_tag (own, pel_text_unfold_async);
  g_task_set_task_data (own, self, (GDestroyNotify) unfolding_free);
  self->tool_task = g_object_ref (task);
  self->snapshot = g_object_ref (snapshot);
  self->id = id;
  self->reading = reading;
  self->texts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->out = g_string_new (NULL);
  want_objects (self, id, reading->text);
  go_on (own);
}

PelElementReading *
pel_text_unfold_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_text_unfold_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
