"""Trees of paths: small ones are accepted and refused for each reason there is, and each reason is needed."""

from __future__ import annotations

import copy
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from slotproof.checker import paths
from slotproof.checker.paths import LESS, check_paths, digest

DECLARED: Final = """(set-logic ALL)
(declare-fun p () Bool)
(declare-fun q () Bool)
(declare-fun r () Bool)
(declare-fun a () Int)
(declare-fun b () Int)
(declare-fun k () (Array Int Int))
(declare-fun l () (Array Int Int))
"""
FORMULAS: Final = ("p", "(not p)", "q", "(not q)", "r", "(< a b)", "(<= b a)", "(and q r)", "false", "true", "(not r)")
P, NOT_P, Q, NOT_Q, R, LESS_THAN, NOT_LESS, BOTH, FALSE, TRUE, NOT_R = range(len(FORMULAS))
ARRAY: Final = "(forall ((x0 Int)) (= (select k x0) 7))"
OTHER: Final = "(forall ((x0 Int)) (= (select l x0) (select k 1)))"


def question(*asserted: str) -> str:
    """Give a question that asserts these."""
    return DECLARED + "".join(f"(assert {each})\n" for each in asserted) + "(check-sat)\n"


SHOWS_Q: Final = question("p", "(not q)")
SHOWS_R: Final = question("q", "(not r)")
CLOSES: Final = question("(not p)", "(not q)")
LISTED: Final = question("(not r)", "(< a b)")
OF_ARRAY: Final = question(ARRAY, "(not q)")
ALL: Final = [SHOWS_Q, SHOWS_R, CLOSES, LISTED, OF_ARRAY]


def show(formula: int, by: str | None, number: int, what: str, claim: str = "") -> dict[str, Any]:
    """Give the step that shows a formula."""
    return {"show": formula, "by": [digest(by)] if by else [], "number": number, "claim": claim, "what": what}


