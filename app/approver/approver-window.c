/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/approver/approver-window.h"

#include "app/approver/arming.h"

#include <glib/gi18n.h>

#define LAST_SECONDS 10 /* then the time that is left stands out */

struct _PelApproverWindow
{
  GtkWindow    parent_instance;
  PelWitness  *witness;
  PelQuestion *question; /* (nullable) */
  PelDeed      deed;     /* the latest; of type 0: none */
  guint32      modified; /* when a modifier last went down: time of the window system */
  PelArming    arming;
  int          width, height;
  gint64       expiry; /* monotonic time */
  guint        arming_id;
  guint        tick_id;
  PelAnswer    wanted;   /* what is being judged */
  guint        n_wanted; /* for how many calls */

  GtkLabel   *title, *who, *claimed, *starter, *what, *details, *element, *place;
  GtkLabel   *risk, *reasons, *calls, *left, *waiting, *refusal;
  GtkPicture *crop;
  GtkWidget  *crop_frame;
  GtkEntry   *reason;
  GtkWidget  *deny, *once, *client, *app, *always;
  GtkWidget  *lasting;
};

enum
{
  ANSWERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelApproverWindow, pel_approver_window, GTK_TYPE_WINDOW)

/* Only what was cut is worth covering the rest of the question. */
static gboolean
query_tooltip_cb (
    GtkWidget *label, int x, int y, gboolean is_by_keyboard, GtkTooltip *tooltip, gpointer unused)
{
  if (!pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (GTK_LABEL (label)));
  return TRUE;
}

/* It keeps its place: others who ask and call it off change no size. */
static void
set_note (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  if (!gtk_widget_get_has_tooltip (GTK_WIDGET (label)))
    {
      gtk_widget_set_has_tooltip (GTK_WIDGET (label), TRUE);
      g_signal_connect (label, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
    }
}

/* The label of a row stands before it, and goes with it. */
static void
set_row (GtkLabel *label, const char *text)
{
  GtkWidget *caption = gtk_widget_get_prev_sibling (GTK_WIDGET (label));

  set_note (label, text);
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && text[0] != '\0');
  gtk_widget_set_visible (caption, text != NULL && text[0] != '\0');
}

/* As high as two lines in the person's language. */
static void
reserve_calls (PelApproverWindow *self)
{
  const char             *line = gtk_label_get_text (self->left);
  g_autofree char        *lines = g_strdup_printf ("%s\n%s", line, line);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->calls), lines);
  int                     height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_widget_set_size_request (GTK_WIDGET (self->calls), -1, height);
}

/* Arming */

static gboolean
is_armed (const PelApproverWindow *self)
{
  return pel_arming_is_done (&self->arming, g_get_monotonic_time ()) &&
         gtk_widget_get_mapped (GTK_WIDGET (self));
}

static gboolean
armed_cb (gpointer data)
{
  PelApproverWindow *self = data;

  self->arming_id = 0;
  gtk_widget_remove_css_class (GTK_WIDGET (self), "arming");
  return G_SOURCE_REMOVE;
}

/* The arming has begun again. */
static void
show_arming (PelApproverWindow *self)
{
  g_clear_handle_id (&self->arming_id, g_source_remove);
  self->arming_id = g_timeout_add (PEL_ARMING_MS, armed_cb, self);
  self->deed = (PelDeed){ 0 };
  gtk_widget_add_css_class (GTK_WIDGET (self), "arming");
}

void
pel_approver_window_rearm (PelApproverWindow *self)
{
  g_return_if_fail (PEL_IS_APPROVER_WINDOW (self));

  pel_arming_restart (&self->arming, g_get_monotonic_time ());
  gtk_widget_grab_focus (self->deny); /* what moved it from there may have been no person */
  show_arming (self);
}

/* It came to the front, or left it; or something that is no person touched it. */
static void
changed_cb (PelApproverWindow *self)
{
  pel_approver_window_rearm (self);
}

