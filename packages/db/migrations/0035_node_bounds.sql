-- What a node is believed. Its bounds are reckoned by the panel's own clock, over all of its books.

-- Nodes that were never given a bandwidth of their own get the new default.
alter table nodes alter column link_mbps set default 1000;
update nodes set link_mbps = 1000 where link_mbps = 10000;

alter table node_agents
  add column window_since timestamptz not null default now(),          -- the agent was asked then, and showed all that it had
  add column window_bytes bigint not null default 0;                   -- raw bytes that were billed since
update node_agents a
   set window_since = greatest(enrolled_at, (select max(applied_at) from usage_batches b
                                            where b.node_id = a.node_id and b.state = 'applied'));

-- Raw bytes billed of a node, by quarters of an hour since 1970.
create table node_use (
  node_id uuid not null references nodes on delete cascade,
  slot    integer not null,
  bytes   bigint not null,
  primary key (node_id, slot)
) with (fillfactor = 70);

-- Each of these users was served on each of these lines until then.
create table served_until (
  id        bigint generated always as identity primary key,
  at        timestamptz not null,
  line_nums bigint[] not null,
  user_nums bigint[] not null
);
create index served_until_at on served_until (at);

-- Reports, or rows of them, that were not billed by themselves: whole, so that a later yes bills them exactly.
create table usage_held (
  id            uuid primary key default gen_random_uuid(),
  node_id       uuid not null references nodes,
  epoch         uuid not null,
  seq           bigint not null check (seq >= 1),
  sha256        bytea not null,                                        -- of the report that the rows are of
  part          text not null,                                         -- 'batch', 'conflict', or the reason's code for some rows
  reason        jsonb not null,                                        -- a HeldReason
  seen_at       timestamptz not null,
  day           date,
  from_at       timestamptz,
  to_at         timestamptz,
  row_count     integer not null,
  user_count    integer not null,
  up            bigint not null,
  down          bigint not null,
  rows          bytea not null,                                        -- JSON, compressed by zstd; plain for those from before
  state         text not null default 'quarantined' check (state in ('quarantined', 'billed', 'dismissed')),
  billed        bigint not null default 0,
  settled_at    timestamptz,
  settled_by    uuid,
  settle_reason text not null default '',
  unique (node_id, epoch, seq, sha256, part),
  check ((state in ('billed', 'dismissed')) = (settled_at is not null))
);
alter table usage_held alter column rows set storage external;
create index usage_held_waiting on usage_held (node_id) where state = 'quarantined';
create index usage_held_billed on usage_held (node_id) where state = 'billed';

-- What the sentences of before said, as far as it can be told.
create function reason_of(said text, num bigint) returns jsonb language sql immutable as $$
  select case
    when said = 'the batch ends before it begins' then '{"code": "backwards"}'
    when said = 'the batch ends in the panel''s future' then '{"code": "future"}'
    when said ~ '^line \d+ is not on this node$' then jsonb_build_object('code', 'stranger')
    when said ~ '^there is no user \d+$' then jsonb_build_object('code', 'noUser')
    when said ~ 'billed bytes are not believed$' then '{"code": "beyond"}'
    when said ~ '^\d{1,15} bytes are more than the link carries in that time \(\d{1,15}\)$' then
      jsonb_build_object('code', 'budget', 'bytes', substring(said from '^(\d+)')::bigint, 'most', substring(said from '\((\d+)\)')::bigint)
    when said ~ '流量报告的内容与其摘要不符' then '{"code": "seal"}'
    when said ~ '同一编号的报告内容不同' then '{"code": "sameNumber"}'
    when said ~ '应为第 \d{1,15} 份' then
      jsonb_build_object('code', 'gap', 'due', substring(said from '应为第 (\d+) 份')::bigint,
                         'seq', coalesce(num, substring(said from '第 (\d{1,15}) 份起继续计费')::bigint, 0))
    when said ~ '已经关闭的账本' then '{"code": "closedBooks"}'
    when said ~ '账本不是登记的' then '{"code": "unknownBooks"}'
    else jsonb_build_object('code', 'text', 'text', said) end
$$;

insert into usage_held (id, node_id, epoch, seq, sha256, part, reason, seen_at, day, from_at, to_at, row_count, user_count, up, down,
                        rows, state, billed, settled_at, settled_by, settle_reason)
select h.id, h.node_id, h.epoch, h.seq, h.sha256, h.part, reason_of(h.reason, h.seq), h.seen_at, h.day, h.from_at, h.to_at, s.rows,
       s.users, least(s.up, 9007199254740991), least(s.down, 9007199254740991), convert_to(h.rows::text, 'UTF8'), h.state, h.billed,
       h.settled_at, h.settled_by, h.settle_reason
  from (select id, node_id, epoch, seq, sha256, 'batch' as part, reason, applied_at as seen_at, day, from_at, to_at,
               coalesce(rows, '[]') as rows, state, billed, settled_at, settled_by, settle_reason
          from usage_batches where state <> 'applied'
         union all
        select id, node_id, epoch, seq, sha256, 'conflict', reason, seen_at, day, from_at, to_at, rows, state, billed, settled_at,
               settled_by, settle_reason
          from usage_conflicts) h
  cross join lateral (
    select count(*)::integer as rows, count(distinct r->1)::integer as users, coalesce(sum((r->>2)::numeric), 0) as up,
           coalesce(sum((r->>3)::numeric), 0) as down from jsonb_array_elements(h.rows) as r) s;
drop table usage_conflicts;

drop index usage_batches_waiting;
drop index usage_batches_span;
alter table usage_batches
  drop constraint usage_batches_settled,
  drop constraint usage_batches_state_check,
  drop column settled_at,
  drop column settled_by,
  drop column settle_reason,
  drop column rows,
  drop column reason;
update usage_batches set state = 'held', billed = 0 where state <> 'applied';
alter table usage_batches add constraint usage_batches_state_check check (state in ('applied', 'held'));
create index usage_batches_span on usage_batches (node_id, to_at) where state = 'applied';

-- An alarm about reports has a reason; the others have a sentence.
alter table node_alarms add column reason jsonb;
update node_alarms set reason = reason_of(message, null), message = '' where kind in ('quarantine', 'conflict', 'gap', 'epoch');
update node_alarms set reason = '{"code": "unbilled"}', message = '' where kind = 'unbilled';
alter table node_alarms alter column message set default '';

drop function reason_of(text, bigint);
