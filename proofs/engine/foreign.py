"""Stand-ins for foreign data: a dict of which not even the fields are known, and what its fields may hold.

A field of a list is a list of any length, or no list. An entry, and a field of a number, is any int, any bool, or
something else of which nothing is known. What code may do with them depends on what it has asked before: a sum of what
may be no number is an open obligation, and so is an attribute that becomes what it is not annotated with.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final

import z3

from slotproof.proofs.engine.dicts import SymDict
from slotproof.proofs.engine.lists import SymList
from slotproof.proofs.engine.path import NotSupported, current
from slotproof.proofs.engine.refusing import Refusing
from slotproof.proofs.engine.symbolic import KINDS, Kind, SymBool, SymInt, SymKey, lift
from slotproof.proofs.engine.terms import conjunction, disjunction, implication, negation, select
from slotproof.proofs.engine.texts import NAME, SymName
from slotproof.spec.logic import conj

INT, BOOL, OTHER = 0, 1, 2
"""What an entry is; no other number is one of these."""


_ENGINE: Final = __name__.rpartition(".")[0]


def _asked_by_the_engine(kind: type) -> type:
    """The class of a stand-in, for the engine; other code would take the answer for that of the data.

    Raises     NotSupported for code that does not run over stand-ins
    """
    if str(sys._getframe(2).f_globals.get("__name__")).startswith(_ENGINE):
        return kind
    raise NotSupported("code that does not run over stand-ins asks what foreign data is")


class Unlike:
    """The type of what is neither an int, nor a bool, nor a list."""


class SymEntry(SymInt):
    """An int, a bool or something else. Where it is used as a number, that it is one is an obligation.

    tag      INT, BOOL or OTHER
    number   the int, or 0 or 1 for a bool
    """

    def __init__(self, tag: Any, number: Any) -> None:
        self.tag = tag
        self.number = number

    __class__ = property(lambda self: _asked_by_the_engine(SymEntry))
    __hash__ = Refusing.__hash__

    @property
    def term(self) -> Any:
        """The number."""
        if not current().claiming:
            current().must(disjunction(self.tag == INT, self.tag == BOOL), f"{self!r} is a number")
        return self.number

    def sort_of(self) -> type:
        """What `type` gives: a path for each."""
        if current().decide(self.tag == INT):
            return int
        return bool if current().decide(self.tag == BOOL) else Unlike

    def is_a(self, kinds: Any) -> bool:
        """What `isinstance` gives."""
        if kinds is int:
            return current().decide(disjunction(self.tag == INT, self.tag == BOOL))
        if kinds is bool:
            return current().decide(self.tag == BOOL)
        raise NotSupported(f"whether a number of foreign data is a {kinds}")

    def settled(self, name: str, shape: str, kind: Any) -> Any:
        """What an attribute becomes: an int or a bool, which it must be known to be.

        Raises     NotSupported
        """
        if shape == "int":
            current().must(self.tag == INT, f"{name} becomes an int")
            return SymInt(self.number)
        if shape == "bool":
            current().must(self.tag == BOOL, f"{name} becomes a bool")
            return SymBool(self.number == 1)
        raise NotSupported(f"{name} becomes {self!r}")

    def sample(self, number: int) -> None:
        """Be this number, or none."""
        current().assume(self.tag != BOOL)
        self.number = z3.IntVal(number)

    def facts(self) -> list[Any]:
        """It is one of the three, and a bool is 0 or 1."""
        return [_is_entry(self.tag, self.number)]

    def spelled(self, concrete: Any) -> Any:
        """The Python value in a solver's model."""
        tag, number = concrete.number(self.tag), concrete.number(self.number)
        return {INT: number, BOOL: number == 1}.get(tag, "other")

    def __repr__(self) -> str:
        return f"entry {self.number}"


def _is_entry(tag: Any, number: Any) -> Any:
    return conjunction(0 <= tag, tag <= OTHER, implication(tag == BOOL, conjunction(0 <= number, number <= 1)))


def _is_any_key(tag: Any, term: Any) -> Any:
    return conjunction(tag >= KEY, tag <= NOT_ITSELF)


def _is_any_name(tag: Any, term: Any) -> Any:
    return disjunction(tag == STRING, tag == NO_STRING)


