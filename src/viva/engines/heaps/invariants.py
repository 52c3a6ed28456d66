"""The library of invariants: what a structure keeps, as predicates on its view.

Each says True or False of a whole structure, whatever it is. `kept_by` finds those that all structures of a reference
keep; they are told, and what a submission leaves behind is held to them where another shape is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from viva.engines.heaps.layout import is_back
from viva.engines.heaps.view import View
from viva.languages.heap import Slot

Invariant = Callable[[View], bool]

ORDERED = frozenset(
    {
        "search tree, duplicates left", "search tree, duplicates right", "search tree, duplicates forbidden",
        "min-heap", "max-heap", "sorted list", "sorted list without duplicates",
    }
)  # fmt: skip
"""Invariants by which several shapes can hold the same content, or which say where content belongs."""


def _less(one: Slot, two: Slot) -> bool | None:
    if isinstance(one, int | float) and isinstance(two, int | float):
        return one < two
    if isinstance(one, str) and isinstance(two, str):
        return one < two
    return None


def _acyclic(view: View) -> bool:
    done: set[int] = set()
    for _, entry in view.entries:
        on_way: set[int] = set()
        todo: list[tuple[int, bool]] = [] if entry is None else [(entry, False)]
        while todo:
            cell, leaving = todo.pop()
            if leaving:
                on_way.discard(cell)
                done.add(cell)
            elif cell in on_way:
                return False
            elif cell not in done:
                on_way.add(cell)
                todo.append((cell, True))
                todo += [(link, False) for link in view.cells[cell].links if link is not None]
    return True


def _tree(view: View) -> bool:
    """No node is the child of two, nor of one twice; nor do two structures share one."""
    if not _acyclic(view) or view.broken:
        return False
    reached: set[int] = set()
    for _, entry in view.entries:
        todo = [] if entry is None else [entry]
        own: set[int] = set()
        while todo:
            cell = todo.pop()
            if cell in own:
                return False
            own.add(cell)
            todo += [link for link in view.cells[cell].links if link is not None]
        # An entry may point into what another entry begins: the tail of a list.
        if own & reached and not own <= reached:
            return False
        reached |= own
    return True


def _linked_back(view: View) -> bool:
    """What leads back leads to where one came from, and to nothing at the beginning. Only what can be reached counts: a
    node that was taken out may still lead into the structure, and is no way to have come."""
    if len(view.back_names) != 1 or not _acyclic(view):
        return False
    reached = {cell for _, entry in view.entries for cell in view.walk(entry)}
    inner = set[int]()
    for number in reached:
        links = {link for link in view.cells[number].links if link is not None}
        if any(view.cells[link].back[0] != number for link in links):
            return False
        inner |= links
    return all(view.cells[number].back[0] is None for number in reached - inner)


def _search_tree(duplicates: str) -> Invariant:
    def holds(view: View) -> bool:
        if len(view.names) != 2 or not _tree(view):
            return False
        return all(entry is None or _ordered(view, entry, duplicates) for _, entry in view.entries)

    return holds


def _ordered(view: View, root: int, duplicates: str) -> bool:
    """Each key is on the right side of all keys above it."""
    todo: list[tuple[int, tuple[tuple[Slot, bool], ...]]] = [(root, ())]
    while todo:
        number, above = todo.pop()
        cell = view.cells[number]
        for key, on_left in above:
            small, large = (cell.key, key) if on_left else (key, cell.key)
            less, more = _less(small, large), _less(large, small)
            equal_allowed = duplicates == ("left" if on_left else "right")
            if less is None or more is None or not (less or (equal_allowed and not more)):
                return False
        for link, on_left in zip(cell.links, (True, False), strict=True):
            if link is not None:
                todo.append((link, (*above, (cell.key, on_left))))
    return True


def _heap(largest_first: bool) -> Invariant:
    def holds(view: View) -> bool:
        pairs: list[tuple[int, int]] = []
        if view.array and len(view.entries) == 1:
            pairs = [((number - 1) // 2, number) for number in range(1, len(view.cells))]
        elif len(view.names) == 2 and _tree(view):
            pairs = [
                (number, link) for number, cell in enumerate(view.cells) for link in cell.links if link is not None
            ]
        else:
            return False
        for upper, lower in pairs:
            above, below = view.cells[upper].key, view.cells[lower].key
            wrong = _less(above, below) if largest_first else _less(below, above)
            if wrong is not False:
                return False
        return True

    return holds


def _sorted_list(strictly: bool) -> Invariant:
    def holds(view: View) -> bool:
        if len(view.names) != 1 or not (view.array or _tree(view)):
            return False
        for number, cell in enumerate(view.cells):
            if cell.links[0] is not None:
                before, after = view.cells[number].key, view.cells[cell.links[0]].key
                if _less(after, before) is not False or (strictly and _less(before, after) is not True):
                    return False
        return True

    return holds


def _balanced(view: View) -> bool:
    """The two sides of each node differ by at most one level: AVL."""
    if len(view.names) != 2 or not _tree(view):
        return False
    return all(entry is None or _height(view, entry) is not None for _, entry in view.entries)


def _height(view: View, root: int) -> int | None:
    heights: dict[int, int] = {}
    for cell in reversed(_preorder(view, root)):
        left, right = (heights.get(link, 0) if link is not None else 0 for link in view.cells[cell].links)
        if abs(left - right) > 1:
            return None
        heights[cell] = 1 + max(left, right)
    return heights[root]


def _preorder(view: View, root: int) -> list[int]:
    return list(view.walk(root))


def colour(name: str) -> bool:
    """Whether a field says which colour a node has."""
    return name.strip("_").lower() in ("color", "colour", "red", "is_red", "black", "is_black")


def _red(view: View, cell: int) -> bool | None:
    for name, value in view.cells[cell].marks:
        plain = name.strip("_").lower()
        if plain in ("color", "colour"):
            return str(value).lower() in ("r", "red") if isinstance(value, str) else bool(value)
        if plain in ("red", "is_red"):
            return bool(value)
        if plain in ("black", "is_black"):
            return not value
    return None


def _red_black(view: View) -> bool:
    """The root is black, no red node has a red child, and all ways down have as many black nodes."""
    if len(view.names) != 2 or not _tree(view) or not view.cells:
        return len(view.names) == 2 and not view.cells
    for _, entry in view.entries:
        if entry is None:
            continue
        if _red(view, entry) is not False:
            return False
        blacks: dict[int, int] = {}
        for cell in reversed(_preorder(view, entry)):
            red = _red(view, cell)
            links = view.cells[cell].links
            if red is None or (red and any(link is not None and _red(view, link) for link in links)):
                return False
            left, right = (blacks[link] if link is not None else 1 for link in links)
            if left != right:
                return False
            blacks[cell] = left + (not red)
    return True


def _union_find(view: View) -> bool:
    """Each node leads to a root, which leads to itself or to nothing."""
    if len(view.names) != 1 or not is_back(view.names[0]):
        return False
    for number in range(len(view.cells)):
        at, steps = number, 0
        while steps <= len(view.cells):
            up = view.cells[at].links[0]
            if up is None or up == at:
                break
            at, steps = up, steps + 1
        else:
            return False
    return True


def _chains(view: View) -> bool:
    """A table of chains: each chain ends, no two share a node, and no key is in two places."""
    if len(view.names) != 1 or not any("[" in name for name, _ in view.entries) or not _acyclic(view):
        return False
    keys: set[Slot] = set()
    seen: set[int] = set()
    for _, entry in view.entries:
        for cell in view.walk(entry):
            key = view.cells[cell].key
            if cell in seen or key in keys:
                return False
            seen.add(cell)
            keys.add(key)
    return True


LIBRARY: Mapping[str, Invariant] = MappingProxyType(
    {
        "acyclic": _acyclic,
        "tree": _tree,
        "doubly linked": _linked_back,
        "search tree, duplicates left": _search_tree("left"),
        "search tree, duplicates right": _search_tree("right"),
        "search tree, duplicates forbidden": _search_tree("forbidden"),
        "min-heap": _heap(False),
        "max-heap": _heap(True),
        "avl": _balanced,
        "red-black": _red_black,
        "sorted list": _sorted_list(False),
        "sorted list without duplicates": _sorted_list(True),
        "union-find": _union_find,
        "hash table with chaining": _chains,
    }
)

_ENOUGH = 4  # structures of three nodes or more, below which keeping something says nothing


def kept_by(views: Iterable[View]) -> tuple[str, ...]:
    """The invariants that all of these keep, and that are not kept for want of nodes."""
    seen = list(views)
    if sum(len(view.cells) >= 3 for view in seen) < _ENOUGH:
        return ()
    kept = [name for name, holds in LIBRARY.items() if all(map(holds, seen))]
    if "search tree, duplicates forbidden" in kept:
        kept = [name for name in kept if name not in ("search tree, duplicates left", "search tree, duplicates right")]
    if "sorted list without duplicates" in kept:
        kept.remove("sorted list")
    return tuple(kept)
