/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/inspector-panel.h"

#include "inspector/approvals-pane.h"
#include "inspector/audit-pane.h"
#include "inspector/bus-pane.h"
#include "inspector/details-pane.h"
#include "inspector/events-pane.h"
#include "inspector/panel-marks.h"
#include "inspector/selection-history.h"
#include "inspector/selector-bar.h"
#include "inspector/stop-banner.h"
#include "inspector/style.h"
#include "inspector/tree-pane.h"
#include "services/base/error.h"

#include <string.h>

struct _PelInspectorPanel
{
  GtkWidget         parent_instance;
  GtkWidget        *box;
  GtkHeaderBar     *header;
  PelStopBanner    *stop_banner;
  GtkRevealer      *notice;
  GtkLabel         *notice_text;
  GtkPaned         *paned;
  PelSelectorBar   *selector;
  PelTreePane      *tree;
  PelDetailsPane   *details;
  GtkStack         *panes;
  PelEventsPane    *events;
  PelBusPane       *bus;
  PelApprovalsPane *approvals;
  PelAuditPane     *audit;

  PelSnapshotTreeModel *model;  /* (nullable): there are no elements to be had */
  PelSelectorSearch    *search; /* (nullable) the same */
  PelPanelMarks        *marks;  /* (nullable) the same */
  PelSelectionHistory  *history;
  PelElementSource     *source;   /* (nullable) */
  PelRegionRegistry    *regions;  /* (nullable) */
  PelPicker            *picker;   /* (nullable) */
  GCancellable         *picking;  /* (nullable): the person does not pick now */
  GSettings            *settings; /* (nullable) */
  gboolean              is_docked;
  gboolean              is_divided; /* the panes have their shares */
  double                shares[2];  /* of the tree, by GtkOrientation … */
  int                   extents[2]; /* … of the whole panel */
  gboolean              has_told_obstacle;
};

/* Alt+1 shows the first. */
static const char *const pane_names[] = { "elements", "events", "bus", "approvals", "audit" };

#define WIDE 640 /* from here on the panes stand side by side */

G_DEFINE_FINAL_TYPE (PelInspectorPanel, pel_inspector_panel, GTK_TYPE_WIDGET)

static void
tell_events_pane (PelInspectorPanel *self, GObject *item)
{
  if (PEL_IS_ELEMENT_ITEM (item))
    pel_events_pane_set_element (self->events,
                                 pel_element_item_get_program (PEL_ELEMENT_ITEM (item)),
                                 pel_element_item_get_ref (PEL_ELEMENT_ITEM (item)));
  else
    pel_events_pane_set_element (self->events, NULL, 0);
}

static gboolean
is_there (const PelElementPlace *place, gpointer data)
{
  PelInspectorPanel *self = data;
  const char        *path;

  if (pel_snapshot_tree_model_find_program (self->model, place->bus_name, NULL) == NULL)
    return FALSE;
  return place->ref == 0 || pel_element_source_find_ref (self->source, place->ref, &path) != NULL;
}

static void
update_history_actions (PelInspectorPanel *self)
{
  const PelElementPlace *back =
      pel_selection_history_find (self->history, PEL_HISTORY_BACK, is_there, self);
  const PelElementPlace *forward =
      pel_selection_history_find (self->history, PEL_HISTORY_FORWARD, is_there, self);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "inspector.back", back != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "inspector.forward", forward != NULL);
}

static void
note_in_history (PelInspectorPanel *self, GObject *item)
{
  g_auto (PelElementPlace) place = { NULL };

  if (item != NULL)
    {
      pel_element_place_set_item (&place, item);
      pel_selection_history_add (self->history, &place);
    }
  update_history_actions (self);
}

static void
selected_cb (PelInspectorPanel *self)
{
  GObject              *item = pel_tree_pane_get_selected (self->tree);
  g_autoptr (GPtrArray) items = pel_tree_pane_list_selected (self->tree);

  pel_details_pane_set_item (self->details, item);
  tell_events_pane (self, item);
  note_in_history (self, item);
  pel_panel_marks_select (self->marks, items);
}

static void
hovered_cb (PelInspectorPanel *self)
{
  if (self->marks != NULL)
    pel_panel_marks_hover (self->marks, pel_tree_pane_get_hovered (self->tree));
}

