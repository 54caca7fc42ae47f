"""Wrong code in the place of right code that was judged: files, then what takes their place; nothing stays green."""

from dataclasses import dataclass, field
from typing import Final

from .wrong_declarations import (
    FILES,
    Edit,
    begin,
    claimed,
    coupled,
    edited,
    fields,
    look,
    meant_begin,
    meant_fields,
    methods,
    operation,
    top,
)

STEP: Final = "def step(number: int) -> int:\n    return {}\n"
RIGHT: Final = STEP.format("max(number, 0)")
WRONG: Final = STEP.format("7")
_READ: Final = (look("return step(number)"),)


def _reading(line: str) -> tuple[Edit, ...]:
    return (*_READ, top(line))


@dataclass(frozen=True)
class Change:
    """What is judged first, and then.

    cause         why the second run might believe the first one
    edits         of the right pile
    before, then  further files, at first and afterwards
    given         variables of the environment, afterwards
    judged        the first run proves it; of the others it is known from the text that they read what may change
    says          what the second run tells
    """

    cause: str
    edits: tuple[Edit, ...]
    before: dict[str, str]
    then: dict[str, str]
    given: dict[str, str] = field(default_factory=dict)
    judged: bool = True
    says: str = "PL-R3 failed"

    def files(self) -> dict[str, str]:
        """Name -> text of all files of the first run."""
        return edited(self.edits) | self.before


_SPOT: Final = (
    top("class Spot:\n    at: int\n\n    def __init__(self) -> None:\n        self.at = 0"),
    fields("spot: Spot"),
    begin("self.spot = Spot()"),
    meant_fields("at: int"),
    meant_begin("self.at = 0"),
    *coupled(
        '@invariant("PL-I3", "The spot is where it is meant to be.")\ndef same_spot(m: PileModel, h: Pile) -> bool:\n'
        "    return m.at == h.spot.at\n",
        "same_spot",
    ),
    ("configure=lambda make: {},", "configure=nothing,"),
    claimed("def nothing(make):\n    return {}\n"),
)


def _moved(body: str, uses: str = "") -> tuple[Edit, ...]:
    """`move` puts another spot in the place of one, as `begin` does, which it calls."""
    text = "def begin(self) -> None:\n    {}\n\ndef move(self) -> None:\n    {}"
    return (
        *_SPOT,
        *methods(text.format("self.spot = Spot()", body), text.format("self.at = 0", "self.begin()\n    self.at = 5")),
        operation(
            f'Operation("move", Claim("PL-R4", "`move` moves it."){uses}), '
            'Operation("begin", Claim("PL-R5", "`begin` begins anew."))'
        ),
    )


_MODULE: Final = "from helper import step"
_OTHER: Final = FILES["pile.py"].replace("return max(number, 0)", "return 7")
NO_CONSTANT: Final = "is no constant"

CHANGES: Final = {
    "the file itself": Change("the text is as long, and as old", (), {}, {"pile.py": _OTHER}),
    "the model": Change(
        "the model is another one",
        (),
        {},
        {"pile.py": FILES["pile.py"].replace("number if number > 0 else 0", "number if number > 1 else 0")},
    ),
    "the declaration": Change(
        "a claim is another one",
        (),
        {},
        {"declared.py": FILES["declared.py"].replace("return m.note == h.mark", "return m.note == h.mark + 1")},
        says="PL-I2 failed",
    ),
    "what others rest on": Change(
        "a proof obliges more of what another operation uses from now on",
        _moved("self.begin()\n    self.spot.at = 5"),
        {},
        edited(_moved("spot = self.spot\n    self.begin()\n    spot.at = 5", ', uses=("begin",)')),
        says="PL-R5 failed",
    ),
    "a module": Change("a module beside", _reading(_MODULE), {"helper.py": RIGHT}, {"helper.py": WRONG}),
    "a package": Change(
        "a package beside",
        _reading("from parts import step"),
        {"parts/__init__.py": RIGHT},
        {"parts/__init__.py": WRONG},
    ),
    "a module of a package": Change(
        "a module of a package beside",
        _reading("from parts.helper import step"),
        {"parts/__init__.py": "", "parts/helper.py": RIGHT},
        {"parts/helper.py": WRONG},
    ),
    "a folder": Change(
        "a module in a folder beside that says nothing of itself",
        _reading("from parts.helper import step"),
        {"parts/helper.py": RIGHT},
        {"parts/helper.py": WRONG},
    ),
    "what a module imports": Change(
        "a module that a module beside imports",
        _reading(_MODULE),
        {"helper.py": f"from further import further\n\n\n{STEP.format('further(number)')}",
         "further.py": RIGHT.replace("step", "further")},
        {"further.py": WRONG.replace("step", "further")},
    ),
    "a constant": Change(
        "a constant of a module beside",
        (look("return max(number, LIMIT)"), top("from helper import LIMIT")),
        {"helper.py": "LIMIT = 0\n"},
        {"helper.py": "LIMIT = 7\n"},
    ),
    "a module that comes before": Change(
        "a package that comes to stand beside is found before the module",
        _reading(_MODULE),
        {"helper.py": RIGHT},
        {"helper/__init__.py": WRONG},
    ),
    "a path that is added": Change(
        "a module in a folder that the file adds to the path",
        _reading('import sys\nfrom pathlib import Path\n\nsys.path.append(str(Path(__file__).with_name("lib")))\nfrom step_of_lib import step'),
        {"lib/step_of_lib.py": RIGHT},
        {"lib/step_of_lib.py": WRONG},
        judged=False,
        says="sources or sys.path changed",
    ),
    "a file of data": Change(
        "a file that is read when the module is imported",
        (look("return max(number, LIMIT)"), top('from pathlib import Path\n\nLIMIT = int(Path(__file__).with_name("limits.csv").read_text())')),
        {"limits.csv": "0\n"},
        {"limits.csv": "7\n"},
        judged=False,
        says=NO_CONSTANT,
    ),
    "a text that is run": Change(
        "a file whose text is run when the module is imported",
        _reading('from pathlib import Path\n\nexec(Path(__file__).with_name("step.inc").read_text())'),
        {"step.inc": RIGHT},
        {"step.inc": WRONG},
        judged=False,
        says="at the top of a module",
    ),
    "a variable": Change(
        "a variable of the environment",
        (look("return max(number, LIMIT)"), top('import os\n\nLIMIT = int(os.environ.get("PILE_LIMIT", "0"))')),
        {},
        {},
        {"PILE_LIMIT": "7"},
        judged=False,
        says=NO_CONSTANT,
    ),
    "a module of Python": Change(
        "a file beside has the name of a module of Python",
        (look("return max(number, 7 if ONE_THIRD == 1 else 0)"), top("from colorsys import ONE_THIRD")),
        {},
        {"colorsys.py": "ONE_THIRD = 1\n"},
        judged=False,
        says="`ONE_THIRD`",
    ),
}  # fmt: skip
