#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every command of README's table, found through PATH alone, and asks the program whether it
happened. Writes TAP.

test-commands.py FOLDER FIXTURE README, inside a private desktop; FOLDER is what tools/run tells people
to put into PATH. A command that README names and no check here tries fails the test.
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

DEADLINE_S = 60
SELECTOR = "app~=fixture"


def run(line, expected=0):
    """As a person at a terminal."""
    result = subprocess.run(["script", "-qec", "NO_COLOR=1 " + line, "/dev/null"],
                            stdin=subprocess.DEVNULL, capture_output=True, text=True,
                            timeout=DEADLINE_S, check=False)
    assert result.returncode == expected, f"{line}: {result.returncode}: {result.stdout}"
    return result.stdout


def wait(what, condition):
    end = time.monotonic() + DEADLINE_S
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < end, f"{what} did not appear"
        time.sleep(0.05)


class Fixture:
    """The program that everything is done to, and its log."""

    def __init__(self, path):
        self.log = pathlib.Path(os.environ["PEL_DESKTOP_DIR"]) / "fixture.log"
        self.process = subprocess.Popen([path, "--position", "100,100", "--exit-on-eof"],
                                        stdin=subprocess.PIPE, stdout=self.log.open("wb"))
        self.expect("ready")

    def expect(self, pattern):
        wait(pattern, lambda: re.search(f"^{pattern}", self.log.read_text("utf-8"), re.MULTILINE))

    def end(self):
        self.process.stdin.close()
        self.process.wait(DEADLINE_S)


class Model:
    """A host of the MCP server."""

    def __init__(self):
        self.process = subprocess.Popen(["pellucid", "mcp"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.last = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": "test", "version": "1"}})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.begin(method, params)
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.last:
                return answer["result"]
        raise AssertionError(f"{method}: the server ended")

    def begin(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})

    def end(self):
        self.process.stdin.close()
        self.process.wait(DEADLINE_S)


def find_processes(name):
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            environment = (entry / "environ").read_bytes() if entry.name.isdigit() else b""
            if os.path.basename(os.readlink(entry / "exe")) == name:
                found.append((entry.name, environment))
        except OSError:
            continue
    return found


def check_look(fixture):
    run("pellucid inspect " + shlex.quote(SELECTOR + " >> Button:Button"))
    wait("the inspector", lambda: "Pellucid" in run("pellucid windows"))
    assert 'CheckBox "Check"' in run("pellucid tree fixture")
    assert "Toggle" in run(f"pellucid query '{SELECTOR} >> Button:Toggle'")
    assert "Click point" in run(f"pellucid describe '{SELECTOR} >> Button:Toggle'")
    run(f"pellucid fill '{SELECTOR} >> Edit:Entry' 'read me'")
    assert "read me" in run(f"pellucid read-text '{SELECTOR} >> Edit:Entry'")
    return ["inspect", "tree", "query", "describe", "windows", "read-text"]


def check_point(fixture):
    run("pellucid overlay on app fixture")
    assert '"shown": true' in run("pellucid overlay --json")
    run("pellucid overlay off")
    run(f"pellucid highlight '{SELECTOR} >> Button:Button' --label here")
    data = json.loads(run(f"pellucid describe '{SELECTOR} >> Button:Button' --json"))["data"]
    x, y = data["click_point"]["x"], data["click_point"]["y"]
    assert "Button" in run(f"pellucid at {x} {y}")
    picking = subprocess.Popen(["script", "-qec", "pellucid pick --json", "/dev/null"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    time.sleep(1)  # a click before it has begun goes to the program, which does no harm
    end = time.monotonic() + DEADLINE_S
    while picking.poll() is None and time.monotonic() < end:
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)
        time.sleep(0.5)
    picked = picking.communicate(timeout=DEADLINE_S)[0]
    assert picking.returncode == 0 and '"Button' in picked, picked
    return ["pick", "overlay", "highlight", "at"]


def check_act(fixture):
    run(f"pellucid invoke '{SELECTOR} >> Button:Button'")
    fixture.expect("clicked button")
    run(f"pellucid fill '{SELECTOR} >> Edit:Entry' filled")
    fixture.expect('text entry "filled"')
    run(f"pellucid toggle '{SELECTOR} >> CheckBox:Check'")
    fixture.expect("toggled check on")
    run(f"pellucid click '{SELECTOR} >> Button:Button' --clicks 2")  # needs the pointer
    fixture.expect("pointer press button")
    run(f"pellucid focus '{SELECTOR} >> Edit:Entry'")
    run("pellucid key ctrl+a --window-title fixture")
    run("pellucid type typed --window-title fixture")
    fixture.expect('text entry "typed"')
    run("pellucid window move --window-title fixture --x 150 --y 120")
    fixture.expect("window moved")
    return ["invoke", "fill", "toggle", "click", "type", "key", "window"]


def check_wait(fixture):
    run(f"pellucid wait '{SELECTOR} >> Button:Button'")
    run(f"pellucid assert '{SELECTOR} >> Button:Nothing'", expected=1)
    assert '"started"' in run("pellucid watch --for-ms 500")
    script = pathlib.Path(os.environ["PEL_DESKTOP_DIR"]) / "script.pel"
    script.write_text(f"invoke '{SELECTOR} >> Button:Tooltip'\n", "utf-8")
    run(f"pellucid run {script}")
    fixture.expect("clicked tip")
    return ["wait", "assert", "watch", "run"]


def check_capture(fixture):
    picture = pathlib.Path(os.environ["PEL_DESKTOP_DIR"]) / "shot.png"
    run(f"pellucid capture '{SELECTOR} >> Button:Button' -o {picture}")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "Toggle" in run("pellucid read-screen --window-title fixture")
    assert re.search(r"\byes\b", run("pellucid calibrate"))
    return ["capture", "read-screen"]


def check_model(fixture):
    """The default policy puts an agent's act to the person: the approver appears, and it waits."""
    model = Model()
    names = {tool["name"] for tool in model.ask("tools/list", {})["tools"]}
    assert {"ui_snapshot", "ui_invoke", "ui_click"} <= names, names
    model.begin("tools/call", {"name": "ui_invoke",
                               "arguments": {"target": SELECTOR + " >> Button:Open dialog"}})
    wait("the approver", lambda: subprocess.run(["wmctrl", "-l"], capture_output=True, text=True,
                                                check=True).stdout.count("Approval"))
    assert find_processes("pellucid-approver")
    assert "clicked open-dialog" not in fixture.log.read_text("utf-8")
    model.end()
    return ["mcp"]


def main():
    folder, path, readme = sys.argv[1:]
    os.environ["PATH"] = folder + ":" + os.environ["PATH"]
    table = pathlib.Path(readme).read_text("utf-8").split("## What you can do")[1].split("\n## ")[0]
    named = {word for row in re.findall(r"^\| [a-z ]+ \| (.*?) \|", table, re.MULTILINE)
             for word in re.findall("`([a-z-]+)`", row)}
    checks = [check_look, check_point, check_act, check_wait, check_capture, check_model]
    fixture = Fixture(path)
    run(f"pellucid wait '{SELECTOR} >> Button:Button'")
    print(f"1..{len(checks) + 1}")
    tried = set()
    for number, check in enumerate(checks, 1):
        tried.update(check(fixture))
        print(f"ok {number} - /commands/{check.__name__.removeprefix('check_')}", flush=True)
    assert named and named <= tried, f"README names, and nothing here tries: {named - tried}"
    print(f"ok {len(checks) + 1} - /commands/all")
    fixture.end()


main()
