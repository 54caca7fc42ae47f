"""Dicts and sets that count what is read and written of those that a box holds, beside the lists that do.

What is counted is said in `language.md`; what is new costs what it has when it becomes a part of the box.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, Final

from slotproof.gate.authoring.counting import COUNTER, Counted

_note: Final = COUNTER.note


def _equal(self: Any, other: Any) -> Any:
    COUNTER.note_all(self, other)
    return super(type(self), self).__eq__(other)


def _unequal(self: Any, other: Any) -> Any:
    COUNTER.note_all(self, other)
    return super(type(self), self).__ne__(other)


class CountedDict(dict[Any, Any]):
    """A dict; costs as the language has them."""

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        _note(self, reads=1)
        return found

    def __setitem__(self, key: Any, value: Any) -> None:
        _note(self, writes=1)
        super().__setitem__(key, value)

    def __delitem__(self, key: Any) -> None:
        super().__delitem__(key)
        _note(self, writes=1)

    def __iter__(self) -> Iterator[Any]:
        for key in super().__iter__():
            _note(self, reads=1)
            yield key

    def __contains__(self, key: object) -> bool:
        _note(self, reads=1)
        return super().__contains__(key)

    __eq__, __ne__, __hash__ = _equal, _unequal, None

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of a key."""
        _note(self, reads=1)
        return super().get(key, default)

    def pop(self, key: Any, *default: Any) -> Any:
        """Take a key out."""
        found = super().pop(key, *default)
        _note(self, 1, 1)
        return found

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """The value of a key, which is put in."""
        _note(self, 1, 1)
        return super().setdefault(key, default)

    def update(self, other: Any) -> None:  # type: ignore[override]
        """Take over all entries of a dict."""
        _note(other, reads=len(other))
        _note(self, writes=len(other))
        super().update(other)

    def items(self) -> Any:
        """Pairs of key and value."""
        return _View(self, super().items())

    def keys(self) -> Any:
        """The keys."""
        return _View(self, super().keys())

    def values(self) -> Any:
        """The values."""
        return _View(self, super().values())

    def copy(self) -> Any:
        """A dict of its own."""
        _note(self, reads=len(self))
        return CountedDict(dict.items(self))


class _View:
    """A view of a dict; what is looked at is counted."""

    def __init__(self, of: CountedDict, view: Any) -> None:
        self.of, self.view = of, view

    def __iter__(self) -> Iterator[Any]:
        for each in self.view:
            _note(self.of, reads=1)
            yield each


class CountedSet(set[Any]):
    """A set; costs as the language has them."""

    def __iter__(self) -> Iterator[Any]:
        for item in super().__iter__():
            _note(self, reads=1)
            yield item

    def __contains__(self, item: object) -> bool:
        _note(self, reads=1)
        return super().__contains__(item)

    def add(self, item: Any) -> None:
        """Put an item in."""
        _note(self, writes=1)
        super().add(item)

    def discard(self, item: Any) -> None:
        """Take an item out if it is there."""
        _note(self, writes=1)
        super().discard(item)

    def remove(self, item: Any) -> None:
        """Take an item out."""
        super().remove(item)
        _note(self, writes=1)

    __eq__, __ne__, __hash__ = _equal, _unequal, None

    def _with(self, other: Any) -> set[Any]:
        COUNTER.note_all(self, other)
        return set(set.__iter__(other))

    def union(self, other: Any) -> Any:  # type: ignore[override]
        """What is in either."""
        return CountedSet(super().union(self._with(other)))

    def intersection(self, other: Any) -> Any:  # type: ignore[override]
        """What is in both."""
        return CountedSet(super().intersection(self._with(other)))

    def difference(self, other: Any) -> Any:  # type: ignore[override]
        """What is only in the first."""
        return CountedSet(super().difference(self._with(other)))

    __or__, __and__, __sub__ = union, intersection, difference

    def issubset(self, other: Any) -> bool:
        """Whether each item is in the other."""
        return super().issubset(self._with(other))

    __le__ = issubset

    def copy(self) -> Any:
        """A set of its own."""
        _note(self, reads=len(self))
        return CountedSet(set.copy(self))


CLASSES: Final[dict[str, Callable[..., Any]]] = {
    "Counted": Counted,
    "CountedDict": CountedDict,
    "CountedSet": CountedSet,
}
_MADE: Final = {
    ast.List: "Counted", ast.ListComp: "Counted", ast.Dict: "CountedDict", ast.DictComp: "CountedDict",
    ast.Set: "CountedSet", ast.SetComp: "CountedSet",
}  # fmt: skip
_CALLED: Final = {"list": "Counted", "sorted": "Counted", "set": "CountedSet"}


class _Counting(ast.NodeTransformer):
    def visit(self, node: ast.AST) -> ast.AST:
        made = _MADE.get(type(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            made = _CALLED.get(node.func.id)
        if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            made = None
        changed: Any = self.generic_visit(node)
        return ast.Call(ast.Name(made, ast.Load()), [changed], []) if made else changed


def counting(text: str) -> ast.Module:
    """The program in which each list, dict and set counts."""
    tree = ast.parse(text)
    _Counting().visit(tree)
    return ast.fix_missing_locations(tree)


def counted(value: Any) -> Any:
    """A list, dict or set that counts, as a box holds it at first; anything else as it is."""
    kinds: dict[type, Callable[..., Any]] = {list: Counted, dict: CountedDict, set: CountedSet}
    part = kinds[type(value)](value) if type(value) in kinds else value
    if isinstance(part, list | dict | set):
        vars(part)["is_held"] = True
    return part
