"""Which words a formula means, in the language of the reader.

English has a grammar for all formulas (`english.py`). Other languages have a catalogue of simple conditions
(`texts/de.toml`), joined by "and" or "or"; what is not so simple has no words there, and None is the answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.terms import ENGLISH
from viva.core.texts import Say, catalogue
from viva.engines.logic import formula as f
from viva.engines.logic.shapes import among_the_last, consecutive, contained_string, is_same_letter, plain
from viva.engines.logic.wording.english import describe
from viva.engines.logic.wording.phrases import overlaps_itself
from viva.engines.logic.wording.plainly import plainly

_HOW: dict[f.Comparison, str] = {"=": "exactly", "<=": "at_most", ">=": "at_least"}
_DENIED = "not_"


def tell(formula: f.Formula, alphabet: Sequence[str], locale: str, words: str = "") -> str | None:
    """ "Words that end with 'b'"; `words` may call them otherwise."""
    return describe(formula, alphabet, words) if locale == ENGLISH else simply(formula, locale, words)


def simply(formula: f.Formula, locale: str, words: str = "") -> str | None:
    """By the catalogue alone; None where there is none in that language."""
    texts = catalogue("viva.engines.logic", locale)
    say = texts.say
    condition = _joined(plain(plainly(formula)), say) if texts.locale == locale else None
    return None if condition is None else say("that", words=words or say("words"), condition=condition)


def _joined(formula: f.Formula, say: Say) -> str | None:
    match formula:
        case f.Binary("and" | "or" as connective):
            told = [_condition(plain(part), True, say) for part in f.conjuncts(formula, connective)]
            known = [each for each in told if each is not None]
            if len(known) < len(told):
                return None
            # What is denied comes last: "do not begin with 'a' and end with 'b'" would deny both.
            *others, last = (text for _, text in sorted(known, key=lambda one: one[0].startswith(_DENIED)))
            joint = say(connective) if len(others) == 1 else say(f"{connective}_last")
            return say("between").join(others) + joint + last
        case f.Binary("->", left, right):
            first, then = _condition(plain(left), True, say), _condition(plain(right), True, say)
            return None if first is None or then is None else say("implies", **{"if": first[1], "then": then[1]})
    found = _condition(formula, True, say)
    return None if found is None else found[1]


def _condition(formula: f.Formula, holds: bool, say: Say) -> tuple[str, str] | None:
    """The key and the text of one condition, or that it does not hold."""
    found = contained_string(formula)
    if found is not None and isinstance(found[0], str):
        return _told("contains", found[1] == holds, say, string=found[0])
    match formula:
        case f.Not(operand):
            return _condition(plain(operand), not holds, say)
        case f.IsEmpty():
            return _told("is_empty", holds, say)
        case f.Begins(str() as string) | f.LetterAt(str() as string, f.First()):
            return _told("begins", holds, say, string=string)
        case f.Ends(str() as string) | f.LetterAt(str() as string, f.Last()):
            return _told("ends", holds, say, string=string)
        case f.LetterAt(str() as letter, f.Shifted(f.First(), offset)) if offset > 0:
            return _told("at", holds, say, string=letter, ordinal=offset)
        case f.LetterAt(str() as letter, f.Shifted(f.Last(), offset)) if offset < 0:
            return _told("at_end", holds, say, string=letter, ordinal=-offset)
        case f.LetterThroughout(str() as letter, f.All()):
            return _told("only", holds, say, string=letter)
        case f.Count(members, comparison, number) if comparison in _HOW and number > 0:
            what = _counted(members)
            if what is not None:
                kind, string = what
                key = f"{kind}_one" if number == 1 else f"{kind}_many"
                return _told(key, holds, say, string=string, how=say(f"how_{_HOW[comparison]}"), number=number)
        case f.CountModulo(members, modulus, "=", number):
            return _modulo(_counted(members), modulus, number, holds, say)
        case f.Quantified():
            return _shape(formula, holds, say)
    return None


def _modulo(what: tuple[str, str] | None, modulus: int, number: int, holds: bool, say: Say) -> tuple[str, str] | None:
    if what is None:
        return None
    kind, string = what
    if modulus == 2:
        return _told(f"{'even' if (number == 0) == holds else 'odd'}_{kind}", True, say, string=string)
    return _told(f"divisible_{kind}", holds, say, string=string, number=modulus) if number == 0 else None


def _shape(formula: f.Quantified, holds: bool, say: Say) -> tuple[str, str] | None:
    string = consecutive(formula)
    if string is not None:
        return _told("contains", holds, say, string=string)
    if is_same_letter(formula):
        return _told("same", holds, say)
    last = among_the_last(formula)
    return _told("among", holds, say, string=last[0], number=last[1]) if last is not None else None


def _counted(members: f.Set) -> tuple[str, str] | None:
    """Letters, one letter, or a string that does not overlap itself."""
    match members:
        case f.All():
            return "length", ""
        case f.Occurrences(str() as string) if len(string) == 1:
            return "letter", string
        case f.Occurrences(str() as string) if not overlaps_itself(string):
            return "string", string
    return None


def _told(key: str, holds: bool, say: Say, string: str = "", **slots: str | int) -> tuple[str, str] | None:
    """Numbers and ordinals that have no word are not told."""
    for slot, words in (("number", "numbers"), ("ordinal", "ordinals")):
        known, place = say(words).split(), int(slots.get(slot, 0))
        if place >= len(known):
            return None
        slots[slot] = known[place]
    key = key if holds else f"{_DENIED}{key}"
    return key, say(key, string=f"'{string}'", letter=string, **slots)
