"""The parts of the rule trace: catalogues, places in the code, marks on tests, lines that ran, verdicts, report."""
