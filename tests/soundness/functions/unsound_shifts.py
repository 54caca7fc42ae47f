"""Pairs of shifts and masks: those that are the same are proved to be, of the others the wrong one is not proved."""

from __future__ import annotations

from typing import Final

from .unsound import Either


def down(box: Either, number: int) -> int:
    return number >> 2


def towards_zero(box: Either, number: int) -> int:
    return number >> 2 if number >= 0 else -(-number >> 2)


def two_bits(box: Either, number: int) -> int:
    return number & 6


def three_bits(box: Either, number: int) -> int:
    return number & 7


def without_bits(box: Either, number: int) -> int:
    return number & ~6


def less_six(box: Either, number: int) -> int:
    return number - 6


def apart(box: Either, number: int) -> int:
    return (number & 3) | (number << 2)


def apart_as_a_sum(box: Either, number: int) -> int:
    return (number & 3) + 4 * number


def overlapping(box: Either, number: int) -> int:
    return (number & 3) | (number & 6)


def overlapping_as_a_sum(box: Either, number: int) -> int:
    return (number & 3) + (number & 6)


def with_a_bit(box: Either, number: int) -> int:
    return number | 4


def and_four(box: Either, number: int) -> int:
    return number + 4


def below_four(box: Either, number: int) -> int:
    return number | 4 if number < 4 else 0


def below_four_as_a_sum(box: Either, number: int) -> int:
    return number + 4 if number < 4 else 0


def any_bit(box: Either, number: int) -> bool:
    return number | (number - 1) != 0


def never_none(box: Either, number: int) -> bool:
    return number != 1


def low_bits(box: Either, number: int) -> int:
    return number * number & (1 << number) - 1 if number >= 0 else 0


def left_over(box: Either, number: int) -> int:
    return number * number % 2**number if number >= 0 else 0


def left_over_of_twice(box: Either, number: int) -> int:
    return number * number % 2 ** (number + 1) if number >= 0 else 0


def beside(box: Either, number: int) -> int:
    return number * number % 2**number | number << number if number >= 0 else 0


def beside_turned(box: Either, number: int) -> int:
    return number << number | number * number % 2**number if number >= 0 else 0


def beside_as_a_sum(box: Either, number: int) -> int:
    return number * number % 2**number + (number << number) if number >= 0 else 0


def upon(box: Either, number: int) -> int:
    return number * 3 % 2 ** (number + 1) | number << number if number >= 0 else 0


def upon_as_a_sum(box: Either, number: int) -> int:
    return number * 3 % 2 ** (number + 1) + (number << number) if number >= 0 else 0


def down_again(box: Either, number: int) -> int:
    return number * number >> number >> number >> number if number >= 0 else 0


def down_at_once(box: Either, number: int) -> int:
    return number * number >> number + number + number if number >= 0 else 0


def down_once(box: Either, number: int) -> int:
    return number * number >> number if number >= 0 else 0


def put_back(box: Either, number: int) -> int:
    return (number * number & ~number) | (number + 5 & number)


def put_back_as_a_sum(box: Either, number: int) -> int:
    return number * number - (number * number & number) + (number + 5 & number)


def put_upon(box: Either, number: int) -> int:
    return (number * number & ~number) | (number + 5 & number * number)


def put_upon_as_a_sum(box: Either, number: int) -> int:
    return number * number - (number * number & number) + (number + 5 & number * number)


SAME: Final = [
    (apart, apart_as_a_sum),
    (low_bits, left_over),
    (beside, beside_as_a_sum),
    (beside_turned, beside_as_a_sum),
    (down_again, down_at_once),
    (put_back, put_back_as_a_sum),
    *((each, each) for each in (down, two_bits, three_bits, without_bits)),
]
WRONG: Final = [
    (down, towards_zero),
    (two_bits, three_bits),
    (without_bits, less_six),
    (overlapping, overlapping_as_a_sum),
    (with_a_bit, and_four),
    (low_bits, left_over_of_twice),
    (upon, upon_as_a_sum),
    (down_again, down_once),
    (put_upon, put_upon_as_a_sum),
    (below_four, below_four_as_a_sum),
    (any_bit, never_none),
    (apart, overlapping),
]
