"""One self-contained HTML page on a run: the table, and each failing trace drawn step by step."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from string import Template
from typing import Any

from slotproof.engine.explore.snapshot import attributes
from slotproof.gate.kinds import Layout, Part, kind
from slotproof.gate.oracle import Container, Level, resolve
from slotproof.gate.report import Event, headline, of, port_name, trace_lines, verdict
from slotproof.gate.values import Json, Malformed
from slotproof.show.drawing import scene, svg

PAGE = Template("""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>$title</title><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem; border-bottom: 1px solid #ccc; text-align: left; }
td.n { text-align: right; } pre { background: #f4f4f4; padding: .8rem; overflow-x: auto; }
.pass { color: #070; } .wrong { color: #b00; } figure { margin: 1rem 0; overflow-x: auto; }
</style></head><body><h1>$title</h1><p>$verdict</p>
<table><tr><th>Kind</th><th>Level</th><th>Verdict</th><th>Traces</th><th>Operations</th><th>Seconds</th></tr>
$rows</table>
$failures
</body></html>
""")


def page(events: Sequence[Event]) -> str:
    """The page of a run, from its event log."""
    rows = []
    for each in of(events, "kind"):
        colour = "pass" if each["verdict"] == "pass" else "wrong"
        rows.append(
            f"<tr><td>{escape(each['kind'])}</td><td>{escape(each['level'])}</td>"
            f'<td class="{colour}">{escape(each["verdict"])}</td><td class="n">{sum(each["verdicts"].values()):,}</td>'
            f'<td class="n">{each["operations"]:,}</td><td class="n">{each["seconds"]:.1f}</td></tr>'
        )
    return PAGE.substitute(
        title=escape(f"{port_name(events)} under the gate"),
        verdict=escape(verdict(events)),
        rows="\n".join(rows),
        failures="\n".join(_failure(event) for event in of(events, "failure")),
    )


def _failure(event: Event) -> str:
    parts = [f"<h2>{escape(headline(event))}</h2>", f"<pre>{escape(chr(10).join(trace_lines(event)))}</pre>"]
    parts += [f"<figure>{drawing}</figure>" for drawing in drawings(event)]
    return "\n".join(parts)


def drawings(event: Event) -> Iterator[str]:
    """The arrays around each operation of the trace, as they must be; last, those of the port beside ours."""
    found = kind(event["kind"])
    config = {key: value for key, value in event["config"].items() if (key, value) != ("generation", "none")}
    try:
        container = Container(found, config, Level.STRUCTURE)
        results: list[Json] = []
        before = _state(container)
        for number, op in enumerate(event["ops"]):
            results.append(container.take([op[0], *resolve(op[1:], results)]))
            after = _state(container)
            title = f"{number}. {json.dumps(op)} answers {json.dumps(results[-1])}"
            yield _svg(scene(title, before, after, _links(found)))
            if number == event["at"] and event["what"] == "arrays" and isinstance(event["actual"], dict):
                port = {**after, **_flat(found.layout, event["actual"])}
                yield _svg(scene(f"{number}. before: ours; after: the port's", after, port, _links(found)))
            before = after
    except Malformed:  # a trace with opaque handles that our own container did not issue
        return


def _links(found: Any) -> tuple[Any, ...]:
    return () if any(isinstance(member, Part) for member in found.layout) else found.refinement.links


def _state(container: Container) -> dict[str, Any]:
    """The attributes, or where they are containers themselves, the arrays of these under dotted names."""
    if any(isinstance(member, Part) for member in container.kind.layout):
        return _flat(container.kind.layout, container.arrays())
    return {name: list(held) if isinstance(held, list) else held for name, held in attributes(container.held).items()}


def _flat(layout: Layout, shown: Mapping[str, Json], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for member in layout:
        if not isinstance(member, Part):
            flat[prefix + member] = shown[member]
        elif member.many:
            for number, each in enumerate(shown[member.name]):
                flat |= _flat(member.layout, each, f"{prefix}{member.name}[{number}].")
        else:
            flat |= _flat(member.layout, shown[member.name], f"{prefix}{member.name}.")
    return flat


def _svg(picture: Any) -> str:
    text = svg(picture)
    return text[text.index("<svg") :]
