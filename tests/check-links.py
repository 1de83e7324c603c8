#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails if a relative link in a Markdown page names a file or a heading that does not exist.

Prints one line for each such link, and one for each page of docs/ that no other page links to.
"""
import os
import pathlib
import re
import sys

LINK = re.compile(r'\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"')
FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.MULTILINE)
PAGES = ("*.md", "docs/*.md", "tests/*.md", "flatpak/*.md")


def anchors(text):
    """The anchors that GitHub makes of the headings."""
    for heading in HEADING.findall(FENCE.sub("", text)):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        yield re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")


def links(text):
    for groups in LINK.findall(CODE.sub("", FENCE.sub("", text))):
        target = next(filter(None, groups))
        if not re.match(r"[a-z]+:", target):
            yield target


def offences(pages, exists):
    """@pages: path → text; @exists: whether a path other than a page is there."""
    linked = set()
    for page, text in pages.items():
        for link in links(text):
            path, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if target != page:
                linked.add(target)
            if target not in pages and not exists(target):
                yield f"{page}: {link}: there is no {target}"
            elif anchor and anchor not in anchors(pages.get(target, "")):
                yield f"{page}: {link}: {target} has no such heading"
    yield from (f"{page}: no page links to it" for page in pages
                if page.startswith("docs/") and page not in linked)


# The rules themselves are tried first: a check that finds nothing anywhere proves nothing.
SELF_TEST = (
    ({"README.md": "[a](docs/a.md#two-words)", "docs/a.md": "# Two words\n[r](../README.md)"}, 0),
    ({"README.md": "[a](docs/a.md#three)", "docs/a.md": "# Two words"}, 1),
    ({"README.md": "[a](docs/b.md)"}, 1),
    ({"README.md": '<img src="gone.png">'}, 1),
    ({"README.md": "[a](#the-end)\n```\n# The end\n```"}, 1),
    ({"README.md": "`[a](gone.md)` and [w](https://example.org/x)"}, 0),
    ({"README.md": "", "docs/a.md": "[a](#top)\n# Top"}, 1),
)


def main():
    wrong = [case for case in SELF_TEST if len(list(offences(case[0], lambda _: False))) != case[1]]
    for case in wrong:
        print(f"self-test: {case}")
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    pages = {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8")
             for pattern in PAGES for file in sorted(root.glob(pattern))}
    found = list(offences(pages, lambda path: (root / path).exists()))
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found or wrong else 0)


main()
