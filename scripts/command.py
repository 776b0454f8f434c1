#!/usr/bin/env python3
"""Runs the command `mortise` as people do, and checks what it says and its exit statuses.

Programs of Tests/Packages become packages that SwiftPM builds. What is said of them must be what their golden
files say, with the path of a package.

Needs `make command`, which runs this, and `swift build` for the library. Fetches a package with the schema of SARIF
the first time: `scripts/sarif.py` says which.
"""

import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile

import built
import sarif

# One for each exit status that a proof can end with.
PROGRAMS = ["UnregisteredRight", "UnregisteredWrong", "InATask"]

# Their findings are of each kind.
OF_EACH_KIND = ["NearMissWrong", "HandledErrors", "ComputedTag", "ForkedOverAnotherFlag"]
KINDS = ["error", "may-fail", "not-proven", "warning", "note"]

ERRORS = built.ROOT / "Sources/Mortise/Mortise.docc/Errors"

bad = []


def run(*arguments, path=None):
    """Runs the command, with another folder as PATH if there is one."""
    environment = os.environ | ({"PATH": str(path)} if path else {})
    return subprocess.run([built.command("command"), *arguments], capture_output=True, text=True, timeout=300,
                          env=environment)


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
    expect("a format that is not known", run("prove", "--format", "planted"), 3, error="planted")
    expect("--prune alone", run("prove", "--prune"), 3, error="--prune needs --baseline")
    expect("two baselines", run("prove", "--baseline", "a", "--write-baseline", "b"), 3, error="exclude each other")
    expect("graph --help", run("graph", "--help"), 0, "--format", "Exit status: 0")
    expect("the graph of nothing", run("graph", str(folder / "planted")), 3, error="there is no folder")
    expect("facts --help", run("facts", "--help"), 0, "Exit status: 0")
    for shell, text in [("bash", "complete "), ("zsh", "#compdef mortise"), ("fish", "complete -c 'mortise'")]:
        expect(f"completions of {shell}", run("--generate-completion-script", shell), 0, text, "explain", "scratch-path")
    expect("a value that is not known", run("prove", "-c", "planted"), 3, error="planted")
    expect("a folder that is not there", run("prove", str(folder / "planted")), 3, error="there is no folder")
    expect("a build of one", run("prove", "--build", str(folder / "planted")), 3, error="there is no folder")
    expect("a folder in a package", run("prove", str(built.ROOT / "Sources")), 3, error=f"such as {built.ROOT}\n")


def check_pages():
    """Asks for the page of each code, and for what has none."""
    pages = [page for page in sorted(ERRORS.glob("*.md")) if page.stem != "Reading-a-resolution-error"]
    listed = run("explain")
    expect("explain", listed, 0, "missing-binding", "No definition provides the requested type.")
    if [line.split()[0] for line in listed.stdout.splitlines()] != [page.stem for page in pages]:
        bad.append(f"explain lists {listed.stdout!r}")
    for page in pages:
        expect(f"explain {page.stem}", run("explain", page.stem), 0,
               page.read_text().splitlines()[0])
    expect("explain with a snippet", run("explain", "missing-binding"), 0, "$0.register { HTTPClient() as any API }")
    expect("explain mising-binding", run("explain", "mising-binding"), 3, error="missing-binding")
    expect("explain --help", run("explain", "--help"), 0, "Exit status: 0")


def source(name):
    """A program of Tests/Packages."""
    return (built.PACKAGES / name / "main.swift").read_text()


def write_package(folder, text):
    """Writes a package of one file, and returns that."""
    sources = folder / "Sources/App"
    shutil.rmtree(sources, ignore_errors=True)
    sources.mkdir(parents=True)
    (folder / "Package.swift").write_text(built.manifest("App", "command"))
    main = sources / "main.swift"
    main.write_text(text)
    return main


def check_program(folder, name):
    """Builds a program as a package, proves it, and compares with its golden file."""
    main = write_package(folder, source(name))
    expected = (built.VERDICTS / f"{name}.txt").read_text()
    status, _, text = expected.partition("\n")
    done = run("prove", "--build", str(folder))
    said = done.stdout.replace("Sources/App/main.swift", "main.swift").replace("(Sources/App/", "(")
    expect(name, done, int(status.removeprefix("exit ")))
    if said.strip() != text.strip():
        bad.append(f"{name}: it says {said!r}, not {text!r}")
    # As it is: the build is there.
    expect(f"{name}, once more", run("prove", str(folder)), int(status.removeprefix("exit ")), done.stdout)
    check_formats(folder, name, done.returncode)
    # What the compiler refuses, while the build seems to be of it.
    before, text = main.stat(), main.read_text()
    for planted, error in [("planted()", "cannot find 'planted'"), ("import Planted", "no such module 'Planted'"),
                           ("let planted: Int = \"\"", "cannot convert value")]:
        main.write_text(f"{text}{planted}\n")
        os.utime(main, ns=(before.st_atime_ns, before.st_mtime_ns))
        expect(f"{name} with {planted}", run("prove", str(folder)), 2, error=error)
    main.write_text(text + "planted()\n")
    expect(f"{name}, changed", run("prove", str(folder)), 3, error="was changed after the last build")
    expect(f"{name}, broken", run("prove", "--build", str(folder)), 3, error="cannot find 'planted'")


