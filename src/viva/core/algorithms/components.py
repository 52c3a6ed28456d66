"""Strongly connected components of a graph."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def strongly_connected(nodes: Iterable[Node], following: Callable[[Node], Iterable[Node]]) -> list[list[Node]]:
    """The components of all that can be reached from the nodes (Tarjan 1972, without recursion). Each comes after those
    that it leads to."""
    number: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    open_nodes: set[Node] = set()
    found: list[list[Node]] = []

    for root in nodes:
        if root in number:
            continue
        path: list[tuple[Node, Iterator[Node]]] = []
        entered = [root]
        while path or entered:
            if entered:
                node = entered.pop()
                number[node] = low[node] = len(number)
                stack.append(node)
                open_nodes.add(node)
                path.append((node, iter(following(node))))
            node, rest = path[-1]
            for target in rest:
                if target not in number:
                    entered.append(target)
                    break
                if target in open_nodes:
                    low[node] = min(low[node], number[target])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == number[node]:
                    component = [stack.pop()]
                    while component[-1] != node:
                        component.append(stack.pop())
                    open_nodes.difference_update(component)
                    found.append(component)
    return found
