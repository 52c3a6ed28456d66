"""How two languages differ, in words: what is the same is said once, what differs is marked with stars."""

from __future__ import annotations

from difflib import SequenceMatcher

from viva.engines.logic.english import words_that
from viva.engines.logic.formula import Formula, letters_of
from viva.engines.logic.phrases import NUMBERS


def contrast(accepted: Formula, asked: Formula) -> str:
    """What an automaton accepts beside what was asked for: "your automaton accepts words that have *at least* two a's;
    asked was *exactly* two". Where the two are said alike but for one place, only that place is said of the second."""
    alphabet = sorted(letters_of(accepted) | letters_of(asked))
    ours, theirs = words_that(accepted, alphabet).split(" "), words_that(asked, alphabet).split(" ")
    changes = [
        change for change in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes() if change[0] != "equal"
    ]
    told = _marked(ours, [(change[1], change[2]) for change in changes])
    wanted = _marked(theirs, [(change[3], change[4]) for change in changes])
    if len(changes) == 1 and changes[0][3] < changes[0][4] and changes[0][1] < changes[0][2]:
        _, _, _, start, end = changes[0]
        place = wanted.split(" ")[start:end]
        if end < len(theirs) and theirs[end] in NUMBERS:
            place.append(theirs[end])
        return f"your automaton accepts {told}; asked was {' '.join(place).rstrip(',')}"
    return f"your automaton accepts {told}; asked were {wanted}"


def _marked(words: list[str], places: list[tuple[int, int]]) -> str:
    """With a star before and after each place that is not empty."""
    marked = list(words)
    for start, end in places:
        if start < end:
            marked[start] = f"*{marked[start]}"
            last = marked[end - 1]
            # a comma belongs to the list, not to what differs
            marked[end - 1] = f"{last[:-1]}*," if last.endswith(",") else f"{last}*"
    return " ".join(marked)
