-- What a report reads and writes of a user stands in one row: a report of ten thousand users is two statements over one
-- table. What nobody needs at once is written down in the order of reports and added up later.

create table traffic_account_new (
  user_num       bigint primary key references users (num) on delete cascade,
  granted        bigint not null default 0,                            -- "traffic" of the wire
  posted_spent   bigint not null default 0,                            -- part of spent that the ledger already holds
  vip_until      timestamptz,                                          -- "vipExpireTime"
  daily_quota    bigint not null default 53687091200,                  -- bytes a day while a member (50 G)
  -- Copies of the user's, kept by triggers.
  scale_ppm      bigint not null default 1000000,
  unlimited_gb   integer,                                              -- null without "specialDailyUnlimitTraffic"
  is_agency_user boolean not null default false,
  -- From here on every report changes something.
  spent          bigint not null default 0,                            -- "spendTraffic" of the wire
  day_used       bigint not null default 0,                            -- "dailyTimePackageUsage"
  prev_used      bigint not null default 0,                            -- the same of prev_day
  pending        bigint not null default 0,                            -- below the charging minimum, waiting
  overrun        bigint not null default 0,                            -- use that arrived with nothing left
  hour_used      bigint not null default 0,
  trial_left     bigint not null default 0,                            -- of all open trials together
  paused_until   timestamptz,
  -- The record of use of the newest day, see traffic_record_list.
  rec_spent      bigint not null default 0,
  rec_exempt     bigint not null default 0,
  rec_granted    bigint not null default 0,
  rec_at         timestamptz,
  rec_day        date,
  day            date not null default '1970-01-01',                   -- business day of day_used
  prev_day       date not null default '1970-01-01',
  hour           integer not null default 0,                           -- hours since 1970 of hour_used
  carries        text,                                                 -- "line.fraction+line.fraction": parts of bytes not billed yet
  -- One check and not one a column, because every one costs something at every report.
  constraint traffic_account_check check (spent <= granted and posted_spent <= spent and
    least(posted_spent, daily_quota, day_used, prev_used, pending, overrun, trial_left) >= 0)
) with (fillfactor = 50);

insert into traffic_account_new (user_num, granted, posted_spent, vip_until, daily_quota, scale_ppm, unlimited_gb,
       is_agency_user, spent, day_used, prev_used, pending, overrun, hour_used, trial_left, paused_until, day, prev_day, hour,
       carries)
select t.user_num, t.granted, t.posted_spent, t.vip_until, t.daily_quota, u.scale_ppm,
       case when u.daily_unlimited then u.daily_unlimited_gb end, u.is_agency_user, t.spent, t.day_used, t.prev_used, t.pending,
       t.overrun, t.hour_used,
       coalesce((select sum(g.left_bytes) from trial_grants g where g.user_num = t.user_num and g.closed_at is null), 0),
       t.paused_until, t.day, t.prev_day, t.hour,
       (select string_agg(c.line_num || '.' || rtrim(lpad(c.carry::text, 24, '0'), '0'), '+' order by c.line_num)
          from scale_carry c where c.user_num = t.user_num and c.carry > 0)
  from traffic_account t join users u on u.num = t.user_num order by t.user_num;
drop table traffic_account;
drop table scale_carry;
alter table traffic_account_new rename to traffic_account;
alter index traffic_account_new_pkey rename to traffic_account_pkey;
alter table traffic_account rename constraint traffic_account_new_user_num_fkey to traffic_account_user_num_fkey;
create index traffic_account_rec_day on traffic_account (rec_day);

-- Records of use are begun in the account and written down when another day or another type begins. A user, day and type
-- is in one of the two places, never in both.
create view traffic_record_list as
select day, user_num, type, change, exempt, granted, spent, description, updated_at from traffic_records
 union all
select rec_day, user_num, case when is_agency_user then 'agency_spend' else 'spend' end, -rec_spent, rec_exempt, rec_granted, spent,
       '', rec_at
  from traffic_account where rec_day is not null and rec_at is not null;
comment on view traffic_record_list is 'app: select';

