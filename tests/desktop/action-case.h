/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of acting share: a fixture, a provider, and actions that wait for their outcome.
 */

#pragma once

#include "fixture.h"
#include "provider-case.h"

#include "services/action/action.h"
#include "services/base/error.h"

#define ACTION_TIMEOUT_MS 20000 /* on a busy machine */

typedef struct
{
  PelFixture       *fixture;
  PelElementSource *source;
  char             *bus_name;
  PelInput         *input; /* (nullable): borrowed, for actions that may use it */
} Stage;

static inline void
stage_open (Stage *stage, const char *program, const char *const *arguments)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);

  g_assert_no_error (error);
  stage->fixture = pel_fixture_startv (program, arguments, &error);
  g_assert_no_error (error);
  stage->bus_name = pel_a11y_wait_program (bus, pel_fixture_get_pid (stage->fixture), 30000);
  stage->source = open_provider ();
}

static inline void
stage_close (Stage *stage)
{
  g_clear_object (&stage->source);
  g_clear_pointer (&stage->fixture, pel_fixture_stop);
  g_clear_pointer (&stage->bus_name, g_free);
}

/* (nullable): NULL with the error. */
static inline PelActionOutcome *
run_action_once (Stage *stage, const PelAction *action, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  PelActionContext         context = { stage->source, stage->input };

  pel_action_run_async (&context, action, NULL, provider_done_cb, &result);
  provider_await (&result, action->timeout_ms, "An action");
  return pel_action_run_finish (result, error);
}

/* It may have been done, or a part of it. */
static inline gboolean
was_sent (const GError *error)
{
  JsonObject *details = pel_error_get_details (error);

  return details != NULL && json_object_has_member (details, "sent") &&
         json_object_get_boolean_member (details, "sent");
}

static inline gboolean
is_only_busy (const GError *error)
{
  return pel_error_get_code (error) == PEL_ERROR_APP_UNRESPONSIVE && !was_sent (error);
}

/* On a busy machine a program may not answer for seconds: as long as nothing was done, once more.
 */
static inline PelActionOutcome *
run_action (Stage *stage, const PelAction *action, GError **error)
{
  gint64 deadline = g_get_monotonic_time () + SETTLE_MS * G_TIME_SPAN_MILLISECOND;

  for (;;)
    {
      g_autoptr (GError) failure = NULL;
      PelActionOutcome  *outcome = run_action_once (stage, action, &failure);

      if (outcome != NULL)
        return outcome;
      if (!is_only_busy (failure) || g_get_monotonic_time () > deadline)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return NULL;
        }
    }
}

/* An element of this role that is called so. */
static inline PelElementId
find_of_role (PelSnapshot *snapshot, PelRole role, const char *name)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    if (pel_snapshot_get_role (snapshot, id) == role &&
        g_str_equal (pel_snapshot_get_name (snapshot, id), name))
      return id;
  return PEL_ELEMENT_NONE;
}

/* The same, where it only shows a text that is called so: rows of lists have no names in GTK. */
static inline PelElementId
find_showing (PelSnapshot *snapshot, PelRole role, const char *name)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    if (pel_snapshot_get_role (snapshot, id) == role)
      {
        PelElementId last = pel_snapshot_get_last_descendant (snapshot, id);

        for (PelElementId below = id + 1; below <= MIN (last, id + 8); below++)
          if (g_str_equal (pel_snapshot_get_name (snapshot, below), name))
            return id;
      }
  return PEL_ELEMENT_NONE;
}
