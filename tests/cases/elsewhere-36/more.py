from tuning import FLAGS

FLAGS["XLA_TPU_MATRES_ALAP_SLACK"] = "4"
