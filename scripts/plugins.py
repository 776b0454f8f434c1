#!/usr/bin/env python3
"""Makes a package outside the repository, adds the plugins to it as the documentation says, and plants mistakes.

The build must fail at the line, and do nothing if nothing has changed. The command must say the same, and what to
write if the trait is missing.

SwiftPM fetches what `make command` has fetched; nothing else.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import built

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "mortise", path: "PATH"TRAITS)],
    targets: [
        .target(name: "Wiring", dependencies: [.product(name: "Mortise", package: "mortise")]),
        .executableTarget(
            name: "App",
            dependencies: ["Wiring", .product(name: "Mortise", package: "mortise")]SETTINGSPLUGINS
        ),
        .testTarget(name: "AppTests", dependencies: ["Wiring"]),
    ]
)
"""
TRAITS = ', traits: ["Prover"]'
DEFINED = ',\n            swiftSettings: [.define("PLANTED")]'
PLUGINS = ',\n            plugins: [.plugin(name: "MortiseProve", package: "mortise")]'

WIRING = """import Mortise

public struct Log: Sendable {}
public struct Session: Sendable { public let log: Log }

public func register(in container: Container) {
    container.register(.singleton) { Log() }
    container.register(.singleton) { Session(log: $0) }
}
"""
LOG = "    container.register(.singleton) { Log() }\n"
MAIN = """import Mortise
import Wiring

let container = Container()
register(in: container)
print(try container.resolve(Session.self).log)
"""
PLANTED = """#if PLANTED
print(try container.resolve(Int.self))
#endif
"""
MAY_FAIL = """if CommandLine.arguments.count > 1 { container.register { 7 } }
print(try container.resolve(Int.self))
"""
# Nothing in it has to do with wiring, until it asks.
NUMBER = "public func number() -> Int { 1 }\n"
NUMBER_FILE = "Sources/Wiring/Number.swift"
BODY = NUMBER.replace("1", "2")
MENTIONING = NUMBER.replace("1", "3 /* of a Container */")
INTERFACE = BODY + "public func other() -> Int { 1 }\n"
ASKING = "import Mortise\n\n" + NUMBER.replace("1", "try! Container().resolve(Int.self)")

TEST = """import Testing

@Test func works() { #expect(Bool(true)) }
"""

ERROR = "Sources/App/main.swift:6:11: error: [missing-binding] Nothing provides Log"
PROVING = "Proving App"
PROVEN = "1 call site: 1 proven, 0 wrong, 0 not proven"

bad = []


