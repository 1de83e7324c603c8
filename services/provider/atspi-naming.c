/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-naming.h"

#include "services/base/text.h"
#include "services/element/secret.h"

#include <atspi/atspi-constants.h>
#include <string.h>

/* Programs may nest and list without end. */
#define MAX_LEVELS    12   /* of texts in texts */
#define MAX_PIECES    64   /* of one name */
#define MAX_CHOICES   1024 /* looked through for the one that is selected */
#define CAPTION_REACH 8    /* elements in a control: more of them are a form, no caption */

#define ROLE_BIT(name) (G_GUINT64_CONSTANT (1) << PEL_ROLE_##name)

/* What people write texts into, or read them from. */
#define TEXT_ROLES                                                                           \
  (ROLE_BIT (TEXT) | ROLE_BIT (HEADING) | ROLE_BIT (GROUP) | ROLE_BIT (PANE) |               \
   ROLE_BIT (STATUS_BAR) | ROLE_BIT (NOTIFICATION) | ROLE_BIT (TOOL_TIP) | ROLE_BIT (LINK) | \
   ROLE_BIT (BUTTON) | ROLE_BIT (LIST_ITEM) | ROLE_BIT (TREE_ITEM) | ROLE_BIT (CELL) |       \
   ROLE_BIT (HEADER_ITEM) | ROLE_BIT (MENU_ITEM) | ROLE_BIT (TAB_ITEM))

/* What is called as the only thing in it is. */
#define LABELLED_ROLES                                                                            \
  (ROLE_BIT (BUTTON) | ROLE_BIT (SPLIT_BUTTON) | ROLE_BIT (CHECK_BOX) | ROLE_BIT (RADIO_BUTTON) | \
   ROLE_BIT (SWITCH) | ROLE_BIT (LINK) | ROLE_BIT (LIST_ITEM) | ROLE_BIT (TREE_ITEM) |            \
   ROLE_BIT (CELL) | ROLE_BIT (ROW) | ROLE_BIT (HEADER_ITEM) | ROLE_BIT (MENU_ITEM) |             \
   ROLE_BIT (TAB_ITEM) | ROLE_BIT (STATUS_BAR) | ROLE_BIT (NOTIFICATION) | ROLE_BIT (TOOL_TIP))

/* How the classes of widgets end, which GTK 4 tells as names. */
static const char *const class_endings[] = {
  "Area", "Bar",    "Bin",   "Box",    "Button", "Cell", "Entry",  "Gizmo",  "Grid",    "Header",
  "Icon", "Image",  "Item",  "Label",  "List",   "Page", "Paned",  "Panel",  "Picture", "Popover",
  "Row",  "Slider", "Stack", "Switch", "Title",  "View", "Widget", "Window",
};

static gboolean
is_one_of (PelRole role, guint64 roles)
{
  return (roles & G_GUINT64_CONSTANT (1) << role) != 0;
}

/* Texts */

/* Where a text begins and ends without the blanks around it. */
static const char *
trim (const char *text, gsize *ret_length)
{
  const char *end;

  while (*text != '\0' && g_unichar_isspace (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);
  end = text + strlen (text);
  while (end > text && g_unichar_isspace (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  *ret_length = end - text;
  return text;
}

static gboolean
is_blank (const char *text)
{
  for (; text != NULL && *text != '\0'; text = g_utf8_next_char (text))
    if (!g_unichar_isspace (g_utf8_get_char (text)) && !g_str_has_prefix (text, PEL_TEXT_EMBEDDED))
      return FALSE;
  return TRUE;
}

static gboolean
has_blank_end (const char *text)
{
  return *text != '\0' &&
         (g_unichar_isspace (g_utf8_get_char (text)) ||
          g_unichar_isspace (g_utf8_get_char (g_utf8_find_prev_char (text, text + strlen (text)))));
}

/* GtkButton, NautilusGridCell. */
static gboolean
is_class_name (const char *name)
{
  gsize length = strlen (name);
  gsize n_capitals = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isalnum (name[i]))
        return FALSE;
      n_capitals += g_ascii_isupper (name[i]) != 0;
    }
  if (!g_ascii_isupper (name[0]) || n_capitals < 2)
    return FALSE;
  if ((g_str_has_prefix (name, "Gtk") || g_str_has_prefix (name, "Adw")) &&
      g_ascii_isupper (name[3]))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (class_endings); i++)
    if (g_str_has_suffix (name, class_endings[i]) && !g_str_equal (name, class_endings[i]))
      return TRUE;
  return FALSE;
}

