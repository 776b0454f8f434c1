#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts instructions with callgrind: the repeatable figure, whatever else the machine is doing.

Each side of each scenario runs N times and 2 N times; the difference divided by N is the cost of
one operation without what starting the program costs.

Prints the table. With --write puts it into INSTRUCTIONS.md, with --check compares it with what is
there: within 2 %, and only with the compiler, C library and processor it was made with.

Needs valgrind and strip. Build first:
    swift build -c release --package-path Benchmarks --product instructions
"""

import argparse
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FILE = HERE / "INSTRUCTIONS.md"
PROGRAM = HERE / ".build" / "release" / "instructions"
SCENARIOS = ["S1", "S2", "S2with", "S3", "S3wired", "S3b", "S4", "S5", "S6", "S8",
             "S8dip", "step"]
ITERATIONS = 2000
TOLERANCE = 0.02

INTRODUCTION = """\
# Instructions for one operation

`instructions.py` counts instructions with callgrind and compares them. The counts are the same in every
run, whatever else the machine is doing. They are not times: a load that misses the cache counts as one
instruction. [README.md](README.md) says what each scenario does.
"""


def output(*command, environment=None):
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         env=environment)
    if run.returncode:
        sys.exit(f"instructions: {' '.join(map(str, command))} failed:\n{run.stdout}")
    return run.stdout


def collected(program, scenario, iterations, by_hand):
    """The instructions of a whole run of the program."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program,
               "--scenario", scenario, "--iterations", str(iterations)]
    # Hashing with a new seed in each run would take another path in each run.
    found = re.search(r"Collected : (\d+)", output(
        *command, *(["--by-hand"] if by_hand else []),
        environment={"SWIFT_DETERMINISTIC_HASHING": "1", "PATH": "/usr/bin:/bin"}))
    if not found:
        sys.exit(f"instructions: callgrind counted nothing for {scenario}")
    return int(found[1])


def cost(program, scenario, by_hand):
    once = collected(program, scenario, ITERATIONS, by_hand)
    twice = collected(program, scenario, 2 * ITERATIONS, by_hand)
    return round((twice - once) / ITERATIONS)


def conditions():
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    return f"Swift {swift}, {' '.join(platform.libc_ver())}, {platform.machine()}"


def table(costs):
    lines = ["| scenario | by hand | Mortise | ratio |", "|---|--:|--:|--:|"]
    lines += [f"| {name} | {by_hand} | {ours} | {ours / by_hand:.2f} |"
              for name, (by_hand, ours) in costs.items()]
    return "\n".join(lines)


def recorded():
    """The costs and the conditions in the file."""
    text = FILE.read_text() if FILE.exists() else ""
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \|", text, re.MULTILINE)
    made_with = re.search(r"^Counted with (Swift .*)\.$", text, re.MULTILINE)
    return {row[0]: (int(row[1]), int(row[2])) for row in rows}, made_with and made_with[1]


def differences(expected, counted):
    for name, pair in counted.items():
        for side, now, then in zip(["by hand", "by Mortise"], pair, expected.get(name, (0, 0))):
            if abs(now - then) > TOLERANCE * then:
                yield f"{name} {side}: {now} instructions instead of {then}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    action = arguments.add_mutually_exclusive_group()
    action.add_argument("--write", action="store_true", help="write INSTRUCTIONS.md")
    action.add_argument("--check", action="store_true", help="compare with INSTRUCTIONS.md")
    arguments.add_argument("--only", help="scenarios, separated by commas")
    options = arguments.parse_args()
    scenarios = options.only.split(",") if options.only else SCENARIOS

    for tool in ["valgrind", "strip"]:
        if not shutil.which(tool):
            sys.exit(f"instructions: {tool} is not installed")
    if not PROGRAM.exists():
        sys.exit("instructions: build first: swift build -c release --product instructions")
    expected, made_with = recorded()
    if options.check and not expected:
        sys.exit(f"instructions: {FILE.name} has no figures to compare with")
    if options.check and made_with != conditions():
        print(f"instructions: not compared: the figures are of {made_with}, "
              f"this is {conditions()}")
        return

    with tempfile.TemporaryDirectory() as folder:
        # valgrind gives up on debug information that is newer than it is.
        program = pathlib.Path(folder, "instructions")
        output("strip", "--strip-debug", "-o", program, PROGRAM)
        costs = {name: (cost(program, name, True), cost(program, name, False))
                 for name in scenarios}

    print(table(costs))
    if options.write:
        # The others stay as they are.
        everything = {name: costs.get(name, expected.get(name)) for name in SCENARIOS}
        known = {name: pair for name, pair in everything.items() if pair}
        FILE.write_text(f"{INTRODUCTION}\n{table(known)}\n\nCounted with {conditions()}.\n")
    if options.check:
        changed = list(differences(expected, costs))
        for change in changed:
            print(f"instructions: error: {change}")
        if changed:
            sys.exit("instructions: if that is meant, run instructions.py --write")


if __name__ == "__main__":
    main()
