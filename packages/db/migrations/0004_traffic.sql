-- Bytes. Narrow tables with room for in-page updates; rows are always touched in ascending user_num.

create table traffic_account (
  user_num     bigint primary key references users (num) on delete cascade,
  granted      bigint not null default 0 check (granted >= 0),         -- "traffic" of the wire
  spent        bigint not null default 0 check (spent >= 0),           -- "spendTraffic" of the wire
  posted_spent bigint not null default 0 check (posted_spent >= 0),    -- part of spent that the ledger already holds
  vip_until    timestamptz,                                            -- "vipExpireTime"
  daily_quota  bigint not null default 53687091200 check (daily_quota >= 0), -- bytes a day while a member (50 G)
  day          date not null default '1970-01-01',                     -- business day of day_used
  day_used     bigint not null default 0 check (day_used >= 0),        -- "dailyTimePackageUsage"
  pending      bigint not null default 0 check (pending >= 0),         -- below the charging minimum, waiting
  overrun      bigint not null default 0 check (overrun >= 0),         -- use that arrived with nothing left
  check (spent <= granted),
  check (posted_spent <= spent)
) with (fillfactor = 50);

-- Remainder of scaled billing per user and line, in millionths of a millionth-scaled byte: nothing is rounded away.
create table scale_carry (
  user_num bigint not null,
  line_num bigint not null,
  carry    numeric(30, 0) not null,
  primary key (user_num, line_num)
) with (fillfactor = 70);

-- Raw and billed use a user, line and business day.
create table usage_daily (
  day      date not null,
  user_num bigint not null,
  line_num bigint not null,
  up       bigint not null default 0,
  down     bigint not null default 0,
  billed   bigint not null default 0,
  primary key (day, user_num, line_num)
) with (fillfactor = 70);

-- One row a user, day and type: what the customer sees as traffic records.
create table traffic_records (
  day         date not null,
  user_num    bigint not null references users (num) on delete cascade,
  type        text not null check (type in ('spend', 'buy', 'coupon', 'sign_use', 'prize_spend', 'prize_reward', 'push_spend',
                'push_receive', 'tiyan_expire', 'agency_spend', 'agency_allocate')),
  change      bigint not null default 0,                               -- signed bytes of permanent traffic
  exempt      bigint not null default 0 check (exempt >= 0),           -- bytes charged to the quota or exempt
  granted     bigint not null,                                         -- the account after it
  spent       bigint not null,
  description text not null default '',
  updated_at  timestamptz not null,
  primary key (user_num, day, type)
) with (fillfactor = 70);
create index traffic_records_day on traffic_records (day, type);
