"""Right answers that go another way than those the author has thought of.

A way is which words and signs of its language an answer is written with. It is read off the text as a list of tokens,
so that it can be said of any notation, and nothing submitted is parsed or run here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from viva.core.records import dataclass
from viva.core.submission import Submission

# What stands between quotes and behind `#` or `//` is not the way but what is said on it.
_TOKEN = re.compile(
    r"#[^\n]*|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_]\w*|\d[\w.]*|[-+*/%<>=!&|^~]+|\S"
)
_SKIPPED = ("#", "//", '"', "'")
_LARGEST = 200_000
_MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class Way:
    """What these answers are written with, and no expected one is."""

    words: tuple[str, ...]
    students: tuple[str, ...]


def unexpected_ways(answers: Mapping[str, Submission], expected: Sequence[Submission]) -> tuple[Way, ...]:
    """The most frequent first. Names that an author made up are not told: those that stand left of `=`, behind `def`,
    `for` and the like, or in a list of parameters. Who uses nothing else that is new goes an expected way."""
    known = {word for each in expected for word in _words(each)[0]}
    found: dict[tuple[str, ...], list[str]] = {}
    used = {student: _words(answer) for student, answer in answers.items()}
    for student, (words, made_up) in used.items():
        fresh = words - known - made_up
        if fresh:
            found.setdefault(tuple(sorted(fresh)[:_MOST_WORDS]), []).append(student)
    ways = [Way(words, tuple(students)) for words, students in found.items()]
    return tuple(sorted(ways, key=lambda way: (-len(way.students), way.words)))


def _words(answer: Submission) -> tuple[set[str], set[str]]:
    """All words and signs of an answer, and the names that were made up in it."""
    words: set[str] = set()
    made_up: set[str] = set()
    for content in answer.files.values():
        text = content[:_LARGEST].decode("utf-8", "replace")
        tokens = [token for token in _TOKEN.findall(text) if not token.startswith(_SKIPPED)]
        for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
            if token[0].isdigit() or token in _BETWEEN:
                continue
            words.add(token)
            between = before in ("(", ",") and after in (")", ",")
            if before in _INTRODUCES or after in ("=", ":=", ":", "in") or between:
                made_up.add(token)
    return words, {name for name in made_up if name.isidentifier() and name not in _WORDS}


_INTRODUCES = ("def", "for", "function", "class", "as", "let", "const", "var", "lambda", "int", "import", "fn", "func")
_BETWEEN = frozenset(",.;:()[]{}")  # what any program has between its words
_WORDS = frozenset({"else", "try", "finally", "lambda", "default", "None", "True", "False", "null", "true", "false"})
