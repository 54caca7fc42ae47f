"""What is known at a place in a function: names and kinds, what is assigned by then, who else holds a value."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from slotproof.language import kinds
from slotproof.language.kinds import Kind, fits
from slotproof.language.program.parts import BUILTIN_NAMES, Class, Module, Reached, Refusal
from slotproof.language.program.program import Program
from slotproof.language.program.syntax import bound_by

Roots = frozenset[str]
FRESH: Final[Roots] = frozenset()  # nobody else holds it
LOCAL: Final = "(local)"  # an object that the function has made holds it
OTHERS: Final = "(others)"  # somebody else holds it


@dataclass
class Report:
    """What is learned of a function.

    changed   whose parts it changes, by parameter: where it does so first
    gives     whose part its result is, or holds
    calls     the keys of what it calls
    unrolled  its loops of which it is told how many rounds they go
    """

    changed: dict[str, ast.AST] = field(default_factory=dict)
    gives: Roots = FRESH
    calls: set[str] = field(default_factory=set)
    unrolled: set[ast.For] = field(default_factory=set)


@dataclass
class Work:
    """What one check shares: how functions are read, and what was learned of those that were.

    read       reads a function, which fills its report
    reading    the keys of functions that are being read, the outermost first
    helpers    functions of declarations that were read
    """

    program: Program
    read: Callable[[Reached, Report], None]
    operations: frozenset[str] | None = None
    reports: dict[str, Report] = field(default_factory=dict)
    seen: dict[str, Reached] = field(default_factory=dict)
    reading: set[str] = field(default_factory=set)
    helpers: set[ast.AST] = field(default_factory=set)

    def report(self, reached: Reached, caller: Report | None = None) -> Report | None:
        """Return what is learned of a function, or None if it is being read: it leads back to itself."""
        module, node, cls = reached
        key = f"{module.name}:{cls.node.name + '.' if cls else ''}{node.name}"
        if caller is not None:
            caller.calls.add(key)
        if key in self.reading:
            return None
        if key not in self.reports:
            self.reports[key], self.seen[key] = Report(), reached
            self.reading.add(key)
            self.read(reached, self.reports[key])
            self.reading.discard(key)
        return self.reports[key]


class Scope:
    """A function, or a lambda in it, while it is read."""

    def __init__(self, work: Work, reached: Reached, report: Report) -> None:
        module, node, cls = reached
        self.work, self.program, self.module, self.cls, self.node = work, work.program, module, cls, node
        self.env: dict[str, Kind] = {}
        self.declared: set[str] = set()
        self.origin: dict[str, Roots] = {}  # local -> who else holds its value
        self.now: dict[str, Kind] = {}  # name, or field by names and points -> its kind here, where a test tells more
        self.found: dict[ast.AST, Kind] = {}  # expression -> its kind
        self.gave: dict[ast.AST, Roots] = {}  # call -> who else holds what it gives
        self.assigned: set[str] | None = set()
        self.inner: list[set[str]] = []  # names of lambdas and comprehensions around the place, innermost last
        self.loops: list[set[str] | None] = []  # what was assigned before each loop around the place
        self.breaks: list[list[set[str]]] = []  # what is assigned at each `break` of each loop around the place
        self.messages = 0  # how many messages of errors are around the place
        bound = [name for statement in node.body for name in bound_by(statement)]
        arguments = node.args
        self.parameters = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        self.locals = {*bound, *self.parameters, *((arguments.vararg.arg,) if arguments.vararg else ())}
        self.times = Counter((*bound, *self.parameters))
        self.report = report
        self.handlers = [each for each in ast.walk(node) if isinstance(each, ast.ExceptHandler)]
        self.names: dict[str, tuple[str, ...]] = {}  # local -> what it goes over, a constant tuple of texts
        self.records: dict[str, tuple[str, ...]] = {}  # local dict -> its keys, if it is made over a constant tuple
        self.tested: dict[str, set[str]] = {}  # local -> the names of classes that isinstance asks it for
        for each in ast.walk(node):
            if isinstance(each, ast.Call) and ast.unparse(each.func) == "isinstance" and len(each.args) == 2:
                names = {name.id for name in ast.walk(each.args[1]) if isinstance(name, ast.Name)}
                self.tested.setdefault(ast.unparse(each.args[0]), set()).update(names)

    # --- findings

    def refuse(self, node: ast.AST, mistake: str, what: str, /, **words: object) -> Kind:
        """Keep a finding; the kind of what cannot be known any more."""
        self.program.refuse(self.module, node, mistake, what, **words)
        return kinds.BAD

    def annotated(self, node: ast.expr, module: Module | None = None, cls: Class | None = None) -> Kind:
        """Return the kind of an annotation; one that is none is a finding."""
        try:
            return self.program.kind(module or self.module, node, cls or self.cls)
        except Refusal as refusal:
            self.program.keep(module or self.module, refusal)
        except (SyntaxError, RecursionError):
            self.refuse(node, "no_kind_text", f"`{ast.unparse(node)}` as a kind")
        return kinds.BAD

    # --- expressions

    def kind_of(self, node: ast.expr, want: Kind | None = None) -> Kind:
        """Return the kind of an expression."""
        raise NotImplementedError

    # --- names

    def bind(self, name: str, kind: Kind, node: ast.AST, origin: Roots = FRESH) -> None:
        """Give a local a value."""
        self.check_name(name, node)
        old = self.env.get(name)
        before = self.loops[-1] if self.loops else None
        held = origin or self.origin.get(name)
        if held and before is not None and name in before and kinds.is_mutable(kind):
            self.refuse(node, "loop_alias", f"`{name}` is pointed at another {kind} in a loop")
        if old is None or old.name == "bad":
            self.env[name] = kind
        elif name in self.declared:
            if not fits(kind, old):
                self.refuse(node, "name_kind", f"`{name}` is {old}, and is given {kind}")
        else:
            self.env[name] = self._joined(name, old, kind, node)
        self.origin[name] = origin
        self.forget(name)
        if self.env[name] != kind and self.env[name].name == "union":
            self.now[name] = kind
        if self.assigned is not None:
            self.assigned.add(name)

    def forget(self, *names: str, fields: bool = False) -> None:
        """Forget what tests have told of names, and of all fields of theirs, or of all fields there are."""
        heads = {place: place.split(".", maxsplit=1)[0] for place in self.now}
        gone = {place for place, head in heads.items() if head in names or (fields and head != place)}
        self.now = {place: kind for place, kind in self.now.items() if place not in gone}

    def check_name(self, name: str, node: ast.AST) -> None:
        """Refuse a name that means something else already."""
        if name in BUILTIN_NAMES:
            self.refuse(node, "builtin_hidden", f"`{name}` as a name of one's own")
        if name.startswith("__"):
            self.refuse(node, "local_underscores", f"`{name}`")

    def _joined(self, name: str, old: Kind, kind: Kind, node: ast.AST) -> Kind:
        if "never" in {part.name for part in old.parts} and old.name == kind.name:
            return kind
        if fits(kind, old):
            return old
        if fits(old, kind):
            return kind
        if kinds.NONE in {old, kind}:
            return kinds.union((old, kind))
        if {part.name for part in (*kinds.options(old), *kinds.options(kind))} <= {"tuple", "record"}:
            return kinds.union((old, kind))
        self.refuse(node, "name_kind", f"`{name}` is {old} above, and {kind} here")
        return kinds.BAD

    def local(self, node: ast.Name) -> Kind | None:
        """Return the kind of a local, or None if the name is none."""
        name = node.id
        if any(name in scope for scope in self.inner):
            return self.env.get(name, kinds.BAD)
        if name not in self.locals:
            return None
        if self.assigned is not None and name not in self.assigned:
            self.refuse(node, "unassigned", f"`{name}` may have no value here")
            self.assigned.add(name)
        if self.inner and self.in_lambda and self.times[name] > 1:
            self.refuse(node, "captured", f"an inner function reads `{name}`, which is assigned more than once")
        return self.now.get(name, self.env.get(name, kinds.BAD))

    in_lambda = False
