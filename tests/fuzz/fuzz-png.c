/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/fuzz/fuzz.h"

#include "services/base/error.h"
#include "services/capture/image-decoder.h"
#include "services/capture/image-encoder.h"

#include <string.h>

#define SIGNATURE_BYTES    8
#define CHUNK_BYTES        12 /* length, name, checksum */
#define MAX_ENCODED_PIXELS 100000
#define MAX_MESSAGE        1024

static guint32
get_number (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

static guint32
get_checksum (const guint8 *bytes, gsize length)
{
  guint32 sum = 0xffffffff;

  for (gsize i = 0; i < length; i++)
    {
      sum ^= bytes[i];
      for (int bit = 0; bit < 8; bit++)
        sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
    }
  return ~sum;
}

/* Nobody finds a checksum by chance, and behind it the reader begins. */
static void
mend_checksums (guint8 *bytes, gsize size)
{
  gsize at = SIGNATURE_BYTES;

  while (size >= CHUNK_BYTES && at <= size - CHUNK_BYTES)
    {
      gsize   length = get_number (bytes + at);
      guint32 sum;

      if (length > size - CHUNK_BYTES - at)
        return;
      sum = GUINT32_TO_BE (get_checksum (bytes + at + 4, length + 4));
      memcpy (bytes + at + 8 + length, &sum, sizeof sum);
      at += CHUNK_BYTES + length;
    }
}

/* What was read can be written, and read as the same. */
static void
check_written (PelImage *image)
{
  PelImageFormat       format = { PEL_IMAGE_PNG, 0 };
  g_autoptr (GError)   error = NULL;
  g_autoptr (GBytes)   bytes = pel_image_encode (image, &format, NULL, &error);
  g_autoptr (PelImage) again = NULL;
  gsize                length;
  const guint8        *data;

  g_assert_no_error (error);
  data = g_bytes_get_data (bytes, &length);
  again = pel_image_decode (data, length, "again", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (image->width, ==, again->width);
  g_assert_cmpint (image->height, ==, again->height);
  g_assert_cmpint (memcmp (image->pixels, again->pixels, pel_image_get_size (image)), ==, 0);
}

static void
check (const guint8 *bytes, gsize size)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (PelImage) image = pel_image_decode (bytes, size, "fuzz", NULL, &error);

  if (image == NULL)
    {
      g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_nonnull (strstr (error->message, "fuzz"));
      g_assert_cmpuint (strlen (error->message), <, MAX_MESSAGE);
    }
  else if (pel_image_get_size (image) <= MAX_ENCODED_PIXELS * sizeof *image->pixels)
    check_written (image);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  /* a copy of just this size, so that a read beyond it is seen */
  g_autofree guint8 *bytes = g_memdup2 (size > 0 ? data : (const guint8 *) "", MAX (size, 1));

  check (bytes, size);
  mend_checksums (bytes, size);
  check (bytes, size);
  return 0;
}
