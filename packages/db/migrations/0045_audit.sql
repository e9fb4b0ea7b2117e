-- The audit of staff: what changed of a thing, and its place in a chain of codes under a key that the database lacks.
alter table audit_log
  add column kind   text not null default '',
  add column before jsonb,                                                  -- fields that changed; null: there was no such thing
  add column after  jsonb,                                                  -- null: there is no such thing any more
  add column mac    bytea,                                                  -- code of the entry itself; null before this table had any
  add column seq    bigint unique check (seq > 0),                          -- place in the chain, given once it is committed
  add column chain  bytea;                                                  -- code of this entry and of all before it
alter table audit_log add constraint audit_log_chained check ((seq is null) = (chain is null));
create index audit_log_unchained on audit_log (at, id) where seq is null;
create index audit_log_object on audit_log (kind, object, at desc);
create index audit_log_actor on audit_log (actor, at desc);

-- Entries never change: the chain adds its two columns once, and retention removes from the beginning.
drop trigger audit_log_append_only on audit_log;
create function audit_log_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' and current_setting('skyport.audit_drop', true) = 'on' then return null; end if;
  if tg_op = 'UPDATE' and old.seq is null
     and to_jsonb(new) - 'seq' - 'chain' = to_jsonb(old) - 'seq' - 'chain' then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation', constraint = 'append_only';
end $$;
create trigger audit_log_append_only before update on audit_log
  for each row execute function audit_log_kept();
create trigger audit_log_not_removed before delete on audit_log
  for each statement execute function audit_log_kept();
create trigger audit_log_not_emptied before truncate on audit_log
  for each statement execute function append_only();
comment on table audit_log is 'app: select, insert, update (seq, chain)';

-- Ends of the chain that were mailed to the operator. With a proof, an anchor is where verification begins.
create table audit_anchors (
  seq       bigint primary key check (seq > 0),
  chain     bytea not null,
  made_at   timestamptz not null,
  mail_id   uuid,                                                           -- null: nothing was mailed, an admin decided on the server
  mailed_at timestamptz,
  proof     bytea
);
comment on table audit_anchors is 'app: select, insert, update (mailed_at, proof)';

-- Removes the chain up to a mailed anchor with a proof, and never anything younger than two years.
create function audit_drop(up_to bigint) returns bigint language plpgsql security definer
set search_path = public, pg_temp as $$
declare removed bigint;
begin
  if not exists (select from audit_anchors where seq = up_to and mailed_at is not null and proof is not null) then
    raise exception 'no mailed anchor at %', up_to using errcode = 'check_violation', constraint = 'append_only';
  end if;
  if exists (select from audit_log where seq <= up_to and at >= now() - interval '2 years') then
    raise exception 'entries younger than two years stay' using errcode = 'check_violation', constraint = 'append_only';
  end if;
  perform set_config('skyport.audit_drop', 'on', true);
  delete from audit_log where seq <= up_to;
  get diagnostics removed = row_count;
  perform set_config('skyport.audit_drop', '', true);
  return removed;
end $$;
