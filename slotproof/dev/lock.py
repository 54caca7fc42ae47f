"""Write constraints.txt: one version of every package, for each Python named on the command line.

Run as `make lock`. A package that differs between Pythons gets one line per Python, with a marker.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
HEADER: Final = """\
# Every package of the development environment, for Python {pythons}. Written by `make lock`.
# Use it as a lock (pip install --no-deps -r) or as constraints (pip install -c).
"""


def wanted() -> list[str]:
    """Everything pyproject.toml asks for: run time and the dev group."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [*table["project"]["dependencies"], *table["dependency-groups"]["dev"]]


def resolve(python: str) -> tuple[str, dict[str, str]]:
    """The Python's version, and what its pip would install: name -> version."""
    command = [python, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-", *wanted()]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    packages = (item["metadata"] for item in report["install"])
    names = {re.sub(r"[-_.]+", "-", package["name"]).lower(): package["version"] for package in packages}
    return report["environment"]["python_version"], names


def lock(resolved: dict[str, dict[str, str]]) -> list[str]:
    """The lines of the lock: a marker only where the Pythons differ."""
    lines = []
    for name in sorted({name for names in resolved.values() for name in names}):
        versions = {python: names.get(name) for python, names in resolved.items()}
        if len(set(versions.values())) == 1:
            lines.append(f"{name}=={next(iter(versions.values()))}")
        else:
            lines += [f'{name}=={v} ; python_version == "{python}"' for python, v in versions.items() if v]
    return lines


def main() -> None:
    """Resolve once for each Python and write the lock."""
    resolved = dict(resolve(python) for python in sys.argv[1:] or [sys.executable])
    text = HEADER.format(pythons=", ".join(resolved)) + "\n".join(lock(resolved)) + "\n"
    (ROOT / "constraints.txt").write_text(text, encoding="utf-8")
    print(f"constraints.txt: {len(lock(resolved))} lines for Python {', '.join(resolved)}")


if __name__ == "__main__":
    main()
