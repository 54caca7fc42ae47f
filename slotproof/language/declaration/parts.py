"""What a declaration says of arguments, scopes, loops and lemmas, as far as its text tells that it says too little."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from slotproof.language import kinds
from slotproof.language.declaration.declared import Declared
from slotproof.language.declaration.reading import UNKNOWN, Function, Record, Value
from slotproof.language.kinds import Kind
from slotproof.language.program.check import Check
from slotproof.language.program.constants import constant_value
from slotproof.language.program.program import Class, Module, Refusal, bound_by, walk_scope

_MADE: Final = {
    "int": ("int", "float", "any"),
    "bool": ("bool", "any"),
    "ints": ("list", "sequence", "any"),
    "names": ("list", "sequence", "any"),
    "handles": ("list", "sequence", "any"),
    "name": ("str", "any"),
    "value": ("value", "var", "any"),
}
"""What `make` makes -> the kinds of parameters that it covers; other words of `make` are not judged here."""

Loop = ast.For | ast.While | ast.YieldFrom


class Parts:
    """Domains, scopes, loops and lemmas of one declaration.

    check   of the program: it knows which functions are reached, and from where
    """

    def __init__(self, declared: Declared, check: Check) -> None:
        self.declared, self.checked, self.program, self.reader = declared, check, declared.program, declared.reader

    def check(self) -> None:
        """Find what is wrong."""
        for operation in self.declared.operations:
            self._check_domains(operation)
        for scope in self.declared._tuple("scopes"):
            if isinstance(scope, Record):
                self._check_scope(scope)
        if not self.declared._tuple("scopes") and self.declared.is_whole("scopes"):
            self.declared.refuse(self.declared.record, "no_scope", "there is no scope")
        for lemma in self.declared._tuple("lemmas"):
            self._check_lemma(lemma)
        self._check_arrangements()
        self._check_loops()

    # --- domains

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
        if found is None or operation.get("impl") is not None or operation.get("model") is not None:
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
        elif (
            isinstance(body, ast.Call) and isinstance(body.func, ast.Attribute) and ast.unparse(body.func.value) == make
        ):
            covers = _MADE.get(body.func.attr)
            options = {each.name for each in kinds.options(wanted)} if wanted is not None else {"bad"}
            if (covers and not options & {*covers, "bad", "object", "record"}) or (
                covers and options == {"value"} and body.func.attr == "int"
            ):
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
        if isinstance(admits, Function) and _is_constant(admits, False):
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

    # --- lemmas and arrangements

    def _check_lemma(self, lemma: Value) -> None:
        """Refuse a lemma that nothing shows; those without steps in the project's own modules define symbols."""
        believed = isinstance(lemma, Record) and lemma.name == "Lemma" and not (lemma.get("steps") or lemma.get("made"))
        if believed and not lemma.module.name.startswith("slotproof."):
            self.declared.refuse(lemma, "lemma_steps", f"lemma {lemma.get('name')!r} has no steps")

    def _check_arrangements(self) -> None:
        arranged = [each for each in self.declared._tuple("arranged") if isinstance(each, Record)]
        if not arranged or not self.declared.is_whole("arranged", "operations"):
            return
        proved = [each.get("operations") for each in arranged]
        for operation in self.declared.operations:
            name = operation.get("name")
            if all(
                isinstance(each, tuple) and UNKNOWN not in each and name not in each for each in proved
            ) and not operation.get("unproved"):
                self.declared.refuse(operation, "not_arranged", f"no arrangement names `{name}`")

    # --- loops

    def _check_loops(self) -> None:
        declared = [each for each in self.declared._tuple("loops") if isinstance(each, Record)]
        names: dict[tuple[str, int], Record] = {}
        for each in declared:
            function, index = each.get("function"), each.get("index", 0)
            if isinstance(function, str) and isinstance(index, int):
                names[function, index] = each
                self._check_declared_loop(each, function, index)
        if not self.declared.is_whole("loops", "operations", "summaries") or self.declared._tuple("arranged"):
            return
        for module, qualified, index, loop in self._run_loops():
            if (qualified, index) not in names:
                self.program.refuse(
                    module,
                    loop,
                    "loop_undeclared",
                    f"loop {index} of {qualified} is not declared",
                    qualified=qualified,
                    that=f", {index}" if index else "",
                )

    def _check_declared_loop(self, record: Record, name: str, index: int) -> None:
        found = self._function(name)
        if found is None:
            self.declared.refuse(record, "loop_function", f"loop of {name!r}")
            return
        loops = loops_of(found)
        if index >= len(loops):
            self.declared.refuse(record, "loop_index", f"loop {index} of {name!r}", that=len(loops))
            return
        known = {each for statement in found.body for each in bound_by(statement)} | {
            each.arg for each in (*found.args.args, *found.args.kwonlyargs)
        }
        if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in walk_scope(found)):
            known.add("yielded")  # what a generator gave so far
        made = record.get("locals", {})
        for local, make in made.items() if isinstance(made, dict) else ():
            if isinstance(make, Function) and isinstance(make.node.body, ast.Constant):
                self.declared.refuse(make, "local_constant", f"local {local!r} in the loop of {name!r} is a constant")
        for each in self._local_names(record):
            if each[1] not in known:
                self.declared.refuse(
                    each[0], "loop_local", f"local {each[1]!r} in the loop of {name!r}", that=", ".join(sorted(known))
                )
        if not record.get("variant") and isinstance(loops[index], ast.While) and record.get("variant") is not UNKNOWN:
            self.declared.refuse(record, "loop_variant", f"loop {index} of {name!r} has no variant")
        changes = record.get("changes", ())
        cls = self._class(name)
        whole = {cls.id: cls} | {s.id: s for s in self.declared.sides()} if cls is not None else {}
        fields = {field for each in whole.values() for field in self.program.fields(each)}
        for attribute in changes if isinstance(changes, tuple) and cls is not None else ():
            if isinstance(attribute, str) and cls is not None and attribute not in fields:
                self.declared.refuse(record, "loop_changes", f"`changes` names {attribute!r}", name=cls.node.name)

    def _local_names(self, record: Record) -> Iterator[tuple[Value, str]]:
        """Return the names of locals that a declared loop speaks of, each with where it does."""
        named = record.get("locals", {})
        yield from ((record, each) for each in (named if isinstance(named, dict) else ()) if isinstance(each, str))
        for label in ("invariant", "variant"):
            function = record.get(label)
            if isinstance(function, Function) and len(function.parameters) == 1:
                for each in ast.walk(function.node):
                    if not isinstance(each, ast.Subscript) or not isinstance(each.slice, ast.Constant):
                        continue
                    if ast.unparse(each.value) == f"{function.parameters[0]}.local" and isinstance(
                        each.slice.value, str
                    ):
                        yield Record("", {}, each, function.module), each.slice.value

    def _class(self, name: str) -> Class | None:
        head = name.split(".", maxsplit=1)[0]
        return next((each for each in self.program.classes.values() if each.node.name == head), None)

    def _function(self, name: str) -> ast.FunctionDef | None:
        """Return the function of a qualified name: of a class or module that is read, or of a file beside one."""
        head, _, method = name.partition(".")
        for module in list(self.program.modules.values()):
            if module.name.startswith("slotproof.proofs.engine"):
                continue
            found = _in(module, head, method)
            if found is not None:
                return found
        for side in self.declared.sides():
            for path in sorted(side.module.path.parent.glob("*.py")):
                if re.search(rf"^(class|def) {re.escape(head)}\b", path.read_text(encoding="utf-8"), re.MULTILINE):
                    found = _in(self.program.read(path), head, method)
                    if found is not None:
                        return found
        return None

    def _run_loops(self) -> Iterator[tuple[Module, str, int, Loop]]:
        """Return the loops that a proof meets: in creation, and in operations that are not known by other proofs."""
        work = self.checked.work
        functions = {key: (module, node, cls) for (module, node, cls), key in zip(work.seen, work.reports, strict=True)}
        known = {
            f"{f.module.name}:{f.node.name}"
            for s in self.declared._tuple("summaries")
            if isinstance(s, Record)
            for f in [s.get("function")]
            if isinstance(f, Function) and isinstance(f.node, ast.FunctionDef)
        }
        inner = {**(self.declared.record.get("inside") or {}), **(self.declared.record.get("several") or {})}
        own = {each.id for side in self.declared.sides() for each, _ in self.program.line(side)}
        todo, seen = list(self._roots()), set()
        while todo:
            key = todo.pop()
            if key in seen or key in known or key not in functions:
                continue
            module, node, cls = functions[key]
            if module.name.endswith("spec.logic") or (inner and cls is not None and cls.id not in own):
                continue
            seen.add(key)
            todo += work.reports[key].calls
            qualified = f"{cls.node.name}.{node.name}" if cls else node.name
            for index, loop in enumerate(loops_of(node)):
                if not self._is_unrolled(module, loop, cls):
                    yield module, qualified, index, loop

    def _roots(self) -> Iterator[str]:
        for label, side in (("model", self.declared.model), ("impl", self.declared.impl)):
            names = ["__init__"]
            for each in self.declared.operations:
                passed = each.get("uses") or each.get("unproved") or (label == "model" and each.get("ensures"))
                if not passed:
                    names.append(str(each.get("name")))
            for name in names if isinstance(side, Class) else ():
                found = self.program.method(side, name) if isinstance(side, Class) else None
                if found is not None:
                    yield f"{found[0].id}.{found[1].name}"

    def _is_unrolled(self, module: Module, loop: Loop, cls: Class | None) -> bool:
        if not isinstance(loop, ast.For):
            return isinstance(loop, ast.YieldFrom)
        if isinstance(loop.iter, ast.Tuple) or ast.unparse(loop.iter) == "vars(self).items()":
            return True
        try:
            return isinstance(constant_value(self.program, loop.iter, module, cls), tuple)
        except Refusal:
            return isinstance(loop.iter, ast.Name) and loop.iter.id == "arrays"


def loops_of(function: ast.FunctionDef) -> list[Loop]:
    """Return the loops of a function, as declarations count them."""
    found = [each for each in ast.walk(function) if isinstance(each, ast.For | ast.While | ast.YieldFrom)]
    return sorted(found, key=lambda each: (each.lineno, each.col_offset))


def _in(module: Module, head: str, method: str) -> ast.FunctionDef | None:
    node: ast.AST | None = module.bindings.get(head)
    if method and isinstance(node, ast.ClassDef):
        node = next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == method), None)
    return node if isinstance(node, ast.FunctionDef) else None


def _is_constant(function: Function, value: object) -> bool:
    body = function.node.body
    if isinstance(body, list):
        last = body[-1]
        body = (
            last.value
            if len(body) <= 2 and isinstance(last, ast.Return) and last.value is not None
            else ast.Constant(...)
        )
    return isinstance(body, ast.Constant) and body.value is value


def _is_empty(function: Value) -> bool:
    if not isinstance(function, Function) or not isinstance(function.node, ast.Lambda):
        return False
    body = function.node.body
    return isinstance(body, ast.Tuple | ast.List) and not body.elts
