from jax._src.interpreters import mlir


def emit(target, x, config=None):
    """One operand, one result of the same type."""
    return mlir.custom_call(target, result_types=[x.type], operands=[x], backend_config=config, api_version=2).results
