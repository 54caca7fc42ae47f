"""The rules of the tree, as functions from a text to the list of what breaks them.

They take source text and tables, never paths of their own, so that a test can feed them a violation.
"""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDERS: Final = ("spec", "impl", "proofs")  # imported as slotproof.<folder>
OLDEST_PYTHON: Final = (3, 11)

_UNTRACKED: Final = {".git", ".venv", "build", "dist", "__pycache__"}
_MACHINE_PATH: Final = re.compile(r"(?<![\w.])/(?:work|root|home/[A-Za-z_][\w.-]*)/")
_PIN: Final = re.compile(r'([a-z0-9]+(?:-[a-z0-9]+)*)==[0-9][\w.]*( ; python_version == "3\.\d+")?')


# Files


def tracked_files() -> list[Path]:
    """The files of the project: known to git, or new and not ignored; without git, all but what make made."""
    if (ROOT / ".git").exists():
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
        paths = [ROOT / name for name in names if name]
    else:
        paths = [path for path in ROOT.rglob("*") if not _UNTRACKED.intersection(path.relative_to(ROOT).parts)]
    return [path for path in paths if path.is_file() and not path.is_symlink()]


def sources(*folders: str) -> dict[str, str]:
    """Path from the root -> text, of every Python file in these folders."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


MOST_LINES: Final = 400
"""Of a file of the prover and of its language."""


def long_files(texts: dict[str, str]) -> list[str]:
    """Each file that has more lines than one can keep in view, with how many."""
    counts = {path: text.count("\n") for path, text in texts.items()}
    return [f"{path}: {count} lines" for path, count in counts.items() if count > MOST_LINES]


def machine_paths(text: str) -> list[str]:
    """Each line that names a folder of one machine."""
    return [f"line {n}: {line.strip()}" for n, line in enumerate(text.splitlines(), 1) if _MACHINE_PATH.search(line)]


# Packaging


def full_folders(paths: Iterable[str]) -> list[str]:
    """Each folder with more than a dozen modules, beside its `__init__.py`."""
    folders = Counter(path.rpartition("/")[0] for path in paths if not path.endswith("/__init__.py"))
    return [f"{folder}: {count} modules" for folder, count in sorted(folders.items()) if count > 12]


def wrong_links(package_dir: Mapping[str, str], links: Mapping[str, str | None]) -> list[str]:
    """Each entry of the package-dir table whose link is missing, or points elsewhere.

    Takes      links, name in slotproof/ -> where it points, or None if it is no link
    """
    expected = {name.removeprefix("slotproof."): f"../{folder}" for name, folder in package_dir.items() if "." in name}
    return [
        f"slotproof/{name} points to {links.get(name)}, and should to {expected.get(name)}"
        for name in sorted(expected.keys() | links.keys())
        if links.get(name) != expected.get(name)
    ]


def wrong_packages(packages: Sequence[str], folders: Sequence[str]) -> list[str]:
    """The difference between the packages the wheel lists and the folders that hold an `__init__.py`."""
    found = {"slotproof", *("slotproof." + folder.replace("/", ".") for folder in folders)}
    return [f"only listed: {name}" for name in sorted(set(packages) - found)] + [
        f"not listed: {name}" for name in sorted(found - set(packages))
    ]


def wrong_pins(lock: str, wanted: Sequence[str]) -> list[str]:
    """Each line of the lock that is no plain pin, and each wanted package that is not pinned."""
    lines = [line for line in lock.splitlines() if not line.startswith("#")]
    matches = {line: _PIN.fullmatch(line) for line in lines}
    pinned = {match.group(1) for match in matches.values() if match}
    names = [re.split(r"[^A-Za-z0-9._-]", requirement)[0] for requirement in wanted]
    return [f"no pin: {line}" for line, match in matches.items() if not match] + [
        f"not pinned: {name}" for name in names if name not in pinned
    ]


# Imports


def imports(text: str) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything imported, wherever it stands; a relative import keeps its dots."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


_OWN_MODULE: Final = re.compile(r"\.\w+(\.\w+)*|\.\.\w+")  # `from .terms import Term`, `from . import terms`


def _may_import(path: str, name: str) -> bool:
    """Whether a file may import a name, wherever it stands; which room imports which is said in `walls.py`."""
    top, _, _ = name.partition(".")
    if not top:  # relative: tests are in no wheel, and reach each other so; the checker is a program of its own
        own = path.startswith("slotproof/checker/") and _OWN_MODULE.fullmatch(name) is not None
        return own or path.startswith("tests/")
    return top not in (*FOLDERS, "tests")  # names that exist only beside the source tree


def wrong_imports(path: str, text: str) -> list[str]:
    """Each import that is not written from `slotproof` down."""
    return [f"{path}:{line} imports {name}" for line, name in imports(text) if not _may_import(path, name)]


# Syntax and names


def new_syntax(text: str) -> list[str]:
    """The syntax error of the oldest Python served, if there is one."""
    try:
        ast.parse(text, feature_version=OLDEST_PYTHON)
    except SyntaxError as error:
        return [f"line {error.lineno}: {error.msg}"]
    return []


def banned_names(glossary: str) -> dict[str, str]:
    """Banned identifier -> the word to use, from the glossary's table."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")] for line in glossary.splitlines() if "|" in line
    ]
    head = rows[0] if rows else []
    if "Ours" not in head or "Banned in identifiers" not in head:
        return {}
    ours, banned = head.index("Ours"), head.index("Banned in identifiers")
    return {name: row[ours] for row in rows[2:] for name in re.findall(r"`(\w+)`", row[banned])}


def defined_names(text: str) -> Iterator[tuple[int, str]]:
    """Line and identifier of everything the text names itself; what it calls by another's name is not meant."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.Import() | ast.ImportFrom():
                yield from ((node.lineno, alias.asname) for alias in node.names if alias.asname)


def banned_identifiers(text: str, banned: Mapping[str, str]) -> list[str]:
    """Each identifier for which the glossary has another word."""
    return [
        f"line {line}: {name}, here called {banned[name.strip('_')]}"
        for line, name in defined_names(text)
        if name.strip("_") in banned
    ]
