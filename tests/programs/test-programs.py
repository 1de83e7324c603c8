#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens real programs and compares what the overlay numbers with what a person would click, as
listed by hand in NAME.toml. Then writes a selector for each, starts the program again, and sees
whether the selectors find the same elements. Writes TAP, and a table in lines that begin with “# |”.

test-programs.py FOLDER [NAME…], inside a private desktop; FOLDER has pellucid. It fails if less than
97 % of all listed controls are numbered at their place, more than 5 % of all numbers are for
something else, or less than 98 % of the selectors last. A program that is not installed is skipped.

test-programs.py FOLDER --draft PICTURE NAME: prints what is numbered in the form of a list, and takes
a screenshot with the numbers, for a person to correct the one by the other.
"""
import fnmatch
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib

LISTS = pathlib.Path(__file__).resolve().parent
DEADLINE_S = 120
START_S = 15
MAX_STARTS = 5
QUIET_S = 3  # what is numbered counts once it has not changed for so long
MIN_FOUND = 97
MAX_NOISE = 5
MIN_KEPT = 98
END_S = 10
MIN_OVERLAP = 0.5  # of the two places, intersection by union: GTK 4.8 leaves out paddings
# X,Y WIDTH×HEIGHT ROLE [NAME]: what shows only an icon has no name in the list, and may have any; the
# role of rows and icons in lists is “*”, since toolkits do not agree about it
CONTROL = re.compile(r"^(\d+),(\d+) (\d+)×(\d+) (\S+)(?: (.*))?$")


def pellucid(*words):
    """As a person at a terminal, whom no policy asks."""
    line = shlex.join(["pellucid", *words, "--json", "--timeout-ms", "30000"])
    result = subprocess.run(["script", "-qec", line, "/dev/null"], stdin=subprocess.DEVNULL,
                            capture_output=True, text=True, timeout=DEADLINE_S, check=False)
    assert result.returncode == 0, f"{line}: {result.stdout}"
    return json.loads(result.stdout)["data"]


def wait(what, condition, seconds=DEADLINE_S):
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < end, f"{what} did not appear"
        time.sleep(0.2)


class Program:
    """A program that runs, and its window."""

    def __init__(self, path):
        words = tomllib.loads(path.read_text("utf-8"))
        folders = {"home": os.environ["HOME"], "lists": str(path.parent)}
        self.name = path.stem
        self.toolkit = words["toolkit"]
        self.command = [word.format(**folders) for word in words["command"]]
        self.refuses_root = words.get("refuses-root", False)
        self.title = words["title"]
        self.controls = [CONTROL.match(line) for line in words["controls"].strip().splitlines()]
        assert None not in self.controls, f"{path}: a line of “controls” is wrong"
        self.environment = {**os.environ, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
                            **words.get("environment", {})}
        for name in ("G_DEBUG", "G_SLICE", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
            self.environment.pop(name, None)
        self.files = words.get("files", {})
        self.greeting = words.get("greeting")  # the title of a dialog that is closed first
        self.process = None

    def find_obstacle(self):
        """Why it cannot be tried here, or None."""
        if shutil.which(self.command[0]) is None:
            return f"{self.command[0]} is not installed"
        if self.refuses_root and os.geteuid() == 0:
            return f"{self.command[0]} refuses to run as root"
        return None

    def start(self):
        subprocess.run(["xdotool", "mousemove", "1919", "1079"], check=True)  # no tooltips
        home = pathlib.Path(os.environ["HOME"])
        for name, text in self.files.items():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_text(text, "utf-8")
        for _ in range(MAX_STARTS):
            self.process = subprocess.Popen(
                self.command, cwd=home, env=self.environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if self.greeting is not None:
                wait(f"a window “{self.greeting}”", lambda: self.find_window(self.greeting))
                pellucid("window", "close", "--window-title", self.greeting)
            window = wait(f"a window “{self.title}”", lambda: self.find_window(self.title))
            if self.has_elements(window):
                return window
            self.end()
        raise AssertionError(f"{self.name} is not on the accessibility bus")

    def has_elements(self, window):
        """Qt 5 programs that start on a busy machine may miss the accessibility bus for good."""
        pellucid("overlay", "on", "window", window["window_id"])
        try:
            wait("a number", lambda: pellucid("regions")["regions"], START_S)
        except AssertionError:
            return False
        return True

    @staticmethod
    def find_window(title):
        for window in pellucid("windows")["windows"]:
            if fnmatch.fnmatchcase(window["title"], title):
                return window
        return None

    def end(self):
        """Most programs save nothing then, but do not believe that they have crashed either."""
        for number, seconds in ((signal.SIGTERM, END_S), (signal.SIGKILL, DEADLINE_S)):
            if self.process is None:
                return
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(seconds)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue


def number(window):
    """What is numbered in a window, once that is stable."""
    regions, since = None, 0
    end = time.monotonic() + DEADLINE_S
    while not regions or time.monotonic() - since < QUIET_S:
        assert time.monotonic() < end, "nothing is numbered, or it goes on changing"
        now = pellucid("regions", "--limit", "1000")["regions"]
        places = [(region["role"], region["label"], region["bounds"]) for region in now]
        if places != regions:
            regions, since = places, time.monotonic()
        time.sleep(0.3)
    return now


def overlap(a, b):
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0
    return width * height / (a[2] * a[3] + b[2] * b[3] - width * height)


def place(region, window):
    """In the window's own pixels."""
    bounds, origin = region["bounds"], window["content"]
    return (bounds["x"] - origin["x"], bounds["y"] - origin["y"], bounds["width"], bounds["height"])


