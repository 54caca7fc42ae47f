"""Each expression is of the kind that Python's value is of, and what is wrong in it is told at its place."""

from collections import Counter
from pathlib import Path

from .examples import marked
from .examples.kinds import GIVEN, TOLD, TOP
from .examples.refused import WIDE
from .test_language import _box, _found

HEAD = "        held: Odd = "


def told_of(folder: Path, expressions: list[str]) -> dict[str, str]:
    """What is told of each: its kind, as it is none of what is wanted, and the mistakes in it."""
    member = "".join(
        f"def of_{place}({GIVEN}) -> None:\n    {HEAD.strip()} {each}\n" for place, each in enumerate(expressions)
    )
    source = _box(top=TOP, member=member, box=WIDE)
    begin = next(line for line, row in enumerate(source.splitlines(), 1) if row.startswith(HEAD))
    told: dict[str, list[str]] = {each: [] for each in expressions}
    for each in _found(folder, source):
        place, beside = divmod(each.line - begin, 2)
        assert beside == 0, str(each)
        kind = each.what.partition(" is given ")[2] if each.mistake == "annotated_kind" else ""
        told[expressions[place]].append(kind or f"{each.mistake}@{each.column - 1 - len(HEAD)}")
    return {each: ", ".join(found) for each, found in told.items()}


def test_kinds_and_mistakes_of_expressions(tmp_path: Path) -> None:
    """Each is told in one run with all others."""
    expected = {row[:44].strip(): row[45:].strip() for row in TOLD.split("\n") if row}
    assert told_of(tmp_path, [*expected]) == expected


def test_each_line_is_told_as_what_it_is_marked(tmp_path: Path) -> None:
    """And no other line is told."""
    source = _box(top=marked.TOP, member=marked.MEMBERS, box=WIDE)
    lines = [(line, row.partition("#: ")[2].split()) for line, row in enumerate(source.splitlines(), 1)]
    expected = {(line, each): mistakes.count(each) for line, mistakes in lines for each in mistakes}
    assert Counter((each.line, each.mistake) for each in _found(tmp_path, source)) == expected
