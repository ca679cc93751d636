from launch import double as _double


def double(x, **options):
    return _double(x, **options)
