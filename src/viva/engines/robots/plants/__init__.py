"""The plants that there are, one in a file."""

from collections.abc import Mapping
from types import MappingProxyType

from viva.engines.robots.plant import Plant
from viva.engines.robots.plants.car import Car
from viva.engines.robots.plants.robot import Robot
from viva.engines.robots.plants.tank import Tank

PLANTS: Mapping[str, type[Plant]] = MappingProxyType({"robot": Robot, "tank": Tank, "car": Car})
