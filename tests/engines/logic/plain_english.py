"""What a sentence says of a word, by a reader who knows no formulas: the everyday meaning of what stands there.

It shares nothing with the reader of the product. An occurrence is the whole stretch of its letters, so "after the first
'ab'" is after its b, and what lies "before" a place ends before it. What a person could take in two ways raises
`Ambiguous`: "between" two places of which nobody knows the order, and "do not A and B".
"""

import re
from collections.abc import Callable, Iterable
from itertools import chain, combinations
from typing import Any

Values = dict[str, Any]
Truth = Callable[[str, Values], bool]
Stretch = tuple[int, int]
Place = Callable[[str, Values], Stretch | None]
Stretches = Callable[[str, Values], set[Stretch]]

TOKEN = re.compile(r"'[^']*'(?!s\b)|[^\s',{}]+'s(?!\w)|[\w+-]+|[,{}]|\S")
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
AMOUNTS: dict[str, Callable[[int, int], bool]] = {
    "exactly": lambda count, number: count == number,
    "fewer than": lambda count, number: count < number,
    "at most": lambda count, number: count <= number,
    "more than": lambda count, number: count > number,
    "at least": lambda count, number: count >= number,
}
ORDERS: dict[str, Callable[[Stretch, Stretch], bool]] = {
    "at or before": lambda one, other: one[0] <= other[0] and one[1] <= other[1],
    "at or after": lambda one, other: one[0] >= other[0] and one[1] >= other[1],
    "before": lambda one, other: one[1] < other[0],
    "after": lambda one, other: one[0] > other[1],
}
VERBS = ("begin", "end", "contain", "have", "consist")
VARIABLE = re.compile(r"[b-zB-Z]\d*([+-]\d+)*")


class Ambiguous(Exception):
    pass


def meaning(sentence: str, alphabet: str) -> Callable[[str], bool]:
    reader = Reader(sentence, alphabet)
    truth = reader.description()
    assert not reader.words, (sentence, reader.words)
    return lambda word: truth(word, {})


def occurrences(string: str, word: str) -> list[Stretch]:
    return [(i, i + len(string) - 1) for i in range(len(word)) if word.startswith(string, i)]


