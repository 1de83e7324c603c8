/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/inspector-panel.h"

#include "inspector/bus-pane.h"
#include "inspector/details-pane.h"
#include "inspector/events-pane.h"
#include "inspector/selector-bar.h"
#include "inspector/style.h"
#include "inspector/tree-pane.h"
#include "services/base/error.h"

#include <string.h>

struct _PelInspectorPanel
{
  GtkWidget       parent_instance;
  GtkWidget      *box;
  GtkHeaderBar   *header;
  GtkRevealer    *notice;
  GtkLabel       *notice_text;
  GtkPaned       *paned;
  PelSelectorBar *selector;
  PelTreePane    *tree;
  PelDetailsPane *details;
  GtkStack       *panes;
  PelEventsPane  *events;
  PelBusPane     *bus;

  PelSnapshotTreeModel *model;   /* (nullable): there are no elements to be had */
  PelSelectorSearch    *search;  /* (nullable) the same */
  PelRegionRegistry    *regions; /* (nullable) */
  PelPicker            *picker;  /* (nullable) */
  GCancellable         *picking; /* (nullable): the person does not pick now */
  gboolean              is_docked;
  gboolean              is_divided; /* the panes have their shares */
  gboolean              has_told_obstacle;
};

/* Alt+1 shows the first. */
static const char *const pane_names[] = { "elements", "events", "bus" };

#define WIDE 640 /* from here on the panes stand side by side */

G_DEFINE_FINAL_TYPE (PelInspectorPanel, pel_inspector_panel, GTK_TYPE_WIDGET)

/* (transfer full) (nullable): a program, and what is gone, has no place that could be marked. */
static PelRegionMark *
make_mark (PelInspectorPanel *self, PelMarkKind kind, GObject *item)
{
  PelProgramItem *program;
  PelOutline     *outline;
  PelSnapshot    *snapshot;
  PelElementId    id;

  if (!PEL_IS_ELEMENT_ITEM (item))
    return NULL;
  program =
      pel_snapshot_tree_model_find_program (self->model,
                                            pel_element_item_get_program (PEL_ELEMENT_ITEM (item)),
                                            NULL);
  outline = program != NULL ? pel_program_item_get_outline (program) : NULL;
  if (outline == NULL)
    return NULL;
  snapshot = pel_outline_get_snapshot (outline);
  id = pel_snapshot_find_ref (snapshot, pel_element_item_get_ref (PEL_ELEMENT_ITEM (item)));
  if (id == PEL_ELEMENT_NONE)
    return NULL;
  if (pel_snapshot_get_desktop (snapshot) != NULL)
    pel_region_registry_set_layout (self->regions,
                                    pel_desktop_get_layout (pel_snapshot_get_desktop (snapshot)));
  return pel_region_mark_new (kind, snapshot, id);
}

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

static void
selected_cb (PelInspectorPanel *self)
{
  GPtrArray     *marks;
  PelRegionMark *mark;

  pel_details_pane_set_item (self->details, pel_tree_pane_get_selected (self->tree));
  tell_events_pane (self, pel_tree_pane_get_selected (self->tree));
  if (self->regions == NULL)
    return;
  marks = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_mark_free);
  mark = make_mark (self, PEL_MARK_SELECTED, pel_tree_pane_get_selected (self->tree));
  if (mark != NULL)
    g_ptr_array_add (marks, mark);
  pel_region_registry_set_selected (self->regions, marks);
}

static void
hovered_cb (PelInspectorPanel *self)
{
  if (self->regions != NULL)
    pel_region_registry_set_hovered (self->regions,
                                     make_mark (self,
                                                PEL_MARK_HOVERED,
                                                pel_tree_pane_get_hovered (self->tree)));
}

