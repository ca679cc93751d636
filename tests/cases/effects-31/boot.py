import settings
def main():
    settings.FLAGS["a"] = 1
