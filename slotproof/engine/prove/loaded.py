"""What the process has loaded is what the text says: else a proof of the text says nothing of what runs."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import resolve_name
from types import CodeType, FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any, Final

GENERATED: Final = "<string>"
"""Where code stands that a dataclass or a named tuple makes for itself."""

MAKERS: Final = frozenset({"collections", "typing", "dataclasses", "functools", "abc", "enum"})
"""Modules of Python that give methods to the classes that are made with them."""

PLAIN: Final = frozenset({"property", "classmethod", "staticmethod", "override"})
"""Decorators behind which the function of the text is found."""
_OF_ENUMS: Final = {"_new_member_": "__new__", "_value_repr_": "__repr__"}
"""What Python gives an enumeration beside its members and methods: methods of its bases."""

_OF_CONSTANTS: Final = (
    ast.Constant, ast.Tuple, ast.Starred, ast.Name, ast.BinOp, ast.UnaryOp, ast.Subscript, ast.Slice, ast.Attribute,
    ast.operator, ast.unaryop, ast.expr_context,
)  # fmt: skip
"""What constants are made of, beside records."""

_KINDS: Final = (bool, int, float, str, bytes, tuple, type(None))
"""What is compared."""

_NONE: Final = object()
"""What stands where there is nothing."""

Said = tuple[CodeType, ast.FunctionDef | None]
Codes = dict[str, list[Said]]


def differs(name: str, text: str) -> str:
    """The first name of a module under which the process has something else than its text says; "" if none is."""
    module = sys.modules.get(name)
    return "" if module is None else next(_differing(module, name, text), "")


def _differing(module: ModuleType, name: str, text: str) -> Iterator[str]:
    said, codes, held = text_of(name, text), _codes_of(name, text), vars(module)
    yield from (each for each in vars(builtins) if each in held and each not in said.bound and each[0] != "_")
    yield from _others(said.constants, held)
    for node in said.tree.body:
        live = vars(module).get(getattr(node, "name", ""))
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            function = getattr(live, "holds", None) or live  # a claim stands for its predicate
            known = codes.get(node.name, ())
            if not isinstance(function, FunctionType) or not _is_said(function, known, vars(module)):
                yield node.name
        if isinstance(node, ast.ClassDef):
            yield from _of_class(node, live, codes, vars(module))
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _of_import(node, vars(module))


def _of_import(node: ast.Import | ast.ImportFrom, live: dict[str, Any]) -> Iterator[str]:
    """The names of an import that are bound to something else than what it imports."""
    if isinstance(node, ast.Import):
        held: Mapping[str, Any] = sys.modules
    else:
        source = "." * node.level + (node.module or "")
        module = sys.modules.get(resolve_name(source, live["__package__"]) if node.level else source)
        held = {} if module is None else vars(module)
    for each in node.names:
        name = each.asname or (each.name.partition(".")[0] if isinstance(node, ast.Import) else each.name)
        said = name if isinstance(node, ast.Import) and not each.asname else each.name
        if said in held and live.get(name) is not held[said]:
            yield name


def _others(constants: Mapping[str, ast.expr], live: Mapping[str, Any]) -> Iterator[str]:
    """The constants of a text that have another value; told what the names in it are."""
    for name, node in constants.items():
        with suppress(ValueError):
            said = _value(node, live)
            if isinstance(said, _KINDS) and not _same(live.get(name, _NONE), said):
                yield name


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    """The names at the top of a text to which it gives one value for good, with what is written there."""
    found: dict[str, ast.expr] = {}
    others = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), value=ast.expr() as value):
                found[name] = value
            case ast.AugAssign() | ast.For() | ast.While() | ast.If() | ast.With() | ast.Try() | ast.Delete():
                others |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return {name: value for name, value in found.items() if name not in others}


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """The value of a constant that is written out, or computed of others, which have these names.

    Raises     ValueError of anything else
    """
    for each in ast.walk(node):
        made = names.get(each.func.id) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) else None
        if not isinstance(each, _OF_CONSTANTS) and not (isinstance(made, type) and issubclass(made, tuple)):
            raise ValueError(ast.unparse(node))
    try:
        return eval(compile(ast.Expression(node), GENERATED, "eval"), {"__builtins__": {}}, dict(names))
    except (ArithmeticError, AttributeError, LookupError, NameError, TypeError) as error:
        raise ValueError(ast.unparse(node)) from error


def _of_class(node: ast.ClassDef, live: Any, codes: Codes, names: dict[str, Any]) -> Iterator[str]:
    """The methods and constants of a class that are others than those of its text, and methods that it has besides."""
    if not isinstance(live, type):
        yield node.name
        return
    functions = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    methods = {each.name for each in functions if {ast.unparse(one) for one in each.decorator_list} <= PLAIN}
    given = [each for each in node.body if isinstance(each, ast.Assign | ast.AnnAssign)]
    said = methods | {name.id for each in given for name in ast.walk(each) if isinstance(name, ast.Name)}
    for name, held in vars(live).items():
        function = _function(held)
        if name in {each.name for each in functions} - methods:
            continue  # decorated: the language says with what
        if function is None:
            right = name not in methods and (name in said or not _is_hook(held) or _is_inherited(live, name, held))
        elif _is_generated(function) or function.__module__ in MAKERS:
            right = name not in methods and (name not in ("__new__", "__init__") or _takes_said(function, node, names))
        elif function.__module__ != live.__module__:
            right = name in said - methods
        else:
            known = codes.get(f"{node.name}.{name}" if name in methods else function.__qualname__, ())
            right = name in said and _is_said(function, known, names)
        if not right:
            yield f"{node.name}.{name}"
    constants = [each for each in given if isinstance(each, ast.AnnAssign) and is_constant(each.annotation)]
    others = _others(_constants(ast.Module([*constants], [])), {**names, **vars(live)})
    yield from (f"{node.name}.{name}" for name in [*sorted(methods - vars(live).keys()), *others])


def is_constant(annotation: ast.expr) -> bool:
    """True of what no field is annotated with."""
    return ast.unparse(annotation).partition("[")[0] in ("ClassVar", "Final")


def _is_hook(held: Any) -> bool:
    """True of what may run when a method or an attribute is asked for, but for what Python makes of fields."""
    fields = (MemberDescriptorType, GetSetDescriptorType)
    return callable(held) and not isinstance(held, (type, *fields))


def _is_inherited(live: type, name: str, held: Any) -> bool:
    """True of what a class has from its bases anyway."""
    return any(vars(base).get(_OF_ENUMS.get(name, name)) == held for base in live.__mro__[1:])


def _is_generated(function: FunctionType) -> bool:
    """True of a method that no text says, or of what stands around one."""
    inner = getattr(function, "__wrapped__", function)
    return isinstance(inner, FunctionType) and inner.__code__.co_filename == GENERATED


def _function(held: Any) -> FunctionType | None:
    """The function of a method, whatever it is decorated with."""
    held = getattr(held, "fget", held) if isinstance(held, property) else getattr(held, "__func__", held)
    return held if isinstance(held, FunctionType) else None


def _is_said(function: FunctionType, known: Iterable[Said], names: dict[str, Any]) -> bool:
    """True if a function is one of those that a text says, reads the names of its module, and has its defaults."""
    return function.__globals__ is names and any(
        _same(code, function.__code__) and _are_said(function, node) for code, node in known
    )


def _are_said(function: FunctionType, node: ast.FunctionDef | None) -> bool:
    """True if the defaults of a function that are written out are those of its text."""
    if node is None:
        return True
    keywords = function.__kwdefaults__ or {}
    live = [*(function.__defaults__ or ()), *(keywords.get(each.arg, _NONE) for each in node.args.kwonlyargs)]
    said = [*node.args.defaults, *node.args.kw_defaults]
    names = function.__globals__
    return len(live) == len(said) and all(_is_default(*each, names) for each in zip(live, said, strict=True))


def _takes_said(function: FunctionType, node: ast.ClassDef, names: dict[str, Any]) -> bool:
    """True if a constructor that is made for a class of plain data or tuples has the defaults that its text says."""
    said = [
        each.value
        for each in node.body
        if isinstance(each, ast.AnnAssign) and each.value is not None and not is_constant(each.annotation)
    ]
    plain = {ast.unparse(each) for each in (*node.bases, *node.decorator_list)} & {"NamedTuple", "dataclass"}
    live = list(function.__defaults__ or ())[-len(said) :] if said else []
    return not plain or (
        len(live) == len(said) and all(_is_default(*each, names) for each in zip(live, said, strict=True))
    )


def _is_default(live: Any, said: ast.expr | None, names: dict[str, Any]) -> bool:
    """True of a default that its text says; what is neither a constant nor a name of the module is not looked at."""
    if said is None:
        return live is _NONE
    if isinstance(said, ast.Name) and said.id in names:
        return live is names[said.id]
    with suppress(ValueError):
        return _same(live, _value(said, names))
    return live is not _NONE


def _same(one: Any, other: Any) -> bool:
    """True of code that does the same, wherever it stands."""
    if not isinstance(one, CodeType) or not isinstance(other, CodeType):
        return type(one) is type(other) and bool(one == other)
    names = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount", "co_flags")
    return (
        all(getattr(one, name) == getattr(other, name) for name in names)
        and len(one.co_consts) == len(other.co_consts)
        and all(map(_same, one.co_consts, other.co_consts))
    )


@dataclass(frozen=True)
class ModuleText:
    """What a text says: its syntax, the names that it binds, and its constants."""

    tree: ast.Module
    bound: frozenset[str]
    constants: Mapping[str, ast.expr]


@cache
def text_of(name: str, text: str) -> ModuleText:
    """Read the text of a module; another module has a syntax of its own, whatever its text.

    Cost       to read it anew for each proof is a fifth of
               `slotproof verify registry --judge prove --operation size --force`
    """
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    bound = {each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    bound |= {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.ClassDef)}
    bound |= {each.asname or each.name for each in nodes if isinstance(each, ast.alias)}
    return ModuleText(tree, frozenset(bound), _constants(tree))


@cache
def _codes_of(name: str, text: str) -> Codes:
    """Compile a text that was imported: the code of each function with its definition, by its qualified name."""
    found: Codes = {}
    functions = [each for each in ast.walk(text_of(name, text).tree) if isinstance(each, ast.FunctionDef)]
    at = {min([each.lineno, *(one.lineno for one in each.decorator_list)]): each for each in functions}
    waiting = [compile(text, name, "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        found.setdefault(code.co_qualname, []).append((code, at.get(code.co_firstlineno)))
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    return found
