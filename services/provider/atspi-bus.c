/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-bus.h"

#include "services/base/error.h"
#include "services/provider/a11y-switch.h"
#include "services/provider/atspi-guests.h"
#include "services/provider/atspi-method.h"
#include "services/provider/atspi-subscription.h"

#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#define DAEMON       "org.freedesktop.DBus"
#define DAEMON_PATH  "/org/freedesktop/DBus"
#define TIMEOUT_USEC (1500 * G_TIME_SPAN_MILLISECOND)
#define MAX_PROGRAMS 1000

typedef enum
{
  PHASE_CLOSED,
  PHASE_OPENING, /* the address is awaited */
  PHASE_OPEN,
  PHASE_LISTING, /* who is there is awaited */
} Phase;

struct _PelAtspiBus
{
  GDBusConnection  *session_bus;
  PelAtspiBusEvents events;
  GCancellable     *cancellable;

  Phase                 phase;
  char                 *address;
  sd_bus               *bus;
  GSource              *source;
  GPtrArray            *programs;   /* of PelAtspiProgram */
  GHashTable           *arrivals;   /* bus name → Arrival */
  GHashTable           *own_names;  /* of char *: of this process */
  PelQuarantine        *quarantine; /* outlives the programs */
  char                 *registry;   /* its unique name; NULL: not heard yet */
  guint                 n_awaited;  /* answers of this listing */
  GError               *error;      /* of this listing */
  guint                 told_id;
  gboolean              is_live, is_listed;
  gboolean              is_outdated;  /* someone has come since the listing began */
  gboolean              is_untold;    /* the connection was lost before the answer was told */
  PelAtspiSubscription *subscription; /* (nullable): while it is live */
  PelAtspiGuests       *guests;       /* while there is a bus */
};

/* A program of which not all is known yet. */
typedef struct
{
  PelAtspiBus *bus;
  char        *bus_name, *root_path;
  guint        pid, uid;
  guint        n_awaited;
  gboolean     has_left;
} Arrival;

static void
arrival_free (Arrival *arrival)
{
  g_free (arrival->bus_name);
  g_free (arrival->root_path);
  g_free (arrival);
}

static void remove_guests (PelAtspiBus *self, PelAtspiProgram *host);

static void
remove_program (PelAtspiBus *self, PelAtspiProgram *program)
{
  remove_guests (self, program);
  g_ptr_array_remove (self->programs, program);
  pel_atspi_guests_forget (self->guests, program);
  self->events.left (program, self->events.data);
  if (pel_atspi_program_get_host (program) != NULL)
    pel_atspi_program_doubt_guests (pel_atspi_program_get_host (program));
  pel_atspi_program_free (program);
}

static void
remove_guests (PelAtspiBus *self, PelAtspiProgram *host)
{
  for (guint i = 0; i < self->programs->len;)
    if (pel_atspi_program_get_host (self->programs->pdata[i]) == host)
      {
        remove_program (self, self->programs->pdata[i]);
        i = 0; /* it may have had guests as well */
      }
    else
      i++;
}

static void
close_bus (PelAtspiBus *self)
{
  while (self->programs->len > 0)
    remove_program (self, self->programs->pdata[self->programs->len - 1]);
  g_clear_pointer (&self->guests, pel_atspi_guests_free);
  g_hash_table_remove_all (self->arrivals);
  g_hash_table_remove_all (self->own_names);
  g_clear_pointer (&self->subscription, pel_atspi_subscription_free);
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  self->bus = sd_bus_close_unref (self->bus);
  g_clear_pointer (&self->address, g_free);
  g_clear_pointer (&self->registry, g_free);
  self->phase = PHASE_CLOSED;
  self->is_listed = FALSE;
  self->n_awaited = 0;
}

static gboolean
told_cb (gpointer data)
{
  PelAtspiBus       *self = data;
  g_autoptr (GError) error = g_steal_pointer (&self->error);

  self->told_id = 0;
  self->events.listed (self, error, self->events.data);
  return G_SOURCE_REMOVE;
}

static void
tell_soon (PelAtspiBus *self)
{
  if (self->told_id == 0)
    self->told_id = g_idle_add_full (PEL_BUS_PRIORITY, told_cb, self, NULL);
}

