"""Random programs of what the engine's features do together.

They have layers, links and sources, in each of which five types are registered in any way: forwarded, in lists, with
tags or arguments, as optionals, wired, decorated, brought from outside. Without conditions, and short.
"""

from .writer import Writer

TYPES = [f"T{index}" for index in range(5)]
# Each program shows some of these more often.
FEATURES = ["forwarding", "linking", "sources", "contributing", "optionals", "inputs", "decorating", "any tag",
            "providers", "selecting", "resetting", "arguments", "lanes", "modules", "closing", "adopting",
            "bootstrapping"]
LIFETIMES = [".unique"] * 5 + [".shared", ".singleton", ".singleton", ".weakSingleton", '.scoped("deep")',
                               '.scoped("transaction")']
LAYERS = {
    "child": "let {name} = Container(parent: {other})", "overlay": "let {name} = {other}.overriding()",
    "deep": 'let {name} = try {other}.openScope("deep"){given}',
    "transaction": 'let {name} = try {other}.openScope("transaction"){given}', "free": "let {name} = Container()",
    "linked": "let {name} = Container()\n{name}.link(with: {other})",
    "linking": "let {name} = Container()\n{other}.link(with: {name})",
    "sources": "let {name} = Container(sources: [{other}, {another}])",
}


class Together(Writer):
    """A program without conditions that combines features."""

    def make(self):
        self.shown = self.chance.sample(FEATURES, 4)
        self.containers, self.made, self.inputs = [], [], []
        self.layer("free")
        for type in TYPES:
            self.register(self.containers[0], type)
        if self.likes("inputs", 1, 0.15):
            self.expect(self.containers[0])
        if self.likes("decorating", 0.6, 0.05):
            self.decorate()
        for _ in range(self.pick(1, 2, 2, 3, 3)):
            self.layer()
            for _ in range(self.pick(0, 1, 1, 2)):
                self.register(self.containers[-1] if self.odds(0.7) else None)
            if self.likes("inputs", 0.4, 0.03):
                self.expect(self.containers[-1])
            if self.likes("decorating", 0.5, 0.08):
                self.decorate()
            if self.likes("resetting", 0.6, 0.03):
                self.reset()
            if self.likes("modules", 0.7, 0.02):
                self.module()
            if self.likes("adopting", 0.6, 0.03):
                self.adopt()
            if self.likes("closing", 0.3, 0.01):
                self.write(f"try? await {self.chance.choice(self.containers)}.close()")
        if self.likes("bootstrapping", 0.7, 0.02):
            self.write(f"ok({self.fresh()}) {{ try {self.chance.choice(self.containers[-2:])}.bootstrap() }}")
        for _ in range(self.pick(1, 1, 2)):
            self.ask(self.chance.choice(self.containers[-2:]))
        # What is not named any more may be gone.
        self.write(f"withExtendedLifetime([{', '.join(self.containers)}]) {{}}")
        return self

    def likes(self, feature, often, seldom):
        return self.odds(often if feature in self.shown else seldom)

    # Containers

    def layer(self, kind=None):
        name = f"box{len(self.containers)}"
        if kind is None:
            kinds = ["child"] * 3 + ["overlay"] * 3 + ["deep"] * 3 + ["transaction"] * 2
            kinds += ["linked", "linking"] * 5 if "linking" in self.shown else []
            kinds += ["free"] * 3 + (["sources"] * 6 if len(self.containers) > 1 else []) if "sources" in self.shown else []
            kind = self.chance.choice(kinds)
        known = self.chance.sample(self.containers, min(2, len(self.containers))) or [""]
        text = LAYERS[kind].format(name=name, other=known[0], another=known[-1], given=self.given(kind))
        for line in text.split("\n"):
            self.write(line)
        self.containers.append(name)

    def given(self, scope):
        """What a scope gets that is expected there; sometimes something is left out."""
        brought = [f"$0.provide({type}(){tag})" for name, type, tag, isOptional in self.inputs
                   if name == scope and self.odds(0.4 if isOptional else 0.9)]
        return f" {{ {'; '.join(dict.fromkeys(brought))} }}" if brought else ""

    def expect(self, container):
        for scope in ("deep", "transaction"):
            if self.odds(0.5):
                continue
            type, tag, form = self.chance.choice(TYPES[:3]), self.tag(0.2), self.pick("", "?", "made", "made")
            made = f" {{ (resolver: inout Resolver) -> {type} in {self.body(type, type)} }}" if form == "made" else ""
            optional = "?" if form == "?" else ""
            self.write(f'{container}.expects({type}{optional}.self, in: "{scope}"{tag}){made}')
            self.inputs.append((scope, type, tag, form != ""))

    # Definitions

    def register(self, container=None, type=None):
        container = container or self.chance.choice(self.containers)
        type = type or self.chance.choice(TYPES)
        text = f"{container}.{self.definition(container, type)}"
        name = f"made{self.fresh()}"
        if self.likes("resetting", 0.2, 0) and any(owner == container for owner, _ in self.made):
            removed = self.chance.choice([made for owner, made in self.made if owner == container])
            self.write(f"{container}.install {{ box in _ = box.{text.split('.', 1)[1]}; box.remove({removed}) }}")
            self.made.remove((container, removed))
            return
        self.write(f"let {name} = {text}")
        self.write(f"_ = {name}")
        self.made.append((container, name))
        if self.likes("forwarding", 0.1, 0.01):
            other, name = self.chance.choice([other for other in TYPES if other != type]), f"made{self.fresh()}"
            self.write(f"let {name} = {self.made[-1][1]}.forwarding(to: {other}.self{self.tag(0.2)}) "
                       f"{{ _ in {other}() }}")
            self.write(f"{name}.contributing()" if self.likes("contributing", 0.4, 0.06) else f"_ = {name}")
            self.made.append((container, name))

    def module(self):
        """A module of a few definitions, which is installed, and perhaps uninstalled."""
        container, name = self.chance.choice(self.containers), f"{self.name}Module{self.fresh()}"
        self.helpers += [f"struct {name}: Module {{", "    func register(in box: Container) {",
                         *(f"        box.{self.definition(container, self.chance.choice(TYPES))}"
                           for _ in range(self.pick(1, 1, 2))), "    }", "}"]
        self.write(f"{container}.install({name}())")
        if self.odds(0.3):
            self.register(container)
        if self.odds(0.4):
            self.write(f"_ = try? {container}.resolve({self.chance.choice(TYPES)}.self)")
        if self.odds(0.6):
            self.write(f"{container}.uninstall({name}())")

    def adopt(self):
        container, type = self.chance.choice(self.containers), self.chance.choice(TYPES)
        keeping = self.pick("keeping: ", "keeping: ", "")
        self.write(f"ok({self.fresh()}) {{ try {container}.adopt({keeping}{type}(){self.tag(0.1)}) }}")

    def definition(self, container, type):
        tag = self.tag(0.3 if {"any tag", "selecting"} & set(self.shown) else 0.1)
        lifetime = ".eagerSingleton" if self.likes("bootstrapping", 0.3, 0.01) else self.chance.choice(LIFETIMES)
        head = f"register({lifetime}{tag})"
        isOptional, isWired = self.likes("optionals", 0.25, 0.02), self.odds(0.25)
        if isWired and not isOptional:
            factory = self.wired(type)
        else:
            given = ", number: Int" if self.likes("arguments", 0.3, 0.06) else ""
            value = self.pick("nil", f"Optional({type}())") if isOptional else f"{type}()"
            made = f"{type}?" if isOptional else type
            isFailing = container != "box0" and self.odds(0.3)
            factory = f"{{ (resolver: inout Resolver{given}) -> {made} in {self.body(type, value, isFailing)} }}"
            if self.likes("lanes", 0.4, 0.05) and not given:
                factory = f"{{ (resolver: inout AsyncResolver) async throws -> {made} in await Task.yield(); return {value} }}"
        return head + " " + factory + "".join(self.refinements(type, tag, isOptional))

    def wired(self, type):
        kinds = [self.pick("{0}", "{0}", "{0}", "{0}?", "[{0}]", "Provider<{0}>", "Int").format(self.needed(type))
                 for _ in range(self.pick(1, 1, 2))]
        asked = "".join(f"_ = try a{index}(); " for index, kind in enumerate(kinds)
                        if kind.startswith("Provider") and self.likes("providers", 0.6, 0.2))
        parameters = ", ".join(f"a{index}: {kind}" for index, kind in enumerate(kinds))
        return f"{{ ({parameters}) -> {type} in {asked}return {type}() }}"

    def refinements(self, type, tag, isOptional):
        found = []
        if self.likes("contributing", 0.4, 0.06):
            found.append(".contributing()")
        if tag and self.likes("selecting", 0.7, 0.1):
            found.append(".selectable()")
        if not tag and self.likes("any tag", 0.4, 0.06):
            found.append(".forAnyTag()")
        if self.odds(0.1):
            found.append(f".injecting {{ resolver, _ in {self.need(type)} }}")
        if self.likes("sources", 0.25, 0.07):
            found.append(self.pick(".replacing()", ".replacing(.sameParameters)"))
        if not isOptional and self.likes("forwarding", 0.5, 0.05):
            other = self.chance.choice([other for other in TYPES if other != type])
            text = f".implements({other}.self{self.tag(0.3)}) {{ _ in {other}() }}"
            found.insert(self.chance.randrange(len(found) + 1), text)
        return found

    def decorate(self):
        container, type = self.chance.choice(self.containers), self.chance.choice(TYPES)
        scope = self.pick("", "", ', in: "deep"', ', in: "transaction"')
        kind = self.pick("{0}", "{0}", "{0}?", "[{0}]").format(type)
        self.write(f"{container}.decorate({kind}.self{scope}{self.tag(0.2)}) {{ original, resolver in "
                   f"{self.need(type)}; return original }}")

    def reset(self):
        if self.odds(0.5):
            self.write(f"_ = try? {self.chance.choice(self.containers)}.resolve({self.chance.choice(TYPES)}.self)")
        if self.odds(0.6) and self.made:
            container, name = self.made.pop(self.chance.randrange(len(self.made)))
            self.write(f"{container}.remove({name})")
        elif self.odds(0.5):
            self.write(f"{self.chance.choice(self.containers)}.dropInstances()")

    # Requests

    def tag(self, part):
        return self.pick(', tag: "x"', ', tag: "y"') if self.odds(part) else ""

    def needed(self, type):
        """Mostly a type before it, so that few programs have cycles."""
        return self.chance.choice(TYPES[:max(1, TYPES.index(type))] if self.odds(0.95) else TYPES)

    def body(self, type, value, isFailing=False):
        value = value if "(" in value or value == "nil" else f"{value}()"
        needs = ["_ = try resolver.resolve(Missing.self)"] if isFailing else \
            [self.need(type) for _ in range(self.pick(0, 0, 1, 1, 2))]
        return "; ".join(dict.fromkeys(needs + [f"return {value}"]))

    def need(self, type):
        """What a factory asks for."""
        other = self.needed(type)
        form = self.pick(*["_ = try resolver.resolve({0}.self)"] * 10, "let _: {0}? = try resolver.resolve()",
                         "_ = try resolver.resolve({0}?.self)", "let _: [{0}] = try resolver.resolve()",
                         "_ = try resolver.resolveAll({0}.self)", "_ = try resolver.resolve({0}.self{1})",
                         "_ = try resolver.resolve({0}.self, arguments: 1)",
                         "let _: [DefinitionTag: {0}] = try resolver.resolve()",
                         "_ = try resolver.resolve({0}.self, tag: .inherited)",
                         "_ = try (resolver.provider() as Provider<{0}>)()", "let _: Provider<{0}> = resolver.provider()")
        return form.format(other, self.tag(1))

    def ask(self, container):
        """What a container is asked for, on a line of its own."""
        type = self.pick("T4", "T4", "T3", "T2", *TYPES)
        forms = ["_ = try {0}.resolve({1}.self)"] * 8
        forms += ["_ = try {0}.resolve({1}.self{2})"] * (4 if "any tag" in self.shown else 1)
        forms += ["let _: [{1}] = try {0}.resolve()", "let _: [DefinitionTag: {1}] = try {0}.resolve()"] \
            * (4 if "contributing" in self.shown else 1)
        forms += ["let _: {1}? = try {0}.resolve()", "_ = try {0}.resolve({1}?.self)"] \
            * (3 if "optionals" in self.shown else 1)
        forms += ["_ = try {0}.resolve({1}.self, arguments: 1)"] * (5 if "arguments" in self.shown else 1)
        forms += ["_ = try {0}.resolveAll({1}.self)"] * (2 if "linking" in self.shown else 1)
        forms += ["_ = try {0}.resolveAll({1}.self{2})"] * (2 if "contributing" in self.shown else 0)
        text = self.chance.choice(forms).format(container, type, self.tag(1))
        if self.likes("lanes", 0.6, 0.1):
            call = f"_ = try await {container}.async.resolve({type}.self)"
            return self.write(f"await okLater({self.fresh()}) {{ {call} }}")
        self.write(f"ok({self.fresh()}) {{ {text} }}")
