"""Displays, comprehensions, targets, and what is gone through."""

from __future__ import annotations

import ast

from slotproof.language import kinds
from slotproof.language.function.operators import OPAQUE, Operators
from slotproof.language.kinds import BAD, Kind, item, listing, union
from slotproof.language.program.syntax import short


class Displays(Operators):
    """Kinds of displays and of what targets take."""

    def _items(self, nodes: list[ast.expr]) -> Kind:
        found = [self.part_of(each) for each in nodes]
        return union(
            item(kind) if isinstance(node, ast.Starred) else kind for node, kind in zip(nodes, found, strict=True)
        )

    def part_of(self, node: ast.expr) -> Kind:
        """Return the kind of what becomes a part of something: no iterator, class or error."""
        kind = self.kind_of(node)
        if isinstance(node, ast.Starred) or not kinds.names(kind) & kinds.PASSING:
            return kind
        return self.refuse(node, "part", f"`{short(node)}` as a part")

    def _on_starred(self, node: ast.Starred) -> Kind:
        kind = self.kind_of(node.value)
        if not all(each.name in kinds.ITERABLE | OPAQUE for each in kinds.options(kind)):
            self.refuse(node, "star_kind", f"`{short(node)}` of {kind}")
        return kind

    def _on_tuple(self, node: ast.Tuple) -> Kind:
        if any(isinstance(each, ast.Starred) for each in node.elts):
            return Kind("tuple", (self._items(node.elts),), open=True)
        return Kind("tuple", tuple(self.part_of(each) for each in node.elts))

    def _on_list(self, node: ast.List) -> Kind:
        return listing(self._items(node.elts))

    def _on_set(self, node: ast.Set) -> Kind:
        return Kind("set", (self._key(node, self._items(node.elts)),))

    def _on_dict(self, node: ast.Dict) -> Kind:
        keys, values = [], []
        for key, value in zip(node.keys, node.values, strict=True):
            kind = self.part_of(value)
            held = [each for each in kinds.options(kind) if each.name == "dict"] if key is None else []
            keys.append(union(map(item, held)) if key is None else self.kind_of(key))
            values.append(union(each.parts[1] for each in held) if key is None else kind)
            if key is None and not kinds.names(kind) <= {"dict", "bad"}:
                self.refuse(value, "double_star_kind", f"`**` of {kind}")
        return Kind("dict", (self._key(node, union(keys)), union(values)))

    def _key(self, node: ast.AST, kind: Kind) -> Kind:
        if not kinds.is_key(kind):
            self.refuse(node, "key_kind", f"{kind} as a key")
        return kind

    # --- comprehensions

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, *results: ast.expr
    ) -> list[Kind]:
        names: dict[str, Kind] = {}
        saved, now = dict(self.env), self.now
        self.forget(
            *(each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
        )
        for each in node.generators:
            if each.is_async:
                self.refuse(node, "async_for", "`async for`")
            kind = self.iterated(each.iter)
            self.note_names(each.target, each.iter)
            bound = self.targets(each.target, kind)
            names |= bound
            self.env |= bound
            self.inner.append(set(bound))
            for test in each.ifs:
                self.condition(test)
                self.now = self.now | self.told(test, True)
        found = [self.part_of(each) for each in results]
        for _ in node.generators:
            self.inner.pop()
        self.now = now
        self.env = {name: kind for name, kind in self.env.items() if name not in names} | {
            name: saved[name] for name in names if name in saved
        }
        return found

    def _on_listcomp(self, node: ast.ListComp) -> Kind:
        return listing(self._comprehension(node, node.elt)[0])

    def _on_setcomp(self, node: ast.SetComp) -> Kind:
        return Kind("set", (self._key(node, self._comprehension(node, node.elt)[0]),))

    def _on_dictcomp(self, node: ast.DictComp) -> Kind:
        key, value = self._comprehension(node, node.key, node.value)
        return Kind("dict", (self._key(node, key), value))

    def _on_generatorexp(self, node: ast.GeneratorExp) -> Kind:
        return Kind("iterator", (self._comprehension(node, node.elt)[0],))

    # --- targets

    def targets(self, target: ast.expr, kind: Kind) -> dict[str, Kind]:
        """Return the kinds of the names that a target binds."""
        if isinstance(target, ast.Name):
            self.check_name(target.id, target)
            return {target.id: kind}
        if isinstance(target, ast.Tuple | ast.List):
            found: dict[str, Kind] = {}
            for each, part in zip(target.elts, self.unpacked(target, kind), strict=True):
                each = each.value if isinstance(each, ast.Starred) else each  # noqa: PLW2901 - told by `unpacked`
                found |= self.targets(each, part)
            return found
        self.refuse(target, "target_name", f"`{short(target)}` as a target")
        return {}

    def unpacked(self, target: ast.Tuple | ast.List, kind: Kind) -> list[Kind]:
        """Return the kinds of the parts that a tuple of targets takes."""
        count = len(target.elts)
        if any(isinstance(each, ast.Starred) for each in target.elts):
            self.refuse(target, "target_star", f"`{short(target)}`")
            return [BAD] * count
        if kind.name == "union":
            return [union(each) for each in zip(*(self.unpacked(target, option) for option in kind.parts), strict=True)]
        parts = kind.parts
        if kind.name == "record" and kind.of in self.program.classes:
            parts = tuple(
                self.annotated(a, c.module, c)
                for c, a, _ in self.program.fields(self.program.classes[kind.of]).values()
            )
        elif kind.name in {"list", "iterable", "iterator", "sequence", "set", "dict"} or kind.open:
            self.refuse(target, "parts_number", f"{count} names for {kind}")
            return [item(kind)] * count
        elif kind.name != "tuple":
            if kind.name not in OPAQUE:
                self.refuse(target, "no_parts", f"`{short(target)}` of {kind}")
            return [kinds.ANY if kind.name == "any" else BAD] * count
        if len(parts) != count:
            self.refuse(target, "parts_number", f"{count} names for {len(parts)} parts")
            return [BAD] * count
        return list(parts)

    def unpacked_record(self, kind: Kind) -> list[Kind]:
        """Return the kinds of the parts of a NamedTuple."""
        cls = self.program.classes.get(kind.of)
        return [self.annotated(a, c.module, c) for c, a, _ in self.program.fields(cls).values()] if cls else []

    # --- what is gone through

    def iterated(self, node: ast.expr) -> Kind:
        """Return what a loop over the expression meets; what cannot be gone through is a finding."""
        kind = self.kind_of(node)
        if kind == BAD:
            return BAD
        return self.items_of(node, kind)

    def items_of(self, node: ast.expr, kind: Kind) -> Kind:
        """Return the same of a value whose kind is known."""
        if kind.name == "object":
            method = self.special(node, node, kind, "__iter__")
            if method is not None and method[1].returns is not None:
                return item(self.annotated(method[1].returns, method[0].module, method[0]))
        if not kinds.names(kind) <= kinds.ITERABLE | OPAQUE:
            return self.refuse(node, "no_items", f"a loop over {kind}")
        return self.each_of(kind)

    def each_of(self, kind: Kind) -> Kind:
        """Return what a loop over such a value meets, of a NamedTuple its parts."""
        return union(self.unpacked_record(kind)) if kind.name == "record" else item(kind)

    def note_names(self, target: ast.expr, source: ast.expr) -> None:
        """Note that a name goes over a constant tuple of texts."""
        raise NotImplementedError
