"""The running code of a container over stand-ins: the same code objects, with a few built-ins shadowed.

Only functions with a cut loop are compiled anew, from their own syntax tree.
"""

from __future__ import annotations

import builtins
import dataclasses
import functools
import sys
from collections.abc import Callable, Hashable, Mapping, MutableSet
from dataclasses import replace
from types import FunctionType, MappingProxyType, MethodType
from typing import Any, get_args, get_origin, get_type_hints

import z3

from slotproof.proofs.engine.declared import Definition, Summary
from slotproof.proofs.engine.dicts import SymDict, SymSet
from slotproof.proofs.engine.holding import require_fit, require_unheld
from slotproof.proofs.engine.keys import HASHER
from slotproof.proofs.engine.lists import SymDistinct, SymList, SymView, Tracked, length_of
from slotproof.proofs.engine.loops import HANDLER, CannotCut, cut
from slotproof.proofs.engine.path import NotSupported, current
from slotproof.proofs.engine.refinement import Claim
from slotproof.proofs.engine.refusing import FOLLOWED, holds_state, hooks, is_installed, unseen
from slotproof.proofs.engine.sets import SymNumbers
from slotproof.proofs.engine.summaries import standing
from slotproof.proofs.engine.symbolic import KINDS, Kind, SymBool, SymInt, SymKey, SymValue, lift
from slotproof.proofs.engine.texts import NAME
from slotproof.spec.logic import Distinct, Symbolic, Unique

PACKAGES = ("slotproof.spec.", "slotproof.impl.", "slotproof.proofs.")
KEPT = ("slotproof.spec.logic", "slotproof.spec.errors", "slotproof.proofs.engine.")


class SymRange(SymView):
    """`range(n)` or `range(a, b)` with ends that are not known."""

    def __init__(self, low: Any, high: Any) -> None:
        self.low, self.high = low, high
        length = lift(high) - lift(low)
        super().__init__(z3.simplify(z3.If(length > 0, length, 0)), lambda index: low + index)


def _range(*ends: Any) -> Any:
    if any(isinstance(end, SymBool) for end in ends):
        raise NotSupported("a range that ends at a truth")
    if not any(isinstance(end, Symbolic) for end in ends):
        return range(*ends)
    if len(ends) == 3:
        return _falling(*ends)
    return SymRange(*ends) if len(ends) == 2 else SymRange(0, ends[0])


def _falling(high: Any, low: Any, step: Any) -> SymView:
    """`range(high, low, -1)`."""
    if step != -1:
        raise NotSupported(f"a range with a step of {step}")
    length = lift(high) - lift(low)
    return SymView(z3.simplify(z3.If(length > 0, length, 0)), lambda index: high - index)


def _set(*items: Any) -> Any:
    if items and hasattr(type(items[0]), "names_of"):
        return items[0].names_of()
    if items and isinstance(items[0], SymNumbers):
        return items[0].copy()
    if items and isinstance(items[0], SymRange) and items[0].low == 0:
        return SymNumbers.first(items[0].high)
    if items and not isinstance(items[0], Symbolic):
        return set(*items)
    if items:
        raise NotSupported("a set of something that has no stand-in")
    return SymSet.empty()


def _sorted(items: Any, **how: Any) -> Any:
    return items.sorted() if isinstance(items, SymNumbers) and not how else sorted(items, **how)


def _iter(collection: Any, *sentinel: Any) -> Any:
    if sentinel:
        return iter(_known(collection), *sentinel)
    if isinstance(collection, SymView):
        return collection
    if isinstance(collection, SymList | SymDistinct):
        return Walk(collection)
    return iter(collection)


class Walk(SymView):
    """An iterator over a list, which must stay as it is while it is walked."""

    lazy = True

    def __init__(self, collection: Any) -> None:
        start, twin = collection.state(), collection.copy()

        def require_unchanged() -> None:
            if not collection.unchanged_since(start):
                raise NotSupported(f"{collection!r} changes while it is walked through")

        def at(index: Any) -> Any:
            require_unchanged()
            return twin[index]

        super().__init__(length_of(collection).term, at)
        self.require_unchanged = require_unchanged


