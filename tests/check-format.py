#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where a .c or .h is not as clang-format would write it.

check-format.py SOURCE-ROOT

Prints clang-format's findings and nothing when the tree is clean. Exit 77 without clang-format.
"""
import pathlib
import shutil
import subprocess
import sys

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


def run(root, names, text=None):
    return subprocess.run(["clang-format", "--style=file", "--dry-run", "-Werror", *names],
                          cwd=root, input=text, capture_output=True, text=True, check=False)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    if shutil.which("clang-format") is None:
        print("skipped: clang-format is not installed")
        sys.exit(77)
    # tried first: a check that finds nothing anywhere proves nothing
    if run(root, ["--assume-filename=bad.c"], BADLY).returncode == 0:
        sys.exit("self-test: clang-format takes anything")
    names = list_files(root)
    if not names:
        sys.exit("there are no sources")
    result = run(root, names)
    print(result.stderr, end="")
    sys.exit(1 if result.returncode else 0)


main()
