/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/pattern.h"
#include "services/element/role.h"
#include "services/element/state.h"
#include "services/window/desktop.h"

#include <glib-object.h>
#include <sys/types.h>

/* A row of a snapshot: ids are 1, 2, … in depth-first order, valid for that snapshot only. */
typedef guint32 PelElementId;
#define PEL_ELEMENT_NONE 0

/* How deep a tree may be: a root is at depth 0, nothing is deeper than this. */
#define PEL_ELEMENT_MAX_DEPTH 128

typedef enum
{
  PEL_ELEMENT_HAS_BOUNDS = 1 << 0,   /* the rectangle is known */
  PEL_ELEMENT_IS_FOREIGN = 1 << 1,   /* grafted: its bus name is not its program's */
  PEL_ELEMENT_IS_TRUNCATED = 1 << 2, /* it has more children than are listed */
  PEL_ELEMENT_IS_VISIBLE = 1 << 3,   /* derived: see elements.md */
  PEL_ELEMENT_HAS_VALUE = 1 << 5,    /* its value has been read; it may be empty */
  PEL_ELEMENT_IS_SECRET = 1 << 4,    /* a place for secrets: its text and value are never read */
  PEL_ELEMENT_IS_BLOCKED = 1 << 6, /* the policy keeps it private: its contents are not reported */
  PEL_ELEMENT_IS_CLIPPING =
      1 << 7, /* cuts off what reaches out of it; by role, or by its toolkit */
} PelElementFlags;

/* Whether the place of an element is known, and if not, why. */
typedef enum
{
  PEL_PLACE_KNOWN,
  PEL_PLACE_NONE,      /* it has none: an application, a thing that is not drawn */
  PEL_PLACE_HIDDEN,    /* its program says that it is not on the screen */
  PEL_PLACE_NOT_READ,  /* its program has not reported it yet */
  PEL_PLACE_NO_WINDOW, /* no window on the screen is its own */
  PEL_PLACE_AMBIGUOUS, /* several windows could be its own */
  PEL_PLACE_POPUP,     /* in a popup, and this window system does not report where popups are */
  PEL_N_PLACES
} PelPlace;

/* How sure a known place is; the later ones are less sure. */
typedef enum
{
  PEL_CERTAINTY_EXACT,     /* a formula, held by tests against pixels */
  PEL_CERTAINTY_BY_PIXELS, /* compared with a picture of the window */
  PEL_CERTAINTY_BY_SIZES,  /* from sizes, and what lies in what */
  PEL_CERTAINTY_UNPROVEN,
  PEL_N_CERTAINTIES
} PelCertainty;

/* Who reports an element. */
typedef enum
{
  PEL_ORIGIN_ACCESSIBILITY, /* its program */
  PEL_ORIGIN_OCR,           /* text recognition: it is a text on the screen and nothing else */
  PEL_N_ORIGINS
} PelElementOrigin;

/* What an element's name comes from. The later ones count more, but for its own. */
typedef enum
{
  PEL_NAMED_BY_ITSELF, /* also where it has no name */
  PEL_NAMED_BY_CHILD,  /* the only thing in it */
  PEL_NAMED_BY_TEXT,   /* that it holds */
  PEL_NAMED_BY_PLACEHOLDER,
  PEL_NAMED_BY_DESCRIPTION,
  PEL_NAMED_BY_LABEL,
  PEL_N_NAME_SOURCES
} PelNameSource;

