/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-act.h"
#include "services/element/element-reading.h"
#include "services/element/placement-trace.h"
#include "services/element/snapshot.h"
#include "services/element/traffic.h"
#include "services/window/window-source.h"

typedef enum
{
  PEL_LOOK_DESKTOP,       /* every program */
  PEL_LOOK_ACTIVE_WINDOW, /* the program of the active window */
  PEL_LOOK_WINDOW,        /* the program of the window with the id @target */
  PEL_LOOK_POINT,         /* the program of the topmost window at @point */
  PEL_LOOK_APP,           /* programs whose name or process holds @target, whatever the case */
  PEL_LOOK_PROGRAM,       /* the program with the bus name @target */
} PelLookKind;

typedef enum
{
  PEL_LOOK_VALUES = 1 << 0,     /* the values of fields and sliders as well */
  PEL_LOOK_AT_ONCE = 1 << 1,    /* windows as they are, elements as far as they are known */
  PEL_LOOK_PLACES = 1 << 2,     /* all that may be shown is asked once more where it is */
  PEL_LOOK_TEXT = 1 << 3,       /* the text on the screen as well: who asks must be allowed to take
                                   pictures. Fails where it cannot be read. */
  PEL_LOOK_KNOWN_TEXT = 1 << 4, /* text that was read a short time ago; takes no picture */
  PEL_LOOK_AGAIN = 1 << 5,      /* all is read from the start, whatever is known already */
} PelLookFlags;

/* What is to be looked at. A value; what it points to is borrowed for the call. */
typedef struct
{
  PelLookKind      kind;
  const char      *target;
  PelPhysicalPoint point;
  PelLookFlags     flags;
  guint            timeout_ms; /* what is not known by then is left out, and that is said */
  guint            text_ms;    /* with PEL_LOOK_TEXT: for all of it; 0: as @timeout_ms */
  const char      *anew; /* (nullable) with PEL_LOOK_PROGRAM: the path of an element whose states
                            and value are asked for once more, and what is selected beside it:
                            not every program reports when they change */
  GArray *doubted;       /* (nullable) of guint: the refs of elements of which the same is asked */
} PelLook;

/**
 * PelElementSource:
 *
 * Where elements are learnt from. No method blocks; each ends when its cancellable is cancelled.
 *
 * A look returns a snapshot of whole programs: those that the look names. A program that does not
 * answer is in it with what is known of it. Looking often is cheap: what has not changed is not
 * asked for again.
 *
 * Signal "changed": a look may show something else now. It comes at most once a frame, between
 * start_watching() and stop_watching(), which may be nested.
 */
#define PEL_TYPE_ELEMENT_SOURCE (pel_element_source_get_type ())
G_DECLARE_INTERFACE (PelElementSource, pel_element_source, PEL, ELEMENT_SOURCE, GObject)

struct _PelElementSourceInterface
{
  GTypeInterface parent_interface;

  const PelDriver *(*get_driver) (PelElementSource *self);
  void (*look_async) (PelElementSource   *self,
                      const PelLook      *look,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  PelSnapshot *(*look_finish) (PelElementSource *self, GAsyncResult *result, GError **error);
  const char *(*find_ref) (PelElementSource *self, guint ref, const char **ret_path);
  void (*read_async) (PelElementSource        *self,
                      const PelReadingRequest *request,
                      GCancellable            *cancellable,
                      GAsyncReadyCallback      callback,
                      gpointer                 user_data);
  PelElementReading *(*read_finish) (PelElementSource *self, GAsyncResult *result, GError **error);
  void (*act_async) (PelElementSource    *self, /* (nullable) */
                     const PelElementAct *act,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data);
  gboolean (*act_finish) (PelElementSource *self,
                          GAsyncResult     *result,
                          PelActReply      *ret_reply,
                          GError          **error);
  PelPlacementTrace *(*trace) (PelElementSource *self, /* (nullable) */
                               const char       *bus_name,
                               const char       *path,
                               PelDesktop       *desktop);
  void (*start_watching) (PelElementSource *self);
  void (*stop_watching) (PelElementSource *self);
  GPtrArray *(*dup_traffic) (PelElementSource *self); /* (nullable) */
  void (*reset_traffic) (PelElementSource *self);     /* (nullable) */
};

const PelDriver *pel_element_source_get_driver (PelElementSource *self);

/* Fails with PEL_ERROR_WINDOW_NOT_FOUND, PEL_ERROR_ELEMENT_NOT_FOUND (no such program),
 * PEL_ERROR_OUT_OF_BOUNDS and PEL_ERROR_CAPABILITY_UNAVAILABLE. A window whose program exposes
 * nothing is no error: the snapshot then has no element for it. */
void pel_element_source_look_async (PelElementSource   *self,
                                    const PelLook      *look,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
PelSnapshot *
pel_element_source_look_finish (PelElementSource *self, GAsyncResult *result, GError **error);

/* The bus name of the program that holds an element, from its ref; (nullable) where it is gone.
 * Both strings are borrowed until the main loop runs again. */
const char *pel_element_source_find_ref (PelElementSource *self, guint ref, const char **ret_path);

/* What is read of one element only when it is asked for. Fails with PEL_ERROR_STALE_REF where it
 * is gone and PEL_ERROR_APP_UNRESPONSIVE. */
void pel_element_source_read_async (PelElementSource        *self,
                                    const PelReadingRequest *request,
                                    GCancellable            *cancellable,
                                    GAsyncReadyCallback      callback,
                                    gpointer                 user_data);
PelElementReading *
pel_element_source_read_finish (PelElementSource *self, GAsyncResult *result, GError **error);

/* Does one thing to one element, at most once. Only for services/action: nothing else may act.
 *
 * Fails with PEL_ERROR_STALE_REF where the element is gone or is another one by now,
 * PEL_ERROR_DENIED where it is ours or the gate is closed, PEL_ERROR_NOT_ENABLED,
 * PEL_ERROR_PATTERN_UNSUPPORTED where its program does not know the call, PEL_ERROR_COMMAND_FAILED
 * where the program says no, PEL_ERROR_APP_UNRESPONSIVE where it does not answer (the details say
 * with “sent” whether the act has gone out) and PEL_ERROR_CAPABILITY_UNAVAILABLE where this source
 * cannot act. Cancelling takes nothing back: of an act that has gone out it is still told what came
 * of it. */
void     pel_element_source_act_async (PelElementSource    *self,
                                       const PelElementAct *act,
                                       GCancellable        *cancellable,
                                       GAsyncReadyCallback  callback,
                                       gpointer             user_data);
gboolean pel_element_source_act_finish (PelElementSource *self,
                                        GAsyncResult     *result,
                                        PelActReply      *ret_reply,
                                        GError          **error);

/* (transfer full) (nullable): how the element comes to be where it is on @desktop, as far as is
 * known now: later than in a snapshot, whose element may have been elsewhere. NULL where it is
 * gone, or has reported no rectangle. Sends no request. */
PelPlacementTrace *pel_element_source_trace (PelElementSource *self,
                                             const char       *bus_name,
                                             const char       *path,
                                             PelDesktop       *desktop);

void pel_element_source_start_watching (PelElementSource *self);
void pel_element_source_stop_watching (PelElementSource *self);

/* (transfer full) (element-type PelTraffic): what each program costs, those too that have left
 * within the last minutes. Cheap; sends no request. */
GPtrArray *pel_element_source_dup_traffic (PelElementSource *self);

/* Counts from zero, from now on. */
void pel_element_source_reset_traffic (PelElementSource *self);

/* For implementations. */
void pel_element_source_emit_changed (PelElementSource *self);
