"""Random programs without conditions."""

import re

from .filling import Filling
from .writer import ASKED, TAGS

# Operations for programs without conditions; what follows is the container's.
OPERATIONS = """
6 {reg}
2 {reg}.replacing()
1 {reg}.contributing()
1 {c}.register { A() as any Face }.contributing()
1 {c}.register { D() as any Face }.contributing()
1 {c}.register({tag:}) { A() as any Face }
1 {c}.register { D() }.implements((any Face).self) { $0 }
1 {c}.register(.singleton, tag: "x") { D() }.implements((any Face).self, tag: "y") { $0 }
1 {c}.register { A() }.forAnyTag()
1 {c}.register { D() }.injecting { resolver, _ in _ = try resolver.resolve({T}.self) }
1 {c}.register { A() }.forwarding(to: (any Face).self) { $0 }
1 {c}.register { A() }.forwarding(to: (any Face).self) { $0 }.injecting { resolver, _ in _ = try resolver.resolve({T}.self) }
1 ok({id}) { _ = try {c}.resolve((any Face).self) }
2 let made{n} = {reg}\\n! made{n} {c}
3 {remove}
1 {c}.reset()
1 {c}.dropInstances()
1 {c}.dropInstances(of: B.self)
2 let box{n} = Container()\\n+ box{n}
3 let box{n} = Container(parent: {c})\\n+ box{n}
2 let box{n} = {c}.overriding { {reg:$0} }\\n+ box{n}
1 let box{n} = {c}.overriding()\\n+ box{n}
1 let box{n} = Container(sources: [{c}, {c}])\\n+ box{n}
2 let box{n} = try {c}.openScope("deep")\\n+ box{n}
1 {c}.expects(D.self, in: "deep")
1 let box{n} = try {c}.openScope("deep") { $0.provide(D()) }\\n+ box{n}
1 ok({id}) { _ = try {c}.openScope("deep") }
2 {c}.register(.scoped("deep")) { B(a: $0) }
1 {c}.register(.scoped("deep")) { A() }
1 {c}.provide(A())
1 {c}.provide(A(), tag: "x")
2 let lease{n} = try {c}.leaseScope("deep")\\n+ lease{n}.scope\\n= lease{n}
1 try await {lease}.close()
1 try await {c}.close()\\n- {c}
2 ok({id}) { try {c}.bootstrap() }\\n# {c}
1 {c}.register(.eagerSingleton) { B(a: $0) }
1 {c}.register(.eagerSingleton) { A() as any Face }.contributing()
1 {c}.register(.eagerSingleton, {tag:}) { D() as any Face }.contributing()
1 {c}.register(.eagerSingleton) { D() }.implements((any Face).self) { $0 }
1 {c}.register(.eagerSingleton) { (resolver: inout Resolver) in G(faces: try resolver.resolve([any Face].self)) }
1 {c}.async.register(.singleton) { await Task.yield(); return A() }
1 {c}.async.register(.eagerSingleton) { await Task.yield(); return A() }
2 await okLater({id}) { _ = try await {c}.async.resolve({T}.self) }
1 await okLater({id}) { try await {c}.async.bootstrap() }\\n# {c}
1 {c}.main.register { D() }
1 await okLater({id}) { _ = try await {c}.main.resolve({T}.self) }
2 {c}.decorate((any Face).self) { original, _ in Wrapped(original: original) }
1 {c}.decorate(A.self) { original, resolver in _ = try resolver.resolve(D.self); return original }
1 {c}.decorate(A.self, tag: "x") { original, resolver in _ = try resolver.resolve({T}.self); return original }
1 let made{n} = {c}.decorate(A.self) { original, resolver in _ = try resolver.resolve({T}.self); return original }\\n! made{n} {c}
1 {c}.decorate({T}.self, in: "deep") { original, resolver in _ = try resolver.resolve({T}.self); return original }
1 {c}.decorate((any Face).self, in: "deep") { original, _ in Wrapped(original: original) }
1 {c}.register(tag: "x") { A() as any Face }.selectable()
1 {c}.register(tag: "y") { D() as any Face }.selectable()
2 ok({id}) { _ = try {c}.select({tag}, for: (any Face).self) }
1 ok({id}) { try {c}.install(implementationsOf: (any Face).self, default: {tag}) { $0.register(tag: "x") { A() as any Face } } }
1 ok({id}) { try {c}.install(implementationsOf: (any Face).self) { $0.register(tag: "y") { D() as any Face } } }
1 {c}.link(with: {c})
1 {c}.unlink(from: {c})
1 {c}.install { {reg:$0}; {reg:$0} }
1 {c}.install(AModule())
1 {c}.install(BModule(isKept: true))
1 {c}.install(CModule(), AModule())
1 {c}.declaresCollection(of: (any Face).self)
1 {c}.register { K(n: $0) }
1 {c}.register { (resolver: inout Resolver, n: Int) in K(n: n) }
2 ok({id}) { _ = try {c}.resolve(K.self, arguments: 1) }
1 {c}.register { M(l: $0) }
1 ok({id}) { _ = try {c}.resolve([any Face].self) }
1 ok({id}) { _ = try {c}.resolveAll((any Face).self) }
1 ok({id}) { _ = try {c}.resolve({T}?.self) }
1 ok({id}) { _ = try {c}.provider(of: {T}.self)() }
1 let provider{n} = {c}.provider(of: {T}.self)\\n% provider{n}
2 {provider}
1 {c}.register { J() }\\nok({id}) { try {c}.adopt(J()) }
1 {c}.register { J() }.injectingProperties(false)
1 {c}.injectsProperties = false
1 ok({id}) { _ = try {c}.resolve(J.self) }
1 ok({id}) { try {c}.with({T}.self) { _ in } }
1 {c}.register { (resolver: inout Resolver) in B(a: try resolver.resolve(tag: .inherited)) }
16 {ask}
"""


