"""The pages around a table: the door, the join page, the log, the recap, the house rules, the sheet maker."""
