#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where a source does not open with whose it is and under which licence.

check-spdx.py SOURCE-ROOT

Prints one line for each offence and nothing when the tree is clean.
"""
import pathlib
import re
import subprocess
import sys

# Where the two lines may be looked for: a first line may be “#!…” or “<?xml…”, and a document
# type must stand before any comment that GLib's tools read.
LINES = 5
HEADER = re.compile(r"SPDX-FileCopyrightText: The Pellucid contributors\b.*\n"
                    r".*SPDX-License-Identifier: GPL-3\.0-or-later\b")

# Sources have it. Data that cannot hold a comment, pictures of it and prose do not.
ENDINGS = {".c", ".h", ".cpp", ".py", ".sh", ".build", ".xml", ".ui", ".css", ".js", ".html", ".svg",
           ".in", ".yml"}
NAMELESS = ("tools/", ".ci/")  # scripts without an ending
EXCEPT = re.compile(r"^(tools/.*\.(tsv|png|txt|md)|.*/data/.*\.(json|txt))$")


def wants_header(name):
    path = pathlib.PurePosixPath(name)
    if EXCEPT.match(name):
        return False
    return path.suffix in ENDINGS or (path.suffix == "" and name.startswith(NAMELESS))


def has_header(text):
    return HEADER.search("\n".join(text.split("\n")[:LINES])) is not None


def list_files(root):
    """What is tracked; in a release, which has no repository, whatever is there."""
    git = subprocess.run(["git", "-C", root, "ls-files", "-z"],
                         capture_output=True, text=True, check=False)
    if git.returncode == 0 and git.stdout:
        names = [name for name in git.stdout.split("\0") if name]
    else:
        names = [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()
                 and not path.relative_to(root).parts[0].startswith(("_build", "build", "."))]
    return [name for name in sorted(names) if (root / name).is_file()]


GOOD = "SPDX-FileCopyrightText: The Pellucid contributors\n# SPDX-License-Identifier: GPL-3.0-or-later"
SELF_TEST = (
    ("/* " + GOOD, True),
    ("#!/bin/sh\n# " + GOOD, True),
    ("int a;\n", False),
    (GOOD.split("\n", maxsplit=1)[0], False),
    (GOOD.replace("GPL-3.0-or-later", "MIT"), False),
    ("\n" * LINES + GOOD, False),
)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    found = [f"self-test: {text!r}" for text, wanted in SELF_TEST if has_header(text) != wanted]
    names = [name for name in list_files(root) if wants_header(name)]
    if not names:
        found.append("there are no sources")
    for name in names:
        if not has_header((root / name).read_text(encoding="utf-8")):
            found.append(f"{name}: the two SPDX lines are missing")
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)


main()
