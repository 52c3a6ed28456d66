def step(sensors, state):
    if sensors["bump_l"] or sensors["bump_r"]:
        state["hit"] = 20
    if "hit" in state:
        state["hit"] -= 1
        return (-0.3, -0.3) if state["hit"] > 0 else (0, 0)
    return 0.3, 0.3