def check_formats(folder, name, status):
    """Asks for each format, and for what is not in a baseline, of a package that is built."""
    for form in ["json", "sarif"]:
        done = run("prove", "--format", form, str(folder))
        expect(form, done, status, '"version"')
        json.loads(done.stdout)
    expect("github", run("prove", "--format", "github", str(folder)), status, " call site",
           *["::error file=Sources/App/main.swift,"] * (status > 0))
    expect("a target", run("prove", "--target", "App", str(folder)), status, " call site")
    expect("another target", run("prove", "--target", "Planted", str(folder)), 3, error="no target Planted was read, but: App; --tests")
    known = "Log" if name == "UnregisteredRight" else ""
    for form, text in [("text", known), ("dot", "digraph"), ("mermaid", "flowchart"), ("json", '"version": 1')]:
        expect(f"graph as {form}", run("graph", "--format", form, str(folder)), 0, text)
    check_pictures(folder)
    expect("the graph of a program", run("graph", "--target", "App", str(folder)), 0, known)
    expect("the graph of another program", run("graph", "--target", "Planted", str(folder)), 3, error="no program Planted")
    check_explanations(folder, name)
    check_differences(folder)
    file = folder / "baseline.json"
    file.unlink(missing_ok=True)
    expect("no baseline", run("prove", "--baseline", str(file), str(folder)), 3, error="cannot be read")
    expect("--write-baseline", run("prove", "--write-baseline", str(file), str(folder)), 0, " call site")
    expect("--baseline", run("prove", "--baseline", str(file), str(folder)), 0, " call site")
    written = file.read_text()
    entry = {"code": "cycle", "module": "App", "declaration": "gone()", "container": "", "key": "Log", "count": 1}
    changed = json.loads(written)
    changed["findings"].append(entry)
    file.write_text(json.dumps(changed))
    expect("what is outdated", run("prove", "--baseline", str(file), str(folder)), 0, "in gone(), which does not occur")
    expect("--prune", run("prove", "--prune", "--baseline", str(file), str(folder)), 0, " call site")
    if file.read_text() != written:
        bad.append(f"--prune leaves {file.read_text()!r} of {written!r}")
    changed["findings"] = [entry | {"module": "Planted"}]
    file.write_text(json.dumps(changed))
    kept = file.read_text()
    expect("--prune with another module", run("prove", "--prune", "--baseline", str(file), str(folder)), status)
    if file.read_text() != kept:
        bad.append(f"--prune removes what was not looked for: {file.read_text()!r}")
    file.write_text("planted")
    expect("what is no baseline", run("prove", "--baseline", str(file), str(folder)), 3, error="it is no baseline")


def check_each_kind(folder):
    """Validates what is SARIF of findings of each kind, without and with baselines."""
    kinds = set()
    file = folder / "baseline.json"
    for name in OF_EACH_KIND:
        write_package(folder, source(name))
        done = run("prove", "--build", "--format", "json", str(folder))
        found = [finding["kind"] for finding in json.loads(done.stdout)["findings"]]
        kinds.update(found)
        check_sarif(name, folder, done.returncode, len(found))
        run("prove", "--write-baseline", str(file), str(folder))
        check_sarif(f"{name}, known", folder, 0, found.count("note"), "--baseline", str(file))
        write_package(folder, source(name) + "let planted = try c.resolve(Int.self)\n")
        check_sarif(f"{name}, new", folder, 1, found.count("note") + 1, "--build", "--baseline", str(file))
        write_package(folder, "import Mortise\n_ = Container()\n")
        log = check_sarif(f"{name}, gone", folder, 2, 0, "--build", "--baseline", str(file))
        if "does not occur any more" not in json.dumps(log):
            bad.append(f"{name}, gone: it does not say that in {log!r}")
    if kinds != set(KINDS):
        bad.append(f"findings of each kind: only {kinds}")


