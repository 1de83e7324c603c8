#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the build into a folder of its own and looks at what is there. Writes TAP.

test-install.py MESON BUILD-FOLDER SOURCE-FOLDER APP-ID
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
import xml.etree.ElementTree

POLICY = {
    "enabled": True,
    "default": {"read": "allow", "capture": "ask", "act": "ask", "coordinates": "deny"},
    "allowed_windows": ["*"],
    "blocked_windows": ["*Password*", "*Banking*", "*Keyring*"],
    "allowed_folders": ["@pictures"],
    "limits": {"captures_per_minute": 60, "actions_per_minute": 120, "picks_per_minute": 1},
    "rules": [],
    "terminal": "trust",
    "audit": {"log_reads": False, "keep_frames": "hash"},
    "redact": ["email", "card"],
}

# The client starts in milliseconds because it links none of these.
HEAVY = re.compile(r"gtk|gdk|pango|cairo|X11|xcb|wayland|tesseract|systemd|elogind|basu")


class Skip(Exception):
    """The cause is its text."""


class Installation:
    """What was installed, and how to look at it."""

    def __init__(self, facts, destdir):
        self.facts = facts
        self.destdir = pathlib.Path(destdir)
        self.app_id = facts["app_id"]

    def path(self, name):
        """NAME under the prefix, within the destination folder."""
        return self.destdir / (pathlib.Path(self.facts["prefix"]) / name).relative_to("/")

    def data(self, name):
        return self.path(pathlib.Path(self.facts["datadir"]) / name)

    def man(self, name):
        return self.path(pathlib.Path(self.facts["mandir"]) / "man1" / name)


def run(*command, **options):
    """What the command wrote. Fails where it fails; skips where it is not installed."""
    if shutil.which(command[0]) is None:
        raise Skip(f"{command[0]} is not installed")
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                            timeout=60, check=False, **options)
    output = result.stdout + result.stderr
    assert result.returncode == 0, f"{command[0]} ended with {result.returncode}: {output}"
    return result


def promised(installation):
    app_id, facts = installation.app_id, installation.facts
    yield installation.path(facts["bindir"]) / "pellucid"
    yield installation.path(facts["libexecdir"]) / "pellucid-mcp"
    yield installation.path(facts["libexecdir"]) / "pellucid-session"
    yield installation.path(facts["libexecdir"]) / "pellucid-approver"
    yield installation.path(facts["libexecdir"]) / "pellucid-calibrator"
    yield installation.path(facts["libexecdir"]) / "pellucid-a11y-keeper"
    if facts["x11"]:
        yield installation.path(facts["libexecdir"]) / "pellucid-hand"
    if facts["wayland"]:
        yield installation.path(facts["libexecdir"]) / "pellucid-wayland-hand"
    for name in (f"applications/{app_id}.desktop",
                 f"metainfo/{app_id}.metainfo.xml",
                 f"icons/hicolor/scalable/apps/{app_id}.svg",
                 f"icons/hicolor/symbolic/apps/{app_id}-symbolic.svg",
                 f"glib-2.0/schemas/{app_id}.gschema.xml",
                 f"dbus-1/services/{app_id}.service",
                 "dbus-1/interfaces/io.github.pellucid.Session1.xml",
                 "pellucid/policy.json",
                 "bash-completion/completions/pellucid",
                 "zsh/site-functions/_pellucid",
                 "fish/vendor_completions.d/pellucid.fish"):
        yield installation.data(name)
    if facts["docs"]:
        yield installation.man("pellucid.1")
        yield installation.man("pellucid-session.1")
    locale = installation.path(facts["localedir"])
    yield from (locale / language / "LC_MESSAGES/pellucid.mo" for language in facts["languages"])


def test_files(installation):
    missing = [str(path) for path in promised(installation)
               if not path.is_file() or path.stat().st_size == 0]
    assert not missing, f"missing or empty: {missing}"


def test_nothing_else(installation):
    """A test program or a library of ours that slips in would be in everybody's package."""
    wanted = set(promised(installation))
    found = {path for path in installation.destdir.rglob("*") if path.is_file()}
    assert found <= wanted, f"not promised: {sorted(map(str, found - wanted))}"


