#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where an include points the wrong way through the layers of docs/ARCHITECTURE.md.

Prints one line for each offence and nothing when the tree is clean.
"""
import pathlib
import re
import sys

# What each top-level folder may include of the others. overlay and inspector are strangers.
LAYERS = {
    "services": {"services"},
    "overlay": {"overlay", "services"},
    "inspector": {"inspector", "services"},
    "app": {"app", "overlay", "inspector", "services"},
}

# Inside services, a module uses itself and what stands before it.
MODULES = ("base geometry window element provider input capture ocr region selector policy audit "
           "approval action condition pipeline tool recording").split()

# Where GTK may be named at all; the client, the MCP bridge, the overlay and services may not.
GTK = re.compile(r"^(gtk|gdk|adwaita)")
GTK_FREE = ("services/", "overlay/", "app/cli/", "app/mcp/", "app/hand/",
            "app/wayland-hand/", "app/a11y-keeper/")

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.MULTILINE)
GENERATED = re.compile(r"^config\.h$|-(client-)?protocol\.h$|-resources\.h$|-generated\.h$")


def offences(path, text):
    top = path.split("/")[0]
    for quote, name in INCLUDE.findall(text):
        target = name.split("/")
        if quote == "<":
            if path.startswith(GTK_FREE) and GTK.match(name):
                yield f"{path}: <{name}> brings GTK where none may be"
        elif GENERATED.search(name):
            continue
        elif target[0] not in LAYERS or len(target) < 2:
            yield f'{path}: "{name}" is not a path from the top of the tree'
        elif target[0] not in LAYERS[top]:
            yield f"{path}: {top} must not know {target[0]} (\"{name}\")"
        elif top == target[0] == "services":
            yield from module_offences(path, name)


def module_offences(path, name):
    ours, theirs = path.split("/")[1], name.split("/")[1]
    for module in (ours, theirs):
        if module not in MODULES:
            yield f"{path}: services/{module} has no place in the order of modules"
            return
    if MODULES.index(theirs) > MODULES.index(ours):
        yield f"{path}: {ours} stands before {theirs} (\"{name}\")"


def check(root):
    found = []
    for top in LAYERS:
        for file in sorted((root / top).rglob("*.[ch]")):
            found += offences(file.relative_to(root).as_posix(), file.read_text(encoding="utf-8"))
    return found


# The rules themselves are tried first: a check that finds nothing anywhere proves nothing.
SELF_TEST = (
    ("services/window/a.c", '#include "services/base/b.h"', 0),
    ("services/base/a.c", '#include "services/window/b.h"', 1),
    ("services/base/a.c", '#include "overlay/b.h"', 1),
    ("services/odd/a.c", '#include "services/base/b.h"', 1),
    ("overlay/a.c", '#include "inspector/b.h"', 1),
    ("inspector/a.c", '#include "overlay/b.h"', 1),
    ("app/session.c", '#include "overlay/b.h"\n#include <gtk/gtk.h>', 0),
    ("app/cli/main.c", "#include <gtk/gtk.h>", 1),
    ("overlay/a.c", "# include <gdk/gdk.h>", 1),
    ("services/base/a.c", '#include "b.h"', 1),
    ("services/base/a.c", '#include "config.h"', 0),
)


def main():
    wrong = [case for case in SELF_TEST if len(list(offences(case[0], case[1]))) != case[2]]
    for case in wrong:
        print(f"self-test: {case}")
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    found = check(root)
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found or wrong else 0)


main()
