#!/usr/bin/env python3
"""Runs the programs in Tests/Packages, and compares what happens with what was proven.

Fails when a program that is proven whole fails, or when one fails with a wiring error and is proven. What is
wrong need not fail here: it may be in a function that the program does not call.

Needs `swift build`.
"""

import re
import subprocess
import sys
import tempfile

import built

WIRING_ERROR = re.compile(r"\[[a-z]+(?:-[a-z]+)*\] ")


def main():
    modules, objects = built.library("oracle")
    names = sorted(p.name for p in built.PACKAGES.iterdir() if p.is_dir())
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            verdict = (built.VERDICTS / f"{name}.txt").read_text().splitlines()[0]
            program = f"{folder}/{name}"
            subprocess.run(["swiftc", "-swift-version", "6", "-module-name", "App",
                            str(built.PACKAGES / name / "main.swift"), *modules, *objects, "-o", program],
                           check=True, capture_output=True)
            run = subprocess.run([program], capture_output=True, text=True, timeout=60)
            fails = run.returncode != 0
            if fails and verdict == "exit 0":
                bad.append(f"{name}: proven, but it fails: {run.stderr[:300]}")
            if fails and not WIRING_ERROR.search(run.stderr):
                bad.append(f"{name}: fails otherwise than by its wiring: {run.stderr[:300]}")
    for line in bad:
        print(f"oracle: {line}")
    print(f"oracle: {len(names)} programs ran, {len(bad)} against their verdict")
    sys.exit(1 if bad else 0)


main()
