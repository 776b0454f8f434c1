"""Writes random programs that wire containers, for random-programs.py.

A program is a function. What it asks a container for stands on one line with a number:

    mark(3); _ = try app.resolve(A.self); done(3)

or `ok(3) { _ = try app.resolve(A.self) }`, which handles the error.
"""

import random

from .filling import KINDS
from .prelude import MAIN, ONCE, PRELUDE
from .program import Program
from .straight import Straight
from .together import Together


def program(index, seed, style, kinds=None):
    """A random program; the same for the same numbers. With names of kinds, there are more of these, and no others."""
    maker = {"straight": Straight, "together": Together, None: Program}[style]
    made = maker(f"p{index:05}", random.Random(f"{seed} {index} {style or ''}"))
    if kinds:
        made.kinds, made.often = kinds, True
    return made.make()
