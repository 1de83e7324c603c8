#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# use-package.sh CASE: uses the installed Pellucid on a desktop of its own (Xvfb, openbox and a
# message bus) as the user who runs this: activation, window, doctor or mcp.

set -euo pipefail
name=io.github.pellucid.Pellucid

call_bus ()
{
  dbus-send --session --print-reply --reply-timeout=20000 --dest=org.freedesktop.DBus \
    /org/freedesktop/DBus "org.freedesktop.DBus.$@"
}

# wait_for COMMAND…: until it succeeds, for 20 seconds.
wait_for ()
{
  local end=$((SECONDS + 20))
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || { printf 'In vain: %s\n' "$*"; return 1; }
    sleep 0.2
  done
}

# The bus starts it for a call of the client, and not the client.
test_activation ()
{
  local pid
  call_bus ListActivatableNames | grep "\"$name\""
  call_bus NameHasOwner "string:$name" | grep 'boolean false'
  pellucid monitors --json | grep '"status": *"success"'
  pid=$(call_bus GetConnectionUnixProcessID "string:$name" | sed -n 's/.*uint32 //p')
  [ "$(readlink "/proc/$pid/exe")" = /usr/libexec/pellucid-session ]
  tr '\0' '\n' < "/proc/$pid/environ" | grep '^DBUS_STARTER_ADDRESS='
}

has_window () { pellucid windows | grep Pellucid; }

test_window ()
{
  pellucid inspect
  wait_for has_window
}

# It may find something to complain about here, but it runs to its end.
test_doctor ()
{
  pellucid doctor --json > "$XDG_RUNTIME_DIR/doctor" || true
  cat "$XDG_RUNTIME_DIR/doctor"
  grep '"status": *"success"' "$XDG_RUNTIME_DIR/doctor"
}

test_mcp ()
{
  local line
  coproc server { exec pellucid mcp; }
  printf '%s\n' >&"${server[1]}" \
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}' \
    '{"jsonrpc":"2.0","method":"notifications/initialized"}' \
    '{"jsonrpc":"2.0","id":2,"method":"tools/list"}'
  while read -r -t 20 line <&"${server[0]}"; do
    case $line in *'"id":2'*) break ;; esac
  done
  printf '%s\n' "$line"
  grep '"ui_snapshot"' <<< "$line" > /dev/null
}

case ${2-} in
  inside) openbox & "test_$1" ;;
  *)
    folder=$(mktemp -d)
    trap 'kill "$server" 2> /dev/null || true; rm -rf "$folder"' EXIT
    export XDG_RUNTIME_DIR=$folder LANG=C.UTF-8
    mkfifo "$folder/display"
    Xvfb -displayfd 6 -screen 0 1280x800x24 -nolisten tcp 6> "$folder/display" &
    server=$!
    read -r -t 20 display < "$folder/display"
    DISPLAY=:$display dbus-run-session -- "$0" "$1" inside ;;
esac