class Straight(Filling):
    """A program that has no conditions: what happens in it can be known."""

    operations = [line.split(" ", 1) for line in OPERATIONS.strip().splitlines()]

    def make(self):
        self.containers, self.frozen, self.closed = ["app"], set(), set()
        self.made, self.providers, self.leases = [], [], []
        self.write("let app = Container()")
        self.supply()
        texts = [text for _, text in self.operations]
        weights = [int(weight) for weight, _ in self.operations]
        # Short, as long as much is drawn: what is undecided may leave undecided all that follows.
        number = self.chance.randrange(1, 4) if self.often else self.chance.randrange(6, 22)
        for text in self.chance.choices(texts, weights, k=number):
            self.operate(text)
            if self.odds(0.6 if self.often else 0.12):
                self.language()
        for _ in range(3):
            self.write(self.request(self.chance.choice(self.containers)))
        return self

    def language(self):
        """Statements that show how Swift runs, on a container that may be changed."""
        thawed = [container for container in self.containers if container not in self.frozen | self.closed]
        scope = dict(containers=thawed or ["Container()"], flags=[], tags=[], canThrow=True, canLeave=True,
                     isAsync=True)
        known = len(scope["containers"])
        self.kind(scope)
        self.containers += scope["containers"][known:]

    def operate(self, text):
        number, last = self.fresh(), None

        def fill(match):
            nonlocal last
            word, _, given = match[1].partition(":")
            if word == "c":
                open_ones = [c for c in self.containers if c not in self.closed or self.odds(0.2)] or ["app"]
                if re.search(r"\{c\}\.(async\.|main\.)?(register|decorate|install|injectsProperties|remove|reset|expects|provide|declares|link|unlink)", text):
                    open_ones = [c for c in open_ones if c not in self.frozen]
                last = last if last and text.count("{c}") > 1 and text.startswith("let made") else \
                    self.chance.choice(open_ones) if open_ones else None
                return last or "NONE"
            if word == "reg":
                thawed = [c for c in self.containers if c not in self.frozen]
                last = given or (self.chance.choice(thawed) if thawed else "NONE")
                return self.registration(last, refinements=text == "{reg}")
            if word == "tag":
                return f"tag: {self.chance.choice(TAGS)}" if match[1].endswith(":") else self.pick('"x"', '"y"')
            if word == "T":
                return self.chance.choice(ASKED)
            if word == "id":
                return str(self.fresh())
            if word == "n":
                return str(number)
            if word == "ask":
                return self.request(self.chance.choice(self.containers))
            if word == "remove":
                kept = [(name, c) for name, c in self.made if c not in self.frozen]
                if not kept:
                    return "NONE"
                name, container = self.chance.choice(kept)
                return f"{container}.remove({name})"
            if word == "lease":
                return self.chance.choice(self.leases or ["NONE"])
            if word == "provider":
                return f"ok({self.fresh()}) {{ _ = try {self.chance.choice(self.providers)}() }}" \
                    if self.providers else "NONE"
            return match[0]

        lines = []
        for line in text.split("\\n"):
            if line[0] in "!#-" and line[1] == " ":
                line = line.replace("{c}", last or "NONE")
            lines.append(re.sub(r"\{([a-zA-Z]+:?[$\d]*)\}", fill, line))
        if any("NONE" in line for line in lines):
            return
        for line in lines:
            mark, rest = line[:2], line[2:]
            if mark == "+ ":
                self.containers.append(rest)
            elif mark == "! ":
                self.made.append(tuple(rest.split()))
            elif mark == "# ":
                self.frozen.add(rest)
            elif mark == "- ":
                self.closed.add(rest)
            elif mark == "= ":
                self.leases.append(rest)
            elif mark == "% ":
                self.providers.append(rest)
            else:
                self.write(line)
                reset = re.match(r"([\w.]+)\.reset\(\)", line)
                if reset:
                    self.frozen.discard(reset[1])
