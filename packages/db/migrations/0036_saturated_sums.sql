-- Sums of bytes stop growing at the largest number that the product reads exactly, 2^53 - 1: a lie, however large, leaves
-- rows that everybody can still read and add to. Both summands are below that, so that their sum fits a bigint.
create function saturated(a bigint, b bigint) returns bigint language sql immutable parallel safe as
  'select least(a + b, 9007199254740991)';
create function saturated(total numeric) returns bigint language sql immutable parallel safe as
  'select least(total, 9007199254740991)::bigint';

create or replace view usage_detail as
select day, user_num, line_num, saturated(sum(up)) as up, saturated(sum(down)) as down, saturated(sum(billed)) as billed
  from (select day, user_num, line_num, up, down, billed from usage_daily
         union all
        select j.day, w.user_num, w.line_num, w.up, w.down, w.billed
          from usage_journal j, unnest(j.user_nums, j.line_nums, j.up, j.down, j.billed) as w (user_num, line_num, up, down, billed)) u
 group by day, user_num, line_num;

create or replace function file_records(nums bigint[], stays date) returns void
language sql set search_path = public, pg_temp as $$
  insert into traffic_records (day, user_num, type, change, exempt, granted, spent, updated_at)
  select rec_day, user_num, case when is_agency_user then 'agency_spend' else 'spend' end, -rec_spent, rec_exempt, rec_granted,
         spent, rec_at
    from traffic_account where user_num = any(nums) and rec_day is distinct from stays and rec_at is not null
  on conflict (user_num, day, type) do update set change = traffic_records.change + excluded.change,
    exempt = saturated(traffic_records.exempt, excluded.exempt), granted = excluded.granted, spent = excluded.spent,
    updated_at = excluded.updated_at
$$;

-- What was added up without a bound before.
update line_daily set up = least(up, 9007199254740991), down = least(down, 9007199254740991), billed = least(billed, 9007199254740991)
 where greatest(up, down, billed) > 9007199254740991;
update line_hot set hot = 9007199254740991 where hot > 9007199254740991;
update line_probe_usage set up = least(up, 9007199254740991), down = least(down, 9007199254740991)
 where greatest(up, down) > 9007199254740991;
update node_points set up = least(up, 9007199254740991), down = least(down, 9007199254740991)
 where greatest(up, down) > 9007199254740991;
update usage_batches set up = least(up, 9007199254740991), down = least(down, 9007199254740991), billed = least(billed, 9007199254740991)
 where greatest(up, down, billed) > 9007199254740991;
update traffic_account
   set overrun = least(overrun, 9007199254740991), hour_used = least(hour_used, 9007199254740991),
       rec_exempt = least(rec_exempt, 9007199254740991)
 where greatest(overrun, hour_used, rec_exempt) > 9007199254740991;
