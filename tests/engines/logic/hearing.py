"""Reads the English that `english.py` says: `read_english(describe(formula))` means the same as the formula."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.engines.logic.listening import Listener
from viva.engines.logic.formula import (
    All,
    Begins,
    Beside,
    Binary,
    Compare,
    Comparison,
    Connective,
    Constant,
    Count,
    CountModulo,
    Ends,
    Formula,
    IsEmpty,
    Last,
    LetterAt,
    LetterThroughout,
    LetterVariable,
    Member,
    Not,
    Occurrences,
    Position,
    Quantified,
    Quantifier,
    Set,
    Shifted,
    conjunction,
    end_letter_elsewhere,
)
from viva.engines.logic.reader import DEEPEST, shallow
from viva.engines.logic.wording.phrases import ORDERS, QUANTITIES, SHORT_NAME


def read_english(text: str, alphabet: Sequence[str]) -> Formula:
    """The formula that a description means. Raises Misread where it is not understood."""
    listener = _Listener(text, tuple(alphabet))
    formula = listener.description()
    listener.accept(".")
    if not listener.at_end():
        raise listener.expected("the end")
    return shallow(formula)


class _Listener(Listener):
    """One method for each template of a condition, and of what is made of conditions."""

    # Lists and what is made of formulas

    def description(self) -> Formula:
        start = self.accept("all words", "no words", "the words", "words")
        if start is None:
            return self.open()
        if self.accept("over"):
            self.expect("{")
            while not self.at_end() and not self.accept("}"):
                self.position += 1
        if self.accept("that", "in which"):
            return self.open()
        if self.accept("with"):
            return self.existing()
        if start in ("all words", "no words"):
            return Constant(start == "all words")
        raise self.expected("'that' or 'in which'")

    def open(self) -> Formula:
        """Everything that follows."""
        left = self.listed(self.unit())
        if self.accept("exactly if"):
            return Binary("<->", left, self.unit())
        return left

    def listed(self, first: Formula, wanted: Connective | None = None) -> Formula:
        """The rest of "A, B, and C"; it ends with the part after its `and` or `or`."""
        parts = [first]
        while True:
            comma = self.at(",")
            if comma and self.at(", then"):
                break
            if comma and not (self.at(", and") or self.at(", or")):
                self.position += 1
                parts.append(self.next_unit())
                continue
            found = self.accept(", and", ", or", "and", "or")
            if found is None:
                break
            connective: Connective = "and" if found.endswith("and") else "or"
            if wanted is not None and connective != wanted:
                raise self.expected(f"'{wanted}' before '{connective}'")
            return conjunction([*parts, self.next_unit()], connective)
        if len(parts) > 1 or wanted is not None:
            raise self.expected(f"'{wanted}'" if wanted else "'and' or 'or'")
        return first

    def next_unit(self) -> Formula:
        """A further part of a list: it may leave out the verb of the part before."""
        verb, short = self.verb, False
        if verb in ("contain", "begin with", "end with"):
            short = (self.is_text() or self.kind() == "0") and not self.at_start_of_a_string()
        elif verb == "have":
            short = self.is_text() or any(self.at(start) for start in _AMOUNTS)
        return self.after(verb) if short else self.unit()

    def unit(self) -> Formula:
        with self.deeper:
            self.verb = ""
            return self.one_unit()

    def one_unit(self) -> Formula:
        if self.accept("if"):
            first = self.unit()
            if self.accept("then"):
                return Binary("->", first, self.unit())
            condition = self.listed(first)
            self.expect(", then")
            return Binary("->", condition, self.open())
        marker = self.accept("both", "either")
        if marker is not None:
            return self.listed(self.unit(), "and" if marker == "both" else "or")
        if self.accept("it is not true that"):
            return Not(self.unit())
        if self.accept("it is true that"):
            left = self.unit()
            self.expect("exactly if")
            return Binary("<->", left, self.unit())
        if self.at_existing():
            self.accept("there is")
            return self.existing()
        start = self.accept("for every position", "for every set", "for every letter", "for all positions")
        if start is not None:
            return self.quantified("all", start)
        return self.condition()

    def at_existing(self) -> bool:
        """Whether a quantifier follows, and not an amount ("there are no positions before …")."""
        for thing in _EXISTING:
            if self.at(f"there is {thing}"):
                name = self.words[self.position + 2 + len(thing.split())]
                return SHORT_NAME.fullmatch(name) is not None
        return False

    def existing(self) -> Formula:
        """The rest of "there is …"."""
        start = self.expect(*_EXISTING)
        formula = self.quantified("ex", start)
        return Not(formula) if start.startswith("no ") else formula

    def quantified(self, which: str, start: str) -> Formula:
        thing = start.rsplit(maxsplit=1)[-1]
        kind = {"letter": "0", "set": "2"}.get(thing, "1")
        quantifier: Quantifier = _QUANTIFIERS[which + kind]
        names = [self.variable(kind)]
        before = False
        if thing == "positions":
            before = bool(self.accept("before"))
            if before:
                names.append(self.variable(kind))
            while not before and (self.at(",") or self.at("and")) and len(names) < DEEPEST:
                final = self.accept(", and", "and") is not None or self.accept(",") is None
                names.append(self.variable(kind))
                if final:
                    break
        if kind == "2":
            self.expect("of positions")
        self.bound += [(name, kind) for name in names]
        way = self.expect("such that", "where") if which == "ex" else self.expect(",", "it holds that")
        body = self.open() if way in ("such that", ",") else self.unit()
        del self.bound[-len(names) :]
        if before:
            order = Compare(Position(names[0]), "<", Position(names[1]))
            body = Binary("and" if which == "ex" else "->", order, body)
        for name in reversed(names):
            body = Quantified(quantifier, name, body)
        return body

    def variable(self, kind: str) -> str:
        name = self.words[self.position]
        if not re.fullmatch(r"[A-Za-z]\w*", name) or name[0].isupper() != (kind == "2"):
            raise self.expected("a variable")
        self.position += 1
        return name

    # One condition

    def condition(self) -> Formula:
        if self.accept("anything is allowed"):
            return Constant(True)
        if self.accept("nothing is allowed"):
            return Constant(False)
        if self.accept("there is not"):
            return Not(self.amount())
        if self.accept("there is"):
            return self.amount()
        if self.accept("not every position"):
            return Not(self.throughout())
        parity = self.accept("every odd", "every even", "some odd", "some even")
        if parity is not None:
            return self.periodic(parity)
        if self.accept("every position"):
            return self.throughout()
        if self.accept("every"):
            return self.always_beside()
        each = self.accept("each letter occurs", "some letter occurs")
        if each is not None:
            return Quantified("all0" if each.startswith("each") else "ex0", "c", self.times())
        if self.accept("the number of"):
            return self.residue_of()
        which = self.accept("the first letter", "the last letter")
        if which is not None:
            return self.end_letter(which == "the last letter")
        self.accept("the word")
        if self.accept("is not empty"):
            return Not(IsEmpty())
        if self.accept("is empty"):
            return IsEmpty()
        if self.accept("does not"):
            formula = Not(self.predicate())
            self.verb = ""
            return formula
        if self.at("begin") or self.at("end") or self.at("have") or self.at("contain") or self.at("consist"):
            return self.predicate()
        if self.is_text() or self.kind() == "0":
            return self.start_of_a_string()
        return self.about_a_place()

    def predicate(self) -> Formula:
        self.verb = ""
        if self.accept("begin and end with the same letter"):
            letter = LetterVariable("c")
            return Quantified("ex0", "c", Binary("and", Begins(letter), Ends(letter)))
        connective = self.accept("begin and end with", "begin or end with")
        if connective is not None:
            string = self.string()
            return Binary("and" if connective == "begin and end with" else "or", Begins(string), Ends(string))
        if self.accept("contain none of"):
            strings = [self.string()]
            while not self.accept(", and", "and"):
                self.expect(",")
                strings.append(self.string())
            strings.append(self.string())
            return conjunction([Count(Occurrences(string), "=", 0) for string in strings])
        if self.accept("consist only of"):
            return LetterThroughout(self.string(), All())
        return self.after(self.expect("begin with", "end with", "contain", "have"))

    def after(self, verb: str) -> Formula:
        formula = self.object(verb)
        self.verb = verb
        return formula

    def object(self, verb: str) -> Formula:
        if verb == "begin with":
            return Begins(self.string())
        if verb == "end with":
            return Ends(self.string())
        if verb == "contain":
            return self.contained()
        if self.is_text() or (self.kind() == "0" and self.words[self.position + 1] == "at"):
            letter = self.string()
            self.expect("at")
            if self.accept("every position"):
                return LetterThroughout(letter, self.where())
            return LetterAt(letter, self.place())
        return self.amount()

    def contained(self) -> Formula:
        string = self.string()
        if not self.accept("among the last"):
            return Count(Occurrences(string), ">=", 1)
        number, here = self.number(), Position("x")
        self.expect("letters", "letter")
        before = Compare(here, "<", Shifted(Last(), 1 - number))
        return Quantified("ex1", "x", Binary("and", LetterAt(string, here), Not(before)))

    def at_start_of_a_string(self) -> bool:
        following = self.words[self.position + 1]
        return following == "start" or (following == "does" and self.words[self.position + 3] == "start")

    def start_of_a_string(self) -> Formula:
        string = self.string()
        holds = self.expect("start at", "does not start at") == "start at"
        formula = Member(self.place(), Occurrences(string))
        return formula if holds else Not(formula)

    def periodic(self, parity: str) -> Formula:
        self.expect("position holds")
        here, (which, odd) = Position("x"), parity.split()
        place = CountModulo(Beside("<", here), 2, "=", 0 if odd == "odd" else 1)
        held = LetterAt(self.string(), here)
        if which == "every":
            return Quantified("all1", "x", Binary("->", place, held))
        return Quantified("ex1", "x", Binary("and", place, held))

    def times(self) -> Formula:
        """The rest of "each letter occurs …", about the letter c."""
        members = Occurrences(LetterVariable("c"))
        parity = self.accept("an even number of times", "an odd number of times")
        if parity is not None:
            return CountModulo(members, 2, "=", 0 if "even" in parity else 1)
        comparison, number = self.quantity(), self.number()
        self.expect("times", "time")
        return Count(members, comparison, number)

    def end_letter(self, last: bool) -> Formula:
        if self.at("occurs") and not self.at("occurs again"):
            self.expect("occurs")
            letter = LetterVariable("c")
            return Quantified("ex0", "c", Binary("and", (Ends if last else Begins)(letter), self.times()))
        phrases = (
            ("have occurred before", "have not occurred before") if last else ("occurs again", "does not occur again")
        )
        return end_letter_elsewhere(last, self.expect(*phrases) == phrases[0])

    def always_beside(self) -> Formula:
        letter = self.string()
        way = self.expect("is directly followed by", "is directly preceded by")
        step = 1 if way.endswith("followed by") else -1
        here = Position("x")
        return Quantified(
            "all1", "x", Binary("->", LetterAt(letter, here), LetterAt(self.string(), Shifted(here, step)))
        )

    def about_a_place(self) -> Formula:
        place = self.place()
        if self.accept("and"):
            other = self.place()
            self.expect("holds")
            if self.accept("the same letter"):
                shared = LetterVariable("c")
                return Quantified("ex0", "c", Binary("and", LetterAt(shared, place), LetterAt(shared, other)))
            letter = self.string()
            return Binary("and", LetterAt(letter, place), LetterAt(letter, other))
        if self.accept("holds"):
            return LetterAt(self.string(), place)
        if self.accept("does not holds"):
            return Not(LetterAt(self.string(), place))
        self.expect("is")
        formula: Formula
        holds = not self.accept("not")
        if self.accept("in the word"):
            formula = Compare(place, "<=", Last())
        elif self.accept("in"):
            formula = Member(place, self.positions())
        else:
            comparison: Comparison = "="
            for order, phrase in ORDERS.items():
                if phrase and self.accept(phrase):
                    comparison = order
                    break
            formula = Compare(place, comparison, self.place())
        return formula if holds else Not(formula)

    def throughout(self) -> Formula:
        where = self.where()
        self.expect("holds")
        return LetterThroughout(self.string(), where)

    def where(self) -> Set:
        """The rest of "every position …"."""
        return self.positions() if self.accept("in") else self.region(All())


_AMOUNTS = ("an even", "an odd", "no", *QUANTITIES.values())
_EXISTING = ("a position", "a set", "a letter", "no position", "no set", "no letter", "positions", "no positions")
_QUANTIFIERS: dict[str, Quantifier] = {
    "ex0": "ex0",
    "ex1": "ex1",
    "ex2": "ex2",
    "all0": "all0",
    "all1": "all1",
    "all2": "all2",
}