def document(way: list[Any], owed: int, said: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """Give a tree of one way."""
    tree = {"claims": ["X-I1"], "owes": {"success": ["X-I1"], "refused": []}, "owed": owed, "known": [], "way": way}
    return {"terms": question(*said, *FORMULAS), "arrays": len(said), "trees": [tree | more]}


ENDS: Final[list[dict[str, Any]]] = [{"end": "success"}, show(Q, SHOWS_Q, 0, "X-I1 after put", "X-I1"), {"done": ""}]
FORK: Final = document(
    [
        {"assume": Q, "why": "X-I1"},
        {"fork": [
            [{"case": P}, *ENDS],
            [{"case": NOT_P}, {"fact": NOT_Q}, {"closed": []}],
        ]},
    ],
    1,
)  # fmt: skip
CLOSED: Final = document(
    [
        {
            "fork": [
                [{"case": P}, *ENDS],
                [{"case": NOT_P}, {"assume": NOT_Q, "why": "any value"}, {"closed": [digest(CLOSES)]}],
            ]
        }
    ],
    1,
)
BESIDE: Final[list[dict[str, Any]]] = [{"case": P}, show(Q, SHOWS_Q, 0, "index in range")]
COMPARED: Final = document(
    [
        {"fork": [
            [{"case": LESS_THAN}, {"aside": BESIDE}, {"end": "refused"}, {"done": ""}],
            [{"case": NOT_LESS}, {"parts": [
                [{"part": "1 of 2", "with": ""}, {"end": "refused"}, {"done": ""}],
                [{"part": "2 of 2", "with": ""}, {"end": "refused"}, {"done": ""}],
            ]}],
        ]},
    ],
    1,
)  # fmt: skip
LOOP: Final = document(
    [
        {"assume": P, "why": "any value"},
        show(Q, SHOWS_Q, 0, "full, at the start of the loop"),
        {"loop": "put#0", "ends": False, "with": ""},
        {"assume": Q, "why": "full, of any round"},
        {"body": "put#0"},
        {"fork": [
            [{"case": R}, show(BOTH, None, 1, "full, after a round"), show(TRUE, None, 2, LESS), {"done": "put#0"}],
            [{"case": NOT_R}, {"end": "success"}, show(Q, None, 3, "X-I1 after put", "X-I1"), {"done": ""}],
        ]},
    ],
    4,
)  # fmt: skip
TOGETHER: Final = document(
    [
        {"assume": Q, "why": "X-I1"},
        show(Q, None, 0, "X-I1 before the loop: it holds", "X-I1"),
        {"parts": [
            [
                {"part": "1 of 3", "with": "model#0"},
                show(Q, None, 1, "full, at the start of the loop"),
                {"loop": "put#0", "ends": True, "with": ""},
                {"assume": Q, "why": "X-I1"},
                {"assume": Q, "why": "full, of any round"},
                {"body": "put#0"},
                {"fork": [
                    [
                        {"case": R},
                        show(Q, None, 2, "X-I1 after a round: it holds", "X-I1"),
                        show(Q, None, 3, "full, after a round"),
                        {"done": "put#0"},
                    ],
                    [{"case": NOT_R}, {"elsewhere": "model#0"}],
                ]},
            ],
            [
                {"part": "2 of 3", "with": "model#0"},
                {"loop": "put#0", "ends": True, "with": "model#0"},
                {"assume": Q, "why": "full, of any round"},
                {"body": "put#0"},
                {"end": "success"},
                show(Q, None, 4, "X-I1 after put", "X-I1"),
                {"done": ""},
            ],
            [{"part": "3 of 3", "with": "model#0"}, {"elsewhere": "model#0"}],
        ]},
    ],
    5,
)  # fmt: skip
KNOWN: Final = document(
    [
        {"assume": LESS_THAN, "why": "any value"},
        {"assume": P, "why": "any value"},
        {"lemma": Q, "by": [digest(SHOWS_Q)]},
        {"end": "success"},
        show(R, SHOWS_R, 0, "X-I1 after put", "X-I1"),
        {"done": ""},
    ],
    1,
)
FACTS: Final = document(
    [{"end": "success"}, show(R, LISTED, 0, "X-I1 after put", "X-I1"), {"done": ""}],
    1,
    known=[{"formula": LESS_THAN, "why": "a fact about numbers"}],
)
ARRAYS: Final = document(
    [{"end": "success"}, show(Q, OF_ARRAY, 0, "X-I1 after put", "X-I1"), {"done": ""}], 1, (ARRAY, OTHER)
)
TWO: Final = [
    [{"part": f"{place + 1} of 2", "with": "model#0"}, *each[1:]]
    for place, each in enumerate(TOGETHER["trees"][0]["way"][2]["parts"][:2])
]
GOOD: Final = {
    "fork": FORK, "closed": CLOSED, "compared": COMPARED, "loop": LOOP, "together": TOGETHER, "known": KNOWN,
    "facts": FACTS, "arrays": ARRAYS,
}  # fmt: skip

Place = tuple[str | int, ...]
Change = tuple[str, Place, Any]
GONE: Final = object()

BAD: Final[list[tuple[str, Place, Any, str]]] = [
    # name, where, what stands there then (GONE: nothing), and why it is refused
    ("fork", (1, "fork", 1), GONE, "leaves something out"),
    ("fork", (1, "fork", 1, 0), {"case": P}, "leaves something out"),
    ("fork", (1, "fork", 1, 0), {"case": R}, "leaves something out"),
    ("fork", (1, "fork", 1), [{"case": NOT_P}], "something can be"),
    ("fork", (1, "fork", 1, 1), GONE, "no question"),
    ("fork", (1, "fork", 0, 2), GONE, "'X-I1' is owed"),
    ("fork", (1, "fork", 0, 1), GONE, "nothing is known of what is owed"),
    ("fork", (1, "fork", 0, 3), GONE, "something can be"),
    ("fork", (1, "fork", 0, 1), {"end": "lost"}, "nothing is known of what is owed"),
    ("fork", (0,), {"case": Q}, "no place"),
    ("fork", (1, "fork", 0), [{"case": P}, ENDS[0], {"assume": R, "why": "any value"}, *ENDS[1:]], "no reason"),
    ("fork", (0, "why"), "", "no reason"),
    ("fork", (0, "why"), "Y-I1", "no reason"),
    ("fork", (1, "fork", 0, 2), {"assume": Q, "why": "X-I1"}, "no reason"),
    ("fork", (1, "fork", 0, 2, "number"), 1, "are owed"),
    ("fork", (1, "fork", 0, 2, "claim"), "", "'X-I1' is owed"),
    ("closed", (0, "fork", 1, 2, "closed", 0), digest(SHOWS_Q), "does not hold there"),
    ("closed", (0, "fork", 1, 2, "closed", 0), digest("another"), "no question"),
    ("closed", (0, "fork", 0, 2, "show"), R, "does not hold there"),
    ("closed", (0, "fork", 0, 2, "show"), 99, "there is no formula"),
    ("closed", (0, "fork", 1, 1), GONE, "does not hold there"),
    ("compared", (0, "fork", 1, 1, "parts", 1), GONE, "a part is left out"),
    ("compared", (0, "fork", 1, 1, "parts", 0), GONE, "a part is left out"),
    ("compared", (0, "fork", 1, 1, "parts"), [], "cannot be read"),
    ("compared", (0, "fork", 0, 1), GONE, "1 are owed, and 0 shown"),
    ("compared", (0, "fork", 0, 1, "aside", 0), GONE, "does not hold there"),
    ("compared", (0, "fork", 0, 1), {"case": R}, "no place"),
    ("compared", (0, "fork", 0, 1, "aside", 1), {"end": "success"}, "no place"),
    ("compared", (0, "fork", 0, 1, "aside"), [{"loop": "put#0", "ends": True, "with": ""}, *BESIDE], "no place"),
    ("compared", (0, "fork", 0, 1, "aside"), [*BESIDE, {"end": "refused"}], "no place"),
    ("compared", (0, "fork", 0, 3), {"elsewhere": "put#0"}, "no place"),
    ("compared", (0, "fork", 0, 3), {"done": "put#0"}, "was not begun"),
    ("loop", (1,), GONE, "not shown where the loop is reached"),
    ("loop", (1, "what"), "empty, at the start of the loop", "not shown where the loop is reached"),
    ("loop", (5, "fork", 0, 1), GONE, "after a round"),
    ("loop", (5, "fork", 0, 1, "what"), "full, before", "after a round"),
    ("loop", (5, "fork", 0, 2), GONE, "the variant"),
    ("loop", (5, "fork", 0, 2, "what"), "it ends", "the variant"),
    ("loop", (2,), GONE, "no reason"),
    ("loop", (4, "body"), "get#0", "no place"),
    ("loop", (5, "fork", 0, 3), {"done": "get#0"}, "was not begun"),
    ("together", (2, "parts", 2), GONE, "a part is left out"),
    ("together", (2, "parts", 1), GONE, "a part is left out"),
    ("together", (2, "parts", 0), GONE, "a part is left out"),
    ("together", (1,), GONE, "not shown where the loop is reached"),
    ("together", (2, "parts", 0, 1), GONE, "not shown where the loop is reached"),
    ("together", (1, "what"), "X-I1 elsewhere: it holds", "not shown where the loop is reached"),
    ("together", (2, "parts", 0, 6, "fork", 0, 1), GONE, "after a round"),
    ("together", (2, "parts", 0, 6, "fork", 0, 2), GONE, "after a round"),
    ("together", (2, "parts", 1, 1, "with"), "other#0", "not gone round"),
    ("together", (2, "parts", 0, 2, "with"), "model#0", "not gone round"),
    ("together", (2, "parts"), TWO, "a part is left out"),
    ("together", (2, "parts", 2, 1), {"elsewhere": "other#0"}, "no place"),
    ("known", (2,), GONE, "does not hold there"),
    ("known", (2, "lemma"), R, "does not hold there"),
    ("known", (1,), GONE, "does not hold there"),
]  # fmt: skip


def changed(name: str, place: Place, value: Any) -> dict[str, Any]:
    """Give one of the trees with a change of its way."""
    told = copy.deepcopy(GOOD[name])
    here: Any = told["trees"][0]["way"]
    for step in place[:-1]:
        here = here[step]
    if value is GONE:
        del here[place[-1]]
    else:
        here[place[-1]] = value
    return told


def of_head() -> list[tuple[dict[str, Any], str]]:
    """Give trees of which something else is wrong than the way, and why."""
    why = copy.deepcopy(FACTS)
    why["trees"][0]["known"][0]["why"] = "said"
    unsaid, none = copy.deepcopy(FACTS), copy.deepcopy(FACTS)
    unsaid["trees"][0]["known"] = []
    none["trees"] = []
    more = document(FORK["trees"][0]["way"], 2)
    way = ARRAYS["trees"][0]["way"]
    said = [
        ("(forall ((x0 Int)) (=> p (= (select k x0) 7)))", "does not say what an array is"),
        ("(forall ((x0 Int)) (= (select k x0) x0))", "does not say what an array is"),
        ("(forall ((x0 Int)) (= (select k 1) x0))", "does not say what an array is"),
        ("(forall ((x0 Int)) (= (select k 1) 7))", "does not say what a new array is"),
        ("(forall ((x0 Int)) (= (select (store k 1 2) x0) 7))", "does not say what a new array is"),
        ("(forall ((x0 Int)) (= (select k x0) (+ 1 (select k 2))))", "by itself"),
    ]
    return [
        (why, "no reason to assert"),
        (unsaid, "does not hold there"),
        (none, "there is no tree"),
        (more, "2 are owed, and 1 shown"),
        (document(way, 1, (ARRAY, ARRAY)), "does not say what a new array is"),
        (document(way, 1, (OTHER, ARRAY)), "by itself"),
        *((document([{"end": "refused"}, {"done": ""}], 0, (each,)), reason) for each, reason in said),
    ]


REFUSED: Final = [
    *((json.dumps(changed(name, place, value)), why) for name, place, value, why in BAD),
    *((json.dumps(told), why) for told, why in of_head()),
    ("{}", "cannot be read"),
]


@pytest.mark.parametrize("name", GOOD)
def test_right_trees_are_accepted(name: str) -> None:
    """Each of these covers all, and shows what it owes."""
    told = GOOD[name]
    reason, ends, owed = check_paths(json.dumps(told), ALL)
    assert (reason, owed) == ("", told["trees"][0]["owed"])
    assert ends == json.dumps(told).count('{"done": ""}')


@pytest.mark.parametrize("place", range(len(REFUSED)))
def test_wrong_trees_are_refused(place: int) -> None:
    """Each of these is refused, and says why."""
    text, why = REFUSED[place]
    assert why in check_paths(text, ALL)[0]


@pytest.mark.parametrize("missing", [SHOWS_Q, SHOWS_R, CLOSES, LISTED, OF_ARRAY])
def test_a_question_without_a_certificate_shows_nothing(missing: str) -> None:
    """Some tree needs each of the questions."""
    rest = [each for each in ALL if each != missing]
    assert any("no question with a certificate" in check_paths(json.dumps(told), rest)[0] for told in GOOD.values())


# --- each line is needed

SOURCE: Final = Path(paths.__file__).read_text(encoding="utf-8")

WEAKER: Final = [
    ("if any(contrary(each) in self.held for each in new):", "if False:"),
    ('if each["why"] not in LISTED:', "if False:"),
    ("if each not in allowed:", "if False:"),
    ('case "case" if aside:', 'case "case":'),
    ('case "loop" if not aside:', 'case "loop":'),
    ('case "end" if not aside and way.end is None:', 'case "end":'),
    ("if not aside and FALSE not in way.held:", "if False:"),
    ('if last and step["elsewhere"] in (*way.together, *self.reaching):', "if last:"),
    ("if not any(each.startswith(name + before) for each in way.entered):", "if False:"),
    (" or (way.end is not None and why != SAME_SIZE):", ":"),
    ("(why not in RULES and why not in self.claims) or (way.end", "(way.end"),
    ("if way.heading and (name != why or why in self.claims):", "if way.heading and name != why:"),
    ('case "body" if way.heading and step["body"] == list(way.loops)[-1]:', 'case "body":'),
    ("owed=(*way.loops[loop].owed, name + after)", "owed=way.loops[loop].owed"),
    ("if model and model not in way.together:", "if False:"),
    (' or conditions[1] not in (contrary(conditions[0]), make("not", conditions[0])):', ":"),
    ("count = 3 if name else len(ways)", "count = len(ways)"),
    ('if told != [(f"{place + 1} of {count}", name) for place in range(count)]:', "if False:"),
    ('raise Refused(f"nothing is known of what is owed where it ends as {way.end}")', "return"),
    ("missing = [each for each in self.owes[way.end] if each not in way.paid]", "missing = []"),
    ("owed = (*loop.owed, *([] if loop.ends else [LESS]))", "owed = loop.owed"),
    ('raise Refused(f"a round of {name} ends that was not begun")', "return"),
    (" or body.args[1].free:", ":"),
    ('array.head != "constant" or array in new', "array in new"),
    (" or array in new or", " or"),
    (" or term.args[0].args != (index,):", ":"),
    ("if any(part in later for part in parts(term.args[1].args[1])):", "if False:"),
    ('if not told["trees"]:', "if False:"),
    ("if sorted(tree.numbers) != list(range(tree.owed)):", "if False:"),
]
"""Lines, each with a weaker one."""


def weakened(old: str, new: str) -> Callable[[str, list[str]], tuple[str, int, int]]:
    """Load the checker of trees with another line."""
    assert SOURCE.count(old) == 1, old
    spec = importlib.util.spec_from_file_location("slotproof.checker.paths_weakened", paths.__file__)
    assert spec is not None
    module: Any = importlib.util.module_from_spec(spec)
    exec(compile(SOURCE.replace(old, new), "paths_weakened.py", "exec"), vars(module))
    found: Callable[[str, list[str]], tuple[str, int, int]] = module.check_paths
    return found


@pytest.mark.parametrize("place", range(len(WEAKER)))
def test_each_line_is_needed(place: int) -> None:
    """With any of these, something is accepted that must not be, or refused for want of it."""
    check = weakened(*WEAKER[place])
    right = all(check(json.dumps(told), ALL)[0] == "" for told in GOOD.values())
    assert not right or any(not check(text, ALL)[0] for text, _ in REFUSED)
