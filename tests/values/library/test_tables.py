"""Each function of the tables against CPython and numpy: the same expression, evaluated by both."""

from __future__ import annotations

import base64
import collections
import ctypes
import datetime
import decimal
import fractions
import json
import math
import operator
import os
import pathlib
import pickle
import platform
import random
import re
import statistics
import string
import struct
import sys
import textwrap
import time
import warnings

import numpy as np
import pytest

from prelower.values.model import Unknown
from tests.values.library.evaluate import known
from tests.values.library.real import contradiction
from tests.values.library.rows import EXPRESSIONS, SILENT

NAMES = {module.__name__: module for module in (
    base64, collections, ctypes, datetime, decimal, fractions, json, math, operator, os, pathlib, pickle, platform,
    random, re, statistics, string, struct, sys, textwrap, time,
)}  # fmt: skip
NAMES["np"] = np


def real(text):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return eval(text, dict(NAMES))


@pytest.mark.parametrize("text", EXPRESSIONS + SILENT)
@pytest.mark.parametrize("hide", [False, True])
def test_what_is_claimed_is_true(text, hide):
    assert contradiction(known(text, hide), lambda: real(text)) is None


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_something_is_claimed(text):
    claim = known(text)
    assert not isinstance(claim, Unknown) or claim.reason.startswith("raises "), claim
