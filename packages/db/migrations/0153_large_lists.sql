-- Lists of staff at a million accounts. Nothing here is updated by reports or by visits: `spent`, `day_used` and
-- `last_active_at` stay without an index, so that their updates stay within the page.

-- Parts of addresses and of channel codes. A server without the extension searches as before.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index users_email_part on users using gin (email gin_trgm_ops);
    create index users_channel_part on users using gin (channel_code gin_trgm_ops);
  end if;
exception when insufficient_privilege then
  raise notice 'pg_trgm may not be made here: parts of addresses are searched without an index';
end $$;

-- With the number, a page is cut from the index alone.
drop index users_created;
create index users_created on users (created_at desc, num desc);
create index users_agencies on users (created_at desc, num desc) where is_agency;
create index users_of_type on users (type, created_at desc, num desc) where type <> 'normal';
create index traffic_account_granted on traffic_account (granted, user_num);
create index traffic_account_vip on traffic_account (vip_until desc nulls last, user_num desc);

create index trades_of_user on trades (user_id, created_at desc);

-- What makes faults one fault, computed once: ids in a place and numbers in a message do not count.
alter table error_log
  add column place text generated always as
    (regexp_replace(call, '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '', 'g')) stored,
  add column pattern text generated always as (regexp_replace(message, '[0-9]+', '0', 'g')) stored;
