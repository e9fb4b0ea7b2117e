-- What an account used in its newest hour, and until when it is paused for having used too much in one.
alter table traffic_account
  add column hour         integer not null default 0,                  -- hours since 1970
  add column hour_used    bigint not null default 0 check (hour_used >= 0),
  add column paused_until timestamptz;
