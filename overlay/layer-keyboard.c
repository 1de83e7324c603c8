/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/layer-keyboard.h"

#include "overlay/held-set.h"
#include "overlay/pick-keys.h"

#include <errno.h>
#include <unistd.h>

#define EVDEV_SHIFT 8                  /* xkb numbers keys as X does */
#define MAX_KEYMAP  (4u * 1024 * 1024) /* a hundred times what is usual */

struct _PelLayerKeyboard
{
  struct wl_keyboard          *proxy;
  const PelLayerKeyboardFuncs *funcs;
  gpointer                     user_data;

  PelPickKeys *keys; /* (nullable) until the compositor has sent a good keymap */
  gboolean     has_focus;
  PelHeldSet   held;

  int     repeat_delay_ms, repeat_interval_ms; /* 0: nothing repeats itself */
  guint32 repeated;                            /* its code */
  guint   repeat_id;
};

/* the keymap */

/* (nullable): all of it, which must end in a zero. Not mapped: a file that becomes shorter while it
 * is read would be our end. */
static char *
read_text (int fd, gsize size)
{
  g_autofree char *text = NULL;
  gsize            n_read = 0;

  if (size == 0 || size > MAX_KEYMAP)
    return NULL;
  text = g_malloc (size);
  while (n_read < size)
    {
      ssize_t n = pread (fd, text + n_read, size - n_read, (off_t) n_read);

      if (n == 0 || (n < 0 && errno != EINTR))
        return NULL;
      n_read += n > 0 ? (gsize) n : 0;
    }
  return text[size - 1] == '\0' ? g_steal_pointer (&text) : NULL;
}

static struct xkb_keymap *
read_keymap (int fd, gsize size)
{
  g_autofree char    *text = read_text (fd, size);
  struct xkb_context *context;
  struct xkb_keymap  *keymap;

  if (text == NULL)
    return NULL;
  context = xkb_context_new (XKB_CONTEXT_NO_DEFAULT_INCLUDES | XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
  if (context == NULL)
    return NULL;
  xkb_context_set_log_level (context, XKB_LOG_LEVEL_CRITICAL);
  keymap = xkb_keymap_new_from_string (context,
                                       text,
                                       XKB_KEYMAP_FORMAT_TEXT_V1,
                                       XKB_KEYMAP_COMPILE_NO_FLAGS);
  xkb_context_unref (context);
  return keymap;
}

static void
stop_repeat (PelLayerKeyboard *self)
{
  g_clear_handle_id (&self->repeat_id, g_source_remove);
}

static void
keymap_cb (void *data, struct wl_keyboard *proxy, uint32_t format, int32_t fd, uint32_t size)
{
  PelLayerKeyboard  *self = data;
  struct xkb_keymap *keymap = NULL;

  if (format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1)
    keymap = read_keymap (fd, size);
  close (fd);
  stop_repeat (self);
  g_clear_pointer (&self->keys, pel_pick_keys_free);
  if (keymap != NULL)
    self->keys = pel_pick_keys_new (keymap);
  self->funcs->changed (self->user_data);
}

/* keys */

static void
enter_cb (void               *data,
          struct wl_keyboard *proxy,
          uint32_t            serial,
          struct wl_surface  *surface,
          struct wl_array    *keys)
{
  PelLayerKeyboard *self = data;

  self->has_focus = TRUE;
  self->funcs->changed (self->user_data);
}

static void
leave_cb (void *data, struct wl_keyboard *proxy, uint32_t serial, struct wl_surface *surface)
{
  PelLayerKeyboard *self = data;

  stop_repeat (self);
  self->has_focus = FALSE;
  self->held.n_codes = 0;
  self->funcs->changed (self->user_data);
}

static void
tell_pressed (PelLayerKeyboard *self, guint32 code)
{
  self->funcs->pressed (pel_pick_keys_get_symbol (self->keys, code + EVDEV_SHIFT), self->user_data);
}

static gboolean
repeat_cb (gpointer user_data)
{
  PelLayerKeyboard *self = user_data;

  self->repeat_id = g_timeout_add ((guint) self->repeat_interval_ms, repeat_cb, self);
  tell_pressed (self, self->repeated);
  return G_SOURCE_REMOVE;
}

static void
begin_repeat (PelLayerKeyboard *self, guint32 code)
{
  if (self->repeat_interval_ms == 0 || !pel_pick_keys_repeats (self->keys, code + EVDEV_SHIFT))
    return;
  stop_repeat (self);
  self->repeated = code;
  self->repeat_id = g_timeout_add ((guint) self->repeat_delay_ms, repeat_cb, self);
}

static void
key_cb (void               *data,
        struct wl_keyboard *proxy,
        uint32_t            serial,
        uint32_t            time,
        uint32_t            code,
        uint32_t            state)
{
  PelLayerKeyboard *self = data;

  if (self->keys == NULL)
    return;
  if (state == WL_KEYBOARD_KEY_STATE_PRESSED)
    {
      pel_held_set_press (&self->held, code);
      begin_repeat (self, code);
      tell_pressed (self, code);
      return;
    }
  if (self->repeated == code)
    stop_repeat (self);
  pel_held_set_release (&self->held, code);
  self->funcs->changed (self->user_data);
}

static void
modifiers_cb (void               *data,
              struct wl_keyboard *proxy,
              uint32_t            serial,
              uint32_t            depressed,
              uint32_t            latched,
              uint32_t            locked,
              uint32_t            group)
{
  PelLayerKeyboard *self = data;

  if (self->keys != NULL)
    pel_pick_keys_set_state (self->keys, depressed | latched | locked, group);
}

static void
repeat_info_cb (void *data, struct wl_keyboard *proxy, int32_t rate, int32_t delay)
{
  PelLayerKeyboard *self = data;

  stop_repeat (self);
  self->repeat_interval_ms = rate > 0 ? MAX (1000 / rate, 1) : 0;
  self->repeat_delay_ms = CLAMP (delay, 1, 60000);
}

static const struct wl_keyboard_listener listener = {
  .keymap = keymap_cb,
  .enter = enter_cb,
  .leave = leave_cb,
  .key = key_cb,
  .modifiers = modifiers_cb,
  .repeat_info = repeat_info_cb,
};

PelLayerKeyboard *
pel_layer_keyboard_new (struct wl_keyboard          *proxy,
                        const PelLayerKeyboardFuncs *funcs,
                        gpointer                     user_data)
{
  PelLayerKeyboard *self = g_new0 (PelLayerKeyboard, 1);

  self->proxy = proxy;
  self->funcs = funcs;
  self->user_data = user_data;
  wl_keyboard_add_listener (proxy, &listener, self);
  return self;
}

void
pel_layer_keyboard_free (PelLayerKeyboard *self)
{
  if (self == NULL)
    return;
  stop_repeat (self);
  g_clear_pointer (&self->keys, pel_pick_keys_free);
  if (wl_keyboard_get_version (self->proxy) >= WL_KEYBOARD_RELEASE_SINCE_VERSION)
    wl_keyboard_release (self->proxy);
  else
    wl_keyboard_destroy (self->proxy);
  g_free (self);
}

gboolean
pel_layer_keyboard_is_ours (PelLayerKeyboard *self)
{
  return self->has_focus && self->keys != NULL;
}

PelPickModifiers
pel_layer_keyboard_get_modifiers (PelLayerKeyboard *self)
{
  return self->keys != NULL ? pel_pick_keys_get_modifiers (self->keys) : 0;
}

gboolean
pel_layer_keyboard_is_held (PelLayerKeyboard *self)
{
  return self->held.n_codes > 0;
}
