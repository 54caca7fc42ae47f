"""A claim and a trace for a reader: its predicate, the step as a picture, and as Python to paste."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from slotproof.declare import Refinement
from slotproof.declare.verdict import Failure, Step
from slotproof.show.drawing import Scene, scene
from slotproof.spec import errors
from slotproof.verify.failure import HELD, written


@dataclass(frozen=True)
class Trace:
    """Calls on a container from its start, and its attributes around the last of them."""

    configuration: Mapping[str, Any]
    steps: tuple[Step, ...] = ()
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    from_new: bool = True

    @staticmethod
    def of(failure: Failure) -> Trace:
        """The trace of a failure; it starts from its `before` unless it starts from a new container."""
        from_new = failure.start in {"", "new container"}
        return Trace(failure.configuration, failure.trace, failure.before, failure.after, from_new)


# --- picture


def picture(refinement: Refinement, trace: Trace) -> Scene:
    """The arrays around the last step of the trace; without a step, as they are."""
    before, after = trace.before or trace.after, trace.after or trace.before
    if trace.steps:
        return _drawing(refinement, call(trace.steps[-1]), before, after)
    drawing = _drawing(refinement, "a new container" if trace.from_new else "the state", after, after)
    return replace(drawing, panels=(replace(drawing.panels[-1], title="as it is"),))


def _drawing(refinement: Refinement, title: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Scene:
    """Two states, given by their attributes."""
    if refinement.shown is not None:
        before, after = refinement.shown(before), refinement.shown(after)
    return scene(title, before, after, refinement.links)


def call(step: Step) -> str:
    """The call as it is written."""
    return f"{step.operation}({', '.join(map(written, step.arguments))})"


# --- Python to paste

MAKES: Final = f"""def {HELD}(kind, attributes):
    thing = object.__new__(kind)
    vars(thing).update(attributes)
    return thing

"""


def python(refinement: Refinement, trace: Trace, notes: Sequence[str] = ()) -> str:
    """A script that does what the trace says; what each call answered stands beside it."""
    body, texts = [], [written(value) for value in trace.configuration.values()]
    keywords = ", ".join(f"{name}={written(value)}" for name, value in trace.configuration.items())
    if trace.from_new:
        body.append(f"container = {refinement.impl.__name__}({keywords})")
    else:
        state = ", ".join(f"{name!r}: {written(value)}" for name, value in trace.before.items())
        texts += [written(value) for value in trace.before.values()]
        body.append(f"container = {HELD}({refinement.impl.__name__}, {{{state}}})")
    names = {refinement.impl.__name__}
    for number, step in enumerate(trace.steps, 1):
        last = number == len(trace.steps)
        lines, used = _lines(refinement, step, keywords, last)
        body += lines
        texts += used
        if last:
            body += [f"# expected  {step.expected}", f"# actual    {step.actual}"]
    body += [f"# {note}" for note in notes]
    for text in texts:
        names |= _names(text)
    makes = [*MAKES.splitlines(), ""] if any(f"{HELD}(" in line for line in body) else []
    return "\n".join([*_imports(refinement, names - {HELD}, body), "", *makes, *body]) + "\n"


def _lines(refinement: Refinement, step: Step, keywords: str, last: bool) -> tuple[list[str], list[str]]:
    """The lines of one call, and the expressions in them whose names must be imported."""
    lines, arguments, used = [], [], []
    for place_, argument in enumerate(step.arguments):
        text = written(argument)
        history = _history(text)
        used.append(text if history is None else refinement.impl.__name__)
        if history is not None:
            other = f"other_{place_}" if place_ else "other"
            lines.append(f"{other} = {refinement.impl.__name__}({keywords})")
            lines += [f"{other}.{name}({', '.join(given)})" for name, given in history]
            used += [value for _, given in history for value in given]
            text = other
        arguments.append(text)
    operation = next((known for known in refinement.operations if known.name == step.operation), None)
    if operation and operation.impl:
        constant = _constant(refinement)
        used.append(constant)
        call = f"{constant}.operation({step.operation!r}).impl({', '.join(['container', *arguments])})"
    else:
        call = f"container.{step.operation}({', '.join(arguments)})"
    if step.actual.error and not (last and step.actual.error != step.expected.error):
        used.append(step.actual.error)
        lines.append(f"with contextlib.suppress({step.actual.error}):")
        lines.append(f"    {call}  # {step.actual}")
    else:
        lines.append(f"result = {call}" if last else f"{call}  # {step.actual}")
    return lines, used


def _history(text: str) -> list[tuple[str, list[str]]] | None:
    """The calls on a second container, if the argument is one."""
    if not text.startswith("Peer("):
        return None
    node = ast.parse(text, mode="eval").body
    given = [*node.args, *(keyword.value for keyword in node.keywords)] if isinstance(node, ast.Call) else []
    calls = given[0].elts if given and isinstance(given[0], ast.Tuple) else []
    return [
        (ast.literal_eval(call.elts[0]), [ast.unparse(value) for value in call.elts[1].elts])
        for call in calls
        if isinstance(call, ast.Tuple) and isinstance(call.elts[1], ast.Tuple)
    ]


def _names(text: str) -> set[str]:
    try:
        return {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
    except SyntaxError:
        return set()


def _constant(refinement: Refinement) -> str:
    return next((name for module in _holders(refinement) for name, v in vars(module).items() if v is refinement), "")


def _holders(refinement: Refinement) -> list[Any]:
    """The modules that hold the declaration, the one that makes it first: it imports what it is made of."""
    modules = [module for module in list(sys.modules.values()) if module is not None]
    found = [module for module in modules if any(value is refinement for value in list(vars(module).values()))]
    return sorted(found, key=lambda module: not hasattr(module, refinement.impl.__name__))


def _named_in(holders: Sequence[Any]) -> list[Any]:
    """The loaded modules from which these hold something: of several things of one name theirs is meant."""
    held = {getattr(value, "__module__", None) for holder in holders for value in list(vars(holder).values())}
    return [module for module in _project_modules() if module.__name__ in held]


def _project_modules() -> list[Any]:
    """The loaded modules that declarations are made of."""
    names = sorted(
        name for name in sys.modules if name.startswith(("slotproof.declare.", "slotproof.proofs.", "slotproof.spec."))
    )
    return [sys.modules[name] for name in names]


def _imports(refinement: Refinement, names: set[str], body: Sequence[str]) -> Iterator[str]:
    """An import for each name, from where it is defined."""
    if any("contextlib." in line for line in body):
        yield "import contextlib"
        yield ""
    holders = _holders(refinement)
    lines = set()
    for name in names - set(dir(builtins)):
        if name == refinement.impl.__name__:
            lines.add(f"from {refinement.impl.__module__} import {name}")
            continue
        for module in (errors, *holders, *_named_in(holders), *_project_modules()):
            subject = getattr(module, name, None)
            if subject is not None:
                origin = getattr(subject, "__module__", module.__name__) if callable(subject) else module.__name__
                lines.add(f"from {origin} import {name}")
                break
    yield from sorted(lines)


def worth(refinement: Refinement) -> Callable[[Mapping[str, Any], Mapping[str, Any]], int]:
    """How much a step has to show: the cells and attributes that differ, and the arrows in the end."""

    def worth_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> int:
        drawing = _drawing(refinement, "", before, after)
        return drawing.marked() + len(drawing.panels[-1].arrows)

    return worth_of
