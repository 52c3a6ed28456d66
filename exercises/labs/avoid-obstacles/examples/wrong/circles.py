def step(sensors, state):
    return 0.2, 0.3
