"""A claim and a trace for a reader: its predicate, the step as a picture, and as Python to paste."""

from __future__ import annotations

import ast
import builtins
import copy
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from slotproof.declare import Operation, Peer, Refinement, Scope
from slotproof.declare.verdict import Failure, Outcome, Step
from slotproof.engine.explore.snapshot import Snapshot
from slotproof.show.drawing import Scene, scene
from slotproof.spec import errors
from slotproof.verify.failure import written

SAMPLE_STATES: Final = 150  # visited in search of a step worth drawing
ENOUGH: Final = 8  # differing cells and arrows that make a step worth drawing


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


def python(refinement: Refinement, trace: Trace, notes: Sequence[str] = ()) -> str:
    """A script that does what the trace says; what each call answered stands beside it."""
    body, texts = [], [written(value) for value in trace.configuration.values()]
    keywords = ", ".join(f"{name}={written(value)}" for name, value in trace.configuration.items())
    if trace.from_new:
        body.append(f"container = {refinement.impl.__name__}({keywords})")
    else:
        state = ", ".join(f"{name!r}: {written(value)}" for name, value in trace.before.items())
        texts += [written(value) for value in trace.before.values()]
        body += [
            f"container = object.__new__({refinement.impl.__name__})",
            f"vars(container).update({{{state}}})",
        ]
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
    return "\n".join([*_imports(refinement, names, body), "", *body]) + "\n"


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


# --- a worked example


Visited = tuple[Any, Any, tuple[Step, ...]]
"""Model, implementation, and the steps that lead to them from new ones."""


class Samples:
    """Worked steps of a container. The states of a scope are visited once for all of its operations."""

    def __init__(self, refinement: Refinement) -> None:
        self.refinement = refinement
        self._visited: dict[str, list[Visited]] = {}
        self._same: dict[str, tuple[Same, Same]] = {}

    def of(self, operation: Operation) -> Trace | None:
        """A short trace that ends in a step of the operation and has as much to show as any found in the scopes.

        The states of a scope are visited breadth first, up to a fixed number of them.
        """
        scopes = [scope for scope in self.refinement.scopes if not scope.deep]
        fitting = [scope for scope in scopes if scope.operations is None or operation.name in scope.operations]
        best: tuple[int, Trace] | None = None
        for scope in (fitting or scopes)[: 1 if operation.pure else None]:
            found = self._best(scope, operation)
            if found and (best is None or found[0] > best[0]):
                best = found
            if best and best[0] > ENOUGH:
                break
        return best[1] if best else None

    def _best(self, scope: Scope, wanted: Operation) -> tuple[int, Trace] | None:
        """How much there is to see, and the trace."""
        best: tuple[tuple[int, int], Trace] | None = None
        sames = self._sames(scope)
        for state in self.visited(scope):
            impl, steps = state[1:]
            standing = 0  # what a step is worth that leaves all as it is
            for step, ends, refused, alone in _steps(self.refinement, scope, wanted, state, sames):
                trace = (*steps, step)
                worth = 0 if refused else (alone and standing) or 1 + _worth(self.refinement, impl, ends[1])
                if alone and not refused:
                    standing = worth
                score = worth, -len(trace)
                if best is None or score > best[0]:
                    best = score, Trace(scope.configuration, trace, _state(impl), _state(ends[1]))
        return (best[0][0], best[1]) if best else None

    def visited(self, scope: Scope) -> list[Visited]:
        """The first states of a scope, that of new containers before all."""
        if scope.name not in self._visited:
            self._visited[scope.name] = self._visit(scope)
        return self._visited[scope.name]

    def _sames(self, scope: Scope) -> tuple[Same, Same]:
        """Whether two models of a scope, and two implementations, are in the same state."""
        if scope.name not in self._same:
            sides = self.refinement.model, self.refinement.impl
            model, impl = (Snapshot(side(**scope.configuration)).same for side in sides)
            self._same[scope.name] = model, impl
        return self._same[scope.name]

    def _visit(self, scope: Scope) -> list[Visited]:
        refinement = self.refinement
        tried = [
            known
            for known in refinement.operations
            if not known.pure and (scope.operations is None or known.name in scope.operations)
        ]
        new = refinement.model(**scope.configuration), refinement.impl(**scope.configuration)
        found: list[Visited] = [(*new, ())]
        seen = {repr(vars(new[1]))}
        sames = self._sames(scope)
        for state in found:  # it grows
            for known in tried:
                for step, ends, refused, alone in _steps(refinement, scope, known, state, sames):
                    if refused or alone:
                        continue
                    text = repr(vars(ends[1]))
                    if text not in seen:
                        seen.add(text)
                        found.append((*ends, (*state[2], step)))
                        if len(found) == SAMPLE_STATES:
                            return found
        return found


Same = Callable[[Any, Any], bool]


def _steps(
    refinement: Refinement, scope: Scope, operation: Operation, state: Visited, sames: tuple[Same, Same]
) -> Iterator[tuple[Step, tuple[Any, Any], bool, bool]]:
    """Each step of the operation from a state, both sides after it, whether it was refused, and left all as it was.

    A copy of a state that was left alone serves the next step, too.
    """
    model, impl, _ = state
    left: tuple[Any, Any] | None = None
    for arguments in _arguments(operation, model, scope):
        if scope.admits and not scope.admits(model, operation.name, arguments):
            continue
        ends = left or (copy.deepcopy(model), copy.deepcopy(impl))
        step = _step(refinement, scope, operation, arguments, *ends)
        refused = bool(step.actual.error or (operation.rejects and operation.rejects(step.actual.value)))
        alone = sames[0](ends[0], model) and sames[1](ends[1], impl)
        left = ends if alone else None
        yield step, ends, refused, alone


def _arguments(operation: Operation, model: Any, scope: Scope) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = [()]
    for domain in operation.takes:
        found = [(*given, value) for given in found for value in domain.small(model, scope)]
    return found


def _step(
    refinement: Refinement, scope: Scope, operation: Operation, arguments: tuple[Any, ...], model: Any, impl: Any
) -> Step:
    """Run the operation on both sides."""
    sides = []
    for container, call in ((model, operation.model), (impl, operation.impl)):
        given = [_second(argument, type(container), scope) for argument in arguments]
        try:
            value = call(container, *given) if call else getattr(container, operation.name)(*given)
            sides.append(Outcome(list(value) if hasattr(value, "__next__") else value))
        except Exception as error:  # noqa: BLE001  an operation may refuse in any way it likes
            sides.append(Outcome(None, type(error).__name__, str(error)))
    return Step(operation.name, arguments, *sides)


def _second(argument: Any, kind: type, scope: Scope) -> Any:
    if not isinstance(argument, Peer):
        return argument
    container = kind(**scope.configuration)
    for name, given in argument.history:
        getattr(container, name)(*given)
    return container


def _state(impl: Any) -> dict[str, Any]:
    return {name: copy.deepcopy(value) for name, value in vars(impl).items()}


def _worth(refinement: Refinement, before: Any, after: Any) -> int:
    """How many cells and attributes differ, and how many arrows there are in the end."""
    drawing = _drawing(refinement, "", vars(before), vars(after))
    return drawing.marked() + len(drawing.panels[-1].arrows)