static void
search_changed_cb (PelInspectorPanel *self)
{
  pel_panel_marks_match (self->marks);
}

/* Whether the tree can be seen. What no one sees need not be known. */
static void
update_shown (PelInspectorPanel *self)
{
  GtkNative  *native = gtk_widget_get_native (GTK_WIDGET (self));
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  gboolean    is_shown =
      gtk_widget_get_mapped (GTK_WIDGET (self->tree)) && GDK_IS_TOPLEVEL (surface) &&
      (gdk_toplevel_get_state (GDK_TOPLEVEL (surface)) & GDK_TOPLEVEL_STATE_MINIMIZED) == 0;

  if (self->marks == NULL)
    return;
  pel_snapshot_tree_model_set_live (self->model, is_shown);
  pel_selector_search_set_live (self->search, is_shown);
  pel_panel_marks_set_shown (self->marks, is_shown);
  pel_details_pane_set_shown (self->details, is_shown);
}

/* In the pane that is shown. */
static void
find_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelInspectorPanel *self = PEL_INSPECTOR_PANEL (widget);

  if (g_str_equal (gtk_stack_get_visible_child_name (self->panes), "events"))
    {
      gtk_widget_activate_action (GTK_WIDGET (self->events), "events.find", NULL);
      return;
    }
  gtk_stack_set_visible_child_name (self->panes, "elements");
  gtk_widget_grab_focus (GTK_WIDGET (self->selector));
}

static void
updated_cb (PelInspectorPanel *self)
{
  pel_details_pane_refresh (self->details);
  update_history_actions (self);
}

static void
go (PelInspectorPanel *self, PelHistoryWay way)
{
  const PelElementPlace *place = pel_selection_history_go (self->history, way, is_there, self);

  if (place != NULL)
    pel_inspector_panel_reveal (self, place->bus_name, place->ref);
}

static void
back_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  go (PEL_INSPECTOR_PANEL (widget), PEL_HISTORY_BACK);
}

static void
forward_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  go (PEL_INSPECTOR_PANEL (widget), PEL_HISTORY_FORWARD);
}

/* The buttons at the side of a mouse. */
static void
pressed_cb (PelInspectorPanel *self, int n_press, double x, double y, GtkGestureSingle *gesture)
{
  guint button = gtk_gesture_single_get_current_button (gesture);

  if (button == 8)
    gtk_widget_activate_action (GTK_WIDGET (self), "inspector.back", NULL);
  else if (button == 9)
    gtk_widget_activate_action (GTK_WIDGET (self), "inspector.forward", NULL);
}

static void
refresh_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelInspectorPanel *self = PEL_INSPECTOR_PANEL (widget);

  if (self->model != NULL)
    pel_snapshot_tree_model_refresh (self->model);
}

static void
show_notice (PelInspectorPanel *self, const GError *error)
{
  g_autofree char *text = NULL;

  if (error != NULL)
    text = g_strdup_printf ("%s\n%s", error->message, pel_error_get_hint (error));
  gtk_label_set_text (self->notice_text, text != NULL ? text : "");
  gtk_revealer_set_reveal_child (self->notice, text != NULL);
}

/* What is selected here cannot be seen on the screen: once is enough to know that. */
static void
regions_changed_cb (PelInspectorPanel *self)
{
  const GError *obstacle = pel_region_registry_get_obstacle (self->regions);

  if (obstacle == NULL || self->has_told_obstacle)
    return;
  self->has_told_obstacle = TRUE;
  show_notice (self, obstacle);
}

static void
close_notice_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_notice (PEL_INSPECTOR_PANEL (widget), NULL);
}

static void
reveal (PelInspectorPanel *self, const GArray *places, PelFocusManner manner)
{
  gtk_stack_set_visible_child_name (self->panes, "elements");
  pel_tree_pane_reveal (self->tree, places, manner);
}

