from launch import double


def make_double(limit):
    def run(x):
        return double(x, limit=limit)

    return run
