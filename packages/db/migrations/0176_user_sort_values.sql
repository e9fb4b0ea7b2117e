-- Copies by which the list of users is sorted. Reports and visits update the originals, which therefore have no index;
-- a job updates these rows every ten minutes. Every account has a row from its start, so that pages and totals agree.
create table user_sort_values (
  user_num       bigint primary key references users (num) on delete cascade,
  last_active_at timestamptz not null,
  spent          bigint not null
);
insert into user_sort_values (user_num, last_active_at, spent)
select u.num, u.last_active_at, t.spent from users u join traffic_account t on t.user_num = u.num order by u.num;
create index user_sort_values_active on user_sort_values (last_active_at, user_num);
create index user_sort_values_spent on user_sort_values (spent, user_num);

create function begin_sort_values() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into user_sort_values (user_num, last_active_at, spent)
  select num, last_active_at, new.spent from users where num = new.user_num;
  return null;
end $$;
create trigger traffic_account_sort after insert on traffic_account for each row execute function begin_sort_values();
