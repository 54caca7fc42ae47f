"""Lists and dicts of any number of things: only what is looked at has a value; all else is refused, or open."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from slotproof.engine.prove.python.kinds import opened
from slotproof.engine.prove.python.kinds.numbered import Numbers, OpenCell
from slotproof.engine.prove.python.kinds.values import ListCell, Ref, Tuple
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Refusal

from ... import worded
from ...begun import begun

NODE = ast.parse("opened").body[0]
COUNT, PLACE, AWAY, UNKNOWN = (t.fresh(name, t.INT) for name in ("counted", "placed", "set away", "not known"))
NUMBERS = Numbers(COUNT, (0, PLACE, AWAY), "row")
NAMES = {"count": COUNT, "place": PLACE, "away": AWAY, "unknown": UNKNOWN}


def cell_of(is_list: bool) -> OpenCell:
    """A list of which three entries are looked at, or a dict that has two of them."""
    if is_list:
        return OpenCell(NUMBERS, NUMBERS.places, (5, 6, 8), is_list=True)
    return OpenCell(NUMBERS, (0, PLACE), (5, 6), is_list=False)


class Held:
    """What code sees of such a list or dict, which is the implementation's."""

    def __init__(self, is_list: bool) -> None:
        self.ev, self.st = begun()
        self.was = cell_of(is_list)
        self.owner = self.st.allocate(self.was)
        self.ev.counted = frozenset({self.owner.id})
        self.st.env.update(NAMES, held=self.owner)
        self.ev.stack.append(self.ev.program.closure(worded.itself).function)

    def asked(self, text: str) -> Any:
        """What an expression is."""
        [(self.st, value)] = self.ev.ev(ast.parse(text, mode="eval").body, self.st)
        return value

    def done(self, text: str) -> OpenCell:
        """What it is after a statement."""
        [(self.st, _)] = self.ev.block(ast.parse(text).body, self.st)
        cell = self.st.heap[self.owner.id]
        assert isinstance(cell, OpenCell)
        return cell


def alike(one: Any, other: Any) -> bool:
    """Whether numbers are the same as they are written."""
    return len(one) == len(other) and all(map(t.same, one, other))


@pytest.mark.parametrize(
    ("text", "is_list", "wanted"),
    [
        ("held[0]", True, 5),
        ("held[place]", True, 6),
        ("held[away]", True, 8),
        ("held[place]", False, 6),
        ("place in held", False, True),
        ("away in held", False, False),
        ("count in held", False, False),
        ("held.get(place)", False, 6),
        ("held.get(place, 9)", False, 6),
        ("held.get(away)", False, None),
        ("held.get(away, 9)", False, 9),
        ("held.get(count, 9)", False, 9),
        ("held.pop(away, 9)", False, 9),
        ("held.pop(place, 9)", False, 6),
    ],
)
def test_what_is_looked_at_has_a_value(text: str, is_list: bool, wanted: object) -> None:
    """And of a dict it is known whether it is there."""
    held = Held(is_list)
    assert held.asked(text) is wanted
    assert held.ev.open == []


@pytest.mark.parametrize(
    ("text", "is_list", "why"),
    [
        ("held[unknown]", True, "an entry that is not looked at"),
        ("held[-1]", True, "an entry that is not looked at"),
        ("held[1]", False, "an entry that is not looked at"),
        ("held[count]", True, "an entry that is not looked at"),
        ("place in held", True, "a number that is not looked at"),
        ("count in held", True, "a number that is not looked at"),
        ("unknown in held", False, "a number that is not looked at"),
        ("held.get(unknown, 9)", False, "a number that is not looked at"),
        ("held.get(place)", True, "no method of any number of things"),
        ("held.append(9)", False, "no method of any number of things"),
        ("held.keys()", False, "no method of any number of things"),
        ("held.get()", False, "it takes other arguments"),
        ("held.append(8, 9)", True, "it takes other arguments"),
    ],
)
def test_nothing_else_has_one(text: str, is_list: bool, why: str) -> None:
    """It is refused."""
    with pytest.raises(Refusal, match=why):
        Held(is_list).asked(text)


