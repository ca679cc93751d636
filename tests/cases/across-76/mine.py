class CostEstimate:
    def __init__(self, flops):
        self.flops = flops

    def whole(self):
        return int(self.flops)
