"""Write what is asked of solvers as SMT-LIB text: the question that a certificate is about.

The text is the prover's own: each term of Z3 is written by what it is, not by what a solver prints. Terms that stand
in several places are named once, by `let`. Bound variables are named by how deep they stand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import z3

from slotproof.engine.prove.solver.sorts import MUL
from slotproof.engine.prove.solver.triggers import children, has_bound, is_quantifier, number

_WORDS: Final = {
    z3.Z3_OP_AND: "and",
    z3.Z3_OP_OR: "or",
    z3.Z3_OP_NOT: "not",
    z3.Z3_OP_IMPLIES: "=>",
    z3.Z3_OP_ITE: "ite",
    z3.Z3_OP_EQ: "=",
    z3.Z3_OP_DISTINCT: "distinct",
    z3.Z3_OP_LE: "<=",
    z3.Z3_OP_LT: "<",
    z3.Z3_OP_GE: ">=",
    z3.Z3_OP_GT: ">",
    z3.Z3_OP_ADD: "+",
    z3.Z3_OP_SUB: "-",
    z3.Z3_OP_MUL: "*",
    z3.Z3_OP_UMINUS: "-",
    z3.Z3_OP_IDIV: "div",
    z3.Z3_OP_MOD: "mod",
    z3.Z3_OP_SELECT: "select",
    z3.Z3_OP_STORE: "store",
}

_SIMPLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.!]*")

_RESERVED: Final = {"Array", "Bool", "Int", "Real", "String", "_", "!", "as", "let", "forall", "exists", "par"} | {
    *("true", "false", "and", "or", "not", "xor", "ite", "distinct", "div", "mod", "abs", "select", "store"),
    *("div_total", "mod_total", "to_real", "to_int", "is_int", "set", "assert", "check", "declare", "define"),
}
"""Names that mean something in a question: what has one of them is called otherwise."""

_BOUND: Final = re.compile(r"(let|x)\d+(_\d+)?")


class Unwritable(TypeError):
    """A term that has no place in a question."""


def question(formulas: Sequence[z3.BoolRef]) -> str:
    """Write the question whether something satisfies all of these.

    Raises     Unwritable
    """
    return Writer(Names()).text(formulas)


def _applied(word: str, below: list[str]) -> str:
    """Apply an operator: two at a time from left to right, or any number from two on."""
    if word in ("and", "or", "+", "*") and len(below) < 2:
        return below[0] if below else {"and": "true", "or": "false", "+": "0", "*": "1"}[word]
    if word == "-" and len(below) > 2:
        return _applied(word, [_applied(word, below[:-1]), below[-1]])
    return f"({word} {' '.join(below)})"


class Names:
    """Names of what stands in questions: the same for the same in all of them, so that they can be compared.

    Takes      products, whether products of unknown numbers are written as such, and not as a function of two numbers
    """

    def __init__(self, products: bool = False) -> None:
        self.products = products
        self.taken = set(_RESERVED)
        self.given: dict[int, str] = {}  # by number of a sort, a symbol, or an array that is one value all over
        self.kept: list[Any] = []

    def of(self, thing: Any, name: str) -> str:
        """Give the name of something: one that nothing else has, as close to this one as there is."""
        key = number(thing)
        if key not in self.given:
            self.kept.append(thing)
            self.given[key] = self._fresh(name)
        return self.given[key]

    def _fresh(self, name: str) -> str:
        wanted = re.sub(r"[|\\\\]", ".", name)
        if wanted[:1] in ("@", ".", "") or wanted[:1].isdigit() or _BOUND.fullmatch(wanted):
            wanted = f"of.{wanted}"
        chosen, more = wanted, 0
        while chosen in self.taken:
            more += 1
            chosen = f"{wanted}!{more}"
        self.taken.add(chosen)
        return chosen if _SIMPLE.fullmatch(chosen) else f"|{chosen}|"


class Writer:
    """One question: what stands in it is declared once."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.sorts: dict[int, str] = {}
        self.symbols: dict[int, str] = {}
        self.declared: list[str] = []
        self.said: dict[str, str] = {}  # of arrays that are one value all over, by name

    def text(self, formulas: Sequence[z3.BoolRef]) -> str:
        """Write all of it.

        Raises     Unwritable
        """
        asserted = [self._closed(formula) for formula in formulas]
        lines = [f"(assert {each})" for each in (*self.said.values(), *asserted)]
        return "\n".join(["(set-logic ALL)", *self.declared, *lines, "(check-sat)", ""])

    def _closed(self, formula: Any) -> str:
        return self._named([formula], (), {})[0]

    # --- names

    def _sort(self, sort: Any) -> str:
        key = number(sort)
        if key not in self.sorts:
            kind = sort.kind()
            if kind == z3.Z3_INT_SORT:
                self.sorts[key] = "Int"
            elif kind == z3.Z3_BOOL_SORT:
                self.sorts[key] = "Bool"
            elif kind == z3.Z3_ARRAY_SORT:
                self.sorts[key] = f"(Array {self._sort(sort.domain())} {self._sort(sort.range())})"
            elif kind == z3.Z3_UNINTERPRETED_SORT:
                self.sorts[key] = self.names.of(sort, sort.name())
                self.declared.append(f"(declare-sort {self.sorts[key]} 0)")
            else:
                raise Unwritable(f"a sort that is not known: {sort}")
            self.names.kept.append(sort)
        return self.sorts[key]

    def _symbol(self, function: Any) -> str:
        key = number(function)
        if self.names.products and function.eq(MUL):
            return "*"
        if key not in self.symbols:
            domain = " ".join(self._sort(function.domain(place)) for place in range(function.arity()))
            result = self._sort(function.range())
            self.symbols[key] = self.names.of(function, function.name())
            self.declared.append(f"(declare-fun {self.symbols[key]} ({domain}) {result})")
        return self.symbols[key]

    # --- terms

    def _named(self, terms: Sequence[Any], bound: tuple[str, ...], outer: dict[int, str]) -> list[str]:
        """Write terms under the same quantifiers; the last of them carries the names of what they share.

        Takes      outer, what is named around them: of terms without bound variables, which mean the same within
        """
        uses = Counter[int]()
        order: list[Any] = []
        stack = [(term, False) for term in reversed(terms)]
        while stack:
            term, done = stack.pop()
            key = number(term)
            if done:
                order.append(term)
                continue
            uses[key] += 1
            if uses[key] > 1:
                continue
            stack.append((term, True))
            stack += [(each, False) for each in reversed(children(term))]
        written: dict[int, str] = {}
        lets: list[str] = []
        for term in order:
            key = number(term)
            text = self._term(term, bound, written)
            if uses[key] > 1 and text[0] == "(" and len(terms) == 1:
                name = f"let{len(lets)}" + (f"_{len(bound)}" if bound else "")
                lets.append(f"(let (({name} {text})) ")
                text = name
            written[key] = text
        told = [written[number(term)] for term in terms]
        return ["".join(lets) + told[0] + ")" * len(lets), *told[1:]]

    def _term(self, term: Any, bound: tuple[str, ...], written: dict[int, str]) -> str:
        self.names.kept.append(term)
        if is_quantifier(term):
            return self._quantifier(term, bound)
        if z3.is_var(term):
            return bound[-1 - int(z3.get_var_index(term))]
        if isinstance(term, z3.IntNumRef):
            digits = str(term.as_string())
            return f"(- {digits[1:]})" if digits.startswith("-") else digits
        below = [written[number(each)] for each in children(term)]
        function = term.decl()
        kind = function.kind()
        if kind in _WORDS:
            return _applied(_WORDS[kind], below)
        if kind == z3.Z3_OP_UNINTERPRETED:
            return f"({self._symbol(function)} {' '.join(below)})" if below else self._symbol(function)
        if kind in (z3.Z3_OP_TRUE, z3.Z3_OP_FALSE):
            return "true" if kind == z3.Z3_OP_TRUE else "false"
        if kind == z3.Z3_OP_CONST_ARRAY and not (bound and has_bound(term)):
            return self._one_value(term)
        raise Unwritable(f"a term that is not known: {function}")

    def _one_value(self, term: Any) -> str:
        """Name an array that is one value all over, and say so."""
        name = self.names.of(term, "all")
        if name not in self.said:
            sort = term.sort()
            self.declared.append(f"(declare-fun {name} () {self._sort(sort)})")
            value = self._closed(children(term)[0])
            index = self._sort(sort.domain())
            said = f"(= (select {name} x0) {value}) :pattern ((select {name} x0))"
            self.said[name] = f"(forall ((x0 {index})) (! {said}))"
        return name

    def _quantifier(self, term: Any, bound: tuple[str, ...]) -> str:
        if term.is_lambda():
            raise Unwritable("a computed array")
        names = tuple(f"x{len(bound) + place}" for place in range(term.num_vars()))
        listed = " ".join(f"({name} {self._sort(term.var_sort(place))})" for place, name in enumerate(names))
        inner = (*bound, *names)
        body = self._named([term.body()], inner, {})[0]
        for place in range(term.num_patterns()):
            each = self._named(term.pattern(place).children(), inner, {})
            body = f"{body} :pattern ({' '.join(each)})"
        if term.num_patterns():
            body = f"(! {body})"
        return f"({'forall' if term.is_forall() else 'exists'} ({listed}) {body})"
