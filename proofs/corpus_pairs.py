"""Every mistake that is made on both sides."""

from __future__ import annotations

from typing import Final

from slotproof.proofs import corpus_pairs_handles, corpus_pairs_keys
from slotproof.proofs.corpus_pair import Pair

PAIRS: Final[tuple[Pair, ...]] = (*corpus_pairs_handles.PAIRS, *corpus_pairs_keys.PAIRS)
"""Each with the law that finds it; without the law nothing would, but for the counts that are recorded."""
