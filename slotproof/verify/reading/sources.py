"""The files that a project is made of: found by reading import statements, without importing anything.

Counted as imports are also strings that are the name of a module, and as sources the data files that a string names.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import itertools
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from slotproof.verify.files import replace_with
from slotproof.verify.reading.names import Named, named
from slotproof.verify.reading.outline import Mentions, Outline, mentions, outline

T = TypeVar("T")

TOOLS: Final = ("z3-solver", "cvc5", "crosshair-tool", "hypothesis")


@functools.cache
def tool_versions() -> dict[str, str]:
    """Python and each tool whose version can change a verdict -> its version, or "missing"."""
    versions = {"python": platform.python_version()}
    for tool in TOOLS:
        try:
            versions[tool] = metadata.version(tool)
        except metadata.PackageNotFoundError:
            versions[tool] = "missing"
    return versions


def digest(parts: Any) -> str:
    """The first 32 hex digits of the SHA-256 of a JSON value."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def hashes(files: Mapping[str, Path]) -> dict[str, str]:
    """Name -> the first 16 hex digits of the SHA-256 of the content; a file that is gone has none: "gone"."""
    return {name: _hash(path.read_bytes()) if path.is_file() else "gone" for name, path in sorted(files.items())}


def _hash(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:16]


# --- outlines


class Kept(NamedTuple):
    """Something that is read of the text of a file, and how JSON holds it."""

    read: Callable[[bytes], Any]
    encoded: Callable[[Any], Any]
    decoded: Callable[[Any], Any]


_KEPT: Final = {
    "outlines": Kept(outline, Outline.encoded, Outline.decoded),
    "mentions": Kept(mentions, list, Mentions.decoded),
    "named": Kept(named, list, lambda parts: tuple(Named(*each) for each in parts)),
}


class Outlines:
    """Outlines, mentions and what is named, by the hash of the text, kept in a file between two runs.

    Without it the command waits 1.7 seconds to read all files again: `python benchmarks/loop.py --without outlines`.
    """

    def __init__(self) -> None:
        self._read: dict[Path, tuple[tuple[int, int], str]] = {}
        self.found: dict[str, dict[str, Any]] = {sort: {} for sort in _KEPT}
        self.kept: dict[str, dict[str, Any]] = {sort: {} for sort in _KEPT}

    def of(self, path: Path) -> Outline:
        """The outline of a file.

        Raises     SyntaxError that names the file
        """
        made: Outline = self._had("outlines", path)
        return made

    def mentioned(self, path: Path) -> Mentions:
        """What a file may lead to.

        Raises     SyntaxError that names the file
        """
        made: Mentions = self._had("mentions", path)
        return made

    def named(self, path: Path) -> tuple[Named, ...]:
        """What a file names of others.

        Raises     SyntaxError that names the file
        """
        made: tuple[Named, ...] = self._had("named", path)
        return made

    def _had(self, sort: str, path: Path) -> Any:
        key, found = self._key(path), self.found[sort]
        if key not in found:
            kept = self.kept[sort].get(key)
            found[key] = _made(_KEPT[sort].read, path) if kept is None else _KEPT[sort].decoded(kept)
        return found[key]

    def _key(self, path: Path) -> str:
        """The hash of a file, which is read anew when it was written."""
        state = path.stat()
        read = (state.st_mtime_ns, state.st_size)
        if self._read.get(path, ((0, 0), ""))[0] != read:
            self._read[path] = (read, _hash(path.read_bytes()))
        return self._read[path][1]

    def load(self, file: Path) -> None:
        """Take what an earlier run kept in a file, if it is of the same code and can be read."""
        try:
            data = json.loads(file.read_bytes())
            self.kept = {name: data[name] if data["by"] == _own() else {} for name in self.kept}
        except (OSError, ValueError, KeyError, TypeError):
            self.kept = {name: {} for name in self.kept}

    def save(self, file: Path) -> None:
        """Keep what was asked for, if the file does not hold it."""
        asked = {
            sort: {key: _KEPT[sort].encoded(each) for key, each in found.items()} for sort, found in self.found.items()
        }
        if all(asked[name].keys() <= self.kept[name].keys() for name in asked):
            return
        for name, found in asked.items():
            self.kept[name] = {**self.kept[name], **found}
            if len(self.kept[name]) > 4 * len(found):
                self.kept[name] = found
        replace_with(file, json.dumps({"by": _own(), **self.kept}))


def _made(read: Callable[[bytes], T], path: Path) -> T:
    """What is read of the text of a file.

    Raises     SyntaxError that names the file
    """
    try:
        return read(path.read_bytes())
    except SyntaxError as error:
        error.filename = str(path)
        raise


@functools.cache
def _own() -> str:
    """What the outlines of a text depend on besides: the code that makes them, and Python's grammar."""
    texts = (Path(__file__).with_name(name).read_bytes() for name in ("outline.py", "names.py"))
    return _hash(b"".join(texts)) + platform.python_version()


OUTLINES: Final = Outlines()