ENTRY: Final = Kind([z3.IntSort(), z3.IntSort()], lambda terms: SymEntry(*terms))


def is_integer(entry: Any) -> Any:
    """True of an int that is no bool: a word of claims."""
    if type(entry) is SymEntry:
        return SymBool(entry.tag == INT)
    return True if type(entry) is SymInt else type(entry) is int


def is_count(entry: Any) -> Any:
    """True of an int from 0 up: a word of claims."""
    return conj(is_integer(entry), lambda: entry >= 0)


KEY, NO_HASH, NOT_ITSELF = 0, 1, 2
"""What an entry among keys is: a key, or what is none since it has no hash, or does not equal itself."""


class SymAnyKey(SymKey):
    """What may be a key; nothing but its hash, and whether it equals itself, can be asked for before that is known.

    tag     KEY, NO_HASH or NOT_ITSELF
    """

    def __init__(self, tag: Any, term: Any) -> None:
        super().__init__(term)
        self.tag = tag

    __hash__ = SymKey.__hash__

    def __eq__(self, other: object) -> Any:
        return SymBool(self._is_itself(other))

    def __ne__(self, other: object) -> Any:
        return SymBool(negation(self._is_itself(other)))

    def _is_itself(self, other: object) -> Any:
        if not (isinstance(other, SymAnyKey) and self.term.eq(other.term) and self.tag.eq(other.tag)):
            raise NotSupported(f"{self!r}, which may be no key, compared with {other!r}")
        return self.tag != NOT_ITSELF

    def hash_of(self) -> SymInt:
        """What `hash` gives.

        Raises     TypeError on the path on which it has none
        """
        if not current().decide(self.tag != NO_HASH):
            raise TypeError("no hash")
        return SymInt(z3.Int(current().name("hash_of_any_key")))

    def sort_of(self) -> type:
        """What `type` gives is not known."""
        raise NotSupported(f"the type of {self!r}")

    def is_a(self, kinds: Any) -> bool:
        """What `isinstance` gives is not known."""
        raise NotSupported(f"whether {self!r} is a {kinds}")

    def spelled(self, concrete: Any) -> Any:
        """The Python value in a solver's model."""
        others: dict[int, Any] = {NO_HASH: [], NOT_ITSELF: float("nan")}
        tag = concrete.number(self.tag)
        return others[tag] if tag in others else concrete.number(self.term)


ANY_KEY: Final = Kind([z3.IntSort(), z3.IntSort()], lambda terms: SymAnyKey(*terms))


STRING, NO_STRING = 0, 1
"""What an entry among names is."""


class SymAnyName(SymName):
    """What may be a string; nothing can be asked of it before that is known.

    tag     STRING or NO_STRING
    """

    __class__ = property(lambda self: _asked_by_the_engine(SymAnyName))
    __hash__ = Refusing.__hash__

    def __init__(self, tag: Any, term: Any) -> None:
        super().__init__(term)
        self.tag = tag

    def is_a(self, kinds: Any) -> bool:
        """What `isinstance` gives."""
        if kinds is not str:
            raise NotSupported(f"whether a name of foreign data is a {kinds}")
        return current().decide(self.tag == STRING)

    def sort_of(self) -> type:
        """What `type` gives."""
        return str if current().decide(self.tag == STRING) else Unlike

    def logic_encodable(self) -> Any:
        """The formula "UTF-8 can hold the name"; that it is a string is an obligation."""
        self._require_string()
        return super().logic_encodable()

    def encode(self) -> Any:
        """The bytes of the name; that it is a string, and that there are any, is an obligation."""
        self._require_string()
        return super().encode()

    def _require_string(self) -> None:
        if not current().claiming:
            current().must(self.tag == STRING, f"{self!r} is a string")

    def __eq__(self, other: object) -> Any:
        raise NotSupported(f"{self!r}, which may be no string, compared with {other!r}")

    __ne__ = __eq__

    def spelled(self, concrete: Any) -> Any:
        """The Python value in a solver's model."""
        return super().spelled(concrete) if concrete.number(self.tag) == STRING else 0


ANY_NAME: Final = Kind([z3.IntSort(), z3.IntSort()], lambda terms: SymAnyName(*terms))


def is_string(entry: Any) -> Any:
    """True of a string: a word of claims."""
    return SymBool(entry.tag == STRING) if type(entry) is SymAnyName else True