static void
fail_listing (PelAtspiBus *self, const char *message)
{
  if (self->error == NULL)
    pel_set_error (&self->error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Run “pellucid doctor” to see what is wrong with accessibility"),
                   "%s",
                   message);
  tell_soon (self);
}

/* Not from within a callback of the connection itself. */
static gboolean
closed_idle_cb (gpointer data)
{
  PelAtspiBus *self = data;

  self->told_id = 0;
  close_bus (self);
  g_clear_error (&self->error);
  if (self->is_untold)
    fail_listing (self, _ ("The accessibility bus is gone"));
  self->is_untold = FALSE;
  return G_SOURCE_REMOVE;
}

static void
closed_cb (gpointer data)
{
  PelAtspiBus *self = data;

  self->is_untold = self->told_id != 0 || self->phase == PHASE_LISTING;
  g_clear_handle_id (&self->told_id, g_source_remove);
  self->told_id = g_idle_add (closed_idle_cb, self);
}

/* Who is there */

static void start_listing (PelAtspiBus *self);

static void
close_one (PelAtspiBus *self)
{
  if (--self->n_awaited > 0)
    return;
  self->phase = PHASE_OPEN;
  if (self->is_outdated && self->error == NULL)
    {
      start_listing (self);
      return;
    }
  self->is_listed = self->error == NULL;
  tell_soon (self);
}

/* A process may have several guests: one for each of its pages. */
PelAtspiProgram *
pel_atspi_bus_find_owner (PelAtspiBus *self, const char *bus_name, const char *path)
{
  PelAtspiProgram *first = NULL;

  for (guint i = 0; i < self->programs->len; i++)
    {
      PelAtspiProgram *program = self->programs->pdata[i];

      if (!g_str_equal (pel_atspi_program_get_bus_name (program), bus_name))
        continue;
      if (path == NULL ||
          pel_atspi_tree_find (pel_atspi_program_get_tree (program), path) != PEL_NODE_NONE)
        return program;
      if (first == NULL)
        first = program;
    }
  return first;
}

PelAtspiProgram *
pel_atspi_bus_find (PelAtspiBus *self, const char *bus_name)
{
  return pel_atspi_bus_find_owner (self, bus_name, NULL);
}

gboolean
pel_atspi_bus_is_own (PelAtspiBus *self, const char *bus_name)
{
  return g_hash_table_contains (self->own_names, bus_name);
}

/* This program's own windows are not part of the picture that it makes. */
static void
welcome (PelAtspiBus *self, Arrival *arrival)
{
  PelAtspiOwner owner = { arrival->bus_name, arrival->root_path, arrival->pid, arrival->uid, NULL };

  if (owner.pid == getpid ())
    g_hash_table_add (self->own_names, g_strdup (owner.bus_name));
  else if (owner.pid != 0 && !arrival->has_left)
    {
      PelAtspiProgram *program =
          pel_atspi_program_new (self->bus, &owner, self->quarantine, &self->events.program);

      g_ptr_array_add (self->programs, program);
      self->events.came (program, self->events.data);
    }
  g_hash_table_remove (self->arrivals, arrival->bus_name);
}

static int
take_number (sd_bus_message *reply, Arrival *arrival, guint *number)
{
  PelAtspiBus *self = arrival->bus;

  if (!sd_bus_message_is_method_error (reply, NULL))
    pel_atspi_decode_uint (reply, number);
  if (--arrival->n_awaited == 0)
    welcome (self, arrival);
  close_one (self);
  return 1;
}

static int
take_pid (sd_bus_message *reply, void *data, sd_bus_error *error)
{
  Arrival *arrival = data;

  return take_number (reply, arrival, &arrival->pid);
}

static int
take_uid (sd_bus_message *reply, void *data, sd_bus_error *error)
{
  Arrival *arrival = data;

  return take_number (reply, arrival, &arrival->uid);
}

