#!/usr/bin/env python3
"""Compiles the samples in Tests/MustNotCompile and demands that each is refused, for its reason.

A sample says what it expects from the compiler:

    let captive: Session = try resolver.resolve()  // expect: a singleton cannot hold

    // expect: a singleton cannot hold
    let captive: Session = try resolver.resolve()

The text must be part of an error at the line of the comment or the line above it; a comment that
has a line to itself may also stand above the error. Every expectation must be met and every error
expected. Files whose name starts with `_` are controls: they must compile, so that a broken setup
does not look like success. A control may also say what the compiler offers to write instead:

    container.register(.Singleton) { Server() }  // fix-it: singleton

or, on a line of its own, that it compiles without a warning: `// warnings: none`. In any sample a line
may say what the compiler warns of in the next one, and a sample may be written in an older mode of the
language:

    // warns: write the scope first
    // language-mode: 5

Samples are compiled as far as SIL: `-typecheck` alone accepts an escaping closure that captures an
`inout` parameter, a value that is used after it was given away, and unsafe sending.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys

import modules

FOLDER = pathlib.Path("Tests/MustNotCompile")
EXPECT = re.compile(r"//\s*expect:\s*(.*\S)")
FIX_IT = re.compile(r"//\s*fix-it:\s*(.*\S)")
MODE = re.compile(r"^//\s*language-mode:\s*(\S+)$", re.MULTILINE)
WITHOUT_WARNINGS = re.compile(r"^//\s*warnings:\s*none$", re.MULTILINE)
WARNS = re.compile(r"^//\s*warns:\s*(.*\S)$")
WARNING = re.compile(r"^.+?:(\d+):\d+: warning: (.*)$")
NOTE = re.compile(r"^.+?:(\d+):\d+: note: ")
ERROR = re.compile(r"^(.+?):(\d+):\d+: error: (.*)$")


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def expectations(path):
    """Returns (line, lines where the error may be, text) for each `expect:` comment."""
    lines = path.read_text().splitlines()

    def alone(number):
        return EXPECT.match(lines[number - 1].strip()) is not None

    found = []
    for number, line in enumerate(lines, 1):
        if not (match := EXPECT.search(line)):
            continue
        allowed = {number, number - 1}
        if alone(number):
            above, below = number, number
            while above > 1 and alone(above):
                above -= 1
            while below < len(lines) and alone(below):
                below += 1
            allowed = {above, below}
        found.append((number, allowed, match[1]))
    return found


def missing_fix_its(path, output):
    """Returns what is wrong with the fix-its of a control, as lines."""
    offered = set()
    for number, line in enumerate(output):
        # Below the code and what is marked in it stands what takes its place.
        if (match := NOTE.match(line)) and number + 3 < len(output):
            offered.add((int(match[1]), output[number + 3].strip()))
    wrong = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = FIX_IT.search(line)
        if match and (number, match[1]) not in offered:
            wrong.append(f"{path}:{number}: the compiler does not offer: {match[1]}")
    return wrong


def missing_warnings(path, output):
    """Returns which warnings a sample expects and does not get, as lines."""
    warnings = [(int(match[1]), match[2]) for line in output if (match := WARNING.match(line))]
    wrong = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = WARNS.match(line.strip())
        if match and not any(at == number + 1 and match[1] in text for at, text in warnings):
            wrong.append(f"{path}:{number}: the compiler does not warn below: {match[1]}")
    return wrong


def check(path, flags):
    """Returns what is wrong with one sample, as lines."""
    text = path.read_text()
    mode = match[1] if (match := MODE.search(text)) else "6"
    strict = ["-warnings-as-errors"] if WITHOUT_WARNINGS.search(text) else []
    result = run("swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", mode, *strict,
                 "-diagnostic-style", "llvm", "-no-color-diagnostics", *flags, str(path))
    if path.name.startswith("_"):
        if result.returncode == 0:
            output = result.stdout.splitlines()
            return missing_fix_its(path, output) + missing_warnings(path, output)
        return [f"{path}: this control must compile, so the setup is broken:", result.stdout]

    expected = expectations(path)
    if not expected:
        return [f"{path}: says nothing about the error it expects (// expect: text)"]
    if result.returncode == 0:
        return [f"{path}: compiled, and must not"]

    wrong = missing_warnings(path, result.stdout.splitlines())
    errors = [match for line in result.stdout.splitlines() if (match := ERROR.match(line))]
    met = set()
    for file, line, message in (error.groups() for error in errors):
        claims = [e for e in expected
                  if file.endswith(path.name) and int(line) in e[1] and e[2] in message]
        met.update(claim[0] for claim in claims)
        if not claims:
            wrong.append(f"{file}:{line}: this error was not expected: {message}")
    for line, _, text in expected:
        if line not in met:
            wrong.append(f"{path}:{line}: no error here says: {text}")
    if not errors:
        wrong += [f"{path}: the compiler failed without naming an error:", result.stdout]
    return wrong


def main():
    paths = sorted(FOLDER.glob("*.swift"))
    controls = [path for path in paths if path.name.startswith("_")]
    if FOLDER / "_control.swift" not in controls:
        sys.exit(f"negative: {FOLDER}/_control.swift is missing; without it a broken setup passes")
    if len(paths) == len(controls):
        sys.exit(f"negative: {FOLDER} has no samples, so nothing was checked")

    flags = modules.search_paths("negative")
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(lambda path: check(path, flags), paths))

    failed = 0
    for path, wrong in zip(paths, results):
        failed += bool(wrong)
        for line in wrong:
            print(f"negative: {line}")
    print(f"negative: {len(paths) - len(controls)} samples, {len(controls)} controls, {failed} wrong")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
