/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/mcp/server.h"

/* What an URI of ours names. */
typedef enum
{
  PEL_RESOURCE_SNAPSHOT,   /* ui://snapshot/{id} */
  PEL_RESOURCE_ELEMENT,    /* ui://snapshot/{id}/{ref} */
  PEL_RESOURCE_WINDOW,     /* ui://window/{id} */
  PEL_RESOURCE_SCREENSHOT, /* ui://window/{id}/screenshot */
  PEL_N_RESOURCES
} PelResourceKind;

typedef struct
{
  PelResourceKind kind;
  char           *id;
  char           *ref; /* (nullable) of an element */
} PelResourceName;

/* NULL where it is none of ours. */
PelResourceName *pel_resource_name_parse (const char *uri);
void             pel_resource_name_free (PelResourceName *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelResourceName, pel_resource_name_free)

void pel_resources_handle_list (PelServer *server, PelRequest *request);
void pel_resources_handle_read (PelServer *server, PelRequest *request);
void pel_resources_handle_templates (PelServer *server, PelRequest *request);

/* In the words of the era of @request. */
void pel_resources_refuse_uri (PelRequest *request, const char *uri);
