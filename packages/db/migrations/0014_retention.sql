-- Days that grow for ever stand in monthly partitions: what is too old is dropped whole, and no table is swept row by row.
-- A day without a partition of its own goes to the default one, so that nothing is refused while the job is late.

alter table traffic_records rename to traffic_records_old;
alter index traffic_records_pkey rename to traffic_records_old_pkey;
drop index traffic_records_day;

-- Without a reference to users: billing has them locked, and a check of each row by itself would cost more than the rows.
create table traffic_records (
  day         date not null,
  user_num    bigint not null,
  type        text not null check (type in ('spend', 'buy', 'coupon', 'sign_use', 'prize_spend', 'prize_reward', 'push_spend',
                'push_receive', 'tiyan_expire', 'agency_spend', 'agency_allocate')),
  change      bigint not null default 0,                               -- signed bytes of permanent traffic
  exempt      bigint not null default 0 check (exempt >= 0),           -- bytes charged to the quota or exempt
  granted     bigint not null,                                         -- the account after it
  spent       bigint not null,
  description text not null default '',
  updated_at  timestamptz not null,
  primary key (user_num, day, type)
) partition by range (day);
create index traffic_records_type on traffic_records (type, day);
create table traffic_records_other partition of traffic_records default with (fillfactor = 70);

alter table usage_daily rename to usage_daily_old;
alter index usage_daily_pkey rename to usage_daily_old_pkey;

-- Raw and billed use a user, line and business day.
create table usage_daily (
  day      date not null,
  user_num bigint not null,
  line_num bigint not null,
  up       bigint not null default 0,
  down     bigint not null default 0,
  billed   bigint not null default 0,
  primary key (day, user_num, line_num)
) partition by range (day);
create table usage_daily_other partition of usage_daily default with (fillfactor = 70);

-- The same summed up by line: kept when the details are gone. Users are counted once an hour.
create table line_daily (
  day      date not null,
  line_num bigint not null,
  up       bigint not null default 0,
  down     bigint not null default 0,
  billed   bigint not null default 0,
  users    integer not null default 0,
  primary key (day, line_num)
) with (fillfactor = 50);

-- Users of a node are not the sum of those of its lines.
create table node_daily (
  day     date not null,
  node_id uuid not null references nodes on delete cascade,
  users   integer not null,
  primary key (day, node_id)
);

-- Makes the partitions of this many months, beginning with the month of a day. Rows that waited in the default partition
-- move along. May run again. The product's role owns no tables, so this runs as whoever migrated.
create function keep_partitions(parent text, since date, months integer) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare
  first date;
  name text;
  made integer := 0;
begin
  if parent not in ('traffic_records', 'usage_daily') then
    raise exception '% is not kept in months', parent;
  end if;
  for first in select generate_series(date_trunc('month', since), date_trunc('month', since) + make_interval(months => months - 1),
                                      interval '1 month')::date loop
    name := parent || to_char(first, '_YYYY_MM');
    continue when to_regclass(name) is not null;
    execute format('lock table %I in access exclusive mode', parent || '_other');
    execute format('create table %I (like %I including defaults including constraints) with (fillfactor = 70)', name, parent);
    execute format('with moved as (delete from %I where day >= %L and day < %L returning *) insert into %I select * from moved',
                   parent || '_other', first, first + interval '1 month', name);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
                   parent, name, first, (first + interval '1 month')::date);
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the partitions that hold nothing from the given day on, and the older rows of the default one. May run again.
create function drop_partitions(parent text, before date) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare
  name text;
  dropped integer := 0;
begin
  if parent not in ('traffic_records', 'usage_daily') then
    raise exception '% is not kept in months', parent;
  end if;
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = parent::regclass and c.relname ~ '_\d{4}_\d{2}$'
       and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before
     order by 1
  loop
    execute format('drop table %I', name);
    dropped := dropped + 1;
  end loop;
  execute format('delete from %I where day < %L', parent || '_other', before);
  return dropped;
end $$;

select keep_partitions('traffic_records', coalesce((select min(day) from traffic_records_old), current_date),
         greatest(3, 3 + (extract(year from age(current_date, (select min(day) from traffic_records_old))) * 12
                        + extract(month from age(current_date, (select min(day) from traffic_records_old))))::integer));
insert into traffic_records select * from traffic_records_old;
drop table traffic_records_old;
select keep_partitions('usage_daily', coalesce((select min(day) from usage_daily_old), current_date),
         greatest(3, 3 + (extract(year from age(current_date, (select min(day) from usage_daily_old))) * 12
                        + extract(month from age(current_date, (select min(day) from usage_daily_old))))::integer));
insert into line_daily (day, line_num, up, down, billed)
select day, line_num, sum(up), sum(down), sum(billed) from usage_daily_old group by day, line_num;
insert into usage_daily select * from usage_daily_old;
drop table usage_daily_old;

-- Batches are looked up by time when old ones are forgotten.
create index usage_batches_applied on usage_batches (applied_at);
