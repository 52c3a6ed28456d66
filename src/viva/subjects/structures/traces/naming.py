"""How what a symbolic run tells of is called: letters for nodes, the names of arguments, and what is so of keys."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from viva.core.json import Json
from viva.engines.heaps.layout import spoken
from viva.engines.heaps.schemas.lazy_initialization import NULL, Compared, Found, Term
from viva.engines.heaps.schemas.schema import LETTERS


class Naming:
    """How variables and objects are called: letters for nodes, names for arguments."""

    def __init__(self, arguments: Sequence[str], links: Sequence[str]) -> None:
        self.arguments = arguments
        self.links = links

    def of(self, schema: Found) -> tuple[dict[int, str], dict[int, str]]:
        nodes = [number for number, thing in enumerate(schema.things) if thing.is_node]
        objects = dict(zip(nodes, LETTERS, strict=False))
        keys = {schema.things[number].key: letter for number, letter in objects.items()}
        for number, thing in enumerate(schema.things):
            for name, variable in thing.data:
                keys.setdefault(variable, f"{objects[number]}.{spoken(name)}" if number in objects else spoken(name))
        for (kind, number), name in zip(schema.given, self.arguments, strict=False):
            if kind == "key":
                keys[number] = name
        return objects, keys

    def told(self, schema: Found, event: Sequence[Json], before: Sequence[Sequence[Json]] = ()) -> str:
        """A decision in words; that two keys differ, as was seen `before`, makes "at least" a "greater"."""
        objects, keys = self.of(schema)
        match event:
            case ["link", int() as owner, int() as link, int() as target, *_]:
                thing = schema.things[owner]
                name = self.links[link] if thing.is_node and link < len(self.links) else "begins with"
                whose = objects.get(owner, "")
                value = "None" if target == NULL else objects.get(target, "?")
                return f"{whose}.{name} is {value}" if whose else f"{name} {value}"
            case [str(), int() as left, str() as sign, int() as right, int() as offset, truth, *_]:
                one, two = keys.get(left, "0"), keys.get(right, "0")
                moved = f" + {offset}" if offset > 0 else f" - {-offset}" if offset else ""
                apart = any(
                    each[:5] in (("compare", left, "=", right, offset), ("compare", right, "=", left, -offset))
                    and not each[5]
                    for each in map(tuple, before)
                    if len(each) > 5
                )
                shown = _sign(sign, truth)
                return f"{one}{moved} {shown[0] if apart and shown != '!=' else shown} {two}"
        return "?"

    def constraints(self, schema: Found) -> list[str]:
        """What is said of keys: each pair once, as strictly as it is known."""
        _, keys = self.of(schema)
        given = {number for kind, number in schema.given if kind == "key"}
        signs: dict[tuple[int, int, int], set[str]] = {}
        for event in schema.told:
            match event:
                case ["compare" | "forced", int() as left, str() as sign, int() as right, int() as offset, truth, *_]:
                    shown = _sign(sign, truth)
                    if (left not in given, left) > (right not in given, right):  # an argument is named first
                        left, right, offset, shown = right, left, -offset, _MIRRORED.get(shown, shown)
                    signs.setdefault((left, right, offset), set()).add(shown)
        found = []
        for (left, right, offset), known in signs.items():
            moved = f" + {offset}" if offset > 0 else f" - {-offset}" if offset else ""
            found.append(f"{keys.get(left, '0')}{moved} {_strictest(known)} {keys.get(right, '0')}")
        return [*found, *(self._calculated(each, keys) for each in schema.terms)]

    def _calculated(self, each: Compared, keys: Mapping[int, str]) -> str:
        claim = f"{_term(each.left, keys)} {each.sign} {_term(each.right, keys)}"
        return claim if each.truth else f"not {claim}"


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _strictest(signs: Collection[str]) -> str:
    if "=" in signs or {"<=", ">="} <= {*signs}:
        return "="
    for strict, weak in (("<", "<="), (">", ">=")):
        if strict in signs or {weak, "!="} <= {*signs}:
            return strict
    return next(iter(sorted(signs)))


def _term(term: Term, keys: Mapping[int, str]) -> str:
    match term:
        case int():
            return str(term)
        case ("key", int() as number, int() as offset):
            name = keys.get(number, "0")
            return f"{name} + {offset}" if offset > 0 else f"{name} - {-offset}" if offset else name
        case (str() as sign, int() | tuple() as one, int() | tuple() as two):
            return f"({_term(one, keys)} {sign} {_term(two, keys)})"
    raise AssertionError(term)


def _sign(sign: str, truth: Json) -> str:
    if sign == "<=>":
        return {-1: "<", 0: "=", 1: ">"}.get(truth if isinstance(truth, int) else 0, "=")
    opposite = {"<": ">=", "<=": ">", "=": "!="}
    return sign if truth else opposite.get(sign, sign)
