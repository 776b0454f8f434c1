"""Writes statements by their text.

`{c}` is a container, `{act:…}` changes the container that it names, `{do:…}` does as an expression without value,
`{fx:…}` changes one or asks it, mostly for what the program asks at the end, and may be more than one statement if
it is alone on a line, and `{yes:…}`, `{no:…}` and `{any:…}`
do as an expression that is true, false or either. `{block:…}`, alone on a line, is some statements, and `{run:…}`
mostly another form, in which there may be a third. `{via:…}` is a container, got from a value. `{cond}` is a
condition, `{n}` a number, the same one in the whole text, `{bit}` a bit of the answers, `{k}` a digit, `{ask}` a
request, `{ask:…}` one of the container that it names. `«one|other»` is one of the two; there may be more, of several
lines, and one within another.

Before `---` stands what goes outside of the function. A line that begins with `+` names a container that the
statements behind may use, one with `?` a condition. Words in front: `throws`, `async`, `plain` (only outside of
closures) if the statements need that.
"""

import importlib
import pathlib
import re

from .forms import FORMS
from .reached import VALUES
from .writer import ASKED, Writer


def split(text):
    """The forms that a text holds."""
    return [form.strip("\n") for form in text.split("====\n")]


# Each kind is as frequent as any other, however many forms it has.
FOLDER = pathlib.Path(__file__).parent / "kinds"
KINDS = {path.stem: split(importlib.import_module(f"{__package__}.kinds.{path.stem}").FORMS)
         for path in sorted(FOLDER.glob("[a-z]*.py"))}

# Those that hold others.
HOLDING = [name for name, forms in KINDS.items() if any("{run:" in form for form in forms)]

# Words that may come before a form, and what a scope says if they are allowed.
WORDS = {"throws": "canThrow", "async": "isAsync", "plain": "canLeave"}

CHOICE = re.compile(r"«([^«»]*)»")
OR = re.compile(r"(?<!\|)\|(?!\|)")