/* The last one that was chosen comes first, and is the one that is told about. */
static void
reveal_picked (PelInspectorPanel *self, GPtrArray *picked)
{
  g_autoptr (GArray) places = pel_element_places_new ();

  for (guint i = 0; i < picked->len; i++)
    {
      const PelPicked *one = picked->pdata[i];
      PelElement       element = pel_snapshot_get_element (one->snapshot, one->id);

      pel_element_places_add (places,
                              pel_snapshot_get_program (one->snapshot, element.program)->bus_name,
                              element.ref);
    }
  reveal (self, places, PEL_FOCUS_TAKEN);
}

/* Who goes from match to match stays in the entry. */
static void
match_followed_cb (PelInspectorPanel *self, const char *bus_name, guint ref)
{
  g_autoptr (GArray) places = pel_element_places_new ();

  pel_element_places_add (places, bus_name, ref);
  reveal (self, places, PEL_FOCUS_LEFT);
}

/* The window may be closed meanwhile; and who leaves without choosing knows that. */
static void
picked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PelInspectorPanel) self = data;
  g_autoptr (GError)            error = NULL;
  g_autoptr (GPtrArray) picked = pel_picker_pick_finish (PEL_PICKER (source), result, &error);

  g_clear_object (&self->picking);
  if (self->model == NULL)
    return;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "inspector.pick", TRUE);
  if (picked != NULL)
    reveal_picked (self, picked);
  else if (!g_error_matches (error, PEL_ERROR, PEL_ERROR_CANCELLED))
    show_notice (self, error);
}

static void
pick_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelInspectorPanel *self = PEL_INSPECTOR_PANEL (widget);

  show_notice (self, NULL);
  gtk_widget_action_set_enabled (widget, "inspector.pick", FALSE); /* one at a time */
  self->picking = g_cancellable_new ();
  pel_picker_pick_async (self->picker, NULL, self->picking, picked_cb, g_object_ref (self));
}

static void
show_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_stack_set_visible_child_name (PEL_INSPECTOR_PANEL (widget)->panes,
                                    g_variant_get_string (parameter, NULL));
}

/* As the person has divided them now. */
static void
note_share (PelInspectorPanel *self)
{
  GtkOrientation orientation = gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned));

  if (self->is_divided && self->extents[orientation] > 0)
    self->shares[orientation] =
        (double) gtk_paned_get_position (self->paned) / self->extents[orientation];
}

static void
remember_shares (PelInspectorPanel *self)
{
  note_share (self);
  if (self->settings != NULL)
    g_settings_set (self->settings,
                    "inspector-split",
                    "(dd)",
                    self->shares[GTK_ORIENTATION_VERTICAL],
                    self->shares[GTK_ORIENTATION_HORIZONTAL]);
}

/* However it goes: closed, to another window, or with the whole session. */
static void
pel_inspector_panel_unmap (GtkWidget *widget)
{
  PelInspectorPanel *self = PEL_INSPECTOR_PANEL (widget);

  remember_shares (self);
  if (self->picking != NULL)
    g_cancellable_cancel (self->picking);
  GTK_WIDGET_CLASS (pel_inspector_panel_parent_class)->unmap (widget);
}

static void
pel_inspector_panel_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (pel_inspector_panel_parent_class)->realize (widget);
  g_signal_connect_object (gtk_native_get_surface (gtk_widget_get_native (widget)),
                           "notify::state",
                           G_CALLBACK (update_shown),
                           widget,
                           G_CONNECT_SWAPPED);
}

static void
pel_inspector_panel_measure (GtkWidget     *widget,
                             GtkOrientation orientation,
                             int            for_size,
                             int           *minimum,
                             int           *natural,
                             int           *minimum_baseline,
                             int           *natural_baseline)
{
  gtk_widget_measure (PEL_INSPECTOR_PANEL (widget)->box,
                      orientation,
                      for_size,
                      minimum,
                      natural,
                      minimum_baseline,
                      natural_baseline);
}

/* Beside each other where there is room, else one above the other; each has its share again. */
static void
pel_inspector_panel_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PelInspectorPanel *self = PEL_INSPECTOR_PANEL (widget);
  GtkOrientation     wanted = width >= WIDE ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;
  const int          extents[] = {
             [GTK_ORIENTATION_HORIZONTAL] = width, [GTK_ORIENTATION_VERTICAL] = height
  };

  if (gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned)) != wanted || !self->is_divided)
    {
      note_share (self);
      gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), wanted);
      gtk_paned_set_position (self->paned, (int) (self->shares[wanted] * extents[wanted] + 0.5));
      self->is_divided = TRUE;
    }
  memcpy (self->extents, extents, sizeof extents);
  gtk_widget_allocate (self->box, width, height, baseline, NULL);
}

