"""Check proofs: `python -m slotproof.checker QUESTION PROOF`, or a folder of them."""

from __future__ import annotations

import argparse
import gzip
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from .check import check
from .paths import check_paths

ACCEPTED: Final = 0
REFUSED: Final = 1
USAGE: Final = 2

_QUESTION: Final = ".smt2"
_PROOFS: Final = (".cpc", ".rup")

_HELP: Final = """\
Check that a proof shows of a question that nothing satisfies what the question asserts.

The question is SMT-LIB text. The proof is in the format CPC of cvc5; of a question about words of fixed widths, it
begins with `rup`, and is a list of clauses. In a folder, and those within, each NAME.smt2 is a question, and NAME.cpc
or NAME.rup its proof; one of them without the other is refused. Files may be compressed: NAME.smt2.gz.
A file paths.json beside them is the tree of paths of an operation: it is accepted if its forks leave nothing out, and
all that is owed is shown by questions beside it of which the proof is accepted.

Nothing is believed of a proof: each step has to follow by its rule. A rule that is not known, such as `trust`, is
refused. This program needs nothing but Python.
"""

_STATUS: Final = """\
exit status: 0 all are accepted, 1 one is refused (the step, its rule and the reason are told), 2 wrong usage

examples:
  python -m slotproof.checker question.smt2 proof.cpc
  python -m slotproof.checker certificates --quiet
"""


def _read(file: Path) -> str:
    if file.suffix == ".gz":
        return gzip.decompress(file.read_bytes()).decode("utf-8")
    return file.read_text(encoding="utf-8")


def _pairs(folder: Path) -> Iterator[tuple[str, Path | None, Path | None]]:
    """Give each name in a folder, with the question and the proof of that name."""
    found: dict[str, dict[str, Path]] = {}
    for file in folder.rglob("*"):
        name = file.name.removesuffix(".gz")
        for kind in (_QUESTION, *_PROOFS):
            if name.endswith(kind):
                found.setdefault(str(file.parent / name.removesuffix(kind)), {})[kind] = file
    for name in sorted(found):
        proofs = [found[name][kind] for kind in _PROOFS if kind in found[name]]
        yield name, found[name].get(_QUESTION), proofs[0] if len(proofs) == 1 else None


def _trees(folder: Path) -> list[Path]:
    """Give the trees of paths in a folder."""
    return sorted([*folder.rglob("paths.json"), *folder.rglob("paths.json.gz")])


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")


def main(given: Sequence[str] | None = None) -> int:
    """Run the command; give its exit status."""
    parser = argparse.ArgumentParser(
        "python -m slotproof.checker",
        description=_HELP,
        epilog=_STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("question", type=Path, help="a question, or a folder of questions and proofs")
    parser.add_argument("proof", type=Path, nargs="?", help="its proof")
    parser.add_argument("--quiet", action="store_true", help="tell only what is refused, and the sum")
    parser.add_argument("--rules", action="store_true", help="tell how often each rule was used")
    told = parser.parse_args(given)
    if told.question.is_dir() and told.proof is None:
        pairs = list(_pairs(told.question))
    elif told.proof is not None and told.question.is_file() and told.proof.is_file():
        pairs = [(str(told.proof), told.question, told.proof)]
    else:
        parser.error("give a question and its proof, or a folder; both have to be there")
    if not pairs:
        parser.error(f"there is no question in {told.question}")
    began, refused, rules = time.process_time(), 0, Counter[str]()
    accepted: dict[Path, list[str]] = {}
    for name, question, proof in pairs:
        try:
            if question is None or proof is None:
                raise FileNotFoundError("a question without a proof, or with two, or a proof without a question")
            text = _read(question)
            found = check(text, _read(proof))
            reason, used = found.refused, found.rules
            accepted.setdefault(question.parent, []).extend([] if reason else [text])
        except (OSError, EOFError, UnicodeDecodeError) as error:
            reason, used = str(error), Counter[str]()
        rules += used
        refused += bool(reason)
        if reason:
            _tell(f"refused  {name}: {reason}")
        elif not told.quiet:
            _tell(f"accepted {name}: {used.total()} steps")
    trees = _trees(told.question) if told.proof is None else []
    for tree in trees:
        reason, ends, owed = check_paths(_read(tree), accepted.get(tree.parent, []))
        refused += bool(reason)
        if reason:
            _tell(f"refused  {tree}: {reason}")
        elif not told.quiet:
            _tell(f"accepted {tree}: {ends} ends, {owed} owed")
    seconds, of = time.process_time() - began, len(pairs) + len(trees)
    _tell(f"{of - refused} of {of} accepted, {rules.total()} steps, {seconds:.1f} s")
    if told.rules:
        for name, count in rules.most_common():
            _tell(f"{count:9} {name}")
    return REFUSED if refused else ACCEPTED


if __name__ == "__main__":
    sys.exit(main())
