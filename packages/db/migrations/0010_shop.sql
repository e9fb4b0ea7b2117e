-- Products of the shop. Deleted ones stay, for the orders that were made for them.
create table combos (
  id               uuid primary key,
  position         integer not null default 0,
  name             text not null check (length(name) between 1 and 64),
  price            bigint not null check (price > 0),                      -- milli-yuan
  traffic          bigint not null default 0 check (traffic >= 0),         -- bytes
  vip_days         integer not null default 0 check (vip_days >= 0),
  bonus_percent    integer not null default 0 check (bonus_percent >= 0),  -- on top of traffic and days
  permission_ids   uuid[] not null default '{}',                           -- an id that is gone gives nothing
  permission_days  integer not null default 0 check (permission_days >= 0),
  permissions_desc text not null default '',
  device_count     integer not null default 0 check (device_count >= 0),   -- shown only, 0 = without limit
  speed            text not null default '',                               -- shown only
  created_at       timestamptz not null,
  deleted_at       timestamptz,
  check (traffic > 0 or vip_days > 0),
  check (permission_days > 0 or cardinality(permission_ids) = 0)
);
create index combos_on_sale on combos (position, created_at) where deleted_at is null;