/* One element as a reader sees it. A value; its strings live as long as the snapshot. */
typedef struct
{
  PelElementId     id, parent, first_child;
  PelElementId     next_sibling; /* roots of the same program are siblings */
  guint            program;      /* index of its PelSnapshotProgram */
  guint            ref;          /* e12 */
  guint            n_children;   /* as its program says */
  PelRole          role;
  guint            native_role; /* AtspiRole */
  PelStates        states;      /* at most one element of a snapshot is focused */
  PelInterfaces    interfaces;
  PelPatterns      patterns;
  PelElementFlags  flags;
  PelPlace         place;     /* PEL_PLACE_KNOWN exactly where it has bounds */
  PelCertainty     certainty; /* of its bounds */
  const char      *name;      /* never NULL */
  PelNameSource    name_source;
  const char      *value;           /* never NULL; "" also where it has not been read */
  const char      *bus_name, *path; /* its identity while the program lives */
  PelElementOrigin origin;
  double           ocr;    /* how sure it is that its name was read on the screen; 0: it was not */
  PelNativeRect    bounds; /* finite, and no edge beyond PEL_COORDINATE_LIMIT */
} PelElement;

typedef struct
{
  const char  *bus_name;
  const char  *name, *toolkit, *toolkit_version; /* (nullable) */
  pid_t        pid;
  PelElementId root;         /* PEL_ELEMENT_NONE where nothing is known of it */
  gboolean     is_answering; /* FALSE: what is here is what was known of it */
  gboolean     is_late;      /* it may be another way already, as far as it reports */
  gboolean     is_truncated;
  gboolean     has_silent_part; /* a process that draws a part of it does not answer */
  gboolean     has_stubs;       /* it lists objects of processes that are no part of it */
} PelSnapshotProgram;

/**
 * PelSnapshot:
 *
 * The elements of a scope as they were at one instant. Immutable once built, so that any thread may
 * read it. An arena with interned strings: at most 160 bytes an element on average. Made by a
 * PelSnapshotBuilder.
 */
#define PEL_TYPE_SNAPSHOT (pel_snapshot_get_type ())
G_DECLARE_FINAL_TYPE (PelSnapshot, pel_snapshot, PEL, SNAPSHOT, GObject)

/* “s12” */
const char *pel_snapshot_get_id (PelSnapshot *self);
/* When it was made: microseconds, as g_get_real_time(). */
gint64 pel_snapshot_get_time (PelSnapshot *self);
/* (nullable) (transfer none) */
PelDesktop *pel_snapshot_get_desktop (PelSnapshot *self);

/* Whether the text on the screen was read for it, in all windows that it is about. */
gboolean pel_snapshot_has_text (PelSnapshot *self);

guint                     pel_snapshot_get_n_elements (PelSnapshot *self);
PelElement                pel_snapshot_get_element (PelSnapshot *self, PelElementId id);
guint                     pel_snapshot_get_n_programs (PelSnapshot *self);
const PelSnapshotProgram *pel_snapshot_get_program (PelSnapshot *self, guint index);
gsize                     pel_snapshot_get_bytes (PelSnapshot *self);

/* An element and all below it are the ids from its own to this one. */
PelElementId pel_snapshot_get_last_descendant (PelSnapshot *self, PelElementId id);
PelElementId pel_snapshot_get_parent (PelSnapshot *self, PelElementId id);
guint        pel_snapshot_get_depth (PelSnapshot *self, PelElementId id);

/* What a search asks of every element, without the rest of it: a whole PelElement takes many times
 * as long to make. */
const char *pel_snapshot_get_name (PelSnapshot *self, PelElementId id);
PelRole     pel_snapshot_get_role (PelSnapshot *self, PelElementId id);

/* As its program reports them: many programs say of several elements that they are focused. */
PelStates        pel_snapshot_get_states (PelSnapshot *self, PelElementId id);
PelElementFlags  pel_snapshot_get_flags (PelSnapshot *self, PelElementId id);
guint            pel_snapshot_get_ref (PelSnapshot *self, PelElementId id);
double           pel_snapshot_get_ocr (PelSnapshot *self, PelElementId id);
PelElementOrigin pel_snapshot_get_origin (PelSnapshot *self, PelElementId id);
PelCertainty     pel_snapshot_get_certainty (PelSnapshot *self, PelElementId id);
PelNativeRect    pel_snapshot_get_bounds (PelSnapshot *self, PelElementId id);

