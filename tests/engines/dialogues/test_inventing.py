"""Random specifications have the difficulty that was asked for, and differ."""

from itertools import islice

import pytest

from viva.engines.dialogues.difficulty import measured
from viva.engines.dialogues.suites.suite import suite
from viva.subjects.console.inventing import specifications


def test_what_is_invented_is_as_difficult_as_asked_for() -> None:
    found = list(islice(specifications(3, branches=1, loops=1, depth=2), 2))
    assert len(set(found)) == 2
    for spec in found:
        assert (measured(spec).branches, measured(spec).loops, measured(spec).depth) == (1, 1, 2)
        assert suite(spec, 0).sides_taken == suite(spec, 0).sides
    assert list(islice(specifications(3, branches=1, loops=1, depth=2), 2)) == found


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="no specifications"):
        next(specifications(0, branches=0, loops=0, depth=0))
