"""Claims and the words about them agree: IDs, public methods, docstrings and pages; and each rule can be broken."""

import itertools
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from slotproof.declare import KINDS, Claim, Refinement
from slotproof.dev import claims_table
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.handle_map import HANDLE_MAP

from ..engine.stack_refinement import STACK, Stack
from ..tree.layout import ROOT, sources

WITHDRAWN: Final[frozenset[str]] = frozenset()
"""IDs of claims that were given up: they are never used again."""

_ID: Final = re.compile(r"\b(?!XX-)([A-Z]{2}-[LIRCBD]\d+)\b")  # XX stands for any container
_WELL_FORMED: Final = re.compile(rf"([A-Z]{{2}})-([{''.join(KINDS)}])([1-9]\d*)")

PAGES: Final = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md"])


# IDs


def wrong_ids(refinements: Iterable[Refinement], withdrawn: frozenset[str]) -> list[str]:
    """Each ID that is no ID of its container, stands twice, was withdrawn, or leaves out a number unsaid."""
    found: list[str] = []
    seen: Counter[str] = Counter()
    codes = Counter(code for refinement in refinements for code in (refinement.code, *refinement.parts))
    found += [f"two containers have the code {code}" for code, count in codes.items() if count > 1]
    for refinement in refinements:
        ids = [claim.id for claim in refinement.claims()]
        own = (refinement.code, *refinement.parts)
        matches = [match for id in ids if (match := _WELL_FORMED.fullmatch(id)) and match.group(1) in own]
        found += [f"{id} is no ID" for id in ids if id not in {match.group() for match in matches}]
        seen.update(ids)
        for code, kind in itertools.product(own, KINDS.keys() - {"C"}):  # the number of a cost is its operation's
            numbers = {int(match.group(3)) for match in matches if match.group(1, 2) == (code, kind)}
            every = {f"{code}-{kind}{number}" for number in range(1, max(numbers, default=0) + 1)}
            found += [f"{id} is left out, and not withdrawn" for id in sorted(every - set(ids) - withdrawn)]
    found += [f"{id} stands {count} times" for id, count in seen.items() if count > 1]
    return found + [f"{id} was withdrawn, and is used again" for id in sorted(seen.keys() & withdrawn)]


def test_ids_are_well_formed_unique_and_never_used_again() -> None:
    """Over all containers, each ID is `<code>-<kind><number>` and names one claim for ever."""
    assert wrong_ids(list(CATALOG.values()), WITHDRAWN) == []


@pytest.mark.parametrize(
    ("laws", "withdrawn", "report"),
    [
        (["HM-L1", "HM-L1"], [], "HM-L1 stands 2 times"),
        (["HM-L01"], [], "HM-L01 is no ID"),
        (["HM-X1"], [], "HM-X1 is no ID"),
        (["SS-L1"], [], "SS-L1 is no ID"),
        (["HM-L1", "HM-L3"], [], "HM-L2 is left out, and not withdrawn"),
        (["HM-L1"], ["HM-L1"], "HM-L1 was withdrawn, and is used again"),
        (["HM-L1", "HM-L3"], ["HM-L2"], ""),
    ],
)
def test_a_wrong_id_is_reported(laws: list[str], withdrawn: list[str], report: str) -> None:
    """A malformed, doubled, foreign, missing or revived ID is reported; a gap that was withdrawn is not."""
    claims = tuple(Claim(id, "") for id in laws)
    bare = replace(HANDLE_MAP, laws=claims, answers=(), couple=(), operations=(), deviations=())
    assert wrong_ids([bare], frozenset(withdrawn)) == ([report] if report else [])


def test_two_containers_with_one_code_are_reported() -> None:
    """A code belongs to one container."""
    assert "two containers have the code ST" in wrong_ids([STACK, STACK], frozenset())


# Operations

