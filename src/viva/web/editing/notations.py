"""In which notation a submission is written, so that a page opens the editor of its field."""

from __future__ import annotations

from viva.core.texts import Catalogue

PLAIN = "plain"
DRAWN = ("automaton", "machine", "hybrid")  # those that have a picture
_GRAPH, _STAFF = "graph.", "staff."
_BY_ENDING = {
    ".py": "python",
    ".js": "javascript",
    ".mjs": "javascript",
    ".fa.json": "automaton",
    ".hybrid": "hybrid",
    ".inv": "invariants",
    ".s": "assembly",
    ".asm": "assembly",
    ".ltl": "formula",
    ".stl": "formula",
    ".regex": "expression",
    ".abc": "notes",
}
_AUTOMATA = ("dfa", "nfa", "determinise", "minimise", "product", "mend")
_BY_KIND = {
    **dict.fromkeys((("automata", kind) for kind in _AUTOMATA), "automaton"),
    ("automata", "regex"): "expression",
    ("machines", "machine"): "machine",
    ("machines", "formalise"): "formula",
    ("hybrid", "construct"): "hybrid",
    ("console", "run"): "run",
}
_MADE = {".txt", ".json", ".dot", ".jff", ".table", ".hybrid", ".fa.json"}  # endings of what is read by how it begins


def notation_of(subject: str, kind: str, ending: str) -> str:
    """`plain` where there is none that an editor knows."""
    if subject == "harmony":
        return "notes"
    if ending in _MADE and (subject, kind) in _BY_KIND:
        return _BY_KIND[subject, kind]
    return _BY_ENDING.get(ending, PLAIN)


def shows_runs(notation: str) -> bool:
    """Whether an editor marks the steps of a run as the server tells them; a word goes through an automaton in the page
    itself."""
    return notation not in (PLAIN, "automaton")


_STAVES = {"construct", "realise", "voices", "figured", "counterpoint"}


def picture_of(subject: str, kind: str, notation: str) -> str:
    """`graph` or `staff`: what stands above the text; empty where nothing does."""
    if subject == "harmony":
        return "staff" if kind in _STAVES else ""
    return "graph" if notation in DRAWN else ""


def picture_texts(texts: Catalogue, picture: str) -> dict[str, str]:
    """The sentences of a picture, with their slots: what happens to it is told in the browser."""
    start = {"graph": _GRAPH, "staff": _STAFF}[picture]
    return {key.removeprefix(start): text for key, text in texts.templates.items() if key.startswith(start)}


_INPUTS = {
    "automata": ({*_AUTOMATA, "regex"}, "word"),
    "machines": ({"machine"}, "reactions"),
    "hybrid": ({"construct"}, "time"),
    "console": ({"program"}, "lines"),
    "functions": ({"reference", "properties", "both"}, "arguments"),
    "structures": ({"write"}, "call"),
    "labs": ({""}, "room"),
}


def input_of(subject: str, kind: str) -> str:
    """What is given to an answer that is tried out; empty where nothing can be."""
    kinds, word = _INPUTS.get(subject, (frozenset[str](), ""))
    return word if kind in kinds else ""
