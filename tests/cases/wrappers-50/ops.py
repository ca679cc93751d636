import functools

import jax
from launch import double as _double


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def double(x, limit):
    return _double(x, limit)


def _forward(x, limit):
    return _double(x, limit), None


def _backward(limit, _, g):
    return (_double(g, limit),)


double.defvjp(_forward, _backward)
