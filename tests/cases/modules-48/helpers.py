def int(value):
    return round(value)
