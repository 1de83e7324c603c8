/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/cli/printer.h"

/* (transfer full): an error for a person: what went wrong, what the details tell of it (the place
 * in a selector, the elements that come near), and what to do next. @hint and @details may be
 * NULL. What does not look as our own details do is passed over. */
char *
pel_print_error (const char *message, const char *hint, JsonObject *details, PelPrintStyle style);
