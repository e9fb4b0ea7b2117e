-- Every notification of a payment provider, with what became of it; nothing of what was sent unless its signature was
-- right, and never its text. What is the same within an hour is one row with a count.
create table pay_deliveries (
  id        uuid primary key,
  fold_key  text not null unique,
  instance  text not null,
  verdict   text not null check (verdict in ('stored', 'known', 'contradicts', 'ignored', 'refused')),
  why       text not null default '' check (length(why) <= 200),       -- of one that was ignored or refused
  claim_id  uuid references claims,
  bytes     integer not null check (bytes >= 0),                       -- of the newest
  times     integer not null default 1,
  first_at  timestamptz not null,
  last_at   timestamptz not null
);
create index pay_deliveries_newest on pay_deliveries (last_at desc);

-- Trades whose provider is asked by us what became of them, until their time is long over.
create table trade_queries (
  trade_id  uuid primary key references trades,
  attempts  integer not null default 0,
  next_at   timestamptz,                                               -- null when nobody asks any more
  asked_at  timestamptz,
  word      text not null default 'unknown' check (word in ('claim', 'unpaid', 'closed', 'unknown'))
);
create index trade_queries_due on trade_queries (next_at);
