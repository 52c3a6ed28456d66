import pytest

from viva.core.fault import Fault
from viva.languages.executable import languages


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What is not installed is left out, and counted at the end of the run."""
    for marker in item.iter_markers("needs_language"):
        recipe = getattr(languages, marker.args[0]).runs.recipe
        try:
            recipe.tool()
            if recipe.starts is not None:
                recipe.starts()
        except Fault as fault:
            pytest.skip(f"left out: {fault.problem} ({fault.remedy})")
