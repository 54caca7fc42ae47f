"""Pictures: what differs and what is broken can be read without colour, on a terminal and in SVG."""

import itertools
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest

from slotproof.declare import Link
from slotproof.declare.verdict import Outcome, Step
from slotproof.engine.explore.samples import Samples
from slotproof.impl.handle_map import HandleMap
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.show.drawing import Scene, drawn, scene
from slotproof.show.places import operation_of
from slotproof.show.steps import Trace, picture, python, worth
from slotproof.show.svg import svg
from slotproof.verify.failure import written

from ..quick import long_unless

SVG: Final = "{http://www.w3.org/2000/svg}"


def _erased() -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays around an erase of the first of three values."""
    h: HandleMap[str] = HandleMap(index_bits=2)
    handles = [h.insert(value) for value in "ABC"]
    before = h.to_dict()
    h.erase(handles[0])
    return before, h.to_dict()


def _lines(drawing: Scene) -> list[str]:
    return drawn(drawing).plain.splitlines()


def _below(drawing: Scene, text: str) -> str:
    lines = _lines(drawing)
    return lines[len(lines) - lines[::-1].index(text)]


def test_a_step_is_drawn() -> None:
    """Each array has a row, each index stands above its cell, each difference has a mark below it."""
    drawing = scene("erase", *_erased(), HANDLE_MAP.links)
    assert _below(drawing, "    sparse      | nil | 1 | 0 |") == "                    ^       ^"
    assert _below(drawing, "    meta        | 2 | 1 |") == "                  ^"
    assert _below(drawing, "    meta        | 0 | 1 | 2 |") == "                          -"
    assert "    sparse[1] <-> meta[1], sparse[2] <-> meta[0]  (live slot to its position)" in _lines(drawing)
    assert "  ^ changed    - gone" in _lines(drawing)
    assert not any(line.startswith("  !") for line in _lines(drawing))


def test_a_new_cell_is_marked() -> None:
    """A cell that the state before lacks has a + below it, in an array and in a dict."""
    drawing = scene("", {"a": [1], "d": {5: "x"}}, {"a": [1, 2], "d": {5: "y", 7: "z"}})
    assert _below(drawing, "    a  | 1 | 2 |") == "             +"
    assert _below(drawing, "    d  | y | z |") == "         ^   +"
    assert "         5   7" in _lines(drawing)


def test_nil_is_a_word() -> None:
    """The number that is no index, in what links start from and in nothing else, is no wider than a word."""
    h: HandleMap[int] = HandleMap()
    h.insert(h.nil)
    lines = _lines(scene("", vars(HandleMap[int]()), vars(h), HANDLE_MAP.links))
    assert "    dense       | 4294967295 |" in lines
    assert "                |       nil |       nil |       True |" in lines


@pytest.mark.parametrize(
    ("name", "value", "broken"),
    [
        ("sparse", [3, 1, 1], "sparse[2] -> meta[1], live slot to its position: meta[1] is 1"),
        ("sparse", [3, 1, 9], "sparse[2] -> meta[9], live slot to its position: there is no meta[9]"),
        ("sparse", [1, 1, 0], "sparse[0] -> sparse[1], free slot to the next one: sparse[1] is 1"),
        ("meta", [2, 0], "meta[1] -> sparse[0], position to its slot: sparse[0] is 3"),
        ("free_head", 2, "free_head -> sparse[2], first free slot: sparse[2] is 0"),
        ("free_tail", 3 - 4, "free_tail -> sparse[-1], last free slot: there is no sparse[-1]"),
        ("free", [], "sparse[0] -> meta[3], live slot to its position: there is no meta[3]"),
    ],
)
def test_a_broken_link_is_drawn(name: str, value: Any, broken: str) -> None:
    """An arrow that leaves its target, or does not lead back, is named, and drawn dashed."""
    before, after = _erased()
    drawing = scene("erase", before, {**after, name: value}, HANDLE_MAP.links)
    assert f"  ! {broken}" in _lines(drawing)
    assert "! broken link" in _lines(drawing)[-1]
    root = ET.fromstring(svg(drawing))
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert any(text.endswith(f"broken: {broken}") for text in texts)
    paths = [path.get("class") for path in root.iter(f"{SVG}path")]
    assert "broken" in paths
    whole = ET.fromstring(svg(scene("erase", before, after, HANDLE_MAP.links)))
    assert "broken" not in [path.get("class") for path in whole.iter(f"{SVG}path")]


def test_svg_marks_without_colour() -> None:
    """What changed has its mark as text; the cells are those of both states."""
    root = ET.fromstring(svg(scene("erase", *_erased(), HANDLE_MAP.links)))
    marks = [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "mark"]
    assert set(marks) == {"^", "-"}
    changed = [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "changed"]
    assert len(changed) == marks.count("^")


def test_svg_is_xml_whatever_the_values() -> None:
    """Texts are escaped, and nothing stands outside the picture."""
    drawing = scene('<a & "b">', {"x": ["<", "&"]}, {"x": ["<", "]]>"], "y": {"<k>": None}})
    root = ET.fromstring(svg(drawing))
    assert root.find(f"{SVG}title") is not None
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for group in root.iter(f"{SVG}g"):
        left, top = (float(part) for part in group.get("transform", "")[10:-1].split(","))
        for rect in group.iter(f"{SVG}rect"):
            assert left + float(rect.get("x", 0)) + float(rect.get("width", 0)) <= width
            assert top + float(rect.get("y", 0)) + float(rect.get("height", 0)) <= height


def test_cells_do_not_overlap() -> None:
    """No two cells of a panel share a place, however long the texts."""
    root = ET.fromstring(svg(scene("", {"a": list(range(9)), "b": ["long text"] * 3}, {"a": [], "b": {}, "c": 1})))
    for group in root.iter(f"{SVG}g"):
        boxes = [tuple(float(rect.get(side, 0)) for side in ("x", "y", "width")) for rect in group.iter(f"{SVG}rect")]
        for (x1, y1, w1), (x2, y2, _) in itertools.combinations(sorted(boxes), 2):
            assert y1 != y2 or x1 + w1 <= x2 + 0.2


def test_a_link_that_cannot_be_followed_is_broken() -> None:
    """A link whose own conditions fail on the state is drawn as broken, not left out."""
    link = Link("next", "a", "a", when=lambda h, i: h.missing[i] == 0)
    assert "  ! a[0] -> a[5], next: there is no a[5]" in _lines(scene("", {"a": [5]}, {"a": [5]}, (link,)))


@pytest.mark.parametrize(
    "container", long_unless(lambda name: name in ("token_allocator", "bitmask", "handle"), CATALOG)
)
def test_every_operation_has_a_worked_step(container: str) -> None:
    """Each operation has a step to show, and its script leaves the arrays the picture shows."""
    refinement = CATALOG[container]
    samples = Samples(refinement, worth(refinement))
    for operation in refinement.operations:
        sample = samples.of(operation)
        assert sample is not None
        trace = Trace(*sample)
        assert trace.steps[-1].operation == operation.name
        namespace: dict[str, Any] = {}
        exec(python(refinement, trace), namespace)
        assert _plain(vars(namespace["container"])) == _plain(trace.after), operation.name
        assert not any(arrow.broken for arrow in picture(refinement, trace).panels[-1].arrows)


class Jar:
    """A container that says nothing of itself."""

    def __init__(self, lid: object) -> None:
        self.sweets, self.lid = [1, 2], lid


def test_a_second_container_is_made_as_it_was() -> None:
    """What says nothing of itself is written by what it holds, and so is what lies in it."""
    trace = Trace({}, (Step("swap", (Jar(Jar(None)),), Outcome(), Outcome()),), {"free": []}, from_new=False)
    script = python(CATALOG["handle_map"], trace)
    namespace: dict[str, Any] = {"Jar": Jar}
    exec(script.partition("result = ")[0] + f"other = {written(trace.steps[0].arguments[0])}", namespace)
    assert vars(namespace["container"]) == {"free": []}
    assert vars(namespace["other"].lid) == {"sweets": [1, 2], "lid": None}


def _plain(value: Any) -> Any:
    """A container within a container as its attributes, so that equal states are equal."""
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    if type(value).__module__.startswith("slotproof.impl") and hasattr(value, "__dict__"):
        return _plain(vars(value))
    return value


def test_an_operation_is_found_by_its_claims() -> None:
    """The refinement claim and the cost claim lead to the operation, an invariant to none."""
    claims = {claim.id: claim for claim in HANDLE_MAP.claims()}
    erase = operation_of(HANDLE_MAP, claims["HM-R3"])
    assert erase is not None
    assert erase.name == "erase"
    assert operation_of(HANDLE_MAP, claims["HM-I2"]) is None
