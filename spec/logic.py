"""The words in which models and claims are written.

Every word has two readings of the same text.
On plain Python objects it evaluates.
On symbolic stand-ins (subclasses of `Symbolic`, made by the prover) it builds a formula.

A truth that must not be computed unless what stands before it holds is passed as a thunk:
`implies(pos < len(dense), lambda: dense[pos] == value)`.
In claims, use these words and never `and`, `or`, `not`, `in` or a chained comparison: a formula has no truth value yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")
W = TypeVar("W")

Truth = bool | Callable[[], bool]


class Symbolic:
    """A stand-in for a value that is not known; the prover subclasses it.

    `~`, `&` and `|` of a symbolic truth build formulas.
    """

    def logic_forall(self, low: Any, high: Any, body: Callable[[Any], bool]) -> bool:
        """The formula "body(i) for every i in [low, high)"."""
        raise NotImplementedError

    def logic_forall_by(self, low: Any, high: Any, body: Callable[[Any], bool], by: Callable[[Any], Any]) -> bool:
        """The same formula, of use for those i of which the term `by(i)` is met."""
        raise NotImplementedError

    def logic_exists(self, low: Any, high: Any, body: Callable[[Any], bool]) -> bool:
        """The formula "body(i) for some i in [low, high)"."""
        raise NotImplementedError

    def logic_forall_in(self, body: Callable[[Any], bool]) -> bool:
        """The formula "body(x) for every element, or key, x of this collection"."""
        raise NotImplementedError

    def logic_forall_in_by(self, body: Callable[[Any], bool], by: Callable[[Any], Any]) -> bool:
        """The same, for a solver that looks only at such x of which it has met by(x)."""
        return self.logic_forall_in(body)

    def logic_contains(self, item: Any) -> bool:
        """The formula "item is an element, or key, of this collection"."""
        raise NotImplementedError

    def logic_choose(self, then: Any, otherwise: Any) -> Any:
        """This truth decides between two values."""
        raise NotImplementedError

    def logic_mapped(self, change: Callable[[Any, Any], Any]) -> Any:
        """This dict with each value replaced by `change(key, value)`."""
        raise NotImplementedError

    def logic_renamed(self, new: Callable[[Any], Any], old: Callable[[Any], Any], change: Callable[[Any], Any]) -> Any:
        """This dict with each key replaced by `new(key)` and each value by `change(value)`."""
        raise NotImplementedError

    def logic_encodable(self) -> Any:
        """The formula "UTF-8 can hold this string"."""
        raise NotImplementedError

    def logic_greatest(self, default: Any) -> Any:
        """The greatest element, or key, of this collection, or `default`."""
        raise NotImplementedError

    def logic_least(self, low: Any, high: Any, keep: Callable[[Any], bool]) -> Any:
        """The least i in [low, high) with keep(i), or `high` if there is none."""
        raise NotImplementedError

    def logic_below(self, limit: Any) -> Any:
        """How many elements of this set of numbers from 0 up are below the limit."""
        raise NotImplementedError

    def logic_alike(self, other: Any) -> Any:
        """The formula "this set has the elements of the other, and no more"."""
        raise NotImplementedError

    def logic_ranked(self, rank: Any) -> Any:
        """The element of this set of numbers from 0 up that has so many others below it."""
        raise NotImplementedError

    def logic_listed(self, change: Callable[[Any], Any]) -> Any:
        """The sequence of `change(x)` for each element x of this sequence."""
        raise NotImplementedError

    def logic_ascending(self, keep: Callable[[Any], bool]) -> Any:
        """The `Distinct` of all i in [0, self) with keep(i), ascending."""
        raise NotImplementedError

    def logic_selected(self, keep: Callable[[Any], bool]) -> Any:
        """A `Distinct` of all elements, or keys, x of this collection with keep(x), in no order."""
        raise NotImplementedError

    def logic_power_of_two(self) -> bool:
        """The formula "this number is 1, 2, 4, 8 ..."."""
        raise NotImplementedError


def _now(part: Any) -> Any:
    return part() if callable(part) else part


def negate(part: Truth) -> bool:
    """True if `part` is false."""
    part = _now(part)
    return ~part if isinstance(part, Symbolic) else not part


def conj(*parts: Truth) -> bool:
    """True if all parts are; parts after the first false one are not looked at."""
    result: Any = True
    for part in parts:
        value = part() if callable(part) else part
        if value is True:
            continue
        if not isinstance(value, Symbolic):
            if not value:
                return False
        else:
            result = value if result is True else result & value
    return result  # type: ignore[no-any-return]


def disj(*parts: Truth) -> bool:
    """True if some part is; parts after the first true one are not looked at."""
    result: Any = False
    for part in parts:
        value = part() if callable(part) else part
        if value is False:
            continue
        if not isinstance(value, Symbolic):
            if value:
                return True
        else:
            result = value if result is False else result | value
    return result  # type: ignore[no-any-return]


def implies(premise: Truth, conclusion: Truth) -> bool:
    """True if the premise is false or the conclusion true; the conclusion is looked at only under the premise."""
    return disj(negate(premise), conclusion)


def iff(left: Truth, right: Truth) -> bool:
    """True if both are true or both are false."""
    left, right = _now(left), _now(right)
    if isinstance(left, Symbolic) or isinstance(right, Symbolic):
        return conj(implies(left, right), implies(right, left))
    return bool(left) == bool(right)


def within(low: Any, index: Any, high: Any) -> bool:
    """True if low <= index < high."""
    return conj(low <= index, index < high)


def choose(condition: bool, then: V, otherwise: V) -> V:
    """`then` if the condition holds, else `otherwise`; both are evaluated."""
    if isinstance(condition, Symbolic):
        return condition.logic_choose(then, otherwise)
    return then if condition else otherwise


def forall(low: int, high: int, body: Callable[[int], bool], by: Callable[[int], Any] | None = None) -> bool:
    """True if body(i) holds for every i in [low, high).

    Takes      by, (i) -> the term that a solver must have met to look at i; it need not be looked at otherwise
    """
    for bound in (high, low):
        if isinstance(bound, Symbolic):
            return bound.logic_forall(low, high, body) if by is None else bound.logic_forall_by(low, high, body, by)
    return conj(*((lambda i=i: body(i)) for i in range(low, high)))


def exists(low: int, high: int, body: Callable[[int], bool]) -> bool:
    """True if body(i) holds for some i in [low, high)."""
    for bound in (high, low):
        if isinstance(bound, Symbolic):
            return bound.logic_exists(low, high, body)
    return disj(*((lambda i=i: body(i)) for i in range(low, high)))


def forall_in(collection: Iterable[K], body: Callable[[K], bool], by: Callable[[K], Any] | None = None) -> bool:
    """True if body(x) holds for every element, or key, x of the collection.

    Takes      by, (x) -> the term that a solver must have met to look at x; it need not be looked at otherwise
    """
    if isinstance(collection, Symbolic):
        return collection.logic_forall_in(body) if by is None else collection.logic_forall_in_by(body, by)
    return conj(*((lambda x=x: body(x)) for x in collection))


def contains(collection: Any, item: Any) -> bool:
    """True if the item is an element, or key, of the collection."""
    if isinstance(collection, Symbolic):
        return collection.logic_contains(item)
    return item in collection


def mapped(values: Mapping[K, V], change: Callable[[K, V], W]) -> dict[K, W]:
    """The dict with each value replaced by `change(key, value)`; write `choose`, not `if`, in `change`."""
    if isinstance(values, Symbolic):
        return values.logic_mapped(change)  # type: ignore[no-any-return]
    return {key: change(key, value) for key, value in values.items()}


def renamed(
    values: Mapping[int, V], new: Callable[[int], int], old: Callable[[int], int], change: Callable[[V], W]
) -> dict[int, W]:
    """The dict with each key replaced by `new(key)` and each value by `change(value)`; write `choose` in all three.

    Takes      old, the inverse of `new` on the keys there are
    """
    if isinstance(values, Symbolic):
        return values.logic_renamed(new, old, change)  # type: ignore[no-any-return]
    return {new(key): change(value) for key, value in values.items()}


def encodable(text: str) -> bool:
    """True if UTF-8 can hold the string: no half of a surrogate pair stands alone in it."""
    if isinstance(text, Symbolic):
        return text.logic_encodable()  # type: ignore[no-any-return]
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def greatest(collection: Iterable[int], default: int) -> int:
    """The greatest element, or key, of the collection, or `default` if there is none."""
    if isinstance(collection, Symbolic):
        return collection.logic_greatest(default)  # type: ignore[no-any-return]
    return max(collection, default=default)


def least(low: int, high: int, keep: Callable[[int], bool]) -> int:
    """The least i in [low, high) with keep(i), or `high` if there is none; write words of logic in `keep`."""
    for bound in (high, low):
        if isinstance(bound, Symbolic):
            return bound.logic_least(low, high, keep)  # type: ignore[no-any-return]
    return next((i for i in range(low, high) if keep(i)), high)


def alike(left: Iterable[int], right: Iterable[int]) -> bool:
    """True if two sets have the same elements."""
    if isinstance(left, Symbolic):
        return left.logic_alike(right)  # type: ignore[no-any-return]
    return set(left) == set(right)


def below(collection: Iterable[int], limit: int) -> int:
    """How many elements of a set of numbers from 0 up are below the limit."""
    if isinstance(collection, Symbolic):
        return collection.logic_below(limit)  # type: ignore[no-any-return]
    return sum(item < limit for item in collection)


def ranked(collection: Iterable[int], rank: int) -> int:
    """The element of a set of numbers from 0 up that has so many others below it."""
    if isinstance(collection, Symbolic):
        return collection.logic_ranked(rank)  # type: ignore[no-any-return]
    return sorted(collection)[rank]


def listed(sequence: Iterable[K], change: Callable[[K], W]) -> list[W]:
    """The sequence of `change(x)` for each element x, in order."""
    if isinstance(sequence, Symbolic):
        return sequence.logic_listed(change)  # type: ignore[no-any-return]
    return [change(item) for item in sequence]


def ascending(count: int, keep: Callable[[int], bool]) -> Distinct:
    """The `Distinct` of every i in [0, count) with keep(i), ascending; write words of logic in `keep`."""
    if isinstance(count, Symbolic):
        return count.logic_ascending(keep)  # type: ignore[no-any-return]
    return Distinct(i for i in range(count) if keep(i))


def selected(collection: Iterable[int], keep: Callable[[int], bool]) -> Distinct:
    """The elements, or keys, x with keep(x), each once, in no order; write words of logic in `keep`."""
    if isinstance(collection, Symbolic):
        return collection.logic_selected(keep)  # type: ignore[no-any-return]
    return Distinct(item for item in collection if keep(item))


def power_of_two(number: int) -> bool:
    """True if the number is 1, 2, 4, 8 ..."""
    if isinstance(number, Symbolic):
        return number.logic_power_of_two()
    return number > 0 and number & (number - 1) == 0


class Unique(list[K]):
    """A sequence of distinct things together with its inverse, `place`.

    Distinctness makes "where is x" a function: that is what lets a queue be the witness that a freelist has no cycle.
    """

    def append(self, item: K) -> None:
        """Put the item last."""
        if item in self:
            raise ValueError(f"{item} is already in the sequence")
        super().append(item)

    def prepend(self, item: K) -> None:
        """Put the item first."""
        if item in self:
            raise ValueError(f"{item} is already in the sequence")
        super().insert(0, item)

    def popleft(self) -> K:
        """Take the first item out and return it."""
        return super().pop(0)

    def swap_remove(self, item: K) -> None:
        """Take the item out; the last item moves into its place."""
        place = self.index(item)
        last = super().pop()
        if last != item:
            self[place] = last

    def exchange(self, first: K, second: K) -> None:
        """Let two items of the sequence change places."""
        one, other = self.index(first), self.index(second)
        self[one], self[other] = second, first

    def replace(self, old: K, new: K) -> None:
        """Put a new item where an old one stands."""
        if new in self:
            raise ValueError(f"{new} is already in the sequence")
        self[self.index(old)] = new

    def copy(self) -> Self:
        """Another sequence of the same things."""
        return type(self)(self)

    def place(self, item: K) -> int:
        """The index of the item, or -1."""
        return self.index(item) if item in self else -1


class Distinct(Unique[int]):
    """A sequence of distinct integers."""