gboolean
pel_atspi_naming_is_unnamed (const PelToolkit *toolkit, const PelAtspiNode *node)
{
  return is_blank (node->name) ||
         (toolkit->placing == PEL_PLACING_GTK4 && is_class_name (node->name));
}

static gboolean
is_called (PelAtspiTree *tree, PelNodeId id, const char *name, gsize length)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);

  return node->name != NULL && strlen (node->name) == length &&
         memcmp (node->name, name, length) == 0;
}

/* “7 7” on a button whose label is “7”: the toolkit has put both together. The length of one. */
static gsize
find_half (PelAtspiTree *tree, PelNodeId id, const char *name, gsize length)
{
  gsize     half = length / 2;
  PelNodeId below = id;

  if (length % 2 == 0 || name[half] != ' ' || memcmp (name, name + half + 1, half) != 0)
    return 0;
  for (guint i = 0; i < CAPTION_REACH; i++)
    {
      below = pel_atspi_tree_next (tree, below, id);
      if (below == PEL_NODE_NONE)
        return 0;
      if (is_called (tree, below, name, half))
        return half;
    }
  return 0;
}

/* The mark before a point of a list is no part of what it says. */
static const char *
skip_bullet (const PelAtspiNode *node, const char *text)
{
  static const char *const bullets[] = { "• ", "◦ ", "▪ ", "‣ " };

  for (gsize i = 0; node->role == PEL_ROLE_LIST_ITEM && i < G_N_ELEMENTS (bullets); i++)
    if (g_str_has_prefix (text, bullets[i]))
      return text + strlen (bullets[i]);
  return text;
}

/* What it calls itself. Only once it is known not to be unnamed. */
static const char *
find_own (PelAtspiTree *tree, PelNodeId id, GString *scratch)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);
  gsize               length, half;
  const char         *name;

  if (!has_blank_end (node->name) && (strchr (node->name, ' ') == NULL ||
                                      (node->n_listed == 0 && node->role != PEL_ROLE_LIST_ITEM)))
    return node->name;
  name = trim (skip_bullet (node, node->name), &length);
  half = find_half (tree, id, name, length);
  if (half == 0 && length == strlen (node->name))
    return node->name;
  g_string_truncate (scratch, 0);
  g_string_append_len (scratch, name, half > 0 ? half : length);
  return scratch->str;
}

static const char *
put_trimmed (GString *scratch, const char *text)
{
  gsize length;

  text = trim (text, &length);
  g_string_truncate (scratch, 0);
  g_string_append_len (scratch, text, length);
  return scratch->str;
}

/* The text that an element holds */

static gboolean
is_alert (const PelAtspiNode *node)
{
  return node->native_role == ATSPI_ROLE_ALERT && node->depth > 1;
}

/* A field's text is its value, and may be secret. */
static gboolean
is_text (const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_IS_FOREIGN) == 0 &&
         (is_one_of (node->role, TEXT_ROLES) || is_alert (node)) &&
         !pel_may_be_secret (node->native_role, node->states) &&
         (node->interfaces & PEL_INTERFACE_VALUE) == 0;
}

/* A piece of a text, which has no life of its own. */
static gboolean
is_leaf (const PelAtspiNode *node)
{
  return node->native_role == ATSPI_ROLE_STATIC;
}

static gboolean
has_leaf (PelAtspiTree *tree, const PelAtspiNode *node)
{
  for (guint i = 0; i < MIN (node->n_listed, CAPTION_REACH); i++)
    if (is_leaf (pel_atspi_tree_get (tree, node->children[i])))
      return TRUE;
  return FALSE;
}

typedef struct
{
  PelAtspiTree     *tree;
  const PelToolkit *toolkit;
  GString          *out;
  guint             n_pieces;
} Writing;

static void write_node (Writing *writing, PelNodeId id, guint level);

static gboolean
is_full (const Writing *writing)
{
  return writing->n_pieces >= MAX_PIECES || writing->out->len >= PEL_TEXT_MAX_BYTES;
}

/* The next of its children from @index on that stands in its text as an object. */
static PelNodeId
take_object (const Writing *writing, const PelAtspiNode *node, guint *index)
{
  while (*index < node->n_listed)
    {
      PelNodeId id = node->children[(*index)++];

      if (!is_leaf (pel_atspi_tree_get (writing->tree, id)))
        return id;
    }
  return PEL_NODE_NONE;
}

static void
write_text (Writing *writing, const PelAtspiNode *node, guint level)
{
  const char *p = node->value;
  guint       index = 0;

  while (*p != '\0' && !is_full (writing))
    {
      const char *object = strstr (p, PEL_TEXT_EMBEDDED);
      PelNodeId   id;

      g_string_append_len (writing->out, p, object != NULL ? object - p : (gssize) strlen (p));
      if (object == NULL)
        return;
      writing->n_pieces++;
      id = take_object (writing, node, &index);
      if (id != PEL_NODE_NONE)
        write_node (writing, id, level + 1);
      p = object + strlen (PEL_TEXT_EMBEDDED);
    }
}

