#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds without parts that a desktop may lack compile and link, warnings being errors. Writes TAP.

test-variants.py MESON SOURCE-FOLDER FOLDER one|all
"""
import pathlib
import subprocess
import sys

PARTS = ("x11", "wayland", "ocr")


def variants(which):
    """Pairs of the parts that are disabled, and whether tests are built."""
    if which == "one":
        return [(PARTS, False)]
    return [(parts, tests) for tests in (False, True)
            for parts in (*((part,) for part in PARTS), PARTS)]


def run(*command):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    return "" if result.returncode == 0 else result.stdout + result.stderr


def compile_variant(meson, source, folder, options):
    if not (folder / "build.ninja").is_file():
        problem = run(meson, "setup", folder, source, "-Doptimization=0", "-Ddebug=false", *options)
        if problem:
            return problem
    return run(meson, "compile", "-C", folder)


def main():
    meson, source, base, which = sys.argv[1:]
    todo = variants(which)
    good = True
    print(f"1..{len(todo)}")
    for number, (parts, tests) in enumerate(todo, 1):
        name = "no-" + "-".join(parts) + ("-with-tests" if tests else "")
        options = [f"-D{part}=disabled" for part in parts] + [f"-Dtests={str(tests).lower()}"]
        problem = compile_variant(meson, source, pathlib.Path(base) / name, options)
        print(f"{'not ok' if problem else 'ok'} {number} - /variants/{name}", flush=True)
        for line in problem.splitlines()[-40:]:
            print(f"# {line}")
        good = good and not problem
    sys.exit(0 if good else 1)


main()
