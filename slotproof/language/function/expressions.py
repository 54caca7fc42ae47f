"""The kind of each expression, and what is refused in it."""

from __future__ import annotations

import ast
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.scope import Scope
from slotproof.language.kinds import BAD, BOOL, INT, STR, Kind, fits, item, listing, union
from slotproof.language.program.constants import constant_kind
from slotproof.language.program.program import BUILTIN_NAMES, Class, Module, Refusal, Symbol
from slotproof.language.tables import BUILTINS, EXPRESSIONS, OPERATORS

SIGNS: Final = {
    "Add": "+",
    "Sub": "-",
    "Mult": "*",
    "Div": "/",
    "FloorDiv": "//",
    "Mod": "%",
    "Pow": "**",
    "LShift": "<<",
    "RShift": ">>",
    "BitAnd": "&",
    "BitOr": "|",
    "BitXor": "^",
}
_SIZED: Final = frozenset({"list", "dict", "set", "tuple", "str", "bytes", "distinct", "sequence", "record"})
_OPAQUE: Final = frozenset({"any", "bad", "never"})


class Expressions(Scope):
    """Kinds of expressions."""

    def kind_of(self, node: ast.expr, want: Kind | None = None) -> Kind:
        """Return the kind of an expression; what is no form of the language is a finding.

        Takes      want, the kind that is declared where it stands: it tells a lambda what its parameters are
        """
        name = type(node).__name__
        if name not in EXPRESSIONS:
            return self.refuse(node, "expression", f"`{_short(node)}`", name=name)
        if isinstance(node, ast.Lambda):
            return self.lambda_kind(node, want)
        kind: Kind = getattr(self, f"_on_{name.lower()}")(node)
        return kind

    def lambda_kind(self, node: ast.Lambda, want: Kind | None) -> Kind:
        """Return the kind of a lambda."""
        if want is None:
            return self.refuse(node, "lambda_value", f"`{_short(node)}` as a value")
        arguments = node.args
        names = [each.arg for each in arguments.args]
        if arguments.defaults or arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
            self.refuse(node, "lambda_defaults", f"`{_short(node)}`")
        options = [each for each in kinds.options(want) if each.name == "function"]
        given = options[0].parts[:-1] if options and not options[0].open else ()
        if options and not options[0].open and len(given) != len(names):
            self.refuse(node, "lambda_arguments", f"`{_short(node)}` takes {len(names)} arguments", that=len(given))
        parts = [*given, *[kinds.ANY] * len(names)][: len(names)]
        outer, self.in_lambda = self.in_lambda, True
        result = self.within(dict(zip(names, parts, strict=True)), node.body)
        self.in_lambda = outer
        return Kind("function", (*parts, result))

    def within(self, names: dict[str, Kind], *nodes: ast.expr) -> Kind:
        """Return the kind of the last of some expressions in which further names are known."""
        saved = {name: self.env[name] for name in names if name in self.env}
        self.env |= names
        self.inner.append(set(names))
        result = [self.kind_of(node) for node in nodes][-1]
        self.inner.pop()
        for name in names:
            self.env.pop(name, None)
        self.env |= saved
        return result

    # --- values and names

    def _on_constant(self, node: ast.Constant) -> Kind:
        if node.value is None:
            return kinds.NONE
        name = type(node.value).__name__
        if name not in {"int", "bool", "str", "bytes", "float"}:
            return self.refuse(node, "constant_kind", f"`{_short(node)}`", name=name)
        return Kind(name)

    def _on_name(self, node: ast.Name) -> Kind:
        found = self.local(node)
        if found is not None:
            return found
        if node.id == "__class__" or node.id.startswith("__"):
            return self.refuse(node, "name_underscores", f"`{node.id}`")
        symbol = self.program.resolve(self.module, node.id)
        if symbol.sort == "constant" and symbol.module is not None:
            return self.constant(symbol, node)
        if symbol.sort == "function" and symbol.module is not None and isinstance(symbol.node, ast.FunctionDef):
            self.report.calls.add(self.work.reach(symbol.module, symbol.node, None))
            return self.function_kind(symbol.node, symbol.module)
        if symbol.sort == "class":
            cls = self.program.class_of(symbol)
            return Kind("class", (cls.kind,), cls.id)
        if symbol.sort == "word" and isinstance(symbol.node, ast.FunctionDef) and symbol.module is not None:
            return self.function_kind(symbol.node, symbol.module)
        if symbol.sort in {"error", "distinct"} or (symbol.sort == "missing" and node.id in BUILTINS):
            if node.id == "hash":
                return Kind("function", (kinds.VALUE, INT))
            return self.refuse(node, "name_value", f"`{node.id}` as a value")
        return self.unknown(node, symbol)

    def unknown(self, node: ast.Name, symbol: Symbol) -> Kind:
        """Refuse a name that means nothing in the language; one that was refused where it is bound, once."""
        module = symbol.module
        if symbol.sort == "refused" and module is not None:
            if node.id in self.module.told:
                return BAD
            self.module.told.add(node.id)
            line = module.refused.get(symbol.name)
            where = f"line {line} of {module.shown} is" if line else "what it names is"
            return self.refuse(node, "name_refused", f"`{node.id}`", where=where)
        if symbol.sort == "missing" and node.id not in BUILTIN_NAMES:
            return self.refuse(node, "name_unbound", f"`{node.id}`")
        return self.refuse(node, "name_builtin", f"`{node.id}`")

    def constant(self, symbol: Symbol, node: ast.AST) -> Kind:
        """Return the kind of a constant of a module."""
        value = getattr(symbol.node, "value", None)
        if symbol.module is None or value is None:
            return BAD
        try:
            return constant_kind(self.program, value, symbol.module)
        except Refusal:
            line = getattr(symbol.node, "lineno", 0)
            return self.refuse(node, "global_no_constant", f"`{symbol.name}`", line=line, shown=symbol.module.shown)

    def function_kind(self, node: ast.FunctionDef, module: Module, cls: Class | None = None, skip: int = 0) -> Kind:
        """Return the kind of a function as a value."""
        arguments = [*node.args.posonlyargs, *node.args.args][skip:]
        parts = [self.annotated(a.annotation, module, cls) if a.annotation else BAD for a in arguments]
        result = self.annotated(node.returns, module, cls) if node.returns else BAD
        return Kind("function", (*parts, result))

    # --- attributes

    def _on_attribute(self, node: ast.Attribute) -> Kind:
        kind = self.receiver(node)
        return self.member(kind, node, called=False)

    def receiver(self, node: ast.Attribute) -> Kind:
        """Return the kind of what stands before the point."""
        if isinstance(node.value, ast.Name) and self.local(node.value) is None:
            symbol = self.program.resolve(self.module, node.value.id)
            if symbol.sort == "module":
                return Kind("module", of=symbol.name)
        return self.kind_of(node.value)

    def member(self, kind: Kind, node: ast.Attribute, called: bool) -> Kind:
        """Return the kind of an attribute of a value of that kind; of a method, its kind as a function."""
        if node.attr == "__name__" and self.messages and ast.unparse(node.value) == "type(self)":
            return STR
        if node.attr.startswith("__"):
            return self.refuse(node, "dunder", f"`.{node.attr}`")
        if kind.name in _OPAQUE:
            return BAD if kind == BAD else self.refuse(node, "attribute_of_any", f"`.{node.attr}` of {kind}")
        for option in kinds.options(kind):
            if option.name == "None":
                continue
            found = self._member_of(option, node, called)
            if found is not None:
                return found
        return self.refuse(node, "no_attribute", f"`.{node.attr}` of {kind}")

    def _member_of(self, kind: Kind, node: ast.Attribute, called: bool) -> Kind | None:
        if kind.name not in {"object", "record", "class"} or kind.of not in self.program.classes:
            return None
        cls = self.program.classes[kind.of]
        bound = dict(zip(cls.params, kind.parts, strict=False))
        if kind.name != "class":
            found = self.program.fields(cls).get(node.attr)
            if found is not None:
                owner, annotation, inner = found
                return kinds.fill(kinds.fill(self.annotated(annotation, owner.module, owner), inner), bound)
        for each, _ in self.program.line(cls):
            value = each.constants.get(node.attr)
            if value is not None and (node.attr in each.annotated or node.attr not in each.fields):
                if node.attr in each.annotated and isinstance(each.annotated[node.attr], ast.Subscript):
                    return self.annotated(each.annotated[node.attr], each.module, each)
                try:
                    return constant_kind(self.program, value, each.module, each)
                except Refusal:
                    return self.refuse(node, "class_no_constant", f"`{ast.unparse(node)}`", lineno=value.lineno)
        method = self.program.method(cls, node.attr)
        if method is None:
            return None
        owner, function, inner = method
        self.report.calls.add(self.work.reach(owner.module, function, owner))
        decorators = {ast.unparse(each) for each in function.decorator_list}
        if "property" in decorators:
            return self.annotated(function.returns, owner.module, owner) if function.returns else BAD
        if not called and not self.handed_on:
            return self.refuse(node, "method_value", f"`{ast.unparse(node)}` as a value")
        made = self.function_kind(function, owner.module, owner, skip=1)
        return kinds.fill(
            kinds.fill(made, inner | {p: Kind("var", of=p) for p in owner.params if p not in inner}), bound
        )

    handed_on = False

    # --- operators

    def _on_binop(self, node: ast.BinOp) -> Kind:
        return self.operation(node, node.op, self.kind_of(node.left), self.kind_of(node.right))

    def operation(self, node: ast.AST, op: ast.operator, left: Kind, right: Kind) -> Kind:
        """Return the kind of what an operator gives."""
        sign = SIGNS.get(type(op).__name__, "@")
        results = []
        for one in kinds.options(left):
            for other in kinds.options(right):
                for a, b, gives in OPERATORS.get(sign, ("", "", ()))[2]:
                    if _operand(one, a) and _operand(other, b):
                        results.append(_result(gives, one, other, sign))
                        break
        if BAD in {left, right} or (not results and {left.name, right.name} & _OPAQUE and sign in OPERATORS):
            return BAD
        if not results:
            cure = (
                "bools are no numbers: compare, or write int(b)" if BOOL in {left, right} else "use kinds that it takes"
            )
            return self.refuse(node, "operator_kinds", f"{left} {sign} {right}", cure=cure)
        return union(results)

    def _on_unaryop(self, node: ast.UnaryOp) -> Kind:
        if isinstance(node.op, ast.Not):
            self.condition(node.operand)
            return BOOL
        kind = self.kind_of(node.operand)
        if isinstance(node.op, ast.UAdd):
            return self.refuse(node, "unary_plus", "unary `+`")
        if not fits(kind, INT) and not (kind.name == "float" and isinstance(node.op, ast.USub)):
            return self.refuse(node, "unary_kind", f"`{_short(node)}` of {kind}")
        return kind if kind.name == "float" else INT

    def condition(self, node: ast.expr) -> None:
        """Refuse what is neither a bool, nor something whose truth is that it is not empty."""
        if isinstance(node, ast.BoolOp):
            for each in node.values:
                self.condition(each)
            return
        kind = self.kind_of(node)
        for option in kinds.options(kind):
            if option.name in _SIZED | _OPAQUE | {"bool"} or (option == kinds.NONE and len(kinds.options(kind)) > 1):
                continue
            cure = {"int": "compare: `!= 0`", "None": "compare: `is not None`"}.get(option.name, "compare it")
            self.refuse(node, "condition", f"{option} as a condition", cure=cure)

    def _on_boolop(self, node: ast.BoolOp) -> Kind:
        for value in node.values:
            kind = self.kind_of(value)
            if not any(each.name in _OPAQUE | {"bool"} for each in kinds.options(kind)):
                return self.refuse(node, "and_or_value", f"{kind} in `and` or `or`")
        return BOOL

    def _on_compare(self, node: ast.Compare) -> Kind:
        sides = [node.left, *node.comparators]
        for op, left, right in zip(node.ops, sides, sides[1:], strict=False):
            self._compared(node, op, left, right)
        return BOOL

    def _compared(self, node: ast.Compare, op: ast.cmpop, left: ast.expr, right: ast.expr) -> None:
        if isinstance(op, ast.Is | ast.IsNot):
            self._identity(node, left, right)
            return
        one, other = self.kind_of(left), self.kind_of(right)
        if BAD in {one, other}:
            return
        if isinstance(op, ast.In | ast.NotIn):
            self._membership(node, one, other)
            return
        wrong = {each.name for each in (*kinds.options(one), *kinds.options(other))} & {
            "iterator",
            "iterable",
            "function",
            "class",
            "range",
            "error",
        }
        if isinstance(op, ast.Eq | ast.NotEq) and self.node.name not in {"__eq__", "__repr__"}:
            wrong |= {each.name for each in (*kinds.options(one), *kinds.options(other))} & {"object"}
        if wrong:
            self.refuse(node, "equality", f"comparison of {one} and {other}")
        elif not fits(one, other) and not fits(other, one) and not (other.name == "union" and one in other.parts):
            self.refuse(node, "never_equal", f"comparison of {one} and {other}")
        elif not isinstance(op, ast.Eq | ast.NotEq) and {one.name, other.name} & {
            "value",
            "var",
            "None",
            "bool",
            "dict",
            "object",
        }:
            self.refuse(node, "no_order", f"order of {one} and {other}")

    def _identity(self, node: ast.Compare, left: ast.expr, right: ast.expr) -> None:
        if isinstance(right, ast.Constant) and right.value is None:
            self.kind_of(left)
            return
        if (
            isinstance(left, ast.Call)
            and isinstance(left.func, ast.Name)
            and left.func.id == "type"
            and len(left.args) == 1
        ):
            kind = self.kind_of(left.args[0])
            if (
                isinstance(right, ast.Name)
                and right.id in {"int", "bool", "str"}
                and kind.name in {"any", "bad", "union"}
            ):
                return
            self.refuse(node, "type_known", f"`{_short(node)}`")
            return
        self.refuse(node, "identity", f"`{_short(node)}`")

    def _membership(self, node: ast.Compare, one: Kind, other: Kind) -> None:
        for option in kinds.options(other):
            if option.name == "object" and option.of in self.program.classes:
                method = self.program.method(self.program.classes[option.of], "__contains__")
                if method is not None:
                    self.report.calls.add(self.work.reach(method[0].module, method[1], method[0]))
                    continue
            if option.name in _OPAQUE | {"str"}:
                continue
            if option.name not in _SIZED - {"bytes"}:
                self.refuse(node, "in_kind", f"`in` of {other}")
            elif not fits(one, item(option)) and not fits(item(option), one):
                self.refuse(node, "never_in", f"{one} in {other}")

    def _on_ifexp(self, node: ast.IfExp) -> Kind:
        self.condition(node.test)
        return union((self.kind_of(node.body), self.kind_of(node.orelse)))

    # --- displays

    def _items(self, nodes: list[ast.expr]) -> Kind:
        found = [self.kind_of(each) for each in nodes]
        return union(
            item(kind) if isinstance(node, ast.Starred) else kind for node, kind in zip(nodes, found, strict=True)
        )

    def _on_starred(self, node: ast.Starred) -> Kind:
        kind = self.kind_of(node.value)
        if not all(each.name in kinds.ITERABLE | _OPAQUE for each in kinds.options(kind)):
            self.refuse(node, "star_kind", f"`{_short(node)}` of {kind}")
        return kind

    def _on_tuple(self, node: ast.Tuple) -> Kind:
        if any(isinstance(each, ast.Starred) for each in node.elts):
            return Kind("tuple", (self._items(node.elts),), open=True)
        return Kind("tuple", tuple(self.kind_of(each) for each in node.elts))

    def _on_list(self, node: ast.List) -> Kind:
        return listing(self._items(node.elts))

    def _on_set(self, node: ast.Set) -> Kind:
        return Kind("set", (self._key(node, self._items(node.elts)),))

    def _on_dict(self, node: ast.Dict) -> Kind:
        keys, values = [], []
        for key, value in zip(node.keys, node.values, strict=True):
            kind = self.kind_of(value)
            keys.append(item(kind) if key is None else self.kind_of(key))
            values.append(kind.parts[-1] if key is None and kind.parts else kind)
            if key is None and kind.name != "dict":
                self.refuse(value, "double_star_kind", f"`**` of {kind}")
        return Kind("dict", (self._key(node, union(keys)), union(values)))

    def _key(self, node: ast.AST, kind: Kind) -> Kind:
        if kinds.is_mutable(kind) or kind.name in {"float", "bool"}:
            self.refuse(node, "key_kind", f"{kind} as a key")
        return kind

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, *results: ast.expr
    ) -> list[Kind]:
        names: dict[str, Kind] = {}
        saved = dict(self.env)
        for each in node.generators:
            if each.is_async:
                self.refuse(node, "async_for", "`async for`")
            kind = self.iterated(each.iter)
            self.note_names(each.target, each.iter)
            bound = self.targets(each.target, kind)
            names |= bound
            self.env |= bound
            self.inner.append(set(bound))
            for test in each.ifs:
                self.condition(test)
        found = [self.kind_of(each) for each in results]
        for _ in node.generators:
            self.inner.pop()
        self.env = {name: kind for name, kind in self.env.items() if name not in names} | {
            name: saved[name] for name in names if name in saved
        }
        return found

    def _on_listcomp(self, node: ast.ListComp) -> Kind:
        return listing(self._comprehension(node, node.elt)[0])

    def _on_setcomp(self, node: ast.SetComp) -> Kind:
        return Kind("set", (self._key(node, self._comprehension(node, node.elt)[0]),))

    def _on_dictcomp(self, node: ast.DictComp) -> Kind:
        key, value = self._comprehension(node, node.key, node.value)
        return Kind("dict", (self._key(node, key), value))

    def _on_generatorexp(self, node: ast.GeneratorExp) -> Kind:
        return Kind("iterator", (self._comprehension(node, node.elt)[0],))

    def targets(self, target: ast.expr, kind: Kind) -> dict[str, Kind]:
        """Return the kinds of the names that a target binds."""
        if isinstance(target, ast.Name):
            return {target.id: kind}
        if isinstance(target, ast.Tuple | ast.List):
            found: dict[str, Kind] = {}
            for each, part in zip(target.elts, self.unpacked(target, kind), strict=True):
                each = each.value if isinstance(each, ast.Starred) else each  # noqa: PLW2901 - told by `unpacked`
                found |= self.targets(each, part)
            return found
        self.refuse(target, "target_name", f"`{_short(target)}` as a target")
        return {}

    def unpacked(self, target: ast.Tuple | ast.List, kind: Kind) -> list[Kind]:
        """Return the kinds of the parts that a tuple of targets takes."""
        count = len(target.elts)
        if any(isinstance(each, ast.Starred) for each in target.elts):
            self.refuse(target, "target_star", f"`{_short(target)}`")
            return [BAD] * count
        parts = kind.parts
        if kind.name == "record" and kind.of in self.program.classes:
            parts = tuple(
                self.annotated(a, c.module, c)
                for c, a, _ in self.program.fields(self.program.classes[kind.of]).values()
            )
        elif kind.name in {"list", "iterable", "iterator", "sequence", "set", "dict"} or kind.open:
            return [item(kind)] * count
        elif kind.name != "tuple":
            if kind.name not in _OPAQUE | {"union", "value", "var"}:
                self.refuse(target, "no_parts", f"`{_short(target)}` of {kind}")
            return [kinds.ANY if kind.name == "any" else BAD] * count
        if len(parts) != count:
            self.refuse(target, "parts_number", f"{count} names for {len(parts)} parts")
            return [BAD] * count
        return list(parts)

    # --- parts of sequences

    def _on_subscript(self, node: ast.Subscript) -> Kind:
        kind = self.kind_of(node.value)
        results = [found for option in kinds.options(kind) if (found := self._entry(option, node)) is not None]
        if not results:
            return BAD if kind == BAD else self.refuse(node, "no_entries", f"`{_short(node)}`", kind=kind)
        return union(results)

    def _entry(self, kind: Kind, node: ast.Subscript) -> Kind | None:
        index = node.slice
        if isinstance(index, ast.Slice):
            self._on_slice(index)
            if kind.name in _OPAQUE | {"str", "bytes"}:
                return kind
            if kind.name in {"tuple", "record"}:
                return Kind("tuple", (item(kind),), open=True)
            return listing(item(kind)) if kind.name in {"list", "distinct", "sequence"} else None
        given = self.kind_of(index)
        if kind.name in _OPAQUE:
            return BAD if kind == BAD else kinds.ANY
        if kind.name == "dict":
            if not fits(given, kind.parts[0]):
                self.refuse(index, "key_other", f"{given} as a key of {kind}")
            return kind.parts[1]
        if kind.name not in {"list", "tuple", "record", "sequence", "distinct", "str", "bytes"}:
            return None
        if not fits(given, INT):
            self.refuse(index, "index_kind", f"{given} as an index")
        place = index.value if isinstance(index, ast.Constant) else None
        if kind.name == "tuple" and isinstance(place, int) and not kind.open and place < len(kind.parts):
            return kind.parts[place]
        if kind.name == "record":
            parts = self.unpacked_record(kind)
            return parts[place] if isinstance(place, int) and place < len(parts) else union(parts)
        return STR if kind.name == "str" else item(kind)

    def unpacked_record(self, kind: Kind) -> list[Kind]:
        """Return the kinds of the parts of a NamedTuple."""
        cls = self.program.classes.get(kind.of)
        return [self.annotated(a, c.module, c) for c, a, _ in self.program.fields(cls).values()] if cls else []

    def _on_slice(self, node: ast.Slice) -> Kind:
        for each in (node.lower, node.upper, node.step):
            if each is not None and not fits(self.kind_of(each), INT):
                self.refuse(each, "slice_kind", f"`{_short(each)}` in a slice")
        return BAD

    # --- texts, calls

    def _on_joinedstr(self, node: ast.JoinedStr) -> Kind:
        parts = [each.value for each in node.values if isinstance(each, ast.FormattedValue) and each.conversion == -1]
        names = len(parts) + sum(isinstance(each, ast.Constant) for each in node.values) == len(node.values)
        if (
            not self.messages
            and self.node.name != "__repr__"
            and not (names and all(self.kind_of(each) == STR for each in parts))
        ):
            self.refuse(node, "text", f"`{_short(node)}`")
        for each in node.values:
            if isinstance(each, ast.FormattedValue):
                if each.format_spec is not None or each.conversion not in {-1, ord("r")}:
                    self.refuse(each, "text_format", f"`{_short(node)}`")
                self.kind_of(each.value)
        return STR

    def _on_yield(self, node: ast.Yield) -> Kind:
        return self.refuse(node, "yield_value", f"`{_short(node)}` as a value")

    _on_yieldfrom = _on_yield

    def _on_call(self, node: ast.Call) -> Kind:
        raise NotImplementedError

    def note_names(self, target: ast.expr, source: ast.expr) -> None:
        """Note that a name goes over a constant tuple of texts."""
        raise NotImplementedError

    def iterated(self, node: ast.expr) -> Kind:
        """Return what a loop over the expression meets; what cannot be gone through is a finding."""
        kind = self.consumed(node)
        if kind.name == "object" and kind.of in self.program.classes:
            method = self.program.method(self.program.classes[kind.of], "__iter__")
            if method is not None and method[1].returns is not None:
                self.report.calls.add(self.work.reach(method[0].module, method[1], method[0]))
                return item(self.annotated(method[1].returns, method[0].module, method[0]))
        if not any(each.name in kinds.ITERABLE | _OPAQUE for each in kinds.options(kind)):
            return self.refuse(node, "no_items", f"a loop over {kind}")
        if kind.name == "record":
            return union(self.unpacked_record(kind))
        return item(kind)

    def consumed(self, node: ast.expr) -> Kind:
        """Return the kind of what is gone through once, at once."""
        outer, self.going = self.going, True
        kind = self.kind_of(node)
        self.going = outer
        return kind

    going = False


def _operand(kind: Kind, wanted: str) -> bool:
    if wanted == "int":
        return kind.name in {"int", "any"}
    if wanted == "float":
        return kind.name in {"float", "int"}
    if wanted == "tuple":
        return kind.name == "tuple"
    return kind.name == wanted or (wanted == "list" and kind.name == "distinct")


def _result(gives: str, one: Kind, other: Kind, sign: str) -> Kind:
    if gives == "left":
        return Kind(one.name, (union((item(one), item(other))),)) if sign in "+|" and other.parts else one
    if gives == "tuple":
        if sign == "+" and not one.open and not other.open:
            return Kind("tuple", one.parts + other.parts)
        return Kind("tuple", (union((item(one), item(other) if sign == "+" else kinds.NEVER)),), open=True)
    return Kind(gives)


def _short(node: ast.AST) -> str:
    text = ast.unparse(node).splitlines()[0]
    return text if len(text) <= 60 else f"{text[:57]}..."


short = _short
