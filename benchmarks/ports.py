"""The articles' tables with the C++ port, in one run: how many times as long the standard containers take.

python benchmarks/ports.py [--page] [compiler]

Builds benchmarks/cpp/tables.cpp into a temporary folder. Ratios are of CPU times of this run; those of the articles are
of the times that they print. With --page they are written into ports/cpp/README.md, with the reason of each below 1.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
FLAGS: Final = ("-std=c++20", "-O3", "-DNDEBUG", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion")

# Table -> ours, then the others; task -> what the article has for each of the others, as a ratio to its own.
# handle_map: griffin, 100,000 items, ms. hash_index: the article on idHashIndex, 4,096 entries, average ns.
ARTICLES: Final[dict[tuple[str, str, str], float]] = {
    ("handle_map", "create", "vector of unique_ptr"): 111.625944 / 4.749955,
    ("handle_map", "create", "unordered_map"): 89.358049 / 4.749955,
    ("handle_map", "iterate", "vector of unique_ptr"): 0.524748 / 0.263713,
    ("handle_map", "iterate", "unordered_map"): 3.466641 / 0.263713,
    ("handle_map", "look up", "unordered_map"): 15.921830 / 0.653704,
    ("handle_map", "clear", "vector of unique_ptr"): 10161.480165 / 0.377051,
    ("handle_map", "clear", "unordered_map"): 7615.724425 / 0.377051,
    ("hash_index", "insert", "map"): 372 / 82,
    ("hash_index", "insert", "unordered_map"): 212 / 82,
    ("hash_index", "erase", "map"): 308 / 45,
    ("hash_index", "erase", "unordered_map"): 177 / 45,
    ("hash_index", "look up", "map"): 220 / 76,
    ("hash_index", "look up", "unordered_map"): 488 / 76,
}

# Why a cell is below 1.
SLOT_FIRST: Final = (
    "a look-up reads the slot first, whether it is live and in which generation, and then the value (HM-C4): a handle "
    "of a value that is gone is refused"
)
REASONS: Final[dict[tuple[str, str, str], str]] = {
    ("handle_map", "create", "vector of unique_ptr"): (
        "an insertion also writes the slot and the way back to it from the position (HM-C1), so that each handle can "
        "be told from every other one; an address in a vector cannot be told from a dead one"
    ),
    ("handle_map", "look up", "unordered_map"): (
        "keys of the maps are 0, 1, 2 ..., whose hash is the number itself, so that a bucket has one node; "
        + SLOT_FIRST
    ),
    ("handle_map", "look up", "vector of unique_ptr"): f"an index into a vector is not checked; {SLOT_FIRST}",
    ("hash_index", "look up", "unordered_map"): (
        "the key is the sum of the original (HI-R7), so that a bucket is the one that it is there: names with a common "
        "beginning meet in one, and each that is met is compared"
    ),
}
PAGE: Final = HERE.parent / "ports" / "cpp" / "README.md"
BEGIN, END = "<!-- ratios -->\n", "<!-- /ratios -->"


def measure(compiler: str) -> list[dict[str, str | float]]:
    """Build and run the tables; a figure for each table, task and competitor."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "tables"
        include = HERE.parent / "ports" / "cpp" / "include"
        subprocess.run([compiler, *FLAGS, f"-I{include}", "-o", program, HERE / "cpp" / "tables.cpp"], check=True)
        printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in printed.splitlines()]


def lines(ratios: Mapping[tuple[str, str, str], float]) -> Iterator[str]:
    """The table of a page, and why each cell is below 1 that is.

    Raises     KeyError if a cell below 1 has no reason
    """
    yield "| Table | Task | Against | Ratio | In the article |"
    yield "|---|---|---|---:|---:|"
    for cell, ratio in ratios.items():
        article = f"{ARTICLES[cell]:.1f}" if cell in ARTICLES else ""
        yield f"| {' | '.join(cell)} | {ratio:.{1 if ratio >= 2 else 2}f} | {article} |"
    below = [cell for cell, ratio in ratios.items() if ratio < 1]
    yield ""
    yield "Below 1, where the standard container is quicker:" if below else "No cell is below 1."
    yield ""
    for table, task, who in below:
        yield f"* `{table}`, {task}, against {who}: {REASONS[table, task, who]}."


def main() -> None:
    """Print a row for each table, task and competitor, and write the page if asked to."""
    parser = argparse.ArgumentParser(description="The tables of the articles, with the C++ port.")
    parser.add_argument("compiler", nargs="?", default="g++")
    parser.add_argument("--page", action="store_true", help="write the ratios into ports/cpp/README.md")
    options = parser.parse_args()
    figures = {
        (str(figure["table"]), str(figure["task"]), str(figure["who"])): float(figure["ns"])
        for figure in measure(options.compiler)
    }
    ratios = {}
    print(f"{'table':12}{'task':10}{'against':24}{'ours, ns':>10}{'theirs, ns':>12}{'ratio':>10}{'article':>12}")
    for (table, task, who), theirs in figures.items():
        if who == table:
            continue
        ours = figures[table, task, table]
        ratios[table, task, who] = theirs / ours
        article = ARTICLES.get((table, task, who))
        shown = f"{article:.1f}" if article else "-"
        print(f"{table:12}{task:10}{who:24}{ours:10.2f}{theirs:12.2f}{theirs / ours:10.1f}{shown:>12}")
    if options.page:
        text = PAGE.read_text(encoding="utf-8")
        head, tail = text[: text.index(BEGIN) + len(BEGIN)], text[text.index(END) :]
        PAGE.write_text(head + "".join(f"{line}\n" for line in lines(ratios)) + tail, encoding="utf-8")


if __name__ == "__main__":
    main()
