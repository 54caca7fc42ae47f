"""Calls: of functions, classes, methods by the kind of their receiver, and built-in functions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.expressions import Expressions, short
from slotproof.language.function.scope import FRESH, OWN
from slotproof.language.kinds import ANY, BAD, BOOL, INT, NONE, Kind, bind, fill, fits, item, listing, union
from slotproof.language.program.constants import constant_value
from slotproof.language.program.program import Class, Module, Refusal
from slotproof.language.tables import BUILTINS, METHODS, MODULES, Form

_CLASSES: Final = frozenset({"int", "bool", "str", "bytes", "float", "list", "tuple", "dict", "set"})
_WORDS: Final = {
    "any": ANY,
    "int": INT,
    "bool": BOOL,
    "str": kinds.STR,
    "bytes": kinds.BYTES,
    "float": kinds.FLOAT,
    "None": NONE,
}
_KEEPING: Final = frozenset({"append", "insert", "prepend", "add", "setdefault", "extend", "update"})


class Calls(Expressions):
    """Kinds of calls."""

    def _on_call(self, node: ast.Call) -> Kind:
        if any(each.arg is None and ast.unparse(each.value) not in self.records for each in node.keywords):
            self.refuse(node, "double_star", f"`{short(node)}`")
        if isinstance(node.func, ast.Name):
            return self._call_of_name(node, node.func)
        if isinstance(node.func, ast.Attribute):
            return self._call_of_attribute(node, node.func)
        self._arguments(node)
        return self.refuse(node.func, "unknown_callee", f"call of `{short(node.func)}`")

    def _arguments(self, node: ast.Call) -> None:
        for each in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(each, ast.Lambda):
                self.lambda_kind(each, Kind("function", (ANY,), open=True))
            else:
                self.consumed(each)

    # --- by name

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
            if symbol.sort == "function":
                self.report.calls.add(self.work.reach(symbol.module, symbol.node, None))
            return self.signature(node, symbol.node, symbol.module, None, {})
        if symbol.sort == "class":
            return self.creation(node, self.program.class_of(symbol))
        if symbol.sort == "distinct":
            given = [self.consumed(each) for each in node.args]
            return Kind("distinct", (item(given[0]) if given else kinds.NEVER,))
        if symbol.sort == "error":
            return self._error(node, name.id)
        if symbol.sort == "word" and symbol.name.rpartition(".")[0] in MODULES:
            module, _, word = symbol.name.rpartition(".")
            return self._by_form(node, MODULES[module][word], NONE)
        if symbol.sort == "missing" and name.id in BUILTINS:
            special = getattr(self, f"_of_{name.id}", None)
            result: Kind = special(node) if special else self._by_form(node, BUILTINS[name.id], NONE)
            return result
        self._arguments(node)
        if symbol.sort in {"constant", "module"}:
            return self.refuse(name, "no_function", f"call of `{name.id}`")
        return self.unknown(name, symbol)

    def _error(self, node: ast.Call, name: str) -> Kind:
        if not self.messages:
            self.refuse(node, "error_elsewhere", f"`{name}(...)`")
        self._arguments(node)
        return Kind("error", of=name)

    def _client(self, node: ast.Call, kind: Kind) -> Kind:
        """Return what a function gives that is a local: one of a client, or an inner one."""
        functions = [each for each in kinds.options(kind) if each.name == "function"]
        self._arguments(node)
        if not functions:
            classes = [each for each in kinds.options(kind) if each.name == "class" and each.of in self.program.classes]
            if classes:
                return self.creation(node, self.program.classes[classes[0].of])
            return BAD if kind == BAD else self.refuse(node.func, "unannotated_function", f"call of {kind}")
        wanted = functions[0]
        stars = any(isinstance(each, ast.Starred) for each in node.args)
        if node.keywords or (not wanted.open and not stars and len(node.args) != len(wanted.parts) - 1):
            self.refuse(node, "client_arguments", f"`{short(node)}`", that=len(wanted.parts) - 1)
        return wanted.parts[-1]

    # --- signatures

    def signature(
        self,
        node: ast.Call,
        function: ast.FunctionDef,
        module: Module,
        cls: Class | None,
        bound: dict[str, Kind],
        skip: int = 0,
    ) -> Kind:
        """Return what a function of the program gives; arguments are bound as CPython binds them."""
        arguments = function.args
        ordered = [*arguments.posonlyargs, *arguments.args][skip:]
        named = {each.arg: each for each in (*arguments.args, *arguments.kwonlyargs)}
        taken: list[tuple[ast.arg, ast.expr]] = []
        places = iter(ordered)
        star, star_names = False, set()
        for each in node.args:
            place = next(places, None)
            if isinstance(each, ast.Starred):
                star = True
                self.consumed(each.value)
                if place is not None and each is node.args[-1]:
                    continue
            if place is None and arguments.vararg is None:
                self.refuse(each, "too_many_arguments", f"`{short(each)}`", name=function.name, that=len(ordered))
            elif place is None or isinstance(each, ast.Starred):
                self._argument(each, arguments.vararg, module, cls, bound)
            else:
                taken.append((place, each))
        spread = [
            ast.keyword(name, ast.copy_location(ast.Name("data", ast.Load()), each.value))
            for each in node.keywords
            if each.arg is None
            for name in self.records.get(ast.unparse(each.value), ())
        ]
        for keyword in (*node.keywords, *spread):
            if keyword.arg is not None:
                if keyword.arg not in named or any(keyword.arg == place.arg for place, _ in taken):
                    self.refuse(keyword, "unknown_argument", f"`{keyword.arg}=`", name=function.name)
                elif keyword in spread:
                    star_names.add(keyword.arg)
                else:
                    taken.append((named[keyword.arg], keyword.value))
        self._check_missing(node, function, ordered, {place.arg for place, _ in taken} | star_names, star)
        later = [pair for pair in taken if isinstance(pair[1], ast.Lambda)]
        for place, each in [*(pair for pair in taken if pair not in later), *later]:
            self._argument(each, place, module, cls, bound)
        if function.returns is None:
            return BAD
        result = self.annotated(function.returns, module, cls)
        return fill(result, bound)

    def _check_missing(
        self, node: ast.Call, function: ast.FunctionDef, ordered: list[ast.arg], given: set[str], star: bool
    ) -> None:
        arguments = function.args
        optional = {a.arg for a in ordered[len(ordered) - len(arguments.defaults) :]} if arguments.defaults else set()
        optional |= {
            a.arg for a, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if default is not None
        }
        needed = [a.arg for a in (*([] if star else ordered), *arguments.kwonlyargs)]
        missing = [name for name in needed if name not in given | optional]
        if missing:
            self.refuse(node, "missing_argument", f"`{short(node)}`", name=function.name, that=", ".join(missing))

    def _argument(
        self, node: ast.expr, place: ast.arg | None, module: Module, cls: Class | None, bound: dict[str, Kind]
    ) -> None:
        declared = self.annotated(place.annotation, module, cls) if place is not None and place.annotation else BAD
        outer, self.handed_on = self.handed_on, any(each.name == "function" for each in kinds.options(declared))
        going, self.going = self.going, any(each.name == "iterable" for each in kinds.options(declared))
        have = self.kind_of(node.value if isinstance(node, ast.Starred) else node, fill(declared, bound))
        self.handed_on, self.going = outer, going
        if isinstance(node, ast.Starred):
            have = item(have)
        bind(declared, have, bound)
        wanted = fill(declared, bound)
        if not fits(have, wanted):
            self.refuse(node, "argument_kind", f"`{short(node)}` is {have}", wanted=wanted)

    def creation(self, node: ast.Call, cls: Class) -> Kind:
        """Return the kind of a new object."""
        bound: dict[str, Kind] = {}
        made = Kind(cls.kind.name, cls.kind.parts, cls.id)
        if cls.sort == "error":
            return self._error(node, cls.node.name)
        if cls.sort in {"record", "data"}:
            self._fields(node, cls)
            return made
        init = self.program.method(cls, "__init__")
        if init is None:
            if node.args or node.keywords:
                self.refuse(node, "no_constructor", f"`{short(node)}`", name=cls.node.name)
            return made
        owner, function, inner = init
        self.report.calls.add(self.work.reach(owner.module, function, owner))
        bound = {} if owner is not cls else dict(inner) and {}
        self.signature(node, function, owner.module, owner, bound, skip=1)
        return fill(made, bound | {p: kinds.NEVER for p in cls.params if p not in bound})

    def _fields(self, node: ast.Call, cls: Class) -> None:
        fields = self.program.fields(cls)
        star = any(isinstance(each, ast.Starred) for each in node.args)
        pairs = [*zip(fields, node.args, strict=False), *((k.arg, k.value) for k in node.keywords if k.arg)]
        if (
            len(node.args) > len(fields)
            or any(name not in fields for name, _ in pairs)
            or len({n for n, _ in pairs}) < len(pairs)
        ):
            self.refuse(node, "unknown_parts", f"`{short(node)}`", name=cls.node.name, that=", ".join(fields))
        missing = [name for name in fields if name not in cls.constants and name not in {n for n, _ in pairs}]
        if missing and not star:
            self.refuse(node, "missing_part", f"`{short(node)}`", name=cls.node.name, that=", ".join(missing))
        for name, each in pairs:
            have = self.kind_of(each)
            if isinstance(each, ast.Starred) or name not in fields:
                continue
            owner, annotation, _ = fields[name]
            wanted = self.annotated(annotation, owner.module, owner)
            if not fits(have, wanted):
                self.refuse(each, "part_kind", f"`{short(each)}` is {have}", name=name, wanted=wanted)

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
            self._arguments(node)
            return self.member(kind, called, called=True)
        results = [found for option in kinds.options(kind) if (found := self._method(node, called, option)) is not None]
        if results:
            return union(results)
        self._arguments(node)
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
                self._arguments(node)
            return ANY if forms else None
        form = METHODS.get(kind.name, {}).get(called.attr)
        if form is not None:
            return self._by_form(node, form, kind, called)
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
        return self._run(node, method, bound, 1, kind)

    def _run(
        self,
        node: ast.Call,
        method: tuple[Class, ast.FunctionDef, dict[str, Kind]],
        bound: dict[str, Kind],
        skip: int,
        receiver: Kind | None = None,
    ) -> Kind:
        owner, function, inner = method
        self.report.calls.add(self.work.reach(owner.module, function, owner))
        if any(ast.unparse(each) == "staticmethod" for each in function.decorator_list):
            skip = 0
        own = {name: fill(kind, bound) for name, kind in inner.items()} if bound else dict(inner)
        own = {name: kind for name, kind in own.items() if kind != Kind("var", of=name) or name in self._mine()}
        made = self.signature(node, function, owner.module, owner, own, skip)
        return (
            receiver if receiver is not None and self.program.is_self(owner.module, function.returns, owner) else made
        )

    def _mine(self) -> frozenset[str]:
        return frozenset(self.cls.params) if self.cls else frozenset()

    def _of_class(self, node: ast.Call, called: ast.Attribute, cls: Class) -> Kind:
        method = self.program.method(cls, called.attr)
        if method is None or (called.attr.startswith("__") and called.attr != "__init__"):
            self._arguments(node)
            return self.refuse(called, "no_class_method", f"`{short(called)}`", name=cls.node.name)
        decorators = {ast.unparse(each) for each in method[1].decorator_list}
        if decorators & {"classmethod", "staticmethod"}:
            return self._run(
                node, method, {}, 1, cls.kind if not cls.params else Kind("object", (ANY,) * len(cls.params), cls.id)
            )
        if not node.args or not isinstance(node.args[0], ast.Name) or node.args[0].id != "self":
            self.refuse(node, "base_without_self", f"`{short(node)}`")
        return self._run(node, method, {}, skip=0)

    def _above(self, node: ast.Call, called: ast.Attribute, above: ast.Call) -> Kind:
        base = self.program.classes.get(self.cls.base.of) if self.cls and self.cls.base else None
        method = self.program.method(base, called.attr) if base else None
        if above.args or method is None or (called.attr.startswith("__") and called.attr != "__init__"):
            self._arguments(node)
            return self.refuse(above, "super", f"`{short(called)}`")
        return self._run(node, method, {}, skip=1)

    def _of_module(self, node: ast.Call, called: ast.Attribute, kind: Kind) -> Kind:
        form = MODULES.get(kind.of, {}).get(called.attr)
        if form is None:
            self._arguments(node)
            return self.refuse(called, "module_name", f"`{short(called)}`")
        return self._by_form(node, form, NONE)

    def _new(self, node: ast.Call) -> Kind:
        argument = node.args[0] if len(node.args) == 1 and not node.keywords else None
        asks = isinstance(argument, ast.Call) and isinstance(argument.func, ast.Name) and argument.func.id == "type"
        if self.cls is not None and isinstance(argument, ast.Name) and argument.id == "cls":
            return self.cls.kind
        if self.cls is not None and asks and isinstance(argument, ast.Call) and ast.unparse(argument.args) == "self":  # type: ignore[arg-type]
            return self.cls.kind
        return self.refuse(node, "new_object", f"`{short(node)}`")

    # --- by table

    def _by_form(self, node: ast.Call, form: Form, receiver: Kind, called: ast.Attribute | None = None) -> Kind:
        """Return what a form of a table gives, and refuse arguments that it does not take."""
        if not form.gives:
            self._arguments(node)
            return self.refuse(node, "no_function", f"call of `{form.name}`")
        places = [each for each in form.takes if not each.endswith("=")]
        names = {each[:-1] for each in form.takes if each.endswith("=")}
        given: list[Kind] = []
        if form.changes and called is not None:
            self.changed(node, called.value)
        most = len(places) if not any(each.endswith("*") for each in places) else 99
        least = len([each for each in places if each[-1] not in "?*"])
        if not least <= len(node.args) <= most or any(isinstance(each, ast.Starred) for each in node.args):
            self.refuse(node, "form_arguments", f"`{short(node)}`", name=form.name, that=_counted(least, most))
        for place, each in enumerate(node.args):
            code = places[min(place, len(places) - 1)].rstrip("?*") if places else "any"
            given.append(self._take(each, code, receiver))
            if called is not None and form.name in _KEEPING and code in {"item", "value", "any"}:
                self.hand_over(each, given[-1], f"`{short(called.value)}`")
        for keyword in node.keywords:
            if keyword.arg not in names and "parts" not in names:
                self.refuse(keyword, "form_keyword", f"`{keyword.arg}=`", name=form.name)
            elif keyword.arg == "key":
                self.handed_on = True
                self.kind_of(keyword.value, Kind("function", (self._key_of(given, receiver), ANY)))
                self.handed_on = False
            else:
                self.kind_of(keyword.value)
        if called is not None and form.changes and isinstance(called.value, ast.Name) and given:
            self._learn(called.value, receiver, form, given)
        return self._gives(form.gives, receiver, given)

    def _key_of(self, given: list[Kind], receiver: Kind) -> Kind:
        if receiver.name != "None":
            return item(receiver)
        return item(given[0]) if len(given) == 1 else union(given)

    def _learn(self, name: ast.Name, kind: Kind, form: Form, given: list[Kind]) -> None:
        """Learn what an empty list, set or dict holds from what is put in."""
        if any(part.name == "never" for part in kind.parts) and name.id in self.env:
            if form.name in {"append", "prepend", "add", "insert"}:
                self.env[name.id] = Kind(kind.name, (given[-1],))
            elif form.name == "extend":
                self.env[name.id] = Kind(kind.name, (item(given[0]),))
            elif form.name == "update" and given[0].name == "dict":
                self.env[name.id] = given[0]

    def _take(self, node: ast.expr, code: str, receiver: Kind) -> Kind:
        going = code in {"iterable", "generator", "extreme"}
        outer, self.going = self.going, going
        kind = (
            self.kind_of(node, Kind("function", (ANY, ANY)) if code == "function" else None)
            if code != "function"
            else self._function(node)
        )
        self.going = outer
        wanted = self._gives(code, receiver, []) if code in _WORDS or code in {"item", "key", "value"} else None
        message = ""
        if code == "condition":
            self.condition(node)
        elif code in {"iterable", "reversible"}:
            if not all(each.name in kinds.ITERABLE | {"any", "bad", "object"} for each in kinds.options(kind)):
                message = "something to go through"
            if code == "reversible" and kind.name in {"iterator", "iterable", "set", "range"}:
                message = "a list, tuple or dict"
        elif code == "sized":
            if not all(self._has_size(each) for each in kinds.options(kind)):
                message = "a list, dict, set, tuple, text, or an object with `__len__`"
        elif code == "generator" and not isinstance(node, ast.GeneratorExp):
            message = "a generator in brackets"
        elif code == "value" and receiver == NONE and kind.name in {"object", "list", "dict", "set"}:
            message = "a value of a client"
        elif wanted is not None and not (code == "value" and receiver == NONE) and not fits(kind, wanted):
            message = str(wanted)
        if message and kind != BAD:
            self.refuse(node, "form_kind", f"`{short(node)}` is {kind}", message=message)
        return kind

    def _function(self, node: ast.expr) -> Kind:
        outer, self.handed_on = self.handed_on, True
        kind = self.kind_of(node, Kind("function", (ANY, ANY)))
        self.handed_on = outer
        return kind

    def _has_size(self, kind: Kind) -> bool:
        if kind.name == "object" and kind.of in self.program.classes:
            method = self.program.method(self.program.classes[kind.of], "__len__")
            if method is not None:
                self.report.calls.add(self.work.reach(method[0].module, method[1], method[0]))
            return method is not None
        return kind.name in {
            "list",
            "dict",
            "set",
            "tuple",
            "str",
            "bytes",
            "distinct",
            "sequence",
            "record",
            "any",
            "bad",
            "None",
        }

    def _gives(self, code: str, receiver: Kind, given: list[Kind]) -> Kind:
        """Return the kind that a code of a table stands for."""
        first = item(given[0]) if given else NONE
        source = item(receiver) if receiver != NONE else first
        if code in {"key", "value"} and receiver.name == "dict":
            return receiver.parts[code == "value"]
        simple = {"item": source, "self": receiver, "range": kinds.RANGE, "key": source, "value": kinds.VALUE, "": BAD}
        if code in simple:
            return simple[code]
        if code in _WORDS:
            return _WORDS[code]
        if code == "get":
            value = receiver.parts[1] if receiver.name == "dict" else ANY
            return union((value, given[1] if len(given) > 1 else NONE))
        if code == "extreme":
            return union(given) if len(given) > 1 else first
        if code == "zipped":
            return Kind("iterator", (Kind("tuple", tuple(item(each) for each in given)),))
        if code == "mapped":
            return Kind("iterator", (given[0].parts[-1] if given and given[0].parts else ANY,))
        head, _, inner = code.partition("[")
        return _composed(head, inner.removesuffix("]"), lambda part: self._gives(part, receiver, given))

    # --- built-in functions with rules of their own

    def _of_isinstance(self, node: ast.Call) -> Kind:
        if len(node.args) != 2 or node.keywords:
            self.refuse(node, "isinstance_arguments", f"`{short(node)}`")
            return BOOL
        self.kind_of(node.args[0])
        for each in _alternatives(node.args[1]):
            if isinstance(each, ast.Name) and self.local(each) is None:
                symbol = self.program.resolve(self.module, each.id)
                if symbol.sort == "class" or (symbol.sort == "missing" and each.id in _CLASSES):
                    continue
            if ast.unparse(each) == "type(self)":
                continue
            self.refuse(each, "isinstance_class", f"`{short(each)}` in isinstance", that=", ".join(sorted(_CLASSES)))
        return BOOL

    def _of_type(self, node: ast.Call) -> Kind:
        if self.messages and self.cls and ast.unparse(node) == "type(self)":
            return Kind("class", (self.cls.kind,), self.cls.id)
        return self.refuse(node, "type_of", f"`{short(node)}`")

    def _of_super(self, node: ast.Call) -> Kind:
        return self.refuse(node, "super_value", f"`{short(node)}`")

    def _of_zip(self, node: ast.Call) -> Kind:
        strict = [each for each in node.keywords if each.arg == "strict"]
        if not (strict and isinstance(strict[0].value, ast.Constant) and strict[0].value.value is True):
            self.refuse(node, "zip_strict", f"`{short(node)}`")
        return self._by_form(node, BUILTINS["zip"], NONE)

    def _of_list(self, node: ast.Call) -> Kind:
        if not node.args:
            return listing(kinds.NEVER)
        return self._by_form(node, BUILTINS["list"], NONE)

    def _of_set(self, node: ast.Call) -> Kind:
        return self._by_form(node, BUILTINS["set"], NONE) if node.args else Kind("set", (kinds.NEVER,))

    def _of_min(self, node: ast.Call) -> Kind:
        name = node.func.id if isinstance(node.func, ast.Name) else "min"
        kind = self._by_form(node, BUILTINS[name], NONE)
        if len(node.args) == 1 and not all(
            each.name in kinds.ITERABLE | {"any", "bad"} for each in kinds.options(self.kind_of(node.args[0]))
        ):
            self.refuse(node, "extreme_of_one", f"`{short(node)}`")
        return kind

    _of_max = _of_min

    def _of_vars(self, node: ast.Call) -> Kind:
        return self.refuse(node, "vars", f"`{short(node)}`")

    def _of_getattr(self, node: ast.Call) -> Kind:
        return self._by_name(node, 2)

    def _of_setattr(self, node: ast.Call) -> Kind:
        if len(node.args) == 3:
            kind = self.kind_of(node.args[2])
            self.changed(node, node.args[0])
            if self.origin_of(node.args[2], kind) == OWN and not self.exchanging:
                self.refuse(node, "shared_field", f"`{short(node.args[2])}` becomes a part of another")
        self._by_name(node, 3)
        return NONE

    exchanging = False

    def _by_name(self, node: ast.Call, count: int) -> Kind:
        """Return the kind of a field that a name out of a constant tuple stands for."""
        name = node.args[1] if len(node.args) == count and not node.keywords else None
        fields = self.names.get(name.id, None) if isinstance(name, ast.Name) else None
        kind = self.kind_of(node.args[0]) if node.args else BAD
        if fields is None or kind.of not in self.program.classes:
            self._arguments(node)
            return self.refuse(node, "computed_field", f"`{short(node)}`")
        known = self.program.fields(self.program.classes[kind.of])
        for each in fields:
            if each not in known:
                self.refuse(node, "no_field_by_name", f"`{short(node)}` with the name {each!r}")
        found = [known[each] for each in fields if each in known]
        return union(self.annotated(annotation, owner.module, owner) for owner, annotation, _ in found)

    def note_names(self, target: ast.expr, source: ast.expr) -> None:
        """Note that a name goes over a constant tuple of texts."""
        if isinstance(target, ast.Name):
            try:
                value = constant_value(self.program, source, self.module, self.cls)
            except Refusal:
                value = None
            self.names = {name: each for name, each in self.names.items() if name != target.id}
            if isinstance(value, tuple) and all(isinstance(each, str) for each in value):
                self.names[target.id] = value

    def origin_of_call(self, node: ast.Call) -> str:
        """Return who else holds what a call gives."""
        if isinstance(node.func, ast.Attribute) and node.func.attr not in {"copy", "pop", "popleft", "__new__"}:
            kind = self.receiver(node.func)
            if kind.name in {"object", "record"} and kind.of in self.program.classes:
                method = self.program.method(self.program.classes[kind.of], node.func.attr)
                return OWN if method is not None and gives_own(method[1]) else FRESH
        return super().origin_of_call(node)


def gives_own(function: ast.FunctionDef) -> bool:
    """Return whether a function gives back a part of what it reads, as the text has it."""
    for each in ast.walk(function):
        value = each.value if isinstance(each, ast.Return) else None
        if isinstance(value, ast.Subscript) and not isinstance(value.slice, ast.Slice):
            return True
        if isinstance(value, ast.Attribute):
            return True
    return False


def _alternatives(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_alternatives(node.left), *_alternatives(node.right)]
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def _counted(least: int, most: int) -> str:
    if most == 99:
        return f"{least} or more arguments"
    return f"{least} arguments" if least == most else f"{least} to {most} arguments"


def _composed(head: str, inner: str, read: Callable[[str], Kind]) -> Kind:
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(inner):
        depth += (sign == "[") - (sign == "]")
        if sign == "," and depth == 0:
            parts.append(inner[start:place])
            start = place + 1
    parts.append(inner[start:])
    is_open = parts[-1] == "..."
    return Kind(head, tuple(read(part) for part in parts if part != "..."), open=is_open)
