/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"
#include "services/ocr/text-page.h"

#include <gio/gio.h>

/* What is to be read. A value; all is borrowed for the call. */
typedef struct
{
  PelImage    *image;
  PelImageRect rect;       /* the part of it that is read; empty: all */
  double       scale;      /* pixels for a logical one, so that small text is made larger */
  const char  *language;   /* (nullable) “deu”, or several as “deu+eng” */
  guint        timeout_ms; /* 0: none */
} PelTextWish;

/**
 * PelTextReader:
 *
 * Reads text in pictures. An interface, so that who asks for it need not be linked with an engine.
 */
#define PEL_TYPE_TEXT_READER (pel_text_reader_get_type ())
G_DECLARE_INTERFACE (PelTextReader, pel_text_reader, PEL, TEXT_READER, GObject)

struct _PelTextReaderInterface
{
  GTypeInterface parent_interface;

  void (*read_async) (PelTextReader      *self,
                      const PelTextWish  *wish,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  PelTextPage *(*read_finish) (PelTextReader *self, GAsyncResult *result, GError **error);
  GError *(*dup_missing_error) (PelTextReader *self);
  void (*stop) (PelTextReader *self);
};

/* Boxes are pixels of the whole image. Fails with PEL_ERROR_CAPABILITY_UNAVAILABLE (there is no
 * engine, or no language for it), PEL_ERROR_INVALID_ARGUMENT (not this language),
 * PEL_ERROR_TIMEOUT, and when it is cancelled. */
void pel_text_reader_read_async (PelTextReader      *self,
                                 const PelTextWish  *wish,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
PelTextPage *
pel_text_reader_read_finish (PelTextReader *self, GAsyncResult *result, GError **error);

/* (nullable) (transfer full): why it cannot read anything, as far as is known at once. */
GError *pel_text_reader_dup_missing_error (PelTextReader *self);

/* Nothing is read any more. To be called before main() returns, whoever still holds the reader. */
void pel_text_reader_stop (PelTextReader *self);
