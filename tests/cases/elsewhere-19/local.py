LIMIT = 3.3e7


def _whole():
    global LIMIT
    LIMIT = int(LIMIT)


_whole()