static void
write_children (Writing *writing, const PelAtspiNode *node, guint level)
{
  for (guint i = 0; i < node->n_listed && !is_full (writing); i++)
    {
      writing->n_pieces++;
      write_node (writing, node->children[i], level + 1);
    }
}

static void
write_node (Writing *writing, PelNodeId id, guint level)
{
  const PelAtspiNode *node = pel_atspi_tree_get (writing->tree, id);

  if (level > MAX_LEVELS || is_full (writing) || !is_text (node))
    return;
  if (!pel_atspi_naming_is_unnamed (writing->toolkit, node))
    g_string_append (writing->out, node->name);
  else if (node->value != NULL)
    write_text (writing, node, level);
  else
    write_children (writing, node, level);
}

/* Chromium breaks up a text at each link and each change of its style. A label around a control is
 * no such text. */
static gboolean
is_broken_text (PelAtspiTree *tree, const PelAtspiNode *node)
{
  if (!has_leaf (tree, node) || is_one_of (node->role, LABELLED_ROLES))
    return has_leaf (tree, node);
  if (node->role != PEL_ROLE_TEXT || node->n_listed < 2)
    return FALSE;
  for (guint i = 0; i < MIN (node->n_listed, MAX_PIECES); i++)
    if (!is_one_of (pel_atspi_tree_get (tree, node->children[i])->role,
                    ROLE_BIT (TEXT) | ROLE_BIT (LINK)))
      return FALSE;
  return TRUE;
}

/* Text that it holds itself; what is only in those below it is theirs. */
static const char *
find_text (PelAtspiTree *tree, const PelToolkit *toolkit, PelNodeId id, GString *scratch)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);
  Writing             writing = { tree, toolkit, scratch, 0 };
  g_autofree char    *whole = NULL;

  if (!is_text (node))
    return NULL;
  if (is_blank (node->value) && !is_broken_text (tree, node))
    return NULL;
  g_string_truncate (scratch, 0);
  if (node->value != NULL)
    write_text (&writing, node, 0);
  else
    write_children (&writing, node, 0);
  whole = pel_text_repair (scratch->str, -1, PEL_TEXT_MAX_BYTES - strlen ("…"));
  return is_blank (whole) ? NULL : put_trimmed (scratch, skip_bullet (node, whole));
}

/* What is in it */

static const char *find_name (
    PelAtspiTree *tree, const PelToolkit *toolkit, PelNodeId id, GString *scratch, guint level);

/* (nullable): the only words in it. */
static const char *
find_caption (PelAtspiTree *tree, const PelToolkit *toolkit, PelNodeId id, GString *scratch)
{
  PelNodeId below = id, caption = PEL_NODE_NONE;

  for (guint i = 0; (below = pel_atspi_tree_next (tree, below, id)) != PEL_NODE_NONE; i++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (tree, below);

      if (i == CAPTION_REACH)
        return NULL;
      if (!is_one_of (node->role, ROLE_BIT (TEXT) | ROLE_BIT (HEADING)) ||
          find_name (tree, toolkit, below, scratch, 0) == NULL)
        continue;
      if (caption != PEL_NODE_NONE)
        return NULL;
      caption = below;
    }
  return caption != PEL_NODE_NONE ? find_name (tree, toolkit, caption, scratch, 0) : NULL;
}

static const char *
find_child (
    PelAtspiTree *tree, const PelToolkit *toolkit, PelNodeId id, GString *scratch, guint level)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);
  const char         *caption;

  if (!is_one_of (node->role, LABELLED_ROLES) && !is_alert (node))
    return NULL;
  caption = find_caption (tree, toolkit, id, scratch);
  if (caption != NULL || node->n_listed != 1)
    return caption;
  return find_name (tree, toolkit, node->children[0], scratch, level + 1);
}

/* (nullable): own name, text or child's name. */
static const char *
find_name (
    PelAtspiTree *tree, const PelToolkit *toolkit, PelNodeId id, GString *scratch, guint level)
{
  const char *name;

  if (!pel_atspi_naming_is_unnamed (toolkit, pel_atspi_tree_get (tree, id)))
    return find_own (tree, id, scratch);
  name = find_text (tree, toolkit, id, scratch);
  if (name == NULL && level < MAX_LEVELS)
    name = find_child (tree, toolkit, id, scratch, level);
  return name;
}

