/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-queue.h"

#include "services/provider/message-size.h"

#include <string.h>

#define PROPERTIES     "org.freedesktop.DBus.Properties"
#define FIRST_PAUSE_MS 1000
#define LAST_PAUSE_MS  30000

/* Once the silence seems complete, what may lie unread in our own socket gets its chance. */
#define GRACE_MS 20

/* What all calls under way may bring together, going by the size of the last replies. */
#define MAX_UNDER_WAY_BYTES (8 * 1024 * 1024)

/* A call that waits, is under way or has failed: always in one of the queue's three lists. */
typedef struct
{
  GList          link;
  PelAtspiQueue *queue;
  PelAtspiCall   call; /* its path and text are our own copies */
  sd_bus_slot   *slot;
  gint64         sent_time;
  gboolean       is_direct; /* sent to the program without the bus */
} Flight;

struct _PelAtspiQueue
{
  sd_bus         *bus;
  sd_bus         *peer; /* (nullable) */
  char           *destination;
  GQueue          waiting, flying, failed; /* of Flight, through its link */
  guint           window;
  gsize           usual_reply; /* bytes */
  gint64          last_heard;
  guint           patience_ms; /* of the calls under way */
  guint           silence_id, failed_id;
  gboolean        is_grace_given, is_silent;
  gint64          retry_time;
  guint           pause_ms;
  PelTrafficMeter meter;
};

static void fill_window (PelAtspiQueue *self);

static void
flight_free (Flight *flight)
{
  sd_bus_slot_unref (flight->slot);
  g_free ((char *) flight->call.path);
  g_free ((char *) flight->call.text);
  g_free (flight);
}

static void
clear_flights (GQueue *flights)
{
  GList *link;

  while ((link = g_queue_pop_head_link (flights)) != NULL)
    flight_free (link->data);
}

PelAtspiQueue *
pel_atspi_queue_new (sd_bus *bus, const char *destination)
{
  PelAtspiQueue *self = g_new0 (PelAtspiQueue, 1);

  self->bus = sd_bus_ref (bus);
  self->destination = g_strdup (destination);
  self->window = PEL_ATSPI_WINDOW;
  self->pause_ms = FIRST_PAUSE_MS;
  pel_traffic_meter_reset (&self->meter, g_get_real_time ());
  return self;
}

void
pel_atspi_queue_free (PelAtspiQueue *self)
{
  if (self == NULL)
    return;
  g_clear_handle_id (&self->silence_id, g_source_remove);
  g_clear_handle_id (&self->failed_id, g_source_remove);
  clear_flights (&self->waiting);
  clear_flights (&self->flying);
  clear_flights (&self->failed);
  sd_bus_unref (self->peer);
  sd_bus_unref (self->bus);
  g_free (self->destination);
  g_free (self);
}

static void
end_without_reply (Flight *flight)
{
  PelAtspiCall call = flight->call;

  call.take (NULL, call.tag, call.data);
  flight_free (flight);
}

static gboolean
fail_cb (gpointer user_data)
{
  PelAtspiQueue *self = user_data;
  GList         *link;

  self->failed_id = 0;
  /* only those that are here now: who asks again at once fails again, but later */
  for (guint n = g_queue_get_length (&self->failed); n > 0; n--)
    if ((link = g_queue_pop_head_link (&self->failed)) != NULL)
      end_without_reply (link->data);
  return G_SOURCE_REMOVE;
}

/* Through the main loop: who made the call is not ready for its end yet. */
static void
fail_soon (PelAtspiQueue *self, Flight *flight)
{
  flight->slot = sd_bus_slot_unref (flight->slot);
  g_queue_push_tail_link (&self->failed, &flight->link);
  if (self->failed_id == 0)
    self->failed_id = g_idle_add_full (PEL_BUS_PRIORITY, fail_cb, self, NULL);
}

static void
fail_all (PelAtspiQueue *self, GQueue *flights)
{
  GList *link;

  while ((link = g_queue_pop_head_link (flights)) != NULL)
    fail_soon (self, link->data);
}

static void
fall_silent (PelAtspiQueue *self)
{
  self->is_silent = TRUE;
  self->retry_time = g_get_monotonic_time () + self->pause_ms * G_TIME_SPAN_MILLISECOND;
  self->pause_ms = MIN (self->pause_ms * 2, LAST_PAUSE_MS);
  self->meter.n_timeouts += g_queue_get_length (&self->flying);
  fail_all (self, &self->flying);
  fail_all (self, &self->waiting);
}

static void watch_silence (PelAtspiQueue *self, guint after_ms);

