"""Claims: one sentence each, and the predicate that says the same; and what is so of all parts of a declaration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

KINDS: Final = {
    "L": "law of the model",
    "I": "invariant of the arrays",
    "R": "refinement of an operation",
    "C": "cost of an operation",
    "B": "bit-vector theorem",
    "D": "deviation from the source",
}


_KINDS: Final[dict[str, Any]] = {"tuple": (tuple, list), "str": str, "bool": bool, "int": int, "Mapping": Mapping}


@dataclass(frozen=True)
class DeclarationPart:
    """A part of a declaration: its tuples, mappings, texts, truths, numbers and parts are such.

    Raises     TypeError, if a field is something else
    """

    def __post_init__(self) -> None:
        for each in fields(self):
            value, said = getattr(self, each.name), str(each.type)
            kind = said.removesuffix(" | None")
            if " | " in kind or (value is None and kind != said):
                continue
            head, _, inside = kind.partition("[")
            if not _is_of(value, head):
                raise TypeError(f"`{each.name}=` of {type(self).__name__} is {value!r:.60}: give it as `{said}`")
            for one in value if head == "tuple" else ():
                if not _is_of(one, inside.removesuffix(", ...]")):
                    raise TypeError(f"`{each.name}=` of {type(self).__name__} has {one!r:.60}: give it as `{said}`")


def _is_of(value: Any, kind: str) -> bool:
    """Tell whether something is of a kind of those that are looked at: some of Python, and parts of declarations."""
    if kind in _KINDS:
        return isinstance(value, _KINDS[kind])
    parts = {each.__name__ for each in DeclarationPart.__subclasses__()}
    return kind not in parts or kind in {each.__name__ for each in type(value).__mro__}


@dataclass(frozen=True)
class Claim(DeclarationPart):
    """One sentence with an ID, and the predicate that says the same.

    id          code of the container, letter of the sort, number: such as HM-I2; it never means anything else
    statement   the sentence
    holds       (model, impl) of an invariant, (model) of a law of states, (before, after) of a law of steps: true where
                it holds; claims about operations and deviations have none
    step        True of a law of steps
    carried     whether a law of steps is part of the invariant of loops that go round in lockstep
    """

    id: str
    statement: str
    holds: Callable[..., bool] | None = None
    step: bool = False
    carried: bool = True

    @property
    def kind(self) -> str:
        """The letter that tells what sort of claim it is."""
        return self.id.split("-")[1][0]


def invariant(id: str, statement: str) -> Callable[[Callable[[Any, Any], bool]], Claim]:
    """Make a predicate on (model, impl) an invariant of the coupling."""
    return lambda holds: Claim(id, statement, holds)


def law(id: str, statement: str) -> Callable[[Callable[[Any], bool]], Claim]:
    """Make a predicate on (model) a law of every state."""
    return lambda holds: Claim(id, statement, holds)


def step_law(id: str, statement: str, carried: bool = True) -> Callable[[Callable[[Any, Any], bool]], Claim]:
    """Make a predicate on (model before, model after) a law of every step."""
    return lambda holds: Claim(id, statement, holds, step=True, carried=carried)


@dataclass(frozen=True)
class Answering(DeclarationPart):
    """A law of what operations answer, said of the model alone.

    answered   name of an operation -> (before, after, answer, *arguments) -> true of each call that answers
    refused    name of an operation -> (before, *arguments) -> true of each call that ends in an error, but for one that
               a callback raises, and for InvalidArgument, which says that what was given is no such argument
    invalid    name of an operation -> (before, *arguments) -> true of each call that ends in InvalidArgument, and of
               none that answers

    The answer is no iterator.
    """

    claim: Claim
    answered: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    refused: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    invalid: Mapping[str, Callable[..., bool]] = field(default_factory=dict)

    def of(self) -> frozenset[str]:
        """The operations that it is about."""
        return frozenset({*self.answered, *self.refused, *self.invalid})
