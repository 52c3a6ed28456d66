def step(sensors, state):
    if sensors["ay"] > 0:
        return -0.05, 0.05
    if sensors["ay"] < 0:
        return 0.05, -0.05
    return 0.3, 0.3
