from launch import double as _double


def double(x, **options):
    options.pop("other")
    options.pop("limit", None)
    return _double(x, **options)
