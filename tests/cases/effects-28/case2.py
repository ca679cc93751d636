from settings import CFG
def main():
    CFG.limit = 3
