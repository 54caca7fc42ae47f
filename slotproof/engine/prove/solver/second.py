"""Ask cvc5 for a second opinion: terms of Z3 become terms of cvc5, each once; a question is a handful of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import cvc5
import z3
from cvc5 import Kind

from slotproof.engine.prove.solver.triggers import children, has_bound, is_quantifier, number, parts

_KINDS: Final = {
    z3.Z3_OP_AND: Kind.AND,
    z3.Z3_OP_OR: Kind.OR,
    z3.Z3_OP_NOT: Kind.NOT,
    z3.Z3_OP_IMPLIES: Kind.IMPLIES,
    z3.Z3_OP_ITE: Kind.ITE,
    z3.Z3_OP_EQ: Kind.EQUAL,
    z3.Z3_OP_DISTINCT: Kind.DISTINCT,
    z3.Z3_OP_LE: Kind.LEQ,
    z3.Z3_OP_LT: Kind.LT,
    z3.Z3_OP_GE: Kind.GEQ,
    z3.Z3_OP_GT: Kind.GT,
    z3.Z3_OP_ADD: Kind.ADD,
    z3.Z3_OP_SUB: Kind.SUB,
    z3.Z3_OP_MUL: Kind.MULT,
    z3.Z3_OP_UMINUS: Kind.NEG,
    z3.Z3_OP_IDIV: Kind.INTS_DIVISION,
    z3.Z3_OP_MOD: Kind.INTS_MODULUS,
    z3.Z3_OP_SELECT: Kind.SELECT,
    z3.Z3_OP_STORE: Kind.STORE,
}

PLAIN: Final = ""
INSISTENT: Final = ("enum-inst", "decision")
"""Ways to ask again what was not seen at once: with instances that are enumerated, and with other decisions."""

_OPTIONS: Final[dict[str, dict[str, str]]] = {
    PLAIN: {},
    "enum-inst": {"enum-inst": "true"},
    "decision": {"enum-inst": "true", "decision": "justification"},
    "core": {"produce-unsat-cores": "true", "unsat-cores-mode": "assumptions"},
}
"""The options of each way; with cores from proofs, the default, cvc5 1.4 may end the process."""


HEARD: Final[list[Callable[[Sequence[z3.BoolRef], z3.BoolRef], None]]] = []
"""Who is told of each question of which cvc5 shows, or showed, that nothing satisfies all of it, and for which goal.

