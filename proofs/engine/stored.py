"""Any number of containers of one sort that are copied, written to data by `to_dict`, and read back by `from_dict`.

What is used are proofs of the inner container, as in several.py:

    copy           another container in the same state
    to_dict        data that tells this state, and can only be handed on
    from_dict      of such data: a container in the state that it tells. Of what anybody wrote: an error that the
                   operation names, or a container in some state of which the laws and the premise hold

That the models of `copy` and `to_dict` give the state as it was, and that both sides agree on `reads`, is shown first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

import z3

from slotproof.proofs.engine.foreign import SymForeignList
from slotproof.proofs.engine.inside import Maker, reads_shown, require_accepted
from slotproof.proofs.engine.lists import SymList, SymView
from slotproof.proofs.engine.path import NotSupported, Obligation, Path, claims, current
from slotproof.proofs.engine.rebuild import Rebuilder, fresh_object
from slotproof.proofs.engine.refinement import Operation, Refinement
from slotproof.proofs.engine.refusing import Refusing
from slotproof.proofs.engine.row import SymOne, SymRow, same_state
from slotproof.proofs.engine.several import Held, Several, SymHeldDict, SymHeldList
from slotproof.proofs.engine.solvers import ask_again
from slotproof.proofs.engine.symbolic import Kind, SymBool, SymInt, SymValue, lift
from slotproof.proofs.engine.terms import conjunction, select
from slotproof.spec.logic import conj

WRITTEN: Final = ("copy", "to_dict")
"""Operations whose model is the state as it was."""


def _unwritten(data: Any) -> Any:
    raise NotSupported(f"what container holds {data!r}")


@dataclass(frozen=True)
class Stored(Several):
    """Containers of one sort, as `Several`, in a list that is also made anew.

    holding   (data) -> the container that holds what its `to_dict` gave, unchecked
    """

    holding: Callable[[Any], Any] = field(default=_unwritten)

    @property
    def row(self) -> type[SymRow]:
        return SymShelf

    # --- words of claims

    def same(self, one: Any, other: Any) -> bool:
        if isinstance(one, Written) or isinstance(other, Written):
            raise NotSupported("what `to_dict` gave in place of a container")
        return super().same(one, other)

    def tells(self, data: Any, container: Any) -> bool:
        """True if data is what `to_dict` gives of a container in this state, or what `from_dict` makes one of."""
        if isinstance(data, Written):
            return cast(bool, SymBool(data.term == container.term))
        if isinstance(data, Foreign):
            return cast(bool, SymBool(conjunction(self._is_accepted(data.ending), data.state == container.term)))
        if isinstance(data, SymForeignOne):
            accepted: Any = SymBool(self._is_accepted(data.ending))
            return conj(accepted, same_state(data.held.meaning, container.meaning))
        return cast(bool, same_state(data.meaning, container.meaning))

    def _is_accepted(self, ending: Any) -> Any:
        return conjunction(*[ending != number for number, _ in enumerate(self.refusals)])

    def all_holding(self, data: Any) -> Any:
        """The containers that hold what a list of data tells, unchecked."""
        if isinstance(data, SymWrittenList):
            made = SymHeldList.empty(data.stem, self)
            made.arrays, made.length = list(data.arrays), data.length
            return made
        return data if isinstance(data, SymRow) else [self.holding(each) for each in data]

    def apart(self, one: Any, other: Any) -> bool:
        """True if no container stands in both lists: of any number, what stands for one stands in one place."""
        if isinstance(one, SymHeldList):
            return one is not other
        if isinstance(one, SymRow):
            apart = self.apart(one.items_held, other.items_held)
            return current().require(z3.BoolVal(apart), "no container stands in two lists")
        return not any(mine is its for mine in one for its in other)

    def by_index(self, containers: SymHeldList) -> SymHeldDict:
        """The dict from index to container."""
        made = SymHeldDict.made("by_index", self)
        made.arrays, made.count = list(containers.arrays), containers.length
        with claims():
            inside = made.every_key(
                lambda key: SymBool(
                    select(made.has, lift(key)) == conjunction(0 <= lift(key), lift(key) < containers.length)
                )
            )
        current().assume(lift(inside))
        return made

    # --- what data tells

    def written(self, stem: str) -> Any:
        """A list of what `to_dict` gave of any containers, for a local of a loop."""
        path = current()
        if path.bound is not None:
            return SymShelf(stem, list, self.some(stem), self)
        made = SymWrittenList.fresh(path.name(stem), self.written_kind())
        for fact in made.facts():
            path.assume(fact)
        return made

    def some(self, stem: str) -> list[Any]:
        """A few containers, where sizes are bounded."""
        path = current()
        count, known = _few(stem, path.bound or 0), len(path.tracked)
        rebuilder, inside = path.made_with[self.refinement.name], self.inside()
        made = [SymOne.fresh(path.name(f"{stem}{number}"), inside, rebuilder) for number in range(count)]
        del path.tracked[known:]  # a loop says of the list that it changes, and means what it holds
        return made

    def written_kind(self) -> Kind:
        """How what `to_dict` gave is kept in arrays."""
        return Kind([self.sort], lambda terms: Written(self, terms[0]))

    def foreign(self, name: str) -> Any:
        """A field that may be a list, of what anybody wrote."""
        if current().bound is None:
            kind = Kind([z3.IntSort(), self.sort], lambda terms: Foreign(self, *terms))
            return SymForeignList.field(name, kind)
        return SymForeignShelf(name, self)

    @property
    def refusals(self) -> tuple[str, ...]:
        """The errors with which `from_dict` refuses what anybody wrote."""
        return self.refinement.operation("from_dict").refusals

    def made_of(self, data: Any, rebuilder: Rebuilder, more: tuple[Any, ...]) -> Any:
        """What `from_dict` makes of data.

        Raises     what the operation names
        """
        operation = self.refinement.operation("from_dict")
        if operation.unproved or operation.foreign is None or more:
            raise NotSupported(f"from_dict of the {self.refinement.title}, of data alone, is not proved")
        path = current()
        path.rested.add(f"{self.refinement.name} from_dict")
        premise = rebuilder.function(operation.foreign.premise)
        if isinstance(data, SymOne):
            return data.copy()
        if isinstance(data, SymForeignOne):
            require_accepted(data.ending, operation.refusals)
            with claims():
                path.assume(lift(premise(data.held)))
            return data.held.copy()
        if isinstance(data, Foreign):
            require_accepted(data.ending, operation.refusals)
        if not isinstance(data, Written | Foreign) or data.stored is not self:
            raise NotSupported(f"from_dict of {data!r}")
        made = Held(self, data.state)
        with claims():
            within = conjunction(self._obeys(data.state), lift(premise(made)))
        if isinstance(data, Written):
            path.must(within, f"what is read was written of a {self.refinement.title} within its claims")
        path.assume(within)
        return made

    # --- in place of what several.py does

    def call(self, held: Held, operation: Operation, arguments: tuple[Any, ...]) -> Any:
        if operation.name not in WRITTEN:
            return super().call(held, operation, arguments)
        if operation.unproved or not operation.pure or operation.refusals or arguments:
            raise NotSupported(f"{operation.name} of the {self.refinement.title} is not proved")
        if operation.name == "copy" and operation.agree is not self.coupled:
            raise NotSupported(f"a copy of the {self.refinement.title} is compared by something else than the coupling")
        current().rested.add(f"{self.refinement.name} {operation.name}")
        self._count(operation)
        return Held(self, held.term) if operation.name == "copy" else Written(self, held.term)

    def install(self, refinement: Refinement, name: str, rebuilder: Rebuilder, path: Path) -> None:
        super().install(refinement, name, rebuilder, path)
        path.made_with[self.refinement.name] = rebuilder
        if path.concrete:
            return
        namespace = rebuilder.namespace(refinement.impl.__module__)
        for known, entry in vars(sys.modules[refinement.impl.__module__]).items():
            if entry is self.refinement.impl:
                namespace[known] = Maker(namespace[known], lambda data, *more: self.made_of(data, rebuilder, more))
        if path.bound is not None:
            rebuilder.emptied[refinement.impl, name] = lambda: SymShelf(f"h.{name}", list, [], self)

    def _shown(self, rebuilder: Rebuilder) -> list[Obligation]:
        """Also that writing leaves the state as it is, and that what is read is the same on both sides."""
        path, title = current(), self.refinement.title
        known = len(path.tracked)
        one = fresh_object(rebuilder.of_class(self.refinement.model), self.refinement.model, f"any {title}")
        shown = reads_shown(self.refinement, self.reads, rebuilder)
        for name in WRITTEN:
            operation = self.refinement.operation(name)
            run = rebuilder.function(operation.model or getattr(self.refinement.model, name))
            goal = lift(same_state(one, run(one)))
            what = f"{name} of a {title} gives its state"
            shown.append(Obligation("", what, goal, [], (), z3_verdict=ask_again([], goal)))
        del path.tracked[known:]
        return [*super()._shown(rebuilder), *shown]


# --- of any number


class Written(SymValue):
    """What `to_dict` gave of a container in some state."""

    untyped = True

    def __init__(self, stored: Stored, state: Any) -> None:
        super().__init__(state)
        self.stored = stored

    __hash__ = SymValue.__hash__

    @property
    def state(self) -> Any:
        """The state that it tells."""
        return self.term

    @property
    def kind(self) -> Kind:
        """The kind of such data."""
        return self.stored.written_kind()

    def __eq__(self, other: object) -> Any:
        raise NotSupported("a comparison of what `to_dict` gave")

    __ne__ = __eq__


class SymWrittenList(SymList):
    """A list of what `to_dict` gave of any number of containers."""

    def copy(self) -> SymWrittenList:
        return type(self)(self.stem, self.kind, list(self.arrays), self.length, self.counted)

    def append(self, value: Any) -> None:
        if not isinstance(value, Written):
            raise NotSupported(f"{value!r} among what `to_dict` gave")
        super().append(value)


class Foreign(Refusing):
    """What anybody wrote in place of what `to_dict` gives.

    ending   the number of the error with which it is refused; no such number, and it is accepted
    state    the state of the container that is made of it then
    """

    untyped = True

    def __init__(self, stored: Stored, ending: Any, state: Any) -> None:
        self.stored = stored
        self.ending = ending
        self.state = state

    __hash__ = Refusing.__hash__

    def __repr__(self) -> str:
        return "<data of a container>"


# --- of a few


def _few(stem: str, most: int) -> int:
    """How many there are: a path for each number."""
    path = current()
    name = path.name(f"few_{stem}")
    return next((number for number in range(most) if path.decide(z3.Bool(f"{name}_is_{number}"))), most)


class SymShelf(SymRow):
    """A list of a few containers, or of what was written of them.

    stored   of a list that grows: it may be one of any few containers
    """

    def __init__(self, stem: str, kind: type, items: list[Any], stored: Stored | None = None) -> None:
        super().__init__(stem, kind, items)
        self.stored = stored

    def append(self, value: Any) -> None:
        """Put a container last."""
        self.items_held.append(value)

    def forget(self) -> None:
        if self.stored is None:
            super().forget()
            return
        self.items_held = self.stored.some(self.stem)

    def copy(self) -> SymShelf:
        return SymShelf(self.stem, self.kind, [item.copy() for item in self.items_held], self.stored)

    def unchanged_since(self, state: tuple[Any, ...]) -> bool:
        return len(self.state()) == len(state) and super().unchanged_since(state)

    def logic_mapped(self, change: Callable[[Any, Any], Any]) -> SymShelf:
        """Of a dict: one with the same keys."""
        changed = [change(SymInt(z3.IntVal(key)), item) for key, item in enumerate(self.items_held)]
        return SymShelf(self.stem, self.kind, changed)


class SymForeignOne(Refusing):
    """What anybody wrote in place of what `to_dict` gives, which is accepted as one of a few containers."""

    def __init__(self, held: SymOne, ending: Any) -> None:
        self.held = held
        self.ending = ending

    __hash__ = Refusing.__hash__

    def state(self) -> tuple[Any, ...]:
        """The terms that it consists of."""
        return (self.ending, *self.held.state())

    def spelled(self, concrete: Any, refusals: tuple[str, ...]) -> Any:
        """The Python value in a solver's model: of a container, or None."""
        refused = 0 <= concrete.number(self.ending) < len(refusals)
        return None if refused else self.held.spelled(concrete).to_dict()

    def __repr__(self) -> str:
        return "<data of a container>"


class SymForeignShelf(SymRow):
    """A field that may be a list, of what anybody wrote in place of what `to_dict` gives."""

    def __init__(self, stem: str, stored: Stored) -> None:
        path = current()
        items = [
            SymForeignOne(held, z3.Int(path.name(f"ending_{stem}_{number}")))
            for number, held in enumerate(stored.some(f"data.{stem}"))
        ]
        super().__init__(f"data.{stem}", list, items)
        self.stored = stored
        self.there = z3.Bool(path.name(f"data.{stem}_is_a_list"))

    def is_a(self, kinds: Any) -> bool:
        """What `isinstance` gives."""
        if kinds is not list:
            raise NotSupported(f"whether a list of foreign data is a {kinds}")
        return current().decide(self.there)

    def walked(self) -> SymView:
        """What was written, from first to last."""
        current().must(self.there, f"{self.stem} is a list")
        return super().walked()

    def __iter__(self) -> Iterator[Any]:
        current().must(self.there, f"{self.stem} is a list")
        return super().__iter__()

    def spelled(self, concrete: Any) -> Any:
        """The Python value in a solver's model."""
        if not concrete.truth(self.there):
            return None
        return [each.spelled(concrete, self.stored.refusals) for each in self.items_held]
