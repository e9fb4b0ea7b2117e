-- The use of a day is added up row by row, all of a report's rows within moments: with room for both versions of a row
-- on its page the second one needs no entry in the index.
do $$
declare
  part regclass;
begin
  for part in select inhrelid from pg_inherits where inhparent = 'usage_daily'::regclass loop
    execute format('alter table %s set (fillfactor = 50)', part);
  end loop;
end $$;

create or replace function keep_partitions(parent text, since date, months integer) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare
  first date;
  name text;
  room integer := case parent when 'usage_daily' then 50 else 70 end;
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
    execute format('create table %I (like %I including defaults including constraints) with (fillfactor = %s)', name, parent, room);
    execute format('with moved as (delete from %I where day >= %L and day < %L returning *) insert into %I select * from moved',
                   parent || '_other', first, first + interval '1 month', name);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
                   parent, name, first, (first + interval '1 month')::date);
    made := made + 1;
  end loop;
  return made;
end $$;