# --- modules


def module_file(name: str) -> Path | None:
    """The file of a module, found without importing any package on the way but the topmost."""
    top, *parts = name.split(".")
    spec = importlib.util.find_spec(top) if top else None
    if spec is None:
        return None
    if not parts:
        return Path(spec.origin) if spec.origin and spec.origin.endswith(".py") else None
    for folder in spec.submodule_search_locations or ():
        stem = Path(folder, *parts)
        for path in (stem / "__init__.py", stem.with_name(stem.name + ".py")):  # a package comes first
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
    folders = {file.parent for name in wanted if "." not in name and (file := file_of(name)) is not None}
    tops.update(itertools.chain.from_iterable(map(_standing_in, folders)))
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
            if dependency in met or dependency.partition(".")[0] not in tops:
                continue
            met.add(dependency)
            wanted.append(dependency)
        found.update(_data_files(path))
    return found


def _standing_in(folder: Path) -> Iterator[str]:
    """The modules and packages in a folder, with or without `__init__.py`."""
    for name in _beside(folder):
        yield name.removesuffix(".py")


def _mentioned(path: Path, name: str) -> Iterator[str]:
    """Dotted names the file may be importing; not each of them is a module."""
    for text, level in OUTLINES.mentioned(path).modules:
        yield _absolute(name, path.name == "__init__.py", text, level)


def _absolute(name: str, is_package: bool, text: str, level: int) -> str:
    """A dotted name in a module, of which a relative import leaves out the package."""
    if not level:
        return text
    package = name.split(".") if is_package else name.split(".")[:-1]
    return ".".join([*package[: len(package) - level + 1], *([text] if text else [])])


def _data_files(path: Path) -> dict[str, Path]:
    """Data files that stand beside the file, or above it within its packages, and that one of its strings names."""
    found = {}
    for text in OUTLINES.mentioned(path).data:
        folder = path.parent
        while (folder / "__init__.py").is_file():
            if (folder / text).is_file():
                found[f"{folder.name}/{text}"] = folder / text
                break
            folder = folder.parent
    return found


class Sources:
    """All files that the declarations and the judges of a project lead to, as they are now.

    files      name of a module, or folder/name of a data file -> the file
    texts      the same -> the hash of its text
    whole      the modules that count as they are written, with layout and comments: no unit reads them in part

    Takes      judges, modules that are whole, as is all that they lead to
    """

    def __init__(self, modules: Iterable[str], judges: Iterable[str] = ()) -> None:
        self._looked: dict[str, Path | None] = {}
        self._outlines: dict[str, Outline] = {}
        self._closures: dict[tuple[str, ...], dict[str, Path]] = {}
        self.whole = frozenset(closure(judges, self._looked))
        self.files = closure([*modules, *judges], self._looked)
        self.modules = {name: file for name, file in self.files.items() if "/" not in name}
        self.texts = hashes(self.files)
        self.everything = digest([self.texts, tool_versions()])

    def closure(self, modules: Iterable[str]) -> dict[str, Path]:
        """Name -> file of what these modules lead to."""
        asked = tuple(modules)
        if asked not in self._closures:
            self._closures[asked] = closure(asked, self._looked)
        return self._closures[asked]

    def outline(self, module: str) -> Outline:
        """The outline of one of the modules."""
        if module not in self._outlines:
            self._outlines[module] = OUTLINES.of(self.modules[module])
        return self._outlines[module]

    def named(self, module: str) -> tuple[Named, ...]:
        """What one of the modules names of others."""
        return OUTLINES.named(self.modules[module])

    def said(self, names: Iterable[str]) -> dict[str, str]:
        """Name -> the digest of what a module says, without layout and comments; of what is whole, of the text."""
        return {
            name: self.texts[name] if "/" in name or name in self.whole else self.outline(name).meaning
            for name in sorted(names)
        }

    def resolved(self, module: str, text: str, level: int) -> str:
        """The whole name of a module that an import in another one names."""
        return _absolute(module, self.modules[module].name == "__init__.py", text, level)


def tree(files: Iterable[Path]) -> str:
    """The digest of files as they stand, and of the names beside them, which decide what an import finds."""
    paths = sorted(set(files))
    folders = sorted({path.parent for path in paths})
    listed = {str(folder): _beside(folder) for folder in folders if folder.is_dir()}
    return digest([hashes({str(path): path for path in paths}), listed, tool_versions(), sys.path[1:]])


def _beside(folder: Path) -> list[str]:
    """The names in a folder that an import may find."""
    with os.scandir(folder) as entries:
        found = {each.name: each.is_dir() for each in entries}
    return sorted(
        name
        for name, is_folder in found.items()
        if name.endswith(".py") or (is_folder and name.isidentifier() and name != "__pycache__")
    )


def stamps(files: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """File -> when it was changed last, and its size; none of a file that is gone."""
    found = {}
    for path in files:
        try:
            state = path.stat()
        except OSError:
            continue
        found[path] = (state.st_mtime_ns, state.st_size)
    return found
