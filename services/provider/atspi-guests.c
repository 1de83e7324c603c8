/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-guests.h"

#include "services/base/process.h"
#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-method.h"

#define DAEMON       "org.freedesktop.DBus"
#define DAEMON_PATH  "/org/freedesktop/DBus"
#define TIMEOUT_USEC (1500 * G_TIME_SPAN_MILLISECOND)
#define MAX_GUESTS   32 /* of one host: a browser has one for each tab */
#define MAX_NESTED   4
#define MAX_PARENTS  16 /* processes between a guest and its host */
#define NO_UID       G_MAXUINT
#define RETRY_USEC   (1 * G_TIME_SPAN_SECOND)

struct _PelAtspiGuests
{
  sd_bus              *bus;
  PelAtspiGuestsEvents events;
  GPtrArray           *guests; /* of Guest */
};

enum
{
  ANSWER_OWNER,
  ANSWER_PID,
  ANSWER_UID,
  ANSWER_PARENT,
  N_ANSWERS
};

typedef struct
{
  PelAtspiGuests  *guests;
  PelAtspiProgram *host;
  PelNodeId        node;
  guint32          serial; /* of the node */
  sd_bus_slot     *slots[N_ANSWERS];
  char            *bus_name; /* (nullable): the unique one, once it is known */
  guint            pid, uid; /* 0 and NO_UID: not known */
  gboolean         is_child; /* it names the node's parent as its own */
  guint            n_awaited;
  gint64           asked;   /* when */
  PelAtspiProgram *program; /* (nullable): admitted */
} Guest;

static void
drop_questions (Guest *guest)
{
  for (guint i = 0; i < N_ANSWERS; i++)
    guest->slots[i] = sd_bus_slot_unref (guest->slots[i]);
  guest->n_awaited = 0;
}

static void
guest_free (Guest *guest)
{
  drop_questions (guest);
  g_free (guest->bus_name);
  g_free (guest);
}

/* NULL: it is listed no more, or another one is in its place. */
static const PelAtspiNode *
get_node (const Guest *guest)
{
  const PelAtspiNode *node =
      pel_atspi_tree_get (pel_atspi_program_get_tree (guest->host), guest->node);

  return node != NULL && node->serial == guest->serial ? node : NULL;
}

/* By the process that draws it, or by the sandbox that both are in. */
static gboolean
is_related (pid_t host, pid_t pid)
{
  g_autofree char *sandbox = pel_process_dup_sandbox (pid);
  g_autofree char *host_sandbox = pel_process_dup_sandbox (host);

  if (sandbox != NULL && g_strcmp0 (sandbox, host_sandbox) == 0)
    return TRUE;
  for (guint i = 0; i < MAX_PARENTS && pid > 1; i++)
    {
      if (pid == host)
        return TRUE;
      pid = pel_process_get_parent (pid);
    }
  return FALSE;
}

static void
judge (Guest *guest)
{
  PelAtspiGuests     *self = guest->guests;
  const PelAtspiNode *node = get_node (guest);
  PelAtspiOwner       owner = {
          guest->bus_name, node != NULL ? node->path : NULL, (pid_t) guest->pid, guest->uid, guest->host
  };

  if (node != NULL && guest->is_child && owner.pid != 0 && guest->uid != NO_UID &&
      owner.uid == pel_atspi_program_get_uid (guest->host) &&
      is_related (pel_atspi_program_get_pid (guest->host), owner.pid))
    guest->program = self->events.admit (&owner, self->events.data);
  self->events.answered (self->events.data);
}

static void
close_question (Guest *guest)
{
  if (--guest->n_awaited == 0)
    judge (guest);
}

static int
take_pid (sd_bus_message *reply, void *data, sd_bus_error *error)
{
  Guest *guest = data;

  pel_atspi_decode_uint (reply, &guest->pid);
  close_question (guest);
  return 1;
}

static int
take_uid (sd_bus_message *reply, void *data, sd_bus_error *error)
{
  Guest *guest = data;

  pel_atspi_decode_uint (reply, &guest->uid);
  close_question (guest);
  return 1;
}

