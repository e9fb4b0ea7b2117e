-- Money counts once however its number is written: letters of either case, blanks, hyphens and signs that nobody sees
-- make no other number. The server folds a number to its key; what is stored so far was folded by nobody and is exact.
alter table payments add column reference_key text;
update payments set reference_key = reference;
alter table payments alter column reference_key set not null;
alter table payments add constraint payments_reference_key_unique unique (reference_key);
