"""Containers of any number of parts: what is shown of those that are looked at is shown of all, and of nothing else."""

from __future__ import annotations

import ast
import weakref
from pathlib import Path

import pytest

from slotproof.engine.prove.python.kinds.numbered import Numbers, OpenCell
from slotproof.engine.prove.python.kinds.opened import _longer, method_of, with_item
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.reading import ReadProof, prove_alike
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.rest import _is_premise, as_known, as_shown, claimed, forget_said, of_all
from slotproof.engine.prove.source import Refusal

from ..begun import begun
from ..edited import proof_in
from ..examples import grid

NODE = ast.parse("rows").body[0]
TEXT = Path(grid.__file__).read_text(encoding="utf-8")
OF_ROWS = "for row in range(len(self.rows) - 1, -1, -1):\n            self.rows[row] = []"
LOOP = "for row in range(len(self.rows) - 1, -1, -1):\n            "
IN_A_ROUND = f"{LOOP}self.rows[row] = []"
FIRST, LAST = "class Grid:", '@invariant("GD-I1"'

SMALL_OR_LARGE = """from slotproof.spec.logic import disj


@invariant("GD-I2", "All rows have one number at most, or all have one at least.")
def alike(m: GridModel, h: Grid) -> bool:
    return disj(
        forall(0, len(h.rows), lambda row: len(h.rows[row]) <= 1),
        forall(0, len(h.rows), lambda row: len(h.rows[row]) >= 1),
    )


"""
OF_ANOTHER = """from slotproof.spec.logic import disj


@invariant("GD-I2", "No two rows are of one length.")
def apart(m: GridModel, h: Grid) -> bool:
    return forall(
        0,
        len(h.rows),
        lambda row: forall(
            0, len(h.rows), lambda other: disj(row == other, len(h.rows[row]) != len(h.rows[other]))
        ),
    )


"""


def proof_of(operation: str, folder: Path, *edits: tuple[str, str]) -> ReadProof:
    """The proof of an operation of a grid whose implementation, and what follows, is another one."""
    before, text = TEXT.split(FIRST)
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return proof_in(before + FIRST + text, "GRID", operation, folder)


@pytest.mark.parametrize("operation", ["put", "empty", "trim", "add", "count"])
def test_an_operation_is_proved_of_any_number_of_rows(operation: str, tmp_path: Path) -> None:
    """Whatever rows there are beside those that are looked at."""
    proof = proof_of(operation, tmp_path)
    assert (proof.found.refusal, proof.found.open) == ("", [])
    assert proof.found.obligations > 0
    assert proof.evidence()["files"] == [str((tmp_path / "edited.py").resolve())]


