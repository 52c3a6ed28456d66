"""What structures hold, if they keep their order: by definition, of shapes as `slips.shape` gives them."""

from __future__ import annotations

from collections.abc import Callable

Content = Callable[[object], object]


def keys_of_heap(left: object) -> object:
    """Of a list in which no item is less than the one above it; else nothing."""
    items = left.get("items") if isinstance(left, dict) else None
    if not isinstance(items, list) or any(items[place] < items[(place - 1) // 2] for place in range(1, len(items))):
        return None
    return sorted(items)


def keys_of_search_tree(left: object) -> object:
    """Of a tree with equal keys on the left; else nothing."""
    root = left.get("root", "no tree") if isinstance(left, dict) else "no tree"
    return _keys(root)


def _keys(node: object) -> list[int] | None:
    if node is None:
        return []
    if not isinstance(node, dict) or node.keys() != {"key", "left", "right"}:
        return None
    key, left, right = node["key"], _keys(node["left"]), _keys(node["right"])
    if left is None or right is None or any(one > key for one in left) or any(one <= key for one in right):
        return None
    return [*left, key, *right]
