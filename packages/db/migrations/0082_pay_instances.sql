-- Our accounts at payment gateways. A name stands in trades, claims and the ledger for ever and is never given again: its
-- clearing account stays when an instance is deleted, and can be made once only.
create table pay_instances (
  id             uuid primary key,
  name           text not null unique check (name ~ '^[a-z0-9_]{1,40}$'),
  kind           text not null check (kind ~ '^[a-z0-9_]{1,20}$'),     -- kinds are files of the program
  label          text not null check (length(label) between 1 and 40),
  config         jsonb not null,                                       -- the kind's fields that anybody may see
  secrets        jsonb not null default '{}',                          -- the others by name, each encrypted, as base64
  fee_ppm        integer not null default 0 check (fee_ppm between 0 and 200000),
  fee_fixed      bigint not null default 0 check (fee_fixed between 0 and 100000 and fee_fixed % 10 = 0),
  subject        text not null default '' check (length(subject) <= 60),
  window_minutes integer not null check (window_minutes between 5 and 1440),
  is_on          boolean not null default false,
  version        integer not null default 1,
  created_at     timestamptz not null
);
insert into versions (name) values ('pay_instances');

-- What a customer pays beside what the order owes, in milli-yuan. Part of the asked amount; no rebate on it.
alter table trades add column fee bigint not null default 0 check (fee >= 0 and fee % 10 = 0 and fee <= amount);
create index trades_with_fee on trades (status) where fee > 0;
create index trades_of_instance on trades (instance);

create function payment_fee_problems() returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'fees in the ledger differ from trades', format('%s in the ledger, trades say %s', l.sum, t.sum)
    from (select coalesce(sum(balance), 0) as sum from ledger_account
           where owner is null and kind = 'payment_fee' and unit = 'CNY_MILLI') l,
         (select coalesce(sum(fee), 0) as sum from trades where status = 'paied' and fee > 0) t
   where l.sum <> t.sum
$$;
alter function ledger_sum_problems() rename to ledger_unit_and_coupon_problems;
create function ledger_sum_problems() returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_unit_and_coupon_problems() union all select * from payment_fee_problems()
$$;
create or replace function ledger_health_since(since bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_core_problems(since)
  union all
  select * from ledger_traffic_problems(since)
  union all
  select * from order_problems(array(
    select num from users where since = 0
    union
    select a.owner from ledger_tx x join ledger_entry e on e.tx_id = x.id join ledger_account a on a.id = e.account_id
     where since > 0 and x.id > since and a.owner is not null
       and x.kind in ('buy', 'order_spend', 'order_hold', 'order_hold_back', 'payment', 'payment_credited')))
  union all
  select * from coupon_problems() where since = 0
  union all
  select * from payment_fee_problems() where since = 0
$$;