-- Writes the begun records of these users down, but those of the day that stays. The caller then begins others.
create function file_records(nums bigint[], stays date) returns void
language sql set search_path = public, pg_temp as $$
  insert into traffic_records (day, user_num, type, change, exempt, granted, spent, updated_at)
  select rec_day, user_num, case when is_agency_user then 'agency_spend' else 'spend' end, -rec_spent, rec_exempt, rec_granted,
         spent, rec_at
    from traffic_account where user_num = any(nums) and rec_day is distinct from stays and rec_at is not null
  on conflict (user_num, day, type) do update set change = traffic_records.change + excluded.change,
    exempt = traffic_records.exempt + excluded.exempt, granted = excluded.granted, spent = excluded.spent,
    updated_at = excluded.updated_at
$$;

-- Begins the records of a day for users who have another one, with what is written down of that day already.
create function begin_records(nums bigint[], begun date) returns void
language sql set search_path = public, pg_temp as $$
  select file_records(nums, begun);
  with taken as (
    delete from traffic_records r using traffic_account t
     where r.user_num = any(nums) and r.day = begun and t.user_num = r.user_num
       and r.type = case when t.is_agency_user then 'agency_spend' else 'spend' end
    returning r.user_num, r.change, r.exempt, r.granted, r.updated_at)
  update traffic_account t
     set rec_day = begun, rec_spent = -coalesce(k.change, 0), rec_exempt = coalesce(k.exempt, 0),
         rec_granted = coalesce(k.granted, 0), rec_at = k.updated_at
    from unnest(nums) as w (num) left join taken k on k.user_num = w.num
   where t.user_num = w.num and t.rec_day is distinct from begun
$$;

create function copy_user_to_account() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.is_agency_user <> old.is_agency_user then
    perform file_records(array[new.num], null);
  end if;
  update traffic_account t
     set scale_ppm = new.scale_ppm, unlimited_gb = case when new.daily_unlimited then new.daily_unlimited_gb end,
         is_agency_user = new.is_agency_user,
         rec_day = case when new.is_agency_user = old.is_agency_user then t.rec_day end,
         rec_at = case when new.is_agency_user = old.is_agency_user then t.rec_at end
   where t.user_num = new.num;
  return null;
end $$;
create trigger users_account after update of scale_ppm, is_agency_user, daily_unlimited, daily_unlimited_gb on users for each row
  when ((old.scale_ppm, old.is_agency_user, old.daily_unlimited, old.daily_unlimited_gb) is distinct from
        (new.scale_ppm, new.is_agency_user, new.daily_unlimited, new.daily_unlimited_gb))
  execute function copy_user_to_account();

-- After the row, not before it: a user may be made by the very same statement.
create function copy_user_to_new_account() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  update traffic_account t
     set scale_ppm = u.scale_ppm, unlimited_gb = case when u.daily_unlimited then u.daily_unlimited_gb end,
         is_agency_user = u.is_agency_user
    from users u
   where t.user_num = new.user_num and u.num = new.user_num
     and (u.scale_ppm <> t.scale_ppm or u.daily_unlimited or u.is_agency_user);
  return null;
end $$;
create trigger traffic_account_user after insert on traffic_account for each row execute function copy_user_to_new_account();

-- Use as it was reported and billed, one row a report, until it is added to usage_daily. Columns of one length.
create table usage_journal (
  id        bigint generated always as identity primary key,
  node_id   uuid not null,
  day       date not null,
  at        timestamptz not null,
  row_count integer not null,
  user_nums bigint[] not null,
  line_nums bigint[] not null,
  up        bigint[] not null,
  down      bigint[] not null,
  billed    bigint[] not null
);
-- Lives for minutes: packing it would cost more than it saves.
alter table usage_journal alter column user_nums set storage external, alter column line_nums set storage external,
  alter column up set storage external, alter column down set storage external, alter column billed set storage external;

-- Raw and billed use a user, line and business day, with what is still in the journal.
create view usage_detail as
select day, user_num, line_num, sum(up)::bigint as up, sum(down)::bigint as down, sum(billed)::bigint as billed
  from (select day, user_num, line_num, up, down, billed from usage_daily
         union all
        select j.day, w.user_num, w.line_num, w.up, w.down, w.billed
          from usage_journal j, unnest(j.user_nums, j.line_nums, j.up, j.down, j.billed) as w (user_num, line_num, up, down, billed)) u
 group by day, user_num, line_num;
comment on view usage_detail is 'app: select';
