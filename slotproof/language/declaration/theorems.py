"""What theorems run, on stand-ins, too: nothing in it may tell a stand-in from the number for which it stands."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from typing import Final, TypeGuard

from slotproof.language.declaration.declared import Declared
from slotproof.language.declaration.values import UNKNOWN, Function, Record, Value
from slotproof.language.function.scope import Work
from slotproof.language.program.constants import constant_kind
from slotproof.language.program.parts import BUILTIN_NAMES, LOGIC, MESSAGES, Class, Module, Refusal, Symbol
from slotproof.language.program.syntax import short
from slotproof.language.tables import EXPRESSIONS, STATEMENTS
from slotproof.language.vocabulary import METHODS

_ASKED: Final = frozenset({
    "abs", "all", "any", "bool", "divmod", "enumerate", "hash", "int", "isinstance", "len", "list", "map", "max", "min",
    "object", "range", "reversed", "sum", "super", "tuple",
    "zip",
})  # fmt: skip
"""Built-in functions and classes that answer of a stand-in as they do of a number, or refuse it."""


_ATTRIBUTES: Final = frozenset({"int", "between", "value", "assume", "_fields", "__new__", "__init__"}) | frozenset(
    name for kind in ("list", "tuple", "dict", "set", "distinct", "record") for name in METHODS[kind]
)
"""What may stand behind a point, beside what classes have that the theorem names."""

_FIXED: Final = (
    *(ast.Constant, ast.Tuple, ast.Name, ast.Attribute, ast.UnaryOp, ast.BinOp),
    *(ast.Starred, ast.Subscript, ast.Slice),
)
"""Forms of what nobody can change."""

_OF_TEXT: Final = frozenset(dir(str))
_NOT_RUN: Final = frozenset({"__repr__", "__copy__"})  # of special methods: no theorem can ask for them
_MAKING: Final = frozenset({"__init__", "__post_init__"})


def check_theorems(declared: Declared, work: Work) -> None:
    """Refuse what looks at more than the numbers, in the functions of theorems and in all that these may run.

    Takes      work, of a check that has read the program
    """
    reached = _Reached(declared, work)
    todo = list(_functions(declared))
    while todo:
        function = todo.pop()
        if function.node not in reached.met and function.module.name != LOGIC:
            reached.met.add(function.node)
            reached.functions.append(function)
            todo += reached.named(function)
        if not todo:
            todo += reached.methods()
    reached.check()


class _Reached:
    """What the theorems of a declaration may run.

    met        the functions and constants that were read
    classes    those that are named
    made       those of them that are not only given to `object.__new__`
    asked      what stands behind a point
    """

    def __init__(self, declared: Declared, work: Work) -> None:
        self.program = declared.program
        self.program_nodes = {node for _, node, _ in work.seen.values()}
        self.met: set[ast.AST] = set()
        self.functions: list[Function] = []
        self.classes: dict[str, Class] = {}
        self.made: set[str] = set()
        self.asked: set[str] = set()

    def named(self, function: Function) -> Iterator[Function]:
        """Return the functions and constants that a function names."""
        bare = {id(call.args[0]) for call in ast.walk(function.node) if _is_new(call)}
        kinds = {id(part) for node in ast.walk(function.node) for part in _kinds(node)}
        for each in ast.walk(function.node):
            if id(each) in kinds:
                continue
            if isinstance(each, ast.Attribute):
                self.asked.add(each.attr)
            value = self.value(function, each)
            if isinstance(value, Class):
                self.classes[value.id] = value
                self.made |= {value.id} - ({value.id} if id(each) in bare else set())
            elif isinstance(value, Function):
                yield value

    def methods(self) -> list[Function]:
        """Return the methods of the named classes that may run: by a name, by an operator, or where one is made."""
        found = []
        for cls in list(self.classes.values()):
            left = _NOT_RUN if cls.id in self.made else _NOT_RUN | _MAKING
            for each, _ in self.program.line(cls):
                asked = self.asked | {own for name, own in each.aliases.items() if name in self.asked}
                found += [
                    Function(each.module, node)
                    for name, node in each.methods.items()
                    if node not in self.met and (name in asked or name.startswith("__")) and name not in left
                ]
        return found

    def value(self, function: Function, node: ast.AST) -> Value:
        """Return the function, class or constant that a name, or an attribute of a module, means; or UNKNOWN."""
        match node:
            case ast.Name(name, ast.Load()):
                found, value = function.around.find(name) if function.around is not None else (False, UNKNOWN)
                if found:
                    return value if isinstance(value, int | Function | Class | None) else UNKNOWN
                module: Module | None = function.module
            case ast.Attribute(ast.Name(head), name):
                module = self.program.module_of(function.module, head)
            case _:
                return UNKNOWN
        symbol = self.program.resolve(module, name) if module is not None else None
        match symbol:
            case Symbol("class"):
                return self.program.class_of(symbol)
            case Symbol("function", Module() as there, ast.FunctionDef() as made):
                return Function(there, made)
            case Symbol(
                "constant", Module() as there, ast.Assign(value=stated) | ast.AnnAssign(value=ast.expr() as stated)
            ):
                return Function(there, _as_function(stated)) if self._is_fixed(there, stated) else UNKNOWN
            case Symbol("distinct") | Symbol("word", Module(name="slotproof.spec.logic")):
                return None
        return UNKNOWN

    def _is_fixed(self, module: Module, node: ast.AST) -> bool:
        """Return whether a value stays what it is: of these forms, or a NamedTuple of such values."""
        match node:
            case ast.Lambda():
                return True
            case ast.Call(ast.Name(name)):
                symbol = self.program.resolve(module, name)
                fixed = symbol.sort == "class" and self.program.class_of(symbol).sort == "record"
            case _:
                fixed = isinstance(node, _FIXED)
        given = (each.value if isinstance(each, ast.keyword) else each for each in ast.iter_child_nodes(node))
        return fixed and all(self._is_fixed(module, each) for each in given if isinstance(each, ast.expr))

    # --- what is refused

    def check(self) -> None:
        """Refuse what is not among what is known to answer of a stand-in as it does of a number."""
        line = {each.id: each for cls in self.classes.values() for each, _ in self.program.line(cls)}.values()
        members = {name for cls in line for name in (*cls.methods, *cls.fields, *cls.constants, *cls.aliases)}
        for each in self.functions:
            apart = {id(part) for node in ast.walk(each.node) for part in _unread(node)}
            for node in ast.walk(each.node):
                defaults = (*node.defaults, *node.kw_defaults) if isinstance(node, ast.arguments) else ()
                for given in defaults:
                    if given is not None and not self._is_fixed(each.module, given):
                        self._refuse(each.module, given)
                if id(node) not in apart and self._looks(each, node, _ATTRIBUTES | (members - _OF_TEXT)):
                    self._refuse(each.module, node)
        for cls in line:
            if cls.module.name != MESSAGES:
                self._check_class(cls)

    def _looks(self, function: Function, node: ast.AST, attributes: Set[str]) -> bool:
        """Return whether a node may tell a number from its stand-in, or run what was not read."""
        match node:
            case ast.Name(ctx=ast.Load()):
                return not self._is_known(function, node)
            case ast.Name(name) | ast.arg(name) | ast.FunctionDef(name) if name in BUILTIN_NAMES:
                return True
            case ast.Attribute(attr=name):
                return name not in attributes and self.value(function, node) is UNKNOWN
            case ast.Compare(ops=ops, comparators=others) if any(isinstance(op, ast.Is | ast.IsNot) for op in ops):
                return not all(_is_none(other) or isinstance(self.value(function, other), Class) for other in others)
            case ast.Constant(str() | bytes() as text):
                return "%" in str(text)
            case ast.ExceptHandler():
                return not (self._is_caught(function, node) or (_raises_another(node) and not self._catches()))
            case ast.FunctionDef(decorator_list=decorators):
                return any(not _is_plain(function.module, each) for each in decorators)
            case ast.JoinedStr():
                return True
            case ast.stmt():
                return type(node).__name__ not in STATEMENTS
            case ast.expr():
                return type(node).__name__ not in EXPRESSIONS
        return False

    def _is_caught(self, function: Function, node: ast.ExceptHandler) -> bool:
        """Return whether only errors of the program are caught, which no stand-in raises, and not looked at."""
        errors = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
        values = [UNKNOWN if each is None else self.value(function, each) for each in errors]
        return node.name is None and all(isinstance(each, Class) and each.sort == "error" for each in values)

    def _catches(self) -> bool:
        """Return whether some function goes on after an error of the program."""
        handlers = (
            (f, each) for f in self.functions for each in ast.walk(f.node) if isinstance(each, ast.ExceptHandler)
        )
        return any(self._is_caught(function, each) for function, each in handlers)

    def _is_known(self, function: Function, node: ast.Name) -> bool:
        """Return whether a name is a local, one that was followed, or a built-in one that answers of both alike."""
        around = function.around is not None and function.around.find(node.id)[0]
        if around or node.id in function.module.bindings:
            is_module = not around and self.program.module_of(function.module, node.id) is not None
            return is_module or self.value(function, node) is not UNKNOWN
        by_name = node.id in {"getattr", "setattr"} and function.node in self.program_nodes  # fields of known classes
        return node.id not in BUILTIN_NAMES or node.id in _ASKED or by_name

    def _check_class(self, cls: Class) -> None:
        """Refuse a class that is more than what was read of it: its methods, fields and names of these."""
        typing = {name for name in ("NamedTuple", "Generic") if _is_from(cls.module, name, "typing")}
        for base in cls.node.bases:
            name = base.value if isinstance(base, ast.Subscript) else base
            symbol = self.program.resolve(cls.module, ast.unparse(name))
            if symbol.sort not in {"class", "error"} and ast.unparse(name) not in typing:
                self._refuse(cls.module, base)
        for each in cls.node.body:
            target = each.targets[0] if isinstance(each, ast.Assign) else None
            is_name = isinstance(target, ast.Name) and target.id in {*cls.aliases, "__slots__", "__hash__"}
            is_text = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            is_field = isinstance(each, ast.AnnAssign) and (each.value is None or self._is_constant(cls, each.value))
            is_method = isinstance(each, ast.FunctionDef) and cls.sort != "error"
            if not (isinstance(each, ast.Pass) or is_method or is_name or is_text or is_field):
                self._refuse(cls.module, each)
        for other in (*cls.node.keywords, *cls.node.decorator_list):
            if cls.sort != "data" or not _is_from(cls.module, "dataclass", "dataclasses"):
                self._refuse(cls.module, other)

    def _is_constant(self, cls: Class, node: ast.expr) -> bool:
        try:
            constant_kind(self.program, node, cls.module, cls)
        except Refusal:
            return False
        return not any(isinstance(each, ast.Constant) and "%" in str(each.value) for each in ast.walk(node))

    def _refuse(self, module: Module, node: ast.AST) -> None:
        self.program.refuse(module, node, "theorem_looks", f"`{short(node)}` in what a theorem runs")


def _functions(declared: Declared) -> Iterator[Function]:
    for theorem in declared.tuple_of("theorems"):
        if isinstance(theorem, Record):
            shown = theorem.get("shows", ())
            records = [each for each in (shown if isinstance(shown, tuple) else ()) if isinstance(each, Record)]
            said = [each.get(name) for each in records for name in ("facts", "given", "function")]
            yield from (each for each in (theorem.get("holds"), *said) if isinstance(each, Function))


def _as_function(node: ast.expr) -> ast.Lambda:
    """Return the function that computes a constant, one for each."""
    made: ast.Lambda | None = getattr(node, "computed", None)
    if made is None:
        empty = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        made = node.computed = ast.copy_location(ast.Lambda(empty, node), node)  # type: ignore[attr-defined]
    return made


def _is_new(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "object.__new__" and len(node.args) == 1


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_from(module: Module, name: str, source: str) -> bool:
    """Return whether a name of a module is that of a module of Python."""
    bound = module.bindings.get(name)
    return isinstance(bound, ast.ImportFrom) and bound.module == source


def _is_plain(module: Module, decorator: ast.expr) -> bool:
    name = ast.unparse(decorator)
    return name in {"property", "classmethod", "staticmethod"} and name not in module.bindings


def _raises_another(node: ast.ExceptHandler) -> bool:
    """Return whether a handler does nothing but raise another error."""
    return len(node.body) == 1 and isinstance(node.body[0], ast.Raise)


def _kinds(node: ast.AST) -> Iterator[ast.AST]:
    """Return the kinds that a node names, which do not run."""
    for each in filter(None, (getattr(node, "annotation", None), getattr(node, "returns", None))):
        yield from ast.walk(each)


def _unread(node: ast.AST) -> Iterator[ast.AST]:
    """Return what of a node does not run, is read by people alone, or is looked at as a part of the whole."""
    yield from _kinds(node)
    match node:
        case ast.Expr(ast.Constant() as text):
            yield text
        case ast.ExceptHandler(ast.expr() as caught):
            yield from ast.walk(caught)
        case ast.FunctionDef(decorator_list=decorators):
            for each in decorators:
                yield from ast.walk(each)
        case ast.Call() if _is_new(node) and ast.unparse(node.args[0]) == "type(self)":
            yield from ast.walk(node.args[0])
        case ast.Raise(ast.Call() as error, cause):
            yield from (*ast.walk(error.func), *(ast.walk(cause) if isinstance(cause, ast.Name) else ()))
            for part in ast.walk(error):
                if isinstance(part, ast.JoinedStr | ast.FormattedValue | ast.Constant):
                    yield part
                elif ast.unparse(part) in {"shown", "type(self).__name__"}:
                    yield from ast.walk(part)
