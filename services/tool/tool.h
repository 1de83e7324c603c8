/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/approver-link.h"
#include "services/audit/audit-log.h"
#include "services/capture/camera.h"
#include "services/capture/frame.h"
#include "services/element/element-source.h"
#include "services/input/input.h"
#include "services/input/person-watch.h"
#include "services/ocr/text-source.h"
#include "services/pipeline/stopper.h"
#include "services/policy/policy-store.h"
#include "services/provider/a11y-keeper.h"
#include "services/region/picker.h"
#include "services/region/region-tracker.h"
#include "services/selector/facts.h"
#include "services/tool/schema.h"
#include "services/window/window-control.h"

typedef struct _PelTool        PelTool;
typedef struct _PelToolContext PelToolContext;

typedef enum
{
  PEL_TOOL_READ,
  PEL_TOOL_POINT,   /* shows something to the person, on the overlay */
  PEL_TOOL_CAPTURE, /* takes pictures; goes through the pipeline */
  PEL_TOOL_ACT,     /* on other programs; goes through the pipeline */
  PEL_TOOL_ADMIN,   /* about this program itself; for people and scripts */
  PEL_N_TOOL_CLASSES
} PelToolClass;

typedef enum
{
  PEL_OFFER_COMMAND_LINE = 1 << 0,
  PEL_OFFER_DBUS = 1 << 1,
  PEL_OFFER_MCP = 1 << 2,
  PEL_OFFER_PEOPLE = PEL_OFFER_COMMAND_LINE | PEL_OFFER_DBUS,
  PEL_OFFER_ALL = PEL_OFFER_PEOPLE | PEL_OFFER_MCP,
} PelToolOffer;

typedef enum
{
  PEL_VIEW_TABLE,    /* a row for each object of a list */
  PEL_VIEW_FINDINGS, /* status, title, message and what to do, as paragraphs */
  PEL_VIEW_FIELDS,   /* a line for each member of the result, or of one of its objects */
  PEL_VIEW_TEXT,     /* a text as it is */
} PelViewKind;

typedef struct
{
  const char *key;    /* member of the row, or "states" for the names of all that are true */
  const char *header; /* for translation */
} PelColumn;

/* How a person is shown a part of the result on a terminal. What the result does not have is not
 * shown. */
typedef struct
{
  PelViewKind      kind;
  const char      *key;           /* the member that it shows; NULL: the result itself */
  const char      *heading;       /* (nullable) for translation */
  const PelColumn *columns;       /* ends with a row without a key */
  const char      *empty;         /* what is said of an empty list; for translation */
  gboolean         is_for_people; /* left out where another program reads */
} PelView;

/**
 * PelTool:
 *
 * Everything about one tool, as a constant: every front end is made from it. @run is given a task
 * whose task data is the PelToolCall; it returns the result's data as a JsonObject (transfer full).
 */
struct _PelTool
{
  const char  *name;    /* ui_list_windows; the command line drops ui_ */
  const char  *alias;   /* (nullable) a shorter word for the command line */
  const char  *summary; /* for translation */
  const char  *when;    /* (nullable) for translation: for models, when to choose this tool */
  PelToolClass tool_class;
  PelToolOffer offers;
  gboolean     has_target; /* whatever it is given, it resolves one before it reports anything */
  guint        timeout_ms; /* unless the call says otherwise; 0: it goes on until it is cancelled */
  guint        grace_ms;   /* beyond that, of a tool that keeps its time itself */
  const PelField *arguments; /* (nullable), less the common ones */
  const PelField *result;
  const PelField *event; /* (nullable) of each event, for a tool that reports what happens */
  const PelView  *views; /* ends with a row of zeros */
  void (*run) (GTask *task);
};

/* Opens the inspector, or raises it. @bus_name (nullable): the program of the element with @ref,
 * which is selected in it. */
