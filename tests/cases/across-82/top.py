from ops import launch


def top(x, **kwargs):
    kwargs.setdefault("dimension_semantics", None)
    return launch(x, **kwargs)
