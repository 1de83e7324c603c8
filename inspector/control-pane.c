/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/control-pane.h"

#include "inspector/control.h"
#include "inspector/wrap-box.h"
#include "services/base/json.h"
#include "services/base/text.h"
#include "services/tool/tool-call.h"

#include <glib/gi18n.h>

#define SLOW_MS 300 /* what takes longer is shown to be under way */

struct _PelControlPane
{
  GtkBox      parent_instance;
  GtkBox     *lines;
  PelWrapBox *buttons;
  GtkWidget  *result_box;
  GtkSpinner *spinner;
  GtkImage   *result_icon;
  GtkLabel   *result;
  GtkWidget  *cancel;

  const PelToolContext *context;
  char                 *target;      /* (nullable) whom it is about: a ref */
  GPtrArray            *controls;    /* of PelControl */
  GPtrArray            *widgets;     /* the widget of each control, borrowed */
  GCancellable         *cancellable; /* of the call under way; NULL: there is none */
  GtkWidget            *again;       /* (nullable) a slider that was moved meanwhile, borrowed */
  guint                 slow_id;
  gboolean              is_filling; /* what changes now was not done by the person */
};

enum
{
  ACTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelControlPane, pel_control_pane, GTK_TYPE_BOX)

static void slid_cb (PelControlPane *self, GtkWidget *scale);

/* What came of it */

static void
set_busy (PelControlPane *self, gboolean is_busy)
{
  g_clear_handle_id (&self->slow_id, g_source_remove);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), is_busy);
  gtk_spinner_set_spinning (self->spinner, is_busy);
  gtk_widget_set_visible (self->cancel, is_busy);
  gtk_widget_set_visible (GTK_WIDGET (self->result_icon), !is_busy);
}

static gboolean
slow_cb (gpointer data)
{
  PelControlPane *self = data;

  self->slow_id = 0;
  set_busy (self, TRUE);
  gtk_label_set_text (self->result, _ ("Waiting for the program…"));
  gtk_widget_set_visible (self->result_box, TRUE);
  return G_SOURCE_REMOVE;
}

static void
show_result (PelControlPane *self, const char *icon, const char *style, const char *text)
{
  static const char *const styles[] = { "status-ok", "status-info", "status-error" };
  g_autofree char         *shown = pel_text_isolate (text);

  set_busy (self, FALSE);
  for (gsize i = 0; i < G_N_ELEMENTS (styles); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->result_icon), styles[i]);
  gtk_widget_add_css_class (GTK_WIDGET (self->result_icon), style);
  gtk_image_set_from_icon_name (self->result_icon, icon);
  gtk_label_set_text (self->result, shown);
  gtk_widget_set_visible (self->result_box, TRUE);
}

static void
show_error (PelControlPane *self, JsonObject *error)
{
  const char      *hint = json_object_get_string_member_with_default (error, "hint", "");
  g_autofree char *text =
      g_strjoin (hint[0] != '\0' ? ". " : "",
                 json_object_get_string_member_with_default (error, "message", ""),
                 hint,
                 NULL);

  show_result (self, "dialog-error-symbolic", "status-error", text);
}

static void
show_envelope (PelControlPane *self, JsonObject *envelope)
{
  JsonObject *data;
  const char *effect;
  gboolean    is_seen;

  if (json_object_has_member (envelope, "error"))
    {
      show_error (self, json_object_get_object_member (envelope, "error"));
      return;
    }
  data = json_object_get_object_member (envelope, "data");
  effect = json_object_get_string_member_with_default (data, "effect", "");
  is_seen = g_str_equal (effect, "confirmed");
  show_result (self,
               is_seen ? "object-select-symbolic" : "dialog-information-symbolic",
               is_seen ? "status-ok" : "status-info",
               json_object_get_string_member_with_default (data, "text", ""));
}

/* A call under way, of this pane. */
typedef struct
{
  PelControlPane *pane;
  GCancellable   *cancellable;
} Call;

