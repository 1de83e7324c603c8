#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Has the message bus start an installed session, first by a call, then open its window. Writes TAP.

test-activation.py MESON BUILD-FOLDER APP-ID, inside a private desktop
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

DEADLINE_S = 15


def run(*command):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                            timeout=DEADLINE_S, check=False)
    assert result.returncode == 0, f"{command}: {result.stdout}{result.stderr}"
    return result.stdout


def call_bus(method, *arguments):
    return run("gdbus", "call", "--session", "--dest", "org.freedesktop.DBus",
               "--object-path", "/org/freedesktop/DBus",
               "--method", "org.freedesktop.DBus." + method, *arguments)


def find_one(folder, name):
    found = [path for path in folder.rglob(name) if path.is_file()]
    assert len(found) == 1, f"{name}: {found}"
    return found[0]


def announce(destdir, app_id):
    """Shows the bus the installed service file, its Exec moved to where it lies now."""
    text = find_one(destdir, app_id + ".service").read_text("utf-8")
    services = pathlib.Path(os.environ["XDG_DATA_HOME"]) / "dbus-1/services"
    services.mkdir(parents=True, exist_ok=True)
    (services / (app_id + ".service")).write_text(text.replace("Exec=", f"Exec={destdir}"), "utf-8")
    call_bus("ReloadConfig")


def test_call(destdir, app_id):
    answer = json.loads(run(find_one(destdir, "pellucid"), "monitors", "--json"))
    assert answer["status"] == "success" and answer["data"]["monitors"], answer
    pid = re.search(r"uint32 (\d+)", call_bus("GetConnectionUnixProcessID", app_id))[1]
    executable = os.readlink(f"/proc/{pid}/exe")
    assert executable == str(find_one(destdir, "pellucid-session")), executable


def test_window(destdir, app_id):
    """What a desktop does for DBusActivatable=true."""
    run("gapplication", "launch", app_id)
    end = time.monotonic() + DEADLINE_S
    titles = []
    while "Pellucid" not in titles and time.monotonic() < end:
        answer = json.loads(run(find_one(destdir, "pellucid"), "windows", "--json"))
        titles = [window["title"] for window in answer["data"]["windows"]]
        time.sleep(0.05)
    assert "Pellucid" in titles, titles


def main():
    meson, build, app_id = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        destdir = pathlib.Path(folder)
        run(meson, "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", destdir)
        # “pellucid” also names a folder and a completion script; only the programs matter here
        for path in list(destdir.rglob("completions/pellucid")):
            path.unlink()
        announce(destdir, app_id)
        print("1..2")
        test_call(destdir, app_id)
        print("ok 1 - /install/activation/call")
        test_window(destdir, app_id)
        print("ok 2 - /install/activation/window")


main()
