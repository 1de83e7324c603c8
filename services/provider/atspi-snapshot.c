/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-snapshot.h"

#include "services/base/process.h"
#include "services/element/secret-fields.h"
#include "services/element/secret.h"
#include "services/provider/atspi-naming.h"
#include "services/provider/placement.h"

#include <atspi/atspi-constants.h>

typedef struct
{
  PelSnapshotBuilder *builder;
  PelAtspiBus        *bus;
  PelRefCounter      *refs;
  PelDesktop         *desktop;

  PelAtspiProgram *program;
  guint            index; /* of the program that has the windows */
  PelElementId     outer; /* what the root is in; PEL_ELEMENT_NONE of a program of its own */
  PelPlacement    *placement;
  PelElementId    *ids; /* node → element */
  GString         *name, *value;
} Maker;

/* Of an object of another program only what that one says of it itself. */
static void
fill_foreign (const Maker *self, const PelAtspiNode *node, PelElement *element)
{
  PelAtspiProgram    *owner = pel_atspi_bus_find (self->bus, node->bus_name);
  PelAtspiTree       *tree = owner != NULL ? pel_atspi_program_get_tree (owner) : NULL;
  const PelAtspiNode *truth =
      tree != NULL ? pel_atspi_tree_get (tree, pel_atspi_tree_find (tree, node->path)) : NULL;

  element->flags |= PEL_ELEMENT_IS_FOREIGN;
  element->place = PEL_PLACE_NOT_READ;
  element->name = node->name;
  if (truth == NULL)
    return;
  element->role = truth->role;
  element->native_role = truth->native_role;
  element->name = truth->name;
}

static void
place (const Maker *self, PelNodeId id, PelElement *element)
{
  element->place = pel_placement_locate (self->placement, id, &element->bounds);
  element->certainty = pel_placement_get_certainty (self->placement, id);
  if (element->place == PEL_PLACE_KNOWN)
    element->flags |= PEL_ELEMENT_HAS_BOUNDS;
  if (pel_placement_is_visible (self->placement, id))
    element->flags |= PEL_ELEMENT_IS_VISIBLE;
  if (pel_placement_is_clipping (self->placement, id))
    element->flags |= PEL_ELEMENT_IS_CLIPPING;
}

static gboolean
is_secret (const PelAtspiNode *node, const char *bus_name)
{
  return (node->flags & PEL_NODE_IS_SECRET) != 0 ||
         pel_is_secret (node->native_role, node->states, node->name, NULL) ||
         pel_secret_fields_contain (bus_name, node->path);
}

/* WebKit calls the bullets of a list text fields. Nothing in a page is a window. */
static PelRole
get_page_role (const PelAtspiNode *node)
{
  if (node->role == PEL_ROLE_EDIT && !pel_states_has (node->states, PEL_STATE_EDITABLE) &&
      !pel_states_has (node->states, PEL_STATE_FOCUSABLE))
    return PEL_ROLE_TEXT;
  if (node->native_role == ATSPI_ROLE_FRAME)
    return PEL_ROLE_PANE;
  if (node->native_role == ATSPI_ROLE_ALERT)
    return PEL_ROLE_NOTIFICATION;
  return node->role;
}

/* Qt calls a window what its first widget is, and a frame what has one around it; pages say what is
 * urgent in an alert. */
static PelRole
get_role (const Maker *self, PelNodeId id, const PelAtspiNode *node)
{
  if (self->outer != PEL_ELEMENT_NONE)
    return get_page_role (node);
  if (id == PEL_NODE_ROOT && (node->flags & PEL_NODE_HAS_ROLE) == 0)
    return PEL_ROLE_APPLICATION;
  if (node->depth == 1 && pel_role_is_structural (node->role))
    return PEL_ROLE_WINDOW;
  if (node->depth > 1 && node->native_role == ATSPI_ROLE_FRAME)
    return PEL_ROLE_PANE;
  if (node->depth > 1 && node->native_role == ATSPI_ROLE_ALERT)
    return PEL_ROLE_NOTIFICATION;
  return node->role;
}

