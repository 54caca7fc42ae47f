"""Wrong declarations: laws and invariants that are not asked, say nothing, or look at what is not there."""

from typing import Final

from ..wrong_declarations import (
    Case,
    Edit,
    Group,
    begin,
    claimed,
    coupled,
    fields,
    laws,
    meant_begin,
    meant_fields,
    methods,
    operation,
)


def _ages(law: str) -> tuple[Edit, ...]:
    return (
        fields("ages: dict[int, int]"),
        meant_fields("ages: dict[int, int]"),
        begin("self.ages = {}"),
        meant_begin("self.ages = {}"),
        *methods("def forget(self, number: int) -> None:\n    if number in self.ages:\n        del self.ages[number]"),
        operation('Operation("forget", Claim("PL-R4", "`forget` forgets."), takes=(NUMBER,))'),
        claimed(
            '@invariant("PL-I3", "Both have the same ages.")\ndef same_ages(m: PileModel, h: Pile) -> bool:\n'
            "    return conj(\n        forall_in(m.ages, lambda key: conj(contains(h.ages, key), lambda: h.ages[key] == m.ages[key])),\n"
            "        forall_in(h.ages, lambda key: contains(m.ages, key)),\n    )\n\n\n"
            '@step_law("PL-L2", "The age of 0 stays while it has one.")\ndef same_age(before: PileModel, after: PileModel) -> bool:\n'
            f"    return {law}\n"
        ),
        ("couple=(in_order, same_mark)", "couple=(in_order, same_mark, same_ages)"),
        ("laws=(some_length,)", "laws=(some_length, same_age)"),
    )


def _law(returned: str, kind: str = "law", sentence: str = "A sentence.") -> tuple[Edit, Edit]:
    parameters = "m: PileModel" if kind == "law" else "before: PileModel, after: PileModel"
    return laws(f'@{kind}("PL-L2", "{sentence}")\ndef other({parameters}) -> bool:\n    return {returned}\n', "other")


def _less(condition: str) -> tuple[Edit, ...]:
    return (
        *methods("def drop(self) -> None:\n    self.cells.clear()", "def drop(self) -> None:\n    self.values.clear()"),
        operation('Operation("drop", Claim("PL-R4", "`drop` takes all away."))'),
        claimed(
            "from slotproof.declare.words import all_hold\n\n\n"
            '@step_law("PL-L2", "There is one more at most.")\n'
            "def more(before: PileModel, after: PileModel) -> bool:\n"
            "    return len(after.values) <= len(before.values) + 1\n\n\n"
            "STEPS = (more,)\n\n\n"
            '@step_law("PL-L3", "There is one less at most.")\n'
            "def less(before: PileModel, after: PileModel) -> bool:\n"
            f"    return all_hold((each for each in STEPS if {condition}), after, before)\n"
        ),
        ("laws=(some_length,)", "laws=(some_length, more, less)"),
    )


_NONE: Final = '@law("PL-L2", "There are no values.")\ndef none(m: PileModel) -> bool:\n    return {}\n'
_DROP: Final = (
    *methods("def drop(self) -> None:\n    self.cells.clear()"),
    operation('Operation("drop", Claim("PL-R4", "`drop` takes all away."), law_exempt=True)'),
)
_BEYOND: Final = "implies(len(after.values) < len(before.values), lambda: after.values[{0}] == before.values[{0}])"