def is_key(entry: Any) -> Any:
    """True of what has a hash and equals itself: a word of claims."""
    return SymBool(entry.tag == KEY) if isinstance(entry, SymAnyKey) else True


def same_key(one: Any, other: Any) -> Any:
    """True of keys that are equal: a word of claims, for what may be no key, too."""
    return SymBool(lift(one) == lift(other))


class SymForeignList(SymList):
    """A field that may be a list. Where it is used as one, that it is one is an obligation.

    own   a copy was made, so that what it becomes is not the list of who gave the data
    """

    there: Any
    own: bool
    __class__ = property(lambda self: _asked_by_the_engine(list))

    @classmethod
    def field(cls, name: str, kind: Kind) -> SymForeignList:
        """Any list, or something else."""
        path = current()
        made = object.__new__(cls)
        made.there, made.own = z3.Bool(path.name(f"{name}_is_a_list")), False
        length = z3.Int(path.name(f"len_data.{name}"))
        SymList.__init__(made, f"data.{name}", kind, kind.arrays(f"data.{name}"), length)
        return made

    @property
    def length(self) -> Any:
        """The length of the list that it is."""
        if not current().claiming:
            self._require_list()
        return self._length

    @length.setter
    def length(self, length: Any) -> None:
        self._length = length

    def _require_list(self) -> None:
        current().must(self.there, f"{self.stem} is a list")

    def facts(self) -> list[Any]:
        """Its length is not negative, and each entry is an int, a bool or something else."""
        bound = current().bound
        facts = [self._length >= 0] if bound is None else [self._length >= 0, self._length <= bound]
        fact = {id(ENTRY): _is_entry, id(ANY_KEY): _is_any_key, id(ANY_NAME): _is_any_name}.get(id(self.kind))
        if fact is not None:
            high = SymInt(self._length)
            facts.append(
                lift(high.logic_forall(0, high, lambda place: SymBool(fact(*self._terms(place)))))  # type: ignore[arg-type, return-value]
            )
        return facts

    def _terms(self, place: Any) -> tuple[Any, Any]:
        tag, number = (select(array, lift(place)) for array in self.arrays)
        return tag, number

    def sort_of(self) -> type:
        """What `type` gives."""
        return list if current().decide(self.there) else Unlike

    def is_a(self, kinds: Any) -> bool:
        """What `isinstance` gives."""
        if kinds is not list:
            raise NotSupported(f"whether a list of foreign data is a {kinds}")
        return current().decide(self.there)

    def state(self) -> tuple[Any, ...]:
        """The terms that make up the list that it is."""
        return (*self.arrays, self._length)

    def restore(self, state: tuple[Any, ...]) -> None:
        """Take on a state."""
        self.arrays, self._length = list(state[:-1]), state[-1]

    def copy(self) -> SymForeignList:
        """Another list of the same entries."""
        self._require_list()
        twin = object.__new__(SymForeignList)
        twin.there, twin.own = self.there, True
        SymList.__init__(twin, self.stem, self.kind, list(self.arrays), self._length)
        return twin

    def settled(self, name: str, shape: str, kind: Any) -> Any:
        """What an attribute becomes: a list of its own, of ints that they must be known to be, or of values.

        Raises     NotSupported
        """
        self._require_list()
        current().must(z3.BoolVal(self.own), f"{name} becomes a list of its own, and not that of the data")
        if shape == "list" and self.kind is kind:
            return SymList(name, kind, list(self.arrays), self._length, counted=True)
        wanted = {
            id(KINDS.INT): (ENTRY, INT, "ints"),
            id(KINDS.KEY): (ANY_KEY, KEY, "keys"),
            id(NAME): (ANY_NAME, STRING, "strings"),
        }.get(id(kind))
        if shape != "list" or wanted is None or wanted[0] is not self.kind:
            raise NotSupported(f"{name} becomes {self!r}")
        _, tag, what = wanted
        high = SymInt(self._length)
        every = high.logic_forall(0, high, lambda place: SymBool(self._terms(place)[0] == tag))  # type: ignore[arg-type, return-value]
        current().must(lift(every), f"{name} becomes a list of {what}")
        return SymList(name, kind, [self.arrays[1]], self._length, counted=True)

    def spelled(self, concrete: Any) -> Any:
        """The Python value in a solver's model."""
        if not concrete.truth(self.there):
            return None
        return [concrete.of(self.peek(index)) for index in range(concrete.number(self._length))]


