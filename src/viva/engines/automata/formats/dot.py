"""Graphviz DOT, as far as automata need it: nodes, edges, attributes, and defaults set by `node [...]`.

A node is accepting if its shape is `doublecircle` (or `peripheries=2`). A start is where an edge without a label comes
from a node that is not drawn (shape `point`, `none`, `plaintext` or style `invis`), or a node with `initial=true`.
An edge label lists its letters with commas; `ε` or an empty label reads nothing. Of a label in HTML the text counts.
"""

from __future__ import annotations

import html
import itertools
import json
import re
from dataclasses import dataclass, field

from viva.engines.automata.machine import Builder, Machine, clipped
from viva.engines.automata.unreadable import Unreadable

_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<arrow>->|--)"""
    r"""|(?P<word>[^\s\[\]{};,=:"<>\-]+(?:-(?!>|-)[^\s\[\]{};,=:"<>\-]+)*|-?[0-9.]+)|(?P<mark>[\[\]{};,=:])""",
    re.DOTALL | re.MULTILINE,
)
_TAG = re.compile(r"<[^<>]*>")
_BREAK = re.compile(r"<\s*br\s*/?\s*>", re.IGNORECASE)
_HIDDEN = ("point", "none", "plaintext", "plain")
_NAMES = ("word", "quoted", "html")
_EPSILON = ("", "ε", "λ", "eps", "epsilon")


@dataclass(slots=True)
class _Graph:
    nodes: dict[str, dict[str, str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    edges: list[tuple[str, str, dict[str, str], int]] = field(default_factory=list)


def read(text: str) -> Machine:
    graph = _Reader(text).graph()
    hidden = {name for name, attributes in graph.nodes.items() if _is_hidden(attributes)}
    hidden &= {source for source, _, _, _ in graph.edges} | {name for name in graph.nodes if not name}
    builder = Builder()
    for name, attributes in graph.nodes.items():
        if name in hidden:
            continue
        builder.state(name, graph.lines[name])
        if attributes.get("shape", "").lower() == "doublecircle" or attributes.get("peripheries") == "2":
            builder.accept(name)
        if attributes.get("initial", "").lower() == "true":
            builder.start(name)
    for source, target, attributes, line in graph.edges:
        if source in hidden:
            builder.start(target, line)
            continue
        if "label" not in attributes:
            raise Unreadable(
                "syntax_error",
                f"the edge from {clipped(source)!r} to {clipped(target)!r} has no label",
                line,
                remedy='write [label="a"]',
            )
        for label in _labels(attributes["label"]):
            builder.edge(source, label, target, line)
    return builder.machine()


def _is_hidden(attributes: dict[str, str]) -> bool:
    return attributes.get("shape", "").lower() in _HIDDEN or "invis" in attributes.get("style", "").lower()


def _labels(label: str) -> list[str]:
    parts = (
        [part.strip() for part in re.split(r",|\\n|\n|\|", label)]
        if label.strip() not in (",", "|")
        else [label.strip()]
    )
    return list(dict.fromkeys("" if part in _EPSILON else part for part in parts))


def _marked_up(text: str, start: int) -> str:
    """The `<...>` that begins there, with all brackets within closed; nothing where there is none."""
    depth = 0
    for found in re.compile("[<>]").finditer(text, start):
        if depth == 0 and found.start() != start:
            break
        depth += 1 if found[0] == "<" else -1
        if depth <= 0:
            return text[start : found.end()] if depth == 0 else ""
    return ""


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str, int]] = []
        index, line, start = 0, 1, 0
        while index < len(text):
            match = _TOKEN.match(text, index)
            kind, token = (match.lastgroup or "", match[0]) if match else ("html", _marked_up(text, index))
            if not token:
                sign = text[index]
                problem = (
                    "this '<' is never closed" if sign == "<" else f"found {sign!r}, which DOT does not have there"
                )
                raise Unreadable("syntax_error", problem, line, index - start + 1)
            if kind != "skip":
                self.tokens.append((kind, token, line))
            breaks = token.count("\n")
            if breaks:
                line, start = line + breaks, index + token.rfind("\n") + 1
            index += len(token)
        self.index = 0
        self.line = line

    def graph(self) -> _Graph:
        graph = _Graph()
        self._take("strict")
        if not self._take("digraph"):
            self._fail("'digraph'")
        if self._peek()[0] in _NAMES:
            self._name()
        self._need("{")
        defaults: list[dict[str, str]] = [{}]
        while defaults:
            kind, token, line = self._peek()
            if token == "}" and kind == "mark":
                self.index += 1
                defaults.pop()
            elif token in (";", ",") and kind == "mark":
                self.index += 1
            elif token == "{" and kind == "mark":
                self.index += 1
                defaults.append(dict(defaults[-1]))
            elif kind == "word" and token == "subgraph":
                self.index += 1
                if self._peek()[0] in _NAMES:
                    self._name()
            elif kind in _NAMES:
                self._statement(graph, defaults[-1], line)
            else:
                self._fail("a node, an edge or '}'")
        if self.index < len(self.tokens):
            self._fail("the end")
        return graph

    def _statement(self, graph: _Graph, defaults: dict[str, str], line: int) -> None:
        kind = self._peek()[0]
        name = self._name()
        if kind == "word" and name in ("node", "edge", "graph") and self._peek()[1] == "[":
            attributes = self._attributes()
            if name == "node":
                defaults.update(attributes)
            return
        if self._take("="):
            self._name()
            return
        chain = [self._port(name)]
        while self._peek()[1] == "->":
            self.index += 1
            chain.append(self._port(self._name()))
        if self._peek()[1] == "--":
            self._fail("'->'")
        attributes = self._attributes() if self._peek()[1] == "[" else {}
        for node in chain:
            if node not in graph.nodes:
                graph.nodes[node] = dict(defaults)
                graph.lines[node] = line
        if len(chain) == 1:
            graph.nodes[name].update(attributes)
        for source, target in itertools.pairwise(chain):
            graph.edges.append((source, target, attributes, line))

    def _port(self, name: str) -> str:
        while self._take(":"):
            self._name()
        return name

    def _attributes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while self._take("["):
            while not self._take("]"):
                if self._take(",") or self._take(";"):
                    continue
                key = self._name()
                found[key] = self._name() if self._take("=") else "true"
        return found

    def _name(self) -> str:
        kind, token, _ = self._peek()
        if kind not in _NAMES:
            self._fail("a name")
        self.index += 1
        if kind == "word":
            return token
        if kind == "html":
            return html.unescape(_TAG.sub("", _BREAK.sub(",", token[1:-1])))
        return re.sub(r'\\(["\\])', r"\1", token[1:-1])

    def _peek(self) -> tuple[str, str, int]:
        return self.tokens[self.index] if self.index < len(self.tokens) else ("end", "", self.line)

    def _take(self, token: str) -> bool:
        kind, found, _ = self._peek()
        if found == token and kind in ("word", "mark"):
            self.index += 1
            return True
        return False

    def _need(self, token: str) -> None:
        if not self._take(token):
            self._fail(repr(token))

    def _fail(self, expected: str) -> None:
        _, token, line = self._peek()
        raise Unreadable(
            "syntax_error",
            f"found {clipped(token)!r} where {expected} was expected"
            if token
            else f"found the end where {expected} was expected",
            line,
        )


def write(given: Machine) -> str:
    names = [json.dumps(name, ensure_ascii=False) for name in given.names]
    lines = ["digraph automaton {", "  rankdir=LR;"]
    for state, name in enumerate(names):
        lines.append(f"  {name} [shape={'doublecircle' if state in given.accepting else 'circle'}];")
    for number, start in enumerate(given.starts):
        lines += [f'  "start {number}" [shape=point];', f'  "start {number}" -> {names[start]};']
    merged: dict[tuple[int, int], list[str]] = {}
    for edge in given.edges:
        merged.setdefault((edge.source, edge.target), []).append(edge.shown_label)
    for (source, target), labels in merged.items():
        lines.append(
            f"  {names[source]} -> {names[target]} [label={json.dumps(','.join(labels), ensure_ascii=False)}];"
        )
    return "\n".join([*lines, "}", ""])
