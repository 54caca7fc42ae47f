"""A table is found between its marks, or the page is refused."""

import pytest

from slotproof.dev.pages import parts, written

BEGIN, END = "<!-- name -->\n", "<!-- /name -->"


def test_a_table_takes_the_place_of_another_one() -> None:
    """And all that stands around it stays."""
    page = written(f"before\n{BEGIN}{END}\nafter", "name", "| a |")
    assert page == f"before\n{BEGIN}| a |\n{END}\nafter"
    assert parts(page, "name")[1] == "| a |"
    assert written(page, "name", "| a |") == page


@pytest.mark.parametrize("page", ["", BEGIN, f"{END}{BEGIN}", f"{BEGIN}{END}{BEGIN}", f"{BEGIN}{END}{END}"])
def test_a_page_without_a_place_for_the_table_is_refused(page: str) -> None:
    """Each mark stands once, in order."""
    with pytest.raises(ValueError, match="needs one"):
        parts(page, "name")
