"""Turn a quarter to the left, drive three metres, stop. Correct the heading on the way."""
from math import pi


def step(sensors, state):
    error = pi / 2 - sensors["angle"]
    if sensors["distance"] < 0.05 and abs(error) > 0.02:
        turn = max(-0.1, min(0.1, error))
        return -turn, turn
    left = 3 - sensors["distance"]
    speed = max(0.0, min(0.4, left))
    if speed < 0.02:
        return 0.0, 0.0
    return speed - 0.1 * error, speed + 0.1 * error
