"""What the check says of expressions: their kinds, what is refused in each, and in which column of it."""

from typing import Final

GIVEN: Final = (
    "self, number: int, flag: bool, name: str, share: float, data: Any, thing: T, raw: bytes, row: list[int],"
    " ages: dict[int, str], few: set[int], pair: tuple[int, str], rest: tuple[int, ...], point: Point, stand: Stand,"
    " maybe: int | None, wide: int | str, seq: Sequence[str], going: Iterable[int], only: Distinct, own: Unique[str],"
    " do: Callable[[int], str], odd: tuple[list[int], int]"
)
"""What the expressions speak of, besides the fields of the box."""

TOP: Final = """
from slotproof.spec.errors import shown
from slotproof.spec.logic import (
    Distinct, Unique, alike, ascending, below, choose, conj, contains, encodable, exists, forall, forall_in, greatest,
    implies, leading, least, listed, mapped, negate, power_of_two, ranked, renamed, selected, within,
)

K = TypeVar("K")


class Odd:
    pass


class Point(NamedTuple):
    left: int
    name: str = "none"


class Stand:
    ROWS: ClassVar[tuple[int, str]] = (1, "one")
    size: int

    def __init__(self, size: int, name: str = "none") -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[str]:
        yield "one"

    def __contains__(self, item: int) -> bool:
        return item == self.size

    @property
    def twice(self) -> int:
        return 2 * self.size

    @classmethod
    def made(cls, size: int) -> "Stand":
        return cls(size)

    @staticmethod
    def least(one: int, other: int) -> int:
        return min(one, other)


def first(items: Sequence[K]) -> K:
    return items[0]


def either(one: K, other: K | None) -> K:
    return one if other is None else other


def both(one: int, *, other: int = 1) -> tuple[int, int]:
    return one, other


def each(items: Iterable[K]) -> list[K]:
    return list(items)


def pairs(held: dict[K, int]) -> K | None:
    return None


def parts(held: tuple[K, ...]) -> K:
    return held[0]


def done(do: Callable[[int], K]) -> K:
    return do(1)


def some(*rest: Any) -> int:
    return 1
"""

