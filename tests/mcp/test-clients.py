#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Other people's clients on a real program: the MCP inspector and the official TypeScript client,
each in both eras. Runs inside a test desktop; writes TAP.

test-clients.py CLIENTS-FOLDER SERVER FIXTURE
"""
import base64
import json
import os
import pathlib
import queue
import subprocess
import sys
import threading

from clients import Clients, report, skip_unless_there

ERAS = ("legacy", "modern")
POLICY = """{"default": {"act": "allow", "capture": "allow"}, "rules": [
  {"target_name": "Check", "decision": "ask", "approver": "elicitation"}]}"""
CONFIG = pathlib.Path(os.environ.get("XDG_CONFIG_HOME", pathlib.Path.home() / ".config"))


class Stage:
    """A program to work on, whose log tells what has happened to it."""

    def __init__(self, fixture):
        (CONFIG / "pellucid").mkdir(parents=True, exist_ok=True)
        (CONFIG / "pellucid/policy.json").write_text(POLICY, "utf-8")
        self.process = subprocess.Popen([fixture, "--title", "Fixture"], stdout=subprocess.PIPE,
                                        text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.expect("ready")

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def expect(self, wanted):
        """Leaves behind what stands before it; queue.Empty where it does not come."""
        while self.lines.get(timeout=30) != wanted:
            pass


class Inspector:
    """The inspector's command line: one call a run."""

    def __init__(self, clients, server, era):
        self.clients, self.server, self.era = clients, server, era

    def run(self, *words, code=0):
        result = self.clients.run(self.clients.program("mcp-inspector"), "--cli", self.server,
                                  "--protocol-era", self.era, "--format", "json", "-q", *words)
        assert result.returncode == code, (words, result.returncode, result.stdout[:500],
                                           result.stderr[:2000])
        return result

    def ask(self, *words):
        return json.loads(self.run(*words).stdout)["result"]

    def call(self, tool, arguments, code=0):
        output = self.run("--method", "tools/call", "--tool-name", tool, "--tool-args-json",
                          json.dumps(arguments), code=code)
        return json.loads(output.stdout or output.stderr)


def test_strict(inspector):
    """No schema that some model's provider would refuse."""
    result = inspector.run("--method", "tools/list", "--strict")
    assert "Warning" not in result.stderr and "Error" not in result.stderr, result.stderr
    assert len(json.loads(result.stdout)["result"]["tools"]) > 10


def test_lists(inspector):
    assert len(inspector.ask("--method", "prompts/list")["prompts"]) == 3
    assert len(inspector.ask("--method", "resources/templates/list")["resourceTemplates"]) == 4
    resources = inspector.ask("--method", "resources/list")["resources"]
    contents = inspector.ask("--method", "resources/read", "--uri", resources[0]["uri"])["contents"]
    assert "Button" in contents[0]["text"], contents


def test_tools(inspector, stage):
    inspector.call("ui_wait", {"until": {"element": {"selector": "Slider:Slider"}},
                               "timeout_ms": 60000})
    inspector.call("ui_invoke", {"target": "Button:Button"})
    stage.expect("clicked button")
    answer = inspector.call("ui_capture", {"window_title": "Fixture"})
    image = next(block for block in answer["result"]["content"] if block["type"] == "image")
    assert base64.b64decode(image["data"]).startswith(b"\x89PNG")
    inspector.call("ui_invoke", {"target": "Button:Nothing"}, code=5)


def test_sdk(clients, era, server, stage):
    script = pathlib.Path(__file__).parent / "sdk-client.mjs"
    result = clients.run("node", script, clients.modules.parent, era, server)
    assert result.returncode == 0, result.stderr[-3000:]
    outcome = json.loads(result.stdout)
    stage.expect("clicked button")
    stage.expect(f'text entry "typed in {era}"')
    stage.expect(f"toggled check {'on' if era == 'legacy' else 'off'}")
    assert len(outcome["forms"]) == 2 and "Check" in outcome["forms"][0], outcome["forms"]
    assert f"said in {era}" in outcome["reason"], outcome["reason"]
    for name, row in outcome["results"].items():
        assert row["isError"] == (name in ("miss", "denied")), (name, row)
        assert row["untrusted"], name
    assert "image" in outcome["results"]["capture"]["types"]
    assert outcome["tools"] > 10 and outcome["prompts"] == 3 and outcome["resource"] > 100


def main():
    folder, server, fixture = sys.argv[1:]
    clients = Clients(folder)
    skip_unless_there(clients)
    stage = Stage(fixture)
    cases = []
    for era in ERAS:
        inspector = Inspector(clients, server, era)
        cases += [(f"/mcp/inspector/{era}/tools", lambda i=inspector: test_tools(i, stage)),
                  (f"/mcp/inspector/{era}/strict", lambda i=inspector: test_strict(i)),
                  (f"/mcp/inspector/{era}/lists", lambda i=inspector: test_lists(i)),
                  (f"/mcp/sdk/{era}", lambda e=era: test_sdk(clients, e, server, stage))]
    code = report(cases)
    stage.process.terminate()
    sys.exit(code)


main()