/* Of what is no field the text that it holds is its name, if anything. */
static void
fill_value (const Maker *self, PelNodeId id, const PelAtspiNode *node, PelElement *element)
{
  PelAtspiTree     *tree = pel_atspi_program_get_tree (self->program);
  const PelToolkit *toolkit = pel_atspi_program_get_toolkit (self->program);
  const char       *choice = pel_atspi_naming_find_choice (tree, toolkit, id, self->value);

  if (choice != NULL)
    element->value = choice;
  else if (pel_atspi_node_get_sure (node, PEL_NODE_HAS_VALUE) != 0 && node->value != NULL &&
           pel_atspi_node_has_value (node))
    element->value = node->value;
  if (element->value != NULL)
    element->flags |= PEL_ELEMENT_HAS_VALUE;
}

static PelElement
describe (const Maker *self, PelNodeId id, const PelAtspiNode *node)
{
  PelElement element = {
    .parent = node->parent != PEL_NODE_NONE ? self->ids[node->parent] : self->outer,
    .program = self->index,
    .ref = node->ref,
    .n_children = node->n_children,
    .role = get_role (self, id, node),
    .native_role = node->native_role,
    .states = node->states,
    .interfaces = node->interfaces,
    .bus_name = node->bus_name,
    .path = node->path,
  };

  if (node->bus_name == NULL)
    element.bus_name = pel_atspi_program_get_bus_name (self->program);
  if ((node->flags & PEL_NODE_IS_TRUNCATED) != 0 ||
      (id == PEL_NODE_ROOT && self->outer != PEL_ELEMENT_NONE &&
       !pel_atspi_program_is_complete (self->program)))
    element.flags |= PEL_ELEMENT_IS_TRUNCATED;
  fill_value (self, id, node, &element);
  if (is_secret (node, element.bus_name))
    element.flags |= PEL_ELEMENT_IS_SECRET;
  if ((node->flags & PEL_NODE_IS_FOREIGN) != 0)
    fill_foreign (self, node, &element);
  else
    {
      element.name = pel_atspi_naming_find (pel_atspi_program_get_tree (self->program),
                                            pel_atspi_program_get_toolkit (self->program),
                                            id,
                                            self->name,
                                            &element.name_source);
      place (self, id, &element);
    }
  return element;
}

static void add_nodes (Maker *self);

/* The guest that stands for a foreign node takes its place. */
static gboolean
add_guest (const Maker *self, PelNodeId id, const PelAtspiNode *stub)
{
  PelAtspiProgram         *guest = pel_atspi_bus_find_guest (self->bus, self->program, id);
  PelAtspiTree            *tree = guest != NULL ? pel_atspi_program_get_tree (guest) : NULL;
  g_autofree PelElementId *ids = NULL;
  g_autoptr (PelPlacement) placement = NULL;
  Maker                    maker = *self;

  if (tree == NULL || (pel_atspi_tree_get (tree, PEL_NODE_ROOT)->flags & PEL_NODE_HAS_ROLE) == 0)
    return FALSE;
  ids = g_new0 (PelElementId, pel_atspi_tree_get_end (tree));
  placement =
      pel_placement_new_within (tree, pel_atspi_program_get_toolkit (guest), self->placement, id);
  maker.program = guest;
  maker.outer = self->ids[stub->parent];
  maker.placement = placement;
  maker.ids = ids;
  add_nodes (&maker);
  return TRUE;
}

static void
add_nodes (Maker *self)
{
  PelAtspiTree *tree = pel_atspi_program_get_tree (self->program);

  for (PelNodeId id = PEL_NODE_ROOT; id != PEL_NODE_NONE;
       id = pel_atspi_tree_next (tree, id, PEL_NODE_ROOT))
    {
      PelAtspiNode *node = pel_atspi_tree_get (tree, id);
      PelElement    element;

      if (node->parent != PEL_NODE_NONE && self->ids[node->parent] == PEL_ELEMENT_NONE)
        continue; /* too deep */
      if ((node->flags & PEL_NODE_IS_FOREIGN) != 0 && add_guest (self, id, node))
        continue;
      if (node->ref == 0)
        node->ref = pel_ref_counter_take (self->refs);
      element = describe (self, id, node);
      self->ids[id] = pel_snapshot_builder_add (self->builder, &element);
    }
}

static void
add_surfaces (const Maker *self)
{
  guint                      n;
  const PelPlacementSurface *surfaces = pel_placement_get_surfaces (self->placement, &n);

  for (guint i = 0; i < n; i++)
    if (surfaces[i].window >= 0 && self->ids[surfaces[i].node] != PEL_ELEMENT_NONE)
      pel_snapshot_builder_add_surface (self->builder,
                                        surfaces[i].window,
                                        self->ids[surfaces[i].node]);
}

