"""A reader for the plain part of YAML that this project's own files keep to, as there is no other here.

Mappings and lists by indentation, lists in brackets, texts with or without quotes, texts after `|`, and comments.
"""

import re
from collections.abc import Iterator
from typing import Any

KEY = re.compile(r"([\w.-]+):(?: +(.*))?")


class NotPlain(ValueError):
    """A line that means something else in YAML, or nothing."""


def read(text: str) -> Any:
    """What the text says: dicts, lists and texts; every scalar is a text.

    Raises     NotPlain
    """
    lines = [(len(line) - len(line.lstrip()), line.strip(), line) for line in text.splitlines()]
    rest = _Lines(lines)
    value = _block(rest, -1)
    if rest.next() is not None:
        raise NotPlain(f"what is this: {rest.next()}")
    return value


class _Lines:
    """The lines that are left; what is empty or a comment is passed over."""

    def __init__(self, lines: list[tuple[int, str, str]]) -> None:
        self.lines, self.at = lines, 0

    def next(self) -> tuple[int, str] | None:
        while self.at < len(self.lines) and (not self.lines[self.at][1] or self.lines[self.at][1].startswith("#")):
            self.at += 1
        return self.lines[self.at][:2] if self.at < len(self.lines) else None

    def literal(self, indent: int) -> Iterator[str]:
        """The lines of a text after `|`: those that stand deeper, and the empty ones among them."""
        inner = None
        while self.at < len(self.lines):
            depth, body, line = self.lines[self.at]
            if body and depth <= indent:
                return
            inner = depth if inner is None and body else inner
            yield line[inner or 0 :]
            self.at += 1


def _block(lines: _Lines, outer: int) -> Any:
    """The value that stands deeper than `outer`; nothing gives the empty text."""
    first = lines.next()
    if first is None or first[0] <= outer:
        return ""
    indent = first[0]
    made_list: list[Any] = []
    made_dict: dict[str, Any] = {}
    while (line := lines.next()) is not None and line[0] == indent:
        body = line[1]
        if body.startswith("- ") and not made_dict:
            depth = line[0]
            item = body[2:].lstrip()
            inner = depth + len(body) - len(item)
            if KEY.fullmatch(item):  # a mapping whose first key stands behind the dash
                lines.lines[lines.at] = (inner, item, " " * inner + item)
                made_list.append(_block(lines, depth))
            else:
                lines.at += 1
                made_list.append(_scalar(item))
            continue
        key = KEY.fullmatch(body)
        if key is None or made_list:
            raise NotPlain(body)
        if key[1] in made_dict:
            raise NotPlain(f"{key[1]} comes twice")
        lines.at += 1
        if key[2] == "|":
            made_dict[key[1]] = "\n".join(lines.literal(indent)).rstrip("\n") + "\n"
        elif key[2] is None or key[2].startswith("#"):
            made_dict[key[1]] = _block(lines, indent)
        else:
            made_dict[key[1]] = _scalar(key[2])
    return made_list or made_dict


def _scalar(text: str) -> Any:
    quoted = re.fullmatch(r'"([^"\\]*)"(?: +#.*)?', text)
    if quoted:
        return quoted[1]
    text = re.sub(r" +#.*$", "", text)
    if text.startswith("["):
        if not text.endswith("]"):
            raise NotPlain(text)
        return [_scalar(part.strip()) for part in text[1:-1].split(",")]
    if re.match(r"[&*!%@`>|{}'\",?]", text) or ": " in text:
        raise NotPlain(text)
    return text