/* At a side it is not moved by its title, nor made as large as the screen; what is pressed in it is
 * pressed all the same. */
static void
header_pressed_cb (PelInspectorPanel *self, int n_press, double x, double y, GtkGesture *gesture)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self->header), x, y, GTK_PICK_DEFAULT);

  if (self->is_docked && picked != NULL &&
      gtk_widget_get_ancestor (picked, GTK_TYPE_BUTTON) == NULL)
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
pel_inspector_panel_dispose (GObject *object)
{
  PelInspectorPanel *self = PEL_INSPECTOR_PANEL (object);

  g_clear_pointer (&self->marks, pel_panel_marks_free);
  if (self->model != NULL)
    {
      g_object_run_dispose (G_OBJECT (self->model)); /* no one looks at them any more */
      g_object_run_dispose (G_OBJECT (self->search));
    }
  g_clear_object (&self->source);
  g_clear_object (&self->regions);
  g_clear_object (&self->picker);
  g_clear_object (&self->settings);
  g_clear_object (&self->model);
  g_clear_object (&self->search);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (pel_inspector_panel_parent_class)->dispose (object);
}

static void
pel_inspector_panel_finalize (GObject *object)
{
  pel_selection_history_free (PEL_INSPECTOR_PANEL (object)->history);
  G_OBJECT_CLASS (pel_inspector_panel_parent_class)->finalize (object);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "inspector.refresh", NULL, refresh_action);
  gtk_widget_class_install_action (widget_class, "inspector.find", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "inspector.pick", NULL, pick_action);
  gtk_widget_class_install_action (widget_class, "inspector.back", NULL, back_action);
  gtk_widget_class_install_action (widget_class, "inspector.forward", NULL, forward_action);
  gtk_widget_class_install_action (widget_class,
                                   "inspector.close-notice",
                                   NULL,
                                   close_notice_action);
  gtk_widget_class_install_action (widget_class, "inspector.show", "s", show_action);
  for (gsize i = 0; i < G_N_ELEMENTS (pane_names); i++)
    gtk_widget_class_add_binding_action (widget_class,
                                         GDK_KEY_1 + (guint) i,
                                         GDK_ALT_MASK,
                                         "inspector.show",
                                         "s",
                                         pane_names[i]);
  gtk_widget_class_add_binding_action (widget_class,
                                       GDK_KEY_c,
                                       GDK_CONTROL_MASK | GDK_ALT_MASK,
                                       "element.copy-as",
                                       "s",
                                       "selector");
}

static void
pel_inspector_panel_class_init (PelInspectorPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_inspector_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_inspector_panel_finalize;
  widget_class->realize = pel_inspector_panel_realize;
  widget_class->unmap = pel_inspector_panel_unmap;
  widget_class->measure = pel_inspector_panel_measure;
  widget_class->size_allocate = pel_inspector_panel_size_allocate;
  g_type_ensure (PEL_TYPE_SELECTOR_BAR);
  g_type_ensure (PEL_TYPE_TREE_PANE);
  g_type_ensure (PEL_TYPE_DETAILS_PANE);
  g_type_ensure (PEL_TYPE_EVENTS_PANE);
  g_type_ensure (PEL_TYPE_BUS_PANE);
  g_type_ensure (PEL_TYPE_APPROVALS_PANE);
  g_type_ensure (PEL_TYPE_AUDIT_PANE);
  g_type_ensure (PEL_TYPE_STOP_BANNER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/inspector-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, box);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, header);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, stop_banner);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, notice);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, notice_text);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, paned);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, selector);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, tree);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, details);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, panes);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, events);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, bus);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, approvals);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, audit);
  gtk_widget_class_bind_template_callback (widget_class, header_pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, hovered_cb);
  gtk_widget_class_bind_template_callback (widget_class, match_followed_cb);
  gtk_widget_class_bind_template_callback (widget_class, pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, pel_inspector_panel_reveal);
  install_actions (widget_class);
}

