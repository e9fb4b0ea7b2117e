-- Wrong codes of a second step are counted in the table of every other limit (tries); a lock that runs now is forgotten.
alter table second_steps drop column wrong_codes, drop column locked_until;
