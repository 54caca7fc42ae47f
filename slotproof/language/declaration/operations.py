"""What a declaration says of its two sides and of operations, and what it leaves out."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, Final

from slotproof.language.declaration.declared import READ, TUPLES, Declared, parameters, reads
from slotproof.language.declaration.made import puts_right
from slotproof.language.declaration.values import UNKNOWN, Function, Record
from slotproof.language.kinds import Kind
from slotproof.language.program.constants import constant_value
from slotproof.language.program.parts import Class, Refusal
from slotproof.language.program.program import Program
from slotproof.language.vocabulary import ERRORS

_QUIET: Final = frozenset({"__init__", "__post_init__"})  # creation is declared by `configure`


Method = tuple[Class, ast.FunctionDef, dict[str, Kind]]


class Operations(Declared):
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

    def _parameters(self, cls: Class, node: ast.FunctionDef, _: object) -> list[tuple[str, str]]:
        """The parameters behind the receiver, each with its default: a constant by its value, anything else as text."""
        found = []
        for name, default in parameters(node):
            try:
                value = constant_value(self.program, ast.parse(default, mode="eval").body, cls.module, cls)
                found.append((name, repr(value)))
            except (Refusal, SyntaxError):
                found.append((name, default))
        return found

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
        names = {each.get("name") for each in self.operations} if self.is_whole("operations") else None
        laws = [each for each in self.tuple_of("answers") if isinstance(each, Record)]
        for law, ends in itertools.product(laws, ("answered", "refused", "invalid")):
            said = law.get(ends, {})
            for name, holds in said.items() if isinstance(said, dict) else ():
                if names is not None and name not in names:
                    self.refuse(law, "answers_unknown", f"`{ends}=` of a law of answers names {name!r}")
                if isinstance(holds, Function) and ends != "invalid" and _is_always_true(holds.node):
                    self.refuse(holds, "predicate_constant", f"`{ends}=` of `{name}` does not look at the state")

    # --- what is public

    def _check_public(self) -> None:
        impl, reasons = self.impl, self.record.get("not_operations", {})
        if not isinstance(impl, Class) or not self.is_whole("operations") or not isinstance(reasons, dict):
            return
        names = {str(each.get("name")) for each in self.operations}
        public = dict(_public(self.program, impl))
        for name, (cls, node, target) in public.items():
            if {name, target} & {*names, *reasons} or any(_is_all_of(impl, each, name) for each in names):
                continue
            what = (
                f"`{cls.node.name}.{name}`"
                + (f", another name of `{target}`," if target != name else "")
                + " is no operation"
            )
            self.program.refuse(cls.module, node, "not_operation", what)
        for name in reasons:
            if name not in public and not _has(self.program, impl, str(name)):
                self.refuse(self.record, "reason_unknown", f"`not_operations` names {name!r}", name=impl.node.name)
        if isinstance(self.model, Class):
            its = dict(_public(self.program, self.model))
            for name, (cls, node, target) in public.items():
                if name.startswith("__") and name in its and its[name][2] != target:
                    self.program.refuse(
                        cls.module,
                        node,
                        "special_differs",
                        f"`{name}` is `{target}` here and `{its[name][2]}` in the model",
                    )


def _is_all_of(cls: Class, operation: str, name: str) -> bool:
    """Return whether an operation does nothing but what a special method does, such as `return len(self)`."""
    method = cls.methods.get(operation)
    body = [each for each in method.body if not isinstance(each, ast.Expr)] if method is not None else []
    value = ast.unparse(body[0].value) if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value else ""
    first = method.args.args[1].arg if method is not None and len(method.args.args) > 1 else ""
    return value == {"__len__": "len(self)", "__contains__": f"{first} in self", "__getitem__": f"self[{first}]"}.get(
        name
    )


def _is_always_true(node: ast.Lambda | ast.FunctionDef) -> bool:
    """Return whether a function does nothing but return True."""
    body: list[ast.stmt] = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
    match [each for each in body if not isinstance(each, ast.Expr)]:
        case [ast.Return(ast.Constant(True))]:
            return True
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


def _public(program: Program, cls: Class) -> Iterator[tuple[str, tuple[Class, ast.AST, str]]]:
    """Return the public names of a class: where each stands, and the method that it is."""
    seen: set[str] = set()
    for each, _ in program.line(cls):
        for name in (*each.methods, *each.aliases):
            special = name.startswith("__") and name.endswith("__")
            if name in seen or name in _QUIET or (name.startswith("_") and not special):
                continue
            seen.add(name)
            node = each.methods.get(name) or next(s for s in each.node.body if _binds(s, name))
            yield name, (each, node, each.aliases.get(name, name))


def _has(program: Program, cls: Class, name: str) -> bool:
    return any(name in each.methods or name in each.constants for each, _ in program.line(cls))


def _binds(statement: ast.stmt, name: str) -> bool:
    return isinstance(statement, ast.Assign) and any(
        isinstance(t, ast.Name) and t.id == name for t in statement.targets
    )
