"""Pictures of arrays: one description of a scene, drawn on a terminal; `svg.py` draws it as SVG.

before                          what is marked    ^ changed    + new    - gone    ! broken link
0   1   2
sparse  | 1 | 0 | 2 |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, Final

from rich.text import Text

from slotproof.declare import Link

NIL: Final = "nil"
MARKS: Final = {"^": "changed", "+": "new", "-": "gone", "!": "broken link"}


@dataclass(frozen=True)
class Cell:
    """What stands under one index, key or name; the mark tells it from the other panel's."""

    head: str
    text: str
    mark: str = ""


@dataclass(frozen=True)
class Row:
    """An array, a dict, or attributes that are neither (then the row has no name)."""

    name: str
    cells: tuple[Cell, ...]

    def heads(self) -> tuple[str, ...]:
        """The indices, keys or names above the cells."""
        return tuple(cell.head for cell in self.cells)


@dataclass(frozen=True)
class Arrow:
    """From one cell to another, given as (array or attribute, index); `broken` says why, if it is."""

    meaning: str
    source: tuple[str, Any]
    target: tuple[str, Any]
    broken: str = ""
    both_ways: bool = False

    def __str__(self) -> str:
        text = f"{_end(self.source)} {'<' if self.both_ways else ''}-> {_end(self.target)}"
        return f"{text}, {self.meaning}: {self.broken}" if self.broken else text


@dataclass(frozen=True)
class Panel:
    """One state: rows from top to bottom, arrows between them, and what neither changed nor points anywhere."""

    title: str
    rows: tuple[Row, ...]
    arrows: tuple[Arrow, ...]
    rest: str = ""


@dataclass(frozen=True)
class Scene:
    """States side by side."""

    title: str
    panels: tuple[Panel, ...]

    def marked(self) -> int:
        """How many cells differ."""
        return sum(bool(cell.mark) for panel in self.panels for row in panel.rows for cell in row.cells)


def _end(end: tuple[str, Any]) -> str:
    name, index = end
    return name if index is None else f"{name}[{index}]"


def told_beside(picture: Scene, rest: str) -> str:
    """What is not drawn: of two states it is the same in both."""
    return f"unchanged: {rest}" if len(picture.panels) > 1 else f"and {rest}"


# --- from two states to a scene


def scene(title: str, before: Mapping[str, Any], after: Mapping[str, Any], links: Sequence[Link] = ()) -> Scene:
    """The picture of a step, from attributes and their values around it."""
    names = list(dict.fromkeys([*before, *after]))
    order = _order([name for name in names if _is_array(before.get(name)) or _is_array(after.get(name))], links)
    pointers = {link.array for link in links}
    plain = [name for name in names if name not in order]
    told = [name for name in plain if name in pointers or before.get(name) != after.get(name)]
    rest = ", ".join(f"{name} = {after[name]}" for name in plain if name not in told and name in after)
    return Scene(
        title,
        (
            _panel("before", before, after, order, told, links, "-"),
            replace(_panel("after", after, before, order, told, links, "+"), rest=rest),
        ),
    )


def _is_array(value: Any) -> bool:
    return isinstance(value, (list, tuple, dict))


def _order(arrays: Sequence[str], links: Sequence[Link]) -> list[str]:
    """The arrays, so that linked ones are neighbours: an array between two of them goes to the side it is nearer to."""
    ends = [name for link in links for name in (link.array, link.target)]
    linked = [name for name in dict.fromkeys(ends) if name in arrays]
    if len(linked) < 2:
        return list(arrays)
    above = [
        name
        for name in arrays
        if name not in linked and min(linked, key=lambda end: abs(arrays.index(end) - arrays.index(name))) == linked[0]
    ]
    return [*above, *linked, *(name for name in arrays if name not in linked and name not in above)]


def _panel(
    title: str,
    state: Mapping[str, Any],
    other: Mapping[str, Any],
    order: Sequence[str],
    told: Sequence[str],
    links: Sequence[Link],
    alone: str,
) -> Panel:
    """One state; cells the other one lacks are marked with `alone`, those that differ with ^ where `alone` is +."""
    nils = {link.array: state.get(link.nil) for link in links}
    rows = [Row(name, _cells(state[name], other.get(name), alone, nils.get(name))) for name in order if name in state]
    attributes = tuple(
        Cell(
            name,
            str(named(state[name], nils.get(name))),
            "^" if alone == "+" and other.get(name) != state[name] else "",
        )
        for name in told
        if name in state
    )
    if attributes:
        first = next((place for place, row in enumerate(rows) if any(row.name == link.target for link in links)), 0)
        rows.insert(first, Row("", attributes))
    return Panel(title, tuple(rows), tuple(_arrows(state, links)))


