"""Build the wheel and use it where the source tree is out of reach.

A fresh environment gets the wheel and the pinned packages it needs, and works in an empty folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
DIST: Final = ROOT / "dist"
SKELETONS: Final = ROOT / "slotproof" / "gate" / "skeletons"
DATA: Final = (  # files beside the source that the wheel carries
    "slotproof/gate/kinds.json",
    "slotproof/py.typed",
    "slotproof/mutation/page.html",
    "proofs/recorded/bugs.toml",
    "proofs/recorded/equivalent_mutants.toml",
    "proofs/recorded/expected.toml",
    "proofs/recorded/needed.toml",
)

IMPORTS: Final = """
import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path

for name in {modules!r}:
    file = Path(import_module(name).__file__).resolve()
    if not file.is_relative_to(Path(sys.prefix).resolve()):
        sys.exit(f"{{name}} comes from {{file}}")
if not (files("slotproof") / "py.typed").is_file():
    sys.exit("py.typed is missing")
print("imported", len({modules!r}), "modules")
"""


def in_wheel(path: str) -> str:
    """Where the wheel holds a file of the tree: every folder lies below slotproof."""
    return path if path.startswith("slotproof/") else f"slotproof/{path}"


def expected() -> set[str]:
    """The files the wheel must hold, apart from its own metadata."""
    found = {path.relative_to(ROOT) for folder in ("spec", "impl", "proofs") for path in (ROOT / folder).rglob("*.py")}
    below = [path for path in (ROOT / "slotproof").iterdir() if path.is_dir() and not path.is_symlink()]
    command = [*(ROOT / "slotproof").glob("*.py"), *(path for folder in below for path in folder.rglob("*.py"))]
    found |= {path.relative_to(ROOT) for path in command}
    found |= {path.relative_to(ROOT) for path in SKELETONS.iterdir() if path.is_file()}
    found |= {Path(name) for name in DATA if (ROOT / name).exists()}
    return {in_wheel(path.as_posix()) for path in found}


def wrong_contents(names: Iterable[str], wanted: set[str]) -> list[str]:
    """The difference between what a wheel holds and what it should."""
    held = {name for name in names if ".dist-info/" not in name}
    return [f"missing: {name}" for name in sorted(wanted - held)] + [
        f"not wanted: {name}" for name in sorted(held - wanted)
    ]


def module_name(path: str) -> str:
    """The import name of a file in the wheel."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def build() -> Path:
    """The new wheel, built by way of the source distribution."""
    for old in DIST.glob("slotproof-*"):
        old.unlink()
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(DIST), str(ROOT)]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}\nthe wheel does not build")
    (wheel,) = DIST.glob("slotproof-*.whl")
    return wheel


def use(wheel: Path, modules: list[str]) -> None:
    """Install the wheel in a fresh environment, then import and run it from an empty folder."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    with tempfile.TemporaryDirectory() as folder:
        home, empty = Path(folder, "venv"), Path(folder, "empty")
        empty.mkdir()
        venv.create(home, with_pip=True)
        python = str(home / "bin" / "python")
        pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "-qq"]
        for command, answer in (
            ([*pip, "--constraint", str(ROOT / "constraints.txt"), str(wheel)], ""),
            ([python, "-c", IMPORTS.format(modules=modules)], f"imported {len(modules)} modules"),
            ([str(home / "bin" / "slotproof"), "--help"], "verify"),
            ([python, "-m", "slotproof", "--help"], "verify"),
        ):
            done = subprocess.run(
                command,
                check=False,
                cwd=empty,
                env=variables,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            if done.returncode or answer not in done.stdout:
                sys.exit(f"{done.stdout}\nexit {done.returncode}, and should say {answer!r}: {' '.join(command)}")


def main() -> None:
    """Build, look inside, use."""
    wheel = build()
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    wanted = expected()
    if complaints := wrong_contents(names, wanted):
        sys.exit("\n".join([f"{wheel.name} does not hold what the tree does", *complaints]))
    modules = sorted(module_name(name) for name in wanted if name.endswith(".py") and not name.endswith("__main__.py"))
    use(wheel, modules)
    print(f"{wheel.name}: {len(wanted)} files, used out of reach of the source tree")


if __name__ == "__main__":
    main()
