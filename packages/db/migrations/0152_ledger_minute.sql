-- The check of each minute reads what changed. Sums and floors over all accounts cost as much as there are accounts:
-- beyond this size the whole check of each night reads them.
create function ledger_is_small() returns boolean language sql stable set search_path = public, pg_temp as $$
  select reltuples < 100000 from pg_class where oid = 'public.ledger_account'::regclass
$$;

-- Accounts that postings after `since` have touched.
create function ledger_touched(since bigint) returns setof bigint language sql stable set search_path = public, pg_temp as $$
  select distinct account_id from ledger_entry where tx_id > since
$$;

create or replace function ledger_posting_problems(since bigint)
  returns table (problem text, detail text) language sql stable set search_path = public, pg_temp as $$
  with fresh as materialized (select * from ledger_entry where tx_id > since),
  -- In a small ledger all accounts, which also finds a balance that was changed without a posting.
  mine as materialized (
    select * from ledger_account where since = 0 or ledger_is_small()
    union all
    select a.* from ledger_account a join (select distinct account_id from fresh) f on f.account_id = a.id
     where since > 0 and not ledger_is_small()
  ),
  opening as (
    select a.id, a.balance, a.last_tx, coalesce(before.balance_after, 0) as balance_before
      from mine a
      left join lateral (select e.balance_after from ledger_entry e where e.account_id = a.id and e.tx_id <= since
                          order by e.tx_id desc, e.seq desc limit 1) before on since > 0
     where a.last_tx > since or since = 0
  )
  select 'unit does not sum to zero', format('%s: %s', unit, sum(balance)) from mine
   where since = 0 or ledger_is_small()
   group by unit having sum(balance) <> 0
  union all
  select 'user account below its floor', format('account %s: %s', id, balance) from mine
   where (owner is not null and balance < 0) or balance < min_balance
  union all
  select 'transaction unbalanced', format('%s: %s %s', tx_id, sum(amount), unit) from fresh
   group by tx_id, unit having sum(amount) <> 0
  union all
  select 'transaction with fewer than two entries', t.id::text from ledger_tx t
    left join (select tx_id from fresh group by tx_id having count(*) >= 2) f on f.tx_id = t.id
   where t.id > since and f.tx_id is null
  union all
  select 'balance differs from its entries', format('account %s: %s, entries say %s', o.id, o.balance,
         o.balance_before + coalesce(f.change, 0))
    from opening o left join (select account_id, sum(amount) as change from fresh group by account_id) f on f.account_id = o.id
   where o.balance <> o.balance_before + coalesce(f.change, 0)
  union all
  select 'chain of balances broken', format('account %s at transaction %s', account_id, tx_id) from (
    select f.tx_id, f.account_id, f.balance_after - f.amount as left_before,
           coalesce(lag(f.balance_after) over (partition by f.account_id order by f.tx_id, f.seq), o.balance_before) as had_before
      from fresh f left join opening o on o.id = f.account_id
  ) chain where had_before is distinct from left_before
$$;

create or replace function ledger_granted_problems(since bigint)
  returns table (problem text, detail text) language sql stable set search_path = public, pg_temp as $$
  select 'traffic differs from the ledger', format('user %s: %s granted, %s posted as spent, balance %s',
         coalesce(t.user_num, a.owner), t.granted, t.posted_spent, a.balance)
    from (select * from traffic_account where since = 0 or ledger_is_small()) t
    full join (select owner, balance from ledger_account
                where (since = 0 or ledger_is_small()) and kind = 'traffic' and unit = 'BYTE' and owner is not null) a on a.owner = t.user_num
   where coalesce(t.granted, 0) - coalesce(t.posted_spent, 0) <> coalesce(a.balance, 0)
  union all
  select 'traffic differs from the ledger', format('user %s: %s granted, %s posted as spent, balance %s',
         a.owner, t.granted, t.posted_spent, a.balance)
    from ledger_touched(since) touched (id)
    join ledger_account a on a.id = touched.id and a.kind = 'traffic' and a.unit = 'BYTE' and a.owner is not null
    left join traffic_account t on t.user_num = a.owner
   where since > 0 and not ledger_is_small() and coalesce(t.granted, 0) - coalesce(t.posted_spent, 0) <> a.balance
$$;

create or replace function ledger_transfer_problems(since bigint)
  returns table (problem text, detail text) language sql stable set search_path = public, pg_temp as $$
  select * from ledger_granted_problems(since)
  union all
  select * from transfer_problems(array(
    select num from users where since = 0
    union
    select a.owner from ledger_touched(since) touched (id) join ledger_account a on a.id = touched.id
     where since > 0 and a.kind = 'push_escrow'))
$$;
