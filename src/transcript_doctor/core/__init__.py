"""The types that every other floor speaks: outline, pairing, rule, target, finding, report."""
