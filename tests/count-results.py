#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""count-results.py LOG [LOG]: counts the cases in meson's testlog.json: each TAP line of a test that
writes TAP, else the test. A test that is in the second log too, which holds reruns, counts only there.

Prints each failure, the reason of each skip, the numbers of cases, and how many tests passed only at
the second try, with their names.

count-results.py --again LOG: prints the tests to run a second time: the desktop tests that failed, if
there are at most three and no other test failed.
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


MAX_AGAIN = 3


def read(path):
    with open(path, encoding="utf-8") as log:
        return {test["name"]: test for test in map(json.loads, log)}


def has_failed(test):
    return any(case[0] == "failed" for case in cases(test))


def get_test(name):
    """test-cli@x11 of “pellucid:desktop+long / test-cli@x11”"""
    return name.split(" / ")[-1]


def get_suites(name):
    return name.split(" / ")[0].split(":")[-1].split("+")


def name_again(path):
    failed = [name for name, test in read(path).items() if has_failed(test)]
    if len(failed) <= MAX_AGAIN and all("desktop" in get_suites(name) for name in failed):
        print("\n".join(get_test(name) for name in failed), end="\n" if failed else "")


def main():
    if sys.argv[1] == "--again":
        name_again(sys.argv[2])
        return
    first, second = read(sys.argv[1]), read(sys.argv[2]) if len(sys.argv) > 2 else {}
    results = [case for test in {**first, **second}.values() for case in cases(test)]
    saved = [get_test(name) for name, test in second.items() if not has_failed(test)]
    count = {result: sum(1 for case in results if case[0] == result)
             for result in ("passed", "failed", "skipped")}
    for result, name, cause in results:
        if result != "passed":
            print(f"{result}: {name}" + (f" ({cause})" if cause else ""))
    if saved:
        print("{} passed only at the second try: {}".format(
            "1 test" if len(saved) == 1 else f"{len(saved)} tests", ", ".join(saved)))
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**count))
    sys.exit(1 if count["failed"] or not results else 0)


main()
