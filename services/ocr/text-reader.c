/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/text-reader.h"

G_DEFINE_INTERFACE (PelTextReader, pel_text_reader, G_TYPE_OBJECT)

static void
pel_text_reader_default_init (PelTextReaderInterface *iface)
{
}

void
pel_text_reader_read_async (PelTextReader      *self,
                            const PelTextWish  *wish,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_return_if_fail (PEL_IS_TEXT_READER (self));

  PEL_TEXT_READER_GET_IFACE (self)->read_async (self, wish, cancellable, callback, user_data);
}

PelTextPage *
pel_text_reader_read_finish (PelTextReader *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (PEL_IS_TEXT_READER (self), NULL);

  return PEL_TEXT_READER_GET_IFACE (self)->read_finish (self, result, error);
}

GError *
pel_text_reader_dup_missing_error (PelTextReader *self)
{
  g_return_val_if_fail (PEL_IS_TEXT_READER (self), NULL);

  return PEL_TEXT_READER_GET_IFACE (self)->dup_missing_error (self);
}

void
pel_text_reader_stop (PelTextReader *self)
{
  g_return_if_fail (PEL_IS_TEXT_READER (self));

  PEL_TEXT_READER_GET_IFACE (self)->stop (self);
}
