-- Money that leaves a wallet: where it is to be sent, and what was asked for. Money is milli-yuan, USDT thousandths.

-- Where an account is paid out. Withdrawals rest for a day after it was changed.
create table payout_addresses (
  user_id    uuid primary key references users,
  network    text not null check (network in ('erc20', 'trc20')),
  address    text not null check (length(address) between 30 and 64),
  changed_at timestamptz not null
);

alter table state_changes drop constraint state_changes_machine_check;
alter table state_changes add constraint state_changes_machine_check check (machine in ('order', 'trade', 'withdrawal'));
insert into state_changes (machine, before, after) values
  ('withdrawal', 'request', 'paid'),
  ('withdrawal', 'request', 'returned');

create table withdrawals (
  id            uuid primary key,
  user_id       uuid not null references users,
  user_num      bigint not null references users (num),
  status        text not null default 'request' check (status in ('request', 'paid', 'returned')),
  amount        bigint not null check (amount > 0),
  rate          integer not null check (rate > 0),                     -- ten-thousandths of a yuan for a USDT
  usdt          bigint not null check (usdt > 0),                      -- what is to be sent, rounded down
  network       text not null check (network in ('erc20', 'trc20')),   -- as they were when it was asked for
  address       text not null check (length(address) between 30 and 64),
  rebates_until timestamptz not null,                                  -- rebates of orders paid until then are part of it
  msg           text not null default '' check (length(msg) <= 200),
  requested_at  timestamptz not null,
  decided_at    timestamptz,
  decided_by    uuid references users on delete set null,
  txid          text not null default '' check (length(txid) <= 66),
  -- What the chain says of the payout: nothing was asked, it is still asked, and then what was found.
  chain_state   text not null default 'none' check (chain_state in ('none', 'waiting', 'right', 'wrong', 'unseen')),
  check ((status = 'request') = (decided_at is null)),
  check (status = 'paid' or (txid = '' and chain_state = 'none')),
  check (chain_state = 'none' or txid <> ''),
  constraint withdrawals_payer_is_another check (status <> 'paid' or decided_by is distinct from user_id)
);
create unique index withdrawals_one_open on withdrawals (user_id) where status = 'request';
create unique index withdrawals_one_transfer on withdrawals (network, txid, address) where txid <> '';
create index withdrawals_of_user on withdrawals (user_id, requested_at desc);
create index withdrawals_of_num on withdrawals (user_num);
create index withdrawals_newest on withdrawals (requested_at desc);
create index withdrawals_unchecked on withdrawals (decided_at) where chain_state = 'waiting';
create trigger withdrawals_state before update of status on withdrawals for each row
  when (old.status <> new.status) execute function check_state_change('withdrawal');

-- What must hold between withdrawals and the ledger, for the users that are named.
create function withdrawal_problems(nums bigint[]) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  with mine as materialized (select * from withdrawals where user_num = any(nums)),
  asked as (select user_num, sum(amount) as said from mine where status = 'request' group by user_num)
  select 'money of withdrawals differs from requests', format('user %s: %s set aside, requests say %s',
         coalesce(w.user_num, a.owner), coalesce(a.balance, 0), coalesce(w.said, 0))
    from asked w
    full join (select owner, balance from ledger_account
                where kind = 'withdraw_pending' and unit = 'CNY_MILLI' and owner = any(nums)) a on a.owner = w.user_num
   where coalesce(w.said, 0) <> coalesce(a.balance, 0)
  union all
  select 'withdrawal without its posting', format('withdrawal %s', w.id)
    from mine w where not exists (select from ledger_tx x where x.idem_key = 'withdraw:' || w.id)
  union all
  select 'settled withdrawal without its posting, or the other way round', format('withdrawal %s: %s', w.id, w.status)
    from mine w
   where (w.status = 'paid') <> exists (select from ledger_tx x where x.idem_key = 'withdraw-paid:' || w.id)
  union all
  select 'returned withdrawal without its posting, or the other way round', format('withdrawal %s: %s', w.id, w.status)
    from mine w
   where (w.status = 'returned') <> exists (select from ledger_tx x where x.idem_key = 'withdraw-back:' || w.id)
$$;

-- What was paid out in all is what the settled requests say.
create function payout_problems() returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'money paid out differs from withdrawals', format('%s in the ledger, withdrawals say %s', l.sum, w.sum)
    from (select coalesce(sum(balance), 0) as sum from ledger_account where owner is null and kind = 'withdraw_paid') l,
         (select coalesce(sum(amount), 0) as sum from withdrawals where status = 'paid') w
   where l.sum <> w.sum
$$;

alter function ledger_core_problems(bigint) rename to ledger_core_problems_without_withdrawals;
create function ledger_core_problems(since bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_core_problems_without_withdrawals(since)
  union all
  select * from withdrawal_problems(array(
    select num from users where since = 0
    union
    select a.owner from ledger_tx x join ledger_entry e on e.tx_id = x.id join ledger_account a on a.id = e.account_id
     where since > 0 and x.id > since and a.owner is not null and x.kind in ('withdraw', 'withdraw_paid', 'withdraw_back')))
  union all
  select * from payout_problems() where since = 0
$$;

alter function ledger_user_problems(bigint, bigint) rename to ledger_user_problems_without_withdrawals;
create function ledger_user_problems(after bigint, up_to bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_user_problems_without_withdrawals(after, up_to)
  union all
  select * from withdrawal_problems(array(select num from users where num > after and num <= up_to))
$$;
alter function ledger_unit_problems() rename to ledger_unit_problems_without_withdrawals;
create function ledger_unit_problems() returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_unit_problems_without_withdrawals() union all select * from payout_problems()
$$;
