"""A little of everything that mutation operators change; what they make of it is written out in test_mutants.py."""

NIL = 9
NAMES = ("first", "second")


class Shelf:
    """Books in rows."""

    rows: list[int]
    marks: list[int]
    nil: int

    def take(self, pos: int, count: int = 1) -> int:
        """Take a book."""
        if 0 <= pos and pos < len(self.rows):
            self.rows[pos] -= count
        else:
            raise IndexError(f"{pos} of {len(self.rows)}")
        return self.rows[pos]

    def swap(self) -> None:
        """Exchange the arrays."""
        self.rows, self.marks = self.marks, self.rows

    def find(self, mark: int) -> int:
        """The first row of that mark, or nil."""
        for row in range(len(self.marks)):
            if self.marks[row] == mark:
                return row
        return self.nil
