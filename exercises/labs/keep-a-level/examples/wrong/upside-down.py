def step(sensors, state):
    return 1.0 if sensors["level"] > 5 else 0.0
