-- Tries that are limited (log-in, coupon codes, mailed keys, mails and others): one table for all of them, so that a limit
-- holds across processes and restarts. A row a try; refused ones leave none, so a key has no more rows than its limit
-- lets it have.
create table tries (
  id   uuid primary key,
  kind text not null check (length(kind) between 1 and 40),
  key  text not null check (length(key) between 1 and 400),
  at   timestamptz not null
);
create index tries_key on tries (kind, key, at);
create index tries_at on tries (at);

insert into tries (id, kind, key, at)
  select gen_random_uuid(), kind, key, at from account_tries where length(key) between 1 and 400;
insert into tries (id, kind, key, at)
  select gen_random_uuid(), kind, key, m.at
    from coupon_misses m, lateral (values
      ('coupon.account', to_char(m.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') || ' ' || m.user_id),
      ('coupon.address', m.address),
      ('coupon.all', 'all')) as one (kind, key)
   where length(one.key) between 1 and 400;
drop table account_tries;
drop table coupon_misses;

-- Solutions of captchas that were used up, until their challenge expires anyway.
create table captchas_used (
  signature  text primary key,
  expires_at timestamptz not null
);
create index captchas_used_expiry on captchas_used (expires_at);
