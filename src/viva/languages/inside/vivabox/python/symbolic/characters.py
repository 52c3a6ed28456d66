"""The methods of strings that students use, on strings with terms.

Each method here gives what the method of `str` gives. Structure (where a string is split, what is stripped) is
decided character by character, each decision a branch; contents stay terms.
"""

from collections.abc import Callable, Sequence
from typing import Any

from .numbers import pin, symbolic
from .path import Path
from .texts import (
    SPACES,
    SymbolicText,
    codes_of,
    equality,
    joined,
    length_term,
    matches,
    plain_text,
    settled,
    text,
)

UPPER, LOWER, DIGIT = (65, 90), (97, 122), (48, 57)


def between(path: Path, code: int, low: int, high: int) -> int | bool:
    return path.all_of([path.compare(">=", code, path.constant(low)), path.compare("<=", code, path.constant(high))])


def one_of(path: Path, code: int, characters: str) -> int | bool:
    return path.any_of(path.compare("==", code, path.constant(ord(character))) for character in characters)


def _in_classes(*ranges: tuple[int, int]) -> Callable[[Path, int], int | bool]:
    def test(path: Path, code: int) -> int | bool:
        return path.any_of(between(path, code, low, high) for low, high in ranges)

    return test


def _is_space(path: Path, code: int) -> int | bool:
    return one_of(path, code, SPACES)


def _all_are(name: str, test: Callable[[Path, int], int | bool]) -> Callable[[SymbolicText], bool]:
    def method(self: SymbolicText) -> bool:
        path, codes = self.path, settled(self).codes
        truth: bool = getattr(str, name)(plain_text(self))
        if not plain_text(self).isascii():
            return bool(lost(self, name))
        return path.branch(path.all_of(test(path, code) for code in codes), truth) if codes else truth

    return method


def _cased(name: str, right: tuple[int, int], wrong: tuple[int, int]) -> Callable[[SymbolicText], bool]:
    """`isupper`: some letter, and none of the other case."""

    def method(self: SymbolicText) -> bool:
        path, codes = self.path, settled(self).codes
        some = path.any_of(between(path, code, *right) for code in codes)
        none = path.all_of(
            path.any_of(
                [path.compare("<", code, path.constant(wrong[0])), path.compare(">", code, path.constant(wrong[1]))]
            )
            for code in codes
        )
        truth: bool = getattr(str, name)(plain_text(self))
        if not plain_text(self).isascii():
            return bool(lost(self, name))
        return path.branch(path.all_of([some, none]), truth)

    return method


def shifted(path: Path, code: int, source: tuple[int, int], by: int) -> int:
    """The code, moved if it is in a range."""
    test = between(path, code, *source)
    if isinstance(test, bool):
        return path.constant(path.nodes[code][1] + by) if test else code
    return path.node("ite", test, path.node("+", code, path.constant(by)), code)


def _lowered(path: Path, code: int) -> int:
    return shifted(path, code, UPPER, 32)


def _raised(path: Path, code: int) -> int:
    return shifted(path, code, LOWER, -32)


def _swapped(path: Path, code: int) -> int:
    up = between(path, code, *UPPER)
    if isinstance(up, bool):
        return _lowered(path, code) if up else _raised(path, code)
    return path.node("ite", up, path.node("+", code, path.constant(32)), _raised(path, code))


def _mapped(name: str, change: Callable[[Path, int], int]) -> Callable[[SymbolicText], Any]:
    def method(self: SymbolicText) -> Any:
        codes, value = settled(self).codes, plain_text(self)
        changed: str = getattr(str, name)(value)
        if not value.isascii() or len(changed) != len(value):
            return lost(self, name)
        return text(self.path, changed, [change(self.path, code) for code in codes])

    return method


def lost(self: SymbolicText, name: str, *arguments: Any) -> Any:
    """What cannot be followed: the plain method, and the path keeps what the string was."""
    return getattr(str, name)(fixed(self), *map(fixed, arguments))


def fixed(value: Any) -> Any:
    if isinstance(value, SymbolicText):
        shown = plain_text(value)
        value.path.lose()
        for code, character in zip(settled(value).codes, shown, strict=True):
            value.path.pin(code, ord(character))
        return shown
    return pin(value)


def capitalize(self: SymbolicText) -> Any:
    if not plain_text(self).isascii():
        return lost(self, "capitalize")
    first, rest = self[:1], self[1:]
    return joined(self.path, [first.upper(), rest.lower()])


def title(self: SymbolicText) -> Any:
    if not plain_text(self).isascii():
        return lost(self, "title")
    path, out, inside = self.path, [], False
    for character in self:
        out.append(character.lower() if inside else character.upper())
        inside = character.isalpha()
    return joined(path, out)


