"""Calls of functions of the program: arguments are bound as CPython binds them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.forms import Forms
from slotproof.language.function.scope import FRESH
from slotproof.language.kinds import BAD, Kind, bind, fill, item
from slotproof.language.program.parts import Class, Module, Reached
from slotproof.language.program.syntax import short

_NEW: Final = ast.Constant(None)  # a new object, which nobody holds


class Signatures(Forms):
    """Kinds of what functions and classes of the program give."""

    def error(self, node: ast.Call, name: str) -> Kind:
        """Return the kind of a new error."""
        if not self.messages:
            self.refuse(node, "error_elsewhere", f"`{name}(...)`")
        self.arguments(node)
        return Kind("error", of=name)

    def signature(
        self,
        node: ast.Call,
        reached: Reached,
        bound: dict[str, Kind],
        first: Mapping[str, ast.expr],
        exactly: bool = False,
    ) -> Kind:
        """Return what a function of the program gives; arguments are bound as CPython binds them.

        Takes      first, the receiver, if it is not among the arguments
        """
        module, function, cls = reached
        arguments = function.args
        ordered = [*arguments.posonlyargs, *arguments.args][len(first) :]
        named = {each.arg: each for each in (*arguments.args, *arguments.kwonlyargs)}
        taken: list[tuple[ast.arg, ast.expr]] = []
        places = iter(ordered)
        star, star_names = False, set()
        spread_names: set[str] = set()
        for each in node.args:
            place = next(places, None)
            if isinstance(each, ast.Starred):
                star = True
                left = [*([] if place is None else [place]), *places]
                if self._spread(each, left, reached, bound, bool(arguments.vararg)):
                    spread_names |= {one.arg for one in left}
                    continue
            if place is None and arguments.vararg is None:
                self.refuse(each, "too_many_arguments", f"`{short(each)}`", name=function.name, that=len(ordered))
            elif place is None or isinstance(each, ast.Starred):
                self._argument(each, arguments.vararg, module, cls, bound)
            else:
                taken.append((place, each))
        spread = [
            ast.copy_location(ast.keyword(name, each.value), each)
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
        self._check_missing(
            node, function, ordered, {place.arg for place, _ in taken} | star_names | spread_names, star
        )
        later = [pair for pair in taken if isinstance(pair[1], ast.Lambda)]
        for place, each in [*(pair for pair in taken if pair not in later), *later]:
            self._argument(each, place, module, cls, bound)
        self.ran(node, reached, {**first, **{place.arg: each for place, each in taken}}, exactly)
        return fill(self.annotated(function.returns, module, cls), bound) if function.returns is not None else BAD

    def _spread(
        self,
        node: ast.Starred,
        places: list[ast.arg],
        reached: Reached,
        bound: dict[str, Kind],
        rest: bool,
    ) -> bool:
        """Return whether the parts of a tuple go to parameters; one whose length is not known goes to a rest alone."""
        kind = self.kind_of(node.value)
        parts = self.unpacked_record(kind) if kind.name == "record" else list(kind.parts)
        if rest and not places:
            return False
        if kind.name not in {"tuple", "record"} or kind.open or len(parts) != len(places):
            self.refuse(node, "star_argument", f"`{short(node)}` of {kind}", that=len(places))
            return True
        for place, have in zip(places, parts, strict=True):
            declared = self.annotated(place.annotation, reached[0], reached[2]) if place.annotation else BAD
            bind(declared, have, bound)
            if not kinds.fits(have, fill(declared, bound)):
                self.refuse(node, "argument_kind", f"`{place.arg}` is {have}", wanted=fill(declared, bound))
        return True

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
        self.is_argument = node
        have = self.kind_of(node.value if isinstance(node, ast.Starred) else node, fill(declared, bound))
        self.handed_on = outer
        if isinstance(node, ast.Starred):
            have = item(have)
        bind(declared, have, bound)
        wanted = fill(declared, bound)
        if not self.suits(node, have, wanted):
            self.refuse(node, "argument_kind", f"`{short(node)}` is {have}", wanted=wanted)

    def creation(self, node: ast.Call, cls: Class) -> Kind:
        """Return the kind of a new object."""
        bound: dict[str, Kind] = {}
        self.gave[node] = FRESH
        made = Kind(cls.kind.name, cls.kind.parts, cls.id)
        if cls.sort == "error":
            return self.error(node, cls.node.name)
        if cls.sort in {"record", "data"}:
            self._fields(node, cls)
            return made
        init = self.program.method(cls, "__init__")
        if init is None:
            if node.args or node.keywords:
                self.refuse(node, "no_constructor", f"`{short(node)}`", name=cls.node.name)
            return made
        owner, function, _ = init
        self.signature(node, (owner.module, function, owner), bound, {"self": _NEW}, exactly=True)
        self.gave[node] = FRESH
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
            if cls.sort == "data":
                self.hand_over(each, have, f"a new `{cls.node.name}`")
            if not self.suits(each, have, wanted):
                self.refuse(each, "part_kind", f"`{short(each)}` is {have}", name=name, wanted=wanted)
