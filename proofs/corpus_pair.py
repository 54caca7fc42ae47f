"""The same mistake made on both sides: results and arrays agree, and a law of the model alone is what it breaks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any, Final

from slotproof.declare import Refinement, Scope
from slotproof.engine.mutate.edit import Mutant, applied, replaced

Changed = tuple[Callable[..., Any], tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class Pair:
    """One mistake on both sides.

    says        what goes wrong, in one sentence
    law         ID of the law that finds it
    scope       name of a scope of the container in which it does
    operations  those that lead there, and the one that goes wrong
    model, impl   the function of each side, and texts that occur once in it, with what stands in their place
    """

    id: str
    container: str
    says: str
    law: str
    scope: str
    operations: tuple[str, ...]
    model: Changed
    impl: Changed

    def mutants(self) -> tuple[Mutant, Mutant]:
        """The two changes.

        Raises     NotApplied if a function does not read as it did
        """
        model, impl = (replaced(self.container, *side, self.id) for side in (self.model, self.impl))
        return model, impl

    def made(self) -> ExitStack:
        """This process, with both changes taken on, until the stack is closed."""
        stack = ExitStack()
        for mutant in self.mutants():
            stack.enter_context(applied(mutant))
        return stack

    def declared(self, whole: Refinement, without: str = "") -> Refinement:
        """The container with the one scope, of which there is no record.

        Takes      without, the ID of a law that is left out
        """
        [scope] = [each for each in whole.scopes if each.name == self.scope]
        narrow: Scope = replace(scope, operations=self.operations, enumerate=False, well_formed=None)
        return replace(
            whole,
            scopes=(narrow,),
            laws=tuple(law for law in whole.laws if law.id != without),
            answers=tuple(law for law in whole.answers if law.claim.id != without),
        )


def alike(
    id: str,
    container: str,
    says: str,
    law: str,
    scope: str,
    operations: tuple[str, ...],
    sides: tuple[Callable[..., Any], Callable[..., Any]],
    *changes: tuple[str, str],
) -> Pair:
    """A pair of changes that read the same on both sides."""
    return Pair(id, container, says, law, scope, operations, (sides[0], changes), (sides[1], changes))


NO: Final = ("            return False\n", "            return True\n")
"""An answer "nothing was there" that becomes "it is done"."""
