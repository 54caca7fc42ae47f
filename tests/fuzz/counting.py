"""Lists, dicts and sets that count what is read and written of those that a box holds.

What is counted of what is said in `language.md`; an entry that is put into a new list is nothing of the box.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Self


class Counter:
    """What was read and written of the arrays of one box."""

    def __init__(self) -> None:
        self.box: Any = None
        self.first: list[Any] = []
        self.reads = self.writes = 0

    def begin(self, box: Any) -> None:
        """Count from here on, of what a box holds now or then."""
        self.box, self.first, self.reads, self.writes = box, [*vars(box).values()], 0, 0

    def note(self, held: Any, reads: int = 0, writes: int = 0) -> None:
        """Count reads and writes of a list, dict or set, if it is one of the box."""
        if self.box is not None and any(held is each for each in (*vars(self.box).values(), *self.first)):
            self.reads, self.writes = self.reads + reads, self.writes + writes


COUNTER: Final = Counter()
_note: Final = COUNTER.note


class Counted(list[Any]):
    """A list; costs as the language has them."""

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        _note(self, reads=len(found) if isinstance(index, slice) else 1)
        return Counted(found) if isinstance(index, slice) else found

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            first, last, _ = index.indices(len(self))
            behind = len(self) - max(first, last)
            value = list(value)
            _note(self, behind, behind + len(value) + max(0, last - first))
            super().__setitem__(index, value)
        else:
            super().__setitem__(index, value)
            _note(self, writes=1)

    def __delitem__(self, index: Any) -> None:
        if isinstance(index, slice):
            first, last, _ = index.indices(len(self))
            _note(self, len(self) - max(first, last), len(self) - first)
        else:
            length = len(self)
            super().__delitem__(index)
            _note(self, length - 1 - index % length, length - index % length)
            return
        super().__delitem__(index)

    def __iter__(self) -> Iterator[Any]:
        place = 0
        while place < len(self):
            _note(self, reads=1)
            yield super().__getitem__(place)
            place += 1

    def __reversed__(self) -> Iterator[Any]:
        for place in range(len(self) - 1, -1, -1):
            _note(self, reads=1)
            yield super().__getitem__(place)

    def __contains__(self, item: object) -> bool:
        _note(self, reads=len(self))
        return super().__contains__(item)

    def __eq__(self, other: object) -> bool:
        _both(self, other)
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        _both(self, other)
        return super().__ne__(other)

    __hash__ = None

    def __add__(self, other: Any) -> Any:
        _both(self, other)
        return Counted(super().__add__(other))

    def __iadd__(self, other: Iterable[Any]) -> Self:  # type: ignore[misc]
        self.extend(other)
        return self

    def __mul__(self, times: Any) -> Any:
        return Counted(super().__mul__(times))

    def append(self, item: Any) -> None:
        """Put an item last."""
        _note(self, writes=1)
        super().append(item)

    def extend(self, items: Iterable[Any]) -> None:
        """Put items last."""
        more = list(items)
        _note(self, writes=len(more))
        super().extend(more)

    def insert(self, index: Any, item: Any) -> None:
        """Put an item before an index."""
        at = slice(index, None).indices(len(self))[0]
        _note(self, len(self) - at, len(self) - at + 1)
        super().insert(index, item)

    def pop(self, index: Any = -1) -> Any:
        """Take an item out."""
        length = len(self)
        found = super().pop(index)
        _note(self, length - 1 - index % length, length - index % length)
        return found

    def remove(self, item: Any) -> None:
        """Take the first item out that equals."""
        if super().__contains__(item):
            _note(self, len(self), len(self) - super().index(item))
        super().remove(item)

    def copy(self) -> Any:
        """A list of its own."""
        _note(self, reads=len(self))
        return Counted(list.copy(self))

    def index(self, item: Any, *given: Any) -> int:
        """The first place of an item."""
        _note(self, reads=len(self))
        return super().index(item, *given)

    def count(self, item: Any) -> int:
        """How often it is there."""
        _note(self, reads=len(self))
        return super().count(item)

    def reverse(self) -> None:
        """Turn the order round."""
        _note(self, len(self), len(self))
        super().reverse()

    def sort(self, **given: Any) -> None:
        """Sort."""
        _note(self, len(self), len(self))
        super().sort(**given)


def _both(one: Any, other: Any) -> None:
    for each in (one, other):
        _note(each, reads=len(each))


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

    def copy(self) -> Any:
        """A dict of its own."""
        _note(self, reads=len(self))
        return CountedDict([*self.items()])


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
    """A list, dict or set that counts; anything else as it is."""
    kinds: dict[type, Callable[..., Any]] = {list: Counted, dict: CountedDict, set: CountedSet}
    return kinds[type(value)](value) if type(value) in kinds else value
