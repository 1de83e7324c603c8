/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-key.h"

#include "services/base/error.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/random.h>

/* What is sealed begins with a brace, so that none of it is mistaken for one of these. */
#define NEXT_LABEL "pellucid audit: the next key"
#define NAME_LABEL "pellucid audit: the name of this key"

static void
compute_hmac (const PelAuditKey *self,
              const char        *text,
              gsize              length,
              guint8             ret_digest[PEL_AUDIT_KEY_BYTES])
{
  g_autoptr (GHmac) hmac = g_hmac_new (G_CHECKSUM_SHA256, self->bytes, sizeof self->bytes);
  gsize             size = PEL_AUDIT_KEY_BYTES;

  g_hmac_update (hmac, (const guchar *) text, length);
  g_hmac_get_digest (hmac, ret_digest, &size);
}

static void
write_hex (const guint8 *bytes, gsize n_bytes, char *out)
{
  static const char digits[] = "0123456789abcdef";

  for (gsize i = 0; i < n_bytes; i++)
    {
      out[2 * i] = digits[bytes[i] >> 4];
      out[2 * i + 1] = digits[bytes[i] & 15];
    }
  out[2 * n_bytes] = '\0';
}

/* The name is in the records, so that another key can be told apart from a forged seal. */
static void
set_name (PelAuditKey *self)
{
  guint8 digest[PEL_AUDIT_KEY_BYTES];

  compute_hmac (self, NAME_LABEL, strlen (NAME_LABEL), digest);
  write_hex (digest, (PEL_AUDIT_NAME_SIZE - 1) / 2, self->name);
}

gboolean
pel_audit_key_generate (PelAuditKey *ret_key, guint64 seq, GError **error)
{
  g_auto (PelAuditKey) key = { .seq = seq };

  if (getrandom (key.bytes, sizeof key.bytes, 0) != sizeof key.bytes)
    {
      pel_set_error (error,
                     PEL_ERROR_DENIED,
                     NULL,
                     _ ("Cannot create a key for the audit log: %s"),
                     g_strerror (errno));
      return FALSE;
    }
  set_name (&key);
  *ret_key = key;
  return TRUE;
}

void
pel_audit_key_step (PelAuditKey *self)
{
  guint8 next[PEL_AUDIT_KEY_BYTES];

  compute_hmac (self, NEXT_LABEL, strlen (NEXT_LABEL), next);
  memcpy (self->bytes, next, sizeof next);
  explicit_bzero (next, sizeof next);
  self->seq++;
}

void
pel_audit_key_wipe (PelAuditKey *self)
{
  explicit_bzero (self, sizeof *self);
}

void
pel_audit_key_seal (const PelAuditKey *self,
                    const char        *text,
                    gsize              length,
                    char               ret_seal[PEL_AUDIT_HASH_SIZE])
{
  guint8 digest[PEL_AUDIT_KEY_BYTES];

  compute_hmac (self, text, length, digest);
  write_hex (digest, sizeof digest, ret_seal);
}

char *
pel_audit_key_to_string (const PelAuditKey *self)
{
  char  hex[2 * PEL_AUDIT_KEY_BYTES + 1];
  char *text;

  write_hex (self->bytes, sizeof self->bytes, hex);
  text = g_strdup_printf ("%020" G_GUINT64_FORMAT ":%s:%s\n", self->seq, hex, self->name);
  explicit_bzero (hex, sizeof hex);
  return text;
}

static gboolean
read_bytes (const char *hex, guint8 *bytes)
{
  for (gsize i = 0; i < PEL_AUDIT_KEY_BYTES; i++, hex += 2)
    {
      if (!g_ascii_isxdigit (hex[0]) || !g_ascii_isxdigit (hex[1]))
        return FALSE;
      bytes[i] = g_ascii_xdigit_value (hex[0]) << 4 | g_ascii_xdigit_value (hex[1]);
    }
  return *hex == '\0';
}

/* Forgives what surrounds it: a person may have carried it. */
gboolean
pel_audit_key_from_string (const char *text, PelAuditKey *ret_key)
{
  g_auto (PelAuditKey) key = { 0 };
  char                *copy = g_strstrip (g_strdup (text));
  gsize                length = strlen (copy);
  g_auto (GStrv)       words = g_strsplit (copy, ":", 4);
  gboolean is_key = g_strv_length (words) == 3 && strlen (words[2]) == PEL_AUDIT_NAME_SIZE - 1 &&
                    g_ascii_string_to_unsigned (words[0], 10, 1, G_MAXINT64, &key.seq, NULL) &&
                    read_bytes (words[1], key.bytes);

  if (is_key)
    {
      g_strlcpy (key.name, words[2], sizeof key.name);
      *ret_key = key;
    }
  for (guint i = 0; words[i] != NULL; i++)
    explicit_bzero (words[i], strlen (words[i]));
  explicit_bzero (copy, length);
  g_free (copy);
  return is_key;
}
