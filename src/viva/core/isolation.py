"""What the machine lets the sandbox promise; every report says which."""

from enum import StrEnum


class Isolation(StrEnum):
    FULL = "full"
    LIMITED = "limited"
    NONE = "none"
