/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/approval-queue.h"

/* The descriptor on which the approver finds its end of the line. */
#define PEL_APPROVER_FD 3

/**
 * PelApproverLink:
 *
 * Puts the questions of a queue to the person through pellucid-approver, a process that runs while
 * there are any. They talk over a pair of sockets that no one else can reach, in lines of JSON:
 *
 *   to it    {"question": {…} | null, "waiting": 2}    what is to be shown, whenever that changes
 *   from it  {"id": 7, "answer": "once", "calls": 1, "reason": ""}
 *
 * The process is ours (pel_guard_add_process()) from before it has a window until it has ended.
 */
#define PEL_TYPE_APPROVER_LINK (pel_approver_link_get_type ())
G_DECLARE_FINAL_TYPE (PelApproverLink, pel_approver_link, PEL, APPROVER_LINK, GObject)

/* @path (nullable): the program that stands beside this one. Where there is none, the queue is not
 * served. */
PelApproverLink *pel_approver_link_new (PelApprovalQueue *queue, const char *path);

/* Brings the question to the front, where there is one. */
void pel_approver_link_raise (PelApproverLink *self);
