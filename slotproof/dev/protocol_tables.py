"""Write the tables of kinds into docs/users/protocol.md, or check with --check that they are up to date."""

from __future__ import annotations

import sys
from pathlib import Path

from slotproof.dev.pages import keep, written
from slotproof.gate.protocol.kinds import Kind, Layout, Part, kind, names
from slotproof.gate.protocol.operations import BEHAVIOUR
from slotproof.gate.traces.asked import facts

PAGE = Path(__file__).resolve().parents[2] / "docs/users/protocol.md"
NOTES = {
    "storage": "The entry of `dense` at a hole means nothing and is not looked at: write any integer or `null`, "
    "and in a digest `null`.",
    "dense_map": '`hash` is `"identity"`: the key, its low bits in two\'s complement; `"halves"`: floor(key / 2); '
    'or `"one_bucket"`: 0.',
    "dense_set": "`hash` as in `dense_map`.",
    "hash_index": "`head` and `chain` have -1 for `NIL` and -2 for `UNLINKED`. Until the first `add` each has its one "
    "shared entry: `[-1]` and `[-2]`.",
    "registry": "`group` takes the owned, observed and excluded pools; `view` the pools and the excluded ones. "
    "`entities`, each of `pools` and `elements` are the arrays of an `entity_storage`, a `storage` and a `sparse_set`. "
    "That a pool to be owned leaves holes, which is `invalid_argument`, `group` looks for after conflicts.",
    "typed_store": "The first argument of `insert`, `emplace` and `size` is the type id.",
    "bitmask": "Words wider than 53 bits are written as `u64:` strings where they need it.",
}


def render_layout(layout: Layout) -> str:
    """The members as they are written."""
    parts = []
    for member in layout:
        if isinstance(member, Part):
            inner = "{" + render_layout(member.layout) + "}"
            parts.append(f"{member.name}: {'[' + inner + ', ...]' if member.many else inner}")
        else:
            parts.append(member)
    return ", ".join(parts)


def render(each: Kind) -> str:
    """The section of a kind."""
    config = ", ".join(
        f"`{key}` {str(value).lower() if isinstance(value, bool) else value}" for key, value in each.config.items()
    )
    lines = [f"### {each.name}", "", f"Page: [{each.name}.md](containers/{each.name}.md).", f"Configuration: {config}."]
    lines.append(f"Arrays: `{{{render_layout(each.layout)}}}`.")
    if each.name in NOTES:
        lines.append(NOTES[each.name])
    errors = {operation["name"]: operation["errors"] for operation in facts()[each.name]["operations"]}
    lines += ["", "| Operation | Result | Errors | At behaviour |", "|---|---|---|---|"]
    for signature in each.operations.values():
        codes = errors[signature.name]
        asked = BEHAVIOUR[each.name].get(signature.name, "")
        asked = "yes" if asked == signature.returns else asked
        arguments = "".join(f", {take}" for take in signature.takes)
        lines.append(f'| `["{signature.name}"{arguments}]` | {signature.returns} | {", ".join(codes)} | {asked} |')
    return "\n".join(lines)


def main() -> int:
    """0 if the page is up to date, or was written."""
    tables = "\n\n".join(render(kind(name)) for name in names())
    page = written(PAGE.read_text(encoding="utf-8"), "kinds", tables)
    return keep([(PAGE, page)], "slotproof.dev.protocol_tables", "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
