"""Back off, turn away from the side that was hit, pass, turn north again."""
from math import pi


def step(sensors, state):
    todo = state.setdefault("todo", [])
    if (sensors["bump_l"] or sensors["bump_r"]) and not (todo and todo[0][0] == "back"):
        side = -1 if sensors["bump_l"] and not sensors["bump_r"] else 1
        side = state["side"] = state.get("side", side)
        todo[:] = [("back", sensors["distance"] - 0.15), ("turn", side * pi / 3), ("drive", sensors["distance"] + 0.55)]
    if not todo:
        state.pop("side", None)
    while todo:
        kind, value = todo[0]
        if kind == "back" and sensors["distance"] > value:
            return -0.2, -0.2
        if kind == "turn" and abs(value - sensors["angle"]) > 0.05:
            turn = 0.1 if value > sensors["angle"] else -0.1
            return -turn, turn
        if kind == "drive" and sensors["distance"] < value:
            return 0.3, 0.3
        todo.pop(0)
    error = -sensors["angle"]
    if abs(error) > 0.1:
        turn = 0.1 if error > 0 else -0.1
        return -turn, turn
    return 0.3 - 0.1 * error, 0.3 + 0.1 * error