class Client:
    """A package that depends on this one."""

    def __init__(self, folder):
        self.folder = folder
        for path in ["Sources/Wiring", "Sources/App", "Tests/AppTests"]:
            (folder / path).mkdir(parents=True)
        (folder / "Tests/AppTests/AppTests.swift").write_text(TEST)
        self.write()

    def write(self, wiring=WIRING, main=MAIN, traits=TRAITS, plugins=PLUGINS, settings=""):
        """Writes what differs, so that nothing else seems to have changed."""
        manifest = MANIFEST.replace("PATH", str(built.ROOT)).replace("TRAITS", traits).replace("PLUGINS", plugins)
        manifest = manifest.replace("SETTINGS", settings)
        for path, text in [("Package.swift", manifest), ("Sources/Wiring/Wiring.swift", wiring),
                           ("Sources/App/main.swift", main)]:
            file = self.folder / path
            if not file.exists() or file.read_text() != text:
                file.write_text(text)

    def expect(self, what, arguments, status, *texts, without=()):
        """Runs `swift` there, and notes what differs from a status and from texts in what it prints."""
        done = subprocess.run(["swift", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=1200)
        said = done.stdout + done.stderr
        for text in texts:
            if text not in said:
                bad.append(f"{what}: no {text!r} in {said!r}")
        for text in without:
            if text in said:
                bad.append(f"{what}: {text!r} in {said!r}")
        if done.returncode != status:
            bad.append(f"{what}: exit status {done.returncode}, not {status}: {said!r}")
        return done.stdout


def check_build(client):
    build = ["build", "-j", "2"]
    client.write(wiring=WIRING.replace(LOG, ""))
    client.expect("a build of what is wrong", build, 1, PROVING, ERROR)
    client.expect("the same again", build, 1, PROVING, ERROR)
    client.write()
    client.expect("a build of what is right", build, 0, PROVING, PROVEN)
    client.expect("a build without changes", build, 0, without=[PROVING])
    # A body is not part of the module that others import.
    client.write(wiring=WIRING.replace(LOG, ""))
    client.expect("a body of another target that is wrong", build, 1, PROVING, ERROR)
    client.write(main=MAIN + PLANTED)
    client.expect("a branch that is not compiled", build, 0, PROVING, PROVEN)
    client.write(main=MAIN + PLANTED, settings=DEFINED)
    client.expect("a setting with which it is", build, 1, PROVING, "main.swift:8:11: error: [missing-binding]")
    client.write(main=MAIN + 'let number: Int = ""\n')
    client.expect("what does not compile", build, 1, "main.swift:7:19: error: cannot convert value")
    client.write()
    client.expect("tests", ["test"], 0)


def check_services(client):
    """Changes what the last proof did not read: it holds, until that has to do with wiring."""
    def expect(what, status, *texts, **files):
        for path, text in files.items():
            (client.folder / {"number": NUMBER_FILE, "main": "Sources/App/main.swift"}[path]).write_text(text)
        client.expect(what, ["build", "-j", "2"], status, PROVING, *texts)

    def record():
        return next(client.folder.glob(".build/plugins/outputs/*/App/**/App.json"))

    def plant():
        record().write_text(json.dumps(json.loads(record().read_text()) | {"text": "PLANTED\n"}))

    expect("a service", 0, PROVEN, number=NUMBER)
    plant()
    expect("a service with another body", 0, "PLANTED", number=BODY)
    expect("one that mentions a container", 0, PROVEN, number=MENTIONING)
    plant()
    expect("one with another interface", 0, PROVEN, number=INTERFACE)
    expect("one that asks", 1, "Number.swift:3:36: error: [missing-binding]", number=ASKING)
    expect("one that does not ask any more", 0, PROVEN, number=NUMBER)
    plant()
    expect("another file of the target", 0, PROVEN, main=MAIN + "// Changed.\n")
    record().write_text("{")
    expect("what was kept of the proof is broken", 0, PROVEN, main=MAIN)
    (client.folder / NUMBER_FILE).unlink()


def check_command(client):
    prove = ["package", "mortise-prove"]
    client.write(plugins="")
    said = client.expect("the command", prove, 0, PROVEN)
    if said.strip() != PROVEN:
        bad.append(f"the command prints {said!r}")
    client.expect("the command with tests", [*prove, "--tests", "--build"], 0, PROVEN)
    said = client.expect("JSON", [*prove, "--format", "json"], 0)
    if not said.startswith('{\n  "version": 1'):
        bad.append(f"JSON is {said!r}")
    client.expect("help", [*prove, "--help"], 0, "USAGE: mortise prove")
    client.expect("an unknown option", [*prove, "--planted"], 1, "Unknown option '--planted'", "exit code 3")
    client.expect("another folder", [*prove, "--scratch-path", "planted"], 1, "before the command", "exit code 3")
    client.write(wiring=WIRING.replace(LOG, ""), plugins="")
    client.expect("the command on what is wrong", prove, 1, ERROR, "exit code 1")
    client.write(main=MAIN + MAY_FAIL, plugins="")
    client.expect("the command on what may fail", prove, 1, "main.swift:8:11: error: [may-fail]", "exit code 2")
    client.write(main=MAIN + 'let number: Int = ""\n', plugins="")
    client.expect("the command on what does not compile", prove, 1, "error: cannot convert", "exit code 3")
    client.write(plugins="")
    client.expect("the command, in the end", prove, 0, PROVEN)


def check_without_trait(client):
    asked = 'traits: ["Prover"]'
    client.write(traits="", plugins="")
    client.expect("the command without its trait", ["package", "mortise-prove"], 1, asked, "exit code 3")
    client.write(traits="")
    client.expect("a build without the trait", ["build", "-j", "2"], 1, asked)


def main():
    with tempfile.TemporaryDirectory() as name:
        client = Client(pathlib.Path(name).resolve())
        check_build(client)
        check_services(client)
        check_command(client)
        check_without_trait(client)
    for line in bad:
        print(f"plugins: {line}")
    print(f"plugins: a package was built, and proven by the command, {len(bad)} against what was expected")
    sys.exit(1 if bad else 0)


main()