static int
take_parent (sd_bus_message *reply, void *data, sd_bus_error *error)
{
  Guest              *guest = data;
  const PelAtspiNode *node = get_node (guest);
  PelAtspiRef         ref;

  if (node != NULL && pel_atspi_decode_ref_property (reply, &ref))
    {
      PelAtspiTree *tree = pel_atspi_program_get_tree (guest->host);

      guest->is_child = g_str_equal (ref.bus_name, pel_atspi_program_get_bus_name (guest->host)) &&
                        g_str_equal (ref.path, pel_atspi_tree_get (tree, node->parent)->path);
    }
  close_question (guest);
  return 1;
}

static void
call (Guest                   *guest,
      guint                    question,
      const char              *destination,
      const char              *path,
      const char              *interface,
      const char              *member,
      const char *const       *arguments,
      sd_bus_message_handler_t take)
{
  sd_bus         *bus = guest->guests->bus;
  sd_bus_message *message = NULL;
  int             r;

  r = sd_bus_message_new_method_call (bus, &message, destination, path, interface, member);
  for (guint i = 0; r >= 0 && arguments[i] != NULL; i++)
    r = sd_bus_message_append (message, "s", arguments[i]);
  if (r >= 0)
    r = sd_bus_call_async (bus, &guest->slots[question], message, take, guest, TIMEOUT_USEC);
  sd_bus_message_unref (message);
  if (r >= 0)
    guest->n_awaited++;
}

/* Its process by the word of the bus; what it is a part of by its own. */
static void
ask (Guest *guest)
{
  const PelAtspiNode *node = get_node (guest);
  const char *const   name[] = { guest->bus_name, NULL };
  const char *const   parent[] = { PEL_ATSPI_ACCESSIBLE, "Parent", NULL };

  if (node == NULL)
    return;
  call (guest,
        ANSWER_PID,
        DAEMON,
        DAEMON_PATH,
        DAEMON,
        "GetConnectionUnixProcessID",
        name,
        take_pid);
  call (guest, ANSWER_UID, DAEMON, DAEMON_PATH, DAEMON, "GetConnectionUnixUser", name, take_uid);
  call (guest,
        ANSWER_PARENT,
        guest->bus_name,
        node->path,
        "org.freedesktop.DBus.Properties",
        "Get",
        parent,
        take_parent);
}

static int
take_owner (sd_bus_message *reply, void *data, sd_bus_error *error)
{
  Guest      *guest = data;
  const char *name;

  if (!sd_bus_message_is_method_error (reply, NULL) && pel_atspi_decode_text (reply, &name))
    {
      guest->bus_name = g_strdup (name);
      ask (guest);
    }
  close_question (guest);
  return 1;
}

/* A name that could move to another process says nothing about who is behind it. */
static void
begin (Guest *guest)
{
  const char       *name = get_node (guest)->bus_name;
  const char *const names[] = { name, NULL };

  g_clear_pointer (&guest->bus_name, g_free);
  guest->pid = 0;
  guest->uid = NO_UID;
  guest->is_child = FALSE;
  guest->asked = g_get_monotonic_time ();
  if (*name == ':')
    {
      guest->bus_name = g_strdup (name);
      ask (guest);
    }
  else
    call (guest, ANSWER_OWNER, DAEMON, DAEMON_PATH, DAEMON, "GetNameOwner", names, take_owner);
}

static Guest *
find (PelAtspiGuests *self, PelAtspiProgram *host, PelNodeId id)
{
  for (guint i = 0; i < self->guests->len; i++)
    {
      Guest *guest = self->guests->pdata[i];

      if (guest->host == host && guest->node == id && get_node (guest) != NULL)
        return guest;
    }
  return NULL;
}

static void
dismiss_lost (PelAtspiGuests *self, PelAtspiProgram *host)
{
  for (guint i = self->guests->len; i > 0; i--)
    {
      Guest *guest = self->guests->pdata[i - 1];

      if (guest->host != host || get_node (guest) != NULL)
        continue;
      if (guest->program == NULL)
        g_ptr_array_remove_index (self->guests, i - 1);
      else
        {
          self->events.dismiss (guest->program, self->events.data); /* forgets it */
          i = MIN (i, self->guests->len + 1);
        }
    }
}

