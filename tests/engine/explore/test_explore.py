"""The judge `explore` sees what is wrong, by the shortest way, and passes over nothing."""

import ast
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from slotproof.declare import Claim, Refinement, Scope
from slotproof.declare.verdict import Failure, Outcome, Status, Verdict
from slotproof.engine.explore import explore
from slotproof.engine.explore.explore import EXACT, STATES, Size
from slotproof.engine.explore.parallel import search
from slotproof.engine.explore.search import Search
from slotproof.engine.mutate.edit import applied, replaced
from slotproof.impl import bitmask, dense_table, handle_map, hash_index, indexed_store
from slotproof.impl.handle_map import HandleMap
from slotproof.impl.indexed_store import IndexedStore
from slotproof.impl.paging import Paged
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.handle_map.claims import LAWS
from slotproof.proofs.handle_map.scopes import candidates
from slotproof.spec.errors import InvalidArgument

from ...containers.breaks.breaks import BREAKS, Break, broken_refinement, method, with_changed_method, without
from ...quick import long_unless, one_of_each
from ...scopes import first_failure

CHECK_NUMBERS = vars(dense_table)["_check_numbers"]
AND_STOP = "each = index.next(each)\n            break"
SUM_OF_BYTES = vars(hash_index)["_sum_of_bytes"]

SMALL = "retire, fifo"
UP_TO_ONE_SLOT = 2_080
"""Fillings of handle maps with no slot and with one."""


def scope_of(name: str) -> Scope:
    """The scope of that name."""
    return next(scope for scope in HANDLE_MAP.scopes if scope.name == name)


def narrow(*operations: str, **configuration: Any) -> Scope:
    """The smallest scope, with other operations or widths."""
    scope = scope_of(SMALL)
    return replace(scope, configuration={**scope.configuration, **configuration}, operations=operations or None)


def judge(refinement: Refinement, scope: Scope) -> list[Verdict]:
    """The verdicts of one scope, the size recorded or not."""
    alone = replace(refinement, scopes=(scope,))
    return [verdict for verdict in explore.run(alone, scope.name, deep=True, expected={}) if verdict.claim != STATES]


def with_method(name: str, behave: Callable[..., Any]) -> Refinement:
    """The handle map with one method of the arrays replaced."""
    return with_changed_method(HANDLE_MAP, name, behave)


def found(refinement: Refinement, *operations: str) -> Failure:
    """The failure in a narrow scope."""
    failure = judge(refinement, narrow(*operations))[0].failure
    assert failure is not None
    return failure


# Breaks of the implementation

BEYOND = (
    "erase-items-stops",
    "refused-bulk-marks",
    "copy-shares-arrays",
    "clear-forgets-to-bump",
    "swap-forgets-scalars",
    "reset-keeps-the-head",
)
"""Breaks that show only in the scope of the whole container."""


@pytest.mark.parametrize(
    "change", long_unless(lambda change: change.id not in BEYOND, BREAKS), ids=lambda change: change.id
)
def test_break_is_caught_by_a_shortest_trace(change: Break) -> None:
    """Each break of the table is caught, after as many steps as it needs and no more."""
    failure = first_failure(broken_refinement(change))
    assert failure is not None
    assert len(failure.trace) == change.steps


LINES = [
    (name, statement)
    for name in ("erase", "_bump", "_push_back", "_push_front")
    for outer in method(name).body[1:]
    for statement in ast.walk(outer)
    if isinstance(statement, ast.stmt)
]


@pytest.mark.parametrize(
    ("name", "statement"),
    one_of_each(lambda name, statement: name, LINES),
    ids=lambda part: part if isinstance(part, str) else part.lineno,
)
def test_no_line_of_erase_can_be_left_out(name: str, statement: ast.stmt) -> None:
    """No statement of `erase` and of what it calls is without effect."""
    assert first_failure(replace(HANDLE_MAP, impl=without(statement))) is not None


def test_breaks_are_of_every_kind() -> None:
    """The table has a break of each kind that a handle map can suffer, and no ID twice."""
    assert {change.kind for change in BREAKS} == set("ABCDEFGHKM")
    assert len({change.id for change in BREAKS}) == len(BREAKS)


# Messages