def test_desktop_entry(installation):
    run("desktop-file-validate", installation.data(f"applications/{installation.app_id}.desktop"))


def test_metainfo(installation):
    run("appstreamcli", "validate", "--no-net", "--no-color",
        installation.data(f"metainfo/{installation.app_id}.metainfo.xml"))


def test_version(installation):
    """The newest release of the metainfo is the version that is built."""
    root = xml.etree.ElementTree.parse(
        installation.data(f"metainfo/{installation.app_id}.metainfo.xml")).getroot()
    newest = root.find("releases/release").get("version")
    assert newest == installation.facts["version"], newest


def icons(installation):
    for name in ("scalable/apps/{}.svg", "symbolic/apps/{}-symbolic.svg"):
        yield installation.data("icons/hicolor/" + name.format(installation.app_id))


def test_icons(installation):
    for path in icons(installation):
        root = xml.etree.ElementTree.parse(path).getroot()
        assert root.get("width") == root.get("height"), f"{path.name} is not square"


def test_icons_render(installation):
    for path in icons(installation):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "16.png"
            run("rsvg-convert", "-w", "16", "-o", picture, path)
            assert picture.read_bytes().startswith(b"\x89PNG"), path.name


def test_settings(installation):
    run("glib-compile-schemas", "--strict", "--dry-run", installation.data("glib-2.0/schemas"))


def test_dbus_service(installation):
    text = installation.data(f"dbus-1/services/{installation.app_id}.service").read_text("utf-8")
    keys = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    assert keys["Name"] == installation.app_id, keys
    executable = installation.destdir / pathlib.Path(keys["Exec"]).relative_to("/")
    assert os.access(executable, os.X_OK), f"{executable} cannot be run"


def test_dbus_interface(installation):
    path = installation.data("dbus-1/interfaces/io.github.pellucid.Session1.xml")
    root = xml.etree.ElementTree.parse(path).getroot()
    names = {node.get("name") for node in root.find("interface")}
    assert {"Call", "Cancel", "Progress", "Event"} <= names, names


def test_man_pages(installation):
    if not installation.facts["docs"]:
        raise Skip("built without docs")
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80"}
    for name in ("pellucid.1", "pellucid-session.1"):
        result = run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z",
                     installation.man(name), env=environment)
        assert result.stderr == "", f"{name}: {result.stderr}"
        assert "NAME" in result.stdout, f"{name} is empty"


def test_man_page_tools(installation):
    """The page tells of every tool that the client knows."""
    if not installation.facts["docs"]:
        raise Skip("built without docs")
    page = installation.man("pellucid.1").read_text("utf-8").replace("\\-", "-")
    tools = json.loads(client(installation, "help", "--json").stdout)["tools"]
    missing = [tool["command"] for tool in tools if tool["command"] not in page]
    assert tools and not missing, missing


def test_bash_syntax(installation):
    run("bash", "-n", installation.data("bash-completion/completions/pellucid"))


def test_zsh_syntax(installation):
    run("zsh", "-n", installation.data("zsh/site-functions/_pellucid"))


def test_fish_syntax(installation):
    run("fish", "-n", installation.data("fish/vendor_completions.d/pellucid.fish"))


def bash_complete(installation, *words):
    """What a real bash offers for the last of the words."""
    script = installation.data("bash-completion/completions/pellucid")
    ask = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
           'command=$(complete -p pellucid); command=${command#*-F }; ${command%% *}; '
           'printf "%s\\n" "${COMPREPLY[@]}"')
    return run("bash", "--norc", "-c", ask, "bash", script, "pellucid", *words).stdout.split()


def test_bash_completes_tools(installation):
    assert sorted(bash_complete(installation, "win")) == ["window", "windows"]
    offered = bash_complete(installation, "")
    tools = json.loads(client(installation, "help", "--json").stdout)["tools"]
    assert {tool["command"] for tool in tools} <= set(offered), offered


def test_bash_completes_options(installation):
    offered = bash_complete(installation, "windows", "--")
    assert {"--json", "--filter", "--include-hidden", "--timeout-ms"} <= set(offered), offered
    assert bash_complete(installation, "doctor", "--fi") == ["--fix"]


