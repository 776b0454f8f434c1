#!/usr/bin/env python3
"""Runs programs, and compares what each request does with what was proven of it.

usage: oracle.py [CORPUS …] [--only NAME] [--keep FOLDER]

Each call site that the proof judges is wrapped in a copy of the sources: the copy notes when the request
begins, and whether it succeeds. Fails when a request that is proven fails by its wiring, or when one that is
wrong succeeds. The corpora:

  single    the programs of one file in Tests/Packages
  programs  the packages in Tests/Programs, run with several arguments, and their tests
  examples  the packages in Examples that are written in Mortise's notation, and their tests
  snippets  the samples of the documentation
  tests     Tests/MortiseTests; only if it is asked for: measured, not run

Needs `make mortise`, and `swift build` for the library.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import built

ROOT = built.ROOT
TOOL = ROOT / ".build/mortise"
CORPORA = ["single", "programs", "examples", "snippets"]
# What each package is run with: the product, and its arguments. Without, only its tests are run.
RUNS = {
    "Tests/Programs/Server": [("Server", arguments.split()) for arguments in [
        "/about /joints /nowhere", "--metrics /about /metrics /joints", "--port 80 --host a /metrics",
        "--port no", "--metrics", "--host"]],
    "Tests/Programs/Features": [("Reader", a.split()) for a in ["", "grain", "--trace joints"]],
    "Tests/Programs/Delegate": [("Notes", a.split()) for a in ["", "--mail"]],
    "Tests/Programs/Shop/App": [("ShopCommand", [])],
    "Examples/ReadingList": [("readinglist", [])],
    "Examples/StarWars": [("starwars", ["Luke Skywalker"]), ("starwars", ["--help"])],
}
# Failures that are no mistake of the wiring.
OTHER_ERRORS = {"factory-threw", "injection-failed", "close-failed", "other"}
# What does not throw where it fails, but reports that.
REPORTING = re.compile(rb"\b(?:updateDependencyKey|getSafe|storyboardInstantiated)\(")
ENGINE = ["Mortise", "MortiseGraph", "MortisePage", "MortiseTesting", "MortiseDip", "MortiseEasyDi", "MortiseInjector"]
PROBE = """
import Foundation
import Mortise

/// Notes what a request did: a line in the file that an environment variable names.
private func oracleNote(_ site: Int, _ what: String) {
    guard let path = ProcessInfo.processInfo.environment["ORACLE"],
        let file = fopen(path, "a")
    else { return }
    fputs("\\(site) \\(what)\\n", file)
    fclose(file)
}

private func oracleNote(_ site: Int, failed error: any Error) {
    // The vocabularies have errors of their own for what is missing.
    let own = ["DipError", "InjectionError"].contains("\\(Swift.type(of: error))") ? "missing-binding" : "other"
    oracleNote(site, "failed \\((error as? ResolutionError).map { "\\($0.code)" } ?? own)")
}

func oracleProbe<Value>(_ site: Int, _ body: () throws -> Value) rethrows -> Value {
    oracleNote(site, "began")
    do {
        let value = try body()
        oracleNote(site, "passed")
        return value
    } catch {
        oracleNote(site, failed: error)
        throw error
    }
}

nonisolated(nonsending) func oracleProbe<Value>(
    _ site: Int, _ body: nonisolated(nonsending) () async throws -> Value
) async rethrows -> Value {
    oracleNote(site, "began")
    do {
        let value = try await body()
        oracleNote(site, "passed")
        return value
    } catch {
        oracleNote(site, failed: error)
        throw error
    }
}

func oracleBegan(_ site: Int) -> Int {
    oracleNote(site, "began")
    return site
}