def is_meant(control, region, window):
    x, y, width, height = map(int, control.groups()[:4])
    point = region["click_point"]
    return (control[5] in ("*", region["role"]) and control[6] in (None, region["label"]) and
            overlap(place(region, window), (x, y, width, height)) >= MIN_OVERLAP and
            point is not None and
            x <= point["x"] - window["content"]["x"] <= x + width and
            y <= point["y"] - window["content"]["y"] <= y + height)


def compare(program, regions, window):
    """(controls that are not numbered, numbers of nothing that is listed)"""
    missing, left = [], list(regions)
    for control in program.controls:
        found = next((region for region in left if is_meant(control, region, window)), None)
        if found is None:
            missing.append(control[0])
        else:
            left.remove(found)
    return missing, [describe(region, window) for region in left]


def describe(region, window):
    x, y, width, height = (round(value) for value in place(region, window))
    return f"{x},{y} {width}×{height} {region['role']} {region['label']}".rstrip()


def write_selectors(regions, window):
    """[(region, its place, selector)]"""
    return [(region, place(region, window), pellucid("describe", region["ref"])["selector"])
            for region in regions]


def take(selector):
    """What an act would take: the only match, or the only one that can be seen."""
    try:
        matches = pellucid("query", selector, "--limit", "1000")["matches"]
    except AssertionError:  # none
        return None
    visible = [match for match in matches if match["visible"]]
    matches = visible if len(visible) == 1 else matches
    return matches[0]["ref"] if len(matches) == 1 else None


def find_lost(selectors, regions, window):
    """(how many are there again, [selectors that do not find them]). What a program numbers only at
    its first start can be found by no selector."""
    n_again, lost = 0, []
    for old, where, selector in selectors:
        refs = [region["ref"] for region in regions
                if (region["role"], region["label"]) == (old["role"], old["label"]) and
                overlap(place(region, window), where) >= MIN_OVERLAP]
        n_again += len(refs) > 0
        if refs and take(selector) not in refs:
            lost.append(f"{old['role']} {old['label']}: {selector}")
    return n_again, lost


def draft(picture, path):
    program = Program(path)
    try:
        window = program.start()
        for region in number(window):
            print(describe(region, window))
        pellucid("capture", "--window-id", window["window_id"], "--annotate", "-o", picture,
                 "--overwrite")
    finally:
        program.end()


def percent(part, whole):
    return 100 * part / whole if whole else 0


def row(*cells):
    print("# | {:24} {:14} {:>8} {:>9} {:>7} {:>9} {:>7}".format(*cells), flush=True)


def main():
    names = sys.argv[2:]
    paths = sorted(LISTS.glob("*.toml"))
    paths = [path for path in paths if not names or path.stem in names]
    n_listed = n_found = n_numbered = n_noise = n_written = n_lost = 0
    print(f"1..{len(paths) + 1}")
    row("program", "toolkit", "controls", "found", "noise", "selectors", "kept")
    for i, path in enumerate(paths, 1):
        program = Program(path)
        cause = program.find_obstacle()
        if cause is not None:
            print(f"ok {i} - {program.name} # SKIP {cause}")
            continue
        try:
            window = program.start()
            regions = number(window)
            missing, noise = compare(program, regions, window)
            selectors = write_selectors(regions, window)
            program.end()
            window = program.start()
            written, lost = find_lost(selectors, number(window), window)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            print("".join(f"# {line}\n" for line in str(error).splitlines()), end="")
            print(f"not ok {i} - {program.name}")
            continue
        finally:
            program.end()
        for line in missing:
            print(f"# not numbered: {line}")
        for line in noise:
            print(f"# noise: {line}")
        for line in lost:
            print(f"# selector lost: {line}")
        listed = len(program.controls)
        row(program.name, program.toolkit, listed, f"{percent(listed - len(missing), listed):.1f} %",
            f"{percent(len(noise), len(regions)):.1f} %", written,
            f"{percent(written - len(lost), written):.1f} %")
        print(f"ok {i} - {program.name}")
        n_listed, n_found = n_listed + listed, n_found + listed - len(missing)
        n_numbered, n_noise = n_numbered + len(regions), n_noise + len(noise)
        n_written, n_lost = n_written + written, n_lost + len(lost)
    found, noise = percent(n_found, n_listed), percent(n_noise, n_numbered)
    kept = percent(n_written - n_lost, n_written)
    row("all", "", n_listed, f"{found:.1f} %", f"{noise:.1f} %", n_written, f"{kept:.1f} %")
    is_good = n_listed > 0 and found >= MIN_FOUND and noise <= MAX_NOISE and kept >= MIN_KEPT
    print(f"{'ok' if is_good else 'not ok'} {len(paths) + 1} - what is found, is noise, and lasts")


os.environ["PATH"] = sys.argv[1] + os.pathsep + os.environ["PATH"]
if sys.argv[2:3] == ["--draft"]:
    draft(sys.argv[3], LISTS / (sys.argv[4] + ".toml"))
else:
    main()
