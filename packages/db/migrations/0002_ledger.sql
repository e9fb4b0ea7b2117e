-- Money and permanent traffic in double entry. Units never mix: CNY_MILLI is 0.001 yuan, BYTE a byte of traffic.
-- Nothing here is ever changed or removed; a mistake is undone by a posting the other way.

create table ledger_account (
  id          bigint generated always as identity primary key,
  owner       bigint references users (num),                           -- null: an account of the system
  kind        text not null check (kind ~ '^[a-z0-9_]+(:[a-z0-9_]+)?$'),
  unit        text not null check (unit in ('CNY_MILLI', 'BYTE')),
  min_balance bigint,                                                  -- null: may fall below 0 (system only)
  balance     bigint not null default 0,                               -- sum of the entries, kept by a trigger
  last_tx     bigint not null default 0,                               -- newest transaction with an entry here
  check (owner is null or (min_balance is not null and min_balance >= 0)),
  constraint ledger_account_floor check (min_balance is null or balance >= min_balance),
  unique nulls not distinct (owner, kind, unit),
  unique (id, unit)
) with (fillfactor = 70);
comment on table ledger_account is 'app: select, insert (owner, kind, unit, min_balance)';

create table ledger_tx (
  id       bigint generated always as identity primary key,
  idem_key text not null unique check (length(idem_key) between 1 and 200), -- the event's own name
  kind     text not null check (length(kind) between 1 and 64),
  ref      text not null,                                              -- what it is about: an order, a coupon, a day
  actor    text not null,                                              -- who caused it
  reason   text,
  at       timestamptz not null                                        -- from the application's clock
);
comment on table ledger_tx is 'app: select, insert';

create table ledger_entry (
  tx_id         bigint not null references ledger_tx,
  seq           smallint not null check (seq >= 1),
  account_id    bigint not null,
  unit          text not null,
  amount        bigint not null check (amount <> 0),                   -- above 0: credit
  balance_after bigint not null,
  primary key (tx_id, seq),
  foreign key (account_id, unit) references ledger_account (id, unit)
);
create index ledger_entry_account on ledger_entry (account_id, tx_id, seq);
comment on table ledger_entry is 'app: select, insert';

-- Locks accounts in ascending order, so that postings never wait for each other in a circle, and gives them as they are
-- then. FOR NO KEY UPDATE: the foreign keys of other sessions' entries need not wait.
create function ledger_lock(ids bigint[]) returns table (id bigint, balance bigint, min_balance bigint)
language sql security definer set search_path = public, pg_temp as $$
  select a.id, a.balance, a.min_balance from ledger_account a where a.id = any (ids) order by a.id for no key update
$$;

-- Runs once a statement, whatever the number of entries. All entries of a transaction come in one statement, numbered
-- from 1, balanced in each unit: so nothing can be added to a transaction later, and each is looked at exactly once.
-- Every query names the accounts by `ids` and is planned for that list, so that one posting and ten thousand are both fast.
create function ledger_apply() returns trigger
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  ids   bigint[] := array(select distinct account_id from added);
  wrong text;
begin
  perform 1 from ledger_account a where a.id = any (ids) order by a.id for no key update;

  select min(format('ledger transaction %s: %s', tx_id, fault)) into wrong from (
    select tx_id, format('unbalanced by %s %s', sum(amount), unit) as fault from added
     group by tx_id, unit having sum(amount) <> 0
    union all
    select tx_id, 'needs at least two entries, numbered from 1 in one statement' from added
     group by tx_id having count(*) < 2 or min(seq) <> 1 or max(seq) <> count(*)
  ) faults;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'check_violation', constraint = 'ledger_tx_balanced';
  end if;

  -- Entries of an account follow each other in the order of transactions, each knowing the balance it left behind.
  select min(format('ledger transaction %s: account %s is told %s after it, and has %s', tx_id, account_id, balance_after, rightly))
    into wrong from (
    select n.tx_id, n.account_id, n.balance_after, a.last_tx,
           a.balance + sum(n.amount) over (partition by n.account_id order by n.tx_id, n.seq) as rightly
      from added n join ledger_account a on a.id = n.account_id and a.id = any (ids)
  ) chain where balance_after <> rightly or tx_id <= last_tx;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'check_violation', constraint = 'ledger_entry_chain';
  end if;

  update ledger_account a set balance = a.balance + s.change, last_tx = s.newest
    from (select account_id, sum(amount)::bigint as change, max(tx_id) as newest from added group by account_id) s
   where a.id = s.account_id and a.id = any (ids);
  return null;
end $$;
create trigger ledger_entry_apply after insert on ledger_entry referencing new table as added
  for each statement execute function ledger_apply();

-- The other half of the balance rule: a transaction without entries is refused when it would be committed.
create function ledger_not_empty() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from ledger_entry where tx_id = new.id) then
    raise exception 'ledger transaction % has no entries', new.id
      using errcode = 'check_violation', constraint = 'ledger_tx_balanced';
  end if;
  return null;
end $$;
create constraint trigger ledger_tx_not_empty after insert on ledger_tx
  deferrable initially deferred for each row execute function ledger_not_empty();

create function append_only() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation', constraint = 'append_only';
end $$;
create trigger ledger_tx_append_only before update or delete or truncate on ledger_tx
  for each statement execute function append_only();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function append_only();
create trigger ledger_account_kept before delete or truncate on ledger_account
  for each statement execute function append_only();
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function append_only();
comment on table audit_log is 'app: select, insert';

-- Balances move by entries only, whoever asks: inside ledger_apply the trigger depth is 2.
create function ledger_balance_guard() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'balances change by ledger entries only' using errcode = 'check_violation', constraint = 'append_only';
  end if;
  return null;
end $$;
create trigger ledger_account_guard before update on ledger_account
  for each statement execute function ledger_balance_guard();

create function ledger_account_new() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.balance <> 0 or new.last_tx <> 0 then
    raise exception 'a ledger account begins empty' using errcode = 'check_violation', constraint = 'append_only';
  end if;
  return new;
end $$;
create trigger ledger_account_new before insert on ledger_account
  for each row execute function ledger_account_new();

-- How far everything has been checked and found right. Transactions up to up_to_tx were all committed or gone then.
create table ledger_checkpoint (
  single   boolean primary key default true check (single),
  up_to_tx bigint not null,
  at       timestamptz not null
);
insert into ledger_checkpoint (up_to_tx, at) values (0, '1970-01-01Z');
comment on table ledger_checkpoint is 'app: select, update';

-- The newest transaction number below which none is still under way; fails at once (55P03) while a posting runs.
create function ledger_quiet_point() returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table ledger_tx in share mode nowait;
  return (select coalesce(max(id), 0) from ledger_tx);
end $$;

-- What is wrong with the ledger itself, in transactions after `since` and the accounts they touched (0: in everything).
create function ledger_core_problems(since bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  with fresh as materialized (select * from ledger_entry where tx_id > since),
  opening as (
    select a.id, a.balance, a.last_tx, coalesce(before.balance_after, 0) as balance_before
      from ledger_account a
      left join lateral (select e.balance_after from ledger_entry e where e.account_id = a.id and e.tx_id <= since
                          order by e.tx_id desc, e.seq desc limit 1) before on since > 0
     where a.last_tx > since or since = 0
  )
  select 'unit does not sum to zero', format('%s: %s', unit, sum(balance)) from ledger_account
   group by unit having sum(balance) <> 0
  union all
  select 'user account below its floor', format('account %s: %s', id, balance) from ledger_account
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
