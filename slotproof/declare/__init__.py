"""What a declaration of a container is made of: pure data, read by every judge, which knows none of them.

The words that claims are written in besides those of `spec.logic` are in `declare.words`.
"""

from slotproof.declare.claim import KINDS, Answering, Claim, invariant, law, step_law
from slotproof.declare.domain import Domain, Peer, Rank, RankOrder
from slotproof.declare.instance import AnyNumber, Arrangement
from slotproof.declare.loop import Loop
from slotproof.declare.operation import CREATION, Cost, Foreign, Operation, Promise, answers_no, same, same_sequence
from slotproof.declare.refinement import Inside, Link, Refinement, Several
from slotproof.declare.scope import Contracts, Scope, Shape
from slotproof.declare.theorem import Definition, Lemma, Summary, Theorem

__all__ = [
    "CREATION",
    "KINDS",
    "Answering",
    "AnyNumber",
    "Arrangement",
    "Claim",
    "Contracts",
    "Cost",
    "Definition",
    "Domain",
    "Foreign",
    "Inside",
    "Lemma",
    "Link",
    "Loop",
    "Operation",
    "Peer",
    "Promise",
    "Rank",
    "RankOrder",
    "Refinement",
    "Scope",
    "Several",
    "Shape",
    "Summary",
    "Theorem",
    "answers_no",
    "invariant",
    "law",
    "same",
    "same_sequence",
    "step_law",
]
