/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-verify.h"

#include "services/audit/audit-gaps.h"
#include "services/audit/audit-hearing.h"
#include "services/audit/audit-note.h"
#include "services/audit/audit-scrap.h"
#include "services/audit/audit-sealing.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define TIME_LABEL  ",\"time\":\""
#define TIME_LENGTH 27

/* What the last line may turn out to be, once the next one is there. */
typedef enum
{
  SUSPICION_NONE,
  SUSPICION_SEAL, /* its seal does not fit: changed, or else rewritten with all around it */
  SUSPICION_LINK, /* it does not follow the line before: either of them was changed */
  SUSPICION_JUMP, /* it follows, but its number does not: changed, or records are missing */
} Suspicion;

typedef struct
{
  PelAuditReport  *report;
  PelAuditSealing  sealing;
  PelAuditHearing *hearing;
  PelAuditGaps    *gaps;

  PelAuditHead  last;          /* the last line that took its place; its number as it should be */
  guint64       expected;      /* number of the next one */
  PelAuditWhere where, before; /* of the last line, and of the one before that */
  PelAuditHead  front;         /* what must have been before the first line; seq 0: nothing */
  char          time[TIME_LENGTH + 1];

  Suspicion suspicion;
  guint64   jump_from;   /* the number that was expected in place of last.seq */
  gboolean  is_last_bad; /* reported already: that the next line does not follow is no news */
  gboolean  is_rewrite;  /* reported already: a run of rewritten lines is reported once */

  PelAuditScrap scrap; /* since the last line */
  PelAuditWhere scrap_where;
  guint64       n_scrap_lines;
} Verifier;

static void
verifier_clear (Verifier *v)
{
  g_clear_pointer (&v->report, pel_audit_report_free);
  pel_audit_sealing_clear (&v->sealing);
  pel_audit_hearing_free (v->hearing);
  pel_audit_gaps_free (v->gaps);
  pel_audit_scrap_clear (&v->scrap);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Verifier, verifier_clear)

static void
blame (Verifier *v, PelAuditFault fault, PelAuditWhere where, const char *message)
{
  pel_audit_report_add (v->report, fault, where.file, where.line, g_strdup (message));
}

static void
blame_change (Verifier *v, PelAuditWhere where)
{
  blame (v, PEL_AUDIT_CHANGED, where, _ ("the line was changed after it was written"));
}

static void
add_gap (Verifier *v, guint64 first, guint64 last, PelAuditWhere where)
{
  if (!pel_audit_gaps_add (v->gaps, first, last, where))
    blame (v, PEL_AUDIT_MISSING, where, _ ("records are missing before this line"));
}

static void
settle_seal (Verifier *v, const PelAuditLine *next)
{
  if (next == NULL || !g_str_equal (next->prev, v->last.hash))
    {
      blame_change (v, v->where);
      v->is_last_bad = TRUE;
    }
  else if (!v->is_rewrite)
    {
      blame (v,
             PEL_AUDIT_REWRITTEN,
             v->where,
             _ ("from here on, lines follow each other but their seals do not "
                "match: they were written without the key"));
      v->is_rewrite = TRUE;
    }
}

static void
settle_link (Verifier *v, const PelAuditLine *next)
{
  gboolean is_last_right = next == NULL || g_str_equal (next->prev, v->last.hash);

  blame_change (v, is_last_right ? v->before : v->where);
  v->is_last_bad = !is_last_right;
}

static void
settle_jump (Verifier *v, const PelAuditLine *next)
{
  if (next == NULL || next->seq == v->last.seq + 1)
    {
      add_gap (v, v->jump_from, v->last.seq - 1, v->where);
      return;
    }
  blame_change (v, v->where);
  v->is_last_bad = TRUE;
  v->last.seq = v->jump_from;
  v->expected = v->jump_from + 1;
}

/* @next: (nullable) NULL at the end. */
static void
settle (Verifier *v, const PelAuditLine *next)
{
  Suspicion suspicion = v->suspicion;

  v->suspicion = SUSPICION_NONE;
  if (suspicion == SUSPICION_SEAL)
    settle_seal (v, next);
  else if (suspicion == SUSPICION_LINK)
    settle_link (v, next);
  else if (suspicion == SUSPICION_JUMP)
    settle_jump (v, next);
}

/* What is no line is either explained by the line that follows it, or was one. Returns how many
 * records it may have been. */
static guint64
judge_scrap (Verifier *v, const PelAuditNote *note)
{
  guint64 n_lines = v->n_scrap_lines;
  char    hash[PEL_AUDIT_HASH_SIZE];

  if (v->scrap.checksum == NULL)
    return 0;
  pel_audit_scrap_get_hash (&v->scrap, hash);
  if (note != NULL && note->event == PEL_AUDIT_NOTE_TORN && note->n_bytes == v->scrap.n_bytes &&
      g_str_equal (note->hash, hash))
    {
      v->report->n_torn++;
      n_lines = 0;
    }
  else
    blame_change (v, v->scrap_where);
  v->n_scrap_lines = 0;
  pel_audit_scrap_clear (&v->scrap);
  return n_lines;
}

