"""Pictures of graphs beside those of Graphviz `dot`: crossings, merged lines and labels that lie on something, measured
by the same code from the lines and boxes that both really draw, on 50 seeded graphs; and how long drawing takes."""

import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from measure import ROOT, few

from viva.core.source import Source
from viva.core.texts import catalogue
from viva.drawing.graph import Direction, Edge, Graph, Node, shapes_of
from viva.drawing.svg import picture
from viva.engines.automata import DFA, NFA, minimise, named, named_nfa
from viva.engines.automata.diagram import Marks, graph_of
from viva.subjects.automata.model import Task as AutomataTask
from viva.subjects.automata.subject import Automata
from viva.subjects.console.draw import Style, chart
from viva.subjects.console.model import Task as ConsoleTask
from viva.subjects.console.subject import Console

sys.path.insert(0, str(ROOT))

from tests.drawing.seen import by_dot, by_us

CHARTS = [
    "any-multiple",
    "average",
    "backwards",
    "cash-machine",
    "checked-input",
    "hangman",
    "high-low",
    "light-switch",
    "palindrome",
    "rock-paper-scissors",
    "sum-of-n",
    "to-twenty-one",
]


@dataclass(frozen=True, slots=True)
class Kind:
    """Sums over the graphs of one kind. A merged pair runs closer than a line is wide for more than 20 pixels."""

    what: str
    graphs: int
    edges: int
    crossings: int
    dot_crossings: int
    ratio: float | None
    merged: int
    dot_merged: int
    labels_on_labels: int
    dot_labels_on_labels: int
    labels_on_lines: int
    dot_labels_on_lines: int
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Speed:
    what: str
    graphs: int
    cpu_ms: float
    most_cpu_ms: float
    goal: str = ""


def automaton(randomness: random.Random, states: int, letters: str) -> Graph:
    moves = tuple(tuple(randomness.randrange(states) for _ in letters) for _ in range(states))
    accepting = frozenset(state for state in range(states) if randomness.random() < 0.4)
    return graph_of(named(DFA(tuple(letters), moves, 0, accepting)), Marks())


def guessing(randomness: random.Random, states: int) -> Graph:
    def some(chance: float) -> tuple[int, ...]:
        return tuple(state for state in range(states) if randomness.random() < chance)

    moves = tuple(tuple(some(1.3 / states) for _ in "ab") for _ in range(states))
    epsilon = tuple(some(0.4 / states) for _ in range(states))
    return graph_of(named_nfa(NFA(("a", "b"), moves, epsilon, (0,), frozenset(some(0.4)))), Marks())


def tree(randomness: random.Random, nodes: int) -> Graph:
    edges = [Edge(str(randomness.randrange(max(0, node - 6), node)), str(node)) for node in range(1, nodes)]
    return Graph(tuple(Node(str(node), str(node)) for node in range(nodes)), tuple(edges), Direction.DOWN)


def kinds() -> dict[str, list[Graph]]:
    """The 50 graphs."""
    randomness = random.Random(11)
    exercises = ROOT / "exercises"
    asked = []
    for folder in sorted((exercises / "automata").iterdir()):
        task = Automata().read(Source.from_folder(folder)).task_as(AutomataTask)
        asked.append(graph_of(named(minimise(task.asked)), Marks()))
    charts = []
    for name in CHARTS:
        dialogue = Console().read(Source.from_folder(exercises / "console" / name)).task_as(ConsoleTask)
        say = catalogue("viva.subjects.console").say
        charts.append(chart(dialogue.spec, Style(say, {}, dialogue.file.endswith(".txt"))))
    sizes = [5, 8, 10, 15, 20, 25, 30]
    return {
        "random DFAs, 2 letters, 5 to 30 states": [automaton(randomness, states, "ab") for states in sizes],
        "random DFAs, 3 letters, 5 to 30 states": [automaton(randomness, states, "abc") for states in sizes],
        "random NFAs, 5 to 12 states": [guessing(randomness, states) for states in (5, 6, 7, 8, 9, 10, 12)],
        "trees, 10 to 30 nodes": [tree(randomness, nodes) for nodes in (10, 15, 20, 25, 30)],
        "flow charts of the console exercises": charts,
        "automata of the exercises": asked,
    }


Figures = tuple[int, int, int, int]


def rows() -> Iterator[Kind | Speed]:
    everything: list[tuple[Graph, Figures, Figures]] = []
    for what, graphs in few(kinds().items(), 2):
        measured = [(graph, by_us(graph).figures(), by_dot(graph).figures()) for graph in few(graphs, 3)]
        everything += measured
        yield _row(what, measured)
    yield _row("all", everything, "at most 1.2 times dot, 0 merged, 0 labels on labels")
    for states, letters, goal in ((5, "ab", ""), (10, "ab", ""), (30, "ab", "well under 100 ms"), (30, "abc", "")):
        times = []
        for seed in range(10):
            graph = automaton(random.Random(seed), states, letters)
            began = time.process_time()
            picture("", shapes_of(graph), "")
            times.append((time.process_time() - began) * 1000)
        yield Speed(f"a DFA of {states} states over {len(letters)} letters", 10, sum(times) / 10, max(times), goal)


def _row(what: str, measured: Sequence[tuple[Graph, Figures, Figures]], goal: str = "") -> Kind:
    ours = [sum(each[figure] for _, each, _ in measured) for figure in range(4)]
    dots = [sum(each[figure] for _, _, each in measured) for figure in range(4)]
    edges = sum(len(graph.edges) for graph, _, _ in measured)
    ratio = ours[0] / dots[0] if dots[0] else None
    (merged, on_labels, on_lines), (dot_merged, dot_on_labels, dot_on_lines) = ours[1:], dots[1:]
    return Kind(
        what, len(measured), edges, ours[0], dots[0], ratio,
        merged, dot_merged, on_labels, dot_on_labels, on_lines, dot_on_lines, goal,
    )  # fmt: skip


def versions() -> dict[str, object]:
    told = subprocess.run(["dot", "-V"], text=True, stderr=subprocess.PIPE, check=True).stderr
    return {"dot": told.split("version ")[1].split()[0]}
