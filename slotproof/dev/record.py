"""Sizes of state graphs, for `explore` to compare with: proofs/recorded/expected.toml.

`python -m slotproof.dev.record [container ...]` searches the scopes and records the sizes of their graphs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from slotproof.engine.explore.explore import update_expected
from slotproof.verify.project import Project


def main(arguments: Sequence[str] | None = None) -> int:
    """Record the sizes of containers; 1 if a claim failed on the way."""
    catalog = Project().declared()
    parser = argparse.ArgumentParser(description="Search the scopes of containers and record their sizes.")
    parser.add_argument("containers", nargs="*", metavar="container", choices=[[], *catalog])
    parser.add_argument("--deep", action="store_true", help="deep scopes too")
    parser.add_argument("--workers", type=int, default=1, help="processes for each scope")
    options = parser.parse_intermixed_args(arguments)
    failures = []
    for name in options.containers or catalog:
        failures += update_expected(catalog[name], options.deep, workers=options.workers)
    for verdict in failures:
        print(f"{verdict.container}, {verdict.unit}, {verdict.claim}: {verdict.reason}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
