def requires(text):
    return set(text) <= set("()")