_OF_EVERY_CLASS: Final = frozenset(vars(type("Bare", (), {}))) | {
    *("__init__", "__annotations__", "__orig_bases__", "__parameters__", "__slots__", "__firstlineno__"),
    *("__static_attributes__",),
}


def undeclared(refinement: Refinement) -> list[str]:
    """Each public or special method of the implementation that is no operation, nor said to be none for a reason.

    A special method that is declared to be another name of a method counts as that method.
    """
    members: dict[str, Any] = {}
    for base in reversed(refinement.impl.__mro__[:-1]):
        if base.__module__ != "typing":
            members |= vars(base)
    declared = {operation.name for operation in refinement.operations}
    done = [members[name] for name in declared if name in members]
    return [
        name
        for name, member in members.items()
        if (callable(member) or isinstance(member, classmethod | staticmethod | property))
        and not (name.startswith("_") and not name.startswith("__"))
        and name not in _OF_EVERY_CLASS
        and name not in declared
        and not refinement.not_operations.get(name)
        and not (refinement.aliases.get(name) in declared and any(member is each for each in done))
    ]


@pytest.mark.parametrize("name", CATALOG)
def test_every_public_method_is_an_operation(name: str) -> None:
    """What a client can call is judged, or said to be left out and why."""
    assert undeclared(CATALOG[name]) == []


@pytest.mark.parametrize("name", CATALOG)
def test_what_is_no_operation_exists(name: str) -> None:
    """A reason is given for methods that are there, and are no operations; an operation is there on both sides."""
    refinement = CATALOG[name]
    for left_out in refinement.not_operations:
        assert hasattr(refinement.impl, left_out)
        assert left_out not in {operation.name for operation in refinement.operations}
    for operation in refinement.operations:
        assert operation.impl or callable(getattr(refinement.impl, operation.name, None)), operation.name
        assert operation.model or callable(getattr(refinement.model, operation.name, None)), operation.name


def test_a_method_that_nobody_judges_is_reported() -> None:
    """A new method, a new special method, and an operation taken off the list with its alias are reported."""

    class Grown(Stack[Any]):
        """The stack with more to call."""

        def peek(self) -> Any:
            """The value on top."""
            return self.cells[self.height - 1]

        def __len__(self) -> int:
            return self.height

        __invert__ = Stack.pop

        def _own(self) -> None: ...

    grown = replace(STACK, impl=Grown, aliases={"__invert__": "pop"})
    assert undeclared(grown) == ["peek", "__len__"]
    assert undeclared(replace(grown, aliases={})) == ["peek", "__len__", "__invert__"]
    assert undeclared(replace(grown, not_operations={"peek": "for debugging", "__len__": ""})) == ["__len__"]
    fewer = replace(grown, operations=tuple(each for each in STACK.operations if each.name != "pop"))
    assert undeclared(fewer) == ["pop", "peek", "__len__", "__invert__"]


# Words


def unknown_ids(texts: Mapping[str, str], known: Iterable[str]) -> list[str]:
    """Each ID in the texts that no claim has."""
    known = set(known)
    return [f"{path}: {id}" for path, text in texts.items() for id in sorted({*_ID.findall(text)} - known)]


def known_ids() -> set[str]:
    """The IDs of every container, and of the worked example."""
    return {claim.id for refinement in (*CATALOG.values(), STACK) for claim in refinement.claims()}


def test_no_text_names_an_unknown_id() -> None:
    """Source, docstrings and pages name claims that there are."""
    texts = sources("spec", "impl", "proofs", "slotproof")
    texts |= {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in PAGES}
    own = {f"tests/containers/test_{name}.py" for name in CATALOG}
    texts |= {path: text for path, text in sources("tests").items() if path in own}
    assert texts
    assert unknown_ids(texts, known_ids()) == []


def test_an_unknown_id_is_reported() -> None:
    """A number too high and a code of no container are reported; XX and other capitals are not."""
    assert unknown_ids({"a": "HM-R1 HM-R999, ZZ-I1; XX-D1 UTF-8 SHA-256"}, known_ids()) == ["a: HM-R999", "a: ZZ-I1"]


