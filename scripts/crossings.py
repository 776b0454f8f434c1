#!/usr/bin/env python3
"""Compares how many arrows cross on a page with how many cross in Graphviz' drawing of the same graph.

    scripts/crossings.py graph.html ...

Takes graph.dot, which lies beside it. Counts pairs of arrows without a common box that cross. Fails where the page
has more than 1.3 times as many.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys


def curve(a, b, c, d, steps=8):
    for step in range(1, steps + 1):
        t = step / steps
        yield tuple((1 - t) ** 3 * a[i] + 3 * (1 - t) ** 2 * t * b[i] + 3 * (1 - t) * t * t * c[i] + t ** 3 * d[i]
                    for i in (0, 1))


def of_page(path):
    text = path.read_text()
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])
    for start, end, _, _, *numbers in data["edges"]:
        points = list(zip(numbers[::2], numbers[1::2]))
        line = points[:1]
        for a, d in zip(points, points[1:]):
            middle = (a[1] + d[1]) / 2
            line += curve(a, (a[0], middle), (d[0], middle), d)
        yield start, end, line


def of_graphviz(path):
    drawn = json.loads(subprocess.run(["dot", "-Tjson", path], check=True, capture_output=True).stdout)
    for edge in drawn.get("edges", []):
        text = re.sub(r"[es],\S+\s*", "", edge["pos"])
        points = [tuple(map(float, pair.split(","))) for pair in text.split()]
        line = points[:1]
        for at in range(0, len(points) - 3, 3):
            line += curve(*points[at:at + 4])
        yield edge["tail"], edge["head"], line


def side(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def do_cross(one, other):
    for a, b in zip(one, one[1:]):
        for c, d in zip(other, other[1:]):
            if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
                continue
            if side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0:
                return True
    return False


def crossings(arrows):
    arrows = [arrow for arrow in arrows if arrow[0] != arrow[1]]
    return sum(not {one[0], one[1]} & {other[0], other[1]} and do_cross(one[2], other[2])
               for place, one in enumerate(arrows) for other in arrows[:place])


def main():
    if not shutil.which("dot"):
        sys.exit("crossings: there is no `dot` in PATH, so nothing was compared; install Graphviz")
    is_bad = False
    for page in map(pathlib.Path, sys.argv[1:]):
        ours, theirs = crossings(of_page(page)), crossings(of_graphviz(page.with_suffix(".dot")))
        is_worse = ours > 1.3 * theirs
        is_bad |= is_worse
        print(f"{page.stem}: {ours} crossings, {theirs} by dot{': too many' if is_worse else ''}")
    sys.exit(is_bad)


if __name__ == "__main__":
    main()
