/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/examination.h"

void
pel_examination_free (PelExamination *self)
{
  g_clear_error (&self->session_error);
  g_clear_object (&self->desktop);
  g_clear_error (&self->desktop_error);
  g_clear_error (&self->a11y_error);
  g_clear_pointer (&self->programs, g_ptr_array_unref);
  g_free (self->overlay_refusal);
  g_free (self->overlay_remedy);
  g_free (self->ocr_version);
  g_strfreev (self->ocr_languages);
  for (guint i = 0; i < PEL_N_PROBES; i++)
    g_clear_error (&self->faults[i]);
  g_free (self);
}

const GError *
pel_examination_get_fault (const PelExamination *self, const char *ability)
{
  for (PelProbe probe = 0; probe < PEL_N_PROBES; probe++)
    if (g_str_equal (pel_probe_to_string (probe), ability))
      return self->faults[probe];
  return NULL;
}
