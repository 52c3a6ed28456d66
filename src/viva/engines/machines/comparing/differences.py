"""Where two systems differ, beyond the first difference: all pairs of states that the same inputs lead to."""

from __future__ import annotations

from viva.core.records import dataclass
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.input_classes import Explosion, letters

PAIRS = 5_000
_LETTERS = 200_000


@dataclass(frozen=True, slots=True)
class Differences:
    """`situations` counts pairs of states with a letter, `wrong` those in which the outputs differ; `states` are the
    states of the left system in which they do, `outputs` the outputs that do, `kinds` how: `missing`, `extra` or
    `other` value. `together`: only letters with several present inputs are wrong. `whole` says that nothing is left."""

    situations: int
    wrong: int
    states: tuple[str, ...]
    outputs: tuple[str, ...]
    kinds: tuple[str, ...]
    together: bool
    whole: bool


def differences(left: Behaviour, right: Behaviour, limit: int = PAIRS) -> Differences:
    """Goes on past differences. A pair in which the right system has a fault is counted as wrong and not followed."""
    seen = {(0, 0)}
    queue = [(0, 0)]
    situations = wrong = work = 0
    whole, together = True, True
    states: dict[str, None] = {}
    outputs: dict[str, None] = {}
    kinds: dict[str, None] = {}
    for one, other in queue:
        try:
            row, beside = left.row(one), right.row(other)
            columns = letters(left.inputs, left.values, row.reads | beside.reads)
        except Explosion:
            whole = False
            continue
        work += len(columns)
        if work > _LETTERS:
            whole = False
            break
        for letter in columns:
            here, there = left.letter(row.reads, letter), right.letter(beside.reads, letter)
            situations += 1
            if row.targets[here] < 0 or beside.targets[there] < 0:
                wrong += 1
                continue
            if row.outputs[here] != beside.outputs[there]:
                wrong += 1
                together = together and len(letter) > 1
                states[left.name(one)] = None
                for name, asked, said in zip(left.shown, row.outputs[here], beside.outputs[there], strict=True):
                    if asked != said:
                        outputs[name] = None
                        kinds["missing" if said is None else "extra" if asked is None else "other"] = None
            pair = row.targets[here], beside.targets[there]
            if pair not in seen:
                if len(seen) >= limit:
                    whole = False
                    continue
                seen.add(pair)
                queue.append(pair)
    return Differences(situations, wrong, tuple(states), tuple(outputs), tuple(kinds), together, whole)
