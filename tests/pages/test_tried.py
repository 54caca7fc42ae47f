"""The page on trust says how often judges are tried, as the tests have it."""

from slotproof.dev.pages import parts

from .tried import PAGE, TABLE, rows, table


def test_the_page_says_how_often_judges_are_tried() -> None:
    """It is counted from what the tests hold, and nothing is tried with nothing."""
    assert parts(PAGE.read_text(encoding="utf-8"), TABLE)[1] == table(), "python -m tests.pages.tried"
    assert all(count > 0 for _, count, _ in rows())