def check_sarif(what, folder, status, count, *arguments):
    """Validates the output, which must have so many results."""
    done = run("prove", "--format", "sarif", *arguments, str(folder))
    expect(what, done, status, '"runs"')
    log = json.loads(done.stdout)
    bad.extend(f"{what}: not SARIF: {text}" for text in sarif.refused(log))
    if len(log["runs"][0]["results"]) != count:
        bad.append(f"{what}: not {count} results: {done.stdout}")
    return log


def check_plugin(folder):
    """Proves a package that has a plugin, whose source is not among what is built."""
    write_package(folder, source("UnregisteredRight"))
    manifest, sources = folder / "Package.swift", folder / "Plugins/Planted"
    plugin = '.plugin(name: "Planted", capability: .command(intent: .custom(verb: "planted", description: "")))'
    manifest.write_text(manifest.read_text().replace("targets: [", f"targets: [{plugin}, ", 1))
    sources.mkdir(parents=True)
    (sources / "Planted.swift").write_text(
        "import PackagePlugin\n@main struct Planted: CommandPlugin {\n"
        "    func performCommand(context: PluginContext, arguments: [String]) {}\n}\n")
    expect("a package with a plugin", run("prove", "--build", str(folder)), 0, " call site")
    shutil.rmtree(sources.parent)


def run_watched(folder, **variables):
    """Proves a package while a person watches the errors on a terminal. Returns what was printed, and what was seen."""
    person, terminal = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in ("CI", "NO_COLOR")}
    process = subprocess.Popen([built.command("command"), "prove", "--build", str(folder)], stdout=subprocess.PIPE,
                               stderr=terminal, text=True, env=environment | {"TERM": "xterm"} | variables)
    os.close(terminal)
    printed, seen = process.communicate(timeout=300)[0], b""
    try:
        while part := os.read(person, 65536):
            seen += part
    except OSError:  # The end: nobody has the terminal any more.
        pass
    os.close(person)
    return printed, seen.decode()


def check_progress(folder):
    """Watches what a proof says while it lasts, and sees that nothing of it is left."""
    write_package(folder, source("UnregisteredRight"))
    plain = run("prove", "--build", str(folder))
    if plain.stderr:
        bad.append(f"without a terminal: it says {plain.stderr!r}")
    erasing = "\r\x1b[K"
    expected = re.compile("".join(re.escape(erasing) + text for text in [
        "Building…", "Reading 0 of 1 files…", "Reading 1 of 1 files…", "(Reading 1 of 1 files…)?", "Proving…", ""]))
    for variables in [{}, {"NO_COLOR": "1"}]:
        printed, seen = run_watched(folder, **variables)
        if printed != plain.stdout or not expected.fullmatch(seen):
            bad.append(f"on a terminal, with {variables}: {seen!r} is seen, and {printed!r} printed")
    for variables in [{"CI": "true"}, {"TERM": "dumb"}]:
        printed, seen = run_watched(folder, **variables)
        if printed != plain.stdout or seen:
            bad.append(f"on a terminal, with {variables}: {seen!r} is seen, and {printed!r} printed")


def check_pictures(folder):
    """Asks for a picture: with a dot that says what it reads, one that fails, one that ends early, and none."""
    # The compiler, which reads the code, has to be found as before.
    tools = folder / "Tools"
    shutil.rmtree(tools, ignore_errors=True)
    tools.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for tool in pathlib.Path(place).glob("*") if place else []:
            if tool.name != "dot" and not (tools / tool.name).exists():
                (tools / tool.name).symlink_to(tool)
    dot = tools / "dot"
    expect("a picture without dot", run("graph", "--format", "svg", str(folder), path=tools), 3,
           error="--format svg needs Graphviz' dot")
    drawn = run("graph", "--format", "dot", str(folder)).stdout
    for script, status, text, error in [("echo \"$@\"; cat", 0, "-Tsvg\n" + drawn, ""),
                                        ("echo planted >&2; exit 1", 3, "", "planted"),
                                        ("kill $$", 3, "", "did not finish")]:
        dot.write_text(f"#!/bin/sh\n{script}\n")
        dot.chmod(0o755)
        expect(f"a picture by {script}", run("graph", "--format", "svg", str(folder), path=tools), status, text,
               error=error)
    shutil.rmtree(tools)


def check_explanations(folder, name):
    """Asks who provides a type, and for all facts, of a package that is built."""
    if name == "UnregisteredRight":
        expect("explain Log", run("explain", "Log", str(folder)), 0, "answers:    ", "reached:    yes: App/main.swift:")
        expect("explain Logg", run("explain", "Logg", str(folder)), 3, error="nothing is called Logg")
    expect("explain Planted", run("explain", "Planted", str(folder)), 3, error="nothing is called Planted: `mortise explain` lists")
    done = run("facts", str(folder))
    expect("facts", done, 0, '"version": 1', '"verdict": ')
    if [program["module"] for program in json.loads(done.stdout)["programs"]] != ["App"]:
        bad.append(f"facts: {done.stdout!r}")
    expect("facts, once more", run("facts", str(folder)), 0, done.stdout)