class SymMap(SymView):
    """What a function gives for each entry."""

    lazy = True


def _map(function: Callable[..., Any], collection: Any, *more: Any) -> Any:
    if more:
        return map(function, _known(collection), *map(_known, more))
    view = _iter(collection)
    if isinstance(view, SymView):
        return SymMap(view.length, lambda index: function(view.at(index)))
    return map(function, collection)


def _zip(*collections: Any, strict: bool = False) -> Any:
    views = [_iter(collection) if isinstance(collection, Symbolic) else collection for collection in collections]
    if not any(isinstance(view, SymView) for view in views):
        return zip(*collections, strict=strict)
    if not strict:
        raise NotSupported("zip without strict")
    return SymZip(views)


class SymZip(SymView):
    """Sequences of one length side by side; that the lengths agree is an obligation of whoever looks at it."""

    lazy = True

    def __init__(self, views: list[Any]) -> None:
        self.views = views
        super().__init__(views[0].length, lambda index: tuple(view.at(index) for view in views))


def _enumerate(collection: Any, *start: Any) -> Any:
    if start:
        return enumerate(_known(collection), *map(_known, start))
    view = _iter(collection) if isinstance(collection, Symbolic) else collection
    if not isinstance(view, SymView):
        return enumerate(collection)
    return SymMap(view.length, lambda index: (index, view.at(index)))


def _smaller(first: Any, *others: Any, **how: Any) -> Any:
    if len(others) != 1 or how:
        return min(_known(first), *map(_known, others), **how)
    [second] = others
    if isinstance(first, Symbolic) or isinstance(second, Symbolic):
        return SymBool(lift(first) <= lift(second)).logic_choose(first, second)
    return min(first, second)


def _larger(first: Any, *others: Any, **how: Any) -> Any:
    if len(others) != 1 or how:
        return max(_known(first), *map(_known, others), **how)
    [second] = others
    if isinstance(first, Symbolic) or isinstance(second, Symbolic):
        return SymBool(lift(first) >= lift(second)).logic_choose(first, second)
    return max(first, second)


def _known(thing: Any) -> Any:
    if isinstance(thing, Symbolic):
        raise NotSupported(f"a built-in function of {thing!r}")
    return thing


def _type(thing: Any, *more: Any) -> Any:
    if not more and hasattr(type(thing), "sort_of"):
        return thing.sort_of()
    if type(thing) in (SymValue, SymKey):
        raise NotSupported(f"the type of {thing!r}, which may be anything")
    _require_class(thing)
    return type(thing, *more) if more or not isinstance(thing, Symbolic) else thing.__class__


def _isinstance(thing: Any, kinds: Any) -> bool:
    if hasattr(type(thing), "is_a"):
        return bool(thing.is_a(kinds))
    if type(thing) in (SymValue, SymKey):
        raise NotSupported(f"the type of {thing!r}, which may be anything")
    _require_class(thing)
    return isinstance(thing, type if kinds is _type else kinds)


def _require_class(thing: Any) -> None:
    """Refuse to tell the type of what stands for a container, or for its data: it is not the class of the stand-in.

    Raises     NotSupported
    """
    if getattr(type(thing), "untyped", False):
        raise NotSupported(f"the type of {thing!r}")


def _callable(thing: Any) -> bool:
    return callable(_known(thing) if type(thing) in (SymValue, SymKey) else thing)


def _hash(thing: Any) -> Any:
    if hasattr(type(thing), "hash_of"):
        return thing.hash_of()
    return SymInt(PYTHON_HASH(thing.term)) if type(thing) is SymKey else hash(_known(thing))


PYTHON_HASH = z3.Function("python_hash", z3.IntSort(), z3.IntSort())