class SymData(Refusing):
    """What may be a dict, with any fields; the named ones are looked at."""

    def __init__(self, fields: dict[str, Any]) -> None:
        name = current().name
        self.fields = fields
        self.there = z3.Bool(name("data_is_a_dict"))
        self.has = {field: z3.Bool(name(f"data_has_{field}")) for field in fields}
        self.more = z3.Bool(name("data_has_more"))

    __class__ = property(lambda self: _asked_by_the_engine(SymData))
    __hash__ = Refusing.__hash__

    def is_a(self, kinds: Any) -> bool:
        """What `isinstance` gives."""
        if kinds is not dict:
            raise NotSupported(f"whether foreign data is a {kinds}")
        return current().decide(self.there)

    def names_of(self) -> SymNames:
        """What `set` gives."""
        current().must(self.there, "the data is a dict")
        return SymNames(self)

    def __getitem__(self, name: Any) -> Any:
        current().must(self.there, "the data is a dict")
        if type(name) is not str or name not in self.has:
            raise NotSupported(f"the field {name!r} of foreign data")
        current().must(self.has[name], f"the data has a field {name}")
        return self.fields[name]

    def lists(self) -> dict[str, SymForeignList]:
        """The fields that may be lists."""
        return {name: field for name, field in self.fields.items() if isinstance(field, SymForeignList)}

    def spelled(self, concrete: Any) -> Any:
        """The Python value in a solver's model."""
        if not concrete.truth(self.there):
            return None
        held = {name: concrete.of(field) for name, field in self.fields.items() if concrete.truth(self.has[name])}
        return {**held, "something else": 0} if concrete.truth(self.more) else held

    def __repr__(self) -> str:
        return "<data>"


class SymNames(Refusing):
    """The names of the fields of foreign data, as a set."""

    def __init__(self, data: SymData) -> None:
        self.data = data

    __hash__ = Refusing.__hash__

    def __eq__(self, other: object) -> Any:
        if type(other) is not set or not other <= set(self.data.has):
            raise NotSupported(f"the fields of foreign data compared with {other!r}")
        parts = [has if name in other else negation(has) for name, has in self.data.has.items()]
        return SymBool(conjunction(*parts, negation(self.data.more)))

    def __ne__(self, other: object) -> Any:
        return SymBool(negation(lift(self == other)))

    def __repr__(self) -> str:
        return "<names of the fields>"


def any_table(stem: str) -> SymDict:
    """Any dict from numbers to numbers."""
    made = SymDict.fresh(current().name(stem), KINDS.INT)
    for fact in made.facts():
        current().assume(fact)
    return made


def any_places(stem: str) -> SymDict:
    """Any dict from keys to numbers."""
    made = SymDict.fresh(current().name(stem), KINDS.INT, KINDS.KEY)
    for fact in made.facts():
        current().assume(fact)
    return made


def field_of(name: str, shape: str, kind: Any) -> Any:
    """What may stand in a field for an attribute of a shape and kind.

    Raises     NotSupported
    """
    if shape in ("int", "bool"):
        return SymEntry(z3.Int(current().name(f"tag_data.{name}")), z3.Int(current().name(f"data.{name}")))
    if shape == "list" and kind is KINDS.INT:
        return SymForeignList.field(name, ENTRY)
    if shape == "list" and kind is KINDS.KEY:
        return SymForeignList.field(name, ANY_KEY)
    if shape == "list" and kind is NAME:
        return SymForeignList.field(name, ANY_NAME)
    if shape == "list" and kind is KINDS.VALUE:
        return SymForeignList.field(name, kind)
    raise NotSupported(f"foreign data with a {shape} in {name}")


def foreign_data(kinds: dict[str, tuple[str, Any]], inner: Mapping[str, Any] | None = None) -> SymData:
    """Any data, for attributes of these shapes and kinds, and those that hold containers."""
    data = SymData({**{name: field_of(name, *described) for name, described in kinds.items()}, **(inner or {})})
    for field in data.fields.values():
        for fact in field.facts():
            current().assume(fact)
    return data