/* The one element that has the keyboard, as far as can be said; PEL_ELEMENT_NONE where none does.
 */
PelElementId pel_snapshot_get_focused (PelSnapshot *self);

/* Whether it is something to use: it takes the focus, acts or can be edited, and is neither mere
 * structure without a name nor a part of an item that is used as a whole. Windows may be. */
gboolean pel_snapshot_is_usable (PelSnapshot *self, PelElementId id);

/* Whether it can only be used through what it holds, as a list by its rows. */
gboolean pel_snapshot_is_holder (PelSnapshot *self, PelElementId id);

/* The index of its PelSnapshotProgram. */
guint pel_snapshot_get_program_index (PelSnapshot *self, PelElementId id);

/* “by sizes” */
const char *pel_certainty_to_string (PelCertainty certainty);

/* “label” */
const char *pel_name_source_to_string (PelNameSource source);

/* “accessibility” */
const char *pel_element_origin_to_string (PelElementOrigin origin);

/* The first one in depth-first order, where a program has given an identity twice. */
PelElementId pel_snapshot_find_ref (PelSnapshot *self, guint ref);
PelElementId pel_snapshot_find_identity (PelSnapshot *self, const char *bus_name, const char *path);

/* The element that is drawn in the window at @window_index of the desktop; PEL_ELEMENT_NONE where
 * none is known to be. Where several are, the first. */
PelElementId pel_snapshot_find_window_root (PelSnapshot *self, guint window_index);

/* (nullable) (transfer none): the window that an element is drawn in, its own or that of the
 * nearest ancestor that has one. */
PelWindow *pel_snapshot_find_window (PelSnapshot *self, PelElementId id);

/* The first element of what @id is drawn in: of a window, or of a popup, which may be drawn in the
 * same window as others but lies over them. PEL_ELEMENT_NONE if unknown. */
PelElementId pel_snapshot_find_surface_root (PelSnapshot *self, PelElementId id);

/* The deepest visible element at a point, later siblings above earlier ones; none:
 * PEL_ELEMENT_NONE. The part of an element that its scrolling ancestors hide does not count, and
 * neither does a container that cannot be used, unless nothing lies below it but what it is in.
 *
 * With a desktop, the topmost window at the point decides, and only what is drawn in it counts: a
 * window that exposes nothing covers what is under it all the same. */
PelElementId pel_snapshot_hit_test (PelSnapshot *self, PelNativePoint point);

/* The same; @ret_window, which may be NULL, is always set: (nullable) (transfer none) the window
 * that decided. */
PelElementId
pel_snapshot_hit_test_window (PelSnapshot *self, PelNativePoint point, PelWindow **ret_window);

/* Among @root and what is below it, whatever lies over it and whatever window it is drawn in. */
PelElementId
pel_snapshot_hit_test_within (PelSnapshot *self, PelElementId root, PelNativePoint point);

/* The part of a visible element that its window and its scrolling ancestors leave of it, whatever
 * lies over it; FALSE where that is nothing. */
gboolean
pel_snapshot_get_visible_rect (PelSnapshot *self, PelElementId id, PelNativeRect *ret_rect);

/* Whether at @point another element takes the presses, in the same window. */
gboolean pel_snapshot_is_behind (PelSnapshot *self, PelElementId id, PelNativePoint point);

/* Where a click reaches an element, or one below it that lies there: the middle of a pixel of a
 * monitor, in the visible part, not under another element that can be used, or window. The middle
 * of the visible part, or else of a large piece that is left over. FALSE where there is none, or no
 * desktop. */
gboolean
pel_snapshot_find_click_point (PelSnapshot *self, PelElementId id, PelNativePoint *ret_point);

/* Who makes snapshots needs no second header. */
#include "services/element/snapshot-builder.h"
