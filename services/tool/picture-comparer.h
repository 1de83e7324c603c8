/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/likeness.h"
#include "services/tool/tool-call.h"

/* Takes pictures for the condition that the call of @task (borrowed) is about: each is a call of
 * ui_capture by the same caller, under the same policy and in the same record. What is not there,
 * or cannot be seen, now is an obstacle; everything else is an error with the code of that call. */
PelComparer pel_picture_comparer_new (GTask *task);
