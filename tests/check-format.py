#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where a .c or .h is not as clang-format would write it.

check-format.py SOURCE-ROOT

Prints clang-format's findings and nothing when the tree is clean. Versions of clang-format disagree
with each other: only that of Debian 12 counts. Exit 77 without it.
"""
import pathlib
import re
import shutil
import subprocess
import sys

VERSION = "14"
BADLY = "int  main(void){return 0;}\n"


def list_files(root):
    """What is tracked; in a release, which has no repository, whatever is there."""
    git = subprocess.run(["git", "-C", root, "ls-files", "-z", "*.c", "*.h"],
                         capture_output=True, text=True, check=False)
    if git.returncode == 0 and git.stdout:
        names = [name for name in git.stdout.split("\0") if name]
    else:
        names = [path.relative_to(root).as_posix() for path in root.rglob("*.[ch]")
                 if not path.relative_to(root).parts[0].startswith(("_build", "build", "."))]
    return [name for name in sorted(names) if (root / name).is_file()]


def find_tool():
    """The command of our version, or a reason why there is none."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        if shutil.which(name) is None:
            continue
        output = subprocess.run([name, "--version"], capture_output=True, text=True, check=False)
        found = re.search(r"version (\d+)", output.stdout)
        if found and found[1] == VERSION:
            return name, None
        if found:
            return None, f"clang-format {VERSION} decides, and this system has version {found[1]}"
    return None, "clang-format is not installed"


def run(tool, root, names, text=None):
    return subprocess.run([tool, "--style=file", "--dry-run", "-Werror", *names],
                          cwd=root, input=text, capture_output=True, text=True, check=False)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    tool, cause = find_tool()
    if tool is None:
        print(f"skipped: {cause}")
        sys.exit(77)
    # tried first: a check that finds nothing anywhere proves nothing
    if run(tool, root, ["--assume-filename=bad.c"], BADLY).returncode == 0:
        sys.exit("self-test: clang-format takes anything")
    names = list_files(root)
    if not names:
        sys.exit("there are no sources")
    result = run(tool, root, names)
    print(result.stderr, end="")
    sys.exit(1 if result.returncode else 0)


main()
