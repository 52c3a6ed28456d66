def step(sensors, state):
    return 0.3, 0.3
