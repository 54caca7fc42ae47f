"""In the place of which lists methods of a class may put others."""

from __future__ import annotations

import ast
from functools import cache

from slotproof.engine.prove.source import Class


@cache
def replaced(cls: Class) -> frozenset[str]:
    """Name the attributes that methods of a class assign, but for its constructor; all of them if names are computed.

    What other code does is not looked at: a proof that others rest on shows that a list under another name stays.
    """
    found = frozenset[str]().union(*map(replaced, cls.bases))
    for name, method in cls.methods.items():
        for node in ast.walk(method.node) if name != "__init__" else ():
            match node:
                case ast.Attribute(attr="__dict__") | ast.Name("setattr" | "vars"):
                    return frozenset(cls.fields)
                case ast.Attribute(attr=attribute, ctx=ast.Store()):
                    found |= {attribute}
    return found
