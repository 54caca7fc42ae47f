"""The forms of which random programs are made, as texts with holes.

A hole `<kind>` is filled with a form of that kind, `<name=kind>` is filled likewise and has the same text wherever
`<name>` stands, and `<new kind>` is a name that is bound from there on, to a value of that kind.
`<block>` is a line of its own, and becomes some statements.
The first forms of a kind are simple: what is deep already is filled with one of those.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

Forms = Mapping[str, tuple[str, ...]]

SIMPLE: Final = 3
"""Forms of a kind that are simple."""

FIELDS: Final = {
    "int": ("number", "other", "self.number"),
    "list": ("self.items",),
    "dict": ("self.table",),
    "set": ("self.marks",),
    "rows": ("self.rows",),
    "point": ("self.point",),
    "text": ("NAMES[0]",),
    "order": ("self.order",),
    "bool": ("self.flag",),
}
"""What has a name in every method, by kind."""

KINDS: Final = {
    "int": "int", "bool": "bool", "list": "list[int]", "dict": "dict[int, int]", "set": "set[int]",
    "rows": "list[tuple[int, int]]", "point": "Point", "pair": "tuple[int, int]", "text": "str",
    "maybe": "int | None", "listing": "Iterator[int]",
}  # fmt: skip
"""How a kind is written where a result is declared."""

EXPRESSIONS: Final[Forms] = {
    "small": ("0", "1", "2", "3", "5", "-1", "-2"),
    "above": ("1", "2", "3", "4"),
    "mask": ("1", "3", "7", "8"),
    "compared": ("<", "<=", ">", ">=", "==", "!="),
    "index": ("<name int>", "<small>", "self.number"),
    "error": ("Full", "Missing", "OutOfRange"),
    "caught": ("IndexError", "KeyError", "LookupError", "Missing", "(Full, IndexError)", "(KeyError, ZeroDivisionError)",
               "ValueError"),
    "int": (
        "<small>", "<name int>", "self.number", "len(<list>)", "len(self.table)", "len(self.marks)", "len(<rows>)",
        "max(self.table.values(), default=<small>)", "min(self.table.keys(), default=<small>)",
        "(<int> + <int>)", "(<int> - <int>)", "(<int> * <int>)", "(<int> // <above>)", "(<int> % <above>)",
        "(-<int>)", "(~<int>)", "(<int> & <mask>)", "(<int> | <mask>)", "(<int> ^ <mask>)", "(2 ** (<int> % 4))",
        "(<int> << <above>)", "(<int> >> <above>)", "(<int> << (<int> % 4))", "(<int> >> (<int> % 4))", "abs(<int>)",
        "min(<int>, <int>)", "max(<int>, <int>, <int>)", "int(<bool>)", "(<int> if <bool> else <int>)",
        "(<ls=name list>[<i=index>] if 0 <= <i> < len(<ls>) else <small>)",
        "(<ls=name list>[-1] if <ls> else <index>)", "(<ls=name list>[-2] if len(<ls>) > 1 else <index>)",
        "(self.table[<i=index>] if <i> in self.table else <small>)", "self.table.get(<int>, <int>)",
        "(<r=name rows>[<i=index>][1] if 0 <= <i> < len(<r>) else <small>)",
        "sum(<list>)", "sum(each * <index> for each in <list>)", "sum((<list>), <int>)", "sum(<bool> for each in <list>)",
        "min(<list>, default=<int>)", "max(<list>, default=<int>)", "min((<list>), key=lambda each: -each, default=0)",
        "(<ls=name list>.index(<i=index>) if <i> in <ls> else <index>)", "<name list>.count(<int>)",
        "<point>.x", "<point>.y", "<pair>[0]", "<pair>[1]", "<pair>[-1]", "divmod(<int>, <above>)[0]",
        "divmod(<int>, <above>)[1]", "LIMIT", "self.MOST", "TABLE[<int> % 3]", "self.total", "len(self)", "peer.number",
        "len(peer.items)", "halved(<int>, <above>)", "halved(<int>)", "halved(number=<int>, by=<above>)",
        "self.helped(<int>)", "self.helped(<int>, most=<index>)", "self.helped(<int>, <index>)", "peer.helped(<int>)",
        "Box.scaled(<int>)", "self.scaled(*<pair>)", "self.doubled()", "self.required(<int>)",
        "next((each for each in <list> if each > <index>), <index>)", "next((<index> for each in <list>), -1)",
        "sum(self.listed(<index>))", "sum(map(lambda each: each + <index>, <list>))", "sum(1 for each in <set>)",
        "ord(<letter>)", "len(<text>)", "trunc(<int> / <above>)",
        "<name order>.place(<index>)", "len(<name order>)", "factorial(<index> % 4)", "applied(lambda each: each + 1, <int>)",
        "applied(self.helped, <int>)", "len(<list>[<int>:<int>])", "choose(<bool>, <int>, <int>)", "choose(<bool>, <int!>, <int>)",
        "greatest(<list>, <int>)", "least(<small>, <above>, lambda each: each <compared> <index>)",
    ),
    "int!": (
        "<name list>[<index>]", "self.table[<index>]", "<name list>.index(<index>)", "(<int> // <index>)",
        "(<int> % <index>)", "(<int> << <small>)", "(<int> >> <small>)", "min(<list>)", "max(<list>)",
        "divmod(<int>, <index>)[0]", "(<int> + sum(divmod(<int>, <index>)))", "next(each for each in <list>)",
        "<name rows>[<index>][0]", "halved(<int>, <index>)", "TABLE[<index>]",
        "<name order>.index(<index>)", "(len(b'ab') + b'ab'[<index> % 2])",
    ),
    "letter": ("'a'", "'Z'", "'é'"),
    "bool": (
        "<int> <compared> <int>", "self.flag", "<int> in <list>", "<int> <compared> <int> <compared> <int>", "(not <bool>)",
        "(<bool> and <bool>)", "(<bool> or <bool>)", "<int> not in <list>", "<int> in self.table",
        "<int> not in self.table", "<int> in self.marks", "<list> == <list>", "<list> != <list>", "<set> == <set>",
        "<dict> == <dict>", "<rows> == <rows>", "<point> == <point>", "<pair> < <pair>", "<pair> in <rows>",
        "any(each <compared> <index> for each in <list>)", "all(each <compared> <index> for each in <list>)",
        "any(one + other > <index> for one, other in <rows>)", "all(<name list>[each] > <index> for each in range(len(<list>) % 2))",
        "(not self.items)", "(not self.table)", "(not self.marks)", "bool(self.items)", "(<name maybe> is None)",
        "<set>.isdisjoint(<list>)", "<set>.issubset(<set>)", "(<bool> if <bool> else <bool>)", "(<bool> & <bool>)",
        "(<bool> | <bool>)", "(<bool> ^ <bool>)", "<text> == <text>", "<text> in NAMES", "<text> < <text>",
        "isinstance(data, int)", "(isinstance(data, int) and data <compared> <int>)", "isinstance(data, list | tuple)",
        "isinstance(data, str)", "type(data) is int", "(type(data) is int and data > 2)", "callable(data)",
        "isinstance(peer, Box)", "data is None", "<int> in self", "<index> in <name order>", "(<int> / <above>) > (<int> / <above>)",
        "isfinite(<int> / <above>)", "<int> in range(<int>, <int>)", "<int> in (<int>, <int>)", "<list> < <list>",
        "conj(<bool>, <bool>)", "conj(<bool>, lambda: <bool>, <bool>)", "disj(<bool>, <bool>)", "disj(<bool>, lambda: <bool!>)",
        "conj(<bool>, lambda: <bool!>)", "conj(<bool>, <bool!>)", "disj(<bool>, <bool!>)", "implies(<bool>, <bool>)",
        "implies(<bool>, lambda: <bool!>)", "implies(<bool>, <bool!>)", "iff(<bool>, <bool>)", "negate(<bool>)",
        "conj(*(<bool> for each in TABLE))", "conj(*(each <compared> <index> for each in TABLE))", "contains(<list>, <int>)",
        "contains(self.table, <int>)", "within(<int>, <int>, <int>)", "forall(<small>, <int> % 4, lambda i: i <compared> <index>)",
        "exists(<small>, <int> % 4, lambda i: i <compared> <index>)", "forall(0, len(<ls=name list>), lambda i: <ls>[i] <compared> <index>)",
        "exists(0, len(<ls=name list>), lambda i: <ls>[i] <compared> <index>)", "forall_in(<list>, lambda each: each <compared> <index>)",
        "forall_in(self.table, lambda key: self.table[key] <compared> <index>)", "below(<list>, <int>)", "choose(<bool>, <bool>, <bool>)",
        "power_of_two(<int>)", "all([<bool>, <bool!>])", "any([<bool>, <bool!>])", "<set>.isdisjoint(<set>)",
        "all(value <compared> <index> for value in self.table.values())",
        "any(key + value <compared> <index> for key, value in self.table.items())",
    ),
    "bool!": (
        "<name list>[<index>] <compared> <int>", "self.table[<index>] <compared> <int>", "<int> // <index> <compared> <int>",
        "forall(0, <int> % 4, lambda i: <name list>[i] <compared> <index>)", "exists(0, <int> % 4, lambda i: <name list>[i] <compared> <index>)",
        "forall_in(<list>, lambda each: self.table[each] <compared> <index>)", "conj(<bool>, <name list>[<index>] > 0)",
    ),
    "list": (
        "<name list>", "[<int>, <int>]", "self.items", "[]", "[<int>]", "<name list>[<int>:<int>]", "<name list>[:<int>]",
        "<name list>[<int>:]", "<name list>[::-1]", "<name list>[<int>:<int>:2]", "list(<list>)", "(<list> + <list>)",
        "([<int>] * (<int> % 4))", "([<int>] * <small>)", "(<list> * 2)", "[each + <index> for each in <list>]",
        "[each for each in <list> if each > <index>]", "[each * place for place, each in enumerate(<list>)]",
        "[one - other for one, other in <rows>]", "[one + other for one, other in zip(<name list>, <name list>, strict=True)]",
        "list(range(<int> % 5))", "list(range(<int> % 3, <int> % 5))", "list(range(<int> % 5, -1, -2))",
        "list(reversed(<list>))", "<name list>.copy()", "sorted(<list>)", "sorted(<set>)",
        "sorted(<list>, key=lambda each: -each)", "sorted(<list>, reverse=True)", "sorted(<list>, key=lambda each: each % 2)",
        "list(map(lambda each: each * 2, <list>))", "list(self.listed(<index>))", "[*<list>, <int>, *<list>]",
        "(<list> if <bool> else <list>)", "[x for row in <rows> for x in row]", "list(self.table.keys())", "list(self.table.values())",
        "list(self.table)", "list(<name order>)", "[value for key, value in self.table.items()]", "list(self.marks)",
        "[self.helped(each) for each in <list>]", "list(iter(<list>))", "list(<pair>)",
        "[each if each > <index> else -each for each in <list>]", "peer.items",
    ),
    "dict": (
        "<name dict>", "{<index>: <int>}", "{}", "<name dict>.copy()", "{each: each * <index> for each in <list>}",
        "{key: value for key, value in self.table.items() if value > <index>}", "{place: each for place, each in enumerate(<list>)}",
        "{<int>: <int>, <int>: <int>}", "{key: value + 1 for key, value in self.table.items()}",
        "{key: key * <index> for key in <set>}", "{value: key for key, value in self.table.items()}",
    ),
    "set": (
        "<name set>", "{<int>, <int>}", "set()", "set(<list>)", "<name set>.copy()", "(<set> - <set>)", "(<set> & <set>)",
        "(<set> | <set>)", "(<set> ^ <set>)", "<set>.union(<list>)", "<set>.intersection(<list>)", "<set>.difference(<list>)",
        "{each % 3 for each in <list>}", "set(self.table)", "set(self.table.keys())", "<set>.union(<set>)",
        "<set>.intersection(<set>)", "<set>.difference(<set>)", "{each for each in <set> if each > <index>}",
        "{each % 3 for each in <set>}", "{key + value for key, value in self.table.items()}",
    ),
    "rows": (
        "<name rows>", "[<pair>]", "[]", "[<pair>, <pair>]", "<name rows>[<int>:<int>]", "<name rows>.copy()",
        "[(each, <index>) for each in <list>]", "[(b, a) for a, b in <rows>]", "sorted(<rows>)", "list(enumerate(<list>))",
        "list(self.table.items())", "(<rows> + <rows>)", "list(zip(<name list>, <name list>, strict=True))",
        "[each for each in <rows> if each[0] > <index>]", "list(reversed(<rows>))", "sorted(<rows>, key=lambda each: each[1])",
    ),
    "pair": ("(<int>, <int>)", "(<name int>, <small>)", "(<index>, <index>)", "divmod(<int>, <above>)", "(<pair> if <bool> else <pair>)",
             "(<int>, <int>, <int>)[1:]", "(*(<int>,), <int>)"),
    "point": ("<name point>", "Point(<int>, <int>)", "Point(<int>)", "Point(y=<int>, x=<int>)", "<point>._replace(x=<int>)",
              "<point>._replace(y=<int>, x=<index>)", "(<point> if <bool> else <point>)"),
    "text": ("<name text>", "'one'", "'Two'", "NAMES[<int> % 2]", "'ab'.lower()", "('a' + <text>)", "'-'.join(NAMES)",
             "(<text> if <bool> else <text>)"),
    "maybe": ("<name maybe>", "None", "<int>", "self.table.get(<int>)", "(<int> if <bool> else None)"),
    "listing": ("self.listed(<int>)", "self.listed(<index>)", "self.listed(2)"),
}  # fmt: skip

INDEXED: Final = "if 0 <= <i=index> < len(self.items):\n    "

SELDOM: Final = re.compile(
    r"\.(items|values|keys)\(\)|next\(|yield from|\.(sort|count|update|union|intersection|difference|issubset)\(|key=|reverse="
    r"|factorial|self\.items and|self\.marks:|\(self\.marks\)|<set> [-&|^]|, <int>\)$|<(list|set|rows|pair|bool)> [<|&^] <|trunc"
    r"|isfinite|insert\(0|::|:2\]|\* 2\)|<int> / |TABLE\[<index>|<name rows>\[|except.*\nelse|\[x for|sorted\(<(list|set|rows)>"
    r"|<name set>\.|callable|<text> <|\*<list>"
)
"""Forms that are seldom taken, since the evaluator refuses many of them."""

STATEMENTS: Final[Forms] = {
    "statement": (
        "self.number = <int>", "self.number <augmented> <int>", "self.items.append(<int>)", "self.number //= <above>", "pass",
        "<new int> = <int>", "<new int>: int = <int>", "<new int> = <int>", "<new list> = <list>.copy()", "<new list> = [<int>, <int>]",
        "<new dict> = <dict>.copy()", "<new set> = <set>.copy()", "<new rows> = <rows>.copy()", "<new point> = <point>", "<new pair> = <pair>",
        "<new bool> = <bool>", "<new text> = <text>", "<local int> = <int>", "<local int> <augmented> <int>", "<local list>.append(<int>)",
        "<new int>, <new int> = <int>, <int>", "<new int>, <new int> = <pair>", "self.number, <new int> = <int>, self.number",
        "<new int> = self.number = <int>",
        "self.items.extend(<list>)", "self.items += <list>", "self.items.insert(<index>, <int>)",
        "self.items.insert(max(0, <int>), <int>)", INDEXED + "self.items[<i>] = <int>", INDEXED + "self.items[<i>] <augmented> <int>",
        INDEXED + "self.items[<i>], self.items[-1] = self.items[-1], self.items[<i>]",
        INDEXED + "self.number = self.items.pop(<i>)", INDEXED + "del self.items[<i>]",
        "if self.items:\n    self.number = self.items.pop()", "if len(self.items) > 0:\n    self.items[-1] = <int>",
        "if self.items:\n    del self.items[-1]", "if len(self.items) > 1:\n    self.items.pop(-2)",
        "del self.items[<int>:<int>]", "self.items[<int>:<int>] = <list>", "self.items[:<int>] = [<int>]", "del self.items[<int>:]",
        "if <i=index> in self.items:\n    self.items.remove(<i>)", "self.items.clear()", "self.items.reverse()",
        "self.items.sort()", "self.items.sort(key=lambda each: -each)", "self.items.sort(reverse=True)",
        "self.items = <list>.copy()", "self.items = <list>[<int>:]", "self.items = [each + <index> for each in <list>]",
        "self.items, peer.items = peer.items, self.items",
        "self.table[<index>] = <int>", "self.table[<index>] = self.table.get(<index>, <int>) + <int>",
        "if <i=index> in self.table:\n    self.table[<i>] <augmented> <int>", "self.number = self.table.pop(<index>, <int>)",
        "self.number = self.table.setdefault(<index>, <int>)", "if <i=index> in self.table:\n    del self.table[<i>]",
        "self.table.update(<dict>)", "self.table.clear()", "self.table = <dict>.copy()", "self.table = {<int>: <int>}",
        "self.marks.add(<int>)", "self.marks.discard(<int>)", "if <i=index> in self.marks:\n    self.marks.remove(<i>)",
        "self.marks.clear()", "self.marks = <set>.copy()", "self.marks = self.marks | {<int>}",
        "self.rows.append(<pair>)", "if self.rows:\n    self.rows[-1] = <pair>", "if self.rows:\n    self.rows.pop()",
        "self.rows.insert(<index>, <pair>)", "self.rows.sort()", "self.rows = <rows>.copy()",
        "self.point = <point>", "self.flag = <bool>",
        "peer.number = <int>", "peer.number += self.number", "peer.items.append(<int>)", "self.added(<int>)",
        "peer.added(<int>)", "self.added(<int>, twice=<bool>)", "self.number = peer.required(<int>)",
        "if <i=index> not in self.order:\n    self.order.append(<i>)", "if <i=index> not in self.order:\n    self.order.prepend(<i>)",
        "if <i=index> in self.order:\n    self.order.swap_remove(<i>)", "if self.order:\n    self.number = self.order.pop()",
        "if self.order:\n    self.number = self.order.popleft()", "if <i=index> in self.order and <j=index> in self.order:\n    self.order.exchange(<i>, <j>)",
        "if <i=index> in self.order and <j=index> not in self.order:\n    self.order.replace(<i>, <j>)", "self.order.clear()",
        "self.order = self.order.copy()", "self.order = Distinct(range(<int> % 4))",
        "if <i=index> not in self.order:\n    self.order.insert(0, <i>)",
        "assert <int> == <int> or <bool>", "if <bool>:\n    raise <error>('no')", "if <bool>:\n    raise <error>(f'{<name int>} of {len(self.items)!r}')",
        "if <bool>:\n    raise <error>(shown(<int>))",
        "if <bool>:\n    return <result>", "if isinstance(data, int):\n    self.number = data", "if isinstance(data, list):\n    self.number = len(data)",
        "Held(<int>).kept(self)",
    ),
    "statement!": (
        "self.items[<index>] = <int>", "self.items[<index>] <augmented> <int>", "self.number = self.items.pop(<index>)", "self.number = self.items.pop()",
        "del self.items[<index>]", "self.items.remove(<index>)", "del self.table[<index>]", "self.number = self.table.pop(<index>)",
        "self.table[<index>] <augmented> <int>", "self.marks.remove(<index>)", "raise <error>('no')", "self.order.append(<index>)",
        "self.order.swap_remove(<index>)", "self.number = self.order.pop()", "assert <bool>", "self.items[<index>], self.number = <int>, <int>",
        "self.number, self.items[self.number] = <pair>", "self.rows[<index>] = <pair>", "self.order.replace(<index>, <index>)",
        "self.items[<index>], self.items[<index>] = self.items[<index>], <int>", "self.required(<index>)",
        "for <new int>, <new int> in zip(<name list>, <name list>, strict=True):\n    <block>",
        "del peer.items[<index>]", "self.items[self.items.pop()] = self.items.pop()",
    ),
    "augmented": ("+=", "-=", "*=", "+=", "//= 2 *", "<<= 1 &", "|=", "&=", "^="),
    "compound": (
        "if <bool>:\n    <block>", "if <bool>:\n    <block>\nelse:\n    <block>", "for <new fixed> in range(<int> % 4):\n    <block>",
        "if <bool>:\n    <block>\nelif <bool>:\n    <block>\nelse:\n    <block>",
        "for <new fixed> in <list>.copy():\n    <block>", "for <new fixed> in <name list>:\n    <block>",
        "for <new fixed>, <new fixed> in enumerate(<name list>):\n    <block>",
        "for <new fixed>, <new fixed> in enumerate(<list>):\n    <block>",
        "for <new fixed> in reversed(<name list>):\n    <block>", "for <new fixed>, <new fixed> in <rows>:\n    <block>",
        "for <new fixed>, <new fixed> in <name rows>:\n    <block>",
        "for <new fixed>, <new fixed> in self.table.items():\n    <block>", "for <new fixed> in self.table.values():\n    <block>",
        "for <new fixed> in self.table:\n    <block>", "for <new fixed> in sorted(self.marks):\n    <block>", "for <new fixed> in self.marks:\n    <block>",
        "for <new fixed> in self.listed(<index>):\n    <block>", "for <new fixed> in (<int>, <int>, <int>):\n    <block>",
        "for <new fixed> in range(<int> % 5, <small>, -1):\n    <block>", "for <new fixed> in list(self.table.keys()):\n    <block>",
        "for <new fixed>, <new fixed> in zip(<name list>, range(len(<name list>)), strict=True):\n    <block>",
        "for <new fixed> in range(<int> % 4):\n    <block>\n    if <bool>:\n        break\nelse:\n    <block>",
        "for <new fixed> in <name list>:\n    if <bool>:\n        continue\n    <block>",
        "for <new fixed> in <name list>:\n    <block>\n    if <bool>:\n        break",
        "<w=new fixed> = <above>\nwhile <w> > 0:\n    <w> -= 1\n    <block>",
        "<w=new fixed> = <above>\nwhile <w> > 0 and <bool>:\n    <w> -= 1\n    <block>",
        "<w=new fixed> = <above>\nwhile <w> > 0:\n    <w> -= 1\n    if <bool>:\n        break\n    <block>\nelse:\n    <block>",
        "<w=new fixed> = <above>\nwhile <w> > 0:\n    <w> -= 1\n    if <bool>:\n        continue\n    <block>",
        "<w=new fixed> = 3\nwhile self.items and <w> > 0:\n    <w> -= 1\n    self.number = self.items.pop()\n    <block>",
        "try:\n    <block>\nexcept <caught>:\n    <block>", "try:\n    <block>\nexcept <caught> as error:\n    raise <error>('again') from error",
        "try:\n    <block>\nexcept <caught>:\n    <block>\nelse:\n    <block>", "try:\n    <block>\nfinally:\n    <block>",
        "try:\n    <block>\nexcept <caught>:\n    raise", "try:\n    <block>\nexcept <caught>:\n    <block>\nfinally:\n    <block>",
        "try:\n    <statement!>\nexcept <caught>:\n    <block>",
        "try:\n    <statement!>\nexcept IndexError:\n    <block>\nexcept (KeyError, ValueError):\n    <block>",
        "try:\n    self.required(<int>)\nexcept Missing:\n    <block>",
        "<f=new maybe> = self.table.get(<index>)\nif <f> is not None:\n    self.number = <f> + <int>",
        "<f=new maybe> = self.table.get(<index>)\nif <f> is None:\n    return <result>\nself.number = <f>",
        "def <f=new function>(each: int) -> int:\n    return each + <name int>\nself.number = sum(map(<f>, <list>))",
        "<p=new pair> = (<int>, <int>)\n<new int>, <new int> = <p>",
    ),
}  # fmt: skip
