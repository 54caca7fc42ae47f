"""Mistakes in what is read of declarations."""

from __future__ import annotations

from typing import Final

from .mistake import (
    DECLARED,
    PROVE,
    REPLACED,
    SUMMARIES,
    Mistake,
)

OF_DECLARATION: Final = (
    Mistake(
        f"{PROVE}/declaration/make.py",
        'if name in ("order", "rank_order"):',
        "if False:",
        "tests/prove/declaration/test_make.py",
        "strict_and_weak",
    ),
    Mistake(f"{PROVE}/declaration/replaced.py", "return frozenset(cls.fields)", "pass", REPLACED, "computed"),
    Mistake(
        f"{PROVE}/declaration/make.py",
        "if not known or not all(map(isinstance, args, wanted)):",
        "if False:",
        "tests/prove/declaration/test_make.py",
        "does_not_take",
    ),
    Mistake(f"{PROVE}/declaration/make.py", " and (stays or name not in replaced(cell.cls)):", ":", REPLACED, "list"),
    Mistake(
        f"{PROVE}/declaration/claims.py",
        "    return cell is seen\n",
        "    return True\n",
        "tests/engine/test_stack.py",
        "is_proved",
    ),
    Mistake(
        f"{PROVE}/declaration/told.py",
        "if not ev.exact:\n        return None",
        "if False:\n        return None",
        DECLARED,
        "noted and sequence",
    ),
    Mistake(f"{PROVE}/declaration/told.py", "if not ev.looks:", "if False:", DECLARED, "list and before"),
    Mistake(f"{PROVE}/declaration/declared.py", "within=within", "within=False", SUMMARIES, "within_another"),
)
