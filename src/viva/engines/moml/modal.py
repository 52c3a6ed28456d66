"""What every reader of modal models asks of a file: where its transitions lead, whether one that enters a refinement
resumes it, and which relations are one."""

from __future__ import annotations

from collections.abc import Iterator

from viva.engines.moml.model import Entity, Model, Relation, Version

CONTROLLER = "_Controller"
"""The entity in a modal model that holds its states and transitions."""

_LAST_WITH_RESET = Version((9, 0))


def is_true(given: Relation | Entity, name: str) -> bool:
    return (given.value(name) or "").strip().lower() == "true"


def marks_resets(model: Model) -> bool:
    """Whether the file is of a version that marks transitions with `reset`: up to 9.0 of Ptolemy. Newer ones mark those
    that do not, with `history`."""
    if model.version is not None:
        return model.version <= _LAST_WITH_RESET
    return any(".domains.fsm." in (entity.class_name or "") for entity in _walk(model.root))


def resumes(transition: Relation, resets_are_marked: bool) -> bool:
    """Whether a transition leaves the refinement that it enters as it was."""
    if transition.value("history") is not None:
        return is_true(transition, "history")
    if transition.value("reset") is not None:
        return not is_true(transition, "reset")
    return resets_are_marked


def ends(controller: Entity) -> dict[str, dict[str, str]]:
    """The states at both ends of each transition, by the name of their port."""
    found: dict[str, dict[str, str]] = {}
    for link in controller.links:
        if link.port is not None:
            state, _, port = link.port.rpartition(".")
            found.setdefault(link.relation, {})[port] = state
    return found


def joined_relations(entity: Entity) -> dict[str, str]:
    """The name that stands for all relations that are linked with each other."""
    found = {relation.name: relation.name for relation in entity.relations}
    for link in entity.links:
        if link.other is not None:
            one, other = found.get(link.relation, link.relation), found.get(link.other, link.other)
            found = {name: one if leader == other else leader for name, leader in found.items()}
    return found


def _walk(entity: Entity) -> Iterator[Entity]:
    yield entity
    for inner in entity.entities:
        yield from _walk(inner)