def test_a_result_that_differs() -> None:
    """A wrong result is reported with what each side answered, and the arrays around the step."""
    failure = found(with_method("size", lambda self: len(self.dense) % 2), "insert", "size")
    assert (failure.claim, failure.message) == ("HM-R21", "the model returns 2, the implementation returns 0")
    assert [step.operation for step in failure.trace] == ["insert", "insert", "size"]
    assert (failure.trace[-1].expected.value, failure.trace[-1].actual.value) == (2, 0)
    assert failure.before["dense"] == failure.after["dense"] == [0, 1]
    assert failure.model_after["order"] == [0, 1]


def test_a_crash() -> None:
    """An error that no operation documents is a crash, also where the model refuses too."""
    failure = found(with_method("get", lambda self, handle: self.dense[handle.slot]), "insert", "get")
    assert failure.claim == "HM-R4"
    assert "the implementation raises IndexError, which " in failure.message
    assert failure.trace[-1].actual.error == "IndexError"
    assert failure.trace[-1].expected.error == "OutOfRange"


def test_a_refused_operation_that_changes() -> None:
    """A refused call that leaves a trace is told from one that gives a wrong answer."""
    failure = first_failure(broken_refinement(next(change for change in BREAKS if change.id == "refused-erase-marks")))
    assert failure is not None
    assert failure.message == "erase was refused, but the implementation changed"
    assert failure.before["fragmented"] != failure.after["fragmented"]


def test_each_call_begins_in_the_state_itself() -> None:
    """A refused call that changes something leaves nothing behind for the next."""
    broken = broken_refinement(next(change for change in BREAKS if change.id == "refused-erase-marks"))
    found = Search(broken, narrow("insert", "erase"))
    found.begin()
    changed = 0
    for each in found.every_call({"insert", "erase"}):
        key = found.keys[each.state]
        assert found.snapshot.freeze(found.model, found.impl) == key
        each.take()
        after = found.snapshot.freeze(found.model, found.impl)
        changed += each.step.refused and after != key
        if not each.step.refused and len(found.keys) < 9:
            found.add(after, each.state, each.call)
    assert changed > 0


def test_a_broken_state_comes_before_a_wrong_call_in_a_state_before_it() -> None:
    """A wrong call does not end the search before all states of its level are checked: one of them is nearer."""
    small = Claim("HM-I1", "little room is made", lambda m, h: h.reserved < 2)
    wrong = replace(with_method("size", lambda self: 0), couple=(small,))
    scope = narrow("insert", "reserve", "size")
    for workers in (1, 2, 3, 4):  # the two states belong to one part, or to two
        trouble = search(wrong, scope, lambda states, depth: None, workers)
        assert trouble.trouble is not None
        assert (trouble.trouble.broken, len(trouble.path)) == (("HM-I1",), 2)


def test_a_step_law_is_checked_of_each_way_to_a_state() -> None:
    """An exempt operation that leads to a state does not spare another one that leads there the step laws."""
    shrinks = Claim("HM-L99", "keeps", lambda before, after: len(after.order) >= len(before.order), step=True)
    clear = HANDLE_MAP.operation("clear")
    operations = (HANDLE_MAP.operation("insert"), replace(clear, law_exempt=True), clear)
    both = replace(HANDLE_MAP, laws=(shrinks,), operations=operations)
    failure = found(both, "insert", "clear")
    assert (failure.claim, len(failure.trace)) == ("HM-L99", 2)


def test_two_wrongs_make_no_right() -> None:
    """A pure operation that toggles a field is caught, though an even number of calls leaves the field as it was."""

    def toggle(self: Any) -> int:
        self.reserved = 1 - self.reserved
        return len(self.dense)

    operation = replace(HANDLE_MAP.operation("size"), claim=Claim("HM-R21", ""))
    twice = replace(with_method("size", toggle), operations=(operation, operation))
    assert found(twice, "size").message == "size changes nothing, but the implementation changed"


def test_a_broken_claim_names_all_that_broke() -> None:
    """A state of which claims do not hold names them all, each with a verdict."""
    change = next(change for change in BREAKS if change.id == "swap-inverted")
    verdicts = judge(broken_refinement(change), scope_of(SMALL))
    assert [verdict.claim for verdict in verdicts] == ["HM-I2", "HM-I3"]
    assert all(verdict.status is Status.FAILED and verdict.failure for verdict in verdicts)


