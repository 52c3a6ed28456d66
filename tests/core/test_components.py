"""Strongly connected components against their definition."""

from random import Random

from viva.core.algorithms.components import strongly_connected


def reached(graph: list[list[int]], start: int) -> set[int]:
    found, todo = {start}, [start]
    while todo:
        for target in graph[todo.pop()]:
            if target not in found:
                found.add(target)
                todo.append(target)
    return found


def test_a_component_is_what_reaches_each_other_and_comes_after_what_it_leads_to() -> None:
    chance = Random(1)
    for _ in range(300):
        count = chance.randint(1, 9)
        graph = [[chance.randrange(count) for _ in range(chance.choice([0, 1, 1, 2]))] for _ in range(count)]
        reach = [reached(graph, node) for node in range(count)]
        starts = chance.sample(range(count), chance.randint(1, count))
        found = strongly_connected(starts, graph.__getitem__)
        place = {node: number for number, part in enumerate(found) for node in part}
        assert sorted(place) == sorted(set().union(*(reach[start] for start in starts)))
        assert sum(map(len, found)) == len(place)
        for one, mine in place.items():
            assert all(place[other] <= mine for other in reach[one])
            assert all((mine == its) == (other in reach[one] and one in reach[other]) for other, its in place.items())


def test_a_long_chain_needs_no_deep_stack() -> None:
    assert len(strongly_connected([0], lambda node: [node + 1] if node < 50_000 else [])) == 50_001