static void
pel_inspector_panel_init (PelInspectorPanel *self)
{
  pel_style_load ();
  self->history = pel_selection_history_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "inspector.pick", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "inspector.back", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "inspector.forward", FALSE);
  g_signal_connect_object (self->tree,
                           "map",
                           G_CALLBACK (update_shown),
                           self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->tree,
                           "unmap",
                           G_CALLBACK (update_shown),
                           self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  gtk_widget_insert_action_group (GTK_WIDGET (self),
                                  "element",
                                  pel_details_pane_get_actions (self->details));
}

static void
restore_settings (PelInspectorPanel *self, GSettings *settings)
{
  self->shares[GTK_ORIENTATION_VERTICAL] = 0.5;
  self->shares[GTK_ORIENTATION_HORIZONTAL] = 0.45;
  if (settings == NULL)
    return;
  self->settings = g_object_ref (settings);
  g_settings_get (settings,
                  "inspector-split",
                  "(dd)",
                  &self->shares[GTK_ORIENTATION_VERTICAL],
                  &self->shares[GTK_ORIENTATION_HORIZONTAL]);
  pel_tree_pane_bind_settings (self->tree, settings);
}

PelInspectorPanel *
pel_inspector_panel_new (const PelToolContext *context, GSettings *settings)
{
  PelInspectorPanel *self = g_object_new (PEL_TYPE_INSPECTOR_PANEL, NULL);
  g_autoptr (GError) error = pel_tool_context_dup_elements_error (context);

  restore_settings (self, settings);
  pel_stop_banner_set_stopper (self->stop_banner, context->stopper);
  pel_approvals_pane_set_context (self->approvals, context);
  pel_audit_pane_set_context (self->audit, context);
  if (context->elements == NULL)
    {
      pel_tree_pane_set_error (self->tree, error);
      return self;
    }
  g_set_object (&self->regions, context->regions);
  g_signal_connect_object (self->regions,
                           "changed",
                           G_CALLBACK (regions_changed_cb),
                           self,
                           G_CONNECT_SWAPPED);
  g_set_object (&self->picker, context->picker);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "inspector.pick", self->picker != NULL);
  g_set_object (&self->source, context->elements);
  self->model = pel_snapshot_tree_model_new (context->elements);
  self->search = pel_selector_search_new (context->elements, context->facts);
  self->marks = pel_panel_marks_new (self->regions, self->model, self->search);
  pel_details_pane_set_context (self->details, context);
  pel_events_pane_set_context (self->events, context);
  pel_bus_pane_set_source (self->bus, context->elements);
  g_signal_connect_object (self->model,
                           "updated",
                           G_CALLBACK (updated_cb),
                           self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search,
                           "changed",
                           G_CALLBACK (search_changed_cb),
                           self,
                           G_CONNECT_SWAPPED);
  pel_tree_pane_set_model (self->tree, self->model, context->elements, context->facts);
  pel_selector_bar_set_search (self->selector, self->search);
  return self;
}

void
pel_inspector_panel_reveal (PelInspectorPanel *self, const char *bus_name, guint ref)
{
  g_autoptr (GArray) places = pel_element_places_new ();

  g_return_if_fail (PEL_IS_INSPECTOR_PANEL (self));

  pel_element_places_add (places, bus_name, ref);
  reveal (self, places, PEL_FOCUS_TAKEN);
}

/* Of the buttons of a window only the one that closes it, at the side where it is on this desktop.
 */
static const char *
choose_buttons (PelInspectorPanel *self)
{
  g_autofree char *layout = NULL;
  const char      *colon, *close;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)),
                "gtk-decoration-layout",
                &layout,
                NULL);
  colon = layout != NULL ? strchr (layout, ':') : NULL;
  close = layout != NULL ? strstr (layout, "close") : NULL;
  return colon != NULL && close != NULL && close < colon ? "close:" : ":close";
}

void
pel_inspector_panel_set_docked (PelInspectorPanel *self, gboolean is_docked)
{
  g_return_if_fail (PEL_IS_INSPECTOR_PANEL (self));

  self->is_docked = is_docked;
  gtk_header_bar_set_decoration_layout (self->header, is_docked ? choose_buttons (self) : NULL);
}
