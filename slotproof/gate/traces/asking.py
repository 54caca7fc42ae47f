"""What a port is asked: the operations it can express, and the configurations it can be made in."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, Final

from slotproof.declare import Peer, Scope
from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.kinds import SPECIAL, Kind, Signature, feature_of
from slotproof.gate.protocol.oracle import Op
from slotproof.gate.protocol.values import ITEMS, PAIRS, Json, Unsendable, encode

SMALL: Final[Mapping[str, int]] = {  # in place of the default where a port can: arrays that are quick to compare
    "page": 16,
    "value_page": 16,
    "hash_size": 16,
    "index_size": 16,
    "granularity": 16,
    "capacity": 100,
}
LARGE: Final = 256  # cells of a page or table from which on no copy is asked: the answer must fit a line


def _flatten(kind: Kind, signature: Signature, taken: Sequence[Any]) -> Sequence[Any]:
    """The arguments as the protocol has them: some domains draw all at once, and histories leave defaults out."""
    wanted = len(signature.takes)
    if (
        taken
        and isinstance(taken[0], tuple)
        and taken[0]
        and isinstance(taken[0][0], tuple)
        and "naturals" in signature.takes
    ):
        return tuple(taken[0][:wanted])
    if len(taken) < wanted:
        parameters = list(inspect.signature(getattr(kind.refinement.impl, signature.name)).parameters.values())[1:]
        return (*taken, *(parameter.default for parameter in parameters[len(taken) : wanted]))
    return taken


def encode_op(kind: Kind, name: str, taken: Sequence[Any]) -> Op:
    """An operation in plain JSON.

    Raises     Unsendable
    """
    signature = kind.operations[name]
    given = _flatten(kind, signature, taken)
    return [name, *(_argument(kind, how, value) for how, value in zip(signature.takes, given, strict=True))]


def _argument(kind: Kind, how: str, value: Any) -> Json:
    if how != "peer":
        return encode(how, value)
    if not isinstance(value, Peer):
        raise Unsendable("a container as an argument")
    return {"ops": [encode_op(kind, name, taken) for name, taken in value.history]}


class Filter:
    """Which operations a port is asked in one configuration.

    Takes      wide, whether keys go as far as the port says, not only as far as every port must
    """

    def __init__(self, declared: Declared, config: Mapping[str, Any], wide: bool = False) -> None:
        self.declared = declared
        numbers = declared.numbers
        signed = numbers.key_signed or not wide
        width = numbers.key_bits - signed if wide else min(numbers.key_bits - signed, 31)
        self.keys = (-(1 << width) if signed else 0, 1 << width)
        self.limit = declared.limit
        kind = declared.kind
        bits = {key: config.get(key, default) for key, default in kind.config.items()}
        self.widths = [
            1 << bits.get("index_bits", 64),
            1 << bits.get("generation_bits", 64),
            1 << bits.get("type_bits", 1),
            2,
        ]
        self.copies = max(bits.get(key, 0) for key in ("page", "value_page", "hash_size", "index_size")) <= LARGE
        self.unversioned = declared.policies.get("generation") == ("none",)

    def admits(self, op: Op) -> bool:
        """True if the port can be asked this."""
        declared = self.declared
        if op[0] in SPECIAL:
            return feature_of(op[0]) in declared.features
        if op[0] not in declared.operations or (op[0] == "copy" and not self.copies):
            return False
        return all(
            self._fits(how, value) for how, value in zip(declared.kind.operations[op[0]].takes, op[1:], strict=True)
        )

    def _fits(self, how: str, value: Json) -> bool:
        features = self.declared.features
        if how in ("factory", "change"):
            return "callbacks" in features or "fail" not in value
        if how == "peer":
            return "peers" in features and all(map(self.admits, value["ops"]))
        if how in ITEMS:
            return all(self._fits(ITEMS[how], each) for each in value)
        if how in PAIRS:
            return all(self._fits(PAIRS[how], first) for first, _ in value)
        if how == "handle" and isinstance(value, list):
            if self.unversioned and value[1] != 0 and not self.declared.kind.issues:
                return False
            return "out_of_width" in features or all(
                0 <= part < width for part, width in zip(value, self.widths, strict=False)
            )
        if how == "natural" and "out_of_width" not in features:
            return bool(0 <= value)
        if how == "key":
            return bool(self.keys[0] <= value < self.keys[1])
        return True


def configurations(declared: Declared, deep: bool = False) -> list[tuple[dict[str, Any], Scope | None]]:
    """The tiny scopes that the port can be made in, and last what is nearest to the defaults, with small tables."""
    found: list[tuple[dict[str, Any], Scope | None]] = []
    for scope in declared.kind.refinement.scopes:
        config = scope_config(scope)
        if (deep or not scope.deep) and declared.admits(config):
            found.append((config, scope))
    own = own_widths(declared, SMALL)
    if declared.admits(own):
        found.append((own, None))
    return found


def scope_config(scope: Scope) -> dict[str, Any]:
    """The configuration of a scope as the protocol writes it."""
    return {
        "hash" if key == "hasher" else key: value.name.lower() if key == "hasher" else value
        for key, value in scope.configuration.items()
    }


def own_widths(declared: Declared, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What the port can be made with that is nearest to the wanted values, and to the defaults for the others."""
    own: dict[str, Any] = {}
    for key, default in declared.kind.config.items():
        value = wanted.get(key, default)
        if not declared.allows(key, value):
            value = _nearest(declared, key, value)
        if value != default:
            own[key] = value
    return own


def _nearest(declared: Declared, key: str, default: Any) -> Any:
    """What the port can be made with in place of the default."""
    if key in declared.policies:
        return declared.policies[key][0]
    allowed = declared.widths.get(key, {})
    if not allowed:
        return declared.kind.config[key]
    if declared.limit is not None and key == "capacity":
        return declared.limit
    if isinstance(allowed, list):
        return min(allowed, key=lambda value: abs(value - default))
    return max(allowed.get("min", 0), min(default, allowed.get("max", default)))
