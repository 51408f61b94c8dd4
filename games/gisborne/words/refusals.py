def refusals(v):
    return v.code
