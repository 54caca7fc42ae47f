"""What both sides say of what they should refuse: configurations and arguments of wrong types or out of range.

A search tries the values of the domains; here each of them is replaced by what it should not be, one at a time:

    configurations   each number by small numbers and neighbours, each choice by the other ones, all by wrong types
    arguments        in a few states, each int, text, None and handle, each field of a handle and each entry of a list,
                     by values of wrong types, and each list by what is none; a second container by what is none;
                     each int and each field of a handle by the numbers where those of a machine end, too
    data             of these states, as `to_dict` tells them, each field and the first and last entry of each list, at
                     any depth, by values of wrong types, and fields left out or added

The sides must end alike: with the same error, or with the same result and a pair of states of which the claims hold.
Data must be refused by `from_dict`, or be that of the container it makes, type by type.
A second container is refused by the implementation; the model is not asked.
Functions and damaged data are arguments of the judges' own making, and stay as they are.
"""

from __future__ import annotations

import inspect
import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from slotproof.declare import Peer, Refinement, Scope
from slotproof.declare.verdict import Step
from slotproof.engine.evaluate import Claims
from slotproof.engine.explore.frozen import copies
from slotproof.engine.explore.search import Search, Tried, Trouble, spread
from slotproof.engine.huge import HUGE, is_record
from slotproof.engine.step import Wrong, ended, unlike
from slotproof.engine.watchdog import watched
from slotproof.spec.errors import InvalidArgument, SlotproofError

WRONG: Final[tuple[Any, ...]] = (None, True, -1, 2**70, 1.5, "1", (), [], {})
"""Values that an argument should not be; a container may have arguments for which some of them are right."""

FLOATS: Final[tuple[Any, ...]] = (1e39, math.inf, Fraction(1, 2))
"""The same of an argument that is a float: more than 32 bits hold, and what only looks like one."""

UNLISTED: Final[tuple[Any, ...]] = (None, True, 1.5, {})
"""What a list of arguments should not be."""

NUMBERS: Final = (-1, 0, 1, 2, 3, 4, 5, 8, 65)
"""Values for each number of a configuration, besides the neighbours of its own."""

STATES: Final = 4
"""In so many states of a scope the operations are tried, of the first `NEAR`."""

NEAR: Final = 30

FROM_DICT: Final = "from_dict"
"""The operation that reads what `to_dict` tells."""

UNSETTLED: Final = ("= '1'", "= None")
"""Damage that is tried and not counted: the hash of a text or of None, as of a key, differs from run to run."""

NEW: Final = "new"
"""Stands for the creation of a container among the operations."""

_PLAIN: Final = (int, str, float, type(None))


class Refused(NamedTuple):
    """What came of it: calls and configurations tried, and the first trouble with the steps that lead to it.

    errors   name of an operation, or `NEW` -> how many of its calls ended with an error, on both sides
    """

    calls: int
    configurations: int
    errors: Mapping[str, int]
    trouble: Trouble | None = None
    steps: tuple[Step, ...] = ()
    configuration: Mapping[str, Any] = {}
    before: Mapping[str, Any] = {}  # the arrays around the last step
    after: Mapping[str, Any] = {}


def run(refinement: Refinement, scope: Scope) -> Refused:
    """Try what should be refused."""
    made = _run_creation(refinement, scope)
    if made.trouble is not None:
        return made
    count, errors = made.configurations, Counter(made.errors)
    few = _Wrongly(refinement, scope)
    with watched(refinement):
        near, trouble = _near(refinement, scope)
        state = trouble.state if trouble else -1
        last: Search = near
        if trouble is None:
            keys = spread(near.keys, STATES)
            trouble, last = few.look_at(keys) or few.left_broken(), few
            state = near.keys.index(few.keys[trouble.state]) if trouble else -1
        calls = sum(tried.calls for tried in few.tried)
        errors += few.errors
        if trouble is None:
            for look, key in [(_peers, few.keys[0]), *((_data, key) for key in few.keys[: len(keys)])]:
                near.snapshot.thaw(key, near.model, near.impl)
                looked = look(near, [tried.operation.name for tried in near.tried])
                calls += looked.calls
                errors[looked.operation] += looked.errors
                if looked.message:
                    trouble = Trouble(looked.message, (refinement.operation(looked.operation).claim.id,), -1)
                    return Refused(calls, count, errors, trouble, near.steps_to(near.keys.index(key)))
            return Refused(calls, count, errors)
        steps = near.steps_to(state)
        if trouble.call < 0:
            return Refused(calls, count, errors, trouble, steps, scope.configuration)
        steps = (*steps, last.replay(near.keys[state], trouble.call))
        arrays = copies(last.impl_before), copies(last.impl)
    return Refused(calls, count, errors, trouble, steps, scope.configuration, *arrays)


