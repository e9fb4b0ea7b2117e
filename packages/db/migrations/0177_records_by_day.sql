-- A day of one type by account, as exports read it: a page begins where the last one ended.
create index traffic_records_day_type on traffic_records (type, day, user_num);
drop index traffic_records_type;
create index traffic_account_rec_day_user on traffic_account (rec_day, user_num);
drop index traffic_account_rec_day;

-- Records of use that are begun in the account: the second half of traffic_record_list, with an order of its own.
create view begun_record_list as
select rec_day as day, user_num, case when is_agency_user then 'agency_spend' else 'spend' end as type, -rec_spent as change,
       rec_exempt as exempt, rec_granted as granted, spent, '' as description, rec_at as updated_at
  from traffic_account where rec_day is not null and rec_at is not null;
comment on view begun_record_list is 'app: select';
create or replace view traffic_record_list as
select day, user_num, type, change, exempt, granted, spent, description, updated_at from traffic_records
 union all
select day, user_num, type, change, exempt, granted, spent, description, updated_at from begun_record_list;
