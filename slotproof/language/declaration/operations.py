"""What a declaration says of its two sides and of operations, and what it leaves out."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable
from typing import Any, Final

from slotproof.language.declaration.declared import NEW, READ, TUPLES, Method, Surface, parameters, reads
from slotproof.language.declaration.made import puts_right
from slotproof.language.declaration.values import UNKNOWN, Function, Record, Value
from slotproof.language.program.parts import Class
from slotproof.language.vocabulary import ERRORS

_OF_ARGUMENTS: Final = frozenset({"InvalidArgument", "CallbackError"})
"""Errors of which `refused=` of a law of answers is not asked."""


class Operations(Surface):
    """The check of sides and operations."""

    def _check_shapes(self) -> None:
        for name in TUPLES:
            if isinstance(self.record.get(name), Record):
                self.refuse(
                    self.record.get(name), "one_for_tuple", f"`{name}=` is one {self.record.get(name).name}", name=name
                )
        for each in self.operations:
            for name in ("takes", "refusals", "uses"):
                value = each.get(name, ())
                if isinstance(value, Record | str):
                    self.refuse(
                        each,
                        "one_for_tuple_of",
                        f"`{name}=` of `{each.get('name')}` is one {getattr(value, 'name', 'text')}",
                        name=name,
                    )

    def _check_read(self) -> None:
        domains = [each for operation in self.operations for each in self._domains(operation)]
        for record in (self.record, *self.operations, *domains):
            for name in READ[record.name]:
                value = record.get(name)
                if value is UNKNOWN or (isinstance(value, tuple) and UNKNOWN in value):
                    self.refuse(record, "declaration_unread", f"`{name}=` of {record.get('name')!r}")

    def _domains(self, operation: Record) -> list[Record]:
        takes = operation.get("takes", ())
        return [each for each in (takes if isinstance(takes, tuple) else ()) if isinstance(each, Record)]

    def _check_sides(self) -> None:
        for name in ("model", "impl"):
            side = self.record.get(name)
            if side is None or (side is not UNKNOWN and not isinstance(side, Class)):
                self.refuse(self.record, "no_side", f"`{name}=` is no class")
        if isinstance(self.model, Class) and self.model is self.impl:
            self.refuse(self.record, "model_is_impl", "the model is the implementation")

    # --- operations

    def _check_operation(self, operation: Record) -> None:
        name = operation.get("name")
        if not isinstance(name, str):
            return
        if name == NEW:
            self.refuse(operation, "operation_new", f"an operation `{NEW}`")
        called = {side: operation.get(side) for side in ("model", "impl")}
        methods = {
            label: self.program.method(side, name)
            for label, side in (("model", self.model), ("impl", self.impl))
            if isinstance(side, Class)
        }
        for label, found in methods.items():
            is_called = found is not None and "property" not in map(ast.unparse, found[1].decorator_list)
            if not is_called and called[label] is None:
                side = self.record.get(label)
                near = _near(name, side.methods if isinstance(side, Class) else ())
                self.refuse(
                    operation,
                    "operation_unknown",
                    f"operation `{name}`",
                    name=side.node.name,
                    that=f"write {near}" if near else f"define it, or say by `{label}=` how to call it",
                )
        there = {label: each for label, each in methods.items() if each is not None}
        heads = {label: each[1] for label, each in there.items()}
        if len(there) == 2:
            self._check_heads(operation, name, there["model"], there["impl"])
        if "impl" in heads and self.is_called_plainly(operation):
            self._check_takes(operation, name, heads["impl"])
        for side in heads:
            if isinstance(called[side], Function) and not self._calls(called[side], name):
                self.refuse(called[side], f"{side}_unused", f"`{side}=` of `{name}` does not call `{name}`", name=name)
        if "impl" in heads and isinstance(called["impl"], Function) and puts_right(called["impl"].node, name):
            what = f"`impl=` of `{name}` does more than to call `{name}`"
            self.refuse(called["impl"], "impl_unused", what, name=name)
        self._check_words(operation, name)

    def _check_heads(self, operation: Record, name: str, model: Method, impl: Method) -> None:
        one, other = (self._parameters(*each) for each in (model, impl))
        if [each for each, _ in one] != [each for each, _ in other]:
            self.refuse(
                operation,
                "parameter_names",
                f"`{name}` takes ({_listed(one)}) in the model and ({_listed(other)}) in the arrays",
            )
            return
        for (parameter, default), (_, its) in zip(one, other, strict=True):
            if default != its:
                self.refuse(
                    operation,
                    "parameter_defaults",
                    f"`{parameter}` of `{name}` is {default or 'needed'} in the model, {its or 'needed'} in the arrays",
                )

    def _check_takes(self, operation: Record, name: str, impl: ast.FunctionDef) -> None:
        takes = operation.get("takes", ())
        if not isinstance(takes, tuple) or UNKNOWN in takes:
            return
        wanted = parameters(impl)
        if impl.args.vararg is None and len(takes) > len(wanted):
            self.refuse(operation, "too_many_domains", f"`{name}` has {len(takes)} domains", that=len(wanted))
        for parameter, default in wanted[len(takes) :]:
            why = f"it is judged for its default {default} alone" if default else "it cannot be called"
            self.refuse(operation, "no_domain", f"`{parameter}` of `{name}` has no domain", why=why)

    def _calls(self, function: Function, name: str, depth: int = 4) -> bool:
        """Return whether a function, or one that it names, has an attribute of that name."""
        for each in ast.walk(function.node):
            if isinstance(each, ast.Attribute) and each.attr == name:
                return True
            if isinstance(each, ast.Name) and depth:
                found, value = function.around.find(each.id) if function.around else (False, UNKNOWN)
                value = value if found else self.reader.named(function.module, each.id)
                if isinstance(value, Function) and value is not function and self._calls(value, name, depth - 1):
                    return True
        return False

    def _check_words(self, operation: Record, name: str) -> None:
        refusals = operation.get("refusals", ())
        for error in refusals if isinstance(refusals, tuple) else ():
            if isinstance(error, str) and not self._is_error(error):
                self.refuse(operation, "unknown_error", f"`{name}` may end in {error!r}")
        ensures = operation.get("ensures")
        if isinstance(ensures, Function) and not any(reads(ensures, each) for each in ensures.parameters[1:3]):
            self.refuse(ensures, "ensures_empty", f"`ensures=` of `{name}` looks at nothing after it")
        agree = operation.get("agree")
        if isinstance(agree, Function) and not all(agree.reads(each) for each in agree.parameters[:2]):
            self.refuse(agree, "agree_one", f"`agree=` of `{name}` does not look at both results")
        if (
            isinstance(agree, Function)
            and isinstance(agree.node, ast.Lambda)
            and isinstance(agree.node.body, ast.Constant)
        ):
            self.refuse(agree, "agree_constant", f"`agree=` of `{name}` is a constant")

    def _is_error(self, name: str) -> bool:
        if name in ERRORS:
            return True
        for module in [
            self.program.find(self.record.module, "slotproof.spec.errors"),
            *(side.module for side in self.sides()),
        ]:
            symbol = self.program.resolve(module, name) if module else None
            if symbol is not None and symbol.sort == "class" and self.program.class_of(symbol).sort == "error":
                return True
        return False

    def _check_uses(self) -> None:
        known = {each.get("name"): each for each in self.operations}
        for each in self.operations:
            uses = each.get("uses", ())
            for name in uses if isinstance(uses, tuple) and self.is_whole("operations") else ():
                if name not in known:
                    self.refuse(each, "uses_unknown", f"`{each.get('name')}` uses `{name}`")
                elif name == each.get("name") or each.get("name") in _uses(known, name, set()):
                    self.refuse(each, "uses_circle", f"`{each.get('name')}` uses `{name}`")

    def _check_answers(self) -> None:
        """Refuse laws of what no operation answers, and those that are so whatever one answers."""
        known = {each.get("name"): each for each in self.operations} if self.is_whole("operations") else None
        laws = [each for each in self.tuple_of("answers") if isinstance(each, Record)]
        for law, ends in itertools.product(laws, ("answered", "refused", "invalid")):
            said = law.get(ends, {})
            for name, holds in said.items() if isinstance(said, dict) else ():
                if known is not None and name not in known:
                    self.refuse(law, "answers_unknown", f"`{ends}=` of a law of answers names {name!r}")
                elif known is not None and ends == "refused" and _never(holds, known[name]):
                    self.refuse(law, "answers_never", f"`refused=` of a law of answers names {name!r}")
                if isinstance(holds, Function) and ends != "invalid" and _is_always(True, holds.node):
                    self.refuse(holds, "predicate_constant", f"`{ends}=` of `{name}` does not look at the state")


def _never(holds: Value, operation: Record) -> bool:
    """Return whether a law says of an operation when it is refused, other than never, and it names no error."""
    refusals = operation.get("refusals", ())
    says_never = isinstance(holds, Function) and _is_always(False, holds.node)
    return not says_never and isinstance(refusals, tuple) and _OF_ARGUMENTS.issuperset(refusals)


def _is_always(truth: bool, node: ast.Lambda | ast.FunctionDef) -> bool:
    """Return whether a function does nothing but return this truth."""
    body: list[ast.stmt] = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
    match [each for each in body if not isinstance(each, ast.Expr)]:
        case [ast.Return(ast.Constant(value))]:
            return value is truth
    return False


def _listed(parameters: list[tuple[str, str]]) -> str:
    return ", ".join(name for name, _ in parameters)


def _near(name: str, names: Iterable[str]) -> str:
    """Return the one name that has the same letters, if there is one."""
    same = [each for each in names if sorted(each) == sorted(name)]
    return f"`{same[0]}`" if len(same) == 1 else ""


def _uses(known: dict[Any, Record], name: str, seen: set[str]) -> set[str]:
    """Return all operations that one rests on."""
    uses = known[name].get("uses", ()) if name in known else ()
    for each in uses if isinstance(uses, tuple) else ():
        if isinstance(each, str) and each not in seen:
            seen.add(each)
            _uses(known, each, seen)
    return seen
