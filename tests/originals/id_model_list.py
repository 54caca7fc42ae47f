"""A list of models beside the original hash index, as its owner keeps the two: added unchecked, cleared one by one."""

from .id_hash_index import NULL_LINK, OriginalHashIndex


class OriginalModelList:
    """Names in a list, their positions in a hash index."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.hash = OriginalHashIndex(4, 4, granularity=4)

    def add(self, name: str) -> None:
        """Append a name, taken or not."""
        self.names.append(name)
        self.hash.add(self.hash.generate_key(name), len(self.names) - 1)

    def find(self, name: str) -> int:
        """The position of a name; whatever the hash index leads to is looked at."""
        pos = self.hash.first(self.hash.generate_key(name))
        while pos != NULL_LINK and self.names[pos] != name:
            pos = self.hash.next(pos)
        return pos

    def remove(self, name: str) -> None:
        """Take a name out of both, without renumbering."""
        pos = self.find(name)
        self.hash.remove(self.hash.generate_key(name), pos)
        self.names.pop(pos)
