"""Check the tree of paths of an operation: that its forks leave nothing out, and that all that is owed is shown.

The tree is JSON. Formulas stand in `terms`, as a question would assert them, and go by their number there; the first
`arrays` of them say what arrays are that are one value all over, and do not count. Questions go by the first 32 hex
digits of the SHA-256 of their text. Each tree is a way: a list of steps, of which the last one may
be several ways.

    {"case": F}                  F holds: the other way of the fork has the rest
    {"assume": F, "why": W}      F holds by W: a claim of `claims`, a rule of `RULES`, or the invariant of a loop
    {"fact": F}                  F defines a name that is new
    {"show": F, "by": [Q], ...}  F follows; `number`, `claim` and `what` tell what was owed
    {"lemma": F, "by": [Q]}      F follows, and helps to show what comes next
    {"closed": [Q]}              nothing can be here
    {"loop": L, "ends": E}       any round of the loop L: what it changes is forgotten; E, if it ends by itself
    {"body": L}                  a round of L begins: what was assumed since `loop` is so of any round
    {"end": N}                   the operation ended as N: what is owed for N is shown from here on
    {"aside": way}               what is shown beside the way, and leads nowhere
    {"done": L}                  all is shown that is owed: for the end, or for a round of L
    {"fork": [way, way]}         one of these
    {"parts": [way, ...]}        all of these, each of which begins with {"part": "1 of 2"}

What a formula says of the program is not looked at here: that is for whoever wrote the tree.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final, NamedTuple

from .parse import Malformed, read_question
from .terms import FALSE, TRUE, Refused, Term, forget, make, parts, shown

SAME_SIZE: Final = "a dict and a sequence that hold the same are of one size"
"""What may be assumed where an operation has ended, too: that they hold the same is shown."""

RULES: Final = (
    "any value",
    "any round",
    "a `for` goes round as often as there are entries",
    "shown by a proof of its own",
    "true of every container",
    SAME_SIZE,
)
"""What may be assumed besides claims and invariants, by the rule of the prover that says so."""

LISTED: Final = ("a fact about numbers", "shown elsewhere", "a hint for solvers")
"""What any question may assert, by the reason why; besides, what the entries of a new array are."""

AT_START, OF_A_ROUND, AFTER = ", at the start of the loop", ", of any round", ", after a round"
"""What follows the name of a condition of an invariant where it is shown first, is assumed, and is shown again."""

BEFORE, AFTER_IT = " before the loop", " after a round"
"""What follows the ID of a claim where it is shown before a loop in lockstep, and after a round of it."""

LESS: Final = "the variant gets less, and is never below 0"
"""What is shown after a round of a loop that does not end by itself."""


def digest(text: str) -> str:
    """Give the name of a question."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def contrary(term: Term) -> Term:
    """Give what holds if this does not: of a comparison, the opposite one."""
    if term.head == "not":
        return term.args[0]
    if term.head in ("<", "<="):
        return make("<=" if term.head == "<" else "<", *reversed(term.args))
    return make("not", term)


def conjuncts(term: Term) -> list[Term]:
    """Give a formula, and what it is a conjunction of."""
    found = [term]
    for each in found:
        found += each.args if each.head == "and" else ()
    return found


class _Loop(NamedTuple):
    """A loop that is gone round: whether it ends by itself, what is owed after a round, what was shown of that."""

    ends: bool
    owed: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()


class _Way:
    """What is known where a way stands.

    held       what holds, conjunct by conjunct
    since      what was shown since a loop was begun
    entered    what was shown before the loop that was begun last
    reaching   what was shown since a loop of the model was reached that is to be reached by the other side, too
    loops      those that are gone round, by name, the last one begun last
    heading    what is assumed is so of any round of the last one
    together   loops of the model, of which other parts follow the rest
    end        how the operation ended, if it did, and what was shown since
    """

    def __init__(self) -> None:
        self.held = frozenset((TRUE,))
        self.since: tuple[str, ...] = ()
        self.entered: tuple[str, ...] = ()
        self.reaching: tuple[str, ...] = ()
        self.loops: dict[str, _Loop] = {}
        self.heading = False
        self.together: tuple[str, ...] = ()
        self.end: str | None = None
        self.paid: tuple[str, ...] = ()

    def hold(self, term: Term) -> None:
        """Let a formula hold: nothing can be here, if the contrary holds."""
        new = conjuncts(term)
        self.held = self.held.union(new)
        if any(contrary(each) in self.held for each in new):
            self.held |= {FALSE}