static guint
count_guests (PelAtspiGuests *self, PelAtspiProgram *host)
{
  guint n = 0;

  for (guint i = 0; i < self->guests->len; i++)
    n += ((const Guest *) self->guests->pdata[i])->host == host;
  return n;
}

static gboolean
may_have_guests (PelAtspiProgram *host)
{
  guint n_hosts = 0;

  for (PelAtspiProgram *p = host; p != NULL; p = pel_atspi_program_get_host (p))
    n_hosts++;
  return n_hosts <= MAX_NESTED;
}

static void
invite (PelAtspiGuests *self, PelAtspiProgram *host, PelNodeId id)
{
  Guest *guest = find (self, host, id);

  if (guest == NULL)
    {
      if (count_guests (self, host) == MAX_GUESTS)
        return;
      guest = g_new0 (Guest, 1);
      *guest = (Guest){ .guests = self, .host = host, .node = id };
      guest->serial = pel_atspi_tree_get (pel_atspi_program_get_tree (host), id)->serial;
      g_ptr_array_add (self->guests, guest);
    }
  else if (guest->program != NULL || guest->n_awaited > 0 ||
           g_get_monotonic_time () - guest->asked < RETRY_USEC)
    return;
  begin (guest);
}

void
pel_atspi_guests_invite (PelAtspiGuests *self, PelAtspiProgram *host)
{
  PelAtspiTree *tree = pel_atspi_program_get_tree (host);

  dismiss_lost (self, host);
  if (pel_atspi_tree_get_n_foreign (tree) == 0 || !may_have_guests (host))
    return;
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (tree, id);

      if (node != NULL && (node->flags & PEL_NODE_IS_FOREIGN) != 0)
        invite (self, host, id);
    }
}

gboolean
pel_atspi_guests_is_asking (PelAtspiGuests *self, PelAtspiProgram *host)
{
  for (guint i = 0; i < self->guests->len; i++)
    {
      const Guest *guest = self->guests->pdata[i];

      if (guest->host == host && guest->n_awaited > 0)
        return TRUE;
    }
  return FALSE;
}

PelAtspiProgram *
pel_atspi_guests_find (PelAtspiGuests *self, PelAtspiProgram *host, PelNodeId id)
{
  const Guest *guest = find (self, host, id);

  return guest != NULL ? guest->program : NULL;
}

PelNodeId
pel_atspi_guests_get_node (PelAtspiGuests *self, PelAtspiProgram *program)
{
  for (guint i = 0; i < self->guests->len; i++)
    {
      const Guest *guest = self->guests->pdata[i];

      if (guest->program == program && get_node (guest) != NULL)
        return guest->node;
    }
  return PEL_NODE_NONE;
}

void
pel_atspi_guests_list (PelAtspiGuests *self, PelAtspiProgram *host, GPtrArray *programs)
{
  for (guint i = 0; i < self->guests->len; i++)
    {
      const Guest *guest = self->guests->pdata[i];

      if (guest->host == host && guest->program != NULL &&
          !g_ptr_array_find (programs, guest->program, NULL))
        g_ptr_array_add (programs, guest->program);
    }
}

void
pel_atspi_guests_forget (PelAtspiGuests *self, PelAtspiProgram *program)
{
  for (guint i = self->guests->len; i > 0; i--)
    {
      const Guest *guest = self->guests->pdata[i - 1];

      if (guest->host == program || guest->program == program)
        g_ptr_array_remove_index (self->guests, i - 1);
    }
}

PelAtspiGuests *
pel_atspi_guests_new (sd_bus *bus, const PelAtspiGuestsEvents *events)
{
  PelAtspiGuests *self = g_new0 (PelAtspiGuests, 1);

  self->bus = bus;
  self->events = *events;
  self->guests = g_ptr_array_new_with_free_func ((GDestroyNotify) guest_free);
  return self;
}

void
pel_atspi_guests_free (PelAtspiGuests *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->guests);
  g_free (self);
}
