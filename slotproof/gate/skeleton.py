"""Skeletons of drivers: they answer `hello`, compile as they are, and fail their first trace."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Final

FILES: Final = {
    "cpp": ("driver.cpp", "gate.toml", "Makefile"),
    "rust": ("driver.rs", "gate.toml", "Cargo.toml"),
    "typescript": ("driver.ts", "gate.toml", "package.json", "tsconfig.json"),
    "python": ("driver.py", "gate.toml"),
}
LANGUAGES: Final = tuple(FILES)


def write_skeleton(language: str, folder: Path) -> list[Path]:
    """Write the files of a language; their paths.

    Raises     FileExistsError, before anything is written, if one is there already
    """
    paths = [folder / name for name in FILES[language]]
    for path in paths:
        if path.exists():
            raise FileExistsError(f"{path} is there already")
    folder.mkdir(parents=True, exist_ok=True)
    source = resources.files("slotproof.gate") / "skeletons"
    for path in paths:
        name = path.name + ".txt" if path.suffix == ".py" else path.name  # a skeleton is no part of this package
        path.write_text((source / name).read_text(encoding="utf-8"), encoding="utf-8")
    return paths
