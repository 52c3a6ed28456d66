"""`*.fa.json`, where the letter "" is a move that reads nothing:

{"alphabet": ["a", "b"], "states": ["q0", …], "initial": "q0", "accepting": […], "transitions": [["q0", "a", "q1"], …]}

An editor may keep places for its picture in `"layout": {"q0": [40, 60], …}`: they mean nothing.
"""

from __future__ import annotations

import json

from viva.core.text.escape import clip
from viva.core.text.jsontext import load, unlike
from viva.core.text.reading import Misread
from viva.core.texts import Sentence
from viva.engines.automata.machine import Builder, Machine
from viva.engines.automata.sentences import sentence

_KEYS = ("alphabet", "states", "initial", "accepting", "transitions")
_PLACES = "layout"  # where editors keep the places of states; nothing here reads it


def read(text: str) -> Machine:
    data = load(text)
    if not isinstance(data, dict):
        raise unlike(sentence("json_file"), sentence("json_an_object", shape="{…}"), data)
    for key in data:
        if key not in (*_KEYS, _PLACES):
            raise Misread(
                sentence("json_unknown_key", key=repr(clip(key))),
                remedy=sentence("json_unknown_key_remedy", keys=", ".join(_KEYS)),
            )
    for key in ("states", "transitions"):
        if key not in data:
            raise Misread(sentence("json_missing_key", key=repr(key)))
    builder = Builder(tuple(_strings(data["alphabet"], "alphabet")) if "alphabet" in data else None)
    for name in _strings(data["states"], "states"):
        builder.state(name)
    initial = data.get("initial")
    if isinstance(initial, list):
        for name in _strings(initial, "initial"):
            builder.start(name)
    elif initial is not None:
        builder.start(_string(initial, "initial"))
    for name in _strings(data.get("accepting", []), "accepting"):
        builder.accept(name)
    for index, move in enumerate(_list(data["transitions"], "transitions")):
        where = f"transitions[{index}]"
        if not isinstance(move, list) or len(move) != 3:
            raise unlike(where, sentence("json_a_move"), move)
        source, label, target = (_string(part, where) for part in move)
        try:
            builder.edge(source, "" if label == "ε" and not _declared(builder, label) else label, target)
        except Misread as problem:
            raise Misread(
                Sentence("json.at", {"where": where, "problem": problem.said}),
                remedy=problem.what_to_do,
                reason=problem.reason,
            ) from None
    return builder.machine()


def write(given: Machine) -> str:
    names = given.names
    rows = [
        f"  {json.dumps([names[edge.source], edge.label, names[edge.target]], ensure_ascii=False)}"
        for edge in given.edges
    ]
    starts = [names[state] for state in given.starts]
    fields = {
        "alphabet": list(given.alphabet),
        "states": list(names),
        "initial": starts[0] if len(starts) == 1 else starts or None,
        "accepting": [names[state] for state in sorted(given.accepting)],
    }
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in fields.items()]
    return "{\n" + "\n".join(lines) + '\n "transitions": [\n' + ",\n".join(rows) + "\n ]\n}\n"


def _declared(builder: Builder, letter: str) -> bool:
    return builder.alphabet is not None and letter in builder.alphabet


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise unlike(where, sentence("json_a_list"), value)
    return value


def _strings(value: object, where: str) -> list[str]:
    return [_string(item, f"{where}[{index}]") for index, item in enumerate(_list(value, where))]


def _string(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise unlike(where, sentence("json_a_quoted_text"), value)
    return value