# --- configurations


def _run_creation(refinement: Refinement, scope: Scope) -> Refused:
    """Try configurations that should be refused, and those beside them."""
    count, errors = 0, Counter[str]()
    for count, configuration in enumerate(configurations(refinement, scope), 1):
        trouble, refuses = _new(refinement, scope, configuration)
        errors[NEW] += refuses
        if trouble is not None:
            return Refused(0, count, errors, trouble, configuration=configuration)
    return Refused(0, count, errors)


def configurations(refinement: Refinement, scope: Scope) -> Iterator[dict[str, Any]]:
    """The configuration of a scope, and each that differs from it in one place."""
    yield dict(scope.configuration)
    for name, own in _parameters(refinement, scope).items():
        seen = [each.configuration[name] for each in refinement.scopes if name in each.configuration]
        around = (*NUMBERS, own - 1, own + 1) if type(own) is int else ()
        tried: list[Any] = [own]
        floats = FLOATS if type(own) is float else ()
        for value in (*WRONG[:3], *WRONG[4:], *floats, *around, *seen):  # of a size of 2**70 no array is made
            if not any(type(value) is type(each) and value == each for each in tried):
                tried.append(value)
                yield {**scope.configuration, name: value}


def _parameters(refinement: Refinement, scope: Scope) -> dict[str, Any]:
    """What both sides can be made with, and what it is in the scope."""
    sides = [inspect.signature(side).parameters for side in (refinement.model, refinement.impl)]
    return {
        name: scope.configuration.get(name, parameter.default)
        for name, parameter in sides[1].items()
        if name in sides[0] and (name in scope.configuration or parameter.default is not inspect.Parameter.empty)
    }


def _new(refinement: Refinement, scope: Scope, configuration: Mapping[str, Any]) -> tuple[Trouble | None, bool]:
    """What is wrong with new containers of a configuration, and whether they are refused."""
    expected = ended(lambda: refinement.model(**configuration))
    actual = ended(lambda: refinement.impl(**configuration))
    if expected.raised is not None or actual.raised is not None:
        message = unlike(expected, actual)
        if not message and not isinstance(expected.raised, InvalidArgument):
            message = f"refused with {type(expected.raised).__name__}, and not with InvalidArgument"
        return Trouble(f"of {dict(configuration)}: {message}", (), -1) if message else None, True
    broken = Claims(refinement).broken(expected.value, actual.value)
    if broken:
        return Trouble(f"of {dict(configuration)}: {', '.join(broken)} not kept", tuple(broken), -1), False
    return None, False


# --- arguments


BASES: Final = 3
"""Calls of which one argument is replaced: the first, the last, and one between, which is mostly a good one."""


class _Wrongly(Search):
    """A search that tries values of wrong types, in the states that it is given."""

    def __init__(self, *problem: Any) -> None:
        super().__init__(*problem)
        self.errors: Counter[str] = Counter()

    def arguments(self) -> Iterator[tuple[Tried, Sequence[tuple[Any, ...]], bool]]:
        for tried, products, _ in super().arguments():
            yield tried, [wrong for base in spread(products, BASES) for wrong in _wrongly(base)], True

    def left_broken(self) -> Trouble | None:
        """The first call that left a pair of states of which some claim does not hold."""
        for number in range(self.expanded, len(self.keys)):
            self.snapshot.thaw(self.keys[number], self.model, self.impl)
            if broken := self.claims.broken(self.model, self.impl):
                message = f"{', '.join(broken)} broken after it"
                return Trouble(message, tuple(broken), self.parents[number], self.calls[number])
        return None

    def _take_with_own(self, tried: Tried, arguments: tuple[Any, ...]) -> Wrong | None:
        trouble = super()._take_with_own(tried, arguments)
        self.errors[tried.operation.name] += trouble is None and tried.step.expected_error is not None
        return trouble


