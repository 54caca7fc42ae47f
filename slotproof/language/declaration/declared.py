"""What a declaration forgot, or says twice: operations, parameters, claims and their IDs, creation.

The declaration is read from its text (`reading`); what cannot be read is passed over here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from slotproof.language.declaration.reading import UNKNOWN, Function, Reader, Record, Value
from slotproof.language.program.program import Class, Module, Program
from slotproof.language.tables import ERRORS

_ID: Final = re.compile(r"([A-Z]{2})-([A-Z])[1-9][0-9]*")
_TUPLES: Final = {
    "couple": "I",
    "laws": "L",
    "operations": "R",
    "scopes": "",
    "loops": "",
    "deviations": "D",
    "theorems": "B",
    "lemmas": "",
    "summaries": "",
    "definitions": "",
    "arranged": "",
}
_PARAMETERS: Final = {"law": ("(model)", 1), "step_law": ("(before, after)", 2), "invariant": ("(model, impl)", 2)}
_QUIET: Final = frozenset({"__init__", "__post_init__"})  # creation is declared by `configure`


class Declared:
    """One `Refinement` as it is written, and what is wrong with it."""

    def __init__(self, reader: Reader, refinement: Record) -> None:
        self.reader, self.program, self.record = reader, reader.program, refinement
        self.model, self.impl = refinement.get("model"), refinement.get("impl")
        self.operations = [each for each in self._tuple("operations") if isinstance(each, Record)]

    # --- findings and fields

    def refuse(self, at: Value, mistake: str, what: str, /, **words: object) -> None:
        """Keep a finding at a record, a function, or a class."""
        found = at if isinstance(at, Record | Function | Class) else self.record
        self.program.refuse(found.module, found.node, mistake, what, **words)

    def _tuple(self, name: str) -> tuple[Value, ...]:
        value = self.record.get(name, ())
        return value if isinstance(value, tuple) else ()

    def is_whole(self, *names: str) -> bool:
        """Return whether all entries of some fields could be read."""
        return all(isinstance(self.record.get(name, ()), tuple) and UNKNOWN not in self._tuple(name) for name in names)

    def sides(self) -> Iterator[Class]:
        """Return the classes that could be read, the model first."""
        yield from (each for each in (self.model, self.impl) if isinstance(each, Class))

    # --- the whole

    def check(self) -> None:
        """Find what is wrong."""
        self._check_shapes()
        self._check_sides()
        for each in self.operations:
            self._check_operation(each)
        self._check_twice([(each.get("name"), each) for each in self.operations], "operations", "an operation")
        self._check_uses()
        self._check_public()
        self._check_claims()
        self._check_creation()

    def _check_shapes(self) -> None:
        for name in _TUPLES:
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
            if found is None and called[label] is None:
                side = self.record.get(label)
                near = _near(name, side.methods if isinstance(side, Class) else ())
                self.refuse(
                    operation,
                    "operation_unknown",
                    f"operation `{name}`",
                    name=side.node.name,
                    that=f"write {near}" if near else f"define it, or say by `{label}=` how to call it",
                )
        heads = {label: found[1] for label, found in methods.items() if found is not None}
        if len(heads) == 2:
            self._check_heads(operation, name, heads["model"], heads["impl"])
        if "impl" in heads and called["model"] is None and called["impl"] is None:
            self._check_takes(operation, name, heads["impl"])
        if "impl" in heads and isinstance(called["impl"], Function) and not self._calls(called["impl"], name):
            self.refuse(called["impl"], "impl_unused", f"`impl=` of `{name}` does not call `{name}`", name=name)
        self._check_words(operation, name)

    def _check_heads(self, operation: Record, name: str, model: ast.FunctionDef, impl: ast.FunctionDef) -> None:
        one, other = _parameters(model), _parameters(impl)
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
        wanted = _parameters(impl)
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
        if isinstance(ensures, Function) and not any(_reads(ensures, each) for each in ensures.parameters[1:3]):
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

    # --- what is public

    def _check_public(self) -> None:
        impl, reasons = self.impl, self.record.get("not_operations", {})
        if not isinstance(impl, Class) or not self.is_whole("operations") or not isinstance(reasons, dict):
            return
        names = {name for each in self.operations for name in str(each.get("name")).split(", ")}
        public = dict(_public(self.program, impl))
        for name, (cls, node, target) in public.items():
            if name in names or name in reasons or target in names or target in reasons:
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

    # --- claims

    def _listed(self) -> Iterator[tuple[str, Record]]:
        """Return each claim that is declared, with the letter that its place asks for."""
        for name, letter in _TUPLES.items():
            for each in self._tuple(name) if letter else ():
                claim = each.get("claim") if isinstance(each, Record) and each.name != "Claim" else each
                if isinstance(claim, Record):
                    yield letter, claim

    def _check_claims(self) -> None:
        codes = [self.record.get("code"), *(self.record.get("parts", ()) or ())]
        known = all(isinstance(code, str) for code in codes) and not self.record.get("replaced")
        self._check_twice([(claim.get("id"), claim) for _, claim in self._listed()], "claims", "the ID of a claim")
        for letter, claim in self._listed():
            id = claim.get("id")
            match = _ID.fullmatch(id) if isinstance(id, str) else None
            if isinstance(id, str) and (match is None or match[2] != letter or (known and match[1] not in codes)):
                self.refuse(claim, "claim_id", f"ID {id!r}", that=codes[0], letter=letter)
            if letter in "LI":
                self._check_predicate(claim, "law" if letter == "L" else "invariant")
        if known and self.is_whole(*(name for name, letter in _TUPLES.items() if letter)):
            listed = {claim.get("id") for _, claim in self._listed()}
            for module, node, id in self._written():
                if id.split("-")[0] in codes and id not in listed:
                    self.program.refuse(module, node, "claim_unlisted", f"claim {id} is not listed")

    def _check_predicate(self, claim: Record, place: str) -> None:
        holds = claim.get("holds")
        if holds is None:
            self.refuse(claim, "claim_empty", f"claim {claim.get('id')} has no predicate")
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
        elif not any(_reads(holds, name) for name in holds.parameters):
            self.refuse(holds, "predicate_constant", f"claim {claim.get('id')} does not look at the state")

    def _written(self) -> Iterator[tuple[Module, ast.AST, str]]:
        """Return each claim that stands at the top of a module of the declaration, with its ID."""
        for module in list(self.program.modules.values()):
            if not _is_of(module, self.record.module):
                continue
            for statement in module.tree.body:
                for call in _claims_in(statement):
                    if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str):
                        yield module, call, call.args[0].value

    def _check_twice(self, named: Iterable[tuple[Value, Record]], rule: str, what: str) -> None:
        seen: dict[Value, Record] = {}
        for name, at in named:
            if isinstance(name, str) and name in seen and seen[name] is not at:
                first = getattr(seen[name].node, "lineno", 0)
                self.refuse(at, "twice", f"{name!r} is {what} twice", first=first, shown=seen[name].module.shown)
            seen.setdefault(name, at) if isinstance(name, str) else None

    # --- creation

    def _check_creation(self) -> None:
        configured = self._configured()
        for side in self.sides():
            init = self.program.method(side, "__init__")
            wanted = _parameters(init[1]) if init else []
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
        scopes = [each.get("configuration") for each in self._tuple("scopes") if isinstance(each, Record)]
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
        return made


def _parameters(node: ast.FunctionDef) -> list[tuple[str, str]]:
    """Return the parameters behind the receiver, each with the text of its default."""
    arguments = node.args
    ordered = [*arguments.posonlyargs, *arguments.args]
    defaults = [""] * (len(ordered) - len(arguments.defaults)) + [ast.unparse(each) for each in arguments.defaults]
    found = [(each.arg, default) for each, default in zip(ordered, defaults, strict=True)][1:]
    return found + [
        (each.arg, "" if default is None else ast.unparse(default))
        for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]


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


def _reads(function: Function, name: str) -> bool:
    body = function.node.body if isinstance(function.node.body, list) else [function.node.body]
    return any(isinstance(each, ast.Name) and each.id == name for part in body for each in ast.walk(part))


def _is_of(module: Module, declaring: Module) -> bool:
    """Return whether a module is read as part of a declaration: the file itself, or one beside it that makes claims."""
    return module is declaring or module.path.parent == declaring.path.parent


def _claims_in(statement: ast.stmt) -> Iterator[ast.Call]:
    """Return the calls that make claims in a statement at the top of a module."""
    if isinstance(statement, ast.FunctionDef):
        for each in statement.decorator_list:
            if (
                isinstance(each, ast.Call)
                and isinstance(each.func, ast.Name)
                and each.func.id in _PARAMETERS
                and each.args
            ):
                yield each
    elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
        for call in ast.walk(statement.value):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Claim" and call.args:
                yield call
