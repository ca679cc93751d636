class Plan:
    limit = 3e7


def finish(plan):
    plan.limit = int(plan.limit)