/* Another element may be shown by now: what came of this one does not belong there. */
static void
done_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autofree Call           *call = data;
  g_autoptr (PelControlPane) self = call->pane;
  g_autoptr (GCancellable)   cancellable = call->cancellable;
  g_autofree char           *text = pel_tool_call_finish (result);
  g_autoptr (JsonObject)     envelope = pel_json_parse_object (text, -1, NULL);

  if (self->cancellable != cancellable)
    return;
  g_clear_object (&self->cancellable);
  if (self->context == NULL || envelope == NULL)
    return; /* it is gone from the screen */
  show_envelope (self, envelope);
  if (self->again != NULL)
    slid_cb (self, g_steal_pointer (&self->again));
  g_signal_emit (self, signals[ACTED], 0);
}

/* Takes @value (nullable). One thing at a time: what is pressed meanwhile is not kept for later. */
static void
act (PelControlPane *self, const PelControl *control, JsonNode *value)
{
  g_autofree char *arguments = NULL;
  Call            *call;

  if (self->context == NULL || self->target == NULL || self->cancellable != NULL)
    {
      g_clear_pointer (&value, json_node_unref);
      return;
    }
  arguments = pel_control_dup_arguments (control, self->target, value);
  self->cancellable = g_cancellable_new ();
  self->slow_id = g_timeout_add (SLOW_MS, slow_cb, self);
  call = g_new (Call, 1);
  call->pane = g_object_ref (self);
  call->cancellable = g_object_ref (self->cancellable);
  pel_tool_call_async (self->context,
                       NULL,
                       control->tool,
                       arguments,
                       self->cancellable,
                       done_cb,
                       call);
}

static void
cancel_cb (PelControlPane *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

/* What the person does */

/* (nullable): the control that @widget belongs to. */
static const PelControl *
find_control (PelControlPane *self, GtkWidget *widget)
{
  guint index;

  if (self->is_filling || !g_ptr_array_find (self->widgets, widget, &index))
    return NULL;
  return self->controls->pdata[index];
}

static void
clicked_cb (PelControlPane *self, GtkWidget *button)
{
  const PelControl *control = find_control (self, button);

  if (control != NULL)
    act (self, control, NULL);
}

/* The next answer sets it to what is so, whatever came of this. */
static void
switched_cb (PelControlPane *self, GParamSpec *unused, GtkWidget *toggle)
{
  const PelControl *control = find_control (self, toggle);

  if (control != NULL)
    act (self, control, NULL);
}

static void
entered_cb (PelControlPane *self, GtkWidget *entry)
{
  const PelControl *control = find_control (self, entry);
  JsonNode         *value;

  if (control == NULL)
    return;
  value = json_node_new (JSON_NODE_VALUE);
  json_node_set_string (value, gtk_editable_get_text (GTK_EDITABLE (entry)));
  act (self, control, value);
}

/* Where it is moved faster than the program follows, the last place counts. */
static void
slid_cb (PelControlPane *self, GtkWidget *scale)
{
  const PelControl *control = find_control (self, scale);
  JsonNode         *value;

  if (control == NULL)
    return;
  if (self->cancellable != NULL)
    {
      self->again = scale;
      return;
    }
  value = json_node_new (JSON_NODE_VALUE);
  json_node_set_double (value, gtk_range_get_value (GTK_RANGE (scale)));
  act (self, control, value);
}

/* The widgets */

static GtkWidget *
create_button (PelControlPane *self, const PelControl *control)
{
  GtkWidget *button = gtk_button_new_with_label (control->label);

  g_signal_connect_swapped (button, "clicked", G_CALLBACK (clicked_cb), self);
  return button;
}

static GtkWidget *
create_switch (PelControlPane *self, const PelControl *control)
{
  GtkWidget *toggle = gtk_switch_new ();

  gtk_widget_set_halign (toggle, GTK_ALIGN_START);
  g_signal_connect_swapped (toggle, "notify::active", G_CALLBACK (switched_cb), self);
  return toggle;
}

static GtkWidget *
create_entry (PelControlPane *self, const PelControl *control)
{
  GtkWidget *entry = control->is_secret ? gtk_password_entry_new () : gtk_entry_new ();

  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_set_tooltip_text (entry, _ ("Press Enter to set the value"));
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (entered_cb), self);
  return entry;
}

