from settings import FLAGS
def main():
    FLAGS["a"] = 1
