"""Back off at any touch, turn half around by the count of the wheels, drive on."""
from math import pi


def step(sensors, state):
    mode = state.setdefault("mode", "seek")
    if mode == "seek":
        if sensors["bump_l"] or sensors["bump_r"]:
            state["mode"], state["from"] = "back", sensors["distance"]
        else:
            return 0.3, 0.3
    if state["mode"] == "back":
        if sensors["distance"] > state["from"] - 0.25:
            return -0.3, -0.3
        state["mode"], state["turned"] = "turn", sensors["angle"] + pi
    if state["mode"] == "turn":
        if sensors["angle"] < state["turned"] - 0.05:
            return -0.12, 0.12
        state["mode"] = "away"
    return 0.3, 0.3