def test_fish_completes(installation):
    script = installation.data("fish/vendor_completions.d/pellucid.fish")
    with tempfile.TemporaryDirectory() as home:
        result = run("fish", "--no-config", "-c",
                     f"source {script}; complete -C 'pellucid win'; complete -C 'pellucid windows --fi'",
                     env={**os.environ, "HOME": home, "XDG_CONFIG_HOME": home,
                          "XDG_DATA_HOME": home})
    words = {line.split("\t")[0] for line in result.stdout.splitlines()}
    assert {"windows", "--filter"} <= words, result.stdout


def client(installation, *words):
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        environment.pop(name, None)
    return run(str(installation.path(installation.facts["bindir"]) / "pellucid"), *words,
               env=environment)


def test_client_runs(installation):
    output = client(installation, "--version").stdout
    assert output == f"pellucid {installation.facts['version']}\n", output


def needed(path):
    lines = run("readelf", "-d", path).stdout.splitlines()
    return [line.split("[")[1].rstrip("]") for line in lines if "(NEEDED)" in line]


def test_client_is_light(installation):
    for folder, name in (("bindir", "pellucid"), ("libexecdir", "pellucid-mcp")):
        libraries = needed(installation.path(installation.facts[folder]) / name)
        heavy = [library for library in libraries if HEAVY.search(library)]
        assert libraries and not heavy, f"{name} links {heavy}"


def test_programs_have_no_build_path(installation):
    for folder, name in (("bindir", "pellucid"), ("libexecdir", "pellucid-mcp"),
                         ("libexecdir", "pellucid-session")):
        program = installation.path(installation.facts[folder]) / name
        text = run("readelf", "-d", program).stdout
        assert "RUNPATH" not in text and "RPATH" not in text, f"{name} looks into the build folder"


def test_server_has_no_exhibits(installation):
    """What the conformance suite asks for is in a program of the tests only."""
    program = installation.path(installation.facts["libexecdir"]) / "pellucid-mcp"
    assert b"test_simple_text" not in program.read_bytes()


def test_policy(installation):
    policy = json.loads(installation.data("pellucid/policy.json").read_text("utf-8"))
    assert policy == POLICY, policy


TESTS = [(name[5:].replace("_", "-"), function) for name, function in list(globals().items())
         if name.startswith("test_")]


def report(number, name, function, installation):
    try:
        function(installation)
        print(f"ok {number} - /install/{name}")
    except Skip as cause:
        print(f"ok {number} - /install/{name} # SKIP {cause}")
    except Exception:  # one case that breaks leaves the others to run
        print(f"not ok {number} - /install/{name}")
        for line in traceback.format_exc().splitlines():
            print(f"# {line}")
        return False
    return True


def read_facts(build, source):
    """What the build knows of itself: its options, its version, its languages."""
    info = build / "meson-info"
    options = json.loads((info / "intro-buildoptions.json").read_text("utf-8"))
    facts = {option["name"]: option["value"] for option in options}
    facts["version"] = json.loads((info / "intro-projectinfo.json").read_text("utf-8"))["version"]
    lines = (source / "po/LINGUAS").read_text("utf-8").splitlines()
    facts["languages"] = " ".join(line for line in lines if not line.startswith("#")).split()
    config = (build / "config.h").read_text("utf-8")
    facts["x11"] = "#define HAVE_X11 1" in config
    facts["wayland"] = "#define HAVE_WAYLAND 1" in config
    return facts


def main():
    meson, build, source, app_id = sys.argv[1:]
    facts = read_facts(pathlib.Path(build), pathlib.Path(source))
    facts["app_id"] = app_id
    with tempfile.TemporaryDirectory() as destdir:
        install = subprocess.run(
            [meson, "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", destdir],
            capture_output=True, text=True, timeout=120, check=False)
        if install.returncode != 0:
            print(f"Bail out! meson install: {install.stdout}{install.stderr}")
            sys.exit(1)
        installation = Installation(facts, destdir)
        print(f"1..{len(TESTS)}")
        results = [report(number, name, function, installation)
                   for number, (name, function) in enumerate(TESTS, 1)]
    sys.exit(0 if all(results) else 1)


main()
