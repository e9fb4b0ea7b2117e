-- What each day of the shop came to. A day is closed two hours after its end, and its row never changes after that: what
-- is booked later counts on the day that is closed next.

create table daily_statistics (
  day                date primary key,
  checkins           integer not null check (checkins >= 0),
  paid_orders        integer not null check (paid_orders >= 0),
  income             bigint not null,                                  -- milli-yuan, less what was sent back
  permanent_users    integer not null check (permanent_users >= 0),
  permanent_traffic  bigint not null,                                  -- billed bytes
  quota_users        integer not null check (quota_users >= 0),
  quota_traffic      bigint not null,
  draws              integer not null check (draws >= 0),
  draw_traffic       bigint not null check (draw_traffic >= 0),
  prizes             integer not null check (prizes >= 0),
  prize_traffic      bigint not null check (prize_traffic >= 0),
  closed_at          timestamptz not null
);
comment on table daily_statistics is 'app: select, insert';

-- How much of each business day's use stands in closed rows: reports of a day may be billed long after it was closed.
create table statistics_counted (
  day       date primary key,
  permanent bigint not null,
  quota     bigint not null
);

-- Draws are few among the ledger's transactions.
create index ledger_tx_prizes on ledger_tx (at) where kind in ('prize_spend', 'prize_reward');
create index orders_paid on orders (paid_at) where paid_at is not null;
