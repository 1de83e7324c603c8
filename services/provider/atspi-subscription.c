/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-subscription.h"

#include "services/provider/atspi-event.h"
#include "services/provider/atspi-method.h"

#define REGISTRY_PATH "/org/a11y/atspi/registry"
#define TIMEOUT_USEC  (1500 * G_TIME_SPAN_MILLISECOND)

struct _PelAtspiSubscription
{
  sd_bus    *bus;
  GPtrArray *slots; /* of sd_bus_slot */
};

/* Nothing depends on the answer: without the registry there are no programs either. */
static int
ignore_cb (sd_bus_message *reply, void *data, sd_bus_error *error)
{
  return 0;
}

/* RegisterEvent takes besides the name which properties to send along (none) and which program is
 * meant (all); older registries know the name only, and so does DeregisterEvent. */
static void
tell_registry (PelAtspiSubscription *self, const char *member)
{
  for (guint i = 0; i < pel_atspi_event_get_n_kinds (); i++)
    {
      const char     *kind = pel_atspi_event_get_kind (i);
      sd_bus_message *message = NULL;
      int             r;

      r = sd_bus_message_new_method_call (self->bus,
                                          &message,
                                          PEL_ATSPI_REGISTRY,
                                          REGISTRY_PATH,
                                          PEL_ATSPI_REGISTRY,
                                          member);
      if (r >= 0 && g_str_equal (member, "RegisterEvent"))
        r = sd_bus_message_append (message, "sass", kind, 0, "");
      else if (r >= 0)
        r = sd_bus_message_append (message, "s", kind);
      if (r >= 0)
        sd_bus_call_async (self->bus, NULL, message, ignore_cb, NULL, TIMEOUT_USEC);
      sd_bus_message_unref (message);
    }
}

/* One for each interface: what is not registered does not come, and a match costs a question to
 * the bus. */
static void
add_matches (PelAtspiSubscription *self, sd_bus_message_handler_t told, gpointer data)
{
  for (guint i = 0; i < pel_atspi_event_get_n_interfaces (); i++)
    {
      g_autofree char *match =
          g_strdup_printf ("type='signal',interface='%s'", pel_atspi_event_get_interface (i));
      sd_bus_slot *slot = NULL;

      if (sd_bus_add_match_async (self->bus, &slot, match, told, NULL, data) >= 0)
        g_ptr_array_add (self->slots, slot);
    }
}

static void
free_slot (gpointer slot)
{
  sd_bus_slot_unref (slot);
}

PelAtspiSubscription *
pel_atspi_subscription_new (sd_bus *bus, sd_bus_message_handler_t told, gpointer data)
{
  PelAtspiSubscription *self = g_new0 (PelAtspiSubscription, 1);

  self->bus = sd_bus_ref (bus);
  self->slots = g_ptr_array_new_with_free_func (free_slot);
  add_matches (self, told, data);
  tell_registry (self, "RegisterEvent");
  return self;
}

void
pel_atspi_subscription_free (PelAtspiSubscription *self)
{
  if (self == NULL)
    return;
  tell_registry (self, "DeregisterEvent");
  g_ptr_array_unref (self->slots);
  sd_bus_unref (self->bus);
  g_free (self);
}
