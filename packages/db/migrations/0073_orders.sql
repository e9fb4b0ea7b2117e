-- What customers buy. An order keeps a copy of the product as it was sold; a trade is one try to pay an order; a payment
-- is money that arrived. Money is milli-yuan, traffic bytes.

-- The changes of state that there are. The program has the same table and compares the two when it starts.
create table state_changes (
  machine text not null check (machine in ('order', 'trade')),
  before  text not null,
  after   text not null,
  primary key (machine, before, after)
);
insert into state_changes (machine, before, after) values
  ('order', 'topay', 'wallet_spend'),
  ('order', 'topay', 'paied'),
  ('order', 'wallet_spend', 'paied'),
  ('order', 'topay', 'cancled'),
  ('order', 'wallet_spend', 'cancled'),
  ('trade', 'asking', 'open'),
  ('trade', 'asking', 'paied'),
  ('trade', 'asking', 'credited'),
  ('trade', 'asking', 'closed'),
  ('trade', 'open', 'paied'),
  ('trade', 'open', 'credited'),
  ('trade', 'open', 'closed'),
  ('trade', 'closed', 'paied'),
  ('trade', 'closed', 'credited'),
  ('trade', 'credited', 'paied');
comment on table state_changes is 'app: select';

-- The argument names the machine. A row that stays in its state is changed freely.
create function check_state_change() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from state_changes where machine = tg_argv[0] and before = old.status and after = new.status) then
    raise exception '% % cannot go from % to %', tg_argv[0], old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'state_change';
  end if;
  return new;
end $$;

create table orders (
  id              uuid primary key,
  user_id         uuid not null references users,
  user_num        bigint not null references users (num),
  status          text not null default 'topay' check (status in ('topay', 'wallet_spend', 'paied', 'cancled')),
  -- The product as it was sold.
  combo_id        uuid not null references combos,
  name            text not null,
  price           bigint not null check (price > 0 and price % 10 = 0),
  traffic         bigint not null check (traffic >= 0),
  vip_days        integer not null check (vip_days >= 0),
  bonus_percent   integer not null check (bonus_percent >= 0),
  permission_ids  uuid[] not null,
  permission_days integer not null,
  -- The coupon as it was applied.
  coupon_use_id   uuid references coupon_uses,
  coupon_code     text not null default '',
  coupon_name     text not null default '',
  coupon_type     text not null default '' check (coupon_type in ('', 'cash', 'discount')),
  discount        bigint not null default 0 check (discount >= 0 and discount % 10 = 0 and discount <= price),
  -- What the first buy fixed: the wallet's share, and how much of it came from rebates.
  fixed_at        timestamptz,
  wallet_spend    bigint not null default 0 check (wallet_spend >= 0 and wallet_spend % 10 = 0),
  rebate_spend    bigint not null default 0 check (rebate_spend between 0 and wallet_spend),
  hold_no         integer not null default 0,                          -- how often a hold was taken
  hold_is_stale   boolean not null default false,                      -- too little came: the next buy takes it anew
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  paid_at         timestamptz,
  cancelled_at    timestamptz,
  feedback        text not null default '' check (length(feedback) <= 30),
  feedback_at     timestamptz,
  check (wallet_spend <= price - discount),
  check ((status = 'paied') = (paid_at is not null)),
  check ((status = 'cancled') = (cancelled_at is not null)),
  check (status <> 'wallet_spend' or (fixed_at is not null and wallet_spend > 0)),
  check ((coupon_type = '') = (coupon_code = '')),
  check (coupon_type <> '' or discount = 0)
);
create index orders_of_user on orders (user_id, created_at desc);
create index orders_open on orders (user_id) where status in ('topay', 'wallet_spend');
create index orders_due on orders (expires_at) where status in ('topay', 'wallet_spend');
create trigger orders_state before update of status on orders for each row
  when (old.status <> new.status) execute function check_state_change('order');

-- A use of a coupon on an order is unique among those that live.
alter table coupon_uses add constraint coupon_uses_order foreign key (order_id) references orders deferrable initially deferred;
create unique index coupon_uses_of_order on coupon_uses (order_id) where released_at is null;

create table trades (
  id          uuid primary key,                                        -- the trade number is this without hyphens
  order_id    uuid not null references orders,
  user_id     uuid not null references users,
  status      text not null check (status in ('asking', 'open', 'paied', 'credited', 'closed')),
  mode        text not null check (mode in ('alipay', 'wxpay', 'usdt', 'urlscheme', 'balance', 'manual')),
  network     text not null default '',
  instance    text not null check (instance ~ '^[a-z0-9_]{1,40}$'),    -- of the provider; the ledger's clearing account
  device      text not null check (device in ('pc', 'mobile')),
  amount      bigint not null check (amount >= 0),                     -- asked
  received    bigint check (received > 0),
  reward      bigint not null default 0 check (reward >= 0),           -- rebate that the inviter got
  answer      jsonb,                                                   -- where the provider lets the customer pay
  created_at  timestamptz not null,
  expires_at  timestamptz not null,                                    -- of the provider; closed after it
  settled_at  timestamptz,
  check ((status in ('paied', 'credited')) = (settled_at is not null))
);
create index trades_of_order on trades (order_id, created_at);
create index trades_newest on trades (created_at desc);
create index trades_living on trades (expires_at) where status in ('asking', 'open');
create unique index trades_one_living on trades (order_id, mode, network) where status in ('asking', 'open');
create unique index trades_one_paid on trades (order_id) where status = 'paied';
create trigger trades_state before update of status on trades for each row
  when (old.status <> new.status) execute function check_state_change('trade');

-- Money that arrived, once: a provider's notification, a deposit on chain, or a receipt that staff wrote.
create table payments (
  id          uuid primary key,
  reference   text not null unique check (length(reference) between 1 and 128),
  source      text not null check (source in ('provider', 'receipt')),
  instance    text not null,
  trade_id    uuid references trades,
  amount      bigint not null check (amount > 0),
  outcome     text not null check (outcome in ('paid', 'credited', 'unclaimed')),
  reason      text not null check (reason in ('', 'late', 'short', 'double', 'agency')),
  surplus     bigint not null default 0 check (surplus >= 0),          -- of it, what went to the wallet beside a purchase
  noted_by    uuid references users on delete set null,                -- of a receipt
  paid_at     timestamptz not null,
  settled_at  timestamptz not null
);
create index payments_of_trade on payments (trade_id);

-- What an order gave, once.
create table order_grants (
  order_id        uuid primary key references orders,
  traffic         bigint not null check (traffic >= 0),
  vip_hours       integer not null check (vip_hours >= 0),
  vip_before      timestamptz,
  vip_after       timestamptz,
  permission_ids  uuid[] not null,
  permission_days integer not null,
  granted_at      timestamptz not null
);
comment on table order_grants is 'app: select, insert';
