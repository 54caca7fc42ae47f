"""Every place of a function, or of a constant, at which an operator makes a mistake."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from slotproof.engine.mutate.edit import Edit, Mutant, definitions, source_of, span, target_of
from slotproof.engine.mutate.operators import CODE, Operator, SourceText, alias, drop_element


def of_function(
    container: str, module: str, qualified: str, operators: Mapping[str, Operator] = CODE
) -> Iterator[Mutant]:
    """Every mutant of a function, in the order of its text; two that are the same text are one."""
    definition = definitions(module)[qualified]
    yield from _at_every_place(container, module, qualified, [definition.args, *definition.body], operators)


def of_constant(container: str, module: str, statement: ast.Assign | ast.AnnAssign) -> Iterator[Mutant]:
    """Every mutant of a tuple of names, or of a second name of a method, that is assigned in a module or in a class."""
    name = target_of(statement)
    if name and statement.value is not None:
        operators = {
            "drop-element": drop_element,
            "alias": lambda text, node: alias(module, statement) if node is statement.value else iter(()),
        }
        yield from _at_every_place(container, module, name, [statement.value], operators)


def _at_every_place(
    container: str, module: str, qualified: str, roots: list[Any], operators: Mapping[str, Operator]
) -> Iterator[Mutant]:
    text = SourceText(module, source_of(module))
    counts: Counter[tuple[int, str]] = Counter()
    seen: set[bytes] = set()
    nodes = [node for root in roots for node in _places(root)]
    for node in sorted(nodes, key=lambda node: (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))):
        for operator, change in operators.items():
            for where, new in change(text, node):
                start, end = where if isinstance(where, tuple) else span(text.source, where)
                changed = text.source[:start] + new.encode() + text.source[end:]
                if changed == text.source or changed in seen:
                    continue
                seen.add(changed)
                line = text.source.count(b"\n", 0, start) + 1
                ordinal = counts[line, operator]
                counts[line, operator] += 1
                yield Mutant(container, module, qualified, line, operator, ordinal, (Edit(start, end, new),))


def _places(root: ast.AST) -> Iterator[ast.AST]:
    """A node and all in it, but not what only says how an error reads, nor annotations."""
    yield root
    if isinstance(root, ast.Raise | ast.JoinedStr | ast.arguments):
        return
    for name, value in ast.iter_fields(root):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.expr_context | ast.operator | ast.cmpop):
                yield from _places(child)
