/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

/* For processes that people's secrets go through. Plain C, for programs without GLib as well. */

/* No core is ever written of this process, nor of those that it starts: not into a file, and not to
 * a program that collects cores. For the start of main(). */
void pel_privacy_forbid_cores (void);

/* The same, and other processes of the person cannot look into this one. Nor can they tell any more
 * which program it is, at which terminal and in which sandbox: nothing for those whom the session
 * has to recognise, and nothing for the session, which portals would refuse. */
void pel_privacy_seal (void);

/* Overwrites @text (nullable), which is about to be freed. */
void pel_privacy_wipe (char *text);
