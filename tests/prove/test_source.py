"""What declarations name is found in the text, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.source import Module, Refusal


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("slotproof.impl.bitmask", "Nothing"),
        ("slotproof.impl.bitmask", "layout"),
        ("slotproof.impl.nothing", "Bitmask"),
    ],
)
def test_a_class_that_is_not_there_is_refused(module: str, name: str) -> None:
    """Of a name that nothing has, of a function, and of a module that is none."""
    assert Declarations().class_named("slotproof.impl.bitmask", "Bitmask").name == "Bitmask"
    with pytest.raises(Refusal, match="its text is not found"):
        Declarations().class_named(module, name)


@pytest.mark.parametrize(
    "text",
    [
        "if made:\n    import one as other",
        "if made:\n    from one import two as other",
        "if made:\n    from one import other",
        "for other in one:\n    pass",
        "if made:\n    def other():\n        pass",
    ],
)
def test_what_other_statements_bind_is_refused(text: str) -> None:
    """Where it is named, and nothing else is."""
    module = Module(Declarations(), "slotproof.impl.made", Path("made.py"), text)
    with pytest.raises(Refusal, match="no statement of a module in the language"):
        module.find("other")
    assert module.find("one") is None
