"""Settings: `viva.toml`, then the environment, then flags; and what `viva serve` refuses."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examining import Viva
from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.sandbox import probe
from viva.web import server
from viva.web.people.links import address
from viva.web.settings import MEANINGS, Settings, read_settings


def test_each_place_wins_over_the_one_before(tmp_path: Path) -> None:
    (tmp_path / "viva.toml").write_text("[serve]\nport = 1111\nopen = true\nattempts = 3\n")
    environment = {"VIVA_PORT": "2222", "VIVA_LANGUAGE": "de", "VIVA_OPEN": "no"}
    settings = read_settings([tmp_path], environment, {"port": 3333, "host": None})
    assert (settings.port, settings.open, settings.attempts, settings.language) == (3333, False, 3, "de")
    assert settings.came_from["port"] == "flag --port"
    assert settings.came_from["open"] == "environment VIVA_OPEN"
    assert settings.came_from["attempts"] == f"file {tmp_path / 'viva.toml'}"
    assert settings.came_from["host"] == "default"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[serve]\nprt = 1\n", "did you mean 'port'"),
        ("[serve]\nport = 'x'\n", "a whole number"),
        ("[serve]\nopen = 'perhaps'\n", "true or false"),
        ("[serve]\nport = 99999\n", "there is no port"),
        ("[serve]\nlanguage = 'fr'\n", "no texts in the language"),
        ("[serve]\npath = '/a?b'\n", "no path for a site"),
        ("[serve]\nseconds = 0\n", "above 0"),
        ("port = 1\n", "is not a key"),
        ("[serve\n", "not valid TOML"),
    ],
)
def test_a_wrong_setting_is_a_fault_that_says_what_to_do(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "viva.toml").write_text(text)
    with pytest.raises(Fault, match=re.escape(said)):
        read_settings([tmp_path], {}, {})


def test_explain_prints_where_each_came_from_and_no_password(viva: Viva, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIVA_DATABASE", "postgresql://someone:geheim@host/name")
    told = viva("serve", "--explain", "--port", "4444")
    assert told.status == 0
    assert re.search(r"port +4444 +flag --port", told.out) and "environment VIVA_DATABASE" in told.out
    assert "geheim" not in told.out
    monkeypatch.setenv(
        "VIVA_DATABASE", "postgresql://someone@host/name?sslmode=require&password=geheim&connect_timeout=3"
    )
    told = viva("serve", "--explain")
    assert "geheim" not in told.out and "sslmode=require" in told.out and "connect_timeout=3" in told.out
    assert all(name in told.out for name in MEANINGS)


def test_beyond_loopback_it_wants_full_isolation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "survey", lambda: probe.Survey((), Isolation.LIMITED))
    with pytest.raises(Fault, match="limited isolation"):
        server.refuse_without_isolation(Settings(host="0.0.0.0"))
    server.refuse_without_isolation(Settings(host="0.0.0.0", any_isolation=True))
    for host in ("127.0.0.1", "::1", "localhost", "127.8.8.8"):
        server.refuse_without_isolation(Settings(host=host))
    monkeypatch.setattr(probe, "survey", lambda: probe.Survey((), Isolation.FULL))
    server.refuse_without_isolation(Settings(host="0.0.0.0"))
    with pytest.raises(Fault, match="isolation"):
        server.refuse_without_isolation(Settings(host="0.0.0.0", isolation="limited"))


def test_addresses_for_people() -> None:
    assert address(Settings(host="::1"), 80) == "http://[::1]:80"
    assert address(Settings(host="0.0.0.0", path="/viva"), 80) == "http://localhost:80/viva"


def test_without_the_extra_one_sentence_says_what_to_install(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['uvicorn'] = None; from viva.cli.main import main; main()"
    call = [sys.executable, "-c", hidden, "serve", "--data", str(tmp_path)]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "pip install 'viva[web]'" in done.stderr and "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_folder_that_is_no_course_is_said(viva: Viva, tmp_path: Path) -> None:
    told = viva("serve", tmp_path, "--data", tmp_path / "data")
    assert told.status == 2 and "exercise.toml" in told.err
    told = viva("serve", "functions/maen", "--data", tmp_path / "data")
    assert told.status == 2


def test_a_port_that_is_taken_is_said(viva: Viva, tmp_path: Path, course: Path) -> None:
    import socket  # noqa: PLC0415

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        told = viva("serve", course, "--data", tmp_path, "--port", str(taken.getsockname()[1]))
    assert told.status == 2 and "cannot listen" in told.err


def test_the_teachers_link_can_be_told_again_and_made_anew(viva: Viva, tmp_path: Path, course: Path) -> None:
    first = viva("serve", "--data", tmp_path, "--link")
    assert first.status == 0
    assert viva("serve", "--data", tmp_path, "--link").out == first.out
    anew = viva("serve", "--data", tmp_path, "--new-link").out
    assert anew.startswith("http://127.0.0.1:8765/enter/") and anew != first.out
    # As the site does that was started last with this data.
    (tmp_path / "address").write_text("http://127.0.0.1:8931/viva\n")
    assert viva("serve", "--data", tmp_path, "--link").out == anew.replace("8765", "8931/viva")
    assert (tmp_path / "teacher.link").stat().st_mode & 0o077 == 0
    copied = viva("serve", "--data", tmp_path, "--backup", tmp_path / "copy.db")
    assert copied.status == 0 and "rows were copied" in copied.out
    assert viva("serve", "--data", tmp_path / "other", "--restore", tmp_path / "copy.db").status == 0
    assert viva("serve", "--data", tmp_path / "third", "--restore", tmp_path / "nope.db").status == 2
