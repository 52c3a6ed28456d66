"""Every page's content as JSON, for who shows a token; and the terminal, which hands in with it."""

import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from tests.examining import Viva
from tests.web.browsing import PATIENCE, Hall, Someone, hall


def token_of(someone: Someone) -> str:
    page = someone.post("/me/token").text
    found = re.search(r"<pre[^>]*>([\w-]{40,})</pre>", page)
    assert found
    return found[1]


def headers(someone: Someone) -> dict[str, str]:
    return {"Authorization": f"Bearer {token_of(someone)}"}


def test_a_program_sees_what_its_person_sees(speaking: Hall) -> None:
    student, program = speaking.student("Ada"), speaking.visitor()
    shown = headers(student)
    assert program.get("/api/me").status_code == 401
    assert program.get("/api/me", headers=shown).json()["name"] == "Ada"
    course = program.get("/api/course", headers=shown).json()
    assert [each["place"] for each in course["exercises"]] == ["say-hello", "say-priced", "say-secret"]
    exercise = program.get("/api/exercises/say-secret", headers=shown).json()
    assert exercise["endings"] == [".txt"] and "xyzzyplugh" not in str(exercise)
    answer = program.client.post("/api/exercises/say-secret", json={"text": "no"}, headers=shown)
    assert answer.status_code == 201
    address = f"/api/attempts/{answer.json()['id']}"
    ends = time.monotonic() + PATIENCE
    while (seen := program.get(address, headers=shown).json())["state"] != "done":
        assert time.monotonic() < ends
        time.sleep(0.02)
    assert seen["report"]["verdict"] == "refuted" and seen["report"]["attempt"] == 1
    assert "xyzzyplugh" not in str(seen) and not any(each.get("signature") for each in seen["report"]["findings"])
    assert program.get("/api/class", headers=shown).status_code == 404
    assert program.get("/api/people", headers=shown).status_code == 404
    other = headers(speaking.student("Bob"))
    assert program.get(address, headers=other).status_code == 404
    assert program.get(address, headers=other).json() == program.get("/api/attempts/none", headers=other).json()


def test_a_teachers_program_sees_the_class(speaking: Hall) -> None:
    speaking.student("Ada"), speaking.student("Bob")
    shown = headers(speaking.teacher())
    program = speaking.visitor()
    rows = program.get("/api/class", headers=shown).json()
    assert {row["student"] for row in rows} >= {"Ada", "Bob"}
    people = program.get("/api/people", headers=shown).json()
    assert program.get(f"/api/people/{people[0]['id']}", headers=shown).status_code == 200


def test_what_a_teacher_changes_a_teachers_program_may_change(course: Path, tmp_path: Path) -> None:
    with hall(tmp_path, course, attempts=1) as opened:
        teacher, student, program = opened.teacher(), opened.student("Eva"), opened.visitor()
        student.report(student.hand_in("say-hello", "nearly"))
        allowed, theirs = headers(teacher), headers(student)
        number = program.get("/api/people", headers=allowed).json()[0]["id"]

        def post(path: str, body: object = None, **more: str) -> Any:
            return program.client.post(f"/api{path}", json=body, headers={**allowed, **more})

        given = {"place": "say-hello", "points": 3.5, "reason": "told me"}
        for path, body in (
            (f"/people/{number}/points", given),
            (f"/people/{number}/attempts", {"place": "say-hello", "attempts": 2}),
            (f"/people/{number}/link", None),
            (f"/people/{number}/revoke", None),
            (f"/people/{number}/release", None),
            (f"/people/{number}/delete", {"name": "Eva"}),
            ("/people", {"names": ["Mallory"]}),
            ("/regrades", {"place": "say-hello"}),
            ("/regrades/1", {"applies": True}),
            ("/class/read-again", None),
            ("/class/failed/1", None),
        ):
            refused = post(path, body, **theirs)
            nowhere = post("/nowhere", body, **theirs)
            assert refused.status_code == 404 and refused.json() == nowhere.json(), path
            assert post(path, body, Authorization="Bearer x").status_code == 401
        assert post(f"/people/{number}/points", given).status_code == 204
        assert "3.5 of 4 points: told me" in student.get("/exercises/say-hello").text
        for wrong in (
            {"points": 5},
            {"points": -1},
            {"points": True},
            {"points": "3"},
            {"reason": " "},
            {"points": float("nan")},
            {"place": "nope"},
        ):
            sent = {**allowed, "content-type": "application/json"}
            content = json.dumps({**given, **wrong})
            got = program.client.post(f"/api/people/{number}/points", content=content, headers=sent)
            assert got.status_code in (404, 422) and got.json()["error"]["problem"], wrong
        told = program.get(f"/api/people/{number}", headers=allowed).json()
        assert [each["points"] for each in told["points_given"]] == [3.5] and told["attempts"]["say-hello"]
        assert student.post("/exercises/say-hello", {"text": "x"}).status_code == 403
        more = {"place": "say-hello", "attempts": 1}
        assert post(f"/people/{number}/attempts", {**more, "attempts": 0}).status_code == 422
        assert post(f"/people/{number}/attempts", more).status_code == 204
        assert student.post("/exercises/say-hello", {"text": "x"}).status_code == 303
        assert post(f"/people/{number}/points", {**given, "points": None, "reason": "no"}).status_code == 204

        begun = post("/regrades", {"place": "say-hello"})
        assert begun.status_code == 201 and post("/regrades", {"place": "nope"}).status_code == 404
        ends = time.monotonic() + PATIENCE
        path = f"/api/regrades/{begun.json()['id']}"
        while program.get(path, headers=allowed).json()["waiting"]:
            assert time.monotonic() < ends
            time.sleep(0.02)
        assert post(path.removeprefix("/api"), {"applies": True}).json()["state"] == "applied"
        assert post(path.removeprefix("/api"), {"applies": True}).status_code == 404

        for beyond in (2**31, 10**25):  # what no row can have
            for where in (f"/regrades/{beyond}", f"/class/failed/{beyond}"):
                assert post(where, {"applies": True}).status_code == 422

        links = post("/people", {"names": ["Fay", "fay", "---"]}).json()
        assert (len(links["links"]), links["left_out"], links["twice"]) == (1, ["---"], ["Fay"])
        assert opened.visitor().get(links["links"][0]["link"].removeprefix("http://localhost")).status_code == 303
        fresh = post(f"/people/{number}/link").json()["link"].removeprefix("http://localhost")
        assert opened.visitor().get(fresh).status_code == 303
        assert post(f"/people/{number}/revoke").status_code == 204
        assert opened.visitor().get(fresh).status_code == 404 and student.get("/").status_code == 401
        assert post(f"/people/{number}/delete", {"name": "Adam"}).status_code == 422
        assert post(f"/people/{number}/delete", {"name": "Eva"}).status_code == 204
        assert program.get(f"/api/people/{number}", headers=allowed).status_code == 404
        assert program.get("/api/class/failed", headers=allowed).json() == []


