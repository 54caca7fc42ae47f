"""The proof of an operation that makes a container of foreign data, or refuses it.

Two halves make "accepts the arrays of such a container and refuses all others":

    whole     the data is what `to_dict` gives of any container within the claims; it is accepted, and what is made
              of it is coupled with what the container means
    foreign   the data is anything; what is accepted becomes a container of these very arrays, which all claims of the
              coupling tie to a state of the model that obeys all laws

So what is refused is no container's, and what is accepted is one's. The state of the model is put together from the
arrays, and from what loops hold in the end; that it is one is obliged as of any other.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, cast

import z3

from slotproof.proofs.engine.declared import Foreign
from slotproof.proofs.engine.dicts import SymDict
from slotproof.proofs.engine.endless import Endless
from slotproof.proofs.engine.foreign import SymData, foreign_data
from slotproof.proofs.engine.holding import shared
from slotproof.proofs.engine.inside import SymForeignInside
from slotproof.proofs.engine.lists import SymDistinct, SymList
from slotproof.proofs.engine.make import Make
from slotproof.proofs.engine.path import NotSupported, Obligation, Path, PathEnd, claims, current
from slotproof.proofs.engine.rebuild import attribute_kinds
from slotproof.proofs.engine.refinement import Domain, Operation, Refinement
from slotproof.proofs.engine.report import Failure, Outcome, Step
from slotproof.proofs.engine.rounds import RoundEnds
from slotproof.proofs.engine.sets import RANK, SymNumbers
from slotproof.proofs.engine.simulation import Run
from slotproof.proofs.engine.solvers import START_UNITS
from slotproof.proofs.engine.symbolic import KINDS, Kind, SymBool, SymInt, lift
from slotproof.proofs.engine.terms import conjunction, implication, negation, select
from slotproof.proofs.engine.texts import NAME
from slotproof.spec.errors import SlotproofError
from slotproof.spec.logic import conj, contains, forall, forall_in, negate, within

STARTS: Final = 12
"""States that a search for a wrongly accepted one tries on each path."""

ACCEPTED: Final = "foreign data is accepted"
"""How a path of the half about anything ends that makes a container."""

HALVES: Final = ((False,), (True,))
"""The first decisions that lead to the half about anything, and to the one about what is whole."""


class Absent:
    """What stands where a container would be, while there is none."""


class Whole:
    """The argument that leaves the data as `to_dict` gave it."""

    def spoil(self, data: Any) -> Any:
        """The data."""
        return data

    befall = spoil

    def __repr__(self) -> str:
        return "Whole()"


class Seen:
    """What a state of the model is put together from."""

    def __init__(self, run: ForeignRun) -> None:
        self.run = run

    def local(self, key: str, name: str) -> Any:
        """What a local held when a loop was left."""
        return self.run.heads[key].local[name]

    def sequence(self, entries: SymList, places: SymList) -> SymDistinct:
        """The sequence of the entries of a list, of which another list is the inverse: obliged."""
        made = SymDistinct.inverse_pair("witness", entries, places)
        for fact in made.facts():
            current().must(fact, "the entries are distinct: each stands where the other list says")
        return made

    def numbered(self, entries: SymList) -> SymDict:
        """The dict from index to entry."""
        made = SymDict.fresh("numbered", entries.kind)
        made.arrays, made.count = list(entries.arrays), entries.length
        inside = lift(made.every_key(lambda key: _same(contains(made, key), _within(key, entries.length))))
        current().assume(inside)
        return made

    def placed(self, entries: SymList, places: SymDict) -> SymDistinct:
        """The sequence of the entries of a list, of which a dict tells the places: obliged."""
        made = SymDistinct("placed", entries.arrays[0], places.arrays[0], z3.IntVal(0), entries.length, entries.kind)
        for fact in made.facts():
            current().must(fact, "the entries are distinct: each stands where the dict says")
        return made

    def listed(self, length: Any, entry: Callable[[Any], Any]) -> SymList:
        """The list of numbers that a function gives entry by entry."""
        made = SymList("listed", KINDS.INT, KINDS.INT.arrays("listed"), lift(length))
        with claims():
            keys = SymDict.fresh("numbers", KINDS.INT)
            entries = keys.every_key(lambda place: _same(made.peek(place), entry(place)))
        current().assume(lift(entries))
        return made

    def tabled(self, length: Any, entry: Callable[[Any], Any], place: Callable[[Any], Any]) -> SymDistinct:
        """The sequence that a function gives entry by entry; that another function is its inverse is obliged."""
        made = SymDistinct.fresh("tabled")
        made.high = lift(length)
        with claims():
            keys = SymDict.fresh("numbers", KINDS.INT)  # of which nothing is used but that it goes through all numbers
            entries = keys.every_key(lambda pos: SymBool(select(made.entries, lift(pos)) == lift(entry(pos))))
            places = keys.every_key(lambda each: SymBool(select(made.places, lift(each)) == lift(place(each))))
        for formula in (entries, places):
            current().assume(lift(formula))
        for fact in made.facts():
            current().must(fact, "the entries are distinct")
        return made

    def keyed(self, keys: SymDistinct, entries: SymList, but: SymDistinct | None = None) -> SymDict:
        """The dict from each thing of a sequence to the entry at its place, without those at some distinct places.

        There is one, as the things are distinct, with as many keys as there are things less those places.
        """
        current().must(keys.high - keys.low <= entries.length, "there is an entry for each key")
        made = SymDict.fresh("keyed", entries.kind, keys.kind)
        made.count = keys.high - keys.low
        if but is not None:
            length = SymInt(made.count)
            inside = but.logic_forall_in(lambda place: cast(bool, _within(place, length.term)))
            current().must(lift(inside), "what is left out are places")
            made.count = z3.simplify(made.count - (but.high - but.low))
            current().assume(made.count >= 0)
        pairs = list(zip(made.arrays, entries.arrays, strict=True))

        def has(key: Any) -> Any:
            there = lift(contains(keys, key))
            if but is not None:
                there = conjunction(there, negation(lift(contains(but, keys.place(key)))))
            return SymBool(select(made.has, lift(key)) == there)

        def valued(key: Any) -> Any:
            place = select(keys.places, lift(key)) - keys.low
            entry = conjunction(*[select(new, lift(key)) == select(old, place) for new, old in pairs])
            return SymBool(implication(select(made.has, lift(key)), entry))

        for fact in (has, valued):
            current().assume(lift(made.every_key(fact)))
        return made

    def told_apart(self, length: Any, key: Callable[[Any], Any]) -> SymDict:
        """The dict to each place from the name that a function gives it: obliged is that no two are the same."""
        high: Any = SymInt(lift(length))
        with claims():
            apart = forall(0, high, lambda place: forall(0, place, lambda other: negate(key(other) == key(place))))
        current().must(lift(apart), "no two places have one name")
        made = SymDict.fresh("told_apart", KINDS.INT, NAME)
        made.count = high.term
        with claims():
            there = forall(
                0, high, lambda place: conj(contains(made, key(place)), lambda: made.peek(key(place)) == place)
            )
            no_others = forall_in(
                made, lambda name: conj(within(0, made.peek(name), high), lambda: key(made.peek(name)) == name)
            )
        for formula in (there, no_others):
            current().assume(lift(formula))
        return made

    def of_keys(self, keys: SymDict, value: Callable[[Any], Any], kind: Kind = KINDS.INT) -> SymDict:
        """The dict of the same keys with the value that a function gives each."""
        made = SymDict("of_keys", kind, keys.has, kind.arrays("of_keys"), keys.count, keys.keys)
        with claims():
            valued = made.every_key(lambda key: _same(made.peek(key), value(key)))
        current().assume(lift(valued))
        return made

    def of_values(self, keys: SymDict, value: Callable[[Any], Any]) -> SymDict:
        """The dict of the same keys with the value of a client that a function gives each."""
        return self.of_keys(keys, value, KINDS.VALUE)

    def filled(self, entries: SymList, empty: Any) -> SymDict:
        """The dict from each index at which a list does not hold what means nothing to what it holds."""
        made = SymDict.fresh("filled", KINDS.INT)
        made.arrays = list(entries.arrays)
        current().assume(made.count >= 0)

        def has(key: Any) -> Any:
            inside = conjunction(lift(_within(key, entries.length)), lift(entries.peek(key)) != lift(empty))
            return SymBool(select(made.has, lift(key)) == inside)

        with claims():
            defined = made.every_key(has)
        current().assume(lift(defined))
        return made

    def numbers(self, limit: Any, holds: Callable[[Any], Any]) -> SymNumbers:
        """The set of the numbers from 0 up, below a limit, of which something holds: all are below the limit."""
        made = SymNumbers.fresh("numbers")
        made.count = RANK(made.has, lift(limit))
        with claims(), current().bound_variable() as number:
            inside = conjunction(lift(_within(number, lift(limit))), lift(holds(SymInt(number))))
            there = select(made.has, number)
            defined = z3.ForAll([number], there == inside, patterns=[there])
        current().assume(defined)
        return made

    def marked(self, marks: SymList) -> SymDict:
        """The dict from each index at which a list holds 1 to true."""
        made: SymDict = self.run.at_end().marked(marks)
        return made


def _within(key: Any, length: Any) -> SymBool:
    return SymBool(conjunction(0 <= lift(key), lift(key) < length))


def _same(left: Any, right: Any) -> SymBool:
    return SymBool(lift(left) == lift(right))


class ForeignRun(Run):
    """One of the two halves, along one path."""

    data: SymData | SymForeignInside | None = None
    more: tuple[Any, ...] = ()

    def __init__(self, refinement: Refinement, operation: Operation, path: Path, cuts: bool = True) -> None:
        super().__init__(refinement, operation, path, cuts)

    @property
    def foreign(self) -> Foreign:
        """What is declared."""
        declared = self.operation.foreign
        if declared is None:
            raise NotSupported(f"{self.operation.name} makes nothing of foreign data")
        return declared

    def run(self) -> None:
        """Decide for a half, and oblige what it says."""
        if self.path.decide(z3.Bool(self.path.name("the_data_is_whole"))):
            self._run_whole()
        else:
            self._run_foreign()

    # --- whole

    def _run_whole(self) -> None:
        given = Domain("data", lambda m, scope: (), {}, lambda make: Whole())
        self.operation = replace(self.operation, takes=(given,), model=_copied)
        if self.foreign.whole is not None:
            self.operation = replace(self.operation, impl=self.foreign.whole, agree=self._coupled)
        super().run()

    def _coupled(self, model: Any, impl: Any) -> Any:
        return conj(*(self.predicate(claim)(model, impl) for claim in self.refinement.couple if claim.holds))

    def coupled_pair(self, prefix: str = "") -> Any:
        """Any pair, of which the premise is true."""
        pair = super().coupled_pair(prefix)
        self.path.assume(self._premise(pair.impl))
        return pair

    def _premise(self, impl: Any) -> Any:
        said = [each for each in (self.foreign.premise, self.foreign.presumed) if each is not None]
        return conjunction(*[self.formula(self.rebuilder.function(each), impl) for each in said])

    # --- foreign

    def _run_foreign(self) -> None:
        self.side = "impl"
        self.model = self.model_before = self.impl = self.before = Absent()
        impl, claim = self.refinement.impl, self.operation.claim.id
        kinds = {name: each for name, each in attribute_kinds(impl).items() if name not in self.foreign.omitted}
        data = foreign_data(kinds, self._inner_fields())
        if self.path.bound is not None:
            for name, number in self.refinement.sampled.items():
                data.fields[name].sample(number)
            self.path.assume(self.formula(self.rebuilder.function(self.foreign.small), data.fields))
        self.data = self._handed(data)
        given = {name: each.state() for name, each in data.lists().items()}
        self.rebuilder.note_classes()
        self.more = self.foreign.more(Make(self.coupled_pair))
        try:
            new = getattr(self.rebuilder.of_class(impl), self.operation.name)(self.data, *self.more)
        except SlotproofError as error:
            self.ended = type(error).__name__
            documented = self.ended in self.operation.refusals
            self.path.require(z3.BoolVal(documented), f"{claim}: {self.ended} is a documented refusal", claim)
            new = None
        except RoundEnds:
            raise PathEnd from None
        except (TypeError, AttributeError, LookupError, ValueError, Endless) as error:
            reason = f"on stand-ins, {self.operation.name} ends in {type(error).__name__}: {error}"
            raise NotSupported(reason) from error
        for name, each in data.lists().items():
            left = each.unchanged_since(given[name])
            self.path.require(z3.BoolVal(left), f"{claim}: {name} of the data is left as it was", claim)
        self.rebuilder.require_classes_unchanged()
        if new is None:
            return
        self.ended = ACCEPTED
        if self.path.bound is not None:
            self._look_for_wrong()
            return
        self._require_sound(new, data)

    def _inner_fields(self) -> dict[str, Any]:
        """What anybody may have written in the fields of inner containers."""
        fields: dict[str, Any] = {
            name: SymForeignInside.fresh(name, inside, self.rebuilder)
            for name, inside in self.refinement.inside.items()
        }
        for name, several in self.refinement.several.items():
            fields[name] = cast(Any, several).foreign(name)
        if self.refinement.arranged:
            raise NotSupported("foreign data of arranged parts is not known here")
        return fields

    def _handed(self, data: SymData) -> SymData | SymForeignInside:
        """The data, or that of the inner container which is all there is of the outer one."""
        if not self.foreign.handed_on:
            return data
        only = data.fields.get(self.foreign.handed_on)
        if len(data.fields) != 1 or not isinstance(only, SymForeignInside):
            raise NotSupported(f"the data is that of {self.foreign.handed_on}, and tells nothing of other attributes")
        return only

    def _require_sound(self, new: Any, data: SymData) -> None:
        """What is accepted is a container of these arrays within the claims."""
        claim = self.operation.claim.id
        self.rebuilder.require_whole(new)
        twice = shared({"the new container": new})
        self.path.require(z3.BoolVal(not twice), f"{claim}: {twice} are not one and the same", claim)
        for name, said in data.fields.items():
            self._require_held(name, getattr(new, name), said)
        self.path.require(self._premise(new), f"{claim}: widths are what a constructor makes", claim)
        seen = Seen(self)
        means = self.rebuilder.function(self.foreign.means)(new, seen)
        model: Any = object.__new__(self.rebuilder.of_class(self.refinement.model))
        for name, value in means.items():
            object.__setattr__(model, name, value)
        self.rebuilder.require_whole(model)
        self.require_coupled(model, new, "of what is accepted")

    def _require_held(self, name: str, held: Any, said: Any) -> None:
        """Oblige that an attribute holds what the field does."""
        claim = self.operation.claim.id
        what = f"{claim}: {name} is what the data says"
        if isinstance(said, SymForeignInside):
            self.path.require(said.told_by(held), what, claim)
            return
        if isinstance(held, SymList):
            with claims():
                length = said.length
            self.path.require(held.length == length, f"{what} (length)", claim)
            index = z3.Int(self.path.name("element"))
            pairs = zip(held.arrays, said.arrays[-len(held.arrays) :], strict=True)
            equal = conjunction(*[select(new, index) == select(old, index) for new, old in pairs])
            inside = conjunction(0 <= index, index < length)
            self.path.require(implication(inside, equal), f"{what} (entries)", claim)
            return
        number = z3.If(lift(held), 1, 0) if KINDS.of(held) is KINDS.BOOL else lift(held)
        self.path.require(number == said.number, what, claim)

    def at_end(self) -> Any:
        """What an invariant may speak of, where everything has run."""
        return self._at(None)

    # --- as a concrete state

    def _look_for_wrong(self) -> None:
        """Note several states that this path accepts, for the real class to be tried on."""
        if not self.path.obliging:
            return
        solver = self.path.solver
        for seed in range(STARTS):
            solver.set("rlimit", START_UNITS)
            solver.set("random_seed", seed)
            solver.set("phase_selection", 5 if seed else 3)
            if solver.check() != z3.sat:
                return
            note = Obligation("", "what is accepted is in order", z3.BoolVal(False), [], (), z3_verdict="sat")
            note.model = solver.model()
            self.path.obligations.append(note)

    def tried(self, concrete: Any) -> tuple[Any, Outcome]:
        """The data of a solver's model, and what the real class does with it."""
        data = concrete.of(self.data)
        given = copy.deepcopy(data)
        try:
            make = getattr(self.refinement.impl, self.operation.name)
            outcome = Outcome(make(data, *(concrete.of(each) for each in self.more)))
        except (SlotproofError, LookupError, TypeError, ValueError, AttributeError) as error:
            outcome = Outcome(error=type(error).__name__, text=str(error))
        return given, outcome

    def has_start(self, concrete: Any) -> bool:
        """True if the real class ends as this path does."""
        return (self.tried(concrete)[1].error or ACCEPTED) == self.ended

    def replayed(self, concrete: Any, broken_claims: Callable[..., list[str]]) -> Failure | None:
        """What the real class does wrong: it ends in no documented error, or accepts what no claims hold of."""
        data, outcome = self.tried(concrete)
        claim = self.operation.claim.id
        if outcome.error:
            broken = [] if outcome.error in self.operation.refusals else [claim]
            message = f"from_dict ends in {outcome.error}: {outcome.text}"
        else:
            broken = self._broken(outcome.value, broken_claims)
            message = f"from_dict accepts arrays of which {', '.join(broken)} do not hold"
        if not broken:
            return None
        return Failure(
            claim,
            message,
            trace=(Step("from_dict", (data,), Outcome(error="InvalidArgument"), outcome),),
            broken=tuple(broken),
            start="foreign data",
        )

    def _broken(self, new: Any, broken_claims: Callable[..., list[str]]) -> list[str]:
        if not all(_fits(getattr(new, name), *each) for name, each in attribute_kinds(self.refinement.impl).items()):
            return [self.operation.claim.id]
        if self.refinement.abstract is None:
            raise NotSupported("the declaration does not say what arrays mean")
        try:
            meant = self.refinement.abstract(new)
        except (SlotproofError, LookupError, TypeError, ValueError, AttributeError):
            return [self.operation.claim.id]
        broken = broken_claims(self.refinement, meant, new)
        is_whole = all(each is None or each(new) for each in (self.foreign.premise, self.foreign.presumed))
        return broken if is_whole else [*broken, self.operation.claim.id]


def _fits(held: Any, shape: str, kind: Any) -> bool:
    """True if an attribute holds what it is annotated with, as far as that is numbers and truths."""
    if shape == "list":
        return type(held) is list and (kind is not KINDS.INT or all(type(entry) is int for entry in held))
    return shape not in ("int", "bool") or type(held) is (int if shape == "int" else bool)


def _copied(model: Any, _: Any) -> Any:
    return model.copy()


def run_of(refinement: Refinement, operation: Operation, path: Path, cuts: bool = True) -> Run:
    """The run of an operation along a path."""
    kind = Run if operation.foreign is None else ForeignRun
    return kind(refinement, operation, path, cuts)


def known(at: Any) -> Any:
    """The model whose arrays the data is, or None if it is anything: what an invariant may go by."""
    return None if isinstance(at.model_before, Absent) else at.model_before
