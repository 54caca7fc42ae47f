"""A failure as lists, dicts, numbers and texts, which any process and any file can hold; and why a file is refused."""

from __future__ import annotations

import importlib
import re
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from slotproof.declare import Refinement
from slotproof.declare.verdict import Failure, Outcome, Step
from slotproof.show.places import Place, shortened
from slotproof.verify.project import Project
from slotproof.verify.reading.sources import module_file
from slotproof.verify.survey import Refused

HELD: Final = "held"
"""What makes a thing of a class that holds what is given, in Python to paste."""


class Written(str):
    """A value of which only its text is left."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def written(value: Any) -> str:
    """The Python expression of a value; a function is written as its name, and a thing by what it holds."""
    if isinstance(value, Written):
        return str(value)
    if callable(value) and hasattr(value, "__qualname__"):
        return str(value.__qualname__)
    if type(value) is list:
        return f"[{', '.join(map(written, value))}]"
    if type(value) is tuple:
        return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
    if type(value) is dict:
        return f"{{{', '.join(f'{written(key)}: {written(entry)}' for key, entry in value.items())}}}"
    if hasattr(value, "__dict__") and repr(value) == object.__repr__(value):
        return f"{HELD}({type(value).__name__}, {written(vars(value))})"
    return repr(value)


def shown(value: Any) -> Any:
    """The value in lists, dicts, numbers and texts: what a picture can draw and JSON can hold."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, dict):
        return {"dict": [[shown(key), shown(entry)] for key, entry in value.items()]}
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return [shown(item) for item in value]
    return repr(value)


def restored(value: Any) -> Any:
    """The inverse of `shown`, for what JSON read back."""
    if isinstance(value, dict):
        return {restored(key): restored(entry) for key, entry in value["dict"]}
    return [restored(item) for item in value] if isinstance(value, list) else value


_STATES: Final = ("before", "after", "model_before", "model_after")


def pictured(refinement: Refinement, failure: Failure) -> Failure:
    """The failure with its states as pictures show them: of a container within another only a text can be kept."""
    if refinement.shown is None:
        return failure
    try:
        before, after = (dict(refinement.shown(each)) if each else {} for each in (failure.before, failure.after))
    except (LookupError, AttributeError, TypeError, ValueError):  # arrays that are too broken to be drawn
        return failure
    return replace(failure, before=before, after=after)


def encode_failure(failure: Failure) -> dict[str, Any]:
    """The failure in what JSON can hold: states as drawn, arguments and results as written."""
    data = {name: getattr(failure, name) for name in ("claim", "message", "where", "start")}
    data["broken"] = list(failure.broken)
    data["configuration"] = {name: written(value) for name, value in failure.configuration.items()}
    data["trace"] = [
        {
            "operation": step.operation,
            "arguments": _arguments(step.arguments),
            "expected": _outcome(step.expected),
            "actual": _outcome(step.actual),
        }
        for step in failure.trace
    ]
    data |= {name: {key: shown(value) for key, value in getattr(failure, name).items()} for name in _STATES}
    return data


def _arguments(arguments: Sequence[Any]) -> list[str]:
    return [written(argument) for argument in arguments]


def _outcome(outcome: Outcome) -> dict[str, str]:
    return {"value": written(outcome.value), "error": outcome.error, "text": outcome.text}


def decode_failure(data: dict[str, Any]) -> Failure:
    """The failure that was encoded; a value of which the text is left is a `Written`."""
    steps = tuple(
        Step(
            step["operation"],
            tuple(Written(argument) for argument in step["arguments"]),
            *(Outcome(Written(end["value"]), end["error"], end["text"]) for end in (step["expected"], step["actual"])),
        )
        for step in data["trace"]
    )
    return Failure(
        claim=data["claim"],
        message=data["message"],
        where=data["where"],
        start=data["start"],
        configuration={name: Written(value) for name, value in data["configuration"].items()},
        trace=steps,
        broken=tuple(data["broken"]),
        before=_state(data["before"]),
        after=_state(data["after"]),
        model_before=_state(data["model_before"]),
        model_after=_state(data["model_after"]),
    )


def _state(data: dict[str, Any]) -> dict[str, Any]:
    return {name: restored(value) for name, value in data.items()}


# --- refusals

_MAKES: Final = re.compile(r"importlib|^<string>$|slotproof/declare/\w+\.py$")
"""Files of what imports a declaration, or makes its parts: whoever calls them there is to blame."""


def refusal(project: Project, error: BaseException) -> str:
    """Why the containers of a project cannot be had, with the line to blame; "" if they are not to blame."""
    if isinstance(error, Refused):
        return str(error)
    file = module_file(project.catalog)
    if file is None:
        return f"there is no module {project.catalog}"
    try:
        importlib.import_module(project.catalog)
    except SyntaxError as found:
        place = Place(Path(found.filename or str(file)).resolve(), found.lineno or 0)
        return f"{shortened(file.resolve())} cannot be imported: {type(found).__name__}: {found.msg} ({place})"
    except (Exception, SystemExit) as found:  # noqa: BLE001  whatever a declaration does, it is the one that failed
        frames = [frame for frame in traceback.extract_tb(found.__traceback__) if not _MAKES.search(frame.filename)]
        place = Place(Path(frames[-1].filename).resolve(), frames[-1].lineno or 0)
        return f"{shortened(file.resolve())} cannot be imported: {type(found).__name__}: {found} ({place})"
    return ""
