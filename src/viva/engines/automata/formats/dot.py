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
from dataclasses import field

from viva.core.records import dataclass
from viva.core.text.escape import clip
from viva.core.text.reading import END, MARK, NAME, TEXT, Cursor, Misread, Token, nothing_here
from viva.engines.automata.machine import Builder, Machine
from viva.engines.automata.sentences import sentence

_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<mark>->|--|[\[\]{};,=:])"""
    r"""|(?P<name>[^\s\[\]{};,=:"<>\-]+(?:-(?!>|-)[^\s\[\]{};,=:"<>\-]+)*|-?[0-9.]+)""",
    re.DOTALL | re.MULTILINE,
)
_ESCAPE = re.compile(r'\\(["\\])')
_TAG = re.compile(r"<[^<>]*>")
_BREAK = re.compile(r"<\s*br\s*/?\s*>", re.IGNORECASE)
_HIDDEN = ("point", "none", "plaintext", "plain")
_NAMES = (NAME, TEXT)
_EPSILON = ("", "ε", "λ", "eps", "epsilon")


@dataclass(slots=True)
class _Graph:
    nodes: dict[str, dict[str, str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    edges: list[tuple[str, str, dict[str, str], int]] = field(default_factory=list)


def read(text: str) -> Machine:
    graph = _DotReader(_tokens(text)).graph()
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
            raise Misread(
                sentence("dot_no_label", source=repr(clip(source)), target=repr(clip(target))),
                line,
                remedy=sentence("dot_no_label_remedy"),
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


def _tokens(text: str) -> list[Token]:
    """Not by a table of patterns: a label in HTML ends where all of its brackets are closed."""
    found: list[Token] = []
    index, line, start = 0, 1, 0
    while index < len(text):
        match = _TOKEN.match(text, index)
        kind, piece = (match.lastgroup or "", match[0]) if match else ("html", _marked_up(text, index))
        column = index - start + 1
        if not piece:
            sign = text[index]
            raise Misread(sentence("dot_never_closed") if sign == "<" else nothing_here(sign), line, column)
        if kind in (NAME, MARK):
            found.append(Token(kind, piece, line, column))
        elif kind == "quoted":
            found.append(Token(TEXT, _ESCAPE.sub(r"\1", piece[1:-1]), line, column))
        elif kind == "html":
            found.append(Token(TEXT, html.unescape(_TAG.sub("", _BREAK.sub(",", piece[1:-1]))), line, column))
        if "\n" in piece:
            line, start = line + piece.count("\n"), index + piece.rfind("\n") + 1
        index += len(piece)
    return [*found, Token(END, "", line, index - start + 1)]


class _DotReader(Cursor):
    def graph(self) -> _Graph:
        graph = _Graph()
        self.accept("strict")
        self.expect("digraph")
        if self.next.kind in _NAMES:
            self.take()
        self.expect("{")
        defaults: list[dict[str, str]] = [{}]
        while defaults:
            if self.next.kind not in _NAMES:
                if self.accept("}"):
                    defaults.pop()
                elif self.accept("{"):
                    defaults.append(dict(defaults[-1]))
                elif not self.accept(";", ","):
                    raise self.expected(sentence("dot_statement", end="'}'"))
            elif not self.accept("subgraph"):
                self._statement(graph, defaults[-1])
            elif self.next.kind in _NAMES:
                self.take()
        self.expect_end()
        return graph

    def _statement(self, graph: _Graph, defaults: dict[str, str]) -> None:
        token = self.take()
        name, line = token.text, token.line
        if token.kind == NAME and name in ("node", "edge", "graph") and self.at("["):
            attributes = self._attributes()
            if name == "node":
                defaults.update(attributes)
            return
        if self.accept("="):
            self._name()
            return
        chain = [self._port(name)]
        while self.accept("->"):
            chain.append(self._port(self._name()))
        if self.at("--"):
            raise self.expected("'->'")
        attributes = self._attributes()
        for node in chain:
            if node not in graph.nodes:
                graph.nodes[node] = dict(defaults)
                graph.lines[node] = line
        if len(chain) == 1:
            graph.nodes[name].update(attributes)
        for source, target in itertools.pairwise(chain):
            graph.edges.append((source, target, attributes, line))

    def _port(self, name: str) -> str:
        while self.accept(":"):
            self._name()
        return name

    def _attributes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while self.accept("["):
            while not self.accept("]"):
                if self.accept(",", ";"):
                    continue
                key = self._name()
                found[key] = self._name() if self.accept("=") else "true"
        return found

    def _name(self) -> str:
        if self.next.kind not in _NAMES:
            raise self.expected(sentence("dot_name"))
        return self.take().text


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
