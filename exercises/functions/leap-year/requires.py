def requires(year):
    return year >= 1