TOLD: Final = r"""
number + number                             : int
number + share                              : float
flag + number                               : operator_kinds@0
pair + pair                                 : tuple[int, str, int, str]
pair + rest                                 : tuple[int | str, ...]
rest + number                               : operator_kinds@0
row + number                                : operator_kinds@0
data + number                               : int
number - number                             : int
number - share                              : float
flag - number                               : operator_kinds@0
pair - pair                                 : operator_kinds@0
pair - rest                                 : operator_kinds@0
data - number                               : int
number * number                             : int
number * share                              : float
flag * number                               : operator_kinds@0
row * row                                   : operator_kinds@0
pair * pair                                 : operator_kinds@0
data * number                               : int
number / number                             : float
share / number                              : float
flag / number                               : operator_kinds@0
pair / pair                                 : operator_kinds@0
pair / rest                                 : operator_kinds@0
number // number                            : int
share // number                             : operator_kinds@0
number // share                             : operator_kinds@0
flag // number                              : operator_kinds@0
data // number                              : int
number % number                             : int
share % number                              : operator_kinds@0
number % share                              : operator_kinds@0
flag % number                               : operator_kinds@0
data % number                               : int
number ** number                            : int, power@0
number ** 2                                 : int
share ** number                             : operator_kinds@0, power@0
number ** share                             : operator_kinds@0, power@0
flag ** number                              : operator_kinds@0, power@0
data ** number                              : int, power@0
number << number                            : int
share << number                             : operator_kinds@0
number << share                             : operator_kinds@0
flag << number                              : operator_kinds@0
data << number                              : int
number >> number                            : int
share >> number                             : operator_kinds@0
number >> share                             : operator_kinds@0
flag >> number                              : operator_kinds@0
data >> number                              : int
number & number                             : int
share & number                              : operator_kinds@0
number & share                              : operator_kinds@0
flag & number                               : operator_kinds@0
data & number                               : int
number | number                             : int
share | number                              : operator_kinds@0
number | share                              : operator_kinds@0
flag | number                               : operator_kinds@0
data | number                               : int
number ^ number                             : int
share ^ number                              : operator_kinds@0
number ^ share                              : operator_kinds@0
flag ^ number                               : operator_kinds@0
data ^ number                               : int
number @ 2                                  : operator_kinds@0
-number                                     : int
~number                                     : int
not number                                  : bool
+number                                     : unary_plus@0
number[1:]                                  : no_entries@0
number[number]                              : no_entries@0
(number,)                                   : tuple[int]
[number]                                    : list[int]
{number}                                    : set[int]
{number: 1}                                 : dict[int, int]
[*number]                                   : list[nothing yet], star_kind@1
(*number, 1)                                : tuple[int, ...], star_kind@1
[x for x in number]                         : list[bad], no_items@12
len(number)                                 : int, form_kind@4
list(number)                                : list[nothing yet], form_kind@5
number if flag else None                    : int | None
number if flag else 1                       : int
number == number                            : bool
number < number                             : bool
number in number                            : bool, in_kind@0
"x" in number                               : bool, in_kind@0
number is None                              : bool
number and flag                             : and_or_value@0
flag or number                              : and_or_value@0
isinstance(number, int)                     : bool
isinstance(number, (list, tuple))           : bool, isinstance_never@0
type(number) is int                         : bool, type_known@0
first(number)                               : a value of the client, argument_kind@6
either(1, number)                           : int
each(number)                                : list[a value of the client], argument_kind@5
parts(number)                               : a value of the client, argument_kind@6
number.copy()                               : no_method@0
number.size                                 : no_attribute@0
number.index(1)                             : no_method@0
sum(number)                                 : int, form_kind@4
max(number)                                 : extreme_of_one@0
sorted(number)                              : list[nothing yet], form_kind@7
hash(number)                                : int
number(1)                                   : unannotated_function@0
bool(number)                                : bool
int(number)                                 : int, form_kind@4
number[name]                                : no_entries@0
shown(number)                               : str
tuple(number)                               : tuple[nothing yet, ...], form_kind@6
set(number)                                 : set[nothing yet], form_kind@4
-flag                                       : unary_kind@0
~flag                                       : unary_kind@0
not flag                                    : bool
flag[0]                                     : no_entries@0
{flag}                                      : set[bool], key_kind@0
{flag: 1}                                   : dict[bool, int], key_kind@0
(*flag, 1)                                  : tuple[int, ...], star_kind@1
len(flag)                                   : int, form_kind@4
flag if flag else None                      : bool | None
flag if flag else 1                         : bool | int
flag == flag                                : bool
flag < flag                                 : bool, no_order@0
number in flag                              : bool, in_kind@0
"x" in flag                                 : bool, in_kind@0
flag is None                                : bool
flag and flag                               : bool
flag or flag                                : bool
isinstance(flag, int)                       : bool, isinstance_never@0
isinstance(flag, (list, tuple))             : bool, isinstance_never@0
type(flag) is int                           : bool, type_known@0
either(1, flag)                             : int, argument_kind@10
sum(flag)                                   : int, form_kind@4
hash(flag)                                  : int
bool(flag)                                  : bool
int(flag)                                   : int
name[number]                                : no_entries@0
{name: 1}                                   : dict[str, int]
[*name]                                     : list[str], star_kind@1
(*name, 1)                                  : tuple[str | int, ...], star_kind@1
len(name)                                   : int
list(name)                                  : list[str], form_kind@5
number in name                              : bool, in_kind@0
isinstance(name, int)                       : bool, isinstance_never@0
first(name)                                 : str, argument_kind@6
each(name)                                  : list[str], argument_kind@5
max(name)                                   : str, extreme_of_one@0
sorted(name)                                : list[str], form_kind@7
int(name)                                   : int, form_kind@4
shown(name)                                 : str
tuple(name)                                 : tuple[str, ...], form_kind@6
set(name)                                   : set[str], form_kind@4
not share                                   : bool, condition@4
number in share                             : bool, in_kind@0
bool(share)                                 : bool, condition@5
-data                                       : int
~data                                       : int
data[0]                                     :
data[1:]                                    :
data[number]                                :
(data,)                                     : tuple[data of any kind]
[data]                                      : list[data of any kind]
{data}                                      : set[data of any kind]
{data: 1}                                   : dict[data of any kind, int]
[*data]                                     : list[data of any kind]
(*data, 1)                                  : tuple[data of any kind | int, ...]
[x for x in data]                           : list[data of any kind]
list(data)                                  : list[data of any kind]
data if flag else None                      : data of any kind | None
data if flag else 1                         : data of any kind | int
number in data                              : bool
"x" in data                                 : bool
isinstance(data, (list, tuple))             : bool
type(data) is int                           : bool
first(data)                                 :
either(1, data)                             : int
each(data)                                  : list[data of any kind]
parts(data)                                 : a value of the client
data.copy()                                 :
data.size                                   : attribute_of_any@0
data.index(1)                               :
sum(data)                                   : int
max(data)                                   :
sorted(data)                                : list[data of any kind]
data[name]                                  :
tuple(data)                                 : tuple[data of any kind, ...]
set(data)                                   : set[data of any kind]
thing < thing                               : bool, no_order@0
number in thing                             : bool, in_kind@0
thing.copy()                                : opaque_method@0
thing.index(1)                              : opaque_method@0
raw[0]                                      : int
raw[1:]                                     : bytes
raw[number]                                 : int
[*raw]                                      : list[int]
(*raw, 1)                                   : tuple[int, ...]
[x for x in raw]                            : list[int]
list(raw)                                   : list[int]
number in raw                               : bool, in_kind@0
first(raw)                                  : int, argument_kind@6
each(raw)                                   : list[int]
max(raw)                                    : int
sorted(raw)                                 : list[int]
raw[name]                                   : int, index_kind@4
tuple(raw)                                  : tuple[int, ...]
set(raw)                                    : set[int]
row[number]                                 : int
[*row]                                      : list[int]
[x for x in row]                            : list[int]
list(row)                                   : list[int]
row if flag else None                       : list[int] | None
row if flag else 1                          : list[int] | int
number in row                               : bool
"x" in row                                  : bool, never_in@0
first(row)                                  : int
each(row)                                   : list[int]
parts(row)                                  : int, argument_kind@6
row.copy()                                  : list[int]
row.index(1)                                : int
sorted(row)                                 : list[int]
hash(row)                                   : int, form_kind@5
row[name]                                   : int, index_kind@4
ages[0]                                     : str
ages[number]                                : str
number in ages                              : bool
ages[name]                                  : str, key_other@5
number in few                               : bool
set(few)                                    : set[int]
pair[1:]                                    : tuple[int | str, ...]
pair[number]                                : int | str
[*pair]                                     : list[int | str]
(*pair, 1)                                  : tuple[int | str, ...]
[x for x in pair]                           : list[int | str]
list(pair)                                  : list[int | str]
pair if flag else None                      : tuple[int, str] | None
pair if flag else 1                         : tuple[int, str] | int
number in pair                              : bool
first(pair)                                 : int | str
each(pair)                                  : list[int | str]
max(pair)                                   : int | str, no_order@0
sorted(pair)                                : list[int | str], no_order@0
pair[name]                                  : int | str, index_kind@5
tuple(pair)                                 : tuple[int | str, ...]
set(pair)                                   : set[int | str]
rest[number]                                : int
(*rest, 1)                                  : tuple[int, ...]
number in rest                              : bool
parts(rest)                                 : int
rest[name]                                  : int, index_kind@5
tuple(rest)                                 : tuple[int, ...]
point[number]                               : int | str
[*point]                                    : list[nothing yet]
number in point                             : bool
each(point)                                 : list[a value of the client]
max(point)                                  : int | str
sorted(point)                               : list[int | str]
point[name]                                 : int | str, index_kind@6
[x for x in stand]                          : list[str]
list(stand)                                 : list[nothing yet]
stand == stand                              : bool, equality@0
stand < stand                               : bool, equality@0
number in stand                             : bool
stand.size                                  : int
sorted(stand)                               : list[nothing yet]
tuple(stand)                                : tuple[nothing yet, ...]
set(stand)                                  : set[nothing yet]
maybe if flag else None                     : int | None
maybe if flag else 1                        : int | None
number in maybe                             : bool, in_kind@0
wide if flag else None                      : int | str | None
wide if flag else 1                         : int | str
number in wide                              : bool, in_kind@0
seq[1:]                                     : list[str]
seq[number]                                 : str
[*seq]                                      : list[str]
(*seq, 1)                                   : tuple[str | int, ...]
list(seq)                                   : list[str]
number in seq                               : bool, never_in@0
first(seq)                                  : str
each(seq)                                   : list[str]
parts(seq)                                  : str, argument_kind@6
seq.index(1)                                : int, form_kind@10
max(seq)                                    : str
sorted(seq)                                 : list[str]
seq[name]                                   : str, index_kind@4
tuple(seq)                                  : tuple[str, ...]
set(seq)                                    : set[str]
only[1:]                                    : list[int]
only[number]                                : int
number in only                              : bool
only[name]                                  : int, index_kind@5
own[number]                                 : str
number in own                               : bool, never_in@0
own[name]                                   : str, index_kind@4
pair[1]                                     : str
pair[2]                                     : no_part@0
pair[-1]                                    : int | str
pair[flag]                                  : int | str, index_kind@5
odd[0]                                      : list[int]
odd[number]                                 : list[int] | int
point.left                                  : int
point.name                                  : str
point.more                                  : no_attribute@0
point._replace(left=2)                      : Point
point._replace(left=name)                   : Point, part_kind@20
point._replace(more=2)                      : Point, unknown_parts@20
Point(1)                                    : Point
Point(1, "a")                               : Point
Point(1, name="a")                          : Point
Point("a")                                  : Point, part_kind@6
Point()                                     : Point, missing_part@0
Point(1, "a", 2)                            : Point, unknown_parts@0
Point(1, left=2)                            : Point, unknown_parts@0
Point(left=1)                               : Point
Point(more=1, left=1)                       : Point, unknown_parts@0
Point(*pair)                                : Point
Stand(1)                                    : Stand
Stand(size=1)                               : Stand
Stand(1, size=2)                            : Stand, unknown_argument@9
Stand()                                     : Stand, missing_argument@0
Stand(name, name)                           : Stand, argument_kind@6
Stand(1, "a", 2)                            : Stand, too_many_arguments@14
Stand.made(1)                               : Stand
Stand.made()                                : Stand, missing_argument@0
Stand.least(1, 2)                           : int
Stand.ROWS                                  : tuple[int, str]
Stand.ROWS[0]                               : int
stand.ROWS                                  : tuple[int, str]
stand.twice                                 : int
stand.made(1)                               : Stand
stand.least(1, 2)                           : int
stand.least(1)                              : int, missing_argument@0
stand.more()                                : no_method@0
stand.twice()                               : int
stand.__len__()                             : dunder@0
stand.made                                  : method_value@0
Stand.more                                  : no_attribute@0
Stand.more()                                : no_class_method@0
Stand                                       : class_named@0
Odd()                                       :
Odd(1)                                      : no_constructor@0
both(1)                                     : tuple[int, int]
both(1, other=2)                            : tuple[int, int]
both(1, 2)                                  : tuple[int, int], too_many_arguments@8
both(1, more=2)                             : tuple[int, int], unknown_argument@8
both(other=2)                               : tuple[int, int], missing_argument@0
both(name)                                  : tuple[int, int], argument_kind@5
both(1, other=name)                         : tuple[int, int], argument_kind@14
both(*rest)                                 : tuple[int, int], star_argument@5
both(*(1,))                                 : tuple[int, int]
some()                                      : int
some(1, 2)                                  : int
some(*rest)                                 : int
pairs(ages)                                 : int | None, argument_kind@6
pairs({"a": 1})                             : str | None
done(lambda x: x)                           : int
done(lambda x: name)                        : str
done(lambda: 1)                             : a value of the client, lambda_arguments@5, argument_kind@5
done(lambda x, y: 1)                        : lambda_arguments@5, argument_kind@5
done(do)                                    : str
done(number)                                : a value of the client, argument_kind@5
do(1)                                       : str
do()                                        : str, client_arguments@0
do(1, 2)                                    : str, client_arguments@0
do(x=1)                                     : str, client_arguments@0
do                                          : function[int, str]
do(*rest)                                   : str
both                                        : function[int, tuple[int, int]]
len                                         : name_value@0
len()                                       : int, form_arguments@0
len(row, row)                               : int, form_arguments@0
len(x=row)                                  : int, form_arguments@0, form_keyword@4
range(number)                               : range[int]
range(1, number)                            : range[int]
range(1, 2, 3, 4)                           : range[int], form_arguments@0
range(0, 9, 0)                              : range[int], step@0
range(name)                                 : range[int], form_kind@6
enumerate(row)                              : iterator_named@0
list(enumerate(ages))                       : list[tuple[int, int]]
list(zip(row, seq, strict=True))            : list[tuple[int, str]]
list(zip(row, seq))                         : list[tuple[int, str]], zip_strict@5
list(zip(row, strict=True))                 : list[tuple[int]], form_arguments@5
list(reversed(row))                         : list[int]
list(reversed(few))                         : list[int], form_kind@14
list(reversed(range(3)))                    : list[int], form_kind@14
list(iter(row))                             : list[int]
list(map(lambda x: x, row))                 : list[data of any kind]
list(map(do, row))                          : list[str]
list(map(number, row))                      : list[data of any kind], form_kind@9
next(x for x in row)                        : int
next((x for x in row), None)                : int
list()                                      : list[nothing yet]
tuple()                                     : tuple[None, ...]
set()                                       : set[nothing yet]
list(going)                                 : list[int]
sorted(row, reverse=True)                   : list[int]
sorted(row, reverse=1)                      : list[int], form_kind@0
sorted(row, key=lambda x: -x)               : list[int]
sorted(row, key=lambda x: row)              : list[int]
sorted(row, lambda x: x)                    : list[int], form_arguments@0, lambda_value@12
sorted([row])                               : list[list[int]]
sorted([data])                              : list[data of any kind]
sum(x > 1 for x in row)                     : int
sum(row, 2)                                 : int
sum(row, name)                              : int, form_kind@9
any(x > 1 for x in row)                     : bool
any(row)                                    : bool, form_kind@4
all(flag for x in row)                      : bool
all([])                                     : bool
min(row)                                    : int
min(number, 2)                              : int
min(number, name)                           : int | str, no_order@0
min(row, default=0)                         : int
min(row, default=None)                      : int | None
max(row, key=lambda x: -x)                  : int
max()                                       : None, form_arguments@0
abs(number)                                 : int
abs(name)                                   : int, form_kind@4
divmod(number, 2)                           : tuple[int, int]
divmod(number)                              : tuple[int, int], form_arguments@0
divmod(share, 1)                            : tuple[int, int], form_kind@7
ord(name)                                   : int
ord(raw)                                    : int, form_kind@4
callable(data)                              : bool
isinstance(data, int | str)                 : bool
isinstance(data, (int, Stand))              : bool
isinstance(data, Stand)                     : bool
isinstance(data, number)                    : bool, isinstance_class@17
isinstance(data, type(self))                : bool
isinstance(data)                            : bool, isinstance_arguments@0
isinstance(data, float)                     : bool
isinstance(data, object)                    : bool, isinstance_class@17
isinstance(seq, tuple)                      : bool
isinstance(only, list)                      : bool
isinstance(number, str)                     : bool, isinstance_never@0
isinstance(wide, str)                       : bool
isinstance(point, tuple)                    : bool, isinstance_never@0
isinstance(point, Point)                    : bool
type(data)                                  : type_of@0
type(data) is str                           : bool
type(data) is list                          : bool, type_known@0
type(data) == int                           : bool, type_of@0, name_value@14
type(self)                                  : type_of@0
row.pop()                                   : int
row.pop(0)                                  : int
row.pop(name)                               : int, form_kind@8
row.pop(0, 1)                               : int, form_arguments@0
row.count(1)                                : int
row.count(name)                             : int, form_kind@10
row.index(number)                           : int
row.reverse()                               : None
row.append(1)                               : None
row.append(name)                            : None, form_kind@11
row.append()                                : None, form_arguments@0
row.insert(0, 1)                            : None
row.insert(1)                               : None, form_arguments@0
row.extend([1])                             : None
row.extend(number)                          : None, form_kind@11
row.remove(1)                               : None
row.clear()                                 : None
row.sort()                                  : None
row.sort(key=lambda x: -x)                  : None
row.sort(reverse=flag)                      : None
rest.append(1)                              : no_method@0
seq.index("a")                              : int
seq.append("a")                             : no_method@0
ages.get(1)                                 : str | None
ages.get(1, "a")                            : str
ages.get(1, 2)                              : str | int
ages.get("a")                               : str | None, form_kind@9
ages.get()                                  : str | None, form_arguments@0
ages.pop(1)                                 : str
ages.pop(1, 2)                              : str | int
ages.setdefault(1, "a")                     : str
ages.setdefault(1, 2)                       : str, form_kind@19
ages.setdefault(1)                          : str, form_arguments@0
list(ages.items())                          : list[tuple[int, str]]
list(ages.keys())                           : list[int]
list(ages.values())                         : list[str]
ages.update({1: "a"})                       : None
ages.update(row)                            : None, form_kind@12
ages["a"]                                   : str, key_other@5
few.add(1)                                  : None
few.add("a")                                : None, form_kind@8
few.discard(1)                              : None
few.isdisjoint(row)                         : bool
few.issubset([1])                           : bool
few.union(row)                              : set[int]
few.intersection({1})                       : set[int]
few.difference(rest)                        : set[int]
few <= {1}                                  : bool
only.append(name)                           : None, form_kind@12
only.prepend(1)                             : None
only.popleft()                              : int
only.popleft(1)                             : int, form_arguments@0
only.swap_remove(1)                         : None
only.exchange(1, 2)                         : None
only.exchange(1)                            : None, form_arguments@0
only.replace(1, 2)                          : None
only.place(1)                               : int
only[:1]                                    : list[int]
own.append("a")                             : None
own.append(1)                               : None, form_kind@11
own.place("a")                              : int
name.encode()                               : bytes
name.lower()                                : str
name.join(seq)                              : str
name.join(row)                              : str, form_kind@10
name.upper()                                : no_method@0
raw.decode()                                : str
share.as_integer_ratio()                    : tuple[int, int]
math.isfinite(share)                        : bool
math.trunc(share)                           : int
math.isfinite(name)                         : bool, form_kind@14
math.more(1)                                : module_name@0
math.trunc                                  : no_attribute@0
conj(flag, flag)                            : bool
conj(flag, number)                          : bool, argument_kind@11
implies(flag, flag)                         : bool
negate(flag)                                : bool
forall(0, 3, lambda i: flag)                : bool
forall(0, 3, lambda i: i)                   : bool
forall(0, lambda i: flag)                   : bool, missing_argument@0, argument_kind@10
exists(0, number, lambda i: i > 1)          : bool
forall_in(row, lambda x: x > 1)             : bool
forall_in(seq, lambda x: x > 1)             : bool, never_equal@25
choose(flag, 1, 2)                          : int
choose(flag, 1, name)                       : int, argument_kind@16
contains(row, 1)                            : bool
within(1, 0, 2)                             : bool
mapped(ages, lambda key, value: 1)          : dict[int, int]
renamed(ages, lambda k: k, lambda v: v)     : dict[int, a value of the client], missing_argument@0
greatest(few, 0)                            : int
least(0, 9, lambda i: flag)                 : int
alike(few, few)                             : bool
below(few, 3)                               : int
leading(own, 1)                             : set[int], argument_kind@8
ranked(few, 1)                              : int
listed(row, lambda x: name)                 : list[str]
ascending(0, 9, lambda i: flag)             : distinct[int], argument_kind@13, too_many_arguments@16
selected(row, lambda x: flag)               : distinct[int]
power_of_two(3)                             : bool
encodable(name)                             : bool
Unique()                                    : distinct[nothing yet]
Unique([1])                                 : distinct[int]
Distinct()                                  : distinct[nothing yet]
Distinct([1])                               : distinct[int]
Distinct(range(3))                          : distinct[int]
(1, 2)                                      : tuple[int, int]
(1, *row)                                   : tuple[int, ...]
(1, *pair)                                  : tuple[int | str, ...]
[1, 2]                                      : list[int]
[1, "a"]                                    : list[int | str]
[1, None]                                   : list[int | None]
[]                                          : list[nothing yet]
{}                                          : dict[nothing yet, nothing yet]
{1, 2}                                      : set[int]
{1, "a"}                                    : set[int | str], key_kind@0
{1: "a"}                                    : dict[int, str]
{1: "a", 2: 3}                              : dict[int, str | int]
{**ages}                                    : dict[int, str]
{**ages, 3: 4}                              : dict[int, str | int]
{**{"a": 1}, 2: 3}                          : dict[str | int, int], key_kind@0
{**row}                                     : dict[nothing yet, nothing yet], double_star_kind@3
[*row, 1]                                   : list[int]
[*row, *seq]                                : list[int | str]
[x + 1 for x in seq]                        : list[bad], operator_kinds@1
[(x, y) for x, y in ages.items()]           : list[tuple[int, str]]
[x for x, y in pair]                        : list[bad], no_parts@7, no_parts@7
[x for x in odd]                            : list[list[int] | int]
{x for x in row}                            : set[int]
{row for x in row}                          : set[list[int]], key_kind@0
{x: name for x in row}                      : dict[int, str]
{(x, x): 1 for x in row}                    : dict[tuple[int, int], int]
[x for x in row if x]                       : list[int]
[x for x in row if thing]                   : list[int], condition@19
[[y for y in row] for x in row]             : list[list[int]]
[y for x in row for y in seq]               : list[str]
[x for [x, y] in [pair]]                    : list[int]
list(x for x in row)                        : list[int]
(x for x in row)                            : iterator_named@0
(lambda: 1)                                 : function[int]
lambda x: x                                 : function[data of any kind, data of any kind]
1 if flag else 2                            : int
1 if flag else name                         : int | str
1 if thing else 2                           : int, condition@5
row if flag else [name]                     : list[int] | list[str]
maybe if maybe is not None else 0           : int
maybe if maybe is None else 0               : None | int
0 if maybe is None else maybe               : int
maybe is not None and maybe > 1             : bool
maybe is None or maybe > 1                  : bool
maybe is None and maybe > 1                 : bool, never_equal@18
flag and maybe > 1                          : bool, no_order@9
not (flag or number)                        : bool, condition@13
wide if isinstance(wide, str) else 1        : str | int
wide if not isinstance(wide, str) else 1    : int
self.maybe if self.maybe is not None else 0 : int
self.maybe if self.flag else 0              : int | None
data if isinstance(data, int) else 1        : data of any kind | int
number < 2 < share                          : bool
number < name                               : bool, never_equal@0
number == name                              : bool, never_equal@0
flag == number                              : bool, never_equal@0
name in row                                 : bool, never_in@0
name in seq                                 : bool
name in ages                                : bool, never_in@0
number in going                             : bool, in_kind@0
number in range(3)                          : bool, in_kind@0
do in [do]                                  : bool, equality@0
stand in [stand]                            : bool, equality@0
number not in only                          : bool
number is number                            : bool, identity@0
number is True                              : bool, identity@0
None is number                              : bool, identity@0
type(data) is number                        : bool, type_known@0
type(data, 1) is int                        : bool, identity@0
self.items                                  : list[int]
self.items[0]                               : int
self.more                                   : no_attribute@0
self.take(1)                                : int
self.take("a")                              : int, argument_kind@10
self.take                                   : method_value@0
self.look()                                 : list[int]
self.all_of()                               : iterator_named@0
list(self.all_of())                         : list[int]
self.SIZES                                  : tuple[int, ...]
self.SIZES[0]                               : int
Box.SIZES                                   : tuple[int, ...]
self.cell                                   : Cell
self.cell.value                             : int
self.stored                                 : list[T]
self.stored[0]                              : T
self.pairs                                  : list[Pair]
self.pairs[0].one                           : int
self.rows[1]                                : list[int]
self.rows[1][0]                             : int
self.grid[0][0]                             : int
self.ages[1]                                : int
self.kept()                                 : int
Box()                                       : Box
Box(1)                                      : Box, too_many_arguments@4
Box.look()                                  : list[int], base_without_self@0, missing_argument@0
Box.look(self)                              : list[int]
Box.kept(self)                              : int
Base.kept(self)                             : int
super().kept()                              : int
super().more()                              : super@0
super(Box, self).kept()                     : super@0
super()                                     : super_value@0
getattr(self, "items")                      : computed_field@0
setattr(self, "number", 1)                  : None, computed_field@0
vars(self)                                  : vars@0
self.__dict__                               : dunder@0
self.__class__                              : dunder@0
thing.more()                                : opaque_method@0
data.append(1)                              :
data.more                                   : attribute_of_any@0
LIMIT                                       : int
NAMES                                       : tuple[str, str]
NAMES[0]                                    : str
LIMIT(1)                                    : no_function@0
math                                        : name_builtin@0
Missing                                     : class_named@0
Missing("a")                                : class_named@0, error_elsewhere@0
Exception("a")                              : class_named@0, error_elsewhere@0
nothing                                     : name_unbound@0
print(1)                                    : name_builtin@0
__name__                                    : name_underscores@0
__debug__                                   : name_underscores@0
...                                         : constant_kind@0
1.5                                         : float
1j                                          : constant_kind@0
b"a"                                        : bytes
"a"                                         : str
"a" "b"                                     : str
f"{name}"                                   : str, text@0
f"{number}"                                 : str, text@0
f"{number:3}"                               : str, text@0, text_format@0
True                                        : bool
None                                        : None
number if number else 0                     : int
row[flag]                                   : int, index_kind@4
row[1:name]                                 : list[int], slice_kind@6
row[::2]                                    : list[int]
row[::number]                               : list[int], step@4
row[::0]                                    : list[int], step@4
row[::-1]                                   : list[int]
[1, 2][0]                                   : int
(1, "a")[1]                                 : str
[row, [1]][0]                               : list[int]
{1: row}[1]                                 : list[int]
[x := 1]                                    : list[bad], expression@1
row.append                                  : no_attribute@0
len(row).real                               : no_attribute@0
(1).real                                    : no_attribute@0
number.real                                 : no_attribute@0
"""
"""Each expression, and from column 46 on its kind, and mistakes with their columns; nothing of data of any kind."""
