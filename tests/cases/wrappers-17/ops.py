import launch


def double(x, config):
    return launch.double(x, limit=config.limit)
