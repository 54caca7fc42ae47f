"""A few containers of one sort, side by side: as many as are known, each known by a state of its model."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final, cast

import z3

from slotproof.proofs.engine.dicts import SymDict
from slotproof.proofs.engine.fixed import is_same
from slotproof.proofs.engine.inline import all_hold
from slotproof.proofs.engine.inside import SymInside, reads_shown
from slotproof.proofs.engine.lists import SymDistinct, SymView, Tracked, length_of
from slotproof.proofs.engine.path import NotSupported, claims, current
from slotproof.proofs.engine.rebuild import Rebuilder, frozen
from slotproof.proofs.engine.refinement import Claim, Inside
from slotproof.proofs.engine.sets import SymNumbers
from slotproof.proofs.engine.symbolic import KINDS, SymBool, SymInt, constant, lift
from slotproof.proofs.engine.terms import conjunction, implication, negation, select
from slotproof.spec.logic import Symbolic, conj

_ENGINE: Final = __name__.rpartition(".")[0]


class SymOne(SymInside):
    """The stand-in of one of a few containers."""

    untyped = False  # its own code runs, or claims ask which sort it is of

    __class__ = property(lambda self: self.inside.refinement.impl)
    told = SymInside.told

    def size(self) -> Any:
        """What the operation of that name answers."""
        return self.__getattr__("size")()

    def _show_read(self, name: str) -> None:
        """Oblige, once a path, that what is read is the same on both sides, by the coupling: laws may divide by it."""
        path, declared = current(), self.inside.refinement
        known = path.granting or path.concrete or path.claiming or f"reads of {declared.name}" in path.learned
        if path.bound is None and not known:
            path.learned.add(f"reads of {declared.name}")
            path.obligations += reads_shown(replace(declared, laws=()), self.inside.reads, self.rebuilder)

    def _rest_on(self, name: str) -> None:
        current().rested.add(f"{self.inside.refinement.name} {name}")

    def suppose_laws(self) -> None:
        """Know that the laws hold."""
        self._suppose_laws()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return super().__getattr__(name)

    def to_dict(self) -> SymInside:
        """What stands for its dict."""
        self._rest_on("to_dict")
        return super().to_dict()

    def copy(self) -> SymOne:
        """Another one in the same state: what the operation of that name answers, where it is called."""
        if not str(sys._getframe(1).f_globals.get("__name__")).startswith(_ENGINE):
            self._rest_on("copy")
        return type(self)(self.stem, self.inside, self.rebuilder, frozen(self.meaning))


class SymModel(SymOne):
    """The same in the model of another container: nothing of it is counted."""

    __class__ = property(lambda self: self.inside.refinement.model)
    told = SymInside.told

    def _count(self, operation: Any) -> None:
        pass

    def spelled(self, concrete: Any) -> Any:
        """The model that a solver's model describes."""
        model: Any = object.__new__(self.inside.refinement.model)
        for name, value in vars(self.meaning).items():
            object.__setattr__(model, name, concrete.of(value))
        return model


class SymRow(Tracked):
    """A list, or a dict from 0 up, of as many containers as there are; none is ever exchanged for another."""

    def __init__(self, stem: str, kind: type, items: list[Any]) -> None:
        super().__init__(stem)
        self.kind = kind
        self.items_held = items

    __class__ = property(lambda self: self.kind)

    def told(self) -> tuple[Any, ...]:
        return self.kind is dict, *self.items_held

    def state(self) -> tuple[Any, ...]:
        return tuple(term for item in self.items_held for term in item.state())

    def restore(self, state: tuple[Any, ...]) -> None:
        place = 0
        for item in self.items_held:
            count = len(item.state())
            item.restore(state[place : place + count])
            place += count

    def forget(self) -> None:
        for item in self.items_held:
            item.forget()

    def facts(self) -> list[z3.BoolRef]:
        return []

    def copy(self) -> SymRow:
        return SymRow(self.stem, self.kind, [item.copy() for item in self.items_held])

    def size(self) -> Any:
        return z3.IntVal(len(self.items_held))

    def __len__(self) -> int:
        return len(self.items_held)

    def __iter__(self) -> Iterator[Any]:
        return iter(range(len(self.items_held)) if self.kind is dict else self.items_held)

    def walked(self) -> SymView:
        """The containers from first to last."""
        return SymView(z3.IntVal(len(self.items_held)), self.__getitem__)

    def logic_contains(self, item: Any) -> Any:
        return SymBool(conjunction(0 <= lift(item), lift(item) < len(self.items_held)))

    def __contains__(self, item: Any) -> bool:
        return bool(self.logic_contains(item))

    def logic_forall_in(self, body: Callable[[Any], bool]) -> Any:
        """Of a dict: for each key."""
        if self.kind is not dict:
            raise NotSupported("a claim about each of a list of containers")
        return conj(*(body(SymInt(z3.IntVal(key))) for key in range(len(self.items_held))))

    def __getitem__(self, index: Any) -> Any:
        length, known = len(self.items_held), constant(lift(index))
        if known is None:
            if current().claiming:
                raise NotSupported("a claim about one of a few containers that is not known")
            known = next((each for each in range(-length, length) if current().decide(lift(index) == each)), length)
        if known < 0 and self.kind is list:
            known += length
        if not 0 <= known < length:
            if current().claiming and length == 0:
                raise NotSupported(f"a claim about {self.stem}[{index}], of which there are none")
            if current().claiming:
                return self.items_held[-1]  # a bounded quantifier looks beyond its end, and does not count what it sees
            current().must(z3.BoolVal(False), f"{self.stem}[{index}] is there")
        return self.items_held[known]

    def spelled(self, concrete: Any) -> Any:
        """The list or the dict that a solver's model describes."""
        held = [concrete.of(item) for item in self.items_held]
        return dict(enumerate(held)) if self.kind is dict else held

    def __repr__(self) -> str:
        return f"<{self.stem}>"


