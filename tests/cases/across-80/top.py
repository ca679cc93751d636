from middle import middle


def top(x, size):
    return middle(x, room=size)
