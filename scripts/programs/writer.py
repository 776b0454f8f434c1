"""Writes requests and registrations."""

# What is registered, and what its factory needs.
NEEDS = {"B": [("a", "A")], "C": [("b", "B")], "E": [("later", "Provider<A>")], "F": [("a", "A?")],
         "G": [("faces", "[any Face]")], "H": [("d", "D"), ("c", "C?")], "L": [("m", "M")], "M": [("l", "L")]}
SERVICES = ["A"] * 5 + ["D"] * 3 + ["B"] * 4 + ["C"] * 2 + ["E", "F", "G", "H", "J", "K"] + ["L"]
ASKED = ["A"] * 5 + ["B"] * 4 + ["C"] * 2 + ["D"] * 2 + ["(any Face)"] * 2 + ["E", "F", "G", "H", "J", "L"]
TAGS = ['"x"', '"x"', '"y"', "Label.x", "Label.y", "1"]


class Writer:
    """Writes one random function, line by line."""

    def __init__(self, name, chance):
        self.name, self.chance = name, chance
        self.lines, self.helpers = [], []
        self.number, self.depth = 0, 0

    def pick(self, *choices):
        return self.chance.choice(choices)

    def odds(self, part):
        return self.chance.random() < part

    def fresh(self):
        self.number += 1
        return self.number

    def write(self, text):
        self.lines.append("    " * (1 + self.depth) + text)

    def text(self):
        return "\n".join(self.helpers + [f"func {self.name}() async throws {{", *self.lines, "}"])

    # Wiring

    def registration(self, container, tags=(), refinements=True):
        """A call that registers something."""
        service = self.chance.choice(SERVICES)
        scope = self.pick("", "", "", ".singleton", ".shared", '.scoped("deep")' if self.odds(0.3) else ".singleton")
        if service in ("J", "K"):
            scope = ""
        tag = self.pick("", "", "", "", f"tag: {self.chance.choice(TAGS)}")
        if tags and self.odds(0.3):
            tag = f"tag: {self.chance.choice(list(tags))}"
        arguments = ", ".join(part for part in [scope, tag] if part)
        call = f"{container}.register({arguments})" if arguments else f"{container}.register"
        needs = NEEDS.get(service)
        if service == "K":
            factory = "{ K(n: 1) }"
        elif not needs:
            factory = f"{{ {service}() }}"
        else:
            positional = ", ".join(f"{label}: ${index}" for index, (label, _) in enumerate(needs))
            resolved = ", ".join(f"{label}: {self.resolving(kind)}" for label, kind in needs)
            factory = self.pick(f"{{ {service}({positional}) }}", f"{{ {service}({positional}) }}",
                                f"{{ (resolver: inout Resolver) in try {service}({resolved}) }}")
        text = f"{call} {factory}"
        if refinements and self.odds(0.12):
            text += self.pick(".contributing()", ".forAnyTag()", ".replacing()", ".didResolve { _ in }",
                              ".onClose { _ in }" if service != "J" else ".didResolve { _ in }")
        if refinements and service in ("A", "D") and self.odds(0.2):
            text += ".implements((any Face).self) { $0 }"
        return text

    def supply(self):
        """Registers some of what is asked for most, so that not everything fails."""
        for text in ("A() }", "D() }", "B(a: $0) }", "C(b: $0) }", "A() }.implements((any Face).self) { $0 }"):
            if self.odds(0.35):
                scope = self.pick("", "", "(.singleton)")
                self.write(f"app.register{scope} {{ {text}")

    def resolving(self, kind):
        if kind.startswith("Provider<"):
            return f"resolver.provider(of: {kind[9:-1]}.self)"
        if kind.startswith("["):
            return f"resolver.resolve({kind}.self)"
        return f"resolver.resolve({kind}.self)" if kind.endswith("?") else "resolver.resolve()"

    def request(self, container, scope=None):
        """A line that asks a container for something."""
        number, service = self.fresh(), self.chance.choice(ASKED)
        tag = self.pick("", "", "", "", f", tag: {self.chance.choice(TAGS)}")
        call = f"try {container}.resolve({service}.self{tag})"
        if not tag and self.odds(0.08):
            call = f"try {container}.provider(of: {service}.self)()"
        elif service == "E" and self.odds(0.6):
            call += ".later()"
        elif not tag and self.odds(0.05):
            call = f"try {container}.resolve({service}?.self)"
        plain = scope and scope["canThrow"] and self.odds(0.2)
        if plain and scope["isAsync"] and self.odds(0.15) and service != "J":
            call = f"try await {container}.async.resolve({service}.self{tag})"
        if plain:
            return f"mark({number}); _ = {call}; done({number})"
        return f"ok({number}) {{ _ = {call} }}"