static gboolean
silence_cb (gpointer user_data)
{
  PelAtspiQueue *self = user_data;
  gint64         silent_ms = (g_get_monotonic_time () - self->last_heard) / G_TIME_SPAN_MILLISECOND;

  self->silence_id = 0;
  if (g_queue_is_empty (&self->flying))
    return G_SOURCE_REMOVE;
  if (silent_ms < self->patience_ms)
    {
      watch_silence (self, self->patience_ms - silent_ms);
    }
  else if (!self->is_grace_given)
    {
      self->is_grace_given = TRUE;
      watch_silence (self, GRACE_MS);
    }
  else
    {
      fall_silent (self);
    }
  return G_SOURCE_REMOVE;
}

static void
watch_silence (PelAtspiQueue *self, guint after_ms)
{
  if (self->silence_id == 0)
    self->silence_id = g_timeout_add_full (PEL_BUS_PRIORITY, after_ms, silence_cb, self, NULL);
}

static guint
find_patience (PelAtspiQueue *self)
{
  guint patience_ms = PEL_ATSPI_SILENCE_MS;

  for (GList *link = self->flying.head; link != NULL; link = link->next)
    patience_ms = MAX (patience_ms, ((Flight *) link->data)->call.method->patience_ms);
  return patience_ms;
}

static void
hear (PelAtspiQueue *self, const Flight *flight)
{
  self->last_heard = g_get_monotonic_time ();
  self->is_grace_given = FALSE;
  self->is_silent = FALSE;
  if (flight->call.method->patience_ms != 0)
    self->patience_ms = find_patience (self);
  self->pause_ms = FIRST_PAUSE_MS;
}

/* An error that sd-bus itself makes when a connection ends. */
static gboolean
is_lost (const Flight *flight, sd_bus_message *reply)
{
  return flight->is_direct && sd_bus_message_get_sender (reply) == NULL &&
         sd_bus_message_is_method_error (reply, SD_BUS_ERROR_NO_REPLY);
}

/* Over the bus: who is asked to tell something may be asked twice. */
static void
ask_again (PelAtspiQueue *self, Flight *flight)
{
  flight->slot = sd_bus_slot_unref (flight->slot);
  self->peer = sd_bus_unref (self->peer);
  g_queue_push_tail_link (&self->waiting, &flight->link);
  fill_window (self);
}

static int
replied_cb (sd_bus_message *reply, void *user_data, sd_bus_error *error)
{
  Flight        *flight = user_data;
  PelAtspiQueue *self = flight->queue;
  PelAtspiCall   call = flight->call;
  gboolean       is_error = sd_bus_message_is_method_error (reply, NULL);

  g_queue_unlink (&self->flying, &flight->link);
  if (is_error && is_lost (flight, reply))
    {
      /* no one knows whether an act was done before the connection ended */
      if (call.method->is_act)
        fail_soon (self, flight);
      else
        ask_again (self, flight);
      return 1;
    }
  hear (self, flight);
  self->meter.n_errors += is_error;
  self->meter.bytes_in += pel_message_measure (reply);
  pel_traffic_meter_add_time (&self->meter, self->last_heard - flight->sent_time);
  call.take (is_error && !call.method->is_act ? NULL : reply, call.tag, call.data);
  flight_free (flight);
  fill_window (self);
  return 1;
}

static int
append_argument (sd_bus_message *message, const PelAtspiCall *call, char type, guint *n_integers)
{
  if (type == SD_BUS_TYPE_STRING)
    return sd_bus_message_append_basic (message, type, call->text);
  if (type == SD_BUS_TYPE_DOUBLE)
    return sd_bus_message_append_basic (message, type, &call->number);
  g_assert (*n_integers < PEL_ATSPI_MAX_ARGUMENTS);
  return sd_bus_message_append_basic (message, type, &call->arguments[(*n_integers)++]);
}

/* The value of a property is wrapped. */
static int
append_arguments (sd_bus_message *message, const PelAtspiCall *call)
{
  const char *signature = call->method->signature;
  gboolean    is_wrapped = call->method->member == NULL;
  guint       n_integers = 0;
  int         r = 0;

  if (is_wrapped)
    r = sd_bus_message_open_container (message, SD_BUS_TYPE_VARIANT, signature);
  for (guint i = 0; r >= 0 && signature[i] != '\0'; i++)
    r = append_argument (message, call, signature[i], &n_integers);
  return r >= 0 && is_wrapped ? sd_bus_message_close_container (message) : r;
}

static gboolean
goes_directly (PelAtspiQueue *self, const PelAtspiCall *call)
{
  return self->peer != NULL && !call->is_in_order;
}

