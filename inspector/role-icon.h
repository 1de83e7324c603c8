/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/role.h"

/* The name of a symbolic icon of our own. Never NULL. */
const char *pel_role_get_icon_name (PelRole role);
