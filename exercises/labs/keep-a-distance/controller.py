"""Aim for a gap of two seconds, and mind how fast it shrinks."""


def step(sensors, state):
    wanted = 6 + 1.6 * sensors["speed"]
    return 0.25 * (sensors["gap"] - wanted) - 1.2 * sensors["closing"]
