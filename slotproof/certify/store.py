"""Keep what is known of certificates: a line for each question that has one, and the texts, if they are wanted."""

from __future__ import annotations

import functools
import gzip
import json
import os
from pathlib import Path
from typing import Final

import slotproof.checker
from slotproof.certify.make import WAYS, Certificate
from slotproof.certify.make import digest as named
from slotproof.certify.words import WAYS as OF_WORDS
from slotproof.checker.clauses import HEAD
from slotproof.verify.files import Lines, append, locked, make_folder
from slotproof.verify.reading.sources import digest, hashes, tool_versions

ROWS: Final = "SLOTPROOF_CERTIFICATES"
KEEP: Final = "SLOTPROOF_KEEP_CERTIFICATES"
"""Names of environment variables, which processes that are started anew have as well: a file, and a folder or ""."""


@functools.cache
def made_by() -> str:
    """Give the digest of what a certificate depends on besides its question: the checker, solvers, and ways to ask."""
    folder, tools = Path(slotproof.checker.__file__).parent, tool_versions()
    versions = [tools[each] for each in ("cvc5", "z3-solver")]
    return digest([hashes({file.name: file for file in folder.glob("*.py")}), versions, WAYS, OF_WORDS])


class Store:
    """The certificates that this or another run has made, by the digest of the question."""

    def __init__(self) -> None:
        self.file = Path(os.environ[ROWS])
        self.rows: dict[str, Certificate] = {}
        for line in Lines(self.file).added()[1]:
            try:
                data = json.loads(line)
                if data.pop("by") == made_by():
                    self.rows[data["question"]] = Certificate(**data)
            except (ValueError, KeyError, TypeError):  # torn, or of another format
                continue

    def known(self, question: str, name: str) -> Certificate | None:
        """Give the certificate of a question, by its digest, if it has one and its texts are where they are wanted."""
        found = self.rows.get(question)
        return found if found is not None and _is_kept(name, question) else None

    def keep(self, name: str, made: Certificate, question: str, proof: str) -> None:
        """Keep a certificate, and both texts if they are wanted; a question without one is not kept as having one."""
        if made.left:
            return
        self.rows[made.question] = made
        with locked(self.file):
            append(self.file, json.dumps({"by": made_by(), **made.encoded()}) + "\n")
        for suffix, text in ((".smt2", question), (ending(proof), proof)):
            keep_text(f"{name}{suffix}", text)


def ending(proof: str) -> str:
    """Give how the name of a file with this proof ends."""
    return ".rup" if proof.startswith(HEAD) else ".cpc"


def _is_kept(name: str, question: str) -> bool:
    """Tell whether both texts of a certificate are where they are wanted, if they are."""
    if not os.environ.get(KEEP):
        return True
    texts, *proofs = (_file(f"{name}{suffix}") for suffix in (".smt2", ".cpc", ".rup"))
    if not texts.is_file() or not any(each.is_file() for each in proofs):
        return False
    return named(gzip.decompress(texts.read_bytes()).decode()) == question


def _file(name: str) -> Path:
    return Path(os.environ[KEEP]) / f"{name}.gz"


def keep_text(name: str, text: str) -> None:
    """Keep a text, compressed, if texts are wanted."""
    if os.environ.get(KEEP):
        file = _file(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(gzip.compress(text.encode(), mtime=0))


def prepare(rows: Path, folder: Path | None) -> None:
    """Say where certificates are kept, to this process and to those that it starts."""
    make_folder(rows.parent)
    os.environ[ROWS] = str(rows.resolve())
    os.environ[KEEP] = str(folder.resolve()) if folder else ""
