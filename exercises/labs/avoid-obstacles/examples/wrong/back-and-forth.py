def step(sensors, state):
    if sensors["bump_l"] or sensors["bump_r"]:
        state["back"] = 20
    if state.get("back", 0) > 0:
        state["back"] -= 1
        return -0.2, -0.2
    return 0.3, 0.3