static void
judge_note (Verifier *v, const PelAuditNote *note, PelAuditWhere where)
{
  if (note->event == PEL_AUDIT_NOTE_REKEYED)
    blame (v,
           PEL_AUDIT_REKEYED,
           where,
           _ ("the key was lost and a new one is used from here on: earlier "
              "records may have been replaced"));
  if (note->event == PEL_AUDIT_NOTE_ROTATED && note->removed.seq == v->front.seq &&
      g_str_equal (note->removed.hash, v->front.hash))
    v->front.seq = 0;
}

/* Times are as long as each other, in the same zone: they sort as texts. */
static void
judge_time (Verifier *v, const PelAuditLine *line)
{
  const char *label = g_strstr_len (line->text, MIN (line->length, 64), TIME_LABEL);
  char        time[TIME_LENGTH + 1];

  if (label == NULL || line->text + line->length < label + strlen (TIME_LABEL) + TIME_LENGTH)
    return;
  g_strlcpy (time, label + strlen (TIME_LABEL), sizeof time);
  if (strcmp (time, v->time) < 0)
    v->report->n_clock_steps++;
  g_strlcpy (v->time, time, sizeof v->time);
}

/* The line takes its place at the end of what was seen, as number @seq. */
static void
place (Verifier *v, const PelAuditLine *line, guint64 seq, PelAuditWhere where)
{
  v->before = v->where;
  v->where = where;
  v->last.seq = seq;
  pel_audit_line_hash (line->text, line->length, v->last.hash);
  v->expected = seq + 1;
  v->report->n_records++;
  judge_time (v, line);
  pel_audit_hearing_ask (v->hearing, &v->last, where, v->report);
}

/* A line that stands where it cannot follow: nothing is said of the place after it. */
static void
judge_late (Verifier *v, const PelAuditLine *line, PelAuditWhere where)
{
  if (pel_audit_gaps_take (v->gaps, line->seq) || line->seq < v->report->first_seq)
    blame (v, PEL_AUDIT_REORDERED, where, _ ("the record comes after one with a higher number"));
  else
    blame (v, PEL_AUDIT_DUPLICATED, where, _ ("an earlier record has the same number"));
}

static void
judge_first (Verifier *v, const PelAuditLine *line, PelAuditWhere where)
{
  v->report->first_seq = line->seq;
  if (line->seq == 1 && g_str_equal (line->prev, PEL_AUDIT_NO_HASH))
    return;
  v->front.seq = line->seq - 1;
  g_strlcpy (v->front.hash, line->prev, sizeof v->front.hash);
  v->expected = line->seq;
  g_strlcpy (v->last.hash, line->prev, sizeof v->last.hash);
}

static void
judge_order (
    Verifier *v, const PelAuditLine *line, PelAuditWhere where, guint64 n_scrap, PelSealState seal)
{
  gboolean follows = g_str_equal (line->prev, v->last.hash);
  gboolean was_bad = v->is_last_bad;
  guint64  expected = v->expected;
  guint64  seq = line->seq;

  v->is_last_bad = FALSE;
  if (follows && seq != expected && (seal == PEL_SEAL_BROKEN || seq < expected))
    {
      blame_change (v, where);
      place (v, line, expected, where);
      v->is_last_bad = TRUE;
      return;
    }
  if (seq > expected && (!follows || seal == PEL_SEAL_FITS))
    add_gap (v, expected + MIN (n_scrap, seq - expected), seq - 1, where);
  place (v, line, seq, where);
  if (seal == PEL_SEAL_BROKEN)
    v->suspicion = SUSPICION_SEAL;
  else if (seq > expected && follows && seal == PEL_SEAL_UNKNOWN)
    {
      v->suspicion = SUSPICION_JUMP;
      v->jump_from = expected;
    }
  else if (seq == expected && !follows && !was_bad && n_scrap == 0)
    {
      if (seal == PEL_SEAL_UNKNOWN)
        v->suspicion = SUSPICION_LINK;
      else
        blame (v,
               PEL_AUDIT_REWRITTEN,
               where,
               _ ("the line does not follow the one before it, although both seals match"));
    }
}

/* A log changes its key only where that was lost, and notes it. */
static void
judge_announcement (Verifier *v, const PelAuditNote *note, PelAuditWhere where)
{
  if (pel_audit_sealing_announce (&v->sealing, note->key_name) &&
      note->event != PEL_AUDIT_NOTE_REKEYED)
    blame (v,
           PEL_AUDIT_REWRITTEN,
           where,
           _ ("another key is used from here on, without a note that the key was lost"));
}

static void
judge_line (Verifier *v, const PelAuditLine *line, PelAuditWhere where)
{
  PelAuditNote note;
  gboolean     is_note = pel_audit_note_read (line, &note);
  guint64      n_scrap = judge_scrap (v, is_note ? &note : NULL);
  PelSealState seal;

  settle (v, line);
  if (v->report->n_records == 0)
    judge_first (v, line, where);
  else if (line->seq < v->expected && !g_str_equal (line->prev, v->last.hash))
    {
      judge_late (v, line, where);
      return;
    }
  if (is_note)
    judge_note (v, &note, where);
  if (is_note && note.key_name[0] != '\0')
    judge_announcement (v, &note, where);
  seal = pel_audit_sealing_check (&v->sealing, line);
  if (seal == PEL_SEAL_FITS)
    {
      v->report->n_sealed++;
      v->is_rewrite = FALSE;
    }
  judge_order (v, line, where, n_scrap, seal);
}

