def __getattr__(name):
    if name == "ops":
        import kit.ops as ops

        return ops
    raise AttributeError(name)
