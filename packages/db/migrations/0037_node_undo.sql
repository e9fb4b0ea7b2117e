-- What a node's reports took from accounts, so that it can be given back: kept for 35 days.
alter table usage_journal
  add column charged_nums bigint[] not null default '{}',
  add column spent        bigint[] not null default '{}',               -- of permanent traffic
  add column quota        bigint[] not null default '{}';               -- of the day's quota
alter table usage_journal alter column charged_nums set storage external, alter column spent set storage external,
  alter column quota set storage external;

create table node_charges (
  day      date not null,
  node_id  uuid not null,
  user_num bigint not null,
  spent    bigint not null default 0,
  quota    bigint not null default 0,
  primary key (day, node_id, user_num)
) with (fillfactor = 50);

-- The same with what is still in the journal.
create view node_charge_detail as
select day, node_id, user_num, saturated(sum(spent)) as spent, saturated(sum(quota)) as quota
  from (select day, node_id, user_num, spent, quota from node_charges
         union all
        select j.day, j.node_id, w.user_num, w.spent, w.quota
          from usage_journal j, unnest(j.charged_nums, j.spent, j.quota) as w (user_num, spent, quota)) c
 group by day, node_id, user_num;
comment on view node_charge_detail is 'app: select';

-- Raw bytes of days whose reports were undone: a node is not judged by them.
create table node_undone (
  node_id uuid not null references nodes on delete cascade,
  day     date not null,
  raw     bigint not null,
  at      timestamptz not null,
  primary key (node_id, day)
);
