"""The page of the language: its tables as Markdown, from the data that the check reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from slotproof.language import tables, vocabulary
from slotproof.language.apart import APART
from slotproof.language.forms import Form

_HEAD: Final = """# The Python that `prove` accepts

`slotproof lint FILE` reads a declaration, its model, its arrays and all that they reach, and says what is not in this
language: the line, what stands there, why it is refused, and what to write instead. It imports nothing and runs
nothing; exit code 1 is for findings in programs, 2 for mistakes in the declaration. `slotproof verify` does so first:
with findings in a program nothing of the container is proved, with a mistake in a declaration nothing is judged.

What stands in no table below is refused. The tables are printed from the data that the check reads:
`python -m slotproof.language > docs/engineers/language.md`.

`explore`, `walk` and the gate run the code as CPython does, and take all of it. `prove` takes it but for what stands
in the last column of a table: of that it says `not proved`, and which form it is. Where lengths and keys are known
beforehand, it follows more.
Costs are in cells of arrays: entries that are read or written of the lists, dicts and sets that the container holds, or
held when the operation began. What the operation makes becomes a part of the container at the price of one write an
entry; what is no part of it costs nothing, such as an argument, another container, a result, and a list on the way.
An entry of a list that is taken out is a write, as one that is put in is; that `pop` gives it is no read.
n is the size of the receiver, m that of the argument, and each counts if it is the container's. Without a word it costs
nothing. Loops multiply, and a call costs what its body costs.
"""

_TAIL: Final = """## Who holds what

A second name of a list is the same list. When an operation ends, no list, dict or set is held twice: not by two
fields, nor by a field and an argument, nor by a field and the result. So what becomes a part of a container is new, or
is copied; two containers exchange parts in one assignment, or in three: `m = a.x`, `a.x = b.x`, `b.x = m`.
In a loop, a name from before the loop is not pointed at another list, dict, set or object; a field may be, and `prove`
looks at what it held before the loop by no other name. An operation leaves the lists, dicts and sets that it is given
as they are; what runs in passing, in a comprehension, a lambda, a generator, a property, `len` or `in`, changes
nothing.

## Claims

Laws, invariants, conditions of loops, promises and measures are functions of the language, too: they name what they
use, have a value on every path, end in no error, and change nothing. They may say `and`, `or`, `not`, `in`, chained
comparisons and `all(... for place in range(n))`, or the words of `slotproof.spec.logic`. Code of the arrays may say
`power_of_two`, `within` and `encodable`, which look into nothing.

## Everyday Python that is not in the language

| Form | Why | Write |
| --- | --- | --- |
| `if number:`, `not len(self)` | the truth of a number is seldom meant | `number != 0`, `len(self) == 0` |
| `held = given or []` | the result is one of the two | `given if given is not None else []` |
| `first, *rest = items` | the lengths are not known | slices |
| `zip(one, other)` | what is left of the longer one is passed over | `zip(one, other, strict=True)` |
| `one is other` | identity tells values apart that are equal | `==`, or `is None` |
| `f"{number}"` in code | texts are for the messages of errors | compare the values |
| `held = map(...)`, `held = (... for ...)` | it is gone through once | `list(...)` |
| `self.kept = given` of a list | two would hold it | `given.copy()` |
| a function that calls itself | nothing says that it ends | a loop with a measure |
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
        key = "{}" if title in {"Functions", "Statements", "Expressions"} else ""
        parts.append(f"## {title}\n" + (f"\n{lead}\n" if lead else "") + "\n" + _table(forms.values(), key))
        if title == "Modules":
            parts.append(f"Constants are: {tables.CONSTANTS}.\n")
    parts.append("## Operators\n\n" + _operators())
    parts.append("## Built-in functions\n\n" + _table(vocabulary.BUILTINS.values(), "{}()"))
    for kind, forms in vocabulary.METHODS.items():
        parts.append(f"## Methods of {kind}\n\n" + _table(forms.values(), f"{kind}.{{}}"))
    for module, forms in vocabulary.MODULES.items():
        parts.append(f"## Names of `{module}`\n\n" + _table(forms.values()))
    named, raised = (
        ", ".join(f"`{each}`" for each in sorted(names))
        for names in (vocabulary.ERRORS - {"Exception"}, vocabulary.RAISED)
    )
    parts.append(f"## Errors\n\nBuilt-in errors that may be caught: {named}.\n")
    parts.append(f"Those that may be raised, or be the base of a class of errors, as Exception may be: {raised}.\n")
    parts.append(_TAIL)
    return "\n".join(parts)


def _table(forms: Iterable[Form], key: str = "") -> str:
    """Return a table with a column for each thing that is said of some form.

    Takes      key, how `APART` names its rows
    """
    rows = []
    for each in forms:
        name = f"`{each.name}`" if " " not in each.name else each.name
        rows.append((name, each.meaning, each.errors, each.cost, APART.get(key.format(each.name), "")))
    return _rows(("Form", "Meaning", "Errors", "Cost", "Not by `prove`"), rows)


def _operators() -> str:
    rows = []
    for sign, (meaning, errors, cost, kinds) in tables.OPERATORS.items():
        shown = ", ".join(f"{one} and {other}" if one != other else one for one, other, _ in kinds)
        rows.append((f"`{sign}`", meaning, shown, errors, cost, APART.get(sign, "")))
    return _rows(("Operator", "Meaning", "Kinds", "Errors", "Cost", "Not by `prove`"), rows)


def _rows(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    used = [place for place in range(len(heads)) if place < 2 or any(row[place] for row in rows)]
    lines = [[heads[place] for place in used], ["---"] * len(used)]
    lines += [[row[place].replace("|", "\\|") for place in used] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
