"""What students and teachers see of a class. Whether it looks right is looked at; here is what must be there."""

import base64
import hashlib
import re
import shutil
import subprocess
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.examining import Viva
from viva.cli.main import run
from viva.core import texts as texts_module
from viva.core.report import Evidence, Finding, Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.grading.grade import grade, opened_class
from viva.grading.marked import marked_source
from viva.grading.outputs import write_outputs
from viva.grading.statement import statement_html

PIECE = re.compile(r"\\.|\{\w+|[^\W\d_]")
"""Of a text: an escape, the beginning of a slot, or a letter."""


def unread(text: str) -> str:
    """The text with a dot for each letter of its own, so that it cannot be read."""
    return PIECE.sub(lambda found: found[0] if len(found[0]) > 1 else ".", text)


class Words(HTMLParser):
    """The words of a page, and which of them are marked."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.marked = ""
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._inside and self._inside.pop() != tag:
            continue

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & {*self._inside}:
            self.text += data
        if "mark" in self._inside:
            self.marked += data


def words(path: Path) -> Words:
    page = Words()
    page.feed(path.read_text("utf-8"))
    return page


def put(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


def test_a_student_sees_the_statement_and_their_own_source_with_the_place_marked(
    exercise: Path, tmp_path: Path, viva: Viva
) -> None:
    (exercise / "statement.md").write_text("# Say it\n\n- a file with `hello`\n- <b>nothing</b> else\n")
    folder = put(tmp_path / "handed-in", anna="hallo </pre><script>\nsecond line\n")
    assert viva("grade", exercise, folder, "--out", tmp_path / "out", "--attempt", "9").status == 0
    path = tmp_path / "out/students/anna.html"
    page = words(path)
    html = path.read_text()
    assert "<li>a file with <code>hello</code></li>" in html
    assert "&lt;b&gt;nothing&lt;/b&gt; else" in html
    assert "<h3>Say it</h3>" in html
    assert re.search(r"1 +hallo </pre><script>\n +\^ here: Here it goes wrong\.\n+2 +second line", page.text)
    assert "llo" in page.marked
    assert "<script>" not in html


def test_nothing_but_the_own_source_is_shown_before_the_policy_allows_it(
    exercise: Path, tmp_path: Path, viva: Viva
) -> None:
    with (exercise / "exercise.toml").open("a") as manifest:
        manifest.write('[feedback]\nladder = ["verdict", "hint", "place"]\nper_attempt = 1\n')
    folder = put(tmp_path / "handed-in", anna="hallo\n")
    for attempt, marked in (("2", False), ("3", True)):
        viva("grade", exercise, folder, "--out", tmp_path / "out", "--attempt", attempt)
        for name in ("students/anna.html", "print.html"):
            page = words(tmp_path / "out" / name)
            assert "1  hallo" in page.text
            assert bool(page.marked) is marked
            assert ("Here it goes wrong." in page.text) is marked


def test_the_page_for_printing_has_every_student_once_and_on_a_page_of_their_own(
    exercise: Path, tmp_path: Path, viva: Viva
) -> None:
    folder = put(tmp_path / "handed-in", anna="hallo", bert="hello")
    (tmp_path / "list").write_text("anna\nbert\nZoë\n")
    viva("grade", exercise, folder, "--out", tmp_path / "out", "--roster", tmp_path / "list")
    html = (tmp_path / "out/print.html").read_text()
    assert html.count('<section class="student">') == 3
    assert html.count("Hand in a file that says hello.") == 1
    assert ".student { break-before: page; }" in html
    headings = re.findall(r"<h1>Say hello: (\w+)</h1>", html)
    assert headings == ["anna", "bert", "Zoë"]
    assert html.count("Nothing was handed in.") == 1


def test_whoever_handed_in_nothing_has_a_row_and_a_page(exercise: Path, tmp_path: Path, viva: Viva) -> None:
    folder = put(tmp_path / "handed-in", anna="hello", ZOE="hello")
    (folder / "bert").mkdir()
    (folder / "bert/.DS_Store").write_bytes(b"x")
    with zipfile.ZipFile(folder / "carl.zip", "w") as archive:
        archive.writestr("__MACOSX/._x.txt", "x")
    (tmp_path / "list").write_text("Anna\nbert\nZoë\nDora\n")
    call = viva("grade", exercise, folder, "--out", tmp_path / "out", "--roster", tmp_path / "list")
    assert call.status == 0
    assert "2 submissions of 6 students: 2 right, 4 not handed in." in call.out
    assert "ZOE is not on the list of the class; did you mean 'Zoë'?" in call.err
    assert "not on the list of the class: carl" in call.err
    table = (tmp_path / "out/grades.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in table[1:]] == ["Anna", "bert", "carl", "Dora", "ZOE", "Zoë"]
    assert sum("no_submission,0.0,0.0,4.0" in line for line in table) == 4
    assert "Nothing was handed in." in words(tmp_path / "out/students/Dora.html").text
    assert words(tmp_path / "out/index.html").text.count("nothing handed in") == 5
    again = viva("grade", exercise, folder, "--out", tmp_path / "out", "--roster", tmp_path / "list", "--resume")
    assert "2 kept from before" in again.out


def test_a_zip_of_a_learning_platform_is_graded_as_it_is(exercise: Path, tmp_path: Path, viva: Viva) -> None:
    with zipfile.ZipFile(tmp_path / "sheet.zip", "w") as archive:
        archive.writestr("Zoë Müller_4711_assignsubmission_file_/hello.txt", "hello")
        archive.writestr("Anna Ost_4712_assignsubmission_file_/hello.txt", "hallo")
        archive.writestr("../out.txt", "hallo")
    call = viva("grade", exercise, tmp_path / "sheet.zip", "--out", tmp_path / "out")
    assert "2 submissions of 2 students: 1 right, 1 not right." in call.out
    assert "../out.txt was left out" in call.err
    assert sorted(path.name for path in (tmp_path / "out/students").iterdir()) == ["Anna-Ost.html", "Zoë-Müller.html"]


def test_of_several_submissions_for_one_exercise_the_best_counts(exercise: Path, tmp_path: Path, viva: Viva) -> None:
    folder = put(tmp_path / "handed-in", anna="hallo")
    with zipfile.ZipFile(folder / "anna.zip", "w") as archive:
        archive.writestr("x.txt", "hello")
    viva("grade", exercise, folder, "--out", tmp_path / "out")
    page = words(tmp_path / "out/students/anna.html").text
    assert "4 of 4 points." in page
    assert "The best one counts." in page
    assert "all points1" in words(tmp_path / "out/index.html").text.replace("\n", "")


def test_the_page_of_a_large_class_is_one_table_with_links_that_lead_somewhere(
    exercise: Path, tmp_path: Path, viva: Viva
) -> None:
    texts = {f"student{number:03}": "hello" if number % 3 else "hallo" for number in range(300)}
    folder = put(tmp_path / "handed-in", **texts)
    viva("grade", exercise, folder, "--out", tmp_path / "out")
    html = (tmp_path / "out/index.html").read_text()
    assert html.count('<th scope="row" class="name">') == 300
    anchors = set(re.findall(r' id="([\w-]+)"', html))
    links = re.findall(r'href="([^"]+)"', html)
    assert {link[1:] for link in links if link.startswith("#")} <= anchors
    assert all((tmp_path / "out" / link).is_file() for link in links if not link.startswith("#"))
    assert len(html) < 200_000


def test_the_table_comes_first_and_only_the_script_of_the_page_may_run(
    exercise: Path, tmp_path: Path, viva: Viva
) -> None:
    folder = put(tmp_path / "handed-in", anna="hallo", bert="hello", carl="hal")
    (tmp_path / "list").write_text("anna\nbert\n")
    viva("grade", exercise, folder, "--out", tmp_path / "out", "--roster", tmp_path / "list")
    html = (tmp_path / "out/index.html").read_text()
    assert html.index('<table class="students"') < html.index('id="points-1"') < html.index('id="mistakes-1"')
    assert "Not on the list of the class, and examined all the same: carl</p>" in html
    (script,) = re.findall("<script>(.*?)</script>", html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'" in html
    for page in (tmp_path / "out/students/anna.html", tmp_path / "out/print.html"):
        assert "script" not in page.read_text()


@pytest.mark.skipif(not shutil.which("chromium"), reason="needs chromium")
def test_the_table_is_sorted_and_searched_in_a_browser(exercise: Path, tmp_path: Path, viva: Viva) -> None:
    folder = put(tmp_path / "handed-in", anna="hallo", bert="hello", carl="", dora="hello")
    viva("grade", exercise, folder, "--out", tmp_path / "out")
    page = tmp_path / "out/index.html"
    act = """
        const names = () => [...document.querySelectorAll("tbody .name")]
            .filter((each) => !each.closest("tr").hidden).map((each) => each.textContent).join(" ");
        const points = [...document.querySelectorAll(".students thead button")].at(-1);
        const told = [];
        points.click(); told.push(names());
        points.click(); told.push(names());
        const search = document.querySelector("input[type=search]");
        search.value = " DO"; search.dispatchEvent(new Event("input")); told.push(names());
        document.title = told.join("; ");
    """
    html = re.sub("<meta http-equiv[^>]+>", "", page.read_text()).replace("</body>", f"<script>{act}</script></body>")
    (tmp_path / "acted.html").write_text(html)
    options = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/browser", "--dump-dom")
    shown = {
        each: subprocess.run(["chromium", *options, each.as_uri()], capture_output=True, text=True, check=True).stdout
        for each in (tmp_path / "acted.html", page)
    }
    title = re.search("<title>(.*?)</title>", shown[tmp_path / "acted.html"])
    assert title and title[1] == "carl anna bert dora; bert dora anna carl; dora"
    assert shown[page].count("<button") == 3, "the policy of the page lets its own script run"


@pytest.mark.parametrize(
    ("where", "marked", "notes"),
    [
        (Passage("a.py", 2, 5, 2, 7), "2:cd", ["2:Look."]),
        (Passage("a.py", 2), "2:ab  cd", ["2:Look."]),
        (Passage("a.py", 2, 5, 3, 1), "2:cd", ["2:Look."]),
        (Passage("a.py", 9, 80), "3: ", ["3:Look."]),
        (Passage("b.py", 2), "", []),
    ],
)
def test_places_are_marked_where_they_are(where: Passage, marked: str, notes: list[str]) -> None:
    submission = Submission("x", {"a.py": b"one\nab  cd\r\n\tthree\n", "c.bin": b"\0"})
    report = Report(Verdict.REFUTED, "echo", "say", Evidence(""), findings=(Finding("Look.\nMore.", where=where),))
    shown, binary = marked_source(submission, report)
    assert "".join(f"{n.line.number}:{p.text}" for n in shown.lines for p in n.line.pieces if p.mark) == marked
    assert [f"{noted.line.number}:{note}" for noted in shown.lines for note in noted.notes] == notes
    assert binary.binary and not binary.lines
    alone = marked_source(Submission("x", {"other.py": b"one\ntwo"}), report)
    assert sum(len(noted.notes) for noted in alone[0].lines) == 1


def test_a_statement_carries_no_markup_links_or_pictures() -> None:
    html = statement_html(
        "## A\n\n[x](https://x) ![y](y.png) <script>z</script> \x1b `<i>`\n\n|a|b|\n|-|-|\n|1|2|\n", 3
    )
    assert "<h4>A</h4>" in html
    assert "<table>" in html
    for part in ("<a", "<img", "<script", "<i>", "\x1b"):
        assert part not in html


def test_a_course_has_a_language_which_an_exercise_may_change(tmp_path: Path) -> None:
    course, handed_in, out = tmp_path / "course", tmp_path / "handed-in", tmp_path / "out"
    handed_in.mkdir()
    for name, feedback in (("one", ""), ("two", '[feedback]\nlanguage = "en"\n')):
        (course / name).mkdir(parents=True)
        manifest = f'subject = "echo"\ntitle = "Say {name}"\n{feedback}[echo]\nsay = "hello"\n'
        (course / name / "exercise.toml").write_text(manifest)
        (handed_in / "anna").mkdir(exist_ok=True)
        (handed_in / "anna" / f"{name}.txt").write_text("hallo")
    exercises = "".join(f'[[exercise]]\nfolder = "{name}"\n' for name in ("one", "two"))
    (course / "course.toml").write_text(f'title = "Kurs"\nlanguage = "de"\n{exercises}')
    assert run(["grade", str(course), str(handed_in), "--out", str(out)]) == 0
    page = (out / "students/anna.html").read_text()
    assert "Noch nicht richtig" in page and "Not right yet" in page
    assert run(["grade", str(course), str(handed_in), "--out", str(out), "--language", "de"]) == 0
    page = (out / "students/anna.html").read_text()
    assert "Not right yet" not in page and '<html lang="de">' in page


def test_every_word_on_the_pages_is_from_a_catalogue_or_from_the_class(
    exercise: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letters of all texts are dots in a language of its own: whatever can still be read was written elsewhere."""
    folder = put(tmp_path / "handed-in", anna="hallo", bert="hello", carl="", dora="bug", emil="undecided", fritz="hal")
    (folder / ".hidden").touch()
    texts = tmp_path / "texts-of-all"

    def dotted(package: str) -> Path:
        english = (real(package) / "texts/en.toml").read_text("utf-8")
        own = texts / package / "texts"
        own.mkdir(parents=True, exist_ok=True)
        (own / "en.toml").write_text(english, "utf-8")
        lines = (line.partition(" = ") for line in english.splitlines() if " = " in line and not line.startswith("#"))
        told = [f"{key} = {unread(text)}" for key, _, text in lines]
        (own / "xx.toml").write_text("\n".join(told), "utf-8")
        return texts / package

    real = texts_module._folder
    monkeypatch.setattr(texts_module, "_folder", dotted)
    with opened_class(exercise, folder, ["anna", "zoe", "frits"]) as group:
        results = grade(
            group, tmp_path / "out", Terms(attempt=9, locale="xx"), jobs=1, resume=False, progress=lambda _: None
        )
    write_outputs(results, tmp_path / "out")
    said = f"""{(exercise / "statement.md").read_text()} {" ".join(str(row.error) for row in results.rows if row.error)}
        Say hello hallo hal hidden anna bert carl dora emil fritz zoe frits txt students resume echo undecided
        Read the statement once more. It says something else. Expected got. Here it goes wrong. Write instead.
        Shorter is nicer.
        The text was compared, every character, and the submission was read; it is empty, in say.
        The details tell the words that machines read: passed, refuted, rejected, budget. """
    for path in (tmp_path / "out").rglob("*.html"):
        read = set(re.findall(r"[^\W\d_]{3,}", words(path).text.replace("hal", " hal"))) - set(
            re.findall(r"[^\W\d_]{3,}", said)
        )
        assert not read, path.name
