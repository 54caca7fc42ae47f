"""The check of a program: modules and classes, and all functions that are reached from where it starts."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from slotproof.language import kinds
from slotproof.language.forms import Form
from slotproof.language.function.body import Body
from slotproof.language.function.scope import Report, Scope, Work
from slotproof.language.kinds import Kind
from slotproof.language.program.completeness import check_fields
from slotproof.language.program.constants import constant_kind
from slotproof.language.program.files import is_standard
from slotproof.language.program.parts import BUILTIN_NAMES, MESSAGES, SIDES, Class, Module, Reached, Refusal, Symbol
from slotproof.language.program.program import Program
from slotproof.language.program.syntax import bound_by, is_import_of, is_script, is_text, short
from slotproof.language.reasons import ADVICE
from slotproof.language.tables import BASES, CLASS, DECORATORS, MODULE, SPECIAL_METHODS
from slotproof.language.vocabulary import KEPT, MODULES, RAISED

_TRUSTED: Final = frozenset({"slotproof.spec.logic"})  # its words have their meaning in a table


class Check:
    """One check: what is reached is read once."""

    def __init__(self, program: Program, operations: frozenset[str] | None = None) -> None:
        self.program = program
        self.work = Work(program, self.read, operations)
        self.modules: set[str] = set()
        self.classes: set[str] = set()
        self.complete: set[str] = set()
        self.whole_classes: set[str] = set()  # of which all methods are checked
        self.done: set[ast.AST] = set()  # functions

    # --- where it starts

    def whole(self, module: Module) -> None:
        """Check all that a module defines."""
        self.module(module)
        for name, node in module.bindings.items():
            if isinstance(node, ast.ClassDef):
                self.cls(self.program.class_of(Symbol("class", module, node, name)))
            elif isinstance(node, ast.FunctionDef):
                self.work.report((module, node, None))
        self.rest()

    def container(self, cls: Class) -> None:
        """Check a class with all its methods, and what they reach."""
        self.module(cls.module)
        self.cls(cls)
        self.rest()

    def rest(self) -> None:
        """Check all methods of the classes that were named: any of them may run, whatever calls it."""
        while left := sorted(self.classes - self.whole_classes):
            self.whole_classes.update(left)
            for cls in map(self.program.classes.__getitem__, left):
                for method in cls.methods.values():
                    self.work.report((cls.module, method, cls))

    def read(self, reached: Reached, report: Report) -> None:
        """Check a function, and fill its report."""
        module, node, cls = reached
        if node in self.done or module.name in _TRUSTED or node.name in MODULES.get(module.name, ()):
            return
        self.done.add(node)
        self.module(module)
        self._function_head(module, node, cls)
        self._with_classes(Body(self.work, reached, report).check)

    def _with_classes(self, check: Callable[[], None]) -> None:
        """Check something, and the classes that it names."""
        before, self.program.reached = self.program.reached, set()
        check()
        named, self.program.reached = self.program.reached, before
        for each in sorted(named - self.classes):
            self.cls(self.program.classes[each])

    # --- modules

    def module(self, module: Module) -> None:
        """Check what stands at the top of a module."""
        if module.name in self.modules or module.name in _TRUSTED:
            return
        self.modules.add(module.name)
        lax = module.is_declaration
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef):
                self.program.define(module, node)
        bound: dict[str, int] = {}
        for place, node in enumerate(module.tree.body):
            name = type(node).__name__
            if isinstance(node, ast.If) and node is module.tree.body[-1] and is_script(node):
                continue
            if name not in MODULE or name == "If" or (isinstance(node, ast.Expr) and not is_text(node)):
                self._refuse_statement(module, node, name)
                continue
            for each in bound_by(node):
                self._check_binding(module, node, each, bound)
            if isinstance(node, ast.Import | ast.ImportFrom):
                self._check_import(module, node, place, lax)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                self._check_constant(module, node, lax)

    def _refuse_statement(self, module: Module, node: ast.stmt, name: str) -> None:
        for bound in bound_by(node):
            module.refused.setdefault(bound, node.lineno)
        for each in ast.walk(node):
            if isinstance(each, ast.stmt) and each is not node and list(bound_by(each)):
                self.program.refuse(module, each, "bound_on_some_path", f"`{short(each)}` on some path only")
        self.program.refuse(
            module,
            node,
            "module_statement",
            f"`{short(node)}` at the top of a module",
            that=f"{name} runs when the module is imported"
            if name != "Expr"
            else "it runs when the module is imported",
        )

    def _check_binding(self, module: Module, node: ast.stmt, name: str, bound: dict[str, int]) -> None:
        mistakes = {
            "builtin_hidden": name in BUILTIN_NAMES,
            "two_underscores": name.startswith("__") and not name.endswith("__"),
            "word_bound": name in KEPT and not is_import_of(node, name),
            "bound_twice": name in bound,
        }
        found = next((mistake for mistake, is_made in mistakes.items() if is_made), None)
        if found is not None:
            module.refused.setdefault(name, node.lineno)
            what = f"`{name}` once more" if found == "bound_twice" else f"`{name}`"
            self.program.refuse(module, node, found, what, that=bound.get(name))
        bound.setdefault(name, node.lineno)

    def _check_import(self, module: Module, node: ast.Import | ast.ImportFrom, place: int, lax: bool) -> None:
        for alias in node.names:
            source = (node.module or "") if isinstance(node, ast.ImportFrom) else alias.name
            why, cure = self._wrong_import(module, node, alias, source)
            if why == _UNUSED:
                module.refused.setdefault(alias.asname or alias.name.split(".")[0], node.lineno)
            elif why and not (lax and alias.name != "*"):
                module.refused.setdefault(alias.asname or alias.name.split(".")[0], node.lineno)
                self.program.refuse(
                    module,
                    node,
                    "import",
                    f"import of `{source}`" if alias.name == source else f"import of `{alias.name}` from `{source}`",
                    why=why,
                    cure=cure,
                )

    def _wrong_import(
        self, module: Module, node: ast.Import | ast.ImportFrom, alias: ast.alias, source: str
    ) -> tuple[str, str]:
        level = node.level if isinstance(node, ast.ImportFrom) else 0
        if alias.name == "*":
            return "it does not say which names it binds", "name them"
        if isinstance(node, ast.Import):
            known = alias.name in MODULES and alias.name in {"math", "struct"} and not alias.asname
            if not known and is_standard(alias.name):
                return _UNUSED, ""
            return ("", "") if known else (f"`{alias.name}` is none of the modules of the language", ADVICE)
        if source in MODULES and not level and not (source == MESSAGES and alias.name not in MODULES[source]):
            return ("", "") if alias.name in MODULES[source] else (_UNUSED, "")
        if source.partition(".")[0] == "slotproof" and not level and not f"{source}.".startswith(SIDES):
            return "a container knows nothing of its proofs", "move what it needs to the container"
        if is_standard(source) and not level:
            return _UNUSED, ""
        try:
            found = self.program.find(module, source, level)
        except (SyntaxError, OSError, UnicodeDecodeError) as error:
            return f"it cannot be read: {error}", "mend the file"
        if found is None:
            return "there is no such file of the program", "import from a file beside it, or do without"
        if alias.name not in found.bindings:
            return f"{found.shown} binds no such name", "import what it has"
        self.module(found)
        return "", ""

    def _check_constant(self, module: Module, node: ast.Assign | ast.AnnAssign, lax: bool) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [each.id for each in targets if isinstance(each, ast.Name)]
        if len(names) != 1 or len(targets) != 1:
            self.program.refuse(module, node, "module_assignment", f"`{short(node)}`")
            return
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) != "Final" and not lax:
            try:
                self.program.kind(module, node.annotation)
            except Refusal as refusal:
                self.program.keep(module, refusal)
        if lax or node.value is None or _makes_a_kind(self.program, module, node.value):
            return
        try:
            kind = constant_kind(self.program, node.value, module)
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) != "Final":
                wanted = self.program.kind(module, node.annotation)
                if not kinds.fits(kind, wanted):
                    what = f"`{names[0]}` is {wanted}, and is given {kind}"
                    self.program.refuse(module, node, "annotated_kind", what)
        except Refusal as refusal:
            module.refused.setdefault(names[0], node.lineno)
            self.program.refuse(module, node, "module_constant", f"`{short(node)}`", what=refusal.what)

    # --- classes

    def cls(self, cls: Class) -> None:
        """Check a class, and those that it is built on."""
        for each, _ in list(self.program.line(cls)):
            if each.id not in self.classes and each.module.name not in _TRUSTED:
                self.classes.add(each.id)
                self.module(each.module)
                self._with_classes(partial(self._class_head, each))
                self._with_classes(partial(self._class_body, each))
        if cls.sort == "plain" and cls.module.name not in _TRUSTED and cls.id not in self.complete:
            self.complete.add(cls.id)
            check_fields(self.program, cls)

    def _class_head(self, cls: Class) -> None:
        program, module = self.program, cls.module
        for keyword in cls.node.keywords:
            program.refuse(module, keyword.value, "class_keyword", f"`{keyword.arg}=` in a class")
        self._decorators(module, cls.node.decorator_list, {"dataclass"})
        above = []
        for base in cls.node.bases:
            head = base.value if isinstance(base, ast.Subscript) else base
            symbol = program.resolve(module, head.id) if isinstance(head, ast.Name) else Symbol("missing")
            if symbol.name in {"typing.Generic", "typing.NamedTuple"} or (
                symbol.sort == "error" and symbol.name in {"Exception", *RAISED}
            ):
                continue
            above_it = symbol.module is not module or getattr(symbol.node, "lineno", 0) < cls.node.lineno
            if symbol.sort == "class" and above_it and program.class_of(symbol).sort in {"plain", "error", "data"}:
                above.append(base)
                if cls.sort == "data" and program.class_of(symbol).sort != "data":
                    program.refuse(module, base, "data_base", f"base `{short(base)}` of a dataclass")
                continue
            program.refuse(module, base, "base", f"base `{short(base)}`", that=", ".join(BASES))
        if len(above) > 1 and cls.sort != "error":
            program.refuse(module, above[1], "second_base", f"a second base `{short(above[1])}`")

    def _class_body(self, cls: Class) -> None:
        seen: dict[str, int] = {}
        for node in cls.node.body:
            empty = isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and is_text(node))
            if not empty and (type(node).__name__ not in CLASS or isinstance(node, ast.Expr) or cls.sort == "error"):
                self.program.refuse(cls.module, node, "class_statement", f"`{short(node)}` in a class")
                continue
            for name in bound_by(node):
                if name in seen:
                    self.program.refuse(cls.module, node, "member_twice", f"`{name}` once more", that=seen[name])
                seen[name] = node.lineno
                self._check_special(cls, node, name)
            if isinstance(node, ast.FunctionDef):
                self._decorators(cls.module, node.decorator_list, {"classmethod", "staticmethod", "property"})
            elif isinstance(node, ast.AnnAssign):
                self._check_field(cls, node)
            elif isinstance(node, ast.Assign):
                self._check_assigned(cls, node)

    def _check_special(self, cls: Class, node: ast.stmt, name: str) -> None:
        if name.startswith("__") and name not in SPECIAL_METHODS and name != "__slots__":
            self.program.refuse(cls.module, node, "special_method", f"`{name}`", that=", ".join(SPECIAL_METHODS))
        elif (
            cls.sort == "record" and isinstance(node, ast.FunctionDef) and name.startswith("__") and name not in _ORDER
        ):
            self.program.refuse(cls.module, node, "record_method", f"`{name}` of a NamedTuple")
        elif cls.sort == "data" and name == "__init__":
            self.program.refuse(cls.module, node, "data_init", f"`{name}` of a dataclass")
        elif cls.sort == "record" and not name.startswith("__") and (name[0] == "_" or name in {"count", "index"}):
            self.program.refuse(cls.module, node, "record_name", f"`{name}` of a NamedTuple")
        elif name in {*DECORATORS, "ClassVar", "Final"}:
            self.program.refuse(cls.module, node, "member_word", f"`{name}` in a class")
        method = node if isinstance(node, ast.FunctionDef) else cls.methods.get(cls.aliases.get(name, ""))
        if method is not None and name in SPECIAL_METHODS:
            self._check_signature(cls, method, SPECIAL_METHODS[name])
        for above, _ in list(self.program.line(cls))[1:]:
            self._check_hidden(cls, node, name, above)
            for other in (second for second, first in above.aliases.items() if first == name):
                if other not in cls.aliases and other not in cls.methods:
                    self.program.refuse(cls.module, node, "second_name", f"`{other}` of {above.node.name}", that=name)

    def _check_signature(self, cls: Class, node: ast.FunctionDef, form: Form) -> None:
        """Refuse a special method that is not called, or does not give, what Python calls and takes."""
        gives = self._scope(cls).annotated(node.returns).name if node.returns is not None else "None"
        plain = not node.args.vararg and not node.args.kwonlyargs and not node.decorator_list
        takes = len(node.args.args) - 1 if plain else -1
        if gives in {form.gives, "bad"} or form.gives == "any":
            gives = form.gives
        if form.gives != gives or not gives or (form.takes != ("...",) and len(form.takes) != takes):
            given = str(takes) if plain else "what a plain method does not"
            what = f"`{node.name}` takes {given} and gives {gives or 'a number'}"
            self.program.refuse(cls.module, node, "special_signature", what, that=form.meaning)

    def _check_hidden(self, cls: Class, node: ast.stmt, name: str, above: Class) -> None:
        """Refuse a member that stands for another sort of thing, or is called otherwise, in the class below."""
        its = above.methods.get(name)
        known = its is not None or name in above.fields or name in above.constants or name in above.aliases
        if not known or name.startswith("__") or above.module.name in _TRUSTED:
            return
        if its is not None and isinstance(node, ast.FunctionDef):
            if _head(its) != _head(node):
                self.program.refuse(cls.module, node, "override", f"`{name}` hides that of {above.node.name}")
        elif not (name in above.constants and name in cls.constants and name not in {*above.fields, *cls.fields}):
            self.program.refuse(cls.module, node, "hidden", f"`{name}` hides that of {above.node.name}")

    def _check_field(self, cls: Class, node: ast.AnnAssign) -> None:
        name = node.target.id if isinstance(node.target, ast.Name) else ""
        head = ast.unparse(node.annotation).partition("[")[0]
        if not name:
            self.program.refuse(cls.module, node, "field_target", f"`{short(node)}`")
        elif (head in {"ClassVar", "Final"} and cls.sort == "record") or (head == "Final" and cls.sort == "data"):
            self.program.refuse(cls.module, node, "record_constant", f"`{short(node)}` in {cls.node.name}")
        elif head in {"ClassVar", "Final"}:
            if isinstance(node.annotation, ast.Subscript):
                self._scope(cls).annotated(node.annotation)
        else:
            kind = self._scope(cls).annotated(node.annotation)
            if kind == kinds.ANY:
                self.program.refuse(cls.module, node, "field_any", f"field `{name}` of any kind")
            if kinds.names(kind) & kinds.PASSING:
                self.program.refuse(cls.module, node, "field_iterator", f"field `{name}` of kind {kind}")
            if cls.sort == "record" and kinds.is_mutable(kind):
                self.program.refuse(cls.module, node, "record_part", f"part `{name}` of kind {kind}")
            if cls.sort != "record" and kind.name in {"tuple", "record"} and kinds.is_mutable(kind):
                self.program.refuse(cls.module, node, "field_part", f"field `{name}` of kind {kind}")
            if node.value is not None and cls.sort not in {"record", "data"}:
                self.program.refuse(cls.module, node, "field_value", f"field `{name}` with a value")
        if node.value is not None:
            try:
                kind = constant_kind(self.program, node.value, cls.module, cls)
            except Refusal:
                self.program.refuse(cls.module, node, "class_constant", f"`{short(node)}`")
                return
            bare = head in {"ClassVar", "Final"} and not isinstance(node.annotation, ast.Subscript)
            wanted = kind if bare else self._scope(cls).annotated(node.annotation)
            if not kinds.fits(kind, wanted):
                self.program.refuse(cls.module, node, "annotated_kind", f"`{name}` is {wanted}, and is given {kind}")

    def _check_assigned(self, cls: Class, node: ast.Assign) -> None:
        name = node.targets[0].id if isinstance(node.targets[0], ast.Name) and len(node.targets) == 1 else ""
        is_none = isinstance(node.value, ast.Constant) and node.value.value is None
        if name in cls.aliases or (name == "__hash__" and is_none):
            return
        if name == "__slots__" and isinstance(node.value, ast.Tuple):
            named = {each.value for each in node.value.elts if isinstance(each, ast.Constant)}
            if named == set(cls.fields):
                return
        self.program.refuse(cls.module, node, "class_assignment", f"`{short(node)}` in a class")

    def _decorators(self, module: Module, nodes: Iterable[ast.expr], allowed: set[str]) -> None:
        for place, each in enumerate(nodes):
            named = each.id if isinstance(each, ast.Name) else ""
            symbol = self.program.resolve(module, named)
            is_own = symbol.sort not in {"missing", "word"} or symbol.name not in {named, f"dataclasses.{named}"}
            if place or is_own or named not in allowed or named not in DECORATORS:
                that = ", ".join(sorted(allowed)) or "none here"
                self.program.refuse(module, each, "decorator", f"decorator `@{short(each)}`", that=that)

    def _function_head(self, module: Module, node: ast.FunctionDef, cls: Class | None) -> None:
        if cls is None and node.decorator_list:
            module.refused.setdefault(node.name, node.lineno)
            self._decorators(module, node.decorator_list, set())

    def _scope(self, cls: Class) -> Scope:
        empty = ast.parse("def nothing() -> None: pass").body[0]
        return Scope(self.work, (cls.module, empty, cls), Report())  # type: ignore[arg-type]


_UNUSED: Final = "not in the language, and refused where it is used"


_ORDER: Final = frozenset({"__lt__", "__le__", "__gt__", "__ge__"})


def _head(node: ast.FunctionDef) -> tuple[str, ...]:
    """Return how a method is called and what it gives, as text."""
    result = ast.unparse(node.returns) if node.returns is not None else ""
    return (ast.unparse(node.args), result, *map(ast.unparse, node.decorator_list))


def _makes_a_kind(program: Program, module: Module, node: ast.expr) -> bool:
    """Return whether an expression is a type variable, or the name of a kind."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        given = [*node.args, *(each.value for each in node.keywords)]
        plain = all(isinstance(each, ast.Constant | ast.Name | ast.Subscript) for each in given)
        return plain and program.resolve(module, node.func.id).name == "typing.TypeVar"
    if isinstance(node, ast.Name | ast.BinOp | ast.Subscript):
        try:
            kind: Kind = program.kind(module, node)
        except (Refusal, SyntaxError):
            return False
        return kind != kinds.BAD
    return False
