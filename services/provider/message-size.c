/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/message-size.h"

#include <string.h>

#define FIXED_HEADER    16 /* with the length of the fields */
#define ALIGN(size, to) (((size) + (to) -1) / (to) * (to))

/* A field: its number, the type “s”, “o” or “g”, the text. All begin at a multiple of eight. */
static gsize
add_field (gsize size, const char *text)
{
  return text != NULL ? ALIGN (size, 8) + 8 + strlen (text) + 1 : size;
}

static gsize
add_value (gsize size, char type)
{
  switch (type)
    {
    case SD_BUS_TYPE_BYTE:
      return size + 1;
    case SD_BUS_TYPE_INT16:
    case SD_BUS_TYPE_UINT16:
      return ALIGN (size, 2) + 2;
    case SD_BUS_TYPE_INT64:
    case SD_BUS_TYPE_UINT64:
    case SD_BUS_TYPE_DOUBLE:
      return ALIGN (size, 8) + 8;
    case SD_BUS_TYPE_STRUCT_BEGIN:
      return ALIGN (size, 8);
    case SD_BUS_TYPE_STRUCT_END:
      return size;
    case SD_BUS_TYPE_SIGNATURE:
    case SD_BUS_TYPE_VARIANT:
      return size + 2;
    case SD_BUS_TYPE_STRING:
    case SD_BUS_TYPE_OBJECT_PATH:
      return ALIGN (size, 4) + 4 + 1;
    default:
      return ALIGN (size, 4) + 4;
    }
}

/* Up to the first list: what follows it is as well as nothing beside it. */
static gsize
measure_body (const char *signature)
{
  gsize size = 0;

  for (const char *type = signature; *type != '\0'; type++)
    {
      size = add_value (size, *type);
      if (*type == SD_BUS_TYPE_ARRAY)
        break;
    }
  return size;
}

gsize
pel_message_measure (sd_bus_message *message)
{
  const char *signature = sd_bus_message_get_signature (message, 1);
  uint64_t    answered = 0;
  gsize       size = FIXED_HEADER;

  size = add_field (size, sd_bus_message_get_path (message));
  size = add_field (size, sd_bus_message_get_interface (message));
  size = add_field (size, sd_bus_message_get_member (message));
  size = add_field (size, sd_bus_message_get_destination (message));
  size = add_field (size, sd_bus_message_get_sender (message));
  if (sd_bus_message_is_method_error (message, NULL))
    size = add_field (size, sd_bus_message_get_error (message)->name);
  if (sd_bus_message_get_reply_cookie (message, &answered) >= 0)
    size = ALIGN (size, 8) + 8;
  if (signature == NULL || *signature == '\0')
    return ALIGN (size, 8);
  size = ALIGN (size, 8) + 6 + strlen (signature); /* “g” has a length of one byte */
  return ALIGN (size, 8) + measure_body (signature);
}
