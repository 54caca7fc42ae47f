"""Assignments to names, fields, items and tuples of those."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.calls import Calls
from slotproof.language.function.scope import FRESH, LOCAL, OTHERS
from slotproof.language.kinds import BAD, Kind, fits
from slotproof.language.program.syntax import short

_EXCHANGE: Final = ast.dump(ast.parse("self.__dict__, other.__dict__ = other.__dict__, self.__dict__").body[0])


class Assignments(Calls):
    """What is refused in assignments."""

    def _do_assign(self, node: ast.Assign) -> None:
        if ast.dump(node) == _EXCHANGE:
            self.report.changed |= {"self": node, "other": node}
            return
        kind = self.value_of(node.value, None)
        if len(node.targets) > 1 and kinds.is_mutable(kind):
            self.refuse(node, "chained_alias", f"`{short(node)}`")
        for target in node.targets:
            if isinstance(target, ast.Name) and isinstance(node.value, ast.DictComp) and self.times[target.id] == 1:
                self._note_record(target.id, node.value)
            swapped = (
                isinstance(target, ast.Tuple)
                and isinstance(node.value, ast.Tuple)
                and _is_permutation(target, node.value)
            )
            exchanging, self.exchanging = self.exchanging, self.exchanging or swapped
            self.assign(target, node.value, kind)
            self.exchanging = exchanging

    def _note_record(self, name: str, made: ast.DictComp) -> None:
        """Note the keys of a dict that is made over a constant tuple of names."""
        for each in made.generators if len(made.generators) == 1 and not made.generators[0].ifs else ():
            if isinstance(each.target, ast.Name) and ast.unparse(made.key) == each.target.id:
                self.note_names(each.target, each.iter)
                if each.target.id in self.names:
                    self.records[name] = self.names[each.target.id]

    def value_of(self, node: ast.expr, want: Kind | None) -> Kind:
        """Return the kind of what gets a name; iterators, classes and errors get none."""
        kind = self.kind_of(node, want)
        if kind.name in {"iterator", "iterable"}:
            return self.refuse(node, "iterator_named", f"`{short(node)}` gets a name", name=kind.name)
        if kind.name in {"class", "error", "module"}:
            return self.refuse(node, "class_named", f"`{short(node)}` gets a name")
        return kind

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if not isinstance(node.target, ast.Name):
            self.refuse(node, "annotated_field", f"`{short(node)}`")
            return
        declared = self.annotated(node.annotation)
        if self.env.get(node.target.id, declared) != declared:
            self.refuse(node, "name_kind", f"`{node.target.id}` is {self.env[node.target.id]} above")
        self.env[node.target.id] = declared
        self.declared.add(node.target.id)
        if node.value is None:
            return
        kind = self.value_of(node.value, declared)
        if not self.suits(node.value, kind, declared):
            self.refuse(node, "annotated_kind", f"`{node.target.id}` is {declared}, and is given {kind}")
        self.assign(node.target, node.value, declared)

    def _do_augassign(self, node: ast.AugAssign) -> None:
        left, right = self._place(node.target), self.value_of(node.value, None)
        kind = self.operation(node, node.op, left, right)
        if kinds.is_mutable(left) and not (isinstance(node.op, ast.Add) and left.name == "list"):
            self.refuse(node, "augmented_alias", f"`{short(node)}` of {left}")
        if kinds.holds_mutable(right):
            self.hand_over(node.value, right, f"`{short(node.target)}`")
        if not isinstance(node.target, ast.Name):
            self.changed(node, node.target)
        elif self.in_lambda is False:
            self.bind(node.target.id, kind, node.target, self.origin.get(node.target.id, FRESH))

    def _place(self, node: ast.expr) -> Kind:
        """Return the kind of what a target holds now."""
        loaded = ast.copy_location(ast.parse(ast.unparse(node), mode="eval").body, node)
        for each in ast.walk(loaded):
            ast.copy_location(each, node)
        return self.kind_of(loaded)

    def assign(self, target: ast.expr, value: ast.expr | None, kind: Kind) -> None:
        """Give a target a value of that kind."""
        if isinstance(target, ast.Name):
            origin = frozenset({OTHERS}) if value is None and kinds.is_mutable(kind) else FRESH
            if value is not None:
                origin = self.held_by(value, kind)
                if isinstance(value, ast.Name) and kinds.is_mutable(kind):
                    origin |= {LOCAL}  # two names hold it from here on
                self.settle(value)
            self.bind(target.id, kind, target, origin)
        elif isinstance(target, ast.Tuple | ast.List):
            values = (
                value.elts
                if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
                else [None] * len(target.elts)
            )
            parts = self.unpacked(target, kind)
            if value is not None and values[0] is None and any(map(_is_held, target.elts, parts)):
                self.hand_over(value, kind, f"`{short(target)}`")
            for each, part, inner in zip(target.elts, parts, values, strict=True):
                self.assign(each.value if isinstance(each, ast.Starred) else each, inner, part)
        elif isinstance(target, ast.Attribute):
            self._assign_field(target, value, kind)
        elif isinstance(target, ast.Subscript):
            self._assign_entry(target, value, kind)

    def _assign_field(self, target: ast.Attribute, value: ast.expr | None, kind: Kind) -> None:
        holder = self.receiver(target)
        self.changed(target, target)
        cls = self.program.classes.get(holder.of)
        field = self.program.fields(cls).get(target.attr) if cls is not None and holder.name == "object" else None
        if field is None:
            if holder != BAD:
                self.refuse(target, "no_field", f"`{short(target)}` is assigned", holder=holder)
            return
        wanted = self.member(holder, target, called=False)
        if not (fits(kind, wanted) if value is None else self.suits(value, kind, wanted)):
            self.refuse(target, "field_kind", f"`{short(target)}` is {wanted}, and is given {kind}")
        if value is not None and not self.exchanging:
            self.hand_over(value, kind, f"`{short(target)}`")

    def _assign_entry(self, target: ast.Subscript, value: ast.expr | None, kind: Kind) -> None:
        holder = self.kind_of(target.value)
        self.changed(target, target)
        if isinstance(target.slice, ast.Slice):
            self._on_slice(target.slice)
            if target.slice.step is not None:
                self.refuse(target, "step_assigned", f"`{short(target)}`")
            if value is not None and kinds.holds_mutable(kind):
                self.hand_over(value, kind, f"`{short(target.value)}`")
            if holder.name not in {"list", "any", "bad"} or kind.name not in kinds.ITERABLE | {"any", "bad"}:
                self.refuse(target, "slice_assigned", f"`{short(target)}` of {holder} is given {kind}")
            return
        if holder.name not in {"list", "dict", "distinct", "any", "bad"}:
            self.refuse(target, "entry_of", f"`{short(target)}` of {holder}")
            return
        entry = self.kind_of(target)
        if any(part.name == "never" for part in holder.parts) and isinstance(target.value, ast.Name):
            key = self.kind_of(target.slice)
            self.env[target.value.id] = (
                Kind("dict", (key, kind)) if holder.name == "dict" else Kind(holder.name, (kind,))
            )
        elif not (fits(kind, entry) if value is None else self.suits(value, kind, entry)):
            self.refuse(target, "entry_kind", f"`{short(target)}` is {entry}, and is given {kind}")
        if value is not None and not self.exchanging:
            self.hand_over(value, kind, f"`{short(target.value)}`")


def _is_held(target: ast.expr, kind: Kind) -> bool:
    """Return whether what a target gets is held by something that others may reach."""
    return isinstance(target, ast.Attribute | ast.Subscript) and kinds.is_mutable(kind)


def is_exchange(statements: Sequence[ast.stmt]) -> bool:
    """Return whether three statements exchange two places: `m = A`, `A = B`, `B = m`."""
    if len(statements) != 3:
        return False
    pairs = [_as_assignment(each) for each in statements]
    if None in pairs:
        return False
    (held, first), (second, third), (fourth, last) = pairs  # type: ignore[misc]
    return (first, third, last) == (second, fourth, held)


def _as_assignment(node: ast.stmt) -> tuple[str, str] | None:
    """Return target and value as text; `setattr` and `getattr` with the same names are a place."""
    if isinstance(node, ast.Assign):  # of several targets: what may be changed is refused there
        return ast.unparse(node.targets[0]), _place_text(node.value)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "setattr":
        args = node.value.args
        if len(args) == 3:
            return f"{ast.unparse(args[0])}.{{{ast.unparse(args[1])}}}", _place_text(args[2])
    return None


def _place_text(node: ast.expr) -> str:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr" and len(node.args) == 2:
        return f"{ast.unparse(node.args[0])}.{{{ast.unparse(node.args[1])}}}"
    return ast.unparse(node)


def _is_permutation(target: ast.Tuple, value: ast.Tuple) -> bool:
    places, values = [ast.unparse(each) for each in target.elts], [ast.unparse(each) for each in value.elts]
    return sorted(places) == sorted(values) and len(set(places)) == len(places)
