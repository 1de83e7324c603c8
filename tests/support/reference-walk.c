/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "reference-walk.h"

#include "a11y-probe.h"

#include <string.h>

#define MAX_DIFFERENCES 40

struct PelReferenceTree
{
  GPtrArray  *lines;    /* one a node */
  GHashTable *ids;      /* path → what it is known as */
  GHashTable *drifters; /* paths of those whose children are new for each question */
};

/* The tree */

PelReferenceTree *
pel_reference_tree_new (const PelReferenceTree *like)
{
  PelReferenceTree *self = g_new0 (PelReferenceTree, 1);

  self->lines = g_ptr_array_new_with_free_func (g_free);
  self->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->drifters = like != NULL ? g_hash_table_ref (like->drifters)
                                : g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
pel_reference_tree_free (PelReferenceTree *self)
{
  g_clear_pointer (&self->lines, g_ptr_array_unref);
  g_clear_pointer (&self->ids, g_hash_table_unref);
  g_clear_pointer (&self->drifters, g_hash_table_unref);
  g_free (self);
}

/* Without what toolkits put there that is no name: blanks, classes of GTK 4, everything twice. */
static char *
normalize (const char *name)
{
  char *text = g_strstrip (g_strdup (name));
  gsize half = strlen (text) / 2;

  if (g_regex_match_simple ("^([A-Z][a-z0-9]*){2,}$", text, 0, 0))
    text[0] = '\0';
  else if (text[half] == ' ' && strlen (text) == 2 * half + 1 &&
           strncmp (text, text + half + 1, half) == 0)
    text[half] = '\0';
  return text;
}

void
pel_reference_tree_add (PelReferenceTree *self,
                        const char       *path,
                        const char       *parent,
                        guint             index,
                        guint             role,
                        const char       *name)
{
  const char      *parent_id = parent != NULL ? g_hash_table_lookup (self->ids, parent) : "nobody";
  g_autofree char *text = normalize (name);
  char            *id;

  if (parent_id == NULL)
    parent_id = parent;
  id = parent != NULL && g_hash_table_contains (self->drifters, parent)
           ? g_strdup_printf ("%s#%u", parent_id, index)
           : g_strdup (path);
  g_ptr_array_add (self->lines,
                   g_strdup_printf ("%s in %s: role %u “%s”", id, parent_id, role, text));
  g_hash_table_insert (self->ids, g_strdup (path), id);
}

guint
pel_reference_tree_get_n_nodes (const PelReferenceTree *self)
{
  return self->lines->len;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
sort_lines (const PelReferenceTree *self)
{
  GPtrArray *sorted = g_ptr_array_new ();

  for (guint i = 0; i < self->lines->len; i++)
    g_ptr_array_add (sorted, self->lines->pdata[i]);
  g_ptr_array_sort (sorted, compare_lines);
  return sorted;
}

char *
pel_reference_tree_compare (const PelReferenceTree *expected, const PelReferenceTree *actual)
{
  g_autoptr (GPtrArray) wanted = sort_lines (expected);
  g_autoptr (GPtrArray) found = sort_lines (actual);
  g_autoptr (GString)   text = g_string_new (NULL);
  guint                 i = 0, j = 0, n_differences = 0;

  while (i < wanted->len || j < found->len)
    {
      int order = i == wanted->len  ? 1
                  : j == found->len ? -1
                                    : strcmp (wanted->pdata[i], found->pdata[j]);

      if (order != 0 && n_differences++ < MAX_DIFFERENCES)
        g_string_append_printf (text,
                                "%s %s\n",
                                order < 0 ? "missing" : "too much",
                                (char *) (order < 0 ? wanted->pdata[i] : found->pdata[j]));
      i += order <= 0;
      j += order >= 0;
    }
  if (n_differences == 0)
    return NULL;
  g_string_append_printf (text,
                          "%u differences: %u nodes expected, %u found\n",
                          n_differences,
                          wanted->len,
                          found->len);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Walking */

typedef struct
{
  char *bus_name, *path;
  char *parent; /* NULL: the root */
  guint index;
} Link;

typedef struct
{
  PelReferenceTree *tree;
  GDBusConnection  *bus;
  const char       *program;
  GQueue            links;  /* of Link: objects told by index, still to be asked */
  GQueue            others; /* of Link: told by GetChildren only */
} Walk;

static void
link_free (Link *self)
{
  g_free (self->bus_name);
  g_free (self->path);
  g_free (self->parent);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Link, link_free)

static Link *
link_new (const char *bus_name, const char *path, const char *parent, guint index)
{
  Link *self = g_new0 (Link, 1);

  *self = (Link){ g_strdup (bus_name), g_strdup (path), g_strdup (parent), index };
  return self;
}

static gboolean
is_nothing (const char *path)
{
  return g_str_has_suffix (path, "/null");
}

static Link *
ask_child (Walk *walk, const char *parent, guint index)
{
  g_autoptr (GVariant) answer = pel_a11y_call (walk->bus,
                                               walk->program,
                                               parent,
                                               "Accessible",
                                               "GetChildAtIndex",
                                               g_variant_new ("(i)", (int) index),
                                               NULL);
  const char          *bus_name, *path;

  if (answer == NULL || !g_variant_is_of_type (answer, G_VARIANT_TYPE ("((so))")))
    return NULL;
  g_variant_get (answer, "((&s&o))", &bus_name, &path);
  return is_nothing (path) ? NULL : link_new (bus_name, path, parent, index);
}

static int
ask_count (Walk *walk, const char *path)
{
  g_autoptr (GVariant) count =
      pel_a11y_get (walk->bus, walk->program, path, "Accessible", "ChildCount", NULL);

  return count != NULL && g_variant_is_of_type (count, G_VARIANT_TYPE_INT32)
             ? g_variant_get_int32 (count)
             : 0;
}

/* Whether the first child has another path than a moment ago. */
static gboolean
makes_new_children (Walk *walk, const Link *first)
{
  g_autoptr (Link) again = ask_child (walk, first->parent, first->index);

  return again != NULL && !g_str_equal (again->path, first->path);
}

static void
ask_list (Walk *walk, const char *parent, GHashTable *by_index)
{
  g_autoptr (GVariant) answer =
      pel_a11y_call (walk->bus, walk->program, parent, "Accessible", "GetChildren", NULL, NULL);
  g_autoptr (GVariantIter) iter = NULL;
  const char              *bus_name, *path;
  guint                    index = 0;

  if (answer == NULL || !g_variant_is_of_type (answer, G_VARIANT_TYPE ("(a(so))")))
    return;
  g_variant_get (answer, "(a(so))", &iter);
  for (; g_variant_iter_next (iter, "(&s&o)", &bus_name, &path); index++)
    if (!is_nothing (path) && !g_hash_table_contains (by_index, path))
      g_queue_push_tail (&walk->others, link_new (bus_name, path, parent, index));
}

static void
ask_children (Walk *walk, const char *parent)
{
  g_autoptr (GHashTable) by_index = g_hash_table_new (g_str_hash, g_str_equal);
  int                    count = ask_count (walk, parent);
  Link                  *first = NULL;

  if (count > PEL_REFERENCE_MAX_CHILDREN)
    return;
  for (int i = 0; i < count; i++)
    {
      Link *link = ask_child (walk, parent, i);

      if (link == NULL)
        continue;
      first = first != NULL ? first : link;
      g_hash_table_add (by_index, link->path);
      g_queue_push_tail (&walk->links, link);
    }
  if (first != NULL && makes_new_children (walk, first))
    g_hash_table_add (walk->tree->drifters, g_strdup (parent));
  else
    ask_list (walk, parent, by_index);
}

static void
visit (Walk *walk, const Link *link)
{
  g_autoptr (GVariant) name = NULL, role = NULL;
  guint                number;

  if (!g_str_equal (link->bus_name, walk->program))
    {
      pel_reference_tree_add (walk->tree, link->path, link->parent, link->index, 0, "");
      return;
    }
  name = pel_a11y_get (walk->bus, walk->program, link->path, "Accessible", "Name", NULL);
  role = pel_a11y_call (walk->bus, walk->program, link->path, "Accessible", "GetRole", NULL, NULL);
  if (name == NULL || role == NULL || !g_variant_is_of_type (name, G_VARIANT_TYPE_STRING) ||
      !g_variant_is_of_type (role, G_VARIANT_TYPE ("(u)")))
    return;
  g_variant_get (role, "(u)", &number);
  pel_reference_tree_add (walk->tree,
                          link->path,
                          link->parent,
                          link->index,
                          number,
                          g_variant_get_string (name, NULL));
  ask_children (walk, link->path);
}

/* What is told by index goes first: only when there is no more of it is it known which objects are
 * told by GetChildren alone. */
static Link *
next_link (Walk *walk)
{
  Link *link = g_queue_pop_head (&walk->links);

  return link != NULL ? link : g_queue_pop_head (&walk->others);
}

PelReferenceTree *
pel_reference_walk (GDBusConnection *bus, const char *bus_name)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Walk                   walk = { pel_reference_tree_new (NULL), bus, bus_name };

  g_queue_push_tail (&walk.links, link_new (bus_name, PEL_A11Y_ROOT, NULL, 0));
  for (;;)
    {
      g_autoptr (Link) link = next_link (&walk);

      if (link == NULL)
        return walk.tree;
      if (g_hash_table_add (seen, g_strconcat (link->bus_name, link->path, NULL)))
        visit (&walk, link);
    }
}

PelReferenceTree *
pel_reference_walk_at_rest (GDBusConnection *bus, const char *bus_name, int timeout_ms)
{
  gint64                       deadline = g_get_monotonic_time () + timeout_ms * 1000;
  g_autoptr (PelReferenceTree) last = pel_reference_walk (bus, bus_name);

  for (;;)
    {
      g_autoptr (PelReferenceTree) tree = pel_reference_walk (bus, bus_name);
      g_autofree char             *difference = pel_reference_tree_compare (last, tree);

      if (difference == NULL)
        return g_steal_pointer (&tree);
      if (g_get_monotonic_time () > deadline)
        g_error ("The program does not come to rest:\n%s", difference);
      pel_reference_tree_free (last);
      last = g_steal_pointer (&tree);
    }
}
