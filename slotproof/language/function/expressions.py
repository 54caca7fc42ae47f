"""The kind of each expression, and what is refused in it."""

from __future__ import annotations

import ast
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.displays import Displays
from slotproof.language.function.operators import OPAQUE
from slotproof.language.kinds import BAD, INT, STR, Kind, fits, item, listing, union
from slotproof.language.program.constants import constant_kind
from slotproof.language.program.parts import BUILTIN_NAMES, Class, Module, Refusal, Symbol
from slotproof.language.program.syntax import short
from slotproof.language.tables import EXPRESSIONS
from slotproof.language.vocabulary import BUILTINS

_SHOWN: Final = frozenset({"int", "str", "bool", "error", "bad"})


class Expressions(Displays):
    """Kinds of expressions."""

    def kind_of(self, node: ast.expr, want: Kind | None = None) -> Kind:
        """Return the kind of an expression; what is no form of the language is a finding.

        Takes      want, the kind that is declared where it stands: it tells a lambda what its parameters are
        """
        name = type(node).__name__
        if name not in EXPRESSIONS:
            return self.refuse(node, "expression", f"`{short(node)}`", name=name)
        if isinstance(node, ast.Lambda):
            return self.lambda_kind(node, want)
        kind: Kind = getattr(self, f"_on_{name.lower()}")(node)
        self.found[node] = kind
        return kind

    def lambda_kind(self, node: ast.Lambda, want: Kind | None) -> Kind:
        """Return the kind of a lambda."""
        if want is None:
            return self.refuse(node, "lambda_value", f"`{short(node)}` as a value")
        arguments = node.args
        names = [each.arg for each in arguments.args]
        if arguments.defaults or arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
            self.refuse(node, "lambda_defaults", f"`{short(node)}`")
        options = [each for each in kinds.options(want) if each.name == "function"]
        given = options[0].parts[:-1] if options and not options[0].open else ()
        if options and not options[0].open and len(given) != len(names):
            self.refuse(node, "lambda_arguments", f"`{short(node)}` takes {len(names)} arguments", that=len(given))
        parts = [*given, *[kinds.ANY] * len(names)][: len(names)]
        outer, self.in_lambda, now = self.in_lambda, True, self.now
        self.forget(fields=True)
        result = self.within(dict(zip(names, parts, strict=True)), node.body)
        self.in_lambda, self.now = outer, now
        return Kind("function", (*parts, result))

    def within(self, names: dict[str, Kind], *nodes: ast.expr) -> Kind:
        """Return the kind of the last of some expressions in which further names are known."""
        for name in names:
            self.check_name(name, nodes[0])
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
            return self.refuse(node, "constant_kind", f"`{short(node)}`", name=name)
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
            self.ran(node, (symbol.module, symbol.node, None), {})
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
        kind = self.member(self.receiver(node), node, called=False)
        return self.now.get(ast.unparse(node), kind) if self.now else kind

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
        if kind.name in OPAQUE:
            return BAD if kind == BAD else self.refuse(node, "attribute_of_any", f"`.{node.attr}` of {kind}")
        found = [self._member_of(option, node, called) for option in kinds.options(kind)]
        known = [each for each in found if each is not None]
        if len(known) == len(found):
            return union(known)
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
        if not called:
            self.ran(node, (owner.module, function, owner), {"self": node.value})
        decorators = {ast.unparse(each) for each in function.decorator_list}
        if "property" in decorators:
            return self.annotated(function.returns, owner.module, owner) if function.returns else BAD
        if not called and not self.handed_on:
            return self.refuse(node, "method_value", f"`{ast.unparse(node)}` as a value")
        made = self.function_kind(function, owner.module, owner, skip=1)
        return kinds.fill(
            kinds.fill(made, inner | {p: Kind("var", of=p) for p in owner.params if p not in inner}), bound
        )

    # --- parts of sequences

    def _on_subscript(self, node: ast.Subscript) -> Kind:
        kind = self.kind_of(node.value)
        found = [self._entry(option, node) for option in kinds.options(kind)]
        results = [each for each in found if each is not None]
        if len(results) < len(found):
            return BAD if kind == BAD else self.refuse(node, "no_entries", f"`{short(node)}`", kind=kind)
        return union(results)

    def _entry(self, kind: Kind, node: ast.Subscript) -> Kind | None:
        index = node.slice
        if isinstance(index, ast.Slice):
            self._on_slice(index)
            if kind.name in OPAQUE | {"bytes"}:
                return kind
            if kind.name in {"tuple", "record"}:
                return Kind("tuple", (self.each_of(kind),), open=True)
            return listing(item(kind)) if kind.name in {"list", "distinct", "sequence"} else None
        given = self.kind_of(index)
        if kind.name in OPAQUE:
            return BAD if kind == BAD else kinds.ANY
        if kind.name == "dict":
            if not fits(given, kind.parts[0]):
                self.refuse(index, "key_other", f"{given} as a key of {kind}")
            return kind.parts[1]
        if kind.name not in {"list", "tuple", "record", "sequence", "distinct", "bytes"}:
            return None
        if not fits(given, INT):
            self.refuse(index, "index_kind", f"{given} as an index")
        place = index.value if isinstance(index, ast.Constant) else None
        if kind.name == "record" or (kind.name == "tuple" and not kind.open):
            parts = self.unpacked_record(kind) if kind.name == "record" else list(kind.parts)
            if isinstance(place, int) and place >= len(parts):
                return self.refuse(node, "no_part", f"`{short(node)}` of {kind}", that=len(parts))
            return parts[place] if isinstance(place, int) else union(parts)
        return item(kind)

    def _on_slice(self, node: ast.Slice) -> Kind:
        for each in (node.lower, node.upper, node.step):
            if each is not None and not fits(self.kind_of(each), INT):
                self.refuse(each, "slice_kind", f"`{short(each)}` in a slice")
        if (node.step is not None and ast.unparse(node.step) in {"0", "-0"}) or not _is_number(node.step):
            self.refuse(node, "step", f"`{short(node)}`")
        return BAD

    # --- texts, calls

    def _on_joinedstr(self, node: ast.JoinedStr) -> Kind:
        names = all(self.kind_of(each.value) == STR for each in node.values if isinstance(each, ast.FormattedValue))
        if not self.messages and self.node.name != "__repr__" and not (self.is_argument is node and names):
            self.refuse(node, "text", f"`{short(node)}`")
        for each in node.values:
            if isinstance(each, ast.FormattedValue):
                if each.format_spec is not None or each.conversion not in {-1, ord("r")}:
                    self.refuse(each, "text_format", f"`{short(node)}`")
                kind = self.kind_of(each.value)
                if not kinds.names(kind) <= _SHOWN and self.node.name != "__repr__":
                    self.refuse(each.value, "text_kind", f"{kind} in a text")
        return STR

    is_argument: ast.expr | None = None  # what is handed to a function

    def _on_yield(self, node: ast.Yield) -> Kind:
        return self.refuse(node, "yield_value", f"`{short(node)}` as a value")

    _on_yieldfrom = _on_yield

    def _on_call(self, node: ast.Call) -> Kind:
        raise NotImplementedError


def _is_number(node: ast.expr | None) -> bool:
    """Return whether a step is left out, or written as a constant, of which another check asks that it is a number."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return node is None or isinstance(node, ast.Constant)
