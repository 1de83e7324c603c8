#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the cases in meson's testlog.json: each TAP line of a test that speaks TAP, else the test.

Names what failed and, for each skip, its cause. Closes with one line of numbers.
"""
import json
import re
import sys

TAP = re.compile(r"^(not )?ok\b(?:\s+\d+)?\s*(?:-\s*)?(.*)$")
SKIP = re.compile(r"#\s*SKIP\b\s*(.*)$", re.IGNORECASE)


def cases(test):
    """Yields (result, name, cause) for each case of a test."""
    found = []
    for line in (test.get("stdout") or "").splitlines():
        match = TAP.match(line)
        if match:
            skip = SKIP.search(match[2])
            result = "failed" if match[1] else "skipped" if skip else "passed"
            name = match[2].split(" # ")[0]
            found.append((result, f"{test['name']}: {name}", skip[1] if skip else ""))
    ended_well = test["result"] in ("OK", "SKIP", "EXPECTEDFAIL")
    if test["result"] == "SKIP" and not found:
        output = (test.get("stdout") or "") + (test.get("stderr") or "")
        lines = [line for line in output.splitlines() if line.strip()]
        found.append(("skipped", test["name"], lines[-1] if lines else "no cause was given"))
    elif not ended_well and not any(case[0] == "failed" for case in found):
        found.append(("failed", test["name"], test["result"]))
    elif not found:
        found.append(("passed", test["name"], ""))
    return found


def main():
    with open(sys.argv[1], encoding="utf-8") as log:
        results = [case for line in log for case in cases(json.loads(line))]
    count = {result: sum(1 for case in results if case[0] == result)
             for result in ("passed", "failed", "skipped")}
    for result, name, cause in results:
        if result != "passed":
            print(f"{result}: {name}" + (f" ({cause})" if cause else ""))
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**count))
    sys.exit(1 if count["failed"] or not results else 0)


main()
