"""Says how a Swift file by itself can import the modules of the package."""

import pathlib
import subprocess
import sys


def search_paths(check):
    """Builds the package and returns the flags that let a file import its modules."""
    built = subprocess.run(["swift", "build"],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if built.returncode != 0:
        sys.exit(built.stdout + f"{check}: the package does not build, nothing was checked")
    shown = subprocess.run(["swift", "build", "--show-bin-path"],
                           check=True, stdout=subprocess.PIPE, text=True)
    products = pathlib.Path(shown.stdout.strip())
    flags = ["-I", str(products / "Modules")]
    for headers in sorted(pathlib.Path("Sources").glob("*/include")):
        if (headers / "module.modulemap").exists():
            flags += ["-I", str(headers)]
        else:  # SwiftPM writes one.
            module_map = products / f"{headers.parent.name}.build" / "module.modulemap"
            if not module_map.exists():
                sys.exit(f"{check}: {headers} has no module map, and neither has {module_map}")
            flags += ["-Xcc", f"-fmodule-map-file={module_map}"]
    return flags
