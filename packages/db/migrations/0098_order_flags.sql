-- Money that a provider took back, or that a customer disputes at the bank: the order is flagged, and nothing moves until
-- staff end the flag: by taking back what the order gave, up to what is left of it, or by dismissing the flag.

create table order_flags (
  id         uuid primary key,
  order_id   uuid not null references orders,
  reason     text not null check (reason in ('refund', 'dispute')),
  note       text not null default '' check (length(note) <= 200),     -- of staff who flagged it by hand
  opened_by  uuid references users on delete set null,                 -- null: a provider said so
  opened_at  timestamptz not null,
  state      text not null default 'open' check (state in ('open', 'taken_back', 'dismissed')),
  closed_by  uuid references users on delete set null,
  closed_at  timestamptz,
  closed_why text not null default '' check (length(closed_why) <= 200),
  check ((state = 'open') = (closed_at is null))
);
create unique index order_flags_one_open on order_flags (order_id) where state = 'open';
create index order_flags_of_order on order_flags (order_id, opened_at);

-- What providers said of money that went back, once by instance, reason and reference. Thousandths of the currency.
create table taken_back_events (
  id            uuid primary key,
  instance      text not null check (instance ~ '^[a-z0-9_]{1,40}$'),
  reference     text not null check (length(reference) between 1 and 128),
  reference_key text not null,
  reason        text not null check (reason in ('refund', 'dispute')),
  trade_number  text not null check (length(trade_number) <= 64),      -- as it was said
  trade_id      uuid references trades,                                -- null when there is no such trade
  flag_id       uuid references order_flags,
  payment       text not null check (length(payment) <= 128),          -- the provider's number of what was paid
  amount        bigint not null check (amount > 0),
  is_total      boolean not null,                                      -- all that went back so far, not this time's share
  currency      text not null check (length(currency) between 3 and 8),
  said_at       timestamptz not null,
  received_at   timestamptz not null,
  unique (instance, reason, reference_key)
);
create index taken_back_events_of_flag on taken_back_events (flag_id);
comment on table taken_back_events is 'app: select, insert';

-- What was taken back of an order, once. Bytes, milliseconds, milli-yuan; money moved by the posting `takeback:<order>`.
create table order_take_backs (
  order_id    uuid primary key references orders,
  flag_id     uuid not null unique references order_flags,
  traffic     bigint not null check (traffic >= 0),
  vip_ms      bigint not null check (vip_ms >= 0),
  vip_before  timestamptz,
  vip_after   timestamptz,
  permissions jsonb not null default '{}',                             -- id of each: milliseconds
  rebate      bigint not null check (rebate >= 0),
  inviter_num bigint references users (num),
  credited    bigint not null check (credited >= 0),                   -- of payments that went to the buyer's wallet
  taken_at    timestamptz not null,
  taken_by    uuid references users on delete set null,
  check (rebate = 0 or inviter_num is not null)
);
create index order_take_backs_of_inviter on order_take_backs (inviter_num) where inviter_num is not null;
comment on table order_take_backs is 'app: select, insert';

-- What was taken back is what its flag and the ledger say, and never more than the order gave.
create function take_back_problems(nums bigint[]) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  with mine as (
    select o.user_num, b.*, f.state,
           coalesce(l.traffic, 0) as l_traffic, coalesce(l.credited, 0) as l_credited, coalesce(l.rebate, 0) as l_rebate,
           coalesce(g.traffic, 0) as g_traffic, coalesce(r.given, 0) as g_rebate, coalesce(c.given, 0) as g_credited
      from order_take_backs b join orders o on o.id = b.order_id join order_flags f on f.id = b.flag_id
      left join order_grants g on g.order_id = o.id
      left join lateral (
        select -sum(e.amount) filter (where a.kind = 'traffic') as traffic,
               -sum(e.amount) filter (where a.kind = 'wallet') as credited,
               -sum(e.amount) filter (where a.kind = 'wallet_rebate') as rebate
          from ledger_tx x join ledger_entry e on e.tx_id = x.id join ledger_account a on a.id = e.account_id
         where x.idem_key = 'takeback:' || o.id
           and a.owner = case when a.kind = 'wallet_rebate' then b.inviter_num else o.user_num end) l on true
      left join lateral (
        select sum(e.amount) as given
          from ledger_tx x join ledger_entry e on e.tx_id = x.id join ledger_account a on a.id = e.account_id
         where x.idem_key = 'rebate:' || o.id and a.kind = 'wallet_rebate') r on true
      left join lateral (
        select sum(case when p.outcome = 'credited' then p.yuan else p.surplus end) as given
          from payments p join trades t on t.id = p.trade_id where t.order_id = o.id) c on true
     where o.user_num = any(nums))
  select 'taken back differs from the ledger', format('order %s', order_id)
    from mine where (traffic, credited, rebate) <> (l_traffic, l_credited, l_rebate)
  union all
  select 'more taken back than was given', format('order %s', order_id)
    from mine where traffic > g_traffic or rebate > g_rebate or credited > g_credited
  union all
  select 'taken back for a flag that was not ended by it', format('order %s: %s', order_id, state)
    from mine where state <> 'taken_back'
  union all
  select 'flag ended by a take-back that there is not', format('order %s', f.order_id)
    from order_flags f join orders o on o.id = f.order_id
   where o.user_num = any(nums) and f.state = 'taken_back'
     and not exists (select from order_take_backs b where b.flag_id = f.id)
$$;

alter function order_problems(bigint[]) rename to order_and_receipt_problems;
create function order_problems(nums bigint[]) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from order_and_receipt_problems(nums) union all select * from take_back_problems(nums)
$$;

-- What is new of it is looked at each minute.
alter function ledger_core_problems(bigint) rename to ledger_core_and_unclaimed_problems;
create function ledger_core_problems(since bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_core_and_unclaimed_problems(since)
  union all
  select * from take_back_problems(array(
    select o.user_num from ledger_tx x join orders o on o.id::text = x.ref
     where since > 0 and x.id > since and x.kind = 'take_back'))
  union all
  select 'take-back in the ledger alone', format('order %s', x.ref)
    from ledger_tx x
   where x.id > since and x.kind = 'take_back'
     and not exists (select from order_take_backs b where b.order_id::text = x.ref)
$$;
