#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the Flatpak manifest to flatpak-builder's reading, and to the reasons in its README.

test-flatpak.py SOURCE-ROOT APP-ID
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROW = re.compile(r"^\| `(--[^`]+)` \| (.*) \|$", re.MULTILINE)


def offences(manifest, readme, app_id):
    if manifest.get("id") != app_id:
        yield f"the manifest is for {manifest.get('id')}"
    if manifest.get("command") != "pellucid":
        yield "the command is not pellucid"
    if [module["name"] for module in manifest["modules"]][-1] != "pellucid":
        yield "the last module is not ours"
    yield from source_offences(manifest)
    reasons = dict(ROW.findall(readme))
    asked = manifest.get("finish-args", [])
    yield from (f"{arg} has no reason in README.md" for arg in asked
                if not reasons.get(arg, "").strip())
    yield from (f"README.md gives a reason for {arg}, which is not asked for" for arg in reasons
                if arg not in asked)


def source_offences(manifest):
    """Whatever comes from elsewhere is named by what it holds, not only by a tag."""
    for module in manifest["modules"]:
        for source in module["sources"]:
            pinned = re.fullmatch(r"[0-9a-f]{40,64}", source.get("commit", source.get("sha256", "")))
            if source["type"] != "dir" and pinned is None:
                yield f"a source of {module['name']} has neither commit nor sha256"


def main():
    root, app_id = pathlib.Path(sys.argv[1]), sys.argv[2]
    if shutil.which("flatpak-builder") is None:
        print("skipped: flatpak-builder is not installed")
        sys.exit(77)
    run = subprocess.run(["flatpak-builder", "--show-manifest", root / f"flatpak/{app_id}.yml"],
                         capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(run.stderr)
    manifest = json.loads(run.stdout)
    readme = (root / "flatpak/README.md").read_text(encoding="utf-8")
    found = list(offences(manifest, readme, app_id))
    # a check that finds nothing anywhere proves nothing
    if len(list(offences(manifest, "| `--socket=odd` | why |\n", app_id))) < 2:
        found.append("self-test: a README without reasons passes")
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)


main()