SHADOWS = {
    "len": length_of,
    "range": _range,
    "iter": _iter,
    "map": _map,
    "zip": _zip,
    "min": _smaller,
    "max": _larger,
    "set": _set,
    "enumerate": _enumerate,
    "sorted": _sorted,
    "type": _type,
    "isinstance": _isinstance,
    "callable": _callable,
    "hash": _hash,
    "id": lambda thing: id(_known(thing)),
    "next": lambda thing, *default: next(_known(thing), *default),
}
SYMBOLIC_BUILTINS = {**vars(builtins), **SHADOWS}


def _distinct(items: Any = ()) -> Any:
    if isinstance(items, SymDistinct):
        return items.copy()
    return Distinct(items)


def _unique(items: Any = ()) -> Any:
    return items.copy() if isinstance(items, SymDistinct) else Unique(items)


class Rebuilder:
    """Functions and classes of the project over stand-ins.

    with_loops   qualified names of the functions whose loops are cut
    modules      whose functions run over stand-ins, beside the project's own
    refused      function -> why it cannot be followed, or "", as found out before
    """

    def __init__(
        self,
        with_loops: frozenset[str] = frozenset(),
        modules: frozenset[str] = frozenset(),
        refused: dict[FunctionType, str] | None = None,
    ) -> None:
        self.at_loop: Callable[..., Any] = _never_met
        self.refused = {} if refused is None else refused
        self.modules = modules
        self.with_loops = with_loops
        self.namespaces: dict[str, dict[str, Any]] = {}
        self.as_made: list[tuple[dict[str, Any], dict[str, Any]]] = []  # namespaces, and what they held when made
        self.replaced: list[tuple[type, str, Any]] = []  # methods, and what stood in their place
        self.functions: dict[int, FunctionType] = {}
        self.kept: list[FunctionType] = []
        self.held: list[tuple[type, dict[str, Any]]] = []  # classes, and what they held
        self.classes: dict[type, type] = {}
        self.emptied: dict[tuple[type, str], Callable[[], Any]] = {}  # what an empty list or dict of containers becomes
        self.plain: set[tuple[type, str]] = set()  # attributes that are lists of known numbers, and stay so
        self.summaries: dict[Callable[..., Any], Callable[..., Any]] = {}

    def begin(self, at_loop: Callable[..., Any]) -> None:
        """Be as new for the next path: what one path put in place of names, methods and attributes is gone.

        Takes      at_loop, which answers at cut loops
        """
        for namespace, names in self.as_made:
            namespace.update(names)
            if HANDLER in namespace:
                namespace[HANDLER] = at_loop
        for made, name, method in reversed(self.replaced):
            setattr(made, name, method)
        self.replaced.clear()
        self.emptied.clear()
        self.held.clear()
        self.at_loop = at_loop

    def instead(self, made: type, name: str, replace: Callable[[Any], Any]) -> None:
        """Put something in place of a method, on this path."""
        method = getattr(made, name)
        self.replaced.append((made, name, method))
        setattr(made, name, replace(method))

    def function(self, function: Any) -> Any:
        """The function over stand-ins."""
        if not isinstance(function, FunctionType) or not self._is_ours(function.__module__):
            return function
        if function in self.summaries:
            return self.summaries[function]
        known = self.functions.get(id(function))
        if known is not None:
            return known
        namespace = self.namespace(function.__module__)
        if function not in self.refused:
            self.refused[function] = unseen(function, namespace)
        why = self.refused[function]
        if why:
            made = _refusing(why)
        elif function.__qualname__ in self.with_loops:
            made = _cut(function, namespace, self.at_loop)
        else:
            made = FunctionType(
                function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__
            )
        made.__kwdefaults__ = function.__kwdefaults__
        self.functions[id(function)] = made
        self.kept.append(function)  # so that no other function gets its number
        return made

    def _super(self) -> _Super:
        """What `super()` is in a method: the methods of the classes above, over stand-ins."""
        frame = sys._getframe(1)
        return _Super(self, frame.f_locals["__class__"], frame.f_locals[frame.f_code.co_varnames[0]])

    def namespace(self, module: str) -> dict[str, Any]:
        """The globals of a module with its functions, and those it imports, over stand-ins."""
        if module in self.namespaces:
            return self.namespaces[module]
        original = vars(sys.modules[module])
        namespace = self.namespaces[module] = dict(original)
        namespace["__builtins__"] = {**SYMBOLIC_BUILTINS, "super": self._super}
        namespace[FOLLOWED] = True
        for name, entry in original.items():
            if entry is Distinct:
                namespace[name] = _distinct
            elif entry is Unique:
                namespace[name] = _unique
            elif isinstance(entry, FunctionType) and self._is_ours(entry.__module__):
                namespace[name] = self.function(entry)
            elif isinstance(entry, Claim):
                namespace[name] = self.claim(entry)
            elif isinstance(entry, tuple) and entry and all(isinstance(each, Claim) for each in entry):
                namespace[name] = tuple(self.claim(each) for each in entry)
        self.as_made.append((namespace, dict(namespace)))
        return namespace

    def _is_ours(self, module: str | None) -> bool:
        if module is None or module.startswith(KEPT):
            return False
        return module.startswith(PACKAGES) or module in self.modules or not is_installed(module)

    def summarise(
        self, summaries: tuple[Summary | Definition, ...], unshown: Mapping[Callable[..., Any], str] | None = None
    ) -> Rebuilder:
        """Take functions at their theorems, or as names, from now on, and do not run them.

        Takes      unshown, function -> why its facts may not be used
        """
        why = unshown or {}
        self.summaries = {
            each.function: standing(each).standing_in(self.function, why.get(each.function, "")) for each in summaries
        }
        return self

    def claim(self, claim: Claim) -> Claim:
        """The claim with its predicate over stand-ins."""
        return replace(claim, holds=self.function(claim.holds))

    def of_class(self, original: type) -> type:
        """A subclass whose methods run over stand-ins, and whose attributes become stand-ins when assigned."""
        if original in self.classes:
            return self.classes[original]
        members: dict[str, Any] = {}
        for base in reversed(original.__mro__):
            if not self._is_ours(base.__module__):
                continue
            if hooks(base):
                raise NotSupported(f"{base.__name__} has {hooks(base)[0]}")
            for name, member in vars(base).items():
                if isinstance(member, FunctionType):
                    if member.__globals__.get("__name__") != dataclasses.__name__:  # where `__repr__` comes from
                        members[name] = self.function(member)
                elif isinstance(member, classmethod | staticmethod):
                    members[name] = type(member)(self.function(member.__func__))
                elif isinstance(member, property) and member.fget is not None:
                    members[name] = property(self.function(member.fget))
                elif holds_state(name, member):
                    raise NotSupported(f"{name} of the class {base.__name__} may outlive a call")
        hints, emptied = annotated(original), self.emptied
        kinds = {name: kind for name, kind in attribute_kinds(original).items() if (original, name) not in self.plain}

        def assign(self: Any, name: str, value: Any) -> None:
            if name not in hints and name != "__dict__":
                raise NotSupported(f"{name} is no annotated attribute of {original.__name__}")
            if hasattr(type(value), "is_data"):
                raise NotSupported(f"{name} becomes {value!r}, which is no container")
            if type(value) in (list, dict, Distinct, Unique):
                require_unheld(name, value)
            if type(value) in (list, dict) and not value and (original, name) in emptied:
                value = emptied[original, name]()
            if name in kinds:
                value = lift_attribute(name, value, kinds[name])
                require_fit(name, value, kinds[name])
            object.__setattr__(self, name, value)

        members["__setattr__"] = assign
        made = self.classes[original] = type(original.__name__, (original,), members)
        return made

    def require_whole(self, subject: Any) -> None:
        """Refuse an object that holds something else than what its class is annotated with: the next step starts there.

        Raises     NotSupported
        """
        original = next((known for known, made in self.classes.items() if made is type(subject)), None)
        if original is None or current().concrete:
            return
        kinds = attribute_kinds(original)
        for name, described in kinds.items():
            if name not in vars(subject):
                raise NotSupported(f"{name} of {original.__name__} is annotated, and was not assigned")
            require_fit(name, vars(subject)[name], described)

    def note_classes(self) -> None:
        """Note what the classes hold."""
        self.held = [(each, _own(each)) for pair in self.classes.items() for each in pair]

    def require_classes_unchanged(self) -> None:
        """Refuse a step that changes a class, which all its containers share.

        Raises     NotSupported
        """
        for each, before in self.held:
            if _own(each) != before:
                raise NotSupported(f"the class {each.__name__} changes")


