"""Why shifts and masks are the number in mixed radix, and what the order of handles has to do with it.

A layout has no state but its widths: a step of `explore` is one conversion, and tiny widths are exhausted.
Proofs are about any widths. The theorems say the same of words as machines have them, in several splits; those with
`any_widths` are proved of any as well.

Refinement  HL-I1 and HL-I2 tie the widths, HL-R1 ... HL-R4 the conversions, HL-B1 ... HL-B7 hold at real widths
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final

from slotproof.declare import (
    Claim,
    Domain,
    Operation,
    Refinement,
    Scope,
    Theorem,
    invariant,
    law,
)
from slotproof.impl.handle import Layout
from slotproof.proofs.bitmask.answers import LAYOUT_ANSWERS
from slotproof.proofs.handle.widths import SPLITS, any_handle, any_widths, any_word
from slotproof.spec.errors import OutOfRange
from slotproof.spec.handle import NULL, Handle, LayoutModel
from slotproof.spec.logic import conj, iff

Model = LayoutModel
Impl = Layout

# --- laws of the model


@law("HL-L1", "The null handle is the word 0, and the word 0 is the null handle.")
def null_is_zero(m: Model) -> bool:
    return conj(m.pack(NULL) == 0, m.unpack(0) == NULL)


@law("HL-L2", "The handle with every field at its largest is the largest word.")
def word_is_full(m: Model) -> bool:
    largest = Handle(*((1 << bits) - 1 for bits in m.widths()))
    return m.pack(largest) == (1 << m.bits()) - 1


@law("HL-L3", "The free bit is the highest bit of the word.")
def free_bit_is_highest(m: Model) -> bool:
    return m.pack(Handle(0, 0, 0, 1)) == 1 << (m.bits() - 1)


@law("HL-L8", "Each field has at least 1 bit.")
def fields_are_there(m: Model) -> bool:
    return conj(*(bits >= 1 for bits in m.widths()))


LAWS = (fields_are_there, null_is_zero, word_is_full, free_bit_is_highest)

# --- coupling


@invariant("HL-I1", "The fields have the same widths on both sides.")
def widths(m: Model, h: Impl) -> bool:
    return conj(h.index_bits == m.index_bits, h.generation_bits == m.generation_bits, h.type_bits == m.type_bits)


@invariant("HL-I2", "A shift is the width of all fields below; a mask has ones where its field lies.")
def shifts_and_masks(m: Model, h: Impl) -> bool:
    return conj(
        h.generation_shift == m.index_bits,
        h.type_shift == m.index_bits + m.generation_bits,
        h.free_shift == m.bits() - 1,
        h.index_mask == 2**m.index_bits - 1,
        h.generation_mask == 2 ** (m.index_bits + m.generation_bits) - 2**m.index_bits,
        h.type_mask == 2 ** (m.bits() - 1) - 2 ** (m.index_bits + m.generation_bits),
    )


COUPLE = (widths, shifts_and_masks)


def abstract(h: Impl) -> Model:
    """The widths."""
    return LayoutModel(h.index_bits, h.generation_bits, h.type_bits)


# --- arguments


def _every_handle(m: Model, scope: Scope) -> Sequence[Any]:
    """Each handle that fits, and those of which a field is off by one."""
    fields = (range(-1, 2**bits + 1) for bits in m.widths())
    return [*itertools.starmap(Handle, itertools.product(*fields)), (0, 1, 0, 0), None]


def _corner(m: Model, number: int, beyond: int = 0) -> Handle:
    """A handle of which each field is at an end of its range, or next to it; or up to so far beyond."""
    fields = []
    for bits in m.widths():
        choices = (0, 1, 2**bits - 1, 2**bits - 2, 2 ** (bits - 1))
        number, choice = divmod(number, len(choices))
        fields.append(choices[choice] % 2**bits)
    if beyond:
        fields[number % 4] = (-1, 2 ** m.widths()[number % 4])[number // 4 % 2]
    return Handle(*fields)


def _word(m: Model, number: int) -> int:
    """A word all of whose bits depend on the number."""
    return number * 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835 & ((1 << m.bits()) - 1)


HANDLE = Domain(
    "handle",
    small=_every_handle,
    classes={
        "any": lambda m, issued, number: m.unpack(_word(m, number)),
        "corner": lambda m, issued, number: _corner(m, number),
        "too wide": lambda m, issued, number: _corner(m, number, beyond=1),
        "no handle": lambda m, issued, number: ((0, 1, 0, 0), None, 1)[number % 3],
    },
    symbolic=any_handle,
    huge=True,
)

WORD = Domain(
    "word",
    small=lambda m, scope: [*range(-2, 2 ** m.bits() + 2), None],
    classes={
        "any": lambda m, issued, number: _word(m, number),
        "corner": lambda m, issued, number: m.pack(_corner(m, number)),
        "too wide": lambda m, issued, number: (-1, 2 ** m.bits(), -(2 ** m.bits()))[number % 3],
        "no word": lambda m, issued, number: (None, "1", 1.0)[number % 3],
    },
    symbolic=any_word,
    huge=True,
)

# --- operations

OPERATIONS = (
    Operation(
        "pack",
        Claim("HL-R1", "`pack` is the number in mixed radix of a handle that fits, and refuses every other."),
        takes=(HANDLE,),
        pure=True,
        refusals=("OutOfRange", "InvalidArgument"),
    ),
    Operation(
        "unpack",
        Claim("HL-R2", "`unpack` gives the digits of a word that fits, and refuses every other."),
        takes=(WORD,),
        pure=True,
        refusals=("OutOfRange", "InvalidArgument"),
    ),
    Operation(
        "next_generation",
        Claim("HL-R3", "`next_generation` adds one to the generation, modulo its width, and to nothing else."),
        takes=(WORD,),
        pure=True,
        refusals=("OutOfRange", "InvalidArgument"),
    ),
    Operation(
        "null",
        Claim("HL-R4", "`null` is the word of the null handle."),
        pure=True,
    ),
)

# --- theorems


def _sides(bits: Any, *in_bits: int) -> tuple[Model, Impl]:
    """A layout of such widths, each of at least 1 bit, on both sides."""
    bits.assume(conj(*(width >= 1 for width in in_bits)))
    return LayoutModel(*in_bits), Layout(*in_bits)


def _fitting(bits: Any, m: Model, prefix: str = "") -> Handle:
    """Any handle that fits."""
    names = (prefix + name for name in Handle._fields)
    return Handle(*(bits.int(name, width) for name, width in zip(names, m.widths(), strict=True)))


def _any(bits: Any, m: Model) -> Handle:
    """Any handle, also one of which fields are negative or too wide."""
    fields = zip(Handle._fields, m.widths(), strict=True)
    return Handle(*(bits.between(name, -(2**width), 2 ** (width + 1)) for name, width in fields))


def _equal(one: Handle, other: Handle) -> bool:
    return conj(*(a == b for a, b in zip(one, other, strict=True)))


def _outcome(call: Callable[..., Any], argument: Any) -> Any:
    """What a call returns, or None if it refuses."""
    try:
        return call(argument)
    except OutOfRange:
        return None


def _packed_comes_back(bits: Any, index_bits: int, generation_bits: int, type_bits: int) -> bool:
    m, h = _sides(bits, index_bits, generation_bits, type_bits)
    handle = _fitting(bits, m)
    return _equal(h.unpack(h.pack(handle)), handle)


def _unpacked_comes_back(bits: Any, index_bits: int, generation_bits: int, type_bits: int) -> bool:
    m, h = _sides(bits, index_bits, generation_bits, type_bits)
    word = bits.int("word", m.bits())
    handle = m.unpack(word)
    return conj(m.pack(handle) == word, _equal(h.unpack(word), handle), h.pack(handle) == word)


def _order_is_kept(bits: Any, index_bits: int, generation_bits: int, type_bits: int) -> bool:
    m, h = _sides(bits, index_bits, generation_bits, type_bits)
    one, other = _fitting(bits, m, "one_"), _fitting(bits, m, "other_")
    a, b = h.pack(one), h.pack(other)
    return conj(iff(one < other, a < b), iff(one <= other, a <= b), iff(one > other, a > b), iff(one >= other, a >= b))


def _pack_is_mixed_radix(bits: Any, index_bits: int, generation_bits: int, type_bits: int) -> bool:
    m, h = _sides(bits, index_bits, generation_bits, type_bits)
    handle = _any(bits, m)
    expected, actual = _outcome(m.pack, handle), _outcome(h.pack, handle)
    return actual is None if expected is None else actual is not None and expected == actual


def _unpack_is_mixed_radix(bits: Any, index_bits: int, generation_bits: int, type_bits: int) -> bool:
    m, h = _sides(bits, index_bits, generation_bits, type_bits)
    negative = bits.between("negative", -(2 ** (m.bits() + 1)), 0)
    word = bits.int("word", m.bits() + 1)
    expected, actual = _outcome(m.unpack, word), _outcome(h.unpack, word)
    return conj(
        _outcome(m.unpack, negative) is None,
        _outcome(h.unpack, negative) is None,
        actual is None if expected is None else actual is not None and _equal(expected, actual),
    )


def _next_generation_is_alone(bits: Any, index_bits: int, generation_bits: int, type_bits: int) -> bool:
    m, h = _sides(bits, index_bits, generation_bits, type_bits)
    word = bits.int("word", m.bits())
    before, after = h.unpack(word), h.unpack(h.next_generation(word))
    return conj(
        _equal(after, before._replace(generation=(before.generation + 1) % 2**m.generation_bits)),
        h.next_generation(word) == m.next_generation(word),
    )


def _only_null_is_zero(bits: Any, index_bits: int, generation_bits: int, type_bits: int) -> bool:
    m, h = _sides(bits, index_bits, generation_bits, type_bits)
    handle = _fitting(bits, m)
    word, null = h.pack(handle), h.null()
    return iff(word == null, _equal(handle, NULL))


THEOREMS: Final = tuple(
    Theorem(Claim(id, statement), holds, SPLITS, configure=configure)
    for id, statement, holds, configure in (
        ("HL-B1", "A handle that fits is what its word unpacks to.", _packed_comes_back, None),
        ("HL-B2", "A word is what its handle packs to.", _unpacked_comes_back, any_widths),
        ("HL-B3", "Handles are ordered as their words are.", _order_is_kept, None),
        ("HL-B4", "Shifts pack the number in mixed radix, or refuse what it refuses.", _pack_is_mixed_radix, None),
        (
            "HL-B5",
            "Masks unpack the digits in mixed radix, or refuse what they refuse.",
            _unpack_is_mixed_radix,
            any_widths,
        ),
        ("HL-B6", "`next_generation` changes the generation and no other field.", _next_generation_is_alone, None),
        ("HL-B7", "The null handle is the one whose word is 0.", _only_null_is_zero, any_widths),
    )
)

# --- scopes


def _scope(index_bits: int, generation_bits: int, type_bits: int) -> Scope:
    """Every word, and every handle; there is one state."""
    return Scope(
        f"{index_bits}, {generation_bits}, {type_bits} and 1 bits",
        {"index_bits": index_bits, "generation_bits": generation_bits, "type_bits": type_bits},
        well_formed=lambda: 1,
    )


SCOPES = (_scope(1, 1, 1), _scope(2, 3, 1), _scope(1, 2, 3), _scope(3, 1, 2))

DEVIATIONS = (Claim("HL-D1", "A field that does not fit its width is refused; the original keeps the bits that fit."),)

HANDLE_LAYOUT = Refinement(
    code="HL",
    name="handle",
    title="handle layout",
    model=LayoutModel,
    impl=Layout,
    couple=COUPLE,
    laws=LAWS,
    answers=LAYOUT_ANSWERS,
    defaults={"new": {"index_bits": 32, "generation_bits": 16, "type_bits": 15}},
    operations=OPERATIONS,
    scopes=SCOPES,
    deviations=DEVIATIONS,
    theorems=THEOREMS,
    abstract=abstract,
    configure=any_widths,
    not_operations={"__repr__": "tells the widths, for people"},
)