class _Tree:
    """One tree, and the questions that have a certificate."""

    def __init__(
        self, told: Mapping[str, Any], arrays: list[Term], formulas: list[Term], asked: Mapping[str, list[Term]]
    ) -> None:
        self.formulas, self.asked = formulas, asked
        self.claims, self.owes, self.owed = frozenset(told["claims"]), dict(told["owes"]), int(told["owed"])
        self.numbers: list[int] = []
        self.reached: dict[str, tuple[str, ...]] = {}  # what was shown where a loop in lockstep was reached
        self.reaching: list[str] = []
        self.ends = 0
        self.known = frozenset([*arrays, *self.listed(told["known"])])

    def formula(self, number: Any) -> Term:
        """Give a formula by its number."""
        if type(number) is not int or not 0 <= number < len(self.formulas):
            raise Refused(f"there is no formula {number}")
        return self.formulas[number]

    def listed(self, known: Sequence[Mapping[str, Any]]) -> list[Term]:
        """Give what any question may assert, each with a reason."""
        for each in known:
            if each["why"] not in LISTED:
                raise Refused(f"{each['why']!r} is no reason to assert something")
        return [self.formula(each["formula"]) for each in known]

    # --- what questions show

    def question(self, names: Any) -> list[Term]:
        """Give what the one question asserts that is named."""
        if len(names) != 1 or names[0] not in self.asked:
            raise Refused(f"no question with a certificate is {', '.join(names)}")
        return self.asked[names[0]]

    def shown(self, way: _Way, goal: Term, by: Any) -> None:
        """Refuse a goal that is not among what holds, and that the question does not show of it."""
        if FALSE in way.held or way.held.issuperset(each for each in conjuncts(goal) if each.head != "and"):
            return
        allowed = way.held | self.known | {contrary(goal)}
        for each in self.question(by):
            if each not in allowed:
                raise Refused(f"the question asserts {shown(each)}, which does not hold there")

    # --- ways

    def follow(self, steps: Any, way: _Way, aside: bool = False) -> None:
        """Follow a way to its end."""
        for place, step in enumerate(steps):
            kind = next(iter(step))
            last = place == len(steps) - 1
            match kind:
                case "assume":
                    way.hold(self.assumed(way, step))
                case "fact":
                    way.hold(self.formula(step["fact"]))
                case "show":
                    self.show(way, step)
                case "lemma":
                    self.shown(way, self.formula(step["lemma"]), step["by"])
                    way.hold(self.formula(step["lemma"]))
                case "closed":
                    self.shown(way, FALSE, step["closed"])
                    way.hold(FALSE)
                case "aside":
                    self.follow(step["aside"], copy(way), aside=True)
                case "case" if aside:
                    way.hold(self.formula(step["case"]))
                case "loop" if not aside:
                    self.enter(way, step)
                case "body" if way.heading and step["body"] == list(way.loops)[-1]:
                    way.heading = False
                case "end" if not aside and way.end is None:
                    way.end, way.paid = str(step["end"]), ()
                case "fork" if last and not aside:
                    return self.fork(way, step["fork"])
                case "parts" if last and not aside:
                    return self.all_of(way, step["parts"])
                case "done" if last and not aside:
                    return self.done(way, step["done"])
                case "elsewhere" if last and step["elsewhere"] in (*way.together, *self.reaching):
                    return None
                case _:
                    raise Refused(f"{kind} has no place there")
        if not aside and FALSE not in way.held:
            raise Refused("a way ends where something can be")
        return None

    def assumed(self, way: _Way, step: Mapping[str, Any]) -> Term:
        """Give what is assumed, if there is a reason; what is assumed of any round is owed after it."""
        why = str(step["why"])
        name = why.removesuffix(OF_A_ROUND)
        if way.heading and (name != why or why in self.claims):
            before, after = (AT_START, AFTER) if name != why else (BEFORE, AFTER_IT)
            if not any(each.startswith(name + before) for each in way.entered):
                raise Refused(f"{why!r} is assumed, and was not shown where the loop is reached")
            loop = list(way.loops)[-1]
            way.loops = {**way.loops, loop: way.loops[loop]._replace(owed=(*way.loops[loop].owed, name + after))}
        elif (why not in RULES and why not in self.claims) or (way.end is not None and why != SAME_SIZE):
            raise Refused(f"{why!r} is no reason to assume something there")
        return self.formula(step["assume"])

    def show(self, way: _Way, step: Mapping[str, Any]) -> None:
        """Note what is shown."""
        goal, paid = self.formula(step["show"]), (str(step["claim"]), str(step["what"]))
        self.shown(way, goal, step["by"])
        way.hold(goal)
        self.numbers.append(step["number"])
        way.since, way.reaching, way.paid = way.since + paid[1:], way.reaching + paid[1:], way.paid + paid
        way.loops = {name: loop._replace(paid=loop.paid + paid[1:]) for name, loop in way.loops.items()}
        for name in self.reaching:
            self.reached[name] += paid[1:]

    def enter(self, way: _Way, step: Mapping[str, Any]) -> None:
        """Begin any round of a loop; in lockstep, what it needs was shown where both were reached."""
        name, model = str(step["loop"]), str(step["with"])
        if model and model not in way.together:
            raise Refused(f"{name} is in lockstep with {model}, which is not gone round")
        way.entered, way.since = self.reached[model] if model else way.since + way.reaching, ()
        loops = {each: loop for each, loop in way.loops.items() if each != name}
        way.loops = {**loops, name: _Loop(bool(step["ends"]))}
        way.heading = True

    def fork(self, way: _Way, ways: Any) -> None:
        """Follow two ways, of which the conditions are contrary."""
        conditions = [self.formula(each[0]["case"]) for each in ways]
        if len(ways) != 2 or conditions[1] not in (contrary(conditions[0]), make("not", conditions[0])):
            raise Refused(f"a fork that leaves something out: {', '.join(map(shown, conditions))}")
        for each, condition in zip(ways, conditions, strict=True):
            branch = copy(way)
            branch.hold(condition)
            self.follow(each[1:], branch)

    def all_of(self, way: _Way, ways: Any) -> None:
        """Follow several ways: all of them, one after the other."""
        told = [(each[0]["part"], each[0]["with"]) for each in ways]
        name = told[0][1]
        count = 3 if name else len(ways)
        if told != [(f"{place + 1} of {count}", name) for place in range(count)]:
            raise Refused("a part is left out")
        for place, each in enumerate(ways):
            branch = copy(way)
            branch.reaching = way.since if name and place == 0 else ()
            if name and place == 0:
                self.reached[name] = self.reached.get(name, ()) + way.since
                self.reaching.append(name)
            branch.together = (*way.together, name) if name and place > 0 else way.together
            self.follow(each[1:], branch)
            if name and place == 0:
                self.reaching.pop()

    def done(self, way: _Way, name: Any) -> None:
        """Refuse a way that ends where something is owed."""
        if FALSE in way.held:
            return
        if not name:
            self.ends += 1
            if way.end not in self.owes:
                raise Refused(f"nothing is known of what is owed where it ends as {way.end}")
            missing = [each for each in self.owes[way.end] if each not in way.paid]
        elif name in way.loops:
            loop = way.loops[name]
            owed = (*loop.owed, *([] if loop.ends else [LESS]))
            missing = [each for each in owed if not any(paid.startswith(each) for paid in loop.paid)]
        else:
            raise Refused(f"a round of {name} ends that was not begun")
        if missing:
            raise Refused(f"{missing[0]!r} is owed, and not shown")