@pytest.mark.parametrize("text", ["held[unknown] = 7", "held[1] = 7", "held[count] = 7"])
def test_nothing_else_is_put_into_a_list(text: str) -> None:
    """Nor into a dict, but for the next number."""
    with pytest.raises(Refusal, match="a number that is not looked at"):
        Held(True).done(text)
    if "count" not in text:
        with pytest.raises(Refusal, match="a number that is not looked at"):
            Held(False).done(text)


def test_a_key_that_is_not_there_is_open() -> None:
    """A claim may not read it."""
    held = Held(False)
    assert held.asked("held[away]") is None
    assert [each.what for each in held.ev.open] == ["the key is there: held[away]"]
    with held.ev.inexact(), pytest.raises(Refusal, match="it is not there"):
        held.asked("held[away]")


@pytest.mark.parametrize(
    ("text", "is_list", "keys", "items"),
    [
        ("held[0] = 7", True, (0, PLACE, AWAY), (7, 6, 8)),
        ("held[place] = 7", True, (0, PLACE, AWAY), (5, 7, 8)),
        ("held[away] = 7", True, (0, PLACE, AWAY), (5, 6, 7)),
        ("held.append(7)", True, (0, PLACE, AWAY, COUNT), (5, 6, 8, 7)),
        ("held[place] = 7", False, (0, PLACE), (5, 7)),
        ("held[away] = 7", False, (0, PLACE, AWAY), (5, 6, 7)),
        ("held[count] = 7", False, (0, PLACE, COUNT), (5, 6, 7)),
        ("held.pop(0, 9)", False, (PLACE,), (6,)),
        ("held.pop(place, 9)", False, (0,), (5,)),
        ("held.pop(away, 9)", False, (0, PLACE), (5, 6)),
    ],
)
def test_what_is_changed_is_what_is_named(
    text: str, is_list: bool, keys: tuple[Any, ...], items: tuple[int, ...]
) -> None:
    """Nothing else is, and only what is new is counted."""
    held = Held(is_list)
    now, is_more = held.done(text), COUNT is keys[-1]
    assert alike(now.keys, keys)
    assert (now.items, now.is_list, now.numbers.of) == (items, is_list, "row")
    assert t.same(now.numbers.count, t.add(COUNT, 1) if is_more else COUNT)
    assert alike(now.numbers.places, (*NUMBERS.places, COUNT) if is_more else NUMBERS.places)


@pytest.mark.parametrize(
    ("text", "is_list", "cost"),
    [
        ("held[place]", True, (1, 0)),
        ("held[place] = 7", True, (0, 1)),
        ("held.append(7)", True, (0, 1)),
        ("held.copy()", True, (COUNT, 0)),
        ("held[place]", False, (1, 0)),
        ("place in held", False, (1, 0)),
        ("held[away] = 7", False, (0, 1)),
        ("held.get(place)", False, (1, 0)),
        ("held.get(away)", False, (1, 0)),
        ("held.pop(place, 9)", False, (1, 1)),
        ("held.pop(away, 9)", False, (1, 0)),
    ],
)
def test_what_is_read_and_written_is_counted(text: str, is_list: bool, cost: tuple[Any, Any]) -> None:
    """As it is of things that are known one by one."""
    held = Held(is_list)
    held.done(text)
    assert alike((held.st.reads, held.st.writes), cost)