static gboolean
call (PelAtspiBus             *self,
      const char              *destination,
      const char              *path,
      const char              *member,
      const char              *argument,
      sd_bus_message_handler_t take,
      gpointer                 data)
{
  sd_bus_message *message = NULL;
  const char     *interface = argument != NULL ? DAEMON : PEL_ATSPI_ACCESSIBLE;
  int             r;

  r = sd_bus_message_new_method_call (self->bus, &message, destination, path, interface, member);
  if (r >= 0 && argument != NULL)
    r = sd_bus_message_append (message, "s", argument);
  if (r >= 0)
    r = sd_bus_call_async (self->bus, NULL, message, take, data, TIMEOUT_USEC);
  sd_bus_message_unref (message);
  if (r >= 0)
    self->n_awaited++;
  return r >= 0;
}

static void
greet (PelAtspiBus *self, const PelAtspiRef *ref)
{
  Arrival *arrival;

  /* a name that could move to another process says nothing about who is behind it */
  if (*ref->bus_name != ':' || pel_atspi_bus_find (self, ref->bus_name) != NULL ||
      g_hash_table_contains (self->arrivals, ref->bus_name) ||
      self->programs->len + g_hash_table_size (self->arrivals) >= MAX_PROGRAMS)
    return;
  arrival = g_new0 (Arrival, 1);
  arrival->bus = self;
  arrival->bus_name = g_strdup (ref->bus_name);
  arrival->root_path = g_strdup (ref->path);
  g_hash_table_insert (self->arrivals, arrival->bus_name, arrival);
  arrival->n_awaited += call (self,
                              DAEMON,
                              DAEMON_PATH,
                              "GetConnectionUnixProcessID",
                              ref->bus_name,
                              take_pid,
                              arrival);
  arrival->n_awaited +=
      call (self, DAEMON, DAEMON_PATH, "GetConnectionUnixUser", ref->bus_name, take_uid, arrival);
  if (arrival->n_awaited == 0)
    g_hash_table_remove (self->arrivals, arrival->bus_name);
}

static void
drop_unlisted (PelAtspiBus *self, const GArray *refs)
{
  for (guint i = self->programs->len; i > 0; i--)
    {
      PelAtspiProgram *program = self->programs->pdata[i - 1];
      const char      *name = pel_atspi_program_get_bus_name (program);
      gboolean         is_listed = pel_atspi_program_get_host (program) != NULL;

      for (guint j = 0; j < refs->len && !is_listed; j++)
        is_listed = g_str_equal (g_array_index (refs, PelAtspiRef, j).bus_name, name);
      if (!is_listed)
        {
          remove_program (self, program);
          i = MIN (i, self->programs->len + 1); /* its guests went with it */
        }
    }
}

static int
take_list (sd_bus_message *reply, void *data, sd_bus_error *error)
{
  PelAtspiBus       *self = data;
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PelAtspiRef));
  guint              n;

  if (sd_bus_message_is_method_error (reply, NULL) ||
      !pel_atspi_decode_refs (reply, refs, MAX_PROGRAMS, &n))
    {
      if (self->programs->len == 0) /* else those that are known are as good an answer */
        fail_listing (self, _ ("The accessibility registry is not responding"));
    }
  else
    {
      g_free (self->registry);
      self->registry = g_strdup (sd_bus_message_get_sender (reply));
      drop_unlisted (self, refs);
      for (guint i = 0; i < refs->len; i++)
        greet (self, &g_array_index (refs, PelAtspiRef, i));
    }
  close_one (self);
  return 1;
}

static void
query_registry (PelAtspiBus *self)
{
  if (call (self, PEL_ATSPI_REGISTRY, PEL_ATSPI_ROOT_PATH, "GetChildren", NULL, take_list, self))
    return;
  self->phase = PHASE_OPEN;
  fail_listing (self, _ ("Cannot query the accessibility bus"));
}

/* Programs are read only once they know what to report: what changed in between would be missed. */
static void
start_listing (PelAtspiBus *self)
{
  self->phase = PHASE_LISTING;
  self->is_outdated = FALSE;
  g_clear_error (&self->error);
  if (self->subscription == NULL || pel_atspi_subscription_is_registered (self->subscription))
    query_registry (self);
}

static void
continue_listing (PelAtspiBus *self)
{
  if (self->phase == PHASE_LISTING && self->n_awaited == 0)
    query_registry (self);
}

/* Events */

