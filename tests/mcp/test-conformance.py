#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every required server scenario of the official conformance suite, in both eras. Writes TAP.

test-conformance.py CLIENTS-FOLDER SERVER BRIDGE
"""
import pathlib
import re
import socket
import subprocess
import sys
import tempfile

from clients import Clients, report, skip_unless_there

VERSIONS = ("2025-11-25", "2026-07-28")
LEAST = {"2025-11-25": 28, "2026-07-28": 35}


def http_only():
    """Scenarios that say nothing about us: the bridge answers them."""
    lines = (pathlib.Path(__file__).parent / "http-only.txt").read_text("utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def required(clients, version):
    """The names of the server scenarios that the suite demands of VERSION."""
    output = clients.run(clients.program("conformance"), "list", "--requirements", version).stdout
    part = output.split("Server scenarios")[1].split("Client scenarios")[0]
    return set(re.findall(r"^ +- (\S+)", part, re.MULTILINE))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Bridge:
    """The server behind HTTP, without a desktop: its exhibits need none."""

    def __init__(self, clients, bridge, server):
        self.port = free_port()
        environment = dict(clients.environment)
        environment.pop("DBUS_SESSION_BUS_ADDRESS", None)
        self.process = subprocess.Popen(["node", bridge, str(self.port), "--", server],
                                        env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ready\n"

    def stop(self):
        self.process.terminate()
        self.process.wait()


def outcomes(clients, port, version):
    """Scenario → (passed, failed) of one run."""
    with tempfile.TemporaryDirectory() as folder:
        result = clients.run(clients.program("conformance"), "server", "--url",
                             f"http://127.0.0.1:{port}/mcp", "--requirements", version, "-o", folder)
    summary = result.stdout.split("=== SUMMARY ===")[-1]
    rows = re.findall(r"^\S (\S+): (\d+) passed, (\d+) failed", summary, re.MULTILINE)
    return {name: (int(passed), int(failed)) for name, passed, failed in rows}


def check(found, name):
    assert name in found, "it was not run"
    passed, failed = found[name]
    assert passed > 0 and failed == 0, f"{passed} passed, {failed} failed"


def main():
    folder, server, bridge = sys.argv[1:]
    clients = Clients(folder)
    skip_unless_there(clients)
    process = Bridge(clients, bridge, server)
    cases = []
    try:
        for version in VERSIONS:
            found = outcomes(clients, process.port, version)
            names = sorted(required(clients, version) - http_only())
            assert len(names) >= LEAST[version], f"{version}: only {names}"
            cases += [(f"/mcp/conformance/{version}/{name}",
                       lambda found=found, name=name: check(found, name)) for name in names]
    finally:
        process.stop()
    sys.exit(report(cases))


main()
