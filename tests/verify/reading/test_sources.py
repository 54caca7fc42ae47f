"""What was read of a text is kept for as long as it is what is read of it, and no longer."""

import ast
import json
from pathlib import Path

import pytest

from slotproof.verify.reading.outline import outline
from slotproof.verify.reading.sources import Outlines, _made

from ...judging import noted


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file of Python."""
    path = tmp_path / "cup.py"
    path.write_text("def full() -> bool:\n    return False\n", encoding="utf-8")
    return path


def kept(source: Path) -> tuple[Outlines, Path]:
    """Outlines of which that of the file is kept in another one."""
    known, file = Outlines(), source.with_name("kept.json")
    known.of(source), known.mentioned(source), known.named(source)
    known.save(file)
    return known, file


def reads(known: Outlines, source: Path) -> bool:
    """Whether the text is read to know its outline, which must be right in either case."""
    with noted(outline) as asked:
        assert known.of(source).meaning == outline(source.read_bytes()).meaning
    return len(asked) > 1


def test_what_was_kept_is_not_read_again(source: Path) -> None:
    """By another process; a text that was changed is."""
    known, file = kept(source)
    again = Outlines()
    assert reads(again, source)
    again = Outlines()
    again.load(file)
    assert not reads(again, source)
    assert again.mentioned(source) == known.mentioned(source)
    assert again.named(source) == known.named(source)
    source.write_text("def full() -> bool:\n    return True and True\n", encoding="utf-8")
    assert reads(again, source)


@pytest.mark.parametrize(
    ("old", "new"),
    [('"by": "', '"by": "other '), ('"by"', '"from"'), ('"outlines"', '"lines"'), ("}", "")],
    ids=["by other code", "by nobody", "of another form", "torn"],
)
def test_what_may_not_be_what_is_read_counts_for_nothing(source: Path, old: str, new: str) -> None:
    """What other code kept, or what cannot be read."""
    _, file = kept(source)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    again = Outlines()
    again.load(file)
    assert reads(again, source)


def test_what_is_kept_is_written_only_if_there_is_more(source: Path) -> None:
    """And what nobody asks for any more is dropped in time."""
    known, file = kept(source)
    file.unlink()
    known.save(file)
    assert not file.exists()
    source.write_text("LIMIT = 3\n", encoding="utf-8")
    assert reads(known, source)
    known.save(file)
    assert len(json.loads(file.read_bytes())["outlines"]) == 2


def test_what_is_no_text_of_python_names_its_file(tmp_path: Path) -> None:
    """Nothing is read of it."""
    file = tmp_path / "broken.py"
    file.write_text("def (", encoding="utf-8")
    with pytest.raises(SyntaxError) as told:
        _made(ast.parse, file)
    assert told.value.filename == str(file)