def _wrongly(base: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The arguments with one of them replaced."""
    for place, value in enumerate(base):
        for wrong in _replaced(value):
            yield (*base[:place], wrong, *base[place + 1 :])


def _replaced(value: Any) -> Iterator[Any]:
    if is_record(value):
        yield from WRONG
        for name in value._fields:
            yield from (value._replace(**{name: wrong}) for wrong in (*WRONG, *HUGE))
    elif isinstance(value, list | tuple):
        if not _is_bundle(value):
            yield from UNLISTED
        make = getattr(value, "_make", type(value))
        for place in sorted({0, len(value) - 1}) if value else ():
            for wrong in _replaced(value[place]):
                yield make([*value[:place], wrong, *value[place + 1 :]])
    elif isinstance(value, _PLAIN):
        yield from WRONG
        yield from FLOATS if isinstance(value, float) else ()
        yield from HUGE if type(value) is int else ()


def _is_bundle(value: Sequence[Any]) -> bool:
    """True of lists in a row, which an operation takes one by one."""
    return bool(value) and all(isinstance(each, list | tuple) and not is_record(each) for each in value)


class _Looked(NamedTuple):
    """What came of calls of the implementation alone: how many, how many errors are counted, and what is wrong."""

    operation: str
    calls: int = 0
    errors: int = 0
    message: str = ""


def _peers(near: Search, names: Collection[str]) -> _Looked:
    """Something else than a second container, for each operation that takes one; these errors are not counted."""
    calls, impl = 0, near.impl
    if type(impl) is type(near.model):
        return _Looked("")  # a model beside itself, whose `swap` takes a model
    for operation in near.refinement.operations:
        values = [domain.small(near.model, near.scope) for domain in operation.takes]
        if operation.name not in names or len(values) != 1 or not isinstance(values[0][0], Peer):
            continue
        before = near.snapshot.freeze(near.model, impl)
        for wrong in (*WRONG, object()):
            calls += 1
            given = ended(getattr(impl, operation.name), wrong)
            if not isinstance(given.raised, InvalidArgument) or near.snapshot.freeze(near.model, impl) != before:
                message = f"{operation.name} of {wrong!r} ends with {given.raised!r}"
                return _Looked(operation.name, calls, message=message)
    return _Looked("", calls)


# --- data


def _data(near: Search, names: Collection[str]) -> _Looked:
    """Damaged data of the state, for `from_dict` if it is tried."""
    calls = errors = 0
    made = near.refinement.impl
    tried = FROM_DICT in names and hasattr(made, FROM_DICT)
    for place, data in _damaged(near.impl.to_dict()) if tried else ():
        calls += 1
        given = ended(getattr(made, FROM_DICT), data)
        if given.raised is not None:
            errors += not place.endswith(UNSETTLED)
            if not isinstance(given.raised, SlotproofError):
                crash = f"from_dict crashes over {place}: {type(given.raised).__name__}: {given.raised}"
                return _Looked(FROM_DICT, calls, errors, crash)
        elif (told := ended(given.value.to_dict).value) != data or repr(told) != repr(data):
            return _Looked(FROM_DICT, calls, errors, f"from_dict takes {place} for what it is not")
    return _Looked(FROM_DICT, calls, errors)


def _damaged(data: Any, place: str = "data") -> Iterator[tuple[str, Any]]:
    """The data with one thing replaced, left out or added, and what that is."""
    for wrong in (*WRONG[:3], 1000, *WRONG[4:]):  # of a width of 2**70 no number is made
        if type(wrong) is not type(data) or wrong != data:
            yield f"{place} = {wrong!r}", wrong
    if isinstance(data, dict):
        for name, value in data.items():
            for inner, damaged in _damaged(value, f"{place}[{name!r}]"):
                yield inner, {**data, name: damaged}
            yield f"{place} without {name!r}", {each: data[each] for each in data if each != name}
        yield f"{place} with 'more'", {**data, "more": 0}
    elif isinstance(data, list):
        for number in sorted({0, len(data) - 1}) if data else ():
            for inner, damaged in _damaged(data[number], f"{place}[{number}]"):
                yield inner, [*data[:number], damaged, *data[number + 1 :]]


def _near(refinement: Refinement, scope: Scope) -> tuple[Search, Trouble | None]:
    """A search of the first states of a scope, and what is wrong with them."""
    found = Search(refinement, scope)
    found.begin()
    while found.expanded < len(found.keys) < NEAR:
        level = found.expand()
        if level.trouble is not None:
            return found, level.trouble
        found.admit(level.outbox)
    return found, None
