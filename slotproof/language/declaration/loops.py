"""Loops of a declaration, and those of the program that have none there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from slotproof.language.declaration.declared import Declared
from slotproof.language.declaration.values import UNKNOWN, Function, Record, Value
from slotproof.language.program.check import Check
from slotproof.language.program.constants import constant_value
from slotproof.language.program.parts import DECLARE, Class, Module, Refusal
from slotproof.language.program.syntax import bound_by, walk_scope

Loop = ast.For | ast.While | ast.YieldFrom


class Loops:
    """The loops of one declaration.

    check   of the program: it knows which functions are reached, and from where
    """

    def __init__(self, declared: Declared, check: Check) -> None:
        self.declared, self.checked, self.program, self.reader = declared, check, declared.program, declared.reader

    def check_loops(self) -> None:
        """Compare the loops that are declared with those that a proof meets."""
        declared = [each for each in self.declared.tuple_of("loops") if isinstance(each, Record)]
        names: dict[tuple[str, int], Record] = {}
        for each in declared:
            function, index = each.get("function"), each.get("index", 0)
            if isinstance(function, str) and isinstance(index, int):
                names[function, index] = each
                self._check_declared_loop(each, function, index)
        if not self.declared.is_whole("loops", "operations", "summaries") or self.declared.tuple_of("arranged"):
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
            if module.name.startswith(DECLARE):
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
        functions = work.seen
        known = {
            f"{f.module.name}:{f.node.name}"
            for s in self.declared.tuple_of("summaries")
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
                if loop not in work.reports[key].unrolled and not self._is_unrolled(module, loop, cls):
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