static int
event_cb (sd_bus_message *signal, void *data, sd_bus_error *error)
{
  PelAtspiBus     *self = data;
  const char      *sender = sd_bus_message_get_sender (signal);
  PelAtspiProgram *program =
      sender != NULL ? pel_atspi_bus_find_owner (self, sender, sd_bus_message_get_path (signal))
                     : NULL;

  if (program != NULL)
    pel_atspi_program_take_event (program, signal);
  return 0;
}

static void
registered_cb (gpointer data)
{
  continue_listing (data);
}

static void
subscribe (PelAtspiBus *self)
{
  g_clear_pointer (&self->subscription, pel_atspi_subscription_free);
  self->subscription =
      pel_atspi_subscription_new (self->bus, self->address, event_cb, registered_cb, self);
  self->is_listed = FALSE;
  self->is_outdated = TRUE;
  if (pel_atspi_subscription_is_registered (self->subscription))
    continue_listing (self);
}

/* The registry tells when a program comes; that one leaves is told by the bus. Programs have
 * objects of the same path: sd-bus does not look behind the name in a match. */
static int
registry_cb (sd_bus_message *signal, void *data, sd_bus_error *error)
{
  PelAtspiBus *self = data;

  if (g_strcmp0 (sd_bus_message_get_sender (signal), self->registry) != 0)
    return 0;
  self->is_listed = FALSE;
  self->is_outdated = TRUE;
  if (self->phase == PHASE_OPEN)
    start_listing (self);
  return 0;
}

/* A new registry knows no one, and nothing of what was asked of the old one. What has not been
 * answered yet was asked of the new one: asking may have started it. */
static void
follow_registry (PelAtspiBus *self)
{
  if (self->subscription != NULL && pel_atspi_subscription_is_registered (self->subscription))
    subscribe (self);
  self->is_listed = FALSE;
  self->is_outdated = TRUE;
}

static int
owner_changed_cb (sd_bus_message *signal, void *data, sd_bus_error *error)
{
  PelAtspiBus     *self = data;
  Arrival         *arrival;
  PelAtspiProgram *program;
  const char      *name, *before, *after;

  if (g_strcmp0 (sd_bus_message_get_sender (signal), DAEMON) != 0 ||
      sd_bus_message_read (signal, "sss", &name, &before, &after) < 0)
    return 0;
  if (*after != '\0')
    {
      if (g_str_equal (name, PEL_ATSPI_REGISTRY))
        follow_registry (self);
      return 0;
    }
  arrival = g_hash_table_lookup (self->arrivals, name);
  if (arrival != NULL)
    arrival->has_left = TRUE;
  while ((program = pel_atspi_bus_find (self, name)) != NULL)
    remove_program (self, program);
  return 0;
}

static void
add_match (PelAtspiBus *self, const char *match, sd_bus_message_handler_t callback)
{
  /* without a slot: it lives as long as the connection */
  sd_bus_add_match_async (self->bus, NULL, match, callback, NULL, self);
}

static void
watch_names (PelAtspiBus *self)
{
  add_match (self,
             "type='signal',sender='" DAEMON "',interface='" DAEMON "',member='NameOwnerChanged'",
             owner_changed_cb);
  add_match (self,
             "type='signal',sender='" PEL_ATSPI_REGISTRY "',path='" PEL_ATSPI_ROOT_PATH
             "',interface='org.a11y.atspi.Event.Object',member='ChildrenChanged'",
             registry_cb);
}

void
pel_atspi_bus_set_live (PelAtspiBus *self, gboolean is_live)
{
  if (self->is_live == is_live)
    return;
  self->is_live = is_live;
  if (self->bus == NULL)
    return;
  if (is_live)
    {
      subscribe (self);
      return;
    }
  g_clear_pointer (&self->subscription, pel_atspi_subscription_free);
  continue_listing (self);
  for (guint i = 0; i < self->programs->len; i++)
    pel_atspi_program_forget (self->programs->pdata[i]);
}

/* Guests */