/* Each new text asks for this. */
static void
layout_cb (PelApproverWindow *self, int width, int height)
{
  if (width == self->width && height == self->height)
    return;
  self->width = width;
  self->height = height;
  pel_approver_window_rearm (self);
}

static void
realized_cb (PelApproverWindow *self)
{
  reserve_calls (self);
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (self)),
                           "layout",
                           G_CALLBACK (layout_cb),
                           self,
                           G_CONNECT_SWAPPED);
}

/* The time that is left */

static gboolean
tick_cb (gpointer data)
{
  PelApproverWindow *self = data;
  int                seconds = MAX (self->expiry - g_get_monotonic_time (), 0) / G_USEC_PER_SEC;
  g_autofree char   *text = NULL;

  /* Translators: minutes and seconds, as 1:05 */
  text = g_strdup_printf (_ ("Denied automatically in %d:%02d"), seconds / 60, seconds % 60);
  gtk_label_set_text (self->left, text);
  if (seconds <= LAST_SECONDS)
    gtk_widget_add_css_class (GTK_WIDGET (self->left), "warning");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->left), "warning");
  return G_SOURCE_CONTINUE;
}

/* Answering */

static void
judged_cb (GObject *witness, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelApproverWindow) self = user_data;
  const char                   *reason = gtk_editable_get_text (GTK_EDITABLE (self->reason));

  if (!pel_witness_judge_finish (PEL_WITNESS (witness), result))
    {
      gtk_label_set_text (self->refusal,
                          _ ("Ignored: that input did not come from your own keyboard or pointer"));
      return;
    }
  if (self->question != NULL && is_armed (self))
    g_signal_emit (self,
                   signals[ANSWERED],
                   0,
                   self->question->id,
                   (guint) self->wanted,
                   self->n_wanted,
                   reason);
}

/* What reached the window is used up by one answer. */
static void
answer (PelApproverWindow *self, PelAnswer wanted)
{
  PelDeed deed = self->deed;

  self->deed = (PelDeed){ 0 };
  if (self->question == NULL || !is_armed (self) || (self->question->choices & (1u << wanted)) == 0)
    return;
  self->wanted = wanted;
  self->n_wanted = self->question->n_own;
  pel_witness_judge_async (self->witness, &deed, judged_cb, g_object_ref (self));
}

static void
deny_cb (PelApproverWindow *self)
{
  answer (self, PEL_ANSWER_DENY);
}

static void
once_cb (PelApproverWindow *self)
{
  answer (self, PEL_ANSWER_ONCE);
}

static void
client_cb (PelApproverWindow *self)
{
  answer (self, PEL_ANSWER_CLIENT);
}

static void
app_cb (PelApproverWindow *self)
{
  answer (self, PEL_ANSWER_APP);
}

static void
always_cb (PelApproverWindow *self)
{
  answer (self, PEL_ANSWER_ALWAYS);
}

static gboolean
escape_cb (GtkWidget *widget, GVariant *unused, gpointer data)
{
  answer (PEL_APPROVER_WINDOW (widget), PEL_ANSWER_DENY);
  return TRUE;
}

/* A window manager closes it for any program; only the person's own key or click denies. */
static gboolean
close_cb (PelApproverWindow *self)
{
  return TRUE;
}

/* What goes down or up. FALSE: it is of another kind. */
static gboolean
read_press (GdkEvent *event, PelPress *ret_press)
{
  GdkEventType type = gdk_event_get_event_type (event);
  gboolean     is_key = type == GDK_KEY_PRESS || type == GDK_KEY_RELEASE;

  if (!is_key && type != GDK_BUTTON_PRESS && type != GDK_BUTTON_RELEASE &&
      type != GDK_TOUCH_BEGIN && type != GDK_TOUCH_END)
    return FALSE;
  *ret_press = (PelPress){
    .is_down = type == GDK_KEY_PRESS || type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN,
    .keyval = is_key ? gdk_key_event_get_keyval (event) : 0,
    .state = gdk_event_get_modifier_state (event),
  };
  return TRUE;
}

