"""What a claim depends on: the modules reached from its declaration and its judge, each with a hash of its content.

Modules are found by reading import statements, not by importing: a solver that is not needed is not loaded.
Counted as imports are also strings that are the name of a module, and as sources the data files that a string names.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import json
import platform
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any, Final

TOOLS: Final = ("z3-solver", "cvc5", "crosshair-tool", "hypothesis")

_DOTTED: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")
_DATA: Final = re.compile(r"[\w.-]+\.(toml|json|jsonl|txt|smt2)")


def tool_versions() -> dict[str, str]:
    """Python and each tool whose version can change a verdict -> its version, or "missing"."""
    versions = {"python": platform.python_version()}
    for tool in TOOLS:
        try:
            versions[tool] = metadata.version(tool)
        except metadata.PackageNotFoundError:
            versions[tool] = "missing"
    return versions


def module_file(name: str) -> Path | None:
    """The file of a module, found without importing any package on the way but the topmost."""
    top, *parts = name.split(".")
    spec = importlib.util.find_spec(top)
    if spec is None:
        return None
    if not parts:
        return Path(spec.origin) if spec.origin and spec.origin.endswith(".py") else None
    for folder in spec.submodule_search_locations or ():
        stem = Path(folder, *parts)
        for path in (stem.with_name(stem.name + ".py"), stem / "__init__.py"):
            if path.is_file():
                return path
    return None


def closure(modules: Iterable[str], known: dict[str, Path | None] | None = None) -> dict[str, Path]:
    """Name -> file of these modules and all they lead to within the topmost packages they belong to, or beside them.

    Takes      known, the files of modules that were looked for, which is added to: for many questions at one time
    Raises     FileNotFoundError if one of `modules` has no file
    """
    files = {} if known is None else known

    def file_of(name: str) -> Path | None:
        if name not in files:
            files[name] = module_file(name)
        return files[name]

    wanted = list(modules)
    for name in wanted:
        if file_of(name) is None:
            raise FileNotFoundError(f"there is no module {name}")
    tops = {name.partition(".")[0] for name in wanted} | {"slotproof"}
    beside = {file.parent for name in wanted if "." not in name and (file := file_of(name)) is not None}
    met = set(wanted)
    found: dict[str, Path] = {}
    while wanted:
        name = wanted.pop()
        path = file_of(name)
        if path is None:
            continue
        found[name] = path
        parents = [name.rpartition(".")[0]] if "." in name else []
        for dependency in (*parents, *_mentioned(path, name)):
            top = dependency.partition(".")[0]
            if dependency in met or not (top in tops or any((folder / f"{top}.py").is_file() for folder in beside)):
                continue
            met.add(dependency)
            wanted.append(dependency)
        found.update(_data_files(path))
    return found


def hashes(files: Mapping[str, Path]) -> dict[str, str]:
    """Name -> the first 16 hex digits of the SHA-256 of the content; a file that is gone has none: "gone"."""
    return {
        name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else "gone"
        for name, path in sorted(files.items())
    }


def digest(parts: Any) -> str:
    """The first 32 hex digits of the SHA-256 of a JSON value."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def _mentioned(path: Path, name: str) -> Iterator[str]:
    """Dotted names the file may be importing; not each of them is a module."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for kind, text, level in _read(path, path.stat().st_mtime_ns, path.stat().st_size)[0]:
        if kind == "relative":
            base = package.split(".")[: len(package.split(".")) - level + 1]
            yield ".".join([*base, *([text] if text else [])])
        else:
            yield text


def _data_files(path: Path) -> dict[str, Path]:
    """Data files that stand beside the file, or above it within its packages, and that one of its strings names."""
    found = {}
    for text in _read(path, path.stat().st_mtime_ns, path.stat().st_size)[1]:
        folder = path.parent
        while (folder / "__init__.py").is_file():
            if (folder / text).is_file():
                found[f"{folder.name}/{text}"] = folder / text
                break
            folder = folder.parent
    return found


@functools.cache
def _read(path: Path, _modified: int, _size: int) -> tuple[tuple[tuple[str, str, int], ...], tuple[str, ...]]:
    """The imports of a file, as (kind, dotted name, level), and the names of data files among its strings."""
    mentions: list[tuple[str, str, int]] = []
    data = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        match node:
            case ast.Import(names=names):
                mentions += [("absolute", alias.name, 0) for alias in names]
            case ast.ImportFrom(module=module, names=names, level=level):
                kind = "relative" if level else "absolute"
                mentions += [(kind, module or "", level)]
                mentions += [(kind, f"{module}.{alias.name}" if module else alias.name, level) for alias in names]
            case ast.Constant(value=str(text)) if _DATA.fullmatch(text):
                data.append(text)
            case ast.Constant(value=str(text)) if _DOTTED.fullmatch(text):
                mentions.append(("absolute", text, 0))
    return tuple(mentions), tuple(data)
