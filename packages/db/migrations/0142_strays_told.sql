-- When staff were told of money that is for no trade: of many such payments within an hour they are told together.
alter table payments add column told_at timestamptz;
update payments set told_at = settled_at where outcome = 'unclaimed';
create index payments_strays_untold on payments (settled_at) where outcome = 'unclaimed' and told_at is null;
create index payments_strays_told on payments (told_at) where told_at is not null;
