"""Make the certificates that are kept with the sources: those of a few operations of every container.

python -m tests.certify.kept_certificates [CONTAINER ...]

`python -m slotproof.checker tests/certify/kept` checks them with nothing but Python. They are about the questions of
today as long as the prover asks the same: `tests/certify/test_kept_certificates.py` tells. Ends with 1 if a question
has none.
"""

from __future__ import annotations

import gzip
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Final

from slotproof.certify.judge import certified, named, proved
from slotproof.certify.make import digest
from slotproof.certify.store import prepare
from slotproof.proofs.catalog import CATALOG

from ..tree.layout import ROOT

FOLDER: Final = ROOT / "tests/certify/kept"
AGAIN: Final = "python -m tests.certify.kept_certificates"
ASKED: Final = "--asked"

KEPT: Final = {
    "bitmask": "swap",
    "dense_map": "new",
    "dense_set": "new",
    "entity_storage": "start_from",
    "handle_map": "get",
    "hash_index": "first",
    "indexed_store": "get",
    "registry": "is_member | swap-pop; a group with 1 owned, 1 observed, 0 excluded, of 3 pools or more",
    "sparse_set": "bump",
    "storage": "get",
}
"""Container -> the unit of which the certificates are kept; the small containers are certified anew each time."""


def asked(containers: Collection[str]) -> dict[str, list[str]]:
    """Give the questions that the prover puts today: container -> texts.

    What a process has imported and proved before changes the order in which the solver knows terms, and so what it
    needs and what is asked: each unit is proved in a fork of a process that has imported this file, and nothing else.
    """
    command = [sys.executable, "-m", "tests.certify.kept_certificates", ASKED, *containers]
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def _asked_here(container: str) -> list[str]:
    return proved(CATALOG[container], KEPT[container], False)[1]


def _tell(containers: Collection[str]) -> None:
    """Print what is asked, each by a process of its own."""
    with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        json.dump(dict(zip(containers, pool.imap(_asked_here, containers), strict=True)), sys.stdout)


def kept(container: str) -> set[str]:
    """Give the digests of the questions of which certificates are kept."""
    files = (FOLDER / named(container, KEPT[container])).glob("*.smt2.gz")
    return {digest(gzip.decompress(file.read_bytes()).decode("utf-8")) for file in files}


def make(containers: Collection[str]) -> list[str]:
    """Make the certificates of containers; give what has none, by name."""
    left = []
    with tempfile.TemporaryDirectory() as rows:
        prepare(Path(rows) / "rows.jsonl", FOLDER)
        for container, questions in asked(containers).items():
            shutil.rmtree(FOLDER / container, ignore_errors=True)
            left += certified(named(container, KEPT[container]), questions)[1]
    return left


if __name__ == "__main__":
    if ASKED in sys.argv:
        _tell(sys.argv[2:])
        sys.exit()
    missing = make(sys.argv[1:] or KEPT)
    sys.stdout.write("".join(f"no certificate: {each}\n" for each in missing))
    sys.exit(bool(missing))