def test_tokens_end(speaking: Hall) -> None:
    student, program = speaking.student("Carl"), speaking.visitor()
    first, second = headers(student), headers(student)
    assert program.get("/api/me", headers=first).status_code == 401, "a new one ends the one before"
    assert program.get("/api/me", headers=second).status_code == 200
    student.post("/me/token/end")
    assert program.get("/api/me", headers=second).status_code == 401


def test_the_api_is_described(speaking: Hall) -> None:
    described = speaking.visitor().get("/api/openapi.json").json()
    assert all(path.startswith("/api/") for path in described["paths"])
    assert {"/api/course", "/api/exercises/{place}", "/api/attempts/{public}", "/api/class"} <= set(described["paths"])


def test_what_a_program_sends_wrongly_is_said(speaking: Hall) -> None:
    shown, program = headers(speaking.student("Dora")), speaking.visitor()
    post = program.client.post
    for body, status in (({"files": {"a.txt": "%%%"}}, 422), ({"text": ""}, 422), ({"files": []}, 422)):
        answer = post("/api/exercises/say-hello", json=body, headers=shown)
        assert answer.status_code == status and answer.json()["error"]["problem"]
    assert post("/api/exercises/nope", json={"text": "x"}, headers=shown).status_code == 404
    assert (
        post(
            "/api/exercises/say-hello", content=b"{", headers={**shown, "Content-Type": "application/json"}
        ).status_code
        == 422
    )


@pytest.fixture(scope="module")
def address(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Hall]]:
    """A site that listens, for programs that know nothing of this process."""
    with hall(tmp_path_factory.mktemp("data"), course) as opened:
        server = uvicorn.Server(uvicorn.Config(opened.app, port=0, lifespan="off", log_config=None, access_log=False))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        ends = time.monotonic() + PATIENCE
        while not server.started:
            assert time.monotonic() < ends
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}", opened
        server.should_exit = True
        thread.join(PATIENCE)


def test_the_terminal_hands_in_with_the_same_output_and_status(
    address: tuple[str, Hall], viva: Viva, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, opened = address
    served = Path(opened.site.served or "")
    monkeypatch.setenv("VIVA_TOKEN", token_of(opened.student("Tim")))
    right, wrong = tmp_path / "right.txt", tmp_path / "wrong.txt"
    right.write_text("hello\n")
    wrong.write_text("good bye\n")

    def without_time(text: str) -> str:
        return re.sub(r"\d+\.\d\d s", "… s", text)

    for number, (file, status) in enumerate(((wrong, 1), (wrong, 1), (right, 0)), 1):
        here = viva("check", served / "say-hello", file, "--attempt", str(number))
        there = viva("check", "--server", url, "say-hello", file)
        assert (there.status, here.status) == (status, status), there.err
        assert without_time(there.out) == without_time(here.out)
    told = viva("check", "--server", url, "say-helo", file)
    assert told.status == 2 and "did you mean 'say-hello'" in told.err
    # What the site decides is refused before anything is handed in.
    before = len(opened.student("Tim").get("/").text)
    for option in (("--rung", "fix"), ("--attempt", "9"), ("--seed", "3"), ("--seconds", "5"), ("--isolation", "none")):
        refused = viva("check", "--server", url, "say-hello", right, *option)
        assert refused.status == 2 and f"the site decides {option[0]}" in refused.err
    assert len(opened.student("Tim").get("/").text) == before
    monkeypatch.setenv("VIVA_TOKEN", "x" * 40)
    told = viva("check", "--server", url, "say-hello", right)
    assert told.status == 2 and "does not know this token" in told.err and "Bearer" not in told.err
    monkeypatch.delenv("VIVA_TOKEN")
    assert "VIVA_TOKEN" in viva("check", "--server", url, "say-hello", file).err
    assert viva("check", "--server", "ftp://x", "say-hello", file).status == 2
