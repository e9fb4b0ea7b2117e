-- What providers are asked, and what staff decide about money that nobody's purchase takes.

-- Every instance of a provider is asked for itself, so that a slow one holds up no other. `said_at`: when it last said
-- for certain what became of a trade.
alter table trade_queries
  add column instance text not null,
  add column said_at  timestamptz,
  add constraint trade_queries_said check ((word = 'unknown') = (said_at is null));
drop index trade_queries_due;
create index trade_queries_due on trade_queries (instance, next_at) where next_at is not null;

-- Staff may find that a doubtful claim tells of no money.
alter table claims drop constraint claims_state_check;
alter table claims add constraint claims_state_check check (state in ('waiting', 'settled', 'doubtful', 'dismissed'));
create index claims_newest on claims (received_at desc);

-- Money that was nobody's is given to a wallet, sent back, or explained: once.
alter table payments drop constraint payments_outcome_check;
alter table payments add constraint payments_outcome_check
  check (outcome in ('paid', 'credited', 'unclaimed', 'returned', 'explained'));
alter table payments drop constraint payments_foreign_is_unclaimed;
alter table payments add constraint payments_foreign_is_unclaimed check (currency = 'CNY' or outcome <> 'paid');
alter table payments
  add column credited_to uuid references users,                        -- whose wallet it went to, where no trade says so
  add column resolved_by uuid references users on delete set null,
  add column resolved_at timestamptz,
  add column resolved_why text not null default '' check (length(resolved_why) <= 200);
create index payments_unclaimed on payments (settled_at desc) where outcome = 'unclaimed';

-- Customers who say that money of theirs arrived and paid nothing. Staff decide.
create table money_requests (
  id            uuid primary key,
  user_id       uuid not null references users,
  order_id      uuid not null references orders,
  reference     text not null check (length(reference) between 1 and 128),
  reference_key text not null,
  state         text not null default 'open' check (state in ('open', 'granted', 'declined')),
  answer        text not null default '' check (length(answer) <= 200),
  created_at    timestamptz not null,
  decided_by    uuid references users on delete set null,
  decided_at    timestamptz,
  check ((state = 'open') = (decided_at is null))
);
create unique index money_requests_open on money_requests (user_id, reference_key) where state = 'open';
create index money_requests_newest on money_requests (created_at desc);
create index money_requests_key on money_requests (reference_key);

-- What lies unclaimed in the ledger is what the payments say, in each currency.
create function unclaimed_problems() returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'unclaimed money differs from payments', format('%s: %s in the ledger, %s of payments', unit,
         coalesce(l.sum, 0), coalesce(p.sum, 0))
    from (select unit, sum(balance) as sum from ledger_account where owner is null and kind = 'unclaimed' group by unit) l
    full join (select currency || '_MILLI' as unit, sum(amount) as sum from payments where outcome = 'unclaimed'
                group by currency) p using (unit)
   where coalesce(l.sum, 0) <> coalesce(p.sum, 0)
$$;
alter function ledger_core_problems(bigint) rename to ledger_posting_problems;
create function ledger_core_problems(since bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_posting_problems(since) union all select * from unclaimed_problems()
$$;
alter function ledger_unit_problems() rename to ledger_zero_problems;
create function ledger_unit_problems() returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_zero_problems() union all select * from unclaimed_problems()
$$;
