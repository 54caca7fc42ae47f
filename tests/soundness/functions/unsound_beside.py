"""What functions of another module use: it makes no claims, and holds no container."""


def doubled(number: int) -> int:
    return number * 2


def negated_if_plain(number: int) -> int:
    return -number if type(number) is int else number


def same_number(number: int) -> int:
    return number
