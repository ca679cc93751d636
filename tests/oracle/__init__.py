"""A real JAX as the judge of what the rules say."""