def missing_ids(page: str, refinement: Refinement) -> list[str]:
    """Each claim of the container that its page does not name."""
    named = {*_ID.findall(page)}
    return [claim.id for claim in refinement.claims() if claim.id not in named]


@pytest.mark.parametrize("name", CATALOG)
def test_a_page_names_every_claim(name: str) -> None:
    """The page of a container misses no claim of it."""
    page = (ROOT / "docs/users/containers" / f"{name}.md").read_text(encoding="utf-8")
    assert missing_ids(page, CATALOG[name]) == []
    assert missing_ids(page.replace(f"| {CATALOG[name].claims()[0].id} |", ""), CATALOG[name]) != []


_RANGE: Final = re.compile(r"\b([A-Z]{2})-([LIRCBD])\d+ (?:\.\.\.|to) ([A-Z]{2})-([LIRCBD])(\d+)\b")


def short_ranges(texts: Mapping[str, str], known: Iterable[str]) -> list[str]:
    """Each range of IDs in the texts that ends before the last ID of its letter, or in another letter."""
    last: dict[tuple[str | Any, ...], int] = {}
    for id in known:
        if match := _WELL_FORMED.fullmatch(id):
            last[match.group(1, 2)] = max(last.get(match.group(1, 2), 0), int(match.group(3)))
    return [
        f"{path}: {match.group()}"
        for path, text in texts.items()
        for match in _RANGE.finditer(text)
        if match.group(1, 2) != match.group(3, 4) or int(match.group(5)) != last.get(match.group(3, 4))
    ]


def test_a_range_ends_at_the_last_id() -> None:
    """Where a source, a page or a port names the claims from one to another, none has been added since."""
    texts = sources("spec", "impl", "proofs", "slotproof")
    files = [*PAGES, *(path for end in ("hpp", "rs", "ts") for path in (ROOT / "ports").glob(f"*/[is]*/**/*.{end}"))]
    texts |= {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}
    assert {"ports/cpp/include/slotproof/bits.hpp", "ports/rust/src/bits.rs", "ports/typescript/src/bits.ts"} <= set(
        texts
    )
    assert short_ranges(texts, known_ids()) == []


def test_a_range_that_ends_too_early_is_reported() -> None:
    """A range that stops before the last ID, goes beyond it, or ends in another letter is reported."""
    known = ["XY-L1", "XY-L2", "XY-L3", "XY-I1"]
    assert short_ranges({"a": "XY-L1 ... XY-L3, XY-L2 to XY-L3, XY-L1 ..."}, known) == []
    assert short_ranges({"a": "XY-L1 ... XY-L2, XY-L1 to XY-L4, XY-L1 ... XY-I1"}, known) == [
        "a: XY-L1 ... XY-L2",
        "a: XY-L1 to XY-L4",
        "a: XY-L1 ... XY-I1",
    ]


# Costs

_COST: Final = re.compile(r"([^|()]*)\(((?:[A-Z]{2}-C\d+(?:, )?)+)\)")
_CELLS: Final = re.compile(r"(\d+) reads?(?:,? (?:and )?(\d+) writes?)?|(\d+) writes?")


def wrong_costs(page: str, costs: Mapping[str, str]) -> list[str]:
    """Each ID in a table of the page that stands behind other numbers of reads and writes than its claim has."""
    wrong = []
    for text, ids in (found for line in page.split("\n") if line[:1] == "|" for found in _COST.findall(line)):
        said = [(int(reads or 0), int(both or writes or 0)) for reads, both, writes in _CELLS.findall(text)]
        if not said and "no cell" not in text:
            continue  # in words
        for id in ids.split(", "):
            parts = [(int(reads), int(writes)) for reads, writes, _ in _CELLS.findall(costs[id])]
            if said != [part for part in parts if part != (0, 0)]:
                wrong.append(f"{id}: {text.strip()}")
    return wrong