def _entries(value: Any) -> dict[Any, Any]:
    if isinstance(value, dict):
        return value
    return dict(enumerate(value)) if _is_array(value) else {}


def named(held: Any, nil: Any) -> Any:
    """An index, or an array of them, with a word for the number that is no index, which is as wide as any.

    Takes      nil, that number, or None
    """
    if isinstance(held, list):
        return [named(entry, nil) for entry in held]
    return NIL if nil is not None and held == nil else held


def _cells(value: Any, other: Any, alone: str, nil: Any) -> tuple[Cell, ...]:
    entries, others = _entries(value), _entries(other)
    cells = []
    for key, entry in entries.items():
        mark = alone if key not in others else "^" if alone == "+" and others[key] != entry else ""
        cells.append(Cell(str(key), str(named(entry, nil)), mark))
    return tuple(cells)


def _arrows(state: Mapping[str, Any], links: Sequence[Link]) -> Iterator[Arrow]:
    """Every arrow; two that lead to and fro are one."""
    found = [arrow for link in links if link.array in state and link.target in state for arrow in _follow(state, link)]
    whole = {(arrow.source, arrow.target) for arrow in found if not arrow.broken}
    drawn = set()
    for arrow in found:
        back = (arrow.target, arrow.source)
        if back in drawn and not arrow.broken:
            continue
        both = not arrow.broken and back in whole and back[0] != back[1]
        if both:
            drawn.add((arrow.source, arrow.target))
        yield replace(arrow, both_ways=both)


def _follow(state: Mapping[str, Any], link: Link) -> Iterator[Arrow]:
    """The arrows of one link; an entry of which nothing can be told points, and is broken."""
    impl = SimpleNamespace(**state)
    value, targets = state[link.array], _entries(state[link.target])
    for index, to in (_entries(value) if _is_array(value) else {0: value}).items():
        try:
            points = link.when(impl, index)
            arrives = points and to in targets and link.arrives(impl, index, to)
        except (IndexError, KeyError, TypeError, AttributeError):
            points, arrives = True, False
        if points:
            source = (link.array, index if _is_array(value) else None)
            why = f"there is no {link.target}[{to}]" if to not in targets else f"{link.target}[{to}] is {targets[to]}"
            yield Arrow(link.name, source, (link.target, to), "" if arrives else why)


# --- terminal


def drawn(picture: Scene) -> Text:
    """The scene as text; every mark is a character, colour only repeats it."""
    text = Text(picture.title + "\n", style="")
    for panel in picture.panels:
        text.append(f"\n  {panel.title}\n", style="bold")
        _draw_rows(text, panel.rows)
        _draw_arrows(text, panel.arrows)
        if panel.rest:
            text.append(f"    {told_beside(picture, panel.rest)}\n", style="dim")
    used = {cell.mark for panel in picture.panels for row in panel.rows for cell in row.cells}
    used |= {"!"} if any(arrow.broken for panel in picture.panels for arrow in panel.arrows) else set()
    legend = "    ".join(f"{mark} {meaning}" for mark, meaning in MARKS.items() if mark in used)
    return text.append(f"\n  {legend}\n" if legend else "")


def _draw_rows(text: Text, rows: Sequence[Row]) -> None:
    label = max((len(row.name) for row in rows), default=0)
    heads: tuple[str, ...] = ()
    for row in rows:
        alike = [other for other in rows if other.heads() == row.heads()]
        widths = [max(len(other.cells[place].text) for other in alike) for place in range(len(row.cells))]
        widths = [max(width, len(head)) for width, head in zip(widths, row.heads(), strict=True)]
        margin = f"    {'':{label}}   "
        if row.heads() != heads:
            line = "   ".join(f"{head:>{width}}" for head, width in zip(row.heads(), widths, strict=True))
            text.append(f"{margin} {line}".rstrip() + "\n", style="dim")
            heads = row.heads()
        text.append(f"    {row.name:{label}}  |")
        for cell, width in zip(row.cells, widths, strict=True):
            text.append(f" {cell.text:>{width}} ", style="bold" if cell.mark else "")
            text.append("|")
        text.append("\n" if row.cells else "  (empty)\n")
        if any(cell.mark for cell in row.cells):
            line = "   ".join(f"{cell.mark:>{width}}" for cell, width in zip(row.cells, widths, strict=True))
            text.append(f"{margin} {line}".rstrip() + "\n", style="yellow")


def _draw_arrows(text: Text, arrows: Sequence[Arrow]) -> None:
    for meaning in dict.fromkeys(arrow.meaning for arrow in arrows if not arrow.broken):
        line = ", ".join(str(arrow) for arrow in arrows if arrow.meaning == meaning and not arrow.broken)
        text.append(f"    {line}  ({meaning})\n", style="dim")
    for arrow in arrows:
        if arrow.broken:
            text.append(f"  ! {arrow}\n", style="red")