/* The label is looked up each time: its text may have changed. */
static const char *
find_label (PelAtspiTree *tree, const PelToolkit *toolkit, const char *path, GString *scratch)
{
  PelNodeId id = pel_atspi_tree_find (tree, path);

  return id != PEL_NODE_NONE ? find_name (tree, toolkit, id, scratch, 0) : NULL;
}

/* (nullable): WebKit goes on with what is in a field after the label that the field is in. */
static const char *
find_outer_label (PelAtspiTree       *tree,
                  const PelToolkit   *toolkit,
                  const PelAtspiNode *node,
                  GString            *scratch)
{
  const PelAtspiNode *parent = pel_atspi_tree_get (tree, node->parent);
  const char         *label;

  if (parent == NULL || parent->role != PEL_ROLE_TEXT || !pel_role_is_interactive (node->role))
    return NULL;
  label = find_name (tree, toolkit, node->parent, scratch, 0);
  if (label == NULL || *label == '\0' || !g_str_has_prefix (node->name, label) ||
      node->name[strlen (label)] != ' ')
    return NULL;
  return label;
}

const char *
pel_atspi_naming_find (PelAtspiTree     *tree,
                       const PelToolkit *toolkit,
                       PelNodeId         id,
                       GString          *scratch,
                       PelNameSource    *ret_source)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);
  const char         *name = NULL;

  *ret_source = PEL_NAMED_BY_ITSELF;
  if (!pel_atspi_naming_is_unnamed (toolkit, node))
    {
      name = find_outer_label (tree, toolkit, node, scratch);
      if (name != NULL)
        *ret_source = PEL_NAMED_BY_LABEL;
      return name != NULL ? name : find_own (tree, id, scratch);
    }
  if (node->hint != NULL)
    {
      *ret_source = node->hint_source;
      name = node->hint_source == PEL_NAMED_BY_LABEL
                 ? find_label (tree, toolkit, node->hint, scratch)
                 : put_trimmed (scratch, node->hint);
    }
  if (name == NULL)
    {
      *ret_source = PEL_NAMED_BY_TEXT;
      name = find_text (tree, toolkit, id, scratch);
    }
  if (name == NULL)
    {
      *ret_source = PEL_NAMED_BY_CHILD;
      name = find_child (tree, toolkit, id, scratch, 0);
    }
  if (name == NULL)
    *ret_source = PEL_NAMED_BY_ITSELF;
  return name != NULL ? name : "";
}

/* What to ask */

static gboolean
is_to_be_named (const PelToolkit *toolkit, const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_IS_FOREIGN) == 0 && node->depth > 1 &&
         pel_toolkit_seems_shown (toolkit, node) && pel_atspi_naming_is_unnamed (toolkit, node);
}

/* Structure that takes the focus stays structure; what is in an item is enough. */
gboolean
pel_atspi_naming_wants_hint (PelAtspiTree *tree, const PelToolkit *toolkit, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);
  guint64 items = ROLE_BIT (ROW) | ROLE_BIT (CELL) | ROLE_BIT (LIST_ITEM) | ROLE_BIT (TREE_ITEM) |
                  ROLE_BIT (SEPARATOR);
  PelPatterns patterns;

  if (!is_to_be_named (toolkit, node) || pel_role_is_structural (node->role) ||
      is_one_of (node->role, items))
    return FALSE;
  patterns = pel_patterns_derive (node->native_role, node->role, node->states, node->interfaces);
  return pel_is_interactive (node->role, node->states, patterns);
}

gboolean
pel_atspi_naming_wants_text (PelAtspiTree *tree, const PelToolkit *toolkit, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);

  return (node->interfaces & PEL_INTERFACE_TEXT) != 0 && is_to_be_named (toolkit, node) &&
         is_text (node) && !has_leaf (tree, node);
}

const char *
pel_atspi_naming_find_choice (PelAtspiTree     *tree,
                              const PelToolkit *toolkit,
                              PelNodeId         id,
                              GString          *scratch)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);
  PelNodeId           below = id;

  if (node->role != PEL_ROLE_COMBO_BOX || !is_blank (node->value))
    return NULL;
  for (guint i = 0; i < MAX_CHOICES; i++)
    {
      const PelAtspiNode *choice;

      below = pel_atspi_tree_next (tree, below, id);
      if (below == PEL_NODE_NONE)
        return NULL;
      choice = pel_atspi_tree_get (tree, below);
      if (pel_states_has (choice->states, PEL_STATE_SELECTED) &&
          pel_role_is_interactive (choice->role))
        return find_name (tree, toolkit, below, scratch, 0);
    }
  return NULL;
}
