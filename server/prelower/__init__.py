"""prelower: what JAX would say at lowering, told in the editor."""

__version__ = "0.1.0"