def check_logs(folder):
    """Builds a package with another build system, whose log says how, and has that log rewritten as Bazel's."""
    text = source(PROGRAMS[1])
    main = write_package(folder, text)
    expected = run("prove", "--build", str(folder))
    words = ["swift", "build", "--package-path", str(folder), "--scratch-path", str(folder / "other"), "-v"]
    log = folder / "build log"
    for system in ["swiftbuild", "native"]:
        for _ in range(6):
            done = subprocess.run([*words, "--build-system", system], capture_output=True, text=True, timeout=300)
            if done.returncode >= 0:  # SwiftPM 6.3 with Swift Build dies of a signal now and then.
                break
            shutil.rmtree(folder / "other", ignore_errors=True)
        log.write_text(done.stdout + done.stderr)
        expect(f"a build by {system}", done, 0)
        expect(f"the log of {system}", run("prove", "--build-log", str(log), str(folder)), expected.returncode,
               expected.stdout)
    call = next(line for line in log.read_text().splitlines() if "-module-name App" in line and "/swiftc " in line)
    call = call[call.index("/swiftc ") + len("/swiftc "):].split()
    call = [word for word in call if not word.startswith("@")]
    (folder / "App.params").write_text("\n".join([*call, "-Xwrapped-swift=-planted", "Sources/App/main.swift"]))
    log.write_text(f"(cd '{folder}' && \\\n  exec env - \\\n  worker swiftc @App.params)\n")
    expect("a log like Bazel's", run("prove", "--build-log", str(log), str(folder)), expected.returncode,
           expected.stdout)
    main.write_text(text + "\n")
    expect("a log and a change", run("prove", "--build-log", str(log), str(folder)), 3,
           error="was changed after the log was written")
    (folder / "App.params").unlink()
    expect("a log without its files", run("prove", "--build-log", str(log), str(folder)), 3, error="is gone")
    log.unlink()
    expect("no log", run("prove", "--build-log", str(log), str(folder)), 3, error="cannot be read")
    expect("a log and --build", run("prove", "--build-log", "log", "--build"), 3, error="--build-log tells how")


def check_time(folder):
    """Proves what takes long, in less time, which is no base for anything."""
    calls = "".join(f"func twice{n}(_ c: Container) {{ twice{n - 1}(c); twice{n - 1}(c) }}\n" for n in range(1, 22))
    write_package(folder, "import Mortise\nfunc twice0(_ c: Container) { c.register { 1 } }\n" + calls
                  + "let c = Container()\ntwice21(c)\n_ = try c.resolve(Int.self)\n")
    file = folder / "short.json"
    expect("too little time", run("prove", "--build", "--timeout", "2", str(folder)), 2, "the time was over, see --timeout")
    expect("a baseline in too little time", run("prove", "--timeout", "2", "--write-baseline", str(file), str(folder)), 3,
           error="so no baseline is written")
    if file.exists():
        bad.append("a baseline was written in too little time")


def check_differences(folder):
    """Compares the graph of a package that is built with what was written, and with what was not."""
    file = folder / "graph.json"
    text = run("graph", "--format", "json", str(folder)).stdout
    file.write_text(text)
    done = run("graph", "--diff", str(file), str(folder))
    expect("--diff", done, 0)
    if done.stdout:
        bad.append(f"--diff of the same: {done.stdout!r}")
    changed = json.loads(text)
    planted = {"key": {"description": "Planted", "type": "App.Planted", "arguments": []}, "dependencies": [],
               "lifetime": {"name": "unique", "scope": None}, "container": 0}
    changed["nodes"].append(planted)
    file.write_text(json.dumps(changed))
    if changed["containers"]:
        expect("--diff of more", run("graph", "--diff", str(file), str(folder)), 1, "- Planted in ")
    file.write_text("planted")
    expect("--diff of no graph", run("graph", "--diff", str(file), str(folder)), 3, error="it is no graph")
    file.unlink()
    expect("--diff of nothing", run("graph", "--diff", str(file), str(folder)), 3, error="cannot be read")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_options(folder)
        check_pages()
        for program in PROGRAMS:
            check_program(folder, program)
        check_each_kind(folder)
        check_time(folder)
        check_progress(folder)
        check_plugin(folder)
        check_logs(folder)
    for line in bad:
        print(f"command: {line}")
    print(f"command: {len(PROGRAMS)} packages were proven, {len(bad)} against what was expected")
    sys.exit(1 if bad else 0)


main()
