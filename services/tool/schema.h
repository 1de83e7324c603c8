/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

typedef enum
{
  PEL_FIELD_STRING,
  PEL_FIELD_INTEGER,
  PEL_FIELD_NUMBER,
  PEL_FIELD_BOOLEAN,
  PEL_FIELD_OBJECT,   /* of the sub-fields */
  PEL_FIELD_LIST,     /* of objects of the sub-fields */
  PEL_FIELD_STRINGS,  /* list of strings */
  PEL_FIELD_MAP,      /* object with whatever members */
  PEL_FIELD_SCALAR,   /* a text or a number */
  PEL_FIELD_TARGET,   /* an element: a text or an object; target.h says which */
  PEL_FIELD_CHILDREN, /* list of objects like the one that holds it */
  PEL_FIELD_PATH,     /* of a file, absolute; the command line makes it so */
  PEL_N_FIELD_TYPES
} PelFieldType;

typedef enum
{
  PEL_FIELD_OPTIONAL = 0,
  PEL_FIELD_REQUIRED = 1 << 0,
  PEL_FIELD_NULLABLE = 1 << 1,
  PEL_FIELD_POSITIONAL =
      1 << 2, /* on the command line its place names it, as with a required one */
} PelFieldFlags;

/* One member of a JSON object: of a tool's arguments or of its result. Tables end with a row
 * without a name. JSON schema, argument checks, help and completion are all read from it. */
typedef struct _PelField PelField;
struct _PelField
{
  const char        *name;
  PelFieldType       type;
  PelFieldFlags      flags;
  const char        *summary;          /* for translation */
  double             minimum, maximum; /* of a number; none where both are 0 */
  const char *const *choices;          /* of a string; NULL-terminated */
  const PelField    *fields;           /* of an object or list */
  char               short_name;       /* ‘d’: the command line takes -d as well; 0: none */
};

/* The JSON schema (2020-12) of an object with these members and no others. */
JsonObject *pel_schema_to_json (const PelField *fields);

/* FALSE with PEL_ERROR_INVALID_ARGUMENT that names the member, what it is and what it must be.
 * @of says whose members they are, for the message. */
gboolean
pel_schema_check (const PelField *fields, JsonObject *object, const char *of, GError **error);

/* (nullable) */
const PelField *pel_schema_find (const PelField *fields, const char *name);

/* Whether the command line takes it by its place. */
gboolean pel_field_is_positional (const PelField *self);

/* What a person writes for it: "TEXT", "N". */
const char *pel_field_type_to_string (PelFieldType type);