/* Everything that comes to the window comes here first; TRUE: it reaches nothing else. */
static gboolean
event_cb (PelApproverWindow *self, GdkEvent *event)
{
  GdkEventType type = gdk_event_get_event_type (event);
  PelPress     press;

  if (!read_press (event, &press))
    return FALSE;
  if (!pel_arming_take (&self->arming, &press, g_get_monotonic_time ()))
    {
      show_arming (self);
      return TRUE;
    }
  if (type == GDK_KEY_PRESS && gdk_key_event_is_modifier (event))
    self->modified = gdk_event_get_time (event);
  if (type != GDK_KEY_RELEASE)
    self->deed = (PelDeed){
      .type = type,
      .time = gdk_event_get_time (event),
      .seen = g_get_monotonic_time (),
      .modified = pel_arming_get_modifiers (press.state) != 0 ? self->modified : 0,
    };
  return FALSE;
}

static void
pel_approver_window_dispose (GObject *object)
{
  PelApproverWindow *self = PEL_APPROVER_WINDOW (object);

  g_clear_handle_id (&self->arming_id, g_source_remove);
  g_clear_handle_id (&self->tick_id, g_source_remove);
  g_clear_pointer (&self->question, pel_question_free);
  g_clear_object (&self->witness);
  G_OBJECT_CLASS (pel_approver_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    gssize      offset;
  } children[] = {
#define CHILD(name) { #name, G_STRUCT_OFFSET (PelApproverWindow, name) }
    CHILD (title),      CHILD (who),     CHILD (claimed), CHILD (starter), CHILD (what),
    CHILD (details),    CHILD (element), CHILD (place),   CHILD (risk),    CHILD (reasons),
    CHILD (calls),      CHILD (left),    CHILD (waiting), CHILD (refusal), CHILD (crop),
    CHILD (crop_frame), CHILD (reason),  CHILD (deny),    CHILD (once),    CHILD (client),
    CHILD (app),        CHILD (always),  CHILD (lasting),
#undef CHILD
  };

  for (gsize i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_widget_class_bind_template_child_full (widget_class,
                                               children[i].name,
                                               FALSE,
                                               children[i].offset);
}

static void
pel_approver_window_class_init (PelApproverWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_approver_window_dispose;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/pellucid/Pellucid/approver/approver-window.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, deny_cb);
  gtk_widget_class_bind_template_callback (widget_class, once_cb);
  gtk_widget_class_bind_template_callback (widget_class, client_cb);
  gtk_widget_class_bind_template_callback (widget_class, app_cb);
  gtk_widget_class_bind_template_callback (widget_class, always_cb);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, realized_cb);
  gtk_widget_class_bind_template_callback (widget_class, close_cb);
  gtk_widget_class_bind_template_callback (widget_class, event_cb);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
  signals[ANSWERED] = g_signal_new ("answered",
                                    PEL_TYPE_APPROVER_WINDOW,
                                    G_SIGNAL_RUN_LAST,
                                    0,
                                    NULL,
                                    NULL,
                                    NULL,
                                    G_TYPE_NONE,
                                    4,
                                    G_TYPE_UINT64,
                                    G_TYPE_UINT,
                                    G_TYPE_UINT,
                                    G_TYPE_STRING);
}

static void
pel_approver_window_init (PelApproverWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->tick_id = g_timeout_add_seconds (1, tick_cb, self);
}

