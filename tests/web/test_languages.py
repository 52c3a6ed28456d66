"""An exercise that takes several languages: the text field says which, and keeps to it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browsing import Hall, hall
from tests.web.test_api import headers

EITHER = Path(__file__).parents[2] / "exercises" / "functions" / "gcd-either"
RIGHT = EITHER / "examples" / "right"
PLACE = "/exercises/gcd-either"


@pytest.fixture(scope="module")
def either(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with hall(tmp_path_factory.mktemp("data"), EITHER) as opened:
        yield opened


def chosen(page: str) -> str:
    found = re.search(r'<input type="hidden" name="ending" value="([^"]*)">', page)
    assert found
    return found[1]


def test_a_text_is_handed_in_in_the_language_that_was_chosen(either: Hall) -> None:
    student = either.student("Grace")
    page = student.get(PLACE).text
    assert chosen(page) == ".js" and 'notation="javascript"' in page
    assert '<a href="?ending=.py">Python</a>' in page
    drafts = [
        re.findall(r'data-draft="([^"]*)"', student.get(f"{PLACE}?ending={each}").text) for each in (".js", ".py")
    ]
    assert not any(f"{one} ".startswith(f"{other} ") for [one], [other] in (drafts, drafts[::-1])), (
        "none takes another's"
    )
    page = student.get(f"{PLACE}?ending=.py").text
    assert chosen(page) == ".py" and 'notation="python"' in page
    assert "a file that ends in .py" in page and '<a href="?ending=.js">JavaScript</a>' in page
    written = (RIGHT / "euclid.py").read_text()
    answer = student.post(PLACE, {"text": written, "ending": ".py"})
    assert "tone-good" in student.report(answer.headers["location"])
    # It goes on where it was, and another language begins with an empty field.
    page = student.get(PLACE).text
    assert chosen(page) == ".py" and "while b" in page
    assert "while b" not in student.get(f"{PLACE}?ending=.js").text


def test_capital_letters_in_the_name_of_a_file_change_nothing(either: Hall) -> None:
    student = either.student("Barbara")
    for name in ("euclid.py", "euclid.js"):
        files = {"file": (name.upper(), (RIGHT / name).read_bytes())}
        answer = student.post(PLACE, {"text": ""}, files=files)
        assert "tone-good" in student.report(answer.headers["location"]), name


def test_the_usual_language_is_the_first_of_the_exercise_whatever_its_examples_are(tmp_path: Path) -> None:
    level = EITHER.parents[1] / "labs" / "keep-a-level"
    assert min((level / "examples" / "right").iterdir()).suffix == ".c"
    with hall(tmp_path, level) as opened:
        student = opened.student("Leslie")
        assert chosen(student.get("/exercises/keep-a-level").text) == ".py"


def test_an_ending_that_the_exercise_does_not_know_is_the_usual_one(either: Hall) -> None:
    student = either.student("Edith")
    for asked in (".rb", "../../etc/passwd", "<b>"):
        page = student.get(PLACE, params={"ending": asked}).text
        assert chosen(page) == ".js" and "<b>" not in page
    answer = student.post(PLACE, {"text": (RIGHT / "euclid.js").read_text(), "ending": ".rb"})
    assert "tone-good" in student.report(answer.headers["location"])


def test_programs_and_editors_say_it_too(either: Hall) -> None:
    student = either.student("Alan")
    shown, program = headers(student), either.visitor()
    assert program.get(f"/api{PLACE}", headers=shown).json()["endings"] == [".js", ".py"]
    body = {"text": (RIGHT / "euclid.py").read_text(), "ending": ".py"}
    answer = program.client.post(f"/api{PLACE}", json=body, headers=shown)
    assert "tone-good" in student.report(f"/attempts/{answer.json()['id']}")
    refused = program.client.post(f"/api{PLACE}", json={**body, "ending": "py"}, headers=shown)
    assert refused.status_code == 422, "who says something that is none of them has made a mistake"
    asked = {"spot": "gcd-either", "text": body["text"]}
    assert student.post("/editing/proofread", {**asked, "ending": ".py"}).json()["marks"] == []
    assert student.post("/editing/proofread", {**asked, "ending": ".js"}).json()["marks"]
    tried = student.post(f"{PLACE}/try", {"text": body["text"], "given": "12, 8", "ending": ".py"})
    assert tried.status_code == 200 and "is not JavaScript" not in tried.text
