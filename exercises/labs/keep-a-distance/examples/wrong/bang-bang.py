def step(sensors, state):
    if sensors["gap"] < 6 + 1.6 * sensors["speed"]:
        return -4
    return 3
