"""The contract of a handle map's `insert` and `erase`, for Nagini 1.2: nagini handle_map_nagini.py

Lists as in impl/handle_map.py, of a fixed capacity; the freelist is last in, first out; generations have no end.
`order` are the values in iteration order, `holds` and `value` are the abstract map.
"""

from typing import List, Tuple

from nagini_contracts.contracts import *


class HandleMap:
    def __init__(self) -> None:
        self.sparse = []  # type: List[int]
        self.live = []  # type: List[bool]
        self.generation = []  # type: List[int]
        self.dense = []  # type: List[int]
        self.meta = []  # type: List[int]
        self.count = 0
        self.made = 0
        self.head = -1
        self.vacant = PSeq()  # type: PSeq[int]

    @Predicate
    def coupled(self) -> bool:
        return (
            Acc(self.sparse) and list_pred(self.sparse) and Acc(self.live) and list_pred(self.live)
            and Acc(self.generation) and list_pred(self.generation) and Acc(self.dense) and list_pred(self.dense)
            and Acc(self.meta) and list_pred(self.meta)
            and Acc(self.count) and Acc(self.made) and Acc(self.head) and Acc(self.vacant)
            and len(self.live) == len(self.sparse) and len(self.generation) == len(self.sparse)
            and len(self.dense) == len(self.sparse) and len(self.meta) == len(self.sparse)
            and 0 <= self.count and self.made <= len(self.sparse) and self.count + len(self.vacant) == self.made
            and Forall(int, lambda p: (Implies(0 <= p and p < self.count,
                0 <= self.meta[p] and self.meta[p] < self.made and self.live[self.meta[p]]
                and self.sparse[self.meta[p]] == p), [[self.meta[p]]]))
            and Forall(int, lambda s: (Implies(0 <= s and s < self.made and self.live[s],
                0 <= self.sparse[s] and self.sparse[s] < self.count and self.meta[self.sparse[s]] == s),
                [[self.live[s]]]))
            and Forall(int, lambda i: (Implies(0 <= i and i < len(self.vacant),
                0 <= self.vacant[i] and self.vacant[i] < self.made and not self.live[self.vacant[i]]),
                [[self.vacant[i]]]))
            and Forall2(int, int, lambda i, j: (Implies(0 <= i and i < j and j < len(self.vacant),
                self.vacant[i] != self.vacant[j]), [[self.vacant[i], self.vacant[j]]]))
            and Forall2(int, int, lambda i, j: (Implies(0 <= i and j == i + 1 and j < len(self.vacant),
                self.sparse[self.vacant[i]] == self.vacant[j]), [[self.vacant[i], self.vacant[j]]]))
            and Implies(len(self.vacant) > 0, self.sparse[self.vacant[len(self.vacant) - 1]] == -1)
            and Implies(len(self.vacant) > 0, self.head == self.vacant[0])
            and Implies(len(self.vacant) == 0, self.head == -1)
            and Forall(int, lambda s: (Implies(0 <= s and s < self.made and not self.live[s], s in self.vacant),
                [[self.live[s]]]))
        )

    @Pure
    def has_room(self) -> bool:
        Requires(self.coupled())
        return Unfolding(self.coupled(), self.head != -1 or self.made < len(self.sparse))

    @Pure
    def size(self) -> int:
        Requires(self.coupled())
        return Unfolding(self.coupled(), self.count)

    @Pure
    def at(self, pos: int) -> int:
        Requires(self.coupled())
        Requires(0 <= pos and pos < self.size())
        return Unfolding(self.coupled(), self.dense[pos])

    @Pure
    def holds(self, slot: int, gen: int) -> bool:
        Requires(self.coupled())
        return Unfolding(self.coupled(),
            0 <= slot and slot < self.made and self.live[slot] and self.generation[slot] == gen)

    @Pure
    def position(self, slot: int, gen: int) -> int:
        Requires(self.coupled())
        Requires(self.holds(slot, gen))
        Ensures(0 <= Result() and Result() < self.size())
        return Unfolding(self.coupled(), self.sparse[slot])

    def insert(self, value: int) -> Tuple[int, int]:
        Requires(self.coupled())
        Requires(self.has_room())
        Ensures(self.coupled())
        Ensures(not Old(self.holds(Result()[0], Result()[1])))
        Ensures(self.holds(Result()[0], Result()[1]))
        Ensures(self.size() == Old(self.size()) + 1)
        Ensures(self.position(Result()[0], Result()[1]) == Old(self.size()))
        Ensures(self.at(Old(self.size())) == value)
        Ensures(Forall(int, lambda p: (Implies(0 <= p and p < Old(self.size()), self.at(p) == Old(self.at(p))),
            [[self.at(p)]])))
        Ensures(Forall2(int, int, lambda s, g: (
            self.holds(s, g) == (Old(self.holds(s, g)) or (s == Result()[0] and g == Result()[1])), [[self.holds(s, g)]])))
        Ensures(Forall2(int, int, lambda s, g: (
            Implies(Old(self.holds(s, g)), self.position(s, g) == Old(self.position(s, g))), [[self.holds(s, g)]])))
        Unfold(self.coupled())
        pos = self.count
        if self.head != -1:
            slot = self.head
            self.head = self.sparse[slot]
            self.vacant = self.vacant.drop(1)
        else:
            slot = self.made
            self.made = self.made + 1
            self.generation[slot] = 0
        gen = self.generation[slot]
        self.live[slot] = True
        self.sparse[slot] = pos
        self.dense[pos] = value
        self.meta[pos] = slot
        self.count = self.count + 1
        Fold(self.coupled())
        return slot, gen

    def erase(self, slot: int, gen: int) -> bool:
        Requires(self.coupled())
        Ensures(self.coupled())
        Ensures(Result() == Old(self.holds(slot, gen)))
        Ensures(self.size() == (Old(self.size()) - 1 if Result() else Old(self.size())))
        Ensures(Forall2(int, int, lambda s, g: (
            self.holds(s, g) == (Old(self.holds(s, g)) and not (s == slot and g == gen)), [[self.holds(s, g)]])))
        Ensures(Forall2(int, int, lambda s, g: (
            Implies(self.holds(s, g), self.at(self.position(s, g)) == Old(self.at(self.position(s, g)))), [[self.holds(s, g)]])))
        Ensures(Implies(Result(), Forall(int, lambda p: Implies(0 <= p and p < self.size(), self.at(p) ==
            (Old(self.at(self.size() - 1)) if p == Old(self.position(slot, gen)) else Old(self.at(p)))))))
        Unfold(self.coupled())
        if not (0 <= slot and slot < self.made) or not self.live[slot] or self.generation[slot] != gen:
            Fold(self.coupled())
            return False
        pos = self.sparse[slot]
        last = self.count - 1
        moved = self.meta[last]
        self.dense[pos] = self.dense[last]
        self.meta[pos] = moved
        self.sparse[moved] = pos
        self.count = last
        self.live[slot] = False
        self.generation[slot] = gen + 1
        self.sparse[slot] = self.head
        self.head = slot
        self.vacant = PSeq(slot) + self.vacant
        Fold(self.coupled())
        return True
