#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a newcomer does: a clone, tools/run without a display, then every command of README's table.
Writes TAP.

test-run.py SOURCE FOLDER DESKTOP-RUNNER FIXTURE
"""
import os
import pathlib
import shutil
import struct
import subprocess
import sys

SIZES = {"light": (1920, 1080), "dark": (2880, 1620)}


def main():
    source, folder, runner, fixture = sys.argv[1:]
    clone = pathlib.Path(folder)
    shutil.rmtree(clone, ignore_errors=True)
    subprocess.run(["git", "-c", "safe.directory=*", "clone", "-q", source, clone], check=True)
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    print("1..3", flush=True)
    subprocess.run([clone / "tools/run"], cwd=clone, env=environment, check=True,
                   stdout=sys.stderr)
    print("ok 1 - /run/demo", flush=True)
    for theme, size in SIZES.items():
        head = (clone / f"_build/demo-{theme}.png").read_bytes()[:24]
        assert struct.unpack(">II", head[16:]) == size, f"{theme}: {head}"
    print("ok 2 - /run/screenshots", flush=True)
    subprocess.run([runner, "x11", "--", pathlib.Path(__file__).with_name("test-commands.py"),
                    clone / "_build/run/bin", fixture, clone / "README.md"],
                   check=True, stdout=sys.stderr)
    print("ok 3 - /run/commands", flush=True)
    shutil.rmtree(clone)


main()
