"""One row of the tables: a form of Python, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Form:
    """One form: how it is written, what it means, the errors it may end in, what it costs, what is to be shown of it.

    takes, gives   kinds of the arguments and of the result, as the check of calls reads them; "?" after one that
                   may be left out, "*" after one that may be repeated
    changes        whether it changes its receiver
    """

    name: str
    meaning: str
    errors: str = ""
    cost: str = ""
    takes: tuple[str, ...] = ()
    gives: str = ""
    changes: bool = False


def by_name(*forms: Form) -> dict[str, Form]:
    """Return forms by their names."""
    return {form.name: form for form in forms}
