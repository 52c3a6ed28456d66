"""Only what a property comes to stands against a proof of it: modules made by machine, and wrong proofs to be had."""

from __future__ import annotations

import importlib
import io
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engines.properties.examining.modules import IMPURE, PURE, WAYS, made
from viva.engines.properties.examining.examination import Examination
from viva.engines.properties.examining.watching.asking import is_library
from viva.services.workers.copies import Say
from viva.testing import testing
from viva.testing.discover import load, properties_in
from viva.testing.forked import apart

DIRECTLY = {
    f"{name} {'computes' if pure else 'reaches beyond'}": (f"{source}\n{WAYS['called'].format(deed='deed')}", pure)
    for pure, deeds in ((True, PURE), (False, IMPURE))
    for name, source in deeds.items()
}


def seen(folder: Path, files: dict[str, str]) -> tuple[list[str], str]:
    """What a second walk of the one property comes to, in a process of its own."""
    for name, text in files.items():
        (folder / name).write_text(text)

    def walk(say: Say) -> None:
        sys.stdout = io.StringIO()
        for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
            del sys.modules[name]  # who looks through all modules would find the clocks of other tests
        (subject,) = properties_in(load(folder / next(iter(files)))).values()
        walked = Examination.of(subject).walk_again()
        say({"impure": list(walked.impure), "failed": walked.failed})

    heard, ended = apart(walk, processor=20, wall=120)
    assert ended.how == "well", heard
    return heard[-1]["impure"], heard[-1]["failed"]


@pytest.mark.some(16)
@pytest.mark.parametrize("name", DIRECTLY)
def test_what_a_property_comes_to_is_seen_and_nothing_else(name: str, tmp_path: Path) -> None:
    source, pure = DIRECTLY[name]
    impure, failed = seen(tmp_path, {"test_it.py": source + "\n"})
    assert not failed
    assert (not impure) == pure, impure


@pytest.mark.some(3)
@pytest.mark.parametrize("seed", range(300))
def test_a_module_made_by_machine_is_judged_by_what_its_property_comes_to(seed: int, tmp_path: Path) -> None:
    module = made(seed)
    impure, failed = seen(tmp_path, module.files)
    assert not failed
    assert (not impure) == module.pure, (module.parts, impure)


def told(folder: Path, source: str, **others: str) -> dict[str, Any]:
    for name, text in others.items():
        (folder / f"{name}.py").write_text(text)
    (folder / "test_it.py").write_text(source)
    report = testing.test_module(folder / "test_it.py", testing.Terms(), lambda *_: None)
    return {str(result["name"]): result for result in report.results}


ALWAYS = (
    "the order of what `repr` writes", "the order of what `str` writes", "a function that is returned and written",
    "an iterator that is returned and written", "an iterator", "an iterator over numbers",
    "a place in an array", "the first of a set", "what a hash is written as", "a hash that is compared",
    "a hash as a condition",
)  # fmt: skip
"""What a small change to the watching would let through."""
NEARLY = (
    "a set of numbers", "a set of texts that is sorted", "sets of letters that are compared", "texts of numbers",
    "texts of what is gone through", "copies", "dates", "the law of hashes",
)  # fmt: skip
"""What a small change to the watching would take for one of those."""


def test_nothing_is_proved_of_what_hangs_on_hashes_addresses_or_places(tmp_path: Path) -> None:
    names = (*ALWAYS, *NEARLY)
    source = "\n\n".join(
        (IMPURE | PURE)[name].replace("deed", f"deed{number}")
        + f"\n\ndef prop_{number}(b: bool):\n    return deed{number}(b)\n"
        for number, name in enumerate(names)
    )
    found = told(tmp_path, source)
    assert {name: found[f"prop_{number}"]["verdict"] for number, name in enumerate(names)} == {
        **dict.fromkeys(ALWAYS, "passed"),
        **dict.fromkeys(NEARLY, "proved"),
    }


def test_a_rate_limit_behind_wraps_a_cached_list_and_the_environment_prove_nothing(tmp_path: Path) -> None:
    source = "\n\n".join(
        IMPURE[name].replace("deed", f"deed{number}") + f"\ndef prop_{number}(b: bool):\n    return deed{number}(b)\n"
        for number, name in enumerate(
            ("a counter behind wraps", "a list that is cached", "the environment", "arguments")
        )
    )
    found = told(tmp_path, source)
    assert [result["verdict"] for result in found.values()] == ["passed"] * 4
    for name, why in (
        ("prop_0", "keeps state"),
        ("prop_1", "keeps state"),
        ("prop_2", "outside"),
        ("prop_3", "outside"),
    ):
        assert why in found[name]["remarks"][0]


def test_a_module_of_one_s_own_that_is_called_by_its_name_loses_no_proof(tmp_path: Path) -> None:
    found = told(
        tmp_path,
        "import lamps\ndef prop_nand(a: bool, b: bool):\n    return lamps.nand(a, b) == (not a or not b)\n"
        "def prop_lamp(on: bool):\n    return lamps.Lamp(on, 0.0).on == on\n",
        lamps="import time, random, os\nfrom dataclasses import dataclass, field\n"
        "def timed(f):\n    began = time.perf_counter()\n    return f(), time.perf_counter() - began\n"
        "def nand(a, b):\n    return not (a and b)\n"
        "@dataclass\nclass Lamp:\n    on: bool\n    since: float = field(default_factory=time.time)\n"
        "    def flicker(self): return random.random() < 0.5\n",
    )
    assert [result["verdict"] for result in found.values()] == ["proved", "proved"]


def test_an_installed_package_without_a_file_of_its_own_is_nobody_s_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clocks in it cost a property its proof that looks an attribute up by its name."""
    for folder, name in (
        ("site-packages", "spread"),
        ("course", "owned"),
        ("site-packages", "shared"),
        ("course", "shared"),
    ):
        place = tmp_path / folder / name
        place.mkdir(parents=True)
        (place / f"from_{folder[:4]}.py").write_text("from time import time\n")
        monkeypatch.syspath_prepend(tmp_path / folder)
    for name in ("spread.from_site", "owned.from_cour", "shared.from_site", "shared.from_cour"):
        importlib.import_module(name)
    assert is_library("spread") and is_library("spread.from_site")
    assert not any(map(is_library, ("owned", "owned.from_cour", "shared", "shared.from_site", "shared.from_cour")))
    for name in [name for name in sys.modules if name.partition(".")[0] in ("owned", "shared")]:
        del sys.modules[name]
    source = PURE["attributes by name"] + "\n" + WAYS["called"].format(deed="deed") + "\n"
    assert seen(tmp_path, {"test_it.py": source}) == ([], "")
    for name in ("spread.from_site", "spread"):
        del sys.modules[name]
