/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* How what is there now looks beside a baseline. */
typedef struct
{
  char   *obstacle; /* (nullable) a sentence: why the two cannot be compared now */
  guint64 n_different;
  GArray *rects; /* of PelImageRect: where, in pixels of the picture */
} PelLikeness;

PelLikeness *pel_likeness_new (guint64 n_different);
PelLikeness *pel_likeness_new_obstacle (const char *obstacle);
void         pel_likeness_free (PelLikeness *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelLikeness, pel_likeness_free)

/* (transfer full): “12 pixels differ from the baseline: 12×4 at 30,8”, for people. */
char *pel_likeness_dup_words (const PelLikeness *self);

/* What a picture is to be of, and what it is compared with. A value; what it points to is borrowed
 * for the call. Where nothing is named it is of the whole desktop. */
typedef struct
{
  const char *element;   /* (nullable) its name on the bus and its path */
  const char *window_id; /* (nullable) */
  const char *monitor;   /* (nullable) its name */
  int         padding;   /* around an element */
  const char *baseline;  /* the path of a PNG */
  int         tolerance;
  JsonArray  *masks; /* (nullable) of {x, y, width, height} */
} PelPictureWish;

/* Who takes pictures and compares them, under a policy that is not known here. A value: @data must
 * live until what began has been cancelled. What only keeps a picture from being taken now is an
 * obstacle of the likeness; an error ends the whole call. */
typedef struct
{
  void (*compare_async) (gpointer              data,
                         const PelPictureWish *wish,
                         GCancellable         *cancellable,
                         GAsyncReadyCallback   callback,
                         gpointer              user_data);
  /* (transfer full) */
  PelLikeness *(*compare_finish) (GAsyncResult *result, GError **error);
  /* (nullable) whether the screen may show something else than when this was asked the last time */
  gboolean (*notice) (gpointer data);
  gpointer data;
} PelComparer;
