#!/usr/bin/env python3
"""Makes what `mortise explain` prints of the pages of the documentation on error codes, one for each.

    scripts/explain.py check     fails when the Swift file and the pages differ
    scripts/explain.py record    writes the Swift file
"""

import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTATION = ROOT / "Sources/Mortise/Mortise.docc"
PAGES = DOCUMENTATION / "Errors"
SWIFT = ROOT / "Sources/MortiseProver/Explanations/ErrorPage+All.swift"
OVERVIEW = "Reading-a-resolution-error"  # The list of the codes.

HEADER = """// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Long: `scripts/explain.py record` writes it.

extension ErrorPage {
    /// The pages, in the order of their codes.
    package static let all: [ErrorPage] = [
"""


def titles():
    """The title of each page, by its name."""
    return {page.stem: page.read_text().splitlines()[0].removeprefix("# ") for page in DOCUMENTATION.rglob("*.md")}


def snippet(path, name):
    """The code of a slice of a snippet, as the documentation shows it."""
    file = ROOT / (path.removeprefix("mortise/") + ".swift")
    lines, found, hidden = [], False, False
    for line in file.read_text().splitlines():
        mark = line.strip().removeprefix("// snippet.") if line.strip().startswith("// snippet.") else None
        if mark is None:
            if found and not hidden:
                lines.append(line)
        elif mark in ("hide", "show"):
            hidden = mark == "hide"
        else:
            found = mark == name
    if not lines:
        sys.exit(f"explain: {file} has no snippet {name}")
    return "```swift\n" + textwrap.dedent("\n".join(lines)).strip() + "\n```"


def plain(text, names):
    """A page as people read it in a terminal."""
    def link(found):
        title = names.get(found[1]) or sys.exit(f"explain: there is no page {found[1]}")
        return title if title == found[1] else f'"{title}"'

    text = re.sub(r'@Snippet\(path: "([^"]+)", slice: "([^"]+)"\)', lambda found: snippet(*found.groups()), text)
    text = re.sub(r"<doc:([\w-]+)>", link, text)
    text = re.sub(r"(?<!`)``([^`]+)``(?!`)", r"`\1`", text)
    text = text.replace("\n## Overview\n", "")
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def literal(text):
    """A literal with the lines of a text."""
    hashes = "#" * (1 + max(map(len, re.findall(r'(?:"""|\\)(#*)', text)), default=0))
    lines = [f"            {line}".rstrip() for line in text.splitlines()]
    return f'{hashes}"""\n' + "\n".join(lines) + f'\n            """{hashes}'


def generated():
    names = titles()
    text = HEADER
    for page in sorted(PAGES.glob("*.md")):
        if page.stem == OVERVIEW:
            continue
        body = plain(page.read_text(), names)
        summary = " ".join(body.split("\n\n")[1].split())
        text += "        ErrorPage(\n"
        text += f'            code: "{page.stem}",\n            summary: #"{summary}"#,\n            text: {literal(body)}\n'
        text += "        ),\n"
    return text + "    ]\n}\n"


def main():
    if sys.argv[1:] not in (["check"], ["record"]):
        sys.exit("usage: scripts/explain.py check|record")
    text = generated()
    if sys.argv[1] == "record":
        SWIFT.write_text(text)
    elif not SWIFT.exists() or SWIFT.read_text() != text:
        sys.exit(f"explain: {SWIFT.relative_to(ROOT)} is not what the pages say. Run scripts/explain.py record")
    print(f"explain: {text.count('ErrorPage(')} pages")


main()
