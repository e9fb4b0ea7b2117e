-- The whole check of the ledger in slices, each of which reads a range of one table. Together they find what
-- ledger_health finds: where every entry continues the balance that the one before it left, and an account has what its
-- newest entry left, a balance is the sum of its entries.

-- Transactions with after < id <= up_to, and how their entries continue those before.
create function ledger_tx_problems(after bigint, up_to bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  with slice as materialized (select * from ledger_entry where tx_id > after and tx_id <= up_to),
  opening as (
    select account_id, coalesce((select e.balance_after from ledger_entry e
                                  where e.account_id = touched.account_id and e.tx_id <= after
                                  order by e.tx_id desc, e.seq desc limit 1), 0) as balance_before
      from (select distinct account_id from slice) touched
  )
  select 'transaction unbalanced', format('%s: %s %s', tx_id, sum(amount), unit) from slice
   group by tx_id, unit having sum(amount) <> 0
  union all
  select 'transaction with fewer than two entries', t.id::text from ledger_tx t
    left join (select tx_id from slice group by tx_id having count(*) >= 2) f on f.tx_id = t.id
   where t.id > after and t.id <= up_to and f.tx_id is null
  union all
  select 'chain of balances broken', format('account %s at transaction %s', account_id, tx_id) from (
    select s.tx_id, s.account_id, s.balance_after - s.amount as left_before,
           coalesce(lag(s.balance_after) over (partition by s.account_id order by s.tx_id, s.seq), o.balance_before) as had_before
      from slice s join opening o using (account_id)
  ) chain where had_before is distinct from left_before
$$;

-- Accounts with after < id <= up_to.
create function ledger_account_problems(after bigint, up_to bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  with slice as (select * from ledger_account where id > after and id <= up_to)
  select 'user account below its floor', format('account %s: %s', id, balance) from slice
   where (owner is not null and balance < 0) or balance < min_balance
  union all
  select 'balance differs from its entries', format('account %s: %s, entries say %s', id, balance, had)
    from (select s.id, s.balance, coalesce((select e.balance_after from ledger_entry e where e.account_id = s.id
                                             order by e.tx_id desc, e.seq desc limit 1), 0) as had from slice s) kept
   where balance <> had
$$;

-- Users with after < num <= up_to, whose traffic stands on the ledger.
create function ledger_user_problems(after bigint, up_to bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'traffic differs from the ledger', format('user %s: %s granted, %s posted as spent, balance %s',
         coalesce(t.user_num, a.owner), t.granted, t.posted_spent, a.balance)
    from (select * from traffic_account where user_num > after and user_num <= up_to) t
    full join (select owner, balance from ledger_account
                where kind = 'traffic' and unit = 'BYTE' and owner > after and owner <= up_to) a on a.owner = t.user_num
   where coalesce(t.granted, 0) - coalesce(t.posted_spent, 0) <> coalesce(a.balance, 0)
$$;

-- What every unit has in all.
create function ledger_sum_problems() returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'unit does not sum to zero', format('%s: %s', unit, sum(balance)) from ledger_account
   group by unit having sum(balance) <> 0
$$;

-- What the checks found and have not yet found mended.
create table ledger_problems (
  problem  text not null,
  subject  text not null,                                              -- which account, user, transaction or unit
  detail   text not null,                                              -- as it was seen last
  first_at timestamptz not null,
  last_at  timestamptz not null,
  primary key (problem, subject)
);

-- When the checks last came to their end.
create table ledger_watch (
  single   boolean primary key default true check (single),
  new_at   timestamptz,                                                -- what is new
  whole_at timestamptz                                                 -- everything
);
insert into ledger_watch default values;
comment on table ledger_watch is 'app: select, update';