WRONG = {
    "a row is left out": ("empty", (IN_A_ROUND, f"{LOOP}if row != 1:\n                self.rows[row] = []"), ""),
    "only the first row": ("empty", (IN_A_ROUND, f"{LOOP}if row == 0:\n                self.rows[row] = []"), ""),
    "the first row in each round": ("empty", (IN_A_ROUND, f"{LOOP}self.rows[0] = []"), "what is not its own"),
    "a row that another round has emptied": (
        "empty",
        (IN_A_ROUND, f"{LOOP}if self.rows[0]:\n                self.rows[row] = []"),
        "what another round is about",
    ),
    "the next row": ("empty", (IN_A_ROUND, f"{LOOP}self.rows[row - 1] = []"), "not looked at"),
    "one list for all": (
        "empty",
        (OF_ROWS, "one: list[int] = []\n        for row in range(len(self.rows)):\n            self.rows[row] = one"),
        "what is not its own",
    ),
    "the first round only": ("empty", (IN_A_ROUND, f"{IN_A_ROUND}\n            break"), ""),
    "a field in each round": ("empty", (IN_A_ROUND, f"{IN_A_ROUND}\n            self.mark = row"), "not its own"),
    "a name in each round": (
        "empty",
        (OF_ROWS, f"last = 0\n        {IN_A_ROUND}\n            last = row\n        self.mark = last"),
        "last changes in a round",
    ),
    "all rows but the first": (
        "empty",
        (OF_ROWS, "for row in range(1, len(self.rows)):\n            self.rows[row] = []"),
        "without an invariant",
    ),
    "as many rows as were tried": (
        "empty",
        (OF_ROWS, f"if len(self.rows) == 3:\n            return\n        {IN_A_ROUND}"),
        "",
    ),
    "another row": ("put", ("self.rows[row].append", "self.rows[(row + 1) % len(self.rows)].append"), "not looked at"),
    "the first row, always": ("put", ("self.rows[row].append", "self.rows[0].append"), ""),
    "too few are looked at": ("put", ("OTHERS: Final = 2", "OTHERS: Final = 1"), "give 2 under `others`"),
    "a number too much": ("add", ("return len(self.rows) - 1", "return len(self.rows)"), ""),
    "the first row stands for all": (
        "all_empty",
        ("return forall(0, len(self.rows), lambda row: len(self.rows[row]) == 0)", "return len(self.rows[0]) == 0"),
        "",
    ),
    "small or large": ("trim", (LAST, f"{SMALL_OR_LARGE}{LAST}"), ""),
    "one of another": ("empty", (LAST, f"{OF_ANOTHER}{LAST}"), "within a quantifier"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_grid_is_not_proved(name: str, tmp_path: Path) -> None:
    """An obligation is open, or it is refused and said why."""
    operation, edit, refused = WRONG[name]
    more = [("couple=(same_rows,)", f"couple=(same_rows, {said})") for said in ("alike", "apart") if said in edit[1]]
    proof = proof_of(operation, tmp_path, edit, *more)
    if refused:
        assert refused in proof.found.refusal
    else:
        assert proof.found.open


@pytest.mark.parametrize(("emptied", "is_open"), [("self.rows[row].clear()", False), ("self.rows[row] = []", True)])
def test_rows_stay_where_others_go_on_with_them(emptied: str, is_open: bool, tmp_path: Path) -> None:
    """A row in the place of another one would be none that a caller has a name for."""
    resting = ('"GD-R3", "As the model.")', '"GD-R3", "As the model."), uses=("empty",)')
    proof = proof_of("empty", tmp_path, (IN_A_ROUND, f"{LOOP}{emptied}"), resting)
    assert proof.found.refusal == ""
    assert ["the parts stay" in each.what for each in proof.found.open] == [True] * is_open


UNCOUPLED = (
    "len(h.rows) == len(m.rows),\n        lambda: forall(0, len(h.rows), lambda row: m.rows[row] == h.rows[row]),",
    "",
)
APPENDED = "self.rows.append([])\n        return len(self.rows) - 1"


@pytest.mark.parametrize("more", [0, 1])
def test_there_are_as_many_rows_on_both_sides(more: int, tmp_path: Path) -> None:
    """Though no claim says so: of grids of which that is not so, nothing is shown."""
    added = "self.rows.append([])\n        " * more + APPENDED.replace("1", str(1 + more))
    proof = proof_of("add", tmp_path, UNCOUPLED, (APPENDED, added))
    assert proof.found.refusal == ""
    assert ["as many of each row" in each.what for each in proof.open] == [True] * more


@pytest.mark.parametrize("begun_with", ["[]", "[[]]"])
def test_a_new_grid_has_as_many_rows_on_both_sides(begun_with: str, tmp_path: Path) -> None:
    """None, or any number, but as many."""
    proof = proof_of(
        "new",
        tmp_path,
        UNCOUPLED,
        ("self.rows = []\n        self.mark", f"self.rows = {begun_with}\n        self.mark"),
    )
    assert proof.found.refusal == ""
    assert ["as many of each row" in each.what for each in proof.open] == [True] * (begun_with == "[[]]")


def test_a_round_may_not_look_at_numbers_that_others_change(tmp_path: Path) -> None:
    """Which of them it meets depends on the order of the rounds."""
    text = TEXT.replace("list[list[int]]", "list[int]").replace(".clear()", " = self.rows[0] + 1")
    proof = proof_in(
        text.replace("self.rows[row] = []", "self.rows[row] = self.rows[0] + 1"), "GRID", "empty", tmp_path
    )
    assert "rounds beside numbers or tuples" in proof.found.refusal


def test_what_is_read_and_written_in_one_of_them_is_counted(tmp_path: Path) -> None:
    """A row is looked up, and gets a number."""
    proof = proof_of("put", tmp_path)
    assert (proof.cost.reads, proof.cost.writes) == (1, 1)
    proof = proof_of("add", tmp_path, ("self.rows.append([])", "self.rows.append([3, 4])"))
    assert (proof.cost.reads, proof.cost.writes) == (0, 3)


def test_an_entry_is_taken_out_of_a_dict_if_it_is_looked_at() -> None:
    """What is not there, from the count on, is the default; of what is not looked at nobody knows."""
    ev, st = begun()[0], State()
    count, place, other = (t.fresh(name, t.INT) for name in ("count", "place", "other"))
    cell = OpenCell(Numbers(count, (0, place), "row"), (0, place), (5, 6), is_list=False)
    owner = st.allocate(cell)
    assert method_of(ev, st, owner, cell, "pop", [count, 7], NODE) == 7
    assert st.heap[owner.id] is cell
    assert method_of(ev, st, owner, cell, "pop", [place, 7], NODE) == 6
    left = st.heap[owner.id]
    assert (left.keys, left.items, left.numbers, left.size) == ((0,), (5,), cell.numbers, None)
    with pytest.raises(Refusal, match="not looked at"):
        method_of(ev, st, owner, left, "pop", [other, 7], NODE)
    with pytest.raises(Refusal, match="other arguments"):
        method_of(ev, st, owner, left, "pop", [0], NODE)


def test_what_is_said_of_all_is_shown_in_each_part_of_a_goal_by_itself() -> None:
    """Of two of which one would do, neither is; where it is known, only what it says of what is looked at is."""
    forget_said()
    small, large, known = (t.fresh(name, t.BOOL) for name in ("small", "large", "known"))
    one, other = of_all(small), of_all(large)
    assert t.same(as_shown(one), small)
    assert t.same(as_shown(t.conj(one, other)), t.conj(small, large))
    assert t.same(as_shown(t.disj(known, one)), t.disj(known, small))
    for goal in (t.disj(one, other), t.neg(one), t.iff(one, other), t.implies(t.neg(one), other)):
        assert "at the rest" in str(as_shown(goal))
    assert not t.same(as_known(one), small)
    assert "at the rest" in str(as_known(one))
    forget_said()
    assert as_shown(one) is one


def test_a_fact_is_kept_of_which_is_known_what_it_says() -> None:
    """It goes by its number there, which no other term gets as long as it is kept."""
    forget_said()
    fact = t.conj(of_all(t.fresh("small", t.BOOL)), t.fresh("known", t.BOOL))
    assert t.same(as_known(fact), as_known(fact))
    kept = weakref.ref(fact)
    del fact
    assert kept() is not None
    forget_said()
    assert kept() is None


def test_what_is_claimed_is_not_false_where_what_shows_it_is() -> None:
    """It is known and shown by that; that it is not so is not."""
    forget_said()
    shown, known = t.fresh("shown", t.BOOL), t.fresh("known", t.BOOL)
    name = claimed(shown)
    for said in (t.conj, t.disj, t.implies, lambda one, other: t.ite(one, other, one)):
        for asked in (as_shown, as_known):
            assert t.same(asked(said(known, name)), said(known, shown))
    assert as_known(claimed(True)) is True
    assert as_known(name, is_case=True) is True
    for said in (t.neg(name), t.iff(name, known), t.implies(name, known), t.iff(name, claimed(shown))):
        assert "claimed" in str(as_shown(said))
        assert as_known(said) is True
    assert as_shown(claimed(False)) is False
    forget_said()
    assert as_shown(name) is name


def test_what_is_said_no_more_is_forgotten() -> None:
    """Though something else is said of all."""
    forget_said()
    small, large, known = (t.fresh(name, t.BOOL) for name in ("small", "large", "known"))
    fact = t.conj(of_all(small), known)
    assert not t.same(as_known(fact), fact)
    forget_said()
    of_all(large)
    assert t.same(as_known(fact), fact)


def test_a_thing_more_is_counted_and_looked_at() -> None:
    """At the next number; at one that is looked at there are no more."""
    count, place = t.fresh("count", t.INT), t.fresh("place", t.INT)
    cell = OpenCell(Numbers(count, (place,), "rows"), (), (), is_list=False)
    there = _longer(begun()[0], cell, place, 5)
    assert (there.numbers, there.keys, there.items) == (cell.numbers, (place,), (5,))
    ev = begun()[0]
    more = _longer(ev, there, count, 7)
    assert t.same(more.numbers.count, t.add(count, 1))
    assert (more.numbers.places, more.keys, more.items) == ((place, count), (place, count), (5, 7))
    assert [*ev.numbers.values()] == [more.numbers]
    ev, st = begun()
    owner, node = st.allocate(there), ast.parse("held").body[0]
    with_item(ev, st, owner, there, place, 6, node)
    assert st.heap[owner.id].items == (6,)
    with_item(ev, st, owner, st.heap[owner.id], count, 7, node)
    assert (st.heap[owner.id].keys, st.heap[owner.id].items) == ((place, count), (6, 7))


def test_what_is_known_is_a_premise() -> None:
    """It says nothing of what is not looked at."""
    assert _is_premise(True)


MARKED = """def put_marked(self, row: int, number: int) -> None:
        \"\"\"Put a number at the end of a row, which is marked meanwhile.\"\"\"
        self.mark = {mark}
        self.put(row, number)
        self.mark = 0

    def count"""
USED = """Operation(
            "put_marked", Claim("GD-R7", "As the model."), takes=(ROW, NUMBER), refusals=("OutOfRange",), uses=("put",)
        ),
        Operation("count\""""


@pytest.mark.parametrize("mark", [0, 1])
def test_parts_are_arranged_as_proved_where_an_operation_is_called(mark: int, tmp_path: Path) -> None:
    """What it does to others is not proved: neither where a number is another than is told."""
    text = TEXT.replace("def count", MARKED.format(mark=mark)).replace('Operation("count"', USED)
    text = text.replace("{0: None})}", '{0: None}), "mark": 0}')
    told = [each.what.split(": ")[-1] for each in proof_in(text, "GRID", "put_marked", tmp_path).open]
    assert told == ["the parts are arranged as proved, when put is called"] * mark


def test_an_observer_of_any_number_of_rows_answers_alike() -> None:
    """Of two grids whose rows are arranged as is told."""
    assert prove_alike(grid.GRID, grid.GRID.operation("count")) == ""
