"""Built-in functions with rules of their own."""

from __future__ import annotations

import ast
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.forms import Forms
from slotproof.language.function.scope import OWN
from slotproof.language.kinds import BAD, BOOL, NONE, Kind, listing, union
from slotproof.language.program.constants import constant_value
from slotproof.language.program.parts import Refusal
from slotproof.language.program.syntax import short
from slotproof.language.tables import BUILTINS

_CLASSES: Final = frozenset({"int", "bool", "str", "bytes", "float", "list", "tuple", "dict", "set"})


class Builtins(Forms):
    """Kinds of what these built-in functions give."""

    def _of_isinstance(self, node: ast.Call) -> Kind:
        if len(node.args) != 2 or node.keywords:
            self.refuse(node, "isinstance_arguments", f"`{short(node)}`")
            return BOOL
        self.kind_of(node.args[0])
        for each in _alternatives(node.args[1]):
            if isinstance(each, ast.Name) and self.local(each) is None:
                symbol = self.program.resolve(self.module, each.id)
                if symbol.sort == "class" or (symbol.sort == "missing" and each.id in _CLASSES):
                    continue
            if ast.unparse(each) == "type(self)":
                continue
            self.refuse(each, "isinstance_class", f"`{short(each)}` in isinstance", that=", ".join(sorted(_CLASSES)))
        return BOOL

    def _of_type(self, node: ast.Call) -> Kind:
        if self.messages and self.cls and ast.unparse(node) == "type(self)":
            return Kind("class", (self.cls.kind,), self.cls.id)
        return self.refuse(node, "type_of", f"`{short(node)}`")

    def _of_super(self, node: ast.Call) -> Kind:
        return self.refuse(node, "super_value", f"`{short(node)}`")

    def _of_zip(self, node: ast.Call) -> Kind:
        strict = [each for each in node.keywords if each.arg == "strict"]
        if not (strict and isinstance(strict[0].value, ast.Constant) and strict[0].value.value is True):
            self.refuse(node, "zip_strict", f"`{short(node)}`")
        return self.by_form(node, BUILTINS["zip"], NONE)

    def _of_list(self, node: ast.Call) -> Kind:
        if not node.args:
            return listing(kinds.NEVER)
        return self.by_form(node, BUILTINS["list"], NONE)

    def _of_set(self, node: ast.Call) -> Kind:
        return self.by_form(node, BUILTINS["set"], NONE) if node.args else Kind("set", (kinds.NEVER,))

    def _of_min(self, node: ast.Call) -> Kind:
        name = node.func.id if isinstance(node.func, ast.Name) else "min"
        kind = self.by_form(node, BUILTINS[name], NONE)
        if len(node.args) == 1 and not all(
            each.name in kinds.ITERABLE | {"any", "bad"} for each in kinds.options(self.kind_of(node.args[0]))
        ):
            self.refuse(node, "extreme_of_one", f"`{short(node)}`")
        return kind

    _of_max = _of_min

    def _of_vars(self, node: ast.Call) -> Kind:
        return self.refuse(node, "vars", f"`{short(node)}`")

    def _of_getattr(self, node: ast.Call) -> Kind:
        return self._by_name(node, 2)

    def _of_setattr(self, node: ast.Call) -> Kind:
        if len(node.args) == 3:
            kind = self.kind_of(node.args[2])
            self.changed(node, node.args[0])
            if self.origin_of(node.args[2], kind) == OWN and not self.exchanging:
                self.refuse(node, "shared_field", f"`{short(node.args[2])}` becomes a part of another")
        self._by_name(node, 3)
        return NONE

    exchanging = False

    def _by_name(self, node: ast.Call, count: int) -> Kind:
        """Return the kind of a field that a name out of a constant tuple stands for."""
        name = node.args[1] if len(node.args) == count and not node.keywords else None
        fields = self.names.get(name.id, None) if isinstance(name, ast.Name) else None
        kind = self.kind_of(node.args[0]) if node.args else BAD
        if fields is None or kind.of not in self.program.classes:
            self.arguments(node)
            return self.refuse(node, "computed_field", f"`{short(node)}`")
        known = self.program.fields(self.program.classes[kind.of])
        for each in fields:
            if each not in known:
                self.refuse(node, "no_field_by_name", f"`{short(node)}` with the name {each!r}")
        found = [known[each] for each in fields if each in known]
        return union(self.annotated(annotation, owner.module, owner) for owner, annotation, _ in found)

    def note_names(self, target: ast.expr, source: ast.expr) -> None:
        """Note that a name goes over a constant tuple of texts."""
        if isinstance(target, ast.Name):
            try:
                value = constant_value(self.program, source, self.module, self.cls)
            except Refusal:
                value = None
            self.names = {name: each for name, each in self.names.items() if name != target.id}
            if isinstance(value, tuple) and all(isinstance(each, str) for each in value):
                self.names[target.id] = value


def _alternatives(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_alternatives(node.left), *_alternatives(node.right)]
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]
