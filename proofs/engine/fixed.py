"""Lists, dicts and objects of which the shape is known, and what they hold need not be.

An arrangement fixes how many inner containers there are and what refers to what; sizes and contents are left open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Self

import z3

from slotproof.proofs.engine.path import NotSupported, current
from slotproof.proofs.engine.symbolic import (
    KINDS,
    SymBool,
    SymDict,
    SymDistinct,
    SymInt,
    Tracked,
    constant,
    lift,
)
from slotproof.spec.logic import Distinct, Symbolic, conj


class SymShape(Tracked):
    """What has a known shape."""

    def __init__(self, stem: str, held: Any) -> None:
        super().__init__(stem)
        self.held = held

    def state(self) -> tuple[Any, ...]:
        return (copied(self.held),)

    def restore(self, state: tuple[Any, ...]) -> None:
        _restore(self.held, state[0])

    def unchanged_since(self, state: tuple[Any, ...]) -> bool:
        return is_same(self.held, state[0])

    def forget(self) -> None:
        raise NotSupported(f"a loop or a promise that changes {self.stem}")

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
    """A list or a dict of known length or keys."""

    keeps_shape = True  # none can be taken away or added

    __class__ = property(lambda self: type(self.held))

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
        place = self._key(key)
        self.held[place] = _lifted(self.held[place], value)

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

    def size(self) -> Any:
        return self.held.size()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.held, name)


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


def is_same(one: Any, other: Any) -> bool:
    """True if shapes and terms are the very same."""
    if isinstance(one, Tracked) or isinstance(other, Tracked):
        return isinstance(one, Tracked) and isinstance(other, Tracked) and one.unchanged_since(other.state())
    if isinstance(one, Symbolic) or isinstance(other, Symbolic):
        return bool(z3.simplify(lift(one)).eq(z3.simplify(lift(other))))
    if type(one) is not type(other):
        return False
    if type(one) is list:
        return len(one) == len(other) and all(map(is_same, one, other))
    if type(one) is dict:
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if _is_object(one):
        return is_same(dict(vars(one)), dict(vars(other)))
    return bool(one == other)


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
