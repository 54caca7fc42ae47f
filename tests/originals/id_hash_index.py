"""What the original hash index does with arguments it does not expect, told from its behaviour.

Memory is a dict of cells, so that what lies outside an array can be read and written, and says so.
"""

NULL_LINK = -1


class OutsideError(Exception):
    """A cell outside an array is read or written."""


class OriginalHashIndex:
    """Two arrays of indices, with the masks, the stale links and the missing checks of the original."""

    def __init__(self, hash_size: int = 1024, index_size: int = 1024, granularity: int = 1024) -> None:
        self.hash_size, self.index_size, self.granularity = hash_size, index_size, granularity
        self.hash_mask = hash_size - 1
        self.lookup_mask = 0
        self.hash = [NULL_LINK]
        self.chain = [NULL_LINK]

    @staticmethod
    def cell(array: list[int], index: int) -> int:
        """The index, if it is inside the array."""
        if not 0 <= index < len(array):
            raise OutsideError(f"cell {index} of {len(array)}")
        return index

    def first(self, key: int) -> int:
        """The head of the bucket."""
        return self.hash[self.cell(self.hash, key & self.hash_mask & self.lookup_mask)]

    def next(self, index: int) -> int:
        """The link of an index."""
        return self.chain[self.cell(self.chain, index & self.lookup_mask)]

    def add(self, key: int, index: int) -> None:
        """Link an index, whatever it was before."""
        if self.lookup_mask == 0:
            self.index_size = max(self.index_size, index + 1)
            self.hash = [NULL_LINK] * self.hash_size
            self.chain = [NULL_LINK] * self.index_size
            self.hash_mask = self.hash_size - 1
            self.lookup_mask = -1
        elif index >= self.index_size:
            self.resize(index + 1)
        bucket = self.cell(self.hash, key & self.hash_mask)
        self.chain[index] = self.hash[bucket]
        self.hash[bucket] = index

    def remove(self, key: int, index: int) -> None:
        """Unlink an index; its own link is cut even where it was not found."""
        if self.lookup_mask == 0:
            return
        bucket = key & self.hash_mask
        if self.hash[bucket] == index:
            self.hash[bucket] = self.chain[self.cell(self.chain, index)]
        else:
            each = self.hash[bucket]
            while each != NULL_LINK:
                if self.chain[each] == index:
                    self.chain[each] = self.chain[index]
                    break
                each = self.chain[each]
        self.chain[self.cell(self.chain, index)] = NULL_LINK

    def remove_index(self, key: int, index: int) -> None:
        """Unlink an index and renumber those from it on, itself too if it was not found."""
        self.remove(key, index)
        if self.lookup_mask == 0:
            return
        greatest = max(index, *self.hash, *self.chain)
        self.hash = [each - (each >= index) for each in self.hash]
        self.chain = [each - (each >= index) for each in self.chain]
        self.chain[index:greatest] = self.chain[index + 1 : greatest + 1]
        self.chain[greatest] = NULL_LINK

    def resize(self, count: int) -> None:
        """Make room, rounded up."""
        if count > self.index_size:
            self.index_size = -(-count // self.granularity) * self.granularity
            if self.lookup_mask != 0:
                self.chain += [NULL_LINK] * (self.index_size - len(self.chain))

    def clear(self) -> None:
        """Empty the buckets; the links stay as they are."""
        self.hash = [NULL_LINK] * len(self.hash)

    def clear_to(self, hash_size: int, index_size: int) -> None:
        """Free the arrays and take other sizes; the mask stays until the next `add`."""
        self.hash, self.chain, self.lookup_mask = [NULL_LINK], [NULL_LINK], 0
        self.hash_size, self.index_size = hash_size, index_size

    def copy_constructed(self) -> "OriginalHashIndex":
        """A copy, field by field: both hold the same arrays."""
        twin = object.__new__(OriginalHashIndex)
        twin.__dict__.update(self.__dict__)
        return twin

    def generate_key(self, text: str) -> int:
        """The key of a string, by the mask of the moment."""
        return sum(ord(character) * (place + 119) for place, character in enumerate(text)) & self.hash_mask

    def spread(self) -> int:
        """Evenness in percent, below zero for very uneven tables."""
        lengths = [len(self.walk(bucket, 10_000)) for bucket in range(len(self.hash))]
        total = sum(lengths)
        if total <= 1:
            return 100
        average = total // self.hash_size
        return 100 - sum(max(abs(length - average) - 1, 0) for length in lengths) * 100 // total

    def walk(self, key: int, most: int) -> list[int]:
        """The indices of a bucket, up to so many of them."""
        found: list[int] = []
        index = self.first(key)
        while index != NULL_LINK and len(found) < most:
            found.append(index)
            index = self.next(index)
        return found
