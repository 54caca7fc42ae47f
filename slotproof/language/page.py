"""The page of the language: its tables as Markdown, from the data that the check reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from slotproof.language import tables
from slotproof.language.tables import Form

_HEAD: Final = """# The Python that `prove` accepts

`slotproof lint FILE` reads a declaration, its model, its arrays and all that they reach, and says what is not in this
language: the line, what stands there, why it is refused, and what to write instead. It imports nothing and runs
nothing; exit code 1 is for findings in programs, 2 for mistakes in the declaration. `slotproof verify` does so first:
with findings in a program nothing of the container is proved, with a mistake in a declaration nothing is judged.

What stands in no table below is refused. The tables are printed from the data that the check reads:
`python -m slotproof.language > docs/language.md`.

`explore`, `walk` and the gate run the code as CPython does, and take any Python. `prove` takes this.
Costs are in cells of arrays, entries of lists, dicts and sets that are read or written; n is the size of the receiver,
m that of the argument. Without a word it costs nothing. Loops multiply, and a call costs what its body costs.
"""

_TAIL: Final = """## Who holds what

A second name of a list is the same list. When an operation ends, no list, dict or set is held twice: not by two
fields, nor by a field and an argument, nor by a field and the result. So what becomes a part of a container is new, or
is copied; two containers exchange parts in one assignment, or in three: `m = a.x`, `a.x = b.x`, `b.x = m`.
In a loop, a name from before the loop is not pointed at another list, dict, set or object.
"""

_SECTIONS: Final[tuple[tuple[str, str, dict[str, Form]], ...]] = (
    ("Modules", "At the top of a module stand", tables.MODULE),
    ("Classes", "In the body of a class stand", tables.CLASS),
    ("Bases", "", tables.BASES),
    ("Decorators", "", tables.DECORATORS),
    ("Special methods", "Each is judged as the operation that it is.", tables.SPECIAL_METHODS),
    ("Functions", "", tables.FUNCTION),
    ("Kinds", "Each name, field, parameter and result has one kind.", tables.KINDS),
    ("Statements", "", tables.STATEMENTS),
    ("Expressions", "", tables.EXPRESSIONS),
)


def page() -> str:
    """Return the whole page."""
    parts = [_HEAD]
    for title, lead, forms in _SECTIONS:
        parts.append(f"## {title}\n" + (f"\n{lead}\n" if lead else "") + "\n" + _table(forms.values()))
        if title == "Modules":
            parts.append(f"Constants are: {tables.CONSTANTS}.\n")
    parts.append("## Operators\n\n" + _operators())
    parts.append("## Built-in functions\n\n" + _table(tables.BUILTINS.values()))
    for kind, forms in tables.METHODS.items():
        parts.append(f"## Methods of {kind}\n\n" + _table(forms.values()))
    for module, forms in tables.MODULES.items():
        parts.append(f"## Names of `{module}`\n\n" + _table(forms.values()))
    parts.append(
        "## Errors\n\nBuilt-in errors that may be named: " + ", ".join(f"`{e}`" for e in sorted(tables.ERRORS)) + ".\n"
    )
    parts.append(_TAIL)
    return "\n".join(parts)


def _table(forms: Iterable[Form]) -> str:
    """Return a table with a column for each thing that is said of some form."""
    rows = [
        (f"`{each.name}`" if " " not in each.name else each.name, each.meaning, each.errors, each.cost)
        for each in forms
    ]
    return _rows(("Form", "Meaning", "Errors", "Cost"), rows)


def _operators() -> str:
    rows = []
    for sign, (meaning, errors, kinds) in tables.OPERATORS.items():
        shown = ", ".join(f"{one} and {other}" if one != other else one for one, other, _ in kinds)
        rows.append((f"`{sign}`", meaning, shown, errors))
    return _rows(("Operator", "Meaning", "Kinds", "Errors"), rows)


def _rows(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    used = [place for place in range(len(heads)) if place < 2 or any(row[place] for row in rows)]
    lines = [[heads[place] for place in used], ["---"] * len(used)]
    lines += [[row[place].replace("|", "\\|") for place in used] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
