"""What editors ask of the server: bounded in size and number, the last question counts, and nothing is run."""

import json
import threading
from collections.abc import Callable
from typing import Any, cast

import pytest

from tests.web.browsing import Hall
from viva.web.editing.desk import Busy, Desk, Stale
from viva.web.jobs.crew import CrewThread, Errand


class Slow:
    """A crew that answers when it is told to."""

    def __init__(self, room: int = 100) -> None:
        self.errands: list[Errand] = []
        self.room = room

    def send(self, errand: Errand) -> bool:
        if len(self.errands) >= self.room:
            return False
        self.errands.append(errand)
        return True


def desk_of(slow: Slow, per_minute: int = 100) -> Desk:
    return Desk(cast(CrewThread, slow), per_minute)


def test_of_many_questions_the_first_and_the_last_are_answered() -> None:
    slow = Slow()
    desk = desk_of(slow)
    asked = [desk.ask(1, "proofread", {"text": str(number)}) for number in range(5)]
    assert len(slow.errands) == 1, "one of a person is at work"
    slow.errands[0].done({"marks": ["first"]})
    assert [errand.told["text"] for errand in slow.errands] == ["0", "4"]
    slow.errands[1].done({"marks": ["last"]})
    assert asked[0].result(0) == {"marks": ["first"]} and asked[4].result(0) == {"marks": ["last"]}
    for stale in asked[1:4]:
        assert isinstance(stale.exception(0), Stale)
    assert desk.ask(1, "proofread", {}) and len(slow.errands) == 3


def test_people_do_not_wait_for_each_other() -> None:
    slow = Slow()
    desk = desk_of(slow)
    for person in range(10):
        desk.ask(person, "proofread", {})
        desk.ask(person, "layout", {})
    assert len(slow.errands) == 20


def test_who_went_away_is_not_answered_and_keeps_nobody_waiting() -> None:
    slow = Slow()
    desk = desk_of(slow)
    first, second = desk.ask(1, "proofread", {}), desk.ask(1, "proofread", {})
    assert first.cancel() and second.cancel()
    third = desk.ask(1, "proofread", {"text": "third"})
    slow.errands[0].done({})
    slow.errands[1].done({"marks": []})
    assert third.result(0) == {"marks": []}


def test_too_many_questions_are_refused_by_person_and_in_all() -> None:
    desk = desk_of(Slow(), per_minute=3)
    for _ in range(3):
        desk.ask(1, "proofread", {})
    with pytest.raises(Busy) as busy:
        desk.ask(1, "proofread", {})
    assert 0 < busy.value.wait <= 61
    desk.ask(2, "proofread", {})
    crowded = desk_of(Slow(room=0)).ask(1, "layout", {})
    assert isinstance(crowded.exception(0), Busy)


def test_many_threads_may_ask_at_once() -> None:
    slow = Slow(10_000)
    desk = desk_of(slow, 10_000)
    answers: list[Any] = []

    def ask() -> None:
        for _ in range(200):
            answers.append(desk.ask(1, "proofread", {}))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    done = 0
    while any(thread.is_alive() for thread in threads) or done < len(slow.errands):
        while done < len(slow.errands):
            slow.errands[done].done({"marks": []})
            done += 1
    assert len(answers) == 800 and all(answer.done() for answer in answers)


Q0, Q1 = ["q0", True, False, None], ["q1", False, True, None]
GOOD = {"round": True, "nodes": [Q0, Q1], "edges": [[0, 1, "a"], [1, 1, "b"]]}


