"""The source package, as pip fetches it."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path


def unpacked(name, version, work):
    """The folder of the package's sources, fetched if it is not there."""
    folder = work / f"{name}-{version}"
    if not folder.is_dir():
        _fetch(name, version, work).rename(folder)
    return folder / name


def _fetch(name, version, work):
    """Fetches the package.

    pip runs the package's own build to learn its dependencies, which needs NumPy and Cython. Only files are wanted:
    what pip has unpacked until then is kept, whether the build can be asked or not.
    """
    download = work / "download"
    temporary = work / "temporary"
    for folder in (download, temporary):
        folder.mkdir(parents=True, exist_ok=True)
    options = ["--no-binary", ":all:", "--no-deps", "--no-build-isolation", "--no-clean", "--dest", str(download)]
    command = [sys.executable, "-m", "pip", "download", *options, f"{name}=={version}"]
    pip = subprocess.run(command, env={**os.environ, "TMPDIR": str(temporary)}, capture_output=True, text=True)
    for archive in download.glob(f"{name}-{version}.tar.gz"):
        with tarfile.open(archive) as package:
            package.extractall(work / "archive", filter="data")
        return work / "archive" / f"{name}-{version}"
    for information in temporary.glob("*/*/PKG-INFO"):
        return information.parent
    sys.exit(f"{name} {version} can't be fetched:\n{pip.stderr}")


def sources(package, patterns, without=()):
    """The files that the patterns name, in order, but for those of some names."""
    files = [file for pattern in patterns for file in sorted(package.glob(pattern)) if file.name not in without]
    if not files:
        sys.exit(f"no file matches {patterns}")
    return files
