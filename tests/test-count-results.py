#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-count-results.py: gives count-results.py small logs of meson, and compares what it prints."""
import json
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(__file__).with_name("count-results.py")
DESKTOP, LONG, UNIT = "pellucid:desktop / a@x11", "pellucid:desktop+long / b@sway", "pellucid:unit / c"

# description, tests as (name, result, output) of the first and of the second log, arguments, output, exit code
ROWS = [
    ("all pass", [(UNIT, "OK", "ok 1 /x\nok 2 /y # SKIP none here\n")], None, [],
     f"skipped: {UNIT}: /y (none here)\n1 passed, 0 failed, 1 skipped\n", 0),
    ("one fails", [(UNIT, "FAIL", "ok 1 /x\nnot ok 2 /y\n")], None, [],
     f"failed: {UNIT}: /y\n1 passed, 1 failed, 0 skipped\n", 1),
    ("a second try", [(DESKTOP, "FAIL", "not ok 1 /x\n")], [(DESKTOP, "OK", "ok 1 /x\n")], [],
     "1 test passed only at the second try: a@x11\n1 passed, 0 failed, 0 skipped\n", 0),
    ("two second tries", [(DESKTOP, "TIMEOUT", ""), (LONG, "FAIL", "not ok 1 /x\n")],
     [(DESKTOP, "OK", "ok 1 /x\n"), (LONG, "OK", "ok 1 /x\n")], [],
     "2 tests passed only at the second try: a@x11, b@sway\n2 passed, 0 failed, 0 skipped\n", 0),
    ("failed twice", [(DESKTOP, "FAIL", "not ok 1 /x\n")], [(DESKTOP, "FAIL", "not ok 1 /x\n")], [],
     f"failed: {DESKTOP}: /x\n0 passed, 1 failed, 0 skipped\n", 1),
    ("try again", [(DESKTOP, "FAIL", ""), (LONG, "FAIL", ""), (UNIT, "OK", "")], None, ["--again"],
     "a@x11\nb@sway\n", 0),
    ("no second try for units", [(DESKTOP, "FAIL", ""), (UNIT, "FAIL", "")], None, ["--again"], "", 0),
    ("too many", [(f"pellucid:desktop / {i}@x11", "FAIL", "") for i in range(4)], None, ["--again"], "", 0),
]


def write(folder, name, tests):
    path = pathlib.Path(folder) / name
    path.write_text("".join(json.dumps({"name": test, "result": result, "stdout": output}) + "\n"
                            for test, result, output in tests), encoding="utf-8")
    return str(path)


def main():
    failed = 0
    print(f"1..{len(ROWS)}")
    for number, (what, first, second, arguments, output, code) in enumerate(ROWS, 1):
        with tempfile.TemporaryDirectory() as folder:
            logs = [write(folder, "first", first)] + ([write(folder, "second", second)] if second else [])
            done = subprocess.run([PROGRAM, *arguments, *logs], stdout=subprocess.PIPE, text=True,
                                  encoding="utf-8", check=False)
        is_right = (done.stdout, done.returncode) == (output, code)
        failed += not is_right
        print(f"{'' if is_right else 'not '}ok {number} - {what}")
        if not is_right:
            print(f"# {done.returncode}: {done.stdout!r}")
    sys.exit(1 if failed else 0)


main()
