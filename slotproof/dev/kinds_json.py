"""Write slotproof/gate/kinds.json: what the declarations say of each kind, for programs that are not Python.

docs/schema/kinds.json says what stands where. What it says of a format never changes: FORMAT counts up where it would.

With --check the file is compared in all that the declarations say, in a second. What our own container can be brought
to, outcomes and numbers at their edges, is found by a run on it, which takes minutes, and is kept otherwise.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from slotproof.dev.pages import keep
from slotproof.gate.campaign.run import Campaign, Plan
from slotproof.gate.campaign.session import Session
from slotproof.gate.protocol.hello import POLICIES, PORT_POLICIES
from slotproof.gate.protocol.kinds import SPEC, Kind, Layout, Part, kind, names
from slotproof.gate.protocol.operations import BEHAVIOUR
from slotproof.gate.protocol.oracle import CODES
from slotproof.spec import errors

PATH = Path(__file__).resolve().parents[1] / "gate/kinds.json"
FORMAT = "slotproof-kinds/1"
PLAN = Plan(transitions=500, random=40, walks=100, examples=10)
ROOM_FIRST = ("emplace_items",)  # looks for room before it calls the factory; all others call it before


def codes(each: Kind, name: str) -> list[str]:
    """The errors of an operation, in the order in which it looks for them."""
    found = [CODES[getattr(errors, error)] for error in each.refinement.operation(name).refusals]
    takes = each.operations[name].takes
    if "factory" in takes or "change" in takes:
        first = "full" in found and name not in ROOM_FIRST
        found.insert(found.index("full") if first else len(found), "callback")
    return found


def arrays(layout: Layout) -> list[Any]:
    """The members of a layout; one that is a container has members itself."""
    return [
        {"name": member.name, "many": member.many, "arrays": arrays(member.layout)}
        if isinstance(member, Part)
        else member
        for member in layout
    ]


def sort(default: object) -> str:
    """The type of a key of the configuration, from what it is by default."""
    return {bool: "bool", int: "natural", float: "load", str: "policy"}[type(default)]


def cost(each: Kind, name: str) -> Any:
    """The declared cost of an operation, or nothing."""
    found = each.refinement.operation(name).cost
    if found is None:
        return None
    loops = [[found.each, found.each_reads, found.each_writes]] if found.each else []
    return {"reads": found.reads, "writes": found.writes, "each": [*loops, *map(list, found.more)]}


def said(each: Kind, reached: Mapping[str, Collection[str]]) -> dict[str, Any]:
    """What is said of a kind.

    Takes      reached, the cells of each operation that our own container was brought to
    """
    operations = []
    for signature in each.operations.values():
        cells = reached.get(signature.name, ())
        places = range(1, len(signature.takes) + 1)
        edges = [
            [cell.split(": ")[1] for cell in cells if cell.startswith(f"{signature.name} {at}: ")] for at in places
        ]
        operations.append(
            {
                "name": signature.name,
                "claim": each.refinement.operation(signature.name).claim.id,
                "takes": [{"type": how, "edges": found} for how, found in zip(signature.takes, edges, strict=True)],
                "returns": signature.returns,
                "pure": signature.pure,
                "behaviour": BEHAVIOUR[each.name].get(signature.name, ""),
                "errors": codes(each, signature.name),
                "cost": cost(each, signature.name),
                "outcomes": [cell.split(": ")[1] for cell in cells if cell.startswith(f"{signature.name}: ")],
            }
        )
    claims = {claim.id: claim for claim in each.refinement.claims()}
    return {
        "name": each.name,
        "page": each.page,
        "config": [{"key": key, "type": sort(value), "default": value} for key, value in each.config.items()],
        "policies": {key: list(POLICIES[key]) for key in each.config if key in POLICIES},
        "arrays": arrays(each.layout),
        "operations": operations,
        "claims": [{"id": id, "text": claim.statement} for id, claim in claims.items()],
        "deviations": [id for id, claim in claims.items() if claim.kind == "D"],
    }


def reached() -> dict[str, dict[str, list[str]]]:
    """The cells that a run on our own container comes to, of each operation of each kind."""
    with Session([sys.executable, "-m", "slotproof", "gate", "serve"], 60.0) as session:
        reports = Campaign(session, PLAN).run()
    return {report.kind: by_operation(report.cells) for report in reports}


def by_operation(cells: Collection[str]) -> dict[str, list[str]]:
    """Cells by their operation."""
    found: dict[str, list[str]] = {}
    for cell in sorted(cells):
        found.setdefault(cell.split(":")[0].split(" ")[0], []).append(cell)
    return found


def kept() -> dict[str, dict[str, list[str]]]:
    """Those that the file has."""
    if not PATH.exists():
        return {}
    found = {}
    for each in json.loads(PATH.read_text(encoding="utf-8"))["kinds"]:
        found[each["name"]] = {operation["name"]: cells_of(operation) for operation in each["operations"]}
    return found


def cells_of(operation: Mapping[str, Any]) -> list[str]:
    """The cells of an operation."""
    name, found = operation["name"], [f"{operation['name']}: {outcome}" for outcome in operation["outcomes"]]
    for place, argument in enumerate(operation["takes"], 1):
        found += [f"{name} {place}: {edge}" for edge in argument["edges"]]
    return found


def render(cells: Mapping[str, Mapping[str, Collection[str]]]) -> str:
    """The text of the file."""
    head = json.dumps({"format": FORMAT, "spec": SPEC, "port_policies": PORT_POLICIES})[1:-1]
    told = [json.dumps(said(kind(name), cells.get(name, {})), ensure_ascii=False) for name in names()]
    return "{" + head + ', "kinds": [\n' + ",\n".join(told) + "\n]}\n"


def main() -> int:
    """0 if the file is up to date, or was written."""
    check = "--check" in sys.argv
    text = render(kept() if check or "--keep" in sys.argv else reached())
    return keep([(PATH, text)], "slotproof.dev.kinds_json", check)


if __name__ == "__main__":
    sys.exit(main())
