#!/usr/bin/env python3
"""Gives the command what no compiler prints, and sees that it neither proves nor crashes.

usage: fuzz.py [--seconds N] [--seed S]

A few programs of Tests/Packages, all of whose requests succeed, become packages that SwiftPM builds. What the
compiler, its driver and the demangler print of them is kept, and in each round given back altered: cut, with
other bytes, with other values, of another kind, of another program, or with a failure. What must not be proven
must end with 2 or 3; nothing may end with a signal, or go on. The seed is printed first.

Needs `make command`, which builds it, and `swift build` for the library.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

import built

PROGRAMS = ["ListOfContributions", "ModuleThatStoresDefinitions", "OverlayReplaces", "ScopedAskedAtTheRootRight"]
CORES = min(2, os.cpu_count() or 1)
LIMIT = 60  # Seconds that a round may take.

# Stands in for the compiler and for the demangler. Prints what is in a file, and fails as another says.
STAND_IN = """#!/bin/sh
here=$(dirname "$0")
case "$*" in
*-dump-ast*) name=dump ;;
*-###*) name=driver ;;
*) name=names; cat >/dev/null ;;
esac
cat "$here/$name"
[ -f "$here/$name.errors" ] && cat "$here/$name.errors" >&2
exit "$(cat "$here/$name.status")"
"""

# The same, but it asks the real one, and keeps what that prints.
RECORDER = """#!/bin/sh
here=$(dirname "$0")
case "$*" in
*-dump-ast*) {tools}/swift-frontend "$@" | tee "$here/dump" ;;
*-###*) {tools}/swiftc "$@" | sed "s|^ *[^ ]*|$here/swiftc|" | tee "$here/driver" ;;
*) {tools}/swift-demangle "$@" | tee "$here/names" ;;
esac
"""


class Place:
    """A package that was built, and what stands in for the compiler there."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        self.tools = folder / ".build/tools"
        self.description = folder / ".build/debug/description.json"
        sources = folder / "Sources/App"
        sources.mkdir(parents=True)
        shutil.copy(built.PACKAGES / name / "main.swift", sources)
        (folder / "Package.swift").write_text(built.manifest("App", "fuzz"))
        subprocess.run(["swift", "build", "--package-path", str(folder)], check=True, capture_output=True)
        description = json.loads(self.description.read_text())
        command = description["swiftTargetScanArgs"]["App"]
        real = pathlib.Path(command[0]).parent
        command[0] = str(self.tools / "swiftc")
        self.write(self.description, json.dumps(description))
        self.tools.mkdir()
        self.write_tools(RECORDER.format(tools=real))
        done = self.prove()
        if done.returncode != 0:
            sys.exit(f"fuzz: {name} is not proven: {done.stdout}{done.stderr}")
        self.said = {kind: (self.tools / kind).read_bytes() for kind in ("driver", "dump", "names")}
        self.said["description"] = self.description.read_bytes()
        self.write_tools(STAND_IN)
        self.restore()
        if self.prove().stdout != done.stdout:
            sys.exit(f"fuzz: what stands in for the compiler is not understood: {self.prove()}")

    def write_tools(self, text):
        for name in ("swiftc", "swift-demangle"):
            (self.tools / name).write_text(text)
            (self.tools / name).chmod(0o755)

    @staticmethod
    def write(path, data):
        """Writes a file without making it newer."""
        before = path.stat() if path.exists() else None
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        if before:
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    def restore(self):
        for name in ("driver", "dump", "names"):
            (self.tools / name).write_bytes(self.said[name])
            (self.tools / f"{name}.status").write_text("0")
            (self.tools / f"{name}.errors").unlink(missing_ok=True)
        self.write(self.description, self.said["description"])

    def prove(self):
        return subprocess.run([built.command("fuzz"), "prove", str(self.folder)], capture_output=True, text=True,
                              errors="replace", timeout=LIMIT)


# What is done to the files. Each returns the texts by kind, and whether it must not be proven.

def cut(chance, said):
    kind = chance.choice(["dump", "dump", "dump", "names", "driver", "description"])
    text = said[kind].rstrip()
    # Who stands in for the compiler answers the same, whatever it is asked.
    return {kind: text[:chance.randrange(len(text))]}, kind != "driver"


def flipped(chance, said):
    kind = chance.choice(["dump", "dump", "names", "driver", "description"])
    text = bytearray(said[kind])
    for _ in range(chance.choice([1, 8, 64])):
        text[chance.randrange(len(text))] ^= 1 << chance.randrange(8)
    return {kind: bytes(text)}, False


def foreign(chance, said):
    kind = chance.choice(["dump", "description", "names"])
    text = chance.choice(["", "{}", "[]", "null", "0", '"text"', "{}{}", '{"_kind":"source_file"}', "not JSON", "\0",
                          '{"_kind":"brace_stmt","items":[]}', "[" * 100_000, '{"items":' * 5_000, "\xff\xfe",
                          said["description"].decode() if kind != "description" else said["dump"].decode()])
    return {kind: text.encode("utf-8", "surrogateescape") if "\xff" not in text else b"\xff\xfe"}, True


def doubled(chance, said):
    """Two trees of one file."""
    return {"dump": said["dump"] + said["dump"]}, True


def failing(chance, said):
    """Everything as it should be, but for the exit status."""
    kind = chance.choice(["dump", "driver", "names"])
    return {f"{kind}.status": str(chance.choice([1, 2, 139, 255])).encode(),
            f"{kind}.errors": chance.choice([b"", b"main.swift:1:1: error: planted\n", b"\xff" * 1000])}, True


