"""What a call means: binding as Python binds, functions followed, constructors, kinds that annotations name."""

from __future__ import annotations

import ast
from typing import Final

from slotproof.engine.prove.python.kinds.cells import empty_list, entry, kind_of
from slotproof.engine.prove.python.kinds.state import DEEPEST, Results, State
from slotproof.engine.prove.python.kinds.values import (
    BOOL,
    FLOAT,
    FUNCTION,
    INT,
    KEY,
    KEYS,
    NONE,
    TEXT,
    VALUE,
    ClassValue,
    Closure,
    Error,
    Kind,
    Meaning,
    Method,
    Named,
    ObjectCell,
    Ref,
    Tuple,
    Value,
    View,
)
from slotproof.engine.prove.python.statements import YIELDED, Statements
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Constant, Function, Module, Word

PLAIN: Final = {
    "int": INT, "bool": BOOL, "str": TEXT, "float": FLOAT, "None": NONE, "T": VALUE,
    "Distinct": Kind("distinct", (INT,)),
}  # fmt: skip


class Calls(Statements):
    """Calls, and what is told by annotations."""

    def call_of(self, node: ast.Call, st: State) -> Results:
        """A call: the function, the arguments from left to right, then the call itself."""
        found: Results = []
        for after, function in self.ev(node.func, st):
            if isinstance(function, Word):
                form = self.form_of(function.name)
                if form is not None:
                    found += form(self, after, node)
                    continue
            for later, args in self.evs(node.args, after):
                for last, values in self.evs([keyword.value for keyword in node.keywords], later):
                    found += self.call(last, function, args, self._named(last, node, values), node)
        return found

    def _named(self, st: State, node: ast.Call, values: list[Value]) -> dict[str, Value]:
        """The arguments that are passed by name; `**` is of a dict of which each key is known."""
        named: dict[str, Value] = {}
        for keyword, value in zip(node.keywords, values, strict=True):
            more = {keyword.arg: value} if keyword.arg is not None else self.entries(st, value)
            if more is None or set(more) & set(named):
                raise self.refusal(node, "**", "which arguments there are is not known", "name each, once")
            named |= more
        return named

    def call(self, st: State, function: Value, args: list[Value], kwargs: Named, node: ast.AST) -> Results:
        """Call whatever can be called."""
        match function:
            case Closure():
                return self.call_closure(st, function, args, kwargs, node)
            case Word(name):
                return self.word(st, name, args, kwargs, node)
            case Method():
                return self.method(st, function, args, kwargs, node)
            case ClassValue(cls):
                return self.construct(st, cls, args, kwargs, node)
            case Meaning(call=meaning) if not kwargs or function.named:
                found: Results = meaning(self, st, node, args, **kwargs)
                return found
            case _ if kind_of(function) == FUNCTION and not kwargs and [kind_of(each) for each in args] == [KEY]:
                self.presumes.add("a hash function that a client passes gives a key the same hash each time")
                return [(st, t.HASH(function, args[0]))]
            case Ref() if (cell := self.as_object(st, function)) and (method := cell.cls.method("__call__")):
                return self.call_closure(st, Closure(method, {}, function), args, kwargs, node)
        what = f"a call of {ast.unparse(node.func) if isinstance(node, ast.Call) else self.describe(function)}"
        raise self.refusal(node, what, "it is no function of the language", "call what is declared")

    def call_closure(self, st: State, closure: Closure, args: list[Value], kwargs: Named, node: ast.AST) -> Results:
        """Follow a function of the program, or of a declaration."""
        function = closure.function
        hook = self.instead.get(function.key)
        given = [closure.receiver, *args] if closure.receiver is not None else args
        if hook is not None:
            if kwargs or len(given) != len(function.parameters):
                named = self.binding(function, given, kwargs, node)
                given = [named[name] for name in function.parameters]
            answered: Results = hook(self, st, closure, given, node)
            return answered
        if any(each is function for each in self.stack) or len(self.stack) > DEEPEST:
            raise self.refusal(node, f"recursion of {function.name}", "it need not end", "write a loop")
        caller = st.env
        bound = self.binding(function, given, kwargs, node)
        if isinstance(function.node, ast.Lambda):
            st = st.copy()
        st.env = {**closure.env, **bound}
        self.stack.append(function)
        try:
            results = self._followed(function, st)
        finally:
            self.stack.pop()
        for end, _ in results:
            end.env = dict(caller)
        for end, _ in self.raised:
            if end.env is not caller:
                end.env = dict(caller)
        return results

    def _followed(self, function: Function, st: State) -> Results:
        if isinstance(function.node, ast.Lambda):
            return self.ev(function.node.body, st)
        if function.yields:
            st.env[YIELDED] = st.allocate(empty_list())
        given, found = tuple(st.env.values()), Results()
        with self.catching() as raised:
            for end, signal in self.block(function.node.body, st):
                if isinstance(signal, tuple) and signal[0] == "raise":
                    self.raised.append((end, signal[1]))
                elif function.yields:
                    found.append((end, self._iterated(end, given)))
                else:
                    found.append((end, signal[1] if isinstance(signal, tuple) else None))
        for end, error in raised if function.yields and not self.silent else ():
            if not error.ends_all and not self.impossible(end):
                what, why = (
                    f"the generator {function.name} ends in {error.name}",
                    "it does so where its items are taken",
                )
                raise self.refusal(function.node, what, why, "check in the function that gives the generator")
        self.raised += raised
        return found

    def _iterated(self, st: State, given: tuple[Value, ...]) -> View:
        """What a generator yields of what it is given, as an iterator: looked through once, by whoever called it."""
        cell = st.heap[st.env[YIELDED].id]
        return View(cell.length, lambda place: entry(cell, place), once=True, still=st.as_it_is(*given))

    # --- binding

    def binding(self, function: Function, args: list[Value], kwargs: Named, node: ast.AST) -> dict[str, Value]:
        """The parameters with their values, as Python binds them."""
        given = function.node.args
        positional = [each.arg for each in (*given.posonlyargs, *given.args)]
        named = [each.arg for each in (*given.args, *given.kwonlyargs)]
        rest = args[len(positional) :]
        if given.kwarg is not None or (rest and given.vararg is None):
            raise self.refusal(node, f"arguments of {function.name}", "it takes others", "pass what it declares")
        env: dict[str, Value] = dict(zip(positional, args, strict=False))
        if given.vararg is not None:
            env[given.vararg.arg] = Tuple(tuple(rest))
        for name, value in kwargs.items():
            if name in env or name not in named:
                raise self.refusal(node, f"{name}=", f"{function.name} has no such parameter left", "pass each once")
            env[name] = value
        defaults = dict(zip(positional[len(positional) - len(given.defaults) :], given.defaults, strict=True))
        pairs = zip(given.kwonlyargs, given.kw_defaults, strict=True)
        defaults |= {each.arg: value for each, value in pairs if value is not None}
        for name in [*positional, *(each.arg for each in given.kwonlyargs)]:
            if name not in env:
                if name not in defaults:
                    raise self.refusal(node, f"{name} is missing", f"{function.name} has no default for it", "pass it")
                env[name] = self.constant(Constant(function.module, defaults[name], owner=function.owner))
        return env

    # --- constructors

    def construct(self, st: State, cls: Class, args: list[Value], kwargs: Named, node: ast.AST) -> Results:
        """A new object of a class: a record, an error, or what its `__init__` makes."""
        if cls in self.components:
            return self.components[cls].construct(self, st, args, kwargs, node)
        if cls.is_error:
            if cls.method("__init__") is not None:
                raise self.refusal(node, cls.name, "an error with a constructor", "raise it with a message")
            if not cls.is_of_a_message:
                raise self.refusal(
                    node,
                    cls.name,
                    "Python makes it of more than a message, or raises another one",
                    "raise an error of the project",
                )
            return [(st, Error(cls))]
        if cls.is_record:
            return [(st, self._record_of(cls, args, kwargs, node))]
        return self.initialized(st, st.allocate(ObjectCell(cls, {})), args, kwargs, node)

    def initialized(self, st: State, ref: Ref, args: list[Value], kwargs: Named, node: ast.AST) -> Results:
        """An object without fields, after its `__init__`."""
        cls = st.heap[ref.id].cls
        if cls.is_dataclass and "__init__" in cls.methods:
            raise self.refusal(node, f"{cls.name}()", "a dataclass with its own constructor", "write __post_init__")
        if cls.is_dataclass:
            record = self._record_of(cls, args, kwargs, node)
            for name, value in zip(cls.fields, record.items, strict=True):
                self.set_field(st, ref, name, value, node)
            post = cls.method("__post_init__")
            if post is None:
                return [(st, ref)]
            return [(end, ref) for end, _ in self.call_closure(st, Closure(post, {}, ref), [], {}, node)]
        init = cls.method("__init__")
        if init is None:
            if cls.fields or args or kwargs:
                raise self.refusal(node, f"{cls.name}()", "it declares no __init__", "declare it")
            return [(st, ref)]
        results = self.call_closure(st, Closure(init, {}, ref), args, kwargs, node)
        for end, _ in results:
            self.require_whole(end, ref, node)
        return [(end, ref) for end, _ in results]

    def require_whole(self, st: State, ref: Ref, node: ast.AST) -> None:
        """Refuse an object with a field that is not assigned."""
        cell = st.heap[ref.id]
        missing = [name for name in cell.cls.fields if name not in cell.fields]
        if missing:
            raise self.refusal(node, f"{cell.cls.name}()", f"{missing[0]} is not assigned", "assign every field")

    def _record_of(self, cls: Class, args: list[Value], kwargs: Named, node: ast.AST) -> Tuple:
        names = list(cls.fields)
        given = dict(zip(names, args, strict=False))
        if len(args) > len(names) or set(kwargs) - set(names) or set(kwargs) & set(given):
            raise self.refusal(node, f"{cls.name}(...)", "it has other parts", "pass each part once")
        given |= kwargs
        for name in names:
            if name not in given:
                if name not in cls.all_defaults:
                    raise self.refusal(node, f"{cls.name}(...)", f"{name} is missing", "pass each part")
                given[name] = self.constant(cls.all_defaults[name])
        return Tuple(tuple(given[name] for name in names), cls)

    # --- kinds that annotations name

    def kind_named(self, annotation: ast.expr, module: Module) -> Kind | None:
        """The kind that an annotation names; None if the language of proofs has none for it."""
        match annotation:
            case ast.Constant(str(text)):
                return self.kind_named(ast.parse(text, mode="eval").body, module)
            case ast.Constant(None):
                return NONE
            case ast.Name(name):
                return self._kind_of_name(name, module)
            case ast.Subscript(ast.Name("list" | "Sequence" | "Iterable" | "Iterator" as name), inner):
                part = self.kind_named(inner, module)
                return part and Kind("list" if name == "list" else "sequence", (part,))
            case ast.Subscript(ast.Name("dict"), ast.Tuple([key, inner])):
                part, by = self.kind_named(inner, module), self.kind_named(key, module)
                return Kind("dict", (by, part)) if by is not None and by in KEYS and part is not None else None
            case ast.Subscript(ast.Name("set" | "MutableSet" | "Unique" as name), inner):
                by = self.kind_named(inner, module)
                found = "distinct" if name == "Unique" else "set"
                return Kind(found, (by,)) if by is not None and by in KEYS else None
            case ast.Subscript(ast.Name("Callable"), ast.Tuple([ast.List([_]), ast.Name("int")])):
                return FUNCTION
            case ast.Subscript(ast.Name("tuple"), ast.Tuple([inner, ast.Constant(value=each)])) if each is ...:
                part = self.kind_named(inner, module)
                return part and Kind("sequence", (part,))
            case ast.Subscript(ast.Name("tuple"), ast.Tuple(inner)):
                parts = tuple(self.kind_named(each, module) for each in inner)
                return None if None in parts else Kind("tuple", tuple(part for part in parts if part))
            case ast.Subscript(ast.Name() as name, _):
                return self.kind_named(name, module)
        return None

    def _kind_of_name(self, name: str, module: Module) -> Kind | None:
        found = module.find(name)
        if isinstance(found, Class):
            if found.is_record:
                parts = tuple(self.kind_named(each, owner.module) for each, owner in found.fields.values())
                return None if None in parts else Kind("tuple", tuple(part for part in parts if part), found)
            return Kind("object", (), found)
        if isinstance(found, Constant):
            if isinstance(found.node, ast.Call) and ast.unparse(found.node.func) == "TypeVar":
                bounds = [ast.unparse(each.value) for each in found.node.keywords if each.arg == "bound"]
                return KEY if bounds == ["Hashable"] else VALUE
            return self.kind_named(found.node, found.module)
        return PLAIN.get(found.name if isinstance(found, Word) else name)