def test_a_claim_that_never_holds_fails_at_the_start() -> None:
    """The initial state is checked too: no step leads to it."""
    never = replace(HANDLE_MAP, couple=(Claim("HM-I1", "never", lambda m, h: False),))
    failure = found(never, "insert")
    assert (failure.claim, failure.trace, failure.start) == ("HM-I1", (), "new container")


def test_a_claim_that_raises_does_not_hold() -> None:
    """A claim that cannot be evaluated is no claim that holds."""
    failure = found(replace(HANDLE_MAP, couple=(Claim("HM-I1", "raises", lambda m, h: h.sparse[0] == 0),)), "insert")
    assert failure.message == "HM-I1 does not hold"


def test_a_step_law_is_checked_on_every_step() -> None:
    """A law of steps that erase breaks fails after the shortest erase; an exempt operation does not break it."""
    grows = Claim("HM-L99", "grows", lambda before, after: len(after.order) >= len(before.order), step=True)
    assert [step.operation for step in found(replace(HANDLE_MAP, laws=(grows,)), "insert", "erase").trace] == [
        "insert",
        "erase",
    ]
    assert judge(replace(HANDLE_MAP, laws=(grows,)), narrow("insert", "reset"))[0].status is Status.EXHAUSTED


@pytest.mark.parametrize(("operation", "exempt"), [("size", False), ("erase", False), ("size", True)])
def test_a_step_law_is_checked_of_steps_that_leave_the_state(operation: str, exempt: bool) -> None:
    """Also where an operation is pure, or refused; of exempt ones alone there is no verdict."""
    grows = Claim("HM-L99", "grows", lambda before, after: len(after.order) > len(before.order), step=True)
    only = replace(HANDLE_MAP.operation(operation), law_exempt=exempt)
    verdicts = judge(replace(HANDLE_MAP, laws=(grows,), operations=(only,)), narrow(operation))
    assert [each.status for each in verdicts if each.claim == "HM-L99"] == ([] if exempt else [Status.FAILED])


def test_a_container_that_cannot_be_built() -> None:
    """An implementation whose constructor raises is reported as a failure of the container."""
    assert (
        "cannot be built: KeyError"
        in found(with_method("__init__", lambda self, **widths: widths["none"]), "insert").message
    )


def test_an_array_shared_with_a_peer() -> None:
    """A swap after which both containers hold the same array is refused."""

    def swap(self: Any, other: Any) -> None:
        HandleMap.swap(self, other)
        other.meta = self.meta

    assert found(with_method("swap", swap), "insert", "swap").claim == "HM-R18"


# Counts and exactness


@pytest.mark.parametrize(
    "name",
    long_unless(
        lambda name: name != "every filling",
        ["retire, fifo", "retire, lifo", "wrap, fifo", "wrap, lifo", "every filling"],
    ),
)
def test_recorded_sizes(name: str) -> None:
    """The sizes of the smallest graphs are the recorded ones, and every verdict is green."""
    verdicts = explore.run(HANDLE_MAP, name, deep=False)
    assert {verdict.status for verdict in verdicts} == {Status.EXHAUSTED}
    assert STATES in {verdict.claim for verdict in verdicts}


def test_every_scope_is_recorded() -> None:
    """The record has each scope of each container, deep ones too, and no other; each with what calls came to."""
    expected = explore.read_expected()
    recorded = {name: set(scopes) for name, scopes in expected.items()}
    assert recorded == {name: {scope.name for scope in each.scopes} for name, each in CATALOG.items()}
    assert all(None not in (size.raised, size.answered) for scopes in expected.values() for size in scopes.values())


