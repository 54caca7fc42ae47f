"""Why the loops of the typed store end, what is true each time they come round, and what foreign data means."""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Foreign, Loop
from slotproof.proofs.handle_map.untrusted import whole_widths
from slotproof.proofs.typed_store.claims import MAPS, Impl
from slotproof.spec.logic import conj, contains, forall, forall_in, iff, within


def _cleared(before: Any, now: Any, rounds: Any) -> dict[str, bool]:
    """The maps of the rounds behind are empty, each after a step; the others are as they were."""
    return {
        "as many": len(now.maps) == len(before.maps),
        "cleared": forall(
            0,
            rounds,
            lambda type_id: conj(now.maps[type_id].size() == 0, MAPS.steps(before.maps[type_id], now.maps[type_id])),
        ),
        "others alone": forall(
            rounds, len(now.maps), lambda type_id: MAPS.same(before.maps[type_id], now.maps[type_id])
        ),
    }


def _new_ones(at: Any, maps: Any) -> dict[str, bool]:
    """As many maps as rounds are behind, each as new, of the type it stands for."""
    given = at.local

    def is_new(type_id: int) -> bool:
        return conj(
            MAPS.same(
                maps[type_id],
                MAPS.made(
                    type_id,
                    index_bits=given["index_bits"],
                    generation_bits=given["generation_bits"],
                    type_bits=given["type_bits"],
                    generation=given["generation"],
                    free_order=given["free_order"],
                ),
            ),
            MAPS.obeys(maps[type_id]),
            maps[type_id].type_id == type_id,
            maps[type_id].nil == 2 ** given["index_bits"] - 1,
            maps[type_id].generation_limit == 2 ** given["generation_bits"],
            iff(maps[type_id].retire, given["generation"] == "retire"),
            iff(maps[type_id].lifo, given["free_order"] == "lifo"),
        )

    return {"as many": len(maps) == at.index, "new": forall(0, at.index, is_new)}


def _new_models(at: Any) -> dict[str, bool]:
    """The same of the model, whose keys are the types."""
    return {
        **_new_ones(at, at.model.maps),
        "under their types": forall_in(at.model.maps, lambda type_id: within(0, type_id, at.index)),
        "under each": forall(0, at.index, lambda type_id: contains(at.model.maps, type_id)),
    }


def _copied_maps(at: Any) -> dict[str, bool]:
    """As many maps as rounds are behind, each in the state of the one that it is a copy of."""
    mine, its = at.before.maps, at.local["twin"].maps
    return {
        "as many": len(its) == at.index,
        "copied": forall(0, len(its), lambda type_id: MAPS.same(mine[type_id], its[type_id])),
    }


def _written_maps(at: Any) -> dict[str, bool]:
    """As many maps as rounds are behind are written."""
    mine, maps = at.before.maps, at.local["maps"]
    return {
        "as many": len(maps) == at.index,
        "written": forall(0, len(maps), lambda type_id: MAPS.tells(maps[type_id], mine[type_id])),
    }


def _read_maps_behind(at: Any) -> dict[str, bool]:
    """As many maps as rounds are behind are made of what the data tells, each within its claims."""
    data, maps = at.local["data"]["maps"], at.local["twin"].maps
    return {
        "as many": len(maps) == at.index,
        "told": forall(0, len(maps), lambda type_id: MAPS.tells(data[type_id], maps[type_id])),
        "in order": forall(0, len(maps), lambda type_id: conj(MAPS.obeys(maps[type_id]), whole_widths(maps[type_id]))),
    }


def _fitting_types(at: Any) -> dict[str, bool]:
    """A map that is behind is of the type that it stands for, and of the widths and policies of the first."""
    maps = at.local["maps"]

    def fits(type_id: int) -> bool:
        return conj(
            maps[type_id].type_id == type_id,
            maps[type_id].nil == maps[0].nil,
            maps[type_id].generation_limit == maps[0].generation_limit,
            iff(maps[type_id].retire, maps[0].retire),
            iff(maps[type_id].lifo, maps[0].lifo),
        )

    return {"fit": forall(0, at.index, fits)}


LOOPS: Final = (
    Loop("TypedStore.from_dict", invariant=_read_maps_behind),
    Loop("_check_types", invariant=_fitting_types),
    Loop("TypedStore.copy", invariant=_copied_maps),
    Loop("TypedStore.to_dict", invariant=_written_maps),
    Loop("TypedStore.__init__", invariant=lambda at: _new_ones(at, at.now.maps)),
    Loop("TypedStoreModel.__init__", invariant=_new_models),
    Loop("TypedStore.clear", lockstep=True),
    Loop(
        "TypedStoreModel.clear",
        lockstep=True,
        invariant=lambda at: _cleared(at.model_before, at.model, at.index),
    ),
)

# --- foreign data


def whole_widths_of_all(h: Impl) -> bool:
    """Widths of each map are whole numbers of bits, which no claim says, and no operation changes."""
    return forall(0, len(h.maps), lambda type_id: whole_widths(h.maps[type_id]))


FOREIGN: Final = Foreign(lambda h, seen: {"maps": MAPS.by_index(h.maps)}, premise=whole_widths_of_all)