def strip(self: SymbolicText, characters: str | None = None, left: bool = True, right: bool = True) -> Any:
    path, codes, value = self.path, settled(self).codes, plain_text(self)
    if characters is None and not value.isascii():  # there are more spaces than those of ASCII
        return lost(self, "strip" if left and right else "lstrip" if left else "rstrip")
    dropped = SPACES if characters is None else plain_text(characters)
    start, end = 0, len(value)
    while left and start < end and path.branch(one_of(path, codes[start], dropped), value[start] in dropped):
        start += 1
    while right and end > start and path.branch(one_of(path, codes[end - 1], dropped), value[end - 1] in dropped):
        end -= 1
    return self[start:end]


def lstrip(self: SymbolicText, characters: str | None = None) -> Any:
    return strip(self, characters, right=False)


def rstrip(self: SymbolicText, characters: str | None = None) -> Any:
    return strip(self, characters, left=False)


def split(self: SymbolicText, sep: str | None = None, maxsplit: int = -1) -> Any:
    path, codes, value = self.path, settled(self).codes, plain_text(self)
    limit = len(value) + 1 if maxsplit < 0 else pin(maxsplit)
    if sep is not None:
        return _split_at(self, sep, limit)
    if not value.isascii():
        return lost(self, "split", None, limit)
    parts: list[Any] = []
    start: int | None = None
    for index, (code, character) in enumerate(zip(codes, value, strict=True)):
        space = path.branch(_is_space(path, code), character in SPACES)
        if space and start is not None:
            parts.append(self[start:index])
            start = None
        elif not space and start is None:
            if len(parts) == limit:
                return [*parts, self[index:]]
            start = index
    return parts if start is None else [*parts, self[start:]]


def _split_at(self: SymbolicText, separator: str, limit: int) -> list[Any]:
    if not separator:
        raise ValueError("empty separator")
    parts: list[Any] = []
    start = 0
    for begin, end in _occurrences(self, separator):
        if len(parts) == limit:
            break
        parts.append(self[start:begin])
        start = end
    return [*parts, self[start:]]


def _occurrences(self: SymbolicText, part: str) -> list[tuple[int, int]]:
    """Where the part stands, from left to right and not overlapping; each look is a branch."""
    path, value, wanted = self.path, plain_text(self), plain_text(part)
    found: list[tuple[int, int]] = []
    free = 0
    for start, match in matches(self, part):
        if start >= free and path.branch(match, value.startswith(wanted, start)):
            found.append((start, start + len(wanted)))
            free = start + len(wanted)
    return found


def replace(self: SymbolicText, old: str, new: str, count: int = -1) -> Any:
    if not old:
        return lost(self, "replace", old, new, count)
    parts: list[Any] = []
    start = 0
    for begin, end in _occurrences(self, old)[: None if count < 0 else pin(count)]:
        parts += [self[start:begin], new]
        start = end
    return joined(self.path, [*parts, self[start:]])


def find(self: SymbolicText, part: str, start: int | None = None, end: int | None = None) -> int:
    first, last, _ = slice(pin(start), pin(end)).indices(len(settled(self).codes))
    value, wanted = plain_text(self), plain_text(part)
    for position, match in matches(self, part):
        if (
            first <= position
            and position + len(wanted) <= last
            and self.path.branch(match, value.startswith(wanted, position))
        ):
            return position
    return -1


def rfind(self: SymbolicText, part: str) -> int:
    value, wanted = plain_text(self), plain_text(part)
    for position, match in reversed(list(matches(self, part))):
        if self.path.branch(match, value.startswith(wanted, position)):
            return position
    return -1


def index_of(self: SymbolicText, part: str, start: int | None = None, end: int | None = None) -> int:
    position = find(self, part, start, end)
    if position < 0:
        raise ValueError("substring not found")
    return position


def count(self: SymbolicText, part: str) -> int:
    return len(_occurrences(self, part)) if part else len(self) + 1


