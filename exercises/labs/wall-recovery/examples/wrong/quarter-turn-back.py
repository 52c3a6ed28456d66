def step(sensors, state):
    t = state["t"] = state.get("t", 0) - 1
    if sensors["bump_l"] or sensors["bump_r"]:
        state["t"] = t = 20
    if t > 0:
        return -0.3, -0.3
    return 0.3, 0.3
