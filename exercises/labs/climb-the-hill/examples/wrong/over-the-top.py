def step(sensors, state):
    tilt = state["tilt"] = 0.8 * state.get("tilt", 0.0) + 0.2 * sensors["ay"]
    turn = max(-0.1, min(0.1, 0.15 * tilt))
    return 0.3 - turn, 0.3 + turn
