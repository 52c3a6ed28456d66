def step(sensors, state):
    if sensors["bump_l"]:
        state["hit"] = 100
    hit = state["hit"] = state.get("hit", 0) - 1
    if hit > 80:
        return -0.3, -0.3
    if hit > 10:
        return -0.13, 0.13
    return 0.3, 0.3