static void
judge_span (Verifier *v, const PelAuditSpan *span, const char *file)
{
  PelAuditWhere where = { file, span->number };
  PelAuditLine  line;

  if (span->has_break && pel_audit_line_split (span->text, span->length, &line))
    {
      judge_line (v, &line, where);
      return;
    }
  if (v->scrap.checksum == NULL)
    v->scrap_where = where;
  v->n_scrap_lines += span->has_break;
  pel_audit_scrap_add (&v->scrap, span);
}

/* A file ends with the end of a line, also where another one follows. */
static gboolean
judge_file (Verifier *v, const PelAuditFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (PelAuditReader) reader = pel_audit_extent_read (file, error);
  g_autoptr (GError)         read_error = NULL;
  PelAuditSpan               span;

  if (reader == NULL)
    return FALSE;
  while (!g_cancellable_is_cancelled (cancellable) &&
         pel_audit_reader_next (reader, &span, &read_error))
    judge_span (v, &span, file->name);
  if (read_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&read_error));
      return FALSE;
    }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static void
judge_end (Verifier *v)
{
  if (v->scrap.checksum != NULL && v->scrap.has_break)
    blame_change (v, v->scrap_where);
  else if (v->scrap.checksum != NULL)
    blame (
        v,
        PEL_AUDIT_TORN,
        v->scrap_where,
        _ ("the last line is incomplete: writing was interrupted. The next record will note this"));
  settle (v, NULL);
  pel_audit_gaps_report (v->gaps, v->report);
  if (v->front.seq != 0)
    pel_audit_report_add (
        v->report,
        PEL_AUDIT_CUT,
        NULL,
        0,
        g_strdup_printf (_ ("the log begins with record %" PRIu64
                            ", and nothing explains what happened to the ones before it"),
                         v->report->first_seq));
}

/* The key in the folder is the one that follows the last record: of an earlier one there is none
 * left to put in its place. */
static void
judge_key (Verifier *v, const PelAuditExtent *extent, gboolean is_given)
{
  if (v->report->n_records == 0 && (!is_given || v->report->problems->len > 0))
    return;
  if (v->report->n_records > 0 && extent->is_folder && extent->current.seq == 0)
    blame (v,
           PEL_AUDIT_REKEYED,
           (PelAuditWhere){ 0 },
           _ ("the key for the next record is missing"));
  else if (pel_audit_sealing_check_key (&v->sealing, &extent->current) == PEL_SEAL_BROKEN)
    blame (v,
           PEL_AUDIT_CUT,
           v->where,
           _ ("the key in the folder does not follow this record: it was replaced, "
              "perhaps to remove records from the end"));
  if (v->report->n_sealed == 0 && v->sealing.keys->len > 0)
    blame (v,
           PEL_AUDIT_REWRITTEN,
           (PelAuditWhere){ 0 },
           _ ("no record is sealed with the key: the log was deleted or rewritten, or "
              "the key belongs to another log"));
}

static void
judge_strays (Verifier *v, const PelAuditExtent *extent)
{
  for (guint i = 0; i < extent->strays->len; i++)
    blame (v,
           PEL_AUDIT_FOREIGN,
           (PelAuditWhere){ .file = extent->strays->pdata[i] },
           _ ("the file is not part of the log: another program put it there. It was not read"));
}

static void
judge_length (Verifier *v, const PelAuditExtent *extent)
{
  guint64 last = MAX (pel_audit_hearing_get_last (v->hearing), MAX (extent->current.seq, 1) - 1);

  v->report->head = v->last;
  if (last > v->last.seq)
    pel_audit_report_add (v->report,
                          PEL_AUDIT_CUT,
                          v->where.file,
                          v->where.line,
                          g_strdup_printf (_ ("the log ends with record %" PRIu64
                                              ", but there were %" PRIu64),
                                           v->last.seq,
                                           last));
}

PelAuditReport *
pel_audit_verify (const PelAuditExtent *extent,
                  const PelAuditKey    *key,
                  GCancellable         *cancellable,
                  GError              **error)
{
  g_auto (Verifier) v = { .report = pel_audit_report_new (),
                          .hearing = pel_audit_hearing_new (extent),
                          .gaps = pel_audit_gaps_new (),
                          .expected = 1 };

  pel_audit_sealing_init (&v.sealing, key, extent->keys, cancellable);
  g_strlcpy (v.last.hash, PEL_AUDIT_NO_HASH, sizeof v.last.hash);
  for (guint i = 0; i < extent->files->len; i++)
    if (!judge_file (&v, extent->files->pdata[i], cancellable, error))
      return NULL;
  judge_end (&v);
  judge_length (&v, extent);
  judge_key (&v, extent, key != NULL);
  judge_strays (&v, extent);
  return g_steal_pointer (&v.report);
}