class Filling(Writer):
    """Fills the gaps in texts of statements."""

    forms = split(FORMS)
    kinds, often = list(KINDS), False  # Those to write, and whether there are many of them.
    nesting = 0  # In how many forms this stands.

    def condition(self, flags):
        """A condition."""
        return self.pick("true", "false", *flags)

    def bit(self):
        """A number that may be one of the answers."""
        return self.pick("1", "2")

    def inner(self, container, depth):
        """The lines of some statements that use one container."""
        return ["    " * depth + self.effect(container) for _ in range(self.chance.randrange(1, 3))]

    def effect(self, container):
        """A statement that changes a container so that requests show it, or a request."""
        draw = self.chance.random()
        if draw < 0.57:
            return f"{container}.register {{ {self.pick('A', 'A', 'D')}() }}"
        if draw < 0.67:
            return self.registration(container)
        if draw < 0.77:
            return f"{container}.reset()"
        if draw < 0.87:
            return self.breaking(container)
        return f"ok({self.fresh()}) {{ _ = try {container}.resolve({self.pick('A', 'A', 'D')}.self) }}"

    def breaking(self, container):
        """A statement after which what was there may be missing, or need what is missing."""
        needs = "{ (resolver: inout Resolver) in _ = try resolver.resolve(%s.self); return %s() }"
        return self.pick(f"{container}.register {needs % ('D', 'A')}", f"{container}.register {needs % ('A', 'D')}",
                         f"{container}.register(.singleton) {needs % ('D', 'A')}",
                         f"{container}.remove({container}.register {{ A() }})",
                         f"_ = {container}.closeWithoutDisposing()", f"{container}.dropInstances()",
                         f"{container}.provide(A())", f"{container}.register(.singleton) {{ A() }}")

    def run(self, container, depth):
        """The lines of another form that changes a container, or of something short."""
        inner = type(self)(self.name, self.chance)
        inner.number, inner.depth, inner.isNested, inner.nesting = self.number, depth - 1, True, self.nesting + 1
        if self.odds(0.75 / inner.nesting):
            known = f"way{inner.fresh()}"
            inner.write(f"let {known} = {self.via(container) if self.odds(0.3) else container}")
            scope = dict(containers=[known], flags=[], tags=[], mutable=[], canThrow=False, canLeave=False,
                         isAsync=False, canName=True)
            name = self.chance.choice(HOLDING) if self.odds(0.7) else self.chance.choice(list(KINDS))
            inner.form(scope, KINDS[name], known)
            if self.odds(0.2):
                inner.write(inner.effect(container))
        else:
            inner.write(inner.effect(self.via(container) if self.odds(0.15) else container))
        if self.odds(0.15):
            inner.write(f"ok({inner.fresh()}) {{ _ = try {container}.resolve({self.pick('A', 'D')}.self) }}")
        self.number = inner.number
        self.helpers += inner.helpers
        return inner.lines

    def via(self, container):
        """A container as it is found in a value."""
        return self.chance.choice(VALUES).replace("…", container)

    def drawn(self, text):
        """A text with one of each choice."""
        while CHOICE.search(text):
            text = CHOICE.sub(lambda match: self.chance.choice(OR.split(match[1])), text)
        return text

    @staticmethod
    def needs(text):
        """The words in front of a form, and the form."""
        words = set()
        while (first := text.split(" ", 1)[0]) in WORDS:
            words.add(first)
            text = text[len(first) + 1:]
        return words, text

    def kind(self, scope, name=None):
        """Writes statements of one of the kinds, mostly with a container of their own."""
        forms = KINDS[name or self.chance.choice(self.kinds)]
        container = None
        if self.odds(0.65):
            container = f"own{self.fresh()}"
            self.write(f"let {container} = Container()" if self.odds(0.85)
                       else f"let {container} = Container(parent: {self.chance.choice(scope['containers'])})")
            scope["containers"].append(container)
            for part in ("A()", "D()", "B(a: $0)"):
                if self.odds(0.25):
                    self.write(f"{container}.register {{ {part} }}")
        container = self.form(scope, forms, container)
        for service, part in (("A", 0.7), ("D", 0.6), ("B", 0.2)):
            if self.odds(part):
                self.write(f"ok({self.fresh()}) {{ _ = try {container}.resolve({service}.self) }}")

    def form(self, scope, forms=None, container=None):
        """Writes one of some forms, and returns its container."""
        while True:
            words, text = self.needs(self.chance.choice(forms or self.forms))
            if all(scope[WORDS[word]] for word in words):
                break
        outside, _, inside = self.drawn(text).rpartition("---\n")
        number = self.fresh()
        given = container or self.chance.choice(scope["containers"])
        keeps = 0.95 if forms else 0.75

        def fill(match):
            word, _, rest = match[1].partition(":")
            if word == "n":
                return f"{self.name[1:]}_{number}"
            if word == "c":
                return given if self.odds(keeps) else self.chance.choice(scope["containers"])
            if word == "cc":
                plain = [c for c in scope["containers"] if c in scope.get("constant", ["app"])]
                return self.chance.choice(plain or ["app"])
            if word == "cond":
                return self.condition(scope["flags"])
            if word == "pure":
                return self.condition([])
            if word == "bit":
                return self.bit()
            if word == "k":
                return str(self.chance.randrange(3))
            if word == "T":
                return self.chance.choice(ASKED)
            if word == "tag":
                return self.pick('"x"', '"y"')
            if word == "id":
                return str(self.fresh())
            if word == "wirer":
                return self.pick("Plain()", "Special()", "Shared()")
            if word == "act":
                return self.registration(rest, scope["tags"] if rest in scope["containers"] else [])
            if word == "do":
                return "_ = " + self.registration(rest)
            if word == "fx":
                return self.effect(rest)
            if word in ("yes", "no", "any"):
                result = {"yes": "true", "no": "false"}.get(word) or self.pick("true", "false", self.condition([]))
                return f"{self.pick('touch', 'touch', 'light', 'light', 'wipe')}({rest}, {result})"
            if word == "via":
                return self.via(rest)
            if word == "ask":
                return self.request(rest or given)
            return match[0]

        def filled(line):
            # From the inside: `{act:{c}}`.
            if self.odds(0.2):
                line = re.sub(r"^( *)\{fx:((?:\{c\}|[^{}])*)\}$", r"\1{block:\2}", line)
            for _ in range(3):
                line = re.sub(r"\{((?:act|do|ask|fx|yes|no|any|via|block|run):[^{}]*|[a-zA-Z]+)\}", fill, line)
            if block := re.fullmatch(r"( *)\{(block|run):([^{}]*)\}", line):
                return (self.inner if block[2] == "block" else self.run)(block[3], len(block[1]) // 4)
            return [line]

        # What stands outside of the function does not know its variables.
        helpers = [line for text in outside.replace("{cond}", "{pure}").splitlines() for line in filled(text)]
        self.helpers += helpers
        for line in (line for text in inside.splitlines() for line in filled(text)):
            if line.startswith("+ "):
                scope["containers"].append(line[2:])
            elif line.startswith("? "):
                scope["flags"].append(line[2:])
            elif line.strip():
                self.write(line)
                self.between(line, scope)
        return given

    def between(self, line, scope):
        """May write something behind a line of a form."""
