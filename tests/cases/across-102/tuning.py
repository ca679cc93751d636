TUNED = {
    128: {"limit": 9.2e6},
    256: {"limit": 2**22},
}