def test_a_view_shows_only_what_is_looked_at() -> None:
    """How many there are is known if something stands at every number."""
    shown: dict[str, tuple[Any, ...]] = {"held.values()": (5, 6), "held.items()": (Tuple((0, 5)), Tuple((PLACE, 6)))}
    for text, wanted in shown.items():
        held = Held(False)
        view = held.asked(text)
        assert (view.places, view.numbers) == ((0, PLACE), NUMBERS)
        assert [str(view.at(each)) for each in view.places] == [*map(str, wanted)]
        assert not t.same(view.length, COUNT)
        with pytest.raises(Refusal, match="only some are looked at"):
            view.at(AWAY)
    for is_list in (True, False):
        held, wanted = Held(is_list), (5, 6, 8) if is_list else (0, PLACE)
        view = opened.sequence_of(held.ev, held.owner, held.was, NODE)
        assert alike([view.at(each) for each in view.places], wanted)
        assert t.same(view.length, COUNT) is is_list


def test_what_was_is_looked_back_at() -> None:
    """A thing in one of an earlier state is as it was then, and nothing is put in."""
    held = Held(True)
    first, other = (held.st.allocate(ListCell((), size, None)) for size in (0, 1))
    cell = OpenCell(NUMBERS, NUMBERS.places, (first, other, 7), is_list=True)
    now = held.st.allocate(cell)
    was = Ref(now.id, dict(held.st.heap))
    assert opened.item_at(now, cell, 1) == other
    found = opened.item_at(was, cell, 1)
    assert (found.id, found.heap is was.heap) == (other.id, True)
    assert (opened.item_at(now, cell, 2), opened.item_at(was, cell, 2)) == (7, 7)
    held.st.env["held"] = was
    twin = held.asked("held.copy()")
    assert [each.heap is was.heap for each in held.st.heap[twin.id].items[:2]] == [True, True]
    for text in ("held.append(7)", "held[0] = 7"):
        with pytest.raises(Refusal, match="a write to an earlier state"):
            held.done(text)


def test_such_a_cell_is_told_from_others() -> None:
    """A list of numbers is none, and a number is not."""
    ev, st = begun()
    cell = cell_of(True)
    assert opened.open_cell(ev, st, st.allocate(cell)) is cell
    assert opened.open_cell(ev, st, st.allocate(ListCell((), 0, None))) is None
    assert opened.open_cell(ev, st, 3) is None


OTHERS = Numbers(t.fresh("another count", t.INT), NUMBERS.places, "row")


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (OpenCell(NUMBERS, (0, PLACE), (7, 8), is_list=False), True),
        (OpenCell(OTHERS, (0, PLACE), (5, 6), is_list=False), None),
        (OpenCell(Numbers(COUNT, NUMBERS.places, "line"), (0, PLACE), (5, 6), is_list=False), False),
        (OpenCell(NUMBERS, (0, AWAY), (5, 6), is_list=False), False),
        (OpenCell(NUMBERS, (0,), (5,), is_list=False), False),
        (OpenCell(NUMBERS, (0, PLACE), (5, 6), is_list=True), False),
    ],
)
def test_two_have_entries_at_the_same_numbers(other: OpenCell, same: bool | None) -> None:
    """Of one sort, as they are written, and as many in all."""
    found = opened.same_numbers(cell_of(False), other)
    assert t.same(found, t.eq(COUNT, OTHERS.count)) if same is None else found is same


def test_one_is_renewed_if_nothing_that_is_looked_at_is_another() -> None:
    """Nor how many there are."""
    one = cell_of(False)
    assert opened.is_renewed(one, OpenCell(one.numbers, one.keys, one.items, is_list=False))
    again = Numbers(COUNT, (0, PLACE, AWAY), "row"), (PLACE, 0), (6, 5)
    for place, other in enumerate(again):
        parts: list[Any] = [one.numbers, one.keys, one.items]
        parts[place] = other
        assert not opened.is_renewed(one, OpenCell(parts[0], parts[1], parts[2], is_list=False))


def test_numbers_up_to_a_count_are_those_that_it_counts() -> None:
    """Of no other number, nor of one that is known."""
    ev = begun()[0]
    ev.numbers[t.number(COUNT)] = NUMBERS
    assert opened.numbers_below(ev, COUNT) is NUMBERS
    assert opened.numbers_below(ev, AWAY) is None
    assert opened.numbers_below(ev, 3) is None
