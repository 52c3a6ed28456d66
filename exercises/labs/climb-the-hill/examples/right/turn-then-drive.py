def step(sensors, state):
    n = state["n"] = state.get("n", 0) + 1
    ay = state["ay"] = 0.85 * state.get("ay", sensors["ay"]) + 0.15 * sensors["ay"]
    ax = state["ax"] = 0.85 * state.get("ax", sensors["ax"]) + 0.15 * sensors["ax"]
    mode = state.setdefault("mode", "turn")
    if mode == "turn":
        if n > 30 and abs(ay) < 0.12 and ax > 0.5:
            state["mode"] = "up"
        side = 0.05 if ay > 0 else -0.05
        return -side, side
    if mode == "up":
        if abs(ax) < 0.4:
            state["flat"] = state.get("flat", 0) + 1
            if state["flat"] > 12:
                state["mode"] = "stop"
        correction = 0.08 * ay
        return 0.3 - correction, 0.3 + correction
    return 0, 0
