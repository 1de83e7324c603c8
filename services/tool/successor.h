/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/facts.h"

/* The element of @after that stands where one of @before stood that is gone: the only one of a
 * program with the same name that has its id and role; else the one with its role and name at the
 * same place of the tree. PEL_ELEMENT_NONE where there is none. @ret_held_by: “id” or “path”.
 *
 * It may well be another one: it is only ever shown, never taken for the first. */
PelElementId pel_successor_find (PelSnapshot    *before,
                                 PelElementId    id,
                                 PelSnapshot    *after,
                                 const PelFacts *facts,
                                 const char    **ret_held_by);
