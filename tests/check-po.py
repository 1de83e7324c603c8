#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where a reader of one of our languages would meet English.

check-po.py SOURCE-ROOT [XGETTEXT-ARGUMENT…]

Prints one line for each offence and nothing when all is well. Exit 77 without gettext.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FOLDERS = ("app", "overlay", "inspector", "services", "data")

# What makes a file one for translators, by how its name ends.
C_CALL = re.compile(r'\b(?:_|N_|C_|NC_|ngettext)\s*\(\s*"')
TRANSLATABLE = {
    ".c": C_CALL,
    ".h": C_CALL,
    ".ui": re.compile(r'translatable="(?:yes|true|1)"'),
    ".gschema.xml": re.compile(r"<summary>"),
    ".desktop.in": re.compile(r"^Name=", re.MULTILINE),
    ".metainfo.xml.in": re.compile(r"<summary>"),
}

# What may read the same in a translation: names and words that people do not translate (“*”),
# and words that a language shares with English. Anything else is taken for forgotten.
SAME = {
    "*": {"Pellucid", "AT-SPI", "D-Bus", "ID", "PID", "N", "X", "Y", "JSON", "OCR", "SHA-256",
          "X11", "Wayland", "XWayland", "completion SHELL", "--args JSON", "--timeout-ms N"},
    "de": {"Bus", "Bytes", "Compositor", "Monitor", "Name", "Overlay", "Status",
           "Status – Pellucid", "TEXT", "Text", "Toolkit", "Version", "Widgets", "modal"},
    "fr": {"Actions", "Bus", "Compact", "Description", "Exact", "Focus", "Interfaces", "Menu",
           "Message", "Pixels", "Relations", "Secret", "Session", "Version", "Visible", "active",
           "capture", "mcp [OPTION]…", "modal", "visible", "%d × %d pixels"},
    "zh_CN": set(),
}

STRING = re.compile(r'^(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s+)?"(.*)"$')
ESCAPE = re.compile(r"\\(.)")


class Entry:
    """One message: its parts by keyword, and its flags."""

    def __init__(self):
        self.parts = {}
        self.flags = set()

    key = property(lambda self: (self.parts.get("msgctxt"), self.parts.get("msgid")))
    strings = property(lambda self: [text for name, text in self.parts.items()
                                     if name.startswith("msgstr")])


def unescape(text):
    return ESCAPE.sub(lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), text)


def parse(text):
    """The living entries of a .po or .pot by their key, without the header."""
    entries = {}
    for block in re.split(r"\n\s*\n", text):
        entry, part = Entry(), None
        for line in block.splitlines():
            if line.startswith("#,"):
                entry.flags |= {flag.strip() for flag in line[2:].split(",")}
            found = STRING.match(line)
            if found is None:
                continue
            part = found[1] or part
            entry.parts[part] = entry.parts.get(part, "") + unescape(found[2])
        if entry.parts.get("msgid"):
            entries[entry.key] = entry
    return entries


def is_forgotten(language, msgid, msgstr):
    if msgid != msgstr or not re.search(r"[A-Za-z]", re.sub(r"%[-0-9.]*[a-z]+", "", msgid)):
        return False
    return msgid not in SAME["*"] | SAME.get(language, set())


def entry_offences(language, wanted, found):
    name = f"“{wanted.parts['msgid'][:60]}”"
    if found is None:
        yield f"{name} is missing"
    elif "fuzzy" in found.flags:
        yield f"{name} is fuzzy"
    elif not found.strings or not all(found.strings):
        yield f"{name} is not translated"
    elif found.parts.get("msgid_plural") != wanted.parts.get("msgid_plural"):
        yield f"{name} has another plural than the source"
    elif any(is_forgotten(language, wanted.parts["msgid"], text) for text in found.strings):
        yield f"{name} is left in English"
    elif wanted.parts["msgid"].endswith(";") and not found.strings[0].endswith(";"):
        yield f"{name} must end with a semicolon"


def catalogue_offences(language, template, catalogue):
    for key, wanted in template.items():
        yield from entry_offences(language, wanted, catalogue.get(key))
    for key in catalogue.keys() - template.keys():
        yield f"“{key[1][:60]}” is no longer in the source"


