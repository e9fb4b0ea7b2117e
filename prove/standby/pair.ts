import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverAccount } from '@skyport/db/local-binaries';
import { root } from '../../tools/run.ts';
import { until } from '../../testkit/until.ts';
import { openDoor } from './door.ts';
import { makeMember, type Member } from './member.ts';

/** A primary with a synchronous standby behind one address, and an archive of its WAL. */
export interface Pair {
  /** Addresses for the owner and for the panel; they stay when the primary changes. */
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Cuts the standby off for a moment, kills the primary, promotes the standby and moves the address. */
  promote(cutMs: number): Promise<void>;
  /** Makes the member that is down a standby again, and waits until commits wait for it. */
  rebuild(): Promise<void>;
  /** Loses both members, and brings the database back from its first copy and the archive. */
  restoreArchive(): Promise<void>;
  stop(): Promise<void>;
}

/** How a pair is made. */
interface PairOptions {
  readonly folder: string;
  /** Commits wait for the standby. */
  readonly isSynchronous: boolean;
}

const makeRoles = async (member: Member): Promise<void> => {
  const statements = readFileSync(join(root, 'deploy/roles.sql'), 'utf8')
    .replaceAll(/^--.*$/gm, '')
    .split(';');
  for (const statement of statements) if (statement.trim() !== '') await member.ask(statement);
};

/** Starts both members, with the roles and the empty database of the panel. */
export const startPair = async ({ folder, isSynchronous }: PairOptions): Promise<Pair> => {
  const account = serverAccount();
  const own = (dir: string): string => {
    mkdirSync(dir, { mode: 0o700, recursive: true });
    if (account.uid !== undefined && account.gid !== undefined) chownSync(dir, account.uid, account.gid);
    return dir;
  };
  own(folder);
  const archive = own(join(folder, 'archive'));
  // A segment that a primary had no time to archive is archived by its standby.
  const kept = `${archive}/%f`;
  const archiving = {
    archive_mode: 'always',
    archive_command: `cmp -s %p ${kept} || { test ! -f ${kept} && cp %p ${kept}.$$ && mv ${kept}.$$ ${kept}; }`,
  };
  const [address, link] = [await openDoor(), await openDoor()];
  let [primary, standby] = [await makeMember(folder), await makeMember(folder)];
  const first = await makeMember(folder);
  const wait = (names: string): Promise<unknown> =>
    primary
      .ask(`alter system set synchronous_standby_names = '${names}'`)
      .then(() => primary.ask('select pg_reload_conf()'));
  const rebuild = async (): Promise<void> => {
    link.lead(primary.port);
    await standby.copyFrom(link.port);
    await standby.serve(archiving);
    if (isSynchronous) await wait('*');
    await until('the standby to follow', async () => {
      const [follower] = await primary.ask<{ state: string; sync_state: string }>(
        'select state, sync_state from pg_stat_replication',
      );
      return follower?.state === 'streaming' && (follower.sync_state === 'sync') === isSynchronous;
    });
  };
  const promote = async (cutMs: number): Promise<void> => {
    link.lead(undefined);
    await sleep(cutMs);
    await primary.kill();
    address.lead(undefined);
    await standby.ask('select pg_promote(true, 60)');
    [primary, standby] = [standby, primary];
    // The base copy has the primary's setting: without a standby, commits would wait forever.
    await wait('');
    address.lead(primary.port);
  };
  /** Switches WAL and waits until the last segment is archived. */
  const fillArchive = async (): Promise<void> => {
    const [{ wal } = { wal: '' }] = await primary.ask<{ wal: string }>(
      'select pg_walfile_name(pg_switch_wal()) as wal',
    );
    await until('the archive to be filled', async () => {
      const [{ last } = { last: '' }] = await primary.ask<{ last: string }>(
        'select last_archived_wal as last from pg_stat_archiver',
      );
      return last >= wal;
    });
  };
  const restoreArchive = async (): Promise<void> => {
    await fillArchive();
    address.lead(undefined);
    link.lead(undefined);
    await Promise.all([primary.kill(), standby.kill()]);
    for (const { data } of [primary, standby]) rmSync(data, { recursive: true, force: true });
    primary = first;
    writeFileSync(join(primary.data, 'recovery.signal'), '');
    rmSync(join(primary.data, 'standby.signal'), { force: true });
    await primary.serve({
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_timeline: 'latest',
      primary_conninfo: '',
      synchronous_standby_names: '',
    });
    await until('recovery to end', async () => {
      const [{ recovers } = { recovers: true }] = await primary.ask<{ recovers: boolean }>(
        'select pg_is_in_recovery() as recovers',
      );
      return !recovers;
    });
    address.lead(primary.port);
  };
  await primary.initialise();
  await primary.serve(archiving);
  await makeRoles(primary);
  address.lead(primary.port);
  await first.copyFrom(primary.port);
  await rebuild();
  const urlOf = (role: string): string => `postgresql://${role}@127.0.0.1:${address.port}/skyport`;
  return {
    ownerUrl: urlOf('skyport_owner'),
    appUrl: urlOf('skyport_app'),
    promote,
    rebuild,
    restoreArchive,
    stop: async () => {
      await Promise.all([primary, standby, first].map((member) => member.kill()));
      await Promise.all([address.stop(), link.stop()]);
    },
  };
};
