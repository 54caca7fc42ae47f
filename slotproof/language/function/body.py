"""What is refused in the body of a function, statement by statement, in the order in which they run."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.calls import Calls, gives_own
from slotproof.language.function.expressions import short
from slotproof.language.function.scope import FRESH, GIVEN, OWN, Work
from slotproof.language.kinds import BAD, NONE, Kind, fits, item
from slotproof.language.program.constants import constant_kind
from slotproof.language.program.program import BUILTIN_NAMES, Class, Module, Refusal, walk_scope
from slotproof.language.tables import STATEMENTS

_EXCHANGE: Final = ast.dump(ast.parse("self.__dict__, other.__dict__ = other.__dict__, self.__dict__").body[0])
_RESIZING: Final = frozenset(
    {
        "append",
        "pop",
        "insert",
        "extend",
        "remove",
        "clear",
        "add",
        "discard",
        "update",
        "setdefault",
        "popleft",
        "prepend",
        "swap_remove",
    }
)


class Body(Calls):
    """The check of one function."""

    def __init__(
        self, work: Work, module: Module, node: ast.FunctionDef, cls: Class | None, outer: Body | None = None
    ) -> None:
        super().__init__(work, module, cls, node)
        self.result = BAD
        self.outer = outer
        self.is_generator = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in walk_scope(node))

    # --- the head

    def check(self) -> None:
        """Check the function."""
        self._check_parameters()
        returns = self.node.returns
        if returns is None:
            if self.outer is None:
                self.refuse(self.node, "no_result_kind", f"`{self.node.name}` without the kind of its result")
        else:
            self.result = self.annotated(returns)
        if self.is_generator and self.result.name not in {"iterator", "iterable", "bad"}:
            self.refuse(self.node, "generator_result", f"`{self.node.name}` gives {self.result}")
        self.block(self.node.body)
        if self.assigned is not None and not self.is_generator and not fits(NONE, self.result):
            self.refuse(self.node, "no_result", f"`{self.node.name}` may end without a result", result=self.result)
        if self.is_generator and self.report.changes is not None:
            self.refuse(self.report.changes, "generator_changes", f"a change in the generator `{self.node.name}`")

    def _check_parameters(self) -> None:
        arguments = self.node.args
        ordered = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        method = self.cls is not None and self.outer is None and not self._is_decorated("staticmethod")
        if arguments.kwarg is not None:
            self.refuse(arguments.kwarg, "star_parameters", f"`**{arguments.kwarg.arg}`")
        if arguments.posonlyargs:
            self.refuse(arguments.posonlyargs[0], "positional_only", "`/` among parameters")
        for place, each in enumerate(ordered):
            kind = BAD
            if method and place == 0:
                kind = self._receiver_kind(each)
            elif each.annotation is None:
                self.refuse(each, "no_parameter_kind", f"parameter `{each.arg}` without a kind", arg=each.arg)
            else:
                kind = self.annotated(each.annotation)
            self.bind(each.arg, kind, each, GIVEN)
            self.declared.add(each.arg)
            if kind.name in {"iterable", "iterator"} and self._times_read(each.arg) > 1:
                self.refuse(each, "iterator_twice", f"`{each.arg}` is gone through more than once")
        if arguments.vararg is not None:
            self._check_rest(arguments.vararg)
        for default in (*arguments.defaults, *(each for each in arguments.kw_defaults if each is not None)):
            self._check_default(default)

    def _is_decorated(self, name: str) -> bool:
        return any(ast.unparse(each) == name for each in self.node.decorator_list)

    def _receiver_kind(self, node: ast.arg) -> Kind:
        cls = self.cls
        if cls is None:
            return BAD
        wanted = "cls" if self._is_decorated("classmethod") else "self"
        if node.arg != wanted:
            self.refuse(node, "receiver_name", f"`{node.arg}` as the first parameter", wanted=wanted)
        return Kind("class", (cls.kind,), cls.id) if wanted == "cls" else cls.kind

    def _check_rest(self, node: ast.arg) -> None:
        starred = {id(each.value) for each in ast.walk(self.node) if isinstance(each, ast.Starred)}
        for each in ast.walk(self.node):
            if isinstance(each, ast.Name) and each.id == node.arg and id(each) not in starred:
                self.refuse(each, "rest_read", f"`*{node.arg}` is looked at", arg=node.arg)
        self.bind(node.arg, Kind("tuple", (kinds.ANY,), open=True), node, GIVEN)

    def _times_read(self, name: str) -> int:
        return sum(isinstance(each, ast.Name) and each.id == name for each in ast.walk(self.node))

    def _check_default(self, node: ast.expr) -> None:
        if isinstance(node, ast.Name) and node.id == "hash":
            return
        try:
            constant_kind(self.program, node, self.module, self.cls)
        except Refusal:
            self.refuse(node, "default", f"`{short(node)}` as a default")

    # --- blocks

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Check statements one after the other."""
        for place, statement in enumerate(statements):
            self.exchanging = any(
                _is_exchange(statements[start : start + 3]) for start in (place - 1, place - 2) if start >= 0
            )
            self.statement(statement)
            self.exchanging = False

    def statement(self, node: ast.stmt) -> None:
        """Check a statement."""
        name = type(node).__name__
        if name not in STATEMENTS:
            self.refuse(node, "statement", f"`{short(node)}`", name=name)
            for each in ast.walk(node):  # what it binds is known from here on, so that one mistake is told once
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and self.assigned is not None:
                    self.assigned.add(each.id)
                    self.env.setdefault(each.id, BAD)
            return
        getattr(self, f"_do_{name.lower()}")(node)

    def _do_pass(self, node: ast.Pass) -> None:
        pass

    def _do_break(self, node: ast.stmt) -> None:
        self.assigned = None

    _do_continue = _do_break

    def _do_expr(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return
        if isinstance(value, ast.Yield):
            kind = self.kind_of(value.value) if value.value else NONE
            self._check_given(value, value.value, kind, item(self.result))
        elif isinstance(value, ast.YieldFrom):
            self._check_given(value, None, self.iterated(value.value), item(self.result))
        elif isinstance(value, ast.Call):
            kind = self.kind_of(value)
            if kind.name == "iterator":
                self.refuse(node, "generator_unused", f"`{short(value)}` alone")
        else:
            self.kind_of(value)
            self.refuse(node, "no_effect", f"`{short(value)}` alone")

    def _do_return(self, node: ast.Return) -> None:
        if node.value is not None:
            going, self.going = self.going, True
            outer, self.handed_on = self.handed_on, self.result.name == "function"
            kind = self.kind_of(node.value, self.result if self.result.name == "function" else None)
            self.going, self.handed_on = going, outer
            if self.is_generator:
                self.refuse(node, "generator_return", f"`{short(node)}` in a generator")
            else:
                self._check_given(node, node.value, kind, self.result)
        elif not self.is_generator:
            self._check_given(node, None, NONE, self.result)
        self.assigned = None

    def _check_given(self, node: ast.AST, value: ast.expr | None, kind: Kind, wanted: Kind) -> None:
        if not fits(kind, wanted):
            self.refuse(node, "argument_kind", f"{kind} as a result", wanted=wanted)
        public = self.cls is not None and f"{self.cls.id}.{self.node.name}" in (self.work.operations or ())
        if public and isinstance(value, ast.Name) and value.id == "self":
            self.refuse(node, "self_result", "`self` as the result")
        elif public and value is not None and _holds_a_list(kind) and self.origin_of(value, kind) != FRESH:
            self.refuse(node, "shared_result", f"`{short(value)}` as the result", that=short(value))

    def _do_raise(self, node: ast.Raise) -> None:
        error = node.exc
        named = error.func if isinstance(error, ast.Call) else error
        symbol = self.program.resolve(self.module, named.id) if isinstance(named, ast.Name) else None
        is_error = symbol is not None and (
            (symbol.sort == "class" and self.program.class_of(symbol).sort == "error")
            or (symbol.sort == "error" and symbol.name not in {"Exception", "StopIteration"})
        )
        if not isinstance(error, ast.Call) or not is_error:
            what = f"`{short(error)}`" if error is not None else "`raise` alone"
            self.refuse(node, "raised", what)
        self.messages += 1
        if isinstance(error, ast.Call) and is_error:
            for each in (*error.args, *(keyword.value for keyword in error.keywords)):
                self.kind_of(each)
            if error.keywords:
                self.refuse(error, "raised", f"`{short(error)}`")
        elif error is not None:
            self.kind_of(error)
        if node.cause is not None:
            self.kind_of(node.cause)
        self.messages -= 1
        self.assigned = None

    def _do_assert(self, node: ast.Assert) -> None:
        for each in ast.walk(node):
            if isinstance(each, ast.Call) and not (isinstance(each.func, ast.Name) and each.func.id in BUILTIN_NAMES):
                self.refuse(node, "assert_call", f"`{short(each)}` in an assert")
        self.condition(node.test)
        if node.msg is not None:
            self.messages += 1
            self.kind_of(node.msg)
            self.messages -= 1

    def _do_if(self, node: ast.If) -> None:
        self.condition(node.test)
        self._branches([node.body, node.orelse])

    def _branches(self, blocks: Sequence[Sequence[ast.stmt]]) -> None:
        before = self.assigned
        origins = dict(self.origin)
        ends: list[set[str] | None] = []
        held: dict[str, str] = {}
        for each in blocks:
            self.assigned = None if before is None else set(before)
            self.origin = dict(origins)
            self.block(each)
            ends.append(self.assigned)
            held |= {name: origin for name, origin in self.origin.items() if origin != FRESH or name not in held}
        self.origin |= held
        alive = [each for each in ends if each is not None]
        self.assigned = set.intersection(*alive) if alive else None

    def _do_while(self, node: ast.While) -> None:
        self._rounds(node.body, node.orelse, lambda: self.condition(node.test))

    def _do_for(self, node: ast.For) -> None:
        if self._is_copy_of_fields(node):
            return
        kind = self.iterated(node.iter)
        self._check_length(node)

        def begin() -> None:
            self.note_names(node.target, node.iter)
            self._assign(node.target, None, kind)

        self._rounds(node.body, node.orelse, begin)

    def _rounds(self, body: list[ast.stmt], orelse: list[ast.stmt], begin: object) -> None:
        before = None if self.assigned is None else set(self.assigned)
        self.loops.append(before)
        for _ in range(2):  # a second round sees who holds what after the first
            self.assigned = None if before is None else set(before)
            begin()  # type: ignore[operator]
            self.block(body)
        self.loops.pop()
        self.assigned = before
        if orelse:
            self.block(orelse)

    def _check_length(self, node: ast.For) -> None:
        """Refuse changes of the length of what a loop goes over."""
        over = ast.dump(node.iter)
        for each in walk_scope(node):
            called = each.func if isinstance(each, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr in _RESIZING and ast.dump(called.value) == over:
                self.refuse(each, "loop_resizes", f"`{short(each)}` in a loop over it")

    def _is_copy_of_fields(self, node: ast.For) -> bool:
        """Return whether a loop gives a new object every field, as `copy` of a model does."""
        inner = node.body[0].value if len(node.body) == 1 and isinstance(node.body[0], ast.Expr) else None
        if (
            ast.unparse(node.iter) != "vars(self).items()"
            or not isinstance(node.target, ast.Tuple)
            or not isinstance(inner, ast.Call)
        ):
            return False
        names = [each.id for each in node.target.elts if isinstance(each, ast.Name)]
        called = ast.unparse(inner.func) == "setattr" and len(inner.args) == 3 and len(names) == 2
        if not called or ast.unparse(inner.args[1]) != names[0] or not isinstance(inner.args[0], ast.Name):
            return False
        self.bind(names[0], kinds.STR, node.target)
        self.bind(names[1], kinds.ANY, node.target)
        self.kind_of(inner.args[0])
        copied = ast.unparse(inner.args[2]).startswith(f"{names[1]}.copy() if isinstance({names[1]}, ")
        if not copied or not ast.unparse(inner.args[2]).endswith(f" else {names[1]}"):
            self.refuse(inner, "copy_of_fields", f"`{short(inner)}`", that=names[1])
        return True

    def _do_try(self, node: ast.Try) -> None:
        for handler in node.handlers:
            if handler.type is None:
                self.refuse(handler, "bare_except", "`except` without a class")
                continue
            for each in handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]:
                self._check_caught(each)
        for last in node.finalbody:
            for inner in (last, *walk_scope(last)):
                if isinstance(inner, ast.Return | ast.Break | ast.Continue):
                    self.refuse(inner, "finally_exit", f"`{short(inner)}` in `finally`")
        self._branches([[*node.body, *node.orelse], *([_named(each), *each.body] for each in node.handlers)])
        if node.finalbody:
            ended = self.assigned
            self.assigned = set() if ended is None else ended
            self.assigned |= set(self.parameters)
            self.block(node.finalbody)
            self.assigned = None if ended is None else self.assigned

    def _check_caught(self, node: ast.expr) -> None:
        if ast.unparse(node) == "struct.error":
            return
        symbol = self.program.resolve(self.module, node.id) if isinstance(node, ast.Name) else None
        if symbol is not None and (
            (symbol.sort == "error" and symbol.name != "Exception")
            or (symbol.sort == "class" and self.program.class_of(symbol).sort == "error")
        ):
            return
        self.refuse(node, "caught", f"`except {short(node)}`")

    def _do_delete(self, node: ast.Delete) -> None:
        for each in node.targets:
            if not isinstance(each, ast.Subscript) or isinstance(each.slice, ast.Slice):
                self.refuse(each, "delete", f"`del {short(each)}`")
                continue
            kind = self.kind_of(each.value)
            if kind.name not in {"dict", "list", "any", "bad"}:
                self.refuse(each, "delete_kind", f"`del {short(each)}` of {kind}")
            self.kind_of(each)
            self.changed(node, each.value)

    def _do_functiondef(self, node: ast.FunctionDef) -> None:
        body = [each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
        arguments = node.args
        if (
            self.is_generator
            or len(body) != 1
            or not isinstance(body[0], ast.Return)
            or node.decorator_list
            or arguments.defaults
        ):
            at = body[0] if body and not self.is_generator else node
            self.refuse(at, "inner_function", f"`{short(at)}` in the inner function `{node.name}`")
            self.bind(node.name, BAD, node)
            return
        names = {a.arg: self.annotated(a.annotation) if a.annotation else BAD for a in arguments.args}
        returned = body[0].value
        for each in ast.walk(body[0]):
            if (
                isinstance(each, ast.Name)
                and each.id not in names
                and each.id in self.locals
                and self.times[each.id] > 1
            ):
                self.refuse(each, "captured", f"`{node.name}` reads `{each.id}`, which is assigned more than once")
        if returned is not None:
            self.within(names, returned)
        result = self.annotated(node.returns) if node.returns else BAD
        self.bind(node.name, Kind("function", (*names.values(), result)), node)

    # --- assignments

    def _do_assign(self, node: ast.Assign) -> None:
        if ast.dump(node) == _EXCHANGE:
            self.report.changes = node
            return
        kind = self._value(node.value, None)
        if len(node.targets) > 1 and kinds.is_mutable(kind):
            self.refuse(node, "chained_alias", f"`{short(node)}`")
        for target in node.targets:
            if isinstance(target, ast.Name) and isinstance(node.value, ast.DictComp) and self.times[target.id] == 1:
                self._note_record(target.id, node.value)
            swapped = (
                isinstance(target, ast.Tuple)
                and isinstance(node.value, ast.Tuple)
                and _is_permutation(target, node.value)
            )
            exchanging, self.exchanging = self.exchanging, self.exchanging or swapped
            self._assign(target, node.value, kind)
            self.exchanging = exchanging

    def _note_record(self, name: str, made: ast.DictComp) -> None:
        """Note the keys of a dict that is made over a constant tuple of names."""
        for each in made.generators if len(made.generators) == 1 and not made.generators[0].ifs else ():
            if isinstance(each.target, ast.Name) and ast.unparse(made.key) == each.target.id:
                self.note_names(each.target, each.iter)
                if each.target.id in self.names:
                    self.records[name] = self.names[each.target.id]

    def _value(self, node: ast.expr, want: Kind | None) -> Kind:
        kind = self.kind_of(node, want)
        if kind.name in {"iterator", "iterable"}:
            return self.refuse(node, "iterator_named", f"`{short(node)}` gets a name", name=kind.name)
        if kind.name in {"class", "error", "module"}:
            return self.refuse(node, "class_named", f"`{short(node)}` gets a name")
        return kind

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if not isinstance(node.target, ast.Name):
            self.refuse(node, "annotated_field", f"`{short(node)}`")
            return
        declared = self.annotated(node.annotation)
        if node.value is None:
            self.env[node.target.id] = declared
            self.declared.add(node.target.id)
            return
        kind = self._value(node.value, declared)
        if not fits(kind, declared):
            self.refuse(node, "annotated_kind", f"`{node.target.id}` is {declared}, and is given {kind}")
        self.env[node.target.id] = declared
        self.declared.add(node.target.id)
        self.bind(node.target.id, declared, node.target, self.origin_of(node.value, kind))

    def _do_augassign(self, node: ast.AugAssign) -> None:
        left, right = self._place(node.target), self._value(node.value, None)
        kind = self.operation(node, node.op, left, right)
        if kinds.is_mutable(left) and not (isinstance(node.op, ast.Add) and left.name == "list"):
            self.refuse(node, "augmented_alias", f"`{short(node)}` of {left}")
        if not isinstance(node.target, ast.Name):
            self.changed(node, node.target)
        elif self.in_lambda is False:
            self.bind(node.target.id, kind, node.target, self.origin.get(node.target.id, FRESH))

    def _place(self, node: ast.expr) -> Kind:
        """Return the kind of what a target holds now."""
        loaded = ast.copy_location(ast.parse(ast.unparse(node), mode="eval").body, node)
        for each in ast.walk(loaded):
            ast.copy_location(each, node)
        return self.kind_of(loaded)

    def _assign(self, target: ast.expr, value: ast.expr | None, kind: Kind) -> None:
        if isinstance(target, ast.Name):
            origin = FRESH if value is None and not kinds.is_mutable(kind) else OWN
            if value is not None:
                origin = self.origin_of(value, kind)
                if isinstance(value, ast.Name) and kinds.is_mutable(kind):
                    origin = self.origin[value.id] = OWN  # two names hold it from here on
            self.bind(target.id, kind, target, origin)
        elif isinstance(target, ast.Tuple | ast.List):
            values = (
                value.elts
                if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
                else [None] * len(target.elts)
            )
            for each, part, inner in zip(target.elts, self.unpacked(target, kind), values, strict=True):
                self._assign(each.value if isinstance(each, ast.Starred) else each, inner, part)
        elif isinstance(target, ast.Attribute):
            self._assign_field(target, value, kind)
        elif isinstance(target, ast.Subscript):
            self._assign_entry(target, value, kind)

    def _assign_field(self, target: ast.Attribute, value: ast.expr | None, kind: Kind) -> None:
        holder = self.receiver(target)
        self.changed(target, target)
        cls = self.program.classes.get(holder.of)
        field = self.program.fields(cls).get(target.attr) if cls is not None and holder.name == "object" else None
        if field is None:
            if holder != BAD:
                self.refuse(target, "no_field", f"`{short(target)}` is assigned", holder=holder)
            return
        wanted = self.member(holder, target, called=False)
        if not fits(kind, wanted):
            self.refuse(target, "field_kind", f"`{short(target)}` is {wanted}, and is given {kind}")
        if value is not None and not self.exchanging:
            self.hand_over(value, kind, f"`{short(target)}`")

    def _assign_entry(self, target: ast.Subscript, value: ast.expr | None, kind: Kind) -> None:
        holder = self.kind_of(target.value)
        self.changed(target, target)
        if isinstance(target.slice, ast.Slice):
            self._on_slice(target.slice)
            if holder.name not in {"list", "any", "bad"} or kind.name not in kinds.ITERABLE | {"any", "bad"}:
                self.refuse(target, "slice_assigned", f"`{short(target)}` of {holder} is given {kind}")
            return
        if holder.name not in {"list", "dict", "distinct", "any", "bad"}:
            self.refuse(target, "entry_of", f"`{short(target)}` of {holder}")
            return
        entry = self.kind_of(target)
        if any(part.name == "never" for part in holder.parts) and isinstance(target.value, ast.Name):
            key = self.kind_of(target.slice)
            self.env[target.value.id] = (
                Kind("dict", (key, kind)) if holder.name == "dict" else Kind(holder.name, (kind,))
            )
        elif not fits(kind, entry):
            self.refuse(target, "entry_kind", f"`{short(target)}` is {entry}, and is given {kind}")
        if value is not None and not self.exchanging:
            self.hand_over(value, kind, f"`{short(target.value)}`")


def _holds_a_list(kind: Kind) -> bool:
    return kind.name in {"list", "dict", "set", "distinct", "sequence"} or any(
        _holds_a_list(part) for part in kind.parts if kind.name in {"tuple", "union"}
    )


def _named(handler: ast.ExceptHandler) -> ast.stmt:
    """Return the assignment of the error that a handler begins with."""
    made: ast.stmt = ast.Pass()
    if handler.name:
        made = ast.AnnAssign(ast.Name(handler.name, ast.Store()), ast.Name("object", ast.Load()), ast.Constant(None), 1)
    for each in ast.walk(made):
        ast.copy_location(each, handler)
    return made


def _is_exchange(statements: Sequence[ast.stmt]) -> bool:
    """Return whether three statements exchange two places: `m = A`, `A = B`, `B = m`."""
    if len(statements) != 3:
        return False
    pairs = [_as_assignment(each) for each in statements]
    if None in pairs:
        return False
    (held, first), (second, third), (fourth, last) = pairs  # type: ignore[misc]
    return (first, third, last) == (second, fourth, held)


def _as_assignment(node: ast.stmt) -> tuple[str, str] | None:
    """Return target and value as text; `setattr` and `getattr` with the same names are a place."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return ast.unparse(node.targets[0]), _place_text(node.value)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "setattr":
        args = node.value.args
        if len(args) == 3:
            return f"{ast.unparse(args[0])}.{{{ast.unparse(args[1])}}}", _place_text(args[2])
    return None


def _place_text(node: ast.expr) -> str:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr" and len(node.args) == 2:
        return f"{ast.unparse(node.args[0])}.{{{ast.unparse(node.args[1])}}}"
    return ast.unparse(node)


def _is_permutation(target: ast.Tuple, value: ast.Tuple) -> bool:
    places, values = [ast.unparse(each) for each in target.elts], [ast.unparse(each) for each in value.elts]
    return sorted(places) == sorted(values) and len(set(places)) == len(places)


__all__ = ["Body", "gives_own"]
