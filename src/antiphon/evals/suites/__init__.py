"""Files of cases: three dialects, one set of rules, every mistake with its place."""
