def step(sensors, state):
    t = state["t"] = state.get("t", 0) - 1
    if (sensors["bump_l"] or sensors["bump_r"]) and t < 60:
        state["t"] = t = 75
        if "side" not in state:
            state["side"] = 1 if sensors["bump_r"] else -1
    if t > 60:
        return -0.25, -0.25
    side = state.get("side", 1)
    if t > 38:
        return -0.12 * side, 0.12 * side
    if t > 0:
        return 0.35, 0.35
    error = sensors["angle"]
    if abs(error) > 0.08:
        turn = -0.12 if error > 0 else 0.12
        return -turn, turn
    state.pop("side", None)
    return 0.35, 0.35
