/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/doctor-model.h"

#include "services/tool/diagnosis.h"

struct _PelDoctorModel
{
  GObject               parent_instance;
  const PelToolContext *context;
  GPtrArray            *findings; /* of PelFinding */
  GCancellable         *cancellable;
  gboolean              is_examining;
  gboolean              is_asked_again;
  gboolean              is_accessibility_off;
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelDoctorModel,
                               pel_doctor_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
add_programs (GPtrArray *findings, const PelExamination *examination)
{
  for (guint i = 0; i < examination->programs->len; i++)
    {
      const PelProgram *program = g_ptr_array_index (examination->programs, i);
      const char       *message, *fix;
      PelStatus status = pel_program_judge (program, examination->is_a11y_enabled, &message, &fix);
      g_autofree char *title = pel_program_dup_title (program);

      g_ptr_array_add (findings, pel_finding_new ("program", status, title, message, fix));
    }
}

static gboolean
has_same (GPtrArray *a, GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!pel_finding_equal (g_ptr_array_index (a, i), g_ptr_array_index (b, i)))
      return FALSE;
  return TRUE;
}

static void
replace_findings (PelDoctorModel *self, GPtrArray *findings)
{
  g_autoptr (GPtrArray) old = NULL;

  if (has_same (self->findings, findings))
    {
      g_ptr_array_unref (findings);
      return;
    }
  old = g_steal_pointer (&self->findings);
  self->findings = findings;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, old->len, findings->len);
}

static void
examined_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelDoctorModel) self = user_data;
  g_autoptr (PelExamination) examination = g_task_propagate_pointer (G_TASK (result), NULL);
  GPtrArray                 *findings;

  self->is_examining = FALSE;
  if (examination == NULL)
    return; /* disposed meanwhile */
  self->is_accessibility_off = examination->a11y_error == NULL && !examination->is_a11y_enabled;
  findings = pel_diagnose (examination);
  add_programs (findings, examination);
  replace_findings (self, findings);
  if (self->is_asked_again)
    pel_doctor_model_refresh (self);
}

void
pel_doctor_model_refresh (PelDoctorModel *self)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (PEL_IS_DOCTOR_MODEL (self));

  self->is_asked_again = self->is_examining;
  if (self->is_examining)
    return;
  self->is_examining = TRUE;
  task = g_task_new (NULL, self->cancellable, examined_cb, g_object_ref (self));
  g_task_set_source_tag (task, pel_doctor_model_refresh);
  self->context->examine (task, self->context);
}

static void
enabled_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelDoctorModel) self = user_data;

  /* what went wrong is among the new findings */
  g_task_propagate_boolean (G_TASK (result), NULL);
  pel_doctor_model_refresh (self);
}

void
pel_doctor_model_enable_accessibility (PelDoctorModel *self)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (PEL_IS_DOCTOR_MODEL (self));

  task = g_task_new (NULL, self->cancellable, enabled_cb, g_object_ref (self));
  g_task_set_source_tag (task, pel_doctor_model_enable_accessibility);
  self->context->enable_accessibility (task, self->context);
}

gboolean
pel_doctor_model_is_accessibility_off (PelDoctorModel *self)
{
  g_return_val_if_fail (PEL_IS_DOCTOR_MODEL (self), FALSE);

  return self->is_accessibility_off;
}

static GType
get_item_type (GListModel *model)
{
  return PEL_TYPE_FINDING;
}

static guint
get_n_items (GListModel *model)
{
  return PEL_DOCTOR_MODEL (model)->findings->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  PelDoctorModel *self = PEL_DOCTOR_MODEL (model);

  return position < self->findings->len ? g_object_ref (self->findings->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
pel_doctor_model_dispose (GObject *object)
{
  g_cancellable_cancel (PEL_DOCTOR_MODEL (object)->cancellable);
  G_OBJECT_CLASS (pel_doctor_model_parent_class)->dispose (object);
}

static void
pel_doctor_model_finalize (GObject *object)
{
  PelDoctorModel *self = PEL_DOCTOR_MODEL (object);

  g_object_unref (self->cancellable);
  g_ptr_array_unref (self->findings);
  G_OBJECT_CLASS (pel_doctor_model_parent_class)->finalize (object);
}

static void
pel_doctor_model_class_init (PelDoctorModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_doctor_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_doctor_model_finalize;
}

static void
pel_doctor_model_init (PelDoctorModel *self)
{
  self->findings = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
}

PelDoctorModel *
pel_doctor_model_new (const PelToolContext *context)
{
  PelDoctorModel *self = g_object_new (PEL_TYPE_DOCTOR_MODEL, NULL);

  self->context = context;
  pel_doctor_model_refresh (self);
  return self;
}
