"""What assignments mean: to names, fields, entries, and parts of a tuple; and `del`."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Final

from slotproof.engine.prove.python.expressions import Expressions
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.cells import (
    begun,
    contains,
    entry,
    kind_of,
    new_arrays,
    with_key,
    without_key,
    written,
)
from slotproof.engine.prove.python.kinds.fixed import holds_things, is_few, with_entry, without_entry
from slotproof.engine.prove.python.kinds.numbered import OpenCell
from slotproof.engine.prove.python.kinds.opened import with_item
from slotproof.engine.prove.python.kinds.rows import empty_row, fits_row, held_in, place
from slotproof.engine.prove.python.kinds.state import Ends, State
from slotproof.engine.prove.python.kinds.values import (
    CallsCell,
    DictCell,
    DistinctCell,
    FixedCell,
    HeldCell,
    Kind,
    ListCell,
    ObjectCell,
    RecordCell,
    Ref,
    RowCell,
    SetCell,
    StandCell,
    Tuple,
    Value,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class

EMPTIES: Final[dict[type, str]] = {ListCell: "list", DictCell: "dict", SetCell: "set", DistinctCell: "distinct"}


class Assignments(Expressions):
    """Giving a target its value; the right side is evaluated first."""

    # --- assignments

    def _assign(self, node: ast.Assign, st: State) -> Ends:
        ends: list[tuple[State, Value]] = self.ev(node.value, st)
        for target in node.targets:
            if len(node.targets) > 1 and not all(value is None or kind_of(value) for _, value in ends):
                raise self.refusal(node, "a = b = ...", "two names would hold one thing", "write two statements")
            ends = [(end, value) for after, value in ends for end in self.assign(after, target, value, node)]
        return [(end, None) for end, _ in ends]

    def _annotated(self, node: ast.AnnAssign, st: State) -> Ends:
        if node.value is None:
            return [(st, None)]
        found: Ends = []
        for after, value in self.ev(node.value, st):
            kind = self.kind_named(node.annotation, self.module)
            self.adopt(after, value, kind)
            found += [(end, None) for end in self.assign(after, node.target, value, node)]
        return found

    def adopt(self, st: State, value: Value, kind: Kind | None) -> None:
        """Give an empty list or dict the kind that an annotation says."""
        if not isinstance(value, Ref) or value.heap is not None or kind is None:
            return
        cell, component = st.heap[value.id], held_in(self, kind)
        if isinstance(cell, ListCell) and kind.name == "list" and holds_things(kind) and not t.same(cell.length, 0):
            if not is_few(cell.length):
                return
            items = tuple(entry(cell, place) for place in range(cell.length))
            st.heap[value.id] = FixedCell(tuple(range(len(items))), items, True)
        if EMPTIES.get(type(cell)) != kind.name or (isinstance(cell, ListCell | DictCell) and cell.kind is not None):
            return
        if component is not None:
            st.heap[value.id] = empty_row(kind, component)
        elif holds_things(kind):
            st.heap[value.id] = FixedCell((), (), kind.name == "list")
        elif isinstance(cell, ListCell):
            st.heap[value.id] = replace(cell, kind=kind.parts[0], arrays=new_arrays("blank", kind.parts[0]))
        else:
            st.heap[value.id] = begun(cell, *kind.parts)

    def assign(self, st: State, target: ast.expr, value: Value, node: ast.AST) -> list[State]:
        """Give a target its value."""
        match target:
            case ast.Name(name):
                st.env[name] = value
                return [st]
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return self._taken_apart(st, parts, value, node)
            case ast.Attribute(owner, name):
                found = []
                for after, held in self.ev(owner, st):
                    self.set_field(after, held, name, value, node)
                    found.append(after)
                return found
            case ast.Subscript(owner, ast.Slice() as limits):
                return self.set_slice(st, owner, limits, value, node)
            case ast.Subscript(owner, index):
                found = []
                for after, (held, at) in self.evs([owner, index], st):
                    self.set_item(after, held, at, value, target)
                    found.append(after)
                return found
        raise self.refusal(node, "this target", "not in the language", "assign to a name, a field or an entry")

    def _taken_apart(self, st: State, parts: list[ast.expr], value: Value, node: ast.AST) -> list[State]:
        if isinstance(value, Tuple):
            items: tuple[Value, ...] = value.items
        else:
            view = self.sequence(st, value)
            if view is None:
                raise self.refusal(node, "taking a value apart", f"{self.describe(value)} has no parts", "use a tuple")
            self.oblige_exact(st, t.eq(view.length, len(parts)), node, f"there are {len(parts)} entries")
            self.count_through(st, value, view)
            items = tuple(view.at(place) for place in range(len(parts)))
        if len(items) != len(parts):
            raise self.refusal(node, "taking a value apart", f"it has {len(items)} parts", "name each")
        states = [st]
        for each, item in zip(parts, items, strict=True):
            states = [end for before in states for end in self.assign(before, each, item, node)]
        return states

    def set_field(self, st: State, owner: Value, name: str, value: Value, node: ast.AST) -> None:
        """`owner.name = value`."""
        cell = self.as_object(st, owner)
        if cell is None:
            raise self.refusal(node, f".{name} = ...", f"{self.describe(owner)} has no fields", "assign to an object")
        declared = cell.cls.fields.get(name)
        if declared is None:
            raise self.refusal(
                node, f".{name} = ...", f"{cell.cls.name} declares no such field", "declare it in the class"
            )
        kind = self.kind_of_field(cell.cls, name)
        self.adopt(st, value, kind)
        value = anything.settled(self, st, value, kind, node)
        if not self.fits(st, value, kind):
            told, wanted = self.describe(value), ast.unparse(declared[0])
            if told == wanted:
                raise self.refusal(node, f".{name} = ...", f"{told} as a field is not followed", "hold an int")
            raise self.refusal(node, f".{name} = ...", f"{told} is not {wanted}", "assign what the class declares")
        self.put(st, owner, ObjectCell(cell.cls, {**cell.fields, name: value}), node)

    def kind_of_field(self, cls: Class, name: str) -> Kind:
        """The kind that a class declares of a field."""
        annotation, owner = cls.fields[name]
        kind = self.kind_named(annotation, owner.module)
        if kind is None:
            text = ast.unparse(annotation)
            raise self.refusal(
                annotation, f"{cls.name}.{name}: {text}", "no kind of the language", "use what has a kind"
            )
        return kind

    def fits(self, st: State, value: Value, kind: Kind) -> bool:
        """True if a value is of a kind."""
        if isinstance(value, Ref):
            match self.cell(st, value):
                case ListCell() as cell:
                    return kind.name == "list" and cell.kind in (None, *kind.parts)
                case DictCell() as cell:
                    return kind.name == "dict" and (cell.by, cell.kind) == kind.parts
                case SetCell() as cell:
                    return kind.name == "set" and (cell.by,) == kind.parts
                case DistinctCell() as cell:
                    return kind.name == "distinct" and (cell.by,) == kind.parts
                case RowCell() as cell:
                    return fits_row(cell, kind, held_in(self, kind))
                case ObjectCell() as cell:
                    return kind.of is not None and cell.cls.descends(kind.of)
                case FixedCell() as cell:
                    return kind.name == ("list" if cell.is_list else "dict") and holds_things(kind)
                case OpenCell() as cell:
                    return kind.name == ("list" if cell.is_list else "dict") and holds_things(kind)
                case StandCell() as cell:
                    return kind.of is cell.of
                case CallsCell() | HeldCell():
                    return False
        return kind_of(value) == kind or (value is None and kind.name == "none")

    def set_item(self, st: State, owner: Value, index: Value, value: Value, node: ast.AST) -> None:
        """`owner[index] = value`."""
        cell = self.cell(st, owner) if isinstance(owner, Ref) else None
        if isinstance(cell, ListCell):
            at = self.position(st, cell.length, index, node)
            self.storable(value, cell.kind, node)
            self.count(st, owner, writes=1)
            self.put(st, owner, written(cell, at, value), node)
        elif isinstance(cell, FixedCell):
            with_entry(self, st, owner, cell, index, value, node)
        elif isinstance(cell, OpenCell):
            with_item(self, st, owner, cell, index, value, node)
        elif isinstance(cell, RowCell) and cell.present is not None:
            place(self, st, owner, cell, self.integer(index, node), value, node)
        elif isinstance(cell, DictCell):
            self.storable(value, cell.kind, node)
            self.count(st, owner, writes=1)
            self.put(st, owner, with_key(cell, self.key(st, cell, index, node), value), node)
        elif isinstance(cell, RecordCell) and isinstance(index, str):
            self.put(st, owner, RecordCell({**cell.entries, index: value}), node)
        else:
            raise self.refusal(node, "[...] = ...", f"not of {self.describe(owner)}", "use a list or a dict")

    def _augmented(self, node: ast.AugAssign, st: State) -> Ends:
        found: Ends = []
        match node.target:
            case ast.Name(name):
                for after, old in self.ev(ast.copy_location(ast.Name(name, ast.Load()), node.target), st):
                    for end, more in self.ev(node.value, after):
                        end.env[name] = self._changed(end, node, old, more)
                        found.append((end, None))
            case ast.Attribute(owner, name):
                for after, held in self.ev(owner, st):
                    old = self.attribute(after, held, name, node)
                    for end, more in self.ev(node.value, after):
                        self.set_field(end, held, name, self._changed(end, node, old, more), node)
                        found.append((end, None))
            case ast.Subscript(owner, index):
                for after, (held, at) in self.evs([owner, index], st):
                    old = self.item(after, held, at, node.target)
                    for end, more in self.ev(node.value, after):
                        self.set_item(end, held, at, self._changed(end, node, old, more), node.target)
                        found.append((end, None))
        return found

    def _changed(self, st: State, node: ast.AugAssign, old: Value, more: Value) -> Value:
        if isinstance(old, Ref):
            return self.extended(st, node, old, more)
        return self.binary(st, node.op, old, more, node)

    def _delete(self, node: ast.Delete, st: State) -> Ends:
        states = [st]
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise self.refusal(node, "del", "only of an entry", "let it be")
            if isinstance(target.slice, ast.Slice):
                states = [
                    end for before in states for end in self.set_slice(before, target.value, target.slice, None, node)
                ]
                continue
            following = []
            for before in states:
                for after, (owner, index) in self.evs([target.value, target.slice], before):
                    self.delete(after, owner, index, target)
                    following.append(after)
            states = following
        return [(after, None) for after in states]

    def delete(self, st: State, owner: Value, index: Value, node: ast.AST) -> None:
        """`del owner[index]`."""
        cell = self.cell(st, owner) if isinstance(owner, Ref) else None
        if isinstance(cell, DictCell):
            key = self.key(st, cell, index, node)
            self.may_fail(st, "KeyError", t.neg(contains(cell, key)))
            self.oblige_exact(st, contains(cell, key), node, f"the key is there: {ast.unparse(node)}")
            self.count(st, owner, writes=1)
            self.put(st, owner, without_key(cell, key), node)
        elif isinstance(cell, FixedCell):
            without_entry(self, st, owner, cell, index, node)
        elif isinstance(cell, ListCell):
            self.delete_entry(st, owner, cell, index, node)
        else:
            raise self.refusal(node, "del", f"not of {self.describe(owner)}", "only of an entry of a dict or list")
