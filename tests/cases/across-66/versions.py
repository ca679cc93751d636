import jax

OLD = tuple(map(int, jax.__version__.split(".")[:2])) < (0, 5)
LIMIT = 8.5e6 if OLD else 8_500_000
