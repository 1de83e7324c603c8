/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/approval-marker.h"

struct _PelApprovalMarker
{
  GObject            parent_instance;
  PelApprovalQueue  *queue;
  PelRegionRegistry *regions;
  PelApproval       *shown; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (PelApprovalMarker, pel_approval_marker, G_TYPE_OBJECT)

static void
outline (PelApprovalMarker *self)
{
  const PelApprovalInfo *info = pel_approval_get_info (self->shown);
  PelRegionMark         *mark = NULL;

  if (info->snapshot != NULL && info->element != PEL_ELEMENT_NONE)
    {
      PelDesktop *desktop = pel_snapshot_get_desktop (info->snapshot);

      if (desktop != NULL)
        pel_region_registry_set_layout (self->regions, pel_desktop_get_layout (desktop));
      mark = pel_region_mark_new (PEL_MARK_ASKED, info->snapshot, info->element);
    }
  pel_region_registry_set_asked (self->regions, mark);
}

static void
items_changed_cb (
    GListModel *queue, guint position, guint removed, guint added, PelApprovalMarker *self)
{
  PelApproval *open = pel_approval_queue_get_open (self->queue);

  if (!g_set_object (&self->shown, open))
    return;
  if (open != NULL)
    outline (self);
  else
    pel_region_registry_end_asking (self->regions);
}

static void
pel_approval_marker_dispose (GObject *object)
{
  PelApprovalMarker *self = PEL_APPROVAL_MARKER (object);

  if (self->regions != NULL)
    pel_region_registry_end_asking (self->regions);
  g_clear_object (&self->shown);
  g_clear_object (&self->queue);
  g_clear_object (&self->regions);
  G_OBJECT_CLASS (pel_approval_marker_parent_class)->dispose (object);
}

static void
pel_approval_marker_class_init (PelApprovalMarkerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_approval_marker_dispose;
}

static void
pel_approval_marker_init (PelApprovalMarker *self)
{
}

PelApprovalMarker *
pel_approval_marker_new (PelApprovalQueue *queue, PelRegionRegistry *regions)
{
  PelApprovalMarker *self = g_object_new (PEL_TYPE_APPROVAL_MARKER, NULL);

  self->queue = g_object_ref (queue);
  self->regions = g_object_ref (regions);
  g_signal_connect_object (queue, "items-changed", G_CALLBACK (items_changed_cb), self, 0);
  return self;
}
