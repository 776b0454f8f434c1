#!/usr/bin/env python3
"""Writes random programs, proves them, runs them, and compares.

usage: random-programs.py [--count N] [--seed S] [--keep FOLDER] [--list]

Each program is a function that wires containers and requests something from them. It runs once for each
way of answering its flags, which the prover cannot know. Counted as disagreements are a request that is
proven and fails, and one that is wrong and succeeds. The seed is printed first; the same seed gives the
same programs.

Needs `make mortise`, and `swift build` for the library.
"""

import argparse
import collections
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

PRELUDE = """
import Foundation
import Mortise

protocol Face: Sendable {}
final class A: Face {}
final class B: Sendable { let a: A; init(a: A) { self.a = a } }
final class C: Sendable { let b: B; init(b: B) { self.b = b } }
final class D: Face {}
struct Failed: Error {}
enum Mode: String, CaseIterable { case one, two, three }
enum Choice { case none, tagged(String), many(Int, Bool) }

/// What a run answers, bit by bit.
nonisolated(unsafe) var answers = 0
func flag(_ bit: Int) -> Bool { answers >> bit & 1 == 1 }
func count(_ bit: Int) -> Int { answers >> bit & 3 }
func mode(_ bit: Int) -> Mode { Mode.allCases[count(bit) % 3] }
func choice(_ bit: Int) -> Choice {
    switch count(bit) {
    case 0: .none
    case 1: .tagged("x")
    case 2: .many(2, true)
    default: .many(3, false)
    }
}
func mark(_ line: Int) { print(line); fflush(nil) }
func mayThrow(_ fails: Bool) throws { if fails { throw Failed() } }
func clear(_ value: inout Bool) { value = false }
func bump(_ value: inout Int) { value += 1 }
func twice(_ body: () throws -> Void) rethrows { try body(); try body() }
func never(_ body: () throws -> Void) rethrows {}
func later(_ body: @escaping () -> Void) -> () -> Void { body }
func optional(_ container: Container, _ isThere: Bool) -> Container? { isThere ? container : nil }
struct AModule: Module { func register(in container: Container) { container.register { A() } } }
struct BModule: Module {
    let isKept: Bool
    func register(in container: Container) {
        if isKept { container.register(.singleton) { B(a: $0) } } else { container.register { B(a: $0) } }
    }
}
class Wiring {
    func wire(_ container: Container) { container.register { A() } }
    final func both(_ container: Container) { wire(container); container.register { D() } }
}
class Less: Wiring { override func wire(_ container: Container) {} }
class More: Wiring {
    override func wire(_ container: Container) { super.wire(container); container.register { B(a: $0) } }
}
struct Holder {
    var container = Container()
    var isOn = true
    mutating func restart() { container = Container() }
    mutating func turnOff() { isOn = false }
    func wire() { if isOn { container.register { A() } } }
}
"""

MAIN = """
@main struct Program {
    static func main() async {
        let all: [String: @Sendable () async throws -> Void] = [
%s        ]
        answers = Int(CommandLine.arguments[2])!
        do { try await all[CommandLine.arguments[1]]!(); print("end") }
        catch is ResolutionError { print("failed") }
        catch { print("other") }
    }
}
"""

SERVICES = ["A", "B", "C", "D"]
TAGS = ['"x"', '"y"']


