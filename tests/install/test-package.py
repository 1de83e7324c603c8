#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the Debian package here and looks into it, or builds and uses it in a bare Debian. Writes TAP.

test-package.py SOURCE-FOLDER VERSION [RELEASE]
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOOLS = {"dpkg-buildpackage": "dpkg-dev", "dh": "debhelper", "fakeroot": "fakeroot", "lintian": "lintian"}
NETWORK = re.compile(r"Could not resolve|Temporary failure|Unable to connect|Couldn't download|"
                     r"Invalid Release file|Failed getting release file", re.IGNORECASE)


def skip_all(cause):
    print(f"1..0 # SKIP {cause}")
    sys.exit(0)


def bail_out(what, result):
    for line in (result.stdout + result.stderr).splitlines()[-60:]:
        print(f"# {line}")
    print(f"Bail out! {what} failed")
    sys.exit(1)


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False, **options)


def run_well(*command):
    result = run(*command)
    assert result.returncode == 0, f"{command}: {result.stdout}{result.stderr}"
    return result.stdout


def case(number, name, problems):
    print(f"{'not ok' if problems else 'ok'} {number} - /package/{name}")
    for problem in problems:
        print(f"# {problem}")
    return not problems


def is_program(path):
    return path.is_file() and not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF"


def find_soft(tree):
    """Programs that lack a hardening flag."""
    programs = [path for path in tree.rglob("*") if is_program(path)]
    if not programs:
        yield "no programs in the package"
    for program in programs:
        text = run_well("readelf", "--wide", "--file-header", "--dynamic", "--segments", program)
        for flag, mark in (("position independent", "DYN ("), ("bind now", "NOW"),
                           ("read-only relocations", "GNU_RELRO")):
            if mark not in text:
                yield f"{program.name} is not linked with {flag}"


def find_missing(tree, version):
    """Programs of /usr/bin without a manual page, and documents that must be there."""
    for program in (tree / "usr/bin").iterdir():
        if not (tree / f"usr/share/man/man1/{program.name}.1.gz").is_file():
            yield f"{program.name} has no manual page"
    documents = tree / "usr/share/doc/pellucid"
    for name in ("README.md.gz", "copyright", "changelog.gz", "docs"):
        if not any(documents.glob(name.replace("docs", "*.md*"))):
            yield f"{name} is not in {documents.relative_to(tree)}"
    control = (tree / "DEBIAN/control").read_text("utf-8")
    if f"\nVersion: {version}\n" not in control:
        yield f"not version {version}: {control}"


def test_here(source, version):
    for tool, package in TOOLS.items():
        if shutil.which(tool) is None:
            skip_all(f"{package} is not installed")
    # Asking for packages with sudo would wait for a password
    options = os.environ.get("DEB_BUILD_OPTIONS", "nocheck noautodbgsym parallel=2")
    result = run(source / "tools/package", "deb", env={**os.environ, "DEB_BUILD_OPTIONS": options},
                 stdin=subprocess.DEVNULL)
    debs = sorted((source / "_build/package").glob("pellucid_*.deb"))
    lines = result.stdout.splitlines()
    if not debs:
        bail_out("tools/package deb", result)
    print("1..3")
    findings = [line for line in lines if re.match("[EW]: ", line)]
    if result.returncode != 0 and not findings:
        findings = (result.stdout + result.stderr).splitlines()
    good = case(1, "lintian", findings)
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        run_well("dpkg-deb", "-R", debs[0], tree)
        good = case(2, "hardening", list(find_soft(tree))) and good
        good = case(3, "contents", list(find_missing(tree, version))) and good
    sys.exit(0 if good else 1)


def test_release(source, version, release):
    if os.geteuid() != 0:
        skip_all("a chroot needs root")
    if shutil.which("apt-get") is None:
        skip_all("a chroot is made from the package sources of a Debian machine")
    chroot = source / "tools/chroot"
    if not (source / f"_build/chroot/{release}.bare").is_dir():
        result = run(chroot, release, "true")
        if result.returncode != 0 and NETWORK.search(result.stdout + result.stderr):
            skip_all(f"no Debian {release} could be downloaded")
        if result.returncode != 0:
            bail_out(f"tools/chroot {release}", result)
    result = run(chroot, release, "tools/package", "deb")
    if result.returncode != 0:
        bail_out(f"tools/package deb in {release}", result)
    built = sorted((source / f"_build/chroot/{release}.build/package").glob(f"pellucid_{version}_*.deb"))
    deb = source / "_build/package" / built[0].name  # its path inside
    sys.exit(subprocess.run([chroot, "--fresh", release, source / "tests/install/check-package.sh", deb],
                            check=False).returncode)


def main():
    source, version = pathlib.Path(sys.argv[1]), sys.argv[2]
    if len(sys.argv) > 3:
        test_release(source, version, sys.argv[3])
    else:
        test_here(source, version)


main()