PelApproverWindow *
pel_approver_window_new (PelWitness *witness)
{
  PelApproverWindow *self = g_object_new (PEL_TYPE_APPROVER_WINDOW, NULL);

  self->witness = g_object_ref (witness);
  g_signal_connect_object (witness, "disturbed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/* (nullable) (transfer full): as large as it is on the screen, pixel for pixel. */
static GdkPaintable *
make_picture (PelApproverWindow *self, GBytes *bytes)
{
  g_autoptr (GdkTexture) texture = bytes != NULL ? gdk_texture_new_from_bytes (bytes, NULL) : NULL;
  double                 scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  graphene_rect_t        rect;
  GtkSnapshot           *snapshot;

  if (texture == NULL)
    return NULL;
  rect = GRAPHENE_RECT_INIT (0,
                             0,
                             gdk_texture_get_width (texture) / scale,
                             gdk_texture_get_height (texture) / scale);
  snapshot = gtk_snapshot_new ();
  gtk_snapshot_append_texture (snapshot, texture, &rect);
  return gtk_snapshot_free_to_paintable (snapshot, &rect.size);
}

static void
set_crop (PelApproverWindow *self, GBytes *bytes)
{
  g_autoptr (GdkPaintable) picture = make_picture (self, bytes);

  gtk_picture_set_paintable (self->crop, picture);
  gtk_widget_set_visible (self->crop_frame, picture != NULL);
}

static const char *
get_once (const PelQuestion *question)
{
  if (question->terminal != NULL)
    return _ ("_Trust Terminal");
  return question->is_consent ? _ ("_Allow Automation") : _ ("_Allow Once");
}

static void
set_choices (PelApproverWindow *self, guint choices)
{
  GtkWidget *const buttons[] = {
    [PEL_ANSWER_DENY] = self->deny,     [PEL_ANSWER_ONCE] = self->once,
    [PEL_ANSWER_CLIENT] = self->client, [PEL_ANSWER_APP] = self->app,
    [PEL_ANSWER_ALWAYS] = self->always,
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (buttons) == PEL_N_ANSWERS);
  for (guint i = 0; i < PEL_N_ANSWERS; i++)
    gtk_widget_set_visible (buttons[i], (choices & (1u << i)) != 0);
  gtk_widget_set_visible (self->lasting, choices >> PEL_ANSWER_CLIENT != 0);
  gtk_button_set_label (GTK_BUTTON (self->once), get_once (self->question));
}

static void
show_question (PelApproverWindow *self)
{
  const PelQuestion *question = self->question;

  gtk_label_set_text (self->title, question->title);
  set_row (self->who, question->who);
  set_row (self->claimed, question->claimed);
  set_row (self->starter, question->starter);
  set_row (self->what, question->what);
  set_row (self->details, question->is_consent ? NULL : question->details);
  set_row (self->element, question->is_consent ? NULL : question->element);
  set_row (self->place, question->is_consent ? question->terminal : question->place);
  set_row (self->risk, question->is_consent ? NULL : question->risk);
  set_row (self->reasons, question->reasons);
  if (question->is_high)
    gtk_widget_add_css_class (GTK_WIDGET (self->risk), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->risk), "error");
  gtk_label_set_text (self->refusal, ""); /* it keeps its place: nothing moves under a hand */
  set_crop (self, question->crop);
  set_choices (self, question->choices);
  gtk_editable_set_text (GTK_EDITABLE (self->reason), "");
  gtk_window_set_focus_visible (GTK_WINDOW (self), TRUE);
  pel_approver_window_rearm (self);
}

void
pel_approver_window_show (PelApproverWindow *self, PelQuestion *question)
{
  g_autoptr (PelQuestion) before = NULL;

  g_return_if_fail (PEL_IS_APPROVER_WINDOW (self) && question != NULL);

  before = g_steal_pointer (&self->question);
  self->question = question;
  self->expiry = g_get_monotonic_time () + question->left_ms * G_TIME_SPAN_MILLISECOND;
  if (before == NULL || before->id != question->id)
    show_question (self);
  else if (before->n_own != question->n_own)
    pel_approver_window_rearm (self); /* it would be answered for more calls, or for fewer */
  set_note (self->calls, question->calls);
  set_note (self->waiting, question->waiting);
  tick_cb (self);
}
