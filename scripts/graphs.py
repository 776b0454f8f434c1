#!/usr/bin/env python3
"""Compares the graph that an example's tests have recorded with the one that is proven of its source.

usage: graphs.py EXAMPLE ATTACHMENTS [FOLDER WITH WHAT IS BUILT]

The tests record the graph of a container that they have validated, as an attachment. What is said of a key must
be the same in both: how long it lives, what it forwards to, with which tags, and whether it is an input or
contributes. What a definition needs that is known at run time, the proof must know as well: it knows more, of
factories that did not run.

Needs the command `mortise`, and the example's tests: `make example` runs them.
"""

import json
import pathlib
import subprocess
import sys

import built

NAME, ATTACHMENTS = sys.argv[1], pathlib.Path(sys.argv[2])
EXAMPLE = built.ROOT / "Examples" / NAME
SCRATCH = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else EXAMPLE / ".build").resolve()

# What a module keeps for itself: the proof names it in its own way.
OWN = ("MortiseServices.", "MortiseConfiguration.")
# What an assembly of EasyDi has that is asked for as `Any`: its member has the type that it says.
UNTYPED = "Any"


def facts(graph):
    """What is said of each key of each container, and what its definitions need."""
    found = {}
    for node in graph["nodes"]:
        key, forwards = node["key"], node["forwardsTo"]
        if key["type"].startswith(OWN) or key["type"] == UNTYPED:
            continue
        name = (graph["containers"][node["container"]]["name"], key["type"], str(key["tag"]))
        said, needs = found.setdefault(name, (set(), set()))
        said.add((node["lifetime"]["name"], node["lifetime"]["scope"], forwards and forwards["type"],
                  forwards and str(forwards["tag"]), str(node["input"]), node["isContributing"],
                  node["answersAnyTag"], node["decorates"] is not None))
        needs |= {(need["key"]["type"], str(need["key"]["tag"])) for need in node["dependencies"]
                  if need["key"]["type"] != UNTYPED}
    return found


def compare(recorded, proven):
    """The differences of two graphs, in words."""
    containers = {container for container, _, _ in proven}
    for name, (said, needs) in sorted(recorded.items()):
        if name not in proven:
            yield f"{name} is not proven" if name[0] in containers else f"there is no container {name[0]}"
            continue
        other, known = proven[name]
        if said != other:
            yield f"{name}: {sorted(said, key=str)} when it runs, {sorted(other, key=str)} in the proof"
        for need in sorted(needs - known):
            yield f"{name} needs {need} when it runs, which the proof does not know"


def main():
    done = subprocess.run([built.command("graphs"), "graph", "--format", "json", "--scratch-path", str(SCRATCH),
                           str(EXAMPLE)], capture_output=True, text=True)
    if not done.stdout:
        sys.exit(f"{NAME}: there is no graph: {done.stderr}")
    proven, files = facts(json.loads(done.stdout)), sorted(ATTACHMENTS.glob("graph*.json"))
    recorded = [facts(json.loads(file.read_text())) for file in files]
    bad = sorted({line for graph in recorded for line in compare(graph, proven)})
    for line in bad:
        print(f"{NAME}: {line}")
    print(f"{NAME}: {sum(map(len, recorded))} keys in {len(recorded)} graphs, {len(bad)} differences from the proof")
    sys.exit(1 if bad or not any(recorded) else 0)


main()
