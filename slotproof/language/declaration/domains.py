"""What a declaration says of arguments, scopes and lemmas, as far as its text tells that it says too little."""

from __future__ import annotations

import ast
from typing import Final

from slotproof.language import kinds
from slotproof.language.declaration.loops import Loops
from slotproof.language.declaration.made import leaves_out
from slotproof.language.declaration.values import UNKNOWN, Function, Record, Value
from slotproof.language.kinds import Kind
from slotproof.language.program.parts import Class, Refusal
from slotproof.language.program.syntax import short

_MADE: Final = {
    "int": ("int",),
    "bool": ("bool",),
    "ints": ("list", "sequence"),
    "names": ("list", "sequence"),
    "handles": ("list", "sequence"),
    "name": ("str",),
    "value": ("value", "var"),
}
"""What `make` makes -> the kinds of parameters that it covers; other words of `make` are not judged here."""


class Domains(Loops):
    """Domains, scopes, lemmas and loops of one declaration."""

    def check(self) -> None:
        """Find what is wrong."""
        for operation in self.declared.operations:
            self._check_domains(operation)
        for scope in self.declared.tuple_of("scopes"):
            if isinstance(scope, Record):
                self._check_scope(scope)
        if not self.declared.tuple_of("scopes") and self.declared.is_whole("scopes"):
            self.declared.refuse(self.declared.record, "no_scope", "there is no scope")
        self._check_arrangements()
        self.check_loops()

    def _check_domains(self, operation: Record) -> None:
        takes = operation.get("takes", ())
        parameters = self._annotations(operation)
        for place, domain in enumerate(takes if isinstance(takes, tuple) else ()):
            if not isinstance(domain, Record):
                continue
            for label, count in (("small", 2), ("symbolic", 1)):
                function = domain.get(label)
                if (
                    isinstance(function, Function)
                    and len(function.parameters) != count
                    and function.node.args.vararg is None
                ):
                    self.declared.refuse(
                        function,
                        "domain_arguments",
                        f"`{label}` of {domain.get('name')!r} takes {len(function.parameters)} arguments",
                        count=count,
                    )
            if _is_empty(domain.get("small")):
                self.declared.refuse(domain.get("small"), "domain_empty", f"`small` of {domain.get('name')!r} is empty")
            if domain.get("classes") == {}:
                self.declared.refuse(domain, "classes_empty", f"`classes` of {domain.get('name')!r} is empty")
            self._check_symbolic(domain, parameters[place] if place < len(parameters) else None)

    def _annotations(self, operation: Record) -> list[Kind]:
        name, impl = operation.get("name"), self.declared.impl
        found = self.program.method(impl, name) if isinstance(impl, Class) and isinstance(name, str) else None
        if found is None or not self.declared.is_called_plainly(operation):
            return []
        made = []
        for each in [*found[1].args.args[1:], *found[1].args.kwonlyargs]:
            try:
                made.append(
                    self.program.kind(found[0].module, each.annotation, found[0]) if each.annotation else kinds.BAD
                )
            except Refusal:
                made.append(kinds.BAD)
        return made

    def _check_symbolic(self, domain: Record, wanted: Kind | None) -> None:
        symbolic = domain.get("symbolic")
        if not isinstance(symbolic, Function) or domain.get("within") or len(symbolic.parameters) != 1:
            return
        make, body = symbolic.parameters[0], symbolic.node.body
        if not symbolic.reads(make):
            self.declared.refuse(symbolic, "symbolic_constant", f"`symbolic` of {domain.get('name')!r} is a constant")
        elif (part := leaves_out(symbolic.node)) is not None:
            what = f"`{short(part)}` in `symbolic` of {domain.get('name')!r}"
            self.program.refuse(symbolic.module, part, "symbolic_constant", what)
        elif (
            isinstance(body, ast.Call) and isinstance(body.func, ast.Attribute) and ast.unparse(body.func.value) == make
        ):
            covers = _MADE.get(body.func.attr)
            options = {each.name for each in kinds.options(wanted)} if wanted is not None else {"bad"}
            if covers and not options <= {*covers, "bad", "object", "record"}:
                self.declared.refuse(
                    symbolic, "symbolic_kind", f"`make.{body.func.attr}` of {domain.get('name')!r}", wanted=wanted
                )

    # --- scopes

    def _check_scope(self, scope: Record) -> None:
        admits, names = scope.get("admits"), scope.get("operations")
        if isinstance(admits, Function) and len(admits.parameters) != 3 and admits.node.args.vararg is None:
            self.declared.refuse(
                admits,
                "admits_arguments",
                f"`admits` of {scope.get('name')!r} takes {len(admits.parameters)} arguments",
            )
        if isinstance(admits, Function) and _admits_nothing(admits):
            self.declared.refuse(scope, "scope_admits_nothing", f"scope {scope.get('name')!r} admits nothing")
        if names == ():
            self.declared.refuse(scope, "scope_names_nothing", f"scope {scope.get('name')!r} names no operation")
        known = {each.get("name"): each for each in self.declared.operations}
        for name in names if isinstance(names, tuple) and self.declared.is_whole("operations") else ():
            if isinstance(name, str) and name not in known:
                self.declared.refuse(scope, "scope_operation", f"scope {scope.get('name')!r} names `{name}`")
        self._check_values(
            scope, [each for name, each in known.items() if names is None or names is UNKNOWN or name in names]
        )
        given = scope.get("configuration")
        for side in self.declared.sides():
            init = self.program.method(side, "__init__")
            if isinstance(given, dict) and init is not None and init[1].args.kwarg is None:
                wanted = {each.arg for each in (*init[1].args.args[1:], *init[1].args.kwonlyargs)}
                for name in given:
                    if isinstance(name, str) and name not in wanted:
                        self.declared.refuse(
                            scope, "scope_argument", f"scope {scope.get('name')!r} gives `{name}`", name=side.node.name
                        )

    def _check_values(self, scope: Record, operations: list[Record]) -> None:
        """Refuse a scope without values where a domain chooses from them alone."""
        if scope.get("values", ()) != ():
            return
        for operation in operations:
            takes = operation.get("takes", ())
            for domain in takes if isinstance(takes, tuple) else ():
                small = domain.get("small") if isinstance(domain, Record) else None
                if isinstance(small, Function) and isinstance(small.node, ast.Lambda):
                    chosen = ast.unparse(small.node.body)
                    if chosen in {f"{each}.values" for each in small.parameters[1:]}:
                        what = f"scope {scope.get('name')!r} has no values"
                        self.declared.refuse(scope, "scope_values", what, name=operation.get("name"))
                        return

    # --- arrangements

    def _check_arrangements(self) -> None:
        arranged = [each for each in self.declared.tuple_of("arranged") if isinstance(each, Record)]
        if not arranged or not self.declared.is_whole("arranged", "operations"):
            return
        proved = [each.get("operations") for each in arranged]
        for operation in self.declared.operations:
            name = operation.get("name")
            if all(
                isinstance(each, tuple) and UNKNOWN not in each and name not in each for each in proved
            ) and not operation.get("unproved"):
                self.declared.refuse(operation, "not_arranged", f"no arrangement names `{name}`")


def _admits_nothing(function: Function) -> bool:
    """Return whether a function does nothing but return False."""
    node = function.node
    body: list[ast.stmt] = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
    match [each for each in body if not isinstance(each, ast.Expr)]:
        case [ast.Return(ast.Constant(False))]:
            return True
    return False


def _is_empty(function: Value) -> bool:
    if not isinstance(function, Function) or not isinstance(function.node, ast.Lambda):
        return False
    body = function.node.body
    return isinstance(body, ast.Tuple | ast.List) and not body.elts
