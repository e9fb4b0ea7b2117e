-- The lottery: what can be won, and every draw with the weights of its moment.

create table prizes (
  id            uuid primary key,
  name          text not null check (length(name) between 1 and 32),
  description   text not null default '' check (length(description) <= 200),
  traffic       bigint not null default 0 check (traffic >= 0),        -- bytes
  vip_days      integer not null default 0 check (vip_days >= 0),
  weight        integer not null default 1 check (weight >= 0),
  has_coupon    boolean not null default false,                        -- a discount coupon of the winner's own
  discount_bp   integer not null default 0 check (discount_bp between 0 and 10000), -- share paid, in 1/10000
  discount_days integer not null default 0 check (discount_days >= 0),
  photo         text not null default '',                              -- name of an uploaded image
  created_at    timestamptz not null,
  deleted_at    timestamptz,
  check (not has_coupon or (discount_bp >= 1000 and discount_days >= 1))
);

-- A coupon that was drawn is its winner's alone.
alter table coupons add column owner_id uuid references users on delete cascade;
create index coupons_of_owner on coupons (owner_id, created_at desc) where owner_id is not null;

create table prize_draws (
  id        uuid primary key,
  user_num  bigint not null references users (num),
  click     text not null check (length(click) between 16 and 64),     -- names the click: it draws once
  cost      bigint not null check (cost >= 0),                         -- bytes
  prize_id  uuid not null references prizes,
  name      text not null,                                             -- as it was called then
  traffic   bigint not null check (traffic >= 0),                      -- bytes that were won
  vip_days  integer not null check (vip_days >= 0),
  coupon_id uuid references coupons,
  weights   jsonb not null,                                            -- of every prize at that moment, by its id
  drawn_at  timestamptz not null,
  unique (user_num, click)
);
create index prize_draws_of_user on prize_draws (user_num, drawn_at desc);
create index prize_draws_newest on prize_draws (drawn_at);
comment on table prize_draws is 'app: select, insert';

-- What must hold between draws, their coupons and the ledger, for the users that are named.
create function draw_problems(nums bigint[]) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  with mine as materialized (select * from prize_draws where user_num = any(nums)),
  posted as (
    select d.id, d.cost, d.traffic, d.coupon_id,
           coalesce((select -e.amount from ledger_tx x join ledger_entry e on e.tx_id = x.id
                       join ledger_account a on a.id = e.account_id
                      where x.idem_key = 'draw:' || d.id and a.owner = d.user_num and a.kind = 'traffic'), 0) as paid,
           coalesce((select e.amount from ledger_tx x join ledger_entry e on e.tx_id = x.id
                       join ledger_account a on a.id = e.account_id
                      where x.idem_key = 'draw-prize:' || d.id and a.owner = d.user_num and a.kind = 'traffic'), 0) as won
      from mine d)
  select 'draw differs from the ledger', format('draw %s: cost %s, paid %s, prize %s, won %s', id, cost, paid, traffic, won)
    from posted where cost <> paid or traffic <> won
  union all
  select 'drawn coupon is not its winner''s', format('draw %s', d.id)
    from mine d join users u on u.num = d.user_num join coupons c on c.id = d.coupon_id
   where c.owner_id is distinct from u.id
$$;

-- What the lottery holds is what its draws cost and gave.
create function lottery_problems() returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select 'lottery differs from its draws', format('%s in the ledger, %s of draws', l.balance, d.kept)
    from (select coalesce(sum(balance), 0) as balance from ledger_account where owner is null and kind = 'lottery') l,
         (select coalesce(sum(cost - traffic), 0) as kept from prize_draws) d
   where l.balance <> d.kept
$$;

alter function ledger_traffic_problems(bigint) rename to ledger_transfer_problems;
create function ledger_traffic_problems(since bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_transfer_problems(since)
  union all
  select * from draw_problems(array(
    select num from users where since = 0
    union
    select a.owner from ledger_tx x join ledger_entry e on e.tx_id = x.id join ledger_account a on a.id = e.account_id
     where since > 0 and x.id > since and a.owner is not null and x.kind in ('prize_spend', 'prize_reward')))
  union all
  select * from lottery_problems() where since = 0
$$;
alter function ledger_user_traffic_problems(bigint, bigint) rename to ledger_user_transfer_problems;
create function ledger_user_traffic_problems(after bigint, up_to bigint) returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_user_transfer_problems(after, up_to)
  union all
  select * from draw_problems(array(select num from users where num > after and num <= up_to))
$$;
alter function ledger_unit_problems() rename to ledger_amount_problems;
create function ledger_unit_problems() returns table (problem text, detail text)
language sql stable set search_path = public, pg_temp as $$
  select * from ledger_amount_problems() union all select * from lottery_problems()
$$;
