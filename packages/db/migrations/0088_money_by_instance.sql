-- A provider's number of a payment is unique within one instance only: what is known by a number is told apart by who
-- has the money. A receipt, which says no instance, has its number for itself among receipts.

alter table claims drop constraint claims_reference_key_key;
alter table claims add constraint claims_one_of_instance unique (instance, reference_key);

-- Who has the money: whoever told of it, and of a receipt whoever has told of it since.
alter table payments add column holder text generated always as (coalesce(joined_instance, instance)) stored;
alter table payments drop constraint payments_reference_key;
alter table payments drop constraint payments_reference_key_unique;
alter table payments add constraint payments_one_of_holder unique (holder, reference_key);
create unique index payments_one_receipt on payments (reference_key) where source = 'receipt';
create index payments_by_number on payments (reference_key);

-- What the postings of money are named by, behind their verb. The ledger keeps its names for ever: money of before has
-- a colon and its number, money of from now on its instance and its number behind slashes, which makes no name twice.
alter table payments add column ledger_name text;
update payments set ledger_name = ':' || reference;
alter table payments alter column ledger_name set not null;
alter table payments add constraint payments_ledger_name unique (ledger_name);

create or replace function order_purchase_problems(nums bigint[]) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  with mine as materialized (select * from orders where user_num = any(nums)),
  held as (select user_num, sum(wallet_spend) as said from mine where status = 'wallet_spend' group by user_num)
  select 'held money differs from orders', format('user %s: %s held, orders say %s', coalesce(h.user_num, a.owner),
         coalesce(a.balance, 0), coalesce(h.said, 0))
    from held h
    full join (select owner, balance from ledger_account
                where kind = 'wallet_hold' and unit = 'CNY_MILLI' and owner = any(nums)) a on a.owner = h.user_num
   where coalesce(h.said, 0) <> coalesce(a.balance, 0)
  union all
  select 'order paid without its grant, or the other way round', format('order %s: %s', o.id, o.status)
    from mine o left join order_grants g on g.order_id = o.id where (o.status = 'paied') <> (g.order_id is not null)
  union all
  select 'order paid without a paid trade, or the other way round', format('order %s: %s', o.id, o.status)
    from mine o
   where (o.status = 'paied') <> exists (select from trades t where t.order_id = o.id and t.status = 'paied')
  union all
  select 'grant differs from the ledger', format('order %s', o.id)
    from mine o join order_grants g on g.order_id = o.id
   where (g.traffic > 0) <> exists (select from ledger_tx x where x.idem_key = 'buy:' || o.id)
  union all
  select 'wallet share differs from the ledger', format('order %s', o.id)
    from mine o
   where (o.status = 'paied' and o.wallet_spend > 0) <> exists (select from ledger_tx x where x.idem_key = 'spend:' || o.id)
  union all
  select 'coupon of an order differs from its use', format('order %s: %s', o.id, o.status)
    from mine o join coupon_uses u on u.id = o.coupon_use_id
   where (o.status <> 'cancled') <> (u.released_at is null) or u.order_id is distinct from o.id
  union all
  select 'use of a coupon by an order that does not name it', format('order %s', o.id)
    from mine o join coupon_uses u on u.order_id = o.id
   where u.released_at is null and o.coupon_use_id is distinct from u.id
  union all
  select 'received money differs from payments', format('trade %s: %s', t.id, t.received)
    from mine o join trades t on t.order_id = o.id
   where coalesce(t.received, 0) <> (select coalesce(sum(p.yuan), 0) from payments p where p.trade_id = t.id)
  union all
  select 'payment without its posting', format('payment %s', p.id)
    from mine o join trades t on t.order_id = o.id join payments p on p.trade_id = t.id
   where not exists (select from ledger_tx x where x.idem_key in ('pay' || p.ledger_name, 'take' || p.ledger_name))
$$;

create or replace function order_problems(nums bigint[]) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from order_purchase_problems(nums)
  union all
  select 'joined receipt without its posting', format('payment %s', p.id)
    from orders o join trades t on t.order_id = o.id join payments p on p.trade_id = t.id
   where o.user_num = any(nums) and p.joined_at is not null
     and not exists (select from ledger_tx x where x.idem_key = 'join' || p.ledger_name)
$$;