@pytest.mark.parametrize("name", CATALOG)
def test_a_table_says_what_is_proved_of_costs(name: str) -> None:
    """Where a page gives a cost in cells, with the ID of a claim, it is the cost that the claim has."""
    page = (ROOT / "docs/users/containers" / f"{name}.md").read_text(encoding="utf-8")
    costs = {claim.id: claim.statement for refinement in CATALOG.values() for claim in refinement.claims()}
    assert wrong_costs(page, costs) == []


def test_a_wrong_cost_is_reported() -> None:
    """Too few, too many and a part left out are reported; words alone are not compared."""
    costs = {
        "XY-C1": "`a` costs at most 2 reads and 5 writes.",
        "XY-C2": "`b` costs at most 0 reads and 0 writes, and 1 reads and 0 writes for each layer.",
        "XY-C3": "`c` costs at most 0 reads and 0 writes.",
    }
    right = "| `a` | 2 reads, 5 writes (XY-C1) | 1 read a layer (XY-C2) | as `a` (XY-C1), no cell (XY-C3) |"
    assert wrong_costs(right, costs) == []
    assert wrong_costs("| 2 reads, 6 writes (XY-C1) |", costs) == ["XY-C1: 2 reads, 6 writes"]
    assert wrong_costs("| 2 reads (XY-C1, XY-C3) |", costs) == ["XY-C1: 2 reads", "XY-C3: 2 reads"]
    assert wrong_costs("| no cell (XY-C2) |", costs) == ["XY-C2: no cell"]


# Tables


@pytest.fixture(scope="module")
def script() -> Any:
    """slotproof.dev.claims_table."""
    return claims_table


@pytest.mark.parametrize("name", CATALOG)
def test_the_tables_are_those_of_the_declarations(script: Any, name: str) -> None:
    """The table of claims in the page of a container is what the script writes."""
    assert script.differing(ROOT / "docs/users/containers", {name: CATALOG[name]}) == {}


@pytest.mark.parametrize(
    "change",
    [
        lambda page: page.replace("| HM-L1 |", "| HM-L2 |", 1),
        lambda page: page.replace("<!-- claims -->\n", "<!-- claims -->\n\n"),
        lambda page: page.replace("HM-D10", "HM-D9"),
    ],
    ids=["another ID", "an empty line", "a claim doubled"],
)
def test_a_table_that_was_touched_is_reported_and_mended(
    script: Any, tmp_path: Path, change: Callable[[str], str]
) -> None:
    """`--check` fails and leaves the page alone, and writing restores it."""
    page = tmp_path / "handle_map.md"
    shutil.copy(ROOT / "docs/users/containers/handle_map.md", page)
    right = page.read_text(encoding="utf-8")
    page.write_text(change(right), encoding="utf-8")
    assert change(right) != right
    assert script.main(["--check"], tmp_path, {"handle_map": HANDLE_MAP}) == 1
    assert page.read_text(encoding="utf-8") == change(right)
    assert script.main([], tmp_path, {"handle_map": HANDLE_MAP}) == 0
    assert script.differing(tmp_path, {"handle_map": HANDLE_MAP}) == {}


def test_a_container_without_a_page_is_reported(
    script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page that is missing is named, and neither checking nor writing is content."""
    for arguments in ([], ["--check"]):
        assert script.main(arguments, tmp_path, {"handle_map": HANDLE_MAP}) == 1
        assert "handle_map.md: there is no such page" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("page", ["", "<!-- claims -->", "<!-- /claims --> <!-- claims -->", "<!-- claims -->" * 2])
def test_a_page_without_a_place_for_the_table_is_reported(script: Any, page: str) -> None:
    """The markers stand once, in order."""
    with pytest.raises(ValueError, match="needs one"):
        script.written(page, HANDLE_MAP)