def rows(
    model_stem: str, impl_stem: str, inside: Inside, rebuilder: Rebuilder, row: type[SymRow] = SymRow
) -> tuple[SymRow, SymRow]:
    """For each side as many containers as the path decides for, in all states alike: none, or up to its bound."""
    path = current()
    name = "count_" + impl_stem.rpartition(".")[2]
    count = next((n for n in range(path.bound or 0) if path.decide(z3.Bool(f"{name}_is_{n}"))), path.bound or 0)
    known = len(path.tracked)
    held = [SymModel.fresh(f"{model_stem}{n}", inside, rebuilder) for n in range(count)]
    array = [SymOne.fresh(f"{impl_stem}{n}", inside, rebuilder) for n in range(count)]
    del path.tracked[known:]  # a loop says of the row that it changes, and means what it holds
    return row(model_stem, dict, held), row(impl_stem, list, array)


def require_few_moved(before: SymDistinct, after: SymDistinct, most: int, what: str) -> None:
    """Oblige that no more items than that stand in both sequences, at another place in each."""
    path = current()
    items = [SymInt(z3.Int(path.name("moved"))) for _ in range(most + 1)]
    parts = [z3.Distinct([item.term for item in items])]
    for item in items:
        parts.append(lift(before.logic_contains(item)))
        parts.append(lift(after.logic_contains(item)))
        parts.append(lift(before.place(item)) != lift(after.place(item)))
    path.require(negation(conjunction(*parts)), f"no more than {most} elements of {what} are moved")


def is_symbolic(thing: Any) -> bool:
    """True of a stand-in, whatever it stands for."""
    return isinstance(thing, Symbolic)


def first_of(sequence: SymDistinct, count: Any) -> SymDistinct:
    """The first items of a sequence; that there are so many is obliged."""
    length = sequence.high - sequence.low
    current().must(conjunction(0 <= lift(count), lift(count) <= length), f"{count} items stand in {sequence!r}")
    high = z3.simplify(sequence.low + lift(count))
    return SymDistinct(sequence.stem, sequence.entries, sequence.places, sequence.low, high, sequence.kind)


def walked_down(state: Any) -> SymView:
    """What iteration over a pool of a known state yields: its elements from the last position to the first.

    That it has no holes is obliged, and of each step that the pool is as it was when the walk began.
    """
    path, before = current(), frozen(state)
    with claims():
        no_hole = before.order.logic_forall_in(lambda slot: slot < before.nil)
    path.must(lift(no_hole), "the pool has no holes where it is walked through")

    def at(index: Any) -> Any:
        with claims():
            same = conj(same_part(before.order, state.order), same_part(before.generation, state.generation))
        path.must(lift(same), "the pool is as it was when the walk began")
        return before.issued(before.order[length_of(before.order) - 1 - index])

    return SymView(before.order.high - before.order.low, at)


def means(model: Any, container: Any, couple: Iterable[Claim]) -> bool:
    """True if a container means a model state, by its coupling; of what stands for it, its state is that."""
    if not isinstance(container, SymInside):
        return all_hold(couple, model, container)
    mine, its = getattr(model, "held", model), container.meaning
    return True if is_same(dict(vars(mine)), dict(vars(its))) else cast(bool, same_state(mine, its))


def same_state(one: Any, other: Any) -> Any:
    """The formula that two states of a model are the same."""
    return conj(*(same_part(value, getattr(other, name)) for name, value in vars(one).items()))


def same_part(one: Any, other: Any) -> Any:
    """The formula that two numbers, truths, dicts, sets or sequences are the same."""
    if isinstance(one, SymDict):
        entries = one.every_key(lambda key: _same_entry(one, other, lift(key)))
        return SymBool(conjunction(one.count == other.count, lift(entries)))
    if isinstance(one, SymDistinct):
        length = SymInt(one.high - one.low)
        entries = length.logic_forall(0, length, lambda place: one.peek(place) == other.peek(place))
        return SymBool(conjunction(length.term == other.high - other.low, lift(entries)))
    if isinstance(one, SymNumbers):
        return SymBool(conjunction(one.count == other.count, lift(one.logic_alike(other))))
    if isinstance(one, Tracked):
        raise NotSupported(f"whether two of {one.stem} are the same")
    return SymBool(lift(one) == lift(other))


def _same_entry(one: SymDict, other: SymDict, key: Any) -> Any:
    there = select(one.has, key)
    same_value = [a == b for a, b in zip(KINDS.terms(one.peek(key)), KINDS.terms(other.peek(key)), strict=True)]
    return SymBool(conjunction(there == select(other.has, key), implication(there, conjunction(*same_value))))
