-- Who brings customers: one row an account.
create table channels (
  user_id       uuid primary key references users on delete cascade,
  name          text not null default '' check (length(name) <= 64),
  code          text not null,
  reward_bp     integer not null check (reward_bp between 0 and 5000),  -- share of an order, in 1/10000
  consumer_days integer not null check (consumer_days between 1 and 3650),
  created_at    timestamptz not null
);

-- Every code that a channel ever had: it is nobody else's, and still leads to its owner.
create table channel_codes (
  code       text primary key check (code ~ '^[A-Za-z0-9_-]{6,40}$'),
  user_id    uuid not null references users on delete cascade,
  created_at timestamptz not null
);
create index channel_codes_user on channel_codes (user_id);
alter table channels add constraint channels_code foreign key (code) references channel_codes (code)
  deferrable initially deferred;

-- Accounts that are channels already get theirs, with a code that no account came by: nobody becomes their inviter by
-- chance.
do $$
declare
  who  record;
  made text;
begin
  for who in select id, created_at from users where type = 'channel' order by created_at, id loop
    loop
      made := upper(substr(md5(gen_random_uuid()::text), 1, 6));
      exit when not exists (select from channel_codes where code = made)
            and not exists (select from users where channel_code = made);
    end loop;
    insert into channel_codes (code, user_id, created_at) values (made, who.id, who.created_at);
    insert into channels (user_id, code, reward_bp, consumer_days, created_at)
    values (who.id, made,
      coalesce((select round((value #>> '{}')::numeric * 10000)::integer from settings
                 where key = 'channelRewardRate' and (value #>> '{}')::numeric between 0 and 0.5), 2000),
      coalesce((select (value #>> '{}')::integer from settings
                 where key = 'channelConsumerDuration' and (value #>> '{}')::numeric between 1 and 3650), 365),
      who.created_at);
  end loop;
end $$;
