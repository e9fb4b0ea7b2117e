-- Money that staff wrote down by the number of a provider, when the provider itself tells of it: joined once, and paid
-- by nobody a second time. Milli-yuan.
alter table payments
  add column joined_at       timestamptz,
  add column joined_instance text,
  add column joined_amount   bigint check (joined_amount > 0),
  add constraint payments_joined_whole check (
    (joined_at is null) = (joined_instance is null) and (joined_at is null) = (joined_amount is null)),
  add constraint payments_joined_receipts check (joined_at is null or source = 'receipt');

alter function order_problems(bigint[]) rename to order_purchase_problems;
create function order_problems(nums bigint[]) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from order_purchase_problems(nums)
  union all
  select 'joined receipt without its posting', format('payment %s', p.id)
    from orders o join trades t on t.order_id = o.id join payments p on p.trade_id = t.id
   where o.user_num = any(nums) and p.joined_at is not null
     and not exists (select from ledger_tx x where x.idem_key = 'join:' || p.reference)
$$;
