-- What providers say of money, before it is decided where the money goes. A claim is stored in a transaction of its own,
-- then acknowledged, then settled until it is done. Amounts are thousandths of their currency.

alter table ledger_account drop constraint ledger_account_unit_check;
alter table ledger_account add constraint ledger_account_unit_check check (unit in ('CNY_MILLI', 'USDT_MILLI', 'BYTE'));

-- Money that arrived may be for no trade at all, for one of another instance, or in another currency than its trade.
alter table payments add column currency text not null default 'CNY' check (currency in ('CNY', 'USDT'));
alter table payments alter column currency drop default;
alter table payments drop constraint payments_reason_check;
alter table payments add constraint payments_reason_check
  check (reason in ('', 'late', 'short', 'double', 'agency', 'unknown', 'instance', 'currency'));
alter table payments add constraint payments_foreign_is_unclaimed check (currency = 'CNY' or outcome = 'unclaimed');

create table claims (
  id            uuid primary key,
  instance      text not null check (instance ~ '^[a-z0-9_]{1,40}$'),  -- who says so
  merchant      text not null check (length(merchant) <= 128),         -- our account there
  trade_number  text not null check (length(trade_number) <= 64),      -- as it was said
  trade_id      uuid references trades,                                -- null when there is no such trade
  reference     text not null check (length(reference) between 1 and 128),
  reference_key text not null unique,
  amount        bigint not null check (amount > 0),
  currency      text not null check (currency in ('CNY', 'USDT')),
  paid_at       timestamptz not null,
  received_at   timestamptz not null,
  state         text not null default 'waiting' check (state in ('waiting', 'settled', 'doubtful')),
  verdict       text not null default '',                              -- where the money went, or why that is in doubt
  must_ask      boolean not null,                                      -- weakly signed: the provider has to say it too
  attempts      integer not null default 0,
  next_try_at   timestamptz,
  settled_at    timestamptz,
  alarmed_at    timestamptz,                                           -- staff were told that it waits
  contradicted_at timestamptz,                                         -- somebody said something else by this reference
  check ((state = 'waiting') = (next_try_at is not null)),
  check ((state = 'settled') = (settled_at is not null)),
  check (state <> 'settled' or not must_ask)
);
create index claims_waiting on claims (next_try_at) where state = 'waiting';
create index claims_of_trade on claims (trade_id);
