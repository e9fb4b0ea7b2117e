-- With many accounts, records of use are listed by a copy of their size, for which reports need no index.
alter table user_sort_values
  add column rec_day date,
  add column rec_use bigint not null default 0,
  add column rec_agency boolean not null default false;
-- lock: the table is a copy of ten minutes that only staff's lists read.
create index user_sort_values_use on user_sort_values (rec_agency, rec_day, rec_use desc, user_num) where rec_day is not null;

-- What the records of a day and type come to. A job writes days that may still change every ten minutes.
create table traffic_record_sums (
  day     date not null,
  type    text not null,
  records integer not null,
  change  bigint not null,
  exempt  bigint not null,
  summed_on date not null,
  primary key (day, type)
);
