"""Methods and what stands above them, in which each line that is refused says as what: `#: mistake`, each as often as told."""

from typing import Final

TOP: Final = """
K = TypeVar("K")
SIZE: Final = 3
MORE: Final = SIZE + 1
SHIFTED: Final = 1 << 3
BOTH: Final = (1, 2) + (3,)
PART: Final = BOTH[1:]
SPREAD: Final = (*BOTH, 4)
TEXTS: Final = ("number", "items")
WORD: Final = "a" + "b"  #: module_constant
LESS: Final = SIZE - 1
QUOTIENT: Final = 7 // 2
POWER: Final = 2 ** 3
HALF: Final = 1 / 2
LIST: Final = [1]  #: module_constant
CALLED: Final = len((1, 2))  #: module_constant
LATER: Final = LAST  #: module_constant
LAST: Final = 3
SPREAD_NUMBER: Final = (*SIZE, 1)
PLAIN = 3
NAMED: Final = Pair(1, 2)
HIDDEN: int = 3


def first(items: Sequence[K]) -> K:
    return items[0]


def doubled(*rest: Any) -> int:
    return 2


def falls(value: int) -> int:
    if value == 0:
        return 0
    return falls(value - 1)


def stays(value: int) -> int:
    if value == 0:
        return 0
    return stays(value)  #: recursion


def rises(value: int) -> int:
    if value == 0:
        held = 1
    return rises(value - 1)  #: recursion


def other_way(value: int) -> int:
    if value == 0:
        return 0
    else:
        return other_way(value - 1)  #: recursion


def assigned_again(value: int) -> int:
    if value == 0:
        return 0
    value = value - 1
    return assigned_again(value + 0)  #: recursion


def grown(row: list[int]) -> None:
    row.append(1)


def kept(row: list[int]) -> list[int]:
    return row


def fresh(row: list[int]) -> list[int]:
    return row.copy()


def either(one: list[int], other: list[int]) -> list[int]:
    return one if len(one) > 2 else other


class Shape:
    size: int

    def __init__(self, size: int = 1) -> None:
        self.size = size

    @property
    def twice(self) -> int:
        self.size = 2  #: quiet_changes
        return self.size

    def __len__(self) -> int:
        self.size += 1  #: quiet_changes
        return self.size

    def __iter__(self) -> Iterator[int]:
        yield self.size


class Round(Shape):
    rows: list[int]

    def __init__(self, rows: list[int]) -> None:
        super().__init__(2)
        self.rows = rows.copy()


class Double(Shape, Pair):  #: base
    pass


class Flat(Shape):
    rows: list[int]

    def __init__(self, flag: bool) -> None:  #: init_incomplete
        Shape.__init__(self)
        if flag:
            self.rows = []


class Even(Shape):
    rows: list[int]

    def __init__(self, flag: bool) -> None:
        Shape.__init__(self)
        if flag:
            self.rows = []
        else:
            self._begin()

    def _begin(self) -> None:
        self.rows = [1]


class Early(Shape):
    rows: list[int]

    def __init__(self, flag: bool) -> None:  #: init_incomplete
        self.size = 1
        if flag:
            return
        self.rows = []


class Raising(Shape):
    rows: list[int]

    def __init__(self, flag: bool) -> None:
        self.size = 1
        if flag:
            raise Missing("none")
        self.rows = []


class Looping(Shape):
    rows: list[int]

    def __init__(self, flag: bool) -> None:  #: init_incomplete
        self.size = 1
        for each in (1, 2):
            self.rows = []
"""

