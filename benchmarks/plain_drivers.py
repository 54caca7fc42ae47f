"""Containers checked by CrossHair alone: a function runs a short program on a container and on a dict, and compares.

A program is a list of pairs of small numbers: what to do, and with what. The contract is that both agree to the end.
"""

from __future__ import annotations

from collections.abc import Callable

from slotproof.impl.bitmask import Bitmask
from slotproof.impl.dense_map import DenseMap
from slotproof.impl.entity_storage import EntityStorage
from slotproof.impl.handle_map import HandleMap
from slotproof.impl.hash_index import HashIndex
from slotproof.impl.sparse_set import SparseSet
from slotproof.impl.storage import Storage
from slotproof.impl.token_allocator import TokenAllocator
from slotproof.spec.errors import Exists, Full, Missing, StaleHandle
from slotproof.spec.handle import Handle

Program = list[tuple[int, int]]


def handle_map(program: list[tuple[int, int]]) -> bool:
    """Values are found under their handles, and no others.

    pre: len(program) <= 5
    post: _
    """
    container, model, issued = HandleMap[int](), dict[Handle, int](), list[Handle]()
    for what, number in program:
        if what == 0:
            handle = container.insert(number)
            if handle in model:
                return False
            model[handle] = number
            issued.append(handle)
        elif what == 1 and 0 <= number < len(issued):
            if container.erase(issued[number]) != (model.pop(issued[number], None) is not None):
                return False
        elif what == 2:
            container.clear()
            model.clear()
    return dict(container.items()) == model and all(container.is_valid(each) == (each in model) for each in issued)


def sparse_set(program: list[tuple[int, int]]) -> bool:
    """Elements are those that were pushed and not removed.

    pre: len(program) <= 5 and all(0 <= number < 4 for _, number in program)
    post: _
    """
    container, model = SparseSet(page=2, deletion="in_place"), set[Handle]()
    for what, number in program:
        handle = Handle(number, 0)
        if what == 0 and handle not in model:
            container.push(handle)
            model.add(handle)
        elif what == 1:
            if container.remove(handle) != (handle in model):
                return False
            model.discard(handle)
        elif what == 2:
            container.compact()
        elif what == 3:
            container.clear()
            model.clear()
    return set(container.handles()) == model and all(container.contains(handle) for handle in model)


def storage(program: list[tuple[int, int]]) -> bool:
    """Values are those that were put in and not removed.

    pre: len(program) <= 5 and all(0 <= number < 4 for _, number in program)
    post: _
    """
    container, model = Storage[int](page=2), dict[Handle, int]()
    for what, number in program:
        handle = Handle(number // 2, number % 2)
        try:
            if what == 0:
                container.emplace(handle, what)
                model[handle] = what
            elif what == 1 and container.remove(handle) != (model.pop(handle, None) is not None):
                return False
        except Exists:
            if not any(other.slot == handle.slot for other in model):
                return False
    return dict(container.each()) == model


def entity_storage(program: list[tuple[int, int]]) -> bool:
    """Handles are live from their creation to their end.

    pre: len(program) <= 5
    post: _
    """
    container, model, issued = EntityStorage(page=2), set[Handle](), list[Handle]()
    for what, number in program:
        if what == 0:
            handle = container.create()
            if handle in model:
                return False
            model.add(handle)
            issued.append(handle)
        elif what == 1 and 0 <= number < 4:
            model.add(container.create_at(Handle(number, 0)))
        elif what == 2 and 0 <= number < len(issued):
            try:
                container.destroy(issued[number])
                model.remove(issued[number])
            except StaleHandle:
                if issued[number] in model:
                    return False
        elif what == 3:
            container.clear()
            model.clear()
    return set(container.handles()) == model and all(container.is_valid(each) == (each in model) for each in issued)


def dense_map(program: list[tuple[int, int]]) -> bool:
    """Keys have the values they were given last.

    pre: len(program) <= 5 and all(0 <= number < 4 for _, number in program)
    post: _
    """
    container, model = DenseMap[int, int](min_buckets=2), dict[int, int]()
    for what, number in program:
        if what == 0:
            container.insert_or_assign(number, len(model))
            model[number] = len(model)
        elif what == 1 and container.erase(number) != (model.pop(number, None) is not None):
            return False
    return dict(container.items()) == model and all(container.contains(key) for key in model)


def hash_index(program: list[tuple[int, int]]) -> bool:
    """Indices are found under the keys they were added with.

    pre: len(program) <= 5 and all(0 <= number < 4 for _, number in program)
    post: _
    """
    container, model = HashIndex(2, 2), dict[int, int]()
    for what, number in program:
        key = what % 2
        try:
            if 0 <= what < 2:
                container.add(key, number)
                model[number] = key
            elif 2 <= what < 4:
                container.remove(key, number)
                del model[number]
            elif what == 4:
                container.clear()
                model.clear()
        except Exists:
            if number not in model:
                return False
        except Missing:
            if model.get(number) == key:
                return False
    return all({*container.candidates(key)} == {index for index in model if model[index] == key} for key in range(2))


def bitmask(program: list[tuple[int, int]]) -> bool:
    """Positions are set that were set last.

    pre: len(program) <= 5 and all(0 <= number < 10 for _, number in program)
    post: _
    """
    container, model = Bitmask(10, word_bits=3), set[int]()
    for what, number in program:
        if what == 0:
            container.set(number, True)
            model.add(number)
        elif what == 1:
            container.set(number, False)
            model.discard(number)
        elif what == 2:
            container.assign(True)
            model = set(range(10))
    return list(container.positions()) == sorted(model) and container.find_first_clear() == min({*range(11)} - model)


def token_allocator(program: list[tuple[int, int]]) -> bool:
    """Tokens are in use from when they are acquired until they are released.

    pre: len(program) <= 5 and all(0 <= number < 4 for _, number in program)
    post: _
    """
    container, model = TokenAllocator(4, word_bits=3), set[int]()
    for what, number in program:
        try:
            if what == 0:
                token = container.acquire()
                if token in model:
                    return False
                model.add(token)
            elif what == 1:
                container.release(number)
                model.remove(number)
            elif what == 2:
                model |= set(container.acquire_many(number))
        except Full:
            if len(model) + (1 if what == 0 else number) <= 4:
                return False
        except Missing:
            if number in model:
                return False
    return list(container.tokens()) == sorted(model)


DRIVERS: dict[str, Callable[[Program], bool]] = {
    each.__name__: each
    for each in (
        handle_map,
        sparse_set,
        storage,
        entity_storage,
        dense_map,
        hash_index,
        bitmask,
        token_allocator,
    )
}
"""Container -> its function; a registry is more than a short program reaches."""
