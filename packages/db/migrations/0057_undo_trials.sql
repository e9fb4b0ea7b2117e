-- What of the permanent traffic that a node's reports took came from trials: it returns to trials, or to nobody.
alter table usage_journal add column trial bigint[] not null default '{}';
alter table usage_journal alter column trial set storage external;
alter table node_charges add column trial bigint not null default 0;

create or replace view node_charge_detail as
select day, node_id, user_num, saturated(sum(spent)) as spent, saturated(sum(quota)) as quota,
       saturated(sum(trial)) as trial
  from (select day, node_id, user_num, spent, quota, trial from node_charges
         union all
        select j.day, j.node_id, w.user_num, w.spent, w.quota, coalesce(w.trial, 0)
          from usage_journal j, unnest(j.charged_nums, j.spent, j.quota, j.trial) as w (user_num, spent, quota, trial)) c
 group by day, node_id, user_num;
comment on view node_charge_detail is 'app: select';
