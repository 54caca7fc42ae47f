"""What Python would make up about a stand-in, refused.

An object without `__eq__` is compared by identity, one without `__bool__` is true, one without a method has none.
Of a stand-in none of that is so of what it stands for. Every operator and method that a stand-in does not define ends
the proof, and no `except` of the container can catch that: the path remembers it (`NotSupported`).
"""

from __future__ import annotations

import dis
import functools
import inspect
import itertools
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path as FilePath
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from slotproof.proofs.engine.path import NotSupported, presume
from slotproof.spec.errors import shown
from slotproof.spec.logic import Symbolic

_ENGINE: Final = __name__.rpartition(".")[0]
_CLAIMS: Final = _ENGINE.rpartition(".")[0]

OPERATORS: Final = (
    *("bool", "eq", "ne", "lt", "le", "gt", "ge", "contains", "iter", "getitem", "setitem", "delitem", "str", "index"),
    *("neg", "pos", "abs", "invert", "round", "floor", "ceil", "reversed"),
    *(
        side + name
        for name in ("add", "sub", "mul", "floordiv", "truediv", "mod", "divmod", "pow", "lshift", "rshift")
        for side in ("", "r")
    ),
    *("and", "rand", "or", "ror", "xor", "rxor", "matmul", "rmatmul"),
)
"""The methods behind operators and built-in functions, without their underscores."""


class Refusing(Symbolic):
    """A stand-in that refuses whatever its class does not define."""

    def __hash__(self) -> int:
        raise NotSupported(f"the hash of {self!r}")

    def __getattr__(self, name: str) -> Any:
        """Nothing: what stands in for a list and has no `sort` is no thing without a `sort`.

        Raises     NotSupported; AttributeError for names of the language, and those that what it stands for has not
        """
        stands_for = self.__class__
        if name.startswith("__") or (stands_for is not type(self) and not hasattr(stands_for, name)):
            raise AttributeError(name)
        raise NotSupported(f"{name} of a stand-in")

    def __format__(self, how: str) -> str:
        """The text of the term, for the message of an error and nothing else."""
        _require_message(self)
        return repr(self)

    def __init_subclass__(cls) -> None:
        """Let the text of a stand-in, too, be made for messages alone."""
        made = vars(cls).get("__repr__")
        if made is not None:
            cls.__repr__ = _for_messages(made)  # type: ignore[method-assign]


def _for_messages(made: Callable[[Any], str]) -> Callable[[Any], str]:
    @functools.wraps(made)
    def text(self: Any) -> str:
        _require_message(self)
        return made(self)

    return text


FOLLOWED: Final = "__followed__"
"""A global of the functions that run over stand-ins."""

_BETWEEN: Final = ("dataclasses", "collections", "reprlib", shown.__module__)
"""Modules that make texts for others: `__repr__` puts together those of the fields, `shown` is for messages."""


def _require_message(thing: Any) -> None:
    """Refuse a text that a container makes, and that is not the message of an error."""
    frame: Any = sys._getframe(2)
    whole = False
    while frame is not None and frame.f_globals.get("__name__") in _BETWEEN:
        whole |= frame.f_code is shown.__code__
        frame = frame.f_back
    if frame is None or FOLLOWED not in frame.f_globals:
        return
    if not _is_raised(frame.f_code, frame.f_lasti):
        raise NotSupported("a text made of what is not known, which is not the message of an error")
    if isinstance(thing, int) and not whole:
        presume("a number in the message of an error has at most 4,300 digits")


def _refusal(name: str) -> Callable[..., Any]:
    def refuse(self: Any, *_: Any) -> Any:
        raise NotSupported(f"`__{name}__` of {self!r}")

    return refuse


for _name in OPERATORS:
    setattr(Refusing, f"__{_name}__", _refusal(_name))


@functools.cache
def _is_raised(code: CodeType, start: int) -> bool:
    """True if what an instruction makes goes straight into the exception of a `raise`."""
    instructions = {each.offset: each for each in dis.get_instructions(code)}
    place: int | None = max(at for at in instructions if at <= start)  # of a call, Python may tell the end
    while place is not None:
        instruction = instructions[place]
        name = instruction.opname
        if name == "RAISE_VARARGS":
            return True
        if name.startswith(("STORE", "RETURN", "COMPARE", "IS_OP", "CONTAINS", "POP_JUMP", "JUMP_B", "YIELD")):
            return False
        following = instruction.argval if name.startswith("JUMP_FORWARD") else None
        place = following if following is not None else min((at for at in instructions if at > place), default=None)
    return False


# --- what code does that no stand-in sees


def unseen(function: FunctionType, namespace: dict[str, Any]) -> str:
    """What a function does that outlives a call or cannot be followed, or ""."""
    for held in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        if isinstance(held, list | dict | set | bytearray):
            return f"{function.__qualname__} has a default that calls share"
    for does, name in _deeds(function.__code__):
        held = namespace.get(name)
        if isinstance(held, ModuleType) and held.__name__.partition(".")[0] not in _KNOWN:
            return f"{function.__qualname__} uses the module {name}, which may tell of more than its arguments"
        if does == _USES and not _is_claim(function) and not _is_open(function.__globals__.get(name)):
            return f"{place_of(function)}: {function.__qualname__} uses {name}, which says more than a declaration may"
        allowed = (does == _USES and not _outlives(held)) or (does == _COMPARES and _is_claim(function))
        if not allowed:
            return f"{function.__qualname__} {does.format(name)}"
    return ""


