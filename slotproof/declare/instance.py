"""Arrangements: how many parts a container has, and what is known of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Arrangement:
    """How many parts a container has and which refer to which; what they hold, and how much, is left open.

    counts   sort of a number -> how many numbers from 0 up there are that name something
    deep     only the deep profile makes proofs for it
    operations   names of those that are proved for it; None for all
    never    name of an operation -> names of errors that it does not end in
    parts    "model" or "impl" -> attribute -> what is known of it: a number, a truth or a tuple; of a list what is
             known of each entry, of a dict the same by key, of a part the same by attribute; None, and nothing is.
             "data" -> field -> what is presumed of foreign data, in the same words: how long a list is, and which ints
             it holds, if it is a list; which truth it is, if it is one; what is not named may be anything.
             A tuple of these: each is proved by itself
    """

    name: str
    counts: Mapping[str, int]
    deep: bool = False
    operations: tuple[str, ...] | None = None
    never: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, Any]] | tuple[Mapping[str, Mapping[str, Any]], ...] = field(default_factory=dict)
