-- What came of asking a provider to begin a trade: null while nobody knows, and for trades that nobody is asked about.
alter table trades add column ask_outcome text
  check (ask_outcome in ('begun', 'unreachable', 'timeout', 'refused', 'invalid', 'other'));

-- Payment instances that keep failing to begin payments: a row is a spell of that, which begins and ends once.
create table pay_spells (
  instance  text primary key check (instance ~ '^[a-z0-9_]{1,40}$'),
  failed_at timestamptz not null,                                        -- begin of the newest try that had failed
  since     timestamptz not null                                         -- when it was noted
);
