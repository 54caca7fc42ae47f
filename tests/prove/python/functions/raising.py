"""Functions of a number that raise errors and catch them, in a module of which the process has what the file says."""

from __future__ import annotations

from slotproof.spec.errors import Missing, OutOfRange, SlotproofError


def _few(number: int) -> int:
    """The number, if it is few."""
    if number > 2:
        raise Missing("more than two")
    return number + 10


def caught_as_one_of_two(number: int) -> int:
    """It is named beside another one."""
    try:
        found = _few(number)
    except (OutOfRange, Missing):
        found = 100
    return found + 1


def caught_as_another(number: int) -> int:
    """Only another one is named."""
    try:
        return _few(number)
    except OutOfRange:
        return 100


def caught_by_the_first(number: int) -> int:
    """Each of two would do."""
    try:
        return _few(number)
    except SlotproofError:
        return 100
    except Missing:
        return 1000


def caught_by_the_second(number: int) -> int:
    """The first one names another error."""
    try:
        return _few(number)
    except OutOfRange:
        return 100
    except Missing:
        return 1000


def caught_as_an_error_of_python(number: int) -> int:
    """It is one of a key."""
    try:
        return _few(number)
    except LookupError:
        return 100


def raised_as_another(number: int) -> int:
    """What handles it raises another one, which is caught further out."""
    try:
        try:
            return _few(number)
        except Missing as error:
            raise OutOfRange("again") from error
    except OutOfRange:
        return 100


def raised_again(number: int) -> int:
    """What handles it raises it once more."""
    found = 0
    try:
        try:
            found = _few(number)
        except Missing:
            found = 100
            raise
    except Missing:
        found += 1000
    return found


def raised_again_after_another(number: int) -> int:
    """Within what handles it another one is caught."""
    try:
        _few(number)
    except Missing:
        try:
            raise OutOfRange("beside")
        except OutOfRange:
            number = 5
        raise
    return number


def raised_in_the_end(number: int) -> int:
    """Nobody handles it."""
    try:
        number = _few(number)
    finally:
        number += 100
    return number


def asserted(number: int) -> int:
    """What is asserted is not caught."""
    assert number < 3
    return number


def left_in_a_loop(number: int) -> int:
    """Rounds that are left out, and one that is the last."""
    found = 0
    for each in (1, 2, 3, 4):
        if each == number:
            continue
        found += each
        if found > 5:
            break
    return found