@pytest.mark.parametrize(
    "graph",
    [
        "",
        "[",
        "[" * 100_000,
        "null",
        json.dumps({**GOOD, "edges": [[0, 2, "a"]]}),
        json.dumps({**GOOD, "edges": [[-1, 0, "a"]]}),
        json.dumps({**GOOD, "room": "wide"}),
        json.dumps({**GOOD, "room": 1e9}),
        json.dumps({**GOOD, "nodes": [["x" * 3000, True, True, None]]}),
        json.dumps({**GOOD, "nodes": [Q0] * 1000, "edges": []}),
        json.dumps({**GOOD, "nodes": [[1e400, True, True, None]]}),
        json.dumps({**GOOD, "nodes": [Q0, [*Q1[:3], 1]]}),  # in itself
        json.dumps({**GOOD, "nodes": [[*Q0[:3], 1], Q1]}),  # in one that comes later
        json.dumps({**GOOD, "nodes": [Q0, [*Q1[:3], 0]]}),  # an edge from the outside in
    ],
)
def test_what_is_no_graph_is_refused(speaking: Hall, graph: str) -> None:
    answer = speaking.student("Ada").post("/editing/layout", {"spot": "say-hello", "graph": graph})
    assert answer.status_code in (413, 422)


def test_a_graph_is_laid_out_and_a_text_of_any_kind_is_read(speaking: Hall) -> None:
    student = speaking.student("Ada")
    speaking.site.known_card(speaking.site.shelf.offers["say-hello"].hash)  # a worker has read the exercise
    answer = student.post("/editing/layout", {"spot": "say-hello", "graph": json.dumps(GOOD)})
    assert answer.status_code == 200
    found = answer.json()["layout"]
    ((x0, _), (wide, _), _), ((x1, _), _, _) = found["nodes"]
    assert x0 + wide < x1 and not found["isDown"]
    way, label = found["edges"][0]
    assert x0 < way[0][0] < label[0] < way[-1][0] < x1, "from rim to rim, and the label between"
    narrow = student.post("/editing/layout", {"spot": "say-hello", "graph": json.dumps({**GOOD, "room": 120})}).json()
    (_, y0), (_, y1) = (place for place, *_ in narrow["layout"]["nodes"])
    assert narrow["layout"]["isDown"] and y0 < y1
    nested = {
        "round": False,
        "nodes": [Q0, Q1, *([f"in {n}", n == 0, False, 1] for n in range(2))],
        "edges": [[2, 3, "a"]],
    }
    answer = student.post("/editing/layout", {"spot": "say-hello", "graph": json.dumps(nested)})
    found = answer.json()["layout"]
    outside, outer, *inner = (place for place, *_ in found["nodes"])
    assert min(place[0] for place in inner) < outer[0] < max(place[0] for place in inner) and outside not in inner
    assert [title is not None for *_, title in found["nodes"]] == [False, True, False, False]
    deep = {**GOOD, "nodes": [[f"q{n}", True, False, n - 1 if n else None] for n in range(60)], "edges": []}
    answer = student.post("/editing/layout", {"spot": "say-hello", "graph": json.dumps(deep)})
    assert len(answer.json()["layout"]["nodes"]) == 60
    for text in ("", "hello", "\0", "\ud83d", "<b>", "x" * 190_000):
        ask: Callable[[str], Any] = lambda given: student.post(  # noqa: E731
            "/editing/proofread", {"spot": "say-hello", "text": given.encode("utf-8", "replace").decode()}
        )
        assert ask(text).json() == {"marks": []}
    assert student.post("/editing/proofread", {"spot": "say-hello", "text": "x" * 200_001}).status_code == 413
    for spot in ("nowhere", "say-hello/like/x", "../say-hello", "say-hello/none/1", ""):
        assert student.post("/editing/proofread", {"spot": spot, "text": "x"}).status_code in (404, 422)


def test_only_who_is_let_in_may_ask_and_only_from_a_page_of_the_site(speaking: Hall) -> None:
    assert speaking.visitor().client.post("/editing/proofread", data={"spot": "say-hello"}).status_code in (
        401,
        303,
        403,
    )
    student = speaking.student("Ada")
    assert student.client.post("/editing/proofread", data={"spot": "say-hello", "token": "x"}).status_code == 403
