"""Claims of a declaration, their IDs, and creation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from slotproof.language.declaration.declared import TUPLES, parameters, reads
from slotproof.language.declaration.made import given_partly
from slotproof.language.declaration.operations import Operations
from slotproof.language.declaration.values import UNKNOWN, Function, Record, Value
from slotproof.language.program.parts import Module
from slotproof.language.program.syntax import short

_ID: Final = re.compile(r"([A-Z]{2})-([A-Z])[1-9][0-9]*")
_PARAMETERS: Final = {"law": ("(model)", 1), "step_law": ("(before, after)", 2), "invariant": ("(model, impl)", 2)}


class Claims(Operations):
    """The check of claims and of creation."""

    def check(self) -> None:
        """Find what is wrong."""
        self._check_read()
        self._check_shapes()
        self._check_sides()
        for each in self.operations:
            self._check_operation(each)
        self.check_twice([(each.get("name"), each) for each in self.operations], "an operation")
        self._check_uses()
        self._check_answers()
        self._check_public()
        self._check_aliases()
        self._check_defaults()
        self._check_claims()
        self._check_decorators()
        self._check_keys()
        self._check_creation()

    # --- claims

    def _listed(self, *but: str) -> Iterator[tuple[str, Record]]:
        """Return each claim that is declared, but those of some fields, with the letter that its place asks for."""
        for name, letter in TUPLES.items():
            for each in self.tuple_of(name) if letter and name not in but else ():
                claim = each.get("claim") if isinstance(each, Record) and each.name != "Claim" else each
                if isinstance(claim, Record):
                    yield letter, claim

    def _check_claims(self) -> None:
        codes = [self.record.get("code"), *(self.record.get("parts", ()) or ())]
        known = all(isinstance(code, str) for code in codes) and not self.record.get("replaced")
        self.check_twice([(claim.get("id"), claim) for _, claim in self._listed()], "the ID of a claim")
        for letter, claim in self._listed():
            id = claim.get("id")
            match = _ID.fullmatch(id) if isinstance(id, str) else None
            if isinstance(id, str) and (match is None or match[2] != letter or (known and match[1] not in codes)):
                self.refuse(claim, "claim_id", f"ID {id!r}", that=codes[0], letter=letter)
        asked = [claim for letter, claim in self._listed("answers") if letter in "LI"]
        for letter, claim in self._listed():
            if claim in asked:
                self._check_predicate(claim, "law" if letter == "L" else "invariant")
            elif claim.get("holds") is not None:
                self.refuse(claim, "claim_unasked", f"claim {claim.get('id')} has a predicate")
        if known and self.is_whole(*(name for name, letter in TUPLES.items() if letter)):
            listed = {claim.get("id") for _, claim in self._listed()}
            for module, node, id in self._written():
                if id.split("-")[0] in codes and id not in listed:
                    self.program.refuse(module, node, "claim_unlisted", f"claim {id} is not listed")

    def _check_predicate(self, claim: Record, place: str) -> None:
        holds = claim.get("holds")
        if holds is None:
            self.refuse(claim, "claim_empty", f"claim {claim.get('id')} has no predicate")
        if place == "invariant" and claim.get("step", False) is not False:
            self.refuse(claim, "claim_step", f"law of steps {claim.get('id')} among the invariants")
        if not isinstance(holds, Function):
            return
        maker = "step_law" if claim.get("step") is True else place
        shape, count = _PARAMETERS[maker]
        if len(holds.parameters) != count:
            self.refuse(
                holds,
                "predicate_arguments",
                f"claim {claim.get('id')} takes {len(holds.parameters)} arguments",
                shape=shape,
            )
        elif not any(reads(holds, name) for name in holds.parameters):
            self.refuse(holds, "predicate_constant", f"claim {claim.get('id')} does not look at the state")

    def _check_decorators(self) -> None:
        """Refuse what stands beside the decorator of a claim."""
        for module in list(self.program.modules.values()):
            for node in ast.walk(module.tree) if _is_of(module, self.record.module) else ():
                decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
                for each in decorators if any(map(_maker, decorators)) else ():
                    if _maker(each) is None or each is not decorators[0]:
                        self.program.refuse(module, each, "claim_decorator", f"`@{short(each)}` beside a claim")

    def _check_keys(self) -> None:
        """Refuse a key that stands twice in a dict of a declaration: Python forgets what was said first."""
        for module in list(self.program.modules.values()):
            is_read = module.is_declaration and _is_of(module, self.record.module)
            for node in ast.walk(module.tree) if is_read else ():
                seen: set[str] = set()
                for key in filter(None, node.keys) if isinstance(node, ast.Dict) else ():
                    if (text := ast.unparse(key)) in seen:
                        self.program.refuse(module, key, "key_twice", f"`{short(key)}` twice in a dict")
                    seen.add(text)

    def _written(self) -> Iterator[tuple[Module, ast.AST, str]]:
        """Return each claim that stands at the top of a module of the declaration, with its ID."""
        for module in list(self.program.modules.values()):
            if not _is_of(module, self.record.module):
                continue
            for statement in module.tree.body:
                for call in _claims_in(statement):
                    if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str):
                        yield module, call, call.args[0].value

    # --- creation

    def _check_creation(self) -> None:
        configured = self._configured()
        made = [found for side in self.sides() if (found := self.program.method(side, "__init__")) is not None]
        if len(made) == 2 and not any(init.args.kwarg for _, init, _ in made):
            self._check_heads(self.record, "__init__", made[0], made[1])
        for side in self.sides():
            init = self.program.method(side, "__init__")
            wanted = parameters(init[1]) if init else []
            for name, default in wanted:
                if not default and name not in self._everywhere(configured):
                    self.refuse(self.record, "creation_needs", f"`{side.node.name}` needs `{name}`")
                elif configured is not None and name not in configured and not self.record.get("configured"):
                    self.refuse(
                        self.record,
                        "configure_leaves_out",
                        f"`configure` leaves out `{name}` of `{side.node.name}`",
                        default=default,
                    )
            for name in (configured or {}) if init else ():
                if name not in {each for each, _ in wanted} and init is not None and init[1].args.kwarg is None:
                    self.refuse(self.record, "configure_unknown", f"`configure` gives `{name}`", name=side.node.name)

    def _everywhere(self, configured: dict[Value, Value] | None) -> set[Value]:
        scopes = [each.get("configuration") for each in self.tuple_of("scopes") if isinstance(each, Record)]
        given = [set(each) for each in (*scopes, configured) if isinstance(each, dict)]
        return set.intersection(*given) if given else set()

    def _configured(self) -> dict[Value, Value] | None:
        """Return what `configure` gives, if it can be read."""
        configure = self.record.get("configure")
        if not isinstance(configure, Function):
            return None
        made = self.reader.call(configure, [UNKNOWN], {}, self.record.node, self.record.module)
        if not isinstance(made, dict):
            return None
        for name, value in made.items():
            if value is not UNKNOWN and not self.record.get("configured"):
                self.refuse(configure, "configure_constant", f"`configure` gives `{name}` the constant {value!r}")
        if UNKNOWN in made.values() and not self.record.get("configured") and (part := given_partly(configure.node)):
            what = f"`configure` gives `{part[0]}` what is computed: `{short(part[1])}`"
            self.program.refuse(configure.module, part[1], "configure_constant", what)
        return made


def _is_of(module: Module, declaring: Module) -> bool:
    """Return whether a module is read as part of a declaration: the file itself, or one beside it that makes claims.

    What stands beside a package, and in the packages there, stands beside its `__init__.py`.
    """
    if declaring.path.stem == "__init__":
        return module.path.is_relative_to(declaring.path.parent.parent)
    return module.path.parent == declaring.path.parent


def _claims_in(statement: ast.stmt) -> Iterator[ast.Call]:
    """Return the calls that make claims in a statement at the top of a module."""
    if isinstance(statement, ast.FunctionDef):
        yield from filter(None, map(_maker, statement.decorator_list))
    elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
        for call in ast.walk(statement.value):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Claim" and call.args:
                yield call


def _maker(node: ast.expr) -> ast.Call | None:
    """Return the call of a decorator that makes a claim."""
    named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _PARAMETERS
    return node if isinstance(node, ast.Call) and named and node.args else None
