FLAGS = {"a": None}
def configure(**kw):
    FLAGS.update(kw)