def list_files(root):
    """What is tracked; in a release, which has no repository, whatever is there."""
    git = subprocess.run(["git", "-C", root, "ls-files", "-z", *FOLDERS],
                         capture_output=True, text=True, check=False)
    if git.returncode == 0 and git.stdout:
        names = [name for name in git.stdout.split("\0") if name]
    else:
        names = [path.relative_to(root).as_posix() for folder in FOLDERS
                 for path in (root / folder).rglob("*") if path.is_file()]
    return [name for name in sorted(names) if (root / name).is_file()]


def read_list(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def listing_offences(root):
    listed = set(read_list(root / "po/POTFILES.in"))
    wanted = set()
    for name in list_files(root):
        pattern = next((TRANSLATABLE[end] for end in TRANSLATABLE if name.endswith(end)), None)
        if pattern and pattern.search((root / name).read_text(encoding="utf-8")):
            wanted.add(name)
    yield from (f"po/POTFILES.in lacks {name}" for name in sorted(wanted - listed))
    yield from (f"po/POTFILES.in names {name}, which has nothing to translate or is not there"
                for name in sorted(listed - wanted) if name not in wanted)


def make_template(root, arguments, folder):
    """The strings of the sources as they are now, and what xgettext has against them."""
    target = folder / "fresh.pot"
    existing = [name for name in read_list(root / "po/POTFILES.in") if (root / name).is_file()]
    run = subprocess.run(["xgettext", *arguments, "-D", root, "-o", target, *existing],
                         capture_output=True, text=True, check=False)
    text = target.read_text(encoding="utf-8") if target.is_file() else ""
    return parse(text), [line for line in run.stderr.splitlines() if line.strip()]


def language_offences(root, language, template):
    path = root / "po" / f"{language}.po"
    if not path.is_file():
        yield f"po/LINGUAS names {language}, but there is no {path.name}"
        return
    run = subprocess.run(["msgfmt", "--check", "-o", "/dev/null", path],
                         capture_output=True, text=True, check=False)
    if run.returncode != 0:
        yield from run.stderr.strip().splitlines()
    catalogue = parse(path.read_text(encoding="utf-8"))
    for offence in catalogue_offences(language, template, catalogue):
        yield f"po/{path.name}: {offence}"


def check(root, arguments):
    languages = " ".join(read_list(root / "po/LINGUAS")).split()
    yield from listing_offences(root)
    yield from (f"po/{path.name} is not in po/LINGUAS" for path in sorted((root / "po").glob("*.po"))
                if path.stem not in languages)
    with tempfile.TemporaryDirectory() as folder:
        template, complaints = make_template(root, arguments, pathlib.Path(folder))
    yield from complaints
    if not template:
        yield "xgettext found no strings at all"
    for language in languages:
        yield from language_offences(root, language, template)


# The rules themselves are tried first: a check that finds nothing anywhere proves nothing.
TEMPLATE = '\n\nmsgid "Save"\nmsgstr ""\n\nmsgid "%u bit"\nmsgid_plural "%u bits"\nmsgstr[0] ""\n'
GOOD = 'msgid "Save"\nmsgstr "Sichern"\n\nmsgid "%u bit"\nmsgid_plural "%u bits"\n' \
       'msgstr[0] "%u Bit"\nmsgstr[1] "%u Bits"\n'
SELF_TEST = (
    (GOOD, 0),
    ("", 2),
    (GOOD.replace('"Sichern"', '""'), 1),
    (GOOD.replace('"Sichern"', '""\n"Sich"\n"ern"'), 0),
    (GOOD.replace('"Sichern"', '"Save"'), 1),
    (GOOD.replace('"%u Bits"', '""'), 1),
    (GOOD.replace('"%u bits"', '"%u bytes"'), 1),
    ("#, fuzzy, c-format\n" + GOOD, 1),
    (GOOD.replace('msgid "Save"\nmsgstr', '#~ msgid "Save"\n#~ msgstr'), 1),
    (GOOD + '\nmsgid "Load"\nmsgstr "Laden"\n', 1),
    (GOOD + '\n#~ msgid "Load"\n#~ msgstr "Laden"\n', 0),
)


def self_test():
    for text, count in SELF_TEST:
        found = list(catalogue_offences("de", parse(TEMPLATE), parse(text)))
        if len(found) != count:
            yield f"self-test: {found} instead of {count} in {text!r}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    for tool in ("xgettext", "msgfmt"):
        if shutil.which(tool) is None:
            print(f"skipped: {tool} is not installed (gettext)")
            sys.exit(77)
    found = [*self_test(), *check(root, sys.argv[2:] or ["--from-code=UTF-8", "-k_", "-kN_"])]
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)


main()
