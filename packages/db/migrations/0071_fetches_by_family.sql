-- A client is known by its family: the version that it says it has is a value, or whoever says another one each time
-- would have a row for each. Rows from before that differ by nothing else become one, with their newest version.
alter table subscription_fetches drop constraint subscription_fetches_pkey;
alter table subscription_fetches rename column client to family;
alter table subscription_fetches add column version text not null default '';
with old as (
  delete from subscription_fetches
  returning user_num, hour, network, split_part(family, '/', 1) as family, split_part(family, '/', 2) as version, count)
insert into subscription_fetches (user_num, hour, network, family, version, count)
select user_num, hour, network, family,
       (array_agg(version order by case when version ~ '^\d{1,6}(\.\d{1,6})*$'
                                        then string_to_array(version, '.')::int[] else '{}' end desc))[1],
       least(sum(count), 2147483647)
  from old group by user_num, hour, network, family;
alter table subscription_fetches add primary key (user_num, hour, network, family);
