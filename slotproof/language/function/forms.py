"""Calls of what stands in the tables: built-in functions, and methods by the kind of their receiver."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from slotproof.language import kinds
from slotproof.language.forms import Form
from slotproof.language.function.expressions import Expressions
from slotproof.language.function.operators import SIZED, alternatives, may_be
from slotproof.language.kinds import ANY, BAD, BOOL, INT, NONE, Kind, item, listing, union
from slotproof.language.program.constants import constant_value
from slotproof.language.program.parts import Refusal
from slotproof.language.program.syntax import short
from slotproof.language.vocabulary import BUILTINS

_WORDS: Final = {
    "any": ANY,
    "int": INT,
    "bool": BOOL,
    "str": kinds.STR,
    "bytes": kinds.BYTES,
    "float": kinds.FLOAT,
    "None": NONE,
}
_ORDERING: Final = frozenset({"sorted", "sort", "min", "max"})
_CLASSES: Final = frozenset({"int", "bool", "str", "bytes", "float", "list", "tuple", "dict", "set"})
_OF: Final = {"int": {"int", "bool"}, "bool": {"bool"}, "str": {"str"}}
_PARTS: Final = frozenset({"item", "value", "any"})
_LOOKING: Final = frozenset({"index", "remove", "count"})
_KEEPING: Final = frozenset({"append", "insert", "prepend", "add", "setdefault", "extend", "update"})


class Forms(Expressions):
    """Kinds of what the forms of the tables give."""

    def arguments(self, node: ast.Call) -> None:
        """Look at the arguments of a call that is not known."""
        for each in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(each, ast.Lambda):
                self.lambda_kind(each, Kind("function", (ANY,), open=True))
            else:
                self.kind_of(each)

    def by_form(self, node: ast.Call, form: Form, receiver: Kind, called: ast.Attribute | None = None) -> Kind:
        """Return what a form of a table gives, and refuse arguments that it does not take."""
        if not form.gives:
            self.arguments(node)
            return self.refuse(node, "no_function", f"call of `{form.name}`")
        places = [each for each in form.takes if not each.endswith("=")]
        names = {each[:-1] for each in form.takes if each.endswith("=")}
        given: list[Kind] = []
        keys: Kind | None = None
        by_name: dict[str, Kind] = {}
        if form.changes and called is not None:
            self.changed(node, called.value)
        most = len(places) if not any(each.endswith("*") for each in places) else 99
        least = len([each for each in places if each[-1] not in "?*"])
        if not least <= len(node.args) <= most or any(isinstance(each, ast.Starred) for each in node.args):
            self.refuse(node, "form_arguments", f"`{short(node)}`", name=form.name, that=_counted(least, most))
        for place, each in enumerate(node.args):
            code = places[min(place, len(places) - 1)].rstrip("?*") if places else "any"
            given.append(self._take(each, code, receiver))
            if called is not None and form.name in _KEEPING and (code in _PARTS or kinds.holds_mutable(given[-1])):
                self.hand_over(each, given[-1], f"`{short(called.value)}`")
            if form.name in _LOOKING and not self.comparable(given[-1], receiver):
                self.refuse(node, "equality", f"`{short(node)}` of {receiver}")
        for keyword in node.keywords:
            if keyword.arg not in names and "parts" not in names:
                self.refuse(keyword, "form_keyword", f"`{keyword.arg}=`", name=form.name)
            elif keyword.arg is not None and form.name == "_replace":
                self.part(keyword.arg, keyword.value, receiver)
            elif keyword.arg == "key":
                self.handed_on = True
                keys = self.kind_of(keyword.value, Kind("function", (self._key_of(given, receiver), ANY)))
                self.handed_on = False
            else:
                by_name[keyword.arg or ""] = self.kind_of(keyword.value)
        if not kinds.names(by_name.get("reverse", BOOL)) <= {"bool", "bad"}:
            self.refuse(node, "form_kind", f"`reverse=` is {by_name['reverse']}", message="a bool")
        ordered = keys.parts[-1] if keys is not None and keys.parts else self._key_of(given, receiver)
        if form.name in _ORDERING and not kinds.is_ordered(ordered):
            self.refuse(node, "no_order", f"order of {ordered}")
        if called is not None and form.changes and isinstance(called.value, ast.Name) and given:
            self._learn(called.value, receiver, form, given)
        made = self._gives(form.gives, receiver, given)
        return union((made, by_name["default"])) if "default" in by_name else made

    def part(self, name: str, value: ast.expr, record: Kind) -> None:
        """Refuse a value that is no part of a NamedTuple."""
        found = self.program.fields(self.program.classes[record.of]).get(name)
        if found is None:
            self.refuse(value, "unknown_parts", f"`{name}=`", name=record, that="other parts")
            return
        have, wanted = self.kind_of(value), self.annotated(found[1], found[0].module, found[0])
        if not kinds.fits(have, wanted):
            self.refuse(value, "part_kind", f"`{short(value)}` is {have}", name=name, wanted=wanted)

    def _key_of(self, given: list[Kind], receiver: Kind) -> Kind:
        if receiver.name != "None":
            return item(receiver)
        return item(given[0]) if len(given) == 1 else union(given)

    def _of_range(self, node: ast.Call) -> Kind:
        step = node.args[2] if len(node.args) == 3 else None
        if isinstance(step, ast.Constant) and step.value == 0:
            self.refuse(node, "step", f"`{short(node)}`")
        return self.by_form(node, BUILTINS["range"], NONE)

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
        kind = self._function(node) if code == "function" else self.kind_of(node)
        code, _, items = code.removesuffix("]").partition("[")
        wanted = self._gives(code, receiver, []) if code in _WORDS or code in {"item", "key", "value"} else None
        message = ""
        if code == "condition":
            self.condition(node)
        elif code in {"iterable", "reversible"}:
            if not all(each.name in kinds.ITERABLE | {"any", "bad", "object"} for each in kinds.options(kind)):
                message = "something to go through"
            elif items and not kinds.names(self.items_of(node, kind)) <= {*_OF[items], "any", "bad", "never"}:
                message = f"something of {items}s"
            if code == "reversible" and kind.name in {"iterator", "iterable", "set", "range"}:
                message = "a list, tuple or dict"
        elif code in {"dict", "function"} and not kinds.names(kind) <= {code, "any", "bad", "class"}:
            message = f"a {code}"
        elif code == "sized":
            if not all(self._has_size(node, each) for each in kinds.options(kind)):
                message = "a list, dict, set, tuple, text, or an object with `__len__`"
        elif code == "generator" and not isinstance(node, ast.GeneratorExp):
            message = "a generator in brackets"
        elif code == "value" and receiver == NONE and kind.name in {"object", "list", "dict", "set"}:
            message = "a value of a client"
        elif wanted is not None and not (code == "value" and receiver == NONE) and not self.suits(node, kind, wanted):
            message = str(wanted)
        if message and kind != BAD:
            self.refuse(node, "form_kind", f"`{short(node)}` is {kind}", message=message)
        return kind

    def _function(self, node: ast.expr) -> Kind:
        outer, self.handed_on = self.handed_on, True
        kind = self.kind_of(node, Kind("function", (ANY, ANY)))
        self.handed_on = outer
        return kind

    def _has_size(self, node: ast.expr, kind: Kind) -> bool:
        if kind.name == "object":
            return self.special(node, node, kind, "__len__") is not None
        return kind.name in SIZED | {"any", "bad"}

    def _gives(self, code: str, receiver: Kind, given: list[Kind]) -> Kind:
        """Return the kind that a code of a table stands for."""
        first = self.each_of(given[0]) if given else NONE
        source = item(receiver) if receiver != NONE else first
        if code in {"key", "value"} and receiver.name == "dict":
            return receiver.parts[code == "value"]
        simple = {"item": source, "self": receiver, "range": kinds.RANGE, "key": source, "value": kinds.VALUE, "": BAD}
        if code in simple:
            return simple[code]
        if code in _WORDS:
            return _WORDS[code]
        if code in {"get", "pop"}:
            value = receiver.parts[1] if receiver.name == "dict" else ANY
            return union((value, *(given[1:] or [NONE] * (code == "get"))))
        if code == "extreme":
            return union(given) if len(given) > 1 else first
        if code == "zipped":
            return Kind("iterator", (Kind("tuple", tuple(map(self.each_of, given))),))
        if code == "mapped":
            return Kind("iterator", (given[0].parts[-1] if given and given[0].parts else ANY,))
        head, _, inner = code.partition("[")
        return _composed(head, inner.removesuffix("]"), lambda part: self._gives(part, receiver, given))

    # --- built-in functions with rules of their own

    def _of_isinstance(self, node: ast.Call) -> Kind:
        if len(node.args) != 2 or node.keywords:
            self.refuse(node, "isinstance_arguments", f"`{short(node)}`")
            return BOOL
        kind, never = self.kind_of(node.args[0]), True
        for each in alternatives(node.args[1]):
            if isinstance(each, ast.Name) and self.local(each) is None:
                symbol = self.program.resolve(self.module, each.id)
                if symbol.sort == "class" or (symbol.sort == "missing" and each.id in _CLASSES):
                    asked = self.program.class_of(symbol).kind if symbol.sort == "class" else Kind(each.id)
                    never &= not any(may_be(option, asked) for option in kinds.options(kind))
                    continue
            if ast.unparse(each) == "type(self)":
                never = False
                continue
            never = False
            self.refuse(each, "isinstance_class", f"`{short(each)}` in isinstance", that=", ".join(sorted(_CLASSES)))
        if never:
            self.refuse(node, "isinstance_never", f"`{short(node)}` of {kind}")
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
        return self.by_form(node, BUILTINS["zip"], NONE)

    def _of_list(self, node: ast.Call) -> Kind:
        if not node.args:
            return listing(kinds.NEVER)
        return self.by_form(node, BUILTINS["list"], NONE)

    def _of_set(self, node: ast.Call) -> Kind:
        return self.by_form(node, BUILTINS["set"], NONE) if node.args else Kind("set", (kinds.NEVER,))

    def _of_min(self, node: ast.Call) -> Kind:
        name = node.func.id if isinstance(node.func, ast.Name) else "min"
        kind = self.by_form(node, BUILTINS[name], NONE)
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
            if self.held_by(node.args[2], kind) and not self.exchanging:
                self.refuse(node, "shared_field", f"`{short(node.args[2])}` becomes a part of another")
        self._by_name(node, 3)
        return NONE

    exchanging = False

    def _by_name(self, node: ast.Call, count: int) -> Kind:
        """Return the kind of a field that a name out of a constant tuple stands for."""
        name = node.args[1] if len(node.args) == count and not node.keywords else None
        fields = self.names.get(name.id, None) if isinstance(name, ast.Name) else None
        kind = self.kind_of(node.args[0]) if node.args else BAD
        if fields is not None and kind == ANY and self.exchanging:
            return ANY  # two containers exchange what they have under these names
        if fields is None or kind.of not in self.program.classes:
            self.arguments(node)
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
