"""What makes judging finite: small widths and values, and the shapes from which single steps are judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from slotproof.declare.claim import DeclarationPart


@dataclass(frozen=True)
class Scope(DeclarationPart):
    """Widths and values so small that every reachable state can be visited.

    configuration   keyword arguments of both constructors
    values          what `insert` and the like choose from; what it means is up to the domains
    operations      names of those that are tried; None for all
    admits          (model, operation name, arguments) -> false to leave a step out, which bounds growth
    well_formed     how many states satisfy the claims, by a count that does not run the container
    enumerate       compare the reachable states with every candidate of which the claims hold
    deep            only searched by the deep profile
    walked          random walks take this configuration too; not so where nothing can succeed in it
    """

    name: str
    configuration: Mapping[str, Any]
    values: tuple[Any, ...] = ()
    operations: tuple[str, ...] | None = None
    admits: Callable[[Any, str, tuple[Any, ...]], bool] | None = None
    well_formed: Callable[[], int] | None = None
    enumerate: bool = False
    deep: bool = False
    walked: bool = True


@dataclass(frozen=True)
class Shape(DeclarationPart):
    """Well-formed states that are arranged alike; numbers, flags and values are left open.

    group   shapes of one group are one piece of work
    build   (make) -> the implementation; what is left open comes from `make`, as in `Domain.symbolic`;
            a state in which an invariant or a law does not hold does not count
    """

    name: str
    group: str
    build: Callable[[Any], Any]
    deep: bool = False


@dataclass(frozen=True)
class Contracts(DeclarationPart):
    """What is needed to judge single steps that start anywhere.

    scope      what limits the shapes, in words; the name of their group is added
    shapes     every well-formed state within the scope is an instance of one of them
    left_out   name of an operation, or ID of a law of steps or answers -> why it is left to other judges
    deep       names of operations that only the deep profile judges
    handle     the class of the handles that `make.handles` makes, a named tuple of ints; no text spells their numbers
    """

    scope: str
    shapes: tuple[Shape, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)
    deep: frozenset[str] = frozenset()
    handle: type[Any] | None = None
