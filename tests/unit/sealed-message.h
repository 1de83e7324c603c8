/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/bus-source.h"

/* Messages as they would have come from a program, without a bus. Types and values are those of
 * sd_bus_message_append(). (transfer full) */
typedef sd_bus_message SealedMessage;

SealedMessage *sealed_message_new (const char *types, ...);
SealedMessage *sealed_signal_new (
    const char *path, const char *interface, const char *member, const char *types, ...);
void sealed_message_free (SealedMessage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SealedMessage, sealed_message_free)

/* For those that are built piece by piece: new, append, seal. */
SealedMessage *sealed_message_open (void);
void           sealed_message_seal (SealedMessage *self);
