create table coupons (
  id              uuid primary key,
  name            text not null check (length(name) between 1 and 64),
  type            text not null check (type in ('freeUse', 'freeTime', 'cash', 'discount')),
  code            text not null unique check (code ~ '^[A-Za-z0-9_-]{4,32}$'),
  taobao          boolean not null default false,
  traffic         bigint not null default 0 check (traffic >= 0),      -- bytes (freeUse)
  traffic_limited boolean not null default false,                      -- taken back after traffic_hours
  traffic_hours   integer not null default 0 check (traffic_hours >= 0),
  vip_days        integer not null default 0 check (vip_days >= 0),    -- (freeTime)
  money           bigint not null default 0 check (money >= 0),        -- milli-yuan (cash)
  discount_bp     integer not null default 10000 check (discount_bp between 1000 and 10000), -- share paid, in 1/10000
  per_user        integer not null default 1 check (per_user >= 0),    -- uses a user, 0 = without limit
  total           integer not null default 0 check (total >= 0),       -- uses in all, 0 = without limit
  used            integer not null default 0 check (used >= 0),
  vip_expire_days integer not null default 7,                          -- prefills expires_at in the form
  expires_at      timestamptz not null,
  created_at      timestamptz not null,
  deleted_at      timestamptz,
  check (total = 0 or used <= total)
);
create index coupons_created on coupons (created_at desc) where deleted_at is null;

-- One row a use. A live (user, slot) pair is unique, so that a per-user limit holds whatever runs at once.
create table coupon_uses (
  id        uuid primary key,
  coupon_id uuid not null references coupons,
  user_id   uuid not null references users on delete cascade,
  order_id  uuid,
  slot      integer not null check (slot >= 1),
  traffic   bigint not null default 0,
  days      integer not null default 0,
  used_at   timestamptz not null,
  released_at timestamptz
);
create unique index coupon_uses_slot on coupon_uses (coupon_id, user_id, slot) where released_at is null;
create index coupon_uses_time on coupon_uses (used_at desc);

-- Wrong codes, for the limits: five a day by one account, twenty an hour by one address.
create table coupon_misses (
  user_id uuid not null references users on delete cascade,
  address text not null,
  at      timestamptz not null
);
create index coupon_misses_user on coupon_misses (user_id, at);
create index coupon_misses_address on coupon_misses (address, at);

-- Trial traffic that ends: what is left of a grant when its hours are over is taken back.
create table trial_grants (
  id         uuid primary key,
  user_num   bigint not null references users (num) on delete cascade,
  granted    bigint not null check (granted > 0),
  left_bytes bigint not null check (left_bytes >= 0),
  expires_at timestamptz not null,
  closed_at  timestamptz
);
create index trial_grants_open on trial_grants (user_num, expires_at) where closed_at is null;
create index trial_grants_due on trial_grants (expires_at) where closed_at is null;