static PelAtspiProgram *
admit_cb (const PelAtspiOwner *owner, gpointer data)
{
  PelAtspiBus     *self = data;
  PelAtspiProgram *other = pel_atspi_bus_find (self, owner->bus_name);
  PelAtspiProgram *guest;

  if (owner->pid == getpid () || self->programs->len >= MAX_PROGRAMS ||
      g_hash_table_contains (self->arrivals, owner->bus_name) ||
      (other != NULL && pel_atspi_program_get_host (other) != owner->host) ||
      (other != NULL &&
       pel_atspi_tree_find (pel_atspi_program_get_tree (
                                pel_atspi_bus_find_owner (self, owner->bus_name, owner->root_path)),
                            owner->root_path) != PEL_NODE_NONE))
    return NULL;
  guest = pel_atspi_program_new (self->bus, owner, self->quarantine, &self->events.program);
  g_ptr_array_add (self->programs, guest);
  self->events.came (guest, self->events.data);
  return guest;
}

static void
dismiss_cb (PelAtspiProgram *guest, gpointer data)
{
  remove_program (data, guest);
}

static void
answered_cb (gpointer data)
{
  PelAtspiBus *self = data;

  self->events.invited (self->events.data);
}

void
pel_atspi_bus_invite (PelAtspiBus *self, PelAtspiProgram *host)
{
  pel_atspi_guests_invite (self->guests, host);
}

gboolean
pel_atspi_bus_is_inviting (PelAtspiBus *self, PelAtspiProgram *host)
{
  return pel_atspi_guests_is_asking (self->guests, host);
}

void
pel_atspi_bus_list_guests (PelAtspiBus *self, PelAtspiProgram *host, GPtrArray *programs)
{
  pel_atspi_guests_list (self->guests, host, programs);
}

PelAtspiProgram *
pel_atspi_bus_find_guest (PelAtspiBus *self, PelAtspiProgram *host, PelNodeId id)
{
  return pel_atspi_guests_find (self->guests, host, id);
}

PelNodeId
pel_atspi_bus_get_stub (PelAtspiBus *self, PelAtspiProgram *guest)
{
  return pel_atspi_guests_get_node (self->guests, guest);
}

/* Opening */

static void
got_address_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelA11ySwitch) state = pel_a11y_switch_read_finish (result, &error);
  PelAtspiBus              *self = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return; /* it is being freed */
  self->phase = PHASE_CLOSED;
  if (state == NULL)
    {
      self->error = g_steal_pointer (&error);
      tell_soon (self);
      return;
    }
  self->bus = pel_bus_open (state->address);
  if (self->bus == NULL)
    {
      fail_listing (self, _ ("Cannot reach the accessibility bus"));
      return;
    }
  self->address = g_strdup (state->address);
  self->source = pel_bus_source_new (self->bus, closed_cb, self);
  self->guests =
      pel_atspi_guests_new (self->bus,
                            &(PelAtspiGuestsEvents){ admit_cb, dismiss_cb, answered_cb, self });
  watch_names (self);
  if (self->is_live)
    subscribe (self);
  start_listing (self);
}

void
pel_atspi_bus_list (PelAtspiBus *self)
{
  if (self->phase == PHASE_CLOSED)
    {
      self->phase = PHASE_OPENING;
      pel_a11y_switch_read_async (self->session_bus, self->cancellable, got_address_cb, self);
    }
  else if (self->phase == PHASE_OPEN && self->is_listed)
    {
      tell_soon (self);
    }
  else if (self->phase == PHASE_OPEN)
    {
      start_listing (self);
    }
}

PelAtspiBus *
pel_atspi_bus_new (GDBusConnection *session_bus, const PelAtspiBusEvents *events)
{
  PelAtspiBus *self = g_new0 (PelAtspiBus, 1);

  self->session_bus = g_object_ref (session_bus);
  self->events = *events;
  self->cancellable = g_cancellable_new ();
  self->programs = g_ptr_array_new ();
  self->arrivals =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) arrival_free);
  self->own_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->quarantine = pel_quarantine_new ();
  return self;
}

void
pel_atspi_bus_free (PelAtspiBus *self)
{
  if (self == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  close_bus (self);
  g_clear_handle_id (&self->told_id, g_source_remove);
  g_clear_error (&self->error);
  g_ptr_array_unref (self->programs);
  g_hash_table_unref (self->arrivals);
  g_hash_table_unref (self->own_names);
  pel_quarantine_free (self->quarantine);
  g_object_unref (self->cancellable);
  g_object_unref (self->session_bus);
  g_free (self);
}

GPtrArray *
pel_atspi_bus_get_programs (PelAtspiBus *self)
{
  return self->programs;
}
