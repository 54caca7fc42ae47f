"""What declarations name is found in the text, or refused."""

from __future__ import annotations

import ast
from pathlib import Path
from types import FunctionType

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


def made(text: str, file: str, module: str) -> FunctionType:
    """The function of a text that such a module is said to have."""
    names: dict[str, FunctionType] = {}
    exec(compile(text, file, "exec", dont_inherit=True), {"__name__": module}, names)
    return names["f"]


def test_a_function_of_no_text_is_refused() -> None:
    """Of a module that has another text, and of one that has none."""
    for module in ("slotproof.impl.bitmask", "nowhere"):
        with pytest.raises(Refusal, match="its text is not found"):
            Declarations().closure(made("def f():\n    return 1\n", "made.py", module))


def test_of_a_changed_module_both_texts_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever a function was made of."""
    before, after = "def f():\n    return 1\n", "\n\ndef f():\n    return 2\n"
    file = tmp_path / "changed_module.py"
    file.write_text(before, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    program = Declarations({"changed_module": after})
    assert program.module("changed_module") is not None
    for text, place, said in ((before, str(file), "return 1"), (after, "changed", "return 2")):
        assert ast.unparse(program.closure(made(text, place, "changed_module")).function.node).endswith(said)