def refuse_arrays(said: Sequence[Term]) -> None:
    """Refuse formulas that say more than what each entry of an array is that is new."""
    new = set[Term]()
    for term in said:
        body = term.args[-1] if term.head == "forall" else term
        if body.head != "=" or body.args[0].head != "select" or body.args[1].free:
            raise Refused(f"{shown(term)} does not say what an array is")
        array, index = body.args[0].args
        if array.head != "constant" or array in new or term.args[0].args != (index,):
            raise Refused(f"{shown(term)} does not say what a new array is")
        new.add(array)
    for place, term in enumerate(said):
        later = {each.args[1].args[0].args[0] for each in said[place:]}
        if any(part in later for part in parts(term.args[1].args[1])):
            raise Refused(f"{shown(term)} says of an array what it is by itself")


def check_paths(text: str, accepted: Sequence[str]) -> tuple[str, int, int]:
    """Check the trees of an operation.

    Takes      accepted, the texts of the questions that have a certificate
    Returns    why they are refused, or ""; how many ends there are; how much is owed
    """
    forget()
    ends = owed = 0
    place = "the text"
    try:
        told = json.loads(text)
        asserted = read_question(told["terms"]).asserted
        arrays, formulas = asserted[: told["arrays"]], asserted[told["arrays"] :]
        refuse_arrays(arrays)
        asked = {digest(each): read_question(each).asserted for each in accepted}
        if not told["trees"]:
            raise Refused("there is no tree")
        for number, each in enumerate(told["trees"]):
            place = f"tree {number}"
            tree = _Tree(each, arrays, formulas, asked)
            tree.follow(each["way"], _Way())
            if sorted(tree.numbers) != list(range(tree.owed)):
                raise Refused(f"{tree.owed} are owed, and {len(set(tree.numbers))} shown")
            ends, owed = ends + tree.ends, owed + tree.owed
    except (Refused, Malformed) as reason:
        return f"{place}: {reason}", ends, owed
    except (ValueError, TypeError, LookupError, AttributeError, StopIteration, RecursionError) as error:
        return f"{place}: it cannot be read: {error!r}", ends, owed
    return "", ends, owed
