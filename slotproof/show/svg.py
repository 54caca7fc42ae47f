"""Pictures of arrays as SVG."""

from __future__ import annotations

from typing import Any, Final
from xml.sax.saxutils import escape

from slotproof.show.drawing import MARKS, Arrow, Panel, Row, Scene, told_beside

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
    notes = _wrapped(told_beside(picture, rest) if rest else "", int((wide - 2 * MARGIN) / 6.7))
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
