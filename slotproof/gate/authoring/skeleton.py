"""Skeletons of drivers: they answer `hello`, compile as they are, and fail their first trace.

What a skeleton says of its kind, operations with their types, errors and claims, comes from `kinds.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final

from slotproof.gate.protocol.hello import PROTOCOL
from slotproof.gate.protocol.kinds import SPEC
from slotproof.gate.protocol.oracle import Level
from slotproof.gate.traces.asked import facts

FILES: Final[Mapping[str, Mapping[str, str]]] = {  # language -> file -> what it is made of
    "cpp": {"driver.cpp": "driver.cpp", "gate.toml": "gate.toml", "Makefile": "Makefile"},
    "rust": {"driver.rs": "driver.rs", "gate.toml": "gate.toml", "Cargo.toml": "Cargo.toml"},
    "typescript": {
        "driver.ts": "driver.ts",
        "gate.toml": "gate.toml",
        "package.json": "package.json",
        "tsconfig.json": "tsconfig.json",
    },
    "python": {"driver.py": "driver.py.txt", "gate.toml": "gate.toml"},  # a skeleton is no part of this package
    "go": {"driver.go": "driver.go", "gate.toml": "gate.toml", "Makefile": "Makefile.go"},
    "csharp": {"driver.cs": "driver.cs", "gate.toml": "gate.toml", "Makefile": "Makefile.csharp"},
}
LANGUAGES: Final = tuple(FILES)
MOST: Final = 4096  # of capacities and the like, unless the default is more


def write_skeleton(
    language: str, folder: Path, kind: str = "token_allocator", level: Level = Level.BEHAVIOUR
) -> list[Path]:
    """Write the files of a language, of a driver over a kind of container at a level; their paths.

    Raises     FileExistsError, before anything is written, if one is there already
    """
    paths = {folder / name: source for name, source in FILES[language].items()}
    for path in paths:
        if path.exists():
            raise FileExistsError(f"{path} is there already")
    folder.mkdir(parents=True, exist_ok=True)
    for path, name in paths.items():
        source = resources.files("slotproof.gate") / "skeletons" / name
        text = filled(source.read_text(encoding="utf-8"), language, facts()[kind], level)
        path.write_text(text, encoding="utf-8")
    return list(paths)


def filled(text: str, language: str, kind: Mapping[str, Any], level: Level) -> str:
    """A template with what it says of a kind; a line with `@OPERATIONS@` stands once for each of them."""
    hello = json.dumps(declaration(language, kind, level), separators=(",", ":"))
    lines = []
    for line in text.splitlines():
        each = described(kind, level) if "@OPERATIONS@" in line else [""]
        lines += [line.replace("@OPERATIONS@", one) for one in each]
    quoted = hello.replace('"', '""') if language == "csharp" else hello
    return "\n".join(lines).replace("@HELLO@", quoted).replace("@KIND@", kind["name"]) + "\n"


def declaration(language: str, kind: Mapping[str, Any], level: Level) -> dict[str, Any]:
    """The answer to `hello` of a port that has every operation of its level, and can be made in every way."""
    flags = {each["key"]: [False, True] for each in kind["config"] if each["type"] == "bool"}
    numbers = [each for each in kind["config"] if each["type"] in ("natural", "load")]
    return {
        "t": "hello",
        "protocol": PROTOCOL,
        "port": {"name": "my_port", "version": "0.1", "language": language},
        "containers": [
            {
                "kind": kind["name"],
                "spec": SPEC,
                "level": level.value,
                "widths": {each["key"]: _width(each["key"], each["default"]) for each in numbers},
                "policies": {**flags, **kind["policies"]},
                "operations": [operation["name"] for operation in asked(kind, level)],
            }
        ],
    }


def _width(key: str, default: float) -> dict[str, float]:
    if key.endswith("_bits"):
        return {"min": 2 if key == "word_bits" else 1, "max": default}
    return {"min": 0, "max": max(default, MOST)}


def asked(kind: Mapping[str, Any], level: Level) -> list[Mapping[str, Any]]:
    """The operations of a level, without those that the gate sends only to a port that declares `peers`."""
    return [
        operation
        for operation in kind["operations"]
        if (operation["behaviour"] or level is Level.STRUCTURE)
        and all(argument["type"] != "peer" for argument in operation["takes"])
    ]


def described(kind: Mapping[str, Any], level: Level) -> list[str]:
    """A line for each operation of a level: arguments, result, errors, and its claim."""
    texts = {claim["id"]: claim["text"] for claim in kind["claims"]}
    lines = []
    for operation in asked(kind, level):
        takes = ", ".join(argument["type"] for argument in operation["takes"])
        refused = f", or {', '.join(operation['errors'])}" if operation["errors"] else ""
        result = operation["returns"] if level is Level.STRUCTURE else operation["behaviour"]
        head = f"{operation['name']}({takes}) -> {result}{refused}"
        lines.append(f"{head}. {operation['claim']}: {texts[operation['claim']]}")
    return lines
