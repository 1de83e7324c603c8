/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/hand/typist.h"

#include "app/hand/target.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PING_MS   2000 /* for a program to come to what it was sent */
#define SETTLE_MS 300  /* for one that answers no pings */

#define SPARE_MS    100
#define SPARE_TRIES 30

#define LOCK XCB_MOD_MASK_LOCK

/* Programs that take it for another key have another key. */
static const struct
{
  xcb_keysym_t keysym, instead;
} substitutes[] = {
  { XKB_KEY_Meta_L, XKB_KEY_Alt_L },
  { XKB_KEY_Meta_R, XKB_KEY_Alt_R },
};

static int64_t
get_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (int64_t) now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool
pel_typist_is_person_holding (PelTypist *self, unsigned *ret_locked)
{
  unsigned pressed;

  pel_keyboard_refresh_state (self->keyboard, ret_locked, &pressed);
  return pressed != 0 && !pel_server_is_holding (self->server);
}

/* settling */

static bool
is_pong (PelTypist *self, const xcb_generic_event_t *event)
{
  const xcb_client_message_event_t *message = (const void *) event;

  return (event->response_type & 0x7f) == XCB_CLIENT_MESSAGE &&
         message->type == self->server->wm_protocols && message->format == 32 &&
         message->data.data32[0] == self->server->net_wm_ping &&
         message->data.data32[1] == self->ping_time && message->data.data32[2] == self->reader;
}

/* Who is no more reads nothing. */
static bool
is_gone (const xcb_generic_event_t *event)
{
  return event->response_type == 0 &&
         ((const xcb_generic_error_t *) event)->error_code == XCB_WINDOW;
}

/* The answers of programs go to the root window, for the window manager and any other listener. Qt
 * sends them to those who follow the root window itself. */
static void
listen_for_pongs (PelTypist *self, bool is_listening)
{
  uint32_t mask = is_listening
                      ? XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_STRUCTURE_NOTIFY
                      : XCB_EVENT_MASK_NO_EVENT;

  xcb_change_window_attributes (self->server->xcb,
                                self->server->screen->root,
                                XCB_CW_EVENT_MASK,
                                &mask);
}

static void
send_ping (PelTypist *self)
{
  xcb_client_message_event_t message;

  self->ping_time = (uint32_t) get_ms (); /* programs take it for a time of the server */
  message = (xcb_client_message_event_t){
    .response_type = XCB_CLIENT_MESSAGE,
    .format = 32,
    .window = self->reader,
    .type = self->server->wm_protocols,
    .data.data32 = { self->server->net_wm_ping, self->ping_time, self->reader },
  };

  xcb_send_event (self->server->xcb,
                  0,
                  self->reader,
                  XCB_EVENT_MASK_NO_EVENT,
                  (const char *) &message);
  xcb_flush (self->server->xcb);
}

static bool
take_pong (PelTypist *self)
{
  xcb_generic_event_t *event;
  bool                 has_come = false;

  while ((event = xcb_poll_for_event (self->server->xcb)) != NULL)
    {
      has_come = has_come || is_pong (self, event) || is_gone (event);
      free (event);
    }
  return has_come;
}

/* What is asked of a program after a key is answered after the key. */
static bool
await_pong (PelTypist *self)
{
  int64_t       end = get_ms () + PING_MS;
  struct pollfd fds[] = {
    { .fd = xcb_get_file_descriptor (self->server->xcb), .events = POLLIN },
    { .fd = self->socket, .events = POLLIN },
  };
  bool has_come;

  listen_for_pongs (self, true);
  send_ping (self);
  while (!(has_come = take_pong (self)) && get_ms () < end && fds[1].revents == 0 &&
         !xcb_connection_has_error (self->server->xcb))
    poll (fds, 2, (int) (end - get_ms () > 0 ? end - get_ms () : 0));
  listen_for_pongs (self, false);
  xcb_flush (self->server->xcb);
  return has_come;
}

