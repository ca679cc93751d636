import bottom


def middle(x, *, room):
    return bottom.bottom(x, room)
