/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* pellucid-hand: makes the session's gestures on X11. A process of its own, because it waits for
 * the server and holds it; and because it lets go of everything when the session ends, however
 * that ends. Started by the session, with a socket and the book. */

#include "config.h"

#include "app/hand/server.h"
#include "app/hand/target.h"
#include "app/hand/typist.h"
#include "services/base/privacy.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define REST_MS     1000 /* until the keyboard is put back as it was */
#define MAX_RESTS   10   /* tries, while a program does not read what was typed */
#define PATIENCE_MS 300  /* for the program that a hand which has died since was typing to */
#define MAX_NOTCHES 100

typedef struct
{
  PelServer   server;
  PelKeyboard keyboard;
  PelTypist   typist;
} Hand;

static PelHandOutcome
begin (Hand *hand, const PelHandRequest *request, PelHandAnswer *answer)
{
  if (!hand->server.has_test)
    return PEL_HAND_NO_EXTENSION;
  /* without a layout the pointer still works */
  pel_keyboard_refresh (&hand->keyboard);
  return PEL_HAND_DONE;
}

/* What is dragged is not to be dropped on us: the pointer goes back. */
static PelHandOutcome
drag (Hand *hand, const PelHandRequest *request)
{
  xcb_connection_t          *xcb = hand->server.xcb;
  xcb_query_pointer_reply_t *before;
  PelHandOutcome             outcome = PEL_HAND_DONE;

  pel_server_grab (&hand->server);
  before = xcb_query_pointer_reply (xcb, xcb_query_pointer (xcb, hand->server.screen->root), NULL);
  pel_server_move (&hand->server, request->x, request->y);
  if (before != NULL && pel_target_is_pointer_on_ours (&hand->server, request))
    {
      pel_server_move (&hand->server, before->root_x, before->root_y);
      outcome = PEL_HAND_OURS;
    }
  pel_server_ungrab (&hand->server);
  free (before);
  return outcome;
}

static PelHandOutcome
move (Hand *hand, const PelHandRequest *request, PelHandAnswer *answer)
{
  PelHandOutcome outcome = PEL_HAND_DONE;

  if (!pel_server_shows_point (&hand->server, request->x, request->y))
    return PEL_HAND_OUT_OF_BOUNDS;
  if (pel_server_is_button_down (&hand->server))
    outcome = drag (hand, request);
  else
    pel_server_move (&hand->server, request->x, request->y);
  pel_server_sync (&hand->server);
  return outcome;
}

/* With the server grabbed: puts the pointer back where it belongs, and looks what is there. */
static PelHandOutcome
aim (Hand *hand, const PelHandRequest *request, PelHandAnswer *answer)
{
  unsigned locked;

  if (hand->server.has_xkb && pel_typist_is_person_holding (&hand->typist, &locked))
    return PEL_HAND_PERSON;
  if (request->has_point)
    pel_server_move (&hand->server, request->x, request->y);
  return pel_target_check_pointer (&hand->server, request, answer);
}

static PelHandOutcome
press_button (Hand *hand, const PelHandRequest *request, PelHandAnswer *answer)
{
  PelHandOutcome outcome;

  if (request->code < 1 || request->code > 3)
    return PEL_HAND_MISTAKEN;
  pel_server_grab (&hand->server);
  outcome = aim (hand, request, answer);
  if (outcome == PEL_HAND_DONE)
    {
      pel_server_press_button (&hand->server, request->code);
      answer->has_acted = true;
    }
  pel_server_ungrab (&hand->server);
  pel_server_sync (&hand->server);
  return outcome;
}

static PelHandOutcome
release_button (Hand *hand, const PelHandRequest *request, PelHandAnswer *answer)
{
  if (request->code < 1 || request->code > 3)
    return PEL_HAND_MISTAKEN;
  pel_server_release_button (&hand->server, request->code);
  pel_server_sync (&hand->server);
  answer->has_acted = true;
  return PEL_HAND_DONE;
}

static PelHandOutcome
drop (Hand *hand, const PelHandRequest *request, PelHandAnswer *answer)
{
  PelHandOutcome outcome;

  if (request->code < 1 || request->code > 3)
    return PEL_HAND_MISTAKEN;
  pel_server_grab (&hand->server);
  outcome = aim (hand, request, answer);
  if (outcome == PEL_HAND_STRANGER && pel_target_is_dragged (&hand->server, request))
    outcome = PEL_HAND_DONE;
  if (outcome == PEL_HAND_DONE)
    {
      pel_server_release_button (&hand->server, request->code);
      answer->has_acted = true;
    }
  pel_server_ungrab (&hand->server);
  pel_server_sync (&hand->server);
  return outcome;
}

static void
turn (Hand *hand, unsigned button, int notches)
{
  for (int i = 0; i < notches && i < MAX_NOTCHES; i++)
    {
      pel_server_press_button (&hand->server, button);
      pel_server_release_button (&hand->server, button);
    }
}

static PelHandOutcome
turn_wheel (Hand *hand, const PelHandRequest *request, PelHandAnswer *answer)
{
  PelHandOutcome outcome;

  pel_server_grab (&hand->server);
  outcome = aim (hand, request, answer);
  if (outcome == PEL_HAND_DONE)
    {
      turn (hand, 4, -request->down);
      turn (hand, 5, request->down);
      turn (hand, 6, -request->right);
      turn (hand, 7, request->right);
      answer->has_acted = true;
    }
  pel_server_ungrab (&hand->server);
  pel_server_sync (&hand->server);
  return outcome;
}

static PelHandOutcome
press_key (Hand *hand, const PelHandRequest *request, PelHandAnswer *answer)
{
  return pel_typist_press (&hand->typist, request, answer);
}

