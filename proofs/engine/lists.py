"""Stand-ins for lists, for views of them, and for sequences of distinct ints, of any content and size.

Reading or writing through a list is an obligation: the index is in bounds, and not negative.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import z3

from slotproof.proofs.engine.path import NotSupported, Tally, claims, current, presume
from slotproof.proofs.engine.refusing import FOLLOWED, Refusing
from slotproof.proofs.engine.symbolic import INT, KINDS, Kind, SymBool, SymInt, constant, is_true_of, lift
from slotproof.proofs.engine.terms import (
    added,
    are_identical,
    at_least,
    at_most,
    choice,
    conjunction,
    implication,
    integer,
    less,
    negation,
    number_of,
    select,
    simplified,
    store,
    subtracted,
    symbol,
)
from slotproof.spec.logic import choose


class Tracked(Refusing):
    """A mutable stand-in; the path knows it, so that a loop that changes it unsaid is caught."""

    __hash__ = Refusing.__hash__

    def __init__(self, stem: str) -> None:
        self.stem = stem
        current().tracked.append(self)

    def state(self) -> tuple[Any, ...]:
        """The terms that make up the state."""
        raise NotImplementedError

    def restore(self, state: tuple[Any, ...]) -> None:
        """Take on a state."""
        raise NotImplementedError

    def unchanged_since(self, state: tuple[Any, ...]) -> bool:
        """True if the terms are the very ones of that state."""
        return are_identical(self.state(), state)

    def forget(self) -> None:
        """Take on any state at all."""
        raise NotImplementedError

    def facts(self) -> list[z3.BoolRef]:
        """What is true of every such collection."""
        raise NotImplementedError

    def copy(self) -> Tracked:
        """Another collection in the same state."""
        raise NotImplementedError

    def size(self) -> Any:
        """The term of how many elements there are."""
        raise NotSupported(f"no length of {self.stem}")


class SymList(Tracked):
    """A list of any content and length."""

    __class__ = property(lambda self: list)

    def __init__(self, stem: str, kind: Kind, arrays: list[Any], length: Any, counted: bool = False) -> None:
        super().__init__(stem)
        self.kind = kind
        self.arrays = arrays
        self.length = length
        self.counted = counted

    @classmethod
    def fresh(cls, stem: str, kind: Kind, counted: bool = False) -> SymList:
        """Any list."""
        return cls(stem, kind, kind.arrays(stem), symbol(current().name(f"len_{stem}"), INT), counted)

    @classmethod
    def of(cls, stem: str, items: Sequence[Any], kind: Kind, counted: bool = False) -> SymList:
        """The list of these items."""
        made = cls(stem, kind, kind.arrays(stem), integer(0), counted)
        for item in items:
            made._store(made.length, item)
            made.length = simplified(made.length + 1)
        return made

    @classmethod
    def repeated(cls, items: Sequence[Any], times: Any) -> SymList:
        """`[item] * times`."""
        if len(items) != 1:
            raise NotSupported("only a list of one item can be repeated an unknown number of times")
        if constant(lift(times)) is None:
            presume("there is room for each list that is made of copies of an item")
        kind = KINDS.of(items[0])
        arrays = [z3.K(z3.IntSort(), term) for term in KINDS.terms(items[0])]
        length = choice(lift(times) > 0, lift(times), 0)
        return cls("repeated", kind, arrays, length)

    def state(self) -> tuple[Any, ...]:
        return (*self.arrays, self.length)

    def told(self) -> tuple[Any, ...]:
        return self.kind, *self.state()

    def restore(self, state: tuple[Any, ...]) -> None:
        self.arrays, self.length = list(state[:-1]), state[-1]

    def forget(self) -> None:
        self.arrays = self.kind.arrays(self.stem)
        self.length = symbol(current().name(f"len_{self.stem}"), INT)

    def facts(self) -> list[z3.BoolRef]:
        bound = current().bound
        least = at_least(self.length, integer(0))
        return [least] if bound is None else [least, at_most(self.length, integer(bound))]

    def peek(self, index: Any) -> Any:
        """The entry at an index, with no obligation: for claims."""
        return self.kind.unpack([select(array, lift(index)) for array in self.arrays])

    def _store(self, index: Any, value: Any) -> None:
        self.arrays = [
            store(array, lift(index), term) for array, term in zip(self.arrays, KINDS.terms(value), strict=True)
        ]

    def _at(self, index: Any) -> Any:
        term = lift(index)
        if type(index) is int and index < 0:
            term = self.length + index  # a literal -1 is meant
        elif current().bound is not None and current().decide(term < 0):
            current().require(z3.BoolVal(False), f"{self.stem}[{index}] is in bounds")
            term = self.length + term  # what Python does, so that a counterexample shows what comes of it
        inside = conjunction(at_least(term, integer(0)), less(term, self.length))
        current().must(inside, f"{self.stem}[{index}] is in bounds")
        return term

    def _count(self, reads: int = 0, writes: int = 0) -> None:
        if self.counted and current().counting:
            tally = current().tally
            tally.reads += reads
            tally.writes += writes

    def _count_each(self, what: str, reads: int = 0, writes: int = 0) -> None:
        """Count what is done for each entry, of which there may be any number."""
        path = current()
        if self.counted and path.counting and not path.claiming:
            tally = path.rounds.setdefault(f"entry of {self.stem} that is {what}", Tally())
            tally.reads += reads
            tally.writes += writes

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            raise NotSupported("a slice")
        if current().claiming:
            place = self.length + index if type(index) is int and index < 0 else lift(index)
            current().read(lambda: conjunction(at_least(place, integer(0)), less(place, self.length)))
            return self.peek(place)
        term = self._at(index)
        self._count(reads=1)
        return self.peek(term)

    def __setitem__(self, index: Any, value: Any) -> None:
        term = self._at(index)
        self._count(writes=1)
        self._store(term, value)

    def append(self, value: Any) -> None:
        self._count(writes=1)
        self._store(self.length, value)
        self.length = simplified(self.length + 1)

    def insert(self, index: Any, value: Any) -> None:
        """Put a value before the entry at an index, or last."""
        term = lift(index)
        current().must(conjunction(0 <= term, term <= self.length), f"{self.stem} can be given an entry at {index}")
        self._count(writes=1)
        self._count_each("moved", reads=1, writes=1)
        self._shift(lambda place: choose(place < index, place, place - 1), self.length + 1)
        self._store(term, value)

    def _shift(self, source: Callable[[Any], Any], length: Any) -> None:
        """Let each entry be what stood at its source."""
        path, old = current(), self.arrays
        self.length = simplified(length)
        if path.concrete:
            places = [(place, lift(source(SymInt(integer(place))))) for place in range(constant(self.length))]
            self.arrays = list(self.kind.arrays(self.stem))
            for number, before in enumerate(old):
                for place, origin in places:
                    entry = simplified(select(before, origin))
                    self.arrays[number] = store(self.arrays[number], place, entry)
            return
        self.arrays = self.kind.arrays(self.stem)
        for new, before in zip(self.arrays, old, strict=True):

            def same(place: Any, new: Any = new, before: Any = before) -> Any:
                return SymBool(select(new, lift(place)) == select(before, lift(source(place))))

            def met(place: Any, new: Any = new) -> Any:
                return select(new, lift(place))

            high = SymInt(self.length)
            path.assume(lift(high.logic_forall_by(0, high, same, met)))

    def pop(self, index: Any = None) -> Any:
        if index is not None and not (type(index) is int and index == -1):
            gap = SymInt(self._at(index))
            value = self.peek(gap)
            self._count(writes=1)
            self._count_each("moved", reads=1, writes=1)
            self._shift(lambda place: choose(place < gap, place, place + 1), self.length - 1)
            return value
        current().must(self.length > 0, f"{self.stem} has a last entry to pop")
        self._count(writes=1)
        self.length = simplified(self.length - 1)
        return self.peek(self.length)

    def clear(self) -> None:
        self.length = integer(0)

    def size(self) -> Any:
        return self.length

    def copy(self) -> SymList:
        if FOLLOWED in sys._getframe(1).f_globals:
            self._count_each("copied", reads=1)
        return SymList(self.stem, self.kind, list(self.arrays), self.length, self.counted)

    def __len__(self) -> int:
        raise NotSupported("len outside the symbolic built-ins")

    def __iter__(self) -> Iterator[Any]:
        return _rounds(self.length, self.__getitem__)

    def logic_listed(self, change: Callable[[Any], Any]) -> Any:
        return SymView(self.length, lambda index: change(self.peek(index)))

    def __repr__(self) -> str:
        return f"<{self.stem}>"


class SymView(Refusing):
    """A sequence given by its length and what stands at each index; it cannot be changed.

    lazy   it stands for an iterator, which equals nothing but itself
    source   the sequence of distinct items that it is made of, if it is
    """

    lazy = False
    source: Any = None
    __hash__ = Refusing.__hash__

    def __init__(self, length: Any, at: Callable[[Any], Any]) -> None:
        self.length = length
        self.at = at

    def __iter__(self) -> Iterator[Any]:
        return _rounds(self.length, self.at)


def _rounds(length: Any, at: Callable[[Any], Any]) -> Iterator[Any]:
    """Go round a loop that is not cut: only where the length is bounded."""
    path = current()
    if path.bound is None and constant(length) is None:
        raise NotSupported("a loop of unknown length with no declared invariant")
    index = 0
    while path.decide(index < length):
        yield at(SymInt(integer(index)))
        index += 1


class SymDistinct(Tracked):
    """A sequence of distinct ints, or keys, any ones, with its inverse.

    Entry k is `entries[low + k]`, and `places[entries[p]] == p` for p in [low, high).
    """

    __class__ = property(lambda self: list)

    def __init__(self, stem: str, entries: Any, places: Any, low: Any, high: Any, kind: Kind = KINDS.INT) -> None:
        super().__init__(stem)
        self.kind = kind
        self.entries = entries
        self.places = places
        self.low = low
        self.high = high

    @classmethod
    def fresh(cls, stem: str, kind: Kind = KINDS.INT) -> SymDistinct:
        """Any sequence of distinct ints, or keys."""
        name = current().name
        indices = z3.ArraySort(z3.IntSort(), z3.IntSort())
        entries, places = symbol(name(stem), indices), symbol(name(f"place_{stem}"), indices)
        return cls(stem, entries, places, integer(0), symbol(name(f"len_{stem}"), INT), kind)

    @classmethod
    def of(cls, stem: str, items: Sequence[Any], kind: Kind = KINDS.INT) -> SymDistinct:
        """The sequence of these ints, or keys."""
        made = cls.fresh(stem, kind)
        made.high = integer(0)
        for item in items:
            made._put(made.high, item)
            made.high = simplified(made.high + 1)
        return made

    @classmethod
    def inverse_pair(cls, stem: str, entries: SymList, places: SymList) -> SymDistinct:
        """The sequence that two lists, one the inverse of the other, spell out; that they do is an obligation."""
        return cls(stem, entries.arrays[0], places.arrays[0], integer(0), entries.length)

    def logic_leading(self, count: Any) -> Any:
        from slotproof.proofs.engine.sets import SymLeading  # noqa: PLC0415 - it stands on this module

        return SymLeading.of(self, count)

    @classmethod
    def ascending(cls, count: Any, keep: Callable[[Any], bool]) -> SymDistinct:
        """All i in [0, count) with keep(i), ascending: there is exactly one such sequence."""
        path = current()
        if path.concrete:
            return cls.of("ascending", [i for i in range(constant(lift(count))) if is_true_of(keep, i)])
        made = cls.fresh("ascending")
        path.assume(conjunction(made.high >= 0, made.high <= lift(count)))
        for fact in made.facts():
            path.assume(fact)
        with claims():
            length = SymInt(made.high)

            def entry(place: Any) -> Any:
                item = SymInt(select(made.entries, lift(place)))
                return SymBool(conjunction(0 <= item.term, item.term < lift(count), lift(keep(item))))

            def kept(item: Any) -> Any:
                return SymBool(implication(lift(keep(item)), made._holds(item)))

            path.assume(lift(length.logic_forall(0, length, entry)))
            path.assume(lift(SymInt(lift(count)).logic_forall(0, SymInt(lift(count)), kept)))

            path.assume(made._rising())
        return made

    def _rising(self) -> Any:
        """Each entry is below those after it."""
        entry = self.entries.__getitem__
        path = current()
        if path.bound is not None or path.concrete:
            high = SymInt(self.high)
            return lift(high.logic_forall(1, high, lambda k: cast(bool, SymBool(entry(lift(k) - 1) < entry(lift(k))))))
        with path.bound_variable() as first, path.bound_variable() as second:
            rising = implication(
                conjunction(0 <= first, first < second, second < self.high), entry(first) < entry(second)
            )
            return z3.ForAll([first, second], rising, patterns=[z3.MultiPattern(entry(first), entry(second))])

    def state(self) -> tuple[Any, ...]:
        return (self.entries, self.places, self.low, self.high)

    def told(self) -> tuple[Any, ...]:
        return self.kind, *self.state()

    def restore(self, state: tuple[Any, ...]) -> None:
        self.entries, self.places, self.low, self.high = state

    def forget(self) -> None:
        other = SymDistinct.fresh(self.stem, self.kind)
        current().tracked.pop()
        self.restore(other.state())

    def facts(self) -> list[z3.BoolRef]:
        bound = current().bound
        low, high = SymInt(self.low), SymInt(self.high)
        facts = [self.low <= self.high]
        if bound is not None:
            facts.append(self.high - self.low <= bound)

        def inverse(place: Any) -> Any:
            return SymBool(select(self.places, select(self.entries, lift(place))) == lift(place))

        key = ("places", *(number_of(term) for term in self.state()), current().depth, bound)
        facts.append(
            current().memory.said(key, [*self.state()], lambda: (lift(high.logic_forall(low, high, inverse)), True))
        )
        return facts

    def _put(self, place: Any, item: Any) -> None:
        self.entries = store(self.entries, place, lift(item))
        self.places = store(self.places, lift(item), place)

    def _holds(self, item: Any) -> z3.BoolRef:
        place = select(self.places, lift(item))
        return conjunction(self.low <= place, place < self.high, select(self.entries, place) == lift(item))

    def logic_contains(self, item: Any) -> Any:
        return SymBool(self._holds(item))

    def __contains__(self, item: Any) -> bool:
        return bool(self.logic_contains(item))

    def place(self, item: Any) -> Any:
        place = select(self.places, lift(item))
        return SymInt(choice(self._holds(item), subtracted(place, self.low), integer(-1)))

    def peek(self, index: Any) -> Any:
        """The entry at an index, with no obligation: for claims."""
        return self.kind.unpack([select(self.entries, simplified(added(self.low, lift(index))))])

    def __getitem__(self, index: Any) -> Any:
        term = lift(index)
        inside = conjunction(at_least(term, integer(0)), less(term, subtracted(self.high, self.low)))
        if current().claiming:
            current().read(lambda: inside)
            return self.peek(index)
        current().must(inside, f"{self.stem}[{index}] is in bounds")
        return self.peek(index)

    def _require_new(self, item: Any) -> None:
        current().must(negation(self._holds(item)), f"{item} is not in {self.stem} yet")

    def append(self, item: Any) -> None:
        self._require_new(item)
        self._put(self.high, item)
        self.high = simplified(self.high + 1)

    def prepend(self, item: Any) -> None:
        self._require_new(item)
        self.low = simplified(self.low - 1)
        self._put(self.low, item)

    def popleft(self) -> Any:
        current().must(self.low < self.high, f"{self.stem} has a first entry to take")
        item = select(self.entries, self.low)
        self.low = simplified(self.low + 1)
        return self.kind.unpack([item])

    def swap_remove(self, item: Any) -> None:
        current().must(self._holds(item), f"{item} is in {self.stem}")
        place = select(self.places, lift(item))
        self.high = simplified(self.high - 1)
        self._put(place, SymInt(select(self.entries, self.high)))

    def exchange(self, first: Any, second: Any) -> None:
        current().must(conjunction(self._holds(first), self._holds(second)), f"{first} and {second} are in {self.stem}")
        one, other = select(self.places, lift(first)), select(self.places, lift(second))
        self._put(one, second)
        self._put(other, first)

    def replace(self, old: Any, new: Any) -> None:
        current().must(self._holds(old), f"{old} is in {self.stem}")
        self._require_new(new)
        self._put(select(self.places, lift(old)), new)

    def size(self) -> Any:
        return subtracted(self.high, self.low)

    def copy(self) -> SymDistinct:
        return SymDistinct(self.stem, self.entries, self.places, self.low, self.high, self.kind)

    def __len__(self) -> int:
        raise NotSupported("len outside the symbolic built-ins")

    def __iter__(self) -> Iterator[Any]:
        return _rounds(self.high - self.low, self.__getitem__)

    def logic_forall_in(self, body: Callable[[Any], bool]) -> Any:
        length = SymInt(self.high - self.low)
        return length.logic_forall(0, length, lambda place: body(self.peek(place)))

    def logic_listed(self, change: Callable[[Any], Any]) -> Any:
        view = SymView(self.high - self.low, lambda index: change(self.peek(index)))
        view.source = self
        return view

    def __repr__(self) -> str:
        return f"<{self.stem}>"


def length_of(collection: Any) -> Any:
    """`len` for stand-ins, and for everything else."""
    if isinstance(collection, SymView):
        return _int(collection.length)
    if isinstance(collection, Tracked):
        size = collection.size()
        return size if type(size) is int else _int(size)
    return len(collection)


def _int(term: Any) -> SymInt:
    return SymInt(simplified(term))


def entry_of(sequence: Any, index: Any) -> Any:
    """What stands at an index of a sequence."""
    if isinstance(sequence, SymView):
        return sequence.at(index)
    if isinstance(sequence, SymList | SymDistinct):
        return sequence[index]
    raise NotSupported(f"no entries in {type(sequence).__name__}")