MEMBERS: Final = '''
def assigned_in_one_branch(self, flag: bool) -> int:
    if flag:
        held = 1
    return held  #: unassigned


def assigned_in_both(self, flag: bool) -> int:
    if flag:
        held = 1
    elif self.flag:
        held = 2
    else:
        raise Missing("none")
    return held


def assigned_in_a_loop(self, given: list[int]) -> int:
    for each in given:
        held = each
    return held  #: unassigned


def assigned_before_a_break(self, given: list[int]) -> int:
    while True:
        held = 1
        if self.flag:
            break
    return held  #: unassigned


def loop_variable_afterwards(self, given: list[int]) -> int:
    for each in given:
        pass
    return each  #: unassigned


def told_once(self) -> int:
    self.take(held)  #: unassigned
    held = 1
    return held


def assigned_by_try(self) -> int:
    try:
        held = self.take(1)
    except Missing:
        pass
    return held  #: unassigned


def ends_without(self, flag: bool) -> int:  #: no_result
    if flag:
        return 1


def ends_always(self, flag: bool) -> int:  #: no_result
    while True:
        if flag:
            return 1


def raises_at_last(self, flag: bool) -> int:
    if flag:
        return 1
    raise Missing("none")


def of_two_kinds(self, flag: bool) -> None:
    held = 1
    held = "a"  #: name_kind
    other = 1
    other = None
    some = None
    some = 2
    self.take(other)  #: argument_kind
    self.take(some)


def of_a_wider_kind(self, wide: int | str) -> None:
    wide = 3
    self.take(wide)
    held: int | None = None
    held = self.take(1)
    self.take(held)
    more: int = "a"  #: annotated_kind
    more: str = "a"  #: name_kind


def of_its_own_names(self) -> None:
    len = 1  #: builtin_hidden
    __held = 2  #: local_underscores
    for sum in self.items:  #: builtin_hidden
        pass


def told_by_tests(self, maybe: int | None, wide: int | str) -> int:
    if maybe is None:
        return 0
    self.take(maybe)
    if isinstance(wide, str):
        self.take(wide)  #: argument_kind
    else:
        self.take(wide)
    if maybe is not None and isinstance(wide, int):
        self.take(maybe + wide)
    while self.maybe is not None:
        self.take(self.maybe)
        self.maybe = None
    assert self.maybe is None
    if self.maybe is not None:
        self.append(1)  #: no_method
        self.take(self.maybe)  #: argument_kind
    return maybe


def untold_by_a_change(self) -> None:
    if self.maybe is None:
        return
    self.take(self.maybe)
    self.number = 3
    self.take(self.maybe)  #: argument_kind
    if self.maybe is not None:
        self.items.append(1)
        self.take(self.maybe)  #: argument_kind


def untold_by_a_loop(self, maybe: int | None) -> None:
    if maybe is not None:
        for each in self.items:
            self.take(maybe)  #: argument_kind
            maybe = None


def told_by_both_branches(self, maybe: int | None) -> None:
    if self.flag:
        maybe = 1
    else:
        maybe = 2
    self.take(maybe)


def exchanged(self, other: "Box[T]") -> None:
    self.items, self.work = self.work, self.items
    self.items, other.items = other.items, self.items
    self.items, self.work = self.work, self.work  #: alias alias
    held = self.items
    self.items = self.work
    self.work = held


def exchanged_wrongly(self) -> None:
    held = self.items
    self.items = self.work  #: alias
    self.work = self.grid[0]  #: alias


def exchanged_beside(self) -> None:
    self.number = 1
    held = self.items
    self.items = self.work
    self.work = held
    self.work = self.items  #: alias


def held_by_two(self, row: list[int]) -> None:
    self.items = row  #: alias
    self.work = row.copy()
    self.grid.append(row)  #: alias
    self.grid.append(row[:1])
    self.grid.append(list(row))
    self.grid.append(sorted(row))
    self.grid.append([*row])
    self.grid.append(row + [1])
    self.grid.append(kept(row))  #: alias
    self.grid.append(kept([1]))
    self.grid.append(fresh(row))
    self.grid.append(either([1], [2]))
    self.grid.append(either(row, [2]))  #: alias
    self.grid.append(either([1], self.items))  #: alias
    self.grid[0] = row  #: alias
    self.rows[1] = self.items  #: alias
    self.rows[1] = [1]
    self.rows.setdefault(2, row)  #: alias
    self.grid.insert(0, row)  #: alias
    self.grid.extend([row])  #: alias
    self.grid += [row]  #: alias
    self.grid += [[1]]
    self.grid[:1] = [row]  #: alias
    self.grid[:1] = [[1]]
    self.rows.update({1: row})  #: alias
    self.grid = [row]  #: alias
    self.grid = [[1], [2]]
    self.grid = [row, row]  #: alias
    self.grid = [[1]] * 2  #: alias
    self.grid = [[each] for each in row]
    self.grid = [self.items for each in row]  #: alias
    self.rows = {1: [1], 2: self.work}  #: alias
    self.items = row if self.flag else [1]  #: alias
    self.items = self.grid.pop()
    self.items = self.grid.pop(0)
    self.items = self.rows.pop(1, row)  #: alias
    self.items = self.grid[0]  #: alias


def put_twice(self) -> None:
    held = [1]
    self.items = held
    self.work = held  #: alias
    held = [2]
    self.work = held
    one, other = [1], [2]
    self.items, self.work = one, other
    self.grid.append(one)  #: alias


def put_in_a_loop(self) -> None:
    held = [0]
    for each in self.items:
        self.grid.append(held)  #: alias
    for each in self.items:
        held = [each]  #: loop_alias
        self.grid.append(held)


def aliased_in_a_loop(self, one: list[int], other: list[int]) -> None:
    held = [0]
    for each in other:
        held = one  #: loop_alias
    one = [1]
    for each in other:
        one = [2]
    some = [3]
    for each in other:
        some = [each]


def chained(self) -> None:
    one = other = 1
    row = same = [1]  #: chained_alias


def added_to(self, row: list[int], few: set[int]) -> None:
    row += [1]
    few |= {2}  #: augmented_alias
    self.number += 1
    self.items += row
    self.items[0] += 1
    self.ages[1] -= 1
    number = 1
    number += "a"  #: operator_kinds
    self.cell.value *= 2
    self.number += True  #: operator_kinds
    nothing += 1  #: unassigned


def unpacked(self, pair: tuple[int, str], row: list[int]) -> None:
    one, name = pair
    self.take(one)
    self.take(name)  #: argument_kind
    one, name, more = pair  #: parts_number
    one, other = row  #: parts_number
    one, *other = pair  #: target_star
    (one, two), three = (1, 2), 3
    [one, two] = 1, 2
    self.number, self.flag = 1, True
    self.number, self.flag = 1, 2  #: field_kind
    self.items[0], one = 1, 2
    for one, other in [(1, 2)]:
        self.take(other)
    for place, (one, other) in enumerate([(1, "a")]):  #: name_kind
        self.take(other)  #: argument_kind
    one, other = 3  #: no_parts
    one = other, two = 1, 2  #: name_kind name_kind


def entries(self, row: list[int], rest: tuple[int, ...], data: Any, name: str) -> None:
    row[0] = 1
    row[0] = "a"  #: entry_kind
    row["a"] = 1  #: index_kind
    rest[0] = 1  #: entry_of
    name[0] = "a"  #: entry_of
    self.ages[1] = 2
    self.ages["a"] = 2  #: key_other
    self.ages[1] = "a"  #: entry_kind
    row[:1] = rest
    row[:1] = 3  #: slice_assigned
    rest[:1] = row  #: slice_assigned
    row[::2] = [1]  #: step_assigned
    data[0] = 1
    held = []
    held.append(1)
    held.append("a")  #: form_kind
    some = {}
    some[1] = "a"
    self.take(some[1])  #: argument_kind
    few = set()
    few.add("a")
    self.take(few)  #: argument_kind
    more = []
    more.extend(["a"])
    self.take(more[0])  #: argument_kind
    ages = {}
    ages.update({1: "a"})
    self.take(ages[1])  #: argument_kind
    firsts = []
    firsts.insert(0, "a")
    self.take(firsts[0])  #: argument_kind
    numbered = []
    numbered.insert(0, 1)
    self.take(numbered[0])


def deleted(self, row: list[int], rest: tuple[int, ...], few: set[int]) -> None:
    del row[0]
    del row[:1]
    del row[::2]  #: delete
    del self.ages[1], row[1]
    del self.ages["a"]  #: key_other
    del rest[0]  #: delete_kind
    del row  #: delete
    del self.number  #: delete
    del few[0]  #: delete_kind no_entries


def looped(self, row: list[int], few: set[int], data: Any) -> None:
    for each in row:
        row.append(each)  #: loop_resizes
    for each in row:
        row[0] = each
    for each in row:
        row[:1] = [each]  #: loop_resizes
    for each in row:
        del row[0]  #: loop_resizes
    for each in row:
        row += [each]  #: loop_alias loop_resizes
    for each in list(row):
        row.append(each)
    for place, each in enumerate(row):
        row.pop()  #: loop_resizes
    for each in reversed(row):
        row.clear()  #: loop_resizes
    for key in self.ages:
        self.ages[key] = 1
        self.ages[3] = 1  #: loop_resizes
        self.ages.pop(key)  #: loop_resizes
    for key, age in self.ages.items():
        self.ages[key] = 2
        self.ages[age] = 2  #: loop_resizes
        del self.ages[key]  #: loop_resizes
    for each in few:
        few.add(each)  #: loop_resizes
    for one, other in zip(row, self.items, strict=True):
        self.items.append(one)  #: loop_resizes
    for each in self.items:
        self.work.append(each)
        self.items.sort()
    for each in 3:  #: no_items
        pass
    for each in data:
        pass
    for each in self.cell:  #: no_items
        pass
    for each in range(3):
        each = 1
    while len(row) > 2:
        row.pop()
    else:
        row.append(1)
    for self.number in row:  #: target_name
        pass


def left(self, row: list[int]) -> int:  #: no_result
    for each in row:
        if each > 2:
            continue
        if each > 1:
            break
    else:
        return 1
    try:
        self.take(1)
    finally:
        return 2  #: finally_exit


def caught(self) -> int:
    try:
        held = self.take(1)
    except (Missing, OutOfRange) as error:
        raise Missing("none") from error
    except KeyError:
        return 0
    except Exception:  #: caught
        return 1
    except:  #: bare_except
        return 2
    else:
        held = 3
    finally:
        self.number = 1
    return held


def caught_wrongly(self, names: list[int]) -> None:
    try:
        self.take(1)
    except Cell:  #: caught
        pass
    except names:  #: caught
        pass
    except (Missing, int) as error:  #: caught
        self.take(error)  #: argument_kind


def raised(self, number: int, name: str, share: float) -> None:
    if number > 1:
        raise Missing(f"{number} of {name!r}")
    if number > 2:
        raise Missing(number)
    if number > 3:
        raise Missing(share)  #: message
    if number > 4:
        raise Missing  #: raised
    if number > 5:
        raise Missing("a", "b")  #: raised
    if number > 6:
        raise Cell()  #: raised
    if number > 7:
        raise KeyError(name)
    if number > 8:
        raise StopIteration("a")  #: raised
    if number > 9:
        raise Missing(f"{share}")  #: text_kind
    if number > 10:
        raise Missing(f"{number:3}")  #: text_format
    if number > 11:
        raise Missing(f"{type(self).__name__}")
    if number > 12:
        raise Missing(f"{number!s}")  #: text_format
    raise  #: raised


def asserted(self, row: list[int]) -> None:
    assert len(row) > 2, f"{len(row)}"
    assert row, "some"
    assert self.take(1) > 0  #: assert_call
    assert self.number
    assert self.cell  #: condition


def alone(self, number: int) -> None:
    """Text."""
    number  #: no_effect
    number + 1  #: no_effect
    "text"
    1  #: no_effect
    self.take(1)
    self.all_of()  #: generator_unused
    [each for each in self.items]  #: no_effect


def yields(self, flag: bool) -> Iterator[int]:
    yield 1
    yield "a"  #: argument_kind
    yield  #: argument_kind
    yield from self.items
    yield from ["a"]  #: argument_kind
    yield from self.all_of()
    if flag:
        return
    return 1  #: generator_return


def yields_and_changes(self) -> Iterator[int]:
    yield 1
    self.number = 2  #: generator_changes


def gives_no_iterator(self) -> list[int]:  #: generator_result
    yield 1


def gone_through_twice(self, once: Iterable[int], twice: Iterable[int]) -> int:  #: iterator_twice
    return sum(once) + sum(twice) + sum(twice)


def gone_through_in_a_loop(self, once: Iterable[int], again: Iterable[int]) -> int:  #: iterator_twice
    total = 0
    for each in once:
        total += each
        total += sum(again)
    return total


def gone_through_in_turn(self, once: Iterable[int]) -> list[int]:
    return [each for each in once if each > 2]


def inner(self, row: list[int]) -> int:
    limit = 3
    changed = 1

    def above(each: int) -> bool:
        return each > limit

    def too_long(each: int) -> bool:
        held = each  #: inner_function
        return held > 2

    def says(each: int) -> bool:
        """Say so."""
        return each > 2

    def does(each: int) -> bool:
        each > 1  #: inner_function
        return each > 2

    def looks(each: int) -> bool:
        return each > changed  #: captured

    changed = 2
    row.sort(key=lambda each: each + limit)
    row.sort(key=lambda each: each + changed)  #: captured
    row.sort(key=lambda each, more: 1)  #: lambda_arguments
    row.sort(key=lambda each=1: 1)  #: lambda_defaults
    row.sort(key=lambda each: self.items.append(1))  #: effect no_order
    row.sort(key=fresh)
    return len([each for each in row if above(each)])


def in_a_loop(self, row: list[int]) -> None:
    for one in row:
        def above(each: int) -> bool:
            return each > 1  #: inner_function


def called(self, row: list[int], do: Callable[[int], int], act: Callable[[list[int]], int]) -> None:
    self.take(value=1)
    self.take(1, value=2)  #: unknown_argument
    self.take(other=1)  #: missing_argument unknown_argument
    self.take()  #: missing_argument
    self.take(1, 2)  #: too_many_arguments
    self.take(*(1,))
    self.take(*(1, 2))  #: star_argument
    self.take(*row)  #: star_argument
    self.take(**self.ages)  #: double_star missing_argument
    doubled()
    doubled(*row)
    doubled(1, *row)
    doubled(more=1)  #: unknown_argument
    do(1)
    do("a")
    do(1, 2)  #: client_arguments
    act(row)  #: alias
    act([1])
    act(row.copy())
    grown(row)
    grown(self.items)
    first(row)
    self.take(first(["a"]))  #: argument_kind
    self.take(first([1]))
    self.more()  #: no_method
    row()  #: unannotated_function
    (lambda: 1)()  #: unknown_callee
    self.items.append()  #: form_arguments


def by_named_parts(self) -> None:
    data = {name: 1 for name in ("one", "two")}
    held = self._of_names(**data)
    other = self._of_names(one=1, **data)  #: unknown_argument
    some = {name: 1 for name in ("one", "more")}
    more = self._of_names(**some)  #: missing_argument unknown_argument
    few = {name: 1 for name in ("one",)}
    less = self._of_names(**few)  #: missing_argument


def _of_names(self, one: int, two: int) -> int:
    return one + two


def by_name(self, other: "Box[T]") -> None:
    for name in TEXTS:
        held = getattr(self, name)
        setattr(self, name, held)  #: shared_field
    for name in ("number", "nothing"):
        held = getattr(self, name)  #: no_field_by_name
    for name in ("number",):
        setattr(self, name, 3)
        setattr(other, name, getattr(self, name))
    for name in self.items:  #: name_kind
        held = getattr(self, name)  #: computed_field


def no_kinds(self, one, two: int = "a", three: int = [1], *, four: int = 3):  #: argument_kind default no_parameter_kind no_result_kind
    pass


def positional(self, one: int, /) -> None:  #: positional_only
    pass


def keywords(self, **more: int) -> None:  #: star_parameters
    pass


def rest_is_read(self, *rest: Any) -> int:
    doubled(*rest)
    return len(rest)  #: rest_read


def wrong_receiver(this) -> None:  #: receiver_name
    pass


@classmethod
def of_a_class(cls) -> "Box[T]":
    return cls()


@classmethod
def of_a_wrong_class(self) -> None:  #: receiver_name
    pass


@staticmethod
def of_none(number: int) -> int:
    return number


def statements(self, row: list[int]) -> None:
    with row as held:  #: statement
        pass
    global held_more  #: statement
    self.number: int = 3  #: annotated_field
    match row:  #: statement
        case []:
            pass
    pass


def made_new(self) -> "Box[T]":
    twin = object.__new__(type(self))  #: twin_incomplete
    twin.items = []
    return twin


def made_of_more(self) -> "Box[T]":
    held = object.__new__(type(self), 1)  #: new_object twin_incomplete
    more = object.__new__(type(self), size=1)  #: new_object twin_incomplete
    return self


def named(self) -> None:
    held = (each for each in self.items)  #: iterator_named
    some = Cell  #: class_named
    more = lambda: 1  #: lambda_value
    most = self.take  #: method_value
    error = Missing("a")  #: class_named error_elsewhere
    taken = [self.all_of()]  #: part


def comprehended(self, row: list[int]) -> int:
    held = [each for each in row if each > 2 if each < 9]
    some = {each: place for place, each in enumerate(row)}
    return each + place  #: name_unbound name_unbound


def hidden_in_a_comprehension(self, each: int, words: list[str]) -> None:
    held = [each for each in words]
    self.take(each)
    self.take(held[0])  #: argument_kind


def compared(self, maybe: int | None) -> bool:
    return maybe == 3 and maybe is not None and maybe < 4 and 3 < maybe


def __eq__(self, other: object) -> bool:
    return isinstance(other, Box) and self.items == other.items and self.cell == self.cell  #: attribute_of_any


def __repr__(self) -> str:
    return f"{self.cell} {self.number:3}"  #: text_format
'''