/* Something of it is not here: it was not read to its end, or there is too much of it. */
static gboolean
is_tree_truncated (PelAtspiProgram *program)
{
  PelAtspiTree *tree = pel_atspi_program_get_tree (program);

  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (tree, id);

      if (node != NULL && (node->flags & PEL_NODE_IS_TRUNCATED) != 0)
        return TRUE;
    }
  return !pel_atspi_program_is_complete (program);
}

static gboolean
is_truncated (const Maker *self, PelAtspiProgram *program)
{
  g_autoptr (GPtrArray) guests = g_ptr_array_new ();

  if (is_tree_truncated (program))
    return TRUE;
  pel_atspi_bus_list_guests (self->bus, program, guests);
  for (guint i = 0; i < guests->len; i++)
    if (is_truncated (self, guests->pdata[i]))
      return TRUE;
  return FALSE;
}

static gboolean
has_silent_part (const Maker *self, PelAtspiProgram *program)
{
  g_autoptr (GPtrArray) guests = g_ptr_array_new ();

  pel_atspi_bus_list_guests (self->bus, program, guests);
  for (guint i = 0; i < guests->len; i++)
    if (!pel_atspi_program_is_answering (guests->pdata[i]) ||
        has_silent_part (self, guests->pdata[i]))
      return TRUE;
  return FALSE;
}

/* What is not part of it, or does not say so. */
static gboolean
has_stubs (const Maker *self, PelAtspiProgram *program)
{
  PelAtspiTree *tree = pel_atspi_program_get_tree (program);

  if (pel_atspi_tree_get_n_foreign (tree) == 0)
    return FALSE;
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (tree, id);

      if (node != NULL && (node->flags & PEL_NODE_IS_FOREIGN) != 0 &&
          pel_atspi_bus_find_guest (self->bus, program, id) == NULL)
        return TRUE;
    }
  return FALSE;
}

static void
add_program (Maker *self, PelAtspiProgram *program)
{
  PelAtspiTree            *tree = pel_atspi_program_get_tree (program);
  const char              *name = pel_atspi_program_get_name (program);
  pid_t                    pid = pel_atspi_program_get_pid (program);
  g_autofree char         *process = NULL;
  g_autofree PelElementId *ids = g_new0 (PelElementId, pel_atspi_tree_get_end (tree));
  g_autoptr (PelPlacement) placement =
      pel_placement_new (tree, pel_atspi_program_get_toolkit (program), pid, self->desktop);

  if (name == NULL || *name == '\0')
    name = process = pel_process_dup_name (pid);
  self->index =
      pel_snapshot_builder_add_program (self->builder,
                                        &(PelSnapshotProgram){
                                            .bus_name = pel_atspi_program_get_bus_name (program),
                                            .name = name,
                                            .toolkit = pel_atspi_program_get_toolkit_name (program),
                                            .toolkit_version =
                                                pel_atspi_program_get_version (program),
                                            .pid = pid,
                                            .is_answering =
                                                pel_atspi_program_is_answering (program),
                                            .is_late =
                                                (pel_atspi_program_get_toolkit (program)->flags &
                                                 PEL_TOOLKIT_TELLS_LATE) != 0,
                                            .is_truncated = is_truncated (self, program),
                                            .has_silent_part = has_silent_part (self, program),
                                            .has_stubs = has_stubs (self, program) });
  self->program = program;
  self->outer = PEL_ELEMENT_NONE;
  self->placement = placement;
  self->ids = ids;
  add_nodes (self);
  add_surfaces (self);
}

PelSnapshot *
pel_atspi_snapshot_new (
    GPtrArray *programs, PelAtspiBus *bus, PelDesktop *desktop, PelRefCounter *refs, guint64 number)
{
  Maker maker = { .builder = pel_snapshot_builder_new (), .bus = bus, .refs = refs };

  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GString) value = g_string_new (NULL);

  maker.desktop = desktop;
  maker.name = name;
  maker.value = value;
  pel_snapshot_builder_set_id (maker.builder, number);
  pel_snapshot_builder_set_desktop (maker.builder, desktop);
  for (guint i = 0; i < programs->len; i++)
    if (pel_atspi_program_get_host (programs->pdata[i]) == NULL)
      add_program (&maker, programs->pdata[i]);
  return pel_snapshot_builder_finish (maker.builder);
}
