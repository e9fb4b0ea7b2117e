import type { Pool } from 'pg';

/**
 * The job tables hide their rows from everyone but their owner (row security without a policy); the app's
 * role needs them.
 */
const OPEN_ROWS = `do $$ declare hidden regclass; begin
  for hidden in select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity loop
    execute format('alter table %s disable row level security', hidden);
  end loop;
end $$;`;

/** Lets a role use the job tables; needs their owner's connection. */
export const openJobTables = async (owner: Pool, appRole: string): Promise<void> => {
  const role = `"${appRole.replaceAll('"', '""')}"`;
  await owner.query(`grant usage on schema graphile_worker to ${role};
    grant select, insert, update, delete on all tables in schema graphile_worker to ${role};
    grant usage, select on all sequences in schema graphile_worker to ${role};
    grant execute on all functions in schema graphile_worker to ${role};
    ${OPEN_ROWS}`);
};
