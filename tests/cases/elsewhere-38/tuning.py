def flags(slack=None, **more):
    named = {"XLA_TPU_MATRES_ALAP_SLACK": slack, "XLA_TPU_FORCE_LP_LLO_SCHEDULER": None}
    return {k: v for k, v in {**named, **more}.items() if v is not None}
