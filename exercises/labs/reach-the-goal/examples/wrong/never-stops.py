def step(sensors, state):
    if sensors["angle"] < 1.41:
        return -0.08, 0.08
    return 0.3, 0.3
