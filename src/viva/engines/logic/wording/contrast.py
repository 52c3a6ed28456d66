"""How two languages differ, in words: what is the same is said once."""

from __future__ import annotations

from difflib import SequenceMatcher

from viva.core.records import dataclass
from viva.engines.logic.formula import Formula, letters_of
from viva.engines.logic.wording.english import words_that
from viva.engines.logic.wording.phrases import NUMBERS


@dataclass(frozen=True, slots=True)
class Contrast:
    """What is accepted beside what was asked for. Where only the bound of a number differs, `asked` is only that
    (`bound` True): "words that have at least two a's", "exactly two"."""

    accepted: str
    asked: str
    bound: bool


def contrast(accepted: Formula, asked: Formula) -> Contrast:
    alphabet = sorted(letters_of(accepted) | letters_of(asked))
    ours, theirs = words_that(accepted, alphabet), words_that(asked, alphabet)
    words = theirs.split(" ")
    matched = SequenceMatcher(None, ours.split(" "), words, autojunk=False)
    changes = [change for change in matched.get_opcodes() if change[0] != "equal"]
    if len(changes) == 1 and changes[0][0] == "replace":
        *_, start, end = changes[0]
        if end < len(words) and words[end] in NUMBERS:
            return Contrast(ours, " ".join(words[start : end + 1]), True)
    return Contrast(ours, theirs, False)
