"""Random programs with everything in them."""

from .filling import Filling


class Program(Filling):
    """A program with everything in it."""

    def __init__(self, name, chance):
        super().__init__(name, chance)
        self.isNested = False

    def flag(self):
        return f"flag({self.chance.randrange(4)})"

    def condition(self, flags):
        options = [self.flag(), "!" + self.flag(), f"{self.flag()} && {self.flag()}",
                   f"{self.flag()} || {self.flag()}", "true", "false",
                   f"count({self.chance.randrange(3)}) == {self.chance.randrange(4)}",
                   f"count({self.chance.randrange(3)}) > {self.chance.randrange(3)}",
                   f"mode({self.chance.randrange(3)}) == .{self.pick('one', 'two', 'three')}"]
        if flags:
            options += [self.chance.choice(flags), f"!({self.chance.choice(flags)})"] * 3
        return self.chance.choice(options)

    def change(self, scope):
        """A statement that changes a container."""
        container = self.chance.choice(scope["containers"])
        draw = self.chance.random()
        if draw < 0.68:
            self.write(self.registration(container, scope["tags"]))
        elif draw < 0.76:
            name = f"made{self.fresh()}"
            self.write(f"let {name} = {self.registration(container, refinements=False)}")
            if self.odds(0.6):
                self.write(f"if {self.condition(scope['flags'])} {{ {container}.remove({name}) }}")
            else:
                self.write(f"{container}.remove({name})")
        elif draw < 0.82:
            module = self.pick("AModule()", "BModule(isKept: true)", f"BModule(isKept: {self.flag()})", "CModule()")
            self.write(f"{container}.install({module})")
        elif draw < 0.85:
            self.write(f"{container}.reset()")
        elif draw < 0.90:
            kind = self.pick("Wiring()", "Less()", "More()", f"{self.flag()} ? Wiring() : Less()")
            name = f"wiring{self.fresh()}"
            self.write(f"let {name}: Wiring = {kind}")
            self.write(f"{name}.{self.pick('wire', 'both')}({container})")
        else:
            helper = f"{self.name}helper{self.fresh()}"
            inner = Program(self.name, self.chance)
            inner.number = self.number
            for _ in range(self.chance.randrange(1, 4)):
                inner.statement(dict(containers=["given"], flags=["isOn"], tags=[], mutable=[], canThrow=False,
                                     canLeave=True, isAsync=False, canName=True), isSmall=True)
            self.number = inner.number
            self.helpers += inner.helpers
            self.helpers += [f"func {helper}(_ given: Container, _ isOn: Bool) {{", *inner.lines, "}"]
            self.write(f"{helper}({container}, {self.condition(scope['flags'])})")

    def block(self, scope, count, **changes):
        inner = {key: list(value) if isinstance(value, list) else value for key, value in scope.items()}
        inner.update(changes)
        self.depth += 1
        for _ in range(count):
            self.statement(inner)
        self.depth -= 1

    def statement(self, scope, isSmall=False):
        draw = self.chance.random()
        if draw < 0.14:
            return self.write(self.request(self.chance.choice(scope["containers"]), scope))
        if isSmall or self.depth > 2 or draw < 0.34:
            if isSmall and draw < 0.3 and self.depth < 2:
                self.write(f"if {self.condition(scope['flags'])} {{")
                self.depth += 1
                self.change(scope)
                self.depth -= 1
                return self.write("}")
            return self.change(dict(scope))
        if draw < 0.55 and not self.often:
            return self.form(scope)
        if draw < (0.8 if self.often else 0.74):
            return self.kind(scope)
        self.chance.choice([
            self.branch, self.branch, self.early_exit, self.loop, self.loop, self.labelled, self.switch,
            self.variable, self.variable, self.mutate, self.mutate, self.container, self.attempt, self.attempt,
            self.deferred, self.payload, self.task,
        ])(scope)

    # Statements from their text

    def bit(self):
        return self.pick(f"count({self.chance.randrange(3)})", "1", "2")

    def inner(self, container, depth):
        if self.odds(0.6) or self.isNested:
            return super().inner(container, depth)
        inner = Program(self.name, self.chance)
        inner.number, inner.isNested, inner.depth = self.number, True, depth - 1
        scope = dict(containers=[container], flags=[], tags=[], mutable=[], canThrow=False, canLeave=False,
                     isAsync=False, canName=True)
        if self.odds(0.3):
            inner.kind(scope)
        else:
            inner.statement(scope, isSmall=True)
        self.number = inner.number
        self.helpers += inner.helpers
        return inner.lines

    def between(self, line, scope):
        if self.depth == 0 and self.odds(0.1) and line.count("{") == line.count("}") \
                and not line.startswith((" ", "case", "default")):
            self.write(self.request(self.chance.choice(scope["containers"]), scope))

    # Statements that hold others

    def branch(self, scope):
        self.write(f"if {self.condition(scope['flags'])} {{")
        self.block(scope, self.chance.randrange(1, 3))
        if self.odds(0.5):
            self.write("} else {")
            self.block(scope, self.chance.randrange(1, 3))
        self.write("}")

    def early_exit(self, scope):
        if not scope["canLeave"]:
            return self.branch(scope)
        self.write(f"guard {self.condition(scope['flags'])} else {{")
        self.depth += 1
        if self.odds(0.4):
            self.change(scope)
        self.write("return")
        self.depth -= 1
        self.write("}")

    def loop(self, scope):
        form = self.pick("literal", "range", "tags", "while", "repeat")
        tags = list(scope["tags"])
        label = f"loop{self.fresh()}"
        prefix = f"{label}: " if self.odds(0.2) else ""
        if form == "literal":
            self.write(f"{prefix}for step in {self.pick('[0, 1]', '[2, 0, 1]', '[1]')} {{")
        elif form == "range":
            self.write(f"{prefix}for step in 0..<{self.pick('3', '1', 'count(0)')} {{")
        elif form == "tags":
            names = self.pick('["x", "y"]', '["y"]', "Mode.allCases.map { $0.rawValue }")
            self.write(f"{prefix}for name in {names} {{")
            tags.append("name")
        else:
            counter = f"counter{self.fresh()}"
            self.write(f"var {counter} = 0")
            self.write(f"{prefix}while {counter} < {self.pick('2', '1', 'count(1)')} {{" if form == "while"
                       else f"{prefix}repeat {{")
            self.depth += 1
            self.write(f"{counter} += 1" if form == "while" else f"bump(&{counter})")
            self.depth -= 1
        jump = self.pick("break", "continue")
        target = f" {label}" if prefix else ""
        self.block(scope, 1, tags=tags)
        self.depth += 1
        if form in ("literal", "range") and self.odds(0.5):
            self.write(f"if step == {self.chance.randrange(3)} {{ {jump}{target} }}")
        elif self.odds(0.4):
            self.write(f"if {self.condition(scope['flags'])} {{ {jump}{target} }}")
        self.depth -= 1
        self.block(scope, 1, tags=tags)
        self.write(f"}} while {counter} < {self.pick('1', '2')}" if form == "repeat" else "}")

    def labelled(self, scope):
        label = f"outer{self.fresh()}"
        self.write(f"{label}: for one in [0, 1] {{")
        self.depth += 1
        self.write("for other in [0, 1] {")
        self.block(scope, 1)
        self.depth += 1
        self.write(f"if {self.pick('one == other', self.condition(scope['flags']))} "
                   f"{{ {self.pick('break', 'continue')} {label} }}")
        self.depth -= 1
        self.block(scope, 1)
        self.write("}")
        self.depth -= 1
        self.block(scope, 1)
        self.write("}")

    def switch(self, scope):
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
            if self.odds(0.25):
                self.write("    break")
                continue
            self.block(scope, 1)
            if index + 1 < len(cases) and self.odds(0.2):
                self.write("    fallthrough")
        self.write("}")

    def payload(self, scope):
        self.write(f"switch choice({self.chance.randrange(3)}) {{")
        self.write("case .none: break")
        self.write("case .tagged(let text):")
        self.block(scope, 1, tags=scope["tags"] + ["text"])
        self.write("case .many(2, let isOn):")
        self.block(scope, 1, flags=scope["flags"] + ["isOn"])
        self.write("case .many: break")
        self.write("}")

    def variable(self, scope):
        name = f"on{self.fresh()}"
        self.write(f"var {name} = {self.condition(scope['flags'])}")
        scope["flags"].append(name)
        scope["mutable"].append(name)

    def mutate(self, scope):
        if not scope["mutable"]:
            return self.variable(scope)
        name = self.chance.choice(scope["mutable"])
        others = [flag for flag in scope["flags"] if flag != name]
        self.write(self.pick(f"{name}.toggle()", f"{name} = {self.condition(others)}", f"clear(&{name})",
                             f"{name} = !{name}"))

    def container(self, scope):
        known = self.chance.choice(scope["containers"])
        name = f"box{self.fresh()}"
        form = self.pick("new", "child", "scope", "layer", "either", "filled", "tuple")
        if form == "new":
            self.write(f"let {name} = Container()")
        elif form == "child":
            self.write(f"let {name} = Container(parent: {known})")
        elif form == "scope" and scope["canThrow"]:
            self.write(f'let {name} = try {known}.openScope("inner")')
        elif form == "either":
            other = self.chance.choice(scope["containers"])
            self.write(f"let {name} = {self.condition(scope['flags'])} ? {known} : {other}")
        elif form == "tuple":
            self.write(f"let ({name}, _) = ({known}, {self.flag()})")
        elif form == "filled":
            self.write(f"let {name} = Container {{ _ = {self.registration('$0')} }}")
        else:
            self.write(f"let {name} = {known}.overriding {{ _ = {self.registration('$0')} }}")
        scope["containers"].append(name)

    def attempt(self, scope):
        if self.odds(0.3):
            return self.write(f"try? mayThrow({self.condition(scope['flags'])})")
        self.write("do {")
        self.block(scope, 1, canThrow=True)
        self.write(f"    try mayThrow({self.condition(scope['flags'])})")
        self.block(scope, 1, canThrow=True)
        self.write("} catch {")
        self.block(scope, self.chance.randrange(2))
        self.write("}")

    def deferred(self, scope):
        self.write("do {")
        self.depth += 1
        self.write("defer {")
        self.depth += 1
        self.change(dict(scope, canThrow=False, isAsync=False))
        self.depth -= 1
        self.write("}")
        self.depth -= 1
        self.block(scope, 1)
        self.write("}")

    def task(self, scope):
        if not scope["isAsync"]:
            return self.change(scope)
        form = self.pick("task", "let")
        if form == "task":
            self.write(f"await Task {{ _ = {self.registration('app')}; {self.request('app')} }}.value")
        else:
            self.write(f"async let spawned{self.fresh()}: Void = {{ _ = {self.registration('app')} }}()")

    def make(self):
        scope = dict(containers=["app"], flags=[], tags=[], mutable=[], canThrow=True, canLeave=True,
                     isAsync=True, canName=True)
        self.write("let app = Container()")
        self.supply()
        for _ in range(self.chance.randrange(1, 4) if self.often else self.chance.randrange(3, 8)):
            self.statement(scope)
            if self.odds(0.25):
                self.write(self.request(self.chance.choice(scope["containers"]), scope))
        for _ in range(self.chance.randrange(1, 3)):
            self.write(self.request(self.chance.choice(scope["containers"]), scope))
        return self
