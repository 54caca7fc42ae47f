"""Lists, dicts and objects of which the shape is known, and what they hold need not be.

An arrangement fixes how many inner containers there are and what refers to what; sizes and contents are left open.
A step may add parts, or take some away: how many there are is known all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Self

import z3

from slotproof.proofs.engine.dicts import SymDict
from slotproof.proofs.engine.inside import SymInside
from slotproof.proofs.engine.lists import SymDistinct, Tracked
from slotproof.proofs.engine.path import NotSupported, claims, current
from slotproof.proofs.engine.rebuild import lift_attribute
from slotproof.proofs.engine.symbolic import KINDS, SymBool, SymInt, constant, lift
from slotproof.proofs.engine.terms import are_same
from slotproof.spec.logic import Distinct, Symbolic, conj


class SymShape(Tracked):
    """What has a known shape."""

    def __init__(self, stem: str, held: Any) -> None:
        super().__init__(stem)
        self.held = held

    def state(self) -> tuple[Any, ...]:
        return (copied(self.held),)

    def told(self) -> tuple[Any, ...]:
        return (self.held,)

    def restore(self, state: tuple[Any, ...]) -> None:
        if not _is_shaped_like(self.held, state[0]):
            raise NotSupported(f"{self.stem} takes on another shape")
        _restore(self.held, state[0])

    def unchanged_since(self, state: tuple[Any, ...]) -> bool:
        return is_same(self.held, state[0])

    def unchanged_but(self, state: tuple[Any, ...], changing: frozenset[tuple[int, str]]) -> bool:
        """True if nothing has changed since but these attributes: pairs of the ID of an object and a name."""
        return is_same(self.held, state[0], changing)

    def forget(self) -> None:
        forget_parts(self.held)

    def facts(self) -> list[z3.BoolRef]:
        return facts_of_parts(self.held)

    def copy(self) -> Self:
        return type(self)(self.stem, copied(self.held))

    def spelled(self, concrete: Any) -> Any:
        """What a solver's model describes."""
        return spelled(self.held, concrete)

    def __repr__(self) -> str:
        return f"<{self.stem}>"


