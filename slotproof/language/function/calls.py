"""Calls by name and by attribute."""

from __future__ import annotations

import ast

from slotproof.language import kinds
from slotproof.language.function.scope import FRESH
from slotproof.language.function.signatures import Signatures
from slotproof.language.kinds import ANY, BAD, NONE, Kind, fill, item, union
from slotproof.language.program.parts import Class
from slotproof.language.program.syntax import is_static, short
from slotproof.language.vocabulary import BUILTINS, METHODS, MODULES


class Calls(Signatures):
    """Kinds of calls."""

    def _on_call(self, node: ast.Call) -> Kind:
        if any(each.arg is None and ast.unparse(each.value) not in self.records for each in node.keywords):
            self.refuse(node, "double_star", f"`{short(node)}`")
        if isinstance(node.func, ast.Name):
            return self._call_of_name(node, node.func)
        if isinstance(node.func, ast.Attribute):
            return self._call_of_attribute(node, node.func)
        self.arguments(node)
        return self.refuse(node.func, "unknown_callee", f"call of `{short(node.func)}`")

    def _call_of_name(self, node: ast.Call, name: ast.Name) -> Kind:
        found = self.local(name)
        if found is not None:
            return self._client(node, found)
        symbol = self.program.resolve(self.module, name.id)
        if (
            symbol.sort in {"function", "word"}
            and isinstance(symbol.node, ast.FunctionDef)
            and symbol.module is not None
        ):
            return self.signature(node, (symbol.module, symbol.node, None), {}, {})
        if symbol.sort == "class":
            return self.creation(node, self.program.class_of(symbol))
        if symbol.sort == "distinct":
            given = [self.kind_of(each) for each in node.args]
            self.gave[node] = FRESH
            return Kind("distinct", (item(given[0]) if given else kinds.NEVER,))
        if symbol.sort == "error":
            return self.error(node, name.id)
        if symbol.sort == "word" and symbol.name.rpartition(".")[0] in MODULES:
            module, _, word = symbol.name.rpartition(".")
            return self.by_form(node, MODULES[module][word], NONE)
        if symbol.sort == "missing" and name.id in BUILTINS:
            special = getattr(self, f"_of_{name.id}", None)
            result: Kind = special(node) if special else self.by_form(node, BUILTINS[name.id], NONE)
            return result
        self.arguments(node)
        if symbol.sort in {"constant", "module"}:
            return self.refuse(name, "no_function", f"call of `{name.id}`")
        return self.unknown(name, symbol)

    def _client(self, node: ast.Call, kind: Kind) -> Kind:
        """Return what a function gives that is a local: one of a client, or an inner one."""
        functions = [each for each in kinds.options(kind) if each.name == "function"]
        self.arguments(node)
        for each in node.args:
            if self.held_by(each, self.found.get(each, BAD)):
                self.refuse(each, "alias", f"`{short(each)}` goes to a client", that=short(each))
        if len(functions) < len(kinds.options(kind)):
            classes = [each for each in kinds.options(kind) if each.name == "class" and each.of in self.program.classes]
            if classes:
                return self.creation(node, self.program.classes[classes[0].of])
            return BAD if kind == BAD else self.refuse(node.func, "unannotated_function", f"call of {kind}")
        wanted = functions[0]
        stars = any(isinstance(each, ast.Starred) for each in node.args)
        if node.keywords or (not wanted.open and not stars and len(node.args) != len(wanted.parts) - 1):
            self.refuse(node, "client_arguments", f"`{short(node)}`", that=len(wanted.parts) - 1)
        return wanted.parts[-1]

    # --- by attribute

    def _call_of_attribute(self, node: ast.Call, called: ast.Attribute) -> Kind:
        if isinstance(called.value, ast.Name) and called.value.id == "object" and called.attr == "__new__":
            return self._new(node)
        if (
            isinstance(called.value, ast.Call)
            and isinstance(called.value.func, ast.Name)
            and called.value.func.id == "super"
        ):
            return self._above(node, called, called.value)
        kind = self.receiver(called)
        if kind.name == "module":
            return self._of_module(node, called, kind)
        if kind.name == "class" and kind.of in self.program.classes:
            return self._of_class(node, called, self.program.classes[kind.of])
        if called.attr.startswith("__"):
            self.arguments(node)
            return self.member(kind, called, called=True)
        found = [self._method(node, called, option) for option in kinds.options(kind)]
        results = [each for each in found if each is not None]
        if len(results) == len(found):
            return union(results)
        self.arguments(node)
        if kind.name in {"value", "var"}:
            return self.refuse(called, "opaque_method", f"`.{called.attr}` of {kind}")
        names = sorted({name for option in kinds.options(kind) for name in METHODS.get(option.name, {})})
        cure = f"use one of {', '.join(names)}" if names else "use a method that its class has"
        return BAD if kind == BAD else self.refuse(called, "no_method", f"`.{called.attr}` of {kind}", cure=cure)

    def _method(self, node: ast.Call, called: ast.Attribute, kind: Kind) -> Kind | None:
        if kind.name == "any":
            for name in self.tested.get(ast.unparse(called.value), ()):
                symbol = self.program.resolve(self.module, name)
                if symbol.sort == "class" and (found := self._method(node, called, self.program.class_of(symbol).kind)):
                    return found
            forms = [table[called.attr] for table in METHODS.values() if called.attr in table]
            if forms:
                self.arguments(node)
            return ANY if forms else None
        form = METHODS.get(kind.name, {}).get(called.attr)
        if form is not None:
            return self.by_form(node, form, kind, called)
        if kind.name not in {"object", "record"} or kind.of not in self.program.classes:
            return None
        cls = self.program.classes[kind.of]
        bound = dict(zip(cls.params, kind.parts, strict=False))
        method = self.program.method(cls, called.attr)
        if method is None:
            field = self.program.fields(cls).get(called.attr)
            if field is None:
                return None
            return self._client(node, self.member(kind, called, called=True))
        return self._run(node, method, bound, called.value, kind)

    def _run(
        self,
        node: ast.Call,
        method: tuple[Class, ast.FunctionDef, dict[str, Kind]],
        bound: dict[str, Kind],
        receiver: ast.expr | None,
        kind: Kind | None = None,
        exactly: bool = False,
    ) -> Kind:
        """Return what a method gives.

        Takes      receiver, its first argument, or None if that stands among the others; kind, that of the receiver
        """
        owner, function, inner = method
        own = {name: fill(each, bound) for name, each in inner.items()} if bound else dict(inner)
        own = {name: each for name, each in own.items() if each != Kind("var", of=name) or name in self._mine()}
        first = {} if receiver is None or is_static(function) else {"self": receiver}
        made = self.signature(node, (owner.module, function, owner), own, first, exactly)
        return kind if kind is not None and self.program.is_self(owner.module, function.returns, owner) else made

    def _mine(self) -> frozenset[str]:
        return frozenset(self.cls.params) if self.cls else frozenset()

    def _of_class(self, node: ast.Call, called: ast.Attribute, cls: Class) -> Kind:
        method = self.program.method(cls, called.attr)
        if method is None or (called.attr.startswith("__") and called.attr != "__init__"):
            self.arguments(node)
            return self.refuse(called, "no_class_method", f"`{short(called)}`", name=cls.node.name)
        decorators = {ast.unparse(each) for each in method[1].decorator_list}
        if decorators & {"classmethod", "staticmethod"}:
            kind = cls.kind if not cls.params else Kind("object", (ANY,) * len(cls.params), cls.id)
            is_named = isinstance(called.value, ast.Name) and self.local(called.value) is None
            return self._run(node, method, {}, called.value, kind, exactly=is_named)
        if not node.args or not isinstance(node.args[0], ast.Name) or node.args[0].id != "self":
            self.refuse(node, "base_without_self", f"`{short(node)}`")
        return self._run(node, method, {}, None, exactly=True)

    def _above(self, node: ast.Call, called: ast.Attribute, above: ast.Call) -> Kind:
        base = self.program.classes.get(self.cls.base.of) if self.cls and self.cls.base else None
        method = self.program.method(base, called.attr) if base else None
        if above.args or method is None or (called.attr.startswith("__") and called.attr != "__init__"):
            self.arguments(node)
            return self.refuse(above, "super", f"`{short(called)}`")
        if self.inner or is_static(self.node):
            return self.refuse(above, "super_place", f"`{short(called)}`")
        return self._run(node, method, {}, called.value, exactly=True)

    def _of_module(self, node: ast.Call, called: ast.Attribute, kind: Kind) -> Kind:
        form = MODULES.get(kind.of, {}).get(called.attr)
        if form is None:
            self.arguments(node)
            return self.refuse(called, "module_name", f"`{short(called)}`")
        return self.by_form(node, form, NONE)

    def _new(self, node: ast.Call) -> Kind:
        self.gave[node] = FRESH
        argument = node.args[0] if len(node.args) == 1 and not node.keywords else None
        asks = isinstance(argument, ast.Call) and isinstance(argument.func, ast.Name) and argument.func.id == "type"
        if self.cls is not None and isinstance(argument, ast.Name) and argument.id == "cls":
            return self.cls.kind
        if self.cls is not None and asks and isinstance(argument, ast.Call) and ast.unparse(argument.args) == "self":  # type: ignore[arg-type]
            return self.cls.kind
        return self.refuse(node, "new_object", f"`{short(node)}`")
