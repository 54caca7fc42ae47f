"""Wrong declarations: what operators and methods give: signs, orders of evaluation, truths, entries, sizes."""

from typing import Final

from ..wrong_declarations import (
    Case,
    Edit,
    Group,
    asked,
    begin,
    fields,
    look,
    meant,
    meant_begin,
    meant_fields,
    methods,
    operation,
    push,
)


def _gives(body: str, right: str, number: int, cause: str, *more: Edit, says: str = "PL-R3", at: str = "") -> Case:
    """One form, and what somebody takes it for; they differ for a number."""
    edits = (look(*body.split("; ")), meant(*right.split("; ")), *more)
    return Case(cause, edits, says, at, f"Pile().look({number}) != PileModel().look({number})")


NUMBERS: Final = Group(
    {
        "a quotient below 0": _gives("return number // 2", "return -(-number // 2)", -1, "`//` rounds towards 0"),
        "a quotient by less than 0": _gives("return number // -2", "return -(number // 2)", 1, "`//` rounds towards 0"),
        "a remainder below 0": _gives("return number % 3", "return -(-number % 3)", -1, "`%` has the sign of the number"),
        "a remainder by less than 0": _gives("return number % -3", "return number % 3", 1, "`%` is never below 0"),
        "both at once": _gives("return divmod(number, 4)[1]", "return number - 4 * -(-number // 4)", 1, "`divmod` rounds up"),
        "a shift to the right": _gives("return number >> 1", "return -(-number >> 1)", -1, "`>>` rounds towards 0"),
        "a mask": _gives("return number & 7", "return number % 8 if number >= 0 else -(-number % 8)", -1, "`&` of less than 0 has its sign"),
        "a power": _gives("return -(2**2) + number - number", "return (-2) ** 2 + number - number", 0, "`-` binds more tightly than `**`"),
        "a chain": _gives("return 1 if -5 < number < 5 == 5 else 0", "return 1 if (-5 < number) and number < 6 else 0", 5, "a chain compares with all"),
        "a chain that is bracketed": _gives("return 1 if (0 <= number) < 5 else 0", "return 1 if 0 <= number and number < 5 else 0", 9, "brackets change nothing in a chain", says='comparison of bool and int', at='return 1 if (0 <= number) < 5'),
        "a truth that is added": _gives("return number + (number > 3)", "return number", 4, "a truth counts nothing", says='int + bool', at='number + (number > 3)'),
        "a truth that is equal": _gives("return 7 if (number > 3) == 1 else 0", "return 0", 4, "a truth equals no number", says='comparison of bool and int', at='(number > 3) == 1'),
        "another operand": _gives("return number or 7", "return number if number < 0 else 7", 1, "`or` gives a truth", says='int in `and` or `or`', at='number or 7'),
        "an operand of and": _gives("return number and 7", "return 7 if number > 0 else 0", -1, "`and` gives a truth", says='int in `and` or `or`', at='number and 7'),
        "not of a number": _gives("return 7 if not number else 0", "return 7 if number < 0 else 0", 0, "`not` asks for less than 0"),
        "the complement": _gives("return ~number", "return -number", 1, "`~` is `-`"),
        "a difference that is turned round": _gives("return 3 - number", "return number - 3", 0, "`-` has no order"),
        "the least of two": _gives("return min(number, 0)", "return max(number, 0)", 1, "`min` is `max`"),
        "beyond 64 bits": _gives("return number if number < 2**64 else 0", "return number", 2**64, "numbers have 64 bits"),
        "far beyond": _gives("return number if number != 10**30 + 57 else 0", "return number", 10**30 + 57, "no number is as large as that"),
        "a float": _gives("return 7 if number == 1.0 else 0", "return 0", 1, "a number equals no float", says="1.0", at="number == 1.0"),
        "a product": _gives("return number * number", "return number * abs(number)", -1, "a square has the sign of its number"),
    },
    (
        (look("return -(-number // 2)"), meant("return (number + 1) // 2")),
        (look("return number - number % 3"), meant("return number // 3 * 3")),
        (look("return 1 if 0 <= number < 5 else 0"), meant("return 1 if number >= 0 and number < 5 else 0")),
    ),
)  # fmt: skip

_KEPT: Final = "a = Pile(); b = PileModel(); [x.push(n) for x in (a, b) for n in (1, 2, 3)]; a.{0} != b.{0}"


def _held(body: str, right: str, cause: str, *more: Edit, says: str = "PL-R3", at: str = "", number: int = 0) -> Case:
    """One form that looks at three cells, and what somebody takes it for."""
    return Case(
        cause, (look(*body.split("; ")), meant(*right.split("; ")), *more), says, at, _KEPT.format(f"look({number})")
    )


SOME: Final = "if len(self.cells) == 0:;     return 0; "
SOME_MEANT: Final = SOME.replace("cells", "values")

