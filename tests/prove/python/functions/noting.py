"""What a loop may be declared to note, in a module of which the process has what the file says."""

from __future__ import annotations

from typing import Any

from slotproof.spec.logic import forall, implies

# --- of a view of a registry


def nothing_there(at: Any) -> tuple[int, int]:
    """Of no position."""
    return -1, -1


def no_pair(at: Any) -> Any:
    """A number alone."""
    return at.index


def what_is_noted(at: Any) -> Any:
    """A variant that asks for it."""
    return at.noted(0)


# --- of a loop that sets all items of a list


def next_place(at: Any) -> tuple[Any, Any]:
    """Of the place of the round, the one behind it."""
    return at.index - 1, at.index


def always_of_the_first(at: Any) -> tuple[Any, Any]:
    """Of the first place, the one behind that of the round."""
    return 0, at.index


def _is_long(at: Any) -> Any:
    return len(at.now.items) == len(at.before.items)


def _is_set(at: Any) -> Any:
    return forall(0, at.index, lambda place: at.now.items[place] == at.local["number"])


def set_so_far(at: Any) -> dict[str, Any]:
    """The items that were passed are set."""
    return {"as long as before": _is_long(at), "set": _is_set(at)}


def is_noted(at: Any) -> dict[str, Any]:
    """Of each place that was passed, the one behind it."""
    noted = forall(0, at.index, lambda place: at.noted(place) == place + 1)
    return {"as long as before": _is_long(at), "set": _is_set(at), "noted": noted}


def rests_on_what_is_noted(at: Any) -> dict[str, Any]:
    """The items that were passed are set, as far as was noted of each."""
    noted = forall(0, at.index, lambda place: at.noted(place) == place + 1)
    said = forall(
        0, at.index, lambda place: implies(at.noted(place) == place + 1, at.now.items[place] == at.local["number"])
    )
    return {"as long as before": _is_long(at), "noted": noted, "set": said}


def only_if_it_is_noted(at: Any) -> dict[str, Any]:
    """The same, but not that anything was noted."""
    said = forall(
        0, at.index, lambda place: implies(at.noted(place) == place + 1, at.now.items[place] == at.local["number"])
    )
    return {"as long as before": _is_long(at), "set": said}


def noted_before(at: Any) -> dict[str, Any]:
    """What is not so: something was noted before the first round."""
    return {"as long as before": _is_long(at), "set": _is_set(at), "nothing": at.noted(0) == 0}


def noted_ahead(at: Any) -> dict[str, Any]:
    """What is not so: something is noted of places to come."""
    ahead = forall(at.index, at.length, lambda place: at.noted(place) == place)
    return {"as long as before": _is_long(at), "set": _is_set(at), "ahead": ahead}


def noted_of_itself(at: Any) -> dict[str, Any]:
    """What is not so: each place was noted of itself."""
    itself = forall(0, at.index, lambda place: at.noted(place) == place)
    return {"as long as before": _is_long(at), "set": _is_set(at), "itself": itself}
