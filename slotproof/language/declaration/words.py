"""Words of claims in code of the arrays: nobody counts what they look at, so there are none that look into lists."""

from __future__ import annotations

import ast
from typing import Final

from slotproof.language.declaration.declared import Declared
from slotproof.language.function.scope import Work
from slotproof.language.program.parts import LOGIC, Class
from slotproof.language.program.syntax import short

_OF_NUMBERS: Final = frozenset({"power_of_two", "within", "encodable"})
"""Words that are asked of numbers and texts alone."""


def check_words(declared: Declared, work: Work) -> None:
    """Refuse words of claims in the methods of the implementation, and in what they call.

    Takes      work, of a check that has read them
    """
    program, impl = declared.program, declared.impl
    line = [each for each, _ in program.line(impl)] if isinstance(impl, Class) else []
    todo = [f"{cls.id}.{name}" for cls in line for name in cls.methods]
    met: set[str] = set()
    while todo:
        key = todo.pop()
        if key in met or key not in work.seen:
            continue
        met.add(key)
        module, node, _ = work.seen[key]
        todo += work.reports[key].calls if module.name != LOGIC else ()
        for each in ast.walk(node) if module.name != LOGIC else ():
            if isinstance(each, ast.Name) and isinstance(module.bindings.get(each.id), ast.ImportFrom):
                symbol = program.resolve(module, each.id)
                is_word = symbol.module is not None and symbol.module.name == LOGIC
                if is_word and symbol.name not in _OF_NUMBERS:
                    program.refuse(module, each, "claim_word", f"`{short(each)}` in code of the arrays")