class Program:
    """One random function."""

    def __init__(self, name, chance):
        self.name, self.chance = name, chance
        self.lines, self.requests = [], []
        self.helpers = []
        self.number, self.bit = 0, 0
        self.depth = 0

    def pick(self, *choices):
        return self.chance.choice(choices)

    def fresh(self, prefix):
        self.number += 1
        return f"{prefix}{self.number}"

    def flag(self):
        bit = self.chance.randrange(4)
        return f"flag({bit})"

    def write(self, text):
        self.lines.append("    " * (1 + self.depth) + text)

    def text(self):
        body = "\n".join(self.lines)
        return "\n".join(self.helpers) + f"\nfunc {self.name}() async throws {{\n{body}\n}}\n"

    # Conditions

    def condition(self, flags):
        known = [f"{name}" for name in flags]
        options = [self.flag(), "!" + self.flag(), f"{self.flag()} && {self.flag()}",
                   f"{self.flag()} || {self.flag()}", "true", "false",
                   f"count({self.chance.randrange(3)}) == {self.chance.randrange(4)}",
                   f"count({self.chance.randrange(3)}) > {self.chance.randrange(3)}",
                   f"mode({self.chance.randrange(3)}) == .{self.pick('one', 'two', 'three')}"]
        if known:
            options += [self.chance.choice(known), "!" + self.chance.choice(known)] * 3
        return self.chance.choice(options)

    # Wiring

    def register(self, container, values):
        service = self.pick(*SERVICES)
        scope = self.pick("", "", ".singleton", ".shared")
        tag = self.pick("", "", "", f"tag: {self.pick(*TAGS)}")
        if values and self.chance.random() < 0.15:
            tag = f"tag: {self.chance.choice(values)}"
        arguments = ", ".join(part for part in [scope, tag] if part)
        call = f"register({arguments})" if arguments else "register"
        needed = {"B": ("a", "A"), "C": ("b", "B")}.get(service)
        if not needed:
            factory = f"{{ {service}() }}"
        else:
            label, other = needed
            factory = self.pick(
                f"{{ {service}({label}: $0) }}",
                f"{{ (resolver: inout Resolver) in try {service}({label}: resolver.resolve()) }}",
                f"{{ (resolver: inout Resolver) in let part: {other} = try resolver.resolve(); "
                f"return {service}({label}: part) }}")
        return f"{container}.{call} {factory}"

    def change(self, scope):
        """A statement that changes a container."""
        container = self.chance.choice(scope["containers"])
        draw = self.chance.random()
        if draw < 0.62:
            self.write(self.register(container, scope["tags"]))
        elif draw < 0.70:
            name = self.fresh("made")
            self.write(f"let {name} = {self.register(container, [])}")
            if self.chance.random() < 0.6:
                self.write(f"if {self.condition(scope['flags'])} {{ {container}.remove({name}) }}")
            else:
                self.write(f"{container}.remove({name})")
        elif draw < 0.78:
            module = self.pick("AModule()", "BModule(isKept: true)", f"BModule(isKept: {self.flag()})")
            self.write(f"{container}.install({module})")
        elif draw < 0.80:
            self.write(f"{container}.reset()")
        elif draw < 0.86:
            kind = self.pick("Wiring()", "Less()", "More()", f"{self.flag()} ? Wiring() : Less()")
            name = self.fresh("wiring")
            self.write(f"let {name}: Wiring = {kind}")
            self.write(f"{name}.{self.pick('wire', 'both')}({container})")
        elif draw < 0.93:
            helper = f"{self.name}{self.fresh('helper')}"
            inner = Program(self.name, self.chance)
            inner.number, inner.depth = self.number + 100, 0
            for _ in range(self.chance.randrange(1, 4)):
                inner.statement({"containers": ["given"], "flags": ["isOn"], "tags": [], "canThrow": False,
                                 "loops": [], "mutable": []}, small=True)
            self.number = inner.number
            body = "\n".join(inner.lines)
            self.helpers += inner.helpers
            self.helpers.append(f"func {helper}(_ given: Container, _ isOn: Bool) {{\n{body}\n}}")
            self.write(f"{helper}({container}, {self.condition(scope['flags'])})")
        else:
            self.write(f"{container}.{self.pick('register { A() }.implements((any Face).self) { $0 }', 'register { D() as any Face }')}")

    def request(self, scope):
        container = self.chance.choice(scope["containers"])
        self.number += 1
        number = self.number
        tag = self.pick("", "", "", f", tag: {self.pick(*TAGS)}")
        service = self.pick("A", "A", "B", "B", "C", "D", "(any Face)")
        self.write(f"mark({number})")
        form = self.chance.random()
        if form < 0.8:
            call = f"_ = try {container}.resolve({service}.self{tag})"
        elif form < 0.9:
            call = f"_ = try await {container}.async.resolve({service}.self{tag})"
        else:
            call = f"_ = try {container}.provider(of: {service}.self{tag})()" if not tag else \
                f"_ = try {container}.resolve({service}.self{tag})"
        self.requests.append((number, len(self.lines)))
        self.write(call)

    # Statements

    def block(self, scope, count, small=False):
        inner = {key: list(value) if isinstance(value, list) else value for key, value in scope.items()}
        self.depth += 1
        for _ in range(count):
            self.statement(inner, small)
        self.depth -= 1

    def statement(self, scope, small=False):
        draw = self.chance.random()
        if small or self.depth > 2 or draw < 0.40:
            if small and draw < 0.3 and self.depth < 2:
                self.write(f"if {self.condition(scope['flags'])} {{")
                self.block(scope, 1, small=True)
                self.write("}")
                return
            return self.change(scope)
        maker = self.chance.choice([
            self.branch, self.branch, self.early_exit, self.loop, self.loop, self.labelled, self.switch,
            self.variable, self.variable, self.variable, self.mutate, self.mutate, self.container,
            self.container, self.attempt, self.attempt, self.closure, self.closure, self.deferred,
            self.chain, self.task, self.payload, self.holder,
        ])
        maker(scope)

    def branch(self, scope):
        self.write(f"if {self.condition(scope['flags'])} {{")
        self.block(scope, self.chance.randrange(1, 3))
        if self.chance.random() < 0.5:
            self.write("} else {")
            self.block(scope, self.chance.randrange(1, 3))
        self.write("}")

    def early_exit(self, scope):
        if not scope.get("canLeave"):
            return self.branch(scope)
        self.write(f"guard {self.condition(scope['flags'])} else {{")
        self.depth += 1
        if self.chance.random() < 0.4:
            self.change(scope)
        self.write("return")
        self.depth -= 1
        self.write("}")

    def loop(self, scope):
        form = self.pick("literal", "range", "tags", "while", "each", "repeat")
        inner = dict(scope, tags=list(scope["tags"]), canLeave=False, loops=scope["loops"] + [""])
        if form == "literal":
            self.write(f"for step in {self.pick('[0, 1]', '[2, 0, 1]', '[1]')} {{")
        elif form == "range":
            self.write(f"for step in 0..<{self.pick('3', '1', 'count(0)')} {{")
        elif form == "tags":
            names = self.pick('["x", "y"]', '["y"]', 'Mode.allCases.map { $0.rawValue }')
            self.write(f"for name in {names} {{")
            inner["tags"].append("name")
        elif form == "while":
            counter = self.fresh("counter")
            self.write(f"var {counter} = 0")
            self.write(f"while {counter} < {self.pick('2', '1', 'count(1)')} {{")
            self.depth += 1
            self.write(f"{counter} += 1")
            self.depth -= 1
        elif form == "repeat":
            counter = self.fresh("counter")
            self.write(f"var {counter} = 0")
            self.write("repeat {")
            self.depth += 1
            self.write(f"bump(&{counter})")
            self.depth -= 1
        else:
            container = self.chance.choice(scope["containers"])
            body = self.register("$0", [])
            self.write(f"[{container}].forEach {{ {body.replace('$0)', '$1)') if '$0)' in body else body} }}"
                       if "$0)" not in body else f"for each in [{container}] {{ {self.register('each', [])} }}")
            return
        self.block(inner, 1)
        self.depth += 1
        if form in ("literal", "range") and self.chance.random() < 0.5:
            self.write(f"if step == {self.chance.randrange(3)} {{ {self.pick('break', 'continue')} }}")
        elif self.chance.random() < 0.4:
            jump = self.pick("break", "continue")
            self.write(f"if {self.condition(scope['flags'])} {{ {jump} }}")
        self.depth -= 1
        self.block(inner, 1)
        self.write(f"}} while {counter} < {self.pick('1', '2')}" if form == "repeat" else "}")

    def labelled(self, scope):
        label = self.fresh("outer")
        inner = dict(scope, canLeave=False)
        self.write(f"{label}: for first in [0, 1] {{")
        self.depth += 1
        self.write("for second in [0, 1] {")
        self.block(inner, 1)
        self.depth += 1
        self.write(f"if {self.pick('first == second', self.condition(scope['flags']))} "
                   f"{{ {self.pick('break', 'continue')} {label} }}")
        self.depth -= 1
        self.block(inner, 1)
        self.write("}")
        self.depth -= 1
        self.block(inner, 1)
        self.write("}")

    def switch(self, scope):
        inner = dict(scope, canLeave=False)
        form = self.pick("mode", "count", "tuple")
        if form == "mode":
            self.write(f"switch mode({self.chance.randrange(3)}) {{")
            cases = ["case .one:", "case .two:", "case .three:"]
        elif form == "count":
            self.write(f"switch count({self.chance.randrange(3)}) {{")
            cases = ["case 0:", f"case 1 where {self.flag()}:", "case 2, 3:", "default:"]
        else:
            self.write(f"switch ({self.flag()}, {self.flag()}) {{")
            cases = ["case (true, true):", "case (false, _):", "default:"]
        for index, case in enumerate(cases):
            self.write(case)
            if self.chance.random() < 0.25:
                self.depth += 1
                self.write("break")
                self.depth -= 1
                continue
            self.block(inner, 1)
            if index + 1 < len(cases) and self.chance.random() < 0.2:
                self.depth += 1
                self.write("fallthrough")
                self.depth -= 1
        self.write("}")

    def payload(self, scope):
        inner = dict(scope, tags=list(scope["tags"]), canLeave=False)
        self.write(f"switch choice({self.chance.randrange(3)}) {{")
        self.write("case .none: break")
        self.write("case .tagged(let text):")
        tagged = dict(inner, tags=inner["tags"] + ["text"])
        self.block(tagged, 1)
        self.write("case .many(2, let isOn):")
        self.block(dict(inner, flags=inner["flags"] + ["isOn"]), 1)
        self.write("case .many: break")
        self.write("}")

    def variable(self, scope):
        name = self.fresh("on")
        self.write(f"var {name} = {self.condition(scope['flags'])}")
        self.write(f"_ = {name}")
        scope["flags"].append(name)
        scope["mutable"].append(name)

    def mutate(self, scope):
        if not scope["mutable"]:
            return self.variable(scope)
        name = self.chance.choice(scope["mutable"])
        self.write(self.pick(f"{name}.toggle()", f"{name} = {self.condition([flag for flag in scope['flags'] if flag != name])}",
                             f"clear(&{name})", f"{name} = !{name}"))

    def container(self, scope):
        known = self.chance.choice(scope["containers"])
        name = self.fresh("box")
        form = self.pick("new", "child", "scope", "layer", "either", "filled", "tuple")
        if form == "new":
            self.write(f"let {name} = Container()")
        elif form == "child":
            self.write(f"let {name} = Container(parent: {known})")
        elif form == "scope" and scope["canThrow"]:
            self.write(f"let {name} = try {known}.openScope(\"inner\")")
        elif form == "layer":
            self.write(f"let {name} = {known}.overriding {{ $0.register {{ A() }} }}")
        elif form == "either":
            other = self.chance.choice(scope["containers"])
            self.write(f"let {name} = {self.condition(scope['flags'])} ? {known} : {other}")
        elif form == "tuple":
            self.write(f"let ({name}, _) = ({known}, {self.flag()})")
        else:
            self.write(f"let {name} = Container {{")
            self.depth += 1
            self.write(self.register("$0", []).replace("{ B(a: $0) }", "{ (resolver: inout Resolver) in try B(a: resolver.resolve()) }")
                       .replace("{ C(b: $0) }", "{ (resolver: inout Resolver) in try C(b: resolver.resolve()) }"))
            self.depth -= 1
            self.write("}")
        scope["containers"].append(name)

    def holder(self, scope):
        name = self.fresh("holder")
        self.write(f"var {name} = Holder()")
        for _ in range(self.chance.randrange(3)):
            self.write(self.pick(f"{name}.restart()", f"{name}.turnOff()", f"{name}.wire()",
                                 f"{name}.isOn = {self.condition(scope['flags'])}"))
        self.write(f"{name}.wire()")
        scope["containers"].append(f"{name}.container")

    def attempt(self, scope):
        if self.chance.random() < 0.3:
            self.write(f"try? mayThrow({self.condition(scope['flags'])})")
            return
        inner = dict(scope, canLeave=False)
        self.write("do {")
        self.block(inner, 1)
        self.depth += 1
        self.write(f"try mayThrow({self.condition(scope['flags'])})")
        self.depth -= 1
        self.block(inner, 1)
        self.write("} catch {")
        self.block(inner, self.chance.randrange(2))
        self.write("}")

    def closure(self, scope):
        container = self.chance.choice(scope["containers"])
        if "." in container:
            return self.change(scope)
        name = self.fresh("wire")
        form = self.pick("local", "twice", "never", "later", "function")
        body = self.register(container, [])
        if form == "function":
            self.write(f"func {name}(_ isOn: Bool) {{ if isOn {{ {body} }} }}")
            for _ in range(self.chance.randrange(3)):
                self.write(f"{name}({self.condition(scope['flags'])})")
        elif form in ("twice", "never"):
            self.write(f"{form} {{ {body} }}")
        else:
            self.write(f"let {name} = {'later ' if form == 'later' else ''}{{ _ = {body} }}")
            self.write(f"_ = {name}")
            if self.chance.random() < 0.7:
                self.write(f"if {self.condition(scope['flags'])} {{ {name}() }}"
                           if self.chance.random() < 0.5 else f"{name}()")

    def deferred(self, scope):
        self.write("do {")
        self.depth += 1
        self.write("defer {")
        self.block(dict(scope, canLeave=False, canThrow=False), 1, small=True)
        self.write("}")
        self.depth -= 1
        self.block(dict(scope, canLeave=False), 1)
        self.write("}")

    def chain(self, scope):
        container = self.chance.choice(scope["containers"])
        self.write(f"optional({container}, {self.condition(scope['flags'])})?.register {{ A() }}")

    def task(self, scope):
        container = self.chance.choice(scope["containers"])
        if "." in container or not scope["canThrow"]:
            return self.change(scope)
        body = self.register(container, [])
        self.write(f"await Task {{ {body}; return }}.value" if self.chance.random() < 0.7
                   else f"async let {self.fresh('spawned')}: Void = {{ _ = {body} }}()")

    def make(self):
        scope = {"containers": ["app"], "flags": [], "tags": [], "mutable": [], "loops": [],
                 "canThrow": True, "canLeave": True}
        self.write("let app = Container()")
        for _ in range(self.chance.randrange(3, 8)):
            self.statement(scope)
            if self.chance.random() < 0.25:
                self.request(scope)
        for _ in range(self.chance.randrange(1, 3)):
            self.request(scope)
        return self


