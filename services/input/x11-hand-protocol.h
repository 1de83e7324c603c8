/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the session and pellucid-hand say to each other: one request at a time, each answered, over
 * a SOCK_SEQPACKET pair. The end of the connection means “let go of everything, and end”. Beside it
 * they share the book, in memory that outlives either of them. */

#pragma once

#include <stdint.h>

#define PEL_HAND_SOCKET_FD 3
#define PEL_HAND_BOOK_FD   4

#define PEL_HAND_MAX_OURS 64
#define PEL_HAND_MAX_TEXT 64

/* What is, or may be, out of its place; written before it is done, crossed out after it was undone.
 * Whoever finds it not empty puts everything back. */
typedef struct
{
  uint8_t  keys[32];   /* keycodes that are down, a bit each */
  uint8_t  spares[32]; /* keycodes that had no meaning and were given one */
  uint32_t buttons;    /* that are down */
  uint32_t locks;      /* modifiers that were locked and are to be locked again */
} PelHandBook;

typedef enum
{
  PEL_HAND_BEGIN, /* a gesture: keys are looked up again */
  PEL_HAND_MOVE,
  PEL_HAND_BUTTON_DOWN,
  PEL_HAND_BUTTON_UP,
  PEL_HAND_DROP, /* a button goes up, if who is there is meant */
  PEL_HAND_WHEEL,
  PEL_HAND_KEY_DOWN,
  PEL_HAND_KEY_UP,
  PEL_HAND_TYPE,
  PEL_HAND_RELEASE, /* everything that is down */
  PEL_HAND_PROBE,   /* chords, as keysyms in text, each ended by a 0: is one grabbed by others? */
  PEL_N_HAND_VERBS
} PelHandVerb;

typedef struct
{
  uint32_t verb;
  uint32_t window;       /* whose: an X window, 0: any */
  int32_t  pid;          /* whose program; 0: any that is not ours */
  int32_t  dragging_pid; /* DROP: whose picture may hang on the pointer; 0: no one's */
  uint32_t n_ours;       /* processes that are never hit */
  int32_t  ours[PEL_HAND_MAX_OURS];
  int32_t  x, y;        /* root pixels */
  uint32_t has_point;   /* it is pressed at x, y, wherever the pointer is */
  int32_t  right, down; /* notches of the wheel */
  uint32_t code;        /* a button, or a keysym */
  uint32_t n_text;      /* characters: those from first up to, not with, end are typed */
  uint32_t first, end;
  uint32_t text[PEL_HAND_MAX_TEXT];
} PelHandRequest;

typedef enum
{
  PEL_HAND_DONE,
  PEL_HAND_NO_EXTENSION,  /* the server cannot */
  PEL_HAND_OUT_OF_BOUNDS, /* no monitor shows the point */
  PEL_HAND_OURS,
  PEL_HAND_STRANGER, /* someone else is there: pid and window; 0: the desktop itself */
  PEL_HAND_UNKNOWN,  /* the server does not tell whose it is */
  PEL_HAND_PERSON,   /* the person holds a modifier down */
  PEL_HAND_NO_KEY,   /* for the keysym or character in code */
  PEL_HAND_UNREAD,   /* the program does not read what was typed */
  PEL_HAND_MISTAKEN, /* the request makes no sense */
  PEL_N_HAND_OUTCOMES
} PelHandOutcome;

typedef struct
{
  uint32_t outcome;
  uint32_t has_acted; /* something was pressed, whatever the outcome */
  uint32_t end;       /* of a text: how far it was typed */
  int32_t  pid;
  uint32_t window;
  uint32_t code; /* PROBE: 1, one is */
} PelHandAnswer;
