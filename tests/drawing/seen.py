"""The lines and labels of a graph as we draw it, and as Graphviz `dot` does."""

import json
import subprocess
from dataclasses import dataclass
from math import hypot

from tests.drawing.geometry import (
    Box,
    Line,
    bezier,
    crossings,
    ink,
    lines_of,
    merged,
    overlapping,
    struck,
    text_box,
)
from viva.drawing.graph import Direction, Graph, shapes_of
from viva.drawing.shapes import Label, Outline, text_size


@dataclass(frozen=True, slots=True)
class Seen:
    lines: list[Line]
    labels: list[Box]

    def figures(self) -> tuple[int, int, int, int]:
        """Crossings, merged pairs of lines, pairs of labels that overlap, and labels on a line."""
        on_lines = sum(any(struck(ink(label), line) for line in self.lines) for label in self.labels)
        return crossings(self.lines), len(merged(self.lines)), len(overlapping(self.labels)), on_lines


def by_us(graph: Graph) -> Seen:
    shapes = shapes_of(graph)
    labels = [text_box(shape.centre, shape.text) for shape in shapes if isinstance(shape, Label)]
    return Seen(lines_of(shapes), labels)


def by_dot(graph: Graph) -> Seen:
    """With the same font, nodes of about the same size, and an invisible node before each start."""
    lines = ["digraph {", "rankdir=LR" if graph.direction is Direction.RIGHT else "rankdir=TB"]
    lines += ['node [fixedsize=true label=""]', 'edge [fontname="DejaVu Sans Mono" fontsize=14]']
    for node in graph.nodes:
        width, height = text_size(node.text)
        shape = "circle" if node.outline is Outline.CIRCLE else "diamond" if node.outline is Outline.DIAMOND else "box"
        size = (max(44.0, hypot(width, height) + 10),) * 2 if shape == "circle" else (width + 40, height + 20)
        lines.append(f"{node.name} [shape={shape} width={size[0] / 72:.3f} height={size[1] / 72:.3f}]")
        if node.start:
            lines += [f"start{node.name} [shape=point width=0.02]", f"start{node.name} -> {node.name}"]
    lines += [f"{edge.source} -> {edge.target} [label={json.dumps(edge.text)}]" for edge in graph.edges]
    run = subprocess.run(["dot", "-Tjson"], input="\n".join([*lines, "}"]), text=True, capture_output=True, check=True)
    told = json.loads(run.stdout)
    curves: list[Line] = []
    boxes: list[Box] = []
    for edge in told.get("edges", ()):
        curves += [bezier([(x, y) for x, y in each["points"]]) for each in edge["_draw_"] if each["op"] == "b"]
        if edge.get("label") and "lp" in edge:
            x, y = map(float, edge["lp"].split(","))
            boxes.append(text_box((x, y), edge["label"]))
    return Seen(curves, boxes)
