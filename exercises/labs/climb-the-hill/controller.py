"""Steer towards the side that is higher; on flat ground for a while: stop."""


def step(sensors, state):
    tilt = state["tilt"] = 0.8 * state.get("tilt", 0.0) + 0.2 * sensors["ay"]
    rise = state["rise"] = 0.8 * state.get("rise", 0.0) + 0.2 * sensors["ax"]
    state["rounds"] = state.get("rounds", 0) + 1
    if state.get("there"):
        return 0.0, 0.0
    if state["rounds"] > 20 and abs(tilt) < 0.5 and abs(rise) < 0.5:
        state["flat"] = state.get("flat", 0) + 1
        if state["flat"] > 15:
            state["there"] = True
    else:
        state["flat"] = 0
    if rise < 0.3 and state["rounds"] > 20 and not state["flat"]:
        turn = 0.1 if tilt > 0 else -0.1
        return -turn, turn
    turn = max(-0.1, min(0.1, 0.15 * tilt))
    return 0.3 - turn, 0.3 + turn
