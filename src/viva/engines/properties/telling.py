"""A result in words, after the paper's reports: one line that says what came out, and what there is to see."""

from __future__ import annotations

import shlex

from viva.core.json import Json
from viva.core.text.escape import visible

_LABELS = 20  # so many are shown, the most frequent first


def headline(result: dict[str, Json]) -> str:
    tests, discarded = result["tests"], result["discarded"]
    many = f"{tests:,} test{'' if tests == 1 else 's'}" + (f", {discarded:,} discarded" if discarded else "")
    by = "by what holds in every round of its loops" if result.get("loops") else "by what it says"
    how = f"{by}, and {many} passed" if result.get("proof") else f"after {many}"
    return {
        "proved": f"proved: success for all arguments {how}",
        "passed": f"passed {many}",
        "refuted": f"counterexample found after {many}",
        "undecided": f"undecided after {many}: {result['sentence']}",
        "rejected": f"cannot be tested: {result['sentence']}",
    }[str(result["verdict"])]


def lines(result: dict[str, Json], replay: str = "") -> list[str]:
    """The whole report, as lines for a terminal. `replay` is what to put before the place of a test."""
    told = [f"{result['name']}: {headline(result)}"]
    tests = result["tests"]
    example = result["counterexample"]
    if isinstance(example, dict):
        arguments, inside = example["arguments"], example.get("inside", {})
        assert isinstance(arguments, dict) and isinstance(inside, dict)
        told += [f"  {name} = {source}" for name, source in (*arguments.items(), *inside.items())]
        if result["verdict"] == "refuted":
            told += [f"  {example['note']}"] if example.get("note") else []
            told.append("  smallest possible" if example["minimal"] else "  not shown to be the smallest")
        told.append(f"  replay: {replay}{shlex.quote(str(example['replay'])) if replay else example['replay']}")
    labels = result["labels"]
    assert isinstance(labels, dict) and isinstance(tests, int)
    most = sorted(labels, key=lambda text: -int(str(labels[text])))[:_LABELS] if len(labels) > _LABELS + 1 else labels
    for text in most:
        count = labels[text]
        assert isinstance(count, int)
        told.append(f"  {text}: {count} ({round(100 * count / max(tests, 1))}%)")
    if len(most) < len(labels):
        told.append(f"  {len(labels) - len(most):,} more labels")
    if result["verdict"] == "passed" and result["covered"]:
        told.append(f"  covered: {result['covered']}")
    why = result.get("proof") or []
    assert isinstance(why, list)
    told += [f"  {sentence}" for sentence in why]
    remarks = result["remarks"]
    assert isinstance(remarks, list)
    told += [f"  remark: {remark}" for remark in remarks]
    return [visible(line).replace("\n", "\\n") for line in told]
