"""What fields of a declaration are, whoever reads them: nothing that is gone once it was looked at."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

_KINDS: Final[dict[str, Any]] = {"tuple": (tuple, list), "str": str, "bool": bool, "int": int}


@dataclass(frozen=True)
class Said:
    """A part of a declaration: its tuples, texts, truths and numbers are such.

    Raises     TypeError, if a field is something else
    """

    def __post_init__(self) -> None:
        for each in fields(self):
            value, optional = getattr(self, each.name), str(each.type).endswith(" | None")
            head = str(each.type).removesuffix(" | None").partition("[")[0]
            if not isinstance(value, _KINDS.get(head, object)) and not (optional and value is None):
                what = f"`{each.name}=` of {type(self).__name__} is a {type(value).__name__}"
                raise TypeError(f"{what}: judges read it, more than once, as a {head}; give one")