/* Who scrolls the page across it does not mean to change another program. */
static gboolean
scrolled_cb (GtkEventControllerScroll *unused, double dx, double dy, GtkWidget *scale)
{
  GtkWidget     *scroller = gtk_widget_get_ancestor (scale, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment;

  if (gtk_widget_has_focus (scale) || scroller == NULL)
    return GDK_EVENT_PROPAGATE;
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  gtk_adjustment_set_value (adjustment,
                            gtk_adjustment_get_value (adjustment) +
                                dy * gtk_adjustment_get_step_increment (adjustment));
  return GDK_EVENT_STOP;
}

static void
catch_wheel (GtkWidget *scale)
{
  GtkEventController *wheel =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  gtk_event_controller_set_propagation_phase (wheel, GTK_PHASE_CAPTURE);
  g_signal_connect_object (wheel, "scroll", G_CALLBACK (scrolled_cb), scale, 0);
  gtk_widget_add_controller (scale, wheel);
}

static GtkWidget *
create_slider (PelControlPane *self, const PelControl *control)
{
  double     step = control->step > 0 ? control->step : (control->maximum - control->minimum) / 100;
  GtkWidget *scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL,
                                               control->minimum,
                                               control->maximum,
                                               step);

  gtk_widget_set_hexpand (scale, TRUE);
  gtk_scale_set_draw_value (GTK_SCALE (scale), TRUE);
  gtk_scale_set_value_pos (GTK_SCALE (scale), GTK_POS_RIGHT);
  catch_wheel (scale);
  g_signal_connect_swapped (scale, "value-changed", G_CALLBACK (slid_cb), self);
  return scale;
}

static GtkWidget *(*const creators[]) (PelControlPane *self, const PelControl *control) = {
  [PEL_CONTROL_BUTTON] = create_button,
  [PEL_CONTROL_SWITCH] = create_switch,
  [PEL_CONTROL_ENTRY] = create_entry,
  [PEL_CONTROL_SLIDER] = create_slider,
};
G_STATIC_ASSERT (G_N_ELEMENTS (creators) == PEL_N_CONTROL_KINDS);

static void
fill (GtkWidget *widget, const PelControl *control)
{
  if (control->kind == PEL_CONTROL_SWITCH)
    gtk_switch_set_active (GTK_SWITCH (widget), control->is_on);
  else if (control->kind == PEL_CONTROL_SLIDER)
    gtk_range_set_value (GTK_RANGE (widget), control->value);
  else if (control->kind == PEL_CONTROL_ENTRY &&
           !g_str_equal (gtk_editable_get_text (GTK_EDITABLE (widget)), control->text))
    gtk_editable_set_text (GTK_EDITABLE (widget), control->text);
}

/* What has a name beside it stands in a line of its own. */
static void
add_line (PelControlPane *self, const PelControl *control, GtkWidget *widget)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (control->label);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), widget);
  gtk_box_append (self->lines, line);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  control->label,
                                  -1);
}

static void
clear (PelControlPane *self)
{
  GtkWidget *line;

  while ((line = gtk_widget_get_first_child (GTK_WIDGET (self->lines))) != NULL)
    gtk_box_remove (self->lines, line);
  pel_wrap_box_clear (self->buttons);
  self->again = NULL;
  g_ptr_array_set_size (self->widgets, 0);
}

static void
build (PelControlPane *self)
{
  guint n_buttons = 0;

  clear (self);
  for (guint i = 0; i < self->controls->len; i++)
    {
      const PelControl *control = self->controls->pdata[i];
      GtkWidget        *widget = creators[control->kind](self, control);

      g_ptr_array_add (self->widgets, widget);
      if (control->kind == PEL_CONTROL_BUTTON)
        pel_wrap_box_append (self->buttons, widget);
      else
        add_line (self, control, widget);
      n_buttons += control->kind == PEL_CONTROL_BUTTON;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->buttons), n_buttons > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->lines), n_buttons < self->controls->len);
}

