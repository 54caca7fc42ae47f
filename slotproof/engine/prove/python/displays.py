"""Displays and comprehensions: tuples, lists, sets and dicts that are written out, or made of another one."""

from __future__ import annotations

import ast
from typing import Any

from slotproof.engine.prove.python.builtin.entries import Entries
from slotproof.engine.prove.python.builtin.keyed import set_
from slotproof.engine.prove.python.kinds.cells import empty_dict, kind_of, written
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    FixedCell,
    ListCell,
    RecordCell,
    Ref,
    Tuple,
    Value,
    lies_in_arrays,
)


class Displays(Entries):
    """Values of displays."""

    def _tuple(self, node: ast.Tuple, st: State) -> Results:
        return [(after, Tuple(tuple(values))) for after, values in self.evs(node.elts, st)]

    def _set(self, node: ast.Set, st: State) -> Results:
        return [(after, set_(self, after, node, Tuple(tuple(values)))) for after, values in self.evs(node.elts, st)]

    def _list(self, node: ast.List, st: State) -> Results:
        return [(after, self.listed(after, values, node)) for after, values in self.evs(node.elts, st)]

    def listed(self, st: State, values: list[Value], node: ast.AST) -> Ref:
        """A list of these entries; of what arrays cannot hold, each is known by itself."""
        if not all((kind := kind_of(each)) is not None and lies_in_arrays(kind) for each in values):
            return st.allocate(FixedCell(tuple(range(len(values))), tuple(values), True))
        cell = ListCell((), len(values), None)
        for index, value in enumerate(values):
            self.storable(value, cell.kind, node)
            cell = written(cell, index, value)
        return st.allocate(cell)

    def storable(self, value: Value, kind: Any, node: ast.AST) -> None:
        """Refuse what arrays cannot hold, or a value of another kind than the others."""
        own = kind_of(value)
        if own is None or not lies_in_arrays(own):
            what = f"{self.describe(value)} in a list or dict"
            raise self.refusal(node, what, "arrays hold ints, bools, values and tuples of them", "keep it in a field")
        if kind is not None and own != kind:
            raise self.refusal(node, f"{own} among {kind}", "a list or dict holds one kind", "convert it")

    def _dict(self, node: ast.Dict, st: State) -> Results:
        if not node.keys:
            return [(st, st.allocate(empty_dict()))]
        if all(
            key is None or (isinstance(key, ast.Constant | ast.JoinedStr) and not _is_int(key)) for key in node.keys
        ):
            return self._record(node, st)
        results = [(after, after.allocate(empty_dict())) for after in (st,)]
        for key, value in zip(node.keys, node.values, strict=True):
            following: Results = []
            for before, made in results:
                if key is None:
                    raise self.refusal(node, "** in a dict", "which keys there are is not known", "write them out")
                for after, (at, held) in self.evs([key, value], before):
                    self.set_item(after, made, at, held, node)
                    following.append((after, made))
            results = following
        return results

    def _record(self, node: ast.Dict, st: State) -> Results:
        """A dict with keys that are texts, each known: what declarations name conditions by."""
        results: list[tuple[State, dict[str, Value]]] = [(st, {})]
        on_entry, self.on_entry = self.on_entry, None
        for key, value in zip(node.keys, node.values, strict=True):
            following: list[tuple[State, dict[str, Value]]] = []
            for before, so_far in results:
                self.on_entry = on_entry if key is None else None
                for after, held in self.ev(value, before):
                    if key is None:
                        more = self.entries(after, held)
                        if more is None and self.is_empty_dict(after, held):
                            more = {}
                        if more is None:
                            raise self.refusal(
                                node, "** in a dict", "which keys there are is not known", "write them out"
                            )
                        if on_entry is not None:
                            again = {each.value for each in node.keys if isinstance(each, ast.Constant)}
                            for name, each in more.items():
                                if name not in again:
                                    on_entry(after, name, self.truth(after, each, value), value)
                        following.append((after, {**so_far, **more}))
                        continue
                    said = str(key.value) if isinstance(key, ast.Constant) else ast.unparse(key)
                    if on_entry is not None:
                        on_entry(after, said, self.truth(after, held, value), value)
                    following.append((after, {**so_far, said: held}))
            results = following
        self.on_entry = on_entry
        return [(after, after.allocate(RecordCell(found))) for after, found in results]


def _is_int(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)
