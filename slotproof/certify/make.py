"""Make the certificate of a question: a proof by cvc5, which the checker accepts.

cvc5 now and then ends the process that asks it, so it is asked in processes that may end. Where it gives no proof, or
one with a step that is left to trust, it is asked in another way.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Final

from slotproof.checker.check import check
from slotproof.verify.pool import serve_parent

_ALWAYS: Final = {
    "produce-proofs": "true",
    "proof-granularity": "dsl-rewrite",
    "rlimit-per": "2000000",
}
"""Each rewrite is then a step of its own, with the name of its rule; a coarser granularity leaves them to trust."""

WAYS: Final[dict[str, dict[str, str]]] = {
    "plain": {},
    "enumerating": {"enum-inst": "true"},
    "keeping variables": {"enum-inst": "true", "var-elim-quant": "false"},
    "justifying": {"enum-inst": "true", "decision": "justification"},
    "keeping all": {"enum-inst": "true", "var-elim-quant": "false", "simplification": "none"},
}
"""Ways to ask for a proof, in the order in which they are tried.

Where quantified variables are eliminated, cvc5 may leave that step to trust; without that, it has nothing to trust.
"""


@dataclass(frozen=True)
class Certificate:
    """What is kept of a certificate, and why there is none where there is none.

    question, proof   digests of the texts
    size              of the proof, in bytes
    rules             how often each rule was used
    way               how cvc5 was asked
    made, checked     seconds
    left              what came of each way, if none gave a proof that is accepted; else ""
    """

    question: str
    proof: str = ""
    size: int = 0
    steps: int = 0
    rules: dict[str, int] = field(default_factory=dict)
    way: str = ""
    made: float = 0.0
    checked: float = 0.0
    left: str = ""

    def encoded(self) -> dict[str, Any]:
        """Give it as JSON can hold it."""
        return asdict(self)


def digest(text: str) -> str:
    """Give the first 32 hex digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def proof_of(question: str, way: str) -> str:
    """Ask cvc5 for a proof.

    Raises     RuntimeError if it has none
    """
    import cvc5  # noqa: PLC0415 - the command that only tells what is known does not need it

    solver = cvc5.Solver(cvc5.TermManager())
    for option, value in (_ALWAYS | WAYS[way]).items():
        solver.setOption(option, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, question, "question")
    symbols = parser.getSymbolManager()
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, symbols).strip() or said
    if said != "unsat":
        raise RuntimeError(f"cvc5 says {said or 'nothing'}")
    texts = [solver.proofToString(each, cvc5.ProofFormat.CPC) for each in solver.getProof()]
    return "\n".join(each.decode() if isinstance(each, bytes) else str(each) for each in texts)


Prove = Callable[[str, str], str]
"""A question and a way in, a proof out, as `proof_of` does it."""


def _answer(pipe: Connection, prove: Prove) -> None:
    """Live as a process that asks cvc5: a question and a way in; a certificate and the proof out."""
    try:
        while True:
            question, way = pipe.recv()
            pipe.send(certificate_by(question, way, prove))
    except (EOFError, BrokenPipeError):
        return


def certificate_by(question: str, way: str, prove: Prove = proof_of) -> tuple[Certificate, str]:
    """Make a certificate in one way; give it, and the proof."""
    began, proof = time.process_time(), ""
    try:
        proof = prove(question, way)
    except RuntimeError as error:
        return Certificate(digest(question), left=f"{way}: {str(error).splitlines()[0]}"), ""
    made = time.process_time()
    found = check(question, proof)
    left = f"{way}: {found.refused[:300]}" if found.refused else ""
    times = made - began, time.process_time() - made
    told = digest(question), digest(proof), len(proof), found.rules.total(), dict(found.rules), way, *times, left
    return Certificate(*told), proof


class Maker:
    """A process that asks cvc5; another one takes its place if it ends.

    Takes      prove, who makes a proof; ways, to ask in, the first one first
    """

    def __init__(self, prove: Prove = proof_of, ways: Sequence[str] = tuple(WAYS)) -> None:
        self._prove, self._ways = prove, ways
        self._process: Any = None
        self._pipe: Any = None

    def certificate(self, question: str) -> tuple[Certificate, str]:
        """Make the certificate of a question, in the first way that gives one; give it, and the proof."""
        left = []
        for way in self._ways:
            found, proof = self._asked(question, way)
            if not found.left:
                return found, proof
            left.append(found.left)
        return Certificate(digest(question), left="; ".join(left)), ""

    def _asked(self, question: str, way: str) -> tuple[Certificate, str]:
        if self._process is None:
            context = multiprocessing.get_context("fork")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_lone, args=(theirs, self._pipe, self._prove))
            self._process.start()
            theirs.close()
        try:
            self._pipe.send((question, way))
            told: tuple[Certificate, str] = self._pipe.recv()
        except (EOFError, ConnectionError):
            self.stop()
            return Certificate(digest(question), left=f"{way}: cvc5 ended the process"), ""
        return told

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._pipe.close()
            self._process.join()
            self._process = None


def _lone(theirs: Connection, ours: Connection, prove: Prove) -> None:
    serve_parent()
    ours.close()
    _answer(theirs, prove)


@contextmanager
def making(prove: Prove = proof_of, ways: Sequence[str] = tuple(WAYS)) -> Iterator[Maker]:
    """Have a maker for a while."""
    maker = Maker(prove, ways)
    try:
        yield maker
    finally:
        maker.stop()
