"""Files that are made, or parts of them between marks: written where they differ, or only compared."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def parts(page: str, name: str) -> tuple[str, str, str]:
    """Give a page up to a part and its mark, the part, and what follows from its end mark on.

    Raises     ValueError unless each mark stands once, in order
    """
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    before, start, rest = page.partition(begin)
    part, stop, after = rest.partition(end)
    if not start or not stop or begin in rest or end in before + after:
        raise ValueError(f"the page {page[:40]!r} needs one {begin.strip()} and one {end} after it")
    return before + start, part.removesuffix("\n"), end + after


def written(page: str, name: str, part: str) -> str:
    """Give the page with another part.

    Raises     ValueError unless each mark stands once, in order
    """
    before, _, after = parts(page, name)
    return f"{before}{part}\n{after}"


def keep(made: Iterable[tuple[Path, str]], module: str, check: bool) -> int:
    """Write the files that differ from what was made, or name them; 1 if any is only named.

    Takes      module, which makes them; check, true if they are only named
    """
    stale = [(path, text) for path, text in made if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path, text in stale:
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        print(f"{path.name}: " + (f"stale, run python -m {module}" if check else "written"))
    return int(check and bool(stale))