Certificates are made of these.
"""


class Unreadable(TypeError):
    """A term that has no place in a question to cvc5."""


class Second:
    """What cvc5 says of formulas of Z3, within limits in its resource units."""

    def __init__(self) -> None:
        self._manager = cvc5.TermManager()
        self._closed: dict[int, Any] = {}
        self._symbols: dict[int, Any] = {}
        self._sorts: dict[int, Any] = {}
        self._said: dict[int, tuple[Any, Any]] = {}  # of arrays that are one value all over: name, and what it means
        self._within: dict[int, frozenset[int]] = {}  # which of these stand in a formula
        self._kept: list[Any] = []  # so that numbers stay their own

    def refutes(self, formulas: Sequence[z3.BoolRef], limit: int, way: str = PLAIN) -> bool:
        """Tell whether cvc5 shows that nothing satisfies all of these; of what it cannot read, it shows nothing."""
        try:
            terms = self._terms(formulas)
        except Unreadable:
            return False
        return self._unsatisfiable(self._solver(limit, way), terms)

    def core(self, formulas: Sequence[z3.BoolRef], denied: Sequence[z3.BoolRef], limit: int) -> list[z3.BoolRef] | None:
        """Give the formulas that nothing satisfies together with what is denied, if cvc5 shows that."""
        try:
            terms = self._terms([*formulas, *denied])
        except Unreadable:
            return None
        known = dict(zip(terms, formulas, strict=False))
        solver = self._solver(limit, "core")
        if not self._unsatisfiable(solver, terms):
            return None
        return [known[term] for term in solver.getUnsatCore() if term in known]

    def _solver(self, limit: int, way: str) -> Any:
        solver = cvc5.Solver(self._manager)
        solver.setLogic("ALL")
        solver.setOption("rlimit-per", str(limit))
        for name, value in _OPTIONS[way].items():
            solver.setOption(name, value)
        return solver

    def _unsatisfiable(self, solver: Any, terms: Sequence[Any]) -> bool:
        for term in terms:
            solver.assertFormula(term)
        return bool(solver.checkSat().isUnsat())

    def _terms(self, formulas: Sequence[z3.BoolRef]) -> list[Any]:
        """Translate formulas, and say what the names mean that stand for arrays in them."""
        terms = [self._term(formula, (), self._closed) for formula in formulas]
        if not self._said:
            return terms
        met = frozenset[int]().union(*map(self._arrays, formulas))
        return terms + [said for key, (_, said) in self._said.items() if key in met]

    def _arrays(self, formula: z3.BoolRef) -> frozenset[int]:
        """Give the numbers of the arrays in a formula that are one value all over."""
        key = number(formula)
        if key not in self._within:
            self._within[key] = frozenset(number(part) for part in parts(formula) if number(part) in self._said)
        return self._within[key]

    def _sort(self, sort: Any) -> Any:
        key = number(sort)
        if key not in self._sorts:
            kind = sort.kind()
            if kind == z3.Z3_INT_SORT:
                made = self._manager.getIntegerSort()
            elif kind == z3.Z3_BOOL_SORT:
                made = self._manager.getBooleanSort()
            elif kind == z3.Z3_ARRAY_SORT:
                made = self._manager.mkArraySort(self._sort(sort.domain()), self._sort(sort.range()))
            elif kind == z3.Z3_UNINTERPRETED_SORT:
                made = self._manager.mkUninterpretedSort(sort.name())
            else:
                raise Unreadable(f"a sort that is not known: {sort}")
            self._sorts[key] = made
            self._kept.append(sort)
        return self._sorts[key]

    def _symbol(self, function: Any) -> Any:
        key = number(function)
        if key not in self._symbols:
            made = self._sort(function.range())
            if function.arity():
                domain = [self._sort(function.domain(place)) for place in range(function.arity())]
                made = self._manager.mkFunctionSort(domain, made)
            self._symbols[key] = self._manager.mkConst(made, function.name())
            self._kept.append(function)
        return self._symbols[key]

    def _term(self, term: Any, bound: tuple[Any, ...], made: dict[int, Any]) -> Any:
        """Translate a term.

        Takes      bound, the variables of quantifiers around it, the innermost last; made, what has been translated
                   under these
        """
        key = number(term)
        if key not in made:
            if not bound:
                self._kept.append(term)
            if is_quantifier(term):
                made[key] = self._quantifier(term, bound)
            elif z3.is_var(term):
                made[key] = bound[-1 - z3.get_var_index(term)]
            elif isinstance(term, z3.IntNumRef):
                made[key] = self._manager.mkInteger(term.as_string())
            else:
                made[key] = self._application(term, bound, [self._term(each, bound, made) for each in children(term)])
        return made[key]

    def _application(self, term: Any, bound: tuple[Any, ...], below: list[Any]) -> Any:
        function = term.decl()
        kind = function.kind()
        if kind in _KINDS:
            if kind in (z3.Z3_OP_AND, z3.Z3_OP_OR) and len(below) == 1:
                return below[0]
            return self._manager.mkTerm(_KINDS[kind], *below)
        if kind == z3.Z3_OP_UNINTERPRETED:
            symbol = self._symbol(function)
            return self._manager.mkTerm(Kind.APPLY_UF, symbol, *below) if below else symbol
        if kind in (z3.Z3_OP_TRUE, z3.Z3_OP_FALSE):
            return self._manager.mkBoolean(kind == z3.Z3_OP_TRUE)
        if kind == z3.Z3_OP_CONST_ARRAY and not (bound and has_bound(term)):
            return self._one_value(term, below[0])
        raise Unreadable(f"a term that is not known: {function}")

    def _one_value(self, term: Any, value: Any) -> Any:
        """Name an array that is one value all over, and say so: cvc5 itself takes only values that are known."""
        name = self._manager.mkConst(self._sort(term.sort()), f"all!{len(self._said)}")
        index = self._manager.mkVar(self._sort(term.sort().domain()), "i")
        read = self._manager.mkTerm(Kind.SELECT, name, index)
        said = self._manager.mkTerm(Kind.EQUAL, read, value)
        listed = self._manager.mkTerm(Kind.VARIABLE_LIST, index)
        trigger = self._manager.mkTerm(Kind.INST_PATTERN_LIST, self._manager.mkTerm(Kind.INST_PATTERN, read))
        self._said[number(term)] = name, self._manager.mkTerm(Kind.FORALL, listed, said, trigger)
        return name

    def _quantifier(self, term: Any, bound: tuple[Any, ...]) -> Any:
        if term.is_lambda():
            raise Unreadable("a computed array, which no solver is given as a whole")
        names = [self._manager.mkVar(self._sort(term.var_sort(n)), term.var_name(n)) for n in range(term.num_vars())]
        inner, made = (*bound, *names), dict[int, Any]()
        below = [
            self._manager.mkTerm(Kind.VARIABLE_LIST, *names),
            self._term(term.body(), inner, made),
        ]
        if term.num_patterns():
            patterns = [
                self._manager.mkTerm(
                    Kind.INST_PATTERN, *(self._term(each, inner, made) for each in term.pattern(place).children())
                )
                for place in range(term.num_patterns())
            ]
            below.append(self._manager.mkTerm(Kind.INST_PATTERN_LIST, *patterns))
        return self._manager.mkTerm(Kind.FORALL if term.is_forall() else Kind.EXISTS, *below)