def _own(kind: type) -> dict[str, Any]:
    """What a class holds, but for what the first copy of one of its objects notes there."""
    return {name: held for name, held in vars(kind).items() if name != "__slotnames__"}


class _Super:
    """The methods of the classes above one, bound to an object."""

    def __init__(self, rebuilder: Rebuilder, below: type, subject: Any) -> None:
        self.rebuilder = rebuilder
        self.below = below
        self.subject = subject

    def __getattribute__(self, name: str) -> Any:
        rebuilder, below, subject = (object.__getattribute__(self, each) for each in ("rebuilder", "below", "subject"))
        for base in below.__mro__[1:]:
            if name in vars(base):
                member = vars(base)[name]
                if isinstance(member, FunctionType):
                    return MethodType(rebuilder.function(member), subject)
                break
        raise NotSupported(f"super().{name}")


def _never_met(*_: Any) -> Any:
    raise AssertionError("a loop was met on no path")


def _cut(function: FunctionType, namespace: dict[str, Any], handler: Callable[..., Any]) -> Any:
    try:
        return cut(function, namespace, handler)
    except CannotCut as reason:
        return _refusing(str(reason))


def _refusing(why: str) -> Any:
    """A function that cannot be followed, wherever it is called."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise NotSupported(why)

    return refuse


# --- attributes


@functools.cache
def annotated(original: type) -> Mapping[str, Any]:
    """What the attributes of a class are annotated with."""
    return MappingProxyType(get_type_hints(original))


@functools.cache
def attribute_kinds(original: type) -> Mapping[str, tuple[str, Any]]:
    """What each annotated attribute is: its shape ("list", "dict", "distinct", "int", "bool", "value") and its kind."""
    kinds = {}
    for name, hint in annotated(original).items():
        described = describe(hint)
        if described is not None:
            kinds[name] = described
    return MappingProxyType(kinds)


def describe(hint: Any) -> tuple[str, Any] | None:
    """How a stand-in for an annotation is made."""
    if hint is int:
        return ("int", KINDS.INT)
    if hint is bool:
        return ("bool", KINDS.BOOL)
    if hint is Distinct:
        return ("distinct", KINDS.INT)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Unique:
        return ("distinct", _element(arguments[0]))
    if origin is Callable:
        return ("callback", HASHER)
    if origin in (list, dict) and _is_compound(arguments[-1]):
        return None  # a declaration says what it holds, or there is no stand-in
    if origin is list:
        return ("list", _element(arguments[0]))
    if origin is dict and arguments[0] is str:
        return ("named", _element(arguments[1]))
    if origin is dict and _element(arguments[0]) is KINDS.KEY:
        return ("keyed", _element(arguments[1]))
    if origin is dict:
        return ("dict", _element(arguments[1]))
    if origin in (set, MutableSet) and arguments == (int,):
        return ("set", KINDS.INT)
    if type(hint).__name__ == "TypeVar":
        return ("value", KINDS.VALUE)
    return None


def _is_compound(hint: Any) -> bool:
    """True of a container, a collection, or a record of collections."""
    kind = get_origin(hint) or hint
    if hasattr(kind, "_fields"):
        return any(_is_compound(field) for field in get_type_hints(kind).values())
    return isinstance(kind, type) and kind not in (int, bool, str, float, bytes, object)


def _element(hint: Any) -> Kind:
    if hint is int:
        return KINDS.INT
    if hint is bool:
        return KINDS.BOOL
    if hint is str:
        return NAME
    if type(hint).__name__ == "TypeVar" or hint is Any:
        return KINDS.KEY if getattr(hint, "__bound__", None) is Hashable else KINDS.VALUE
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        hints = get_type_hints(hint)
        return KINDS.record(hint, [_element(hints[name]) for name in hint._fields])
    raise NotSupported(f"no stand-in for {hint}")


def lift_attribute(name: str, value: Any, described: tuple[str, Any] | None) -> Any:
    """A plain list, dict or sequence assigned to an attribute becomes a stand-in; what foreign data holds, settles."""
    if described is not None and hasattr(type(value), "settled"):
        return value.settled(name, *described)
    if described is not None and described[0] == "set" and type(value) in (SymSet, set):
        return SymNumbers.emptied(name, value) if type(value) is SymSet else SymNumbers.of(name, value)
    if described is not None and described[0] == "list" and isinstance(value, SymList):
        value.counted = True  # `[item] * times` is a list of the container from here on
    if described is None or isinstance(value, Tracked):
        return value
    shape, kind = described
    if shape == "list" and type(value) is list:
        return SymList.of(name, value, kind, counted=True)
    if shape == "keyed" and type(value) is dict:
        return SymDict.of(name, value, kind, KINDS.KEY)
    if shape == "named" and type(value) is dict:
        return SymDict.of(name, value, kind, NAME)
    if shape == "dict" and type(value) is dict:
        return SymDict.of(name, value, kind)
    if shape == "distinct" and type(value) in (Distinct, Unique):
        return SymDistinct.of(name, value, kind)
    return value


def fresh_object(made: type, original: type, prefix: str) -> Any:
    """An object of any state."""
    subject: Any = object.__new__(made)
    counted = prefix.endswith("h")
    for name, (shape, kind) in attribute_kinds(original).items():
        stem = f"{prefix}.{name}"
        if shape == "list":
            value: Any = SymList.fresh(stem, kind, counted)
        elif shape == "dict":
            value = SymDict.fresh(stem, kind)
        elif shape == "named":
            value = SymDict.fresh(stem, kind, NAME)
        elif shape == "keyed":
            value = SymDict.fresh(stem, kind, KINDS.KEY)
        elif shape == "distinct":
            value = SymDistinct.fresh(stem, kind)
        elif shape == "set":
            value = SymNumbers.fresh(stem)
        else:
            value = kind.fresh(stem)
        object.__setattr__(subject, name, value)
    return subject


def facts_of(subject: Any) -> list[z3.BoolRef]:
    """What is true of every object: lengths are not negative, sequences of distinct ints are."""
    return [fact for value in vars(subject).values() if isinstance(value, Tracked) for fact in value.facts()]


def frozen(subject: Any) -> Any:
    """The object as it is now, for claims made later."""
    twin = object.__new__(type(subject))
    for name, value in vars(subject).items():
        object.__setattr__(twin, name, value.copy() if isinstance(value, Tracked) else value)
    return twin


def forget(subject: Any, names: tuple[str, ...] | None = None) -> None:
    """Take on any state at all, in the attributes of these names or in all."""
    for name, value in vars(subject).items():
        if names is not None and name not in names:
            continue
        if isinstance(value, Tracked):
            value.forget()
        else:
            object.__setattr__(subject, name, KINDS.of(value).fresh(f"{name}_later"))


__all__ = ["Rebuilder", "SymInt", "attribute_kinds", "facts_of", "forget", "fresh_object", "frozen", "lift_attribute"]
