def step(sensors, state):
    return 0.02 * (sensors["gap"] - 15)
