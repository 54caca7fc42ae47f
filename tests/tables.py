"""Tables that a command writes into a page, between marks."""


def parts(page: str, name: str) -> tuple[str, str, str]:
    """Return a page up to a table and its mark, the table, and what follows from its end mark on.

    Raises     ValueError unless each mark stands once, in order
    """
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    before, start, rest = page.partition(begin)
    table, stop, after = rest.partition(end)
    if not start or not stop or begin in rest or end in before + after:
        raise ValueError(f"the page needs one {begin.strip()} and one {end} after it")
    return before + start, table.removesuffix("\n"), end + after


def written(page: str, name: str, table: str) -> str:
    """Return the page with another table.

    Raises     ValueError unless each mark stands once, in order
    """
    before, _, after = parts(page, name)
    return f"{before}{table}\n{after}"
