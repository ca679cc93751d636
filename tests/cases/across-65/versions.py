import jax

NEW = jax.__version_info__ >= (0, 7, 0)


def limit():
    return 2**23 if NEW else 2.0**23
