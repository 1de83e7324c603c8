#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds without parts that a desktop may lack compile and link, warnings being errors. The first is
installed into a prefix of its own, and finds its helpers and settings there. Writes TAP.

test-variants.py MESON SOURCE-FOLDER FOLDER one|all
"""
import json
import pathlib
import shutil
import subprocess
import sys

PARTS = ("x11", "wayland", "ocr")


def variants(which):
    """Pairs of the parts that are disabled, and whether tests are built."""
    if which == "one":
        return [(PARTS, False)]
    return [(parts, tests) for tests in (False, True)
            for parts in (*((part,) for part in PARTS), PARTS)]


def get_name(parts, tests):
    return "no-" + "-".join(parts) + ("-with-tests" if tests else "")


def report(number, name, problem):
    print(f"{'not ok' if problem else 'ok'} {number} - /variants/{name}", flush=True)
    for line in problem.splitlines()[-40:]:
        print(f"# {line}")
    return not problem


def run(*command):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    return "" if result.returncode == 0 else result.stdout + result.stderr


def compile_variant(meson, source, folder, options):
    if not (folder / "build.ninja").is_file():
        problem = run(meson, "setup", folder, source, "--prefix", folder / "prefix",
                      "-Doptimization=0", "-Ddebug=false", *options)
        if problem:
            return problem
    return run(meson, "compile", "-C", folder)


MESSAGES = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize",
     "params": {"protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"}}},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
)


def ask_server(program):
    """Why “pellucid mcp” does not list its tools, or an empty text."""
    with subprocess.Popen([program, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as server:
        server.stdin.write("".join(json.dumps(message) + "\n" for message in MESSAGES))
        server.stdin.flush()
        seen = ""
        for line in server.stdout:
            seen += line
            if line.startswith("{") and json.loads(line).get("id") == 2:
                server.stdin.close()
                return "" if json.loads(line)["result"]["tools"] else seen
        return seen or "no answer"


def install(meson, folder):
    """Helpers are found below the prefix, and the caches of the desktop are made there."""
    prefix = folder / "prefix"
    shutil.rmtree(prefix, ignore_errors=True)
    problem = run(meson, "install", "-C", folder, "--no-rebuild", "--quiet")
    if not problem and not (prefix / "share/glib-2.0/schemas/gschemas.compiled").is_file():
        problem = "the settings were not compiled"
    return problem or ask_server(prefix / "bin/pellucid")


def main():
    meson, source, base, which = sys.argv[1:]
    todo = variants(which)
    good = True
    print(f"1..{len(todo) + 1}")
    for number, (parts, tests) in enumerate(todo, 1):
        name = get_name(parts, tests)
        options = [f"-D{part}=disabled" for part in parts] + [f"-Dtests={str(tests).lower()}"]
        problem = compile_variant(meson, source, pathlib.Path(base) / name, options)
        good = report(number, name, problem) and good
    first = pathlib.Path(base) / get_name(*todo[0])
    good = report(len(todo) + 1, "prefix", install(meson, first)) and good
    sys.exit(0 if good else 1)


main()
