def apply(module):
    module.LIMIT = 2**24