_KNOWN: Final = (_ENGINE.partition(".")[0], "dataclasses", "functools", "itertools", "math", "operator", "struct", "z3")
"""Packages whose functions tell of their arguments alone."""

_OPEN: Final = ("refinement", "inside", "inline", "foreign", "foreign_run", "lemmas", "summaries", "sets", "texts")
"""Modules of the engine whose words declarations may use where they run over stand-ins."""


def _is_open(held: Any) -> bool:
    """True of what code outside of the project may name: words of claims, and what tells of its arguments alone."""
    name = held.__name__ if isinstance(held, ModuleType) else getattr(held, "__module__", None)
    if not isinstance(name, str):
        return True
    if name.startswith(_ENGINE + "."):
        return name.removeprefix(_ENGINE + ".") in _OPEN or getattr(held, "__name__", "") == "length_of"
    return not inspect.isroutine(held) or not is_installed(name) or name.partition(".")[0] in (*_KNOWN, "typing")


@functools.cache
def is_installed(module: str) -> bool:
    """True of a module of the interpreter, or of a package that is installed: it is not followed."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return file is None or any(FilePath(file).is_relative_to(folder) for folder in _LIBRARIES)


_LIBRARIES: Final = frozenset(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))


def place_of(function: Any) -> str:
    """The file and the line of a function, or ""."""
    code = getattr(function, "__code__", None)
    return f"{FilePath(code.co_filename).name}:{code.co_firstlineno}" if code is not None else ""


_USES: Final = "uses the global {}, which may change"
_COMPARES: Final = "asks whether two things are one"


@functools.cache
def _deeds(code: CodeType) -> tuple[tuple[str, str], ...]:
    """What code does that may be refused, each with the name it does that to."""
    deeds = []
    for before, instruction in _pairs(code):
        if instruction.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            deeds.append(("changes the global {}", instruction.argval))
        elif instruction.opname == "LOAD_GLOBAL" and instruction.argval in ("Exception", "BaseException"):
            deeds.append(("names {}: what ends a path is one, too", instruction.argval))
        elif instruction.opname == "LOAD_GLOBAL":
            deeds.append((_USES, instruction.argval))
        elif instruction.opname in ("MATCH_SEQUENCE", "MATCH_MAPPING"):
            deeds.append(("matches a pattern, which no stand-in for a list or dict does", ""))
        elif instruction.opname == "IS_OP" and not _is_constant(before):
            deeds.append((_COMPARES, ""))
    deeds += [("looks at the error that it caught as {}", name) for name in _looked_at(code)]
    return tuple(deeds)


def _looked_at(code: CodeType) -> list[str]:
    """The names of caught errors that code uses for more than to raise the next one: texts tell what is unknown."""
    instructions = list(dis.get_instructions(code))
    caught = set()
    for place, instruction in enumerate(instructions):
        if instruction.opname == "CHECK_EXC_MATCH":
            after = itertools.takewhile(lambda each: each.opname != "POP_TOP", instructions[place : place + 4])
            caught |= {each.argval for each in after if each.opname.startswith("STORE")}
    used = [each for each in instructions if each.opname.startswith("LOAD") and each.argval in caught]
    return [each.argval for each in used if not _is_raised(code, each.offset)]


def _pairs(code: CodeType) -> Iterator[tuple[dis.Instruction, dis.Instruction]]:
    """Each instruction with the one before it, of functions within the function, too."""
    instructions = list(dis.get_instructions(code))
    yield from zip([*instructions[:1], *instructions], instructions, strict=False)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _pairs(constant)


def _is_claim(function: FunctionType) -> bool:
    """True of what is written about the project's containers, which may ask which of two containers is meant."""
    return str(function.__module__).startswith(_CLAIMS)


def _outlives(held: Any) -> bool:
    return isinstance(held, list | dict | set | bytearray)


def _is_constant(instruction: dis.Instruction) -> bool:
    """True of `None`, and of a class or another name of the module."""
    return instruction.opname == "LOAD_GLOBAL" or (instruction.opname == "LOAD_CONST" and instruction.argval is None)


_HOOKS: Final = ("__setattr__", "__getattr__", "__getattribute__", "__delattr__", "__set_name__", "__init_subclass__")


def holds_state(name: str, member: Any) -> bool:
    """True of what a class holds that is no constant: a list that all share, or a descriptor with a mind of its own."""
    if name.startswith("__"):
        return False
    return _outlives(member) or (hasattr(type(member), "__get__") and not isinstance(member, property))


def hooks(kind: type) -> list[str]:
    """The methods of a class that change what an attribute is."""
    return [name for name in _HOOKS if name in vars(kind)]
