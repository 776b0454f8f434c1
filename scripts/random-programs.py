#!/usr/bin/env python3
"""Writes random programs, proves them, runs them, and compares.

usage: random-programs.py [--count N] [--seed S] [--only N …] [--kinds NAME …] [--straight | --together] [--called]
                          [--once] [--minimise] [--keep FOLDER] [--list]

Each program is a function that wires containers and requests something from them. It runs once for each
way of answering its flags, which the prover cannot know. Counted as disagreements are a request that is
proven and fails, and one that is wrong and succeeds. The seed is printed first; the same seed gives the
same programs.

The prover does not see who calls the functions, unless `--called` shows it the loop that does. With `--once` it
sees a `switch` that calls one of them, and each run is a process of its own: what is global is touched for the
first time.

With `--straight` the programs have no conditions, so that each request can be proven or found wrong: what is
undecided is counted by its reason. With `--together` they have none either, and combine what the engine can do:
layers, links, forwarded types, lists, tags, arguments. With `--minimise` each disagreement, and each reason, is cut down to the
smallest program that shows it, which takes a minute for each.

Needs `make command`, and `swift build` for the library.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import queue
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import built
import programs as writing

WAYS = 16
TOGETHER = 30  # Programs in a package: what one of them leaves undecided may be the others, too.
CORES = min(2, os.cpu_count() or 1)


class Text:
    """A program as lines, some of which ask for something."""

    def __init__(self, name, lines):
        self.name, self.lines = name, lines

    def is_closed(self):
        """Whether there are as many closing braces as opening ones, outside of texts."""
        code = re.sub(r'"(?:\\.|[^"\\])*"', '""', "\n".join(self.lines))
        return code.count("{") == code.count("}")

    def requests(self):
        """The lines and columns of the requests, from 0, by their numbers."""
        return {int(match[1]): (index, match.start()) for index, line in enumerate(self.lines)
                for match in re.finditer(r"\b(?:mark|ok|okLater)\((\d+)\)", line)}


# What is known of a request: the verdict with its words, and whether it succeeded or failed in some run.
Request = collections.namedtuple("Request", "program number place verdict text outcomes")


class Package:
    """A package of programs, in a folder that is used again."""

    def __init__(self, folder, isCalled, isOnce=False, style=None):
        self.folder, self.isCalled, self.isOnce = folder, isCalled, isOnce
        # Without conditions, nearly nothing asks a flag.
        self.ways = (0, WAYS - 1) if style else range(WAYS)
        self.sources = folder / "Sources/programs"
        self.sources.mkdir(parents=True, exist_ok=True)
        self.refused, self.isProven = {}, False
        (folder / "Package.swift").write_text(built.manifest("programs", "random-programs", version=5))
        (self.sources / "Prelude.swift").write_text(writing.PRELUDE)

    def write(self, programs):
        """Writes the programs, and finds the place of each request."""
        self.places, self.stretches = {}, []
        for old in self.sources.glob("Programs*.swift"):
            old.unlink()
        # Two files, one for each core.
        half = max(1, (len(programs) + 1) // 2)
        for start in range(0, len(programs), half):
            name, lines = f"Programs{start}.swift", ["import Foundation", "import Mortise", ""]
            for program in programs[start:start + half]:
                for number, (index, column) in program.requests().items():
                    self.places[program.name, number] = (name, len(lines) + index + 1, column + 1)
                self.stretches.append((name, len(lines) + 1, len(lines) + len(program.lines), program.name))
                lines += program.lines + [""]
            (self.sources / name).write_text("\n".join(lines))
        table = ", ".join(program.name for program in programs)
        main = writing.MAIN % f"[{table}] as [@Sendable () async throws -> Void]"
        if self.isOnce:
            main = writing.ONCE % "\n".join(f'            case "{program.name}": try await {program.name}()'
                                            for program in programs)
        if self.isCalled or self.isOnce:
            main += "// Mortise\n"
        (self.sources / "Program.swift").write_text(main)

    def build(self, programs):
        """Builds the programs that the compiler takes, and returns them."""
        command = ["swift", "build", "--disable-index-store", "--package-path", str(self.folder)]
        while True:
            self.write(programs)
            build = subprocess.run(command, capture_output=True, text=True)
            if build.returncode == 0:
                return programs
            text = build.stdout + build.stderr
            bad = {}
            for file, line, message in re.findall(r"(Programs\d+\.swift):(\d+):\d+: error: (.*)", text):
                lines = (self.sources / file).read_text().splitlines()
                said = lines[min(int(line), len(lines)) - 1].strip()
                for other, first, last, name in self.stretches:
                    if other == file and first <= int(line) <= last:
                        bad[name] = f"{message}: {said}"
            # What is not closed is found at the end of the file, and what it hides elsewhere.
            bad = bad or {program.name: "braces do not match" for program in programs if not program.is_closed()}
            rest = [program for program in programs if program.name not in bad]
            if len(rest) == len(programs):
                said = re.findall(r".*error: .*", text)
                sys.exit("random-programs: they do not build:\n" + "\n".join(said[:20] or [text[-3000:]]))
            self.refused.update(bad)
            programs = rest

    def verdicts(self):
        """What the prover says, by file and line."""
        # Time that is over is not what is looked for, however much else the machine does.
        command = [built.command("random-programs"), "prove", "--timeout", "600", str(self.folder)]
        proof = subprocess.run(command, capture_output=True, text=True)
        if proof.returncode not in (0, 1, 2):
            sys.exit(f"random-programs: the proof ends with {proof.returncode}: {proof.stderr[:500]}")
        if not self.isProven:
            # Sets have another order in each process: nothing that is said may follow it.
            self.isProven = True
            if subprocess.run(command, capture_output=True, text=True).stdout != proof.stdout:
                sys.exit("random-programs: the same programs are proven differently each time")
        found, lines = {}, proof.stdout.splitlines()
        for index, line in enumerate(lines):
            match = re.match(r"(?:.*/)?(\w+\.swift):(\d+):(\d+): (error|note): \[([a-z-]+)[^\]]*\] (.*)$", line)
            if not match:
                continue
            name, number, column, kind, code, text = match.groups()
            if "which leaves" in text or "This call leads" in text:
                continue
            # What is wrong with a definition that a request brings is no verdict on the request.
            source = (self.sources / name).read_text().splitlines()[int(number) - 1]
            if re.match(r"[\w$.]+?\.(register|decorate|expects|provide)\b", source[int(column) - 1:]):
                continue
            verdict = "handled" if kind == "note" else {"may-fail": "may fail", "not-proven": "undecided"}.get(code, "wrong")
            if code == "not-proven" and "see " in text:
                text = self.cause(text, lines)
            # The request that begins last before it on the line.
            starts = [start for file, line, start in self.places.values() if (file, line) == (name, int(number))]
            start = max((start for start in starts if start <= int(column)), default=None)
            found.setdefault((name, int(number), start), (verdict, f"[{code}] {text}"))
        return found

    def cause(self, text, lines):
        """The reason that is said elsewhere."""
        place = text.split("see ")[-1]
        said = next((line for line in lines if line.startswith(place + ":") and "which leaves" in line), "")
        return said.split("Not proven: ")[-1].split(", which leaves")[0] or text

    def run(self, programs):
        """What each request did: whether it succeeded, and whether it failed, in some run."""
        outcomes = collections.defaultdict(set)
        environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
        first, count = 0, len(programs)
        if self.isOnce:
            for index, program in enumerate(programs):
                for way in self.ways:
                    done = subprocess.run([str(self.folder / ".build/debug/programs"), program.name, str(way),
                                           str(index * WAYS + way)], capture_output=True, text=True, env=environment)
                    self.read(done.stdout.splitlines(), outcomes)
            return outcomes
        while first < count * WAYS:
            done = subprocess.run([str(self.folder / ".build/debug/programs"), str(first)], capture_output=True,
                                  text=True, env=environment)
            output = done.stdout.splitlines()
            last = self.read(output, outcomes)
            # It may have been stopped there: on with the next.
            first = count * WAYS if output[-1:] == ["end"] else (first if last is None else last) + 1
        return outcomes

    @staticmethod
    def read(output, outcomes):
        index, pending = None, collections.Counter()

        def close(isOver=True):
            for number, times in pending.items():
                if times > 0:
                    # A trap is no error of the wiring: an index may be out of range.
                    outcomes[index // WAYS, number].add(False if isOver else "trap")
            pending.clear()

        for line in output:
            kind, _, number = line.partition(" ")
            if kind == "p":
                close()
                index = int(number)
            elif kind == "s":
                pending[int(number)] += 1
            elif kind == "o":
                pending[int(number)] -= 1
                outcomes[index // WAYS, int(number)].add(True)
        close(output[-1:] == ["end"])
        return index


def compare(package, programs):
    """Builds, proves and runs; gives what is known of each request."""
    programs = package.build(programs)
    verdicts, outcomes = package.verdicts(), package.run(programs)
    rows = []
    for index, program in enumerate(programs):
        for number in program.requests():
            place = package.places[program.name, number]
            verdict, text = verdicts.get(place, ("proven", ""))
            rows.append(Request(program, number, "{}:{}:{}".format(*place), verdict, text,
                                outcomes.get((index, number), set())))
    return rows


def compare_all(folder, programs, *options):
    """Compares some programs at a time, as many at once as there are cores."""
    waiting = queue.SimpleQueue()
    for core in range(CORES):
        waiting.put(Package(folder / str(core), *options))

    def batch(start):
        package = waiting.get()
        try:
            return compare(package, programs[start:start + TOGETHER]), package.refused
        finally:
            waiting.put(package)

    with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
        results = list(pool.map(batch, range(0, len(programs), TOGETHER)))
    return [row for rows, _ in results for row in rows], {k: v for _, refused in results for k, v in refused.items()}


def disagreement(request):
    if request.verdict == "proven" and False in request.outcomes:
        return "proven, but fails"
    if request.verdict == "wrong" and True in request.outcomes:
        return "wrong, but succeeds"
    return None


def reason(text):
    """A reason without what is particular to a program."""
    text = re.sub(r"`[^`]*`", "`…`", re.sub(r"\([\w/]+\.swift:\d+\)", "", text))
    return re.sub(r"\b(p\d+\w*|[a-z]+\d+(?:_\d+)?|\w+\.swift:[\d:]+)\b", "…", text).strip()


# Cutting down

def ranges(lines):
    """The stretches of lines without which braces still match, long ones first."""
    found = []
    for first in range(len(lines)):
        depth = 0
        for last in range(first, len(lines)):
            line = re.sub(r'"(?:\\.|[^"\\])*"', '""', lines[last])
            depth += line.count("{") - line.count("}")
            lowest = depth if line.strip().startswith("}") or depth < 0 else 0
            if depth < 0 and not lines[first].strip().startswith("}"):
                break
            if depth == 0 and lowest >= 0:
                found.append((first, last))
                if last - first > 12:
                    break
    return sorted(set(found), key=lambda pair: pair[0] - pair[1])


def unwrapped(lines):
    """The programs in which one block is its contents."""
    for first, line in enumerate(lines):
        if not line.rstrip().endswith("{") or line.startswith("func p"):
            continue
        depth = 0
        for last in range(first, len(lines)):
            depth += lines[last].count("{") - lines[last].count("}")
            if depth == 0:
                if last > first and lines[last].strip() == "}":
                    yield lines[:first] + lines[first + 1:last] + lines[last + 1:]
                break


def simpler(lines):
    """The programs in which one expression is simpler."""
    rules = [(r" && flag\(\d\)", ""), (r" \|\| flag\(\d\)", ""), (r"flag\(\d\) (?:&&|\|\|) ", ""), (r"!flag", "flag"),
             (r"count\(\d\) [=>]+ \d", "flag(0)"), (r"mode\(\d\) == \.\w+", "flag(0)"), (r"!?\b\w+\d+_\d+\b(?= [{?])", "flag(0)"),
             (r"flag\(\d\)", "true"), (r"flag\(\d\)", "false"), (r"\.(contributing|forAnyTag|replacing)\(\)$", ""),
             (r"\.(onClose|didResolve|implements\(\(any Face\)\.self\)) \{[^}]*\}", ""),
             (r"register\(\.\w+\)", "register"), (r"register\(\.\w+, ", "register("), (r"let made\w+ = ", "")]
    for index, line in enumerate(lines):
        for pattern, new in rules:
            changed = re.sub(pattern, new, line, count=1)
            if changed != line:
                yield lines[:index] + [changed] + lines[index + 1:]


def minimise(package, request, kind):
    """Cuts a program down to what still shows the same of a request."""
    asked = re.compile(rf"\b(?:mark|ok|okLater)\({request.number}\)")

    def shows(other):
        if other.number != request.number:
            return False
        if kind in ("proven, but fails", "wrong, but succeeds"):
            return disagreement(other) == kind
        return other.verdict == kind and reason(other.text) == reason(request.text) and other.outcomes

    def kept(candidates):
        """Those of some programs that show it."""
        header = f"func {request.program.name}() async throws {{"
        candidates = [lines for lines in candidates if any(asked.search(line) for line in lines)
                      and header in lines and lines[-1] == "}"][:100]
        texts = [Text(f"p{index:05}", [line.replace(request.program.name, f"p{index:05}")
                                       .replace(f"{request.program.name[1:]}_", f"{index:05}_") for line in lines])
                 for index, lines in enumerate(candidates)]
        try:
            return [candidates[int(row.program.name[1:])] for row in compare(package, texts) if shows(row)]
        except SystemExit:
            return []

    def size(lines):
        return len(lines), sum(map(len, lines))

    best, deadline = request.program.lines, time.time() + 180
    while time.time() < deadline:
        pairs = ranges(best)
        made = [best[:first] + best[last + 1:] for first, last in pairs]
        cuts = {id(lines): pair for lines, pair in zip(made, pairs)}
        smaller = kept(made + list(unwrapped(best)) + list(simpler(best)))
        if not smaller:
            break
        # What can be left out alone can often be left out together.
        lone = [cuts[id(lines)] for lines in smaller if id(lines) in cuts]
        together = []
        for part in (1, 2, 3, 4):
            for first in range(part):
                gone = {index for pair in lone[first::part] for index in range(pair[0], pair[1] + 1)}
                together.append([line for index, line in enumerate(best) if index not in gone])
        best = min(smaller + kept(together), key=size)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--only", type=int, nargs="+", help="the numbers of the programs to write, of all")
    parser.add_argument("--kinds", nargs="+", choices=list(writing.KINDS), help="the kinds of statements to write more of")
    style = parser.add_mutually_exclusive_group()
    style.add_argument("--straight", dest="style", action="store_const", const="straight", help="programs without conditions")
    style.add_argument("--together", dest="style", action="store_const", const="together",
                       help="programs without conditions that combine what the engine can do")
    parser.add_argument("--called", action="store_true", help="the prover sees the loop that calls the programs")
    parser.add_argument("--once", action="store_true", help="the prover sees that a program is called once")
    parser.add_argument("--minimise", action="store_true", help="print the smallest program for each disagreement")
    parser.add_argument("--keep", type=pathlib.Path, help="where to leave the packages")
    parser.add_argument("--list", action="store_true", help="print each request")
    options = parser.parse_args()
    print(f"random-programs: seed {options.seed}", flush=True)
    begun = time.time()
    programs = [Text(p.name, p.text().split("\n"))
                for p in (writing.program(n, options.seed, options.style, options.kinds) for n in options.only or range(options.count))]
    folder = options.keep or pathlib.Path(tempfile.mkdtemp())
    requests, refused = compare_all(folder, programs, options.called, options.once, options.style)

    counts, bad, undecided = collections.Counter(), [], {}
    for request in requests:
        verdict, outcomes, place = request.verdict, request.outcomes, f"{request.program.name} {request.place}"
        counts[verdict] += 1
        counts["never reached"] += not outcomes
        if outcomes == {True} and verdict != "proven":
            counts["always succeeds, " + verdict] += 1
        if outcomes == {False} and verdict != "wrong":
            counts["always fails, " + verdict] += 1
        if kind := disagreement(request):
            bad.append((request, kind))
            said = request.program.lines[request.program.requests()[request.number][0]].strip()
            print(f"random-programs: {kind}: {place} {request.text}: {said}")
        elif outcomes and verdict in (("undecided", "may fail") if options.style else ("undecided",)):
            undecided.setdefault(reason(request.text), []).append(request)
        if options.list:
            print(f"{place} {sorted(map(str, outcomes))} {verdict} {request.text}")
    for why, cases in sorted(undecided.items(), key=lambda pair: -len(pair[1])):
        print(f"random-programs: {len(cases)} undecided: {why}: {cases[0].program.name} {cases[0].place}")
    for name, message in sorted(refused.items()):
        print(f"random-programs: {name} does not compile: {message}")
    print("random-programs: " + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()) if count))
    print(f"random-programs: {len(programs)} programs, {len(requests)} requests, {len(refused)} do not compile, "
          f"{len(bad)} disagreements ({time.time() - begun:.0f} s)", flush=True)
    if options.minimise:
        cases = list(bad)
        if options.style:
            most = sorted(undecided.values(), key=len, reverse=True)[:20]
            cases += [(found[0], found[0].verdict) for found in most]
        scratch = Package(folder / "smaller", options.called, options.once, options.style)
        for request, kind in cases:
            print(f"\n// {kind} {request.text} (request {request.number} of {request.program.name}, "
                  f"seed {options.seed})")
            print("\n".join(minimise(scratch, request, kind)), flush=True)
    if not options.keep:
        shutil.rmtree(folder)
    sys.exit(1 if bad or refused else 0)


if __name__ == "__main__":
    main()
