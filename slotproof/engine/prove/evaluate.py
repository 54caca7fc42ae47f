"""The evaluator: all forms of the language together, and what words and built-ins mean."""

from __future__ import annotations

import ast
from typing import Any

from slotproof.engine.prove.python.builtin import builtins, methods
from slotproof.engine.prove.python.kinds import anything, texts
from slotproof.engine.prove.python.kinds.fixed import taken
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import Method, Named, Value
from slotproof.engine.prove.python.logic import forms, words
from slotproof.engine.prove.sides.lockstep import Lockstep
from slotproof.engine.prove.source import ERRORS

KNOWN = (words.WORDS, anything.WORDS, texts.WORDS, builtins.FUNCTIONS)


class Evaluator(Lockstep):
    """What every form of the language means; see `expressions`, `statements`, `calls`, `splices`, `loops`."""

    def __init__(self, program: Any, solver: Any) -> None:
        super().__init__(program, solver)
        self.instead[ERRORS, "shown"] = _shown

    def is_builtin(self, name: str) -> bool:
        """True of the built-ins that have a meaning here."""
        return name in builtins.FUNCTIONS or name in builtins.TYPES or name in forms.FORMS or name in texts.WORDS

    def form_of(self, name: str) -> Any:
        """The meaning of a word that looks at its arguments itself; None of others."""
        return forms.FORMS.get(name)

    def word(self, st: State, name: str, args: list[Value], kwargs: Named, node: ast.AST) -> Results:
        """A call of a built-in, or of a word of claims."""
        meaning = next((known[name] for known in KNOWN if name in known), None)
        if meaning is None:
            raise self.refusal(node, name, "no function of the language of proofs", "use what the page lists")
        args = anything.as_meant(self, st, name, args, node)
        return [(st, taken(self, node, name, meaning, self, st, node, *args, **kwargs))]

    def method(self, st: State, method: Method, args: list[Value], kwargs: Named, node: ast.AST) -> Results:
        """A call of a method of a built-in kind."""
        return methods.method(self, st, method, args, kwargs, node)


def _shown(ev: Any, st: State, closure: Any, args: list[Value], node: ast.AST) -> Results:
    """`shown(value)`: a text for a message, whatever the value."""
    return [(st, builtins.shown(ev, st, node, *args))]
