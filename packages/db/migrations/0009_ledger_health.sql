-- Everything that must hold between the ledger and the tables that stand on it. A row is a fault of ours.

-- The byte sub-ledger: what was granted less what was posted as used is the balance of the traffic account.
create function ledger_traffic_problems(since bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'traffic differs from the ledger', format('user %s: %s granted, %s posted as spent, balance %s',
         coalesce(t.user_num, a.owner), t.granted, t.posted_spent, a.balance)
    from traffic_account t
    full join (select owner, balance, last_tx from ledger_account where kind = 'traffic' and unit = 'BYTE' and owner is not null) a
      on a.owner = t.user_num
   where coalesce(t.granted, 0) - coalesce(t.posted_spent, 0) <> coalesce(a.balance, 0)
     and (since = 0 or a.last_tx > since)
$$;

-- What is wrong in transactions after `since` and what they touched. Empty when all is well.
create function ledger_health_since(since bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_core_problems(since) union all select * from ledger_traffic_problems(since)
$$;

-- What is wrong anywhere.
create view ledger_health as select problem, detail from ledger_health_since(0);
comment on view ledger_health is 'app: select';
