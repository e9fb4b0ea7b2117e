-- Tests of lines with a real connection: the panel's own user, whom nodes admit for a minute, and what it used.

-- One row, or none before the first test. A key is for one minute; the next test makes another one.
create table line_probe (
  one         boolean primary key default true check (one),
  userkey_enc bytea not null,
  ends_at     timestamptz not null
);

-- Raw bytes of the panel's own user: in no account, record, figure or counter of anybody else.
create table line_probe_usage (
  day      date not null,
  line_num bigint not null references lines (num) on delete cascade,
  up       bigint not null check (up >= 0),
  down     bigint not null check (down >= 0),
  primary key (day, line_num)
);