typedef void (*PelOpenInspectorFunc) (gpointer data, const char *bus_name, guint ref);

/* What tools work with. Made by the composition root, lent to every call. */
struct _PelToolContext
{
  PelWindowSource  *windows;        /* NULL where this desktop has none that we know */
  PelWindowControl *window_control; /* NULL where windows is */
  GError           *windows_error;  /* why, then */
  PelInput         *input;          /* (nullable) real input */
  GError           *input_error;    /* (nullable) why there is none */
  PelPersonWatch   *person;         /* (nullable) hears of the person's own input */
  GError           *person_error;   /* (nullable) why it is not heard of */
  PelCamera        *camera;         /* (nullable) takes pictures */
  GError           *camera_error;   /* (nullable) why there are none */
  PelFrameStore    *frames;         /* (nullable) what pictures were taken of */
  PelElementSource *elements;       /* NULL where there are none to be had */
  GError           *elements_error; /* why, then */
  PelTextSource    *text;           /* (nullable) @elements, as that which reads the screen */
  PelFacts         *facts;          /* what was read of elements for selectors */
  PelPolicyStore   *policy;         /* (nullable) who may do what; NULL: what is built in */

  PelRegionRegistry   *regions;   /* (nullable) what has a number, and what is marked */
  PelRegionTracker    *tracker;   /* (nullable) keeps them as they are; NULL where elements is */
  PelPicker           *picker;    /* (nullable) lets the person point; NULL where elements is */
  PelAuditLog         *audit;     /* (nullable) what was done is written down there */
  PelStopper          *stopper;   /* stops all acting */
  PelApprovalQueue    *approvals; /* (nullable) what the person is asked; NULL: not possible */
  PelApproverLink     *approver;  /* (nullable) who asks them */
  PelA11yKeeper       *a11y;      /* (nullable) keeps accessibility turned on */
  GDBusConnection     *session_bus;
  gpointer             inspector_data; /* for open_inspector */
  PelOpenInspectorFunc open_inspector;

  /* (nullable) (transfer full): @image, which shows @rect, with regions (nullable: those that the
   * overlay shows now, and all marks) drawn into it; known to a higher layer */
  PelImage *(*draw_regions) (const PelToolContext  *context,
                             PelRegionList         *regions,
                             PelImage              *image,
                             const PelPhysicalRect *rect);

  /* Returns a PelExamination through @task. */
  void (*examine) (GTask *task, const PelToolContext *context);

  /* Turns on the desktop's accessibility; returns a boolean through @task. */
  void (*enable_accessibility) (GTask *task, const PelToolContext *context);

  /* Returns a GPtrArray of PelCalibration through @task. */
  void (*calibrate) (GTask *task, const PelToolContext *context);

  /* (nullable) a reason where no overlay is possible on @platform; known to a higher layer */
  const char *(*refuse_overlay) (const PelPlatform *platform, const char **ret_remedy);
};

/* (transfer full): why there are no windows, no elements, no input or no pictures, where there are
 * none. */
GError *pel_tool_context_dup_windows_error (const PelToolContext *self);
GError *pel_tool_context_dup_elements_error (const PelToolContext *self);
GError *pel_tool_context_dup_input_error (const PelToolContext *self);
GError *pel_tool_context_dup_camera_error (const PelToolContext *self);

/* Whether it is the row that ends a table of views. */
gboolean pel_view_is_end (const PelView *self);

/* What every tool takes beside its own arguments. */
extern const PelField pel_tool_common_arguments[];

const char *pel_tool_class_to_string (PelToolClass tool_class);

/* Whether the pipeline asks the policy and writes it down, and nobody else. */
gboolean pel_tool_uses_pipeline (const PelTool *self);

/* "list-windows" for ui_list_windows */
char *pel_tool_dup_command (const PelTool *self);

/* Arguments and the common ones; free the array, not what it holds. */
PelField *pel_tool_dup_arguments (const PelTool *self);
