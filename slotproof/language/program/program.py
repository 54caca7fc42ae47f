"""Classes of a program, and the kinds that annotations name; nothing is imported and nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from slotproof.language import kinds
from slotproof.language.kinds import Kind
from slotproof.language.program.files import Files
from slotproof.language.program.parts import Class, Module, Reached, Refusal, Symbol
from slotproof.language.program.syntax import elements, name_of


class Program(Files):
    """A program: its files, its classes, its kinds."""

    def __init__(self) -> None:
        super().__init__()
        self.classes: dict[str, Class] = {}
        self.reached: set[str] = set()  # classes that were named since this was emptied
        self.following: set[tuple[str, str]] = set()  # names of kinds that are being read

    # --- classes

    def class_of(self, symbol: Symbol) -> Class:
        """Return the class of a symbol."""
        if not isinstance(symbol.node, ast.ClassDef) or symbol.module is None:
            raise TypeError(symbol.sort)
        made = self.define(symbol.module, symbol.node)
        self.reached.add(made.id)
        return made

    def define(self, module: Module, node: ast.ClassDef) -> Class:
        """Return the class of a statement; from then on its methods are known to stand in the place of others."""
        made = Class(module, node)
        if made.id not in self.classes:
            self.classes[made.id] = made
            self._fill(made)
        return self.classes[made.id]

    def _fill(self, made: Class) -> None:
        for base in made.node.bases:
            head = base.value if isinstance(base, ast.Subscript) else base
            if isinstance(head, ast.Name):
                symbol = self.resolve(made.module, head.id)
                arguments = elements(base.slice) if isinstance(base, ast.Subscript) else []
                if symbol.name == "typing.Generic":
                    made.params = tuple(self._variable(made.module, each) for each in arguments)
                elif symbol.name == "typing.NamedTuple":
                    made.sort = "record"
                elif symbol.sort == "error":
                    made.sort = "error"
                elif symbol.sort == "class":
                    above = self.class_of(symbol)
                    if above.sort == "error":
                        made.sort = "error"
                    if made.base is None:
                        given = tuple(self._argument(made, each) for each in arguments)
                        made.base = Kind("object", given, above.id)
                    if not made.params and arguments:
                        made.params = tuple(
                            dict.fromkeys(v for a in arguments for v in self._variables(made.module, a))
                        )
        if any(name_of(each) == "dataclass" for each in made.node.decorator_list):
            made.sort = "data"
        for statement in made.node.body:
            self._member(made, statement)

    def _argument(self, made: Class, node: ast.expr) -> Kind:
        try:
            return self.kind(made.module, node)
        except Refusal:
            return kinds.BAD

    def _variable(self, module: Module, node: ast.expr) -> str:
        symbol = self.resolve(module, name_of(node))
        return f"{symbol.module.name if symbol.module else ''}:{symbol.name}"

    def _variables(self, module: Module, node: ast.expr) -> Iterator[str]:
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and self.resolve(module, each.id).sort == "variable":
                yield self._variable(module, each)

    def _member(self, made: Class, statement: ast.stmt) -> None:
        if isinstance(statement, ast.FunctionDef):
            made.methods.setdefault(statement.name, statement)
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
            if _is_constant_annotation(statement.annotation):
                made.annotated[name] = statement.annotation
            else:
                made.fields[name] = statement.annotation
            if statement.value is not None:
                made.constants[name] = statement.value
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            if isinstance(statement.value, ast.Name) and statement.value.id in made.methods:
                made.aliases[name] = statement.value.id
            else:
                made.constants[name] = statement.value

    def line(self, cls: Class) -> Iterator[tuple[Class, dict[str, Kind]]]:
        """Return a class and those it is built on, nearest first, each with what its type variables stand for."""
        bound = {variable: Kind("var", of=variable) for variable in cls.params}
        seen: set[str] = set()
        while cls.id not in seen:
            seen.add(cls.id)
            yield cls, bound
            if cls.base is None or cls.base.of not in self.classes:
                return
            above = self.classes[cls.base.of]
            bound = {p: kinds.fill(g, bound) for p, g in zip(above.params, cls.base.parts, strict=False)}
            cls = above

    def method(self, cls: Class, name: str) -> tuple[Class, ast.FunctionDef, dict[str, Kind]] | None:
        """Return the method of a name, with the class that has it, and what the type variables there stand for."""
        for each, bound in self.line(cls):
            found = each.methods.get(each.aliases.get(name, name))
            if found is not None:
                return each, found, bound
        return None

    def fields(self, cls: Class) -> dict[str, tuple[Class, ast.expr, dict[str, Kind]]]:
        """Return the fields of a class, those of its base first."""
        found: dict[str, tuple[Class, ast.expr, dict[str, Kind]]] = {}
        for each, bound in reversed(list(self.line(cls))):
            found |= {name: (each, annotation, bound) for name, annotation in each.fields.items()}
        return found

    def overriding(self, function: Reached) -> list[Reached]:
        """Return the methods that classes below have in the place of one."""
        _, node, owner = function
        found: list[Reached] = []
        for cls in list(self.classes.values()) if owner is not None and node.name in owner.methods else ():
            line = [each for each, _ in self.line(cls)]
            nearest = self.method(cls, node.name)
            if owner in line and nearest is not None and nearest[0] in line[: line.index(owner)]:
                found.append((nearest[0].module, nearest[1], nearest[0]))
        return found

    # --- kinds

    def kind(self, module: Module, node: ast.expr, inside: Class | None = None) -> Kind:
        """Return the kind that an annotation names.

        Raises     Refusal
        """
        if isinstance(node, ast.Constant):
            if node.value is None:
                return kinds.NONE
            if isinstance(node.value, str):
                return self.kind(module, ast.parse(node.value, mode="eval").body, inside)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return kinds.union((self.kind(module, node.left, inside), self.kind(module, node.right, inside)))
        if isinstance(node, ast.Subscript):
            return self._composed(module, node, inside)
        if isinstance(node, ast.Name):
            return self._named(module, node, [], inside)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found = self.module_of(module, node.value.id)
            if found is not None and node.attr in found.bindings:
                return self.kind(found, ast.copy_location(ast.Name(node.attr, ast.Load()), node), inside)
        raise Refusal(node, "no_kind", f"`{ast.unparse(node)}` as a kind")

    def _composed(self, module: Module, node: ast.Subscript, inside: Class | None) -> Kind:
        head = node.value
        if not isinstance(head, ast.Name):
            raise Refusal(node, "no_kind", f"`{ast.unparse(node)}` as a kind")
        inner = elements(node.slice)
        word = self.resolve(module, head.id).name.rpartition(".")[2]
        if word == "Literal":
            values = [each.value for each in inner if isinstance(each, ast.Constant)]
            return kinds.union(Kind(type(value).__name__) if value is not None else kinds.NONE for value in values)
        if word == "Callable" and len(inner) == 2:
            result = self.kind(module, inner[-1], inside)
            if isinstance(inner[0], ast.List):
                return Kind("function", (*(self.kind(module, p, inside) for p in inner[0].elts), result))
            return Kind("function", (result,), open=True)
        if word == "Union":
            return kinds.union(self.kind(module, each, inside) for each in inner)
        if word == "Optional":
            return kinds.union((self.kind(module, inner[0], inside), kinds.NONE))
        return self._named(module, head, inner, inside)

    def _named(self, module: Module, node: ast.Name, inner: list[ast.expr], inside: Class | None) -> Kind:
        symbol = self.resolve(module, node.id)
        name = symbol.name.rpartition(".")[2] if symbol.sort == "word" else node.id
        if symbol.sort == "missing" or symbol.sort == "word":
            if name == "Self" and inside is not None:
                return inside.kind
            if name in {"ClassVar", "Final"} and inner:
                return self.kind(module, inner[0], inside)
            if name in _SIMPLE and not inner:
                return _SIMPLE[name]
            if name in _GENERIC:
                is_open = name == "tuple" and (not inner or isinstance(inner[-1], ast.Constant))
                parts = tuple(self.kind(module, each, inside) for each in inner[: 1 if is_open else None])
                wanted = 2 if _GENERIC[name] == "dict" else 1
                if parts and name != "tuple" and len(parts) != wanted:
                    raise Refusal(node, "no_kind", f"`{node.id}` of {len(parts)} kinds")
                if _GENERIC[name] in kinds.COLLECTIONS | {"tuple"} and any(
                    each.name in kinds.PASSING for each in parts
                ):
                    raise Refusal(node, "no_kind", f"`{node.id}` of what is gone through once")
                if parts and _GENERIC[name] in {"dict", "set"} and not kinds.is_key(parts[0]):
                    raise Refusal(node, "key_kind", f"{parts[0]} as a key")
                return Kind(_GENERIC[name], parts or (kinds.ANY,) * wanted, open=is_open)
        parts = tuple(self.kind(module, each, inside) for each in inner)
        if symbol.sort == "variable":
            return self._bound(symbol, inside) or Kind(
                "var", of=f"{symbol.module.name}:{symbol.name}" if symbol.module else ""
            )
        if symbol.sort == "distinct":
            return Kind("distinct", parts or (kinds.INT,))
        if symbol.sort == "class":
            cls = self.class_of(symbol)
            if cls.sort == "error":
                return Kind("error", of=cls.id)
            return Kind(cls.kind.name, parts, cls.id)
        key = (symbol.module.name if symbol.module else "", symbol.name)
        if isinstance(symbol.node, ast.Assign) and symbol.module is not None and key not in self.following:
            self.following.add(key)
            try:
                return self.kind(symbol.module, symbol.node.value, inside)
            finally:
                self.following.discard(key)
        raise Refusal(node, "no_kind", f"`{node.id}` as a kind")

    def is_self(self, module: Module, node: ast.expr | None, inside: Class) -> bool:
        """Return whether an annotation names the class of the receiver, whichever that is."""
        if not isinstance(node, ast.Name):
            return False
        symbol = self.resolve(module, node.id)
        return symbol.name == "typing.Self" or (symbol.sort == "variable" and self._bound(symbol, inside) is not None)

    def _bound(self, symbol: Symbol, inside: Class | None) -> Kind | None:
        """Return the class itself for a variable that is bound to it, as that of `self: Self`."""
        value = getattr(symbol.node, "value", None)
        bound = [each.value for each in value.keywords if each.arg == "bound"] if isinstance(value, ast.Call) else []
        text = bound[0].value if bound and isinstance(bound[0], ast.Constant) else name_of(bound[0]) if bound else ""
        return inside.kind if inside is not None and text == inside.node.name else None


_SIMPLE: Final = {
    "int": kinds.INT,
    "bool": kinds.BOOL,
    "str": kinds.STR,
    "bytes": kinds.BYTES,
    "float": kinds.FLOAT,
    "object": kinds.ANY,
    "Any": kinds.ANY,
    "Hashable": kinds.VALUE,
}


_GENERIC: Final = {
    "list": "list",
    "tuple": "tuple",
    "dict": "dict",
    "set": "set",
    "type": "class",
    "frozenset": "set",
    "Sequence": "sequence",
    "Iterable": "iterable",
    "Iterator": "iterator",
    "Mapping": "dict",
    "MutableMapping": "dict",
    "MutableSequence": "list",
    "MutableSet": "set",
    "Set": "set",
    "Callable": "function",
}


def _is_constant_annotation(node: ast.expr) -> bool:
    return name_of(node) in {"ClassVar", "Final"}