def write_package(folder, programs):
    """Writes a package, and finds the line of each request."""
    sources = folder / "Sources/programs"
    sources.mkdir(parents=True)
    (folder / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "programs", platforms: [.macOS(.v15)],
    dependencies: [.package(name: "mortise", path: "{ROOT}")],
    targets: [.executableTarget(name: "programs", dependencies: [.product(name: "Mortise", package: "mortise")])],
    swiftLanguageModes: [.v5])
""")
    (sources / "Prelude.swift").write_text(PRELUDE)
    sites = {}
    for start in range(0, len(programs), 25):
        name, line, texts = f"Programs{start}.swift", 3, ["import Mortise\n"]
        for program in programs[start:start + 25]:
            text = program.text()
            first = line + text[:text.index(f"func {program.name}() async")].count("\n") + 1
            for number, offset in program.requests:
                sites[program.name, number] = (name, first + offset)
            texts.append(text)
            line += text.count("\n") + 1
        (sources / name).write_text("\n".join(texts))
    table = "".join(f'            "{p.name}": {{ try await {p.name}() }},\n' for p in programs)
    (sources / "Program.swift").write_text("import Foundation\nimport Mortise\n" + MAIN % table)
    return sites


def run(binary, program, ways):
    """What each request did: whether it succeeded, and whether it failed, in some run."""
    outcomes = collections.defaultdict(set)
    for answers in ways:
        try:
            done = subprocess.run([binary, program.name, str(answers)], capture_output=True, text=True, timeout=20)
            lines = done.stdout.split()
        except subprocess.TimeoutExpired as error:
            lines = (error.stdout or b"").decode().split()
        ended = lines[-1] if lines else ""
        marks = [int(line) for line in lines if line.isdigit()]
        for index, number in enumerate(marks):
            is_last = index + 1 == len(marks) and ended not in ("end", "other")
            outcomes[number].add(not is_last)
    return outcomes


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--keep", type=pathlib.Path, help="where to leave the package")
    parser.add_argument("--list", action="store_true", help="print each request")
    options = parser.parse_args()
    print(f"random-programs: seed {options.seed}", flush=True)
    programs = [Program(f"p{n:05}", random.Random(f"{options.seed} {n}")).make() for n in range(options.count)]

    folder = options.keep or pathlib.Path(tempfile.mkdtemp())
    if folder.exists() and options.keep:
        shutil.rmtree(folder / "Sources", ignore_errors=True)
    folder.mkdir(exist_ok=True, parents=True)
    sites = write_package(folder, programs)
    built = subprocess.run(["swift", "build", "--package-path", str(folder)], capture_output=True, text=True)
    if built.returncode:
        errors = sorted(set(re.findall(r"\w+\.swift:\d+:\d+: error: .*", built.stdout + built.stderr)))
        sys.exit("random-programs: they do not build:\n" + "\n".join(errors[:20]))
    proof = subprocess.run([str(ROOT / ".build/mortise"), "prove", str(folder)], capture_output=True, text=True)
    if proof.returncode not in (0, 1, 2):
        sys.exit(f"random-programs: the proof ends with {proof.returncode}: {proof.stderr[:500]}")
    verdicts = {}
    for name, line, text in re.findall(r"^(?:.*/)?(\w+\.swift):(\d+):\d+: error: (.*)$", proof.stdout, re.M):
        is_soft = "[not-proven" in text or "[may-fail" in text
        verdicts.setdefault((name, int(line)), ("may fail" if "[may-fail" in text else "not proven")
                            if is_soft else f"wrong: {text}")

    counts, bad = collections.Counter(), []
    for program in programs:
        outcomes = run(str(folder / ".build/debug/programs"), program, range(16))
        for number, _ in program.requests:
            site = sites[program.name, number]
            verdict = verdicts.get(site, "proven")
            seen = outcomes.get(number, set())
            kind = verdict.split(":")[0]
            counts[kind] += 1
            if not seen:
                counts["never reached"] += 1
            if kind == "proven" and False in seen:
                bad.append(f"proven, but fails: {program.name} {site[0]}:{site[1]}")
            if kind == "wrong" and True in seen:
                bad.append(f"wrong, but succeeds: {program.name} {site[0]}:{site[1]}: {verdict}")
            if seen == {True} and kind != "proven":
                counts["always succeeds, " + kind] += 1
            if options.list:
                print(f"{site[0]}:{site[1]} {program.name} {sorted(seen)} {verdict}")
    if not options.keep:
        shutil.rmtree(folder)
    for line in bad:
        print(f"random-programs: {line}")
    print("random-programs: " + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    print(f"random-programs: {len(programs)} programs, {len(bad)} disagreements")
    sys.exit(1 if bad else 0)


main()
