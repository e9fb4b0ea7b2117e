-- Permanent traffic that customers give to whoever has the code. What nobody has taken lies in escrow (`push_escrow`).

create table transfers (
  id           uuid primary key,
  sender_id    uuid not null references users,
  sender_num   bigint not null references users (num),
  code         text not null unique check (code ~ '^[A-Z2-7]{12}$'),
  amount       bigint not null check (amount > 0),                     -- bytes taken from the sender
  gives        bigint not null check (gives >= 0),                     -- bytes the receiver gets: the fee is fixed
  state        text not null default 'created' check (state in ('created', 'received', 'returned')),
  receiver_num bigint references users (num),
  created_at   timestamptz not null,
  ended_at     timestamptz,
  check (gives <= amount),
  check ((state = 'created') = (ended_at is null)),
  check ((state = 'received') = (receiver_num is not null))
);
create index transfers_of_sender on transfers (sender_num, created_at desc);
create index transfers_open on transfers (created_at) where state = 'created';

-- What must hold between transfers and the ledger, for the users that are named.
create function transfer_problems(nums bigint[]) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  with mine as materialized (select * from transfers where sender_num = any(nums)),
  open as (select sender_num, sum(amount) as said from mine where state = 'created' group by sender_num)
  select 'escrow differs from open transfers', format('user %s: %s in escrow, transfers say %s',
         coalesce(o.sender_num, a.owner), coalesce(a.balance, 0), coalesce(o.said, 0))
    from open o
    full join (select owner, balance from ledger_account
                where kind = 'push_escrow' and unit = 'BYTE' and owner = any(nums)) a on a.owner = o.sender_num
   where coalesce(o.said, 0) <> coalesce(a.balance, 0)
  union all
  select 'transfer without its posting', format('transfer %s', t.id) from mine t
   where not exists (select from ledger_tx x where x.idem_key = 'push:' || t.id)
  union all
  select 'transfer ended without its posting, or the other way round', format('transfer %s: %s', t.id, t.state)
    from mine t
   where (t.state <> 'created') <> exists (select from ledger_tx x where x.idem_key = 'push-end:' || t.id
                                              and x.kind = case t.state when 'received' then 'push_receive' else 'push_return' end)
$$;

-- The minute's check and the night's, with what was there before.
alter function ledger_traffic_problems(bigint) rename to ledger_granted_problems;
create function ledger_traffic_problems(since bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_granted_problems(since)
  union all
  select * from transfer_problems(array(
    select num from users where since = 0
    union
    select owner from ledger_account where since > 0 and kind = 'push_escrow' and last_tx > since))
$$;
alter function ledger_user_traffic_problems(bigint, bigint) rename to ledger_user_granted_problems;
create function ledger_user_traffic_problems(after bigint, up_to bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_user_granted_problems(after, up_to)
  union all
  select * from transfer_problems(array(select num from users where num > after and num <= up_to))
$$;
