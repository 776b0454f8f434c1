#!/usr/bin/env python3
"""Demands that no public top-level name of ours is taken where a program uses us.

Type-checks the programs of Tests/Names, which import us beside what servers, apps and tests import. Then compares
our names with those of the modules below and with the names of modules themselves: a program does not notice that
a type of the standard library is hidden, but its reader does.

ALLOWED says which names are taken all the same, and why: a vocabulary has those of its original. Which ones Mortise
has as well is listed on the vocabulary's page about migrating, and the list must be complete.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PACKAGE = pathlib.Path("Tests/Names")
OWN = ["Mortise", "MortiseGraph", "MortiseTesting"]
VOCABULARIES = {
    "MortiseDip": "Sources/MortiseDip/MortiseDip.docc/Migrating-from-Dip.md",
    "MortiseEasyDi": "Sources/MortiseEasyDi/MortiseEasyDi.docc/Migrating-from-EasyDi.md",
    "MortiseInjector":
        "Sources/MortiseInjector/MortiseInjector.docc/Migrating-from-swift-dependency-injector.md",
}

# With what they export themselves.
NEIGHBOURS = """
    Swift _Concurrency _StringProcessing Distributed RegexBuilder
    Foundation FoundationEssentials FoundationInternationalization FoundationNetworking Dispatch
    Observation Synchronization Testing XCTest
    Logging CoreMetrics Tracing NIOCore NIOPosix NIOEmbedded
    Hummingbird HummingbirdCore HTTPTypes ServiceLifecycle
    SwiftUINames UIKitNames
""".split()

# Modules that are not on every machine.
MODULES = """
    AppKit Combine CoreData CoreGraphics CryptoKit Darwin Dip DipUI EasyDi Factory Foundation Metrics NIO Network
    ObjectiveC OSLog StoreKit Swinject SwiftData SwiftDependencyInjector SwiftUI System Tracing UIKit WatchKit XCTest
    swift_dependency_injector
