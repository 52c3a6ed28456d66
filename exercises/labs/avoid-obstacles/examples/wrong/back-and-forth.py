def step(sensors, state):
    if sensors["bump_l"] or sensors["bump_r"]:
        state["back"] = 20
    turn = 0.3 * sensors["angle"]
    if state.get("back", 0) > 0:
        state["back"] -= 1
        return -0.2 + turn, -0.2 - turn
    return 0.3 + turn, 0.3 - turn
