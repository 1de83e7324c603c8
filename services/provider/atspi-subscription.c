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
  sd_bus                  *registration; /* (nullable): only registers */
  GSource                 *source;
  GPtrArray               *slots; /* of sd_bus_slot, on the connection of the caller */
  guint                    n_awaited;
  PelAtspiSubscriptionFunc registered;
  gpointer                 data;
};

/* The answer itself does not matter: without the registry there are no programs either. */
static int
registered_cb (sd_bus_message *reply, void *data, sd_bus_error *error)
{
  PelAtspiSubscription *self = data;

  if (--self->n_awaited == 0)
    self->registered (self->data);
  return 0;
}

/* RegisterEvent takes besides the name which properties to send along (none) and which program is
 * meant (all); older registries know the name only. */
static void
register_kinds (PelAtspiSubscription *self)
{
  for (guint i = 0; i < pel_atspi_event_get_n_kinds (); i++)
    {
      sd_bus_message *message = NULL;
      int             r;

      r = sd_bus_message_new_method_call (self->registration,
                                          &message,
                                          PEL_ATSPI_REGISTRY,
                                          REGISTRY_PATH,
                                          PEL_ATSPI_REGISTRY,
                                          "RegisterEvent");
      if (r >= 0)
        r = sd_bus_message_append (message, "sass", pel_atspi_event_get_kind (i), 0, "");
      if (r >= 0)
        r = sd_bus_call_async (self->registration,
                               NULL,
                               message,
                               registered_cb,
                               self,
                               TIMEOUT_USEC);
      self->n_awaited += r >= 0;
      sd_bus_message_unref (message);
    }
}

/* One for each interface: what is not registered does not come, and a match costs a question to
 * the bus. */
static void
add_matches (PelAtspiSubscription *self, sd_bus *bus, sd_bus_message_handler_t heard, gpointer data)
{
  for (guint i = 0; i < pel_atspi_event_get_n_interfaces (); i++)
    {
      g_autofree char *match =
          g_strdup_printf ("type='signal',interface='%s'", pel_atspi_event_get_interface (i));
      sd_bus_slot *slot = NULL;

      if (sd_bus_add_match_async (bus, &slot, match, heard, NULL, data) >= 0)
        g_ptr_array_add (self->slots, slot);
    }
}

static void
free_slot (gpointer slot)
{
  sd_bus_slot_unref (slot);
}

PelAtspiSubscription *
pel_atspi_subscription_new (sd_bus                  *bus,
                            const char              *address,
                            sd_bus_message_handler_t heard,
                            PelAtspiSubscriptionFunc registered,
                            gpointer                 data)
{
  PelAtspiSubscription *self = g_new0 (PelAtspiSubscription, 1);

  self->slots = g_ptr_array_new_with_free_func (free_slot);
  self->registered = registered;
  self->data = data;
  add_matches (self, bus, heard, data);
  self->registration = pel_bus_open (address);
  if (self->registration != NULL)
    {
      self->source = pel_bus_source_new (self->registration, NULL, NULL);
      register_kinds (self);
    }
  return self;
}

void
pel_atspi_subscription_free (PelAtspiSubscription *self)
{
  if (self == NULL)
    return;
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  sd_bus_close_unref (self->registration);
  g_ptr_array_unref (self->slots);
  g_free (self);
}

gboolean
pel_atspi_subscription_is_registered (const PelAtspiSubscription *self)
{
  return self->n_awaited == 0;
}
