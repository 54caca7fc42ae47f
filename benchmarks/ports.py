"""The articles' tables with the C++ port, in one run: how many times as long the standard containers take.

python benchmarks/ports.py [compiler]

Builds benchmarks/cpp/tables.cpp into a temporary folder. Ratios are of CPU times of this run; those of the articles are
of the times that they print.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
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


def measure(compiler: str) -> list[dict[str, str | float]]:
    """Build and run the tables; a figure for each table, task and competitor."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "tables"
        include = HERE.parent / "ports" / "cpp" / "include"
        subprocess.run([compiler, *FLAGS, f"-I{include}", "-o", program, HERE / "cpp" / "tables.cpp"], check=True)
        printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in printed.splitlines()]


def main() -> None:
    """Print a row for each table, task and competitor."""
    figures = {
        (str(figure["table"]), str(figure["task"]), str(figure["who"])): float(figure["ns"])
        for figure in measure(sys.argv[1] if len(sys.argv) > 1 else "g++")
    }
    print(f"{'table':12}{'task':10}{'against':24}{'ours, ns':>10}{'theirs, ns':>12}{'ratio':>10}{'article':>12}")
    for (table, task, who), theirs in figures.items():
        if who == table:
            continue
        ours = figures[table, task, table]
        article = ARTICLES.get((table, task, who))
        shown = f"{article:.1f}" if article else "-"
        print(f"{table:12}{task:10}{who:24}{ours:10.2f}{theirs:12.2f}{theirs / ours:10.1f}{shown:>12}")


if __name__ == "__main__":
    main()