def test_a_count_that_is_not_the_recorded_one_fails() -> None:
    """A wrong record and a missing one fail, and say both figures."""
    scope = scope_of(SMALL)
    right = explore.read_expected()["handle_map"][scope.name]
    assert right.raised is not None
    one_more = right.states + 1
    for wrong, words in (
        (right._replace(states=one_more), [f"states: recorded {one_more:,}, found {right.states:,}"]),
        (right._replace(depth=1), [f"depth: recorded 1, found {right.depth}"]),
        (right._replace(raised=0), [f"calls that end with an error: recorded 0, found {right.raised:,}"]),
        (right._replace(answered=0, depth=1), ["depth: recorded 1", "; sum of the numbers answered: recorded 0"]),
        (None, ["no size is recorded", f"{right.states:,} states"]),
    ):
        sizes = {"handle_map": {scope.name: wrong}} if wrong else {}
        (verdict,) = [
            each for each in explore.run(HANDLE_MAP, scope.name, False, expected=sizes) if each.claim == STATES
        ]
        assert verdict.status is Status.FAILED
        assert all(word in verdict.reason for word in words)


def test_a_wrong_closed_count_fails() -> None:
    """A closed count that is not the number of reachable states fails, and says both figures."""
    scope = replace(scope_of("wrap, fifo"), well_formed=lambda: 222)
    (verdict,) = [each for each in judge(HANDLE_MAP, scope) if each.claim == EXACT]
    assert verdict.reason == "222 well-formed states, 221 reachable ones"


@pytest.mark.long
def test_claims_that_hold_of_too_much_are_not_exact() -> None:
    """Without the claims, some filling of the arrays that cannot be reached is accepted."""
    unread = tuple(
        each for each in HANDLE_MAP.operations if each.name != "from_dict"
    )  # it is shown each, which takes long
    always = (Claim("HM-I1", "always", lambda m, h: True),)
    fewer = tuple(claim for claim in LAWS if claim.id != "HM-L8")
    for weak, name in (
        (replace(HANDLE_MAP, couple=always, operations=unread), "every filling"),
        (replace(HANDLE_MAP, laws=fewer, operations=unread), "every filling, retire"),
    ):
        (verdict,) = [each for each in judge(weak, scope_of(name)) if each.claim == EXACT]
        assert verdict.status is Status.FAILED
        assert "cannot be reached" in verdict.reason


def test_a_reachable_state_that_is_no_candidate_is_not_exact() -> None:
    """Candidates that leave a reachable state out are seen: the comparison goes both ways."""
    few = replace(HANDLE_MAP, candidates=lambda scope: [HANDLE_MAP.impl(**scope.configuration)])
    (verdict,) = [each for each in judge(few, scope_of("every filling")) if each.claim == EXACT]
    assert "no candidate" in verdict.reason


def test_what_a_container_holds_within_is_told() -> None:
    """The index of a store is shown by what it holds, not by an address."""
    store = CATALOG["indexed_store"]
    [scope] = [each for each in store.scopes if each.enumerate]
    few = replace(store, candidates=lambda scope: [store.impl(**scope.configuration)])
    (verdict,) = [each for each in judge(few, scope) if each.claim == EXACT]
    assert "'index': {'chain': [" in verdict.reason
    assert " at 0x" not in verdict.reason


@pytest.mark.parametrize(
    ("container", "scope", "function", "old", "new"),
    [
        (
            "dense_map",
            "whole container",
            vars(dense_table)["_check_numbers"],
            'check_width("nil + 1", nil + 1)',
            "pass",
        ),
        ("dense_map", "whole container", CHECK_NUMBERS, "or buckets > nil + 1 ", ""),
        ("sparse_set", "whole container, swap-pop", Paged._check_elements, "slot >= self.nil or ", ""),
        ("sparse_set", "whole container, swap-pop", Paged._check_pages, "== 1 and page", "== 2 and page"),
        ("sparse_set", "every page", Paged._check_pages, ">= self.nil", "> self.nil"),
        ("hash_index", "keys of texts", SUM_OF_BYTES, "byte < 128", "byte <= 128"),
        ("hash_index", "keys of texts", SUM_OF_BYTES, "byte - 256", "byte + 256"),
        ("handle_map", "whole container", HandleMap.__init__, "type_id, reserve, i", "reserve, type_id, i"),
        ("handle_map", "used-up slots", vars(handle_map)["_check_slots"], "or twin.free[slot] != 0 ", ""),
        ("handle_map", "used-up slots", vars(handle_map)["_is_usable"], "twin.free[slot] == 1 and ", ""),
        ("bitmask", "padding of the third layer", vars(bitmask)["_check_words"], "items = end - f", "items = end + f"),
        ("indexed_store", "one bucket", vars(indexed_store)["_check_links"], "each = index.next(each)", AND_STOP),
        ("indexed_store", "whole container", IndexedStore._check_all_new, "if self.fold_case", "if not self.fold_case"),
    ],
)
def test_what_few_arguments_show_is_shown(container: str, scope: str, function: Any, old: str, new: str) -> None:
    """Data with several entries changed so that they fit each other, bytes above 127, names in two cases."""
    with applied(replaced(container, function, [(old, new)], "changed")):
        failed = [each for each in explore.run(CATALOG[container], scope, False) if each.status is Status.FAILED]
    assert failed


