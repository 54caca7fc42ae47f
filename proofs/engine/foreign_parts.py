"""Foreign data of a container that consists of parts, of which it is known how many there are and of which sort.

In place of a part anybody may have written anything: by its own proof, the part's `from_dict` refuses it with an error
that it names, or makes a part in some state of which the laws and the premise hold. Which, nobody knows before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import z3

from slotproof.proofs.engine.fixed import SymFixed
from slotproof.proofs.engine.foreign import SymData, SymEntry
from slotproof.proofs.engine.inside import require_accepted
from slotproof.proofs.engine.path import NotSupported, claims, current
from slotproof.proofs.engine.rebuild import Rebuilder
from slotproof.proofs.engine.refinement import Inside
from slotproof.proofs.engine.refusing import Refusing
from slotproof.proofs.engine.row import SymOne
from slotproof.proofs.engine.symbolic import KINDS, lift
from slotproof.proofs.engine.terms import conjunction


class SymForeignPart(Refusing):
    """What anybody wrote in place of what `to_dict` gives of a part.

    inside   of which sort the part would be
    make     () -> any part of that sort
    ending   the number of the error with which it is refused; no such number, and it is accepted
    held     the part that is made of it then, once it was read
    """

    is_data = True

    def __init__(self, name: str, inside: Inside, make: Callable[[], SymOne]) -> None:
        self.name = name
        self.inside = inside
        self.make = make
        self.ending = z3.Int(current().name(f"ending_data.{name}"))
        self.held: SymOne | None = None

    __hash__ = Refusing.__hash__

    @property
    def refusals(self) -> tuple[str, ...]:
        """The errors with which the part's `from_dict` refuses data."""
        return self.inside.refinement.operation("from_dict").refusals

    def read(self) -> SymOne:
        """The part that `from_dict` makes of it, the same one each time.

        Raises     what `from_dict` names
        """
        require_accepted(self.ending, self.refusals)
        if self.held is None:
            self.held = self.make()
        return self.held.copy()

    def sort_of(self) -> type:
        """What `type` gives is not known."""
        raise NotSupported(f"the type of {self!r}")

    def is_a(self, kinds: Any) -> bool:
        """What `isinstance` gives is not known."""
        raise NotSupported(f"whether {self!r} is a {kinds}")

    def facts(self) -> list[Any]:
        """None: the laws are known of what is made of it."""
        return []

    def spelled(self, concrete: Any) -> Any:
        """The Python value in a solver's model: the data of a part, or None."""
        refused = 0 <= concrete.number(self.ending) < len(self.refusals)
        return None if refused or self.held is None else self.held.spelled(concrete).to_dict()

    def __repr__(self) -> str:
        return f"<data.{self.name}>"


class SymForeignItems(Refusing):
    """A field that is no list, or a list of so many items. Where it is used as one, that it is one is an obligation."""

    is_data = True

    def __init__(self, name: str, items: list[Any]) -> None:
        self.name = name
        self.there = z3.Bool(current().name(f"{name}_is_a_list"))
        self.items = items

    __hash__ = Refusing.__hash__

    def sort_of(self) -> type:
        """What `type` gives is not asked."""
        raise NotSupported(f"the type of {self!r}")

    def is_a(self, kinds: Any) -> bool:
        """What `isinstance` gives."""
        if kinds is not list:
            raise NotSupported(f"whether {self!r} is a {kinds}")
        return current().decide(self.there)

    def facts(self) -> list[Any]:
        """None: each item has its own."""
        return []

    def __len__(self) -> int:
        current().must(self.there, f"{self.name} of the data is a list")
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        current().must(self.there, f"{self.name} of the data is a list")
        return iter(self.items)

    def spelled(self, concrete: Any) -> Any:
        """The Python value in a solver's model."""
        return [concrete.of(item) for item in self.items] if concrete.truth(self.there) else None

    def __repr__(self) -> str:
        return f"<{self.name} of the data>"


def part_of(inside: Inside, rebuilder: Rebuilder, data: Any, more: tuple[Any, ...]) -> SymOne:
    """What a part's `from_dict` makes of data, as it is proved: of what was written of a part, one in the same state.

    Raises     what the operation names, of what anybody wrote; NotSupported
    """
    path, operation = current(), inside.refinement.operation("from_dict")
    if operation.unproved or operation.foreign is None or more:
        raise NotSupported(f"from_dict of the {inside.refinement.title}, of data alone, is not proved")
    if not isinstance(data, SymForeignPart | SymOne) or data.inside.refinement.name != inside.refinement.name:
        raise NotSupported(f"from_dict of {data!r}")
    path.rested.add(f"{inside.refinement.name} from_dict")
    made = data.read() if isinstance(data, SymForeignPart) else data.copy()
    with claims():
        premise = lift(rebuilder.function(operation.foreign.premise)(made))
    if isinstance(data, SymOne):
        path.must(premise, f"what is read was written of a {inside.refinement.title} as it is constructed")
    else:
        path.assume(premise)
    return made


def as_number(name: str, thing: Any) -> Any:
    """An entry that must be known to be an int as that int, for a constructor; anything else as it is."""
    return thing.settled(name, "int", KINDS.INT) if isinstance(thing, SymEntry) else thing


def is_told(said: Any, held: Any) -> Any:
    """The formula that an attribute holds what the data says."""
    if isinstance(said, SymForeignPart):
        if type(held) is not SymOne or said.held is None:
            return z3.BoolVal(False)
        return conjunction(*[mine == its for mine, its in zip(held.state(), said.held.state(), strict=True)])
    if isinstance(said, SymForeignItems):
        items = held.held if isinstance(held, SymFixed) else held
        if type(items) is not list or len(items) != len(said.items):
            return z3.BoolVal(False)
        return conjunction(*[is_told(*pair) for pair in zip(said.items, items, strict=True)])
    if isinstance(said, SymEntry):
        return lift(held) == said.number
    if isinstance(said, SymData):
        return conjunction(*[is_told(field, getattr(held, name)) for name, field in said.fields.items()])
    return z3.BoolVal(type(said) is type(held) and said == held)
