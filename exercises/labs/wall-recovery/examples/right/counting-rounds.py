def step(sensors, state):
    n = state.get("n", 0)
    if n == 0 and not sensors["bump_l"] and not sensors["bump_r"]:
        return 0.3, 0.3
    state["n"] = n + 1
    if n < 25:
        return -0.25, -0.25
    if n < 95:
        return 0.13, -0.13
    return 0.3, 0.3
