def step(sensors, state):
    t = state["t"] = state.get("t", 0) - 1
    if (sensors["bump_l"] or sensors["bump_r"]) and t < 40:
        state["t"] = t = 60
    if t > 45:
        return -0.2, -0.2
    if t > 0:
        return -0.1, 0.1
    return 0.3, 0.3
