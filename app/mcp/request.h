/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/mcp/era.h"

#include <gio/gio.h>

/* Where messages go. A value. */
typedef struct
{
  void (*send) (const char *line, gpointer data);
  gboolean (*is_congested) (gpointer data);
  gpointer data;
} PelOutlet;

/* How long an answer may be kept by who asked. */
typedef enum
{
  PEL_CACHE_NEVER_SAID, /* of methods whose answers say nothing about it */
  PEL_CACHE_PUBLIC,     /* the same for everybody, and for a while */
  PEL_CACHE_PRIVATE,    /* true now, and for this client */
} PelCaching;

/**
 * PelRequest:
 *
 * A request on its way, in the form of its era. It is answered once or never: what is cancelled, or
 * whose server is gone, says nothing any more. Counted.
 */
typedef struct _PelRequest PelRequest;

/* Called with the last word: the request is over. */
typedef void (*PelRequestFunc) (PelRequest *request, gpointer data);

PelRequest *pel_request_new (const PelMessage *message,
                             const PelTerms   *terms,
                             PelCaching        caching,
                             const PelOutlet  *outlet,
                             PelRequestFunc    ended,
                             gpointer          data);
PelRequest *pel_request_ref (PelRequest *self);
void        pel_request_unref (PelRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelRequest, pel_request_unref)

const char   *pel_request_get_key (PelRequest *self);
JsonNode     *pel_request_get_id (PelRequest *self);
JsonObject   *pel_request_get_params (PelRequest *self);
PelEra        pel_request_get_era (PelRequest *self);
GCancellable *pel_request_get_cancellable (PelRequest *self);
gboolean      pel_request_is_over (PelRequest *self);

/* (nullable) Of the modern era, of this request: what its client can do, and wants to hear. */
JsonObject *pel_request_get_client_capabilities (PelRequest *self);
const char *pel_request_get_log_level (PelRequest *self);

/* Takes @result, and adds what the era wants of every result. */
void pel_request_answer (PelRequest *self, JsonObject *result);

/* @data (nullable): taken. */
void pel_request_fail (PelRequest *self, int code, JsonObject *data, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
void pel_request_fail_with (PelRequest *self, const GError *error);

/* Ends it without a word. */
void pel_request_cancel (PelRequest *self);

/* If the client asked for it, reports now and then once a second that work goes on. */
void pel_request_start_progress (PelRequest *self);
void pel_request_report (PelRequest *self, const char *message);

/* Takes @params: the part of an answer that goes on for ever which is said at once, however slow
 * the client is. */
void pel_request_acknowledge (PelRequest *self, const char *method, JsonObject *params);

/* Takes @params: says something beside the answer, unless the client is slow. */
void pel_request_notify (PelRequest *self, const char *method, JsonObject *params);

/* (transfer full): who we are. */
JsonObject *pel_request_new_server_info (void);