def silent(chance, said):
    kind = chance.choice(["dump", "driver", "names", "description"])
    return {kind: b""}, True


def nodes(value):
    """All objects and lists in some JSON, outer ones first."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, (dict, list)):
            yield value
            waiting += list(value.values() if isinstance(value, dict) else value)


def altered(chance, said):
    """Other values in a tree, or in the description of the build, that is JSON still."""
    kind = chance.choice(["dump", "dump", "dump", "description"])
    root = json.loads(said[kind])
    for _ in range(chance.choice([1, 1, 3, 20])):
        all_nodes = [node for node in nodes(root) if node]
        node = chance.choice(all_nodes)
        key = chance.choice(list(node) if isinstance(node, dict) else range(len(node)))
        other = chance.choice(all_nodes)
        draw = chance.randrange(6)
        if draw == 0:
            del node[key]
        elif draw == 1:
            node[key] = chance.choice([None, True, 0, -1, 1 << 62, 0.5, "", "text", "$s", [], {}, [[]], {"_kind": "x"}])
        elif draw == 2:
            node[key] = json.loads(json.dumps(other))
        elif draw == 3 and isinstance(node, list):
            node.append(json.loads(json.dumps(other)))
        elif draw == 4 and isinstance(node, list):
            chance.shuffle(node)
        elif isinstance(node[key], str) and node[key]:
            text = node[key]
            at = chance.randrange(len(text))
            node[key] = text[:at] + chance.choice(["", "x", "\U0001F600", text]) + text[at + 1:]
    return {kind: json.dumps(root).encode()}, False


def other_kind(chance, said):
    """A node around a request is of a kind that nobody knows."""
    root = json.loads(said["dump"])

    def path(node, above):
        if isinstance(node, dict):
            if node.get("base_name") == "resolve" and "Container" in str(node.get("decl_usr", "")):
                found.append(above + [node])
            for value in node.values():
                path(value, above + [node])
        elif isinstance(node, list):
            for value in node:
                path(value, above)

    found = []
    path(root, [])
    node = chance.choice(chance.choice(found)[1:])
    if not str(node.get("_kind", "")).endswith(("_expr", "_stmt", "_decl")):
        return {"dump": b""}, True
    said["what"] = node["_kind"]
    node["_kind"] = "planted" + node["_kind"][-5:]
    return {"dump": json.dumps(root).encode()}, True


def without_tools(chance, said):
    """There is no compiler there, or no demangler."""
    return {chance.choice(["swiftc", "swift-demangle"]): None}, True


KINDS = [cut] * 4 + [flipped] * 4 + [altered] * 6 + [other_kind] * 4 + [foreign] * 2 + [
    doubled, failing, silent, without_tools]


def play(place, seed):
    """Plays a round, and returns what was done, how it ended, and what is wrong with that."""
    chance = random.Random(seed)
    kind = chance.choice(KINDS)
    said = dict(place.said)
    changes, must_fail = kind(chance, said)
    what = f"{kind.__name__} {said.get('what') or ', '.join(changes)}"
    place.restore()
    place.write_tools(STAND_IN)
    for name, data in changes.items():
        path = place.description if name == "description" else place.tools / name
        if data is None:
            path.unlink()
        else:
            place.write(path, data)
    if all(place.said.get(name) == data for name, data in changes.items()):
        must_fail = False
    begun = time.time()
    try:
        done = place.prove()
    except subprocess.TimeoutExpired:
        return what, None, f"goes on for {LIMIT} s"
    took = time.time() - begun
    wrong = None
    if done.returncode not in (0, 1, 2, 3):
        wrong = f"ends with {done.returncode}: {done.stderr[-300:]}"
    elif must_fail and done.returncode not in (2, 3):
        wrong = f"ends with {done.returncode}: {done.stdout[-300:]}"
    elif done.returncode == 3 and not done.stderr:
        wrong = "could not run, and says nothing"
    elif took > LIMIT / 2:
        wrong = f"takes {took:.0f} s"
    return what, done.returncode, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--round", help="plays only that one, as it was printed")
    parser.add_argument("--keep", type=pathlib.Path, help="where to leave the packages")
    options = parser.parse_args()
    print(f"fuzz: seed {options.seed}", flush=True)
    folder = options.keep or pathlib.Path(tempfile.mkdtemp())
    with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
        places = list(pool.map(lambda name: Place(folder / name, name), PROGRAMS))
    deadline = time.time() + options.seconds
    counts, bad = collections.Counter(), []

    def worker(core):
        number = core
        while time.time() < deadline:
            mine = places[core::CORES]
            place = mine[number // CORES % len(mine)]
            seed = f"{options.seed} {number} {place.name}"
            what, status, wrong = play(place, seed)
            counts[what.split()[0], status] += 1
            if wrong:
                bad.append(f"{what}, round '{seed}': {wrong}")
            number += CORES

    if options.round:
        place = next(place for place in places if place.name == options.round.split()[-1])
        print(play(place, options.round), place.folder)
        return
    with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
        list(pool.map(worker, range(CORES)))
    if not options.keep:
        shutil.rmtree(folder)
    for line in bad[:20]:
        print(f"fuzz: {line}")
    for kind in sorted({kind for kind, _ in counts}):
        ends = ", ".join(f"{count} with {status}" for (other, status), count in sorted(counts.items(), key=str)
                         if other == kind)
        print(f"fuzz: {kind}: {ends}")
    print(f"fuzz: {sum(counts.values())} rounds, {len(bad)} of them bad")
    sys.exit(1 if bad else 0)


main()
