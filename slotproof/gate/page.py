"""One self-contained HTML page on a run: the table, and each failing trace drawn step by step."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from string import Template
from typing import Any

from slotproof.gate.campaign.evidence import scenes
from slotproof.gate.report import Event, headline, of, port_name, share, trace_lines, verdict
from slotproof.show.svg import svg

PAGE = Template("""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>$title</title><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem; border-bottom: 1px solid #ccc; text-align: left; }
td.n { text-align: right; } pre { background: #f4f4f4; padding: .8rem; overflow-x: auto; }
.pass { color: #070; } .wrong { color: #b00; } figure { margin: 1rem 0; overflow-x: auto; }
</style></head><body><h1>$title</h1><p>$verdict</p>
<table><tr><th>Kind</th><th>Level</th><th>Verdict</th><th>Traces</th><th>Operations</th><th>Asked</th><th>Seconds</th></tr>
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
            f'<td class="n">{each["operations"]:,}</td><td class="n">{share(each)}</td>'
            f'<td class="n">{each["seconds"]:.1f}</td></tr>'
        )
    return PAGE.substitute(
        title=escape(f"{port_name(events)} under the gate"),
        verdict=escape(verdict(events)),
        rows="\n".join(rows),
        failures="\n".join(_failure(event) for event in of(events, "failure")),
    )


def _failure(event: Event) -> str:
    text = "\n".join(trace_lines(event, pictures=False))
    parts = [f"<h2>{escape(headline(event))}</h2>", f"<pre>{escape(text)}</pre>"]
    parts += [f"<figure>{_svg(picture)}</figure>" for _, picture in scenes(event)]
    return "\n".join(parts)


def _svg(picture: Any) -> str:
    text = svg(picture)
    return text[text.index("<svg") :]
