from compat.pallas import *
