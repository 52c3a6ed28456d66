"""Attacks on access: what a visitor may not see leaves by no address, header, stream or JSON."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browsing import Hall, Someone, hall
from tests.web.test_api import token_of
from viva.web.guard import HEADERS
from viva.web.people.admission import Role

SECRET = re.compile(r"xyzzyplugh|Expected|goes wrong", re.IGNORECASE)


def routes(opened: Hall) -> list[Any]:
    """All of them, as the application has them behind its guard."""
    app: Any = opened.app

    def walk(found: Any) -> Iterator[Any]:
        for each in found:
            if hasattr(each, "original_router"):
                yield from walk(each.original_router.routes)
            else:
                yield each

    return list(walk(app._app.app.routes))


def addresses(opened: Hall, role: Role) -> list[tuple[str, str]]:
    filled = {"place": "say-hello", "wish": "like", "seed": "1", "number": "1", "form": "all", "name": "site.css"}

    def fill(path: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda found: filled.get(found[1], "x"), path)

    return [
        (method, fill(each.path))
        for each in routes(opened)
        if getattr(each.endpoint, "open_to", None) is role
        for method in sorted(each.methods - {"HEAD"})
    ]


def paths_of_attempts(opened: Hall) -> list[str]:
    """Whatever is shown of one attempt."""
    shown = [each.path for each in routes(opened) if "GET" in each.methods and "{public}" in each.path]
    return [path for path in shown if path.startswith("/attempts/")]


def answer(someone: Someone, method: str, path: str) -> Any:
    if method == "GET":
        return someone.get(path)
    return someone.client.post(path, json={}, follow_redirects=False) if path.startswith("/api") else someone.post(path)


def test_every_route_says_whom_it_is_for(speaking: Hall) -> None:
    unsaid = [each.path for each in routes(speaking) if not isinstance(getattr(each.endpoint, "open_to", None), Role)]
    assert unsaid == []
    public = {path for _, path in addresses(speaking, Role.ANYONE)}
    assert public == {"/enter/x", "/enter", "/language/x", "/static/site.css", "/health", "/api/openapi.json"}


def test_who_has_no_link_sees_nothing(speaking: Hall) -> None:
    visitor = speaking.visitor()
    for method, path in addresses(speaking, Role.STUDENT) + addresses(speaking, Role.TEACHER):
        got = answer(visitor, method, path)
        assert got.status_code == 401, (method, path)
        assert "Say hello" not in got.text and "Speaking" not in got.text.replace("Welcome to Speaking", "").replace(
            ">Speaking</a>", ""
        )


def test_a_student_gets_the_same_answer_for_the_teachers_pages_as_for_none(speaking: Hall) -> None:
    student = speaking.student("Mallory")
    nothing = student.get("/there-is-no-such-page")
    assert nothing.status_code == 404
    for method, path in addresses(speaking, Role.TEACHER):
        got = answer(student, method, path)
        if path.startswith("/api") and method == "POST":
            continue  # a program without a token: see the tests of the API
        assert got.status_code == 404, (method, path)
        if not path.startswith("/api"):
            assert got.text == nothing.text, path


def test_what_is_anothers_and_what_is_not_there_get_the_same_answer(speaking: Hall) -> None:
    owner, other = speaking.student("Olga"), speaking.student("Peter")
    address = owner.hand_in("say-secret", "mine alone")
    owner.report(address)
    endings = [path.partition("{public}")[2].replace("{number}", "0") for path in paths_of_attempts(speaking)]
    assert {"", "/events", "/files/0", "/steps"} <= set(endings)
    for ending in endings:
        got, none = other.get(address + ending), other.get(f"/attempts/AAAAAAAAAAAAAAAA{ending}")
        assert got.status_code == none.status_code == 404
        assert got.text == none.text
        assert {**got.headers} == {**none.headers}
        assert owner.get(address + ending).status_code == (404 if ending == "/steps" else 200), "its owner's own"
    assert other.post(f"{address}/more", {"rung": "fix"}).status_code == 404
    assert "mine alone" not in other.get("/exercises/say-secret").text


def test_a_rung_that_is_not_earned_leaves_by_no_address(speaking: Hall) -> None:
    student, teacher = speaking.student("Quentin"), speaking.teacher()
    address = student.hand_in("say-secret", "guess")
    student.report(address)
    teacher.report(address)  # now the whole report is stored
    pages = ["/", "/exercises/say-secret", address, f"{address}/files/0", "/me", "/me/data", "/api/openapi.json"]
    for path in pages:
        got = student.get(path)
        assert got.status_code == 200
        assert not SECRET.search(html.unescape(got.text)), path
        assert not SECRET.search(str(got.headers)), path
    with student.client.stream("GET", f"{address}/events") as stream:
        assert stream.status_code == 200
        told = b"".join(stream.iter_raw()).decode()
    assert "event: end" in told and not SECRET.search(told)
    for rung in ("pattern", "example", "place", "fix", "verdict", "'; --", ""):
        assert student.post(f"{address}/more", {"rung": rung}).status_code == 404
    assert not SECRET.search(student.get(address).text)
    assert student.get(f"{address}?rung=fix&attempt=9&teacher=1").text.count("xyzzyplugh") == 0


def test_every_answer_has_the_policy(speaking: Hall) -> None:
    student = speaking.student("Rita")
    address = student.hand_in("say-hello", "x")
    student.report(address)
    paths = ["/", "/nowhere", address, f"{address}/files/0", "/static/site.css", "/health", "/api/course", "/enter/x"]
    for path in (*paths, f"{address}/events", "/language/de"):
        got = student.get(path)
        for name, value in HEADERS.items():
            assert got.headers[name] == value, (path, name)
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy and "data:" not in policy and "default-src 'none'" in policy
    for path in ("/", "/exercises/say-hello", address, "/me"):
        page = student.get(path).text
        assert (
            "<style" not in page
            and " style=" not in page
            and not re.search(r"<script(?! type=.module. src=./static)", page)
        )
        assert not re.search(r' on\w+="', page) and "http://" not in page.replace("http://www.w3.org", "")
        assert student.get(path).headers["cache-control"] == "no-store"


def test_the_secret_leaves_the_address_for_a_cookie(speaking: Hall) -> None:
    teacher = speaking.visitor()
    from viva.web.people import links  # noqa: PLC0415

    secret = links.teacher_link(speaking.site)
    got = teacher.get(f"/enter/{secret}")
    assert got.status_code == 303 and got.headers["location"] == "/"
    cookie = got.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Secure" not in cookie
    assert secret not in teacher.get("/").text and secret not in str(got.headers)
    behind = speaking.visitor("https://localhost").get(f"/enter/{secret}")
    assert "Secure" in behind.headers["set-cookie"]
    with speaking.site.database.reading() as session:
        from sqlalchemy import text  # noqa: PLC0415

        kept = str(session.execute(text("SELECT * FROM people")).all()) + str(
            session.execute(text("SELECT * FROM passes")).all()
        )
    value = cookie.partition("=")[2].partition(";")[0]
    assert secret not in kept and value not in kept, "only digests are kept"


def test_forged_cookies_tokens_and_forms_are_refused(speaking: Hall) -> None:
    student = speaking.student("Sara")
    for forged in ("", "x", "é", "' OR 1=1 --", "A" * 10_000, "\x00"):
        visitor = speaking.visitor()
        got = visitor.client.get("/", headers={b"cookie": f"{speaking.site.cookie}={forged}".encode()})
        assert got.status_code == 401, forged
        assert visitor.get("/api/me", headers={"authorization": f"Bearer {forged}".encode()}).status_code == 401
    for token in ("", "0" * 64, "é", "' OR 1=1"):
        got = student.client.post("/exercises/say-hello", data={"text": "x", "token": token}, follow_redirects=False)
        assert got.status_code == 403 and "form" in got.text
    for name, value in (
        ("origin", "https://evil.example"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ):
        assert student.post("/exercises/say-hello", {"text": "x"}, headers={name: value}).status_code == 403
    assert (
        student.post("/exercises/say-hello", {"text": "x"}, headers={"sec-fetch-site": "same-origin"}).status_code
        == 303
    )
    null = {"origin": "null"}  # as browsers say it for pages without a referrer, and others for pages in a frame
    assert student.post("/exercises/say-hello", {"text": "x"}, headers=null).status_code == 303
    got = student.client.post("/exercises/say-hello", data={"text": "x", "token": "no"}, headers=null)
    assert got.status_code == 403
    other = speaking.student("Theo")
    found = re.search(r'name="token" value="([^"]+)"', other.get("/me").text)
    assert found
    got = student.client.post("/exercises/say-hello", data={"text": "x", "token": found[1]}, follow_redirects=False)
    assert got.status_code == 403, "another's token is none"


def test_nobody_is_let_in_under_a_name_by_a_form_of_another_site(course: Path, tmp_path: Path) -> None:
    """Where browsers say nothing of where a form came from, as without TLS, what the entrance made for them tells."""
    with hall(tmp_path, course, open=True) as opened:
        null = {"origin": "null"}
        stranger = opened.visitor()
        for token in ("", "0" * 64):
            got = stranger.client.post("/enter", data={"name": "Eve", "token": token}, headers=null)
            assert got.status_code == 403 and opened.site.cookie not in got.cookies
        other = re.search(r'name="token" value="([^"]+)"', opened.visitor().get("/").text)
        found = re.search(r'name="token" value="([^"]+)"', stranger.get("/").text)
        assert found and other
        got = stranger.client.post("/enter", data={"name": "Eve", "token": other[1]}, headers=null)
        assert got.status_code == 403, "another browser's is none"
        for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site", **null}):
            assert stranger.post("/enter", {"name": "Eve", "token": found[1]}, headers=headers).status_code == 403
        assert "samesite=strict" in str(opened.visitor().get("/").headers["set-cookie"]).lower()
        got = stranger.client.post("/enter", data={"name": "Eve", "token": found[1]}, headers=null)
        assert got.status_code == 200 and "Say hello" in got.text


def test_host_header_games_lead_nowhere(speaking: Hall) -> None:
    student = speaking.student("Uwe")
    split = (
        "127.0.0.1:1@evil",
        "localhost:80:80",
        "localhost:",
        "localhost:x",
        "[::1",
        "[::1]x",
        "[::1]:1@evil",
        "::1",
    )
    for host in ("evil.example", "localhost.evil.example", "evil.example:80", "", "127.0.0.1@evil.example", *split):
        got = student.get("/", headers={"host": host})
        assert got.status_code == 421 and "evil" not in got.text, host
    for host in ("localhost", "LOCALHOST:8765", "127.0.0.1:1", "[::1]", "[::1]:8765"):
        assert student.get("/", headers={"host": host}).status_code != 421, host
    for path in ("//evil.example", "/\\evil.example", "https://evil.example", "/%0d%0aset-cookie:x"):
        got = student.get("/language/de", params={"back": path})
        assert got.headers["location"] in ("/", path) and not got.headers["location"].startswith(("//", "/\\", "http"))
        assert "set-cookie:x" not in str(got.headers.get_list("set-cookie"))


def test_paths_that_lead_out_are_names_that_do_not_exist(speaking: Hall) -> None:
    student = speaking.student("Vera")
    for name in (
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e",
        "say-hello%00",
        "..%5c..",
        "say-hello/../say-secret",
        "%ff",
        "a" * 5000,
    ):
        for path in (f"/exercises/{name}", f"/api/exercises/{name}", f"/static/{name}", f"/attempts/{name}"):
            assert student.get(path).status_code in (200, 401, 404), path
            assert "root:" not in student.get(path).text
    for seed in ("-1", "1e9", "99999999999", "x", "٣"):
        assert student.get(f"/exercises/say-hello/like/{seed}").status_code == 404
    assert student.get("/exercises/say-hello/cheaper/1").status_code == 404


def test_guesses_are_slowed_down(course: Path, tmp_path: Path) -> None:
    with hall(tmp_path, course) as opened:
        visitor = opened.visitor()
        answers = [visitor.get(f"/enter/{number}").status_code for number in range(35)]
        assert answers[:30] == [404] * 30 and set(answers[30:]) == {429}
        last = visitor.get("/enter/again")
        assert last.headers["retry-after"] and "Wait a minute" in last.text
        opened.teacher(), opened.student("Wanda")  # a right link lets in, whoever guessed from the same address


def test_wrong_tokens_are_slowed_down_and_right_ones_never(course: Path, tmp_path: Path) -> None:
    with hall(tmp_path, course) as opened:
        student, visitor = opened.student("Xaver"), opened.visitor()
        token = token_of(student)
        told = [visitor.get("/api/me", headers={"authorization": f"Bearer {n}"}) for n in range(33)]
        assert [each.status_code for each in told] == [401] * 30 + [429] * 3
        assert told[-1].headers["retry-after"] and "wrong tokens" in told[-1].json()["error"]["problem"]
        assert visitor.get("/api/me", headers={"authorization": f"Bearer {token}"}).status_code == 200
        assert visitor.get("/enter/guess").status_code == 404, "and links are counted by themselves"


def test_a_name_belongs_to_the_browser_that_took_it_first(course: Path, tmp_path: Path) -> None:
    with hall(tmp_path, course, open=True) as opened:
        ada, eve, teacher = opened.visitor(), opened.visitor(), opened.teacher()
        assert 'name="name"' in ada.get("/").text
        assert ada.client.post("/enter", data={"name": " Ada  Lovelace "}, follow_redirects=False).status_code == 303
        address = ada.hand_in("say-hello", "first")
        for taken in ("Ada Lovelace", "ada-lovelace", "ADA_LOVELACE"):
            got = eve.client.post("/enter", data={"name": taken}, follow_redirects=False)
            assert got.status_code == 409 and "has this name" in got.text and opened.site.cookie not in got.cookies
        for wrong in ("", "   ", "a\x00b", "a\nb", "x" * 81, "\u202eevil", "---"):
            got = eve.client.post("/enter", data={"name": wrong}, follow_redirects=False)
            assert got.status_code == 422, wrong
        markup = "<img src=x onerror=alert(1)>'; DROP TABLE people; --"
        assert eve.client.post("/enter", data={"name": markup}, follow_redirects=False).status_code == 303
        assert "<img" not in eve.get("/").text and "<img" not in teacher.get("/class").text
        page = re.search(r'href="(/class/[^"/]+)">Ada', teacher.get("/class").text)
        assert page and teacher.post(f"{page[1]}/release").status_code == 303
        assert ada.get("/").status_code == 401
        assert (
            opened.visitor().client.post("/enter", data={"name": "Ada Lovelace"}, follow_redirects=False).status_code
            == 303
        )
        new = opened.visitor()
        assert new.client.post("/enter", data={"name": "Ada Lovelace"}, follow_redirects=False).status_code == 409
        assert teacher.get(address).status_code == 200, "what was handed in stays"


def test_without_open_nobody_takes_a_name(speaking: Hall) -> None:
    assert speaking.visitor().client.post("/enter", data={"name": "Eve"}).status_code == 404


@pytest.mark.parametrize("path", ["/", "/exercises/say-hello", "/me", "/nowhere"])
def test_pages_are_also_in_german(speaking: Hall, path: str) -> None:
    student = speaking.student("Wilhelm")
    got = student.get(path, headers={"accept-language": "de-DE,de;q=0.9,en;q=0.5"}).text
    assert '<html lang="de">' in got and re.search(r"Aufgabe|Abmelden|Hier ist nichts", got)


def test_head_is_answered_wherever_get_is(speaking: Hall) -> None:
    student = speaking.student("Yara")
    for path in ("/health", "/", "/exercises/say-hello", "/static/site.css", "/api/openapi.json", "/nowhere", "/class"):
        got, head = student.get(path), student.client.head(path, follow_redirects=False)
        assert head.status_code == got.status_code and not head.content, path
        assert head.headers["content-type"] == got.headers["content-type"], path


def test_two_sites_of_one_machine_leave_each_others_login_alone(speaking: Hall, course: Path, tmp_path: Path) -> None:
    with hall(tmp_path, course) as other:
        here, there = speaking.student("Zack"), other.student("Zack")
        both = {**dict(here.client.cookies), **dict(there.client.cookies)}
        for each in (here, there):
            each.client.cookies.update(both)
            assert each.get("/").status_code == 200
        assert there.post("/leave").status_code == 303
        assert there.get("/").status_code == 401 and here.get("/").status_code == 200


def test_a_method_that_a_page_does_not_know_is_told_with_those_it_knows(speaking: Hall) -> None:
    student = speaking.student("Method")
    for path, allowed in (
        ("/", "GET, HEAD"),
        ("/exercises/say-hello", "GET, HEAD, POST"),
        ("/leave", "POST"),
        ("/api/exercises/say-hello", "GET, HEAD, POST"),
        ("/class", "GET, HEAD"),
    ):
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "X<b>"):
            got = student.client.request(method, path)
            assert (got.status_code, got.headers["allow"]) == (405, allowed), (method, path)
            assert "<b>" not in got.text and "content-security-policy" in got.headers
    assert student.client.request("PUT", "/nowhere").status_code == 404
