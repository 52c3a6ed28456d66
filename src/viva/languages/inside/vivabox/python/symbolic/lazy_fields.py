"""Lazy initialisation: objects whose fields appear when they are first read (Khurshid, Păsăreanu, Visser 2003).

A field is missing until it is read, so Python asks `__getattr__` of its class; reads of known fields and all writes run
as they are. A reference is split into null, a new object, or an earlier one, as far as the shape allows; a key becomes
a variable that only knows how it compares. What a field held when it was first read is kept apart from what is written
later: that is the input. Lazier references are split only when something depends on them, not when they are stored.

One path after the other, depth first, by running the method again with other decisions. The order of keys along the
common beginning of two paths is kept, so that only new decisions ask the difference bounds.
"""

from typing import Any

from ..running.loading import current_line
from .difference_bounds import DifferenceBounds
from .opaque_keys import Key, Term, Unsupported, keys_in, operand

NULL, UNKNOWN = -1, -2
_OPPOSITE = {">": "<=", ">=": "<", "!=": "="}


class Pruned(BaseException):
    """No structure that is legal begins so."""


class Unknown(BaseException):
    """It depends on what is not known yet."""


class Later:
    """A reference that nobody has looked at yet."""

    __slots__ = ("_name", "_owner", "_paths")

    def __init__(self, paths: "Paths", owner: Any, name: str) -> None:
        object.__setattr__(self, "_paths", paths)
        object.__setattr__(self, "_owner", owner)
        object.__setattr__(self, "_name", name)

    def __getattr__(self, name: str) -> Any:
        return getattr(settled(self), name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(settled(self), name, value)

    def __bool__(self) -> bool:
        return bool(settled(self))

    def __eq__(self, other: object) -> Any:
        return settled(self) == settled(other)

    def __ne__(self, other: object) -> Any:
        return settled(self) != settled(other)

    def __hash__(self) -> int:
        return hash(settled(self))

    @property  # type: ignore[misc]  # read-only: it is what the reference refers to
    def __class__(self) -> Any:
        return type(settled(self))


def settled(value: object) -> Any:
    """What a reference refers to; anything else as it is."""
    if type(value) is Later:
        return value._paths.settle(value._owner, value._name)
    return value


def same(one: object, two: object) -> bool:
    """What `is` means for these."""
    if one is two:
        return True
    return settled(one) is settled(two)


class Decision:
    __slots__ = ("at", "before", "options")

    def __init__(self, options: list[Any], before: tuple[Any, ...]) -> None:
        self.options, self.before, self.at = options, before, 0


class Paths:
    """All paths of one method, one run after the other. `shape` has, by the kind of object (0: the container, 1: a
    node): the class, its links, its links back, its key, other data; and `order`: how the key of a node relates to
    those above it.

    While somebody is `looking`, nothing is decided: what is not known raises `Unknown`. While a path is `completing`,
    its run is over, and what is decided is no part of it.
    """

    def __init__(self, shape: Any, most_nodes: int, three_way: bool, lazier: bool, tree: bool) -> None:
        self.shape = shape
        self.most_nodes = most_nodes
        self.three_way = three_way
        self.lazier = lazier
        self.tree = tree
        self.decisions: list[Decision] = []
        self.aliases = 0
        self.cut = 0
        self.guard: Any = None  # see `guarding.py`
        self.looking = self.completing = False
        self.begin()

    def begin(self) -> None:
        self.position = 0
        self.replaying = bool(self.decisions)
        self.bounds = DifferenceBounds()
        self.apart: set[tuple[int, int, int]] = set()
        if self.replaying:  # what is known where the paths part: no less than at any point before
            bounds, apart = self.decisions[-1].before
            self.bounds, self.apart = bounds.copy(), set(apart)
        self.variables = 1
        self.objects: list[Any] = []
        self.kinds: list[int] = []
        self.above: list[tuple[tuple[int, int], ...]] = []  # (number of an object above, link taken there)
        self.before: list[dict[str, Any]] = []  # fields as they were when they were first read
        self.numbers: dict[int, int] = {}  # of objects, by identity
        self.key_of: list[int] = []
        self.data_of: list[dict[str, int]] = []
        self.used: set[int] = set()
        self.constraints: list[list[int]] = []
        self.unequal: list[list[int]] = []
        self.terms: list[list[Any]] = []
        self.answered: dict[str, bool] = {}  # what was asked of terms
        self.told: list[list[Any]] = []
        self.nodes = 0

    def next(self) -> bool:
        """Turns to the next path; False when all are done."""
        if self.turned():
            self.begin()
            return True
        return False

    def turned(self) -> bool:
        """The last decision that can be made otherwise is; False when there is none."""
        while self.decisions:
            last = self.decisions[-1]
            last.at += 1
            if last.at < len(last.options):
                return True
            self.decisions.pop()
        return False

    def choose(self, options: list[Any]) -> Any:
        """One of the options now, the others on later paths."""
        if self.position < len(self.decisions):
            decision = self.decisions[self.position]
            if self.position == len(self.decisions) - 1:
                self.replaying = False
        else:
            decision = Decision(options, (self.bounds.copy(), frozenset(self.apart)))
            self.decisions.append(decision)
        self.position += 1
        return decision.options[decision.at]

    def tell(self, *event: Any) -> None:
        """What was decided, or (`forced`) follows from what was, and in which line."""
        if not (self.completing or self.looking):
            self.told.append([*event, current_line()])

    # Objects

    def variable(self) -> int:
        number = self.variables
        self.variables += 1
        if not self.replaying:
            self.bounds.variable()
        return number

    def made(self, kind: int, above: tuple[tuple[int, int], ...] = ()) -> Any:
        new = object.__new__(self.shape[kind]["class"])
        number = len(self.objects)
        self.objects.append(new)
        self.kinds.append(kind)
        self.above.append(above)
        self.before.append({})
        self.numbers[id(new)] = number
        self.key_of.append(self.variable() if kind else -1)
        self.data_of.append({})
        if kind:
            self.nodes += 1
            self.order(number)
        return new

    def order(self, number: int) -> None:
        """The key of a new node lies where the keys above it allow."""
        rules = self.shape[1]["order"]
        above = self.above[number]
        for upper, link in above if self.shape[1]["all_above"] else above[-1:]:
            if self.kinds[upper] and rules is not None:
                sign, strictly = rules[link]
                low, high = (number, upper) if sign == "<" else (upper, number)
                self.require(self.key_of[low], self.key_of[high], -1 if strictly else 0)

    def require(self, left: int, right: int, most: int) -> None:
        self.constraints.append([left, right, most])
        if not self.replaying:
            self.bounds.add(left, right, most)

    def missing(self, owner: Any, name: str) -> Any:
        """What a field holds that is read for the first time."""
        number = self.numbers[id(owner)]
        shape = self.shape[self.kinds[number]]
        if name == shape["key"]:
            return self.keep(owner, number, name, Key(self, self.key_of[number]))
        if name in shape["data"]:
            return self.keep(owner, number, name, Key(self, self.datum(number, name)))
        if name in shape["back"]:
            above = self.above[number]
            upper = self.objects[above[-1][0]] if above and self.kinds[above[-1][0]] else None
            return self.keep(owner, number, name, upper)
        if name in shape["links"]:
            if self.lazier:
                later = Later(self, owner, name)
                object.__setattr__(owner, name, later)
                return later
            return self.settle(owner, name)
        raise Unsupported

    def datum(self, number: int, name: str) -> int:
        known = self.data_of[number]
        if name not in known:
            known[name] = self.variable()
        return known[name]

    def keep(self, owner: Any, number: int, name: str, value: Any) -> Any:
        self.before[number][name] = value
        object.__setattr__(owner, name, value)
        return value

    def settle(self, owner: Any, name: str) -> Any:
        number = self.numbers[id(owner)]
        known = self.before[number]
        if name in known:
            return known[name]
        shape = self.shape[self.kinds[number]]
        link = shape["links"].index(name)
        options: list[Any] = [NULL]
        if self.nodes < self.most_nodes:
            options.append("new")
        else:
            self.cut += not (self.replaying or self.completing)
        earlier = [place for place, kind in enumerate(self.kinds) if kind == 1]
        if self.tree:
            self.aliases += len(earlier) if not (self.replaying or self.completing) else 0
        else:
            options += earlier
        chosen = self.guard.chosen(number) if self.completing else self.choose(options)
        if chosen == NULL:
            value = None
        elif chosen == "new":
            value = self.made(1, (*self.above[number], (number, link)))
        else:
            value = self.objects[chosen]
        self.tell("link", number, link, NULL if value is None else self.numbers[id(value)])
        known[name] = value
        if not self.completing and type(vars(owner).get(name) if hasattr(owner, "__dict__") else None) is not Later:
            object.__setattr__(owner, name, value)
        if self.guard is not None and not (self.completing or self.replaying) and self.guard.refuses():
            raise Pruned
        return value

    # Keys

    def compared(self, one: Key | Term, other: object, sign: str) -> Any:
        if other is None and sign in ("==", "!="):
            return sign == "!="
        if isinstance(one, Term) or isinstance(other, Term):
            return self.compared_terms(operand(one), operand(other), sign)
        if type(other) is Key:
            two = other
        elif type(other) is int and not self.three_way:
            two = Key(self, 0, other)
        else:
            raise Unsupported
        if self.looking:
            return self.seen(one, two, sign)
        if not self.completing:
            self.used |= {one.number, two.number}
        offset = one.offset - two.offset
        if one.number == two.number:
            truth = _holds(sign, offset)
            opposite = sign in _OPPOSITE
            plain = _OPPOSITE.get(sign, "=" if sign == "==" else sign)
            self.tell("forced", one.number, plain, two.number, offset, truth != opposite)
            return truth
        if self.three_way:
            return _holds(sign, self.relation(one.number, two.number, offset))
        if sign in ("==", "!="):
            return self.equal(one.number, two.number, offset) == (sign == "==")
        truth = {"<": True, "<=": True, ">": False, ">=": False}[sign]
        strictly = sign in ("<", ">=")  # `a >= b` is not `a < b`
        less = self.less(one.number, two.number, offset, strictly)
        return less == truth

    def seen(self, one: Key, two: Key, sign: str) -> bool:
        """How two keys compare, where that is known."""
        offset = one.offset - two.offset
        least, most = -self.bounds.bound[two.number][one.number], self.bounds.bound[one.number][two.number]
        apart = {(one.number, two.number, offset), (two.number, one.number, -offset)} & self.apart
        if apart and sign in ("==", "!="):
            return sign == "!="
        possible = {_holds(sign, _clamped(difference + offset)) for difference in _differences(least, most, offset)}
        if len(possible) > 1:
            raise Unknown
        return possible.pop()

    def compared_terms(self, one: Any, two: Any, sign: str) -> bool:
        """Both ways, whether or not they can be gone; the same question has the same answer."""
        asked = repr((one, sign, two))
        if asked not in self.answered:
            if self.looking:
                raise Unknown
            truth = bool(self.choose([("term", True), ("term", False)])[1])
            self.answered[asked] = truth
            self.terms.append([one, sign, two, truth])
            if not self.completing:
                self.used |= {*keys_in(one), *keys_in(two)}
            self.tell("term", one, sign, two, truth)
        return self.answered[asked]

    def less(self, left: int, right: int, offset: int, strictly: bool) -> bool:
        """Whether left + offset < right, or <= where it need not be strict."""
        yes = (left, right, -offset - strictly)
        no = (right, left, offset + strictly - 1)
        if not self.replaying:
            options = [each for each in (True, False) if self.bounds.possible(*(yes if each else no))]
        else:
            options = [True, False]
        truth = self.decide(options, yes, no)
        if truth is not None:
            self.tell("compare", left, "<" if strictly else "<=", right, offset, truth)
            return truth
        truth = self.forced(yes)
        self.tell("forced", left, "<" if strictly else "<=", right, offset, truth)
        return truth

    def decide(self, options: list[bool], yes: tuple[int, int, int], no: tuple[int, int, int]) -> bool | None:
        """None where there is nothing to decide. During a replay only what was decided then is decided again."""
        mark = ("compare", *yes)
        if self.replaying:
            decision = self.decisions[self.position]
            if mark not in (option[0] for option in decision.options if type(option) is tuple):
                return None
            truth = bool(self.choose([])[1])
        elif len(options) < 2:
            return None
        else:
            truth = bool(self.choose([(mark, each) for each in options])[1])
        self.require(*(yes if truth else no))
        return truth

    def forced(self, yes: tuple[int, int, int]) -> bool:
        """What follows. During a replay the bounds are those of the end of the beginning, which know no less."""
        left, right, most = yes
        if self.bounds.known(left, right, most):
            return True
        if self.bounds.known(right, left, -most - 1):
            return False
        raise Unsupported

    def equal(self, left: int, right: int, offset: int) -> bool:
        mark = ("equal", left, right, offset)
        apart = (left, right, offset)
        if self.replaying:
            decision = self.decisions[self.position]
            decided = mark in (option[0] for option in decision.options if type(option) is tuple)
            if decided:
                truth = self.choose([])[1]
            else:
                return self._equal_anyway(left, right, offset, self._known_equal(left, right, offset))
        else:
            both = self.bounds.possible(left, right, -offset) and self.bounds.possible(right, left, offset)
            can = both and apart not in self.apart and (right, left, -offset) not in self.apart
            must = self.bounds.known(left, right, -offset) and self.bounds.known(right, left, offset)
            if not can or must:
                return self._equal_anyway(left, right, offset, must)
            truth = self.choose([(mark, True), (mark, False)])[1]
        self.tell("compare", left, "=", right, offset, truth)
        if truth:
            self.require(left, right, -offset)
            self.require(right, left, offset)
        else:
            self.unequal.append([left, right, offset])
            if not self.replaying:
                self.apart.add(apart)
                # At most, and not equal, is less.
                if self.bounds.known(left, right, -offset):
                    self.require(left, right, -offset - 1)
                elif self.bounds.known(right, left, offset):
                    self.require(right, left, offset - 1)
        return bool(truth)

    def _equal_anyway(self, left: int, right: int, offset: int, truth: bool) -> bool:
        self.tell("forced", left, "=", right, offset, truth)
        return truth

    def _known_equal(self, left: int, right: int, offset: int) -> bool:
        return self.bounds.known(left, right, -offset) and self.bounds.known(right, left, offset)

    def relation(self, left: int, right: int, offset: int) -> int:
        """-1, 0 or 1: how two opaque keys compare, decided at once, as `compareTo` does."""
        mark = ("relation", left, right)
        if self.replaying:
            decision = self.decisions[self.position]
            if mark in (option[0] for option in decision.options if type(option) is tuple):
                chosen = self.choose([])[1]
            else:
                return self._known_relation(left, right)
        else:
            options = []
            if self.bounds.possible(left, right, -1):
                options.append((mark, -1))
            if self.bounds.possible(left, right, 0) and self.bounds.possible(right, left, 0):
                options.append((mark, 0))
            if self.bounds.possible(right, left, -1):
                options.append((mark, 1))
            if len(options) == 1:
                return int(options[0][1])
            chosen = self.choose(options)[1]
        self.tell("compare", left, "<=>", right, offset, chosen)
        if chosen <= 0:
            self.require(left, right, -1 if chosen else 0)
        if chosen >= 0:
            self.require(right, left, -1 if chosen else 0)
        return int(chosen)

    def _known_relation(self, left: int, right: int) -> int:
        if self.bounds.known(left, right, -1):
            return -1
        return 1 if self.bounds.known(right, left, -1) else 0

    def input(self) -> dict[str, Any]:
        """The schema of this path: objects by their links, what is known of keys, which were used."""
        found = []
        for number, kind in enumerate(self.kinds):
            links = []
            for name in self.shape[kind]["links"]:
                value = self.before[number].get(name, Later)
                links.append(UNKNOWN if value is Later else NULL if value is None else self.numbers[id(value)])
            data = [[name, variable] for name, variable in self.data_of[number].items()]
            found.append([kind, links, self.key_of[number], self.key_of[number] in self.used, data])
        return {
            "objects": found, "bounds": list(self.constraints), "unequal": list(self.unequal),
            "terms": list(self.terms), "told": self.told,
        }  # fmt: skip


def _differences(least: int, most: int, offset: int) -> list[int]:
    """What two keys can differ by, as far as it matters: below, at and above what makes them equal."""
    equal = -offset
    return [each for each in (max(least, equal - 1), equal, min(most, equal + 1)) if least <= each <= most]


def _clamped(difference: int) -> int:
    return max(-1, min(1, difference))


def _holds(sign: str, difference: int) -> bool:
    return {
        "<": difference < 0, "<=": difference <= 0, ">": difference > 0, ">=": difference >= 0,
        "==": difference == 0, "!=": difference != 0,
    }[sign]  # fmt: skip
