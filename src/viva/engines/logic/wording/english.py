"""Formulas in English, by a grammar of templates; the tests read them back and compare what they mean.

What has parts is said in one of two ways. Open, where nothing follows: "A, B, and C", "if A, then B", "there is a
position x such that A". Closed, where something does: "both A and B", "either A or B", "if A then B", "there is a
position x where A". So the sentence has one reading, without brackets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count as numbers
from itertools import pairwise

from viva.engines.logic import formula as f
from viva.engines.logic.compiler import compile
from viva.engines.logic.guesses import fold_letters
from viva.engines.logic.literals import families
from viva.engines.logic.shapes import (
    always_beside,
    among_the_last,
    consecutive,
    contained_string,
    elsewhere,
    is_same_letter,
    occurring,
    periodic,
    plain,
    same_letter_at,
)
from viva.engines.logic.synthesis import smallest_formula
from viva.engines.logic.tracks import TooLarge
from viva.engines.logic.wording.phrases import (
    ORDERS,
    SHORT_NAME,
    amount,
    is_parity,
    number,
    place,
    positions,
    quote,
    region,
    residue,
    residue_of,
    stretch,
    times,
)
from viva.engines.logic.wording.plainly import plainly

_MOST_WORDS = 30
# What is spent on finding another way to say a long formula.
_WORK, _LARGEST, _STEPS = 200_000, 15, 20_000
_PLURAL = {"begins": "begin", "ends": "end", "has": "have", "contains": "contain", "consists": "consist", "is": "are"}


def describe(formula: f.Formula, alphabet: Sequence[str], words: str = "") -> str:
    """Which words a formula means: "words over {a, b} that begin with 'a' and end with 'b'"; `words` may call them
    otherwise.

    Where that takes more than thirty words, a smaller formula that means the same is said instead, if there is one.
    """
    words = words or f"words over {{{', '.join(alphabet)}}}"
    told = words_that(formula, alphabet, words)
    if len(told.split()) > _MOST_WORDS:
        others = [fold_letters(formula, alphabet), _smaller(formula, tuple(alphabet))]
        ways = [told, *(words_that(other, alphabet, words) for other in others)]
        told = min(ways, key=lambda text: len(text.split()))
    return told


def _smaller(formula: f.Formula, alphabet: tuple[str, ...]) -> f.Formula:
    """A formula with the same meaning, in general a smaller one."""
    try:
        automaton = compile(formula, alphabet, _WORK)
    except TooLarge:
        return formula
    return smallest_formula(automaton, _LARGEST, _STEPS, guesses=True) or families(alphabet).get(automaton, formula)


def words_that(formula: f.Formula, alphabet: Sequence[str], words: str = "words") -> str:
    """The same, with the words called as one likes."""
    formula = plainly(formula)
    match formula:
        case f.Constant(True):
            return f"all {words}"
        case f.Constant(False):
            return f"no {words}"
    formula = _with_short_names(formula, alphabet)
    formula = _denials_last(formula)
    if _is_verbal(formula) and not _misleads(formula):
        return f"{words} that {_Speaker(plural=True).open(formula)}"
    told = _Speaker(plural=False).open(formula)
    if isinstance(plain(formula), f.Quantified) and told.startswith(("there is ", "there are ")):
        return f"{words} with {told.removeprefix('there is ').removeprefix('there are ')}"
    return f"{words} in which {told}"


class _Speaker:
    """In the plural, about words ("begin with"), or in the singular, about the word ("the word begins with")."""

    def __init__(self, plural: bool) -> None:
        self.plural = plural

    def open(self, formula: f.Formula) -> str:
        """Where nothing follows."""
        formula = plain(formula)
        match formula:
            case f.Binary("and" | "or" as connective):
                parts = list(f.conjuncts(formula, connective))
                told = [self.closed(part) for part in parts[:-1]] + [self.open_part(parts[-1])]
                return self.listed(parts, told, connective)
            case f.Binary("->", left, right):
                return f"if {self.not_last(left)}, then {self.open(right)}"
            case f.Binary("<->", left, right):
                return f"{self.closed(left)} exactly if {self.open_part(right)}"
        return self.open_part(formula)

    def open_part(self, formula: f.Formula) -> str:
        """The last part of a list that nothing follows."""
        formula = plain(formula)
        match formula:
            case f.Quantified() if self.phrase(formula, True) is None:
                quantifier, thing, body = _prefix(formula)
                if quantifier.startswith("ex"):
                    return f"there {_is(thing)} {thing} such that {self.open(body)}"
                return f"for {_every(thing)}, {self.open(body)}"
            case f.Not(f.Quantified("ex0" | "ex1" | "ex2") as operand) if self.phrase(operand, False) is None:
                _, thing, body = _prefix(operand)
                return f"there {_is(thing)} no {thing.removeprefix('a ')} such that {self.open(body)}"
            case f.Binary("->"):
                return self.open(formula)
        return self.closed(formula)

    def not_last(self, formula: f.Formula) -> str:
        """A list that something follows."""
        formula = plain(formula)
        match formula:
            case f.Binary("and" | "or" as connective):
                parts = list(f.conjuncts(formula, connective))
                return self.listed(parts, [self.closed(part) for part in parts], connective)
        return self.closed(formula)

    def closed(self, formula: f.Formula) -> str:
        """Where something may follow."""
        formula = plain(formula)
        phrase = self.phrase(formula, True)
        if phrase is not None:
            return phrase
        match formula:
            case f.Not(operand):
                return self.denied(operand)
            case f.Binary("and" | "or" as connective):
                parts = list(f.conjuncts(formula, connective))
                marker = "both " if connective == "and" else "either "
                return self.listed(parts, [self.closed(part) for part in parts], connective, marker)
            case f.Binary("->", left, right):
                return f"if {self.closed(left)} then {self.closed(right)}"
            case f.Binary(_, left, right):
                return f"it is true that {self.closed(left)} exactly if {self.closed(right)}"
            case f.Quantified():
                quantifier, thing, body = _prefix(formula)
                if quantifier.startswith("ex"):
                    return f"there {_is(thing)} {thing} where {self.closed(body)}"
                return f"for {_every(thing)} it holds that {self.closed(body)}"
        raise AssertionError(formula)

    def denied(self, formula: f.Formula) -> str:
        """That it does not hold, closed."""
        formula = plain(formula)
        phrase = self.phrase(formula, False)
        if phrase is not None:
            return phrase
        match formula:
            case f.Quantified("ex0" | "ex1" | "ex2"):
                _, thing, body = _prefix(formula)
                return f"there {_is(thing)} no {thing.removeprefix('a ')} where {self.closed(body)}"
        return f"it is not true that {self.closed(formula)}"

    def listed(self, parts: list[f.Formula], told: list[str], connective: str, marker: str = "") -> str:
        """ "A and B", "A, B, and C", after the marker if it is a list. What two neighbours begin with is said once: the
        word, its verb, which letter two places hold, and what is contained."""
        whole = self.together(parts, connective)
        if whole is not None:
            return whole
        short = list(told)
        for index in range(1, len(told)):
            for start in _SHARED:
                # "End with 'b', begin with 'aa', or 'ab'" would leave the reader in doubt.
                beside = told if start != _WORD else told[index - 1 : index + 1]
                if all(part.startswith(start) for part in beside):
                    short[index] = told[index].removeprefix(start)
                    break
        simple = all(_is_simple(part) for part in parts)
        if connective == "and":
            short = _holding(parts, short)
        if len(short) == 1:
            return short[0]
        comma = "," if len(short) > 2 or not simple else ""
        return f"{marker}{', '.join(short[:-1])}{comma} {connective} {short[-1]}"

    def together(self, parts: list[f.Formula], connective: str) -> str | None:
        """A list that is said with one verb: "begin or end with 'a'", "contain none of 'ab' and 'ba'"."""
        match parts:
            case [f.Begins(string), f.Ends(other)] if string == other:
                if self.plural:
                    return f"begin {connective} end with {quote(string)}"
                return f"the word begins {connective} ends with {quote(string)}"
        found = [contained_string(plain(part)) for part in parts]
        strings = [quote(each[0]) for each in found if each is not None and not each[1]]
        if connective == "and" and len(strings) == len(parts):
            verb = "contain" if self.plural else "the word contains"
            return f"{verb} none of {', '.join(strings[:-1])}{',' if len(parts) > 2 else ''} and {strings[-1]}"
        return None

    # One condition

    def phrase(self, formula: f.Formula, holds: bool) -> str | None:
        """A condition without parts (or a shape of formula that has a phrase of its own), or that it does not hold."""
        match formula:
            case f.IsEmpty():
                return self.verb("is", "empty", holds)
            case f.Begins(string):
                return self.verb("begins", f"with {quote(string)}", holds)
            case f.Ends(string):
                return self.verb("ends", f"with {quote(string)}", holds)
            case f.LetterAt(letter, f.First()):
                return self.verb("begins", f"with {quote(letter)}", holds)
            case f.LetterAt(letter, f.Last()):
                return self.verb("ends", f"with {quote(letter)}", holds)
            case f.LetterAt(letter, where):
                if self.plural:
                    return self.verb("has", f"{quote(letter)} at {place(where)}", holds)
                return f"{place(where)} {'holds' if holds else 'does not hold'} {quote(letter)}"
            case f.Count() | f.CountModulo():
                return self.counted(formula, holds)
            case f.LetterThroughout():
                return self.throughout(formula, holds)
            case f.Compare(left, comparison, right):
                negation = "" if holds else "not "
                if comparison == "<=" and right == f.Last() and not isinstance(left, f.First | f.Last | f.Position):
                    return f"{place(left)} is {negation}in the word"
                order = f"{ORDERS[comparison]} " if comparison != "=" else ""
                return f"{place(left)} is {negation}{order}{place(right)}"
            case f.Member(where, f.Occurrences(string)):
                return f"{quote(string)} {'starts' if holds else 'does not start'} at {place(where)}"
            case f.Member(where, members):
                return f"{place(where)} is {'' if holds else 'not '}in {positions(members)}"
            case f.Constant(value):
                return ("anything" if value else "nothing") + " is allowed" if holds else None
            case f.Quantified():
                return self.shape(formula, holds)
        return None

    def verb(self, verb: str, rest: str, holds: bool) -> str:
        plural = _PLURAL[verb]
        if holds:
            return f"{plural} {rest}" if self.plural else f"the word {verb} {rest}"
        if verb == "is":
            return f"are not {rest}" if self.plural else f"the word is not {rest}"
        return f"do not {plural} {rest}" if self.plural else f"the word does not {plural} {rest}"

    def counted(self, formula: f.Count | f.CountModulo, holds: bool) -> str:
        found = contained_string(formula)
        if found is not None:
            string, positive = found
            return self.verb("contains", quote(string), positive == holds)
        if self.plural:
            return self.verb("has", amount(formula) if isinstance(formula, f.Count) else residue(formula), holds)
        if isinstance(formula, f.CountModulo):
            return residue_of(formula, holds)
        return f"there {'is' if formula.number == 1 else 'are'} {'' if holds else 'not '}{amount(formula)}"

    def throughout(self, formula: f.LetterThroughout, holds: bool) -> str:
        letter = quote(formula.letter)
        parts = stretch(formula.positions)
        if parts == (None, None, None) and letter != "' '":
            return self.verb("consists", f"only of {letter}", holds)
        if parts is not None and parts[0] is None:
            where = f"every position{region(parts[1], parts[2])}"
        else:
            where = f"every position in {positions(formula.positions)}"
        if self.plural:
            return self.verb("has", f"{letter} at {where}", holds)
        return f"{'' if holds else 'not '}{where} holds {letter}"

    def shape(self, formula: f.Quantified, holds: bool) -> str | None:
        """Formulas that have a name of their own."""
        string = consecutive(formula)
        if string is not None:
            return self.verb("contains", quote(string), holds)
        if is_same_letter(formula):
            second = "ends" if holds and not self.plural else "end"
            return self.verb("begins", f"and {second} with the same letter", holds)
        told = elsewhere(formula)
        if told is not None and holds and not self.plural:
            return told
        last = among_the_last(formula)
        if last is not None:
            return self.verb("contains", f"{quote(last[0])} among the last {number(last[1])} letters", holds)
        same = same_letter_at(formula)
        if same is not None and holds and not self.plural:
            return f"{place(same[0])} and {place(same[1])} hold the same letter"
        repeated = periodic(formula)
        if repeated is not None and holds and not self.plural:
            every, parity, letter = repeated
            return f"{'every' if every else 'some'} {parity} position holds {quote(letter)}"
        often = occurring(formula)
        if often is not None and holds and not self.plural:
            return f"{often[0]} occurs {times(often[1])}"
        followed = always_beside(formula)
        if followed is not None and holds and not self.plural:
            letter, way, other = followed
            return f"every {quote(letter)} is directly {way} by {quote(other)}"
        return None


_THINGS = {"0": "a letter {}", "1": "a position {}", "2": "a set {} of positions"}
_WORD = "the word "
_SHARED = (
    *("contain ", "have ", "begin with ", "end with "),
    *("the word contains ", "the word begins with ", "the word ends with ", _WORD),
)


def _prefix(formula: f.Quantified) -> tuple[str, str, f.Formula]:
    """`(quantifier, "positions x before y", body)`: quantifiers of the same kind are said together."""
    variables = [formula.variable]
    body = formula.body
    while (
        isinstance(body, f.Quantified)
        and body.quantifier == formula.quantifier
        and body.quantifier in ("ex1", "all1")
        and body.variable not in variables
        and not _has_shape(body)
    ):
        variables.append(body.variable)
        body = body.body
    if len(variables) == 1:
        return formula.quantifier, _THINGS[formula.quantifier[-1]].format(*variables), body
    if len(variables) == 2:
        order = f.Compare(f.Position(variables[0]), "<", f.Position(variables[1]))
        rest: f.Formula | None = None
        if formula.quantifier == "ex1":
            rest = _apart(body, order)
        elif isinstance(body, f.Binary) and body.connective == "->":
            condition = _apart(body.left, order)
            rest = body.right if body.left == order else condition and f.Binary("->", condition, body.right)
        if rest is not None:
            return formula.quantifier, f"positions {variables[0]} before {variables[1]}", rest
    comma = "," if len(variables) > 2 else ""
    return formula.quantifier, f"positions {', '.join(variables[:-1])}{comma} and {variables[-1]}", body


def _apart(formula: f.Formula, part: f.Formula) -> f.Formula | None:
    """What is left of a conjunction without one of its parts."""
    parts = list(f.conjuncts(formula))
    if part not in parts or len(parts) < 2:
        return None
    parts.remove(part)
    return f.conjunction(parts)


def _is(thing: str) -> str:
    return "is" if thing.startswith("a ") else "are"


def _every(thing: str) -> str:
    return f"every {thing.removeprefix('a ')}" if thing.startswith("a ") else f"all {thing}"


def _has_shape(formula: f.Quantified) -> bool:
    return _Speaker(plural=False).shape(formula, True) is not None


def _holding(parts: list[f.Formula], told: list[str]) -> list[str]:
    """Neighbours "x holds 'a'" and "y holds 'a'" become "x and y hold 'a'"."""
    joined: list[str] = []
    index = 0
    while index < len(parts):
        match parts[index : index + 2]:
            case [f.LetterAt(letter, one), f.LetterAt(other, two)] if (
                letter == other
                and told[index].startswith(f"{place(one)} holds")
                and told[index + 1].startswith(place(two))
            ):
                joined.append(f"{place(one)} and {place(two)} hold {quote(letter)}")
                index += 2
            case _:
                joined.append(told[index])
                index += 1
    return joined


def _is_verbal(formula: f.Formula) -> bool:
    """Whether it can be said of words in the plural."""
    formula = plain(formula)
    match formula:
        case f.Binary("and" | "or", left, right):
            return _is_verbal(left) and _is_verbal(right)
        case f.Not(operand):
            # "Do not have 'a' at every position" could mean at none.
            return not isinstance(plain(operand), f.Binary | f.LetterThroughout) and _is_verbal(operand)
        case f.Quantified():
            found = (consecutive(formula), among_the_last(formula))
            return found != (None, None) or is_same_letter(formula)
        case f.Compare() | f.Member() | f.Constant() | f.Binary():
            return False
        case f.CountModulo():
            return is_parity(formula)
    return True


_DENIED = ("do not ", "are not ")


def _denials_last(formula: f.Formula) -> f.Formula:
    """What is denied comes last in each list: "do not begin with 'a' and end with 'b'" would deny both."""
    if not isinstance(formula, f.Binary) or formula.connective not in ("and", "or"):
        return formula
    parts = [_denials_last(part) for part in f.conjuncts(formula, formula.connective)]
    return f.conjunction(sorted(parts, key=lambda part: any(_denials(part))), formula.connective)


def _misleads(formula: f.Formula) -> bool:
    """Whether a denial comes before something that it could be taken to deny as well."""
    denied = list(_denials(formula))
    return any(one and not other for one, other in pairwise(denied))


def _denials(formula: f.Formula) -> Iterator[bool]:
    """Of each condition in a list, and in the lists in it, whether it is denied."""
    formula = plain(formula)
    if isinstance(formula, f.Binary) and formula.connective in ("and", "or"):
        parts = list(f.conjuncts(formula, formula.connective))
        speaker = _Speaker(plural=True)
        if speaker.together(parts, formula.connective) is not None:
            yield False
        else:
            for part in parts:
                yield from _denials(part)
    elif _is_verbal(formula):
        yield _Speaker(plural=True).closed(formula).startswith(_DENIED)
    else:
        yield False


def _is_simple(formula: f.Formula) -> bool:
    if isinstance(formula, f.Not):
        formula = plain(formula.operand)
    if isinstance(formula, f.Quantified):
        return _has_shape(formula)
    return not isinstance(formula, f.Binary)


def _with_short_names(formula: f.Formula, alphabet: Sequence[str]) -> f.Formula:
    """Bound variables are renamed where their name reads as a word or as a letter."""
    match formula:
        case f.Not(operand):
            return f.Not(_with_short_names(operand, alphabet))
        case f.Binary(connective, left, right):
            return f.Binary(connective, _with_short_names(left, alphabet), _with_short_names(right, alphabet))
        case f.Quantified(quantifier, variable, body):
            if not SHORT_NAME.fullmatch(variable) or (quantifier[-1] == "0" and variable in alphabet):
                bound = {node.variable for node in f.nodes(body) if isinstance(node, f.Quantified)}
                taken = {*f.free_variables(body), *bound, *alphabet}
                base = {"0": "c", "1": "x", "2": "X"}[quantifier[-1]]
                fresh = next(name for n in numbers() if (name := f"{base}{n or ''}") not in taken)
                body = f.rename_variable(body, variable, fresh)
                variable = fresh
            return f.Quantified(quantifier, variable, _with_short_names(body, alphabet))
        case _:
            return formula
