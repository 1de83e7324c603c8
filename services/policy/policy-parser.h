/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/policy/policy-layer.h"

#define PEL_POLICY_MAX_BYTES (1024 * 1024)

/* One policy file. It is taken whole or not at all: an unknown member, a value of another
 * type or a tool that does not exist is an error, PEL_ERROR_INVALID_ARGUMENT, that names @file
 * (nullable), line and column, also as its details. */
PelPolicyLayer *pel_policy_parse (const char *text, gsize length, const char *file, GError **error);

/* The same for the file at @path, which must be a regular file that no other user can write. It
 * never fails: what is wrong is the error of the layer. NULL: there is no such file. */
PelPolicyLayer *pel_policy_layer_load (const char *path);
