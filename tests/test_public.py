"""What programs of others rest on changes only on purpose: names, signatures, the schema, the keys of evidence."""

from pathlib import Path

import pytest

from tests import public
from tests.evidence import EVIDENCE

ROOT = Path(__file__).parents[1]
ON_PURPOSE = "run scripts/public, look at what changed, and say so in CHANGELOG.md"


def test_public_names_and_their_signatures_are_those_that_are_written_down() -> None:
    assert public.names() == public.NAMES.read_text("utf-8"), ON_PURPOSE


def test_the_schema_of_a_report_is_the_one_that_is_written_down() -> None:
    assert public.schema() == public.SCHEMA.read_text("utf-8"), ON_PURPOSE


@pytest.mark.parametrize("subject", sorted(EVIDENCE))
def test_every_key_of_evidence_that_is_documented_is_written_by_its_subject(subject: str) -> None:
    """That all keys are documented is seen in every check of every test (`conftest.py`)."""
    source = "".join(path.read_text("utf-8") for path in (ROOT / "src/viva/subjects" / subject).rglob("*.py"))
    assert [key for key in sorted(EVIDENCE[subject]) if f'"{key}"' not in source] == []
