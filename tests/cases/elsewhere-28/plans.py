PLANS = []


class Plan:
    def __init__(self, limit):
        self.limit = limit
        PLANS.append(self)


def finish():
    for plan in PLANS:
        plan.limit = int(plan.limit)
