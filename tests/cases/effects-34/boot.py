import settings
def main():
    settings.LIMIT = 64
    settings.FLAGS["a"] = 1
