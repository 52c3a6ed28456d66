import dataclasses
import enum


@dataclasses.dataclass
class A:
    x: int


answer = A(1) == A(1)
