-- Whose customer an agency's customer is; null where nobody remembers, or where there is none.
alter table users
  add column agent_id uuid references users on delete set null,
  add constraint users_agent check (agent_id is null or is_agency_user),
  add constraint users_not_own_agent check (agent_id is distinct from id);
create index users_agent_id on users (agent_id) where agent_id is not null;

-- An account has a domain of its own only where staff gave it one: sign-up copied what the settings said then.
update users u set prefer_domain = '' from settings s
 where s.key = 'preferDomain' and u.prefer_domain = s.value #>> '{}' and u.prefer_domain <> '';
update users u set describe_host = '' from settings s
 where s.key = 'describe_host' and u.describe_host = s.value #>> '{}' and u.describe_host <> '';