ENTRIES: Final = Group(
    {
        "from the end": _held(f"{SOME}return self.cells[-1]", f"{SOME_MEANT}return self.values[0]", "-1 is the first"),
        "a negative index": _held("return self.cells[number] if number < len(self.cells) else 0",
                                  "return self.values[number] if 0 <= number and number < len(self.values) else 0", "there is nothing below 0", number=-1),
        "beyond the end": _held("if number == 0:;     return 0; return self.cells[0]", "return 0", "there is always a first one", number=1),
        "the length after": _held("self.cells.append(number); size = len(self.cells); self.cells.pop(); return size", "return len(self.values)", "a length is that of the begin"),
        "the order of targets": _held("here = 0; here, there = 1, here; return here + there", "return 0", "both sides of an assignment are one after the other"),
        "a target that is an index": _held("both = [0, 0, 0]; place = 0; place, both[place] = 2, 7; return both[2]", "return 0", "the right side counts first"),
        "an argument that changes": _held("return self._sum(self.pop(), len(self.cells))", "return 0", "arguments are looked at from the last to the first",
                                          (methods("def _sum(self, one: int, other: int) -> int:\n    return one + other")[1]), asked('takes=(NUMBER,), refusals=("Missing",)')),
        "an operand that changes": _held("return len(self.cells) - self._less()", "return 0", "operands are looked at at once",
                                         (methods("def _less(self) -> int:\n    self.mark += 1\n    return self.mark")[1]), asked("takes=(NUMBER,)")),
        "what is looked at only then": _held("return 1 if number > 0 and self._less() > 0 else 0", "return 0", "both sides of `and` are looked at",
                                             (methods("def _less(self) -> int:\n    self.mark += 1\n    return self.mark")[1]), asked("takes=(NUMBER,)"), number=1),
        "an assignment that asks": _held("return (number := number + 1) + number", "return number + number", "`:=` changes nothing", says="NamedExpr", at="number := "),
        "one for each": _held("rows: list[list[int]] = [[0]] * 2; rows[0][0] = 7; return rows[1][0]", "return 0", "each entry is a list of its own", says='not proved: PL-R3', at='[[0]] * 2'),
        "one for each number": _held("rows = [0] * 2; rows[0] = 7; return rows[0]", "return 0", "a list of copies cannot change"),
        "too many copies": _held("return len([0] * -2)", "return -2", "fewer than none are fewer"),
        "a slice beyond": _held("return len(self.cells[5:])", "return -2", "a slice begins where it says", says='PL-R3', at=''),
        "inserted beyond": Case("what is inserted beyond the end is not there", (push("self.cells.insert(len(self.cells) + 5, number)"),
                                ("self.values.append(number)", "pass")), "PL-I1", "", "a = Pile(); a.push(7); a.cells == [7]"),
        "inserted before the end": Case("what is inserted before the last stands last", (push("self.cells.insert(-1, number)"),), "PL-I1", "",
                                        "a = Pile(); a.push(1); a.push(2); a.cells == [2, 1]"),
        "taken from the front": Case("the first is the last", (("return self.cells.pop()\n", "return self.cells.pop(0)\n"),), "PL-R2", "",
                                     "a = Pile(); a.push(1); a.push(2); a.pop() == 1"),
        "a list that is emptied": Case("a list that is emptied is another one", (push("self.cells.append(number)", "mine = self.cells", "mine.clear()"),), "PL-I1", "",
                                       "a = Pile(); a.push(1); a.cells == []"),
        "the last of equal keys": _held("held = {0: 1, 0: 7}; return held[0]", "return 1", "the first of equal keys counts"),
        "a key that is a truth": _held("held = {1: 7}; held[True] = 0; return held[1]", "return 7", "a truth is no number as a key", says='bool as a key', at='held[True] = 0'),
        "unpacked": _held("one, *rest = (1, 2, 3); return len(rest)", "return 3", "a star takes all", says='a target with a star', at='one, *rest'),
        "turned round": _held(f"{SOME}return self.cells[len(self.cells) - 1 - 0] - self.cells[0]", "return 0", "a pile is the same from both ends"),
    },
    (
        (look(*f"{SOME}return self.cells[-1]".split("; ")), meant(*f"{SOME_MEANT}return self.values[len(self.values) - 1]".split("; "))),
        (look("rows = [0] * 2", "rows[0] = 7", "return rows[0] + rows[1]"), meant("return 7")),
        (push("self.cells.insert(len(self.cells), number)"),),
    ),
)  # fmt: skip

SIZES: Final = {
    "copies": ("there is room for each list that is made of copies of an item",
               (look("return len([0] * number)"), meant("return number if number > 0 else 0"))),
    "copies that are kept": ("there is room for each list that is made of copies of an item",
                             (fields("marks: list[int]"), meant_fields("marks: int"), begin("self.marks = []"), meant_begin("self.marks = 0"),
                              ("return m.note == h.mark", "return conj(m.note == h.mark, len(h.marks) == m.marks)"),
                              *methods("def blank(self, number: int) -> None:\n    self.marks = [0] * number", "def blank(self, number: int) -> None:\n    self.marks = max(number, 0)"),
                              operation('Operation("blank", Claim("PL-R4", "`blank` makes as many marks as asked for."), takes=(NUMBER,))'))),
    "a place beyond the end": ("an index that `insert` or `pop` is given fits into a machine word",
                               (look("held = [0]", "held.insert(number, 7)", "return len(held)"), meant("return 2"))),
    "a range that is listed": ("there is room for each list or tuple that is made of a range",
                               (look("return len(list(range(number)))"), meant("return number if number > 0 else 0"))),
    "powers": ("there is room for each power of two",
               (look("if number < 0 or 1 << number > 0:", "    return 0", "return 1"), meant("return 0"))),
    "quotients": ("quotients of ints are not too large for a float", (look("half = number / 7", "return max(number, 0) if half == half else 7"),)),
}  # fmt: skip
"""What is true of numbers that fit into a machine: what the verdict says that it presumes, and the edits."""

GROUPS: Final = {"numbers": NUMBERS, "entries": ENTRIES}
