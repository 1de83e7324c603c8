/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/journal-witness.h"

#include "services/base/error.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#if HAVE_LIBSYSTEMD
#include <systemd/sd-journal.h>
#endif

/* Stored for good, so they are the same in every version. */
#define FOLDER_FIELD "PELLUCID_AUDIT_FOLDER"
#define SEQ_FIELD    "PELLUCID_AUDIT_SEQ"
#define HEAD_FIELD   "PELLUCID_AUDIT_HEAD"

/* What is read back of them at most: a log has about as many lines. */
#define MAX_HEADS 2000000

typedef struct
{
  PelAuditWitness    witness;
  char              *folder; /* as it is written: one line */
  struct sockaddr_un address;
} JournalWitness;

/* In the journal's own protocol rather than through its library, which would wait for a journal
 * that does not read. */
static gboolean
keep (PelAuditWitness *witness, const PelAuditHead *head, GError **error)
{
  JournalWitness  *self = (JournalWitness *) witness;
  g_autofree char *text =
      g_strdup_printf ("MESSAGE=Audit log of Pellucid: record %" G_GUINT64_FORMAT "\n"
                       "PRIORITY=6\nSYSLOG_IDENTIFIER=pellucid\n" FOLDER_FIELD "=%s\n" SEQ_FIELD
                       "=%" G_GUINT64_FORMAT "\n" HEAD_FIELD "=%s\n",
                       head->seq,
                       self->folder,
                       head->seq,
                       head->hash);
  int    fd = socket (AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  gssize n_sent = -1;
  int    error_number;

  if (fd >= 0)
    n_sent = sendto (fd,
                     text,
                     strlen (text),
                     MSG_NOSIGNAL,
                     (struct sockaddr *) &self->address,
                     sizeof self->address);
  error_number = errno;
  if (fd >= 0)
    close (fd);
  if (n_sent == (gssize) strlen (text))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_COMMAND_FAILED,
                 NULL,
                 _ ("Cannot write to the journal: %s"),
                 g_strerror (error_number));
  return FALSE;
}

#if HAVE_LIBSYSTEMD
/* (transfer full) (nullable) */
static char *
dup_field (sd_journal *journal, const char *field)
{
  const void *data;
  gsize       length, prefix = strlen (field) + 1;

  if (sd_journal_get_data (journal, field, &data, &length) < 0 || length < prefix)
    return NULL;
  return g_strndup ((const char *) data + prefix, length - prefix);
}

static void
add_head (sd_journal *journal, GArray *heads)
{
  g_autofree char *seq = dup_field (journal, SEQ_FIELD);
  g_autofree char *hash = dup_field (journal, HEAD_FIELD);
  PelAuditHead     head = { 0 };

  if (seq == NULL || hash == NULL || strlen (hash) != PEL_AUDIT_HASH_SIZE - 1 ||
      !g_ascii_string_to_unsigned (seq, 10, 1, G_MAXINT64, &head.seq, NULL))
    return;
  g_strlcpy (head.hash, hash, sizeof head.hash);
  g_array_append_val (heads, head);
}

static void
read_heads (JournalWitness *self, sd_journal *journal, PelAuditRecall what, GArray *heads)
{
  g_autofree char *folder = g_strconcat (FOLDER_FIELD "=", self->folder, NULL);
  g_autofree char *user = g_strdup_printf ("_UID=%u", (guint) getuid ());

  if (sd_journal_add_match (journal, folder, 0) < 0 || sd_journal_add_match (journal, user, 0) < 0)
    return;
  if (what == PEL_AUDIT_RECALL_LAST)
    {
      if (sd_journal_seek_tail (journal) >= 0 && sd_journal_previous (journal) > 0)
        add_head (journal, heads);
      return;
    }
  if (sd_journal_seek_head (journal) < 0)
    return;
  while (heads->len < MAX_HEADS && sd_journal_next (journal) > 0)
    add_head (journal, heads);
}
#endif

/* A journal that cannot be read knows nothing. */
static GArray *
recall (PelAuditWitness *witness, PelAuditRecall what, GError **error)
{
  GArray *heads = g_array_new (FALSE, FALSE, sizeof (PelAuditHead));

#if HAVE_LIBSYSTEMD
  sd_journal *journal = NULL;

  if (sd_journal_open (&journal, SD_JOURNAL_LOCAL_ONLY) >= 0)
    {
      read_heads ((JournalWitness *) witness, journal, what, heads);
      sd_journal_close (journal);
    }
#endif
  return heads;
}

static void
clear (PelAuditWitness *witness)
{
  g_free (((JournalWitness *) witness)->folder);
}

PelAuditWitness *
pel_journal_witness_new (const char *folder, const char *socket_path)
{
  JournalWitness *self;

  if (access (socket_path, W_OK) != 0 || strlen (socket_path) >= sizeof self->address.sun_path)
    return NULL;
  self = g_atomic_rc_box_new0 (JournalWitness);
  self->witness = (PelAuditWitness){ N_ ("the journal"), keep, recall, clear };
  self->folder = g_strdelimit (g_strdup (folder), "\n", '_');
  self->address.sun_family = AF_UNIX;
  g_strlcpy (self->address.sun_path, socket_path, sizeof self->address.sun_path);
  return &self->witness;
}