static int
new_message (PelAtspiQueue *self, const PelAtspiCall *call, sd_bus_message **ret_message)
{
  const PelAtspiMethod *method = call->method;
  gboolean              is_direct = goes_directly (self, call);
  sd_bus               *bus = is_direct ? self->peer : self->bus;
  gboolean              is_property = method->member == NULL;
  const char           *access = method->signature != NULL ? "Set" : "Get";
  int                   r = sd_bus_message_new_method_call (bus,
                                          ret_message,
                                          is_direct ? NULL : self->destination,
                                          call->path,
                                          is_property ? PROPERTIES : method->interface,
                                          is_property ? access : method->member);

  if (r >= 0 && is_property)
    r = sd_bus_message_append (*ret_message, "ss", method->interface, method->property);
  if (r < 0 || method->signature == NULL)
    return r;
  return append_arguments (*ret_message, call);
}

static gsize
measure_call (sd_bus_message *message, const PelAtspiMethod *method)
{
  gsize n_bytes = pel_message_measure (message);

  if (method->member == NULL)
    n_bytes += strlen (method->interface) + strlen (method->property);
  return n_bytes;
}

static void
send_call (PelAtspiQueue *self, Flight *flight)
{
  sd_bus_message *message = NULL;
  int             r = new_message (self, &flight->call, &message);

  self->meter.n_calls++;
  flight->is_direct = goes_directly (self, &flight->call);
  flight->sent_time = g_get_monotonic_time ();
  if (r >= 0)
    r = sd_bus_call_async (sd_bus_message_get_bus (message),
                           &flight->slot,
                           message,
                           replied_cb,
                           flight,
                           UINT64_MAX);
  if (r >= 0)
    self->meter.bytes_out += measure_call (message, flight->call.method);
  sd_bus_message_unref (message);
  if (r < 0)
    {
      self->meter.n_errors++;
      fail_soon (self, flight);
      return;
    }
  if (g_queue_is_empty (&self->flying))
    {
      self->last_heard = flight->sent_time;
      self->is_grace_given = FALSE;
      self->patience_ms = PEL_ATSPI_SILENCE_MS;
    }
  self->patience_ms = MAX (self->patience_ms, flight->call.method->patience_ms);
  g_queue_push_tail_link (&self->flying, &flight->link);
  watch_silence (self, PEL_ATSPI_SILENCE_MS);
}

static void
fill_window (PelAtspiQueue *self)
{
  gsize by_size = MAX_UNDER_WAY_BYTES / MAX (self->usual_reply, 1);
  guint window = CLAMP (by_size, 1, self->window);

  while (!g_queue_is_empty (&self->waiting) && g_queue_get_length (&self->flying) < window)
    send_call (self, g_queue_pop_head_link (&self->waiting)->data);
}

void
pel_atspi_queue_call (PelAtspiQueue *self, const PelAtspiCall *call)
{
  Flight *flight = g_new0 (Flight, 1);

  flight->link.data = flight;
  flight->queue = self;
  flight->call = *call;
  flight->call.path = g_strdup (call->path);
  flight->call.text = g_strdup (call->text);
  if (!pel_atspi_queue_may_ask (self))
    {
      fail_soon (self, flight);
      return;
    }
  g_queue_push_tail_link (&self->waiting, &flight->link);
  fill_window (self);
}

static void
cancel_in (GQueue *flights, gpointer data)
{
  GList *next;

  for (GList *link = flights->head; link != NULL; link = next)
    {
      Flight *flight = link->data;

      next = link->next;
      if (flight->call.data != data)
        continue;
      g_queue_unlink (flights, link);
      flight_free (flight);
    }
}

void
pel_atspi_queue_cancel (PelAtspiQueue *self, gpointer data)
{
  cancel_in (&self->waiting, data);
  cancel_in (&self->flying, data);
  cancel_in (&self->failed, data);
  fill_window (self);
}

void
pel_atspi_queue_set_peer (PelAtspiQueue *self, sd_bus *peer)
{
  sd_bus_unref (self->peer);
  self->peer = sd_bus_ref (peer);
}

void
pel_atspi_queue_set_window (PelAtspiQueue *self, guint n_calls)
{
  self->window = CLAMP (n_calls, 1, PEL_ATSPI_WINDOW);
  fill_window (self);
}

gboolean
pel_atspi_queue_may_ask (PelAtspiQueue *self)
{
  return !self->is_silent || g_get_monotonic_time () >= self->retry_time;
}

gboolean
pel_atspi_queue_is_silent (PelAtspiQueue *self)
{
  return self->is_silent;
}

void
pel_atspi_queue_weigh (PelAtspiQueue *self, gsize n_bytes)
{
  self->usual_reply = (self->usual_reply * 7 + n_bytes) / 8;
  self->meter.bytes_in += n_bytes;
}

PelTrafficMeter *
pel_atspi_queue_get_meter (PelAtspiQueue *self)
{
  return &self->meter;
}
