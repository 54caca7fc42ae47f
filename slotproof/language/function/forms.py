"""Calls of what stands in the tables: built-in functions, and methods by the kind of their receiver."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.expressions import Expressions
from slotproof.language.kinds import ANY, BAD, BOOL, INT, NONE, Kind, fits, item, union
from slotproof.language.program.syntax import short
from slotproof.language.tables import Form

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


class Forms(Expressions):
    """Kinds of what the forms of the tables give."""

    def arguments(self, node: ast.Call) -> None:
        """Look at the arguments of a call that is not known."""
        for each in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(each, ast.Lambda):
                self.lambda_kind(each, Kind("function", (ANY,), open=True))
            else:
                self.consumed(each)

    def by_form(self, node: ast.Call, form: Form, receiver: Kind, called: ast.Attribute | None = None) -> Kind:
        """Return what a form of a table gives, and refuse arguments that it does not take."""
        if not form.gives:
            self.arguments(node)
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
