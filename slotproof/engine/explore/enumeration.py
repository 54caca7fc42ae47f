"""Every filling of the arrays of a tiny container, well-formed or not, which the declaration lists as candidates.

The claims must hold of the fillings that can be reached and of no other, and `from_dict` must take just those of which
the claims hold: what it checks is all that stands between a caller's data and a container that is none.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

from slotproof.declare import Operation, Refinement, Scope
from slotproof.engine.evaluate import Claims
from slotproof.engine.explore.frozen import attributes
from slotproof.engine.explore.invalid_inputs import FROM_DICT
from slotproof.engine.explore.snapshot import Snapshot
from slotproof.engine.watchdog import watched
from slotproof.spec.errors import SlotproofError


class Fillings(NamedTuple):
    """What came of the fillings: how many there are, of how many the claims hold, and what is wrong, if anything.

    unlike    with the states that can be reached
    misread   with what `from_dict` makes of a filling
    reader    the operation that is, if the container has it
    """

    tried: int
    well_formed: int
    unlike: str = ""
    misread: str = ""
    reader: Operation | None = None


def try_fillings(refinement: Refinement, scope: Scope, reachable: frozenset[Hashable]) -> Fillings:
    """Try every filling; of each kind of trouble the first is told."""
    if refinement.candidates is None or refinement.abstract is None:
        return Fillings(
            0, 0, "the scope asks for every filling of the arrays, and the container declares no candidates"
        )
    snapshot = Snapshot(refinement.model(**scope.configuration), refinement.impl(**scope.configuration))
    reader = _reader_of(refinement)
    tried, well_formed = 0, set()
    unlike = misread = ""
    with watched(refinement):
        for model, impl in fillings(refinement, scope):
            tried += 1
            if model is not None:
                key = snapshot.freeze(model, impl)
                well_formed.add(key)
                if key not in reachable:
                    unlike = unlike or f"every claim holds of a state that cannot be reached: {_arrays(impl)}"
                    continue
            if reader is not None and not misread:
                misread = _reading(impl, model is not None)
    if not unlike and len(well_formed) < len(reachable):
        model, impl = refinement.model(**scope.configuration), refinement.impl(**scope.configuration)
        snapshot.thaw(min(reachable - well_formed, key=repr), model, impl)
        unlike = f"a state can be reached that is no candidate: {_arrays(impl)}"
    return Fillings(tried, len(well_formed), unlike, misread, reader)


def fillings(refinement: Refinement, scope: Scope) -> Iterator[tuple[Any, Any]]:
    """Each filling, after what it means if every claim holds of it, and None if not."""
    candidates, abstract = refinement.candidates, refinement.abstract
    if candidates is None or abstract is None:
        return
    claims = Claims(refinement)
    for impl in candidates(scope):
        try:
            model = abstract(impl)
        except (SlotproofError, LookupError):  # such arrays mean nothing
            model = None
        yield model if model is not None and claims.hold(model, impl) else None, impl


def _arrays(thing: Any) -> dict[str, Any]:
    """Name -> what an object holds; of an object in it, which would be shown as an address, what that holds."""
    return {
        name: _arrays(part) if repr(part) == object.__repr__(part) else part for name, part in attributes(thing).items()
    }


def _reader_of(refinement: Refinement) -> Operation | None:
    """The operation that reads what `to_dict` tells, if there is one."""
    return next((each for each in refinement.operations if each.name == FROM_DICT), None)


def _reading(impl: Any, reachable: bool) -> str:
    """What is wrong with what `from_dict` makes of a filling that can be reached, or cannot; "" if nothing is."""
    data = impl.to_dict()
    try:
        same = type(impl).from_dict(data).to_dict() == data
    except SlotproofError as error:
        return f"from_dict refuses a state that can be reached, {data}: {error}" if reachable else ""
    except Exception as error:  # noqa: BLE001 - reported as a failure of the implementation
        return f"from_dict crashes over {data}: {type(error).__name__}: {error}"
    if not reachable:
        return f"from_dict takes what no operation makes: {data}"
    return "" if same else f"from_dict makes something else of {data}"
