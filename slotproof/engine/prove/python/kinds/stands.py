"""What stands for a container of which nothing but its model is known, and the words in which claims speak of it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds.cells import contains
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    Data,
    DictCell,
    DistinctCell,
    ObjectCell,
    Ref,
    SetCell,
    StandCell,
    Term,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.rest import claimed
from slotproof.engine.prove.source import Class


@contextmanager
def comparing(ev: Core) -> Iterator[None]:
    """Run what a declaration calls in place of an operation, or compares results by."""
    saved, ev.compares = ev.compares, True
    try:
        yield
    finally:
        ev.compares = saved


def stands(ev: Core, st: State, value: Value) -> StandCell | None:
    """The cell of what stands for a container; None of anything else."""
    cell = ev.cell(st, value) if isinstance(value, Ref) else None
    return cell if isinstance(cell, StandCell) else None


def meaning_of(ev: Core, st: State, held: Ref) -> Ref:
    """The state of the model that stands for a container."""
    meaning: Ref = ev.cell(st, held).meaning
    return Ref(meaning.id, held.heap) if held.heap is not None else meaning


def stand_in(st: State, meaning: Ref, of: Class) -> Ref:
    """What stands for a container in a state, which may be one that was."""
    return st.allocate(StandCell(_copied(st, meaning), of))


def _copied(st: State, ref: Ref) -> Ref:
    """The same once more, with all that it holds."""
    cell = (st.heap if ref.heap is None else ref.heap)[ref.id]
    if isinstance(cell, ObjectCell):
        held = cell.fields.items()
        fields = {n: _copied(st, Ref(v.id, ref.heap)) if isinstance(v, Ref) else v for n, v in held}
        cell = ObjectCell(cell.cls, fields)
    return st.allocate(cell)


def same_objects(ev: Core, st: State, one: Ref, other: Ref, node: ast.AST) -> Term:
    """True if two objects of one class are in the same state, in which lists, dicts and sets hold the same."""
    found: Term = ev.cell(st, one).cls is ev.cell(st, other).cls
    for name in ev.cell(st, one).fields if found else []:
        mine, its = ev.attribute(st, one, name, node), ev.attribute(st, other, name, node)
        found = t.conj(found, ev.equal(st, mine, its, node))
        cells = [ev.cell(st, each) for each in (mine, its) if isinstance(each, Ref)]
        if cells and isinstance(cells[0], DictCell | SetCell):
            found = t.conj(found, t.eq(cells[0].size, cells[1].size))
    return found


def word_means(ev: Core, st: State, node: ast.AST, model: Value, container: Value, couple: Value) -> Value:
    """True if an inner container means a model state: what stands for it does if it is in that state.

    That it is in another one does not make this false: a container may mean several.
    """
    _require_own(ev, st, node, container, "couple", couple)
    if ev.depth:
        raise ev.refusal(node, "means", "within a quantifier it would be one truth for all", "say it outside")
    return claimed(same_objects(ev, st, model, meaning_of(ev, st, container), node))


def word_is_sound(
    ev: Core, st: State, node: ast.AST, container: Value, abstract: Value, laws: Value, couple: Value
) -> Value:
    """True if an inner container means a state that obeys its laws: what stands for it does, by its own proof."""
    for name, said in (("abstract", abstract), ("laws", laws), ("couple", couple)):
        _require_own(ev, st, node, container, name, said)
    return True


def _require_own(ev: Core, st: State, node: ast.AST, container: Value, name: str, said: Value) -> None:
    """Refuse what is no stand-in, and of one what its own declaration says otherwise.

    Raises     Refusal
    """
    cell = stands(ev, st, container)
    if cell is None:
        raise ev.refusal(node, name, f"not of {ev.describe(container)}", "name what stands for a container")
    if not ev.components[cell.of].says(name, said):
        why = f"the declaration of {ev.describe(container)} says another"
        raise ev.refusal(node, f"`{name}` here", why, f"give the `{name}` of that declaration")
    if name == "abstract":
        ev.presumes.add(f"what `{name}` gives of a {cell.of.name} is what its arrays mean")


def _asks_the_proof(ev: Core, node: ast.AST) -> None:
    """Presume that what a declaration says of proofs it says of values; a claim may say it of both alone.

    Raises     Refusal
    """
    if not ev.compares:
        raise ev.refusal(node, ast.unparse(node), "it is another thing in proofs than of values", "claim it of both")
    ev.presumes.add(f"what {ev.place(node)} says of proofs alone is so of values")


def word_require_few_moved(
    ev: Core, st: State, node: ast.AST, before: Value, after: Value, most: Value, what: Value
) -> Value:
    """Oblige that no more items than that stand in both sequences, at another place in each."""
    if not t.known(most):
        raise ev.refusal(node, "require_few_moved", "how many may move is not known", "name a number")
    cells = ev.cell(st, before), ev.cell(st, after)
    items = [t.fresh("moved", t.INT) for _ in range(most + 1)]
    apart = [t.neg(t.eq(a, b)) for place, a in enumerate(items) for b in items[:place]]
    moved = []
    for item in items:
        places = [t.sub(t.select(each.place, item), each.start) for each in cells]
        moved.append(t.conj(*(contains(each, item) for each in cells), t.neg(t.eq(*places))))
    ev.oblige(st, t.neg(t.conj(*apart, *moved)), node, f"no more than {most} elements are moved")
    return None


def word_walked_down(ev: Core, st: State, node: ast.AST, state: Value) -> View:
    """What iteration over a pool yields: its elements from the last position to the first; obliged are no holes."""
    order, nil = ev.cell(st, ev.attribute(st, state, "order", node)), ev.attribute(st, state, "nil", node)
    then = dict(st.heap) if state.heap is None else state.heap
    place = ev.bound("at")
    inside = t.conj(t.le(0, place), t.lt(place, order.length))
    element = t.lt(t.select(order.array, t.add(order.start, place)), nil)
    ev.depth -= 1
    ev.oblige(st, t.forall(place, t.implies(inside, element)), node, "the pool has no holes where it is walked through")
    held, last = st.copy(), t.sub(order.length, 1)

    def at(turn: Term) -> Value:
        slot = t.select(order.array, t.add(order.start, t.sub(last, turn)))
        issued = ev.attribute(held, Ref(state.id, then), "issued", node)
        with ev.inexact():
            return ev.applied(held.copy(), issued, [slot], node)

    def still(now: State) -> Term:
        was = Ref(state.id, then)
        names = ("order", "generation")
        pairs = [(ev.attribute(now, was, name, node), ev.attribute(now, state, name, node)) for name in names]
        return t.conj(*(ev.equal(now, mine, its, node) for mine, its in pairs))

    return View(order.length, at, once=True, still=still)


def word_is_symbolic(ev: Core, st: State, node: ast.AST, thing: Value) -> Value:
    """True where not all is known."""
    _asks_the_proof(ev, node)
    return ev.solver is not None


def word_first_of(ev: Core, st: State, node: ast.AST, sequence: Value, count: Value) -> Value:
    """The first items of a sequence of distinct ints; that there are so many is obliged."""
    cell = ev.cell(st, sequence)
    if not isinstance(cell, DistinctCell):
        raise ev.refusal(node, "first_of", f"not of {ev.describe(sequence)}", "use a sequence of distinct ints")
    inside = t.conj(t.le(0, ev.integer(count, node)), t.le(count, cell.length))
    ev.oblige(st, inside, node, "so many items stand in the sequence")
    return st.allocate(replace(cell, length=count))


def word_meaning_of(ev: Core, st: State, node: ast.AST, container: Value, abstract: Value) -> Value:
    """What an inner container means: a state of its model."""
    if stands(ev, st, container):
        _require_own(ev, st, node, container, "abstract", abstract)
        return meaning_of(ev, st, container)
    return ev.applied(st, abstract, [container], node)


def word_is_stand_in(ev: Core, st: State, node: ast.AST, container: Value) -> Value:
    """True of an inner container whose proof is used in place of its arrays."""
    _asks_the_proof(ev, node)
    written = isinstance(container, Data) and isinstance(container.state, Ref)
    return written or stands(ev, st, container) is not None


def word_held_by(ev: Core, st: State, node: ast.AST, data: Value, holding: Value) -> Value:
    """The inner container that holds what its `to_dict` gave, unchecked."""
    if isinstance(data, Data) and isinstance(data.state, Ref):
        of = next(cls for cls, known in ev.components.items() if known.model is data.of)
        return stand_in(st, data.state, of)
    return ev.applied(st, holding, [data], node)


WORDS: Final[dict[str, Callable[..., Value]]] = {
    "meaning_of": word_meaning_of,
    "is_stand_in": word_is_stand_in,
    "held_by": word_held_by,
    "first_of": word_first_of,
    "is_symbolic": word_is_symbolic,
    "walked_down": word_walked_down,
    "means": word_means,
    "is_sound": word_is_sound,
    "require_few_moved": word_require_few_moved,
}
