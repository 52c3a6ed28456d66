"""How two languages differ, in words: what is the same is said once."""

from __future__ import annotations

from difflib import SequenceMatcher

from viva.engines.logic.english import words_that
from viva.engines.logic.formula import Formula, letters_of
from viva.engines.logic.phrases import NUMBERS


def contrast(accepted: Formula, asked: Formula) -> str:
    """What an automaton accepts beside what was asked for: "your automaton accepts words that have at least two a's;
    asked was exactly two". Where only the bound of a number differs, only that is said of the second."""
    alphabet = sorted(letters_of(accepted) | letters_of(asked))
    ours, theirs = words_that(accepted, alphabet), words_that(asked, alphabet)
    words = theirs.split(" ")
    matched = SequenceMatcher(None, ours.split(" "), words, autojunk=False)
    changes = [change for change in matched.get_opcodes() if change[0] != "equal"]
    if len(changes) == 1 and changes[0][0] == "replace":
        *_, start, end = changes[0]
        if end < len(words) and words[end] in NUMBERS:
            return f"your automaton accepts {ours}; asked was {' '.join(words[start : end + 1])}"
    return f"your automaton accepts {ours}; asked were {theirs}"
