/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/window-source.h"

/**
 * PelDesktopModel:
 *
 * The desktop as it is now, for as long as the model lives: a GListModel of PelWindow (the ones a
 * person would call windows, the topmost first) that keeps the rows that did not change, and the
 * whole PelDesktop of the last look. Signal "updated" comes after each change. Follows events, and
 * never asks more often than a person could see.
 */
#define PEL_TYPE_DESKTOP_MODEL (pel_desktop_model_get_type ())
G_DECLARE_FINAL_TYPE (PelDesktopModel, pel_desktop_model, PEL, DESKTOP_MODEL, GObject)

PelDesktopModel *pel_desktop_model_new (PelWindowSource *source);

/* (nullable) until the first look has come back, and with an error after a failed one. */
PelDesktop   *pel_desktop_model_get_desktop (PelDesktopModel *self);
const GError *pel_desktop_model_get_error (PelDesktopModel *self);
