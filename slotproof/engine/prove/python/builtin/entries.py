"""What attributes and entries mean."""

from __future__ import annotations

import ast

from slotproof.engine.prove.python.builtin.operators import Operators
from slotproof.engine.prove.python.kinds import anything, opened, texts
from slotproof.engine.prove.python.kinds.cells import contains, entry
from slotproof.engine.prove.python.kinds.fixed import item_of
from slotproof.engine.prove.python.kinds.numbered import OpenCell
from slotproof.engine.prove.python.kinds.rows import Part, component_of, is_key
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    ClassValue,
    Closure,
    DictCell,
    DistinctCell,
    FixedCell,
    Meaning,
    Method,
    ObjectCell,
    Range,
    Record,
    Ref,
    RowCell,
    Super,
    Term,
    Text,
    Told,
    Tuple,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Constant, Module, Word


class Entries(Operators):
    """`value.name`, and `value[index]`."""

    # --- attributes and entries

    def _attribute(self, node: ast.Attribute, st: State) -> Results:
        found: Results = []
        for after, value in self.ev(node.value, st):
            read = self.attribute(after, value, node.attr, node)
            if isinstance(read, Closure) and read.function.is_property:
                found += self.call(after, read, [], {}, node)
            else:
                found.append((after, read))
        return found

    def attribute(self, st: State, value: Value, name: str, node: ast.AST) -> Value:
        """`value.name`."""
        found = None
        component = component_of(self, st, value)
        if component is not None:
            return component.attribute(self, st, value, name, node)
        if isinstance(value, Ref):
            cell = self.cell(st, value)
            if isinstance(cell, ObjectCell) and name != "__dict__":
                found = self._of_object(value, cell, name, node)
            else:
                found = Method(value, name)
        elif isinstance(value, Tuple) and value.cls is not None:
            fields = list(value.cls.fields)
            if name in fields:
                return value.items[fields.index(name)]
            found = Method(value, name) if name == "_replace" else self._method(value.cls, value, name)
        elif isinstance(value, Told) and name in value.attributes:
            return value.attributes[name]()
        elif isinstance(value, ClassValue) and value.cls in self.components:
            found = self.components[value.cls].of_class(self, name, node)
        elif isinstance(value, ClassValue):
            found = self._of_class(value.cls, name)
        elif isinstance(value, Super):
            found = self._method(value.cls, value.receiver, name, self._made_of(st, value.receiver))
        elif isinstance(value, Method) and value.name == "__dict__" and name == "update":
            found = Method(value.owner, "__dict__.update")
        elif isinstance(value, View) and name == "source" and value.source is not None:
            return value.source
        elif isinstance(value, View) and name == "at":
            return Meaning(lambda ev, st, node, args: [(st, value.at(args[0]))])
        elif isinstance(value, Record | Range | View | Text | str) or anything.is_any(value) or texts.is_text(value):
            found = Method(value, name)
        elif (held := self.program.held(value, name)) is not None:
            return held
        elif isinstance(value, Module):
            return self.resolve(name, value, node)
        elif isinstance(value, Word):
            found = Word(f"{value.name}.{name}")
        if found is None:
            raise self.refusal(node, f".{name}", f"not known of {self.describe(value)}", "use what its kind has")
        return found if not isinstance(found, Constant) else self.constant(found)

    def _of_object(self, ref: Ref, cell: ObjectCell, name: str, node: ast.AST) -> Value:
        if name in cell.fields:
            if self.touched is not None:
                self.touched[ref.id, id(ref.heap), name] = cell.fields[name]
            found = cell.fields[name]
            return Ref(found.id, ref.heap) if isinstance(found, Ref) and ref.heap is not None else found
        found = self._method(cell.cls, ref, name) or cell.cls.value(name)
        if found is None:
            why = f"{cell.cls.name} declares no such field, or it is not assigned yet"
            raise self.refusal(node, f".{name}", why, "declare it, and assign it in every constructor")
        return found

    def _method(self, cls: Class, receiver: Value, name: str, made_of: Class | None = None) -> Closure | None:
        """A method that a class has; `made_of` is the class of the receiver, if it is found in one above."""
        method = cls.method(name)
        if method is None:
            return None
        if method.is_static:
            return Closure(method)
        return Closure(method, {}, ClassValue(made_of or cls) if method.is_class_method else receiver)

    def _made_of(self, st: State, receiver: Value) -> Class | None:
        """The class of an object, or the class that a class method is given."""
        if isinstance(receiver, ClassValue):
            return receiver.cls
        cell = self.as_object(st, receiver)
        return None if cell is None else cell.cls

    def _of_class(self, cls: Class, name: str) -> Value:
        if name == "__name__":
            return cls.name
        if name == "_fields" and cls.is_record:
            return Tuple(tuple(cls.fields))
        method = cls.method(name)
        if method is not None:
            return Closure(method, {}, ClassValue(cls) if method.is_class_method else None)
        return cls.value(name)

    def _subscript(self, node: ast.Subscript, st: State) -> Results:
        if isinstance(node.slice, ast.Slice):
            return self.sliced(node, node.slice, st)
        return [
            (after, self.item(after, owner, index, node))
            for after, (owner, index) in self.evs([node.value, node.slice], st)
        ]

    def position(self, st: State, length: Term, index: Value, node: ast.AST) -> Term:
        """An index that is in range; only a constant counts from behind."""
        index = self.integer(index, node)
        if t.known(index) and index < 0:
            index = t.add(length, index)
        outside = t.disj(t.le(length, index), t.lt(t.add(length, index), 0))
        self.may_fail(st, "IndexError", outside)
        inside = t.conj(t.le(0, index), t.lt(index, length))
        self.oblige_exact(st, inside, node, f"index in range: {ast.unparse(node)}")
        return index

    def item(self, st: State, value: Value, index: Value, node: ast.AST) -> Value:
        """`value[index]`."""
        if anything.is_any(value):
            if isinstance(index, str):
                return anything.field(self, st, value, index, node)
            entries = anything.sequence(self, st, value, node)
            return entries.at(self.position(st, entries.length, index, node))
        if isinstance(value, Ref):
            cell = self.cell(st, value)
            if isinstance(cell, DictCell):
                key = self.key(st, cell, index, node)
                self.may_fail(st, "KeyError", t.neg(contains(cell, key)))
                self.oblige_exact(st, contains(cell, key), node, f"the key is there: {ast.unparse(node)}")
                self.count(st, value, reads=1)
                return entry(cell, key)
            if isinstance(cell, FixedCell):
                return item_of(self, st, value, cell, index, node)
            if isinstance(cell, OpenCell):
                return opened.item_of(self, st, value, cell, index, node)
            if isinstance(cell, RowCell) and cell.present is not None:
                there = is_key(cell, self.integer(index, node))
                self.oblige_exact(st, there, node, f"the key is there: {ast.unparse(node)}")
                return Part(value, index)
            if (view := self.sequence(st, value)) is not None:
                at = self.position(st, view.length, index, node)
                self.count(st, value, reads=0 if isinstance(cell, DistinctCell) else 1)
                return view.at(at)
        if isinstance(value, Tuple) and t.known(index):
            if -len(value.items) <= index < len(value.items):
                return value.items[index]
        elif isinstance(value, Tuple) and value.items and (view := self.sequence(st, value)) is not None:
            return view.at(self.position(st, view.length, index, node))
        record = self.entries(st, value)
        if record is not None and isinstance(index, str) and index in record:
            return record[index]
        if isinstance(value, View | Range) and (view := self.sequence(st, value)) is not None and not view.once:
            return view.at(self.position(st, view.length, index, node))
        if isinstance(value, Told) and isinstance(index, str) and index in value.attributes:
            return value.attributes[index]()
        if isinstance(value, Word | ClassValue):
            return value  # list[int](): a kind, not an entry
        told = ast.unparse(node) if isinstance(node, ast.Subscript) else "[...]"
        raise self.refusal(node, told, f"not of {self.describe(value)}", "use a list, a dict or a tuple")
