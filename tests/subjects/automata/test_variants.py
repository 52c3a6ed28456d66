"""Variants as a teacher gets them, without any setting."""

import re
from itertools import islice, product
from typing import Any

import pytest

from tests.engines.logic.plain_english import meaning
from tests.engines.logic.textbook import LANGUAGES, NAMES
from viva.engines.automata import equivalent
from viva.subjects.automata.model import Task
from viva.subjects.automata.subject import Automata

from .conftest import exercise

SENTENCE = re.compile(r"accepts exactly the (words .*)\.$")


@pytest.mark.some(7)
@pytest.mark.parametrize("language", LANGUAGES, ids=NAMES)
def test_every_textbook_language_has_variants_whose_statement_says_what_is_asked(language: dict[str, Any]) -> None:
    kind = "nfa" if language.get("nondeterministic") else "dfa"
    settings = f'task = "{kind}"\nlanguage = "l.mosel"\nalphabet = "{language["alphabet"]}"'
    original = exercise(settings, {"l.mosel": language["formula"]})
    found = list(islice(Automata().vary(original, 1), 2))
    assert len(found) == 2
    assert not equivalent(found[0].task_as(Task).asked, found[1].task_as(Task).asked)
    for variant in found:
        asked = variant.task_as(Task).asked
        assert not equivalent(asked, original.task_as(Task).asked)
        told = SENTENCE.search(variant.statement.splitlines()[0])
        assert told, variant.statement
        understood = meaning(told[1], language["alphabet"])
        for length in range(6 if len(asked.alphabet) < 4 else 5):
            for letters in product(asked.alphabet, repeat=length):
                word = "".join(letters)
                assert understood(word) == asked.accepts(word), (told[1], word)
