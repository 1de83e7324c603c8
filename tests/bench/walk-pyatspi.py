#!/usr/bin/python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a whole program with pyatspi, as its users do, and tells how long it took.

On standard input, a line each: “walk PID” → “MILLISECONDS NODES” or “error TEXT”. The first walk
connects to the bus; later ones find pyatspi's cache filled. It begins with “ready”, when Python
and pyatspi are loaded: that time is not measured.
"""
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
import pyatspi  # noqa: E402
from gi.repository import GLib  # noqa: E402


def find(pid):
    desktop = pyatspi.Registry.getDesktop(0)
    for i in range(desktop.childCount):
        program = desktop.getChildAtIndex(i)
        if program is not None and program.get_process_id() == pid:
            return program
    raise LookupError(f"no program with the process {pid}")


def read(node):
    """What every method of the bench reads of a node, but its children."""
    node.getRole()
    node.name
    node.getState().getStates()
    if "Component" in pyatspi.listInterfaces(node):
        node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)


def walk(pid):
    count, waiting = 0, [find(pid)]
    while waiting:
        node = waiting.pop()
        read(node)
        count += 1
        for i in range(node.childCount):
            child = node.getChildAtIndex(i)
            if child is not None:
                waiting.append(child)
    return count


def answer(line):
    start = time.monotonic()
    try:
        count = walk(int(line.split()[1]))
    except Exception as error:  # whatever it is, the bench wants to know
        return f"error {type(error).__name__}: {error}".replace("\n", " ")
    return f"{(time.monotonic() - start) * 1000:.3f} {count}"


def line_cb(channel, _condition, loop):
    line = channel.readline()
    if not line:
        loop.quit()
        return False
    print(answer(line), flush=True)
    return True


def main():
    # A running loop keeps the cache up to date between walks, as in a program that uses pyatspi.
    loop = GLib.MainLoop()
    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, line_cb, loop)
    print("ready", flush=True)
    loop.run()


main()
