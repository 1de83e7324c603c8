/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/**
 * PelDoctorModel:
 *
 * The doctor's findings as a GListModel of PelFinding: first those about the desktop, then one for
 * each program, which have the id "program". refresh() examines again; meanwhile
 * the old findings stay.
 */
#define PEL_TYPE_DOCTOR_MODEL (pel_doctor_model_get_type ())
G_DECLARE_FINAL_TYPE (PelDoctorModel, pel_doctor_model, PEL, DOCTOR_MODEL, GObject)

/* @context is borrowed, and outlives the model. */
PelDoctorModel *pel_doctor_model_new (const PelToolContext *context);
void            pel_doctor_model_refresh (PelDoctorModel *self);

/* Turns accessibility on, then examines again. */
void pel_doctor_model_enable_accessibility (PelDoctorModel *self);

/* Whether the last examination found the switch off. */
gboolean pel_doctor_model_is_accessibility_off (PelDoctorModel *self);
