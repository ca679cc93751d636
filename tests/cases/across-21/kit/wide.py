import kit


def run_wide(x, size):
    return kit.launch(x, size)