bool
pel_typist_settle (PelTypist *self)
{
  struct pollfd fd = { .fd = self->socket, .events = POLLIN };

  if (!self->keyboard->is_unread)
    return true;
  if (self->reader == XCB_WINDOW_NONE)
    poll (&fd, 1, SETTLE_MS);
  else if (!await_pong (self))
    return false;
  self->keyboard->is_unread = false;
  return true;
}

/* keys */

static xcb_keysym_t
get_substitute (PelTypist *self, xcb_keysym_t keysym)
{
  PelKeyStroke stroke;

  for (size_t i = 0; i < sizeof substitutes / sizeof *substitutes; i++)
    if (substitutes[i].keysym == keysym &&
        (!pel_keyboard_find (self->keyboard, keysym, &stroke) || stroke.takes_shift))
      return substitutes[i].instead;
  return keysym;
}

/* How many of the keysyms can be typed at once, after putting them on spare keys if need be. */
static PelHandOutcome
make_ready (PelTypist *self, const xcb_keysym_t *keysyms, unsigned n_keysyms, unsigned *ret_n_ready)
{
  struct pollfd fd = { .fd = self->socket, .events = POLLIN };

  *ret_n_ready =
      pel_keyboard_prepare (self->keyboard, keysyms, n_keysyms, /* may_replace= */ false);
  if (*ret_n_ready > 0)
    return PEL_HAND_DONE;
  if (!pel_typist_settle (self))
    return PEL_HAND_UNREAD;
  /* a hand of another session, or of the last one, may have them and be about to give them back */
  for (unsigned i = 0; i < SPARE_TRIES && *ret_n_ready == 0; i++)
    {
      if (i > 0)
        poll (&fd, 1, SPARE_MS);
      if (i > 0 && !pel_keyboard_refresh (self->keyboard))
        return PEL_HAND_NO_KEY;
      *ret_n_ready =
          pel_keyboard_prepare (self->keyboard, keysyms, n_keysyms, /* may_replace= */ true);
    }
  return *ret_n_ready > 0 ? PEL_HAND_DONE : PEL_HAND_NO_KEY;
}

static void
press (PelTypist *self, const PelHandRequest *request, PelKeyStroke stroke)
{
  if (pel_server_is_key_down (self->server, self->keyboard->shift))
    stroke.takes_shift = false;
  if (stroke.takes_shift)
    pel_server_press_key (self->server, self->keyboard->shift);
  pel_server_press_key (self->server, stroke.keycode);
  self->held[self->n_held++] = (PelHeldKey){ request->code, stroke };
}

PelHandOutcome
pel_typist_press (PelTypist *self, const PelHandRequest *request, PelHandAnswer *answer)
{
  xcb_keysym_t   keysym = get_substitute (self, request->code);
  PelHandOutcome outcome;
  PelKeyStroke   stroke;
  unsigned       n_ready, locked;

  if (self->keyboard->keymap == NULL)
    return PEL_HAND_NO_EXTENSION;
  if (self->n_held == PEL_TYPIST_MAX_HELD)
    return PEL_HAND_MISTAKEN;
  answer->code = request->code;
  outcome = make_ready (self, &keysym, 1, &n_ready);
  if (outcome != PEL_HAND_DONE)
    return outcome;
  pel_server_grab (self->server);
  if (pel_typist_is_person_holding (self, &locked))
    outcome = PEL_HAND_PERSON;
  else
    outcome = pel_target_check_focus (self->server, request, answer);
  if (outcome == PEL_HAND_DONE && pel_keyboard_find (self->keyboard, keysym, &stroke))
    {
      press (self, request, stroke);
      answer->has_acted = true;
    }
  pel_server_ungrab (self->server);
  pel_server_sync (self->server);
  if (answer->has_acted && self->keyboard->is_unread)
    self->reader = pel_target_find_pinged (self->server);
  return outcome;
}

