"""Pictures of arrays: one description of a scene, drawn on a terminal or as SVG.

before                          what is marked    ^ changed    + new    - gone    ! broken link
0   1   2
sparse  | 1 | 0 | 2 |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, Final
from xml.sax.saxutils import escape

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


def _told_beside(picture: Scene, rest: str) -> str:
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
            text.append(f"    {_told_beside(picture, panel.rest)}\n", style="dim")
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


# --- SVG

CHARACTER: Final = 8.4  # width of one, at the font size of the cells
HEIGHT: Final = 28  # of a cell
HEAD: Final = 20  # room for the indices above a row
GAP: Final = 14  # between rows
LINKED: Final = 48  # between rows that an arrow connects
MARGIN: Final = 24
WIDEST: Final = 1200  # beyond it, panels stand below one another

_STYLE: Final = """
text { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 14px; fill: #1b1f24; }
.title { font-weight: bold; font-size: 15px; } .head { font-size: 11px; fill: #57606a; }
.small { font-size: 11px; fill: #57606a; }
.wrong { font-size: 12px; fill: #b3261e; font-weight: bold; }
.wrong { stroke: #ffffff; stroke-width: 3px; paint-order: stroke; }
.mark { font-size: 12px; font-weight: bold; }
rect { fill: #ffffff; stroke: #57606a; stroke-width: 1; }
rect.changed { fill: #ffe8a3; stroke: #1b1f24; stroke-width: 2; }
rect.new { fill: #cdeccf; stroke: #1b1f24; stroke-width: 2; }
rect.gone { fill: #eaeef2; stroke-dasharray: 4 3; }
path.link { fill: none; stroke: #3d6fb4; stroke-width: 1.5; }
path.broken { fill: none; stroke: #b3261e; stroke-width: 2; stroke-dasharray: 6 4; }
""".strip()

_HEADS: Final = "".join(
    f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
    f'markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0,0.5 L8,4 L0,7.5 z" fill="{colour}"/>'
    "</marker>"
    for name, colour in (("whole", "#3d6fb4"), ("torn", "#b3261e"))
)


def svg(picture: Scene) -> str:
    """The scene as a self-contained SVG document."""
    drawings = [_Drawing(panel) for panel in picture.panels]
    beside = sum(drawing.width for drawing in drawings) + MARGIN * (len(drawings) + 1) <= WIDEST
    body, x, y, bottom = [], float(MARGIN), 64.0, 0.0
    for drawing in drawings:
        body.append(f'<g transform="translate({x:.0f},{y:.0f})">{"".join(drawing.parts)}</g>')
        bottom = max(bottom, y + drawing.height)
        x, y = (x + drawing.width + MARGIN, y) if beside else (x, y + drawing.height + MARGIN)
    rest = next((panel.rest for panel in reversed(picture.panels) if panel.rest), "")
    wide = x if beside else max(drawing.width for drawing in drawings) + 2 * MARGIN
    notes = _wrapped(_told_beside(picture, rest) if rest else "", int((wide - 2 * MARGIN) / 6.7))
    width = max(wide, len(picture.title) * 9.1 + 2 * MARGIN, 420)
    notes.append("^ changed, + new, - gone, dashed red: broken link")
    height = bottom + 18 * len(notes) + MARGIN
    lines = [_text(MARGIN, bottom + 18 * (place + 1), note, "small") for place, note in enumerate(notes)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img">\n<title>{escape(picture.title)}</title>\n'
        f"<style>\n{_STYLE}\n</style>\n<defs>{_HEADS}</defs>\n"
        f'<rect width="100%" height="100%" style="stroke:none"/>\n'
        + "\n".join([_text(MARGIN, 32, picture.title, "title"), *body, *lines])
        + "\n</svg>\n"
    )


def _wrapped(text: str, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _text(x: float, y: float, text: str, style: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}">{escape(text)}</text>'


class _Drawing:
    """One panel, drawn at the origin."""

    def __init__(self, panel: Panel) -> None:
        self.parts = [_text(0, 0, panel.title, "title")]
        self.label = max((len(row.name) for row in panel.rows), default=0) * CHARACTER + 12
        self.width = self.label + 60
        self.places: dict[tuple[str, Any], tuple[float, float, float]] = {}  # cell -> x of the middle, top, bottom
        self.rights: dict[str, tuple[float, float, float]] = {}  # row -> x right of it, top, bottom
        y = 16.0
        for place, row in enumerate(panel.rows):
            above = panel.rows[place - 1] if place else None
            y += 0 if above is None else LINKED if _connected(panel, above, row) else GAP
            y = self._row(row, y, heads=above is None or above.heads() != row.heads() or _connected(panel, above, row))
        if any(arrow.source[0] == arrow.target[0] == panel.rows[-1].name for arrow in panel.arrows):
            y += LINKED - GAP
        notes: list[str] = []
        for arrow in sorted(panel.arrows, key=lambda arrow: bool(arrow.broken)):
            label = f"!{len(notes) + 1}" if arrow.broken else ""
            notes += [f"{label} broken: {arrow}"] if arrow.broken else []
            self._arrow(arrow, label)
        for note in notes:
            y += 18
            self.parts.append(_text(0, y, note, "wrong"))
            self.width = max(self.width, len(note) * 7.3 + 20)
        self.height = y + 12

    def _row(self, row: Row, y: float, heads: bool) -> float:
        """Draw the row from y down; the y below it."""
        y += HEAD if heads else 0
        x = self.label
        if row.name:
            self.parts.append(_text(0, y + 19, row.name))
        if not row.cells:
            self.parts.append(_text(x, y + 19, "(empty)", "small"))
        for cell in row.cells:
            wide = max(40.0, len(cell.text) * CHARACTER + 16, len(cell.head) * 6.8 + 10)
            style = MARKS.get(cell.mark, "")
            self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{HEIGHT}" class="{style}"/>')
            self.parts.append(_text(x + wide / 2, y + 19, cell.text, anchor="middle"))
            if heads:
                self.parts.append(_text(x + wide / 2, y - 5, cell.head, "head", "middle"))
            if cell.mark:
                self.parts.append(_text(x + wide - 3, y + 10, cell.mark, "mark", "end"))
            where = (x + wide / 2, y - HEAD + 4 if heads else y, y + HEIGHT)
            self.places[(row.name, cell.head) if row.name else (cell.head, "None")] = where
            x += wide
        self.rights[row.name] = (x + 30, y, y + HEIGHT)
        self.width = max(self.width, x + 60)
        return y + HEIGHT

    def _arrow(self, arrow: Arrow, label: str) -> None:
        source = self.places.get((arrow.source[0], str(arrow.source[1])))
        target = self.places.get((arrow.target[0], str(arrow.target[1])), self.rights.get(arrow.target[0]))
        if source is None or target is None:
            return
        x1, x2 = source[0], target[0]
        if source[2] == target[2]:  # the same row: below it
            y1 = y2 = source[2]
            bend = y1 + 18 + min(18, abs(x2 - x1) / 8)
            x2 += -6 if x2 > x1 else 6
            curve = f"M{x1:.1f},{y1:.1f} C{x1:.1f},{bend:.1f} {x2:.1f},{bend:.1f} {x2:.1f},{y2 + 2:.1f}"
        else:
            down = target[1] > source[1]
            y1, y2 = (source[2], target[1]) if down else (source[1], target[2])
            half = (y1 + y2) / 2
            curve = f"M{x1:.1f},{y1:.1f} C{x1:.1f},{half:.1f} {x2:.1f},{half:.1f} {x2:.1f},{y2:.1f}"
        style, head = ("broken", "torn") if arrow.broken else ("link", "whole")
        start = f' marker-start="url(#{head})"' if arrow.both_ways else ""
        self.parts.append(f'<path d="{curve}" class="{style}"{start} marker-end="url(#{head})"/>')
        if label:
            below = source[2] == target[2] or y1 < y2
            self.parts.append(_text(x1 + 5, y1 + (14 if below else -6), label, "wrong"))


def _connected(panel: Panel, above: Row, below: Row) -> bool:
    """True if an arrow connects the rows, or leaves the upper one for another place in itself."""
    names = [{row.name} if row.name else set(row.heads()) for row in (above, below)]
    for arrow in panel.arrows:
        ends = arrow.source[0], arrow.target[0]
        if ends[0] in names[0] and (ends[1] in names[1] or ends[1] in names[0]):
            return True
        if ends[1] in names[0] and ends[0] in names[1]:
            return True
    return False