def _affix(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (value,)


def startswith(self: SymbolicText, prefix: Any, *bounds: Any) -> bool:
    if bounds:
        return bool(lost(self, "startswith", prefix, *bounds))
    path = self.path
    return path.branch(
        path.any_of(_begins(self, part) for part in _affix(prefix)),
        plain_text(self).startswith(tuple(map(plain_text, _affix(prefix)))),
    )


def _begins(self: SymbolicText, part: str) -> int | bool:
    path, wanted = self.path, codes_of(self.path, part)
    if self.open is None:
        return len(wanted) <= len(self.codes) and equality(path, self[: len(wanted)], part)
    characters = [path.variable(f"{self.open}.{index}") for index in range(len(wanted))]
    long_enough = path.node(">=", length_term(self), path.constant(len(wanted)))
    return path.all_of([long_enough, *(path.compare("==", x, y) for x, y in zip(characters, wanted, strict=True))])


def endswith(self: SymbolicText, suffix: Any, *bounds: Any) -> bool:
    if bounds:
        return bool(lost(self, "endswith", suffix, *bounds))
    path, size = self.path, len(settled(self).codes)
    return path.branch(
        path.any_of(len(part) <= size and equality(path, self[size - len(part) :], part) for part in _affix(suffix)),
        plain_text(self).endswith(tuple(map(plain_text, _affix(suffix)))),
    )


def removeprefix(self: SymbolicText, prefix: str) -> Any:
    return self[len(prefix) :] if startswith(self, prefix) else self


def removesuffix(self: SymbolicText, suffix: str) -> Any:
    return self[: len(self) - len(suffix)] if suffix and endswith(self, suffix) else self


def partition(self: SymbolicText, sep: str) -> Any:
    position = find(self, sep)
    return (self, "", "") if position < 0 else (self[:position], sep, self[position + len(sep) :])


def rpartition(self: SymbolicText, sep: str) -> Any:
    position = rfind(self, sep)
    return ("", "", self) if position < 0 else (self[:position], sep, self[position + len(sep) :])


def zfill(self: SymbolicText, width: int) -> Any:
    missing = pin(width) - len(self)
    signed = int(missing > 0 and self[:1] in ("+", "-"))
    return joined(self.path, [self[:signed], "0" * missing, self[signed:]])


def rjust(self: SymbolicText, width: int, fill: str = " ") -> Any:
    return joined(self.path, [fill * (pin(width) - len(self)), self])


def ljust(self: SymbolicText, width: int, fill: str = " ") -> Any:
    return joined(self.path, [self, fill * (pin(width) - len(self))])


def join(path: Path, separator: str, parts: Sequence[Any]) -> Any:
    """`separator.join(parts)` where some of it has terms."""
    if not all(isinstance(part, str) for part in parts):
        return plain_text(separator).join(parts)
    mixed: list[str] = []
    for position, part in enumerate(parts):
        mixed += [separator, part] if position else [part]
    return joined(path, mixed)


def number(self: SymbolicText) -> Any:
    """`int` of a string: a sign and digits, or else what `int` says."""
    path, value = self.path, plain_text(self)
    stripped = strip(self)
    if not isinstance(stripped, SymbolicText):
        return int(stripped)
    codes, shown = stripped.codes, plain_text(stripped)
    signed = bool(codes) and path.branch(one_of(path, codes[0], "+-"), shown[0] in "+-")
    negative = signed and path.branch(path.compare("==", codes[0], path.constant(45)), shown[0] == "-")
    rest = codes[signed:]
    numeric = shown[signed:].isascii() and shown[signed:].isdigit()
    if not path.branch(path.all_of(between(path, code, *DIGIT) for code in rest), numeric):
        return int(value)
    total = path.constant(0)
    for code in rest:
        digit = path.node("-", code, path.constant(48))
        total = path.node("+", path.node("*", total, path.constant(10)), digit)
    return symbolic(path, int(shown), path.node("-", path.constant(0), total) if negative else total)


def _forgotten(name: str) -> Callable[..., Any]:
    def method(self: SymbolicText, *arguments: Any, **named: Any) -> Any:
        return getattr(str, name)(fixed(self), *map(fixed, arguments), **named)

    return method


_METHODS: dict[str, Callable[..., Any]] = {
    "upper": _mapped("upper", _raised), "lower": _mapped("lower", _lowered), "casefold": _mapped("casefold", _lowered),
    "swapcase": _mapped("swapcase", _swapped), "capitalize": capitalize, "title": title,
    "isdigit": _all_are("isdigit", _in_classes(DIGIT)), "isdecimal": _all_are("isdecimal", _in_classes(DIGIT)),
    "isnumeric": _all_are("isnumeric", _in_classes(DIGIT)), "isalpha": _all_are("isalpha", _in_classes(UPPER, LOWER)),
    "isalnum": _all_are("isalnum", _in_classes(UPPER, LOWER, DIGIT)), "isspace": _all_are("isspace", _is_space),
    "isupper": _cased("isupper", UPPER, LOWER), "islower": _cased("islower", LOWER, UPPER),
    "strip": strip, "lstrip": lstrip, "rstrip": rstrip, "split": split, "replace": replace, "find": find,
    "rfind": rfind, "index": index_of, "count": count, "startswith": startswith, "endswith": endswith,
    "removeprefix": removeprefix, "removesuffix": removesuffix, "partition": partition, "rpartition": rpartition,
    "zfill": zfill, "rjust": rjust, "ljust": ljust,
    "join": lambda self, parts: join(self.path, self, list(parts)),
}  # fmt: skip

for _name, _method in _METHODS.items():
    setattr(SymbolicText, _name, _method)
for _name in ("center", "encode", "expandtabs", "format", "isidentifier", "isprintable", "istitle", "rindex", "rsplit",
              "splitlines", "translate", "__mod__", "__format__"):  # fmt: skip
    setattr(SymbolicText, _name, _forgotten(_name))
