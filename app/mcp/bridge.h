/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/mcp/server.h"

/* Serves on the standard input and output until that ends. Takes @profile. @extras (nullable).
 * The exit code. */
int pel_bridge_run (PelProfile *profile, const PelExtras *extras);
