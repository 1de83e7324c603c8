/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "person.h"

#include "x11-reply.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
#include <xcb/xcb.h>

#define N_VALUATORS 64
#define WAIT_S      5
#define ALT         0xffe9

/* What the driver reads: each message says how long it is and of which kind. */
enum
{
  KIND_VERSION = 0,
  KIND_SYNC = 1,
  KIND_BUTTON = 4,
  KIND_KEY = 5,
};

typedef struct
{
  guint32 length, kind;
} Head;

typedef struct
{
  Head    head;
  guint16 major, minor;
} Version;

typedef struct
{
  Head    head;
  gint32  code;
  guint32 is_press;
} Key;

typedef struct
{
  Head    head;
  gint32  is_absolute, button;
  guint32 is_press;
  struct
  {
    guint32 has_unaccelerated;
    guint8  mask[N_VALUATORS / 8];
    double  valuators[N_VALUATORS], unaccelerated[N_VALUATORS];
  } axes;
} Button;

struct PelPerson
{
  xcb_connection_t *xcb;
  int               keyboard, pointer;
};

gboolean
pel_person_is_there (void)
{
  return g_getenv ("PEL_DESKTOP_PERSON") != NULL;
}

static void
say (int fd, gconstpointer message, gsize length)
{
  g_assert_cmpint (send (fd, message, length, MSG_NOSIGNAL), ==, length);
}

static void
hear (int fd, gpointer message, gsize length)
{
  g_assert_cmpint (recv (fd, message, length, MSG_WAITALL), ==, length);
}

static int
take (const char *device)
{
  const Version      version = { { sizeof version, KIND_VERSION }, 1, 0 };
  struct timeval     patience = { .tv_sec = WAIT_S };
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  Version            answer;
  int                fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_snprintf (address.sun_path,
              sizeof address.sun_path,
              "%s/person-%s",
              g_getenv ("PEL_DESKTOP_PERSON"),
              device);
  g_assert_cmpint (connect (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  say (fd, &version, sizeof version);
  hear (fd, &answer, sizeof answer);
  g_assert_cmpuint (answer.major, ==, 1);
  return fd;
}

PelPerson *
pel_person_get (void)
{
  static PelPerson   person;
  g_autoptr (GError) error = NULL;

  if (person.xcb != NULL)
    return &person;
  person.xcb = pel_x11_connect (&error);
  g_assert_no_error (error);
  person.keyboard = take ("keyboard");
  person.pointer = take ("pointer");
  return &person;
}

static void
sync_with (int fd)
{
  const Head request = { sizeof request, KIND_SYNC };
  Head       answer;

  say (fd, &request, sizeof request);
  hear (fd, &answer, sizeof answer);
}

int
pel_person_find_code (PelPerson *self, guint keysym)
{
  const xcb_setup_t                *setup = xcb_get_setup (self->xcb);
  guint                             n_codes = setup->max_keycode - setup->min_keycode + 1;
  xcb_get_keyboard_mapping_reply_t *reply =
      xcb_get_keyboard_mapping_reply (self->xcb,
                                      xcb_get_keyboard_mapping (self->xcb,
                                                                setup->min_keycode,
                                                                n_codes),
                                      NULL);
  int code = 0;

  for (guint i = 0; i < n_codes && code == 0; i++)
    if (xcb_get_keyboard_mapping_keysyms (reply)[i * reply->keysyms_per_keycode] == keysym)
      code = setup->min_keycode + i;
  free (reply);
  g_assert_cmpint (code, !=, 0);
  return code;
}

void
pel_person_send_key (PelPerson *self, guint keysym, gboolean is_press)
{
  const Key key = { { sizeof key, KIND_KEY }, pel_person_find_code (self, keysym), is_press };

  say (self->keyboard, &key, sizeof key);
  sync_with (self->keyboard);
}

void
pel_person_chord (PelPerson *self, guint modifier, guint keysym)
{
  if (modifier != 0)
    pel_person_send_key (self, modifier, TRUE);
  pel_person_send_key (self, keysym, TRUE);
  pel_person_send_key (self, keysym, FALSE);
  if (modifier != 0)
    pel_person_send_key (self, modifier, FALSE);
}

void
pel_person_press (PelPerson *self, guint keysym, gboolean alt)
{
  pel_person_chord (self, alt ? ALT : 0, keysym);
}

void
pel_person_type (PelPerson *self, const char *text)
{
  for (; *text != '\0'; text++)
    pel_person_press (self, *text, FALSE);
}

void
pel_person_click (PelPerson *self)
{
  for (guint is_press = 1; is_press < 2; is_press--)
    {
      Button button;

      memset (&button, 0, sizeof button);
      button.head = (Head){ sizeof button, KIND_BUTTON };
      button.button = 1;
      button.is_press = is_press;
      say (self->pointer, &button, sizeof button);
      sync_with (self->pointer);
    }
}
