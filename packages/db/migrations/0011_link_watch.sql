-- Requests with an account's id and a wrong key, in slots of ten minutes, written once a second in bulk; kept 7 days.
create table subscription_misses (
  user_num bigint not null,
  slot     timestamptz not null,
  count    integer not null,
  primary key (user_num, slot)
);

-- When somebody was last told about an account's link: the customer of `networks`, the operator of `wrongKeys`.
create table link_alarms (
  user_num bigint not null references users (num) on delete cascade,
  kind     text not null check (kind in ('networks', 'wrongKeys')),
  amount   integer not null,
  told_at  timestamptz not null,
  primary key (user_num, kind)
);

-- Both are filled in the order of time and searched by it.
create index subscription_fetches_hour on subscription_fetches using brin (hour);
create index subscription_misses_slot on subscription_misses using brin (slot);