def test_an_outcome_has_no_address() -> None:
    """A model that a call returns is told by its class; what can be written out is."""
    assert str(Outcome(HANDLE_MAP.model())) == "a HandleMapModel"
    assert str(Outcome([1])) == "[1]"


def _nothing(*arguments: Any) -> None:
    """A check that refuses nothing."""


def _everything(*arguments: Any) -> None:
    raise InvalidArgument("refused")


def _crash(*arguments: Any) -> None:
    raise KeyError("meta")


def _round(*arguments: Any) -> None:
    while True:
        pass


@pytest.mark.parametrize(
    ("check", "instead", "words"),
    long_unless(
        lambda check, instead, words: instead is not _round,
        [
            ("_check_slots", _nothing, "from_dict takes what no operation makes: {"),
            ("_check_freelist", _nothing, "from_dict takes what no operation makes: {"),
            ("_check_freelist", _everything, "from_dict refuses a state that can be reached, {"),
            ("_check_slots", _crash, "KeyError: 'meta'"),
            ("_check_slots", _round, "from_dict does not end"),
        ],
    ),
)
def test_from_dict_is_shown_every_filling(
    check: str, instead: Callable[..., None], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It must take those that can be reached, and no other."""
    monkeypatch.setattr(f"{HandleMap.__module__}.{check}", instead)
    few = replace(HANDLE_MAP, candidates=lambda scope: islice(candidates(scope), UP_TO_ONE_SLOT))
    [verdict] = [each for each in judge(few, scope_of("every filling")) if each.claim == "HM-R20"]
    assert verdict.status is Status.FAILED
    assert words in verdict.reason


@pytest.mark.long
def test_sizes_are_written_as_they_are_read(tmp_path: Path) -> None:
    """A record is read back as it was written, and recording again keeps what was not searched."""
    path = tmp_path / "expected.toml"
    sizes = {"handle_map": {"four slots": Size(1, 2, 3), "gone": Size(4, 5, 6)}, "other": {"x": Size(7, 8, 9)}}
    explore.write_expected(sizes, path)
    assert explore.read_expected(path) == sizes
    few = replace(HANDLE_MAP, scopes=(scope_of("every filling"), scope_of("four slots")))
    assert explore.update_expected(few, path=path) == []
    assert explore.read_expected(path) == {
        "handle_map": {
            "every filling": explore.read_expected()["handle_map"]["every filling"],
            "four slots": Size(1, 2, 3),
        },
        "other": {"x": Size(7, 8, 9)},
    }


def test_a_claim_of_an_operation_never_called_has_no_verdict() -> None:
    """A scope says nothing of an operation it does not try, even if it names it."""
    assert "HM-R3" not in {verdict.claim for verdict in judge(HANDLE_MAP, narrow("insert"))}
    none = replace(narrow("insert", "erase"), admits=lambda m, operation, arguments: operation != "erase")
    assert "HM-R3" not in {verdict.claim for verdict in judge(HANDLE_MAP, none)}


def test_processes_find_what_one_finds() -> None:
    """Two and three parts have the counts of one, and as short a trace."""
    scope = scope_of(SMALL)
    counts = [search(HANDLE_MAP, scope, lambda states, depth: None, workers, keep=True)[:5] for workers in (1, 2, 3)]
    assert counts[0] == counts[1] == counts[2]
    broken = broken_refinement(next(change for change in BREAKS if change.id == "retire-ignored"))
    for workers in (1, 2):
        verdicts = explore.run(broken, SMALL, False, workers=workers, expected={})
        assert verdicts[0].failure is not None
        assert len(verdicts[0].failure.trace) == 6