func oraclePassed<Value>(_ site: Int, _ value: Value) -> Value {
    oracleNote(site, "passed")
    return value
}
"""


class Site:
    """A call site, with its verdict and with what it did when it ran."""

    def __init__(self, number, line, package):
        words = line.rstrip("\n").split("\t")
        self.verdict, self.handled, path, self.line, self.column = words[:5]
        self.start, self.end, self.code, self.reason = int(words[5]), int(words[6]), *words[7:9]
        self.number, self.package = number, package
        self.file = (package / path).resolve()
        self.way = "closure"
        self.done = collections.Counter()
        # The verdict where the tests are read, too, and what it did in them.
        self.verdict_in_tests, self.done_in_tests = self.verdict, collections.Counter()

    def wrapped(self, text, await_):
        """The expression, with what notes how it ends."""
        if self.way == "closure" and b"$" not in text:
            return b"oracleProbe(%d) { try %s%s }" % (self.number, await_, text)
        return b"oraclePassed(oracleBegan(%d), %s)" % (self.number, text)

    def disagreement(self):
        for verdict, done in [(self.verdict, self.done), (self.verdict_in_tests, self.done_in_tests)]:
            if verdict == "proven":
                for what, count in done.items():
                    if what.startswith("failed") and what.split()[1] not in OTHER_ERRORS:
                        return f"proven, but {what} {count} times"
            if verdict == "wrong" and done["passed"]:
                return f"wrong ({self.reason}), but it succeeded {done['passed']} times"
        return None


def run(command, **more):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **more)


def sites_of(package, scratch, tests, first=0):
    found = run([TOOL, "prove", package, "--scratch-path", scratch, "--sites"]
                + (["--tests"] if tests else []))
    if found.returncode != 0:
        return None, found.stderr
    lines = found.stdout.splitlines()
    return [Site(first + n, line, package) for n, line in enumerate(lines)], ""


def wrap(sites, originals):
    """Writes the files of some sites anew, with each site wrapped."""
    by_file = collections.defaultdict(list)
    for site in sites:
        by_file[site.file].append(site)
    for file, own in by_file.items():
        text = originals[file]
        inserted = []
        for site in own:
            end = site.end + 1
            if site.way == "none" or text[site.end:end] not in (b")", b"}") \
                    or text[site.start:site.start + 1] in b"#@" or REPORTING.search(text[site.start:end]):
                site.way = "none"
                continue
            inserted.append((site.start, end, site))
        file.write_bytes(rewritten(text, 0, len(text), inserted))


def rewritten(text, start, end, inserted):
    """The text from `start` to `end`, with the sites in it wrapped, also one inside another."""
    out, at = b"", start
    while True:
        inner = [one for one in inserted if one[0] >= at and one[1] <= end]
        if not inner:
            return out + text[at:end]
        first = min(inner, key=lambda one: (one[0], -one[1]))
        rest = [one for one in inserted if one is not first]
        body = rewritten(text, first[0], first[1], rest)
        out += text[at:first[0]] + first[2].wrapped(body, awaiting(text, first[0], first[1]))
        at, inserted = first[1], [one for one in rest if one[0] >= first[1]]


def awaiting(text, start, end):
    """Whether `await` covers an expression: before it in its statement."""
    line = max(text.rfind(mark, 0, start) for mark in (b"\n\n", b";", b"{", b"}"))
    before = text[line + 1:start].split(b"\n")
    covered = b"\n".join(before[-3:])
    return b"await " if re.search(rb"\bawait\b[^=]*$", covered) else b""


def build_wrapped(sites, compile_):
    """Compiles, and wraps less where the compiler refuses; returns what it says in the end."""
    originals = {site.file: site.file.read_bytes() for site in sites}
    for _ in range(8):
        wrap(sites, originals)
        output = compile_()
        if output is None:
            return None
        bad = set(re.findall(r"^(/[^:\n]+):(\d+):\d+: error:", output, re.M))
        found = False
        for path, line in bad:
            file = pathlib.Path(path).resolve()
            if file not in originals:
                continue
            text = file.read_bytes().split(b"\n")[int(line) - 1]
            numbers = set(map(int, re.findall(rb"oracle(?:Probe|Began)\((\d+)", text)))
            near = [s for s in sites if s.file == file and s.way != "none"
                    and (s.number in numbers or not numbers and abs(int(s.line) - int(line)) < 4)]
            for site in near or [s for s in sites if s.file == file and s.way != "none"]:
                site.way = {"closure": "value", "value": "none"}[site.way]
                found = True
        if not found:
            break
    for file, text in originals.items():
        file.write_bytes(text)
    return output


def note_run(sites, command, notes, of="done"):
    """Runs a program, and reads what its requests did."""
    notes.unlink(missing_ok=True)
    by_number = {site.number: site for site in sites}
    environment = {**os.environ, "ORACLE": str(notes), "SWIFT_BACKTRACE": "enable=no"}
    try:
        result = run(command, env=environment, timeout=120, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None
    open_, wiring = collections.Counter(), False
    for line in notes.read_text().splitlines() if notes.exists() else []:
        number, what = line.split(" ", 1)
        number = int(number)
        if what == "began":
            open_[number] += 1
            continue
        open_[number] -= 1
        wiring = wiring or what.startswith("failed") and what.split()[1] not in OTHER_ERRORS
        getattr(by_number[number], of)[what] += 1
    wiring = wiring or re.search(r"\[[a-z]+(?:-[a-z]+)+\]", result.stderr) is not None
    for number, count in open_.items():
        if count > 0:
            # It says nothing why: another request does, or what the program prints.
            what = "failed unfinished" if wiring else "failed other"
            getattr(by_number[number], of)[what] += count
    return result


class Table:
    """What was found, by corpus."""

    HEAD = ["corpus", "sites", "decided", "proven", "wrong", "may fail", "not proven", "ran", "disagree"]

    def __init__(self):
        self.rows, self.bad, self.undecided = [], [], []

    def add(self, corpus, all_sites):
        count = collections.Counter(site.verdict for site in all_sites)
        bad = [(s, s.disagreement()) for s in all_sites if s.disagreement()]
        # A condition that did decide.
        forced = sum(s.verdict == "may-fail" and (s.done + s.done_in_tests)[f"failed {s.code}"] > 0 for s in all_sites)
        self.rows.append([
            corpus, len(all_sites), count["proven"] + count["wrong"] + forced, count["proven"],
            count["wrong"], count["may-fail"], count["not-proven"],
            sum(bool(s.done or s.done_in_tests) for s in all_sites), len(bad)])
        for site, what in bad:
            self.bad.append(f"{place(site)}: {what}")

    def print(self):
        rows = [self.HEAD] + [[str(cell) for cell in row] for row in self.rows]
        widths = [max(len(row[i]) for row in rows) for i in range(len(self.HEAD))]
        for row in rows:
            print("  ".join(cell.ljust(w) if i == 0 else cell.rjust(w)
                            for i, (cell, w) in enumerate(zip(row, widths))).rstrip())
        for line in self.bad:
            print(f"oracle: {line}")


def place(site):
    """The place in the repository, of which the copy has the same folders."""
    path = str(site.file)
    for mark in ("Tests", "Examples", "Snippets", "Sources"):
        if f"/tree/{mark}/" in path:
            path = path[path.index(f"/tree/{mark}/") + len("/tree/"):]
    return f"{getattr(site, 'shown', path)}:{site.line}:{site.column}"


# Programs of one file

def single(files, folder, table, corpus):
    modules, objects = built.library("oracle", ENGINE)
    flags = ["-swift-version", "6", "-module-name", "App", *modules]
    compiler = shutil.which("swiftc")
    all_sites = []
    for name, file in files:
        package = folder / corpus / name
        (package / ".build/debug/App.build").mkdir(parents=True, exist_ok=True)
        main = package / "main.swift"
        main.write_bytes(file.read_bytes())
        probe = package / "Probe.swift"
        probe.write_text(PROBE)
        (package / ".build/debug/description.json").write_text(json.dumps({
            "swiftTargetScanArgs": {"App": [compiler, *flags, str(main)]},
            "swiftCommands": {"App": {"moduleName": "App", "tempsPath": str(package / ".build/debug/App.build")}},
            "targetDependencyMap": {"App": ["Mortise"]}}))
        (package / ".build/debug/App.build/App.o").write_text("")
        probe.unlink()
        sites, why = sites_of(package, package / ".build", False)
        if sites is None:
            print(f"oracle: {name} is not proven: {why.strip()[:300]}")
            continue
        probe.write_text(PROBE)
        for site in sites:
            site.shown = file.relative_to(ROOT)
        program = package / "program"

        def compile_():
            result = run([compiler, *flags, main, probe, *objects, "-o", program])
            return None if result.returncode == 0 else result.stdout + result.stderr

        if (problem := build_wrapped(sites, compile_)) is not None:
            print(f"oracle: {name} does not compile: {problem.strip()[:600]}")
        else:
            note_run(sites, [program], package / "notes")
        all_sites += sites
    table.add(corpus, all_sites)
    return all_sites


# Packages

def copy_of_the_repository(folder):
    """The repository beside the copies of its packages, which look for it above them."""
    tree = folder / "tree"
    tree.mkdir(parents=True, exist_ok=True)
    listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                 check=True).stdout
    names = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    for name in names:
        source, copy = ROOT / name, tree / name
        if not copy.exists() or copy.read_bytes() != source.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)
    for copy in [p for p in tree.rglob("*") if p.is_file()]:
        if str(copy.relative_to(tree)) not in names and copy.name != "Package.resolved":
            copy.unlink()
    return tree


def package(path, tree, scratch, table):
    """Proves a package, wraps its requests, and runs it and its tests."""
    own = tree / path
    has_tests = (own / "Tests").is_dir()
    build = ["swift", "build", "--package-path", own, "--scratch-path", scratch,
             "--build-system", "native", "--disable-build-manifest-caching"] + (["--build-tests"] if has_tests else [])

    def compile_():
        result = run(build)
        return None if result.returncode == 0 else result.stdout + result.stderr

    if (problem := compile_()) is not None:
        print(f"oracle: {path} does not build: {problem[-600:]}")
        return
    sites, why = sites_of(own, scratch, False)
    if sites is not None and has_tests:
        in_tests, why = sites_of(own, scratch, True, len(sites))
        known = {(s.file, s.start): s for s in sites}
        for site in in_tests or []:
            if (twin := known.get((site.file, site.start))) is not None:
                twin.verdict_in_tests = site.verdict
            else:
                sites.append(site)
    if sites is None:
        print(f"oracle: {path} is not proven: {why.strip()[:300]}")
        return
    folders = {target_folder(site.file) for site in sites}
    for folder in folders:
        (folder / "OracleProbe.swift").write_text(PROBE)
    if (problem := build_wrapped(sites, compile_)) is not None:
        print(f"oracle: {path} does not compile when it is wrapped: {problem[-900:]}")
    else:
        notes = scratch / "notes"
        for product, arguments in RUNS.get(str(path), []):
            note_run(sites, [scratch / "debug" / product, *arguments], notes)
        if has_tests:
            result = note_run(sites, ["swift", "test", "--skip-build", "--package-path", own,
                                      "--scratch-path", scratch, "--build-system", "native"],
                              notes, of="done_in_tests")
            if result is None or result.returncode != 0:
                print(f"oracle: the tests of {path} fail when they are wrapped: "
                      + (result.stdout[-600:] if result else "no end"))
    table.add(path, sites)
    return sites


def target_folder(file):
    """The folder of the target that a file belongs to."""
    parts = file.parts
    at = max(i for i, part in enumerate(parts) if part in ("Sources", "Tests"))
    return pathlib.Path(*parts[:at + 2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", nargs="*", default=CORPORA)
    parser.add_argument("--only", help="the name of one program or package")
    parser.add_argument("--list", action="store_true", help="print what is not decided, and why")
    parser.add_argument("--keep", type=pathlib.Path, default=ROOT / ".build/oracle",
                        help="where the copies are")
    options = parser.parse_args()
    if not TOOL.exists():
        sys.exit("oracle: run `make mortise` first")
    folder = options.keep.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    table = Table()
    sites = []

    def wanted(path):
        return options.only in (None, path.name, str(path))

    if "single" in options.corpora:
        files = [(p.name, p / "main.swift") for p in sorted(built.PACKAGES.iterdir())
                 if (p / "main.swift").exists() and wanted(p)]
        sites += single(files, folder, table, "single")
    if "snippets" in options.corpora:
        files = [(p.stem, p) for p in sorted((ROOT / "Snippets").glob("*.swift"))
                 if options.only in (None, p.stem)]
        sites += single(files, folder, table, "snippets")
    packages = [pathlib.Path(p) for p in RUNS
                if ("programs" if p.startswith("Tests") else "examples") in options.corpora]
    if packages := [p for p in packages if wanted(p)]:
        tree = copy_of_the_repository(folder)
        for path in packages:
            sites += package(path, tree, folder / "build", table) or []
    if "tests" in options.corpora:
        found, why = sites_of(ROOT, ROOT / ".build", True)
        if found is None:
            print(f"oracle: Tests is not proven: {why.strip()[:300]}")
        else:
            table.add("Tests/MortiseTests", [s for s in found if "MortiseTests" in str(s.file)])
    table.print()
    if options.list:
        for site in sites:
            if site.verdict in ("not-proven", "may-fail"):
                print(f"{place(site)}: {site.verdict}: {site.reason} {dict(site.done + site.done_in_tests)}")
    sys.exit(1 if table.bad else 0)


main()
