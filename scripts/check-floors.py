#!/usr/bin/env python3
"""Checks what the compiler and the formatter do not.

Fails when
- a target imports a sibling it does not declare, or a floor imports upward or sideways;
- floor 0 or 1 imports anything that is not on its short list, or depends on a package;
- `@unchecked Sendable` or `nonisolated(unsafe)` in Sources has no comment on the line above;
- two files, folders or targets have names that differ by case only;
- README.md is missing or too long;
- a rule that is cited (`D-45`) has no row in Design/Rules.md, or a file, `Design/0001` or a design record
  is cited that is not here, or users read the number of a rule;
- a Swift file does not say its licence at the top;
- a workflow does not parse, runs a `make` target that is not there, or uses an action that is not pinned by a
  hash, or `.spi.yml` does not list every library product;
- the library has more lines of code than its limit;
- a source file is named after nothing that is in it, or a test of Mortise lies in a folder that
  `Sources/Mortise` does not have.

Warns about long files. Prints how many unchecked promises Sources makes.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

README_LINES = 161
SOURCE_LINES = 400

# What a change to the library must go through. It must not grow without a reason: a limit for one folder of it
# would only move code to others.
LIBRARY = "Sources/Mortise/"
LIBRARY_LINES = 19_401

# The tests of Mortise lie in the folders of what they test, and in these.
MORTISE_TESTS = "Tests/MortiseTests"
OTHER_TESTS = {"Golden", "Random", "Stress", "Support"}

# A floor may import the floors beneath it, never a neighbour. Every target in Sources has one.
FLOORS = {
    "MortiseGraph": 0,
    "CMortiseThread": 0,
    "MortisePage": 1,
    "Mortise": 1,
    "MortiseDip": 2,
    "MortiseEasyDi": 2,
    "MortiseInjector": 2,
    "MortiseTesting": 2,
    "MortiseServices": 2,
    "MortiseConfiguration": 2,
    "MortiseEvents": 2,
    "MortiseRequests": 2,
    "MortiseHummingbird": 3,
    "MortiseGRPC": 3,
    "MortiseLogging": 3,
    "MortiseMetrics": 3,
    "MortiseTracing": 3,
    "MortiseProver": 3,
    "MortiseTool": 4,
}

# What adapters to other packages may import: anybody could write one.
ADAPTER = {"Mortise", "MortiseGraph", "Logging", "ServiceLifecycle", "Synchronization", "UnixSignals"}
LISTENER = {"Mortise", "MortiseGraph", "MortiseEvents", "Synchronization"}

# All that the lowest floors, and adapters, may import.
ONLY = {
    "MortiseGraph": set(),
    "MortisePage": {"MortiseGraph"},
    "Mortise": {
        "MortiseGraph", "CMortiseThread", "Synchronization", "Observation",
        "Glibc", "Musl", "Darwin", "Android", "WASILibc",
    },
    "MortiseServices": ADAPTER,
    "MortiseConfiguration": {"Mortise", "MortiseGraph", "Configuration", "Synchronization"},
    "MortiseRequests": {"Mortise", "Logging", "Synchronization", "Tracing"},
    "MortiseHummingbird": {
        "Mortise", "MortiseRequests", "HTTPTypes", "Hummingbird", "Logging", "NIOCore", "Synchronization",
    },
    "MortiseGRPC": {"Mortise", "MortiseRequests", "GRPCCore", "Logging", "ServiceLifecycle"},
    "MortiseEvents": LISTENER,
    "MortiseLogging": LISTENER | {"Logging"},
    "MortiseMetrics": LISTENER | {"Metrics"},
    "MortiseTracing": LISTENER | {"Tracing"},
}

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*"
    r"(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|var|let|macro)\s+)?`?(\w+)"
)
# What the repository cites: rules of the originals and of its own, Markdown files, other files and folders
# (in Markdown and Swift), design records. A record's number counts behind `Design/`, and within that folder
# by itself.
RULE = re.compile(r"\b[BCDEMSUY]-\d+\b")
MARKDOWN = re.compile(r"(?<![\w./$-])[\w.][\w./-]*\.md\b")
PLACE = re.compile(r"(?<![\w./$-])(?:Sources|Tests|Snippets|scripts)/[\w./+-]*\w(?![\w*/])")
RECORD = re.compile(r"\bDesign/(\d{4})\b")
RECORD_NUMBER = re.compile(r"(?<![\w.,-])(00\d\d)\b")
NO_FILE = {"Design/NNNN-title.md"}  # The shape of a name.

LICENCE = "// SPDX-License-Identifier: MIT"
MAKE = re.compile(r"^\s*(?:- )?run: make ((?:[a-z-]+ ?)+)$", re.M)
USES = re.compile(r"^\s*(?:- )?uses: ([^\s#]+)", re.M)

UNSAFE = re.compile(r"@unchecked\s+Sendable\b|\bnonisolated\s*\(\s*unsafe\s*\)")


def code_only(text):
    """Returns `text` with comments and string literals blanked, line by line the same."""
    out, position = [], 0

    def blank(end):
        nonlocal position
        out.append("".join(c if c == "\n" else " " for c in text[position:end]))
        position = end

    def end_of_string(start):
        """The offset after the literal that starts at `start`, interpolations included."""
        hashes = re.match(r"#*", text[start:]).group()
        at = start + len(hashes)
        quote = '"""' if text.startswith('"""', at) else '"'
        at += len(quote)
        while at < len(text):
            if text.startswith(quote + hashes, at):
                return at + len(quote + hashes)
            if quote == '"' and text[at] == "\n":
                return at  # Not a literal after all, or code that does not compile.
            if text.startswith("\\" + hashes + "(", at):
                at = end_of_parentheses(at + 1 + len(hashes))
            elif text.startswith("\\" + hashes, at):
                at += 2 + len(hashes)
            else:
                at += 1
        return at

    def end_of_parentheses(start):
        at, depth = start, 0
        while at < len(text):
            if re.match(r'#*"', text[at:at + 8]):
                at = end_of_string(at)
                continue
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
            if depth == 0:
                break
        return at

    while position < len(text):
        if text.startswith("//", position):
            end = text.find("\n", position)
            blank(len(text) if end < 0 else end)
        elif text.startswith("/*", position):
            at, depth = position + 2, 1
            while at < len(text) and depth:
                step = {"/*": 1, "*/": -1}.get(text[at:at + 2], 0)
                depth += step
                at += 2 if step else 1
            blank(at)
        elif re.match(r'#*"', text[position:position + 8]):
            blank(end_of_string(position))
        else:
            out.append(text[position])
            position += 1
    return "".join(out)


def imports(code):
    """Yields line number and module of each import, also of several on one line."""
    for number, line in enumerate(code.splitlines(), 1):
        for statement in line.split(";"):
            if found := IMPORT.match(statement):
                yield number, found[1]


def check_imports(targets, bad):
    for name, target in targets.items():
        siblings = set(target.get("target_dependencies", []))
        in_sources = target["path"].split("/")[0] == "Sources"

        if in_sources and name not in FLOORS:
            bad.append(f"Package.swift: {name} has no floor; give it one in {sys.argv[0]}")
        for sibling in sorted(siblings):
            if in_sources and FLOORS.get(sibling, 99) >= FLOORS.get(name, 99):
                bad.append(f"Package.swift: {name} may not depend on {sibling}: "
                           "arrows point to a lower floor")
        for package in target.get("product_dependencies", []) if FLOORS.get(name, 99) < 2 else []:
            bad.append(f"Package.swift: {name} depends on the package product {package}; "
                       "floors 0 and 1 depend on no package")

        for source in target["sources"]:
            path = pathlib.Path(target["path"], source)
            if path.suffix != ".swift":
                continue
            for line, module in imports(code_only(path.read_text())):
                if module in targets and module not in siblings | {name}:
                    bad.append(f"{path}:{line}: {name} imports {module} without declaring it")
                elif name in ONLY and module not in ONLY[name]:
                    bad.append(f"{path}:{line}: {name} may not import {module}; "
                               f"it may import {', '.join(sorted(ONLY[name])) or 'nothing'}")


def check_unsafe(paths, bad):
    """Returns how often each unchecked promise is made."""
    counts = {"@unchecked Sendable": 0, "nonisolated(unsafe)": 0}
    for path in paths:
        text = path.read_text()
        lines = text.splitlines()
        for number, line in enumerate(code_only(text).splitlines()):
            for found in UNSAFE.findall(line):
                word = next(word for word in counts if found[:4] == word[:4])
                counts[word] += 1
                if number == 0 or not lines[number - 1].lstrip().startswith("//"):
                    bad.append(f"{path}:{number + 1}: {word} needs a comment on the line above "
                               "that says which lock or rule makes it true")
    return counts


def check_names(files, targets, bad):
    seen = {}
    for file in files:
        for name in [file, *file.parents]:
            seen.setdefault(str(name).lower(), set()).add(str(name))
    for target in targets:
        seen.setdefault("target " + target.lower(), set()).add(target)
    for names in seen.values():
        if len(names) > 1:
            bad.append(" and ".join(sorted(names)) + " differ by case only")


DECLARED = re.compile(
    r"^(?:(?:@\w+(?:\([^)]*\))?|public|package|internal|fileprivate|private|final|open|indirect)\s+)*"
    r"(?:struct|class|enum|protocol|actor|typealias|extension|func)\s+"
    r"(?:Unsafe\w*Pointer<|Unmanaged<)?([\w.]+)", re.MULTILINE
)


def check_rooms(files, sources, bad):
    """A file is found by what is in it, and its tests where it is."""
    for path in sources:
        name = path.stem.split("+")[0]
        declared = DECLARED.findall(code_only(path.read_text()))
        if name.lower() not in {found.split(".")[-1].lower() for found in declared}:
            bad.append(f"{path}: nothing in it is called {name}; name it after what is in it")
    for path in files:
        if path.suffix == ".swift" and str(path).startswith(MORTISE_TESTS):
            room = path.parent.relative_to(MORTISE_TESTS)
            if room.name in ("Fixtures", "Model"):
                room = room.parent
            if (room.parts and room.parts[0] not in OTHER_TESTS
                    and not pathlib.Path("Sources/Mortise", room).is_dir()):
                bad.append(f"{path}: Sources/Mortise has no {room}; put it where what it tests is")


def check_readme(bad):
    readme = pathlib.Path("README.md")
    if not readme.exists():
        bad.append("README.md is missing")
    elif (count := len(readme.read_text().splitlines())) > README_LINES:
        bad.append(f"README.md has {count} lines, {README_LINES} at most; "
                   "the rest belongs in the documentation")


def check_citations(files, bad):
    """Each cited rule has a row in Design/Rules.md; each cited file and design record is here."""
    rules = pathlib.Path("Design/Rules.md")
    rows = re.findall(r"^\| (\w-\d+) \|", rules.read_text(), re.M) if rules.exists() else []
    paths = {str(path) for file in files for path in [file, *file.parents]}
    names = {file.name for file in files} | NO_FILE
    records = {file.name[:4] for file in files if file.parent.name == "Design"}

    def is_here(cited, file):
        beside = os.path.normpath(file.parent / cited)
        return cited in names or cited in paths or beside in paths

    def cites(file, line):
        yield from MARKDOWN.findall(line)
        if file.suffix in (".md", ".swift"):
            yield from PLACE.findall(line)

    for file in files:
        try:
            lines = file.read_text().splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            numbers = RECORD.findall(line)
            if file.parent.name == "Design":
                numbers += RECORD_NUMBER.findall(line)
            for what in ([f"{rule}, which has no row in {rules}"
                          for rule in RULE.findall(line) if rule not in rows]
                         + [f"{cited}, which is not here"
                            for cited in cites(file, line) if not is_here(cited, file)]
                         + [f"design record {record}, which is not here"
                            for record in numbers if record not in records]):
                bad.append(f"{file}:{number} cites {what}")


def check_numbers(files, bad):
    """Maintainers read the numbers of rules: in `//`, tests and Design. Users read what a rule says."""
    for file in files:
        if file.parts[0] not in ("Sources", "Snippets") and file.name != "README.md":
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if rule := RULE.search(re.sub(r"(?<!\S)//(?!/).*", "", line)):
                bad.append(f"{file}:{number} tells users {rule[0]}; say what the rule says")


def check_licence(files, bad):
    """The first line says it; in a manifest the second, because the first has the tools version."""
    for file in files:
        if file.suffix == ".swift" and LICENCE not in file.read_text().splitlines()[:2]:
            bad.append(f"{file} does not begin with `{LICENCE}`")


def check_workflows(files, products, bad):
    """What GitHub and the Swift Package Index read, which nothing here runs."""
    try:
        import yaml
    except ImportError:  # It does not come with Python.
        yaml = None
        print("floors: warning: PyYAML is not installed, so no YAML was parsed")
    makefile = pathlib.Path("Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.M))

    for file in files:
        if file.parts[0] != ".github" and str(file) != ".spi.yml" or file.suffix != ".yml":
            continue
        text = file.read_text()
        if yaml:
            try:
                yaml.safe_load(text)
            except yaml.YAMLError as error:
                bad.append(f"{file} does not parse: {' '.join(str(error).split())}")
        for target in " ".join(MAKE.findall(text)).split():
            if target not in targets:
                bad.append(f"{file} runs `make {target}`, which is not there")
        for action in USES.findall(text):
            if not re.search(r"^\./|@[0-9a-f]{40}$", action):
                bad.append(f"{file} uses {action}, which is not pinned by a hash")

    index = pathlib.Path(".spi.yml")
    listed = re.findall(r"^ *- (\w+)$", index.read_text(), re.M) if index.exists() else []
    for product in products:
        if "library" in product["type"] and product["name"] not in listed:
            bad.append(f"{index} does not list {product['name']}")


def long_files(paths):
    for path in paths:
        lines = path.read_text().splitlines()
        if len(lines) > SOURCE_LINES and not any(l.startswith("// Long: ") for l in lines):
            yield (f"{path} has {len(lines)} lines; look for a seam, "
                   "or say why not in a line that starts with `// Long: `")


def check_size(sources, bad):
    """Returns how many lines of code the library has: without comments and blank ones."""
    count = sum(bool(line.strip())
                for path in sources if str(path).startswith(LIBRARY)
                for line in code_only(path.read_text()).splitlines())
    if count > LIBRARY_LINES:
        bad.append(f"{LIBRARY} has {count} lines of code, {LIBRARY_LINES} at most; "
                   "make something simpler, or say why the limit has to grow")
    return count


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def add_behind_traits(targets):
    """Adds the targets that others need with a trait only, which SwiftPM does not describe."""
    for declared in json.loads(output("swift", "package", "dump-package"))["targets"]:
        needed = targets[declared["name"]].setdefault("target_dependencies", [])
        needed += [d["target"][0] for d in declared["dependencies"] if "target" in d and d["target"][0] not in needed]


def main():
    described = json.loads(output("swift", "package", "describe", "--type", "json"))
    targets = {target["name"]: target for target in described["targets"]}
    add_behind_traits(targets)
    listed = output("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    files = [pathlib.Path(name) for name in sorted(set(listed.split("\0"))) if name]
    sources = [f for f in files
               if f.parts[0] == "Sources" and f.suffix == ".swift" and f.exists()]

    bad = []
    check_imports(targets, bad)
    counts = check_unsafe(sources, bad)
    check_names(files, targets, bad)
    check_rooms(files, sources, bad)
    check_readme(bad)
    check_citations([f for f in files if f.is_file()], bad)
    check_numbers([f for f in files if f.is_file()], bad)
    check_licence([f for f in files if f.exists()], bad)
    check_workflows([f for f in files if f.exists()], described["products"], bad)
    size = check_size(sources, bad)

    for warning in long_files(sources):
        print(f"floors: warning: {warning}")
    for mistake in bad:
        print(f"floors: error: {mistake}")
    print(f"floors: {len(targets)} targets, {len(sources)} source files, "
          + ", ".join(f"{count} {word}" for word, count in counts.items())
          + f"; {size} lines of code in {LIBRARY}")
    if not sources:
        sys.exit("floors: no source file was found, so nothing was checked")
    if bad:
        sys.exit(1)


if __name__ == "__main__":
    main()