class SymFixed(SymShape):
    """A list or a dict of known length or keys.

    described   what an entry that is added becomes, as of an attribute (`rebuild.describe`); None for what it is
    """

    keeps_shape = True  # whatever it is annotated as

    __class__ = property(lambda self: type(self.held))
    told = SymShape.told

    def __init__(self, stem: str, held: Any, described: tuple[str, Any] | None = None) -> None:
        super().__init__(stem, held)
        self.described = described

    def copy(self) -> Self:
        return type(self)(self.stem, copied(self.held), self.described)

    def size(self) -> Any:
        return len(self.held)

    # --- as a list or a dict

    def _keys(self) -> list[Any]:
        return list(self.held) if isinstance(self.held, dict) else list(range(len(self.held)))

    def _key(self, key: Any) -> Any:
        """Which of the keys it is; the path decides, if need be; none is an obligation that fails."""
        known = constant(lift(key)) if isinstance(key, Symbolic) else key
        if known is None:
            if current().claiming:
                raise NotSupported(f"a claim about an entry of {self.stem} that is not known")
            known = next((each for each in self._keys() if current().decide(lift(key) == each)), None)
        if isinstance(self.held, list) and isinstance(known, int) and -len(self.held) <= known < 0:
            known += len(self.held)
        if known not in self._keys():
            current().must(z3.BoolVal(False), f"{self.stem}[{key}] is there")
        return known

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            raise NotSupported("a slice")
        return self.held[self._key(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(self.held, dict) and not isinstance(key, Symbolic) and key not in self.held:
            self.held[key] = self._added(value, key)
            return
        place = self._key(key)
        self.held[place] = _lifted(self.held[place], value)

    def _added(self, value: Any, key: Any) -> Any:
        return lift_attribute(f"{self.stem}{key}", value, self.described)

    def append(self, value: Any) -> None:
        """Add an entry to a list."""
        self.held.append(self._added(value, len(self.held)))

    def insert(self, index: int, value: Any) -> None:
        """Add an entry to a list, at a known place."""
        self.held.insert(index, self._added(value, index))

    def pop(self, key: Any, *default: Any) -> Any:
        """Take the entry of a known key out of a dict."""
        if not isinstance(self.held, dict) or isinstance(key, Symbolic):
            raise NotSupported(f"{key} taken out of {self.stem}")
        if key not in self.held and not default:
            current().must(z3.BoolVal(False), f"{self.stem}[{key}] is there")
        return self.held.pop(key, *default)

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of a key of a dict, or the default."""
        if key in self:
            return self[key]
        return default

    def __len__(self) -> int:
        return len(self.held)

    def __iter__(self) -> Iterator[Any]:
        yield from list(self.held)

    def __reversed__(self) -> Iterator[Any]:
        yield from reversed(list(self.held))

    def items(self) -> Any:
        """Keys with values."""
        return list(self.held.items())

    def values(self) -> Any:
        """The values of a dict."""
        return list(self.held.values())

    def logic_contains(self, item: Any) -> Any:
        known = constant(lift(item)) if isinstance(item, Symbolic) else item
        if known is not None:
            return known in self.held
        return SymBool(z3.Or([lift(item) == each for each in self.held]))

    def __contains__(self, item: Any) -> bool:
        return bool(self.logic_contains(item))

    def logic_forall_in(self, body: Callable[[Any], bool]) -> Any:
        return conj(*(body(each) for each in self.held))


class SymPart(SymShape):
    """An object of known class that another one holds: its own code runs."""

    told = SymShape.told

    def size(self) -> Any:
        return self.held.size()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.held, name)


class SymEmptied(SymDict):
    """A dict that may be emptied and known so: cvc5 takes no constant array among what is known."""

    told = SymDict.told

    def clear(self) -> None:
        path = current()
        if path.bound is not None or path.concrete:
            super().clear()
            return
        self.has = z3.Const(path.name(f"has_no_{self.stem}"), self.has.sort())
        self.count = z3.IntVal(0)
        with claims(), path.bound_variable() as key:
            empty = z3.ForAll([key], z3.Not(z3.Select(self.has, key)))
        path.assume(empty)

    def copy(self) -> SymDict:
        return type(self)(self.stem, self.kind, self.has, list(self.arrays), self.count, self.keys)


# --- what has a known shape, and what it holds


def _is_object(thing: Any) -> bool:
    return hasattr(thing, "__dict__") and not isinstance(thing, type | Symbolic) and not callable(thing)


def copied(thing: Any) -> Any:
    """The same shape with copies of all that can change."""
    if isinstance(thing, Tracked):
        return thing.copy()
    if type(thing) is list:
        return [copied(each) for each in thing]
    if type(thing) is dict:
        return {key: copied(each) for key, each in thing.items()}
    if isinstance(thing, Symbolic | tuple | int | str) or thing is None:
        return thing
    twin = object.__new__(type(thing))
    for name, value in vars(thing).items():
        object.__setattr__(twin, name, copied(value))
    return twin


def _is_shaped_like(thing: Any, other: Any) -> bool:
    if type(thing) is dict and type(other) is dict:
        return thing.keys() == other.keys()
    return type(thing) is not list or (type(other) is list and len(thing) == len(other))


def forget_parts(thing: Any) -> None:
    """Let all that can change take on any state; the shape, and what is plain, stays."""
    if isinstance(thing, Tracked):
        thing.forget()
        for fact in thing.facts():
            current().assume(fact)
        return
    places = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    for key, value in places:
        if isinstance(value, SymInt | SymBool):
            thing[key] = KINDS.of(value).fresh("forgotten")
        else:
            forget_parts(value)
    if _is_object(thing):
        for name, value in list(vars(thing).items()):
            if isinstance(value, SymInt | SymBool):
                object.__setattr__(thing, name, KINDS.of(value).fresh(f"{name}_forgotten"))
            else:
                forget_parts(value)


def _restore(thing: Any, other: Any) -> None:
    """Let a thing hold what another one of its shape holds."""
    if isinstance(thing, Tracked):
        thing.restore(other.state())
        return
    places = other.items() if isinstance(other, dict) else enumerate(other) if isinstance(other, list) else ()
    for key, value in places:
        if isinstance(thing[key], Tracked | list | dict) or _is_object(thing[key]):
            _restore(thing[key], value)
        else:
            thing[key] = value
    if not isinstance(other, dict | list):
        for name, value in vars(other).items():
            mine = getattr(thing, name)
            if isinstance(mine, Tracked | list | dict) or _is_object(mine):
                _restore(mine, value)
            else:
                object.__setattr__(thing, name, value)


def is_same(one: Any, other: Any, changing: frozenset[tuple[int, str]] = frozenset()) -> bool:
    """True if shapes and terms are the very same, but for these attributes of objects that the one consists of."""
    if isinstance(one, SymInside) and isinstance(other, SymInside):
        return is_same(one.meaning, other.meaning, changing)
    if isinstance(one, Tracked) or isinstance(other, Tracked):
        return isinstance(one, Tracked) and isinstance(other, Tracked) and one.unchanged_since(other.state())
    if isinstance(one, Symbolic) or isinstance(other, Symbolic):
        return are_same(lift(one), lift(other))
    if type(one) is not type(other):
        return False
    if type(one) is list:
        return len(one) == len(other) and all(is_same(*pair, changing) for pair in zip(one, other, strict=True))
    if type(one) is dict:
        return one.keys() == other.keys() and all(is_same(one[key], other[key], changing) for key in one)
    if _is_object(one):
        names = [name for name in vars(one) if (id(one), name) not in changing]
        return vars(one).keys() == vars(other).keys() and all(
            is_same(getattr(one, name), getattr(other, name), changing) for name in names
        )
    return bool(one == other)


def parts_of(thing: Any) -> Iterator[Any]:
    """All stand-ins of what can change, and all objects, that something consists of, itself included."""
    if isinstance(thing, Tracked) or _is_object(thing):
        yield thing
    if isinstance(thing, SymShape):
        yield from parts_of(thing.held)
    elif isinstance(thing, SymInside):
        yield from parts_of(thing.meaning)
    elif isinstance(thing, dict | list) and not isinstance(thing, Symbolic):
        for part in thing.values() if isinstance(thing, dict) else thing:
            yield from parts_of(part)
    elif _is_object(thing):
        for part in vars(thing).values():
            yield from parts_of(part)


def facts_of_parts(thing: Any) -> list[z3.BoolRef]:
    """What is true of all that it holds."""
    if isinstance(thing, Tracked):
        return thing.facts()
    parts = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ()
    if _is_object(thing):
        parts = vars(thing).values()
    return [fact for part in parts for fact in facts_of_parts(part)]


def spelled(thing: Any, concrete: Any) -> Any:
    """The Python values that a solver's model gives, in the same shape."""
    if type(thing) is list:
        return [spelled(each, concrete) for each in thing]
    if type(thing) is dict:
        return {key: spelled(each, concrete) for key, each in thing.items()}
    if not _is_object(thing):
        return concrete.of(thing)
    made: Any = object.__new__(type(thing).__mro__[1])
    for name, value in vars(thing).items():
        object.__setattr__(made, name, spelled(value, concrete))
    return made


def _lifted(old: Any, value: Any) -> Any:
    """A plain dict or sequence that takes the place of a stand-in becomes one."""
    if isinstance(old, SymDistinct) and type(value) is Distinct:
        return SymDistinct.of(old.stem, value)
    if isinstance(old, SymDict) and type(value) is dict:
        return SymDict.of(old.stem, value, old.kind)
    if not isinstance(value, Symbolic):
        raise NotSupported(f"{value!r} in place of {old!r}")
    return value


__all__ = ["KINDS", "SymFixed", "SymInt", "SymPart", "copied", "is_same", "spelled"]