""".split()

# Names that are taken, by whom, and why they stay.
ALLOWED = {
    ("Mortise", "Resolver", "NIOPosix"):
        "it is the field's word, and closures seldom write it; NIO's is for who looks up hosts another way",
    ("MortiseDip", "Dip", "a module"): "Dip.Injected is the spelling where Dip is the module",
    ("MortiseDip", "Resolvable", "Distributed"): "Distributed's is a macro; only an attribute means it",
}

KINDS = ["class", "struct", "enum", "actor", "protocol", "typealias", "func", "var", "macro"]
AMBIGUOUS = re.compile(r"error: '(\w+)' is ambiguous for type lookup")
KEPT_FLAGS = ["-I", "-F", "-Xcc", "-sdk", "-target", "-swift-version", "-module-name", "-package-name",
              "-plugin-path", "-enable-upcoming-feature"]

failures = []


def fail(text):
    failures.append(text)


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def prepare():
    """Makes the modules of Tests/Names and of all they import, as for an editor: without any function body."""
    built = run("swift", "build", "--package-path", str(PACKAGE),
                "--experimental-prepare-for-indexing", "--experimental-prepare-for-indexing-no-lazy")
    if built.returncode != 0:
        sys.exit(built.stdout + "names: the modules cannot be made, nothing was checked")


def programs():
    """Returns the flags that each target is compiled with, by its name."""
    found = {}
    manifest = (PACKAGE / ".build" / "debug.yaml").read_text()
    for match in re.finditer(r'"-module-name","(\w+)".*', manifest):
        sources = PACKAGE / "Sources" / match[1]
        if match[1] in found or not sources.is_dir():
            continue
        line = match[0][:match[0].rindex("]")]
        arguments = iter(json.loads(f"[{line}]"))
        flags = []
        for argument in arguments:
            if argument in KEPT_FLAGS:
                flags += [argument, next(arguments)]
        found[match[1]] = flags
    folders = {folder.name for folder in (PACKAGE / "Sources").iterdir()}
    if folders != set(found):
        sys.exit(f"names: no flags found for {', '.join(sorted(folders - set(found)))}")
    return found


def check_program(name, flags):
    sources = sorted(str(file) for file in (PACKAGE / "Sources" / name).glob("*.swift"))
    checked = run("swiftc", "-typecheck", "-parse-as-library", *flags, *sources)
    return f"{name} does not compile\n{checked.stdout}" if checked.returncode != 0 else None


def names_of(module, flags, folder):
    """Returns the public top-level names of a module."""
    wanted = {"-I", "-F", "-Xcc", "-sdk", "-target"}
    pairs = [pair for pair in zip(flags[::2], flags[1::2]) if pair[0] in wanted]
    graphs = pathlib.Path(folder) / module
    graphs.mkdir()
    extracted = run("swift", "symbolgraph-extract", "-module-name", module, "-output-dir", str(graphs),
                    "-minimum-access-level", "public", "-skip-synthesized-members",
                    *[word for pair in pairs for word in pair])
    names = set()
    for graph in graphs.glob("*.symbols.json"):
        for symbol in json.loads(graph.read_text())["symbols"]:
            path, kind = symbol["pathComponents"], symbol["kind"]["identifier"]
            if len(path) == 1 and kind.removeprefix("swift.") in KINDS:
                names.add(re.sub(r"\(.*", "", path[0]))
    if extracted.returncode != 0 or not names:
        sys.exit(extracted.stdout + f"names: the names of {module} cannot be read")
    return names


def modules():
    """Returns the names of all modules that are here, and of those that are elsewhere."""
    library = pathlib.Path(json.loads(run("swiftc", "-print-target-info").stdout)
                           ["paths"]["runtimeLibraryPaths"][0])
    here = {path.stem for path in library.glob("*.swiftmodule")}
    here |= {path.stem for path in (PACKAGE / ".build/debug/Modules").glob("*.swiftmodule")}
    return here | set(MODULES)


def ambiguous(names, imports, flags, folder):
    """Returns those of the names that the compiler cannot tell apart where all modules are imported."""
    lines = [f"import {module}" for module in imports]
    lines += [f"typealias Name{number} = {name}" for number, name in enumerate(sorted(names))]
    sample = pathlib.Path(folder) / "Unqualified.swift"
    sample.write_text("\n".join(lines) + "\n")
    return set(AMBIGUOUS.findall(run("swiftc", "-typecheck", *flags, str(sample)).stdout))


def check_page(vocabulary, ours, flags, folder):
    """Compares the table on the page about migrating with the names that must be qualified."""
    page = pathlib.Path(VOCABULARIES[vocabulary])
    others = {name: module for module in reversed(OWN) for name in ours[module]}
    shared = {name: others[name] for name in ours[vocabulary] & set(others)}
    if ambiguous(ours[vocabulary], [vocabulary, *OWN], flags, folder) != set(shared):
        fail(f"{vocabulary}: the compiler finds other names ambiguous than {', '.join(sorted(shared))}")
    rows = {match[1]: (match[2], match[3]) for match in re.finditer(
        rf"^\| `(\w+)` \| `({vocabulary}\.\w+)` \| `(\w+\.\w+)` \|$", page.read_text(), re.MULTILINE)}
    wanted = {name: (f"{vocabulary}.{name}", f"{module}.{name}") for name, module in shared.items()}
    for name in sorted(wanted.keys() | rows.keys()):
        if name not in rows:
            fail(f"{page}: the table lacks | `{name}` | `{wanted[name][0]}` | `{wanted[name][1]}` |")
        elif rows[name] != wanted.get(name):
            fail(f"{page}: {name} need not be qualified so: `{'`, `'.join(rows[name])}`")
    program = (PACKAGE / "Sources" / (vocabulary.removeprefix("Mortise") + "BesideMortise"))
    text = "".join(file.read_text() for file in sorted(program.glob("*.swift")))
    for spelling in sorted(spelling for pair in wanted.values() for spelling in pair):
        if not re.search(rf"\b{re.escape(spelling)}\b", text):
            fail(f"{program}: does not write {spelling}")


def check_taken(ours, taken):
    clashes = set()
    for module, own in ours.items():
        for name in own:
            clashes |= {(module, name, owner) for owner, names in taken.items() if name in names}
    for module, name, owner in sorted(clashes - ALLOWED.keys()):
        fail(f"{module}.{name} clashes with {owner}")
    for module, name, owner in sorted(ALLOWED.keys() - clashes):
        fail(f"{module}.{name} does not clash with {owner} and need not be allowed")


def main():
    prepare()
    targets = programs()
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        texts = [pool.submit(check_program, name, flags) for name, flags in targets.items()]
        flags = targets["MortiseProgram"]
        names = {module: pool.submit(names_of, module, flags, folder)
                 for module in [*OWN, *VOCABULARIES, *NEIGHBOURS]}
        for text in texts:
            if text.result():
                fail(text.result())
        ours = {module: names[module].result() for module in [*OWN, *VOCABULARIES]}
        taken = {module: names[module].result() for module in NEIGHBOURS}
        count = len(set().union(*taken.values()))
        taken["a module"] = modules()
        check_taken(ours, taken)
        for name in ambiguous(set().union(*[ours[module] for module in OWN]), OWN, flags, folder):
            fail(f"two of {', '.join(OWN)} have {name}")
        for vocabulary in VOCABULARIES:
            check_page(vocabulary, ours, flags, folder)
    for text in failures:
        print(f"names: {text}")
    if failures:
        sys.exit(1)
    print(f"names: {len(targets)} programs compile; compared with {count} names, {len(ALLOWED)} clashes allowed")


if __name__ == "__main__":
    main()