static PelHandOutcome
release_key (Hand *hand, const PelHandRequest *request, PelHandAnswer *answer)
{
  return pel_typist_release (&hand->typist, request, answer);
}

static PelHandOutcome
type (Hand *hand, const PelHandRequest *request, PelHandAnswer *answer)
{
  return pel_typist_type (&hand->typist, request, answer);
}

static PelHandOutcome
release_all (Hand *hand, const PelHandRequest *request, PelHandAnswer *answer)
{
  pel_server_release_all (&hand->server);
  hand->typist.n_held = 0;
  return PEL_HAND_DONE;
}

static PelHandOutcome
probe (Hand *hand, const PelHandRequest *request, PelHandAnswer *answer)
{
  unsigned first = 0;

  if (!pel_keyboard_refresh (&hand->keyboard))
    return PEL_HAND_NO_EXTENSION;
  for (unsigned i = 0; i < request->n_text && answer->code == 0; i++)
    if (request->text[i] == 0)
      {
        answer->code = pel_keyboard_is_grabbed (&hand->keyboard, request->text + first, i - first);
        first = i + 1;
      }
  return PEL_HAND_DONE;
}

static PelHandOutcome (*const verbs[]) (Hand                 *hand,
                                        const PelHandRequest *request,
                                        PelHandAnswer        *answer) = {
  [PEL_HAND_BEGIN] = begin,
  [PEL_HAND_MOVE] = move,
  [PEL_HAND_BUTTON_DOWN] = press_button,
  [PEL_HAND_BUTTON_UP] = release_button,
  [PEL_HAND_DROP] = drop,
  [PEL_HAND_WHEEL] = turn_wheel,
  [PEL_HAND_KEY_DOWN] = press_key,
  [PEL_HAND_KEY_UP] = release_key,
  [PEL_HAND_TYPE] = type,
  [PEL_HAND_RELEASE] = release_all,
  [PEL_HAND_PROBE] = probe,
};
_Static_assert(sizeof verbs / sizeof *verbs == PEL_N_HAND_VERBS, "a verb is missing");

static bool
makes_sense (const PelHandRequest *request)
{
  return request->verb < PEL_N_HAND_VERBS && request->n_ours <= PEL_HAND_MAX_OURS &&
         request->n_text <= PEL_HAND_MAX_TEXT &&
         (request->verb != PEL_HAND_TYPE ||
          (request->first <= request->end && request->end <= request->n_text));
}

/* false: the session is gone, or the server. */
static bool
serve (Hand *hand, int socket)
{
  static PelHandRequest request;
  PelHandAnswer         answer = { 0 };
  ssize_t               size = recv (socket, &request, sizeof request, 0);

  if (size <= 0)
    return false;
  answer.outcome = PEL_HAND_MISTAKEN;
  if (size == sizeof request && makes_sense (&request))
    answer.outcome = verbs[request.verb](hand, &request, &answer);
  explicit_bzero (&request, sizeof request); /* it may have been a secret */
  return !xcb_connection_has_error (hand->server.xcb) &&
         send (socket, &answer, sizeof answer, MSG_NOSIGNAL) == sizeof answer;
}

static bool
has_spares (const PelHandBook *book)
{
  static const uint8_t none[sizeof book->spares];

  return memcmp (book->spares, none, sizeof none) != 0;
}

/* What a hand before this one has left. */
static void
tidy_up (Hand *hand)
{
  pel_server_release_all (&hand->server);
  if (!has_spares (hand->server.book))
    return;
  poll (NULL, 0, PATIENCE_MS);
  pel_server_unmap_all (&hand->server);
}

static void
run (Hand *hand, int socket)
{
  struct pollfd fd = { .fd = socket, .events = POLLIN };
  unsigned      n_tries = 0;

  for (;;)
    {
      xcb_generic_event_t *event;
      int                  n_ready = poll (&fd, 1, has_spares (hand->server.book) ? REST_MS : -1);

      while ((event = xcb_poll_for_event (hand->server.xcb)) != NULL)
        free (event);
      if (n_ready > 0 && !serve (hand, socket))
        return;
      n_tries = n_ready == 0 ? n_tries + 1 : 0;
      if (n_ready == 0 && (pel_typist_settle (&hand->typist) || n_tries == MAX_RESTS))
        pel_keyboard_rest (&hand->keyboard);
    }
}

int
main (int argc, char **argv)
{
  static Hand  hand;
  PelHandBook *book;

  pel_privacy_seal ();

  /* the session may be told to end together with us; what counts is that it has ended */
  signal (SIGHUP, SIG_IGN);
  signal (SIGINT, SIG_IGN);
  signal (SIGTERM, SIG_IGN);
  book = mmap (NULL,
               sizeof *book,
               PROT_READ | PROT_WRITE,
               MAP_SHARED,
               PEL_HAND_BOOK_FD,
               /* offset= */ 0);
  if (book == MAP_FAILED || !pel_server_open (&hand.server, book))
    return EXIT_FAILURE;
  pel_keyboard_init (&hand.keyboard, &hand.server);
  hand.typist = (PelTypist){ &hand.server, &hand.keyboard, PEL_HAND_SOCKET_FD };
  tidy_up (&hand);
  run (&hand, PEL_HAND_SOCKET_FD);
  pel_server_release_all (&hand.server);
  if (has_spares (book))
    {
      /* the session no longer waits, so there is time */
      hand.typist.socket = -1;
      pel_typist_settle (&hand.typist);
      pel_keyboard_rest (&hand.keyboard);
    }
  xcb_disconnect (hand.server.xcb);
  return EXIT_SUCCESS;
}
