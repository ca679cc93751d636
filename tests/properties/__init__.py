"""Properties that hold of every program: random ones against Python itself, bounds, typing."""