static gboolean
do_same (const GPtrArray *one, const GPtrArray *other)
{
  if (one->len != other->len)
    return FALSE;
  for (guint i = 0; i < one->len; i++)
    if (!pel_control_does_same (one->pdata[i], other->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Whoever types or slides is not interrupted. */
static gboolean
is_in_use (GtkWidget *widget)
{
  return (gtk_widget_get_state_flags (widget) &
          (GTK_STATE_FLAG_FOCUS_WITHIN | GTK_STATE_FLAG_ACTIVE)) != 0 &&
         !GTK_IS_SWITCH (widget);
}

void
pel_control_pane_show (PelControlPane *self, JsonObject *answer)
{
  const char *target =
      answer != NULL ? json_object_get_string_member_with_default (answer, "ref", NULL) : NULL;
  gboolean              is_same = g_strcmp0 (target, self->target) == 0;
  g_autoptr (GPtrArray) controls = NULL;

  g_return_if_fail (PEL_IS_CONTROL_PANE (self));

  controls = answer != NULL ? pel_controls_new (answer)
                            : g_ptr_array_new_with_free_func ((GDestroyNotify) pel_control_free);
  if (!is_same)
    {
      g_free (self->target);
      self->target = g_strdup (target);
      g_clear_object (&self->cancellable); /* it goes on, and no one waits for it */
      set_busy (self, FALSE);
      gtk_widget_set_visible (self->result_box, FALSE);
    }
  is_same = is_same && do_same (self->controls, controls);
  g_clear_pointer (&self->controls, g_ptr_array_unref);
  self->controls = g_steal_pointer (&controls);
  self->is_filling = TRUE;
  if (!is_same)
    build (self);
  for (guint i = 0; i < self->controls->len; i++)
    if (!is_same || !is_in_use (self->widgets->pdata[i]))
      fill (self->widgets->pdata[i], self->controls->pdata[i]);
  self->is_filling = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self), self->controls->len > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self), TRUE);
}

void
pel_control_pane_set_context (PelControlPane *self, const PelToolContext *context)
{
  g_return_if_fail (PEL_IS_CONTROL_PANE (self));

  self->context = context;
}

static void
pel_control_pane_dispose (GObject *object)
{
  PelControlPane *self = PEL_CONTROL_PANE (object);

  self->context = NULL;
  g_clear_handle_id (&self->slow_id, g_source_remove);
  cancel_cb (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), PEL_TYPE_CONTROL_PANE);
  G_OBJECT_CLASS (pel_control_pane_parent_class)->dispose (object);
}

static void
pel_control_pane_finalize (GObject *object)
{
  PelControlPane *self = PEL_CONTROL_PANE (object);

  g_clear_object (&self->cancellable);
  g_ptr_array_unref (self->controls);
  g_ptr_array_unref (self->widgets);
  g_free (self->target);
  G_OBJECT_CLASS (pel_control_pane_parent_class)->finalize (object);
}

static void
pel_control_pane_class_init (PelControlPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_control_pane_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_control_pane_finalize;
  signals[ACTED] = g_signal_new ("acted",
                                 PEL_TYPE_CONTROL_PANE,
                                 G_SIGNAL_RUN_LAST,
                                 0,
                                 NULL,
                                 NULL,
                                 NULL,
                                 G_TYPE_NONE,
                                 0);
  g_type_ensure (PEL_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/control-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, PelControlPane, lines);
  gtk_widget_class_bind_template_child (widget_class, PelControlPane, buttons);
  gtk_widget_class_bind_template_child (widget_class, PelControlPane, result_box);
  gtk_widget_class_bind_template_child (widget_class, PelControlPane, spinner);
  gtk_widget_class_bind_template_child (widget_class, PelControlPane, result_icon);
  gtk_widget_class_bind_template_child (widget_class, PelControlPane, result);
  gtk_widget_class_bind_template_child (widget_class, PelControlPane, cancel);
  gtk_widget_class_bind_template_callback (widget_class, cancel_cb);
}

static void
pel_control_pane_init (PelControlPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->controls = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_control_free);
  self->widgets = g_ptr_array_new ();
}