/* All that the selector matches is lit up. */
static void
search_changed_cb (PelInspectorPanel *self)
{
  GPtrArray *marks = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_mark_free);
  guint      n = MIN (pel_selector_search_get_n_matches (self->search), PEL_MAX_HIGHLIGHTS);

  for (guint i = 0; i < n; i++)
    {
      PelElementId id;
      PelSnapshot *snapshot = pel_selector_search_get_match (self->search, i, &id);

      if (i == 0 && pel_snapshot_get_desktop (snapshot) != NULL)
        pel_region_registry_set_layout (self->regions,
                                        pel_desktop_get_layout (
                                            pel_snapshot_get_desktop (snapshot)));
      g_ptr_array_add (marks, pel_region_mark_new (PEL_MARK_MATCHED, snapshot, id));
    }
  pel_region_registry_set_matched (self->regions, marks);
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
reveal_picked (PelInspectorPanel *self, const PelPicked *picked)
{
  PelElement element = pel_snapshot_get_element (picked->snapshot, picked->id);

  pel_inspector_panel_reveal (self,
                              pel_snapshot_get_program (picked->snapshot, element.program)
                                  ->bus_name,
                              element.ref);
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
    reveal_picked (self, g_ptr_array_index (picked, 0));
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

/* However it goes: closed, to another window, or with the whole session. What it has marked goes
 * with it. */
static void
pel_inspector_panel_unmap (GtkWidget *widget)
{
  PelInspectorPanel *self = PEL_INSPECTOR_PANEL (widget);

  if (self->picking != NULL)
    g_cancellable_cancel (self->picking);
  if (self->regions != NULL)
    {
      pel_region_registry_clear_marks (self->regions, PEL_MARK_HOVERED);
      pel_region_registry_clear_marks (self->regions, PEL_MARK_SELECTED);
      pel_region_registry_clear_marks (self->regions, PEL_MARK_MATCHED);
    }
  GTK_WIDGET_CLASS (pel_inspector_panel_parent_class)->unmap (widget);
}

/* In another window it marks again what it had marked. */
static void
pel_inspector_panel_map (GtkWidget *widget)
{
  PelInspectorPanel *self = PEL_INSPECTOR_PANEL (widget);

  GTK_WIDGET_CLASS (pel_inspector_panel_parent_class)->map (widget);
  if (self->regions == NULL)
    return;
  selected_cb (self);
  search_changed_cb (self);
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

/* Beside each other where there is room, else one above the other; each has its share anew. */
static void
pel_inspector_panel_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PelInspectorPanel *self = PEL_INSPECTOR_PANEL (widget);
  GtkOrientation     wanted = width >= WIDE ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;

  if (gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned)) != wanted || !self->is_divided)
    {
      gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), wanted);
      gtk_paned_set_position (self->paned,
                              wanted == GTK_ORIENTATION_HORIZONTAL ? width * 0.45 : height * 0.5);
      self->is_divided = TRUE;
    }
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

  if (self->model != NULL)
    {
      g_object_run_dispose (G_OBJECT (self->model)); /* nobody looks at them any more */
      g_object_run_dispose (G_OBJECT (self->search));
    }
  g_clear_object (&self->regions);
  g_clear_object (&self->picker);
  g_clear_object (&self->model);
  g_clear_object (&self->search);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (pel_inspector_panel_parent_class)->dispose (object);
}

static void
pel_inspector_panel_class_init (PelInspectorPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_inspector_panel_dispose;
  widget_class->map = pel_inspector_panel_map;
  widget_class->unmap = pel_inspector_panel_unmap;
  widget_class->measure = pel_inspector_panel_measure;
  widget_class->size_allocate = pel_inspector_panel_size_allocate;
  g_type_ensure (PEL_TYPE_SELECTOR_BAR);
  g_type_ensure (PEL_TYPE_TREE_PANE);
  g_type_ensure (PEL_TYPE_DETAILS_PANE);
  g_type_ensure (PEL_TYPE_EVENTS_PANE);
  g_type_ensure (PEL_TYPE_BUS_PANE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/inspector-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, box);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, header);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, notice);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, notice_text);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, paned);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, selector);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, tree);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, details);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, panes);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, events);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorPanel, bus);
  gtk_widget_class_bind_template_callback (widget_class, header_pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, hovered_cb);
  gtk_widget_class_bind_template_callback (widget_class, pel_inspector_panel_reveal);
  gtk_widget_class_install_action (widget_class, "inspector.refresh", NULL, refresh_action);
  gtk_widget_class_install_action (widget_class, "inspector.find", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "inspector.pick", NULL, pick_action);
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
pel_inspector_panel_init (PelInspectorPanel *self)
{
  pel_style_load ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "inspector.pick", FALSE);
  gtk_widget_insert_action_group (GTK_WIDGET (self),
                                  "element",
                                  pel_details_pane_get_actions (self->details));
}

PelInspectorPanel *
pel_inspector_panel_new (const PelToolContext *context)
{
  PelInspectorPanel *self = g_object_new (PEL_TYPE_INSPECTOR_PANEL, NULL);
  g_autoptr (GError) error = pel_tool_context_dup_elements_error (context);

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
  self->model = pel_snapshot_tree_model_new (context->elements);
  pel_details_pane_set_context (self->details, context);
  pel_events_pane_set_context (self->events, context);
  pel_bus_pane_set_source (self->bus, context->elements);
  g_signal_connect_object (self->model,
                           "updated",
                           G_CALLBACK (updated_cb),
                           self,
                           G_CONNECT_SWAPPED);
  pel_tree_pane_set_model (self->tree, self->model);
  self->search = pel_selector_search_new (context->elements, context->facts);
  g_signal_connect_object (self->search,
                           "changed",
                           G_CALLBACK (search_changed_cb),
                           self,
                           G_CONNECT_SWAPPED);
  pel_selector_bar_set_search (self->selector, self->search);
  return self;
}

void
pel_inspector_panel_reveal (PelInspectorPanel *self, const char *bus_name, guint ref)
{
  g_return_if_fail (PEL_IS_INSPECTOR_PANEL (self));

  gtk_stack_set_visible_child_name (self->panes, "elements");
  pel_tree_pane_reveal (self->tree, bus_name, ref);
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
