"""Stand-ins for dicts and sets, of any content and size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import z3

from slotproof.proofs.engine.lists import SymDistinct, Tracked
from slotproof.proofs.engine.path import NotSupported, claims, current
from slotproof.proofs.engine.symbolic import (
    INT,
    KINDS,
    SET,
    Kind,
    SymBool,
    SymInt,
    constant,
    is_true_of,
    lift,
    spelled_out,
)
from slotproof.proofs.engine.terms import (
    FALSE,
    at_least,
    choice,
    conjunction,
    disjunction,
    implication,
    integer,
    select,
    simplified,
    store,
    symbol,
)


class SymDict(Tracked):
    """A dict from ints, or from keys, of any content."""

    __class__ = property(lambda self: dict)

    def __init__(self, stem: str, kind: Kind, has: Any, arrays: list[Any], count: Any, keys: Kind = KINDS.INT) -> None:
        super().__init__(stem)
        self.kind = kind
        self.keys = keys
        self.has = has
        self.arrays = arrays
        self.count = count

    @classmethod
    def fresh(cls, stem: str, kind: Kind, keys: Kind = KINDS.INT) -> SymDict:
        """Any dict; where the size is bounded, with any of the first few keys."""
        name, bound = current().name, current().bound
        if bound is not None:
            few = [z3.Bool(name(f"has_{stem}_{key}")) for key in range(bound)]
            has = z3.K(z3.IntSort(), z3.BoolVal(False))
            for key, truth in enumerate(few):
                has = store(has, key, truth)
            count = simplified(z3.Sum([choice(truth, 1, 0) for truth in few]))
            return cls(stem, kind, has, kind.arrays(stem), count, keys)
        has = symbol(name(f"has_{stem}"), SET)
        return cls(stem, kind, has, kind.arrays(stem), symbol(name(f"count_{stem}"), INT), keys)

    @classmethod
    def of(cls, stem: str, items: dict[int, Any], kind: Kind, keys: Kind = KINDS.INT) -> SymDict:
        """The dict of these items."""
        made = cls(stem, kind, z3.K(z3.IntSort(), z3.BoolVal(False)), kind.arrays(stem), integer(0), keys)
        for key, value in items.items():
            made[key] = value
        return made

    def state(self) -> tuple[Any, ...]:
        return (self.has, *self.arrays, self.count)

    def told(self) -> tuple[Any, ...]:
        return self.kind, self.keys, *self.state()

    def restore(self, state: tuple[Any, ...]) -> None:
        self.has, self.arrays, self.count = state[0], list(state[1:-1]), state[-1]

    def forget(self) -> None:
        other = SymDict.fresh(self.stem, self.kind, self.keys)
        current().tracked.pop()
        self.restore(other.state())

    def facts(self) -> list[z3.BoolRef]:
        return [at_least(self.count, integer(0))]

    def peek(self, key: Any) -> Any:
        """The value of a key, with no obligation: for claims."""
        return self.kind.unpack([select(array, lift(key)) for array in self.arrays])

    def logic_contains(self, item: Any) -> Any:
        return SymBool(select(self.has, lift(item)))

    def __contains__(self, key: Any) -> bool:
        return bool(self.logic_contains(key))

    def _require(self, key: Any) -> None:
        there = select(self.has, lift(key))
        if current().claiming:
            current().read(lambda: there)
        else:
            current().must(there, f"{key} is a key of {self.stem}")

    def __getitem__(self, key: Any) -> Any:
        self._require(key)
        return self.peek(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        term = lift(key)
        self.count = simplified(choice(select(self.has, term), self.count, self.count + 1))
        self.has = store(self.has, term, z3.BoolVal(True))
        self.arrays = [store(array, term, part) for array, part in zip(self.arrays, KINDS.terms(value), strict=True)]

    def __delitem__(self, key: Any) -> None:
        self._require(key)
        current().assume(self.count > 0)  # what has a key is not empty
        self.has = store(self.has, lift(key), z3.BoolVal(False))
        self.count = simplified(self.count - 1)

    def size(self) -> Any:
        return self.count

    def copy(self) -> SymDict:
        return SymDict(self.stem, self.kind, self.has, list(self.arrays), self.count, self.keys)

    def clear(self) -> None:
        self.has, self.count = z3.K(z3.IntSort(), z3.BoolVal(False)), integer(0)

    def __len__(self) -> int:
        raise NotSupported("len outside the symbolic built-ins")

    def _key(self, key: Any) -> Any:
        return self.keys.unpack([lift(key)])

    def logic_forall_in(self, body: Callable[[Any], bool]) -> Any:
        path = current()
        if path.bound is not None or path.concrete:

            def of_key(key: Any) -> Any:
                return _implied(self.logic_contains(key), body, self._key(key))

            return SymBool(spelled_out(False, -1, (path.bound or 8) + 1, of_key))
        with claims(), path.bound_variable() as key, path.given(lambda: select(self.has, key)):
            inner = lift(body(self._key(key)))
        return SymBool(z3.ForAll([key], implication(select(self.has, key), inner)))

    def logic_forall_in_by(self, body: Callable[[Any], bool], by: Callable[[Any], Any]) -> Any:
        path = current()
        if path.bound is not None or path.concrete:
            return self.logic_forall_in(body)
        with claims(), path.bound_variable() as key:
            with path.given(lambda: select(self.has, key)):
                inner = lift(body(self._key(key)))
            with path.given(lambda: FALSE):  # only a solver looks at it
                pattern = lift(by(self._key(key)))
        return SymBool(z3.ForAll([key], implication(select(self.has, key), inner), patterns=[pattern]))

    def every_key(self, body: Callable[[Any], Any]) -> Any:
        """The formula "body(key) for every number, key or not"."""
        path = current()
        if path.bound is not None or path.concrete:
            return SymBool(spelled_out(False, -1, (path.bound or 8) + 1, body))
        with claims(), path.bound_variable() as key:
            inner = lift(body(SymInt(key)))
        return SymBool(z3.ForAll([key], inner))

    def logic_mapped(self, change: Callable[[Any, Any], Any]) -> Any:
        """A dict with the same keys; each value is defined by a formula."""
        path = current()
        if path.concrete:
            keys = [key for key in range(-1, 64) if constant(select(self.has, key))]
            changed = {key: change(self._key(key), self.peek(key)) for key in keys}
            return SymDict.of(self.stem, changed, self.kind, self.keys)
        made = SymDict(self.stem, self.kind, self.has, self.kind.arrays(self.stem), self.count, self.keys)

        def defined(key: Any) -> Any:
            terms = KINDS.terms(change(self._key(key), self.peek(key)))
            pairs = zip(KINDS.terms(made.peek(key)), terms, strict=True)
            return SymBool(conjunction(*[new == term for new, term in pairs]))

        if path.bound is not None or path.concrete:
            path.assume(spelled_out(False, -1, (path.bound or 8) + 1, defined))
        else:
            with claims(), path.bound_variable() as key:
                formula = z3.ForAll([key], lift(defined(SymInt(key))))
            path.assume(formula)
        return made

    def logic_renamed(self, new: Callable[[Any], Any], old: Callable[[Any], Any], change: Callable[[Any], Any]) -> Any:
        """A dict with other keys, each defined by a formula; that `old` leads back from each is an obligation."""
        path = current()
        if path.concrete:
            keys = [key for key in range(-1, 64) if constant(select(self.has, key))]
            return SymDict.of(self.stem, {constant(lift(new(k))): change(self.peek(k)) for k in keys}, self.kind)
        with claims():
            back = self.logic_forall_in(lambda key: old(new(key)) == key)
        path.must(lift(back), f"no two keys of {self.stem} get one name")
        made = SymDict.fresh(self.stem, self.kind)
        made.count = self.count

        def has(key: Any) -> Any:
            before = old(key)
            there = conjunction(select(self.has, lift(before)), lift(new(before)) == lift(key))
            return SymBool(select(made.has, lift(key)) == there)

        def kept(key: Any) -> Any:
            pairs = zip(KINDS.terms(made.peek(new(key))), KINDS.terms(change(self.peek(key))), strict=True)
            there = conjunction(select(made.has, lift(new(key))), *(a == b for a, b in pairs))
            return SymBool(implication(select(self.has, lift(key)), there))

        def valued(key: Any) -> Any:
            pairs = zip(KINDS.terms(made.peek(key)), KINDS.terms(change(self.peek(old(key)))), strict=True)
            return SymBool(implication(select(made.has, lift(key)), conjunction(*[a == b for a, b in pairs])))

        for fact in (has, kept, valued):
            if path.bound is not None:
                path.assume(spelled_out(False, -1, path.bound + 3, fact))
            else:
                with claims(), path.bound_variable() as key:
                    formula = z3.ForAll([key], lift(fact(SymInt(key))))
                path.assume(formula)
        return made

    def logic_selected(self, keep: Callable[[Any], Any]) -> Any:
        path = current()
        if path.concrete:
            keys = [key for key in range(-1, 64) if constant(select(self.has, key))]
            return SymDistinct.of("selected", [key for key in keys if is_true_of(keep, key)])
        made = SymDistinct.fresh("selected")
        with claims():
            found = made.logic_forall_in(
                lambda key: cast(bool, SymBool(conjunction(select(self.has, lift(key)), lift(keep(key)))))
            )
            all_found = self.logic_forall_in(
                lambda key: cast(bool, SymBool(implication(lift(keep(key)), made._holds(key))))
            )
        for fact in (*made.facts(), lift(found), lift(all_found)):
            path.assume(fact)
        return made

    def logic_greatest(self, default: Any) -> Any:
        path = current()
        if path.concrete:
            return max((key for key in range(-1, 64) if constant(select(self.has, key))), default=default)
        found = SymInt(symbol(path.name(f"greatest_{self.stem}"), INT))
        path.assume(disjunction(found.term == lift(default), select(self.has, found.term)))
        path.assume(lift(self.logic_forall_in(lambda key: key <= found)))
        return found

    def __repr__(self) -> str:
        return f"<{self.stem}>"


class SymSet(Tracked):
    """A set of ints, of any content; it only grows."""

    __class__ = property(lambda self: set)

    def __init__(self, stem: str, has: Any) -> None:
        super().__init__(stem)
        self.has = has

    @classmethod
    def fresh(cls, stem: str) -> SymSet:
        """Any set."""
        return cls(stem, symbol(current().name(stem), SET))

    @classmethod
    def empty(cls) -> SymSet:
        """`set()`."""
        return cls("set", z3.K(z3.IntSort(), z3.BoolVal(False)))

    def state(self) -> tuple[Any, ...]:
        return (self.has,)

    def told(self) -> tuple[Any, ...]:
        return self.state()

    def restore(self, state: tuple[Any, ...]) -> None:
        (self.has,) = state

    def forget(self) -> None:
        self.has = symbol(current().name(self.stem), SET)

    def facts(self) -> list[z3.BoolRef]:
        return []

    def copy(self) -> SymSet:
        return SymSet(self.stem, self.has)

    def logic_contains(self, item: Any) -> Any:
        return SymBool(select(self.has, lift(item)))

    def __contains__(self, item: Any) -> bool:
        return bool(self.logic_contains(item))

    def add(self, item: Any) -> None:
        self.has = store(self.has, lift(item), z3.BoolVal(True))

    def __repr__(self) -> str:
        return f"<{self.stem}>"


def _implied(premise: Any, body: Callable[[Any], bool], key: Any) -> Any:
    return SymBool(implication(lift(premise), lift(body(key))))