LAWS: Final = Group(
    {
        "not listed": Case(
            "a law that stands beside the others is in no list",
            (claimed(_NONE.format("len(m.values) == 0")),),
            "claim PL-L2 is not listed",
            '@law("PL-L2"',
            "a = PileModel(); a.push(1); len(a.values) != 0",
        ),
        "true of all": Case(
            "the predicate is a constant, whatever the sentence says",
            laws(_NONE.format("True"), "none"),
            "does not look at the state",
            "def none",
            "a = PileModel(); a.push(1); len(a.values) != 0",
        ),
        "exempt": Case(
            "a step that breaks the law is exempt, and the sentence does not say so",
            (*_law("len(after.values) + 1 >= len(before.values)", "step_law", "No step takes more than one."), *_DROP),
            "name it in the sentence of PL-L2",
            '@step_law("PL-L2"',
            "a = PileModel(); [a.push(1) for _ in range(3)]; a.drop(); len(a.values) == 0",
        ),
        "beyond the end": Case(
            "a claim that reads beyond the end is given what lies there",
            _law(_BEYOND.format("len(after.values)"), "step_law"),
            "PL-L2",
            "",
            "a = PileModel(); a.push(1); a.pop(); len(a.values) == 0",
        ),
        "before the begin": Case(
            "a claim that reads below 0 is given what lies there",
            _law("m.values[-1] == m.values[-1]"),
            "PL-L2",
            "",
            "len(PileModel().values) == 0",
        ),
        "a key that is missing": Case(
            "a claim that reads a key that is missing is given what lies there",
            _ages("before.ages[0] == after.ages[0]"),
            "PL-L2",
            "",
            "0 not in PileModel().ages",
        ),
        "least for all": Case(
            "the least number of a condition is one number, whatever it is asked of",
            _law("implies(len(m.values) >= 2, negate(forall(0, len(m.values), "
                 "lambda place: least(0, len(m.values), lambda each: each == place) == place)))"),
            "it would be one value for all",
            "least(0, len",
        ),
        "ascending for all": Case(
            "the numbers of a condition are one sequence, whatever they are asked of",
            _law("implies(len(m.values) >= 2, negate(forall(0, len(m.values), "
                 "lambda limit: len(ascending(len(m.values), lambda each: each < limit)) == limit)))"),
            "it would be one value for all",
            "ascending(len",
        ),
        "a place of none": Case(
            "that there is a place is shown by one that there is not",
            _law("exists(0, len(m.values) + 1, lambda place: m.values[place] == m.values[place])"),
            "PL-L2",
            "",
            "len(PileModel().values) == 0",
        ),
        "a change": Case(
            "a claim puts right what it looks at",
            laws('@law("PL-L2", "There are no values.")\ndef none(m: PileModel) -> bool:\n    m.values.clear()\n'
                 "    return len(m.values) == 0\n", "none"),
            "a claim only looks",
            "m.values.clear()",
            "a = PileModel(); a.push(1); len(a.values) != 0",
        ),
        "some of the claims": Case(
            "a claim is left out if it is not known whether it is one of those",
            _less("len(before.values) > 2"),
            "a condition of what is kept",
            "all_hold((each",
            "a = PileModel(); a.push(1); a.push(2); a.push(3); a.drop(); len(a.values) + 1 < 3",
        ),
        "true only where it is refused": Case(
            "a law is true of what the model begins with, and no step is asked",
            _law("len(m.values) == 0"),
            "PL-L2",
            "",
            "a = PileModel(); a.push(1); len(a.values) != 0",
        ),
        "an invariant that is false": Case(
            "where no two states are tied together everything is shown",
            coupled('@invariant("PL-I3", "There are fewer cells.")\ndef fewer(m: PileModel, h: Pile) -> bool:\n'
                    "    return len(h.cells) < len(m.values)\n", "fewer"),
            "PL-I3",
            "",
            "not len(Pile().cells) < len(PileModel().values)",
        ),
    },
    (
        (*_law("len(after.values) + 1 >= len(before.values)", "step_law", "No step but `drop` takes more than one."), *_DROP),
        _law("implies(len(m.values) > 0, lambda: m.values[0] == m.values[len(m.values) - 1 - (len(m.values) - 1)])"),
        _ages("implies(conj(contains(before.ages, 0), contains(after.ages, 0)), lambda: before.ages[0] == after.ages[0])"),
        _law("implies(len(m.values) >= 2, exists(0, len(m.values), lambda place: place > 0))"),
        _less("not each.step"),
    ),
)  # fmt: skip

GROUPS: Final = {"laws": LAWS}
