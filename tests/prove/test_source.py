"""What declarations name is found in the text, or refused."""

from __future__ import annotations

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.source import Refusal


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