PelHandOutcome
pel_typist_release (PelTypist *self, const PelHandRequest *request, PelHandAnswer *answer)
{
  for (unsigned i = self->n_held; i > 0; i--)
    if (self->held[i - 1].keysym == request->code)
      {
        PelKeyStroke stroke = self->held[i - 1].stroke;

        pel_server_release_key (self->server, stroke.keycode);
        if (stroke.takes_shift)
          pel_server_release_key (self->server, self->keyboard->shift);
        pel_server_sync (self->server);
        self->held[i - 1] = self->held[--self->n_held];
        answer->has_acted = true;
        return PEL_HAND_DONE;
      }
  return PEL_HAND_DONE;
}

/* text */

/* 0: no key writes it. */
static xcb_keysym_t
get_character_keysym (uint32_t character)
{
  if (character == '\n' || character == '\r')
    return XKB_KEY_Return;
  if (character == '\t')
    return XKB_KEY_Tab;
  if (character < 0x20 || (character >= 0x7f && character < 0xa0) || character > 0x10ffff ||
      (character >= 0xd800 && character < 0xe000))
    return XKB_KEY_NoSymbol;
  return character < 0x100 ? character : 0x01000000 | character;
}

static void
type_keysym (PelTypist *self, xcb_keysym_t keysym)
{
  PelKeyStroke stroke;

  if (!pel_keyboard_find (self->keyboard, keysym, &stroke))
    return;
  if (stroke.takes_shift)
    pel_server_press_key (self->server, self->keyboard->shift);
  pel_server_press_key (self->server, stroke.keycode);
  pel_server_release_key (self->server, stroke.keycode);
  if (stroke.takes_shift)
    pel_server_release_key (self->server, self->keyboard->shift);
}

/* All at once, so that no other program gets a part of it. Caps Lock is off meanwhile. */
static PelHandOutcome
type_run (PelTypist            *self,
          const PelHandRequest *request,
          const xcb_keysym_t   *keysyms,
          unsigned              n_keysyms,
          PelHandAnswer        *answer)
{
  PelHandOutcome outcome = PEL_HAND_PERSON;
  unsigned       locked;

  pel_server_grab (self->server);
  if (!pel_typist_is_person_holding (self, &locked))
    outcome = pel_target_check_focus (self->server, request, answer);
  if (outcome == PEL_HAND_DONE)
    {
      if ((locked & LOCK) != 0)
        pel_server_unlock (self->server, LOCK);
      for (unsigned i = 0; i < n_keysyms; i++)
        type_keysym (self, keysyms[i]);
      pel_server_lock_again (self->server);
      answer->has_acted = true;
    }
  pel_server_ungrab (self->server);
  pel_server_sync (self->server);
  if (outcome == PEL_HAND_DONE && self->keyboard->is_unread)
    self->reader = pel_target_find_pinged (self->server);
  return outcome;
}

PelHandOutcome
pel_typist_type (PelTypist *self, const PelHandRequest *request, PelHandAnswer *answer)
{
  xcb_keysym_t   keysyms[PEL_HAND_MAX_TEXT];
  PelHandOutcome outcome = PEL_HAND_DONE;

  if (self->keyboard->keymap == NULL)
    return PEL_HAND_NO_EXTENSION;
  for (unsigned i = 0; i < request->n_text; i++)
    {
      keysyms[i] = get_character_keysym (request->text[i]);
      answer->code = request->text[i];
      if (keysyms[i] == XKB_KEY_NoSymbol)
        {
          explicit_bzero (keysyms, sizeof keysyms);
          return PEL_HAND_NO_KEY;
        }
    }
  answer->end = request->first;
  while (outcome == PEL_HAND_DONE && answer->end < request->end)
    {
      unsigned n_ready;

      answer->code = request->text[answer->end];
      outcome = make_ready (self, keysyms + answer->end, request->n_text - answer->end, &n_ready);
      if (n_ready > request->end - answer->end)
        n_ready = request->end - answer->end;
      if (outcome == PEL_HAND_DONE)
        outcome = type_run (self, request, keysyms + answer->end, n_ready, answer);
      if (outcome == PEL_HAND_DONE)
        answer->end += n_ready;
    }
  explicit_bzero (keysyms, sizeof keysyms); /* it may have been a secret */
  return outcome;
}
