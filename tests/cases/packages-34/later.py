import late

SHARE = 0.5
CHECKED = callable(late.limit)
