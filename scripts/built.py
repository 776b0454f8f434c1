"""Says where what the package builds is, for scripts that use it."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "Tests/Packages"
VERDICTS = ROOT / "Tests/MortiseProverTests/Golden"

# Built by `make command`: quickly, and with what stops at each mistake of its own.
COMMAND = ROOT / ".build/command/debug/mortise"


def command(script):
    """The command `mortise`."""
    if not COMMAND.exists():
        sys.exit(f"{script}: run `make command` first")
    return str(COMMAND)


LIBRARY = ["Mortise", "MortiseGraph"]


def objects_of(target, products):
    """The objects of a target, but not those of sources that are gone, which stay where they were."""
    sources = {source.name for source in (ROOT / "Sources" / target).rglob("*")}
    return [o for o in sorted((products / f"{target}.build").rglob("*.o"))
            if not o.name.endswith(".swift.o") or o.stem in sources]


def library(script, targets=LIBRARY):
    """The arguments with which a program finds targets that `swift build` has built, and their objects."""
    shown = subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    products = pathlib.Path(shown.stdout.strip())
    if not (products / "Modules/Mortise.swiftmodule").exists():
        sys.exit(f"{script}: run `swift build` first")
    objects = [str(o) for target in [*targets, "CMortiseThread"] for o in objects_of(target, products)]
    modules = ["-I", f"{products}/Modules", "-Xcc",
               f"-fmodule-map-file={products}/CMortiseThread.build/module.modulemap"]
    return modules, objects


def manifest(name, script, version=6):
    """A manifest for a program that uses that library, without building it again."""
    modules, objects = (", ".join(f'"{word}"' for word in words) for words in library(script))
    return f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "{name}", platforms: [.macOS(.v15)],
    targets: [.executableTarget(name: "{name}", swiftSettings: [.unsafeFlags([{modules}])],
        linkerSettings: [.unsafeFlags([{objects}])])],
    swiftLanguageModes: [.v{version}])
"""