class Reader:
    def __init__(self, sentence: str, alphabet: str) -> None:
        self.words: list[str] = TOKEN.findall(sentence)
        self.alphabet = alphabet
        self.start = ""  # what the part of a list that was read last began with, if the next may leave it out
        self.denied = False

    def at(self, phrase: str) -> bool:
        wanted = phrase.split()
        return self.words[: len(wanted)] == wanted

    def take(self, *phrases: str) -> str:
        for phrase in phrases:
            if self.at(phrase):
                del self.words[: len(phrase.split())]
                return phrase
        return ""

    def must(self, *phrases: str) -> str:
        found = self.take(*phrases)
        assert found, (phrases, self.words)
        return found

    def next(self) -> str:
        return self.words.pop(0)

    # Sentences

    def description(self) -> Truth:
        quantity = self.take("all", "no")
        self.must("words")
        if self.take("over {"):
            while not self.take("}"):
                self.next()
        if quantity:
            return lambda word, values: quantity == "all"
        if self.take("with"):
            return self.there_is()
        self.must("that", "in which")
        return self.open()

    def open(self) -> Truth:
        left = self.list_after(self.one())
        if self.take("exactly if"):
            right = self.one()
            return lambda word, values: left(word, values) == right(word, values)
        return left

    def list_after(self, first: Truth) -> Truth:
        parts = [first]
        while True:
            if self.at(", then"):
                break
            found = self.take(", and", ", or", "and", "or")
            if found:
                parts.append(self.another())
                every = found.endswith("and")
                return lambda word, values: (all if every else any)(part(word, values) for part in parts)
            if not self.take(","):
                break
            parts.append(self.another())
        assert len(parts) == 1, self.words
        return first

    def another(self) -> Truth:
        """A further part of a list: what it began with may be left out."""
        start = self.start
        if self.denied and self.words[0] in VERBS:
            raise Ambiguous("do not …, and a verb that could be denied too")
        quoted = self.words[0].startswith("'") and not self.at(f"{self.words[0]} starts")
        quoted = quoted and not self.at(f"{self.words[0]} does")
        if start in ("contain", "begin with", "end with") and (quoted or self.is_letter()):
            return self.predicate(start)
        if start == "have" and (quoted or self.is_amount()):
            return self.predicate("have")
        return self.one()

    def is_letter(self) -> bool:
        return (
            len(self.words) > 1
            and self.words[1] in ("and", "or", ",")
            and VARIABLE.fullmatch(self.words[0]) is not None
        )

    def is_amount(self) -> bool:
        return any(map(self.at, ("no", "an even", "an odd", *AMOUNTS)))

    def one(self) -> Truth:
        self.start, self.denied = "", False
        if self.take("if"):
            condition = self.one()
            if self.take("then"):
                right = self.one()
            else:
                condition = self.list_after(condition)
                self.must(", then")
                right = self.open()
            return lambda word, values: not condition(word, values) or right(word, values)
        if self.take("both", "either"):
            return self.list_after(self.one())
        if self.take("it is not true that"):
            inner = self.one()
            return lambda word, values: not inner(word, values)
        if self.take("it is true that"):
            left = self.one()
            self.must("exactly if")
            right = self.one()
            return lambda word, values: left(word, values) == right(word, values)
        if self.at("there is") or self.at("there are"):
            return self.there()
        if self.take("for every", "for all"):
            return self.quantified(True)
        return self.condition()

    def there(self) -> Truth:
        self.must("there is", "there are")
        if re.match(r"(a|no)? ?(position|positions|set|letter) [b-zA-Z]\d*( |$)", " ".join(self.words[:3])):
            return self.there_is()
        denied = self.take("not")
        amount = self.amount()
        return (lambda word, values: not amount(word, values)) if denied else amount

    def there_is(self) -> Truth:
        none = self.take("no")
        self.take("a")
        found = self.quantified(False)
        return (lambda word, values: not found(word, values)) if none else found

    def quantified(self, every: bool) -> Truth:
        kind = self.must("positions", "position", "set", "letter")
        names = [self.next()]
        ordered = kind == "positions" and self.take("before")
        if kind == "positions":
            names += [self.next()] if ordered else []
            while not ordered and not self.take(", and", "and"):
                self.must(",")
                names.append(self.next())
            names += [] if ordered else [self.next()]
        self.take("of positions")
        way = self.must(",", "it holds that") if every else self.must("such that", "where")
        body = self.open() if way in (",", "such that") else self.one()

        def domain(word: str) -> Iterable[Any]:
            places = [(i, i) for i in range(len(word))]
            if kind == "set":
                return map(set, chain.from_iterable(combinations(places, k) for k in range(len(word) + 1)))
            return self.alphabet if kind == "letter" else places

        def holds(word: str, values: Values, left: list[str]) -> bool:
            if not left:
                if ordered and not values[names[0]] < values[names[1]]:
                    return every
                return body(word, values)
            tried = (holds(word, {**values, left[0]: value}, left[1:]) for value in domain(word))
            return all(tried) if every else any(tried)

        return lambda word, values: holds(word, values, names)

    # Conditions

    def condition(self) -> Truth:
        if self.take("anything is allowed"):
            return lambda word, values: True
        if self.take("nothing is allowed"):
            return lambda word, values: False
        if self.take("not every position"):
            inner = self.every_position()
            return lambda word, values: not inner(word, values)
        for parity, first in (("odd", 0), ("even", 1)):
            which = self.take(f"every {parity} position holds", f"some {parity} position holds")
            if which:
                return self.alternate(first, all if which.startswith("every") else any)
        if self.take("every position"):
            return self.every_position()
        if self.take("every"):
            return self.always_beside()
        which = self.take("each letter occurs", "some letter occurs")
        if which:
            often, test = self.times(), all if which.startswith("each") else any
            return lambda word, values: test(often(word.count(letter)) for letter in self.alphabet)
        if self.take("the number of"):
            return self.number_of()
        which = self.take("the first letter", "the last letter")
        if which:
            return self.end_letter(which)
        self.take("the word")
        if self.take("is not empty", "are not empty"):
            self.denied = True
            return lambda word, values: bool(word)
        if self.take("is empty", "are empty"):
            return lambda word, values: not word
        if self.take("do not"):
            inner = self.predicate(self.verb())
            self.start, self.denied = "", True
            return lambda word, values: not inner(word, values)
        if self.take("does not"):
            inner = self.predicate(self.verb())
            self.start = ""
            return lambda word, values: not inner(word, values)
        if any(self.at(verb) or self.at(f"{verb}s") for verb in (*VERBS, "ha")):
            return self.predicate(self.verb())
        if self.words[1] in ("starts", "does") and (self.words[0].startswith("'") or self.words[1] == "starts"):
            return self.starts()
        return self.about_a_place()

    def verb(self) -> str:
        verb = {"has": "have"}.get(self.words[0], self.words[0].removesuffix("s"))
        self.next()
        if verb in ("begin", "end") and self.take("with"):
            return f"{verb} with"
        return verb

    def predicate(self, verb: str) -> Truth:
        self.start = verb if verb in ("contain", "begin with", "end with", "have") else ""
        if verb == "begin":
            return self.begin_and_end()
        if verb == "consist":
            self.must("only of")
            letter = self.string()
            return lambda word, values: set(word) <= {letter(values)}
        if verb == "contain" and self.take("none of"):
            self.start = ""
            strings = [self.string()]
            while self.take(", and", ",", "and"):
                strings.append(self.string())
            return lambda word, values: not any(string(values) in word for string in strings)
        if verb != "have":
            string = self.string()
            if verb == "contain" and self.take("among the last"):
                count = self.number()
                self.must("letters", "letter")
                return lambda word, values: string(values) in word[max(0, len(word) - count) :]
            test = {"contain": str.__contains__, "begin with": str.startswith, "end with": str.endswith}[verb]
            return lambda word, values: test(word, string(values))
        if self.words[1] == "at":
            letter = self.string()
            self.must("at")
            if self.take("every position"):
                places = self.positions_here()
                return lambda word, values: all(word[i] == letter(values) for i, _ in places(word, values))
            return self.holding(self.place(), letter)
        return self.amount()

    def begin_and_end(self) -> Truth:
        connective = self.must("and", "or")
        self.must("end with", "ends with")
        if self.take("the same letter"):
            return lambda word, values: bool(word) and word[0] == word[-1]
        string = self.string()
        if connective == "and":
            return lambda word, values: word.startswith(string(values)) and word.endswith(string(values))
        return lambda word, values: word.startswith(string(values)) or word.endswith(string(values))

    def holding(self, place: Place, letter: Callable[[Values], str]) -> Truth:
        def holds(word: str, values: Values) -> bool:
            found = place(word, values)
            if found is not None and found[0] != found[1]:
                raise Ambiguous("a stretch of several letters holds no letter")
            return found is not None and word[found[0]] == letter(values)

        return holds

    def every_position(self) -> Truth:
        places = self.positions_here()
        self.must("holds")
        letter = self.string()
        return lambda word, values: all(word[i] == letter(values) for i, _ in places(word, values))

    def positions_here(self) -> Stretches:
        if self.take("in"):
            return self.set()
        return self.region(all_positions, starting=False)

    def always_beside(self) -> Truth:
        letter = self.string()
        self.must("is directly")
        step = 1 if self.must("followed by", "preceded by") == "followed by" else -1
        other = self.string()
        return lambda word, values: all(
            0 <= i + step < len(word) and word[i + step] == other(values)
            for i in range(len(word))
            if word[i] == letter(values)
        )

    def alternate(self, first: int, test: Callable[[Iterable[bool]], bool]) -> Truth:
        """Every other position, the first position being an odd one."""
        letter = self.string()
        return lambda word, values: test(held == letter(values) for held in word[first::2])

    def times(self) -> Callable[[int], bool]:
        for parity, rest in (("even", 0), ("odd", 1)):
            if self.take(f"an {parity} number of times"):
                return lambda count, rest=rest: count % 2 == rest  # type: ignore[misc]
        compare = AMOUNTS[self.must(*AMOUNTS)]
        number = self.number()
        self.must("times", "time")
        return lambda count: compare(count, number)

    def end_letter(self, which: str) -> Truth:
        if self.at("occurs") and not self.at("occurs again"):
            self.must("occurs")
            often, place = self.times(), 0 if which == "the first letter" else -1
            return lambda word, values: bool(word) and often(word.count(word[place]))
        phrase = self.must("has occurred before", "has not occurred before", "occurs again", "does not occur again")
        wanted = "not" not in phrase.split()
        if which == "the last letter":
            return lambda word, values: bool(word) and (word[-1] in word[:-1]) == wanted
        return lambda word, values: bool(word) and (word[0] in word[1:]) == wanted

    def starts(self) -> Truth:
        string = self.string()
        holds = self.must("starts at", "does not start at") == "starts at"
        place = self.place()

        def truth(word: str, values: Values) -> bool:
            found = place(word, values)
            return (found is not None and word.startswith(string(values), found[0])) == holds

        return truth

    def about_a_place(self) -> Truth:
        places = [self.place()]
        while self.take("and"):
            places.append(self.place())
        if self.take("hold the same letter"):

            def alike(word: str, values: Values) -> bool:
                found = [place(word, values) for place in places]
                return None not in found and len({word[at[0]] for at in found if at is not None}) == 1

            return alike
        if self.take("holds", "hold"):
            letter = self.string()
            held = [self.holding(place, letter) for place in places]
            return lambda word, values: all(each(word, values) for each in held)
        if self.take("does not hold"):
            held = [self.holding(places[0], self.string())]
            return lambda word, values: not held[0](word, values)
        self.must("is")
        denied = bool(self.take("not"))
        left = places[0]
        if self.take("in the word"):
            return lambda word, values: (left(word, values) is not None) != denied
        if self.take("in"):
            members = self.set()
            return lambda word, values: (left(word, values) in members(word, values)) != denied
        order = self.take(*ORDERS)
        right = self.place()

        def holds(word: str, values: Values) -> bool:
            one, other = left(word, values), right(word, values)
            if one is None or other is None:
                return denied
            return (ORDERS[order](one, other) if order else one == other) != denied

        return holds

    # Amounts

    def amount(self) -> Truth:
        if self.take("no"):
            things = self.things(counted=False)
            return lambda word, values: not things(word, values)
        if self.take("an even number of"):
            things = self.things()
            return lambda word, values: len(things(word, values)) % 2 == 0
        if self.take("an odd number of"):
            things = self.things()
            return lambda word, values: len(things(word, values)) % 2 == 1
        compare = AMOUNTS[self.must(*AMOUNTS)]
        number = self.number()
        things = self.things()
        return lambda word, values: compare(len(things(word, values)), number)

    def number_of(self) -> Truth:
        things = self.things()
        for parity, rest in (("even", 0), ("odd", 1)):
            if self.take(f"is {parity}"):
                return counts_to(things, rest)
            if self.take(f"is not {parity}"):
                return counts_to(things, 1 - rest)
        return self.remainder(things)

    def remainder(self, things: Stretches) -> Truth:
        phrase = self.must("is divisible by", "is not divisible by", "leaves", "does not leave")
        denied = "not" in phrase.split()
        if phrase.endswith("by"):
            divisor = self.number()
            return lambda word, values: (len(things(word, values)) % divisor == 0) != denied
        compare = AMOUNTS["exactly"]
        if self.must("a remainder of", "remainder") == "a remainder of":
            compare = AMOUNTS[self.must(*AMOUNTS)]
        number = self.number()
        self.must("when divided by")
        divisor = self.number()
        return lambda word, values: compare(len(things(word, values)) % divisor, number) != denied

    def number(self) -> int:
        word = self.next()
        return NUMBERS.index(word) if word in NUMBERS else int(word)

    def things(self, counted: bool = True) -> Stretches:
        if self.take("letters", "letter"):
            return all_positions
        if self.take("positions in", "position in"):
            return self.set()
        if self.take("positions", "position"):
            return self.region(all_positions, starting=False)
        overlapping = self.take("possibly overlapping")
        if self.take("occurrences of", "occurrence of"):
            string = self.string()

            def found(word: str, values: Values) -> set[Stretch]:
                seen = set(occurrences(string(values), word))
                some = any(a < b <= c for (a, c) in seen for (b, _) in seen)
                if some and counted and not overlapping:
                    raise Ambiguous("whether overlapping occurrences count")
                return seen

            return self.region(found, starting=bool(self.take("that start", "that starts")))
        letter = self.next()
        name = letter.removesuffix("'s").strip("'") if letter != "'" else letter
        return self.region(lambda word, values: set(occurrences(values.get(name, name), word)), starting=False)

    def region(self, whole: Stretches, starting: bool) -> Stretches:
        """The part of the whole that lies there, each with all of its letters, or only its start."""

        def within(test: Callable[[int, int, Stretch], bool], place: Place, of: Stretches) -> Stretches:
            def part(word: str, values: Values) -> set[Stretch]:
                at = place(word, values)
                if at is None:
                    return set()
                return {each for each in of(word, values) if test(each[0], each[0] if starting else each[1], at)}

            return part

        if self.at("between"):
            raise Ambiguous("between two places of which nobody knows the order")
        start = self.take("before", "after", "from", "up to and including")
        if not start:
            return whole
        tests: dict[str, Callable[[int, int, Stretch], bool]] = {
            "before": lambda first, last, at: last < at[0],
            "up to and including": lambda first, last, at: last <= at[1],
            "after": lambda first, last, at: first > at[1],
            "from": lambda first, last, at: first >= at[0],
        }
        part = within(tests[start], self.place(), whole)
        if start in ("after", "from"):
            end = self.take("up to and including", "until before", "and before")
            if end:
                return within(
                    tests[end.split(maxsplit=1)[1] if end != "up to and including" else end], self.place(), part
                )
            if start == "from":
                self.must("on")
        return part

    # Places, sets, letters

    def place(self) -> Place:
        if self.take("the start of"):
            inner = self.place()

            def start(word: str, values: Values) -> Stretch | None:
                at = inner(word, values)
                return at and (at[0], at[0])

            return start
        if self.take("the"):
            return self.named_place()
        if VARIABLE.fullmatch(self.words[0]):
            return self.moved_variable(self.next())
        raise AssertionError(self.words)

    def moved(self, way: str, steps: int) -> Place:
        base = self.place()

        def at(word: str, values: Values) -> Stretch | None:
            found = base(word, values)
            return found and inside(found[1] + steps if way == "after" else found[0] - steps, word)

        return at

    def moved_variable(self, text: str) -> Place:
        name, *steps = re.findall(r"[b-zB-Z]\d*|[+-]\d+", text)

        def at(word: str, values: Values) -> Stretch | None:
            found: Stretch | None = values[name]
            for step in steps:
                found = found and inside(found[0] + int(step), word)
            return found

        return at

    def named_place(self) -> Place:
        if self.take("last position"):
            return lambda word, values: inside(len(word) - 1, word)
        if self.take("position directly"):
            return self.moved(self.must("after", "before"), 1)
        which = self.next()
        if not self.take("position"):
            string = self.string()
            index = {"first": 0, "last": -1}[which]
            return lambda word, values: found[index] if (found := occurrences(string(values), word)) else None
        count = ORDINALS.index(which) if which in ORDINALS else int(which[:-2]) - 1
        if self.take("from the end"):
            return lambda word, values: inside(len(word) - 1 - count, word)
        way = self.take("after", "before")
        if way:
            return self.moved(way, count + 1)
        return lambda word, values: inside(count, word)

    def set(self) -> Stretches:
        if self.take("all positions"):
            return all_positions
        two = self.take("either", "both")
        if two:
            left = self.set()
            self.must("or" if two == "either" else "and")
            right = self.set()
            if two == "either":
                return lambda word, values: left(word, values) | right(word, values)
            return lambda word, values: left(word, values) & right(word, values)
        if self.take("the positions of", "the starts of"):
            string = self.string()
            return lambda word, values: {(i, i) for i, _ in occurrences(string(values), word)}
        if self.take("the positions"):
            return self.region(all_positions, starting=False)
        name = self.next()
        return lambda word, values: values[name]

    def string(self) -> Callable[[Values], str]:
        text = self.next()
        if text.startswith("'"):
            return lambda values: text[1:-1]
        return lambda values: values[text]


def counts_to(things: Stretches, rest: int) -> Truth:
    return lambda word, values: len(things(word, values)) % 2 == rest


def all_positions(word: str, _values: Values) -> set[Stretch]:
    return {(i, i) for i in range(len(word))}


def inside(position: int, word: str) -> Stretch | None:
    return (position, position) if 0 <= position < len(word) else None
