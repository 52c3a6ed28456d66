"""Runs step by step on the site: earned like the example they belong to, and tried out without being an attempt."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browsing import PATIENCE, Hall, Someone, hall
from viva.web.pages import stepping

EXERCISES = Path(__file__).parents[2] / "exercises"
PLACE = "automata.ends-in-00"
WRONG = (EXERCISES / "automata/ends-in-00/examples/wrong/begins.txt").read_text("utf-8")


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with hall(tmp_path_factory.mktemp("site"), None) as opened:
        yield opened


def ready(someone: Someone, place: str = PLACE) -> str:
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        page = str(someone.get(f"/exercises/{place}").text)
        if 'id="hand-in"' in page:
            return page
        time.sleep(0.1)
    raise AssertionError("the exercise was not prepared")


def test_the_run_of_the_example_can_be_stepped_when_the_example_is_told(shown: Hall) -> None:
    ada, eve = shown.student("Ada"), shown.student("Eve")
    ready(ada)
    for attempt in range(1, 5):
        address = ada.hand_in(PLACE, WRONG + "\n" * attempt)
        told, page = ada.report(address), ada.get(f"{address}/steps")
        earned = "001" in told  # the word of the example
        assert earned == (attempt == 4)
        assert ("/steps" in told) == earned
        assert page.status_code == (200 if earned else 404)
    assert "from <code>q1</code> to <code>q2</code>" in page.text
    assert eve.get(f"{address}/steps").status_code == 404


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("0010", "from <code>q1</code> to <code>q2</code>"),
        ("", "It starts in <code>q0</code>"),
        ("abc", "is not a letter here"),
        ("<b>", "is not a letter here"),
    ],
)
def test_an_automaton_reads_a_word_of_ones_own(shown: Hall, given: str, says: str) -> None:
    bob = shown.student(f"Bob {given}")
    assert "formaction" in ready(bob)
    answer = bob.post(f"/exercises/{PLACE}/try", {"text": WRONG, "given": given})
    assert answer.status_code == 200
    assert says in answer.text
    assert "<b>" not in answer.text


def test_what_is_tried_is_no_attempt_and_says_nothing_of_what_is_right(shown: Hall) -> None:
    mia = shown.student("Mia")
    ready(mia)
    right = next(iter((EXERCISES / "automata/ends-in-00/examples/right").glob("[!.]*"))).read_text("utf-8")
    pages = [mia.post(f"/exercises/{PLACE}/try", {"text": text, "given": "001"}).text for text in (WRONG, right)]
    assert all("should" not in re.sub(r"<head>.*</head>", "", page, flags=re.S) for page in pages)
    assert "/attempts/" not in ready(mia)


def test_what_cannot_be_read_is_told(shown: Hall) -> None:
    tim = shown.student("Tim")
    ready(tim)
    answer = tim.post(f"/exercises/{PLACE}/try", {"text": "-> q0\n  nonsense", "given": "0"})
    assert answer.status_code == 200
    assert 'role="alert"' in answer.text
    assert "<viva-frames" not in answer.text


def test_what_is_too_much_is_refused(shown: Hall) -> None:
    kim = shown.student("Kim")
    ready(kim)
    assert kim.post(f"/exercises/{PLACE}/try", {"text": "a" * 300_000, "given": "0"}).status_code == 413
    assert kim.post(f"/exercises/{PLACE}/try", {"text": WRONG, "given": "0" * 5_000}).status_code == 413


def test_who_tries_too_often_is_told_to_wait(shown: Hall) -> None:
    lea = shown.student("Lea")
    ready(lea)
    answers = [
        lea.post(f"/exercises/{PLACE}/try", {"text": WRONG, "given": "0"}) for _ in range(stepping.PER_MINUTE + 1)
    ]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 0


def test_a_stranger_can_try_nothing(shown: Hall) -> None:
    stranger = shown.visitor()
    answer = stranger.client.post(f"/exercises/{PLACE}/try", data={"text": WRONG}, follow_redirects=False)
    assert answer.status_code in {303, 401, 403, 404}
    assert "viva-frames" not in answer.text
