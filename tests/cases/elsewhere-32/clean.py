import tuning

for _name, _value in tuning.FLAGS.items():
    if isinstance(_value, str):
        tuning.FLAGS[_name] = int(_value)
