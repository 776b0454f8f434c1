#!/usr/bin/env python3
"""Runs the command `mortise` as people do, and checks what it says and its exit statuses.

Programs of Tests/Packages become packages that SwiftPM builds. What is said of them must be what their golden
files say, with the path of a package.

Needs `make command`, which runs this, and `swift build` for the library.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import built

# One for each exit status that a proof can end with.
PROGRAMS = ["UnregisteredRight", "UnregisteredWrong", "InATask"]

bad = []


def run(*arguments):
    return subprocess.run([built.command("command"), *arguments], capture_output=True, text=True, timeout=300)


def expect(what, done, status, *texts, error=""):
    """Notes what differs from the exit status and from some texts in the output or the errors."""
    for found, text in [(done.stdout, text) for text in texts] + [(done.stderr, error)]:
        if text not in found:
            bad.append(f"{what}: no {text!r} in {found!r}")
    if done.returncode != status:
        bad.append(f"{what}: exit status {done.returncode}, not {status}: {done.stderr}")
    if status == 3 and done.stdout:
        bad.append(f"{what}: it says something: {done.stdout!r}")


def check_options(folder):
    expect("--help", run("--help"), 0, "USAGE: mortise", "prove")
    expect("prove --help", run("prove", "--help"), 0, "--scratch-path", "Exit status: 0")
    expect("--version", run("--version"), 0, ".")
    expect("an unknown flag", run("prove", "--planted"), 3, error="Unknown option '--planted'")
    expect("an unknown command", run("planted"), 3, error="planted")
    expect("a value that is not known", run("prove", "-c", "planted"), 3, error="planted")
    expect("a folder that is not there", run("prove", str(folder / "planted")), 3, error="is not built")


def check_program(folder, name):
    """Builds a program as a package, proves it, and compares with its golden file."""
    sources = folder / "Sources/App"
    shutil.rmtree(sources, ignore_errors=True)
    sources.mkdir(parents=True)
    (folder / "Package.swift").write_text(built.manifest("App", "command"))
    shutil.copy(built.PACKAGES / name / "main.swift", sources)
    expected = (built.VERDICTS / f"{name}.txt").read_text()
    status, _, text = expected.partition("\n")
    done = run("prove", "--build", str(folder))
    said = done.stdout.replace("Sources/App/main.swift", "main.swift").replace("(Sources/App/", "(")
    expect(name, done, int(status.removeprefix("exit ")))
    if said.strip() != text.strip():
        bad.append(f"{name}: it says {said!r}, not {text!r}")
    # As it is: the build is there.
    expect(f"{name}, once more", run("prove", str(folder)), int(status.removeprefix("exit ")), done.stdout)
    # What the compiler refuses, while the build seems to be of it.
    main = sources / "main.swift"
    before, text = main.stat(), main.read_text()
    for planted, error in [("planted()", "cannot find 'planted'"), ("import Planted", "no such module 'Planted'"),
                           ("let planted: Int = \"\"", "cannot convert value")]:
        main.write_text(f"{text}{planted}\n")
        os.utime(main, ns=(before.st_atime_ns, before.st_mtime_ns))
        expect(f"{name} with {planted}", run("prove", str(folder)), 2, error=error)
    main.write_text(text + "planted()\n")
    expect(f"{name}, changed", run("prove", str(folder)), 3, error="was changed after the last build")
    expect(f"{name}, broken", run("prove", "--build", str(folder)), 3, error="cannot find 'planted'")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_options(folder)
        for program in PROGRAMS:
            check_program(folder, program)
    for line in bad:
        print(f"command: {line}")
    print(f"command: {len(PROGRAMS)} packages were proven, {len(bad)} against what was expected")
    sys.exit(1 if bad else 0)


main()
